"""What happens to pawns and tokens: Heralds, Supporters, markers, influence and lore, hand limits, drawn cards."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Counted, Moved, Occurrence
from ledger.table import Frame
from rules.kernel.position import Position
from rules.packs.okc import board
from rules.shared.unknown_plots import ASSUMED

Apply = Callable[[Position, Occurrence, Frame], None]
Could = Callable[[Position, Occurrence], bool]
Row = tuple[str, Apply, Could, str, str]
"""A kind of occurrence: what it does, whether it could, its sentence, and the clause it stands on."""


def always(pos: Position, occurrence: Occurrence) -> bool:
    """Return True: for occurrences that can always happen."""
    return True


def _enqueue(pos: Position, kind: str, item: list[int | str]) -> None:
    """Open a frame that serves players one after another, or add to its queue if it is already the innermost one."""
    top = pos.table.top
    if top.kind == kind:
        waiting = top.data["queue"]
        assert isinstance(waiting, list)
        pos.patch(top, {"queue": [*waiting, *item]})
    else:
        pos.open(kind, {"queue": item})


def _can_gain(pos: Position, occurrence: Occurrence) -> bool:
    """Whether tokens are gained: there are any, and they are not influence of a reward that was claimed with markers.

    Such a reward gives no influence, printed or by its text (`okc/four-markers#2`).
    """
    claim = pos.enclosing("claim") if occurrence.note == "influence" else None
    if claim is not None and claim.data.get("markers") and occurrence.source in pos.table.zones["map"]:
        return False
    return occurrence.amount > 0


def _gain(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Give a player tokens from the reserve (`okc/gaining-tokens#1`).

    Added lore may be spent at once (`okc/lore#2`).
    """
    pos.emit(Counted(occurrence.player, occurrence.note, occurrence.amount))
    if occurrence.note == "lore":
        _enqueue(pos, "acquiring", [occurrence.player])


def _can_lose(pos: Position, occurrence: Occurrence) -> bool:
    return occurrence.amount > 0 and pos.table.count(occurrence.player, occurrence.note) > 0


