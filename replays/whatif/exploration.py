"""Exploring every legal line from a point: to the end of what is being resolved, or for a number of decisions.

The result is a graph. A node is a situation, and the decision pending there belongs to one player or to chance; each
answer leads to another node. Lines that come to the same situation meet in one node. What is asked is judged where
lines end, so that a question about all lines is a question about the graph. Where a limit leaves lines out, the graph
says so.
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
from replays.reading.implied import may_pass
from replays.records.same_components import AlikeComponents
from replays.records.same_tables import BASE, Signatures, lifted
from replays.whatif.answers import Answers, answers, is_order
from rules.engine import advance, decide
from rules.kernel.asks import CHANCE, PASS, Ask, Together
from rules.kernel.pack import Pack
from rules.kernel.position import Position

LIMIT = 20_000
"""The number of situations after which an exploration stops, unless its caller gives another."""

Judge = Callable[[Position], bool]
"""The question asked at the end of each line: whether something is so of a position."""

MoveLine = list[tuple[str, Move]]
"""The moves of a line in order, each with who makes it: a player, or chance."""


class Horizon(msgspec.Struct, frozen=True):
    """The end of explored lines: when `frame` is closed (0: no frame), or after `depth` decisions (None: any number).

    Lines always end when the game is over or nothing is left to decide.
    """

    frame: int = 0
    depth: int | None = None


class Subjects(msgspec.Struct, frozen=True):
    """The components and words a question mentions.

    Such components are not alike to any other, and tokens with such names are compared wherever lines may meet.
    """

    components: frozenset[int] = frozenset()
    words: frozenset[str] = frozenset()


class Node(msgspec.Struct):
    """A situation that explored lines come to.

    `depth` counts the decisions on a shortest line to it, and `came` is the last step of that line: the node before and
    the index of the answer there. `player` and `says` are the pending decision, and `order` says that it is about the
    order of what must resolve. `moves` are its answers, `times` how many answers each of them stands for, and `next`
    the nodes they lead to. `end` says that lines end here, with the question's answer as `value` (None: no question).
    A node is `open` if a limit stopped the exploration before its answers were tried. `data` is the table, kept until
    they are. `asked` identifies the pending decision: its frame, the frame's step, and the decision in words.
    """

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
    """The result of an exploration: all situations, of which number `root` is the first.

    `steps` counts the answers that were carried out, `partial` says in words what was not tried, `stopped` that a limit
    was reached, and `asked` that a question was judged at the ends. `secret` are the players who decide somewhere
    without knowing what others have chosen. In the graph they choose after those others and so would know too much.
    """

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

    def line(self, number: int) -> MoveLine:
        """Return the moves of a shortest line to a node; `grounded` gives them the record's numbers of events."""
        found = []
        node = self.nodes[number]
        while node.came is not None:
            before, at = node.came
            node = self.nodes[before]
            found.append((node.player, node.moves[at]))
        return found[::-1]


