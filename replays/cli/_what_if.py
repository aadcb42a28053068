"""The record, and the stored game, that a what-if verb is asked about."""

from __future__ import annotations

import click

from ledger.streams import Head
from replays.cli._common import opened, split_address
from replays.cli._records import is_file, record_of
from replays.records.record import Record


def head_of(ctx: click.Context, word: str) -> Head | None:
    """Return the stored game that a GAME|FILE argument names, or None for a transcript."""
    if is_file(word):
        return None
    with opened(ctx) as ledger:
        return ledger.head(split_address(word)[0])


def record_at(ctx: click.Context, word: str, at: int | None) -> tuple[Record, int]:
    """Return the record that a GAME|FILE argument names, and the index of an entry in it.

    The entry is the one that holds the event named by `--at` or by `GAME@N`; the last one if neither is given, and the
    first one for event 0. The record's `at` is that event.
    """
    record = record_of(ctx, word, at)
    seq = record.at
    return record, record.index(seq) if seq else (0 if seq == 0 else len(record.entries) - 1)
