"""Which stretch of a record a diagram shows: by default the smallest frame that holds the whole trigger sequence around
an event.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from ledger.entries import Entry
from replays.diagrams.frame_kinds import NESTED, framework_kinds
from replays.errors import ReplayError
from replays.records.walk import Span, enclosing, spans, violations
from rules.kernel.pack import Pack

MARGIN = 12
"""Events told around one that is in no frame at all."""


class Stretch(msgspec.Struct, frozen=True):
    """Events `first` to `last`; depth is counted from frames at `base` of the stack. `frame` is the root, if it is one
    frame.
    """

    first: int
    last: int
    base: int
    frame: int = 0


def choose(
    entries: Sequence[Entry],
    pack: Pack,
    at: int | None = None,
    frame: int | None = None,
    start: int | None = None,
    stop: int | None = None,
) -> Stretch:
    """The stretch that was asked for, or the one most worth seeing."""
    found = spans(entries)
    end = entries[-1].seq + len(entries[-1].events) - 1 if entries else 0
    for number in (at, frame, start, stop):
        if number is not None and not 1 <= number <= end:
            raise ReplayError(f"the record has events 1 to {end}, not {number}")
    if frame is not None:
        return _frame(found, frame)
    if start is not None or stop is not None:
        return _between(found, start or 1, stop or end)
    number = at if at is not None else _interesting(entries, found, pack)
    return _around(found, number, end, pack)


def _frame(found: list[Span], number: int) -> Stretch:
    for span in found:
        if span.id == number:
            return Stretch(span.id, span.last, span.depth, span.id)
    around = enclosing(found, number)
    hint = f"; event {number} is inside frame {around[-1].id}" if around else ""
    raise ReplayError(f"no frame was opened by event {number}{hint}")


def _between(found: list[Span], start: int, stop: int) -> Stretch:
    if stop < start:
        raise ReplayError(f"--from {start} comes after --to {stop}")
    depths = [len(enclosing(found, number)) - 1 for number in (start, stop)]
    base = min([*depths, *(span.depth - 1 for span in found if start < span.id <= stop)])
    return Stretch(start, stop, max(0, base))


def _around(found: list[Span], number: int, end: int, pack: Pack) -> Stretch:
    stack = enclosing(found, number)
    root = next((span for span in stack if span.kind in NESTED), None)
    if root is None:
        framework = framework_kinds(pack)
        root = next((span for span in stack if span.kind not in framework), None)
    if root is None and stack:
        root = stack[-1]
    if root is None:
        return Stretch(max(1, number - MARGIN), min(end, number + MARGIN), 0)
    return Stretch(root.id, root.last, root.depth, root.id)


def _interesting(entries: Sequence[Entry], found: list[Span], pack: Pack) -> int:
    """The last violation; else the deepest point of the deepest trigger sequence; in a game without nested ones, its
    deepest procedure.
    """
    broken = violations(entries)
    if broken:
        return max(broken, key=lambda place: broken[place][-1][0])
    depth, number = _deepest(found, lambda span: span.kind in NESTED)
    if depth > 1:
        return number
    framework = framework_kinds(pack)
    deeper, place = _deepest(found, lambda span: span.kind not in framework)
    return (_root_of(found, place, framework) if deeper > depth else number) or (found[-1].id if found else 1)


def _deepest(found: list[Span], counts: Callable[[Span], bool]) -> tuple[int, int]:
    """How deep frames that count are nested without a break, and where; the longest outermost one wins among equals."""
    spans_of = {span.id: span for span in found}
    depths: dict[int, tuple[int, int]] = {}
    best, number = (0, 0), 0
    for span in found:
        if not counts(span):
            continue
        above = depths.get(span.parent)
        depths[span.id] = (above[0] + 1, above[1]) if above else (1, span.id)
        depth, root = depths[span.id]
        if (depth, spans_of[root].events) > best:
            best, number = (depth, spans_of[root].events), span.id
    return best[0], number


def _root_of(found: list[Span], number: int, framework: frozenset[str]) -> int:
    """An event of the outermost frame around a place that is no part of the round itself, and of nothing inside it."""
    root = next(span for span in enclosing(found, number) if span.kind not in framework)
    return root.id
