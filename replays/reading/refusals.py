"""Lines that are not made: refused, idle, said of what happened by itself, not understood, or in the wrong order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from ledger.events import Event, FrameClosed, Introduced, Move, Outcome
from ledger.facts import Component
from ledger.table import Table, freeze
from replays.errors import NotationError
from replays.meaning.fit import ELSEWHERE, MATCHED, JudgedPoint, fit, where_of
from replays.meaning.outcomes import is_of
from replays.meaning.steps import at_step
from replays.meaning.written_moves import UnknownCard
from replays.notation.lines import OutcomeLine, Ref, Said
from replays.notation.vocabulary import find_word
from replays.reading.agenda import Agenda, Task
from replays.reading.forcing import forced
from replays.reading.ground import Ground, Observer, ReadLine, is_pass, period
from replays.reading.implied import implied, in_words
from replays.reading.later_choices import Answer, answer, make
from replays.reading.points import Judging
from replays.reading.prices import REFUSED, StepKind
from replays.reading.readings import Fate, Ghost, LineWalk, PendingChoice, ReadingNode, Step, path_to
from replays.reading.unknowns.copies import Copies, known_from_the_start, other_copies
from replays.reading.unknowns.unknown_cards import become_known, known_earlier
from rules.engine import advance, decide
from rules.kernel.asks import CHANCE, PASS, Ask, Say
from rules.kernel.chance import Chance
from rules.kernel.position import Position
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow

FIRST_STEPS = 300
"""The most answers of a decision that are looked through for the first step of a move that is written as one."""
GHOST = 12
"""The most decisions that are passed in the game with a refused line made, to see what belongs to that line."""


class Judged(msgspec.Struct, frozen=True):
    """What was found of a line that is to be refused.

    `point` is where it fits best (None: nowhere). `legal` says that it could be made after some implied steps, `here`
    that these pass for nobody else, `answered` that it was an answer to something before any choice was supposed,
    `windowed` that a window was open then, also one that closed by itself, in which it had to wait for its time.
    `happened` is the reading on which it turns out to have happened by itself after some implied steps, if there is
    one.
    """

    point: JudgedPoint | None
    legal: bool = False
    here: bool = False
    answered: bool = False
    windowed: bool = False
    happened: ReadingNode | None = None


class Refusals:
    """Puts readings on the agenda on which the next line is not made."""

    least = REFUSED[MATCHED]
    """The least that refusing a line costs."""

    def __init__(self, ground: Ground, agenda: Agenda) -> None:
        self.ground, self.agenda = ground, agenda

    def soon(self, walk: LineWalk) -> None:
        """Have the line judged at the cost of a walk that found no point for it."""
        node = walk.node
        if isinstance(walk.line, Said) and not node.judged:
            self.agenda.push(node.at, max(walk.cost, node.cost + StepKind.BY_ITSELF.cost), Task.REFUSE, node)

    def was_answer(self, node: ReadingNode, said: Said) -> bool:
        """Whether the line, though not legal, was an answer to something before any choice that nobody wrote."""
        return self._judged(node, said).answered

    def was_in_window(self, node: ReadingNode, said: Said) -> bool:
        """Whether a window for other moves was open, or closed by itself, before any choice that nobody wrote."""
        return self._judged(node, said).windowed

    def leaves_position(self, node: ReadingNode, pos: Position) -> bool:
        """Whether the phase is over in whose window the position stands, before the first line is made."""
        if node.parent is not None or self.ground.goes_on or not self.ground.begins_in_window():
            return False
        return period(pos, 2) != self.ground.first_phase()

    def fit_of(self, node: ReadingNode, said: Said) -> int:
        """Return how well the line fits the decision it fits best in this round."""
        point = self._judged(node, said).point
        return point.fit if point is not None else ELSEWHERE

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
        belonging = self._belonging(node, line) or self._hanging(node, line)
        if belonging is not None:
            self._push(belonging)
        said_so: list[ReadingNode] = []
        if is_pass(line):
            self._refuse_pass(node, line)
            return said_so
        if line.verb == "pass":  # pinned to a step: where nothing is left to pass, nobody broke a rule
            idle = self._unmade(node, line, Fate.NOT_ASKED, StepKind.NO_STEP.cost)
            idle.says = f"nothing asks {line.player} at {line.step}"
            said_so.append(idle)
        if (not node.strict or not self._is_action(line)) and self.happened(node, line):
            said_so += self._said_so(node, line)
        natural = self._try_copies(node, line)
        self._try_in_two_steps(node, line)
        judged = self._judged(node, line)
        if judged.happened is not None:
            said_so.append(judged.happened)
        if judged.point is None or judged.point.fit >= ELSEWHERE:
            said_so += self._after_cancel(node, line)
            if not said_so and not node.strict and self._came_about(node, line):
                said_so.append(self._unmade(node, line, Fate.BY_ITSELF, StepKind.BY_ITSELF.cost))
        cost = REFUSED[judged.point.fit if judged.point is not None else ELSEWHERE]
        if cost >= REFUSED[ELSEWHERE]:
            self._try_answered_before(node)
        cost += StepKind.PASSED_OVER.cost if self._only_after_a_pass(node, line) else 0
        legal_too = StepKind.LEGAL_HERE if judged.here or natural else StepKind.LEGAL_SOON
        self._push_refused(node, line, judged.point, cost + (legal_too.cost if judged.legal or natural else 0))
        return said_so

    def with_copies_here(self, node: ReadingNode, said: Said) -> LineWalk | None:
        """Return the walk on which unknown cards are copies of those a line names, if it is legal at once with them.

        None as well for a use: which card is asked for behind it is found by making it.
        """
        if said.verb == "use" or node.copied or node.parent is None:
            return None
        pos = self.ground.position(node.data)
        copies = other_copies(self.ground, pos, said)
        walk = self._with_copies(node, copies) if copies is not None else None
        if copies is None or walk is None:
            return None
        if not self._is_legal_with(self.ground.position(walk.node.data), copies, known=not walk.steps):
            return None
        node.copied = True
        return walk

    def _try_copies(self, node: ReadingNode, said: Said) -> bool:
        """Put the reading on the agenda on which unknown cards are copies of the cards that the line names.

        Returns whether the line is legal here with a card of which only other players are known to have one.
        """
        pos = self.ground.position(node.data)
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

    def _try_in_two_steps(self, node: ReadingNode, said: Said) -> None:
        """Put the reading on the agenda on which a line says where a move of two steps ends, and not its first step.

        So it is with a march over two domains that names only the second.
        """
        pos = self.ground.position(node.data)
        ask = advance(pos)
        in_steps = any(phrase.in_steps for phrase in self.ground.pack.notation.named(said.verb))
        if ask is None or ask.player != said.player or node.strict or not in_steps:
            return
        meant = [move for move in self.ground.word(said, pos).moves(pos, ask) if move.verb == ask.verb and move.words]
        for move in meant[:1]:
            for words in dict.fromkeys(other.words for other in islice(ask.moves(pos), FIRST_STEPS)):
                walk = LineWalk(node, said, self.ground.position(node.data), ELSEWHERE)
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
        if not self.happened(node, line):
            return []
        found = self._said_so(node, line)
        for child in found:
            child.cost += cost - node.cost - StepKind.BY_ITSELF.cost
        return found

    def _refuse_pass(self, node: ReadingNode, said: Said) -> None:
        """Put the reading on the agenda on which a written pass is refused."""
        pos = self.ground.position(node.data)
        ask = advance(pos)
        here = ask is not None and ask.allows(pos, said.player, PASS)
        self._push_refused(node, said, None, REFUSED[ELSEWHERE] + (StepKind.LEGAL_HERE.cost if here else 0))

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
        return self._unmade(node, line, Fate.BY_ITSELF, price)

    def _could_pass_soon(self, node: ReadingNode, said: Said) -> bool:
        """Whether a written pass could be made in this phase after others pass, before anything else is decided."""
        pos = self.ground.position(node.data)
        ask, phase = advance(pos), period(pos, 2)
        for _ in range(GHOST):
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

    def idle_price(self, node: ReadingNode, said: Said) -> int:
        """Return what it costs to read a pass that could be made here as no move."""
        players = {line.player for line in self._row(node.at)}
        everybody = players >= {*self.ground.position(node.data).table.players}
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

    def no_outcome(self, node: ReadingNode, cost: int) -> ReadingNode:
        """Return the reading on which chance had nothing to decide for an outcome line.

        It belongs to a refused line, or says the only thing that could happen and did, or cannot be understood.
        """
        line = self.ground.lines[node.at]
        assert isinstance(line, OutcomeLine)
        if node.refused is not None:
            child = self._unmade(node, line, Fate.BELONGS, cost - node.cost)
            child.refused, child.ghost = node.refused, node.ghost
        elif self._moved(node, line):
            child = self._unmade(node, line, Fate.BY_ITSELF, StepKind.BY_ITSELF.cost)
        else:
            child = self._unmade(node, line, Fate.NO_OUTCOME, cost - node.cost)
            child.says = self._no_such_outcome(node, line)
        return child

    def _after_cancel(self, node: ReadingNode, line: Said) -> list[ReadingNode]:
        """Return the reading on which an answer is to something that was cancelled when the line before was made."""
        made = [event for step in node.steps[max(node.cut, 0) :] for event in step.events]
        if line.verb not in ("choose", "say") or not any(map(_is_cancel, made)):
            return []
        child = self._unmade(node, line, Fate.NEVER_ASKED, StepKind.NEVER_ASKED.cost)
        return [child]

    def _came_about(self, node: ReadingNode, line: Said) -> bool:
        """Whether an answer that nothing asked for says what the rules did: its cards went.

        So `A discard x` tells of a character that had to be discarded.
        """
        named = [ref for part in line.parts for ref in part.items]
        cards = any(
            part.kind == "cards" for phrase in self.ground.pack.notation.named(line.verb) for part in phrase.parts
        )
        if not cards or line.verb in ("use", "play", "choose", "say") or any(part.lead for part in line.parts):
            return False
        back = next((one for one in reversed(path_to(node)) if one.steps), None)
        start = self.ground.position(back.parent.data) if back is not None and back.parent else self.ground.start()
        return self._went(start.table, self.ground.position(node.data).table, named)

    def _went(self, then: Table, now: Table, named: Sequence[Ref]) -> bool:
        """Whether all cards that are named lie somewhere else now."""
        found = [self.ground.names.components(now, ref) for ref in named]
        return bool(found) and all(
            any(number in then.entities and then.entities[number].zone != now.entities[number].zone for number in one)
            for one in found
        )

    def _moved(self, node: ReadingNode, line: OutcomeLine) -> bool:
        """Whether all that an outcome names went somewhere else when the line before was made."""
        back = next((one for one in reversed(path_to(node)) if one.steps), None)
        if line.shuffle or back is None or back.parent is None:
            return False
        then, now = self.ground.position(back.parent.data).table, self.ground.position(node.data).table
        return self._went(then, now, line.items)

    def _no_such_outcome(self, node: ReadingNode, line: OutcomeLine) -> str:
        """Return what is told of an outcome line where chance decides nothing, or something else."""
        pos = self.ground.position(node.data)
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
        child = self._unmade(node, line, Fate.NOT_UNDERSTOOD, StepKind.NOT_UNDERSTOOD.cost)
        child.add_blame(StepKind.NOT_UNDERSTOOD.cost)
        child.error = error
        self._push(child)

    def card_too_many(self, node: ReadingNode, said: Said, unknown: UnknownCard, error: NotationError) -> None:
        """Put the reading on the agenda on which a line is refused since its player cannot have the card it names.

        It is judged as if the card lay elsewhere, out of play; the record knows nothing of that.
        """
        pos = self.ground.position(node.data)
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
        hangs = StepKind.PASSED_OVER.cost if self._only_after_a_pass(node, said) else 0
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
        self._try_copies(home, said)
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
        pos = self.ground.position(node.data)
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

    def _unmade(self, node: ReadingNode, line: ReadLine, fate: Fate, cost: int) -> ReadingNode:
        """Return a reading behind the next line that changes nothing."""
        child = ReadingNode(node.at + 1, node.cost + cost, node, node.data)
        child.fate, child.line, child.misfit = fate, line.number, node.misfit
        return child

    def _said_so(self, node: ReadingNode, line: Said) -> list[ReadingNode]:
        """Return the reading on which a line says what happened by itself, with the choices behind it made."""
        child = self._unmade(node, line, Fate.BY_ITSELF, StepKind.BY_ITSELF.cost)
        word = self.ground.word(line, self.ground.position(node.data))
        if not word.later:
            return [child]
        walk = LineWalk(node, line, self.ground.position(node.data), ELSEWHERE)
        walk.pending = (*(PendingChoice(line, part) for part in word.later), *node.pending)
        pos, found = walk.pos, Answer.MADE
        assert pos is not None
        while walk.pending and found is Answer.MADE and (ask := advance(pos)) is not None:
            found = answer(self.ground, walk, pos, ask)
        if found is Answer.NOT_ALLOWED:
            return []
        child.steps, child.data, child.pending = walk.steps, freeze(pos.table), walk.pending
        return [child]

    def _belonging(self, node: ReadingNode, line: Said) -> ReadingNode | None:
        """Return the reading on which a line belongs to one of those just refused in a row, or None.

        It does if it answers a question of the game in which that line was made all the same, rightly or not: it would
        not have been said otherwise. Or if it is an answer or a pass of the player who was refused.
        """
        if node.refused is None or self._is_own_move(node, line):
            return None
        ghost, kind, refused = None, StepKind.BELONGS, node.refused
        if not is_pass(line):
            at: ReadingNode | None = node
            while ghost is None and at is not None and at.refused is not None:
                (ghost, kind), refused = self._in_ghost(at, line), at.refused
                at = at.parent if at.fate is Fate.REFUSED else None  # a use that was refused began nothing
        answers = line.player == node.refused[0] and line.verb in ("choose", "say", "pass")
        if ghost is None and not answers and self._only_follows(node, line):
            answers, kind = True, StepKind.SILENT_THERE
        if ghost is None and not answers:
            return None
        child = self._unmade(node, line, Fate.BELONGS, kind.cost)
        child.refused, child.ghost = (refused, ghost) if ghost is not None else (node.refused, node.ghost)
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
                pos = self.ground.again(home.data, back.steps[: passes[0]])
                ask = advance(pos)
                if ask is None or self.ground.meaning(line, pos, ask) is None:
                    return None
                child = self._unmade(node, line, Fate.HANGS, StepKind.BELONGS.cost)
                child.says = f"whether {pos.player_name(line.player)} passed before line {back.line} is not written"
                child.add_blame(StepKind.BELONGS.cost)
                return child
        return None

    def _only_after_a_pass(self, node: ReadingNode, line: Said) -> bool:
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
                    pos = self.ground.again(home.data, back.steps[:at])
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

    def _is_own_move(self, node: ReadingNode, line: Said) -> bool:
        """Whether a line is a move that could soon be made although the line before it was refused."""
        return not is_pass(line) and self._judged(node, line).legal

    def _is_action(self, line: Said) -> bool:
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
        if not within or same or self._is_action(line) or self._is_own_move(node, line):
            return False
        home = next((one.parent for one in reversed(path_to(node)) if one.line == number), None)
        if home is None or not isinstance(refused, Said) or self._is_own_move(home, refused):
            return False  # what could soon be made was not refused for what it led to
        if self._judged(home, refused).happened is not None or self.happened(home, refused):
            return False  # nor what only says what happened
        if advance(self.ground.position(node.data)) is None:
            return False  # the game is over
        point = self._judged(node, line).point
        return point is None or point.fit >= ELSEWHERE or point.player not in ("", line.player)

    def _in_ghost(self, node: ReadingNode, line: Said) -> tuple[Ghost | None, StepKind]:
        """Return the game after a line was made in that with the refused line made, and how the line belongs to it.

        The game is None if the line is not asked for there.

        It must be asked for while what the refused line began is still going on, or have been decided by itself there:
        so it is with `A defend with nobody`, written for a player who has nobody to defend with. An answer that is not
        allowed there either is one only if the real game asks nothing like it.
        """
        decided: list[Ask] = []
        stray = self.fit_of(node, line) >= ELSEWHERE

        def watch(pos: Position, ask: Ask) -> None:
            if self._says(line, pos, ask) or (stray and self._answers(line, pos, ask)):
                decided.append(ask)

        found = self._watched(node, node.ghost, watch) if node.ghost else self._made_all_the_same(node, watch)
        if found is None or decided:
            return found, StepKind.SILENT_THERE if decided else StepKind.BELONGS
        pos = self.ground.position(found.data)
        self._watch_what_it_began(pos, found, watch)
        for _ in range(GHOST):
            ask = advance(pos)
            if decided:
                return found, StepKind.SILENT_THERE
            if ask is None or not found.goes_on(pos):
                return None, StepKind.BELONGS
            move = self.ground.meaning(line, pos, ask)
            if move is not None:
                before = freeze(pos.table)
                decide(pos, line.player, move)
                kind = StepKind.SILENT_THERE if isinstance(ask, Window | ActionWindow) else StepKind.BELONGS
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
        child = self._unmade(node, said, Fate.REFUSED, cost)
        child.add_blame(cost)
        child.point, child.behind = point, behind
        child.refused = None if said.verb in ("choose", "say", "pass") else (said.player, said.number)
        made = forced(self.ground, node, said, point, behind) if node.applying and point and is_there else None
        if made is not None:
            child.fate, child.steps, child.data, child.silent = Fate.FORCED, made.steps, made.data, made.silent
            child.cut, child.refused = made.cut, None
        self._push(child)

    def settles(self, walk: LineWalk, said: Said) -> ReadingNode | None:
        """Return the reading on which a written pass happened by itself in the last step of a walk, or None."""
        last = walk.steps[-1]
        hit = False

        def watch(pos: Position, ask: Ask) -> None:
            nonlocal hit
            hit = hit or self._says(said, pos, ask)

        before = self.ground.again(walk.node.data, walk.steps[:-1])
        before.observer = lambda ask: watch(before, ask)
        self.ground.repeat(before, last)
        before.observer = None
        ask = advance(before)
        over = is_pass(said) and ask is not None and said.player in ask.over
        return self._after(walk, said) if hit or over else None

    def strays(self, node: ReadingNode, said: Said) -> bool:
        """Whether an answer may belong to something that was refused or cancelled just before it."""
        if said.verb not in ("choose", "say"):
            return False
        return node.refused is not None or any(map(_is_cancel, _events_of(node)))

    # --- two lines in the wrong order -------------------------------------------------------------------------------

    def swapped(self, node: ReadingNode, cost: int) -> LineWalk | None:
        """Return the walk that stands where the line after the next is legal, before the next one is read; or None."""
        line, other = self.ground.lines[node.at], self.ground.lines[node.at + 1]
        assert isinstance(line, Said)
        assert isinstance(other, Said)
        walk = LineWalk(node, other, self.ground.position(node.data), ELSEWHERE)
        walk.cost, pos = cost, walk.pos
        assert pos is not None
        phase = period(pos, 2)
        for _ in range(4):
            ask = advance(pos)
            if ask is None or period(pos, 2) != phase:
                return None
            try:
                walk.word = self.ground.word(other, pos)
            except (UnknownCard, NotationError):
                return None
            if self.ground.legal_move(other, walk.word, pos, ask) is not None:
                walk.done |= {other.number}
                return walk
            found = implied(pos, ask)
            if node.strict or found is None or found.kind.cost > StepKind.PASS.cost:
                return None
            make(self.ground, walk, found.player, found.move, Step(found.kind, found.player, found.move, ()))
        return None

    # --- what happened by itself ------------------------------------------------------------------------------------

    def happened(self, node: ReadingNode, said: Said, actions: bool = False) -> bool:
        """Whether something decided itself since the last written move that the line may speak of.

        For a pass, that is since the last written move that is no pass: passes in a row are one exchange. With
        `actions`, only action windows count.
        """
        passing = is_pass(said)
        for back, steps in self._since(node, passing):
            hit = False

            def watch(pos: Position, ask: Ask) -> None:
                nonlocal hit
                hit = hit or ((not actions or isinstance(ask, ActionWindow)) and self._says(said, pos, ask))

            if back.parent is None:
                pos = self.ground.opening(watch)
            else:
                pos = self.ground.again(back.parent.data, steps, watch)
            ask = advance(pos)
            if hit or (passing and ask is not None and said.player in ask.over):
                return True
        return False

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

    def _says(self, said: Said, pos: Position, ask: Ask) -> bool:
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

    # --- the point at which a refused line is judged ----------------------------------------------------------------

    def _judged(self, node: ReadingNode, said: Said) -> Judged:
        if not isinstance(node.points, Judged):
            node.points = self._judge(node, said)
        return node.points

    def _judge(self, node: ReadingNode, said: Said) -> Judged:
        """Look for the point that the line fits best: in what decided itself since the last line, here, or later on."""
        try:
            word = self.ground.word(said, self.ground.position(node.data))
        except (NotationError, UnknownCard):
            return Judged(None)
        judging = Judging(self.ground, word, full=node.applying)
        judging.before(node)
        walk = LineWalk(node, said, self.ground.position(node.data), ELSEWHERE)
        ahead = judging.ahead(walk)
        here = ahead.legal and all(goes_without_saying(step, said.player) for step in walk.steps)
        here = here and walk.pos is not None and not self.leaves_position(node, walk.pos)
        happened = self._after(walk, said) if ahead.settled else None
        return Judged(judging.best(), ahead.legal, here, judging.was_answer(), judging.was_in_window(), happened)

    def _after(self, walk: LineWalk, said: Said) -> ReadingNode:
        """Return the reading on which the line happened by itself after the steps of a walk."""
        node = walk.node
        again = LineWalk(node, said, self.ground.position(node.data), ELSEWHERE)
        for step in walk.steps:
            if step.move is not None:
                make(self.ground, again, step.player, step.move, step)
        assert again.pos is not None
        child = ReadingNode(node.at + 1, walk.cost + StepKind.BY_ITSELF.cost, node, freeze(again.pos.table))
        child.fate, child.line, child.steps, child.pending = Fate.BY_ITSELF, said.number, again.steps, again.pending
        child.done = walk.done
        return child


def _events_of(node: ReadingNode) -> Iterator[Event]:
    """Yield what happened when the line before a node was made."""
    return (event for step in node.steps for event in step.events)


def _is_cancel(event: Event) -> bool:
    """Whether an event is the end of something that was cancelled."""
    return isinstance(event, FrameClosed) and event.outcome is Outcome.CANCELLED


def goes_without_saying(step: Step, player: str) -> bool:
    """Whether an implied step stands in nobody's way: it was not for anybody but this player to decide."""
    return step.kind in (StepKind.ONLY, StepKind.UNSEEN, StepKind.LUCK, StepKind.LEARNED) or (
        step.player == player and step.kind in (StepKind.PASS, StepKind.NO)
    )
