"""What all readings of one search share: the game, the lines, the names, and how a line is compared with a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ledger.events import FrameOpened, Move
from ledger.table import freeze, thaw
from replays.errors import NotationError
from replays.meaning.names import Names
from replays.meaning.outcomes import is_of, outcome_move
from replays.meaning.steps import at_step
from replays.meaning.writer import Writer
from replays.meaning.written_moves import UnknownCard, WrittenMove
from replays.notation.lines import Correction, OutcomeLine, Said, Setting
from replays.reading.readings import ReadingNode, Step
from rules.books.folding import plain
from rules.engine import advance, decide, force
from rules.kernel.asks import CHANCE, PASS, Ask, Choose, Say
from rules.kernel.chance import Shuffle
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.resolution.windows import ActionWindow

ReadLine = Said | OutcomeLine | Setting | Correction
"""The kinds of lines that a search places in the game."""
Observer = Callable[[Position, Ask], None]
"""Is called with each decision that decided itself: a window that nobody could use, or a single possible answer."""


class Ground:
    """The game and the lines of one search.

    `start` returns a new position from which the rules are still to be run to the first decision; `last` is a decision
    to make there first, if the lines go on from one. `goes_on` says that the lines go on from a record, which has
    said itself what happened before. `open_zones` are the zones that no line states: any card may turn out to have
    been there. `stated` are the components whose card the set-up names. `following` are lines that come later and are
    not read: what they answer is not supposed. `copies` says that unknown cards may be further copies
    of cards that lines name. `only_here` says that no choice is supposed before a line. `spent` counts the decisions
    that were made so far.
    """

    def __init__(
        self,
        pack: Pack,
        names: Names,
        lines: Sequence[ReadLine],
        start: Callable[[], Position],
        open_zones: Iterable[str] = (),
        stated: Iterable[int] = (),
        last: Step | None = None,
        following: Sequence[Said] = (),
        goes_on: bool = False,
    ) -> None:
        self.pack, self.names, self.lines, self.start, self.last = pack, names, tuple(lines), start, last
        self.open_zones, self.stated = frozenset(open_zones), frozenset(stated)
        self.writer = Writer(pack, names)
        self.following, self.goes_on = tuple(following), goes_on
        self.copies, self.only_here = True, False
        self.spent = 0
        self._naming = _naming_lines(self.lines)

    def position(self, data: bytes) -> Position:
        """Return a new live position of a frozen table."""
        return Position(self.pack, thaw(data))

    def position_at(self, node: ReadingNode) -> Position:
        """Return a new live position behind the lines that a node has read.

        A table that was put away is made again from the last one that was kept: the rules give the same one.
        """
        away: list[ReadingNode] = []
        while node.data is None:
            away.append(node)
            assert node.parent is not None
            node = node.parent
        pos, spent = self.position(node.data), self.spent
        for one in reversed(away):
            for step in one.steps:
                self.repeat(pos, step)
        self.spent = spent
        return pos if not away else self.position(freeze(pos.table))

    def again(self, node: ReadingNode, steps: Iterable[Step], observer: Observer | None = None) -> Position:
        """Return the position that steps lead to from behind the lines that a node has read, watched on the way."""
        pos = self.position_at(node)
        if observer is not None:
            pos.observer = lambda ask: observer(pos, ask)
        for step in steps:
            self.repeat(pos, step)
        pos.observer = None
        return pos

    def opening(self, observer: Observer | None = None) -> Position:
        """Return the position at the first decision, watched on the way there."""
        pos = self.start()
        if observer is not None:
            pos.observer = lambda ask: observer(pos, ask)
        if self.last is not None:
            self.repeat(pos, self.last)
        advance(pos)
        pos.observer = None
        pos.log.clear()
        return pos

    def first_phase(self) -> int:
        """Return the number of the frame of the phase that the lines begin in, or 0."""
        return period(self.start(), 2)

    def begins_in_window(self) -> bool:
        """Whether the lines begin at an action window: it is open, or closes by itself, before anything happens."""
        pos, first = self.start(), list[bool]()

        def watch(ask: Ask | None) -> None:
            happened = any(isinstance(event, FrameOpened) for event in pos.log)
            first.append(isinstance(ask, ActionWindow) and not happened)

        pos.log.clear()
        pos.observer = watch
        watch(advance(pos))
        return first[0]

    def repeat(self, pos: Position, step: Step) -> None:
        """Carry out a step again."""
        advance(pos)
        if step.move is None:
            for event in step.events:
                pos.emit(event)
            pos.ask = None
        else:
            self.spent += 1
            (force if step.forced else decide)(pos, step.player, step.move)
        pos.log.clear()

    def word(self, said: Said, pos: Position) -> WrittenMove:
        """Return a line ready to be compared with decisions; raises what `WrittenMove` raises."""
        return WrittenMove(said, self.names, pos)

    def legal_move(self, line: ReadLine, word: WrittenMove | None, pos: Position, ask: Ask) -> Move | None:
        """Return the legal move that a line means at a decision, or None."""
        if isinstance(line, OutcomeLine):
            return self._outcome(line, pos, ask)
        if not isinstance(line, Said) or not at_step(pos, line.step):
            return None
        if is_pass(line):
            return declined(pos, ask, line.player)
        assert word is not None
        for move in word.moves(pos, ask, every=line.verb == "say"):
            if ask.allows(pos, line.player, move):
                return move
        return None

    def is_awaited(self, pos: Position, ask: Ask) -> bool:
        """Whether one of the lines that come later answers a question."""
        return any(self.meaning(said, pos, ask) is not None for said in self.following)

    def named_later(self, pos: Position, ask: Ask, at: int) -> dict[int, int]:
        """Return the candidates of a question that lines from an index on name, each with the index of the first."""
        numbers = (part for part in getattr(ask, "candidates", ()) if isinstance(part, int))
        first = {number: self._first_named(pos, number, at, "") for number in numbers}
        return {number: line for number, line in first.items() if line < len(self.lines)}

    def in_order_of_naming(self, pos: Position, ask: Shuffle, at: int) -> tuple[int, ...]:
        """Return the cards that are shuffled, those first that lines from an index on name, in the order they do so.

        Of several copies of a card, one is taken for the card that is named. The others stay as they lie.
        """
        seen: set[str] = set()
        order: list[tuple[int, int]] = []
        for number in pos.table.zones[ask.zone]:
            card = pos.entity(number).card
            named = self._first_named(pos, number, at, pos.entity(number).owner)
            order.append((len(self.lines) if card in seen else named, number))
            seen |= {card} if card else set()
        return tuple(number for _, number in sorted(order, key=lambda pair: pair[0]))

    def words_named(self, pos: Position, ask: Ask, at: int) -> tuple[str, ...]:
        """Return the words that chance may bring and that lines from an index on name, the first named first.

        Players are no such words: that a line names one does not say whom chance picked.
        """
        found = {}
        words = [part for part in getattr(ask, "candidates", ()) if isinstance(part, str)]
        for word in (word for word in words if word not in pos.table.seats):
            found[word] = next(
                (line for line in self._naming.get(("", plain(word)), ()) if line >= at), len(self.lines)
            )
        return tuple(sorted((word for word, line in found.items() if line < len(self.lines)), key=found.__getitem__))

    def _first_named(self, pos: Position, number: int, at: int, player: str) -> int:
        """Return the index of a player's first line, from an index on, that names a component; the end if none does.

        Without a player, lines of everybody count.
        """
        entity = pos.entity(number)
        names = [f"#{number}"]
        if entity.card in self.pack.cards:
            names.append(self.names.alias_of(number) or self.pack.cards[entity.card].name)
        found = (line for name in names for line in self._naming.get((player, plain(name)), ()) if line >= at)
        return min(found, default=len(self.lines))

    def _outcome(self, line: OutcomeLine, pos: Position, ask: Ask) -> Move | None:
        if ask.player != CHANCE or not is_of(ask, line):
            return None
        try:
            move = outcome_move(pos, ask, line, self.names)
        except NotationError:
            return None
        return move if ask.allows(pos, CHANCE, move) else None

    def meaning(self, said: Said, pos: Position, ask: Ask) -> Move | None:
        """Return the legal move that a line means at a decision; None, too, if it names what nobody has identified."""
        try:
            word = None if is_pass(said) else self.word(said, pos)
            return self.legal_move(said, word, pos, ask)
        except (NotationError, UnknownCard):
            return None


def declined(pos: Position, ask: Ask, player: str) -> Move | None:
    """Return what a player's pass means at a decision: no action, nothing chosen, or an offer declined; else None."""
    if ask.player == CHANCE:
        return None
    meant = [PASS]
    if isinstance(ask, Choose) and ask.least == 0:
        meant.append(Move(ask.verb))
    elif isinstance(ask, Say):
        meant += [Move(ask.verb, words=(word,)) for word in ("no", "none") if word in ask.words and len(ask.words) == 2]
    return next((move for move in meant if ask.allows(pos, player, move)), None)


def _naming_lines(lines: Sequence[ReadLine]) -> dict[tuple[str, str], list[int]]:
    """Return, for each player and name, the indices of that player's lines in which it stands."""
    found: dict[tuple[str, str], list[int]] = {}
    for at, line in enumerate(lines):
        if isinstance(line, Said):
            for name in {plain(ref.text) for part in line.parts for ref in part.items}:
                found.setdefault((line.player, name), []).append(at)
                found.setdefault(("", name), []).append(at)
    return found


def is_pass(line: ReadLine) -> bool:
    """Whether a line is a pass that is not pinned to a step: such a one is for whatever its player is next asked."""
    return isinstance(line, Said) and line.verb == "pass" and not line.step


def period(pos: Position, depth: int) -> int:
    """Return the number of the open frame at a depth, or 0: 1 is the round or the setup, 2 the phase."""
    frames = pos.table.frames
    return frames[depth].id if len(frames) > depth else 0
