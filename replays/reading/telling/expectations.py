"""Expectations: lines that say what must be true at a point, of the table or of a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import msgspec

from ledger.entries import Entry
from ledger.events import Event, FrameClosed, FrameOpened
from ledger.folding import fold
from ledger.table import freeze
from replays.errors import NotationError
from replays.meaning.statements import Statement
from replays.meaning.steps import at_step
from replays.notation.lines import Expect, Said
from replays.reading.ground import Ground, ReadLine, period
from replays.reading.implied import implied, matters
from replays.reading.prices import StepKind
from replays.reading.readings import Fate, Step, path_to
from replays.reading.search import Search
from replays.reading.telling.judging import place_of
from replays.reading.telling.retelling import Retelling
from replays.reading.walking import Learned
from replays.records.reasons import broken_rules, never_judged
from replays.records.results import Expectation, Violation
from rules.books.addresses import looks_like_address, parse_address
from rules.books.shelf import load_book, packs_with_books
from rules.engine import advance, decide
from rules.errors import nearest
from rules.kernel.asks import Check
from rules.kernel.chance import Chance
from rules.kernel.position import Position

END_OF_PHASE = "end of phase"
"""The words behind `@` for the last moment of the phase that the line before was made in."""
LATER = 4
"""The lines after an expectation about a move that are looked at for answers to what would be asked before it."""
FARTHEST = 200
"""The most decisions that are passed to where an expectation is judged."""


class _Kept(msgspec.Struct, frozen=True):
    """An expectation that is judged later: the line, the last move written before it, and where it stood."""

    line: Expect
    about: int
    place: int


class Expecting:
    """Judges the expectations of a transcript while its reading is told."""

    def __init__(self, ground: Ground, telling: Retelling) -> None:
        self.ground, self.telling = ground, telling
        self.kept: list[_Kept] = []
        self.found: dict[int, Expectation] = {}

    def keep(self, line: Expect, about: Said | None, following: ReadLine | None) -> None:
        """Judge an `expect` line where it stands, if that can be done already.

        `about` is the last move written before it, `following` the next line that is read.
        """
        recording = self.telling.recording
        kept = _Kept(line, about.number if about is not None else 0, len(recording))
        self.kept.append(kept)
        if line.move is not None:
            self.found[line.number] = self._of_move(line, line.move)
        elif line.kind == "state" and line.when == "now":
            self.found[line.number] = self._stated(line, self._right_after(kept.about))
        elif line.kind == "state" and not line.when:
            self.found[line.number] = self._plain(line, kept.about, following)

    def judged(self) -> Iterator[Expectation]:
        """Yield all expectations, judged, in the order they stand in; the reading must have been told to its end."""
        for kept in self.kept:
            line = kept.line
            if line.number in self.found:
                yield self.found[line.number]
            elif line.kind == "state":
                yield self._stated(line, self._at_step(kept))
            else:
                found = self._illegal(line, self._checks_of(kept.about), kept.about)
                yield msgspec.structs.replace(found, about=kept.about)

    # --- statements ---------------------------------------------------------------------------------------------------

    def _stated(self, line: Expect, pos: Position) -> Expectation:
        held, says = Statement(self.ground.names, pos, line).judge()
        return Expectation(line.number, _shown(line), held, "" if held else says, saw=says)

    def _plain(self, line: Expect, about: int, following: ReadLine | None) -> Expectation:
        """Judge a statement where the line before was made or noted, or else at the end of what that line set off."""
        pos = self.ground.position(freeze(self.telling.recording.table))
        self._unseen(pos)
        found = self._stated(line, pos)
        if found.held:
            return found
        now = self._stated(line, self._right_after(about))
        if now.held:
            return now
        waited = self._wait(pos, following)
        if not waited:
            return found
        later = self._stated(line, pos)
        says = f"{later.says or later.saw}; judged after {waited}"
        return msgspec.structs.replace(later, says="" if later.held else says, saw=says)

    def _unseen(self, pos: Position) -> None:
        """Decide the random outcomes that fall among unknown cards: no line need say which of them it was."""
        while isinstance(ask := advance(pos), Chance) and not matters(pos, ask):
            found = implied(pos, ask)
            assert found is not None
            decide(pos, found.player, found.move)

    def _wait(self, pos: Position, following: ReadLine | None) -> str:
        """Go on by implied steps to the end of what the last line set off; return in words what was waited for.

        Nothing is waited for that the next line does itself.
        """
        begun = _first_of_last_line(self.telling.recording.entries).seq
        waited: list[str] = []
        for _ in range(FARTHEST):
            ask = advance(pos)
            if ask is None or not any(frame.id >= begun for frame in pos.table.frames):
                break
            if isinstance(following, Said) and self.ground.meaning(following, pos, ask) is not None:
                break
            found = implied(pos, ask)
            if found is None or found.kind.cost >= StepKind.CHOICE.cost:
                break
            waited.append(ask.says)
            decide(pos, found.player, found.move)
        return "; ".join(dict.fromkeys(waited))

    def _right_after(self, about: int) -> Position:
        """Return the position right after what the last line itself did, before anything else followed from it.

        A line that was ignored did nothing: then it is the position where that line was judged.
        """
        entries = self.telling.recording.entries
        ignored = next((bad for bad in self.telling.violations if bad.line == about and not bad.applied), None)
        if ignored is not None:
            events = (event for one in entries for event in one.events)
            return Position(self.ground.pack, fold(islice(events, ignored.seq)))
        first = _first_of_last_line(entries)
        table = fold(event for one in entries if one.seq < first.seq for event in one.events)
        made = [event for one in entries if one.seq >= first.seq for event in one.events]
        made = made[: first.own] if len(entries) == 1 else made  # the set-up alone, before the rules were run
        opened = 0
        for seq, event in enumerate(made, first.seq):
            fold((event,), table)
            if isinstance(event, FrameOpened) and not opened:
                opened = seq
            if isinstance(event, FrameClosed) and event.frame == opened:
                break
        return Position(self.ground.pack, table)

    def _at_step(self, kept: _Kept) -> Position:
        """Return the position at the step that an expectation names, from where it stands on.

        What the last line led to by itself counts, so that a step the game comes to and leaves without a decision, such
        as the end of a round, is found there and not in the next round.
        """
        line, entries = kept.line, self.telling.recording.entries
        made = self._made_by(kept)
        table = fold(islice((event for one in entries for event in one.events), made))
        pos = Position(self.ground.pack, table)
        if line.when != END_OF_PHASE and at_step(pos, line.when):  # what the line began there is to be carried out
            made = sum(len(one.events) for one in entries[: kept.place])
            table = fold(islice((event for one in entries for event in one.events), made))
            pos = Position(self.ground.pack, table)
        phase = period(pos, 2)
        events = islice((event for one in entries for event in one.events), made, None)
        for event in (*events, *self._to_come(entries)):
            if line.when != END_OF_PHASE and at_step(Position(self.ground.pack, table), line.when):
                break
            if line.when == END_OF_PHASE and isinstance(event, FrameClosed) and event.frame == phase:
                break
            fold((event,), table)
        else:
            says = f"the game does not come to `{line.when}` after this line"
            raise NotationError(says, line.number, line.source, line.source.rfind("@") + 1, len(line.when) + 2)
        return Position(self.ground.pack, table)

    def _made_by(self, kept: _Kept) -> int:
        """Return how many events there were when the last line before an expectation was made, and nothing more.

        Without such a line these are the events of the set-up. Of a line that changed nothing, all that came before the
        expectation count.
        """
        before = self.telling.recording.entries[: kept.place]
        last = before[-1]
        own = last.own if last.line == kept.about or len(before) == 1 else len(last.events)
        return sum(len(one.events) for one in before[:-1]) + own

    def _to_come(self, entries: list) -> Iterator[Event]:  # type: ignore[type-arg]
        """Yield the events that would follow the record if nobody did anything more."""
        pos = self.ground.position(freeze(self.telling.recording.table))
        for _ in range(FARTHEST):
            ask = advance(pos)
            found = implied(pos, ask) if ask is not None else None
            if found is None:
                return
            pos.log.clear()
            yield from tuple(decide(pos, found.player, found.move))

    # --- moves --------------------------------------------------------------------------------------------------------

    def _checks_of(self, line: int) -> tuple[Check, ...] | None:
        """Return the conditions of the violation that is reported for a line; None if it was legal."""
        found = self._violation_of(line)
        return found.checks if found is not None else None

    def _violation_of(self, line: int) -> Violation | None:
        told = self.telling
        cause = next((node.refused[1] for node in told.path if _belongs(node, line) and node.refused), line)
        return next((bad for bad in told.violations if bad.line in (line, cause)), None)

    def _of_move(self, line: Expect, said: Said) -> Expectation:
        """Judge `expect legal MOVE` or `expect illegal …: MOVE`: whether the move would be legal from here on."""
        checks = self._supposed(said, line.when == "here")
        if line.kind == "illegal":
            return self._illegal(line, checks)
        if checks is None:
            return Expectation(line.number, line.text, True)
        broken = _told(checks)
        return Expectation(
            line.number, line.text, False, f"it breaks {', '.join(broken)}", broken, unjudged=never_judged(checks)
        )

    def _supposed(self, said: Said, here: bool) -> tuple[Check, ...] | None:
        """Return the conditions of a supposed move; None if it is legal from this point of the record on."""
        mine, recording = self.ground, self.telling.recording
        before = next((at for at in range(len(recording) - 1, 0, -1) if recording.decisions[at] is not None), 0)
        decision = recording.decisions[before]
        if decision is None:
            start, last = mine.start, mine.last
        else:
            table = freeze(fold(event for entry in recording.entries[:before] for event in entry.events))
            start, last = (lambda: mine.position(table)), Step(StepKind.READ, *decision, ())
        news: list[Event] = []
        later = [line for line in mine.lines if isinstance(line, Said) and line.number > said.number][:LATER]
        while True:
            ground = Ground(
                mine.pack, mine.names, [said], _with(start, news), mine.open_zones, mine.stated, last, later
            )
            ground.only_here = here
            try:
                path = path_to(Search(ground, here or self.telling.strict, False).run()[0])
                break
            except Learned as learned:
                news.extend(learned.news)
        for at, node in enumerate(path):
            if node.error is not None:
                raise node.error
            if node.fate is Fate.REFUSED:
                return place_of(ground, path, at).point.checks
        return None

    def _illegal(self, line: Expect, checks: tuple[Check, ...] | None, about: int = 0) -> Expectation:
        """Return whether a move was illegal, and by the rule that the line names if it names one.

        `checks` are the conditions of the move; None if it was legal. `about` is the line of the move, or 0 for one
        that is only supposed.
        """
        wanted = _address(self.ground.pack.id, line)
        if checks is None:
            move = next((said for said in self.ground.lines if isinstance(said, Said) and said.number == about), None)
            says = (
                f"this is about line {about}, `{move.words()}`, which was legal" if move else "the move is legal here"
            )
            return Expectation(line.number, line.text, False, says)
        broken = list(dict.fromkeys(check.rule for check in checks if check.holds is False))
        if not wanted:
            return Expectation(line.number, line.text, True, broken=_told(checks), illegal=True)
        meant = tuple(rule for rule in broken if _meant(wanted, rule))
        says = "" if meant else f"what it broke is {', '.join(broken)}"
        return Expectation(line.number, line.text, bool(meant), says, meant, illegal=True)


def _with(start: Callable[[], Position], news: list[Event]) -> Callable[[], Position]:
    """Return what makes the position that a search starts with, and lets some cards be known there."""

    def known() -> Position:
        pos = start()
        for event in news:
            pos.emit(event)
        pos.log.clear()
        return pos

    return known if news else start


def _belongs(node: object, line: int) -> bool:
    return node.line == line and node.fate is Fate.BELONGS  # type: ignore[attr-defined]


def _shown(line: Expect) -> str:
    """Return a statement as it was written, with the time it names."""
    return f"now {line.text}" if line.when == "now" else f"{line.text} @ {line.when}" if line.when else line.text


def _meant(wanted: str, rule: str) -> bool:
    """Whether a rule is the one that an expectation names.

    That is the same clause, any clause of the entry named, or one of an entry that the book treats under its heading.
    """
    if rule == wanted or "#" in wanted:
        return rule == wanted
    game, _, name = rule.partition("#")[0].partition("/")
    entry = load_book(game).entries.get(name)
    return wanted in (f"{game}/{name}", f"{game}/{entry.within}" if entry else "")


def _first_of_last_line(entries: Sequence[Entry]) -> Entry:
    """Return the first of the entries at the end that one line made: a use, and the choices written behind it."""
    first = entries[-1]
    for entry in reversed(entries):
        if not first.line or entry.line != first.line:
            break
        first = entry
    return first


def _told(checks: tuple[Check, ...]) -> tuple[str, ...]:
    """Return the rules that a judge is told of, from the conditions of a move."""
    return broken_rules(checks)


def _address(game: str, line: Expect) -> str:
    """Return the address of the rule that an expectation names, by its id or by another name of its entry."""
    if not line.rule:
        return ""
    text = line.rule if "/" in line.rule else f"{game}/{line.rule}"
    column, width = line.source.find(line.rule) + 1, len(line.rule)
    if not looks_like_address(text):
        raise NotationError(f"`{line.rule}` is not the address of a rule", line.number, line.source, column, width)
    address = parse_address(text)
    if address.game not in packs_with_books():
        raise NotationError(f"there is no book of `{address.game}`", line.number, line.source, column, width)
    book = load_book(address.game)
    entry = book.called(address.entry)
    if entry is None or (address.clause and entry.clause(address.clause) is None):
        says = f"there is no rule `{text}`{nearest(address.entry, book.entries)}"
        raise NotationError(says, line.number, line.source, column, width)
    return f"{entry.address}#{address.clause}" if address.clause else entry.address
