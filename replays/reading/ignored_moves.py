"""The place of an ignored move in the record: the point at which it was judged.

An ignored move changes nothing, so it is first noted where it was written: others may still do what they could then.
The point where it was judged may come later, after answers nobody wrote. Once all lines have been read, it is known
where the game went, and the note is moved:

- If the game came to that point, the note goes there.
- If nothing more was written, the answers implied on the way are made, and the note goes there.
- If the game went another way, the note goes to the first point where the move is refused by the same rules.
- If there is no such point, the note stays where the line was written, with everything that forbids the move there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from ledger.entries import Entry
from ledger.events import Event, Identified, Move, MoveRetracted, ViolationNoted
from replays.meaning.fit import SHOWN
from replays.records.explanations import Explained, explain_at, options
from replays.records.reasons import in_words, reasons
from replays.records.record import Record
from replays.records.recording import Decision, Recording, evidence_of

if TYPE_CHECKING:
    from replays.reading.runner import Runner


class Waiting(msgspec.Struct, frozen=True):
    """A violation that was noted before the point it was judged at, and the way from the note to that point.

    `implied` are the answers on the way that nobody wrote, `assumed` the indices of those reported as assumptions.
    `after` is the number of events of the last answer that come after the point.
    """

    line: int
    implied: tuple[tuple[str, Move], ...]
    assumed: frozenset[int]
    after: int


def waiting_for(runner: Runner, line: int, start: int, until: int, seq: int) -> Waiting | None:
    """Return the way from the note of a violation to the point it was judged at; None if there is no such way.

    The violation of line `line` is noted after the first `start` entries; it was judged after the first `until`
    entries, at event `seq`. There is no way if the two are the same, or if an entry between them has no decision.
    """
    kept = runner.recording.entries[start:until]
    implied = tuple(decision for decision in runner.recording.decisions[start:until] if decision is not None)
    if not kept or len(implied) != len(kept):
        return None
    told = {item.seq for item in runner.assumed}
    assumed = frozenset(at for at, entry in enumerate(kept) if entry.seq in told)
    return Waiting(line, implied, assumed, _numbers(kept[-1])[-1] - seq)


def place_all(runner: Runner) -> None:
    """Move the notes of ignored moves to the points at which they were judged, as the module describes.

    This may record implied answers with their assumptions, give later events other numbers, or give a note other
    reasons. Some notes stay where they are. The run's violations then say where their notes are.
    """
    for item in runner.waiting:
        _place(runner, item)
    runner.waiting.clear()
    points = {event.line: event.at for _, event in _ignored(runner.recording.entries)}
    runner.violations = [
        bad if bad.applied else msgspec.structs.replace(bad, seq=points.get(bad.line, bad.seq))
        for bad in runner.violations
    ]


def _ignored(entries: list[Entry]) -> Iterator[tuple[int, ViolationNoted]]:
    """Return the notes of ignored moves in a record, each with the index of its entry."""
    for at, entry in enumerate(entries):
        if isinstance(entry.events[0], ViolationNoted) and not entry.events[0].applied:
            yield at, entry.events[0]


def _place(runner: Runner, item: Waiting) -> None:
    """Find the point of one waiting violation in the game as it went on, and move its note there."""
    recording = runner.recording
    place = next(at for at, event in _ignored(recording.entries) if event.line == item.line)
    following = [at for at in range(place + 1, len(recording)) if recording.decisions[at] is not None]
    if not all(_movable(recording.entries[at]) for at in range(place + 1, len(recording)) if at not in following):
        return
    made = [recording.decisions[at] for at in following[: len(item.implied)]]
    common = next(
        (at for at, pair in enumerate(zip(made, item.implied, strict=False)) if pair[0] != pair[1]), len(made)
    )
    if common < len(made):
        point = _same_refusal(runner, place)
        if not point:
            _judge_here(runner, place)
    elif common == len(item.implied):
        point = _numbers(recording.entries[following[common - 1]])[-1] - item.after
    else:
        point = _go_on(runner, item, common) if runner.ends else 0
    if point:
        _move_note(runner, place, point)


def _movable(entry: Entry) -> bool:
    """Whether an entry without a decision may get another number.

    A forced move may not: the numbers of its frames hang on it.
    """
    return all(
        isinstance(event, MoveRetracted | Identified) or (isinstance(event, ViolationNoted) and not event.applied)
        for event in entry.events
    )


def _go_on(runner: Runner, item: Waiting, done: int) -> int:
    """Make the implied answers from index `done` on, and return the event of the point that they lead to."""
    runner.line = item.line
    for at, (player, move) in enumerate(item.implied[done:], done):
        ask = runner.recording.ask()
        if at in item.assumed and ask is not None:
            runner.assume(ask, move)
        runner.recording.decide(player, move)
    return runner.recording.table.seq - item.after


def _same_refusal(runner: Runner, place: int) -> int:
    """Return the first event after a note at which its move is refused by the same rules, or 0.

    The violation is told by that point from then on.
    """
    recording = runner.recording
    entries, decisions = list(recording.entries), list(recording.decisions)
    refused = _violation(entries[place])
    points = {_numbers(entry)[-1] for at, entry in enumerate(entries) if at > place and decisions[at] is not None}
    recording.rerun(place + 1, lambda _: points.add(recording.table.seq))
    recording.pos.observer = None
    record = Record("", recording.pack, tuple(entries), runner.names)
    for seq in sorted(points):
        found = explain_at(record, seq, entries[place].remark)
        if tuple(reason.rule for reason in reasons(found.checks)) == refused.rules:
            _retell(runner, refused.line, record, found)
            return found.seq
    return 0


def _judge_here(runner: Runner, place: int) -> None:
    """Judge an ignored move again where it was written, and put the reasons found there into its note."""
    recording = runner.recording
    note, refused = recording.entries[place], _violation(recording.entries[place])
    record = Record("", recording.pack, tuple(recording.entries), runner.names)
    found = explain_at(record, refused.at, note.remark)
    broken = reasons(found.checks)
    rules = tuple(reason.rule for reason in broken)
    if not broken:
        return
    judged = msgspec.structs.replace(refused, rules=rules, says=in_words(broken), at=found.seq)
    recording.entries[place] = msgspec.structs.replace(note, events=(judged,))
    _retell(runner, refused.line, record, found)


def _retell(runner: Runner, line: int, record: Record, found: Explained) -> None:
    """Give the violation of a line the conditions, the point and the legal moves of an explanation found elsewhere."""
    there = options(record, found.seq)
    moves = () if there.snapped else there.moves
    legal = (*moves[:SHOWN], "…") if len(moves) > SHOWN else moves
    runner.violations = [
        msgspec.structs.replace(bad, checks=found.checks, where=found.where, legal=legal) if bad.line == line else bad
        for bad in runner.violations
    ]


def _violation(note: Entry) -> ViolationNoted:
    """Return the event of an entry that notes a violation."""
    event = note.events[0]
    assert isinstance(event, ViolationNoted)
    return event


def _move_note(runner: Runner, place: int, point: int) -> None:
    """Take the note at an index out of the record, make everything behind it again, and put the note after its point.

    The events behind it get other numbers; assumptions and other notes that name them are renumbered.
    """
    recording = runner.recording
    note, later = recording.entries[place], list(zip(recording.entries, recording.decisions, strict=True))[place + 1 :]
    behind = 1 + max(at for at, (entry, decision) in enumerate(later) if entry.seq <= point and decision is not None)
    while behind < len(later) and later[behind][1] is None:  # what is noted there already was written before it
        behind += 1
    numbers = {note.seq: note.seq - 1}
    recording.rewind(place)
    _again(recording, later[:behind], numbers)
    moved = msgspec.structs.replace(_violation(note), at=numbers[point])
    recording.note(moved, **evidence_of(note))
    _again(recording, later[behind:], numbers)
    runner.assumed = [msgspec.structs.replace(item, seq=numbers.get(item.seq, item.seq)) for item in runner.assumed]


def _again(recording: Recording, kept: list[tuple[Entry, Decision]], numbers: dict[int, int]) -> None:
    """Record decisions and notes again, and add the new number of each event to `numbers`.

    `numbers` gives the new number for the old one.
    """
    for entry, decision in kept:
        if decision is None:
            made = recording.note(*(_renumbered(event, numbers) for event in entry.events), **evidence_of(entry))
        else:
            player, move = decision
            made = recording.decide(player, move, **evidence_of(entry))
        numbers.update(zip(_numbers(entry), _numbers(made), strict=True))


def _renumbered(event: Event, numbers: dict[int, int]) -> Event:
    """Return an event with the new number of the event that it names."""
    if isinstance(event, ViolationNoted):
        return msgspec.structs.replace(event, at=numbers.get(event.at, event.at))
    if isinstance(event, MoveRetracted):
        return msgspec.structs.replace(event, seq=numbers.get(event.seq, event.seq))
    return event


def _numbers(entry: Entry) -> range:
    """Return the numbers of the events of an entry."""
    return range(entry.seq, entry.seq + len(entry.events))
