"""Playing characters and attachments, from provinces in the dynasty window and from hand in every other.

`l5r/play-and-put-into-play`
"""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import FrameClosed, FrameOpened, Move, Moved, Occurrence, Outcome, Slots, State, UseCounted
from ledger.table import Entity, Frame
from rules.kernel.asks import Ask, Check
from rules.kernel.context import Context
from rules.kernel.names import with_article
from rules.kernel.pack import Action
from rules.kernel.position import Position
from rules.kernel.requirements import Teller, Told
from rules.kernel.values import FORBIDDEN, forbidden_by, givers, has, told_by
from rules.language.cards import Ability
from rules.language.expressions import truth
from rules.packs.l5r import board, values
from rules.packs.l5r.values import count_limited, price, use_up
from rules.packs.l5r.zones import copy_in_play, discard_pile, hosts, may_attach, why_not_attached
from rules.shared.limited import limited_check
from rules.shared.unstated import at_most, may_have, told, top_up

INTO_CONFLICT = "conflict"
"""The word of a move that plays a character into the conflict instead of home."""


def playable(pos: Position, player: str, number: int, frame: Frame) -> bool:
    """Whether a card lies where the window of this frame lets its player play it from.

    At 1.4 that is a character faceup in a province, broken or not; in other windows a card in hand or where an effect
    allows it: `l5r/1.4#2`, `l5r/play-and-put-into-play#2`, `l5r/break-broken-province#4`. A card already being played
    is not playable.
    """
    entity = pos.table.entities.get(number)
    if entity is None or number in pos.playing or entity.controller != player:
        return False
    kind = board.zone_kind(entity)
    if frame.kind == "dynasty":
        return kind in board.SLOTS and entity.up and pos.card(number).type == "character"
    return kind == "hand" or board.lent(pos, number)


def _as_attachment(pos: Position, number: int, move: Move) -> bool:
    """Whether a move plays a card as an attachment: it is one, or the move names a card to attach it to."""
    return pos.card(number).type == "attachment" or bool(move.picks)


def _place_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Judge the place a card is played to: a host (`l5r/3.2.2#4`), the conflict (`l5r/character-cards#4`), or home."""
    number = move.subject
    name = pos.pack.name(pos, number)
    if _as_attachment(pos, number, move):
        host = move.picks[0] if len(move.picks) == 1 else 0
        allowed = pos.card(number).type == "attachment" or bool(pos.card(number).facts.get("as_attachment"))
        wrong = may_attach(pos, number, host) if allowed else "l5r/play-restrictions-and-permissions#2"
        return [
            Check(
                "attaches",
                wrong or "l5r/attachment-cards#5",
                f"{name} must have a card to be attached to",
                not wrong,
                why_not_attached(pos, number, host, wrong) if wrong else "",
            ),
            Check(
                "no fate",
                "l5r/play-and-put-into-play#3",
                "fate is placed only on characters that enter play",
                move.amount == 0,
                f"{move.amount} is placed on {name}",
            ),
        ]
    if move.words != (INTO_CONFLICT,):
        needed = "a character is played home or into the conflict"
        saw = f"“{' '.join(move.words)}” is neither"
        return [Check("place", "l5r/3.2.2#5", needed, not move.words, saw)]
    conflict = board.conflict(pos)
    side = board.side_of(conflict, player) if conflict else ""
    wrong = values.may_participate(pos, number, conflict, side) if conflict else "l5r/3.2.2#5"
    if conflict and not wrong and frame.kind != "conflict":
        wrong = "l5r/3.2.2#5"
    needed = f"{name} must be able to join the conflict it is played into"
    saw = "no conflict is under way in this window" if wrong == "l5r/3.2.2#5" else f"{name} cannot participate in it"
    return [Check("conflict", wrong or "l5r/3.2.2#5", needed, not wrong, saw)]


def _checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Judge every condition of playing a card in the window of this frame."""
    number = move.subject
    held = playable(pos, player, number, frame)
    where = "faceup characters in provinces" if frame.kind == "dynasty" else "cards in hand"
    needed = f"in this window {pos.player_name(player)} plays {where}"
    checks = [Check("from", _from_rule(pos, number, frame), needed, held, "" if held else board.lies(pos, number))]
    if not held or not pos.card(number).id:
        return checks
    return [*checks, *_card_checks(pos, player, move, frame)]


