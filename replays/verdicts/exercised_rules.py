"""The rules a record exercises: those of its steps and questions, and of every condition that was judged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from ledger.entries import Entry
from ledger.events import (
    Event,
    FrameAdvanced,
    FrameOpened,
    GameEnded,
    Move,
    OccurrenceChanged,
    State,
    ViolationNoted,
)
from ledger.table import Table
from replays.notation.lines import Expect
from replays.records.rejudging import answer
from replays.records.results import Run
from rules.engine import advance
from rules.kernel.pack import Pack
from rules.kernel.position import Position


class ExercisedRules(msgspec.Struct):
    """The rules a record exercises: of steps, of what was done, of conditions that held and of those that failed.

    `steps` also holds the rules of its procedures and questions; `done` those of the abilities used, of what happened,
    and of the game's end.
    """

    steps: set[str] = set()
    done: set[str] = set()
    held: set[str] = set()
    failed: set[str] = set()

    @property
    def rules(self) -> set[str]:
        """All of them together."""
        return self.steps | self.done | self.held | self.failed


def exercise(pack: Pack, entries: Iterable[Entry]) -> ExercisedRules:
    """Go through the entries of a record and return the rules it exercises."""
    found = ExercisedRules()
    position = Position(pack, Table())
    for entry in entries:
        made = answer(entry)
        if made is not None:
            _collect_conditions(position, *made, found)
        position.ask = None
        for event in entry.events:
            _collect_steps(position, event, found)
            position.emit(event)
        position.log.clear()
    found.steps.discard("")
    found.done.discard("")
    return found


def _collect_conditions(position: Position, player: str, move: Move, found: ExercisedRules) -> None:
    """Add the rule of the question a move answers, and those of the move's conditions that were evaluated."""
    ask = advance(position)
    if ask is None:
        return
    found.steps.add(ask.rule)
    for check in ask.checks(position, player, move):
        if check.holds is not None:
            (found.held if check.holds else found.failed).add(check.rule)


def _collect_steps(position: Position, event: Event, found: ExercisedRules) -> None:
    """Add the rules an event exercises: of the step it leads to, of what happens by it, or of a violation it notes."""
    if isinstance(event, FrameOpened):
        procedure = position.pack.procedures[event.kind]
        found.steps |= {procedure.rule, procedure.steps[0].rule if procedure.steps else ""}
        if event.kind == "moment":
            found.steps.add(position.pack.sequence.imminent)
        ability = position.pack.ability(str(event.data.get("ability", ""))) if event.data else None
        if ability is not None:
            found.done.add(ability.rule)
    elif isinstance(event, FrameAdvanced):
        steps = position.pack.procedures[position.table.frame(event.frame).kind].steps
        if event.step < len(steps):
            found.steps.add(steps[event.step].rule)
    elif isinstance(event, OccurrenceChanged):
        found.done |= _happening_rules(position, event)
    elif isinstance(event, ViolationNoted):
        found.failed |= set(event.rules)
    elif isinstance(event, GameEnded):
        found.done.add(event.reason)


def _happening_rules(position: Position, event: OccurrenceChanged) -> set[str]:
    """Return the rules of the kinds of occurrences that an event lets happen or replaces."""
    if event.state not in (State.HAPPENED, State.PARTLY, State.REPLACED):
        return set()
    parts = position.table.frame(event.frame).occurrences
    happening = [parts[event.index]] if event.index >= 0 else [part for part in parts if part.state is State.IMMINENT]
    return {position.pack.happenings[part.kind].rule for part in happening if part.kind in position.pack.happenings}


def exercised(runs: Mapping[str, Run]) -> dict[str, dict[str, list[str]]]:
    """Return for each rule that playthroughs exercise the names of those that do, by the way they do.

    `runs` are the runs of the playthroughs by file name.

    The ways are `judged`, `done` and `stepped`: a condition with this rule was judged there; what the rule says was
    done there, or an expectation that cites it held; or a step with this rule was only gone through. A playthrough
    stands under the first of them that holds. Names are without `.lw`.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for name, run_of in runs.items():
        seen: set[str] = set()
        for way, rules in _ways(run_of):
            for rule in sorted(rules - seen - {""}):
                found.setdefault(rule, {}).setdefault(way, []).append(name.removesuffix(".lw"))
            seen |= rules
    return dict(sorted(found.items()))


def _ways(done: Run) -> list[tuple[str, set[str]]]:
    """Return the rules a run exercises by how it does: judged, done, stepped."""
    found = exercise(done.pack, done.entries)
    refused = {check.rule for one in done.violations for check in one.checks if check.holds is not None}
    return [
        ("judged", found.held | found.failed | refused),
        ("done", found.done | _expected_rules(done)),
        ("stepped", found.steps),
    ]


def _expected_rules(done: Run) -> set[str]:
    """Return the clauses that expectations which held name, or cite in the remark behind them."""
    held = {item.line for item in done.expected if item.held}
    cited = re.compile(rf"{re.escape(done.pack.id)}/[a-z0-9][a-z0-9.-]*#[0-9]+")
    lines = [line for line in done.document if isinstance(line, Expect) and line.number in held]
    return {rule for line in lines for rule in cited.findall(f"{line.rule} {line.remark}")}
