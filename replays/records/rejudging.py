"""Judging a recorded game again: was each decision legal, and did the rules derive from it what the record says?

A record is entries. At every entry the engine stands at a decision; the entry's leading events say which move answered
it. The move is explained, made, and the events that follow are compared with those recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ledger.entries import Entry
from ledger.events import Event, Move, MoveMade, Passed, Rolled, Shuffled, ViolationNoted
from ledger.folding import fold
from ledger.table import Table, clone
from replays.records.reasons import in_words, reasons
from rules.engine import advance, decide, explain
from rules.kernel.asks import CHANCE, PASS, Check
from rules.kernel.pack import Pack
from rules.kernel.position import Position


class Finding(msgspec.Struct, frozen=True):
    """Something wrong at an event: every condition of a move that was not legal, or the event where the record and the
    rules part.
    """

    seq: int
    player: str
    move: Move | None
    checks: tuple[Check, ...]
    says: str

    @property
    def failed(self) -> tuple[Check, ...]:
        """The conditions that failed; none where the record and the rules part."""
        return tuple(check for check in self.checks if check.holds is False)


def answer(entry: Entry) -> tuple[str, Move] | None:
    """Who decided what in an entry, or None when it records no decision (a start, an assertion, a noted violation)."""
    event = entry.events[0]
    if isinstance(event, MoveMade):
        return event.player, event.move
    if isinstance(event, Passed):
        return event.player, PASS
    if isinstance(event, Shuffled):
        return CHANCE, Move("shuffle", picks=event.order)
    if isinstance(event, Rolled):
        numbers = tuple(part for part in event.result if isinstance(part, int))
        words = tuple(part for part in event.result if isinstance(part, str))
        return CHANCE, Move("chance", picks=numbers, words=words)
    return None


def rejudge(pack: Pack, entries: Iterable[Entry], table: Table | None = None) -> Iterator[Finding]:
    """Every finding in a record, in order; an illegal move is applied as recorded and judging goes on."""
    start = Table() if table is None else table
    position = Position(pack, clone(start))
    recorded = list(entries)
    for at, entry in enumerate(recorded):
        said = answer(entry)
        if said is None:
            _apply(position, entry.events)
            continue
        finding = _judge(position, entry, *said)
        if position.table.seq != entry.seq + len(entry.events) - 1 or (finding is not None and not finding.failed):
            # The rules went another way than the record: judging goes on from where the record stands.
            position = Position(
                pack, fold((event for item in recorded[: at + 1] for event in item.events), clone(start))
            )
            if finding is not None and not finding.failed and _stopped(recorded, at, finding):
                continue
        if finding is not None:
            yield finding


def _stopped(recorded: list[Entry], at: int, finding: Finding) -> bool:
    """Whether an action was not carried through because somebody then made an illegal move that was applied as it was
    made.
    """
    entry = recorded[at]
    following = recorded[at + 1].events[0] if at + 1 < len(recorded) else None
    whole = finding.seq == entry.seq + len(entry.events)
    return whole and isinstance(following, ViolationNoted) and following.applied


def _judge(position: Position, entry: Entry, player: str, move: Move) -> Finding | None:
    if advance(position) is None:
        _apply(position, entry.events)
        return Finding(entry.seq, player, move, (), "the game was over: nobody decides anything here")
    checks = tuple(explain(position, player, move))
    if any(check.holds is False for check in checks):
        _apply(position, entry.events)
        return Finding(entry.seq, player, move, checks, in_words(reasons(checks), cite=True))
    position.log.clear()
    made = decide(position, player, move)
    recorded = list(entry.events)
    if made == recorded:
        return None
    at = next(
        (index for index, (a, b) in enumerate(zip(made, recorded, strict=False)) if a != b),
        min(len(made), len(recorded)),
    )
    return Finding(entry.seq + at, player, move, (), f"the record and the rules part at event {entry.seq + at}")


def _apply(position: Position, events: Iterable[Event]) -> None:
    """Take a record's events as they are."""
    position.ask = None
    for event in events:
        if not isinstance(event, ViolationNoted) or position.table.frames:
            position.emit(event)
