"""Dates and the rules in force on them, as verbs share them: `--as-of`, and the shelf of books on that day."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from ledger.store import Ledger
from replays.reference.shelf import Shelf

rules_as_of = click.option(
    "--as-of",
    "--rules-as-of",
    "as_of",
    metavar="DATE",
    help="By the rules as in force on this date (YYYY-MM-DD); today unless given.",
)


def date_of(text: str | None) -> str:
    """A date as it is compared; none is empty."""
    if text is None:
        return ""
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise click.UsageError(f"{text!r} is not a date; write it as YYYY-MM-DD") from None


def today() -> str:
    """The present day."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def now() -> str:
    """The present moment, as records keep it."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


@contextmanager
def shelf(address: str, date: str | None, *, writing: bool = False) -> Iterator[Shelf]:
    """The books on a date, with the ledger if there is one: reading the rules must not make one."""
    on = date_of(date) or today()
    if not writing and "://" not in address and not Path(address).exists():
        yield Shelf(None, on)
        return
    with Ledger.open(address) as ledger:
        yield Shelf(ledger, on)
