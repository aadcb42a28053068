"""The door to the reader: lines are read as a whole, and the record of the best reading is returned with all findings.

The same code reads a transcript from its opening and lines that go on from a point of a record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from ledger.entries import Origin
from ledger.errors import LedgerError
from ledger.events import Event, Identified, Introduced
from ledger.folding import fold
from ledger.table import freeze
from replays.errors import NotationError, ReplayError
from replays.meaning.opening import Opening
from replays.notation.lines import (
    CardFile,
    CardText,
    Correction,
    Document,
    Expect,
    Header,
    Line,
    OutcomeLine,
    Players,
    Retract,
    Said,
    Setting,
    Start,
    Stock,
    Tournament,
)
from replays.reading.ground import Ground, ReadLine
from replays.reading.prices import StepKind
from replays.reading.readings import ReadingNode, Step, path_to
from replays.reading.search import readings
from replays.reading.telling.expectations import Expecting
from replays.reading.telling.retelling import Retelling
from replays.reading.telling.retractions import note_retracted, retracted_lines
from replays.reading.telling.rivals import rivals_of
from replays.reading.walking import Learned
from replays.records.record import Record
from replays.records.recording import Recording
from replays.records.results import Run, confirmed
from rules.engine import advance
from rules.errors import RulesError
from rules.kernel.position import Position

SEARCHED = (Said, OutcomeLine, Setting, Correction)
"""The kinds of lines that the search places in the game."""
READ_ELSEWHERE = (Line, Header, Players, Start, Tournament, CardFile, CardText, Stock, Retract, Expect)
"""The other kinds: set-up, which the opening reads, lines that take others back, and those judged on the record."""


def _check_kinds() -> None:
    """Raise an error if there is a kind of line that nobody reads."""
    known = {*SEARCHED, *READ_ELSEWHERE}
    unread = [kind.__name__ for kind in Line.__subclasses__() if kind not in known]
    if unread:
        raise NotImplementedError(f"nobody reads lines of the kind {', '.join(unread)}")


_check_kinds()


def run(document: Document) -> Run:
    """Read a transcript to its end, and return its record with everything found on the way.

    Illegal moves do not stop it. Lines that cannot be understood raise NotationError.
    """
    shown = _Shown()

    def ground(lines: Sequence[ReadLine], news: Iterable[Event], anew: bool) -> tuple[Ground, Callable[[], Recording]]:
        nonlocal shown
        more = (_Shown() if anew else shown).with_news(news)
        opening = Opening(document, more.learned, list(more.added))
        if news:
            advance(opening.position())  # raises an error if the game has no such cards; then they are not kept
        shown = msgspec.structs.replace(more, stated=len(opening.components))
        stated = [part.entity for part in opening.components if part.card]
        origin = Origin.INPUT if document.start is None else Origin.ASSERTED
        found = Ground(document.pack, opening.names, lines, opening.position, opening.open_zones, stated)
        return found, lambda: Recording(document.pack, opening.position, origin)

    try:
        return _read(document, ground, applying=document.start is None)[0]
    except NotationError as error:
        error.file = error.file or document.file
        raise
    except (RulesError, LedgerError) as error:
        raise _stopped(document, f"the game cannot go on: {error}; the set-up or a card may lack something") from error
    except (LookupError, ValueError, ArithmeticError) as error:
        says = f"this is a fault of the program, not of the transcript ({type(error).__name__}: {error})"
        raise _stopped(document, f"{says}; please report it") from error


def _stopped(document: Document, says: str) -> NotationError:
    """Return the error for a game that cannot be played to its end, told where the game begins."""
    line = document.start or document.header
    return NotationError(says, line.number, line.source, 1, len(line.source.rstrip()), document.file)


class _Shown(msgspec.Struct, frozen=True):
    """The cards that lines of a transcript have shown to be there from its start.

    `learned` and `added` are as `Opening` takes them; `stated` is the number of components its last opening made
    itself. What the game adds to a position is numbered behind these, so its numbers grow with `added`.
    """

    learned: dict[int, str] = {}
    added: tuple[tuple[str, str, str], ...] = ()
    stated: int = 0

    def with_news(self, news: Iterable[Event]) -> _Shown:
        """Return these cards and those that the events show."""
        learned, added = dict(self.learned), list(self.added)
        for event in news:
            if isinstance(event, Identified):
                learned[event.entity] = event.card
            elif isinstance(event, Introduced):
                added += [(part.owner, part.zone.partition(".")[2], part.card) for part in event.components]
        more = len(added) - len(self.added)
        learned = {number + more * (number > self.stated): card for number, card in learned.items()}
        return _Shown(learned, tuple(added), self.stated)


def read_on(record: Record, document: Document, resumed: Callable[[], Recording]) -> tuple[Run, Recording]:
    """Read lines that go on after the last entry of a recording of a record, and return the results and the recording.

    `resumed` returns such a recording, a new one each time. Unknown cards that the lines name are known from there on.
    Illegal moves are noted and ignored unless a line says otherwise. Lines that cannot be understood raise
    NotationError, and a card that no unknown card can be ReplayError.
    """
    known: list[Event] = []

    def ground(lines: Sequence[ReadLine], news: Iterable[Event], anew: bool) -> tuple[Ground, Callable[[], Recording]]:
        if anew:
            known.clear()
        known.extend(event for event in news if _is_there(event))

        noted = tuple(known)

        def recording() -> Recording:
            found = resumed()
            if noted:
                found.note(*noted)
            return found

        start, last = last_decision(recording())
        return Ground(record.pack, record.names, lines, start, last=last, goes_on=True), recording

    return _read(document, ground, applying=False)


def _is_there(event: Event) -> bool:
    """Return True for a card that is known to lie there; raise ReplayError for one that no unknown card can be."""
    if isinstance(event, Identified):
        return True
    assert isinstance(event, Introduced)
    part = event.components[0]
    owner, _, zone = part.zone.partition(".")
    raise ReplayError(f"`{part.card}` cannot be in {owner}'s {zone}: every card there is known to be another")


def last_decision(recording: Recording) -> tuple[Callable[[], Position], Step | None]:
    """Return what makes the position before the last decision of a recording, and that decision as a step.

    The step is None if nothing was decided yet: then the position is that at the end of the recording.
    """
    at = next((at for at in range(len(recording) - 1, 0, -1) if recording.decisions[at] is not None), 0)
    decision = recording.decisions[at]
    notes = [event for entry in recording.entries[at + 1 :] for event in entry.events]
    if decision is None or notes:
        data = freeze(recording.table)
        return (lambda: _position(recording, data)), None
    data = freeze(fold(event for entry in recording.entries[:at] for event in entry.events))
    return (lambda: _position(recording, data)), Step(StepKind.READ, *decision, ())


class _Prepare(Protocol):
    """Returns the ground of a search over lines, and what makes the recording to tell it on.

    `news` are cards that the lines have shown: they are to be known from the start, with those of earlier searches
    unless the search begins `anew`.
    """

    def __call__(
        self, lines: Sequence[ReadLine], news: Iterable[Event], anew: bool
    ) -> tuple[Ground, Callable[[], Recording]]:
        """Return the ground and what makes the recording."""


def _read(document: Document, prepare: _Prepare, applying: bool) -> tuple[Run, Recording]:
    """Search for the reading that costs least, again if it shows cards that were there from the start; tell it.

    A game has only so many copies of a card. If there are not as many as a reading takes unknown cards for, or if known
    from the start they make it cost more, the search is made once more without supposing copies.
    """
    gone = retracted_lines(document)
    lines = [line for line in document if isinstance(line, SEARCHED) and line.number not in gone]
    found, least = _search(lines, prepare, applying, copies=True)
    if found is None or found.goals[0].cost > least:
        without, _ = _search(lines, prepare, applying, copies=False)
        assert without is not None
        found = without if found is None or without.goals[0].cost < found.goals[0].cost else found
    return _tell(document, found.ground, found.goals, found.recording(), gone)


class _Searched(msgspec.Struct, frozen=True):
    """What a search found: the readings, the ground they lie on, and what makes the recording to tell one on."""

    ground: Ground
    goals: list[ReadingNode]
    recording: Callable[[], Recording]


def _search(lines: Sequence[ReadLine], prepare: _Prepare, applying: bool, copies: bool) -> tuple[_Searched | None, int]:
    """Search until a reading shows no more cards that were there from the start; return what is found last.

    The number is what the first reading cost: known from the start, its cards may cost more. Nothing is found if the
    game has not as many copies of a card as are supposed.
    """
    news: list[Event] = []
    searches, least = 0, 0
    while True:
        try:
            ground, recording = prepare(lines, news, anew=not searches and not news)
            ground.copies = copies
            goals = readings(ground, strict=False, applying=applying)
        except Learned as learned:
            news = list(learned.news)
            continue
        except (NotationError, RulesError):
            if searches == 0 or not copies:
                raise
            return None, least
        least = least if searches else goals[0].cost
        news, searches = _shown(goals[0]), searches + 1
        from_the_start = bool(path_to(goals[0])[0].steps)
        if not news or searches > len(lines) or (searches > 1 and not from_the_start):
            return _Searched(ground, goals, recording), least


def _shown(goal: ReadingNode) -> list[Event]:
    """Return the events by which a reading identifies unknown cards."""
    steps = (step for node in path_to(goal) for step in node.steps)
    return [event for step in steps if step.kind is StepKind.LEARNED for event in step.events]


def _tell(
    document: Document, ground: Ground, goals: list[ReadingNode], recording: Recording, gone: set[int]
) -> tuple[Run, Recording]:
    """Return the record of the best reading and what was found of its lines, and the recording it was told on."""
    telling = Retelling(ground, recording, path_to(goals[0]))
    telling.raise_errors()
    expecting = Expecting(ground, telling)
    about: Said | None = None
    for line in document:
        if line.number in gone:
            note_retracted(telling, line)
        elif isinstance(line, SEARCHED):
            telling.tell(line.number)
            about = line if isinstance(line, Said) else about
        elif isinstance(line, Expect):
            following = next((later for later in ground.lines if later.number > line.number), None)
            expecting.keep(line, about, following)
    telling.finish()
    found = Run(
        document,
        tuple(recording.entries),
        ground.names,
        recording.pos,
        tuple(telling.violations),
        tuple(telling.assumed),
        tuple(expecting.judged()),
        (*confirmed(telling.confirmed, recording.entries), *telling.unasked),
        rivals_of(ground, goals),
    )
    return found, recording


def _position(recording: Recording, data: bytes) -> Position:
    from ledger.table import thaw

    return Position(recording.pack, thaw(data))


__all__ = ["Line", "last_decision", "read_on", "run"]
