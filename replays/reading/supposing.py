"""The price of an answer that nobody wrote, by what stands around it: whether its player was likely to write it."""

from __future__ import annotations

from itertools import islice

from ledger.events import Move
from ledger.table import freeze
from replays.errors import NotationError
from replays.meaning.fit import MATCHED, WRONG_TIME, fit
from replays.meaning.written_moves import UnknownCard
from replays.notation.lines import Said
from replays.reading.ground import Ground, is_pass, period
from replays.reading.implied import implied
from replays.reading.prices import StepKind
from replays.reading.readings import Fate, LineWalk, ReadingNode, path_to
from replays.reading.refusing.judgements import Judgements
from rules.engine import advance, decide
from rules.kernel.asks import PASS, Ask, Together
from rules.kernel.position import Position
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow

ORDERED = 50
"""The most abilities of an order that a line is compared with."""
MANY = 9
"""The number of possible answers from which on a player is expected to have written one."""
SOON = 8
"""The most lines or decisions to come that are looked at to see whether a player still acts, or answers."""
AHEAD = 4
"""The lines behind the next one that are looked at for what a player does later."""


class Supposing:
    """Prices what a walk supposes at a decision that nobody wrote anything for; it changes nothing."""

    def __init__(self, ground: Ground, judgements: Judgements) -> None:
        self.ground, self.judgements = ground, judgements

    def price_of_choice(self, walk: LineWalk, said: Said | None, pos: Position, ask: Ask) -> int:
        """Return what it costs that a choice was made here and nobody wrote it; 0 for no more than any choice."""
        if said is not None and (walk.declined or self._was_answer(walk, said)):
            return (StepKind.FITS_HERE if walk.crossed else StepKind.CHOICE_BEFORE).cost
        if self._written_later(walk, pos, ask) is not None:
            return StepKind.CHOICE_LATER.cost
        if said is not None and not walk.crossed and not is_pass(said) and self._had_its_window(walk, said):
            return StepKind.CHOICE_BEFORE.cost
        if self._was_in_window(walk, said):
            # what everybody chooses in secret is a step of the round that people write
            secret = ask.each or isinstance(ask, Together)
            return (StepKind.CHOICE_BEFORE if secret else StepKind.CHOICE_IN_BETWEEN).cost
        if walk.crossed:
            return StepKind.NEW_CHOICE.cost
        own = said is not None and ask.player == said.player and self._is_own_move(pos, ask)
        return StepKind.OWN_CHOICE.cost if own else 0

    def price_of_pass(self, walk: LineWalk, said: Said, pos: Position, ask: Ask) -> int:
        """Return what it costs that a player passes here and nobody wrote it."""
        if is_pass(said):
            return StepKind.PASS_BEFORE.cost
        if ask.player == said.player or said.step or isinstance(ask, Window):
            return StepKind.PASS.cost
        later = self._written_later(walk, pos, ask)
        if later is None:
            return StepKind.PASS.cost
        return (StepKind.PASSED_FIRST if self._still_acts(said, later, pos, ask) else StepKind.PASSED_OVER).cost

    def _written_later(self, walk: LineWalk, pos: Position, ask: Ask) -> Said | None:
        """Return that of the next lines, of the player who is asked, that can be made here; None if none can."""
        at = walk.node.at + 1
        for line in self.ground.lines[at : at + AHEAD]:
            own = isinstance(line, Said) and not is_pass(line) and line.player == ask.player
            if isinstance(line, Said) and own and self.ground.meaning(line, pos, ask) is not None:
                return line
        return None

    def answers_soon(self, walk: LineWalk, ask: Ask) -> bool:
        """Whether the player who is asked writes an answer of this kind soon, legal or not."""
        soon = (line for line in self.ground.lines[walk.node.at : walk.node.at + SOON] if isinstance(line, Said))
        return any(line.player == ask.player and line.verb in ask.verb.split() for line in soon)

    def _still_acts(self, said: Said, later: Said, pos: Position, ask: Ask) -> bool:
        """Whether a line can still be made in this phase by a player who passes here, after the line in between."""
        phase = period(pos, 2)
        rest = self.ground.position(freeze(pos.table))
        advance(rest)
        decide(rest, ask.player, PASS)
        between: Said | None = said
        for _ in range(SOON):
            asked = advance(rest)
            move = self.ground.meaning(between or later, rest, asked) if asked is not None else None
            if move is not None and between is None:
                return True
            found = implied(rest, asked) if asked is not None and move is None else None
            if asked is None or period(rest, 2) != phase or (move is None and found is None):
                return False
            if move is not None:
                between = None
                decide(rest, said.player, move)
            elif found is not None:
                decide(rest, found.player, found.move)
        return False

    def was_refused(self, node: ReadingNode, ask: Ask) -> tuple[Said, Fate] | None:
        """Return the last answer that the asked player wrote, if it was for a question of this kind and was refused."""
        back: ReadingNode | None = node
        while back is not None and back.parent is not None:
            line = self.ground.lines[back.parent.at]
            if isinstance(line, Said) and line.number == back.line and line.player == ask.player:
                unmade = back.fate in (Fate.REFUSED, Fate.BELONGS)
                verbs = {line.verb, *(phrase.verb for phrase in self.ground.pack.notation.named(line.verb))}
                return (line, back.fate) if unmade and not verbs.isdisjoint(ask.verb.split()) else None
            back = back.parent
        return None

    def too_soon(self, refused: tuple[Said, Fate] | None, pos: Position, ask: Ask) -> Move | None:
        """Return the answer that a refused line gave too soon, if it is legal now; else None."""
        if refused is None or refused[1] is not Fate.REFUSED:
            return None
        return self.ground.meaning(refused[0], pos, ask)

    def _is_own_move(self, pos: Position, ask: Ask) -> bool:
        """Whether a question is answered by a move that has a word of its own, and in many ways."""
        named = any(phrase.verb in ask.verb.split() for phrase in self.ground.pack.notation.phrases)
        return named and len(list(islice(ask.moves(pos), MANY))) == MANY

    def _was_answer(self, walk: LineWalk, said: Said) -> bool:
        """Whether the line, though not legal, was an answer to something asked since the last one."""
        return not is_pass(said) and (walk.near == MATCHED or self.judgements.was_answer(walk.node, said))

    def _was_in_window(self, walk: LineWalk, said: Said | None) -> bool:
        """Whether a window of this round was open for other moves than the line, also one that closed by itself."""
        if walk.near == WRONG_TIME:
            return True
        if said is None or walk.crossed or is_pass(said):
            return False
        return self.judgements.was_in_window(walk.node, said)

    def _had_its_window(self, walk: LineWalk, said: Said) -> bool:
        """Whether the player of a line passed before where a move of its kind could have been made, legal or not."""
        for node in reversed(path_to(walk.node)):
            written = self.ground.lines[node.parent.at] if node.parent is not None else None
            for at in range(len(node.steps) - 1, -1, -1):
                step = node.steps[at]
                if step.player == said.player and step.move == PASS and node.parent is not None:
                    return self._fits_at(said, self.ground.again(node.parent, node.steps[:at]))
            if isinstance(written, Said) and written.player == said.player:
                return False
        return False

    def _fits_at(self, said: Said, pos: Position) -> bool:
        """Whether a line is a move for the action window that is open, whether it is legal or not."""
        ask = advance(pos)
        if not isinstance(ask, ActionWindow):
            return False
        try:
            moves = self.ground.word(said, pos).moves(pos, ask)
            return any(fit(pos, ask, move, ask.checks(pos, said.player, move)) == MATCHED for move in moves)
        except (NotationError, UnknownCard):
            return False

    def answers_order(self, walk: LineWalk, said: Said, pos: Position, ask: Ask) -> bool:
        """Whether the line names one of the abilities of an order that is another player's to choose."""
        if walk.word is None or said.player == ask.player:
            return False
        offered = list(islice(ask.moves(pos), ORDERED))
        return any(move in offered for move in walk.word.moves(pos, ask))
