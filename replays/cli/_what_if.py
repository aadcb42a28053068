"""What the what-if verbs share: a record with the head it comes from, and lines of moves as a person reads them."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ledger.events import Move
from ledger.streams import Head
from replays.cli._common import opened, split_address
from replays.cli._records import is_file, record_of
from replays.meaning.writer import Writer
from replays.records.record import Record
from replays.whatif.exploration import grounded
from rules.engine import advance, decide
from rules.kernel.position import Position


def head_of(ctx: click.Context, word: str) -> Head | None:
    """The stored game a word names; a transcript has none."""
    if is_file(word):
        return None
    with opened(ctx) as ledger:
        return ledger.head(split_address(word)[0])


def record_at(ctx: click.Context, word: str, at: int | None) -> tuple[Record, int]:
    """The record a word stands for, and the place of the entry that `--at` or its address names (the last unless said)."""
    record = record_of(ctx, word)
    _, seq = split_address(word, at) if not is_file(word) else (word, at)
    return record, record.index(seq) if seq else (0 if seq == 0 else len(record.entries) - 1)


def written(record: Record, pos: Position, line: Sequence[tuple[str, Move]]) -> list[str]:
    """The moves of a line as they are written, made one after the other on the position given."""
    writer = Writer(record.pack, record.names)
    texts = []
    for player, move in grounded(list(line)):
        ask = advance(pos)
        texts.append(writer.answer(pos, ask, move) if ask is not None else writer.move(pos, player, move, ""))
        decide(pos, player, move)
    return texts
