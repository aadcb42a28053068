"""How the reader of transcripts judges a damaged game, and the figures over many of them."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

import msgspec

from replays.notation.parser import read
from replays.reading.reader import Run, run
from tests.damaged_games.damages import Damaged
from tests.damaged_games.kinds import damaged

ACCUSING_NOBODY = ("nopass", "half")
"""The kinds of damage for which a rival reading that accuses nobody is enough."""

LONGEST = 30.0
"""The most seconds of CPU that reading one transcript may take; a reader that takes longer hangs."""
SHOWN = 8
"""The most blamed lines that are listed for a game."""


class TooSlow(Exception):
    """A transcript was not read within `LONGEST` seconds of CPU."""


@contextmanager
def _time_limit() -> Iterator[None]:
    """Raise TooSlow inside the block once it has taken `LONGEST` seconds of CPU; only the main thread is watched."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"it was not read within {LONGEST:.0f} seconds of CPU")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Blame(msgspec.Struct, frozen=True):
    """A line the reader blames, and the rule a judge is told first."""

    line: int
    text: str
    rule: str


class Judged(msgspec.Struct, frozen=True):
    """A damaged game as the reader judged it.

    `right` says that it blames whom it may, `by_rival` that only a rival reading does. `clause` says that the rule told
    first for a planted line is the right one; None for other damages. `error` is the exception the run ended with.
    """

    case: Damaged
    blamed: tuple[Blame, ...]
    right: bool
    by_rival: bool
    clause: bool | None
    error: str
    cpu: float


def judge(case: Damaged) -> Judged:
    """Read a damaged transcript, and compare the lines that are blamed with those that may be."""
    began = time.process_time()
    try:
        with _time_limit():
            done = run(read(case.text))
        blamed = tuple(Blame(bad.line, bad.text, bad.reasons[0].rule if bad.reasons else "") for bad in done.violations)
    except Exception as error:  # an error of any kind is a miss, and is shown
        return Judged(case, (), False, False, None, f"{type(error).__name__}: {error}", time.process_time() - began)
    cpu = time.process_time() - began
    right = case.right(frozenset(one.line for one in blamed))
    by_rival = not right and case.kind in ACCUSING_NOBODY and any(not lines for lines in _rivals(done))
    first = [one.rule for one in blamed if one.line in case.changed] if case.clauses else []
    clause = (right and first[0] in case.clauses) if case.clauses else None
    return Judged(case, blamed, right or by_rival, by_rival, clause, "", cpu)


def _rivals(done: Run) -> Iterator[tuple[object, ...]]:
    """Yield what each rival reading blames, if the reader tells rival readings."""
    for rival in getattr(done, "rivals", ()):
        yield tuple(getattr(rival, "violations", None) or getattr(rival, "lines", None) or ())


def judge_all(packs: Iterable[str], kinds: Iterable[str], seeds: Iterable[int]) -> Iterator[Judged]:
    """Make and judge the damaged games of some packs, kinds and seeds; a game may offer no place for a kind."""
    kinds, seeds = list(kinds), list(seeds)
    for pack in packs:
        for seed in seeds:
            for kind in kinds:
                case = damaged(pack, seed, kind)
                if case is not None:
                    yield judge(case)


class Figures(msgspec.Struct):
    """Counts over some judged games."""

    count: int = 0
    right: int = 0
    by_rival: int = 0
    clauses: int = 0
    clauses_right: int = 0
    errors: int = 0
    cpu: float = 0.0

    def add(self, judged: Judged) -> None:
        """Count one more game."""
        self.count += 1
        self.right += judged.right
        self.by_rival += judged.by_rival
        self.clauses += judged.clause is not None or (bool(judged.error) and bool(judged.case.clauses))
        self.clauses_right += bool(judged.clause)
        self.errors += bool(judged.error)
        self.cpu += judged.cpu

    @property
    def percent(self) -> float:
        """How many of a hundred are right; 100 if there is none."""
        return 100 * self.right / self.count if self.count else 100.0

    @property
    def clause_percent(self) -> float:
        """How many of a hundred planted lines are blamed by the right rule; 100 if there is none."""
        return 100 * self.clauses_right / self.clauses if self.clauses else 100.0


def figures(judged: Iterable[Judged]) -> dict[tuple[str, str], Figures]:
    """Return the figures by pack and kind of damage; the pack "all" has the sums."""
    found: dict[tuple[str, str], Figures] = {}
    for one in judged:
        for pack in (one.case.pack, "all"):
            found.setdefault((pack, one.case.kind), Figures()).add(one)
    return found


def table(found: dict[tuple[str, str], Figures]) -> Iterator[str]:
    """Yield the lines of a table of figures, one for each pack and kind, the sums last."""
    yield f"{'pack':6} {'kind':9} {'right':>11} {'percent':>8} {'clause':>15} {'errors':>7} {'CPU s a file':>13}"
    for (pack, kind), one in sorted(found.items(), key=lambda item: item[0][0] == "all"):
        clause = f"{one.clauses_right} of {one.clauses} {one.clause_percent:.1f}" if one.clauses else ""
        rival = f" ({one.by_rival} by a rival reading)" if one.by_rival else ""
        yield (
            f"{pack:6} {kind:9} {f'{one.right} of {one.count}':>11} {one.percent:8.1f} {clause:>15} {one.errors:7} "
            f"{one.cpu / one.count:13.3f}{rival}"
        )


def miss(judged: Judged) -> Iterator[str]:
    """Yield the lines that tell about a game that was judged wrongly, or by another clause than the right one."""
    case = judged.case
    what = "miss" if not judged.right else "clause"
    yield f"{what}: {case.pack} seed {case.seed} {case.kind}  {case.about}"
    lines = case.text.split("\n")
    for number in case.changed:
        rules = f"  may be blamed by {', '.join(case.clauses)}" if case.clauses else ""
        what = "left out before" if case.kind in ("left-out", "choice-out") else "changed"
        yield f"    {what} {number}: {lines[number - 1]}{rules}"
    for number in case.allowed if case.kind == "left-out" else ():
        yield f"    may be blamed {number}: {lines[number - 1]}"
    if case.least == 0 and case.allowed:
        yield "    nobody need be blamed"
    for one in judged.blamed[:SHOWN]:
        yield f"    blamed {one.line}: {one.text}  by {one.rule}"
    if len(judged.blamed) > SHOWN:
        yield f"    and {len(judged.blamed) - SHOWN} more lines are blamed"
    if judged.error:
        yield f"    ERROR {judged.error}"
    elif not judged.blamed:
        yield "    nobody is blamed"
