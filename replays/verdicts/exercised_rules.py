"""The rules a record exercises: those of its steps and questions, and of every condition that was judged."""

from __future__ import annotations

import re
from collections.abc import Iterable

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
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.rejudging import answer
from replays.records.results import Run
from rules.catalogue import playthroughs
from rules.engine import advance
from rules.kernel.pack import Pack
from rules.kernel.position import Position


class ExercisedRules(msgspec.Struct):
    """The rules a record exercises: of the steps it went through, of conditions that held, and of those that failed.

    `steps` also holds the rules of its procedures and questions, the abilities used, what happened, and the game's end.
    """

    steps: set[str] = set()
    held: set[str] = set()
    failed: set[str] = set()

    @property
    def rules(self) -> set[str]:
        """The rules of steps, of conditions that held and of those that failed, together."""
        return self.steps | self.held | self.failed


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
            found.steps.add(ability.rule)
    elif isinstance(event, FrameAdvanced):
        steps = position.pack.procedures[position.table.frame(event.frame).kind].steps
        if event.step < len(steps):
            found.steps.add(steps[event.step].rule)
    elif isinstance(event, OccurrenceChanged):
        found.steps |= _happening_rules(position, event)
    elif isinstance(event, ViolationNoted):
        found.failed |= set(event.rules)
    elif isinstance(event, GameEnded):
        found.steps.add(event.reason)


def _happening_rules(position: Position, event: OccurrenceChanged) -> set[str]:
    """Return the rules of the kinds of occurrences that an event lets happen or replaces."""
    if event.state not in (State.HAPPENED, State.PARTLY, State.REPLACED):
        return set()
    parts = position.table.frame(event.frame).occurrences
    happening = [parts[event.index]] if event.index >= 0 else [part for part in parts if part.state is State.IMMINENT]
    return {position.pack.happenings[part.kind].rule for part in happening if part.kind in position.pack.happenings}


def run_playthroughs(game: str) -> dict[str, Run]:
    """Run every playthrough of a pack and return the runs by file name."""
    return {name: run(read(text, name)) for name, text in playthroughs(game)}


def exercised(game: str) -> dict[str, tuple[str, ...]]:
    """Run all playthroughs of a pack and return, for each rule they exercise, the names of those that do.

    A rule that an expectation cites counts as exercised if the expectation held. Names are without `.lw`.
    """
    found: dict[str, list[str]] = {}
    for name, done in run_playthroughs(game).items():
        for violation in done.violations:
            for check in violation.checks:
                if check.holds is not None:
                    _add(found, check.rule, name)
        for rule in exercise(done.pack, done.entries).rules | _expected_rules(done):
            _add(found, rule, name)
    return {rule: tuple(names) for rule, names in sorted(found.items())}


def _expected_rules(done: Run) -> set[str]:
    """Return the clauses that expectations which held name, or cite in the remark behind them."""
    held = {item.line for item in done.expected if item.held}
    cited = re.compile(rf"{re.escape(done.pack.id)}/[a-z0-9][a-z0-9.-]*#[0-9]+")
    lines = [line for line in done.document if isinstance(line, Expect) and line.number in held]
    return {rule for line in lines for rule in cited.findall(f"{line.rule} {line.remark}")}


def _add(found: dict[str, list[str]], rule: str, name: str) -> None:
    """Add a playthrough, without its file ending, to those that exercise a rule."""
    names = found.setdefault(rule, [])
    if name.removesuffix(".lw") not in names:
        names.append(name.removesuffix(".lw"))
