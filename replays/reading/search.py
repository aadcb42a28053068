"""The search for the reading of a transcript that costs least, best first.

Each reading goes on from line to line. At a line it may be made at the first decision where it is legal, or later; it
may say what happened by itself; it may be refused; or it may stand in the wrong order with the next one. Readings that
come to the same situation are one: the cheaper stays. The search ends: it spends a limited number of decisions on each
new line, and then settles for the best reading it knows.
"""

from __future__ import annotations

from ledger.table import freeze
from replays.meaning.fit import ELSEWHERE
from replays.reading.agenda import BUDGET, FEW, TOGETHER, WINDOW, Agenda, Task
from replays.reading.ground import Ground, period
from replays.reading.implied import implied
from replays.reading.later_choices import Answer, answer, make, says_what_it_answers
from replays.reading.prices import INNOCENT, RIVAL, StepKind
from replays.reading.readings import Fate, LineWalk, ReadingNode, Step, blamed
from replays.reading.refusing.refusals import Refusals
from replays.reading.refusing.swapped_lines import may_swap, swapped
from replays.reading.walking import FARTHEST, Walking
from replays.records.same_components import AlikeComponents
from replays.records.same_tables import Signatures
from rules.engine import advance

SHORT = 60
"""The most lines of a transcript that is searched for once more whoever is blamed: a dispute, and no whole game."""
SEVERAL = 2
"""The number of blamed lines from which on a reading is searched for once more."""


def readings(ground: Ground, strict: bool, applying: bool) -> list[ReadingNode]:
    """Return the readings of all lines that cost least, the cheapest first.

    If the first search blames several lines, one cause may lie far behind: a second one weighs them all together, as it
    does in a short transcript whoever is blamed; a third asks whether the first of them alone is enough, and two more
    whether that one only stands in the wrong order with a line beside it. If somebody is blamed, the cheapest reading
    that blames nobody is looked for, too. All but the first two settle nothing on the way.
    """
    found = Search(ground, strict, applying).run()
    if len(blamed(found[0])) >= (SEVERAL if len(ground.lines) > SHORT else 1):
        again = Search(ground, strict, applying, WINDOW).run()
        found = again if again[0].cost < found[0].cost else found
    lines = sorted(blamed(found[0]))
    if len(lines) >= SEVERAL:
        found += Search(ground, strict, applying, blamable=frozenset(lines[:1])).blaming_few(found[0].cost)
        for index in _beside(ground, lines[0]):
            search = Search(ground, strict, applying, blamable=frozenset(), swapping=index)
            found += search.blaming_few(found[0].cost)
    if all(blamed(goal) for goal in found):
        budget = BUDGET if len(lines) >= SEVERAL else FEW
        search = Search(ground, strict, applying, blamable=frozenset(), budget=budget)
        found += search.blaming_few(found[0].cost + INNOCENT)
    found.sort(key=lambda goal: goal.cost)
    return found


def _beside(ground: Ground, number: int) -> list[int]:
    """Return the indices of the line with a number and of the one before it, where each could change its place."""
    at = next(index for index, line in enumerate(ground.lines) if line.number == number)
    return [index for index in (at, at - 1) if index >= 0 and may_swap(ground.lines, index)]


