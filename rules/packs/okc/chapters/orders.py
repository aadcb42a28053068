"""Orders that players give to cards: Ambush, Retreat and Flank by Day, Rally and Deploy in Autumn.

First what every order needs, then each order. Assassinate is not given by anybody: it triggers by itself at Night
(`effect_steps`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

from ledger.events import Move, Occurrence, UseCounted
from ledger.table import Frame
from rules.kernel.asks import Check
from rules.kernel.names import card_names, is_or_are, quantity, whereabouts
from rules.kernel.pack import Action
from rules.kernel.position import Position
from rules.packs.okc import board, values
from rules.packs.okc.chapters.drawing import bring_to_hand
from rules.packs.okc.chapters.windows import step_check
from rules.packs.okc.rulebook import just_revealed, used

_STEP = {"ambush": "day", "retreat": "day", "flank": "day", "rally": "autumn", "deploy": "autumn"}
"""The action step each order is given in."""
_STEP_RULE = {
    "ambush": "okc/ambush#1",
    "retreat": "okc/retreat#1",
    "flank": "okc/flank#1",
    "rally": "okc/rally#4",
    "deploy": "okc/deploy#5",
}
"""The clause that says so."""
_PERIOD = {"day": "a clash", "autumn": "an autumn action step"}
"""Within which a card uses an order once, by the action step it is given in."""
_ONCE = {
    "ambush": "okc/ambush#3",
    "retreat": "okc/retreat#5",
    "flank": "okc/flank#5",
    "rally": "okc/rally#3",
    "deploy": "okc/deploy#4",
}
"""The clause on how often a card may use each order."""


def _order_checks(pos: Position, player: str, move: Move, frame: Frame, order: str) -> list[Check]:
    """Return the conditions that every order has.

    It is given in its step, to the player's own card, which is in its place, has the order and has not used it yet.
    After added cards were revealed by Day, the card is one of those.
    """
    step = step_check(pos, frame, _STEP[order], _STEP_RULE[order], f"{order.title()} is used")
    if move.subject not in pos.table.entities:
        return [step, Check("card", "okc/orders#2", "an order is given to a card", False, "no card is named")]
    name = pos.pack.name(pos, move.subject)
    mine = pos.entity(move.subject).controller == player
    rule, says = _place_clause(pos, move.subject, order)
    placed = _is_in_place(pos, order, move.subject)
    unused = not used(pos, f"{order} {move.subject}", _scope(pos, order))
    return [
        step,
        Check(
            "controls",
            "okc/own-powers#1",
            f"{pos.player_name(player)} gives orders to their own cards",
            mine,
            "" if mine else whereabouts(pos, move.subject),
        ),
        Check("placed", rule, says, placed, "" if placed else _where_instead(pos, move.subject)),
        Check(
            "order",
            "okc/orders#2",
            f"the card must have {order.title()}, printed or gained",
            values.order_of(pos, move.subject, order) > 0,
            f"{name} does not have it",
        ),
        Check(
            "revealed",
            "okc/added-cards#3",
            "only cards just revealed may act now",
            just_revealed(pos, move.subject),
            f"{name} is none of them",
            near=not just_revealed(pos, move.subject),
        ),
        Check(
            "once",
            _ONCE[order],
            f"a card uses {order.title()} once in {_PERIOD[_STEP[order]]}",
            unused,
            f"{name} has used it",
        ),
    ]


def _where_instead(pos: Position, number: int) -> str:
    """Return where a card is that is not where its order works from, or that it has fought in this region."""
    spent = board.spent(pos, pos.entity(number))
    return f"{pos.pack.name(pos, number)} has fought in one" if spent else whereabouts(pos, number)


def _is_in_place(pos: Position, order: str, number: int) -> bool:
    """Whether a card is where its order works from: active in the current clash, active, or for Deploy in hand."""
    if order == "deploy":
        return pos.entity(number).zone == f"{pos.entity(number).controller}.hand"
    return board.in_clash(pos, number) if _STEP[order] == "day" else board.active(pos, number)


def _place_clause(pos: Position, number: int, order: str) -> tuple[str, str]:
    """Return the clause on where a card must be for an order, and that condition in words."""
    if _STEP[order] == "day" and board.spent(pos, pos.entity(number)):
        return "okc/active#3", "the card must not have fought in an earlier clash of this region this round"
    if order == "deploy":
        return "okc/deploy#1", "the card must be in hand"
    if _STEP[order] == "day":
        return "okc/summer-2b#2", "the card must be active in the current clash"
    return "okc/rally-any#1" if values.rallies_any(pos, number) else "okc/rally-self#1", "the card must be active"


def _able_cards(pos: Position, player: str, frame: Frame, order: str) -> Iterator[int]:
    """Yield the cards of a player that could be given an order now."""
    if frame.kind != _STEP[order]:
        return
    if order == "deploy":
        cards = pos.zone(player, "hand")
    else:
        cards = board.clash_cards(pos, player) if _STEP[order] == "day" else board.active_cards(pos, player)
    scope = _scope(pos, order)
    for number in cards:
        if (
            values.order_of(pos, number, order)
            and just_revealed(pos, number)
            and not used(pos, f"{order} {number}", scope)
        ):
            yield number


def _scope(pos: Position, order: str) -> int:
    """Return the frame in which uses of an order are counted: the clash for Day orders, Autumn for the others.

    `okc/orders#3`
    """
    frame = board.clash(pos) if _STEP[order] == "day" else pos.enclosing("autumn")
    return frame.id if frame else 0


def _performer(order: str, make: Callable[[Position, str, Move], tuple[Occurrence, ...]]) -> Callable[..., None]:
    """Return the function that carries out an order.

    It counts the use and lets the occurrences that `make` returns happen as one moment.
    """

    def perform(pos: Position, player: str, move: Move, frame: Frame) -> None:
        pos.emit(UseCounted(f"{order} {move.subject}", _scope(pos, order)))
        bring_to_hand(pos, player, make(pos, player, move))

    return perform


def _returned_cards(move: Move) -> tuple[int, ...]:
    """Return the cards that a Retreat or Rally returns: those named, or its own card if the move names nothing."""
    return move.picks or (() if move.words or move.amount else (move.subject,))


def _clash_region(pos: Position) -> str:
    """Return the region of the current clash, or an empty string."""
    frame = board.clash(pos)
    return frame.text("region") if frame else ""


def _ambush_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in _able_cards(pos, player, frame, "ambush"):
        for card in pos.zone(player, "hand"):
            yield Move("ambush", number, picks=(card,))


def _ambush_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    hidden = len(move.picks) == 1 and move.picks[0] in pos.zone(player, "hand")
    return [
        *_order_checks(pos, player, move, frame, "ambush"),
        Check(
            "hand",
            "okc/ambush#1",
            f"{pos.player_name(player)} adds one card from hand facedown",
            hidden,
            "" if hidden else _not_that(pos, move),
        ),
    ]


def _first_outside(pos: Position, picks: Sequence[int], cards: Sequence[int]) -> str:
    """Return where the first pick is that is none of these cards, or that a card is named twice; "" if all fit."""
    wrong = [number for number in picks if number not in cards]
    if wrong:
        return whereabouts(pos, wrong[0])
    return "a card is named twice" if len(set(picks)) < len(picks) else ""


def _not_that(pos: Position, move: Move) -> str:
    """Return what a move names where one card is asked for: another card, or another number of cards."""
    count = len(move.picks)
    return whereabouts(pos, move.picks[0]) if count == 1 else f"{count} cards are named"


def _ambush(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    return (Occurrence("joined", move.picks[0], player, source=move.subject, to=_clash_region(pos), note="ambush"),)


def _retreat_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    """Yield every Retreat: cards, the Herald and Supporters there in every combination (`okc/retreat#1`, `#2`)."""
    cards = _cards_in_region(pos, player)
    words = [(), ("herald",)] if _herald_in_region(pos, player) else [()]
    for number in _able_cards(pos, player, frame, "retreat"):
        pawns = board.supporters_on(pos, player, _clash_region(pos))
        yield Move("retreat", number, picks=(number,))
        for count in range(len(cards) + 1):
            for picks, said, amount in product(combinations(cards, count), words, range(pawns + 1)):
                if (picks or said or amount) and (picks, said, amount) != ((number,), (), 0):
                    yield Move("retreat", number, picks=picks, words=said, amount=amount)


def _retreat_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    cards, picks = _cards_in_region(pos, player), _returned_cards(move)
    own = all(number in cards for number in picks) and len(set(picks)) == len(picks)
    region, who = _clash_region(pos), pos.player_name(player)
    pawns = board.supporters_on(pos, player, region) if region else 0
    herald = not move.words or (move.words == ("herald",) and _herald_in_region(pos, player))
    return [
        *_order_checks(pos, player, move, frame, "retreat"),
        Check(
            "cards",
            "okc/retreat#1",
            f"{who} retreats with active cards of their own in the region of the clash",
            own,
            _first_outside(pos, picks, cards),
        ),
        Check("herald", "okc/retreat#2", f"the Herald of {who} returns from that region", herald, "it is not there"),
        Check(
            "supporters",
            "okc/retreat#2",
            f"{who} has {quantity(pawns, 'Supporter')} in the region of the clash to return",
            0 <= move.amount <= pawns,
            f"{move.amount} {is_or_are(move.amount)} named",
        ),
    ]


def _retreat(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    parts = [
        Occurrence("returned", number, player, source=move.subject, note="retreat") for number in _returned_cards(move)
    ]
    if move.words:
        parts.append(Occurrence("heralded", player=player, source=move.subject))
    if move.amount:
        parts.append(
            Occurrence("recalled", player=player, amount=move.amount, source=move.subject, to=_clash_region(pos))
        )
    return tuple(parts)


def _cards_in_region(pos: Position, player: str) -> list[int]:
    """Return a player's active cards in the region of the clash, also those of an earlier clash (`okc/retreat#3`)."""
    region = _clash_region(pos)
    return [number for number in pos.zone(player, region) if pos.entity(number).up] if region else []


