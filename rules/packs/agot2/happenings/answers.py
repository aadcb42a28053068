"""What abilities do to what is imminent and to what is to come: saves, cancels, replacements, lasting and delayed
effects.
"""

from __future__ import annotations

from ledger.events import EffectBegan, EffectEnded, Occurrence, OccurrenceChanged, State
from ledger.table import Frame
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.resolution.effects import lasting_data

LIFTS = "lifts"
"""How a save says that it also removes the standing condition."""


def saves(pos: Position, occurrence: Occurrence) -> bool:
    """A save needs something imminent it is allowed to answer; against a standing condition it must lift that too
    (`agot2/save#4`).
    """
    frame = pos.open_frame(occurrence.other)
    if frame is None or not 0 <= occurrence.amount < len(frame.occurrences):
        return False
    answered = frame.occurrences[occurrence.amount]
    if answered.state is not State.IMMINENT or answered.subject != occurrence.subject:
        return False
    if has(pos, occurrence.subject, "cannot", "be_saved"):
        return False
    return occurrence.note == LIFTS if answered.note == "standing" else answered.note not in ("unsavable", "illegal")


def save(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The card stays; its being saved is imminent in place of what was (`agot2/triggering-condition#13`)."""
    if occurrence.note == LIFTS:
        for effect in standing_on(pos, occurrence.subject):
            pos.emit(EffectEnded(effect, occurrence.subject if len(pos.table.effects[effect].affects) > 1 else 0))
    new = Occurrence("saved", occurrence.subject, occurrence.player, source=occurrence.source)
    pos.emit(OccurrenceChanged(occurrence.other, occurrence.amount, State.SAVED, by=occurrence.source, added=(new,)))


def standing_on(pos: Position, number: int) -> list[int]:
    """The lasting effects that would go on removing a card."""
    return [
        effect.id
        for effect in pos.table.effects.values()
        if number in effect.affects and "dies_at_zero:text:has" in effect.data
    ]


def cancels(pos: Position, occurrence: Occurrence) -> bool:
    """A cancel needs an initiation that is still imminent and may be cancelled."""
    frame = pos.open_frame(occurrence.other)
    if frame is None or frame.kind != "ability" or frame.occurrences[0].state is not State.IMMINENT:
        return False
    ability = pos.pack.ability(frame.text("ability"))
    return ability is None or ability.cancellable


def cancel(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The effects will not initiate."""
    pos.emit(OccurrenceChanged(occurrence.other, 0, State.CANCELLED, by=occurrence.source))


def replaces(pos: Position, occurrence: Occurrence) -> bool:
    """A replacement needs what it replaces to be imminent."""
    frame = pos.open_frame(occurrence.other)
    return frame is not None and frame.occurrences[occurrence.amount].state is State.IMMINENT


def replace(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Another destination: the condition stays imminent and will happen (`agot2/replacement-effects#2`); the last
    replacement used applies (`agot2/replacement-effects#4`)."""
    pos.emit(
        OccurrenceChanged(occurrence.other, occurrence.amount, State.IMMINENT, by=occurrence.source, to=occurrence.to)
    )


def lasts(pos: Position, occurrence: Occurrence) -> bool:
    """A lasting effect begins only while its period runs, on a card that is in play."""
    frame = pos.open_frame(occurrence.other)
    if frame is None:
        return True
    return _period(pos, frame, int(occurrence.note)) >= 0 and (
        not occurrence.subject or pos.in_play(occurrence.subject)
    )


def _period(pos: Position, frame: Frame, wave: int) -> int:
    """The frame whose end ends the effect; -1 if that period is not running or has reached its end already."""
    ability = pos.pack.ability(frame.text("ability"))
    assert ability is not None
    sentence = (ability.later if frame.kind == "delayed" else ability.sentences)[wave]
    scope = pos.period(sentence.until)
    if sentence.until == "game":
        return 0
    if not scope or pos.table.frame(scope).data.get("ended"):
        return -1
    return scope


def begin_lasting(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The effect begins with what it gives computed now."""
    wave = int(occurrence.note)
    data = lasting_data(pos, frame, wave)
    affects: tuple[int, ...] = (occurrence.subject,) if occurrence.subject else ()
    if not occurrence.subject:
        data["player"] = occurrence.player
    scope = _period(pos, frame, wave)
    pos.emit(EffectBegan(occurrence.source, frame.text("ability"), frame.text("player"), affects, scope, data))


def delays(pos: Position, occurrence: Occurrence) -> bool:
    """A delayed effect about a card needs that card in play."""
    return not occurrence.subject or pos.in_play(occurrence.subject)


def delay(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """A delayed effect at the end of the period it was made in, or when its player wins the challenge (then it ends
    with it).
    """
    scope = pos.period(occurrence.to)
    affects = tuple(frame.numbers("target") or frame.numbers("chosen")) if occurrence.subject else ()
    data: dict[str, bool | int | str | list[int | str] | None] = {"delayed": occurrence.note, "scope": scope}
    if occurrence.note == "won":
        data["by"] = occurrence.player
    pos.emit(
        EffectBegan(
            occurrence.source,
            frame.text("ability"),
            occurrence.player,
            affects or tuple(filter(None, (occurrence.subject,))),
            scope if occurrence.note == "won" else 0,
            data,
        )
    )


def reduce(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The next card of a kind costs less."""
    scope = pos.period(occurrence.to)
    pos.emit(
        EffectBegan(
            occurrence.source,
            frame.text("ability"),
            occurrence.player,
            (),
            scope,
            {"player": occurrence.player, "reduce": occurrence.amount, "which": occurrence.note},
        )
    )
