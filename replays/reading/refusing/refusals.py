"""Lines that are refused, or cannot be understood: the readings on which the next line is not made."""

from __future__ import annotations

from itertools import islice

import msgspec

from ledger.events import Introduced, Move
from ledger.facts import Component
from ledger.table import freeze
from replays.errors import NotationError
from replays.meaning.fit import ELSEWHERE, MATCHED, JudgedPoint, where_of
from replays.meaning.outcomes import is_of
from replays.meaning.steps import at_step
from replays.meaning.written_moves import UnknownCard
from replays.notation.lines import OutcomeLine, Said
from replays.reading.agenda import Agenda, Task
from replays.reading.ground import Ground, is_pass
from replays.reading.implied import implied, in_words
from replays.reading.later_choices import make
from replays.reading.prices import REFUSED, StepKind
from replays.reading.readings import Fate, LineWalk, ReadingNode, Step, unmade
from replays.reading.refusing.belonging import Belonging
from replays.reading.refusing.by_itself import ByItself
from replays.reading.refusing.forcing import forced
from replays.reading.refusing.judgements import Judgements
from replays.reading.refusing.points import Judging
from replays.reading.unknowns.copy_readings import CopyReadings
from rules.engine import advance, decide
from rules.kernel.asks import CHANCE, PASS, Ask
from rules.kernel.chance import Chance
from rules.kernel.position import Position

FIRST_STEPS = 300
"""The most answers of a decision that are looked through for the first step of a move that is written as one."""
GHOST = 12
"""The most decisions that are passed in the game with a refused line made, to see what belongs to that line."""


