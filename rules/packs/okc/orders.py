"""The orders a player may give: Ambush, Retreat and Flank by Day, Rally and Deploy in Autumn (Assassinate gives itself, by Night)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ledger.events import Move, Occurrence, UseCounted
from ledger.table import Frame
from rules.asking import Check
from rules.pack import Action
from rules.packs.okc import holdings, reading
from rules.packs.okc.prohibitions import just_revealed, used
from rules.packs.okc.steps import in_step
from rules.position import Position

_REGIONS = tuple(reading.REGIONS)
_STEP = {"ambush": "day", "retreat": "day", "flank": "day", "rally": "autumn", "deploy": "autumn"}
_STEP_RULE = {
    "ambush": "okc/ambush#1",
    "retreat": "okc/retreat#1",
    "flank": "okc/flank#1",
    "rally": "okc/rally#4",
    "deploy": "okc/deploy#5",
}
_ONCE = {
    "ambush": "okc/ambush#3",
    "retreat": "okc/retreat#5",
    "flank": "okc/flank#5",
    "rally": "okc/rally#3",
    "deploy": "okc/deploy#4",
}


def _scope(pos: Position, order: str) -> int:
    """Once a clash for Day orders, once a step for Autumn ones (`okc/orders#3`)."""
    frame = reading.clash(pos) if _STEP[order] == "day" else pos.enclosing("autumn")
    return frame.id if frame else 0


def _ready(pos: Position, order: str, number: int) -> bool:
    """Whether the card is where its order works from: active in the current clash, active, or in hand."""
    if order == "deploy":
        return pos.entity(number).zone == f"{pos.entity(number).controller}.hand"
    return reading.in_clash(pos, number) if _STEP[order] == "day" else reading.active(pos, number)


def _where(order: str) -> tuple[str, str]:
    if order == "deploy":
        return "okc/deploy#1", "the card is in hand"
    if _STEP[order] == "day":
        return "okc/summer-2b#2", "the card is active in the current clash"
    return "okc/rally-self#1", "the card is active"


def common(pos: Position, player: str, move: Move, frame: Frame, order: str) -> list[Check]:
    """What every order needs: its step, one's own card, in its place, having the order, not used yet."""
    step = in_step(frame, _STEP[order], _STEP_RULE[order])
    if move.subject not in pos.table.entities:
        return [step, Check("card", "okc/orders#2", "an order is given to a card", False)]
    name = pos.pack.name(pos, move.subject)
    mine = pos.entity(move.subject).controller == player
    rule, says = _where(order)
    unused = not used(pos, f"{order} {move.subject}", _scope(pos, order))
    return [
        step,
        Check("controls", "okc/own-powers#1", f"{name} is the player's own", mine),
        Check("placed", rule, says, _ready(pos, order, move.subject)),
        Check(
            "order",
            "okc/orders#2",
            f"{name} has {order.title()}, printed or gained",
            reading.order_of(pos, move.subject, order) > 0,
        ),
        Check("revealed", "okc/added-cards#3", "only cards just revealed may act now", just_revealed(pos, move.subject)),
        Check("once", _ONCE[order], f"{name} has not used {order.title()} yet", unused),
    ]


def _givers(pos: Position, player: str, frame: Frame, order: str) -> Iterator[int]:
    """The cards of a player that could be given this order now."""
    if frame.kind != _STEP[order]:
        return
    if order == "deploy":
        cards = pos.zone(player, "hand")
    else:
        cards = reading.clash_cards(pos, player) if _STEP[order] == "day" else reading.active_cards(pos, player)
    scope = _scope(pos, order)
    for number in cards:
        if reading.order_of(pos, number, order) and just_revealed(pos, number) and not used(pos, f"{order} {number}", scope):
            yield number


def _perform(order: str, make: Callable[[Position, str, Move], tuple[Occurrence, ...]]) -> Callable[..., None]:
    def perform(pos: Position, player: str, move: Move, frame: Frame) -> None:
        pos.emit(UseCounted(f"{order} {move.subject}", _scope(pos, order)))
        pos.open("moment", None, make(pos, player, move))

    return perform


# --- Ambush ---------------------------------------------------------------------------------------------------------


def _region(pos: Position) -> str:
    frame = reading.clash(pos)
    return frame.text("region") if frame else ""


def _ambush_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in _givers(pos, player, frame, "ambush"):
        for card in pos.zone(player, "hand"):
            yield Move("ambush", number, picks=(card,))


def _ambush_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    hidden = len(move.picks) == 1 and move.picks[0] in pos.zone(player, "hand")
    return [
        *common(pos, player, move, frame, "ambush"),
        Check("hand", "okc/ambush#1", "one facedown card from the player's hand is added", hidden),
    ]