class Explorer:
    """One exploration from a table to a horizon.

    `judge` is asked at the end of each line. Only the `chosen` players choose, and all others pass where they may;
    where they may not, their answers are tried, too. If `chosen` is empty, everybody chooses. After `limit` situations
    no further one is looked into. Without `merging`, lines never meet in one node and no known card is alike to
    another. `progress` is called with the number of situations so far. `about` is what the question mentions:
    components that must not be taken for others alike, and tokens that count.
    """

    def __init__(
        self,
        pack: Pack,
        table: Table,
        horizon: Horizon,
        judge: Judge | None = None,
        chosen: frozenset[str] = frozenset(),
        limit: int = LIMIT,
        merging: bool = True,
        progress: Callable[[int], None] | None = None,
        about: Subjects | None = None,
    ) -> None:
        self.pack, self.horizon, self.judge, self.chosen, self.limit = pack, horizon, judge, chosen, limit
        self.progress = progress
        self.start = lifted(table)
        self.hands = {
            entity.id: entity.zone for entity in table.entities.values() if table.specs[entity.zone].seen == "owner"
        }
        about = about or Subjects()
        known = frozenset(number for number, entity in table.entities.items() if entity.card)
        self.alike = AlikeComponents(pack, self.start, about.components if merging else known)
        self.signatures = Signatures(pack, self.start, self.alike, about.words) if merging else None
        self.graph = Graph([], asked=judge is not None)
        self.known: dict[tuple[bytes, int], int] = {}
        self.waiting: deque[int] = deque()

    def run(self) -> Graph:
        """Explore breadth first, so that the first way to a situation is a shortest one, and return the graph."""
        pos = Position(self.pack, self.start)
        advance(pos)
        self._node_for(freeze(pos.table), pos, None, 0)
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
        """Look into a node: find the answers to its decision and the nodes they lead to."""
        node = self.graph.nodes[number]
        pos = Position(self.pack, thaw(node.data))
        ask = advance(pos)
        assert ask is not None, "a node with nothing to decide has ended"
        found = self._answers(pos, ask)
        node.player, node.says, node.order = found.player, ask.says, is_order(pos, ask)
        node.moves, node.times = found.moves, found.times
        node.asked = (pos.table.top.id, pos.table.top.step, ask.says)
        self._note_secret(node, pos, ask)
        if found.partial and found.partial not in self.graph.partial:
            self.graph.partial.append(found.partial)
        targets = []
        for at, move in enumerate(found.moves):
            if at:
                pos = Position(self.pack, thaw(node.data))
            targets.append(self._follow(number, at, pos, found.player, move))
        node.next, node.data = tuple(targets), b""

    def _note_secret(self, node: Node, pos: Position, ask: Ask) -> None:
        """Add to `graph.secret` the players who decide here, or at the same time, without knowing what others chose.

        Players who choose at the same time are asked one after another: by one form, or by the same question at the
        same step. A player does not know a card either that another has laid face down on this line.
        """
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
        """Whether a card that `player` does not know was laid face down from a hand on an explored line."""
        if entity.up or entity.since <= BASE or not entity.card or knows(table, player, entity):
            return False
        laid = self.hands.get(entity.id, entity.zone) != entity.zone
        return laid and any(knows(table, other, entity) for other in table.seats)

    def _answers(self, pos: Position, ask: Ask) -> Answers:
        """Return the answers to try: only a pass for a player who is not chosen and may pass."""
        if self.chosen and ask.player not in self.chosen and may_pass(pos, ask):
            return Answers(ask.player, (PASS,), (1,))
        return answers(pos, ask, self.alike)

    def _follow(self, number: int, at: int, pos: Position, player: str, move: Move) -> int:
        """Carry out the answer at a place of a node, on a position that stands there, and return the node it leads to.

        If the horizon's frame is closed on the way, the line ends with the table right after that.
        """
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
                return self._node_for(freeze(pos.table), pos, (number, at), depth, ended=True)
        return self._node_for(freeze(pos.table), pos, (number, at), depth)

    def _node_for(
        self, data: bytes, pos: Position, came: tuple[int, int] | None, depth: int, ended: bool = False
    ) -> int:
        """Return the number of the node for a situation: a known one if it is the same, else a new one.

        `data` is the frozen table of `pos`, whose own table is used up. `ended` says that the line ends here.
        """
        over = ended or self.horizon.depth == depth or pos.table.winners is not None or advance(pos) is None
        mark = depth if self.horizon.depth is not None else -1 if ended else 0
        key = (self.signatures.signature(pos.table), mark) if self.signatures else (b"", -len(self.graph.nodes) - 2)
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
    """Let Python look for garbage less often inside this context.

    Thousands of tables are made and dropped there, and looking after every few hundred objects takes a third of the
    time.
    """
    before = gc.get_threshold()
    gc.set_threshold(200_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def grounded(line: MoveLine) -> MoveLine:
    """Return a line of an exploration as it would be made in the record itself.

    Moves that name an event of the explored line get the number that event would have in the record.
    """
    return [
        (player, msgspec.structs.replace(move, amount=move.amount - BASE) if move.amount > BASE else move)
        for player, move in line
    ]
