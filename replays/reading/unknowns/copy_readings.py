"""The readings on which unknown cards are taken for further copies of the cards that a line names."""

from __future__ import annotations

from replays.meaning.fit import ELSEWHERE
from replays.notation.lines import Said
from replays.reading.agenda import Agenda, Task
from replays.reading.ground import Ground
from replays.reading.prices import StepKind
from replays.reading.readings import LineWalk, ReadingNode, Step
from replays.reading.unknowns.copies import Copies, known_from_the_start, other_copies
from replays.reading.unknowns.unknown_cards import become_known, known_earlier
from rules.engine import advance
from rules.kernel.position import Position


class CopyReadings:
    """Puts readings on the agenda on which unknown cards are copies of those that the next line names."""

    def __init__(self, ground: Ground, agenda: Agenda) -> None:
        self.ground, self.agenda = ground, agenda

    def legal_at_once(self, node: ReadingNode, said: Said) -> LineWalk | None:
        """Return the walk on which unknown cards are copies of those a line names, if it is legal at once with them.

        None as well for a use: which card is asked for behind it is found by making it.
        """
        if said.verb == "use" or node.copied or node.parent is None:
            return None
        pos = self.ground.position_at(node)
        copies = other_copies(self.ground, pos, said)
        walk = self._with_copies(node, copies) if copies is not None else None
        if copies is None or walk is None:
            return None
        if not self._is_legal_with(self.ground.position_at(walk.node), copies, known=not walk.steps):
            return None
        node.copied = True
        return walk

    def offer(self, node: ReadingNode, said: Said) -> bool:
        """Put the reading on the agenda on which unknown cards are copies of the cards that the line names.

        Returns whether the line is legal here with a card of which only other players are known to have one.
        """
        pos = self.ground.position_at(node)
        copies = other_copies(self.ground, pos, said)
        if copies is None:
            return False
        if not node.copied:
            self.agenda.push(node.at, node.cost + copies.price.cost, Task.WALK, self._with_copies(node, copies))
        return copies.price is StepKind.OWN_COPY and self._is_legal_with(pos, copies)

    def _is_legal_with(self, pos: Position, copies: Copies, known: bool = False) -> bool:
        """Whether a line is legal at a position once unknown cards are `known` to be copies of those it names."""
        if not known:
            become_known(pos, copies.news)
        ask = advance(pos)
        return ask is not None and self.ground.meaning(copies.line, pos, ask) is not None

    def _with_copies(self, node: ReadingNode, copies: Copies) -> LineWalk:
        """Return a walk on which unknown cards are further copies of the cards that the line names."""
        if node.parent is None and self.ground.last is None and self.ground.start().table.entities:
            node, copies = known_from_the_start(self.ground, node, copies)
            walk = LineWalk(node, copies.line, None, ELSEWHERE)
            walk.cost += copies.price.cost
            return walk
        earlier = known_earlier(self.ground, node, copies.line, copies.news)
        walk = LineWalk(earlier[0] if earlier is not None else node, copies.line, None, ELSEWHERE)
        walk.cost = node.cost + copies.price.cost
        if earlier is None:
            walk.steps = [Step(StepKind.LEARNED, "", None, copies.news)]
        return walk
