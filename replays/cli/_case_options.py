"""What the verbs of a case share: the desk, the options a ruling is made of, sealing, and what an act prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from ledger.store import Ledger
from replays.cases.acts import Cases, DraftRuling
from replays.cases.case import Case
from replays.cases.citations import REMEDIES, pin_rules
from replays.cases.words import case_data, case_lines, status_line
from replays.cli._common import opened, print_json, print_lines
from replays.cli._dates import date_of, now, today
from replays.cli._ledger_files import read_key
from replays.reference.shelf import Shelf

F = TypeVar("F", bound=Callable[..., Any])

case_argument = click.argument("case", metavar="CASE")
as_of_option = click.option("--as-of", metavar="DATE", help="As it stood at the end of this day (YYYY-MM-DD).")
judge_option = click.option("--judge", default="", metavar="NAME", help="Who decides.")
key_option = click.option(
    "--key",
    "key_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also seal the case with this private Ed25519 key, PEM.",
)


def decision_options(verb: F) -> F:
    """The options a ruling is made of."""
    for option in (
        key_option,
        click.option(
            "--as-of", metavar="DATE", help="Cite the rules as in force on this date (YYYY-MM-DD); today unless given."
        ),
        judge_option,
        click.option(
            "--remedy", default="none", show_default=True, metavar="|".join(REMEDIES), help="What follows from it."
        ),
        click.option(
            "--cite",
            "rules",
            multiple=True,
            required=True,
            metavar="RULE",
            help="A rule it rests on, GAME/ENTRY#CLAUSE; repeatable.",
        ),
        click.option("--finding", required=True, help="What the judge finds, in words."),
    ):
        verb = option(verb)
    return verb


@contextmanager
def desk(ctx: click.Context) -> Iterator[Cases]:
    """The judge's desk over the ledger in use."""
    with opened(ctx) as ledger:
        yield Cases(ledger, now())


def decided(
    ledger: Ledger, finding: str, rules: tuple[str, ...], remedy: str, judge: str, as_of: str | None
) -> DraftRuling:
    """A decision whose rules are pinned as in force on a date, today unless said."""
    date = date_of(as_of) or today()
    return DraftRuling(finding, pin_rules(Shelf(ledger, date), rules), remedy, judge, date)


def sealing(work: Cases, key_file: Path | None, by: str) -> Callable[[Case], Case]:
    """What puts a seal on a case. The key is read first: an act that was to be sealed must not be recorded without its
    seal.
    """
    if key_file is None:
        return lambda case: case
    from ledger.signing import load_key, sign

    key = load_key(read_key(key_file))

    def seal(case: Case) -> Case:
        work.ledger.put_seal(case.head, sign(case.head, key, by or "a judge", work.now[:10]))
        return work.fold(work.ledger.head(case.head.id))

    return seal


def done(work: Cases, case: Case, as_json: bool) -> None:
    """What an act prints: the case's name and where it stands now."""
    if as_json:
        show(work, case, as_json)
        return
    click.echo(status_line(case))


def show(work: Cases, case: Case, as_json: bool) -> None:
    """Print the whole case."""
    pin = case.standing.event.pin if case.standing else case.opened.pin
    holds, seals = work.holds(pin), work.ledger.seals(case.head)
    if as_json:
        print_json(case_data(case, holds, seals))
        return
    print_lines(case_lines(case, work.players(case), holds, seals))
