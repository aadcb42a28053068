"""A case as it stands, folded from its events: claims, remarks, and every ruling with what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

import msgspec

from ledger.rulings import (
    Appealed,
    CallEnded,
    CallGivenBack,
    CallTaken,
    CaseEntry,
    CaseEvent,
    CaseOpened,
    Claimed,
    Overturned,
    RecordPin,
    Remarked,
    Ruled,
    Upheld,
)
from ledger.streams import Head
from replays.errors import ReplayError


class RulingStanding(StrEnum):
    """The standing of a ruling: it stands, is under appeal, was upheld or was overturned."""

    STANDS = "stands"
    APPEALED = "under appeal"
    UPHELD = "upheld"
    OVERTURNED = "overturned"


class Ruling(msgspec.Struct):
    """A ruling and what became of it: the appeals against it, and the act that upheld or overturned it.

    `seq`, the number of its event in the case, is the number people call it by: "ruling 4".
    """

    seq: int
    event: Ruled
    standing: RulingStanding = RulingStanding.STANDS
    appeals: list[Appealed] = []
    answer: Upheld | Overturned | None = None


class Call(msgspec.Struct, frozen=True):
    """A call for a judge that has not ended: since when people wait, and who took it if somebody did.

    `judge` is the name of the judge who took it, which may be empty; `taken_on` is when, as it was recorded.
    """

    since: str
    taken: bool = False
    judge: str = ""
    taken_on: str = ""


class Act(StrEnum):
    """What can be done on a case, by the verb of `lastword case` that does it."""

    CLAIM = "claim"
    RULE = "rule"
    APPEAL = "appeal"
    UPHOLD = "uphold"
    OVERTURN = "overturn"
    REMARK = "remark"


class Case(msgspec.Struct):
    """Everything about a dispute. `acts` are its events with their numbers, in order.

    `game` is the name that the disputed game has in this ledger, which may be another than where the case was opened;
    it is empty if the game is not here. `call` is the call for a judge, None when it has ended: by a ruling, by the
    answer to an appeal, or by a judge without either.
    """

    head: Head
    acts: list[tuple[int, CaseEvent]] = []
    claims: list[Claimed] = []
    remarks: list[Remarked] = []
    rulings: list[Ruling] = []
    game: str = ""
    call: Call | None = None

    @property
    def name(self) -> str:
        """The name of the case, which is its stream's."""
        return self.head.name

    @property
    def opened(self) -> CaseOpened:
        """The act that opened the case: the question, and the event it is about. The case must have acts."""
        event = self.acts[0][1]
        if not isinstance(event, CaseOpened):
            raise ReplayError(f"{self.name} does not begin with a question; `lastword ledger check` says more")
        return event

    @property
    def address(self) -> str:
        """The disputed event, such as `table-7@81`."""
        return f"{self.game or self.opened.pin.name}@{self.opened.pin.at}"

    @property
    def pin(self) -> RecordPin:
        """The record the case rests on: as the ruling in force pinned it, or as it was when the case was opened."""
        return self.standing.event.pin if self.standing else self.opened.pin

    @property
    def standing(self) -> Ruling | None:
        """The ruling in force: the last one that was not overturned; None before the first."""
        return next(
            (ruling for ruling in reversed(self.rulings) if ruling.standing is not RulingStanding.OVERTURNED), None
        )

    @property
    def status(self) -> str:
        """Where the case stands: "open", "ruled", "under appeal" or "upheld"."""
        if self.standing is None:
            return "open"
        return "ruled" if self.standing.standing is RulingStanding.STANDS else str(self.standing.standing)

    @property
    def possible_acts(self) -> tuple[Act, ...]:
        """What can be done now: a claim and a remark always, a first ruling once, and what may follow a ruling."""
        if self.standing is None:
            return (Act.CLAIM, Act.RULE, Act.REMARK)
        appealed = self.standing.standing is RulingStanding.APPEALED
        return (*((Act.UPHOLD,) if appealed else (Act.APPEAL,)), Act.OVERTURN, Act.CLAIM, Act.REMARK)

    @property
    def seen(self) -> str:
        """What tells this state of the case from every other: the number of its last event, and its digest."""
        return f"{self.head.last}.{self.head.digest.hex()}"

    def ruling(self, seq: int) -> Ruling:
        """Return the ruling of this number; refuse a number that no ruling has."""
        for ruling in self.rulings:
            if ruling.seq == seq:
                return ruling
        raise ReplayError(f"{self.name} has no ruling {seq}")

    def cited(self) -> tuple[str, ...]:
        """Return the rules that the ruling in force cites, each pinned to its version; none without a ruling."""
        return tuple(citation.rule for citation in self.standing.event.citations) if self.standing else ()

    def dated_back(self) -> dict[int, int]:
        """Return the acts whose date is earlier than that of an act before them, each with the act of the latest date.

        Dates are those of a computer's clock. `--as-of` goes by the order of the acts.
        """
        found: dict[int, int] = {}
        latest, at = "", 0
        for seq, event in self.acts:
            day = event.recorded[:10]
            if day and day < latest:
                found[seq] = at
            else:
                latest, at = day or latest, seq
        return found

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield the question and the words of each act, each with the kind of act: `("claimed", "It may not.")`.

        The moves that claims bring, citations and remedies are left out.
        """
        yield "question", self.opened.question
        for _, event in self.acts[1:]:
            for field in ("says", "finding", "grounds", "because"):
                text = getattr(event, field, "")
                if text:
                    yield type(event).__name__.lower(), text


def fold_case(head: Head, entries: Iterable[CaseEntry], as_of: str = "") -> Case:
    """Return the case that its entries make; with a date, as it stood at the end of that day.

    Acts count in the order they were recorded: none is left out that a later one may speak of. So the case ends before
    the first act with a later date. An act with an earlier date than one before it was recorded under a wrong clock.
    """
    case = Case(head)
    for entry in entries:
        if as_of and any(event.recorded[:10] > as_of for event in entry.events):
            break
        for seq, event in enumerate(entry.events, entry.seq):
            _apply(case, seq, event)
    return case


def _apply(case: Case, seq: int, event: CaseEvent) -> None:
    case.acts.append((seq, event))
    case.call = _call_after(case.call, event)
    if isinstance(event, Claimed):
        case.claims.append(event)
    elif isinstance(event, Remarked):
        case.remarks.append(event)
    elif isinstance(event, Ruled):
        case.rulings.append(Ruling(seq, event))
    elif isinstance(event, Appealed):
        ruling = case.ruling(event.ruling)
        ruling.appeals.append(event)
        ruling.standing = RulingStanding.APPEALED
    elif isinstance(event, Upheld | Overturned):
        ruling = case.ruling(event.ruling)
        ruling.answer = event
        ruling.standing = RulingStanding.UPHELD if isinstance(event, Upheld) else RulingStanding.OVERTURNED


def _call_after(call: Call | None, event: CaseEvent) -> Call | None:
    """Return the call for a judge as it stands after an act: a question and an appeal begin one, a decision ends it."""
    if isinstance(event, CaseOpened | Appealed):
        return Call(event.recorded)
    if isinstance(event, CallTaken) and call is not None:
        return Call(call.since, True, event.judge, event.recorded)
    if isinstance(event, CallGivenBack) and call is not None:
        return Call(call.since)
    return None if isinstance(event, Ruled | Upheld | Overturned | CallEnded) else call
