"""The scrubber: the whole game as a rail with rounds, phases, decisions and illegal moves, and the present phase below.

Places along a rail are per cent of its width, since a policy forbids style attributes; ticks are one path each, in a
drawing that is as wide as the rail has events.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from replays.watching.course import CoursePhase, plain_title
from replays.watching.replay import Replay

MARKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""The distances that numbers on a rail may have."""
MOST_NUMBERS = 7
"""The most numbers on a rail."""
NARROW = 2.2
"""The least width of a phase, in per cent, that has room for its letter."""


class RailWord(msgspec.Struct, frozen=True):
    """A word on a rail, and where it stands."""

    x: float
    text: str
    here: bool = False

    @property
    def short(self) -> str:
        """The word where there is little room: `Round 4` is `4`, `Setup` is `S`, `Scoring phase 5` is `S5`."""
        head, _, number = self.text.rpartition(" ")
        if not number.isdecimal():
            return self.text[:1]
        return number if head == "Round" else f"{head[:1]}{number}"


class RailPhase(msgspec.Struct, frozen=True):
    """A phase on the rail: from where, how wide, its letter (empty where there is no room) and its title."""

    x: float
    width: float
    letter: str
    title: str
    here: bool


class Rail(msgspec.Struct, frozen=True):
    """One rail: its first and last event, words along it, ticks of decisions, illegal moves, and the handle."""

    first: int
    last: int
    words: tuple[RailWord, ...]
    phases: tuple[RailPhase, ...]
    ticks: str
    violations: tuple[float, ...]
    handle: float


class Scrubber(msgspec.Struct, frozen=True):
    """Both rails, the words for the present event, and the letters with what they stand for."""

    whole: Rail
    near: Rail
    text: str
    letters: tuple[tuple[str, str], ...]


def scrubber(replay: Replay, seq: int) -> Scrubber:
    """Return the scrubber of a game at an event."""
    told = replay.course("")
    here = told.phase_at(seq)
    rounds = [
        RailWord(_at(one.first, 0, told.last), one.title, here is not None and one.title == here.round)
        for one in told.rounds
    ]
    phases = [_phase(phase, told.last, phase is here) for phase in told.phases]
    whole = Rail(
        0, told.last, _with_room(rounds), tuple(phases), _ticks(replay.stops["decision"], 0, told.last),
        tuple(_at(number, 0, told.last) for number in told.violations), _at(seq, 0, told.last),
    )  # fmt: skip
    first, last = (here.first, max(here.last, here.first + 1)) if here else (0, told.last)
    inside = [number for number in told.violations if first <= number <= last]
    near = Rail(
        first, last, _numbers(first, last), (), _ticks(replay.stops["decision"], first, last),
        tuple(_at(number, first, last) for number in inside), _at(min(max(seq, first), last), first, last),
    )  # fmt: skip
    where = [f"event {seq}", *((here.round, here.title) if here else ())]
    letters = dict.fromkeys((phase.letter, plain_title(phase.title)) for phase in told.phases)
    return Scrubber(whole, near, ", ".join(word for word in where if word), tuple(letters))


def _at(seq: int, first: int, last: int) -> float:
    """Return where an event stands on a rail, in per cent of its width."""
    return round(100 * (seq - first) / max(1, last - first), 3)


def _phase(phase: CoursePhase, last: int, here: bool) -> RailPhase:
    x = _at(phase.first, 0, last)
    width = round(max(0.1, _at(phase.last + 1, 0, last) - x), 3)
    return RailPhase(x, width, phase.letter if width >= NARROW else "", f"{phase.round}, {phase.title}", here)


def _with_room(words: list[RailWord]) -> tuple[RailWord, ...]:
    """Return the words of a rail that do not stand too close to the one before, or to the end of the rail."""
    found: list[RailWord] = []
    for word in words:
        if not found or word.x - found[-1].x > 1.2 + 0.75 * len(found[-1].text):
            found.append(word)
        elif word.here:
            found[-1] = word
    return tuple(word for word in found if word.here or word.x + 0.75 * len(word.text) <= 100)


def _numbers(first: int, last: int) -> tuple[RailWord, ...]:
    """Return the numbers along the rail of one phase."""
    step = next((step for step in MARKS if (last - first) / step <= MOST_NUMBERS), MARKS[-1])
    start = -(-first // step) * step
    return tuple(RailWord(_at(number, first, last), str(number)) for number in range(start, last + 1, step))


def _ticks(stops: Iterable[int], first: int, last: int) -> str:
    """Return the path of the ticks, in events from the first of the rail."""
    return "".join(f"M{number - first} 0V10" for number in stops if first <= number <= last)
