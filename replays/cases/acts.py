"""The cases of a ledger: finding them, and every act on a case, checked and then appended to the ledger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from ledger.codec import CASE, GAME
from ledger.errors import LedgerError
from ledger.events import ViolationNoted
from ledger.rulings import (
    Appealed,
    CallEnded,
    CallGivenBack,
    CallTaken,
    CaseEntry,
    CaseEvent,
    CaseOpened,
    Citation,
    Claimed,
    Overturned,
    RecordPin,
    Remarked,
    Ruled,
    Upheld,
)
from ledger.store import Ledger, NewStream
from ledger.streams import Head
from replays.branches.storage import numbered, under_a_free_name
from replays.cases.case import Call, Case, Ruling, RulingStanding, fold_case
from replays.cases.citations import check_remedy
from replays.cases.claimed_line import claim_line
from replays.errors import ReplayError
from replays.notation.parser import no_files
from replays.records.engine import Scribe
from replays.records.record import Record, of_entries
from replays.records.walk import violations

LONGEST = 40
"""Characters of a game's name that go into the names of its cases."""


class CaseMoved(ReplayError):
    """Somebody acted on a case after a person last looked at it, so nothing of what that person sent was recorded.

    `case` is the case as it stands, and `since` are the acts that came in, with their numbers.
    """

    def __init__(self, case: Case, since: tuple[tuple[int, CaseEvent], ...]) -> None:
        self.case, self.since = case, since
        super().__init__(f"{case.name} was changed by somebody else: look at it as it stands now, and decide again")


class DraftRuling(msgspec.Struct, frozen=True):
    """A ruling to be recorded: the finding, the rules it cites as in force on a date, the remedy, and the judge."""

    finding: str
    citations: tuple[Citation, ...]
    remedy: str
    judge: str
    in_force: str


class ClaimedMoves(msgspec.Struct, frozen=True):
    """A file of moves that a claim brings: its name, its text, and how to read card files that it names."""

    file: str
    text: str
    open_file: Callable[[str], str] = no_files


