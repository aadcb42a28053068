"""Every legal line from a point to the end of what is being resolved, or so many decisions far, with same situations
folded together.

A situation is a node; the decision pending there belongs to one player or to chance; each answer leads to another node.
What is asked is judged where a line ends, so that answers about all lines are answers about the graph.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from ledger.events import FrameClosed, Move
from ledger.folding import fold
from ledger.table import Entity, Table, freeze, knows, thaw
from replays.reading.assumptions import may_pass
from replays.whatif.answers import Answers, answers, is_order
from replays.whatif.same_components import Alike
from replays.whatif.same_tables import BASE, Folding, lifted
from rules.engine import advance, decide
from rules.kernel.asks import CHANCE, PASS, Ask, Together
from rules.kernel.pack import Pack
from rules.kernel.position import Position

LIMIT = 20_000
"""Situations, unless said otherwise."""

Judge = Callable[[Position], bool]


class Horizon(msgspec.Struct, frozen=True):
    """Where lines end: when a frame closes (0: none), after so many decisions (None: any number), and when the game is
    over.
    """

    frame: int = 0
    depth: int | None = None


class About(msgspec.Struct, frozen=True):
    """What a question speaks of: components, which are then told apart from others alike, and words."""

    components: frozenset[int] = frozenset()
    words: frozenset[str] = frozenset()


class Node(msgspec.Struct):
    """A situation. `came` is the first way to it: the node before and the place of the answer there. `times` says how
    many answers each of the `moves` stands for. A node that ends lines has a `value`; one that was not looked into is
    `open`."""

    depth: int
    came: tuple[int, int] | None = None
    player: str = ""
    says: str = ""
    order: bool = False
    moves: tuple[Move, ...] = ()
    times: tuple[int, ...] = ()
    next: tuple[int, ...] = ()
    end: bool = False
    value: bool | None = None
    open: bool = False
    data: bytes = b""
    asked: tuple[int, int, str] = (0, 0, "")


class Graph(msgspec.Struct):
    """What was explored. `steps` counts answers carried out, `partial` says what was not tried, `stopped` that a limit
    was reached,
    `asked` that what is asked was judged at the ends.
    `secret` are players who choose in secret at the same time as others: here they choose after them, and would know too much."""

    nodes: list[Node]
    root: int = 0
    steps: int = 0
    partial: list[str] = []
    stopped: bool = False
    secret: set[str] = set()
    asked: bool = False

    @property
    def ends(self) -> list[Node]:
        """The situations in which lines end."""
        return [node for node in self.nodes if node.end]

    def line(self, number: int) -> list[tuple[str, Move]]:
        """The decisions that first led to a node."""
        found = []
        node = self.nodes[number]
        while node.came is not None:
            before, at = node.came
            node = self.nodes[before]
            found.append((node.player, node.moves[at]))
        return found[::-1]


class Explorer:
    """One exploration. `chosen` are the players whose choices vary; everybody else passes wherever passing is an
    answer.
    """

    def __init__(
        self,
        pack: Pack,
        table: Table,
        horizon: Horizon,
        judge: Judge | None = None,
        chosen: frozenset[str] = frozenset(),
        limit: int = LIMIT,
        folding: bool = True,
        progress: Callable[[int], None] | None = None,
        about: About | None = None,
    ) -> None:
        self.pack, self.horizon, self.judge, self.chosen, self.limit = pack, horizon, judge, chosen, limit
        self.progress = progress
        self.start = lifted(table)
        self.held = {
            entity.id: entity.zone for entity in table.entities.values() if table.specs[entity.zone].seen == "owner"
        }
        about = about or About()
        known = frozenset(number for number, entity in table.entities.items() if entity.card)
        self.alike = Alike(pack, self.start, about.components if folding else known)
        self.folding = Folding(pack, self.start, self.alike, about.words) if folding else None
        self.graph = Graph([], asked=judge is not None)
        self.known: dict[tuple[bytes, int], int] = {}
        self.waiting: deque[int] = deque()

    def run(self) -> Graph:
        """Go breadth first, so that the first way to a situation is a shortest one."""
        pos = Position(self.pack, self.start)
        advance(pos)
        self._node(freeze(pos.table), pos, None, 0)
        graph = self.graph
        with _seldom_collecting():
            while self.waiting:
                if len(graph.nodes) >= self.limit:
                    graph.stopped = True
                    break
                self._expand(self.waiting.popleft())
                if self.progress is not None:
                    self.progress(len(graph.nodes))
        for number in self.waiting:
            graph.nodes[number].open, graph.nodes[number].data = True, b""
        return graph

    def _expand(self, number: int) -> None:
        node = self.graph.nodes[number]
        pos = Position(self.pack, thaw(node.data))
        ask = advance(pos)
        assert ask is not None, "a node with nothing to decide has ended"
        found = self._answers(pos, ask)
        node.player, node.says, node.order = found.player, ask.says, is_order(pos, ask)
        node.moves, node.times = found.moves, found.times
        node.asked = (pos.table.top.id, pos.table.top.step, ask.says)
        self._secrets(node, pos, ask)
        if found.partial and found.partial not in self.graph.partial:
            self.graph.partial.append(found.partial)
        targets = []
        for at, move in enumerate(found.moves):
            if at:
                pos = Position(self.pack, thaw(node.data))
            targets.append(self._follow(number, at, pos, found.player, move))
        node.next, node.data = tuple(targets), b""

    def _secrets(self, node: Node, pos: Position, ask: Ask) -> None:
        """Those who choose at the same time are asked one after the other: at once, or the same question at the same
        step. And who faces a card that another has laid face down on the way does not know it, either."""
        if isinstance(ask, Together):
            self.graph.secret.update(player for player in ask.asks if player != ask.player)
        elif ask.player != CHANCE and any(
            self._laid_hidden(pos.table, entity, ask.player) for entity in pos.table.entities.values()
        ):
            self.graph.secret.add(ask.player)
        elif node.came is not None and not may_pass(pos, ask):
            before = self.graph.nodes[node.came[0]]
            if before.asked == node.asked and before.player != ask.player and ask.player != CHANCE:
                self.graph.secret.add(ask.player)

    def _laid_hidden(self, table: Table, entity: Entity, player: str) -> bool:
        """Whether somebody who alone knows a card has laid it face down on an explored line, out of a hand."""
        if entity.up or entity.since <= BASE or not entity.card or knows(table, player, entity):
            return False
        laid = self.held.get(entity.id, entity.zone) != entity.zone
        return laid and any(knows(table, other, entity) for other in table.seats)

    def _answers(self, pos: Position, ask: Ask) -> Answers:
        if self.chosen and ask.player not in self.chosen and may_pass(pos, ask):
            return Answers(ask.player, (PASS,), (1,))
        return answers(pos, ask, self.alike)

    def _follow(self, number: int, at: int, pos: Position, player: str, move: Move) -> int:
        """The node that an answer leads to."""
        node = self.graph.nodes[number]
        before = node.data
        self.graph.steps += 1
        advance(pos)
        pos.log.clear()
        events = decide(pos, player, move)
        depth = node.depth + 1
        for place, event in enumerate(events):
            if type(event) is FrameClosed and event.frame == self.horizon.frame:
                pos = Position(self.pack, fold(events[: place + 1], thaw(before)))
                return self._node(freeze(pos.table), pos, (number, at), depth, ended=True)
        return self._node(freeze(pos.table), pos, (number, at), depth)

    def _node(self, data: bytes, pos: Position, came: tuple[int, int] | None, depth: int, ended: bool = False) -> int:
        over = ended or self.horizon.depth == depth or pos.table.winners is not None or advance(pos) is None
        mark = depth if self.horizon.depth is not None else -1 if ended else 0
        key = (self.folding.signature(pos.table), mark) if self.folding else (b"", -len(self.graph.nodes) - 2)
        known = self.known.get(key)
        if known is not None:
            return known
        number = self.known[key] = len(self.graph.nodes)
        node = Node(depth, came, end=over)
        if over:
            node.value = self.judge(Position(self.pack, thaw(data))) if self.judge is not None else None
        else:
            node.data = data
            self.waiting.append(number)
        self.graph.nodes.append(node)
        return number


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Thousands of tables are made and dropped: looking for garbage after every few hundred objects would cost a third
    of the time.
    """
    before = gc.get_threshold()
    gc.set_threshold(200_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def grounded(line: list[tuple[str, Move]]) -> list[tuple[str, Move]]:
    """A line of an exploration as it would be made in the record itself: what names an event of the line is numbered as
    there.
    """
    return [
        (player, msgspec.structs.replace(move, amount=move.amount - BASE) if move.amount > BASE else move)
        for player, move in line
    ]
