"""What happens to a card that stays where it is: kneeling, standing, joining a challenge or leaving it, being seen, remembering."""

from __future__ import annotations

from ledger.events import FrameAdvanced, Marked, Occurrence, Revealed, UseCounted
from ledger.table import Frame
from rules.packs.agot2 import reading
from rules.packs.agot2.leaving import leave_challenge
from rules.position import Position
from rules.values import has


def kneels(pos: Position, occurrence: Occurrence) -> bool:
    """A card that stands, in play, and that nothing keeps standing."""
    return (
        pos.in_play(occurrence.subject)
        and not reading.kneeling(pos, occurrence.subject)
        and not has(pos, occurrence.subject, "cannot", "kneel")
    )


def kneel(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """This card alone, not what it is attached to (`agot2/attachment-cards#9`)."""
    pos.emit(Marked(occurrence.subject, "kneeling"))


def stands(pos: Position, occurrence: Occurrence) -> bool:
    """A kneeling card in play; of characters, no more than the player may still stand."""
    number = occurrence.subject
    if not pos.in_play(number) or not reading.kneeling(pos, number) or has(pos, number, "cannot", "stand_up"):
        return False
    return not reading.is_character(pos, number) or reading.stands_left(pos, occurrence.player) > 0


def stand(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """In the standing phase it is counted, for cards that limit how many a player stands."""
    pos.emit(Marked(occurrence.subject, "kneeling", False))
    phase = pos.enclosing("standing")
    if phase is not None and reading.is_character(pos, occurrence.subject):
        pos.emit(UseCounted(f"stood {occurrence.player}", phase.id))


def joins(pos: Position, occurrence: Occurrence) -> bool:
    """There is a challenge, and the character is not in it yet."""
    frame = reading.challenge(pos)
    return frame is not None and occurrence.subject not in reading.participants(pos, frame)


def join(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """On the side that is named."""
    challenge = reading.challenge(pos)
    assert challenge is not None
    here = challenge.data[occurrence.note]
    assert isinstance(here, list)
    pos.emit(FrameAdvanced(challenge.id, challenge.step, {occurrence.note: [*here, occurrence.subject]}))


def participates(pos: Position, occurrence: Occurrence) -> bool:
    """There is a challenge, and the character is in it."""
    frame = reading.challenge(pos)
    return frame is not None and occurrence.subject in reading.participants(pos, frame)


def withdraw(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The character is no longer in the challenge."""
    leave_challenge(pos, occurrence.subject)


def reveal(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Everyone is shown the card (`agot2/reveal#1`, `agot2/reveal#2`, `agot2/search#4`), which stays where it is
    (`agot2/reveal#3`)."""
    pos.emit(Revealed(occurrence.subject, tuple(pos.table.players)))


def look(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """One player sees the card and nobody else (`agot2/look-at#1`, `agot2/search#1`); it stays where it is (`agot2/look-at#2`,
    `agot2/search#5`)."""
    pos.emit(Revealed(occurrence.subject, (occurrence.player,)))


def remember(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The card is marked with what is to be remembered."""
    pos.emit(Marked(occurrence.subject, occurrence.note))
