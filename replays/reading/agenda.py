"""What a search still has to do, the most promising first, and what it may spend on it.

Readings are compared at different lines, so what counts is by how much a reading costs more than was usual up to its
line. A clean file is then read straight ahead, and a repair many lines back is still affordable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from heapq import heapify, heappop, heappush
from itertools import count

import msgspec

from replays.notation.lines import Line
from replays.reading.prices import RIVAL
from replays.reading.readings import Fate, LineWalk, ReadingNode

WINDOW = 80
"""How many lines a repair may lie behind the farthest line read, as long as nobody was found to be blamed."""
KEPT_LINES = 200
"""How many lines behind the farthest line read, tasks and readings are kept for other searches."""
EVERY = 20
"""After how many lines the search lets go of what lies farther behind."""
BUDGET = 1200
"""The most decisions spent without reading a new line."""
FEW = 150
"""The most decisions spent so on a reading that blames nobody, where the best one blames a single line."""
REFILL = 40
"""The decisions that each new line adds to the budget."""
COMMIT = 300
"""The budget after the search has settled for the best reading it knows."""
TOGETHER = 5
"""The lines within which refusals are weighed against each other at first; what was refused before is settled."""
KEPT = 6
"""The rival readings that are kept then."""
RECENT = 8
"""What a reading is ahead for each line it has read: of two that cost the same, the farther one goes on first."""


class Task(Enum):
    """What can be done next with a reading."""

    WALK = "look for the point of the next line"
    REFUSE = "judge the next line as illegal"
    REFUSED = "go on behind a line that was refused"
    SWAP = "read the line after the next one first"
    IDLE = "read a written pass as no move"
    TAKEN_BACK = "read a written pass as taken back, since its player acts again"
    ITSELF = "read an answer as one to what decided itself"
    NO_OUTCOME = "read an outcome as one of nothing"
    GOAL = "the transcript is read"


Item = tuple[int, int, int, Task, ReadingNode | LineWalk, int]
"""A task in its order: the cost above the usual, the line counted backwards, a number, the task, subject and cost."""


class Allowed(msgspec.Struct, frozen=True):
    """The readings that a search looks for: `lines` are the numbers of the only lines they blame (None: any).

    With `swapped`, the number of a line, they read that line only behind the one that follows it, and blame no other;
    `at` is its index.
    """

    lines: frozenset[int] | None = None
    swapped: int = 0
    at: int = 0

    @property
    def is_any(self) -> bool:
        """Whether every reading is one of these."""
        return self.lines is None and not self.swapped

    def has(self, node: ReadingNode) -> bool:
        """Whether a reading is one of these, as far as it goes."""
        if self.swapped:
            return node.accused == {(self.swapped, Fate.WRONG_ORDER)} or (not node.accused and node.at <= self.at)
        return self.lines is None or all(line in self.lines for line, _ in node.accused)


class Agenda:
    """The tasks of a search over some lines; `key` returns what tells one situation from another.

    `together` is the number of lines within which refusals are weighed against each other. `budget` is the most
    decisions spent without reading a new line. Tasks that lead to readings which are not `allowed`, or that were
    forgotten on the way, are laid aside: the search may go on with them when it looks for other readings.
    """

    def __init__(self, lines: Sequence[Line], key: Callable[[ReadingNode], object]) -> None:
        self.lines, self.key = lines, key
        self.together, self.allowed = TOGETHER, Allowed()
        self.heap: list[Item] = []
        self.aside: list[Item] = []
        self.usual: list[int | None] = [None] * (len(lines) + 2)
        self.usual[0] = 0
        self.layers: list[list[ReadingNode]] = [[] for _ in range(len(lines) + 2)]
        self.late: list[ReadingNode] = []
        """The readings that came to what another one had come to cheaper."""
        self.top = self.farthest = 0
        self.most = self.budget = BUDGET
        self._order = count()

    @property
    def whole(self) -> bool:
        """Whether nothing has been given up for good yet."""
        return self.farthest < KEPT_LINES

    def above(self, at: int, cost: int) -> int:
        """Return by how much a cost is above what was usual up to a line."""
        return cost - (self.usual[at] or 0)

    def push(self, at: int, cost: int, task: Task, subject: ReadingNode | LineWalk) -> None:
        """Add a task with the cost it leads to."""
        item = (self.above(at, cost), -at, next(self._order), task, subject, cost)
        if self.may(at, task, subject):
            heappush(self.heap, item)
        else:
            self.aside.append(item)

    def may(self, at: int, task: Task, subject: ReadingNode | LineWalk) -> bool:
        """Whether what a task leads to is allowed."""
        node, allowed = subject if isinstance(subject, ReadingNode) else subject.node, self.allowed
        if not allowed.has(node):
            return False
        if allowed.swapped and allowed.at == at and not node.accused:
            return task is Task.SWAP
        if task is Task.SWAP and allowed.lines is not None:
            return self.lines[at].number in allowed.lines
        return True

    def best(self) -> int | None:
        """Return the lowest cost above the usual of all that waits; lay aside what is too far behind."""
        window = WINDOW if self.allowed.is_any else len(self.lines)
        while self.heap and self.heap[0][1] > window - self.top:
            self.aside.append(heappop(self.heap))
        return self.heap[0][0] if self.heap else None

    def goes_first(self, at: int, cost: int) -> bool:
        """Whether a reading that has come to line `at` at this cost is to be followed before all that waits."""
        best = self.best()
        return best is None or self.above(at, cost) <= best or (self.budget <= 0 and at == self.top)

    def pop(self) -> Item:
        """Return the most promising task; if nothing is left to spend, the one that settles the most."""
        if self.budget > 0:
            return heappop(self.heap)
        return self._settle()

    def look_for(self, allowed: Allowed, together: int, budget: int) -> list[ReadingNode]:
        """Look for other readings from here on, with all that was laid aside.

        Returns the readings to go on with that had come to what another one, now not allowed, had come to cheaper.
        """
        self.allowed, self.together = allowed, together
        self.most = self.budget = budget
        again = self._come_again()
        self.usual, self.top = [0, *[None] * (len(self.usual) - 1)], 0
        for at, layer in enumerate(self.layers):
            node = next((one for one in layer if allowed.has(one)), None)
            if node is not None:
                self._note_usual(at, node)
                self.top = at
        items, self.heap, self.aside = self.heap + self.aside, [], []
        for _, back, order, task, subject, cost in items:
            item = (self.above(-back, cost), back, order, task, subject, cost)
            (self.heap if self.may(-back, task, subject) else self.aside).append(item)
        heapify(self.heap)
        return again

    def _come_again(self) -> list[ReadingNode]:
        """Take note of the late readings that none of those now allowed comes before, and return them."""
        late, self.late = sorted(self.late, key=lambda node: node.cost), []
        again = []
        for node in late:
            if not self.allowed.has(node) or self._cheaper(node) is not None:
                self.late.append(node)
            else:
                self.layers[node.at].append(node)
                again.append(node)
        return again

    def _cheaper(self, node: ReadingNode) -> ReadingNode | None:
        """Return another reading that is allowed and came to the same situation at no higher cost, or None."""
        same = (other for other in self.layers[node.at] if other.key == node.key and other.cost <= node.cost)
        return next((other for other in same if self.allowed.has(other)), None)

    def _settle(self) -> Item:
        """Take the cheapest refusal of the farthest reading and forget all but its best rivals."""
        farthest = sorted(item for item in self.heap if -item[1] == self.top and not _is_judged(item))
        item = next((one for one in farthest if one[3] in (Task.REFUSED, Task.NO_OUTCOME)), None)
        if item is not None:
            kept = [one for one in farthest if one is not item][:KEPT]
            self.aside += [one for one in self.heap if one is not item and one not in kept]
            self.heap = kept
            heapify(self.heap)
            self.budget = COMMIT
            return item
        item = next((one for one in farthest if one[3] is Task.REFUSE), None) or next(iter(farthest), None)
        if item is None:
            return heappop(self.heap)
        self.heap.remove(item)
        heapify(self.heap)
        return item

    def arrive(self, node: ReadingNode) -> bool:
        """Take note of a reading that has come to a line; return False if another one came to the same cheaper."""
        at = node.at
        if at > self.top:
            self._reach(at, node)
        self._note_usual(at, node)
        layer = self.layers[at]
        for other in layer:
            if other.key is None:
                other.key = self.key(other)
        if layer:
            node.key = self.key(node)
        same = self._cheaper(node) if layer else None
        if same is None:
            layer.append(node)
            return True
        if node.cost - same.cost <= RIVAL and node.accused != same.accused:
            same.rivals.append((node.cost - same.cost, node))
        if node.accused != same.accused:
            self.late.append(node)
        return False

    def _note_usual(self, at: int, node: ReadingNode) -> None:
        """Note what the first reading that comes to a line costs."""
        if self.usual[at] is None:
            self.usual[at] = node.cost - node.recent_blame(self.together) + RECENT * at

    def _reach(self, at: int, node: ReadingNode) -> None:
        """Note that a reading has come to a line that none had come to before."""
        for line in range(self.top + 1, at + 1):
            self._note_usual(line, node)
        if at // EVERY > self.top // EVERY:
            self._let_go(at - KEPT_LINES)
        self.top, self.farthest = at, max(at, self.farthest)
        self.budget = min(self.most, self.budget + REFILL)

    def _let_go(self, line: int) -> None:
        """Let go of what lies before a line: of tables, and where every reading is allowed, of all tasks and readings.

        The last table is kept, and others are made again from there if asked for.
        """
        for layer in self.layers[: max(line - 1, 0)]:
            for node in layer:
                node.put_away()
        if not self.allowed.is_any:
            return
        for layer in self.layers[: max(line, 0)]:
            layer.clear()
        self.late = [node for node in self.late if node.at >= line]
        self.aside = [item for item in self.aside if -item[1] >= line]
        self.heap = [item for item in self.heap if -item[1] >= line]
        heapify(self.heap)


def _is_judged(item: Item) -> bool:
    """Whether a task would judge a line again that was judged."""
    return item[3] is Task.REFUSE and isinstance(item[4], ReadingNode) and item[4].judged
