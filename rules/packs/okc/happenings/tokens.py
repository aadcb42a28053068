"""What happens to pawns and tokens: Heralds, Supporters, markers, influence and lore, hand limits, drawn cards."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Counted, Moved, Occurrence
from ledger.table import Frame
from rules.kernel.position import Position
from rules.packs.okc import board

Row = tuple[str, Callable[[Position, Occurrence, Frame], None], Callable[[Position, Occurrence], bool], str, str]


def _queue(pos: Position, kind: str, item: list[int | str]) -> None:
    """Open a frame that serves players one after another, or stand in line if it is already waiting to begin."""
    top = pos.table.top
    if top.kind == kind:
        waiting = top.data["queue"]
        assert isinstance(waiting, list)
        pos.patch(top, {"queue": [*waiting, *item]})
    else:
        pos.open(kind, {"queue": item})


def _gains(pos: Position, occurrence: Occurrence) -> bool:
    """A reward claimed with markers gives no influence, printed or by its text (`okc/four-markers#2`)."""
    claim = pos.enclosing("claim") if occurrence.note == "influence" else None
    if claim is not None and claim.data.get("markers") and occurrence.source in pos.table.zones["map"]:
        return False
    return occurrence.amount > 0


def _gain(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """From the reserve; adding lore is the moment in which lore may be spent (`okc/gaining-tokens#1`, `okc/lore#2`)."""
    pos.emit(Counted(occurrence.player, occurrence.note, occurrence.amount))
    if occurrence.note == "lore":
        _queue(pos, "acquiring", [occurrence.player])


def _loses(pos: Position, occurrence: Occurrence) -> bool:
    return occurrence.amount > 0 and pos.table.count(occurrence.player, occurrence.note) > 0


def _lose(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """No supply falls below 0 (`okc/limits-hold#2`)."""
    amount = min(occurrence.amount, pos.table.count(occurrence.player, occurrence.note))
    if amount:
        pos.emit(Counted(occurrence.player, occurrence.note, -amount))


def _can_pay(pos: Position, occurrence: Occurrence) -> bool:
    return pos.table.count(occurrence.player, occurrence.note) >= occurrence.amount


def _stealable(pos: Position, occurrence: Occurrence) -> bool:
    return occurrence.to != occurrence.player and pos.table.count(occurrence.to, occurrence.note) > 0


def _steal(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """From an opponent's supply to the thief's, as far as there is any (`okc/stealing-tokens#1`)."""
    amount = min(occurrence.amount, pos.table.count(occurrence.to, occurrence.note))
    pos.emit(Counted(occurrence.to, occurrence.note, -amount))
    pos.emit(Counted(occurrence.player, occurrence.note, amount))
    if occurrence.note == "lore":
        _queue(pos, "acquiring", [occurrence.player])


def _token(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Counted(occurrence.subject, occurrence.note, occurrence.amount))


def _token_fits(pos: Position, occurrence: Occurrence) -> bool:
    return pos.entity(occurrence.subject).counters.get(occurrence.note, 0) + occurrence.amount >= 0


def _draw(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Drawing may bring attrition, so it has a frame of its own; `to limit` counts when its turn comes."""
    amount: int | str = "limit" if occurrence.note == "to limit" else occurrence.amount
    _queue(pos, "drawing", [occurrence.player, amount])


def _draws(pos: Position, occurrence: Occurrence) -> bool:
    """Drawing up to the limit changes nothing with a full hand; a draw from an empty deck does, it is attrition."""
    full = len(pos.zone(occurrence.player, "hand")) >= board.limit(pos, occurrence.player)
    return not (full and (occurrence.note == "to limit" or bool(pos.zone(occurrence.player, "deck"))))


