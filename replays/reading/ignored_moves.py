"""Where an ignored move stands in the record: at the point it was judged at, which the game may come to only after
answers nobody wrote.

What is ignored moves nothing, so it is first noted where it was written: others may still do what they could then. Once
all lines are through it is known where the game went. If it came to the point, the note goes there; if nothing more was
written, what was implied on the way is made; and if the game went another way, the note goes to where that move is
refused for the same reasons. Where there is no such point it stays, and is told with what else forbade it there: mostly
that it was somebody else's turn, who then used it.
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
    """A line noted before the point it was judged at: the answers implied up to there, which of them were reported as
    assumed, and how many events of the last came after the point."""

    line: int
    implied: tuple[tuple[str, Move], ...]
    assumed: frozenset[int]
    after: int


def waiting_for(runner: Runner, line: int, start: int, until: int, seq: int) -> Waiting | None:
    """What a line waits for that is noted after the first `start` entries and was judged after `until` of them, at
    event `seq`.
    """
    kept = runner.recording.entries[start:until]
    implied = tuple(decision for decision in runner.recording.decisions[start:until] if decision is not None)
    if not kept or len(implied) != len(kept):
        return None
    told = {item.seq for item in runner.assumed}
    assumed = frozenset(at for at, entry in enumerate(kept) if entry.seq in told)
    return Waiting(line, implied, assumed, _numbers(kept[-1])[-1] - seq)


def place_all(runner: Runner) -> None:
    """Bring every note to its point, and tell the violations by it."""
    for item in runner.waiting:
        _place(runner, item)
    runner.waiting.clear()
    points = {event.line: event.at for _, event in _ignored(runner.recording.entries)}
    runner.violations = [
        bad if bad.applied else msgspec.structs.replace(bad, seq=points.get(bad.line, bad.seq))
        for bad in runner.violations
    ]


def _ignored(entries: list[Entry]) -> Iterator[tuple[int, ViolationNoted]]:
    for at, entry in enumerate(entries):
        if isinstance(entry.events[0], ViolationNoted) and not entry.events[0].applied:
            yield at, entry.events[0]


def _place(runner: Runner, item: Waiting) -> None:
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
    """Whether an entry that decides nothing can stand at another number: what was forced rests on those of its frames."""
    return all(
        isinstance(event, MoveRetracted | Identified) or (isinstance(event, ViolationNoted) and not event.applied)
        for event in entry.events
    )


def _go_on(runner: Runner, item: Waiting, done: int) -> int:
    """Make what was implied from the last written move on, and give the point that leads to: nobody wrote anything
    else.
    """
    runner.line = item.line
    for at, (player, move) in enumerate(item.implied[done:], done):
        ask = runner.recording.ask()
        if at in item.assumed and ask is not None:
            runner.assume(ask, move)
        runner.recording.decide(player, move)
    return runner.recording.table.seq - item.after


def _same_refusal(runner: Runner, place: int) -> int:
    """The first event of the game as it went on after which a move is refused for the reasons in its note; 0 if there
    is none.
    """
    recording = runner.recording
    entries, decisions = list(recording.entries), list(recording.decisions)
    refused = _violation(entries[place])
    points = {_numbers(entry)[-1] for at, entry in enumerate(entries) if at > place and decisions[at] is not None}
    recording.rerun(place + 1, lambda _: points.add(recording.table.seq))
    recording.pos.observer = None
    record = Record("", recording.pack, tuple(entries), runner.names)
    for seq in sorted(points):
        found = explain_at(record, seq, entries[place].note)
        if tuple(reason.rule for reason in reasons(found.checks)) == refused.rules:
            _retell(runner, refused.line, record, found)
            return found.seq
    return 0


def _judge_here(runner: Runner, place: int) -> None:
    """Judge a move where it was written: what was told of it elsewhere is not so in the game as it went on."""
    recording = runner.recording
    note, refused = recording.entries[place], _violation(recording.entries[place])
    record = Record("", recording.pack, tuple(recording.entries), runner.names)
    found = explain_at(record, refused.at, note.note)
    broken = reasons(found.checks)
    rules = tuple(reason.rule for reason in broken)
    if not broken:
        return
    judged = msgspec.structs.replace(refused, rules=rules, says=in_words(broken), at=found.seq)
    recording.entries[place] = msgspec.structs.replace(note, events=(judged,))
    _retell(runner, refused.line, record, found)


def _retell(runner: Runner, line: int, record: Record, found: Explained) -> None:
    """Tell a violation by another point than the one it was judged at first."""
    there = options(record, found.seq)
    moves = () if there.snapped else there.moves
    legal = (*moves[:SHOWN], "…") if len(moves) > SHOWN else moves
    runner.violations = [
        msgspec.structs.replace(bad, checks=found.checks, where=found.where, legal=legal) if bad.line == line else bad
        for bad in runner.violations
    ]


def _violation(note: Entry) -> ViolationNoted:
    event = note.events[0]
    assert isinstance(event, ViolationNoted)
    return event


def _move_note(runner: Runner, place: int, point: int) -> None:
    """Take the note at a place out, make everything behind it again, and note it behind the action that holds its
    point.
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
    """Make and note again what was recorded; events are told by the numbers they have now."""
    for entry, decision in kept:
        if decision is None:
            made = recording.note(*(_renumbered(event, numbers) for event in entry.events), **evidence_of(entry))
        else:
            player, move = decision
            made = recording.decide(player, move, **evidence_of(entry))
        numbers.update(zip(_numbers(entry), _numbers(made), strict=True))


def _renumbered(event: Event, numbers: dict[int, int]) -> Event:
    """A note that names an event, by the number that one has now."""
    if isinstance(event, ViolationNoted):
        return msgspec.structs.replace(event, at=numbers.get(event.at, event.at))
    if isinstance(event, MoveRetracted):
        return msgspec.structs.replace(event, seq=numbers.get(event.seq, event.seq))
    return event


def _numbers(entry: Entry) -> range:
    return range(entry.seq, entry.seq + len(entry.events))