def _ambush(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    return (Occurrence("joined", move.picks[0], player, source=move.subject, to=_region(pos), note="ambush"),)


# --- Retreat --------------------------------------------------------------------------------------------------------


def _own_active(pos: Position, player: str) -> list[int]:
    """Every active card of the player in the region, also one left from an earlier clash (`okc/retreat#3`)."""
    region = _region(pos)
    return [number for number in pos.zone(player, region) if pos.entity(number).up] if region else []


def _herald_here(pos: Position, player: str) -> bool:
    region = _region(pos)
    return bool(region) and any(holdings.herald_at(pos, player, place) for place in reading.REGIONS[region])


def _retreat_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in _givers(pos, player, frame, "retreat"):
        cards = _own_active(pos, player)
        yield Move("retreat", number, picks=(number,))
        if len(cards) > 1:
            yield Move("retreat", number, picks=tuple(cards))
        if _herald_here(pos, player):
            yield Move("retreat", number, picks=(number,), words=("herald",))
        pawns = holdings.supporters_on(pos, player, _region(pos))
        if pawns:
            yield Move("retreat", number, picks=(number,), amount=pawns)


def _returning(move: Move) -> tuple[int, ...]:
    """The cards that return: those named, or the one with the order if nothing is."""
    return move.picks or (() if move.words or move.amount else (move.subject,))


def _retreat_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    cards, picks = _own_active(pos, player), _returning(move)
    own = all(number in cards for number in picks) and len(set(picks)) == len(picks)
    region = _region(pos)
    pawns = holdings.supporters_on(pos, player, region) if region else 0
    herald = not move.words or (move.words == ("herald",) and _herald_here(pos, player))
    return [
        *common(pos, player, move, frame, "retreat"),
        Check("cards", "okc/retreat#1", "the cards are active ones of the player in that region", own),
        Check("herald", "okc/retreat#2", "the Herald stands in that region", herald),
        Check("supporters", "okc/retreat#2", f"{pawns} Supporters stand there", 0 <= move.amount <= pawns),
    ]


def _retreat(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    parts = [Occurrence("returned", number, player, source=move.subject, note="retreat") for number in _returning(move)]
    if move.words:
        parts.append(Occurrence("heralded", player=player, source=move.subject))
    if move.amount:
        parts.append(Occurrence("recalled", player=player, amount=move.amount, source=move.subject, to=_region(pos)))
    return tuple(parts)


# --- Flank ----------------------------------------------------------------------------------------------------------


def _flank_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in _givers(pos, player, frame, "flank"):
        for region in _REGIONS:
            if region != _region(pos) and region not in reading.resolved(pos):
                yield Move("flank", number, words=(region,))


def _flank_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    other = len(move.words) == 1 and move.words[0] in _REGIONS and move.words[0] != _region(pos)
    done = reading.resolved(pos)
    open_yet = move.words[0] not in done if other else None
    some = any(region != _region(pos) and region not in done for region in _REGIONS)
    return [
        *common(pos, player, move, frame, "flank"),
        Check("region", "okc/flank#1", "it moves to another region", other),
        Check("unresolved", "okc/flank#1" if some else "okc/flank#3", "that region is not resolved yet this round", open_yet),
    ]


def _flank(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    return (Occurrence("flanked", move.subject, player, source=move.subject, to=move.words[0]),)


# --- Rally and Deploy -----------------------------------------------------------------------------------------------


def _rally_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in _givers(pos, player, frame, "rally"):
        yield Move("rally", number, picks=(number,))
        if reading.rallies_any(pos, number):
            reach = reading.order_of(pos, number, "rally")
            others = [card for card in reading.active_cards(pos, player) if card != number]
            for card in others:
                yield Move("rally", number, picks=(card,))
                if reach > 1:
                    yield Move("rally", number, picks=(number, card))


def _rally_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    found, picks = common(pos, player, move, frame, "rally"), _returning(move)
    if move.subject not in pos.table.entities:
        return found
    wide = reading.rallies_any(pos, move.subject)
    reach = reading.order_of(pos, move.subject, "rally") if wide else 1
    mine = all(number in reading.active_cards(pos, player) for number in picks)
    fits = len(set(picks)) == len(picks) <= reach
    rule = "okc/rally-any#1" if wide else "okc/rally-self#1"
    return [
        *found,
        Check("reach", rule, f"at most {reach} different cards return" if wide else "one card returns", fits),
        Check("cards", rule, "they are active cards of the player", mine),
        Check("self", "okc/rally-self#1", "Rally (self) returns that card and only it", wide or set(picks) == {move.subject}),
    ]


def _rally(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    return tuple(Occurrence("returned", number, player, source=move.subject, note="rally") for number in _returning(move))


def _deploy_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in _givers(pos, player, frame, "deploy"):
        for region in _REGIONS:
            yield Move("deploy", number, words=(region,))


def _deploy_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    region = len(move.words) == 1 and move.words[0] in _REGIONS
    return [*common(pos, player, move, frame, "deploy"), Check("region", "okc/deploy#1", "it is put beside a region", region)]


def _deploy(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    amount = reading.order_of(pos, move.subject, "deploy")
    return (Occurrence("deployed", move.subject, player, amount, move.subject, to=move.words[0]),)


ACTIONS = (
    Action("ambush", _ambush_offers, _ambush_checks, _perform("ambush", _ambush)),
    Action("retreat", _retreat_offers, _retreat_checks, _perform("retreat", _retreat)),
    Action("flank", _flank_offers, _flank_checks, _perform("flank", _flank)),
    Action("rally", _rally_offers, _rally_checks, _perform("rally", _rally)),
    Action("deploy", _deploy_offers, _deploy_checks, _perform("deploy", _deploy)),
)
