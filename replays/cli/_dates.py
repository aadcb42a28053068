"""Dates that verbs take and write, and the books as in force on a date (`--as-of`)."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from replays.cli._common import say_which_ledger
from replays.records.engine import Scribe

if TYPE_CHECKING:
    from replays.reference.shelf import Shelf

rules_as_of = click.option(
    "--as-of",
    "--rules-as-of",
    "as_of",
    metavar="DATE",
    help="Judge by the rules in force on this date (YYYY-MM-DD; unless given: today).",
)


def date_of(text: str | None) -> str:
    """Return a date the user typed, as YYYY-MM-DD, or an empty text for None; refuse what is no ISO date."""
    if text is None:
        return ""
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise click.UsageError(f"{text!r} is not a date; write it as YYYY-MM-DD") from None


def today() -> str:
    """Return the present day (UTC) as YYYY-MM-DD."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


recorded_by_option = click.option(
    "--recorded-by",
    envvar="LASTWORD_RECORDED_BY",
    default="",
    metavar="NAME",
    help="Your name, kept with everything that is recorded.  [env var: LASTWORD_RECORDED_BY]",
)


def scribe(recorded_by: str = "") -> Scribe:
    """Return who records something now, to be kept with what is stored."""
    return Scribe(now(), recorded_by)


def now() -> str:
    """Return the present time (UTC) to the second, as records keep it."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


@contextmanager
def opened_shelf(address: str, date: str | None, *, writing: bool = False) -> Iterator[Shelf]:
    """Open the books as they stand on a date (today if None), for a `with`, with the revisions in the ledger.

    Where the ledger's file does not exist, the books are as published; for `writing` an empty ledger is made there, and
    it is said which ledger that is if the user named none.
    """
    from replays.reference.shelf import Shelf

    on = date_of(date) or today()
    if not writing and "://" not in address and not Path(address).exists():
        yield Shelf(None, on)
        return
    from ledger.store import Ledger

    if writing:
        say_which_ledger(click.get_current_context().find_root(), address)
    with Ledger.open(address) as ledger:
        yield Shelf(ledger, on)
