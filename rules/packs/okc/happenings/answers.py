"""What lasts: something given until the end of a clash, a phase, a round or the game, by an ability or a simultaneous
effect.
"""

from __future__ import annotations

from ledger.events import EffectBegan, Occurrence, Slots
from ledger.table import Frame
from rules.kernel.context import Context, context_of
from rules.kernel.position import Position
from rules.kernel.values import amount_of
from rules.language.cards import Sentence


def _sentence(pos: Position, occurrence: Occurrence) -> tuple[Sentence, str]:
    """The sentence that gives, and its ability: named by the frame that resolves it or, in an effect step, by the note."""
    frame = pos.open_frame(occurrence.other) if occurrence.other else None
    key, _, wave = occurrence.note.rpartition("@")
    if frame is not None:
        key = frame.text("ability")
    ability = pos.pack.ability(key)
    assert ability is not None
    return ability.sentences[int(wave)], key


def _context(pos: Position, occurrence: Occurrence, key: str) -> Context:
    frame = pos.open_frame(occurrence.other) if occurrence.other else None
    if frame is not None:
        return context_of(pos, frame)
    return Context(pos, occurrence.source, occurrence.player, pos.pack.ability(key))


def _period(pos: Position, sentence: Sentence) -> int:
    """The frame whose end ends it; -1 if that period is not running."""
    if sentence.until == "game":
        return 0
    return pos.period(sentence.until) or -1


def lasts(pos: Position, occurrence: Occurrence) -> bool:
    """Whether the period it lasts for is running."""
    return _period(pos, _sentence(pos, occurrence)[0]) >= 0


def last(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """What is given is computed as it begins."""
    sentence, key = _sentence(pos, occurrence)
    context = _context(pos, occurrence, key)
    data: Slots = {f"{grant.word}:{grant.about}:{grant.how}": amount_of(context, grant) for grant in sentence.grants}
    if not occurrence.subject:
        data["player"] = occurrence.player
    affects = (occurrence.subject,) if occurrence.subject else ()
    pos.emit(EffectBegan(occurrence.source, key, occurrence.player, affects, _period(pos, sentence), data))