def _herald_in_region(pos: Position, player: str) -> bool:
    """Whether a player's Herald stands on a location of the region of the clash."""
    region = _clash_region(pos)
    return bool(region) and any(board.herald_at(pos, player, place) for place in board.REGIONS[region])


def _flank_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in _able_cards(pos, player, frame, "flank"):
        for region in board.REGIONS:
            if region != _clash_region(pos) and region not in board.resolved(pos):
                yield Move("flank", number, words=(region,))


def _flank_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    other = len(move.words) == 1 and move.words[0] in board.REGIONS and move.words[0] != _clash_region(pos)
    done = board.resolved(pos)
    open_yet = move.words[0] not in done if other else None
    some = any(region != _clash_region(pos) and region not in done for region in board.REGIONS)
    return [
        *_order_checks(pos, player, move, frame, "flank"),
        Check("region", "okc/flank#1", "a card flanks to another region", other, _no_other_region(pos, move)),
        Check(
            "unresolved",
            "okc/flank#1" if some else "okc/flank#3",
            "a card flanks to a region that is not resolved yet this round",
            open_yet,
            f"the {' '.join(move.words)} is resolved",
        ),
    ]


def _no_other_region(pos: Position, move: Move) -> str:
    """Return why what a move names is no region to flank to: the clash is there, or it is no region."""
    named = " ".join(move.words)
    return f"the clash is in the {named}" if named and named == _clash_region(pos) else f"“{named}” is no region"


