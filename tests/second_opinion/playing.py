"""Playing one game of another engine on ours: every decision our engine asks for is answered from their clicks.

The driver asks our engine what it wants to know, looks for the click that answers it at the same place of the game, and
compares the tables whenever a phase begins. A decision without a click is answered as theirs is when nobody is asked:
with a pass, or with nobody chosen. After a difference our table is set to theirs, and the game goes on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from itertools import islice, product

import msgspec

from ledger.events import Event, FrameAdvanced, FrameClosed, FrameOpened, Move
from ledger.table import Table, clone
from rules.engine import advance, decide, force, legal
from rules.errors import RulesError
from rules.kernel.asks import CHANCE, PASS, Ask, Choose, Form, Say, Together
from rules.kernel.chance import Chance, Shuffle
from rules.resolution.moments import Order, Window
from rules.resolution.windows import ActionWindow
from tests.second_opinion.files import Game, State
from tests.second_opinion.fortune import Fortune
from tests.second_opinion.meanings import Sense
from tests.second_opinion.reading import Act, Place, Reading
from tests.second_opinion.tables import Difference, Fields, compare
from tests.second_opinion.watched import WatchedPosition

_IDLE = (Sense.PASS, Sense.DONE, Sense.BEND, Sense.ORDER)
"""Clicks after which nothing need happen."""
RETRIES = 24
"""How often a stretch is played again to find which copies of a card were meant."""
LONGEST = 60_000
"""Decisions after which a game that does not end is given up."""


FAILURES = (RulesError, LookupError, ValueError, TypeError, AttributeError, AssertionError, StopIteration)
"""What may go wrong while a game is played that holds something unknown: it is listed with the game."""

_BENT = {"change", "restriction", "limit", "maximum", "phase"}
"""The conditions of a use that another engine may judge otherwise, while its trigger is happening."""


def _bare(ask: Window) -> set[str]:
    """Return the kinds of abilities a window is for, as cards name them."""
    return {kind.rstrip("!") for kind in ask.slot.listens}


class Refused(msgspec.Struct, frozen=True):
    """A click our rules do not allow where it was made, with the conditions that failed: in words, by their rules, and
    by their names in the engine. `forced` says that the other engine carried it out, and that it was carried out on our
    table, too, so that the game goes on. `effective` says that an ability then changed our table by its effect.
    """

    act: str
    line: int
    reasons: tuple[str, ...]
    rules: tuple[str, ...]
    forced: bool = False
    conditions: tuple[str, ...] = ()
    effective: bool = False

    def __str__(self) -> str:
        return f"after line {self.line}, {self.act}: {'; '.join(self.reasons) or 'nothing asks for it'}"


class Checked(msgspec.Struct, frozen=True):
    """One comparison of tables: where, what differs, what was refused or guessed since the one before, the lines of the
    chat in between, and `lost`: a sentence for each player whose cards do not add up in their state. `supposed` is what
    would make the tables equal, if the situation had set it without a click.
    """

    at: str
    line: int
    since: int
    differences: tuple[Difference, ...]
    refused: tuple[Refused, ...]
    guessed: tuple[str, ...]
    lost: tuple[str, ...] = ()
    supposed: str = ""

    @property
    def equal(self) -> bool:
        """Whether the tables are equal, and nothing had to be forced or bent for it."""
        return not self.differences and not self.broken

    @property
    def broken(self) -> tuple[Refused, ...]:
        """The clicks that broke a rule and were carried out all the same."""
        return tuple(one for one in self.refused if one.forced)


class Played(msgspec.Struct, frozen=True):
    """How far a game came: all comparisons, and why it stopped, if it did before its end.

    `offered` names the cards that could be chosen at the decision after the last comparison, by player and together.
    """

    game: Game
    checked: tuple[Checked, ...]
    stopped: str = ""
    offered: dict[str, list[str]] = {}

    @property
    def ended(self) -> bool:
        """Whether the game was played to its end."""
        return not self.stopped


class StopHereError(Exception):
    """A window closed by itself in which the other engine let somebody act."""

    def __init__(self, ask: ActionWindow | Window, player: str, act: Act, move: Move | None = None) -> None:
        super().__init__(ask.says)
        self.ask, self.player, self.act, self.move = ask, player, act, move


class Retry(Exception):
    """The tables differ, and a click since the last comparison may have meant another copy of a card."""


class Saved(msgspec.Struct, frozen=True):
    """Everything needed to play on from a comparison again."""

    table: Table
    acts: tuple[Act, ...]
    last: int
    counts: tuple[int, int, int, int, tuple[int, ...]]
    refused: dict[int, Refused]
    randoms: frozenset[int]
    checked: int


class Driver:
    """Plays one game; a source's own driver says how its game begins and what its clicks answer."""

    phases: tuple[str, ...] = ()
    contest = ""
    acted = "{what}"
    """The line of the chat that shows that a click on a card was carried out."""

    def __init__(self, game: Game, reading: Reading) -> None:
        self.game, self.reading = game, reading
        self.pos = self.begin()
        self.letters = {seat.name: letter for letter, seat in self.pos.table.seats.items()}
        self.names = {letter: name for name, letter in self.letters.items()}
        self.rounds = self.contests = 0
        self.turn: tuple[int, ...] = ()
        self.states: dict[tuple[int, str], State] = {}
        for state in game.snapshots:
            key = self.phase_key(state)
            if key is not None:
                self.states[key] = state
        self.fortune = Fortune(game, [*self.states.values(), game.final], self.deck_left)
        self.passed = 0
        self.since = 0
        self.checked: list[Checked] = []
        self.refused: dict[int, Refused] = {}
        self.guessed: list[str] = []
        self.decided = 0
        self.opening = tuple(reading.acts)
        self.skip_claim = False
        self.beginning: tuple[int, int, int, int, tuple[int, ...]] = (0, 0, 0, 0, ())
        self.forcing = False
        self.pending: tuple[Ask, tuple[str, Move] | None] | None = None
        self.hopeless: set[int] = set()
        self.forced_act = -1
        self.forced_use: tuple[int, int, bytes] | None = None
        self.randoms: set[int] = set()
        self.best: list[Difference] | None = None
        self.offered: dict[str, list[str]] = {}
        self.alternative: dict[int, int] = {}
        self.ambiguous: dict[int, int] = {}
        self.tried: list[tuple[int, dict[int, int]]] = []
        self.settled = False
        self.lost_before: tuple[str, ...] = ()
        self.saved: Saved | None = None

    # --- what a source says -----------------------------------------------------------------------------------------

    def begin(self) -> WatchedPosition:
        """Return the game before its first decision."""
        raise NotImplementedError

    def phase_key(self, state: State) -> tuple[int, str] | None:
        """Return the round and phase at whose start a state was taken, or None; `round` means the end of a round."""
        raise NotImplementedError

    def deck_left(self, state: State, player: str) -> Counter[str] | None:
        """Return the cards left in a player's deck in a state."""
        raise NotImplementedError

    def place(self) -> Place:
        """Return how far our game has come."""
        raise NotImplementedError

    def our_table(self, whole: bool) -> Fields:
        """Return our table as fields."""
        raise NotImplementedError

    def their_table(self, state: State, whole: bool) -> Fields:
        """Return one of their states as fields."""
        raise NotImplementedError

    def correct(self, state: State) -> None:
        """Set our table to theirs."""
        raise NotImplementedError

    def chance(self, ask: Ask) -> Move:
        """Return the outcome chance had."""
        raise NotImplementedError

    def arrange(self) -> None:
        """Lay the decks in the order the later states tell."""

    def prepare(self) -> None:
        """Get ready to carry out a decision, such as by laying the decks in the order it will need."""

    def answer(self, ask: Ask) -> Move | None:
        """Return the move the clicks make of a decision, and take them; None if no click answers it."""
        raise NotImplementedError

    def default(self, ask: Ask) -> Move:
        """Return what a decision is answered with that no click answers."""
        return default_answer(self.pos, ask)

    # --- the loop ---------------------------------------------------------------------------------------------------

    def play(self) -> Played:
        """Play the game as far as it goes, and return what was found."""
        self.beginning = (self.rounds, self.contests, self.passed, self.since, self.turn)
        self.watch()
        stopped = ""
        try:
            while True:
                try:
                    self._run()
                    break
                except Retry:
                    self._restore()
        except FAILURES as error:
            stopped = f"{type(error).__name__}: {error} (after line {self.line})"
        return Played(self.game, tuple(self.checked), stopped, self.offered)

    def watch(self) -> None:
        """Be told what happens at our table."""
        self.pos.opened = self.opened
        self.pos.observer = self.skipped
        self.pos.seen = self.watch_use

    def _run(self) -> None:
        while self.decided < LONGEST:
            try:
                ask = self._step()
            except StopHereError as stop:
                self._act_in_closed(stop)
                continue
            self._count()
            if self._by_hand():
                continue
            self._drop()
            if not self._anything_left():
                self._look_at_end()
                if not self.best or self._beyond():
                    self.offered = self._candidates(ask)
                    break
            if ask is None:
                break
            passed_over = self._passed_over(ask)
            if passed_over is not None:
                self._act_in_closed(passed_over)
                continue
            self.forcing = False
            self.decided += 1
            self.pending = (ask, self.decision(ask))
        else:
            raise ValueError(f"no end after {LONGEST} decisions")
        found = self.best if self.best is not None else self._final()
        self._consider(len(found) + self._forced())
        self._note("the end", len(self.game.lines), found)

    def _step(self) -> Ask | None:
        """Carry out the decision that was made, and return the next one."""
        pending, self.pending = self.pending, None
        if pending is not None and pending[1] is not None:
            self.prepare()
            if self.forcing:
                self.forced_use = (self.forced_act, 0, b"") if pending[1][1].verb == "use" else None
                force(self.pos, *pending[1], pending[0])
            else:
                decide(self.pos, *pending[1])
        return advance(self.pos)

    def watch_use(self, event: Event) -> None:
        """Note whether the ability of a use that was forced changes our table between its cost and its end."""
        if self.forced_use is None:
            return
        act, frame, before = self.forced_use
        steps = self.pos.pack.procedures["ability"]
        if not frame:
            if isinstance(event, FrameOpened) and event.kind == "ability":
                self.forced_use = (act, self.pos.table.top.id, b"")
        elif isinstance(event, FrameAdvanced) and event.frame == frame:
            if not before and event.step >= steps.step("wave"):
                self.forced_use = (act, frame, self._lying())
            elif before and event.step >= steps.step("finish"):
                self._note_effect(act, before)
        elif isinstance(event, FrameClosed) and event.frame == frame and before:
            self._note_effect(act, before)

    def _lying(self) -> bytes:
        """Return everything on our table that an effect may change, the order of piles aside."""
        table = self.pos.table
        zones = {zone: sorted(numbers) for zone, numbers in table.zones.items()}
        return msgspec.json.encode((table.entities, zones, table.counters, table.roles, sorted(table.effects)))

    def _note_effect(self, act: int, before: bytes) -> None:
        self.forced_use = None
        if act in self.refused and before != self._lying():
            self.refused[act] = msgspec.structs.replace(self.refused[act], effective=True)

    def _act_in_closed(self, stop: StopHereError) -> None:
        """Let a player act in a window that our rules close by themselves, since the other engine let it happen."""
        ask = copy(stop.ask)
        ask.player, ask.closed = stop.player, False
        self.forcing, self.decided = False, self.decided + 1
        self.hopeless.add(stop.act.number)
        if stop.move is not None:
            self.refuse(stop.act, stop.move, ask, True)
            self.reading.take([stop.act])
        move = stop.move or self.answer(ask)
        if move is not None and move.verb != "pass":
            self.forcing = not legal(ask.checks(self.pos, stop.player, move))
            if self.forcing and stop.act.number not in self.refused:
                self.refuse(stop.act, move, ask, True)
            elif not self.forcing:
                self.pos.ask = ask
            self.pending = (ask, (stop.player, move))

    def _look_at_end(self) -> None:
        """Compare with their last table, and keep the comparison with the fewest differences.

        Nothing says after which step of ours their last table was taken, so every step after the last click is tried.
        """
        if self.best != [] and not self._beyond():
            found = self._final()
            self.best = found if self.best is None or len(found) < len(self.best) else self.best

    def _candidates(self, ask: Ask | None) -> dict[str, list[str]]:
        """Return the names of the cards that can be chosen now: each player's, and those of all together."""
        numbers = ask.candidates if isinstance(ask, Choose) else ()
        whose = {"": numbers} | {
            letter: [number for number in numbers if self.pos.entity(number).controller == letter]
            for letter in self.names
        }
        return {letter: sorted(self.pos.card(number).name for number in mine) for letter, mine in whose.items()}

    def decision(self, ask: Ask) -> tuple[str, Move] | None:
        """Return who answers a decision, and how; None if the table was changed by hand instead."""
        if ask.player == CHANCE:
            return CHANCE, self.chance(ask)
        for one in self.asked(ask):
            move = self.answer(one)
            if move is not None:
                return one.player, move
            if self.pos.ask is None:
                return None
        if self._anything_left() and not isinstance(ask, Window | ActionWindow) and ask.verb != "keyword":
            self.guessed.append(f"after line {self.line}: {ask.player} {ask.verb}: {ask.says}")
        return ask.player, self.default(ask.answered_by(ask.player))

    def asked(self, ask: Ask) -> Iterable[Ask]:
        """Return the decision of each player who is asked, whoever clicked first before the others."""
        if not isinstance(ask, Together):
            return [ask]

        def first(one: Ask) -> int:
            act = self.reading.next_of(self.names.get(one.player, ""))
            return act.number if act else 1 << 30

        return sorted(ask.asks.values(), key=first)

    @property
    def line(self) -> int:
        """The number of lines of the chat before the click played last."""
        at = self.reading.last
        return self.reading.clicks[at].lines if at >= 0 else 0

    def _anything_left(self) -> bool:
        return any(act.sense not in _IDLE and act.number not in self.refused for act in self.reading.acts)

    def _by_hand(self) -> bool:
        """Carry out a change a player makes by hand, if it is what comes next; return whether there was one."""
        act = next((act for act in self.reading.acts if act.sense not in _IDLE), None)
        if act is None or act.sense is not Sense.MANUAL or act.place > self.place():
            return False
        self.reading.take([act])
        self.pos.ask = None
        self.by_hand(act)
        return True

    def _stop_here(self, ask: ActionWindow) -> None:
        """Stop at a window that closes by itself if the next click was made in it, and was carried out."""
        act = next((act for act in self.reading.acts if act.sense not in _IDLE), None)
        if act is None or act.sense is not Sense.PICK or act.number in self.hopeless or act.place != self.place():
            return
        if self.reading.next_of(act.player) is act or self.acts_in_window(act):
            if not self.carried_out(act):
                self.refused.setdefault(act.number, Refused(str(act), act.click.lines, (), ()))
            else:
                raise StopHereError(ask, self.letters[act.player], act)

    def _passed_over(self, ask: Ask) -> StopHereError | None:
        """Return the opportunity of a player who could do nothing by our rules, but did something by theirs."""
        if not isinstance(ask, ActionWindow):
            return None
        act = next((act for act in self.reading.acts if act.sense not in _IDLE), None)
        if act is None or act.sense is not Sense.PICK or act.number in self.hopeless or act.place != self.place():
            return None
        player = self.letters[act.player]
        if player not in ask.over or not self.acts_in_window(act) or not self.carried_out(act):
            return None
        return StopHereError(ask, player, act)

    def _stop_at_use(self, ask: Window) -> None:
        """Stop at a window nobody may use if the next click uses a card in it and only some conditions fail."""
        act = next((act for act in self.reading.acts if act.sense not in _IDLE), None)
        if act is None or act.sense is not Sense.PICK or act.number in self.hopeless or act.place != self.place():
            return
        player = self.letters[act.player]
        probe = copy(ask)
        probe.player, probe.closed = player, False
        for number, entity in self.pos.table.entities.items():
            if entity.controller != player or self.pos.card(number).name != act.click.what:
                continue
            for ability in self.pos.card(number).abilities:
                for index in range(len(ask.frame.occurrences) if ability.kind in _bare(ask) else 0):
                    move = Move("use", number, ability.key, amount=index)
                    failed = {check.name for check in probe.checks(self.pos, player, move) if check.holds is False}
                    if failed and failed <= _BENT and self.carried_out(act):
                        raise StopHereError(ask, player, act, move)

    def acts_in_window(self, act: Act) -> bool:
        """Whether only clicks without meaning come before a player's click."""
        return all(one.sense in _IDLE for one in self.reading.of(act.player) if one.number < act.number)

    def by_hand(self, act: Act) -> None:
        """Change our table as a player did by hand."""

    def skipped(self, ask: Ask) -> None:
        """Take the click that answers a decision which answered itself here, since only one answer was possible."""
        if isinstance(ask, ActionWindow):
            if not self._by_hand():
                self._stop_here(ask)
            if not self._anything_left():
                self._look_at_end()
        elif ask.player in self.names and (isinstance(ask, Choose) and ask.candidates):
            self.answer(ask)
        elif isinstance(ask, Window) and ask.closed:
            self._stop_at_use(ask)
        elif isinstance(ask, Say) and ask.player in self.names:
            self.answer(ask)
        elif isinstance(ask, Choose) and ask.player in self.names:
            act = self.reading.next_of(self.names[ask.player], self.place())
            if act is not None and act.sense is Sense.DONE and act.meaning.says == ask.verb:
                self.reading.take([act])
        if not self._anything_left():
            self._look_at_end()

    def _count(self) -> None:
        """Begin to count contests anew when another player's turn begins."""
        turn = self.place()[:3]
        if turn != self.turn:
            self.turn = turn
            if not self.contest or self.pos.enclosing(self.contest) is None:
                self.contests = 0

    def _drop(self) -> None:
        for act in self.reading.drop_before(self.place()):
            if act.number not in self.refused:
                self.refused[act.number] = Refused(str(act), act.click.lines, (), ())

    def _beyond(self) -> bool:
        """Whether our game has gone past the end of theirs."""
        last = self.reading.places[-1]
        return self.place() > last or self.decided > LONGEST // 2

    def _final(self) -> list[Difference]:
        theirs = self.their_table(self.game.final, True)
        return compare(theirs, {key: value for key, value in self.our_table(True).items() if key in theirs})

    # --- comparisons ------------------------------------------------------------------------------------------------

    def opened(self, kind: str) -> None:
        """Compare the tables when a phase begins, and correct ours where they differ."""
        if not self._anything_left():
            self._look_at_end()
        key = (self.rounds, kind)
        if kind == "round":
            self.rounds += 1
        if kind == self.contest:
            self.contests += 1
        state = self.states.get(key) if kind in self.phases else None
        if state is None:
            return
        self.passed = list(self.states).index(key) + 1
        theirs = self.their_table(state, False)
        self.best = None
        differences = compare(theirs, {key: value for key, value in self.our_table(False).items() if key in theirs})
        self._consider(len(differences) + self._forced())
        self._drop_before_phase(int(state["line"]))
        now = self.lost(state)
        at = f"end of round {key[0]}" if kind == "round" else f"round {key[0]}, start of {kind}"
        self._note(at, int(state["line"]), differences, (*self.lost_before, *now))
        self.lost_before = now
        if differences:
            self.correct(state)
        self.arrange()
        self._save()

    # --- which copy was meant ---------------------------------------------------------------------------------------

    def _forced(self) -> int:
        return sum(one.forced for one in self.refused.values())

    def _consider(self, differences: int) -> None:
        """Play the stretch again with other copies of equally named cards, as long as that may explain a difference."""
        if self.settled or not differences or not self.ambiguous:
            self.settled = False
            self.tried.clear()
            self.alternative.clear()
            self.ambiguous.clear()
            return
        self.tried.append((differences, dict(self.alternative)))
        options = sorted(self.ambiguous.items())[:6]
        done = [tried for _, tried in self.tried]
        for choice in islice(product(*(range(count) for _, count in options)), RETRIES):
            alternative = {number: pick for (number, _), pick in zip(options, choice, strict=True) if pick}
            if alternative not in done and len(done) < RETRIES:
                self.alternative = alternative
                raise Retry
        self.settled = True
        self.alternative = min(self.tried, key=lambda one: one[0])[1]
        raise Retry

    def pick_copy(self, act: Act, alike: Sequence[int]) -> int:
        """Return one of several copies that a click may mean: the first, unless another is being tried."""
        if len(alike) > 1:
            self.ambiguous[act.number] = len(alike)
        return alike[self.alternative.get(act.number, 0) % len(alike)]

    def _save(self) -> None:
        self.saved = Saved(
            clone(self.pos.table),
            tuple(self.reading.acts),
            self.reading.last,
            (self.rounds, self.contests, self.passed, self.since, self.turn),
            dict(self.refused),
            frozenset(self.randoms),
            len(self.checked),
        )

    def _restore(self) -> None:
        """Go back to the last comparison, or to the beginning."""
        saved = self.saved
        self.best, self.guessed, self.skip_claim = None, [], False
        self.ambiguous.clear()
        if saved is None:
            self.pos = self.begin()
            self.reading.acts, self.reading.last = list(self.opening), -1
            self.rounds, self.contests, self.passed, self.since, self.turn = self.beginning
            self.refused, self.randoms = {}, set()
            del self.checked[:]
            self.arrange()
        else:
            missing = self.pos.missing
            self.pos = WatchedPosition(self.pos.pack, clone(saved.table))
            self.pos.missing = missing
            self.reading.acts, self.reading.last = list(saved.acts), saved.last
            self.rounds, self.contests, self.passed, self.since, self.turn = saved.counts
            self.refused, self.randoms = dict(saved.refused), set(saved.randoms)
            del self.checked[saved.checked :]
        self.watch()

    def _drop_before_phase(self, line: int) -> None:
        for act in [act for act in self.reading.acts if act.click.lines < line and act.sense is not Sense.MANUAL]:
            self.reading.take([act])
            if act.sense in (Sense.PICK, Sense.WORD, Sense.DECLARE, Sense.BEND) and act.number not in self.refused:
                self.refused[act.number] = Refused(str(act), act.click.lines, (), ())

    def lost(self, state: State) -> tuple[str, ...]:
        """Return a sentence for each player whose cards do not add up in a state."""
        return ()

    def note_beginning(self) -> None:
        """Note what breaks a rule in the table a game begins with."""

    def _note(self, at: str, line: int, differences: Sequence[Difference], lost: tuple[str, ...] = ()) -> None:
        if not self.checked:
            self.note_beginning()
        left = {act.number for act in self.reading.acts}
        gone = {number: one for number, one in self.refused.items() if number not in left}
        played = [one for number, one in sorted(gone.items())]
        self.refused = {number: one for number, one in self.refused.items() if number in left}
        self.checked.append(Checked(at, line, self.since, tuple(differences), tuple(played), tuple(self.guessed), lost))
        self.guessed.clear()
        self.since = line

    # --- finding answers --------------------------------------------------------------------------------------------

    def refuse(self, act: Act, move: Move | None, ask: Ask, forced: bool = False) -> None:
        """Keep why a click is not allowed here, unless it is played later."""
        failed = [check for check in ask.checks(self.pos, ask.player, move) if check.holds is False] if move else []
        reasons, rules = tuple(check.needed for check in failed), tuple(check.rule for check in failed)
        names = tuple(check.name for check in failed)
        self.forced_act = act.number if forced else self.forced_act
        if forced or act.number not in self.refused:
            self.refused[act.number] = Refused(str(act), act.click.lines, reasons, rules, forced, names)

    def carried_out(self, act: Act) -> bool:
        """Whether the chat shows that the other engine did what a click asks for: it names the card right after."""
        after = [other.lines for other in self.reading.clicks[act.number + 1 :] if other.lines > act.click.lines]
        last = after[0] if after else len(self.game.lines)
        pattern = self.acted.format(player=re.escape(act.player), what=re.escape(act.click.what))
        return any(re.search(pattern, line) for line in self.game.lines[act.click.lines : last])

    def bend(self, act: Act, reason: str, rule: str) -> None:
        """Keep that players left out something the rules demand."""
        self.refused[act.number] = Refused(str(act), act.click.lines, (reason,), (rule,), True)

    def bend_here(self, reason: str, rule: str) -> None:
        """Keep that the click played last did something by other rules than ours."""
        click = self.reading.clicks[self.reading.last]
        self.refused[self.reading.last] = Refused(str(click), click.lines, (reason,), (rule,), True)

    def picks(self, ask: Choose, resolve: Callable[[Act, Sequence[int], Sequence[int]], int]) -> tuple[int, ...] | None:
        """Return the components a player's next clicks choose, and take the clicks; None if they choose none."""
        acts = self.reading.of(self.names[ask.player])
        chosen: list[int] = []
        kept: list[int] = []
        used: list[Act] = []
        place, picked = self.place(), False
        for at, act in enumerate(acts):
            if act.place > place and not used:
                break
            if act.sense is Sense.DONE and act.meaning.says in ("", ask.verb):
                used.append(act)
                if not self._same_prompt(acts[at + 1 :], act):
                    break
                chosen.clear()  # theirs asks again
                continue
            if act.sense in (Sense.DONE, Sense.PASS, Sense.ORDER) and not picked:
                if act.sense is Sense.ORDER:
                    used.append(act)
                continue
            if act.sense not in (Sense.PICK, Sense.WORD) or (
                ask.most == 1 and chosen and not self._multiple(acts[at:])
            ):
                break
            number = resolve(act, ask.candidates, chosen)
            if not number:
                break
            picked = True
            for one in (chosen, kept):
                if number in one:
                    one.remove(number)
                elif len(one) < ask.most:
                    one.append(number)
            used.append(act)
        if not self._fits(ask, chosen) and self._fits(ask, kept):
            chosen = kept  # theirs kept what was chosen when it asked again
        if not any(act.sense is not Sense.ORDER for act in used) or not self._fits(ask, chosen):
            return self.too_few(ask, chosen, used)
        for act in used:
            self.refused.pop(act.number, None)
        self.reading.take(used)
        return tuple(chosen)

    def _fits(self, ask: Choose, chosen: Sequence[int]) -> bool:
        return legal(ask.checks(self.pos, ask.player, Move(ask.verb, picks=tuple(chosen))))

    def _same_prompt(self, acts: Sequence[Act], done: Act) -> bool:
        """Whether the same selection is ended again by a later click: then this end was not accepted."""
        for act in acts:
            if act.place != done.place or act.sense not in (Sense.PICK, Sense.DONE):
                return False
            if act.sense is Sense.DONE:
                return act.click.where == done.click.where
        return False

    def _multiple(self, acts: Sequence[Act]) -> bool:
        """Whether these card clicks end with a button of the same selection: then each of them belongs to it."""
        for act in acts:
            if act.sense is not Sense.PICK:
                return act.sense is Sense.DONE and "(max 1)" in act.click.where
        return False

    def too_few(self, ask: Choose, chosen: Sequence[int], used: list[Act]) -> tuple[int, ...] | None:
        """Return what to choose where players chose too few; None to leave it to the default."""
        return None


def default_answer(pos: WatchedPosition, ask: Ask) -> Move:
    """Return the answer nearest to doing nothing: a pass, nobody, or the first that is legal."""
    if isinstance(ask, Window | ActionWindow):
        return PASS
    if isinstance(ask, Order):
        return next(ask.moves(pos))
    if isinstance(ask, Choose) and ask.verb == "keyword":
        most = ask.candidates if ask.most == len(ask.candidates) else ()
        return Move(ask.verb, picks=tuple(most))
    if isinstance(ask, Say) and "no" in ask.words:
        return Move(ask.verb, words=("no",))
    for move in ask.moves(pos):
        if move.verb == "pass" or legal(ask.checks(pos, ask.player, move)):
            return PASS if legal(ask.checks(pos, ask.player, PASS)) else move
    raise ValueError(f"nothing answers: {ask.says}")


__all__ = ["Chance", "Checked", "Driver", "Form", "Order", "Played", "Refused", "Say", "Shuffle", "Window"]
