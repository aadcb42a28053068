"""Parts that the verbs of `case` share: opening the cases, the options a ruling is made of, sealing, printing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from ledger.store import Ledger
from replays.cases.acts import Cases, DraftRuling
from replays.cases.case import Case
from replays.cases.citations import REMEDIES
from replays.cases.drafts import draft_ruling, sealed_case
from replays.cases.words import case_data, case_lines, status_line
from replays.cli._common import opened, print_json, print_lines
from replays.cli._completion import complete_case
from replays.cli._dates import date_of, now, today
from replays.cli._ledger_files import read_key

F = TypeVar("F", bound=Callable[..., Any])

case_argument = click.argument("case", metavar="CASE", shell_complete=complete_case)
as_of_option = click.option(
    "--as-of", metavar="DATE", help="As things stood at the end of this day (YYYY-MM-DD; unless given: now)."
)
judge_option = click.option("--judge", default="", metavar="NAME", help="Your name, as the judge who decides.")
key_option = click.option(
    "--key",
    "key_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also seal the case with your private key: a file that `ledger seal --new-key` made.",
)


def decision_options(verb: F) -> F:
    """Give a verb the options a ruling is made of: finding, rules, remedy, judge, date and key."""
    for option in (
        key_option,
        click.option(
            "--as-of", metavar="DATE", help="Cite the rules in force on this date (YYYY-MM-DD; unless given: today)."
        ),
        judge_option,
        click.option(
            "--remedy",
            default="none",
            metavar="REMEDY",
            help=f"One of {', '.join(REMEDIES)} (unless given: none). N is the event to go back to; "
            "a warning or a loss may name its player, by letter or name: warning:B.",
        ),
        click.option(
            "--cite",
            "rules",
            multiple=True,
            required=True,
            metavar="RULE",
            help="A rule the finding rests on, PACK/ENTRY#CLAUSE; repeatable.",
        ),
        click.option("--finding", required=True, metavar="TEXT", help="The answer to the question, in words."),
    ):
        verb = option(verb)
    return verb


@contextmanager
def opened_cases(ctx: click.Context) -> Iterator[Cases]:
    """Open the ledger that `--ledger` names and give its cases; acts are recorded with the present time."""
    with opened(ctx) as ledger:
        yield Cases(ledger, now())


def asked_ruling(
    ledger: Ledger, finding: str, rules: tuple[str, ...], remedy: str, judge: str, as_of: str | None
) -> DraftRuling:
    """Return the ruling that `decision_options` describe, its rules pinned as in force on `as_of` or today."""
    return draft_ruling(ledger, finding, rules, remedy, judge, date_of(as_of) or today())


def sealer(cases: Cases, key_file: Path | None, by: str) -> Callable[[Case], Case]:
    """Return a function that seals a case and returns it; without a key it leaves the case as it is.

    The key is read at once, because an act that was to be sealed must not be recorded without its seal.
    """
    if key_file is None:
        return lambda case: case
    from ledger.signing import load_key

    key = load_key(read_key(key_file))
    return lambda case: sealed_case(cases, case, key, by)


def print_act(cases: Cases, case: Case, as_json: bool) -> None:
    """Print a case after an act: its name and where it stands, or with `--json` the whole case."""
    if as_json:
        print_case(cases, case, as_json)
    else:
        click.echo(status_line(case))


def print_case(cases: Cases, case: Case, as_json: bool) -> None:
    """Print a whole case, as text or as JSON."""
    holds, seals = cases.holds(case.pin), cases.ledger.seals(case.head)
    if as_json:
        print_json(case_data(case, holds, seals))
    else:
        print_lines(case_lines(case, cases.players(case), holds, seals))