def _lose(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Take tokens from a player's supply, as many as there are: no supply falls below 0 (`okc/limits-hold#2`)."""
    amount = min(occurrence.amount, pos.table.count(occurrence.player, occurrence.note))
    if amount:
        pos.emit(Counted(occurrence.player, occurrence.note, -amount))


def _can_pay(pos: Position, occurrence: Occurrence) -> bool:
    enough = pos.table.count(occurrence.player, occurrence.note) >= occurrence.amount
    return enough or board.unstated(pos, occurrence.note, occurrence.player)


def _pay(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    top_up(pos, occurrence.player, occurrence.note, occurrence.amount)
    _lose(pos, occurrence, frame)


def top_up(pos: Position, player: str, what: str, amount: int) -> None:
    """Give a player who pays more tokens than are known the missing ones, and note that as assumed.

    Nothing happens if the player has enough, or if the position states the player's tokens.
    """
    missing, frame = amount - pos.table.count(player, what), pos.enclosing("round")
    if missing > 0 and frame is not None and board.unstated(pos, what, player):
        says = f"the {what} of {player} is not stated; assumed: it included the {missing} missing here"
        pos.emit(Counted(player, what, missing))
        pos.remember(frame, f"{ASSUMED} {what} {player}", says)


def _stealable(pos: Position, occurrence: Occurrence) -> bool:
    """Whether the victim is another player and has any of these tokens."""
    return occurrence.to != occurrence.player and pos.table.count(occurrence.to, occurrence.note) > 0


def _steal(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move tokens from an opponent's supply to the thief's, as many as there are (`okc/stealing-tokens#1`)."""
    amount = min(occurrence.amount, pos.table.count(occurrence.to, occurrence.note))
    pos.emit(Counted(occurrence.to, occurrence.note, -amount))
    pos.emit(Counted(occurrence.player, occurrence.note, amount))
    if occurrence.note == "lore":
        _enqueue(pos, "acquiring", [occurrence.player])


def _put_token(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Counted(occurrence.subject, occurrence.note, occurrence.amount))


def _can_put_token(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a card can get these tokens, or lose them if the amount is negative."""
    return pos.entity(occurrence.subject).counters.get(occurrence.note, 0) + occurrence.amount >= 0


def _draw(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Let a player draw, in a frame of its own, since drawing may bring attrition.

    A draw noted `to limit` counts its cards only when its turn comes.
    """
    amount: int | str = "limit" if occurrence.note == "to limit" else occurrence.amount
    _enqueue(pos, "drawing", [occurrence.player, amount])


def _can_draw(pos: Position, occurrence: Occurrence) -> bool:
    """Whether drawing changes anything. A full hand takes no card, but a draw from an empty deck is still attrition.

    Drawing up to the limit with a full hand changes nothing at all.
    """
    full = len(pos.zone(occurrence.player, "hand")) >= board.limit(pos, occurrence.player)
    return not (full and (occurrence.note == "to limit" or bool(pos.zone(occurrence.player, "deck"))))


def _change_limit(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Change a hand limit, up to eight and down to three at most (`okc/hand-limit-bounds#1`, `#2`)."""
    old = board.limit(pos, occurrence.player)
    new = max(board.LEAST_LIMIT, min(board.MOST_LIMIT, old + occurrence.amount))
    if new != old:
        pos.emit(Counted(occurrence.player, "limit", new - old))


def _can_change_limit(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a hand limit is not yet at the bound it would move towards."""
    old = board.limit(pos, occurrence.player)
    return old < board.MOST_LIMIT if occurrence.amount > 0 else old > board.LEAST_LIMIT


def _move_herald(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move a player's Herald to a location, or home to the player board if none is named (`okc/herald#1`)."""
    pos.emit(Moved(board.herald(pos, occurrence.player), occurrence.to or f"{occurrence.player}.herald"))


def _support(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move Supporters from the player board to a region, as many as there are."""
    amount = min(occurrence.amount, pos.table.count(occurrence.player, "supporters"))
    pos.emit(Counted(occurrence.player, "supporters", -amount))
    pos.emit(Counted(occurrence.player, f"supporters-{occurrence.to}", amount))


def _can_support(pos: Position, occurrence: Occurrence) -> bool:
    return pos.table.count(occurrence.player, "supporters") > 0


def _recallable(pos: Position, occurrence: Occurrence) -> int:
    """Return how many Supporters a player has in the place they would be taken back from."""
    if occurrence.to == "losses":
        return pos.table.count(occurrence.player, "supporters-lost")
    return board.supporters_on(pos, occurrence.player, occurrence.to)


def _can_recall(pos: Position, occurrence: Occurrence) -> bool:
    return occurrence.amount > 0 and _recallable(pos, occurrence) > 0


def _recall(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Take Supporters back to the player board from the losses or a region.

    On a region, those that have fought are taken first.
    """
    left = min(occurrence.amount, _recallable(pos, occurrence))
    pos.emit(Counted(occurrence.player, "supporters", left))
    if occurrence.to == "losses":
        pos.emit(Counted(occurrence.player, "supporters-lost", -left))
        return
    spent = min(left, pos.table.count(occurrence.player, f"fought-{occurrence.to}"))
    for counter, amount in ((f"fought-{occurrence.to}", spent), (f"supporters-{occurrence.to}", left - spent)):
        if amount:
            pos.emit(Counted(occurrence.player, counter, -amount))


def _mark(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Put faction markers on a location, or into a council as votes. They never run out (`okc/faction-markers#1`)."""
    if occurrence.to in board.COUNCILS:
        pos.emit(Counted(occurrence.player, f"markers-{occurrence.to}", occurrence.amount))
    else:
        place = board.location_entity(pos, occurrence.to)
        pos.emit(Counted(place, f"markers-{occurrence.player}", occurrence.amount))


def _open_offer(kind: str) -> Apply:
    """Return the function that opens a frame in which the occurrence's player may govern, travel or claim."""

    def apply(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
        pos.open(kind, {"player": occurrence.player, "from": list(occurrence.note.split()), "to": occurrence.to})

    return apply


TOKENS: tuple[Row, ...] = (
    ("gained", _gain, _can_gain, "{who} gains {n} {what}", "okc/gaining-tokens#1"),
    ("lost", _lose, _can_lose, "{who} loses {n} {what}", "okc/limits-hold#2"),
    ("paid", _pay, _can_pay, "{who} pays {n} {what}", "okc/reserve#1"),
    ("stolen", _steal, _stealable, "{who} steals {n} {what} from {to}", "okc/stealing-tokens#1"),
    ("token", _put_token, _can_put_token, "{n} {what} on {it}", "okc/influence#3"),
    ("drew", _draw, _can_draw, "{who} draws {cards}", "okc/year-start-1#2"),
    ("attrition", _change_limit, always, "attrition strikes {who}", "okc/resolving-attrition#2"),
    ("limited", _change_limit, _can_change_limit, "the hand limit of {who} changes by {n}", "okc/hand-limit-marker#1"),
    ("heralded", _move_herald, always, "the Herald of {who} goes {herald}", "okc/herald#1"),
    ("supported", _support, _can_support, "{who} places {n} {supporters} on the {to}", "okc/placing-supporters#2"),
    ("recalled", _recall, _can_recall, "{who} takes {n} {supporters} back from the {to}", "okc/supporters#3"),
    ("marked", _mark, always, "{who} places {n} {markers} {at}", "okc/council-of-secrets#2"),
    ("may-govern", _open_offer("governing"), always, "{who} may govern", "okc/govern#3"),
    ("may-travel", _open_offer("travelling"), always, "{who} may travel", "okc/travel#4"),
    ("rewarded", _open_offer("claim"), always, "{who} claims the reward of the {to}", "okc/location-rewards#4"),
)
"""The kinds of occurrences of this module."""
