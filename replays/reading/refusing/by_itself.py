"""Lines that are no moves: they say what decided itself, what was cancelled, or that nobody could do anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.events import Event, FrameClosed, FrameOpened, Outcome
from ledger.table import Table, freeze
from replays.errors import NotationError
from replays.meaning.fit import ELSEWHERE
from replays.meaning.steps import at_step
from replays.meaning.written_moves import UnknownCard
from replays.notation.lines import Line, OutcomeLine, Ref, Said
from replays.reading.ground import Ground, is_pass, period
from replays.reading.implied import implied
from replays.reading.later_choices import Answer, answer, make
from replays.reading.prices import StepKind
from replays.reading.readings import Fate, LineWalk, PendingChoice, ReadingNode, Step, path_to, unmade
from rules.engine import advance, decide
from rules.kernel.asks import PASS, Ask, Choose
from rules.kernel.position import Position
from rules.resolution.windows import ActionWindow

TURN = ("priority", "closed")
"""The conditions of an action on whose opportunity it is."""
AGAIN = 3
"""Within how many lines a player acts again who took a pass back."""
SOON = 12
"""The most decisions that are passed to see whether a written pass could be made."""


class ByItself:
    """Finds out whether lines say what happened without them, and makes the readings on which they do."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def idle(self, node: ReadingNode, cost: int) -> ReadingNode | None:
        """Return the reading on which a written pass only says what had happened by itself, or None."""
        line = self.ground.lines[node.at]
        assert isinstance(line, Said)
        if node.idled:
            return None
        node.idled = True
        here, price = cost - node.cost > StepKind.BY_ITSELF.cost, cost - node.cost
        if not self.happened(node, line, actions=True):
            if here or not self.happened(node, line):
                return None
            price = (StepKind.IDLE if self._could_pass_soon(node, line) else StepKind.NO_REACTION).cost
        return unmade(node, line, Fate.BY_ITSELF, price)

    def _could_pass_soon(self, node: ReadingNode, said: Said) -> bool:
        """Whether a written pass could be made in this phase after others pass, before anything else is decided."""
        pos = self.ground.position_at(node)
        ask, phase = advance(pos), period(pos, 2)
        for _ in range(SOON):
            if ask is None or period(pos, 2) != phase:
                return False
            if ask.player == said.player:
                return isinstance(ask, ActionWindow) and ask.allows(pos, said.player, PASS)
            step = implied(pos, ask)
            if step is None or step.kind is not StepKind.PASS:
                return False
            decide(pos, step.player, step.move)
            ask = advance(pos)
        return False

    def acts_again(self, at: int) -> list[Said]:
        """Return the lines in which the player who passes acts again, soon and after something another player did.

        Empty for a pass behind another written one: that closed the window.
        """
        said, between, found = self.ground.lines[at], False, list[Said]()
        if not isinstance(said, Said) or (at and is_pass(self.ground.lines[at - 1])):
            return found
        for line in self.ground.lines[at + 1 : at + 1 + AGAIN]:
            own = isinstance(line, Said) and line.player == said.player
            if not isinstance(line, Said) or is_pass(line) or (own and not between):
                break
            between = between or not own
            found += [line] if own else []
        return found

    def taken_back(self, node: ReadingNode) -> ReadingNode | None:
        """Return the reading on which a written pass is none, since its player acts again.

        None if more than the other player's turn stands between the pass and that action: where a pass is final, it
        stays one.
        """
        line, again = self.ground.lines[node.at], self.acts_again(node.at)
        pos = self.ground.position_at(node)
        ask = advance(pos)
        if not again or ask is None or not ask.allows(pos, again[0].player, PASS):
            return None
        only_waits = False

        def watch(ask: Ask | None) -> None:
            nonlocal only_waits
            if isinstance(ask, ActionWindow):
                only_waits = only_waits or any(self._only_waits(said, pos, ask) for said in again)

        pos.observer = watch
        decide(pos, again[0].player, PASS)
        watch(advance(pos))
        if not only_waits:
            return None
        child = unmade(node, line, Fate.HANGS, StepKind.ACTS_AGAIN.cost)
        child.says = f"{pos.player_name(again[0].player)} acts again below"
        return child

    def _only_waits(self, said: Said, pos: Position, ask: Ask) -> bool:
        """Whether nothing forbids a line in a window but that another player has the opportunity, or nobody has it."""
        try:
            moves = list(self.ground.word(said, pos).moves(pos, ask, every=True))
        except (NotationError, UnknownCard):
            return False
        judged = (ask.checks(pos, said.player, move) for move in moves)
        return any(all(check.holds is not False or check.name in TURN for check in checks) for checks in judged)

    def idle_price(self, node: ReadingNode, said: Said) -> int:
        """Return what it costs to read a pass that could be made here as no move.

        A pass by which nothing would be chosen may as well say that a window before the choice closed by itself.
        """
        pos = self.ground.position_at(node)
        ask = advance(pos)
        meant = self.ground.meaning(said, pos, ask) if ask is not None else None
        if meant not in (None, PASS) and self.happened(node, said):
            return StepKind.BY_ITSELF.cost
        players = {line.player for line in self._row(node.at)}
        everybody = players >= {*pos.table.players}
        return (StepKind.ROW_IDLE if everybody else StepKind.IDLE).cost

    def _row(self, at: int) -> list[Said]:
        """Return the passes written in a row that the line at an index is one of."""
        lines = self.ground.lines
        passes = [is_pass(line) for line in lines]
        first, last = at, at
        while first > 0 and passes[first - 1]:
            first -= 1
        while last + 1 < len(lines) and passes[last + 1]:
            last += 1
        return [line for line in lines[first : last + 1] if isinstance(line, Said)]

    def after_cancel(self, node: ReadingNode, line: Said) -> list[ReadingNode]:
        """Return the reading on which an answer is to something that was cancelled when the line before was made."""
        made = [event for step in node.steps[max(node.cut, 0) :] for event in step.events]
        if line.verb not in ("choose", "say") or not any(map(_is_cancel, made)):
            return []
        return [unmade(node, line, Fate.NEVER_ASKED, StepKind.NEVER_ASKED.cost)]

    def came_about(self, node: ReadingNode, line: Said, left_play: bool) -> bool:
        """Whether an answer says what the rules did: its cards went; with `left_play`, out of play to an open pile.

        So `A discard x` tells of a character that had to be discarded. A line that is written twice does not: the first
        one did it.
        """
        named = [ref for part in line.parts for ref in part.items]
        verbs = self.ground.pack.notation.named(line.verb)
        cards = any(part.kind == "cards" for phrase in verbs for part in phrase.parts)
        begins = {"use", *(action.verb for action in self.ground.pack.actions)} & {phrase.verb for phrase in verbs}
        if not cards or begins or line.verb in ("play", "choose", "say") or any(part.lead for part in line.parts):
            return False
        path = path_to(node)
        at = next((at for at in range(len(path) - 1, 0, -1) if path[at].steps), 0)
        start = path[at - 1] if at else None
        told = [self.ground.lines[one.parent.at] for one in path[max(at, 1) :] if one.parent is not None]
        said = [other for other in told if isinstance(other, Said) and _says_the_same(line, other)]
        if any(path[at].line == other.number for other in said):
            return False
        then = self.ground.position_at(start) if start is not None else self.ground.start()
        times = 1 + len(said)
        return self._went(then.table, self.ground.position_at(node).table, named * times, left_play)

    def _went(self, then: Table, now: Table, named: Sequence[Ref], left_play: bool = False) -> bool:
        """Whether all cards that are named lie somewhere else now; of equal pieces, as many as are named."""
        gone = {number for number, part in then.entities.items() if part.zone != now.entities[number].zone}
        if left_play:
            gone = {number for number in gone if _left_play(then, now, number)}
        names = [(ref.owner, ref.text) for ref in named]
        return bool(named) and all(
            len(gone.intersection(self.ground.names.components(now, ref))) >= names.count((ref.owner, ref.text))
            for ref in named
        )

    def moved(self, node: ReadingNode, line: OutcomeLine) -> bool:
        """Whether all that an outcome names went somewhere else when the line before was made."""
        back = next((one for one in reversed(path_to(node)) if one.steps), None)
        if line.shuffle or back is None or back.parent is None:
            return False
        then, now = self.ground.position_at(back.parent).table, self.ground.position_at(node).table
        return self._went(then, now, line.items)

    def said_so(self, node: ReadingNode, line: Said) -> list[ReadingNode]:
        """Return the reading on which a line says what happened by itself, with the choices behind it made."""
        child = unmade(node, line, Fate.BY_ITSELF, StepKind.BY_ITSELF.cost)
        word = self.ground.word(line, self.ground.position_at(node))
        if not word.later:
            return [child]
        walk = LineWalk(node, line, self.ground.position_at(node), ELSEWHERE)
        walk.pending = (*(PendingChoice(line, part) for part in word.later), *node.pending)
        pos, found = walk.pos, Answer.MADE
        assert pos is not None
        while walk.pending and found is Answer.MADE and (ask := advance(pos)) is not None:
            found = answer(self.ground, walk, pos, ask)
        if found is Answer.NOT_ALLOWED:
            return []
        child.steps, child.data, child.pending = walk.steps, freeze(pos.table), walk.pending
        return [child]

    def settles(self, walk: LineWalk, said: Said) -> ReadingNode | None:
        """Return the reading on which a written pass happened by itself in the last step of a walk, or None."""
        last = walk.steps[-1]
        hit = False

        def watch(pos: Position, ask: Ask) -> None:
            nonlocal hit
            hit = hit or self.says(said, pos, ask)

        before = self.ground.again(walk.node, walk.steps[:-1])
        before.observer = lambda ask: watch(before, ask)
        self.ground.repeat(before, last)
        before.observer = None
        ask = advance(before)
        over = is_pass(said) and ask is not None and said.player in ask.over
        return self.after(walk, said) if hit or over else None

    def strays(self, node: ReadingNode, said: Said) -> bool:
        """Whether an answer may belong to something that was refused or cancelled just before it."""
        if said.verb not in ("choose", "say"):
            return False
        return node.refused is not None or any(map(_is_cancel, _events_of(node)))

    def happened(self, node: ReadingNode, said: Said, actions: bool = False) -> bool:
        """Whether something decided itself since the last written move that the line may speak of.

        For a pass, that is since the last written move that is no pass: passes in a row are one exchange. With
        `actions`, only action windows count.
        """
        passing = is_pass(said)
        told = 0 if passing else _told_before(self.ground.lines, node, said)
        for back, steps in self._since(node, passing):
            hit, room = False, 0

            def watch(pos: Position, ask: Ask) -> None:
                nonlocal hit, room
                if (not actions or isinstance(ask, ActionWindow)) and self.says(said, pos, ask):
                    room += _room(said, ask)
                    hit = room > told

            pos = self.ground.opening(watch) if back.parent is None else self.ground.again(back.parent, steps, watch)
            ask = advance(pos)
            if hit or (passing and ask is not None and said.player in ask.over):
                return True
        return said.verb == "use" and not actions and self._worked_by_itself(node, said)

    def _worked_by_itself(self, node: ReadingNode, said: Said) -> bool:
        """Whether a line names a card whose text no player uses, and that text was carried out since the last line."""
        pos = self.ground.position_at(node)
        ask = advance(pos)
        if ask is None:
            return False
        try:
            uses = list(self.ground.word(said, pos).moves(pos, ask, every=True))
        except (NotationError, UnknownCard):
            return False
        kinds, named = self.ground.pack.dialect.kinds, set[int]()
        for use in uses:
            ability = self.ground.pack.ability(use.ability)
            if ability is not None and kinds.get(ability.kind) not in ("action", "triggered"):
                named.add(use.subject)
        return bool(named) and any(
            isinstance(event, FrameOpened) and any(part.source in named for part in event.occurrences)
            for event in self._events_since(node)
        )

    def _events_since(self, node: ReadingNode) -> Iterator[Event]:
        """Yield what happened since the last written move."""
        for back, steps in self._since(node, False):
            if back.parent is None:
                pos = self.ground.start()
                pos.log.clear()
                advance(pos)
                yield from pos.log
            for step in steps:
                yield from step.events

    def _since(self, node: ReadingNode, passing: bool) -> Iterator[tuple[ReadingNode, list[Step]]]:
        """Yield the readings back to the last written move, with the steps from there on."""
        back: ReadingNode | None = node
        while back is not None:
            if back.parent is None:
                if not self.ground.goes_on:  # what a record holds before the lines leave it, it has said itself
                    yield back, []
                return
            if back.fate is Fate.FORCED:  # nothing decides itself in a move that was made against the rules
                return
            if back.steps:
                yield back, back.steps
                written = back.steps[back.cut].move if back.cut >= 0 else None
                others = any(step.move not in (PASS, None) for step in back.steps)
                if (back.cut >= 0 and not passing) or (passing and (others or written not in (PASS, None))):
                    return
            back = back.parent

    def says(self, said: Said, pos: Position, ask: Ask) -> bool:
        """Whether a line says just what decided itself."""
        if not at_step(pos, said.step):
            return False
        asked, ask.player = ask.player, ask.player or said.player
        try:
            if is_pass(said):
                return ask.allows(pos, said.player, PASS)
            word = self.ground.word(said, pos)
            return any(ask.allows(pos, said.player, move) for move in word.moves(pos, ask, every=True))
        except (NotationError, UnknownCard):
            return False
        finally:
            ask.player = asked

    def after(self, walk: LineWalk, said: Said) -> ReadingNode:
        """Return the reading on which the line happened by itself after the steps of a walk."""
        node = walk.node
        again = LineWalk(node, said, self.ground.position_at(node), ELSEWHERE)
        for step in walk.steps:
            if step.move is not None:
                make(self.ground, again, step.player, step.move, step)
        assert again.pos is not None
        child = ReadingNode(node.at + 1, walk.cost + StepKind.BY_ITSELF.cost, node, freeze(again.pos.table))
        child.fate, child.line, child.steps, child.pending = Fate.BY_ITSELF, said.number, again.steps, again.pending
        child.done = walk.done
        return child


