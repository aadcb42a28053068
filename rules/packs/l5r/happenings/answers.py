"""Occurrences that act on other effects and bids: lasting, delayed, reducing, cancelling, replacing, changing a bid."""

from __future__ import annotations

import msgspec

from ledger.events import EffectBegan, FrameAdvanced, Occurrence, OccurrenceChanged, Slots, State
from ledger.table import Frame
from rules.kernel.context import sentences_of
from rules.kernel.position import Position
from rules.packs.l5r.happenings.tokens import Row, always
from rules.resolution.effects import lasting_data


def _period(pos: Position, frame: Frame, wave: int) -> int:
    """Return the number of the frame with which a lasting effect of this sentence ends; 0 for the whole game.

    It is -1 if that period is not running or has already ended (`l5r/lasting-effects#6`).
    """
    until = sentences_of(pos, frame)[wave].until
    if until == "game":
        return 0
    scope = pos.period(until)
    period = pos.open_frame(scope) if scope else None
    return scope if period is not None and not period.data.get("ended") else -1


def _can_last(pos: Position, part: Occurrence) -> bool:
    """Whether the period a lasting effect is to last for is running."""
    frame = pos.open_frame(part.other)
    return frame is None or _period(pos, frame, int(part.note)) >= 0


def _begin_lasting(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Begin a lasting effect on one card, or on a player if the occurrence names no card.

    What it gives is computed now and stays so, for what is affected now (`l5r/lasting-effects#3`,
    `l5r/lasting-effects#4`, `l5r/event-cards#5`).
    """
    wave = int(part.note)
    data = lasting_data(pos, frame, wave)
    affects: tuple[int, ...] = (part.subject,) if part.subject else ()
    if not part.subject:
        data["player"] = part.player
    pos.emit(EffectBegan(part.source, frame.text("ability"), part.player, affects, _period(pos, frame, wave), data))


def _delay(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Begin a delayed effect, which waits for its moment: the end of a period, or this conflict being won.

    `l5r/delayed-effects#1`
    """
    kind, scope = part.note, pos.period(part.to)
    affects = tuple(frame.numbers("target") or frame.numbers("chosen") or ([part.subject] if part.subject else []))
    data: Slots = {"delayed": kind, "scope": scope}
    pos.emit(EffectBegan(part.source, frame.text("ability"), part.player, affects, 0, data))


def _reduce(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Begin an effect that makes the next card of a kind cheaper for a player, until a period ends."""
    scope = pos.period(part.to)
    data: Slots = {"player": part.player, "reduce": part.amount, "which": part.note, "host": part.other}
    pos.emit(EffectBegan(part.source, frame.text("ability"), part.player, (), scope, data))


def _can_cancel(pos: Position, part: Occurrence) -> bool:
    """Whether the ability named by the occurrence is still about to initiate, and may be cancelled."""
    frame = pos.open_frame(part.other)
    if frame is None or frame.kind != "ability" or frame.occurrences[0].state is not State.IMMINENT:
        return False
    ability = pos.pack.ability(frame.text("ability"))
    return ability is None or ability.cancellable


def _cancel(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Cancel the initiation of an ability: its effects never come."""
    pos.emit(OccurrenceChanged(part.other, 0, State.CANCELLED, by=part.source))


def _can_replace(pos: Position, part: Occurrence) -> bool:
    """Whether the occurrence to be replaced, number `amount` of the frame `other`, is still about to happen, and what
    is to happen instead could happen.

    A character that could not be honored or dishonored itself receives nothing in place of another
    (`l5r/target#10`, `l5r/personal-honor#8`, `l5r/personal-honor#9`).
    """
    frame = pos.open_frame(part.other)
    if frame is None or not 0 <= part.amount < len(frame.occurrences):
        return False
    replaced = frame.occurrences[part.amount]
    if replaced.state is not State.IMMINENT:
        return False
    instead = _instead(part, replaced)
    return instead is None or pos.pack.happenings[instead.kind].could(pos, instead)


def _instead(part: Occurrence, replaced: Occurrence) -> Occurrence | None:
    """Return what is to happen in place of the replaced occurrence; None if it only does not happen."""
    if part.note == "subject":
        return msgspec.structs.replace(replaced, subject=part.subject)
    kind = next((kind for word, kind in _INSTEAD.items() if part.to.startswith(f"instead {word} ")), "")
    return Occurrence(kind, part.subject, replaced.player, source=part.source) if kind else None


_INSTEAD = {"discard": "discarded", "status": "status-lost"}
"""What a replacement names in `to`, and the kind of occurrence that is."""


def _replace(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Change what an imminent occurrence will do, or to whom; of several replacements the last one used applies.

    It stays imminent (`l5r/replacement-effects#4`). If it is now to happen to another card, that is a new condition in
    place of the old one (`l5r/sequence-2#4`, `l5r/would#2`).
    """
    subject = part.subject if part.note == "subject" else None
    pos.emit(OccurrenceChanged(part.other, part.amount, State.IMMINENT, by=part.source, to=part.to, subject=subject))


def _bidding_frame(pos: Position) -> Frame | None:
    """Return the frame in which players have bid: a duel, else the draw phase."""
    return pos.enclosing("duel") or pos.enclosing("draw")


def _can_change_bid(pos: Position, part: Occurrence) -> bool:
    """Whether there is a bid to raise, or one above 0 to lower."""
    frame = _bidding_frame(pos)
    if frame is None:
        return False
    return part.amount > 0 or pos.table.count(part.player, "dial") + frame.number(f"change {part.player}") > 0


def _change_bid(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Modify a player's bid, which is not what the dial shows (`l5r/bid-value#3`)."""
    bidding = _bidding_frame(pos)
    assert bidding is not None
    slot = f"change {part.player}"
    pos.emit(FrameAdvanced(bidding.id, bidding.step, {slot: bidding.number(slot) + part.amount}))


ANSWERS: tuple[Row, ...] = (
    ("lasting", _begin_lasting, _can_last, "{holder} is given a lasting effect", "l5r/lasting-effects#1"),
    ("delaying", _delay, always, "something will happen later in the {to}", "l5r/delayed-effects#1"),
    ("reducing", _reduce, always, "the next one costs {who} {n} less", "l5r/initiation-3#1"),
    ("cancelling", _cancel, _can_cancel, "cancel the effects", "l5r/cancel#1"),
    ("replacing", _replace, _can_replace, "something else will happen instead", "l5r/replacement-effects#1"),
    ("rebid", _change_bid, _can_change_bid, "{who}'s bid changes by {n}", "l5r/bid-value#1"),
)
"""The kinds of occurrence that act on other effects and bids."""
