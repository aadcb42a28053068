"""Planning how a table is backed up: what to take back, what players have learned, and what makes up for it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from ledger.entries import Entry, Origin
from ledger.events import (
    Attached,
    ControlChanged,
    Corrected,
    Counted,
    Event,
    GameEnded,
    Identified,
    Marked,
    Moved,
    MoveRetracted,
    Revealed,
    Rolled,
    SeatChanged,
    Shuffled,
    ViolationNoted,
)
from ledger.table import Table
from replays.branches.branch import Branch, place_of, skip
from replays.errors import ReplayError
from replays.meaning.writer import Writer
from replays.records.record import Record
from replays.records.rejudging import answer, rejudge
from replays.whatif.lessons import Lesson, LessonFinder, fixes, known_places, secret_lessons
from replays.wording.events import Describer
from rules.kernel.asks import CHANCE

LAST_ILLEGAL = "LAST-ILLEGAL"
"""The word that stands for the last illegal move that was made in `lastword rewind --undo`."""

_VISIBLE = (
    Moved,
    Counted,
    Marked,
    Attached,
    ControlChanged,
    Identified,
    Revealed,
    Shuffled,
    Rolled,
    SeatChanged,
    GameEnded,
    Corrected,
)
"""The events that people see on a table; the others only say what those were part of."""


class RewindVerdict(StrEnum):
    """Whether a table can be backed up: without a trace, with a fix such as a shuffle, or not without harm."""

    CLEAN = "clean"
    FIXED = "clean with a fix"
    NOT = "not clean"


class Action(msgspec.Struct, frozen=True):
    """An entry of the record: its first and last event, who acted ("": chance or nobody), and what was done."""

    seq: int
    last: int
    player: str
    says: str


class Plan(msgspec.Struct, frozen=True):
    """A plan for backing up a table.

    `to` is the event the game returns to; `snapped` says that the event asked for lies inside the action that ends
    there. `fault` is the player who erred. `taken` are the actions to take back and `stands` later ones that may stand.
    `lessons` are what players have learned, `fixes` what makes up for it, and `why` the reasons why nothing does.
    `branch` is the line after backing up.
    """

    name: str
    to: int
    snapped: bool
    fault: str
    taken: tuple[Action, ...]
    stands: tuple[Action, ...]
    lessons: tuple[Lesson, ...]
    fixes: tuple[str, ...]
    why: tuple[str, ...]
    branch: Branch

    @property
    def verdict(self) -> RewindVerdict:
        """Whether the table can be backed up; the worst of what was learned decides."""
        if self.why:
            return RewindVerdict.NOT
        return RewindVerdict.FIXED if self.fixes else RewindVerdict.CLEAN


def back_to(record: Record, seq: int, fault: str = "") -> Plan:
    """Return the plan for taking back every action after the one that holds event `seq` (0: after the first entry).

    `fault` is the player who erred, if anybody did: what that player showed of their own does no harm. Raise
    `ReplayError` for an event the record does not have.
    """
    place = record.index(seq) if seq else 0
    taken = record.entries[place + 1 :]
    branch = Branch(record, record.end(place), ())
    return _plan(record, place, tuple(taken), (), fault, branch, seq != record.end(place))


def undo(record: Record, seq: int, fault: str = "") -> Plan:
    """Return the plan for taking back the action that holds event `seq` and the later actions that depend on it.

    Later actions that would have the same visible events without it may stand. If the line without it needs a decision
    that nobody has made, everything from that action on is taken back and nothing stands. Passes that nothing came of
    are not listed as taken back. `fault` is the player who erred, by default the one who acted. Raise `ReplayError` if
    no move holds the event.
    """
    place = place_of(record, seq)
    illegal = record.entries[place]
    branch = skip(record, seq)
    fault = fault or _player(illegal)
    if branch.assumed:
        # It was a choice somebody must make: all that followed rests on how it is made now, and nobody has made it.
        branch = Branch(record, record.end(place - 1), ())
        return _plan(record, place - 1, tuple(record.entries[place:]), (), fault, branch, False)
    same = {old.seq for old, new in branch.again if _visible_events(old) == _visible_events(new)}
    later = record.entries[place + 1 :]
    stands = tuple(entry for entry in later if entry.seq in same)
    taken = (illegal, *(entry for entry in later if entry.seq not in same and _matters(entry)))
    return _plan(record, place - 1, taken, stands, fault, branch, False)


def last_illegal(record: Record) -> int:
    """Return the event of the last illegal move that was made all the same; raise `ReplayError` if there is none."""
    found = [finding.seq for finding in rejudge(record.pack, record.entries) if finding.failed]
    noted = [(entry.seq, entry.events[0]) for entry in record.entries]
    found += [seq for seq, event in noted if isinstance(event, ViolationNoted) and event.applied]
    if not found:
        ignored = sum(isinstance(event, ViolationNoted) and not event.applied for _, event in noted)
        raise ReplayError(f"{_ignored_words(ignored)}; there is nothing to undo in {record.name}")
    return max(found)


def _ignored_words(count: int) -> str:
    """Return how many illegal moves a game has, none of which changed anything."""
    if count == 1:
        return "the only illegal move was ignored and changed nothing"
    return f"the {count} illegal moves were ignored and changed nothing" if count else "no illegal move was made"


def _plan(
    record: Record,
    place: int,
    taken: tuple[Entry, ...],
    stands: tuple[Entry, ...],
    fault: str,
    branch: Branch,
    snapped: bool,
) -> Plan:
    """Return the plan for going back to the point after the entry at a place."""
    start = record.position(place)
    now = record.table()
    names = {number: _card(record, now, number) for number in start.table.entities}
    finder = LessonFinder(start, fault, names, known_places(record.entries[: place + 1]))
    back = {entry.seq for entry in taken}
    lessons = [*finder.run(record.entries[place + 1 :], back), *secret_lessons(record, place, back, fault)]
    actions = {entry.seq: _action(record, entry) for entry in (*taken, *stands)}
    noted = _with_note(branch, [actions[entry.seq] for entry in taken])
    return Plan(
        record.name,
        record.end(place),
        snapped,
        fault,
        tuple(actions[entry.seq] for entry in taken),
        tuple(actions[entry.seq] for entry in stands),
        tuple(lessons),
        tuple(fixes(lessons)),
        tuple(dict.fromkeys(lesson.harm for lesson in lessons if lesson.harm)),
        noted,
    )


def _with_note(branch: Branch, taken: list[Action]) -> Branch:
    """Return the line after backing up with a last entry that notes each action that was taken back."""
    last = branch.entries[-1].seq + len(branch.entries[-1].events) if branch.entries else branch.at + 1
    events: tuple[Event, ...] = tuple(
        MoveRetracted(action.player, action.seq, f"taken back: {action.says}") for action in taken
    )
    if not events:
        return branch
    note = Entry(last, events, Origin.INPUT, len(events), remark="backed up")
    return msgspec.structs.replace(branch, entries=(*branch.entries, note))


def _visible_events(entry: Entry) -> list[Event]:
    return [event for event in entry.events if isinstance(event, _VISIBLE)]


def _matters(entry: Entry) -> bool:
    """Whether taking an entry back means anything at the table; a pass that nothing came of does not."""
    said = answer(entry)
    return bool(_visible_events(entry)) or said is None or said[1].verb != "pass"


def _player(entry: Entry) -> str:
    """Return the player who acted in an entry, or "" if none did."""
    event = entry.events[0]
    if isinstance(event, ViolationNoted):
        return event.player
    said = answer(entry)
    return said[0] if said and said[0] != CHANCE else ""


def _action(record: Record, entry: Entry) -> Action:
    """Return an entry of the record as an action in words."""
    event = entry.events[0]
    said = (event.player, event.move) if isinstance(event, ViolationNoted) else answer(entry)
    last = entry.seq + len(entry.events) - 1
    if isinstance(event, Corrected):
        pos = record.position(record.index(entry.seq) - 1)
        return Action(entry.seq, last, "", Describer(pos).words(event))
    if said is None:
        return Action(entry.seq, last, "", entry.remark or "a note of the record")
    if said[0] == CHANCE:
        return Action(entry.seq, last, "", "a random outcome")
    pos = record.position(record.index(entry.seq) - 1)
    return Action(entry.seq, last, said[0], Writer(record.pack, record.names).move(pos, said[0], said[1], ""))


def _card(record: Record, now: Table, number: int) -> str:
    """Return a card's short name, or its title as it is known at the end of the record."""
    entity = now.entities.get(number)
    card = record.pack.cards.get(entity.card) if entity else None
    return record.names.alias_of(number) or (card.name if card else f"card #{number}")
