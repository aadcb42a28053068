"""What a search still has to do, the most promising first, and what it may spend on it.

Readings are compared at different lines, so what counts is by how much a reading costs more than was usual up to its
line. A clean file is then read straight ahead, and a repair many lines back is still affordable.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from heapq import heapify, heappop, heappush
from itertools import count

from replays.reading.prices import RIVAL
from replays.reading.readings import BLAMED, LineWalk, ReadingNode, blamed

WINDOW = 80
"""How many lines a repair may lie behind the farthest line read, as long as nobody was found to be blamed."""
KEPT_TABLES = 50
"""Behind the window, the table is kept after every so many lines; others are made again from there if asked for."""
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


class Agenda:
    """The tasks of a search over some lines; `key` returns what tells one situation from another.

    `together` is the number of lines within which refusals are weighed against each other. `blamable` are the numbers
    of the only lines that may be blamed (None: any): tasks that blame others are not taken. `window` is how many lines
    a repair may lie behind the farthest line read; what is further behind is settled. `budget` is the most decisions
    spent without reading a new line.
    """

    def __init__(
        self,
        lines: int,
        key: Callable[[ReadingNode], object],
        together: int,
        blamable: frozenset[int] | None = None,
        window: int = WINDOW,
        budget: int = BUDGET,
    ) -> None:
        self.key, self.together, self.blamable, self.window = key, together, blamable, window
        self.heap: list[Item] = []
        self.usual: list[int | None] = [None] * (lines + 2)
        self.usual[0] = 0
        self.layers: list[list[ReadingNode]] = [[] for _ in range(lines + 2)]
        self.top = 0
        self.most = self.budget = budget
        self._order = count()

    def above(self, at: int, cost: int) -> int:
        """Return by how much a cost is above what was usual up to a line."""
        return cost - (self.usual[at] or 0)

    def push(self, at: int, cost: int, task: Task, subject: ReadingNode | LineWalk) -> None:
        """Add a task with the cost it leads to."""
        if task is Task.REFUSED and isinstance(subject, ReadingNode) and not self.may_refuse(subject):
            return
        heappush(self.heap, (self.above(at, cost), -at, next(self._order), task, subject, cost))

    def may_refuse(self, node: ReadingNode) -> bool:
        """Whether a reading blames no line that may not be blamed with what became of its last one."""
        return self.blamable is None or node.fate not in BLAMED or node.line in self.blamable

    def best(self) -> int | None:
        """Return the lowest cost above the usual of all that waits; forget what lies too far behind."""
        while self.heap and self.heap[0][1] > self.window - self.top:
            heappop(self.heap)
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

    def _settle(self) -> Item:
        """Take the cheapest refusal of the farthest reading and forget all but its best rivals."""
        farthest = sorted(item for item in self.heap if -item[1] == self.top and not _is_judged(item))
        item = next((one for one in farthest if one[3] in (Task.REFUSED, Task.NO_OUTCOME)), None)
        if item is not None:
            self.heap = [one for one in farthest if one is not item][:KEPT]
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
        if self.usual[at] is None:
            self.usual[at] = node.cost - node.recent_blame(self.together) + RECENT * at
        layer = self.layers[at]
        for other in layer:
            if other.key is None:
                other.key = self.key(other)
        if layer:
            node.key = self.key(node)
        same = next((other for other in layer if other.key == node.key and other.cost <= node.cost), None)
        if same is not None:
            if node.cost - same.cost <= RIVAL and blamed(node) != blamed(same):
                same.rivals.append((node.cost - same.cost, node))
            return False
        layer.append(node)
        return True

    def _reach(self, at: int, node: ReadingNode) -> None:
        """Note that a reading has come to a line that none had come to before."""
        for line in range(self.top + 1, at + 1):
            if self.usual[line] is None:
                self.usual[line] = node.cost - node.recent_blame(self.together) + RECENT * line
        for line in range(max(self.top - WINDOW, 0), at - WINDOW):
            self._put_away(line)
        self.top = at
        self.budget = min(self.most, self.budget + REFILL)

    def _put_away(self, line: int) -> None:
        """Let go of what is kept of the readings at a line that is a window behind the farthest one."""
        if line % KEPT_TABLES:
            for node in self.layers[line]:
                node.put_away()
        if self.window > WINDOW:
            return
        self.layers[line].clear()
        if line % self.window == 0:
            self.heap = [item for item in self.heap if -item[1] >= line]
            heapify(self.heap)


def _is_judged(item: Item) -> bool:
    """Whether a task would judge a line again that was judged."""
    return item[3] is Task.REFUSE and isinstance(item[4], ReadingNode) and item[4].judged
