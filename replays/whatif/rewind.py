"""How far a table can be backed up: what must be taken back, what players have learned meanwhile, and whether that can
be made good.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from ledger.entries import Entry, Origin
from ledger.events import (
    Attached,
    ControlChanged,
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
from replays.whatif.lessons import Learning, Lesson, fixes, placed, secrets
from rules.kernel.asks import CHANCE

LAST_ILLEGAL = "LAST-ILLEGAL"

_SEEN = (
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
)
"""What people see happen on a table; the rest of a record says what it was part of."""


class RewindVerdict(StrEnum):
    """Whether the table can be backed up."""

    CLEAN = "clean"
    FIXED = "clean with a fix"
    NOT = "not clean"


class Action(msgspec.Struct, frozen=True):
    """An action of the record: its events, and what was done."""

    seq: int
    last: int
    player: str
    says: str


class Plan(msgspec.Struct, frozen=True):
    """What backing up takes. `stands` are later actions that need not be taken back; `snapped` says that the event
    asked for lies inside an action."""

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
        """The worst of what was learned decides."""
        if self.why:
            return RewindVerdict.NOT
        return RewindVerdict.FIXED if self.fixes else RewindVerdict.CLEAN


def back_to(record: Record, seq: int, fault: str = "") -> Plan:
    """Take back everything after an event."""
    at = record.index(seq) if seq else 0
    taken = record.entries[at + 1 :]
    branch = Branch(record, record.end(at), ())
    return _plan(record, at, tuple(taken), (), fault, branch, seq != record.end(at))


def undo(record: Record, seq: int, fault: str = "") -> Plan:
    """Take back one action and only what depends on it: what could be done just so without it may stand."""
    place = place_of(record, seq)
    illegal = record.entries[place]
    branch = skip(record, seq)
    if branch.assumed:
        # It was a choice somebody must make: all that followed rests on how it is made now, and nobody has made it.
        rest = record.entries[place:]
        return _plan(
            record,
            place - 1,
            tuple(rest),
            (),
            fault or _player(illegal),
            Branch(record, record.end(place - 1), ()),
            False,
        )
    same = {old.seq for old, new in branch.again if _seen(old) == _seen(new)}
    later = record.entries[place + 1 :]
    stands = tuple(entry for entry in later if entry.seq in same)
    taken = (illegal, *(entry for entry in later if entry.seq not in same and _matters(entry)))
    return _plan(record, place - 1, taken, stands, fault or _player(illegal), branch, False)


def last_illegal(record: Record) -> int:
    """The event of the last move that the rules did not allow and that was made all the same."""
    found = [finding.seq for finding in rejudge(record.pack, record.entries) if finding.failed]
    noted = [(entry.seq, entry.events[0]) for entry in record.entries]
    found += [seq for seq, event in noted if isinstance(event, ViolationNoted) and event.applied]
    if not found:
        raise ReplayError(f"{record.name} has no illegal move that was made: there is nothing to undo")
    return max(found)


def _plan(
    record: Record,
    at: int,
    taken: tuple[Entry, ...],
    stands: tuple[Entry, ...],
    fault: str,
    branch: Branch,
    snapped: bool,
) -> Plan:
    before = record.position(at).table
    now = record.table()
    names = {number: _card(record, now, number) for number in before.entities}
    learning = Learning(before, fault, names, placed(record.entries[: at + 1]))
    back = {entry.seq for entry in taken}
    lessons = [*learning.run(record.entries[at + 1 :], back), *secrets(record, at, back, fault)]
    actions = {entry.seq: _action(record, entry) for entry in (*taken, *stands)}
    noted = _with_note(branch, [actions[entry.seq] for entry in taken])
    return Plan(
        record.name,
        record.end(at),
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
    """The line after backing up, with what was taken back noted at the end: nothing of the record is changed or lost."""
    last = branch.entries[-1].seq + len(branch.entries[-1].events) if branch.entries else branch.at + 1
    events: tuple[Event, ...] = tuple(
        MoveRetracted(action.player, action.seq, f"taken back: {action.says}") for action in taken
    )
    if not events:
        return branch
    note = Entry(last, events, Origin.INPUT, len(events), note="backed up")
    return msgspec.structs.replace(branch, entries=(*branch.entries, note))


def _seen(entry: Entry) -> list[Event]:
    return [event for event in entry.events if isinstance(event, _SEEN)]


def _matters(entry: Entry) -> bool:
    """Whether taking an entry back means anything at the table: a pass in a window that never opens is nobody's
    business.
    """
    return bool(_seen(entry)) or not isinstance(answer(entry), tuple) or answer(entry)[1].verb != "pass"  # type: ignore[index]


def _player(entry: Entry) -> str:
    event = entry.events[0]
    if isinstance(event, ViolationNoted):
        return event.player
    said = answer(entry)
    return said[0] if said and said[0] != CHANCE else ""


def _action(record: Record, entry: Entry) -> Action:
    event = entry.events[0]
    said = (event.player, event.move) if isinstance(event, ViolationNoted) else answer(entry)
    last = entry.seq + len(entry.events) - 1
    if said is None:
        return Action(entry.seq, last, "", entry.note or "a note of the record")
    if said[0] == CHANCE:
        return Action(entry.seq, last, "", "a random outcome")
    pos = record.position(record.index(entry.seq) - 1)
    return Action(entry.seq, last, said[0], Writer(record.pack, record.names).move(pos, said[0], said[1], ""))


def _card(record: Record, now: Table, number: int) -> str:
    """A card's name, as the record knows it in the end."""
    entity = now.entities.get(number)
    card = record.pack.cards.get(entity.card) if entity else None
    return record.names.alias_of(number) or (card.name if card else f"card #{number}")
