"""The search for the reading of a transcript that costs least, best first.

Each reading goes on from line to line. At a line it may be made at the first decision where it is legal, or later; it
may say what happened by itself; it may be refused; or it may stand in the wrong order with the next one. Readings that
come to the same situation are one: the cheaper stays. The search ends: it spends a limited number of decisions on each
new line, and then settles for the best reading it knows.
"""

from __future__ import annotations

from ledger.table import freeze
from replays.meaning.fit import ELSEWHERE
from replays.reading.agenda import BUDGET, FEW, TOGETHER, WINDOW, Agenda, Allowed, Task
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

    If the first search blames several lines, one cause may lie far behind: it goes on and weighs them all together, as
    it does in a short transcript whoever is blamed. Then it asks whether the first of them alone is enough, and
    whether that one only stands in the wrong order with a line beside it. If somebody is blamed, the cheapest reading
    that blames nobody is looked for, too.
    """
    search = Search(ground, strict, applying)
    found = search.run()
    if len(blamed(found[0])) >= (SEVERAL if len(ground.lines) > SHORT else 1):
        search = search.going_on(Allowed(), WINDOW)
        again = search.run()
        found = again if again[0].cost < found[0].cost else found
    best, lines = found[0].cost, sorted(blamed(found[0]))
    asked: list[tuple[Allowed, int]] = []
    if len(lines) >= SEVERAL:
        asked.append((Allowed(frozenset(lines[:1])), best))
        asked += [(allowed, best) for allowed in _in_other_order(ground, lines[0])]
    asked.append((Allowed(frozenset()), best + INNOCENT))
    for allowed, most in asked:
        if lines and not any(allowed.has(goal) and goal.cost <= most for goal in found):
            search = search.going_on(allowed, budget=BUDGET if len(lines) >= SEVERAL else FEW)
            found = [*found, *search.cheapest(most)]
    return sorted(found, key=lambda goal: goal.cost)


def _in_other_order(ground: Ground, number: int) -> list[Allowed]:
    """Return what reads the line with a number, or the one before it, behind the line that follows it."""
    at = next(index for index, line in enumerate(ground.lines) if line.number == number)
    places = [one for one in (at, at - 1) if one >= 0 and may_swap(ground.lines, one)]
    return [Allowed(swapped=ground.lines[one].number, at=one) for one in places]


class Search:
    """One search over the lines of a ground; `strict` and `applying` say how it begins, as in `ReadingNode`."""

    def __init__(self, ground: Ground, strict: bool, applying: bool) -> None:
        self.ground, self.strict, self.applying = ground, strict, applying
        outer = period(ground.start(), 1)
        pos = ground.opening()
        table = pos.table
        base = max(max(table.entities, default=0), table.seq)
        self.signatures = Signatures(
            ground.pack, table, AlikeComponents(ground.pack, table, set(table.entities)), base=base
        )
        self.agenda = Agenda(ground.lines, self._key)
        self.refusals = Refusals(ground, self.agenda)
        self.walking = Walking(ground, self.agenda, self.refusals)
        self.root = ReadingNode(0, 0, None, freeze(table))
        self.root.strict, self.root.applying = strict, applying
        self.root.round = outer or period(pos, 1)
        self.begun = False
        self.goals: list[ReadingNode] = []
        self.left: ReadingNode | None = None
        """The last reading of all lines that had a choice left which was not allowed."""

    def going_on(self, allowed: Allowed, together: int = TOGETHER, budget: int = BUDGET) -> Search:
        """Return a search for other readings: this one, which goes on, or a new one if it has given something up."""
        search = self if self.agenda.whole else Search(self.ground, self.strict, self.applying)
        for node in search.agenda.look_for(allowed, together, budget):
            search._follow(node)
        return search

    def run(self) -> list[ReadingNode]:
        """Return the readings of all lines that cost least, the cheapest first; there is at least one."""
        agenda = self.agenda
        self._begin()
        while (best := agenda.best()) is not None:
            if self.goals and (
                best > agenda.above(len(self.ground.lines), self.goals[0].cost) + RIVAL or agenda.budget <= 0
            ):
                break
            self._next()
        if not self.goals and self.left is not None:
            self.goals.append(self._without_choices(self.left))
        return self.goals

    def cheapest(self, most: int) -> list[ReadingNode]:
        """Return the cheapest reading of all lines that is allowed and costs at most this; else nothing.

        It is looked for with all that the budget holds, since nothing is settled.
        """
        agenda = self.agenda
        self._begin()
        while agenda.budget > 0 and agenda.best() is not None:
            found = [goal for goal in self.goals if agenda.allowed.has(goal) and goal.cost <= most]
            if found:
                return found[:1]
            self._next(most)
        return []

    def _begin(self) -> None:
        """Put the beginning on the agenda, once."""
        if not self.begun:
            self.begun = True
            self.walking.go(self.walking.begin(self.root, None))

    def _next(self, most: int | None = None) -> None:
        """Carry out the most promising task, unless it leads to what costs more than `most`."""
        agenda, spent = self.agenda, self.ground.spent
        top = agenda.top
        item = agenda.pop()
        _, _, _, task, subject, cost = item
        if most is not None and subject.cost > most:
            agenda.aside.append(item)
        else:
            self._do(task, subject, cost)
        if agenda.top == top:
            agenda.budget -= max(1, self.ground.spent - spent)

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
        if child is not None and self.agenda.arrive(child):
            self._follow(child)

    def _follow(self, node: ReadingNode) -> None:
        """Put on the agenda what can be done with the line behind a reading."""
        walk = self.walking.begin(node, None)
        if walk is not None:
            self.agenda.push(node.at, walk.cost, Task.WALK, walk)

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