def _told_before(lines: Sequence[Line], node: ReadingNode, said: Said) -> int:
    """Return how many lines just before say the same, and that it happened by itself."""
    count, back = 0, node
    while back.parent is not None and back.fate is Fate.BY_ITSELF:
        line = lines[back.parent.at]
        count += isinstance(line, Said) and _says_the_same(line, said)
        back = back.parent
    return count


def _room(said: Said, ask: Ask) -> int:
    """Return how many lines alike may speak of one decision: of several components, one for each."""
    named = sum(len(part.items) for part in said.parts)
    return max(1, ask.most // max(1, named)) if isinstance(ask, Choose) else 1


def _left_play(then: Table, now: Table, number: int) -> bool:
    """Whether a component was in play, and lies now where everybody sees it and nothing is in play."""
    pile = now.specs[now.entities[number].zone]
    return then.specs[then.entities[number].zone].inplay and not pile.inplay and pile.seen == "all"


def _says_the_same(line: Said, other: Said) -> bool:
    """Whether two lines of one player say the same."""
    return (line.player, line.words()) == (other.player, other.words())


def _events_of(node: ReadingNode) -> Iterator[Event]:
    """Yield what happened when the line before a node was made."""
    return (event for step in node.steps for event in step.events)


def _is_cancel(event: Event) -> bool:
    """Whether an event is the end of something that was cancelled."""
    return isinstance(event, FrameClosed) and event.outcome is Outcome.CANCELLED
