"""Choosing the stretch of a record that a diagram shows.

By default that is the outermost trigger sequence around an event. Where there is none, it is the outermost frame around
the event that is no part of the round itself, else the innermost frame, else the events nearest to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from ledger.entries import Entry
from replays.errors import ReplayError
from replays.meaning.frame_kinds import TRIGGER_FRAMES, framework_kinds
from replays.records.walk import Span, enclosing, spans, violations
from rules.kernel.pack import Pack

MARGIN = 12
"""Events shown on either side of an event that is in no frame at all."""


class Stretch(msgspec.Struct, frozen=True):
    """The events of a record from `first` to `last`.

    A frame at depth `base` of the record's stack is at depth 0 of the diagram. `frame` is the frame that the stretch
    consists of (0: it is not a single frame).
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
    """Return the stretch that was asked for; by default the one around the last violation, or else the deepest one.

    `frame` asks for the frame which that event opened, `start` and `stop` for everything between two events, and `at`
    for the outermost trigger sequence around an event; of these the first that is given counts. Raise `ReplayError` for
    an event the record does not have, a `frame` that is none, or a `stop` before `start`.
    """
    found = spans(entries)
    end = entries[-1].seq + len(entries[-1].events) - 1 if entries else 0
    for number in (at, frame, start, stop):
        if number is not None and not 1 <= number <= end:
            raise ReplayError(f"the game has no event {number}; its last is event {end}")
    if frame is not None:
        return _of_frame(found, frame)
    if start is not None or stop is not None:
        return _between(found, start or 1, stop or end)
    number = at if at is not None else _most_interesting(entries, found, pack)
    return _around(found, number, end, pack)


def _of_frame(found: list[Span], number: int) -> Stretch:
    """Return the stretch of the frame that an event opened."""
    for span in found:
        if span.id == number:
            return Stretch(span.id, span.last, span.depth, span.id)
    around = enclosing(found, number)
    hint = f"; event {number} is inside frame {around[-1].id}" if around else ""
    raise ReplayError(f"no frame was opened by event {number}{hint}")


def _between(found: list[Span], start: int, stop: int) -> Stretch:
    """Return the stretch between two events; its depth 0 is the shallowest level that occurs between them."""
    if stop < start:
        raise ReplayError(f"--from {start} comes after --to {stop}")
    depths = [len(enclosing(found, number)) - 1 for number in (start, stop)]
    base = min([*depths, *(span.depth - 1 for span in found if start < span.id <= stop)])
    return Stretch(start, stop, max(0, base))


def _around(found: list[Span], number: int, end: int, pack: Pack) -> Stretch:
    """Return the stretch of the outermost trigger sequence around an event.

    If there is none, it is the outermost frame that is no part of the round itself, else the innermost frame of any
    kind, else some events before and after.
    """
    stack = enclosing(found, number)
    root = next((span for span in stack if span.kind in TRIGGER_FRAMES), None)
    if root is None:
        framework = framework_kinds(pack)
        root = next((span for span in stack if span.kind not in framework), None)
    if root is None and stack:
        root = stack[-1]
    if root is None:
        return Stretch(max(1, number - MARGIN), min(end, number + MARGIN), 0)
    return Stretch(root.id, root.last, root.depth, root.id)


def _most_interesting(entries: Sequence[Entry], found: list[Span], pack: Pack) -> int:
    """Return the event of the last violation, else one in the deepest nest of trigger sequences.

    In a game that does not nest them, it is an event of the deepest nest of procedures.
    """
    broken = violations(entries)
    if broken:
        return max(broken, key=lambda place: broken[place][-1][0])
    depth, number = _deepest(found, lambda span: span.kind in TRIGGER_FRAMES)
    if depth > 1:
        return number
    framework = framework_kinds(pack)
    deeper, place = _deepest(found, lambda span: span.kind not in framework)
    return (_outermost(found, place, framework) if deeper > depth else number) or (found[-1].id if found else 1)


def _deepest(found: list[Span], counts: Callable[[Span], bool]) -> tuple[int, int]:
    """Return how many frames that count are nested directly in each other at most, and the innermost of them.

    Of several nests equally deep, the one with the longest outermost frame is taken.
    """
    spans_of = {span.id: span for span in found}
    nests: dict[int, tuple[int, int]] = {}
    best, number = (0, 0), 0
    for span in found:
        if not counts(span):
            continue
        above = nests.get(span.parent)
        nests[span.id] = (above[0] + 1, above[1]) if above else (1, span.id)
        depth, root = nests[span.id]
        if (depth, spans_of[root].events) > best:
            best, number = (depth, spans_of[root].events), span.id
    return best[0], number


def _outermost(found: list[Span], number: int, framework: frozenset[str]) -> int:
    """Return the outermost frame around an event that is no part of the round itself."""
    return next(span.id for span in enclosing(found, number) if span.kind not in framework)
