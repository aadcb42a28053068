"""A recorded game judged again: was each decision legal, and do the rules derive from it what the record says?

Before an entry the engine stands at a decision, and the first event of the entry says which move answered it. The move
is explained and made, and the events that follow are compared with those recorded. A correction of the table by hand is
made again and compared in the same way. Any other entry without a decision, such as a noted violation, is not judged:
its events are applied as recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ledger.entries import Entry
from ledger.events import Corrected, Event, Move, MoveMade, Passed, Rolled, Shuffled, ViolationNoted
from ledger.folding import fold
from ledger.table import Table, clone
from replays.meaning.corrections import CannotCorrect, corrected_at
from replays.records.reasons import in_words, reasons
from rules.engine import advance, correct, decide, explain
from rules.kernel.asks import CHANCE, PASS, Check
from rules.kernel.pack import Pack
from rules.kernel.position import Position


class Finding(msgspec.Struct, frozen=True):
    """Something wrong at an event of a record.

    Either a move was not legal, and `checks` are all its conditions. Or the game was over before the move, or the
    record and the rules differ from this event on: then `checks` is empty.
    """

    seq: int
    player: str
    move: Move | None
    checks: tuple[Check, ...]
    says: str

    @property
    def failed(self) -> tuple[Check, ...]:
        """The conditions that failed; empty if the game was over, or if the record and the rules differ."""
        return tuple(check for check in self.checks if check.holds is False)


def answer(entry: Entry) -> tuple[str, Move] | None:
    """Return the player and the move that an entry decided, read from its first event.

    For a shuffle or another random outcome the player is `CHANCE`. None for every other first event, such as the start
    of a game, a retracted move or a noted violation (even if the illegal move was applied after it).
    """
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


def correction(entry: Entry) -> Corrected | None:
    """Return the correction of the table by hand that an entry begins with, or None."""
    event = entry.events[0]
    return event if isinstance(event, Corrected) else None


def rejudge(pack: Pack, entries: Iterable[Entry], table: Table | None = None) -> Iterator[Finding]:
    """Yield the findings in a record, in order. An illegal move is applied as recorded, and judging goes on.

    `table` is the table that the entries begin at (None: an empty one, for a whole record); it is not changed. Where
    the rules go another way than the record, judging goes on from where the record stands. Illegal moves that the
    record itself notes as violations are not judged again.
    """
    start = Table() if table is None else table
    position = Position(pack, clone(start))
    recorded = list(entries)
    for at, entry in enumerate(recorded):
        said = answer(entry)
        fixed = correction(entry)
        if said is None and fixed is None:
            _apply(position, entry.events)
            continue
        finding = _judge(position, entry, *said) if said is not None else _judge_correction(position, entry)
        if position.table.seq != entry.seq + len(entry.events) - 1 or (finding is not None and not finding.failed):
            # The rules went another way than the record: judging goes on from where the record stands.
            position = Position(
                pack, fold((event for item in recorded[: at + 1] for event in item.events), clone(start))
            )
            if finding is not None and not finding.failed and _was_cut_short(recorded, at, finding):
                continue
        if finding is not None:
            yield finding


def _was_cut_short(recorded: list[Entry], at: int, finding: Finding) -> bool:
    """Whether an action ends early in the record because an illegal move was made and applied inside it."""
    entry = recorded[at]
    following = recorded[at + 1].events[0] if at + 1 < len(recorded) else None
    agrees_so_far = finding.seq == entry.seq + len(entry.events)
    return agrees_so_far and isinstance(following, ViolationNoted) and following.applied


def _judge(position: Position, entry: Entry, player: str, move: Move) -> Finding | None:
    """Judge one decision and play it on a position; return what is wrong with it, or None."""
    if advance(position) is None:
        _apply(position, entry.events)
        return Finding(entry.seq, player, move, (), "the game was over: nobody decides anything here")
    checks = tuple(explain(position, player, move))
    if any(check.holds is False for check in checks):
        _apply(position, entry.events)
        return Finding(entry.seq, player, move, checks, in_words(reasons(checks), cite=True))
    position.log.clear()
    return _difference(entry, decide(position, player, move), player, move)


def _judge_correction(position: Position, entry: Entry) -> Finding | None:
    """Make a recorded correction on a position; return what is wrong with it, or None.

    Nobody broke a rule by it. But the record may not say what was so before, or what the rules derive from it.
    """
    fixed = correction(entry)
    assert fixed is not None
    if position.table.winners is not None:
        _apply(position, entry.events)
        return Finding(entry.seq, "", None, (), "the game was over: nothing is corrected any more")
    try:
        remade = corrected_at(position, fixed)
    except CannotCorrect as error:
        _apply(position, entry.events)
        return Finding(entry.seq, "", None, (), f"this correction is not possible here: {error}")
    position.log.clear()
    return _difference(entry, correct(position, remade), "", None)


def _difference(entry: Entry, made: list[Event], player: str, move: Move | None) -> Finding | None:
    """Return the first event of an entry that the rules do not derive, or None if they derive all of them."""
    recorded = list(entry.events)
    if made == recorded:
        return None
    at = next(
        (index for index, (a, b) in enumerate(zip(made, recorded, strict=False)) if a != b),
        min(len(made), len(recorded)),
    )
    return Finding(entry.seq + at, player, move, (), f"the record and the rules part at event {entry.seq + at}")


def _apply(position: Position, events: Iterable[Event]) -> None:
    """Emit the events of a record as they are, without asking the rules."""
    position.ask = None
    for event in events:
        if not isinstance(event, ViolationNoted) or position.table.frames:
            position.emit(event)