def _change_limit(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Up to eight and down to three; what would cross is ignored (`okc/hand-limit-bounds#1`, `#2`)."""
    old = board.limit(pos, occurrence.player)
    new = max(board.LEAST_LIMIT, min(board.MOST_LIMIT, old + occurrence.amount))
    if new != old:
        pos.emit(Counted(occurrence.player, "limit", new - old))


def _limit_changes(pos: Position, occurrence: Occurrence) -> bool:
    old = board.limit(pos, occurrence.player)
    return old < board.MOST_LIMIT if occurrence.amount > 0 else old > board.LEAST_LIMIT


def _always(pos: Position, occurrence: Occurrence) -> bool:
    return True


def _herald(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """To a location, or home to the player board (`okc/herald#1`)."""
    pos.emit(Moved(board.herald(pos, occurrence.player), occurrence.to or f"{occurrence.player}.herald"))


def _support(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    amount = min(occurrence.amount, pos.table.count(occurrence.player, "supporters"))
    pos.emit(Counted(occurrence.player, "supporters", -amount))
    pos.emit(Counted(occurrence.player, f"supporters-{occurrence.to}", amount))


def _supports(pos: Position, occurrence: Occurrence) -> bool:
    return pos.table.count(occurrence.player, "supporters") > 0


def _from(pos: Position, occurrence: Occurrence) -> int:
    if occurrence.to == "losses":
        return pos.table.count(occurrence.player, "supporters-lost")
    return board.supporters_on(pos, occurrence.player, occurrence.to)


def _recalls(pos: Position, occurrence: Occurrence) -> bool:
    return occurrence.amount > 0 and _from(pos, occurrence) > 0


def _recall(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """From the losses or a region back to the player board; on a region those that still count go last."""
    left = min(occurrence.amount, _from(pos, occurrence))
    pos.emit(Counted(occurrence.player, "supporters", left))
    if occurrence.to == "losses":
        pos.emit(Counted(occurrence.player, "supporters-lost", -left))
        return
    spent = min(left, pos.table.count(occurrence.player, f"fought-{occurrence.to}"))
    for counter, amount in ((f"fought-{occurrence.to}", spent), (f"supporters-{occurrence.to}", left - spent)):
        if amount:
            pos.emit(Counted(occurrence.player, counter, -amount))


def _mark(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Faction markers on a location, or into a council as votes; they are unlimited (`okc/faction-markers#1`)."""
    if occurrence.to in board.COUNCILS:
        pos.emit(Counted(occurrence.player, f"markers-{occurrence.to}", occurrence.amount))
    else:
        place = board.location_entity(pos, occurrence.to)
        pos.emit(Counted(place, f"markers-{occurrence.player}", occurrence.amount))


def _offer(kind: str) -> Callable[[Position, Occurrence, Frame], None]:
    def apply(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
        pos.open(kind, {"player": occurrence.player, "from": list(occurrence.note.split()), "to": occurrence.to})

    return apply


TABLE: tuple[Row, ...] = (
    ("gained", _gain, _gains, "{who} gains {n} {what}", "okc/gaining-tokens#1"),
    ("lost", _lose, _loses, "{who} loses {n} {what}", "okc/limits-hold#2"),
    ("paid", _lose, _can_pay, "{who} pays {n} {what}", "okc/reserve#1"),
    ("stolen", _steal, _stealable, "{who} steals {n} {what} from {to}", "okc/stealing-tokens#1"),
    ("token", _token, _token_fits, "{n} {what} on {it}", "okc/influence#3"),
    ("drew", _draw, _draws, "{who} draws", "okc/year-start-1#2"),
    ("attrition", _change_limit, _always, "attrition strikes {who}", "okc/resolving-attrition#2"),
    ("limited", _change_limit, _limit_changes, "the hand limit of {who} changes by {n}", "okc/hand-limit-marker#1"),
    ("heralded", _herald, _always, "the Herald of {who} goes to {to}", "okc/herald#1"),
    ("supported", _support, _supports, "{who} places {n} Supporters on the {to}", "okc/placing-supporters#2"),
    ("recalled", _recall, _recalls, "{who} takes {n} Supporters back from the {to}", "okc/supporters#3"),
    ("marked", _mark, _always, "{who} places {n} markers on {to}", "okc/council-of-secrets#2"),
    ("may-govern", _offer("governing"), _always, "{who} may govern", "okc/govern#3"),
    ("may-travel", _offer("travelling"), _always, "{who} may travel", "okc/travel#4"),
    ("rewarded", _offer("claim"), _always, "{who} claims the reward of the {to}", "okc/location-rewards#4"),
)