def _card_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Judge the conditions of playing a card, apart from where it is played from."""
    number = move.subject
    card = pos.card(number)
    name = pos.pack.name(pos, number)
    host, who = move.picks[0] if move.picks else 0, pos.player_name(player)
    met = _unmet_restriction(pos, player, number)
    cost = price(pos, player, number, host)
    fate = may_have(pos, player, "fate")
    limited = values.has_keyword(pos, number, "limited")
    ban = _ban_on_playing(pos, player, number)
    barred = move.amount > 0 and has(pos, number, "cannot", "be_given_fate_from_province") and frame.kind == "dynasty"
    return [
        Check(
            "type",
            "l5r/play-and-put-into-play#1",
            "characters and attachments are played so",
            card.type in ("character", "attachment"),
            f"{name} is {with_article(card.type)}",
        ),
        Check(
            "unique",
            "l5r/unique-cards#1",
            "a player may control one copy of a unique card",
            not copy_in_play(pos, player, number),
            f"{who} controls {name} already",
        ),
        limited_check(pos, player, number, "l5r/limited#1", limited),
        Check(
            "restriction",
            "l5r/play-restrictions-and-permissions#1",
            met.needed or f"the text of {name} must allow it",
            not met.needed,
            met.saw,
        ),
        Check(
            "cannot",
            "l5r/cannot#1",
            FORBIDDEN,
            not ban,
            forbidden_by(pos, givers(pos, player, "cannot", ban), f"{who} to play {name}") if ban else "",
        ),
        *_place_checks(pos, player, move, frame),
        Check("cost", "l5r/initiation-2#1", f"{name} costs {cost} fate", fate >= cost, told(pos, player, "fate", fate)),
        Check(
            "fate",
            "l5r/fate#5",
            f"{move.amount} more fate is placed on {name}",
            _enough_left(fate - cost, move.amount),
            f"{who} has {at_most(pos, player, 'fate')}{fate - cost} left after the cost",
        ),
        Check(
            "may place",
            "l5r/cannot#1",
            f"more fate may be placed on {name} unless a card says that none can be",
            not barred,
            told_by(pos, number, "cannot", "be_given_fate_from_province") if barred else "",
        ),
    ]


def could_play_on(pos: Position, player: str, number: int, host: int) -> bool:
    """Whether an ability could have a player play an attachment on a host now.

    Every condition of playing it is asked for but where it comes from, which the ability says.
    """
    move = Move("play", number, picks=(host,))
    return all(check.holds for check in _card_checks(pos, player, move, pos.table.top))


def _enough_left(left: int, extra: int) -> bool | None:
    """Whether the fate left after the cost is enough to place `extra` fate on the character.

    Placing no extra fate is always possible. If not even the cost can be paid, the answer is None.
    """
    if extra == 0:
        return True
    return None if left < 0 else 0 < extra <= left


def _from_rule(pos: Position, number: int, frame: Frame) -> str:
    """Return the clause about where cards are played from that fits this card in this window.

    Outside 1.4 cards are played from hand. At 1.4 they are not, and in a province only faceup cards may be played.
    """
    if frame.kind != "dynasty":
        return "l5r/action-windows#4"
    entity = pos.table.entities.get(number)
    if entity is None or board.zone_kind(entity) == "hand":
        return "l5r/1.4#5"
    lies_facedown = board.zone_kind(entity) in board.SLOTS and not entity.up
    return "l5r/facedown-province#5" if lies_facedown else "l5r/1.4#2"


_MET = Told("", "")


def _unmet_restriction(pos: Position, player: str, number: int) -> Told:
    """Return the restriction printed on a card (`plays_if` in its card file) that keeps a player from playing it now.

    Its `needed` is empty if there is none.
    """
    if _restriction_met(pos, player, number):
        return _MET
    text = str(pos.card(number).facts.get("plays_if"))
    name = pos.pack.name(pos, number)
    return Teller(Context(pos, number, player)).why_not(text) or Told(
        f"the text of {name} must allow it", "it does not now"
    )


def _restriction_met(pos: Position, player: str, number: int) -> bool:
    """Whether what is printed on a card (`plays_if` in its card file) lets a player play it now."""
    text = pos.card(number).facts.get("plays_if")
    if not text:
        return True
    context = Context(pos, number, player)
    return truth(pos.pack.filter(str(text))(context), context)


def _ban_on_playing(pos: Position, player: str, number: int) -> str:
    """Return the prohibition on a player to play cards of this type, at all or during conflicts; "" for none."""
    kind = pos.card(number).type
    bans = [f"play_{kind}s", *([f"play_{kind}s_in_conflict"] if board.conflict(pos) is not None else [])]
    return next((ban for ban in bans if values.forbidden(pos, player, ban)), "")


def _offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    """Yield the ways to play a card here, each without extra fate and, for a character, with up to 3 more."""
    for number in _candidates(pos, player, frame):
        if not _restriction_met(pos, player, number):
            continue
        for move in _ways_to_play(pos, number, frame):
            if _legal(pos, player, move, frame):
                yield move
                if not move.picks:
                    yield from _with_extra_fate(pos, player, move, frame)


def _with_extra_fate(pos: Position, player: str, move: Move, frame: Frame) -> Iterator[Move]:
    """Yield the same move with 1 to 3 extra fate where that is legal; larger amounts are not listed."""
    left = may_have(pos, player, "fate") - price(pos, player, move.subject)
    for extra in range(1, min(left, 3) + 1):
        more = Move("play", move.subject, words=move.words, amount=extra)
        if _legal(pos, player, more, frame):
            yield more


def _legal(pos: Position, player: str, move: Move, frame: Frame) -> bool:
    """Whether every condition of playing a card holds."""
    return all(check.holds for check in _checks(pos, player, move, frame))


def _candidates(pos: Position, player: str, frame: Frame) -> list[int]:
    """Return the cards among which a player may find one to play in the window of this frame."""
    if frame.kind == "dynasty":
        return board.lying(pos, player)
    lent = [
        number for effect in pos.table.effects.values() if "allow:play:has" in effect.data for number in effect.affects
    ]
    return list(pos.zone(player, "hand")) + lent


def _ways_to_play(pos: Position, number: int, frame: Frame) -> Iterator[Move]:
    """Yield a move for each place a card could be played to: home, the conflict, or a host."""
    card = pos.card(number)
    if card.type == "character":
        yield Move("play", number)
        if frame.kind == "conflict":
            yield Move("play", number, words=(INTO_CONFLICT,))
    if card.type == "attachment" or card.facts.get("as_attachment"):
        yield from (Move("play", number, picks=(host,)) for host in hosts(pos, number))


def _perform(pos: Position, player: str, move: Move, frame: Frame) -> None:
    begin_playing(pos, player, move)


def begin_playing(pos: Position, player: str, move: Move) -> None:
    """Open the frame in which a card is played; end the price reductions it uses, and count it if it is limited."""
    number = move.subject
    host = move.picks[0] if move.picks else 0
    cost = price(pos, player, number, host)
    use_up(pos, player, number, host)
    count_limited(pos, player, number)
    entity = pos.entity(number)
    data: Slots = {
        "entity": number,
        "player": player,
        "price": cost,
        "host": host,
        "playing": number,
        "from": entity.zone,
    }
    data |= {"fate": move.amount, "place": move.words[0] if move.words else ""}
    pos.emit(FrameOpened("playing", data))


def pay(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the card's cost in fate is paid, unless it costs nothing.

    Of fate that nobody wrote, as much is supposed as the cost and the extra fate need.
    `l5r/initiation-4#1`, `l5r/cost#1`, `l5r/fate#1`
    """
    amount = frame.number("price")
    top_up(pos, frame.text("player"), "fate", amount + frame.number("fate"))
    if amount:
        pos.open_next(
            frame,
            "moment",
            {"cost": True},
            (Occurrence("paid", player=frame.text("player"), amount=amount, note="fate"),),
        )
    return None


