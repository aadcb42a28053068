"""What players chose in secret at one time and then showed, such as honor bids: whoever has seen it would choose knowing it.

A card chosen in secret is learned by being seen, as any card is (`knowing.py`). A number or a word leaves no card behind.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ledger.events import Move
from ledger.folding import fold
from ledger.table import clone
from replays.records import Record
from replays.rejudging import answer
from replays.whatif.knowing import Lesson
from rules.engine import advance
from rules.kernel.asks import Together
from rules.kernel.position import Position


class _Chosen(msgspec.Struct, frozen=True):
    """A word chosen at the same time as others choose: in which frame and to which question, and the event of the choice."""

    asked: tuple[int, str]
    seq: int
    player: str
    move: Move


def secrets(record: Record, at: int, taken: set[int], fault: str) -> Iterator[Lesson]:
    """What others have learned of choices made in secret in the actions that are taken back after the entry at a place."""
    first = _before_the_question(record, at)
    table = record.position(first).table
    waiting: list[_Chosen] = []
    for entry in (*record.entries[first + 1 :], None):
        pos = Position(record.pack, clone(table))
        ask = advance(pos)
        together = isinstance(ask, Together) or (ask is not None and ask.each)
        asked = (pos.table.top.id, ask.says) if ask is not None and together else (0, "")
        if waiting and waiting[0].asked != asked:  # everybody has chosen: it was shown with the last choice
            yield from _shown(waiting, table.seq, taken, fault)
            waiting = []
        if entry is None:
            return
        said = answer(entry)
        if said is not None and together and _only_words(said[1]):
            waiting.append(_Chosen(asked, entry.seq, *said))
        fold(entry.events, table)


def _before_the_question(record: Record, at: int) -> int:
    """The entry to look from: others may have chosen already when the first choice that is taken back was made."""
    pos = record.position(at)
    ask = advance(pos)
    return min(at, record.index(pos.table.top.id)) if ask is not None and ask.each else at


def _only_words(move: Move) -> bool:
    return bool(move.words) and not move.picks and not move.subject


def _shown(chosen: list[_Chosen], seq: int, taken: set[int], fault: str) -> Iterator[Lesson]:
    """Whoever chooses again knows what the others had chosen, whether that is taken back or stands."""
    for again in (one.player for one in chosen if one.seq in taken):
        for one in chosen:
            if one.player == again:
                continue
            says = f"saw what {one.player} chose in secret: {one.move.verb} {' '.join(one.move.words)}"
            if one.player == fault:
                yield Lesson(again, seq, f"{says}; {fault}, who erred, showed it")
            else:
                yield Lesson(again, seq, says, harm=f"{again} would choose again knowing what {one.player} chose in secret")
