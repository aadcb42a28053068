"""Occurrences about effects: lasting and delayed ones, reductions, cancels, replacements and modified bids."""

from __future__ import annotations

from ledger.events import EffectBegan, FrameAdvanced, Occurrence, OccurrenceChanged, Slots, State
from ledger.table import Frame
from rules.kernel.context import sentences_of
from rules.kernel.position import Position
from rules.packs.l5r.happenings.tokens import Row, always
from rules.resolution.effects import lasting_data


def _period(pos: Position, frame: Frame, wave: int) -> int:
    """The frame whose end ends the effect; -1 if that period is not running or over (`l5r/lasting-effects#6`)."""
    until = sentences_of(pos, frame)[wave].until
    if until == "game":
        return 0
    scope = pos.period(until)
    period = pos.open_frame(scope) if scope else None
    return scope if period is not None and not period.data.get("ended") else -1


def _lasts(pos: Position, part: Occurrence) -> bool:
    frame = pos.open_frame(part.other)
    return frame is None or _period(pos, frame, int(part.note)) >= 0


def _last(pos: Position, part: Occurrence, frame: Frame) -> None:
    """It gives what it gave when it began, to what was there then.

    `l5r/lasting-effects#3`, `l5r/lasting-effects#4`, `l5r/event-cards#5`
    """
    wave = int(part.note)
    data = lasting_data(pos, frame, wave)
    affects: tuple[int, ...] = (part.subject,) if part.subject else ()
    if not part.subject:
        data["player"] = part.player
    pos.emit(EffectBegan(part.source, frame.text("ability"), part.player, affects, _period(pos, frame, wave), data))


def _delay(pos: Position, part: Occurrence, frame: Frame) -> None:
    """A delayed effect waits for its moment (`l5r/delayed-effects#1`): the end of a period, or a conflict won."""
    kind, period = part.note, part.to
    scope = pos.period(period)
    affects = tuple(frame.numbers("target") or frame.numbers("chosen") or ([part.subject] if part.subject else []))
    data: Slots = {"delayed": kind, "scope": scope}
    pos.emit(EffectBegan(part.source, frame.text("ability"), part.player, affects, 0, data))


def _reduce(pos: Position, part: Occurrence, frame: Frame) -> None:
    scope = pos.period(part.to)
    data: Slots = {"player": part.player, "reduce": part.amount, "which": part.note, "host": part.other}
    pos.emit(EffectBegan(part.source, frame.text("ability"), part.player, (), scope, data))


def _cancels(pos: Position, part: Occurrence) -> bool:
    frame = pos.open_frame(part.other)
    if frame is None or frame.kind != "ability" or frame.occurrences[0].state is not State.IMMINENT:
        return False
    ability = pos.pack.ability(frame.text("ability"))
    return ability is None or ability.cancellable


def _cancel(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(OccurrenceChanged(part.other, 0, State.CANCELLED, by=part.source))


def _replaces(pos: Position, part: Occurrence) -> bool:
    frame = pos.open_frame(part.other)
    return (
        frame is not None
        and 0 <= part.amount < len(frame.occurrences)
        and frame.occurrences[part.amount].state is State.IMMINENT
    )


def _replace(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The condition stays imminent and will count as having happened; the last replacement used applies.

    `l5r/replacement-effects#4`; one that changes whom it happens to makes it another condition (`l5r/sequence-2#4`, `l5r/would#2`).
    """
    subject = part.subject if part.note == "subject" else None
    pos.emit(OccurrenceChanged(part.other, part.amount, State.IMMINENT, by=part.source, to=part.to, subject=subject))


def bidding(pos: Position) -> Frame | None:
    """The frame of the bid being resolved: a duel, else the draw phase."""
    return pos.enclosing("duel") or pos.enclosing("draw")


def _bids(pos: Position, part: Occurrence) -> bool:
    frame = bidding(pos)
    if frame is None:
        return False
    return part.amount > 0 or pos.table.count(part.player, "dial") + frame.number(f"change {part.player}") > 0


def _rebid(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The bid is modified, the dial is not (`l5r/bid-value#3`)."""
    bid = bidding(pos)
    assert bid is not None
    name = f"change {part.player}"
    pos.emit(FrameAdvanced(bid.id, bid.step, {name: bid.number(name) + part.amount}))


LASTING: tuple[Row, ...] = (
    ("lasting", _last, _lasts, "{holder} is given a lasting effect", "l5r/lasting-effects#1"),
    ("delaying", _delay, always, "something will happen later in the {to}", "l5r/delayed-effects#1"),
    ("reducing", _reduce, always, "the next one costs {who} {n} less", "l5r/initiation-3#1"),
    ("cancelling", _cancel, _cancels, "cancel the effects", "l5r/cancel#1"),
    ("replacing", _replace, _replaces, "something else will happen instead", "l5r/replacement-effects#1"),
    ("rebid", _rebid, _bids, "{who}'s bid changes by {n}", "l5r/bid-value#1"),
)
