"""Choices written behind a use, such as `on low` in `A play song on low`: where they are asked for, and when never."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ledger.events import FrameClosed, FrameOpened, Outcome
from replays.meaning.fit import ELSEWHERE, JudgedPoint
from replays.meaning.written_moves import WrittenMove, choice_line
from replays.notation.lines import Said, SaidPart
from replays.reading.later_lines import GENERIC
from replays.records.recording import Recording

if TYPE_CHECKING:
    from replays.reading.runner import Runner


def frame_of(recording: Recording, said: Said) -> int:
    """Return the number of the frame that a written move just opened, or 0; its choices are asked for inside."""
    entry = recording.entries[-1]
    opened = [entry.seq + at for at, event in enumerate(entry.events) if isinstance(event, FrameOpened)]
    return opened[0] if opened and entry.line == said.number else 0


def applied_and_open(runner: Runner, said: Said) -> bool:
    """Whether a use was just made though it is illegal, and is still resolving: then its choices were made, too."""
    frames = {frame.id for frame in runner.recording.table.frames}
    return runner.last is not None and runner.last.applied and frame_of(runner.recording, said) in frames


def choice(runner: Runner, said: Said, part: SaidPart) -> WrittenMove:
    """Return a choice written behind a use as a move of its own: `on low` as `A choose low`."""
    return runner.word(choice_line(said, part, runner.names, runner.recording.pos))


def alone(said: Said) -> Said:
    """Return a choice with its own words as the text of its line.

    Other players have answered the use since, so that the use stands and only the choice may be refused.
    """
    refs = (ref for part in said.parts for ref in part.items)
    names = [f"{ref.owner}." * bool(ref.owner) + (f'"{ref.text}"' if ref.quoted else ref.text) for ref in refs]
    return msgspec.structs.replace(said, source=f"{said.player} {said.verb} {', '.join(names)}", remark="")


def never_asked(recording: Recording, inside: int, best: JudgedPoint | None) -> bool:
    """Whether a choice was never asked for because the use in frame `inside` was cancelled.

    `best` is the point that fits the choice best; one that could have been meant rules this out.
    """
    if not inside or (best is not None and best.fit < ELSEWHERE):
        return False
    later = (event for entry in recording.entries if entry.seq + len(entry.events) > inside for event in entry.events)
    closed = [event.outcome for event in later if isinstance(event, FrameClosed) and event.frame == inside]
    return Outcome.CANCELLED in closed


def answered_first(runner: Runner, best: JudgedPoint | None) -> Said | None:
    """Return the next line, marked as done, if it answers a use before the choice written behind the use is asked for.

    After `A play song on low`, the line `B play judgment` may cancel the song before `low` is chosen. `best` is the
    point that fits the choice best; None is returned if that one could have been meant.
    """
    if best is not None and best.fit < ELSEWHERE:
        return None
    ask = runner.recording.ask()
    other = runner.coming.answers_now(ask, runner.line, runner.recording.pos) if ask is not None else None
    if other is not None:
        runner.coming.done.add(other.number)
    return other


def stray(runner: Runner, said: Said) -> bool:
    """Whether a line `choose` or `say` answers something that was refused or cancelled just before.

    Then nothing asks for it any more.
    """
    before = next((line for line in reversed(runner.coming.moves) if line.number < said.number), None)
    if before is None or said.verb not in GENERIC:
        return False
    if any(bad.line == before.number and not bad.applied for bad in runner.violations):
        return True
    since = (entry for at, entry in enumerate(runner.recording.entries) if at >= runner.anchor.place)
    return any(
        isinstance(event, FrameClosed) and event.outcome is Outcome.CANCELLED
        for entry in since
        for event in entry.events
    )
