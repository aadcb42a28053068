"""The lines still to come: which of them answers a question, and which was written too late for a choice made at the
same time.
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
"""How many of the next moves are looked at for the answer to a question."""
GENERIC = ("choose", "say")
"""The verbs that answer any question."""
IDLE = (*GENERIC, "use", "play", "pass")
"""Verbs that say nothing of how far the round has come."""


class Coming:
    """The moves of a transcript that have not been made; `done` are lines made before their turn."""

    def __init__(self, document: Document, names: Names) -> None:
        self.names, self.notation = names, document.pack.notation
        self.moves = [line for line in document if isinstance(line, Said)]
        self.expected = [line.number for line in document if isinstance(line, Expect)]
        self.done: set[int] = set()

    def after(self, line: int) -> list[Said]:
        """The moves written after a line."""
        return [said for said in self.moves if said.number > line and said.number not in self.done]

    def answers(self, ask: Ask, line: int, pos: Position) -> bool:
        """Whether one of the next moves answers a question, rightly or wrongly: then nothing before it can come after
        the question.
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
        """What whose turn it is does a little later that could be done here, unless a pass came just before: then
        nobody passed.
        """
        passed = not ask.gives_up(pos) or self._passed(ask.in_turn(pos).player, line)
        return None if passed else self.does_later(ask, line, pos)

    def does_later(self, ask: Ask, line: int, pos: Position) -> Said | None:
        """What whose turn it is does a little later that could be done here, and that a pass here would have given up."""
        between, mine = {*ask.gives_up(pos), *ask.meanwhile, "use", *GENERIC}, ask.in_turn(pos)
        for said in self.after(line)[:FEW] if ask.gives_up(pos) else ():
            if said.player == mine.player and self._possible(said, mine, pos):
                return said
            handed_on = said.verb == "pass" and said.player != ask.player  # another's pass says nothing of this one
            if not handed_on and not between & {phrase.verb for phrase in self.notation.named(said.verb)}:
                return None
        return None

    def _passed(self, player: str, line: int) -> bool:
        """Whether a pass is the last a player wrote, up to a line."""
        said = next((said for said in reversed(self.moves) if said.number <= line and said.player == player), None)
        return said is not None and said.verb == "pass"

    def all_pass(self, line: int, players: Collection[str]) -> bool:
        """Whether a written pass is one of several in a row, and everybody's is among them: so one writes that a window
        closed.
        """
        runs = groupby(self.moves, key=lambda said: said.verb == "pass")
        found = next((run for run in ([*part] for _, part in runs) if any(said.number == line for said in run)), [])
        return {said.player for said in found} >= {*players}

    def next_is(self, ask: Ask, line: int, pos: Position) -> Said | None:
        """The very next move, if it is one that whoever is asked can make here."""
        said = next(iter(self.after(line)), None)
        return said if said is not None and said.player == ask.player and self._legal(said, ask, pos) else None

    def answers_now(self, ask: Ask, line: int, pos: Position) -> Said | None:
        """The very next move, if it can be made here and nothing is expected of the table before it."""
        said = self.next_is(ask, line, pos)
        return said if said is not None and not any(line < number < said.number for number in self.expected) else None

    def _possible(self, said: Said, ask: Ask, pos: Position) -> bool:
        return any(move.verb in ask.gives_up(pos) for move in self._legal(said, ask, pos))

    def _legal(self, said: Said, ask: Ask, pos: Position) -> list[Move]:
        """What a later line may mean here that is legal."""
        try:
            moves = list(WrittenMove(said, self.names, pos).moves(pos, ask))
        except (UnknownCard, NotationError):
            return []
        return [move for move in moves if legal(ask.checks(pos, said.player, move))]

    def repeated(self, said: Said) -> bool:
        """Whether a player says again what all say together, nothing but uses having been written since, and nobody
        joins in again.
        """
        again = (
            line for line in self.after(said.number)[:FEW] if line.verb == said.verb and line.player != said.player
        )
        since = (line for line in reversed(self.moves) if line.number < said.number and line.verb not in IDLE)
        before = next((line for line in since if line.verb != said.verb or line.player == said.player), None)
        return before is not None and before.verb == said.verb and not any(again)

    def _candidate(self, said: Said, ask: Choose, pos: Position) -> bool:
        refs = [ref for part in said.parts for ref in part.items]
        return any(
            number in ask.candidates for ref in refs for number in self.names.components(pos.table, ref, said.player)
        )

    def _among(self, said: Said, ask: Ask, pos: Position) -> bool:
        """Whether a use is of one of those that wait for their turn."""
        first = said.part("")
        named = self.names.components(pos.table, first.items[0], said.player) if first else []
        return any(move.subject in named for move in ask.moves(pos))

    def partner(self, said: Said, decider: str) -> Said | None:
        """What several players choose for one effect may be written in any order: the next line of the one who decides
        first.

        Nothing else is such a choice: what players do in turn was done in the order it is written in.
        """
        if decider in (said.player, CHANCE) or said.verb not in GENERIC:
            return None
        for line in self.after(said.number):
            if line.verb != said.verb:
                return None
            if line.player == decider:
                return line
        return None
