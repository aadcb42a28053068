"""Other lines in words: what `explore`, `rewind` and `diff` print, with moves as a transcript writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ledger.events import Move
from ledger.table import clone
from replays.meaning.writer import Writer
from replays.records.inside_action import InsideAction
from replays.records.record import Record
from replays.whatif.conclusion import Conclusion, Decider
from replays.whatif.differences import Change, LineDifference
from replays.whatif.exploration import Graph, grounded
from replays.whatif.lessons import Lesson
from replays.whatif.orders import Orders
from replays.whatif.rewind import Action, Plan
from replays.wording.naming import counted
from replays.wording.records import lettered
from replays.wording.styled import Styled
from rules.engine import advance, decide
from rules.kernel.asks import CHANCE
from rules.kernel.names import listed, readable, zone_words
from rules.kernel.position import Position

FEW = 6
"""The most answers listed that settle a question one way; an ellipsis stands for the rest."""
_NUMBER = re.compile(r"#([0-9]+)")


# --- explore --------------------------------------------------------------------------------------------------------


class DecidingChoice(msgspec.Struct, frozen=True):
    """A decision that settles the question: whose it is, the moves that lead to it, and the answers each way."""

    player: str
    question: str
    after: list[str]
    yes: list[str]
    no: list[str]


class ExplorationReport(msgspec.Struct, frozen=True):
    """Everything an exploration shows, moves written out; its fields are those of `explore --json`.

    `ask` is None, and `verdict` "not asked", where no question was put. `lines` is None where lines were not counted.
    """

    record: str
    at: int
    ask: str | None
    verdict: str
    shortest: dict[str, list[str] | None]
    decides: list[DecidingChoice]
    forces: dict[str, str]
    order_matters: bool | None
    states: int
    ends: int
    lines: int | None
    stopped: bool
    endless: bool
    not_tried: list[str]
    unknown: list[str]
    secret: list[str]


def exploration_report(record: Record, pos: Position, found: Conclusion, ask: str | None) -> ExplorationReport:
    """Return the conclusion of an exploration with its moves written out, from the position it started at."""
    shortest = {"yes": found.yes, "no": found.no}
    return ExplorationReport(
        record=record.name,
        at=pos.table.seq,
        ask=ask,
        verdict=found.verdict,
        shortest={
            answer: None if line is None else written_line(record, pos, line) for answer, line in shortest.items()
        },
        decides=[_deciding_choice(record, pos, decider) for decider in found.deciders],
        forces=found.forces,
        order_matters=found.order,
        states=found.states,
        ends=found.ends,
        lines=found.lines,
        stopped=found.stopped,
        endless=found.endless,
        not_tried=list(found.partial),
        unknown=[f"{count} in {zone_words(pos, zone)}" for count, zone in found.unknown],
        secret=list(found.secret),
    )


def _deciding_choice(record: Record, pos: Position, decider: Decider) -> DecidingChoice:
    settles: dict[bool, list[str]] = {True: [], False: []}
    for move, times, value in decider.settles:
        line = written_line(record, pos, [*decider.line, (decider.player, move)])
        settles[value].append(_one_of(line[-1], times))
    player = "chance" if decider.player == CHANCE else decider.player
    before = written_line(record, pos, decider.line)
    return DecidingChoice(player, decider.says, before, settles[True], settles[False])


def exploration_lines(report: ExplorationReport, names: Mapping[str, str]) -> Iterator[str]:
    """Yield everything an exploration shows: how much was looked at, the answer, who decides it, what was not tried.

    `names` has the players' names by letter.
    """
    amounts = f"{counted(report.states, 'situation')}, {counted(report.ends, 'end')}, {_amount_of_lines(report)}"
    yield f"{report.record}@{report.at}: {amounts}"
    if report.ask:
        known = " (with what is known)" if report.unknown or report.not_tried else ""
        yield f"{report.ask}: {report.verdict}{known}"
    for answer, line in report.shortest.items():
        if line is not None:
            yield f"shortest way to {answer}: {'; '.join(line) or 'nothing more is needed'}"
    yield from _decider_lines(report, names)
    if report.order_matters is not None:
        yield f"the order of forced abilities {'matters' if report.order_matters else 'does not matter'} for it"
    if report.stopped:
        yield f"stopped at {counted(report.states, 'situation')}: more lines exist; --limit looks further"
    for item in report.not_tried:
        yield f"not tried: {item}"
    if report.unknown:
        yield f"unknown cards: {', '.join(report.unknown)}"


def _amount_of_lines(report: ExplorationReport) -> str:
    if report.endless:
        return "lines without end"
    return "lines not counted" if report.lines is None else counted(report.lines, "line")


def _decider_lines(report: ExplorationReport, names: Mapping[str, str]) -> Iterator[str]:
    """Yield whose choice decides the question, and who can force an answer."""
    for choice in report.decides:
        where = f", after {'; '.join(choice.after)}" if choice.after else ""
        yield f"{lettered(choice.player, names)} decides it at: {choice.question}{where}"
        for word, answers in (("yes", choice.yes), ("no", choice.no)):
            if answers:
                yield f"  {word}: {'; '.join(answers[:FEW])}{' …' if len(answers) > FEW else ''}"
    for player, value in report.forces.items():
        can = {"yes": "so", "no": "not so", "either": "so or not so"}[value]
        yield f"{lettered(player, names)} can make it {can} whatever the others do"
    if report.secret:
        secret = listed([lettered(player, names) for player in report.secret])
        yield f"{secret} chose in secret, not knowing: nothing is said of what they can force"


def orders_lines(name: str, found: Orders, names: Mapping[str, str]) -> Iterator[str]:
    """Yield every outcome of the orders that were tried in a record, each with the orders that lead to it.

    `names` has the players' names by letter.
    """
    count = sum(len(outcome.orders) for outcome in found.outcomes)
    amounts = f"{counted(count, 'order')}, {counted(len(found.outcomes), 'outcome')}"
    yield f"{name}@{found.seq}: {lettered(found.player, names)}: {found.says}; {amounts}"
    for number, outcome in enumerate(found.outcomes, 1):
        changes = [_change_words(change) for change in outcome.changes]
        yield f"outcome {number}: {'; '.join(changes) or 'nothing changes'}"
        for order in outcome.orders:
            yield f"  {', '.join(order)}"
    for item in found.partial:
        yield f"not tried: {item}"


def answer_label(record: Record, pos: Position, graph: Graph, number: int, at: int) -> str:
    """Return the answer with index `at` at node `number` of an exploration, as a picture of the exploration says it.

    The player is left out, whose decision it is; others, and places, are called by their names. A component without a
    short name is given by title and number, as in `Eddard Stark #3`; by its number alone if nobody knows which card
    it is.
    """

    def titled(found: re.Match[str]) -> str:
        component = int(found[1])
        known = component in pos.table.entities and pos.entity(component).card
        return f"{record.pack.name(pos, component)} {found[0]}" if known else found[0]

    node = graph.nodes[number]
    answer = written_line(record, pos, [*graph.line(number), (node.player, node.moves[at])])[-1]
    words = _NUMBER.sub(titled, answer.removeprefix(f"{node.player} "))
    return _one_of(readable(pos, words), node.times[at])


def written_line(record: Record, pos: Position, line: Sequence[tuple[str, Move]]) -> list[str]:
    """Return the moves of a line as a transcript writes them, each in the situation the ones before it lead to.

    The line starts at the position given, which is not changed.
    """
    here = Position(record.pack, clone(pos.table))
    writer = Writer(record.pack, record.names)
    texts = []
    for player, move in grounded(list(line)):
        ask = advance(here)
        texts.append(writer.answer(here, ask, move) if ask is not None else writer.move(here, player, move, ""))
        decide(here, player, move)
    return texts


def _one_of(text: str, times: int) -> str:
    """Return an answer, and for how many alike it stands."""
    return text if times == 1 else f"{text} (one of {times} alike)"


# --- rewind ---------------------------------------------------------------------------------------------------------


def plan_lines(plan: Plan, stored: str, names: Mapping[str, str]) -> Iterator[str]:
    """Yield how far a table is backed up, what is taken back, what may stand, and what players learned since.

    `stored` is the name of the branch that keeps the line after backing up, or empty. `names` has the players' names
    by letter.
    """
    yield f"{plan.name}: back to event {plan.to}: {plan.verdict}"
    for reason in plan.why:
        yield f"  ✗ {reason}"
    for fix in plan.fixes:
        yield f"  fix: {fix}"
    yield f"take back {counted(len(plan.taken), 'action')}"
    yield from _action_lines(plan.taken)
    if plan.stands:
        yield "these may stand"
        yield from _action_lines(plan.stands)
    if plan.lessons:
        yield "learned since"
        for lesson in plan.lessons:
            yield f"  {names.get(lesson.player, lesson.player)} @{lesson.seq} {lesson.says}"
    if stored:
        yield f"kept as {stored}"


def _action_lines(actions: Sequence[Action]) -> Iterator[str]:
    for action in actions:
        yield f"  {action.seq}–{action.last}  {action.says}"


def going_back_words(found: InsideAction) -> str:
    """Return to where a table goes back if an event inside an action is named, and which event is before the action."""
    before = f"; event {found.first - 1} is before the action" if found.first > 1 else ""
    return f"The table goes back to the end of the action, event {found.last}{before}"


def taking_back_words(found: InsideAction, plan: Plan) -> str:
    """Return what is taken back if an event inside an action is named, and by which event a move tried inside it is."""
    tried = f"; event {found.noted} means the move that was tried" if found.tried else ""
    return f"The whole action is taken back, to event {plan.to}{tried}"


def rewind_note(plan: Plan) -> str:
    """Return the note that the branch of a plan is stored with."""
    return f"backed up to event {plan.to}"


class PlanData(msgspec.Struct, frozen=True):
    """A plan to back a table up, as `rewind --json` prints it; `branch` is the name it is stored under, or empty."""

    name: str
    to: int
    snapped: bool
    fault: str
    taken: tuple[Action, ...]
    stands: tuple[Action, ...]
    lessons: tuple[Lesson, ...]
    fixes: tuple[str, ...]
    why: tuple[str, ...]
    verdict: str
    branch: str


def plan_data(plan: Plan, stored: str) -> PlanData:
    """Return a plan for `rewind --json`; `branch` is the name it is stored under, or empty."""
    return PlanData(**{**msgspec.structs.asdict(plan), "verdict": str(plan.verdict), "branch": stored})


# --- diff -----------------------------------------------------------------------------------------------------------


def difference_lines(found: LineDifference) -> Iterator[Styled]:
    """Yield what differs between two lines: tables, windows, violations and results."""
    left, right = found.names
    ends = (f" to event {found.events[0]}   ", f" to event {found.events[1]}")
    yield Styled.of((left, "bold"), ends[0], (right, "bold"), ends[1])
    yield Styled.of(f"the same up to event {found.common}")
    if found.same:
        yield Styled.of("nothing differs")
        return
    if found.table:
        yield Styled.of(("table", "bold"), f"  {left} → {right}")
        yield from (Styled.of(f"  {_change_words(change)}") for change in found.table)
    for title, (only_left, only_right) in (("windows", found.windows), ("violations", found.violations)):
        if only_left or only_right:
            yield Styled.of((title, "bold"))
            yield from (Styled.of(f"  only {left}: {item}") for item in only_left)
            yield from (Styled.of(f"  only {right}: {item}") for item in only_right)
    if found.result[0] != found.result[1]:
        yield Styled.of(("result", "bold"))
        yield Styled.of(f"  {left}: {found.result[0]}")
        yield Styled.of(f"  {right}: {found.result[1]}")


class LineDifferenceData(msgspec.Struct, frozen=True):
    """What differs between two records, as `diff --json` prints it; `same` says whether nothing does.

    `a` and `b` are the two records as given, `common` is the last event they share (0: none), and `events` are the
    events up to which they were compared. `windows` and `violations` list those that only the one record has, and those
    that only the other has. `result` says for each who has won, or that the game goes on.
    """

    a: str
    b: str
    common: int
    events: tuple[int, int]
    table: tuple[Change, ...]
    windows: tuple[tuple[str, ...], tuple[str, ...]]
    violations: tuple[tuple[str, ...], tuple[str, ...]]
    result: tuple[str, str]
    same: bool


def difference_data(found: LineDifference) -> LineDifferenceData:
    """Return what differs between two lines for `diff --json`; `same` says whether nothing does."""
    return LineDifferenceData(**msgspec.structs.asdict(found), same=found.same)


def _change_words(change: Change) -> str:
    """Return one difference between two tables, such as `tickler: zone: B.dead → B.play`."""
    return f"{change.what}: {change.part}: {change.a or '–'} → {change.b or '–'}"