class Cases:
    """The cases of one ledger, and the acts on them. `now` is the time that acts are recorded with."""

    def __init__(self, ledger: Ledger, now: str) -> None:
        self.ledger, self.now = ledger, now

    # --- reading ----------------------------------------------------------------------------------------------------

    def case(self, word: str, as_of: str = "") -> Case:
        """Return a case by its name or id, or by a beginning of either that only one case has.

        With a date `as_of` it is the case as it stood at the end of that day, which may have no acts yet. Raise
        `ReplayError` if no case or several cases may be meant.
        """
        heads = self.ledger.heads(CASE.name)
        found = [head for head in heads if word in (head.name, head.id)]
        found = found or [head for head in heads if word and (head.name.startswith(word) or head.id.startswith(word))]
        if len(found) != 1:
            names = ", ".join(head.name for head in found[:4])
            says = (
                f"may be any of {names}; write more of it"
                if found
                else "is no case here; `lastword case list` shows them"
            )
            raise ReplayError(f"{word!r} {says}")
        return self.fold(found[0], as_of)

    def case_as_seen(self, word: str, seen: str) -> Case:
        """Return a case if it still stands as somebody saw it; `seen` is its `Case.seen` at that time.

        Raise `CaseMoved` with what came in since then if it does not.
        """
        case = self.case(word)
        if case.seen == seen:
            return case
        last = seen.partition(".")[0]
        known = int(last) if last.isdecimal() and len(last) < 10 else 0
        raise CaseMoved(case, tuple(act for act in case.acts if act[0] > known))

    def all_cases(self, as_of: str = "") -> list[Case]:
        """Return every case in the order they were opened; with a date, those open by then, as they stood.

        A case that cannot be read is an error; `readable_cases` names it and goes on.
        """
        folded = (self.fold(head, as_of) for head in self.ledger.heads(CASE.name))
        return [case for case in folded if case.acts]

    def readable_cases(self, as_of: str = "") -> tuple[list[Case], list[str]]:
        """Return the cases as `all_cases` does, and for each that cannot be read a sentence that says what is wrong."""
        heads, faults = self.ledger.readable_heads(CASE.name)
        found = []
        for head in heads:
            try:
                case = self.fold(head, as_of)
            except (ReplayError, LedgerError) as error:
                faults.append(str(error))
                continue
            if case.acts:
                found.append(case)
        return found, faults

    def fold(self, head: Head, as_of: str = "") -> Case:
        """Return the case that a stream holds; with a date `as_of`, as it stood at the end of that day.

        Its `head` is the present one in any case. A stream without events is refused, unless a date is given.
        """
        case = fold_case(head, self.ledger.entries(head), as_of)
        if not case.acts and not as_of:
            raise ReplayError(f"{head.name} has no events; `lastword ledger check` says more")
        if case.acts:
            with suppress(LedgerError):  # the game may not be in this ledger
                case.game = self.ledger.row(case.opened.pin.game).name
        return case

    def game(self, case: Case) -> tuple[Head, Record]:
        """Return the game a case is about: its head and its record. Refuse if it is not in this ledger."""
        pin = case.opened.pin
        try:
            head = self.ledger.head(pin.game)
        except LedgerError:
            raise ReplayError(
                f"{case.name} is about {pin.name}, which is not in this ledger; "
                "`lastword ledger import` can bring it in"
            ) from None
        return head, of_entries(head.name, list(self.ledger.entries(head)))

    def players(self, case: Case) -> dict[str, str]:
        """Return the players' names by their letters, as the game's first event has them.

        It is empty if the game is not in this ledger or cannot be read.
        """
        try:
            _, record = self.game(case)
        except ReplayError:
            return {}
        return {letter: seat.name or letter for letter, seat in record.table(1).seats.items()}

    def holds(self, pin: RecordPin) -> bool:
        """Whether the ledger still has the game as it was pinned, up to the event that was then its last one.

        Later events do not matter.
        """
        try:
            return self.ledger.digest_at(pin.game, pin.last).hex() == pin.digest
        except LedgerError:
            return False

    # --- acts -------------------------------------------------------------------------------------------------------

    def open(self, game: str, at: int | None, question: str, by: str = "", name: str = "") -> Case:
        """Open a case about event `at` of a game, or about its last violation, and return it.

        If event `at` only notes a violation, the case is about the event where the violation was made. Without a
        `name` it is called `case-GAME-1`, or by the next free number.
        """
        head = self.ledger.head(game)
        if head.kind != GAME.name:
            raise ReplayError(f"{head.name} is a {head.kind}, not a game; a case is about an event of a game")
        record = of_entries(head.name, list(self.ledger.entries(head)))
        event = CaseOpened(_pin(head, disputed(record, at)), _said(question, "a question"), by, self.now)
        opened = under_a_free_name(
            self.ledger,
            [name] if name else numbered(f"case-{head.name[:LONGEST]}", first=1),
            lambda chosen: self.ledger.start(
                chosen,
                pack=head.about.pack,
                pack_version=record.pack.version,
                note=f"{head.name}@{event.pin.at}",
                created=self.now[:10],
                kind=CASE.name,
                entries=[CaseEntry(1, (event,))],
            ),
        )
        return self.fold(opened)

    def take_call(self, case: Case, judge: str) -> Case:
        """Record that a judge takes the call, and return the case; refuse a call that has ended or is taken."""
        call = self._call(case)
        if call.taken:
            raise ReplayError(f"{call.judge or 'a judge'} is on this call already, since {call.taken_on[11:16]} UTC")
        return self._append(case, CallTaken(judge, self.now))

    def give_call_back(self, case: Case, judge: str) -> Case:
        """Record that the call waits for a judge again, and return the case; refuse a call that nobody took."""
        call = self._taken_call(case)
        return self._append(case, CallGivenBack(judge or call.judge, self.now))

    def end_call(self, case: Case, judge: str) -> Case:
        """Record that the call has ended without a ruling, and return the case; refuse a call that nobody took."""
        call = self._taken_call(case)
        return self._append(case, CallEnded(judge or call.judge, self.now))

    def _call(self, case: Case) -> Call:
        if case.call is None:
            raise ReplayError(f"nobody waits for a judge in {case.name}: it is {case.status}, and the call has ended")
        return case.call

    def _taken_call(self, case: Case) -> Call:
        call = self._call(case)
        if not call.taken:
            raise ReplayError(f"no judge is on the call of {case.name}; `lastword case take` takes it")
        return call

    def claim(self, case: Case, by: str, says: str, moves: ClaimedMoves | None = None) -> Case:
        """Record what one side says, with the line it would have played if there is one: both or neither."""
        said = _said(says, "a claim")
        if moves is None:
            return self._append(case, Claimed(by, said, None, self.now))
        stem = f"line-{case.name.removeprefix('case-')}-{_slug(by)}"
        return under_a_free_name(
            self.ledger, numbered(stem), lambda name: self._claim_with_line(case, by, said, moves, name)
        )

    def _claim_with_line(self, case: Case, by: str, said: str, moves: ClaimedMoves, name: str) -> Case:
        game, record = self.game(case)
        at = case.opened.pin.at
        scribe = Scribe(self.now)
        claimed = claim_line(self.ledger, game, record, at, name, moves.text, moves.file, moves.open_file, scribe)
        return self._append(case, Claimed(by, said, claimed.line, self.now), opening=[claimed.stream])

    def remark(self, case: Case, by: str, says: str) -> Case:
        """Record a remark, which changes nothing about the case, and return the case."""
        return self._append(case, Remarked(by, _said(says, "a remark"), self.now))

    def rule(self, case: Case, decision: DraftRuling) -> Case:
        """Record the first ruling and return the case. A case that has a ruling is refused: it must be overturned.

        Also refused are a game that is no longer the record the case is about, and a remedy there is not.
        """
        if case.standing is not None:
            standing = case.standing
            raise ReplayError(
                f"{case.name} is ruled already (ruling {standing.seq} by {standing.event.judge or 'a judge'}); "
                "rulings are not edited: `lastword case overturn` puts another in its place"
            )
        return self._append(case, self._ruled(case, decision, 0))

    def appeal(self, case: Case, by: str, grounds: str) -> Case:
        """Record an appeal against the ruling in force, and return the case. Only one appeal may be pending."""
        ruling = self._standing(case)
        if ruling.standing is RulingStanding.APPEALED:
            raise ReplayError(f"ruling {ruling.seq} of {case.name} is under appeal already; `case remark` adds to it")
        return self._append(case, Appealed(ruling.seq, by, _said(grounds, "grounds"), self.now))

    def uphold(self, case: Case, judge: str, because: str) -> Case:
        """Record that the ruling under appeal stands, and return the case; refuse if no appeal is pending."""
        ruling = self._standing(case)
        if ruling.standing is not RulingStanding.APPEALED:
            raise ReplayError(f"ruling {ruling.seq} of {case.name} is not under appeal: there is nothing to uphold")
        return self._append(case, Upheld(ruling.seq, judge, _said(because, "a reason"), self.now))

    def overturn(self, case: Case, because: str, decision: DraftRuling) -> Case:
        """Overturn the ruling in force, appealed or not, and record another in one entry with that; return the case.

        The new ruling is refused for the same reasons as a first one.
        """
        ruling = self._standing(case)
        overturned = Overturned(ruling.seq, decision.judge, _said(because, "a reason"), self.now)
        return self._append(case, overturned, self._ruled(case, decision, ruling.seq))

    def _standing(self, case: Case) -> Ruling:
        if case.standing is None:
            raise ReplayError(f"{case.name} has no ruling yet; `lastword case rule` makes one")
        return case.standing

    def _ruled(self, case: Case, decision: DraftRuling, supersedes: int) -> Ruled:
        head, record = self.game(case)
        if not self.holds(case.opened.pin):
            raise ReplayError(
                f"{head.name} is no longer the record {case.name} was opened about; `lastword ledger check` says more"
            )
        remedy = check_remedy(decision.remedy, record)
        return Ruled(
            _said(decision.finding, "a finding"),
            decision.citations,
            remedy,
            decision.judge,
            _pin(head, case.opened.pin.at),
            f"{record.pack.id} {record.pack.version}",
            decision.in_force,
            supersedes,
            self.now,
        )

    def _append(self, case: Case, *events: CaseEvent, opening: Sequence[NewStream] = ()) -> Case:
        head = self.ledger.append(case.head, [CaseEntry(case.head.last + 1, events)], opening=opening)
        return self.fold(head)


def disputed(record: Record, at: int | None) -> int:
    """Return the event a case is about when event `at` is named; the last violation's if none is.

    A record notes a violation only at the next decision. A case about such a note is about the event where the
    violation was made. Raise `ReplayError` if no event is named and the record has no violation.
    """
    if at is None:
        noted = violations(record.entries)
        if not noted:
            raise ReplayError(f"nothing in {record.name} breaks a rule; say which event is disputed: {record.name}@N")
        return max(noted, key=lambda place: noted[place][-1][0])
    entry = record.entries[record.index(at)]
    event = entry.events[at - entry.seq]
    return event.at if isinstance(event, ViolationNoted) and event.at else at


def _pin(head: Head, at: int) -> RecordPin:
    return RecordPin(head.id, head.name, at, head.last, head.digest.hex())


def _said(text: str, what: str) -> str:
    """Return a text without the space around it; refuse an empty one as missing `what`."""
    if not text.strip():
        raise ReplayError(f"{what} is needed, in words")
    return text.strip()


def _slug(by: str) -> str:
    return "".join(sign for sign in by if sign.isalnum())[:12] or "claim"
