"""The parts of a reading: its steps, what became of each line, and how far it has come."""

from __future__ import annotations

from enum import Enum

import msgspec

from ledger.events import Event, Move
from replays.errors import NotationError
from replays.meaning.fit import JudgedPoint
from replays.meaning.written_moves import WrittenMove
from replays.notation.lines import Line, Said, SaidPart
from replays.reading.implied import Implied
from replays.reading.one_choice import OneChoice
from replays.reading.prices import StepKind
from rules.kernel.position import Position


class Step(msgspec.Struct, frozen=True):
    """One step of a reading: a decision with the events it caused, or cards that became known (then `move` is None).

    `line` is the line that was read so (0: nobody wrote it). `says` is what the report says of a step that was
    supposed; it is empty if the step is not worth telling. `forced` says that the decision was made against the rules.
    """

    kind: StepKind
    player: str
    move: Move | None
    events: tuple[Event, ...]
    line: int = 0
    says: str = ""
    forced: bool = False


class Fate(Enum):
    """What became of a line, in words that follow "line 12 …"."""

    START = "begins the reading"
    READ = "was made where it is legal"
    SETTING = "changes how later lines are read"
    TAKEN_BEFORE = "was made before the line in front of it"
    BY_ITSELF = "only says what happened by itself"
    BELONGS = "belongs to a line that was refused"
    NEVER_ASKED = "answers something that was cancelled"
    HANGS = "hangs on a pass that nobody wrote"
    NOT_ASKED = "is a pass at a step where nothing asks for one"
    REFUSED = "is illegal"
    CHOICE_REFUSED = "names an illegal choice"
    FORCED = "is illegal and was made all the same"
    WRONG_ORDER = "stands before a line that was made first"
    NO_OUTCOME = "tells an outcome where nothing was random"
    NOT_UNDERSTOOD = "could not be understood"


BLAMED = (Fate.REFUSED, Fate.CHOICE_REFUSED, Fate.FORCED, Fate.WRONG_ORDER, Fate.NOT_UNDERSTOOD)
"""What becomes of a line that is blamed."""


class PendingChoice(msgspec.Struct, frozen=True):
    """A choice written behind a use and not asked for yet; `inside` is the frame of the use (0: not open yet).

    `about` is what happens to a component that the use answers (0: none): `A use save on ned` names it so.
    """

    said: Said
    part: SaidPart
    inside: int = 0
    about: int = 0


class Misfit(msgspec.Struct, frozen=True):
    """A choice written behind a use that was asked for and not allowed: the use is refused because of it."""

    line: int
    column: int
    point: JudgedPoint
    choice: Said


class Ghost(msgspec.Struct, frozen=True):
    """The game in which a refused line was made all the same, as far as the lines that belong to it have led it.

    `data` is its table, and `begun` the frame that the refused line opened. `last` is the answer that the last line
    which belongs to it gave, with its player, and `before` the table before that.
    """

    data: bytes
    begun: int
    before: bytes = b""
    last: tuple[str, Move] | None = None

    def goes_on(self, pos: Position) -> bool:
        """Whether what the refused line began is still going on."""
        return self.begun in {frame.id for frame in pos.table.frames}


