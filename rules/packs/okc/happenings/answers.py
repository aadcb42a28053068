"""Effects that last until the end of a clash, a phase, a round or the game.

They are given by an ability that resolves in a frame, or in an effect step, where all effects happen at once.
"""

from __future__ import annotations

from ledger.events import EffectBegan, Occurrence, Slots
from ledger.table import Frame
from rules.kernel.context import Context, context_of
from rules.kernel.position import Position
from rules.kernel.values import amount_of
from rules.language.cards import Sentence


def _sentence_of(pos: Position, occurrence: Occurrence) -> tuple[Sentence, str]:
    """Return the sentence that gives something, and the key of its ability.

    The frame that resolves the ability names it; in an effect step the occurrence's note does.
    """
    frame = pos.open_frame(occurrence.other) if occurrence.other else None
    key, _, wave = occurrence.note.rpartition("@")
    if frame is not None:
        key = frame.text("ability")
    ability = pos.pack.ability(key)
    assert ability is not None
    return ability.sentences[int(wave)], key


def _context_of(pos: Position, occurrence: Occurrence, key: str) -> Context:
    """Return the context in which the sentence's words are computed."""
    frame = pos.open_frame(occurrence.other) if occurrence.other else None
    if frame is not None:
        return context_of(pos, frame)
    return Context(pos, occurrence.source, occurrence.player, pos.pack.ability(key))


def _period(pos: Position, sentence: Sentence) -> int:
    """Return the frame whose end ends the effect: 0 for the whole game, -1 if the period is not running."""
    if sentence.until == "game":
        return 0
    return pos.period(sentence.until) or -1


def can_last(pos: Position, occurrence: Occurrence) -> bool:
    """Whether the period that a lasting effect is for is running."""
    return _period(pos, _sentence_of(pos, occurrence)[0]) >= 0


def begin_lasting(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Begin a lasting effect on a card or a player; how much it gives is computed now and kept."""
    sentence, key = _sentence_of(pos, occurrence)
    context = _context_of(pos, occurrence, key)
    data: Slots = {f"{grant.word}:{grant.about}:{grant.how}": amount_of(context, grant) for grant in sentence.grants}
    if not occurrence.subject:
        data["player"] = occurrence.player
    affects = (occurrence.subject,) if occurrence.subject else ()
    pos.emit(EffectBegan(occurrence.source, key, occurrence.player, affects, _period(pos, sentence), data))
