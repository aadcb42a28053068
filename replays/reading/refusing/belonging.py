"""What belongs to a refused line: it was said because of that line, or hangs on a pass that nobody wrote behind it."""

from __future__ import annotations

from ledger.table import freeze
from replays.errors import NotationError
from replays.meaning.fit import ELSEWHERE, MATCHED, fit
from replays.meaning.written_moves import UnknownCard
from replays.notation.lines import Said
from replays.notation.vocabulary import find_word
from replays.reading.ground import Ground, Observer, is_pass, period
from replays.reading.implied import implied
from replays.reading.prices import StepKind
from replays.reading.readings import Fate, Ghost, ReadingNode, path_to, unmade
from replays.reading.refusing.by_itself import ByItself
from replays.reading.refusing.forcing import forced
from replays.reading.refusing.judgements import Judgements
from rules.engine import advance, decide
from rules.kernel.asks import PASS, Ask, Say
from rules.kernel.position import Position
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow

FURTHER_BACK = 4
"""The most legal actions behind a refused line across which an answer still belongs to it."""
GHOST = 12
"""The most decisions that are passed in the game with a refused line made, to see what belongs to that line."""


class Belonging:
    """Makes the readings on which a line is told with the refused line before it, and not as another offence."""

    def __init__(self, ground: Ground, judgements: Judgements, by_itself: ByItself) -> None:
        self.ground, self.judgements, self.by_itself = ground, judgements, by_itself

    def reading(self, node: ReadingNode, line: Said) -> ReadingNode | None:
        """Return the reading on which a line belongs to a refused one, or hangs on a pass behind it; or None."""
        found = self._belonging(node, line) or self._belonging_further_back(node, line)
        return found or self._hanging(node, line)

    def _belonging(self, node: ReadingNode, line: Said) -> ReadingNode | None:
        """Return the reading on which a line belongs to one of those just refused in a row, or None.

        It does if it answers a question of the game in which that line was made all the same, rightly or not: it would
        not have been said otherwise. Or if it is an answer or a pass of the player who was refused.
        """
        if node.refused is None:
            return None
        own = self.judgements.is_own_move(node, line)
        judged = self.judgements.judged(node, line)
        if own and (judged.here or not (self.is_action(line) or judged.supposed)):
            return None
        ghost, kind, refused = None, StepKind.BELONGS, node.refused
        if not is_pass(line):
            at: ReadingNode | None = node
            while ghost is None and at is not None and at.refused is not None:
                (ghost, kind), refused = self._in_ghost(at, line), at.refused
                at = at.parent if at.fate is Fate.REFUSED else None  # a use that was refused began nothing
        if own:  # it could be made further on, too
            kind = StepKind.SILENT_THERE
        answers = not own and line.player == node.refused[0] and line.verb in ("choose", "say", "pass")
        if ghost is None and not own and not answers and self._only_follows(node, line):
            answers, kind = True, StepKind.SILENT_THERE
        if ghost is None and not answers:
            return None
        child = unmade(node, line, Fate.BELONGS, kind.cost)
        child.refused, child.ghost = (refused, ghost) if ghost is not None else (node.refused, node.ghost)
        child.add_blame(kind.cost)
        return child

    def _belonging_further_back(self, node: ReadingNode, line: Said) -> ReadingNode | None:
        """Return the reading on which an answer belongs to a line that was refused a few legal actions before; or None.

        So it is with defenders of a refused challenge, declared after somebody has used an ability.
        """
        if node.refused is not None or is_pass(line) or self.is_action(line):
            return None
        back: ReadingNode | None = node
        for _ in range(FURTHER_BACK):
            written = self.ground.lines[back.parent.at] if back is not None and back.parent is not None else None
            if back is None or not isinstance(written, Said):
                return None
            if not self.is_action(written) and written.verb not in ("choose", "say") and back.refused is None:
                return None
            if back.refused is not None:
                break
            back = back.parent
        if back is None or back.refused is None or self.judgements.is_own_move(node, line):
            return None
        if self.judgements.fit_of(node, line) < ELSEWHERE:
            return None
        ghost, kind = self._in_ghost(back, line)
        if ghost is None:
            return None
        child = unmade(node, line, Fate.BELONGS, kind.cost)
        child.refused, child.ghost = back.refused, ghost
        child.add_blame(kind.cost)
        return child

    def _hanging(self, node: ReadingNode, line: Said) -> ReadingNode | None:
        """Return the reading on which a line hangs on a pass that nobody wrote, behind a refused line of its player.

        What it says could have been done instead of that pass; had there been none, it might be legal here.
        """
        if is_pass(line):
            return None
        for back in reversed(path_to(node)):
            home = back.parent
            written = self.ground.lines[home.at] if home is not None else None
            if home is None or (isinstance(written, Said) and written.player == line.player):
                return None
            passes = [at for at, step in enumerate(back.steps) if step.move == PASS and step.player == line.player]
            if passes and home.fate is Fate.REFUSED and home.refused and home.refused[0] == line.player:
                pos = self.ground.again(home, back.steps[: passes[0]])
                ask = advance(pos)
                if ask is None or self.ground.meaning(line, pos, ask) is None:
                    return None
                child = unmade(node, line, Fate.HANGS, StepKind.BELONGS.cost)
                child.says = f"whether {pos.player_name(line.player)} passed before line {back.line} is not written"
                child.add_blame(StepKind.BELONGS.cost)
                return child
        return None

    def only_after_a_pass(self, node: ReadingNode, line: Said) -> bool:
        """Whether a line was legal where its player is supposed to have passed before another player's written pass.

        So it is with `A pass`, `B govern x`, where it was B's turn first: rather A was out of turn than B.
        """
        for back in reversed(path_to(node)):
            home = back.parent
            written = self.ground.lines[home.at] if home is not None else None
            if home is None or (isinstance(written, Said) and written.player == line.player):
                return False
            if written is None or not is_pass(written):
                continue
            for at, step in enumerate(back.steps):
                if step.kind is StepKind.PASS and step.player == line.player:
                    pos = self.ground.again(home, back.steps[:at])
                    ask = advance(pos)
                    if ask is not None and self._may_mean(line, pos, ask):
                        return True
        return False

    def _may_mean(self, line: Said, pos: Position, ask: Ask) -> bool:
        """Whether a line is legal at a decision, or names a card that nobody has identified there."""
        try:
            return self.ground.legal_move(line, self.ground.word(line, pos), pos, ask) is not None
        except UnknownCard:
            return ask.player == line.player
        except NotationError:
            return False

    def is_action(self, line: Said) -> bool:
        """Whether a line begins something of its own, and answers no question."""
        begins = {phrase.verb for phrase in self.ground.pack.notation.named(line.verb)}
        return not begins.isdisjoint({"use", *(action.verb for action in self.ground.pack.actions)})

    def _only_follows(self, node: ReadingNode, line: Said) -> bool:
        """Whether a line is of a kind that nothing asks its player for any more in this round.

        Then it was said because of the refused line of the same player, or of a line before it that belongs to that:
        `A take x`, after a card that could not be plotted with.
        """
        assert node.refused is not None
        player, number = node.refused
        refused = next(one for one in self.ground.lines if one.number == number)
        same = isinstance(refused, Said) and refused.verb == line.verb
        within = line.player == player or node.fate is Fate.BELONGS
        if not within or same or self.is_action(line) or self.judgements.is_own_move(node, line):
            return False
        home = next((one.parent for one in reversed(path_to(node)) if one.line == number), None)
        if home is None or not isinstance(refused, Said) or self.judgements.is_own_move(home, refused):
            return False  # what could soon be made was not refused for what it led to
        if self.judgements.judged(home, refused).happened is not None or self.by_itself.happened(home, refused):
            return False  # nor what only says what happened
        if advance(self.ground.position_at(node)) is None:
            return False  # the game is over
        point = self.judgements.judged(node, line).point
        return point is None or point.fit >= ELSEWHERE or point.player not in ("", line.player)

    def _in_ghost(self, node: ReadingNode, line: Said) -> tuple[Ghost | None, StepKind]:
        """Return the game after a line was made in that with the refused line made, and how the line belongs to it.

        The game is None if the line is not asked for there.

        It must be asked for while what the refused line began is still going on, or later in the phase of the same
        player, or have been decided by itself there: so it is with `A defend with nobody`, written for a player who
        has nobody to defend with. An answer that is not
        allowed there either is one only if the real game asks nothing like it.
        """
        decided: list[Ask] = []
        stray = self.judgements.fit_of(node, line) >= ELSEWHERE

        def watch(pos: Position, ask: Ask) -> None:
            if self.by_itself.says(line, pos, ask) or (stray and self._answers(line, pos, ask)):
                decided.append(ask)

        found = self._watched(node, node.ghost, watch) if node.ghost else self._made_all_the_same(node, watch)
        if found is None or decided:
            return found, StepKind.SILENT_THERE if decided else StepKind.BELONGS
        pos = self.ground.position(found.data)
        phase = period(pos, 2)
        same_player = node.refused is not None and node.refused[0] == line.player
        lasts = same_player and not self.judgements.is_own_move(node, line)
        self._watch_what_it_began(pos, found, watch)
        for _ in range(GHOST):
            ask = advance(pos)
            if decided:
                return found, StepKind.SILENT_THERE
            over = not found.goes_on(pos)
            if ask is None or (over and (period(pos, 2) != phase or not lasts or isinstance(ask, Window))):
                return None, StepKind.BELONGS
            move = self.ground.meaning(line, pos, ask)
            if move is not None:
                before = freeze(pos.table)
                decide(pos, line.player, move)
                late = over or isinstance(ask, Window | ActionWindow)
                kind = StepKind.SILENT_THERE if late else StepKind.BELONGS
                return Ghost(freeze(pos.table), found.begun, before, (line.player, move)), kind
            step = implied(pos, ask)
            answered = stray and self._answers(line, pos, ask)
            if step is None or (step.kind.cost >= StepKind.CHOICE.cost and not answered):
                return None, StepKind.BELONGS
            decide(pos, step.player, step.move)
            if answered:
                return Ghost(freeze(pos.table), found.begun), StepKind.BELONGS
        return None, StepKind.BELONGS

    def _answers(self, line: Said, pos: Position, ask: Ask) -> bool:
        """Whether a line answers a question in a way that is not allowed, or with another verb.

        So does `B defend with x`, where x may not defend, and `A claim castle`, where a word is asked for.
        """
        if ask.player != line.player or isinstance(ask, Window | ActionWindow):
            return False
        if isinstance(ask, Say) and any(find_word(ref.text, ask.words) for part in line.parts for ref in part.items):
            return True
        try:
            return any(fit(pos, ask, move, []) == MATCHED for move in self.ground.word(line, pos).moves(pos, ask))
        except (NotationError, UnknownCard):
            return False

    def _watch_what_it_began(self, pos: Position, ghost: Ghost, observer: Observer) -> None:
        """Have an observer called with what decides itself in what a refused line began."""
        pos.observer = lambda ask: observer(pos, ask) if ghost.goes_on(pos) else None

    def _watched(self, node: ReadingNode, ghost: Ghost, observer: Observer) -> Ghost:
        """Return the game of a refused line, after watching its last line again: one line may decide several things.

        So it is where nobody can defend and only one character can be chosen for claim.
        """
        if ghost.last is not None:
            pos = self.ground.position(ghost.before)
            advance(pos)
            self._watch_what_it_began(pos, ghost, observer)
            decide(pos, *ghost.last)
        else:
            refused = node
            while refused.fate is not Fate.REFUSED and refused.parent is not None:
                refused = refused.parent
            self._made_all_the_same(refused, observer)
        return ghost

    def _made_all_the_same(self, node: ReadingNode, observer: Observer) -> Ghost | None:
        """Return the game in which the line that a node refuses was made all the same; None if it could mean nothing.

        `observer` is called with what decides itself in what the line began.
        """
        said = self.ground.lines[node.at - 1]
        if node.fate is not Fate.REFUSED or node.parent is None or node.point is None or not isinstance(said, Said):
            return None
        made = forced(self.ground, node.parent, said, node.point, node.behind, observer)
        return Ghost(made.data, made.begun) if made is not None else None
