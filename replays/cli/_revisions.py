"""The verbs of `rules` that speak of versions: record a revision, read what a clause has said, compare two dates."""

from __future__ import annotations

import click
import msgspec

from ledger.revisions import ClauseRevised
from replays.cli._common import json_option, print_json
from replays.cli._dates import date_of, now, shelf
from replays.errors import ReplayError
from replays.reference.versions import differences, history
from rules.books.addresses import parse_address
from rules.books.shelf import load_book, packs_with_books


@click.command("revise")
@click.argument("address", metavar="ID")
@click.option("--effective", required=True, metavar="DATE", help="The first day the revision is in force (YYYY-MM-DD).")
@click.option("--clause", required=True, type=click.IntRange(1), help="The clause to revise; one more than the last adds one.")
@click.option("--says", required=True, help="What the clause says from then on.")
@click.option("--because", required=True, help="Why: the announcement, erratum or ruling behind it.")
@json_option
@click.pass_obj
def revise(ledger: str, address: str, effective: str, clause: int, says: str, because: str, as_json: bool) -> None:
    """Record that a clause says something else from a date on. Nothing is overwritten.

    \b
    Examples:
      lastword rules revise okc/ambush --clause 1 --says "It springs at dusk." --because "FAQ 3" --effective 2026-03-01
      lastword rules revise okc/ambush --clause 2 --says "Withdrawn." --because "FAQ 4" --effective 2026-06-01
    """
    rule = parse_address(address)
    if rule.clause or rule.version:
        raise click.UsageError("give the entry's id alone, and the clause with --clause")
    load_book(rule.game).entry(rule.entry)
    event = ClauseRevised(f"{rule.game}/{rule.entry}", clause, says.strip(), because.strip(), date_of(effective), now())
    with shelf(ledger, None, writing=True) as reading:
        made = reading.revise(event, rule.game)
    print_json({**msgspec.to_builtins(made), "citation": made.citation}) if as_json else click.echo(made.citation)


@click.command("history")
@click.argument("address", metavar="ID")
@json_option
@click.pass_obj
def history_(ledger: str, address: str, as_json: bool) -> None:
    """Everything the clauses of an entry have said, oldest first, with the reasons.

    \b
    Examples:
      lastword rules history okc/ambush
      lastword rules history okc/ambush#1 --json
    """
    rule = parse_address(address)
    with shelf(ledger, None) as reading:
        found = history(load_book(rule.game).entry(rule.entry), reading.versions(rule.game))
    found = [version for version in found if rule.clause in (0, version.clause)]
    if not found:
        raise ReplayError(f"{rule.game}/{rule.entry} never had a clause {rule.clause}")
    if as_json:
        print_json([{**msgspec.to_builtins(version), "citation": version.citation} for version in found])
        return
    for version in found:
        click.echo(f"{click.style(version.citation, bold=True)}\n    {version.says}")
        if version.because:
            click.echo(f"    because: {version.because}")


@click.command("diff")
@click.argument("first", metavar="DATE")
@click.argument("second", metavar="DATE")
@click.option("--game", metavar="PACK", multiple=True, help="This game only; may be given more than once.")
@json_option
@click.pass_obj
def diff(ledger: str, first: str, second: str, game: tuple[str, ...], as_json: bool) -> None:
    """What the rules say on the second date that they did not on the first. Exit 1 when something differs.

    \b
    Examples:
      lastword rules diff 2026-01-01 2026-04-01
      lastword rules diff 2026-01-01 2026-04-01 --game okc --json
    """
    dates = date_of(first), date_of(second)
    with shelf(ledger, None) as reading:
        games = game or packs_with_books()
        found = [item for name in games for item in differences(load_book(name), reading.versions(name), *dates)]
    if as_json:
        print_json(found)
    for item in () if as_json else found:
        click.secho(f"{item.rule}#{item.clause}", bold=True)
        click.echo(f"  - {item.before or '(no such clause)'}\n  + {item.after}")
        for reason in item.because:
            click.echo(f"    because: {reason}")
    if found:
        raise SystemExit(1)
