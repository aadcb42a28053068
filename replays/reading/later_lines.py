"""The moves still to be read, and what they show about the present decision.

They show who has not passed here, and which questions are answered later.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby

from ledger.events import Move
from replays.errors import NotationError
from replays.meaning.names import Names
from replays.meaning.written_moves import UnknownCard, WrittenMove
from replays.notation.lines import Document, Expect, Said
from rules.engine import legal
from rules.kernel.asks import CHANCE, Ask, Choose, Say
from rules.kernel.position import Position

FEW = 4
"""The number of next moves that are looked at for an answer to a question, or for a player who goes on."""
GENERIC = ("choose", "say")
"""The verbs that answer any question."""
IDLE = (*GENERIC, "use", "play", "pass")
"""The verbs that do not show how far the round has come."""


class Coming:
    """The written moves of a transcript; `done` are the numbers of lines that were made before their turn."""

    def __init__(self, document: Document, names: Names) -> None:
        self.names, self.notation = names, document.pack.notation
        self.moves = [line for line in document if isinstance(line, Said)]
        self.expected = [line.number for line in document if isinstance(line, Expect)]
        self.done: set[int] = set()

    def after(self, line: int) -> list[Said]:
        """Return the moves written after a line, retracted ones included, but for those made before their turn."""
        return [said for said in self.moves if said.number > line and said.number not in self.done]

    def answers(self, ask: Ask, line: int, pos: Position) -> bool:
        """Whether one of the next four moves answers a question, rightly or wrongly.

        Then the present line belongs before that question, and the search for its point stops there. After `A use x`, a
        following `B defend with y` shows that x was used before defenders were declared.
        """
        for said in self.after(line)[:FEW]:
            verbs = {phrase.verb for phrase in self.notation.named(said.verb) if phrase.about(getattr(ask, "slot", ""))}
            generic = (isinstance(ask, Choose) and "choose" in verbs) or (isinstance(ask, Say) and "say" in verbs)
            if said.player == ask.player and (ask.verb in verbs or generic):
                if (
                    ask.verb not in verbs
                    and isinstance(ask, Choose)
                    and not ask.least
                    and not self._candidate(said, ask, pos)
                ):
                    continue  # nobody need be chosen here, and those who are cannot be: it answers a later question
                return ask.verb != "use" or self._among(said, ask, pos)
        return False

    def goes_on(self, ask: Ask, line: int, pos: Position) -> Said | None:
        """Return the later line that shows that the player in turn has not passed here, or None.

        It is one of the next four moves, is legal here, and would be given up by a pass. A player whose last written
        move was a pass has passed.

            A marshal ned
            B marshal hound      # out of turn: nobody passes for A, who goes on
            A marshal ice
        """
        passed = not ask.gives_up(pos) or self._passed(ask.in_turn(pos).player, line)
        return None if passed else self.does_later(ask, line, pos)

    def does_later(self, ask: Ask, line: int, pos: Position) -> Said | None:
        """Return one of the next four moves, of the player in turn, that a pass here would give up; or None.

        It must be legal here. Between the two, only moves may stand that can be made meanwhile, such as uses, answers
        and another player's pass.
        """
        between, mine = {*ask.gives_up(pos), *ask.meanwhile, "use", *GENERIC}, ask.in_turn(pos)
        for said in self.after(line)[:FEW] if ask.gives_up(pos) else ():
            if said.player == mine.player and self._possible(said, mine, pos):
                return said
            handed_on = said.verb == "pass" and said.player != ask.player  # another's pass says nothing of this one
            if not handed_on and not between & {phrase.verb for phrase in self.notation.named(said.verb)}:
                return None
        return None

    def _passed(self, player: str, line: int) -> bool:
        """Whether a pass is the last move that a player wrote, up to a line."""
        said = next((said for said in reversed(self.moves) if said.number <= line and said.player == player), None)
        return said is not None and said.verb == "pass"

    def all_pass(self, line: int, players: Collection[str]) -> bool:
        """Whether the pass at a line is one of several in a row, and all of these players are among them.

        So people write that a window closed.
        """
        runs = groupby(self.moves, key=lambda said: said.verb == "pass")
        found = next((run for run in ([*part] for _, part in runs) if any(said.number == line for said in run)), [])
        return {said.player for said in found} >= {*players}

    def next_is(self, ask: Ask, line: int, pos: Position) -> Said | None:
        """Return the very next move, if it is one that the player who is asked can make here."""
        said = next(iter(self.after(line)), None)
        return said if said is not None and said.player == ask.player and self._legal(said, ask, pos) else None

    def answers_now(self, ask: Ask, line: int, pos: Position) -> Said | None:
        """Return the very next move, if it can be made here and no `expect` stands before it."""
        said = self.next_is(ask, line, pos)
        return said if said is not None and not any(line < number < said.number for number in self.expected) else None

    def _possible(self, said: Said, ask: Ask, pos: Position) -> bool:
        """Whether a line has a legal meaning here that a pass would give up."""
        return any(move.verb in ask.gives_up(pos) for move in self._legal(said, ask, pos))

    def _legal(self, said: Said, ask: Ask, pos: Position) -> list[Move]:
        """Return the legal moves that a later line may mean here; none if it names something that is not there."""
        try:
            moves = list(WrittenMove(said, self.names, pos).moves(pos, ask))
        except (UnknownCard, NotationError):
            return []
        return [move for move in moves if legal(ask.checks(pos, said.player, move))]

    def repeated(self, said: Said) -> bool:
        """Whether a player says again what all players choose together, as a second `A bid 3` in one round does.

        Nothing but uses and the like stands since the player's first, and no other player says it again in the next
        lines.
        """
        again = (
            line for line in self.after(said.number)[:FEW] if line.verb == said.verb and line.player != said.player
        )
        since = (line for line in reversed(self.moves) if line.number < said.number and line.verb not in IDLE)
        before = next((line for line in since if line.verb != said.verb or line.player == said.player), None)
        return before is not None and before.verb == said.verb and not any(again)

    def _candidate(self, said: Said, ask: Choose, pos: Position) -> bool:
        """Whether a line names a card that may be chosen here."""
        refs = [ref for part in said.parts for ref in part.items]
        return any(
            number in ask.candidates for ref in refs for number in self.names.components(pos.table, ref, said.player)
        )

    def _among(self, said: Said, ask: Ask, pos: Position) -> bool:
        """Whether a line uses a card that is one of the answers here."""
        first = said.part("")
        named = self.names.components(pos.table, first.items[0], said.player) if first else []
        return any(move.subject in named for move in ask.moves(pos))

    def partner(self, said: Said, decider: str) -> Said | None:
        """Return the next line of the player who decides first, where several players choose for one effect, or None.

        Such choices, written with `choose` or `say`, may stand in any order: `A choose x` may be read after `B choose
        y`. What players do in turn was done in the order it is written in.
        """
        if decider in (said.player, CHANCE) or said.verb not in GENERIC:
            return None
        for line in self.after(said.number):
            if line.verb != said.verb:
                return None
            if line.player == decider:
                return line
        return None