class Search:
    """One search over the lines of a ground; `strict` and `applying` say how it begins, as in `ReadingNode`.

    `together`, `blamable` and `budget` are as `Agenda` takes them. A search that may blame few lines settles nothing on
    the way. With `swapping`, the line of that index is read only behind the one that follows it.
    """

    def __init__(
        self,
        ground: Ground,
        strict: bool,
        applying: bool,
        together: int = TOGETHER,
        blamable: frozenset[int] | None = None,
        budget: int = BUDGET,
        swapping: int | None = None,
    ) -> None:
        self.ground = ground
        outer = period(ground.start(), 1)
        pos = ground.opening()
        table = pos.table
        base = max(max(table.entities, default=0), table.seq)
        self.signatures = Signatures(
            ground.pack, table, AlikeComponents(ground.pack, table, set(table.entities)), base=base
        )
        window = WINDOW if blamable is None else len(ground.lines)
        self.agenda = Agenda(len(ground.lines), self._key, together, blamable, window, budget)
        self.refusals = Refusals(ground, self.agenda)
        self.walking = Walking(ground, self.agenda, self.refusals, swapping)
        self.root = ReadingNode(0, 0, None, freeze(table))
        self.root.strict, self.root.applying = strict, applying
        self.root.round = outer or period(pos, 1)
        self.goals: list[ReadingNode] = []
        self.left: ReadingNode | None = None
        """The last reading of all lines that had a choice left which was not allowed."""

    def run(self) -> list[ReadingNode]:
        """Return the readings of all lines that cost least, the cheapest first; there is at least one."""
        agenda = self.agenda
        self.walking.go(self.walking.begin(self.root, None))
        while (best := agenda.best()) is not None:
            if self.goals and (
                best > agenda.above(len(self.ground.lines), self.goals[0].cost) + RIVAL or agenda.budget <= 0
            ):
                break
            spent, top = self.ground.spent, agenda.top
            _, _, _, task, subject, cost = agenda.pop()
            self._do(task, subject, cost)
            if agenda.top == top:
                agenda.budget -= max(1, self.ground.spent - spent)
        if not self.goals and self.left is not None:
            self.goals.append(self._without_choices(self.left))
        for goal in self.goals if len(self.goals) > 1 else ():
            goal.key = goal.key or self._key(goal)
        return self.goals

    def blaming_few(self, most: int) -> list[ReadingNode]:
        """Return the cheapest reading of all lines that blames only lines it may and costs at most this; else nothing.

        It is looked for with all that the budget holds, since nothing is settled.
        """
        agenda = self.agenda
        self.walking.go(self.walking.begin(self.root, None))
        while not self.goals and agenda.budget > 0 and agenda.best() is not None:
            spent, top = self.ground.spent, agenda.top
            _, _, _, task, subject, cost = agenda.pop()
            if subject.cost <= most:
                self._do(task, subject, cost)
            if agenda.top == top:
                agenda.budget -= max(1, self.ground.spent - spent)
        for goal in self.goals:
            goal.key = self._key(goal)
        return [goal for goal in self.goals if goal.cost <= most]

    def _do(self, task: Task, subject: ReadingNode | LineWalk, cost: int) -> None:
        """Carry out one task."""
        if isinstance(subject, LineWalk):
            self.walking.go(subject)
        elif task is Task.GOAL:
            self._finish(subject)
        elif task is Task.REFUSE:
            for child in self.refusals.refuse(subject):
                self._go_on(child)
        elif task is Task.REFUSED:
            self._go_on(subject)
        elif task is Task.IDLE:
            self._go_on(self.refusals.by_itself.idle(subject, cost))
        elif task is Task.TAKEN_BACK:
            self._go_on(self.refusals.by_itself.taken_back(subject))
        elif task is Task.ITSELF:
            for child in self.refusals.as_said_before(subject, cost):
                self._go_on(child)
        elif task is Task.NO_OUTCOME:
            self._go_on(self.refusals.no_outcome(subject, cost))
        else:
            assert task is Task.SWAP
            self._swap(subject, cost)

    def _go_on(self, child: ReadingNode | None) -> None:
        """Let a reading wait for its turn, unless another one came to the same."""
        if child is None or not self.agenda.arrive(child):
            return
        walk = self.walking.begin(child, None)
        if walk is not None:
            self.agenda.push(child.at, walk.cost, Task.WALK, walk)

    def _swap(self, node: ReadingNode, cost: int) -> None:
        """Read the line after the next one first."""
        walk = swapped(self.ground, node, cost)
        if walk is None or walk.pos is None:
            return
        ask = advance(walk.pos)
        line = walk.line
        assert ask is not None
        move = self.ground.legal_move(line, walk.word, walk.pos, ask)  # type: ignore[arg-type]
        assert move is not None
        player = line.player  # type: ignore[attr-defined]
        child = self.walking.take(walk, player, move, Step(StepKind.READ, player, move, (), line.number))
        if child is None:
            return
        child.at, child.line, child.fate = node.at, self.ground.lines[node.at].number, Fate.WRONG_ORDER
        self._go_on(child)

    def _finish(self, node: ReadingNode) -> None:
        """Make the choices that still wait behind the last line; keep the reading as one of the whole transcript."""
        goal = self._with_choices(node) if node.pending else node
        if goal is None:
            self.left = node
        else:
            self.goals.append(goal)
            self.goals.sort(key=lambda found: found.cost)

    def _without_choices(self, node: ReadingNode) -> ReadingNode:
        """Return a reading of all lines without the choices that still wait."""
        child = ReadingNode(node.at + 1, node.cost, node, node.data)
        child.fate, child.unasked = Fate.SETTING, node.pending
        return child

    def _with_choices(self, node: ReadingNode) -> ReadingNode | None:
        """Return the reading after the choices that wait were asked for; None if one is not allowed."""
        walk = LineWalk(node, self.ground.lines[-1], self.ground.position_at(node), ELSEWHERE)
        pos = walk.pos
        assert pos is not None
        for _ in range(FARTHEST):
            ask = advance(pos)
            if ask is None or not walk.pending:
                break
            found = answer(self.ground, walk, pos, ask)
            if found is Answer.NOT_ALLOWED:
                self.refusals.refuse_use(walk)
                self.refusals.refuse_choice(walk)
                return None
            if found is Answer.MADE:
                continue
            step = implied(pos, ask)
            if step is None or step.kind.cost >= StepKind.CHOICE.cost or not walk.pending:
                break
            walk.cost += step.kind.cost
            make(self.ground, walk, step.player, step.move, Step(step.kind, step.player, step.move, ()))
        if walk.misfit is not None and walk.pending:
            self.refusals.refuse_use(walk)
            return None
        child = ReadingNode(
            node.at + 1, walk.cost + StepKind.NEVER_ASKED.cost * len(walk.pending), node, freeze(pos.table)
        )
        child.steps, child.pending, child.fate = walk.steps, (), Fate.SETTING
        unasked = (one for one in walk.pending if not says_what_it_answers(self.ground, pos, one))
        child.unasked = (*walk.unasked, *unasked)
        return child

    def _key(self, node: ReadingNode) -> object:
        """Return what tells one situation from another: the table, and what is still to be done with it."""
        waits = tuple((one.said.number, one.part.column) for one in node.pending)
        table = self.signatures.canonical(self.ground.position_at(node).table)
        return waits, node.done, node.strict, node.applying, node.refused, table
