"""Which rules a record exercises: every step gone through, every question asked, every condition judged, held or
failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from ledger.entries import Entry
from ledger.events import FrameAdvanced, FrameOpened, GameEnded, OccurrenceChanged, State, ViolationNoted
from ledger.table import Table
from replays.notation.lines import Expect
from replays.notation.parser import read
from replays.reading.runner import run
from replays.records.rejudging import answer
from replays.records.results import Run
from rules.catalogue import playthroughs
from rules.engine import advance
from rules.kernel.pack import Pack
from rules.kernel.position import Position


class Exercise(msgspec.Struct):
    """The rules a record stood on: steps it went through, conditions that held and conditions that failed."""

    steps: set[str] = set()
    held: set[str] = set()
    failed: set[str] = set()

    @property
    def rules(self) -> set[str]:
        """Every one of them."""
        return self.steps | self.held | self.failed


def exercise(pack: Pack, entries: Iterable[Entry]) -> Exercise:
    """Go through a record and collect the rules it stands on."""
    found = Exercise()
    position = Position(pack, Table())
    for entry in entries:
        made = answer(entry)
        if made is not None:
            _judge(position, made[0], made[1], found)
        position.ask = None
        for event in entry.events:
            _steps(position, event, found)
            position.emit(event)
        position.log.clear()
    found.steps.discard("")
    return found


def _judge(position: Position, player: str, move: object, found: Exercise) -> None:
    ask = advance(position)
    if ask is None:
        return
    found.steps.add(ask.rule)
    for check in ask.checks(position, player, move):  # type: ignore[arg-type]
        if check.holds is not None:
            (found.held if check.holds else found.failed).add(check.rule)


def _steps(position: Position, event: object, found: Exercise) -> None:
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
        found.steps |= _happenings(position, event)
    elif isinstance(event, ViolationNoted):
        found.failed |= set(event.rules)
    elif isinstance(event, GameEnded):
        found.steps.add(event.reason)


def _happenings(position: Position, event: OccurrenceChanged) -> set[str]:
    """The clauses that say what the things do that happen here."""
    if event.state not in (State.HAPPENED, State.PARTLY, State.REPLACED):
        return set()
    parts = position.table.frame(event.frame).occurrences
    happening = [parts[event.index]] if event.index >= 0 else [part for part in parts if part.state is State.IMMINENT]
    return {position.pack.happenings[part.kind].rule for part in happening if part.kind in position.pack.happenings}


def run_playthroughs(game: str) -> dict[str, Run]:
    """Every playthrough of a pack, run."""
    return {name: run(read(text, name)) for name, text in playthroughs(game)}


def exercised(game: str) -> dict[str, tuple[str, ...]]:
    """For each rule the playthroughs of a pack exercise, which of them do: what coverage of the reference needs."""
    found: dict[str, list[str]] = {}
    for name, done in run_playthroughs(game).items():
        for violation in done.violations:
            for check in violation.checks:
                if check.holds is not None:
                    _add(found, check.rule, name)
        for rule in exercise(done.pack, done.entries).rules | _shown(done):
            _add(found, rule, name)
    return {rule: tuple(names) for rule, names in sorted(found.items())}


def _shown(done: Run) -> set[str]:
    """The clauses an expectation that held names, or cites in its remark: it says what the clause makes of the table."""
    held = {item.line for item in done.expected if item.held}
    cited = re.compile(rf"{re.escape(done.pack.id)}/[a-z0-9][a-z0-9.-]*#[0-9]+")
    lines = [line for line in done.document if isinstance(line, Expect) and line.number in held]
    return {rule for line in lines for rule in cited.findall(f"{line.rule} {line.remark}")}


def _add(found: dict[str, list[str]], rule: str, name: str) -> None:
    names = found.setdefault(rule, [])
    if name.removesuffix(".lw") not in names:
        names.append(name.removesuffix(".lw"))
