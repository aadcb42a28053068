"""Other readings that cost almost as little as the best one and blame somebody else: the judge is told of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from replays.reading.prices import RIVAL
from replays.reading.readings import ReadingNode, Step, blamed, path_to
from replays.records.results import Rival

MOST = 3
"""The most rival readings that are told."""


def rivals_of(goals: list[ReadingNode]) -> tuple[Rival, ...]:
    """Return the readings that cost at most `RIVAL` more than the first one and refuse other lines, the cheapest first.

    They are among the other readings of the whole transcript, or came to the same situation on the way.
    """
    best = goals[0]
    path, lines = path_to(best), blamed(best)
    merged = ((cost, other, node) for node in path for cost, other in node.rivals)
    found: dict[frozenset[int], Rival] = {}
    for goal in goals[1:]:
        _add(found, goal.cost - best.cost, blamed(goal), lines, path, path_to(goal))
    for cost, other, node in merged:
        here = path[: path.index(node) + 1]
        theirs = (lines - blamed(node)) | blamed(other)
        _add(found, cost, theirs, lines, here, path_to(other))
    return tuple(sorted(found.values(), key=lambda rival: (rival.costs, rival.lines))[:MOST])


def _add(
    found: dict[frozenset[int], Rival],
    costs: int,
    theirs: frozenset[int],
    ours: frozenset[int],
    path: list[ReadingNode],
    other: list[ReadingNode],
) -> None:
    """Keep a rival reading if it blames other lines and is the cheapest that does so."""
    if theirs == ours or costs > RIVAL or (theirs in found and found[theirs].costs <= costs):
        return
    found[theirs] = Rival(costs, tuple(sorted(theirs)), _told_apart(path, other))


def _told_apart(path: list[ReadingNode], other: list[ReadingNode]) -> str:
    """Return in words where two readings part: what somebody would have to say to tell which of them it was."""
    for ours, theirs in zip(path, other, strict=False):
        if ours is theirs:
            continue
        if (ours.line, ours.fate) != (theirs.line, theirs.fate):
            return f"whether of line {ours.line or theirs.line} {_say(ours)}, or {_say(theirs)}"
        for mine, their in zip(_implied(ours.steps), _implied(theirs.steps), strict=False):
            if (mine.player, mine.move) != (their.player, their.move):
                return f"whether {_step(mine)} before line {ours.line}, or {_step(their)}"
        if len(ours.steps) != len(theirs.steps):
            longer = max(ours.steps, theirs.steps, key=len)
            extra = longer[min(len(ours.steps), len(theirs.steps)) - 1]
            return f"whether {_step(extra)} before line {ours.line}"
    return "what is written later"


def _implied(steps: Iterable[Step]) -> Iterator[Step]:
    return (step for step in steps if step.move is not None)


def _say(node: ReadingNode) -> str:
    """Return what became of a node's line, as part of a sentence."""
    return f"it is true that {node.fate.value}"


def _step(step: Step) -> str:
    """Return a step as part of a sentence: who did what."""
    if step.move is None:
        return "a card was shown"
    return f"{step.player} passed" if step.move.verb == "pass" else f"{step.player} did `{step.move.verb}`"