def enter(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the card enters play; close the frame instead if its cost was not paid in full.

    A card that was not paid for stays where it was (`l5r/cost#8`).
    """
    results = frame.names("results")
    if any(result != State.HAPPENED for result in results) and not frame.data.get("forced"):
        pos.emit(FrameClosed(frame.id, Outcome.PREVENTED))
        return None
    number, player = frame.number("entity"), frame.text("player")
    entered = Occurrence("entered", number, player, other=frame.number("host"), note="played", to=frame.text("place"))
    pos.open_next(frame, "moment", None, (entered, Occurrence("played", number, player, note=frame.text("from"))))
    return None


def add_fate(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which extra fate from the player's pool is placed on the card, if the move named any.

    `l5r/1.4#6`, `l5r/3.2.2#6`
    """
    if frame.number("fate"):
        part = Occurrence(
            "placed", frame.number("entity"), frame.text("player"), frame.number("fate"), to=frame.text("player")
        )
        pos.open_next(frame, "moment", None, (part,))
    return None


PLAY = Action("play", _offers, _checks, _perform)
"""Playing a character or an attachment in an action window."""


def played(pos: Position, player: str, entity: Entity, ability: Ability) -> tuple[Occurrence, ...]:
    """Return the occurrence that an event card is played, if the ability is an event card's; otherwise nothing.

    In a conflict the use of an action is counted, if a card on the table asks which action was first.
    """
    conflict = board.conflict(pos)
    if conflict is not None and ability.kind == "action" and _asks_for_the_first(pos):
        pos.emit(UseCounted(f"action {player}", conflict.id))
    if pos.card(entity.id).type != "event":
        return ()
    return (Occurrence("played", entity.id, player, note=entity.zone),)


def _asks_for_the_first(pos: Position) -> bool:
    cards = (pos.pack.cards.get(entity.card) for entity in pos.table.entities.values())
    return any(card is not None and any(part.kind == "forced constant" for part in card.abilities) for card in cards)


def discard_played(pos: Position, frame: Frame) -> None:
    """Put a played event card into its owner's discard pile before the reaction window, cancelled or not.

    Nothing is done if it has left the hand or deck already. `l5r/event-cards#3`, `l5r/event-cards#4`, `l5r/cancel#5`,
    `l5r/play-and-put-into-play#8`
    """
    number = frame.number("playing")
    if number and pos.entity(number).zone.endswith((".hand", "_deck")) and pos.card(number).type == "event":
        pos.emit(Moved(number, f"{pos.entity(number).owner}.{discard_pile(pos, number)}", 0))


def fate_cost(
    pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
) -> tuple[Occurrence, ...]:
    """Return the fate cost of an event card played from hand, after modifiers; other abilities have none.

    While the cost is being paid, price reductions are used up and a limited card is counted.
    """
    if ability.where != "hand" or pos.card(entity.id).type != "event":
        return ()
    amount = values.price(pos, player, entity.id)
    if frame is not None:
        values.use_up(pos, player, entity.id)
        values.count_limited(pos, player, entity.id)
    return (Occurrence("paid", player=player, amount=amount, note="fate"),) if amount else ()