class ReadingNode:
    """A reading up to a line: the lines before index `at` are read, and `data` is the table after them.

    - `data` is None once the search is far beyond the node; `Ground.position_at` makes the table again.
    - `steps` are those since `parent`; `cut` is the index of the step that made the line, or -1.
    - `fate` is what became of the line numbered `line`; `point` is where it was judged, `error` why it was not read.
    - `blames` are the costs of lines that were refused or made in an unusual way, each with the index of the line.
    - `pending` are choices still to be asked for, `unasked` those that never were on the way here.
    - `done` are the numbers of lines that were made before their turn.
    - `strict` says that every pass is written, `applying` that illegal moves are made all the same.
    - `refused` is the player of the line just refused, and its number: what follows may belong to it.
    - `ghost` is the game in which that line was made all the same: what is asked there belongs to it.
    - `round` is the frame of the round that the last line was made in.
    - `choice` is the choice behind a use that was refused alone, as a line of its own.
    - `behind` is, for a use that was refused because of a choice behind it, how many steps lie before the use.
    - `copied` says that the next line was read with unknown cards as copies of the cards it names.
    - `silent` is, for a line that was forced at a decision which had decided itself, the number of that decision.
    """

    __slots__ = (
        "_accused", "applying", "at", "behind", "blames", "choice", "copied", "cost", "cut", "data", "done", "error",
        "fate", "ghost", "idled", "judged", "key", "line", "misfit", "misfits", "parent", "pending", "point", "points",
        "refused", "rivals", "round", "says", "silent", "steps", "strict", "unasked",
    )  # fmt: skip

    def __init__(self, at: int, cost: int, parent: ReadingNode | None, data: bytes | None) -> None:
        self.at, self.cost, self.parent, self.data = at, cost, parent, data
        self.steps: list[Step] = []
        self.cut = -1
        self.fate = Fate.START
        self.line = 0
        self.blames: tuple[tuple[int, int], ...] = parent.blames if parent is not None else ()
        self.pending: tuple[PendingChoice, ...] = parent.pending if parent is not None else ()
        self.done: frozenset[int] = parent.done if parent is not None else frozenset()
        self.strict: bool = parent.strict if parent is not None else False
        self.applying: bool = parent.applying if parent is not None else False
        self.round: int = parent.round if parent is not None else 0
        self.refused: tuple[str, int] | None = None
        self.choice: Said | None = None
        self.ghost: Ghost | None = None
        self.says = ""
        self.misfit: Misfit | None = None
        self.point: JudgedPoint | None = None
        self.error: NotationError | None = None
        self.silent = self.behind = -1
        self.misfits: set[int] = set()
        self.unasked: tuple[PendingChoice, ...] = ()
        self.judged = self.idled = self.copied = False
        self.points: object = None
        self.key: object = None
        self.rivals: list[tuple[int, ReadingNode]] = []
        self._accused: frozenset[tuple[int, Fate]] | None = None

    @property
    def accused(self) -> frozenset[tuple[int, Fate]]:
        """The lines that this reading blames, each with what became of it."""
        if self._accused is None:
            before = self.parent.accused if self.parent is not None else frozenset()
            self._accused = before | {(self.line, self.fate)} if self.fate in BLAMED else before
        return self._accused

    def add_blame(self, cost: int) -> None:
        """Note that refusing the line before this node, or an unusual way of making it, cost so much."""
        self.blames = (*self.blames, (self.at, cost))

    def put_away(self) -> None:
        """Let go of the table and of what was found at it, if both can be made again from the reading before.

        A move that was made against the rules may stand inside a decision: behind it the table is kept.
        """
        if self.parent is not None and self.fate is not Fate.FORCED:
            self.data = self.points = None

    def recent_blame(self, lines: int) -> int:
        """Return what was paid for refusing some of the last lines, or for making them in an unusual way."""
        return sum(cost for at, cost in self.blames if at > self.at - lines)


class LineWalk:
    """A reading on its way from a node to the point of the next line.

    - `pos` is the live position, or None while the walk waits: then it is made again from the node and `steps`.
    - `first` is the answer with which a walk that waits goes on, and the line that wrote it (0: none).
    - `missing` counts the choices that were supposed, `decisions` all decisions passed.
    - `word` is the line ready to be compared with decisions, and `near` its best fit in this round.
    - `skipped` says that the line was legal at this decision and is not made here, `declined` that this was so before.
    - `crossed` says that another round has begun, `weighed` that refusing the line is on the agenda.
    - `joined` says which lines are read as one choice, and `added` that the first of them alone would be legal, too.
    - `too_soon` says that a pass is missing before the line where every pass is written.
    - `meaning` is the number of the legal meaning that is taken of a line that leaves it open, 0 for the first.
    - `tells` says that the line may tell what chance picks, though a player's move is written.
    - `unasked` are choices behind a use that is over, for which nothing asked.
    """

    __slots__ = (
        "added", "cost", "crossed", "decisions", "declined", "done", "first", "joined", "line", "meaning", "misfit",
        "missing", "near", "node", "pending", "phase", "pos", "round", "skipped", "steps", "tells", "too_soon",
        "unasked", "weighed", "word",
    )  # fmt: skip

    def __init__(self, node: ReadingNode, line: Line, pos: Position | None, near: int) -> None:
        self.node, self.line, self.pos, self.near = node, line, pos, near
        self.steps: list[Step] = []
        self.cost, self.pending, self.done, self.round = node.cost, node.pending, node.done, node.round
        self.misfit = node.misfit
        self.phase = -1
        self.missing = self.decisions = self.meaning = 0
        self.word: WrittenMove | None = None
        self.skipped = self.crossed = self.declined = self.weighed = self.added = self.too_soon = self.tells = False
        self.joined: OneChoice | None = None
        self.unasked: tuple[PendingChoice, ...] = ()
        self.first: tuple[Implied, int] | None = None

    def fork(self) -> LineWalk:
        """Return a copy that waits here."""
        copy = LineWalk.__new__(LineWalk)
        for name in LineWalk.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.steps, copy.pos = list(self.steps), None
        return copy


def path_to(node: ReadingNode) -> list[ReadingNode]:
    """Return the nodes of a reading from its start to this one."""
    found: list[ReadingNode] = []
    here: ReadingNode | None = node
    while here is not None:
        found.append(here)
        here = here.parent
    return found[::-1]


def blamed(node: ReadingNode) -> frozenset[int]:
    """Return the lines that a reading refuses."""
    return frozenset(line for line, _ in node.accused)


def unmade(node: ReadingNode, line: Line, fate: Fate, cost: int) -> ReadingNode:
    """Return a reading behind the next line that changes nothing."""
    child = ReadingNode(node.at + 1, node.cost + cost, node, node.data)
    child.fate, child.line, child.misfit = fate, line.number, node.misfit
    return child