def _flank(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    return (Occurrence("flanked", move.subject, player, source=move.subject, to=move.words[0]),)


def _rally_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in _able_cards(pos, player, frame, "rally"):
        yield Move("rally", number, picks=(number,))
        if values.rallies_any(pos, number):
            reach = values.order_of(pos, number, "rally")
            others = [card for card in board.active_cards(pos, player) if card != number]
            for card in others:
                yield Move("rally", number, picks=(card,))
                if reach > 1:
                    yield Move("rally", number, picks=(number, card))


def _rally_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    found, picks = _order_checks(pos, player, move, frame, "rally"), _returned_cards(move)
    if move.subject not in pos.table.entities:
        return found
    wide = values.rallies_any(pos, move.subject)
    reach = values.order_of(pos, move.subject, "rally") if wide else 1
    mine = all(number in board.active_cards(pos, player) for number in picks)
    fits = len(set(picks)) == len(picks) <= reach
    rule = "okc/rally-any#1" if wide else "okc/rally-self#1"
    return [
        *found,
        Check(
            "reach",
            rule,
            f"at most {reach} different cards return" if wide else "one card returns",
            fits,
            f"{card_names(pos, picks)}: {len(picks)} are named",
        ),
        Check(
            "cards",
            rule,
            f"active cards of {pos.player_name(player)} return",
            mine,
            _first_outside(pos, picks, board.active_cards(pos, player)),
        ),
        Check(
            "self",
            "okc/rally-self#1",
            "Rally (self) returns the card itself and no other",
            wide or set(picks) == {move.subject},
            f"{card_names(pos, picks)} is named",
        ),
    ]


def _rally(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    return tuple(
        Occurrence("returned", number, player, source=move.subject, note="rally") for number in _returned_cards(move)
    )


def _deploy_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in _able_cards(pos, player, frame, "deploy"):
        for region in board.REGIONS:
            yield Move("deploy", number, words=(region,))


def _deploy_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    region = len(move.words) == 1 and move.words[0] in board.REGIONS
    return [
        *_order_checks(pos, player, move, frame, "deploy"),
        Check(
            "region",
            "okc/deploy#1",
            "a card is deployed beside a region",
            region,
            f"“{' '.join(move.words)}” is no region",
        ),
    ]


def _deploy(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    amount = values.order_of(pos, move.subject, "deploy")
    return (Occurrence("deployed", move.subject, player, amount, move.subject, to=move.words[0]),)


ACTIONS = (
    Action("ambush", _ambush_offers, _ambush_checks, _performer("ambush", _ambush)),
    Action("retreat", _retreat_offers, _retreat_checks, _performer("retreat", _retreat)),
    Action("flank", _flank_offers, _flank_checks, _performer("flank", _flank)),
    Action("rally", _rally_offers, _rally_checks, _performer("rally", _rally)),
    Action("deploy", _deploy_offers, _deploy_checks, _performer("deploy", _deploy)),
)
"""The orders, as actions of the Day and Autumn action steps."""
