"""The walk from a reading to the point of its next line: over decisions that nobody wrote anything for."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from itertools import islice

from ledger.events import Event, Move
from ledger.table import freeze
from replays.errors import NotationError
from replays.meaning.corrections import correction_of
from replays.meaning.fit import ELSEWHERE, WRONG_TIME, fit
from replays.meaning.outcomes import told_by_player
from replays.meaning.steps import check_step
from replays.meaning.written_moves import UnknownCard
from replays.notation.lines import Correction, Line, OutcomeLine, Said, Setting
from replays.reading.agenda import Agenda, Task
from replays.reading.ground import Ground, declined, is_pass, period
from replays.reading.implied import Implied, implied, in_words, likely, other_players
from replays.reading.later_choices import Answer, about, answer, make
from replays.reading.one_choice import joined_lines
from replays.reading.open_choices import left_open, other_meanings
from replays.reading.prices import StepKind
from replays.reading.readings import Fate, LineWalk, PendingChoice, ReadingNode, Step
from replays.reading.refusing.judgements import goes_without_saying
from replays.reading.refusing.refusals import Refusals
from replays.reading.refusing.swapped_lines import may_swap
from replays.reading.supposing import Supposing
from replays.reading.unknowns.copies import Found, all_found
from replays.reading.unknowns.unknown_cards import become_known, known_earlier
from replays.reading.unknowns.unwritten_passes import acted_too_soon
from rules.engine import advance, correct
from rules.kernel.asks import CHANCE, PASS, Ask, Choose, Form, Say
from rules.kernel.chance import Shuffle
from rules.kernel.position import Position

FARTHEST = 200
"""The most decisions that one walk passes."""
MISSING = 4
"""The most choices nobody wrote that a walk supposes."""
UNUSUAL = StepKind.LATER.cost
"""The cost from which on a line was made in an unusual way: readings that refuse it instead stay rivals."""
WORDS = 6
"""The most answers to a question, other than for cards, that are supposed one by one."""
AHEAD = 4
"""The lines behind the next one that are looked at for answers several players give to one effect."""
ANSWERS = ("choose", "say")
"""The verbs of lines that answer what an effect asks for."""
ANY_ORDER = (*ANSWERS, "pass", "discard")
"""The verbs of lines of several players that may stand in another order: each only says something of its own player."""

SAYS_NOTHING = ("choose", "say", "use", "play", "pass")
"""The verbs of lines that do not show how far the round has come."""


class Learned(Exception):
    """Raised if the very first line shows which cards unknown ones are: then the game begins with them known."""

    def __init__(self, news: tuple[Event, ...]) -> None:
        super().__init__(str(news))
        self.news = news


class Walking:
    """Leads readings from line to line, on the agenda of one search."""

    def __init__(self, ground: Ground, agenda: Agenda, refusals: Refusals) -> None:
        self.ground, self.agenda, self.refusals = ground, agenda, refusals
        self.supposing = Supposing(ground, refusals.judgements)

    def begin(self, node: ReadingNode, pos: Position | None) -> LineWalk | None:
        """Put on the agenda what else can be done with the next line, and return the walk to its point.

        None if all lines are read.
        """
        lines, agenda = self.ground.lines, self.agenda
        if node.at >= len(lines):
            node.cost += StepKind.OWN_CHOICE.cost if self.refusals.unfinished_at_end(node) else 0
            agenda.push(node.at, node.cost, Task.GOAL, node)
            return None
        line = lines[node.at]
        if isinstance(line, Said):
            if node.refused:
                agenda.push(node.at, node.cost + StepKind.BELONGS.cost, Task.REFUSE, node)
            if is_pass(line):
                agenda.push(node.at, node.cost + self.refusals.by_itself.idle_price(node, line), Task.IDLE, node)
                if self.refusals.by_itself.acts_again(node.at):
                    agenda.push(node.at, node.cost + StepKind.ACTS_AGAIN.cost, Task.TAKEN_BACK, node)
            if self._may_swap(node):
                agenda.push(node.at, node.cost + StepKind.WRONG_ORDER.cost, Task.SWAP, node)
            self._join_lines(node)
        elif isinstance(line, OutcomeLine):
            cost = StepKind.BY_ITSELF.cost if node.refused else StepKind.NO_OUTCOME.cost
            agenda.push(node.at, node.cost + cost, Task.NO_OUTCOME, node)
        return LineWalk(node, line, pos, ELSEWHERE)

    def _join_lines(self, node: ReadingNode) -> None:
        """Let readings wait on which the next line and those that follow it are one choice."""
        if node.strict:
            return
        for choice in joined_lines(self.ground.lines, node.at, self.ground.pack):
            if not {*choice.numbers} & node.done:
                walk = LineWalk(node, choice.said, None, ELSEWHERE)
                walk.cost += StepKind.ONE_CHOICE.cost
                walk.joined, walk.done = choice, walk.done | {*choice.numbers[1:]}
                self._wait(walk)

    def _may_swap(self, node: ReadingNode) -> bool:
        """Whether the line after the next may be read first, and neither was made before its turn."""
        lines = self.ground.lines
        return may_swap(lines, node.at) and not {lines[node.at].number, lines[node.at + 1].number} & node.done

    def go(self, walk: LineWalk | None) -> None:
        """Follow a walk, and the readings it leads to, as long as nothing else is cheaper."""
        while walk is not None:
            line, node = walk.line, walk.node
            if isinstance(line, Correction):
                walk = self.onward(self._corrected(walk, line), None)
            elif isinstance(line, Setting) or line.number in walk.done:
                walk = self.onward(self._not_made(walk, line, node), walk.pos)
            else:
                walk = self._to_point(walk)

    def _corrected(self, walk: LineWalk, line: Correction) -> ReadingNode:
        """Return the reading behind a line that puts the table right by hand where the game stands."""
        node = walk.node
        pos = walk.pos or self.ground.again(node, walk.steps)
        child = ReadingNode(node.at + 1, walk.cost, node, node.data)
        child.line, child.fate = line.number, Fate.READ
        try:
            if pos.table.winners is not None:
                won = " and ".join(pos.table.winners) or "nobody"
                says = f"the game is over, {won} won: correct the table before it ends"
                raise NotationError(says, line.number, line.source, 1, len(line.source.rstrip()))
            event = correction_of(self.ground.names, pos, line)
        except NotationError as error:
            child.fate, child.error = Fate.NOT_UNDERSTOOD, error
            return child
        if event is None:
            child.fate, child.says = Fate.NO_OUTCOME, "it is so already"
            return child
        pos.log.clear()
        events = tuple(correct(pos, event))
        pos.log.clear()
        child.steps = [Step(StepKind.CORRECTED, "", None, events, line.number)]
        child.data = freeze(pos.table)
        return child

    def _not_made(self, walk: LineWalk, line: Line, node: ReadingNode) -> ReadingNode:
        """Return the reading behind a line that is no move, or was made before its turn."""
        child = ReadingNode(node.at + 1, walk.cost, node, node.data)
        child.line = line.number
        child.fate = Fate.TAKEN_BEFORE
        child.refused, child.misfit = node.refused, node.misfit
        if isinstance(line, Setting):
            child.fate = Fate.SETTING
            child.strict = node.strict or line.name == "passes"
            child.applying = line.value == "apply" if line.name == "illegal" else node.applying
        return child

    def onward(self, child: ReadingNode | None, pos: Position | None) -> LineWalk | None:
        """Go on with a reading at once if nothing else is cheaper; otherwise let it wait."""
        if child is None or not self.agenda.arrive(child):
            return None
        walk = self.begin(child, pos)
        if walk is None:
            return None
        if self.agenda.may(child.at, Task.WALK, walk) and self.agenda.goes_first(child.at, walk.cost):
            return walk
        self._wait(walk)
        return None

    def _wait(self, walk: LineWalk) -> None:
        self.agenda.push(walk.node.at, walk.cost, Task.WALK, walk)

    # --- to the point of a line -------------------------------------------------------------------------------------

    def _to_point(self, walk: LineWalk) -> LineWalk | None:
        """Go forward to the first decision where the line is legal and make it there; return the walk from there on."""
        node, line = walk.node, walk.line
        assert isinstance(line, Said | OutcomeLine)
        said = line if isinstance(line, Said) else None
        if not self._revive(walk) or (said is not None and not self._understand(walk, said)):
            return None
        node, pos = walk.node, walk.pos
        assert pos is not None
        while (ask := advance(pos)) is not None:
            self._count_periods(walk, pos, said)
            if walk.pending:
                found = answer(self.ground, walk, pos, ask)
                if found is Answer.NOT_ALLOWED:
                    self.refusals.refuse_use(walk)
                    self.refusals.refuse_choice(walk)
                    return None
                if found is Answer.MADE:
                    continue
            if not walk.skipped:
                if not self.agenda.goes_first(node.at, walk.cost):
                    self._wait(walk)
                    return None
                move = self._legal_here(walk, line, pos, ask)
                if move is not None and (self._is_added(walk, pos, ask) or self._is_too_soon(walk, pos, ask, move)):
                    self._wait(walk)
                    return None
                if move is not None:
                    return self._made_here(walk, line, pos, ask, move)
                if walk.word is not None and (told := told_by_player(pos, ask, walk.word)) is not None:
                    if walk.tells:
                        return self._told_here(walk, walk.word.said, told)
                    self._let_tell(walk)
                    return None
                with_copies = None
                if said is not None and not walk.steps:
                    with_copies = self.refusals.copies.legal_at_once(walk.node, said)
                if with_copies is not None:  # it is followed first: passing seldom brings a known card to a hand
                    walk.skipped = True
                    self.agenda.push(node.at, with_copies.cost, Task.WALK, walk)
                    return with_copies
            walk.skipped = False
            if not self._step_over(walk, pos, ask, said):
                break
            if said is not None and is_pass(said) and not walk.node.strict:
                self._is_settled(walk, said)
        self.refusals.soon(walk)
        return None

    def _is_settled(self, walk: LineWalk, said: Said) -> None:
        """Let a reading wait on which a written pass says what decided itself in the last step of a walk."""
        supposed = (step.move for step in walk.steps if step.kind is StepKind.CHOICE)
        if any(move is not None and move.verb not in ("choose", "say") for move in supposed):
            return  # a decision of the game, such as a claim, is not stepped over for a pass
        child = self.refusals.by_itself.settles(walk, said)
        if child is not None:
            child.cost += StepKind.NO_REACTION.cost - StepKind.BY_ITSELF.cost
            self.agenda.push(child.at - 1, child.cost, Task.REFUSED, child)

    def _is_added(self, walk: LineWalk, pos: Position, ask: Ask) -> bool:
        """Whether a choice on several lines has just been found to cost more: its first line alone would do."""
        first = self.ground.lines[walk.node.at]
        if walk.joined is None or walk.added or not isinstance(first, Said):
            return False
        walk.added = self.ground.meaning(first, pos, ask) is not None
        walk.cost += StepKind.ADDED_CHOICE.cost if walk.added else 0
        return walk.added

    def _is_too_soon(self, walk: LineWalk, pos: Position, ask: Ask, move: Move) -> bool:
        """Whether a legal line has just been found to cost more: a pass is missing before it."""
        if walk.too_soon or not isinstance(walk.line, Said):
            return False
        point = acted_too_soon(self.ground, walk.node, pos, ask, move)
        if point is not None:
            walk.too_soon = True
            walk.cost += StepKind.NO_PASS.cost
            self.refusals.refuse_too_soon(walk, point)
        return point is not None

    def _revive(self, walk: LineWalk) -> bool:
        """Make the position of a walk that has waited; False if what it waited to do cannot be done."""
        if walk.pos is None:
            walk.pos = self.ground.again(walk.node, walk.steps)
        if walk.first is not None:
            found, line = walk.first
            walk.first = None
            ask = advance(walk.pos)
            if ask is None:
                return False
            self._suppose(walk, walk.pos, ask, found, line)
            if isinstance(walk.line, Said):
                self.go(self.onward(self.refusals.by_itself.settles(walk, walk.line), None))
        return True

    def _understand(self, walk: LineWalk, said: Said) -> bool:
        """Make a line ready to be compared with decisions; False if it cannot be understood on this reading."""
        pos = walk.pos
        assert pos is not None
        if is_pass(said):
            if not walk.steps and not walk.node.idled:
                ask = advance(pos)
                asked = ask is not None and self.ground.only_here and ask.player == said.player
                if ask is None or not (asked or ask.allows(pos, said.player, PASS)):
                    self.agenda.push(walk.node.at, walk.node.cost + StepKind.BY_ITSELF.cost, Task.IDLE, walk.node)
            return True
        while walk.word is None:
            try:
                check_step(self.ground.pack, said)
                walk.word = self.ground.word(said, pos)
            except UnknownCard as unknown:
                found = all_found(self.ground, pos, said)
                if isinstance(found, NotationError):
                    self.refusals.card_too_many(walk.node, said, unknown, found)
                    return False
                pos = self._learn(walk, pos, found)
            except NotationError as error:
                self.refusals.not_understood(walk.node, error)
                return False
        return True

    def _learn(self, walk: LineWalk, pos: Position, found: Found) -> Position:
        """Let cards be known, if possible from before the line that was made last: it may have opened a window.

        Copies of cards that others have are known, too, where the line before could not have been made without them.
        Returns the position of the walk from then on.
        """
        if walk.node.parent is None:
            raise Learned(found.news)
        earlier = None if walk.steps else known_earlier(self.ground, walk.node, walk.line, found.news)
        if earlier is None and found.copies is not None and not walk.steps:
            earlier = known_earlier(self.ground, walk.node, walk.line, (*found.news, *found.copies.news))
            if earlier is not None:
                walk.line = found.copies.line
                walk.cost += found.copies.price.cost
        if earlier is not None:
            walk.node, walk.pos = earlier
            return earlier[1]
        step = become_known(pos, found.news)
        if walk.steps:
            walk.steps.append(step)
            return pos
        node = copy(walk.node)
        node.steps, node.data, node.key = [*node.steps, step], freeze(pos.table), None
        walk.node.judged = True  # the line is judged with the card known
        walk.node = node
        if node.refused:
            self.agenda.push(node.at, node.cost + StepKind.BELONGS.cost, Task.REFUSE, node)
        return pos

    def _count_periods(self, walk: LineWalk, pos: Position, said: Said | None) -> None:
        """Add what it costs that another phase or round has begun on the way."""
        now, phase = period(pos, 1), period(pos, 2)
        if walk.phase < 0:
            first = walk.node.parent is None and not self.ground.goes_on
            walk.phase = self.ground.first_phase() or phase if first else phase
        if now != walk.round and not any(step.move is not None for step in walk.steps):
            walk.round, walk.crossed = now, True
        if now != walk.round:
            walk.crossed = True
            if said is not None and not is_pass(said) and walk.near >= ELSEWHERE:
                walk.near = min(walk.near, self.refusals.judgements.fit_of(walk.node, said))
            self.refusals.soon(walk)
            walk.cost += self._price_of_round(walk, said).cost
            walk.cost += StepKind.LEGAL_HERE.cost if walk.declined else 0
            walk.round, walk.phase, walk.near = now, phase, ELSEWHERE
        elif phase != walk.phase:
            passing = said is not None and is_pass(said)
            walk.cost += (StepKind.PASS_IN_NEXT_PHASE if passing else StepKind.PHASE).cost
            closed = self._is_closed_by_own_pass(walk, said)
            walk.cost += StepKind.LATER_PHASE.cost if walk.declined and not closed else 0
            walk.cost += StepKind.OTHER_PHASE.cost if self._is_of_position(walk, said) else 0
            if said is not None and self.refusals.by_itself.strays(walk.node, said):
                self.refusals.soon(walk)
                walk.cost += StepKind.STRAY.cost
            walk.phase = phase

    def _is_closed_by_own_pass(self, walk: LineWalk, said: Said | None) -> bool:
        """Whether the phase ended since others wrote their pass and only that of the line's own player is missing.

        Whoever then uses something at the beginning of the next phase is written just like one who uses it before.
        """
        node, moves = walk.node, [step for step in walk.steps if step.move is not None]
        before = self.ground.lines[node.at - 1] if node.at else None
        if said is None or len(moves) != 1 or node.fate is not Fate.READ or before is None:
            return False
        passed = isinstance(before, Said) and is_pass(before) and before.player != said.player
        return passed and moves[0].kind is StepKind.PASS and moves[0].player == said.player

    def _is_of_position(self, walk: LineWalk, said: Said | None) -> bool:
        """Whether a line is the first after a position that stands in a window for such moves, though not for this one.

        Somebody must have been asked there: a window that nobody could use closes by itself. A position that stands
        before that window, as at the beginning of a phase, is taken for one that says no more than where to begin.
        """
        if walk.node.parent is not None or self.ground.goes_on or said is None or is_pass(said):
            return False
        return walk.near <= WRONG_TIME and self.ground.begins_in_window()

    def _price_of_round(self, walk: LineWalk, said: Said | None) -> StepKind:
        """Return what it costs that the next round begins before the line is made.

        A position stands where the dispute is: the first move written after it is hardly one of another round.
        """
        fits = walk.near < WRONG_TIME or (walk.near == WRONG_TIME and walk.node.parent is None)
        if fits or (said is not None and self._repeats(walk.node, said)):
            return StepKind.FITS_HERE
        return StepKind.OTHER_WINDOW if walk.near == WRONG_TIME else StepKind.NEXT_ROUND

    def _repeats(self, node: ReadingNode, said: Said) -> bool:
        """Whether a line says again what its player said before, with nothing between but other players' like and uses.

        So a second `A bid 3` is no bid of the next round.
        """
        for line in reversed(self.ground.lines[: node.at]):
            if isinstance(line, Said) and line.verb not in SAYS_NOTHING:
                if line.verb != said.verb:
                    return False
                if line.player == said.player:
                    return True
        return False

    def _legal_here(self, walk: LineWalk, line: Said | OutcomeLine, pos: Position, ask: Ask) -> Move | None:
        """Return the legal move that the line means here, or None; keep how well it fits."""
        move = self.ground.legal_move(line, walk.word, pos, ask)
        if move is None and walk.near and walk.word is not None:
            for other in walk.word.moves(pos, ask):
                checks = ask.checks(pos, walk.word.said.player, other)
                walk.near = min(walk.near, fit(pos, ask, other, checks))
        return move

    def _made_here(
        self, walk: LineWalk, line: Said | OutcomeLine, pos: Position, ask: Ask, move: Move
    ) -> LineWalk | None:
        """Make the line here; another reading makes it later."""
        node = walk.node
        others = other_meanings(pos, ask, walk.word, move) if walk.word is not None else []
        move = self._taken_meaning(walk, move, others)
        if not node.strict and not walk.meaning:
            rest = walk.fork()
            rest.skipped = rest.declined = True
            rest.cost += self._price_of_later(node, pos, ask, move).cost
            self._wait(rest)
        if isinstance(line, Said) and not node.refused:
            here = all(goes_without_saying(step, line.player) for step in walk.steps)
            here = here and not self.refusals.judgements.leaves_position(node, pos)
            cost = self.refusals.least + (StepKind.LEGAL_HERE.cost if here else 0)
            self.agenda.push(node.at, node.cost + cost, Task.REFUSE, node)
        says = left_open(pos, ask, walk.word, move, bool(others), self.ground.writer) if walk.word is not None else ""
        says = walk.joined.says() if walk.joined is not None else says
        says = says or self._ended_before(walk, line, pos, move)
        player = line.player if isinstance(line, Said) else CHANCE
        child = self.take(walk, player, move, Step(StepKind.READ, player, move, (), line.number, says))
        return self.onward(child, walk.pos)

    def _taken_meaning(self, walk: LineWalk, move: Move, others: list[Move]) -> Move:
        """Return the legal meaning of a line that this walk takes; walks that take one of the others wait."""
        if walk.joined is not None:
            return move
        if walk.meaning:
            return others[walk.meaning - 1] if walk.meaning <= len(others) else move
        for number in range(1, len(others) + 1):
            other = walk.fork()
            other.meaning = number
            other.cost += StepKind.OTHER_MEANING.cost
            self._wait(other)
        return move

    def _price_of_later(self, node: ReadingNode, pos: Position, ask: Ask, move: Move) -> StepKind:
        """Return what it costs that a line is made later than at the decision where it is legal."""
        if move == PASS:
            return StepKind.PASS_OVER
        if move.verb == "use":
            return StepKind.LATER
        may_pass = ask.player != CHANCE and ask.allows(pos, ask.player, PASS)
        silent = not any(is_pass(line) for line in self.ground.lines[node.at : node.at + AHEAD])
        return StepKind.PUT_OFF if may_pass and silent else StepKind.DECLINED

    def _let_tell(self, walk: LineWalk) -> None:
        """Let two readings wait: the line tells what chance picks here, or is its player's own move, made later."""
        rest = walk.fork()
        rest.skipped = True
        self._wait(rest)
        walk.tells = True
        walk.cost += StepKind.BY_ITSELF.cost
        self._wait(walk)

    def _told_here(self, walk: LineWalk, said: Said, told: Move) -> LineWalk | None:
        """Make the outcome of chance that a player's line tells, and go on behind the line."""
        says = f"`{said.words()}` is read as what chance picked"
        child = self.take(walk, CHANCE, told, Step(StepKind.READ, CHANCE, told, (), said.number, says))
        return self.onward(child, walk.pos)

    def _ended_before(self, walk: LineWalk, line: Said | OutcomeLine, pos: Position, move: Move) -> str:
        """Return the sentence for a first line that is made in a later phase than the one its position stands in.

        It is told of abilities and actions, which are hardly meant for another phase, and is empty otherwise.
        """
        acts = move.verb == "use" or any(action.verb == move.verb for action in pos.pack.actions)
        if walk.node.parent is not None or self.ground.goes_on or not acts or not isinstance(line, Said):
            return ""
        frames = self.ground.start().table.frames
        if len(frames) < 3 or frames[2].id == period(pos, 2):
            return ""
        return f"the position stands in the {frames[2].kind} phase; assumed: it ended before `{line.words()}`"

    def take(self, walk: LineWalk, player: str, move: Move, step: Step) -> ReadingNode | None:
        """Make a written move and the choices behind it that are asked for at once; return the reading behind it.

        None if such a choice is not allowed.
        """
        node, pos = walk.node, walk.pos
        assert pos is not None
        cut, now = len(walk.steps), period(pos, 1)
        later = walk.word.later if walk.word is not None else ()
        answers = about(advance(pos), move) if later else 0
        new = [PendingChoice(walk.word.said, part, 0, answers) for part in later] if walk.word is not None else []
        make(self.ground, walk, player, move, step, new)
        found = Answer.MADE
        while walk.pending and found is Answer.MADE and (ask := advance(pos)) is not None:
            found = answer(self.ground, walk, pos, ask)
        child = ReadingNode(node.at + 1, walk.cost, node, b"" if found is Answer.NOT_ALLOWED else freeze(pos.table))
        child.steps, child.cut, child.round = walk.steps, cut, now
        child.pending, child.done, child.misfit, child.unasked = walk.pending, walk.done, walk.misfit, walk.unasked
        child.fate, child.line = Fate.READ, step.line
        if child.cost - node.cost >= UNUSUAL:
            child.add_blame(child.cost - node.cost)
        if found is Answer.NOT_ALLOWED:
            self._refuse_behind(walk, child, pos)
            return None
        return child

    def _refuse_behind(self, walk: LineWalk, child: ReadingNode, pos: Position) -> None:
        """Refuse a choice that was asked for when a line was made: with its use, or alone if the use is older."""
        walk.node = child
        self.refusals.refuse_use(walk)
        if walk.misfit is not None and walk.misfit.line != child.line:
            child.data = freeze(pos.table)
            after = LineWalk(child, walk.line, pos, ELSEWHERE)
            after.misfit = walk.misfit
            self.refusals.refuse_choice(after)

    # --- over a decision --------------------------------------------------------------------------------------------

    def _step_over(self, walk: LineWalk, pos: Position, ask: Ask, said: Said | None) -> bool:
        """Answer a decision that nobody wrote anything for; False if the walk ends here."""
        walk.decisions += 1
        strict = walk.node.strict
        silent = declined(pos, ask, ask.player) if strict else None
        if walk.decisions > FARTHEST or silent == PASS or (self.ground.only_here and silent is None):
            return False  # where every pass is written, none is supposed
        if said is not None and not strict:
            self._other_ways(walk, said, pos, ask)
        named = self.ground.named_later(pos, ask, walk.node.at)
        found = implied(pos, ask, named, self.ground.words_named(pos, ask, walk.node.at))
        found = Implied(StepKind.NO, ask.player, silent) if silent is not None else found
        if isinstance(ask, Shuffle) and found is not None and found.kind is StepKind.LUCK:
            order = self.ground.in_order_of_naming(pos, ask, walk.node.at)
            found = Implied(found.kind, found.player, Move("shuffle", picks=order))
        if found is None or (said is not None and is_pass(said) and _ends_pass(found, said, ask)):
            return False
        refused = self.supposing.was_refused(walk.node, ask) if found.kind is StepKind.CHOICE else None
        too_soon = self.supposing.too_soon(refused, pos, ask)
        if too_soon is not None:
            found = Implied(StepKind.SAID_TOO_SOON, ask.player, too_soon)
        cost = found.kind.cost
        if found.kind is StepKind.PASS and said is not None:
            cost = self.supposing.price_of_pass(walk, said, pos, ask)
        unfinished = found.kind in (StepKind.ONLY, StepKind.CHOICE) and not walk.steps
        if unfinished and self.refusals.refuse_unfinished(walk.node, pos, ask):
            cost = StepKind.OWN_CHOICE.cost
        if found.kind is StepKind.CHOICE:
            walk.missing += 1
            if walk.missing > MISSING or self.ground.is_awaited(pos, ask):
                return False
            if refused is None:  # else another choice stands for the one that was refused
                cost = self.supposing.price_of_choice(walk, said, pos, ask) or cost
        if found.kind is StepKind.ORDER and said is not None and self.supposing.answers_order(walk, said, pos, ask):
            cost = StepKind.CHOICE_BEFORE.cost
        elif found.kind is StepKind.ORDER and walk.missing < 2:
            for other in islice(ask.moves(pos), 1, 3):
                self._fork(walk, Implied(StepKind.OTHER_ORDER, ask.player, other), missing=1)
        if cost == StepKind.CHOICE.cost:
            self._other_choices(walk, pos, ask, found, named)
        if found.kind is StepKind.LUCK and said is not None:
            for other in other_players(pos, ask, found.move, self.ground.lines[walk.node.at :]):
                self._fork(walk, Implied(StepKind.OTHER_ORDER, CHANCE, other), missing=1)
        walk.cost += cost
        if said is not None and not walk.node.refused and not walk.weighed and found.kind.cost > StepKind.PASS.cost:
            walk.weighed = True
            self.agenda.push(walk.node.at, walk.node.cost + self.refusals.least, Task.REFUSE, walk.node)
        self._suppose(walk, pos, ask, found)
        return True

    def _other_choices(self, walk: LineWalk, pos: Position, ask: Ask, found: Implied, named: Mapping[int, int]) -> None:
        """Let readings wait on which another choice is supposed.

        It is another word, or cards that no line to come names, or names late; instead of a choice that was refused it
        may be any. A move of several parts is not supposed if its player writes one soon.
        """
        every = not isinstance(ask, Choose) or self.supposing.was_refused(walk.node, ask) is not None
        if isinstance(ask, Form) and self.supposing.answers_soon(walk, ask):
            return
        others = list(islice(ask.moves(pos), WORDS)) if every else [likely(pos, ask, named)]
        for other in others:
            if other is not None and other != found.move:
                self._fork(walk, Implied(StepKind.OTHER_CHOICE, ask.player, other))

    def _suppose(self, walk: LineWalk, pos: Position, ask: Ask, found: Implied, line: int = 0) -> None:
        says = in_words(pos, ask, found.kind, found.move, self.ground.writer, self.ground.stated)
        make(self.ground, walk, found.player, found.move, Step(found.kind, found.player, found.move, (), line, says))

    def _other_ways(self, walk: LineWalk, said: Said, pos: Position, ask: Ask) -> None:
        """Let readings wait that go past a decision in other ways.

        What another player wrote later for the same effect is made first; or the player of the line takes an offer up.
        """
        if ask.player != CHANCE:
            self._answered_later(walk, said, pos, ask)
        if isinstance(ask, Say) and ask.player == said.player and len(ask.words) == 2:
            taken = next((word for word in ask.words if word not in ("no", "none")), "")
            if "no" in ask.words:
                self._fork(walk, Implied(StepKind.YES, ask.player, Move(ask.verb, words=(taken,))))
            elif "none" in ask.words and said.verb in ANSWERS:
                self._fork(walk, Implied(StepKind.CHOICE, ask.player, Move(ask.verb, words=(taken,))))

    def _answered_later(self, walk: LineWalk, said: Said, pos: Position, ask: Ask) -> None:
        """Let a reading wait on which one of the next lines, of the player who is asked, is made here.

        It says the same as the line of another player, or answers what an effect asks for.
        """
        in_a_row = said.verb in ANY_ORDER or said.uncertain
        for line in self.ground.lines[walk.node.at + 1 : walk.node.at + 1 + AHEAD]:
            if not isinstance(line, Said):
                return
            in_a_row = in_a_row and (line.verb == said.verb or line.uncertain)
            together = in_a_row and line.player != said.player
            other = line.player != said.player or line.verb != said.verb
            answers = other and line.verb in ANSWERS and ask.verb in ANSWERS
            answers = answers or self._is_any_order(said, line, ask)
            if line.player != ask.player or line.number in walk.done or not (together or answers):
                continue
            move = self.ground.meaning(line, pos, ask)
            if move is not None:
                kind = StepKind.TOGETHER if together or said.verb in ANSWERS else StepKind.ANSWERED_LATE
                self._fork(walk, Implied(kind, line.player, move), line=line.number)
                return

    def _is_any_order(self, said: Said, line: Said, ask: Ask) -> bool:
        """Whether the rules put an answer that is written later and a use, or its choice, in no order."""
        notation = self.ground.pack.notation
        uses = said.verb in ANSWERS or any(phrase.verb == "use" for phrase in notation.named(said.verb))
        answers = (phrase for phrase in notation.named(line.verb) if phrase.any_order)
        return uses and any(phrase.verb in ask.verb.split() for phrase in answers)

    def _fork(self, walk: LineWalk, found: Implied, missing: int = 0, line: int = 0) -> None:
        """Let a reading wait on which a decision is answered so; it is carried out when its turn comes."""
        rest = walk.fork()
        rest.cost += found.kind.cost
        rest.missing += missing
        rest.done = rest.done | {line} if line else rest.done
        rest.first = (found, line)
        self._wait(rest)


def _ends_pass(found: Implied, said: Said, ask: Ask) -> bool:
    """Whether the walk of a written pass ends here: it steps over what others and chance decide.

    What its own player chooses for an effect is stepped over, too: nobody answers that with a pass.
    """
    chooses = found.kind in (StepKind.CHOICE, StepKind.ONLY) and ask.verb in ("choose", "say")
    return found.player == said.player and not chooses
