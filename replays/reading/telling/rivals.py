"""Other readings that cost almost as little as the best one and blame somebody else, or end elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from replays.reading.ground import Ground
from replays.reading.prices import INNOCENT, OTHER_END, RIVAL
from replays.reading.readings import Fate, ReadingNode, Step, blamed, path_to
from replays.records.results import Rival
from rules.kernel.asks import CHANCE, PASS

MOST = 3
"""The most rival readings that are told."""


def rivals_of(ground: Ground, goals: list[ReadingNode]) -> tuple[Rival, ...]:
    """Return the readings that cost almost as little as the first one and refuse other lines, or end elsewhere.

    They are among the other readings of the whole transcript, or came to the same situation on the way. The cheapest
    come first.
    """
    best = goals[0]
    path, lines = path_to(best), blamed(best)
    names = {letter: seat.name or letter for letter, seat in ground.position_at(best).table.seats.items()}
    found: dict[frozenset[int], Rival] = {}
    for goal in goals[1:]:
        theirs, costs = blamed(goal), goal.cost - best.cost
        if theirs != lines or (costs <= OTHER_END and _look(ground, goal) != _look(ground, best)):
            _add(found, Rival(costs, tuple(sorted(theirs)), _told_apart(path, path_to(goal), names), theirs == lines))
    for node in path:
        for costs, other in node.rivals:
            theirs = (lines - blamed(node)) | blamed(other)
            if theirs != lines:
                here = path[: path.index(node) + 1]
                _add(found, Rival(costs, tuple(sorted(theirs)), _told_apart(here, path_to(other), names)))
    return tuple(sorted(found.values(), key=lambda rival: (rival.costs, rival.lines))[:MOST])


def _look(ground: Ground, goal: ReadingNode) -> object:
    """Return what players see on the table at the end of a reading: where each card lies, what is on it, their tokens.

    Who passed last, and which window is open, is nothing that anybody would dispute.
    """
    table = ground.position_at(goal).table
    lying = sorted(
        (
            part.zone,
            part.card,
            table.entities[part.host].card if part.host else "",
            sorted(part.marks),
            sorted(part.counters.items()),
        )
        for part in table.entities.values()
    )
    return repr((lying, table.counters, table.winners))


def _add(found: dict[frozenset[int], Rival], rival: Rival) -> None:
    """Keep a rival reading if it costs almost as little and is the cheapest that refuses these lines.

    One that refuses none may cost more.
    """
    lines = frozenset(rival.lines)
    most = RIVAL if rival.lines else INNOCENT
    if rival.costs <= most and (lines not in found or rival.costs < found[lines].costs):
        found[lines] = rival


def _told_apart(path: list[ReadingNode], other: list[ReadingNode], names: Mapping[str, str]) -> str:
    """Return in words where two readings part: what somebody would have to say to tell which of them it was.

    `names` has the players' names by letter.
    """
    for ours, theirs in zip(path, other, strict=False):
        if ours is theirs:
            continue
        if (ours.line, ours.fate) != (theirs.line, theirs.fate):
            if ours.line == theirs.line and Fate.READ in (ours.fate, theirs.fate):
                made = ours if ours.fate is Fate.READ else theirs
                if made.parent is not None and made.round != made.parent.round:
                    return f"whether line {ours.line} belongs to the round of the line before it, or to the next one"
                passed = next((step for step in made.steps[: made.cut] if step.move == PASS), None)
                if passed is not None:
                    return f"whether {names.get(passed.player, passed.player)} passed before line {ours.line}"
                return f"whether line {ours.line} was made as it is written"
            return f"whether line {ours.line or theirs.line} {ours.fate.value}, or {theirs.fate.value}"
        for mine, their in zip_longest(_moves(ours.steps), _moves(theirs.steps)):
            if mine is None or their is None or (mine.player, mine.move) != (their.player, their.move):
                return _parting(mine or their, their or mine, ours.line, names)
    return "what is written later"


def _moves(steps: Iterable[Step]) -> Iterator[Step]:
    return (step for step in steps if step.move is not None)


def _parting(mine: Step, their: Step, line: int, names: Mapping[str, str]) -> str:
    """Return in words what two readings suppose differently before a line."""
    for step in (mine, their):
        if step.move == PASS:
            return f"whether {names.get(step.player, step.player)} passed before line {line}"
    if CHANCE in (mine.player, their.player):
        return f"what chance brought before line {line}"
    return f"what {names.get(mine.player, mine.player)} chose before line {line}"
