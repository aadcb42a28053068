"""Occurrences that answer what is imminent or begin effects: saves, cancels, replacements, lasting and delayed effects.

An answer points at what it answers: `other` is the frame, `amount` the index of the occurrence in it (for a cancel
always the first). For each kind there is a function that carries it out (`save`) and, where it may be impossible, one
that says whether it could do anything now (`can_save`).
"""

from __future__ import annotations

from ledger.events import EffectBegan, Occurrence, OccurrenceChanged, Slots, State
from ledger.table import Frame
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.agot2.zones import DESTINATION
from rules.resolution.effects import lasting_data


def savable(part: Occurrence) -> bool:
    """Whether a card can be saved from an occurrence: it would leave play, is not sacrificed, and saves are allowed.

    Nothing saves from a sacrifice (`agot2/sacrifice#2`), nor from what says that it "cannot be saved" (`agot2/save#3`).
    """
    return part.kind in DESTINATION and part.kind != "sacrificed" and part.note != "unsavable"


def can_save(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a save could be made: the removal it answers is imminent for the same card, and saves help against it.

    They do not if one part of the removing effect says that the card cannot be saved. Whether a save lifts a standing
    condition is asked before it is initiated, not here: a save that does not lift it saves the card until the attempt
    is over, and then the condition removes it (`agot2/save#4`).
    """
    frame = pos.open_frame(occurrence.other)
    if frame is None or not 0 <= occurrence.amount < len(frame.occurrences):
        return False
    answered = frame.occurrences[occurrence.amount]
    if answered.state is not State.IMMINENT or answered.subject != occurrence.subject:
        return False
    if any(part.note == "unsavable" for _, part in _imminent(frame, occurrence.subject)):
        return False
    return not has(pos, occurrence.subject, "cannot", "be_saved")


def save(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Save a card: that it is saved is now imminent in place of its removal (`agot2/triggering-condition#13`).

    It is saved from the whole effect, so from every part that would remove it now (`agot2/save#1`).
    """
    answered = pos.open_frame(occurrence.other)
    assert answered is not None
    by = occurrence.source
    added: tuple[Occurrence, ...] = (Occurrence("saved", occurrence.subject, occurrence.player, source=by),)
    for index, part in _imminent(answered, occurrence.subject):
        if savable(part):
            pos.emit(OccurrenceChanged(answered.id, index, State.SAVED, by=by, added=added))
            added = ()


def _imminent(frame: Frame, number: int) -> list[tuple[int, Occurrence]]:
    """Return the imminent occurrences of a frame that are about a card, each with its index."""
    return [
        (index, part)
        for index, part in enumerate(frame.occurrences)
        if part.subject == number and part.state is State.IMMINENT
    ]


def can_cancel(pos: Position, occurrence: Occurrence) -> bool:
    """Whether the initiation that a cancel answers is still imminent and may be cancelled."""
    frame = pos.open_frame(occurrence.other)
    if frame is None or frame.kind != "ability" or frame.occurrences[0].state is not State.IMMINENT:
        return False
    ability = pos.pack.ability(frame.text("ability"))
    return ability is None or ability.cancellable


def cancel(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Cancel the initiation of the ability whose frame is `occurrence.other`, so that its effects do not resolve."""
    pos.emit(OccurrenceChanged(occurrence.other, 0, State.CANCELLED, by=occurrence.source))


def can_replace(pos: Position, occurrence: Occurrence) -> bool:
    """Whether the occurrence that a replacement answers is still imminent."""
    frame = pos.open_frame(occurrence.other)
    return frame is not None and frame.occurrences[occurrence.amount].state is State.IMMINENT


def replace(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Send a card that is about to leave play to another zone than usual.

    The occurrence stays imminent and will have happened (`agot2/replacement-effects#2`); the last replacement used
    applies (`agot2/replacement-effects#4`).
    """
    pos.emit(
        OccurrenceChanged(occurrence.other, occurrence.amount, State.IMMINENT, by=occurrence.source, to=occurrence.to)
    )


def can_last(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a lasting effect could begin: its period has not ended, and the card it is on, if any, is in play.

    While the frame of its ability (`occurrence.other`) is not open, the period is not known, and the answer is yes.
    """
    frame = pos.open_frame(occurrence.other)
    if frame is None:
        return True
    return _period(pos, frame, int(occurrence.note)) >= 0 and (
        not occurrence.subject or pos.in_play(occurrence.subject)
    )


def begin_lasting(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Begin a lasting effect on a card or a player; how much it gives is computed now and stays so."""
    wave = int(occurrence.note)
    data = lasting_data(pos, frame, wave)
    affects: tuple[int, ...] = (occurrence.subject,) if occurrence.subject else ()
    if not occurrence.subject:
        data["player"] = occurrence.player
    scope = _period(pos, frame, wave)
    pos.emit(EffectBegan(occurrence.source, frame.text("ability"), frame.text("player"), affects, scope, data))


def _period(pos: Position, frame: Frame, wave: int) -> int:
    """Return the frame whose end ends the lasting effect of an ability's sentence `wave`.

    0 is the whole game, -1 a period that is not running or has reached its end already.
    """
    ability = pos.pack.ability(frame.text("ability"))
    assert ability is not None
    sentence = (ability.later if frame.kind == "delayed" else ability.sentences)[wave]
    scope = pos.period(sentence.until)
    if sentence.until == "game":
        return 0
    if not scope or pos.table.frame(scope).data.get("ended"):
        return -1
    return scope


def can_delay(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a delayed effect could begin: the card it is about, if any, is in play."""
    return not occurrence.subject or pos.in_play(occurrence.subject)


def delay(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Begin a delayed effect that resolves at the end of a period, or when its player wins the challenge.

    `note` says which, `ended` or `won`; `to` names the period. An effect that waits for a win expires with its
    challenge.
    """
    scope = pos.period(occurrence.to)
    affects = tuple(frame.numbers("target") or frame.numbers("chosen")) if occurrence.subject else ()
    data: Slots = {"delayed": occurrence.note, "scope": scope}
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
    """Begin an effect by which the player's next card that fits the filter in `note` costs less.

    It lasts until such a card is paid for or the period in `to` ends.
    """
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