class Refusals:
    """Puts readings on the agenda on which the next line is not made."""

    least = REFUSED[MATCHED]
    """The least that refusing a line costs."""

    def __init__(self, ground: Ground, agenda: Agenda) -> None:
        self.ground, self.agenda = ground, agenda
        self.by_itself = ByItself(ground)
        self.judgements = Judgements(ground, self.by_itself)
        self.belonging = Belonging(ground, self.judgements, self.by_itself)
        self.copies = CopyReadings(ground, agenda)

    def soon(self, walk: LineWalk) -> None:
        """Have the line judged at the cost of a walk that found no point for it."""
        node = walk.node
        if isinstance(walk.line, Said) and not node.judged:
            self.agenda.push(node.at, max(walk.cost, node.cost + StepKind.BY_ITSELF.cost), Task.REFUSE, node)

    # --- readings on which a line is not made -----------------------------------------------------------------------

    def refuse(self, node: ReadingNode) -> list[ReadingNode]:
        """Return the readings on which the next line is not made here: it happened by itself, or is refused.

        A refused one is put on the agenda at its price.
        """
        line = self.ground.lines[node.at]
        assert isinstance(line, Said)
        if node.judged:
            return []
        node.judged = True
        belonging = self.belonging.reading(node, line)
        if belonging is not None:
            self._push(belonging)
        said_so: list[ReadingNode] = []
        if is_pass(line):
            return self._refuse_pass(node, line)
        if line.verb == "pass" and not self._may_pass_there(node, line):  # nothing was left to pass
            idle = unmade(node, line, Fate.NOT_ASKED, StepKind.NO_STEP.cost)
            idle.says = f"nothing asks {line.player} at {line.step}"
            said_so.append(idle)
        if (not node.strict or not self.belonging.is_action(line)) and self.by_itself.happened(node, line):
            said_so += self.by_itself.said_so(node, line)
        natural = self.copies.offer(node, line)
        self._try_in_two_steps(node, line)
        judged = self.judgements.judged(node, line)
        if judged.happened is not None:
            said_so.append(judged.happened)
        answers = judged.point is not None and judged.point.fit < ELSEWHERE
        said_so += [] if answers else self.by_itself.after_cancel(node, line)
        if not said_so and not node.strict and self.by_itself.came_about(node, line, left_play=answers):
            said_so.append(unmade(node, line, Fate.BY_ITSELF, StepKind.BY_ITSELF.cost))
        cost = REFUSED[judged.point.fit if judged.point is not None else ELSEWHERE]
        if cost >= REFUSED[ELSEWHERE]:
            self._try_answered_before(node)
        cost += StepKind.PASSED_OVER.cost if self.belonging.only_after_a_pass(node, line) else 0
        legal_too = StepKind.LEGAL_HERE if judged.here or natural else StepKind.LEGAL_SOON
        self._push_refused(node, line, judged.point, cost + (legal_too.cost if judged.legal or natural else 0))
        return said_so

    def _may_pass_there(self, node: ReadingNode, said: Said) -> bool:
        """Whether the decision that is pending is the one a pass is pinned to, and its player may pass there."""
        pos = self.ground.position_at(node)
        ask = advance(pos)
        return ask is not None and at_step(pos, said.step) and ask.allows(pos, said.player, PASS)

    def _try_in_two_steps(self, node: ReadingNode, said: Said) -> None:
        """Put the reading on the agenda on which a line says where a move of two steps ends, and not its first step.

        So it is with a march over two domains that names only the second.
        """
        pos = self.ground.position_at(node)
        ask = advance(pos)
        in_steps = any(phrase.in_steps for phrase in self.ground.pack.notation.named(said.verb))
        if ask is None or ask.player != said.player or node.strict or not in_steps:
            return
        meant = [move for move in self.ground.word(said, pos).moves(pos, ask) if move.verb == ask.verb and move.words]
        for move in meant[:1]:
            for words in dict.fromkeys(other.words for other in islice(ask.moves(pos), FIRST_STEPS)):
                walk = LineWalk(node, said, self.ground.position_at(node), ELSEWHERE)
                if self._leads_to(walk, said, msgspec.structs.replace(move, words=words)):
                    walk.cost += StepKind.CHOICE.cost
                    walk.pos = None
                    self.agenda.push(node.at, walk.cost, Task.WALK, walk)
                    return

    def _leads_to(self, walk: LineWalk, said: Said, first: Move) -> bool:
        """Whether a first step is legal here and the line right after it; then the walk has made that step."""
        pos = walk.pos
        assert pos is not None
        ask = advance(pos)
        if ask is None or not ask.allows(pos, said.player, first):
            return False
        says = in_words(pos, ask, StepKind.CHOICE, first, self.ground.writer, self.ground.stated)
        make(self.ground, walk, said.player, first, Step(StepKind.CHOICE, said.player, first, (), 0, says))
        ask = advance(pos)
        return ask is not None and ask.player == said.player and self.ground.meaning(said, pos, ask) is not None

    def _try_answered_before(self, node: ReadingNode) -> None:
        """Put the reading on the agenda on which the line before only says what had decided itself.

        So it is where a player writes the only possible choice for one effect, and it is read as one for the next.
        """
        home = node.parent
        line = self.ground.lines[home.at] if home is not None else None
        if home is None or home.parent is None or node.fate is not Fate.READ or node.cut or not isinstance(line, Said):
            return
        if line.verb not in ("use", "play", "pass"):
            self.agenda.push(home.at, home.cost + StepKind.ANSWERED_BEFORE.cost, Task.ITSELF, home)

    def as_said_before(self, node: ReadingNode, cost: int) -> list[ReadingNode]:
        """Return the readings on which an answer that could be made here says what had decided itself before."""
        line = self.ground.lines[node.at]
        assert isinstance(line, Said)
        if not self.by_itself.happened(node, line):
            return []
        found = self.by_itself.said_so(node, line)
        for child in found:
            child.cost += cost - node.cost - StepKind.BY_ITSELF.cost
        return found

    def _refuse_pass(self, node: ReadingNode, said: Said) -> list[ReadingNode]:
        """Put the reading on the agenda on which a written pass is refused; where chance decides it is no move."""
        pos = self.ground.position_at(node)
        ask = advance(pos)
        if ask is not None and ask.player == CHANCE:
            return [unmade(node, said, Fate.BY_ITSELF, StepKind.NO_REACTION.cost)]
        here = ask is not None and ask.allows(pos, said.player, PASS)
        self._push_refused(node, said, None, REFUSED[ELSEWHERE] + (StepKind.LEGAL_HERE.cost if here else 0))
        return []

    def no_outcome(self, node: ReadingNode, cost: int) -> ReadingNode:
        """Return the reading on which chance had nothing to decide for an outcome line.

        It belongs to a refused line, or says the only thing that could happen and did, or cannot be understood.
        """
        line = self.ground.lines[node.at]
        assert isinstance(line, OutcomeLine)
        if node.refused is not None:
            child = unmade(node, line, Fate.BELONGS, cost - node.cost)
            child.refused, child.ghost = node.refused, node.ghost
        elif self.by_itself.moved(node, line):
            child = unmade(node, line, Fate.BY_ITSELF, StepKind.BY_ITSELF.cost)
        else:
            child = unmade(node, line, Fate.NO_OUTCOME, cost - node.cost)
            child.says = self._no_such_outcome(node, line)
        return child

    def _no_such_outcome(self, node: ReadingNode, line: OutcomeLine) -> str:
        """Return what is told of an outcome line where chance decides nothing, or something else."""
        pos = self.ground.position_at(node)
        other = ""
        for _ in range(GHOST):
            ask = advance(pos)
            if ask is not None and ask.player == CHANCE:
                other = ask.says
                if is_of(ask, line):
                    named = ""
                    if isinstance(ask, Chance) and len(line.items) != ask.count:
                        named = f"; {ask.count} must be named, not {len(line.items)}"
                    return f"this cannot be the outcome of: {ask.says}{named}"
            found = implied(pos, ask) if ask is not None else None
            if found is None or found.kind.cost >= StepKind.CHOICE.cost or node.strict:
                break
            decide(pos, found.player, found.move)
        return f"what chance decides here is something else: {other}" if other else "nothing is random at this point"

    def not_understood(self, node: ReadingNode, error: NotationError) -> None:
        """Put the reading on the agenda on which the next line cannot be understood."""
        if node.judged:
            return
        node.judged = True
        line = self.ground.lines[node.at]
        child = unmade(node, line, Fate.NOT_UNDERSTOOD, StepKind.NOT_UNDERSTOOD.cost)
        child.add_blame(StepKind.NOT_UNDERSTOOD.cost)
        child.error = error
        self._push(child)

    def card_too_many(self, node: ReadingNode, said: Said, unknown: UnknownCard, error: NotationError) -> None:
        """Put the reading on the agenda on which a line is refused since its player cannot have the card it names.

        It is judged as if the card lay elsewhere, out of play; the record knows nothing of that.
        """
        pos = self.ground.position_at(node)
        table, hidden = pos.table, f"{said.player}.{unknown.zone}"
        away = (name for name, spec in table.specs.items() if spec.owner == said.player and not spec.inplay)
        place = next((name for name in away if name != hidden), "")
        if node.judged or not place:
            self.not_understood(node, error)
            return
        pos.emit(Introduced((Component(max(table.entities) + 1, unknown.cards[0], said.player, place),)))
        pos.ask = None
        pos.log.clear()
        ask = advance(pos)
        try:
            judging = Judging(self.ground, self.ground.word(said, pos), full=True)
        except (NotationError, UnknownCard):
            self.not_understood(node, error)
            return
        if ask is None or judging.at(pos, ask, 0) or not judging.found:
            self.not_understood(node, error)
            return
        node.judged = True
        best = min(judging.found, key=lambda point: point.rank)
        point = msgspec.structs.replace(best, move=Move(said.verb))
        hangs = StepKind.PASSED_OVER.cost if self.belonging.only_after_a_pass(node, said) else 0
        self._push_refused(node, said, point, REFUSED[point.fit] + hangs, behind=0, is_there=False)

    def refuse_use(self, walk: LineWalk) -> None:
        """Refuse a use because a choice written behind it was asked for and not allowed."""
        misfit = walk.misfit
        if misfit is None:
            return
        node: ReadingNode | None = walk.node
        while node is not None and not (node.line == misfit.line and node.fate is Fate.READ):
            node = node.parent
        if node is None or node.parent is None:
            return
        home = node.parent
        said = self.ground.lines[home.at]
        assert isinstance(said, Said)
        if misfit.line in home.misfits or said.number != misfit.line:  # a line that was made before its turn
            return
        home.misfits.add(misfit.line)
        self.copies.offer(home, said)
        self._push_refused(home, said, misfit.point, self.least, behind=node.cut)

    def refuse_unfinished(self, node: ReadingNode, pos: Position, ask: Ask) -> bool:
        """Whether the move of several steps that the line before made must go on; then a reading refuses that line.

        So it is with a march that is written to end in a domain where the army may not stop.
        """
        said = self.ground.lines[node.parent.at] if node.parent is not None else None
        if not isinstance(said, Said) or node.fate is not Fate.READ or node.parent is None:
            return False
        in_steps = any(phrase.in_steps for phrase in self.ground.pack.notation.named(said.verb))
        must_go_on = ask.player == said.player and ask.verb == said.verb and not ask.allows(pos, said.player, PASS)
        if not in_steps or not must_go_on or said.number in node.parent.misfits:
            return in_steps and must_go_on
        node.parent.misfits.add(said.number)
        checks = tuple(ask.checks(pos, said.player, PASS))
        point = JudgedPoint(
            MATCHED, 1, 0, pos.table.seq, 0, PASS, checks, ask.says, player=ask.player, where=where_of(pos, ask)
        )
        self._push_refused(node.parent, said, point, StepKind.UNFINISHED.cost, behind=node.cut)
        return True

    def unfinished_at_end(self, node: ReadingNode) -> bool:
        """Whether a reading of the whole transcript ends within a move of several steps that must go on."""
        if node.fate is not Fate.READ or node.parent is None:
            return False
        pos = self.ground.position_at(node)
        ask = advance(pos)
        return ask is not None and self.refuse_unfinished(node, pos, ask)

    def refuse_too_soon(self, walk: LineWalk, point: JudgedPoint) -> None:
        """Put the reading on the agenda on which a line is refused since a pass is missing before it."""
        said = walk.line
        assert isinstance(said, Said)
        self._push_refused(walk.node, said, point, self.least, behind=len(walk.steps))

    def refuse_choice(self, walk: LineWalk) -> None:
        """Put the reading on the agenda on which a choice behind a use is refused alone, and the use stands.

        So it is where others have answered the use before the choice was asked for.
        """
        misfit = walk.misfit
        if misfit is None or walk.pos is None or walk.node.line == misfit.line:
            return
        at = walk.node.at
        child = ReadingNode(at, walk.cost + self.least + StepKind.BELONGS.cost, walk.node, freeze(walk.pos.table))
        child.steps, child.done, child.round = walk.steps, walk.done, walk.round
        waits = [one for one in walk.pending if (one.said.number, one.part.column) != (misfit.line, misfit.column)]
        child.pending = tuple(waits)
        child.fate, child.line, child.point, child.choice = (
            Fate.CHOICE_REFUSED,
            misfit.line,
            misfit.point,
            misfit.choice,
        )
        child.add_blame(self.least)
        self.agenda.push(at, child.cost, Task.REFUSED, child)

    def _push(self, child: ReadingNode) -> None:
        assert child.parent is not None
        self.agenda.push(child.parent.at, child.cost, Task.REFUSED, child)

    def _push_refused(
        self,
        node: ReadingNode,
        said: Said,
        point: JudgedPoint | None,
        cost: int,
        behind: int = -1,
        is_there: bool = True,
    ) -> None:
        """Put the readings on the agenda on which a line is refused: ignored, or made all the same.

        What is not there (`is_there`) cannot be moved all the same.
        """
        child = unmade(node, said, Fate.REFUSED, cost)
        child.add_blame(cost)
        child.point, child.behind = point, behind
        child.refused = None if said.verb in ("choose", "say", "pass") else (said.player, said.number)
        made = forced(self.ground, node, said, point, behind) if node.applying and point and is_there else None
        if made is not None:
            child.fate, child.steps, child.data, child.silent = Fate.FORCED, made.steps, made.data, made.silent
            child.cut, child.refused = made.cut, None
        self._push(child)
