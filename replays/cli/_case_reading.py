"""The verbs of `lastword case` that change nothing: show a case, list them all, find precedents, write the report."""

from __future__ import annotations

from pathlib import Path

import click

from replays.cases.searching import like as likeness
from replays.cases.searching import search as find
from replays.cases.telling import summary
from replays.cli._cases import as_of_option, case_argument, desk, show
from replays.cli._common import json_option, note, print_columns, print_json
from replays.cli._dates import date_of
from replays.errors import ReplayError


@click.command("show")
@case_argument
@as_of_option
@json_option
@click.pass_context
def show_verb(ctx: click.Context, case: str, as_of: str | None, as_json: bool) -> None:
    """Show a case, act by act, and whether the record it is about still stands.

    \b
    Examples:
      lastword case show case-table-7-1
      lastword case show case-table-7-1 --as-of 2026-01-31 --json
    """
    with desk(ctx) as work:
        found = work.case(case, date_of(as_of))
        if not found.acts:
            raise ReplayError(f"{found.name} was not open yet on {as_of}")
        show(work, found, as_json)


@click.command("list")
@as_of_option
@json_option
@click.pass_context
def list_verb(ctx: click.Context, as_of: str | None, as_json: bool) -> None:
    """List every case, in the order they were opened.

    \b
    Examples:
      lastword case list
      lastword case list --json
    """
    with desk(ctx) as work:
        rows = [summary(case) for case in work.cases(date_of(as_of))]
    if as_json:
        print_json(rows)
        return
    if not rows:
        note(f"no case was open on {as_of}" if as_of else "the ledger has no cases yet; `lastword case open` opens one")
    columns = ("case", "status", "address", "opened", "judge", "remedy", "question")
    print_columns([[row[name] for name in columns] for row in rows], [name.upper() for name in columns])


@click.command("search")
@click.argument("query", metavar="[TEXT|RULE]", nargs=-1)
@click.option("--like", "like_case", metavar="CASE", help="Cases whose disputed sequence has a similar shape, best first.")
@as_of_option
@json_option
@click.pass_context
def search_verb(ctx: click.Context, query: tuple[str, ...], like_case: str | None, as_of: str | None, as_json: bool) -> None:
    """Find cases by words, by a rule they cite, or by likeness. Exit 1 when nothing is found.

    \b
    Examples:
      lastword case search "cancel a save"
      lastword case search agot2/duplicates
      lastword case search --like case-table-7-1
    """
    if bool(query) == bool(like_case):
        raise click.UsageError("say what to look for: TEXT, a RULE, or --like CASE")
    with desk(ctx) as work:
        cases = work.cases(date_of(as_of))
        if like_case:
            likes = likeness(work, work.case(like_case), cases)
            rows = [{**summary(item.case), "score": item.score, "why": item.why} for item in likes]
        else:
            rows = [{**summary(hit.case), "why": hit.found} for hit in find(cases, " ".join(query))]
    if as_json:
        print_json(rows)
    for row in () if as_json else rows:
        score = f"  {row['score']:.0%} alike" if "score" in row else ""
        click.echo(f"{click.style(row['case'], bold=True)}{score}  {row['status']}  {row['question']}")
        for line in row["why"]:
            click.echo(f"    {line}")
    if not rows:
        note("no case was found")
        ctx.exit(1)


@click.command("export")
@case_argument
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="FILE.html, .md, .pdf or .jsonl."
)
@as_of_option
@json_option
@click.pass_context
def export_verb(ctx: click.Context, case: str, output: Path, as_of: str | None, as_json: bool) -> None:
    """Write the report of a case: one page to print or send, with nothing to fetch.

    A PDF is printed by a Chromium, Chrome or Edge if there is one; if not, the page is written as HTML to be printed from any browser.
    FILE.jsonl is no report but the case itself with its game and its lines, for `lastword ledger import`.

    \b
    Examples:
      lastword case export case-table-7-1 -o ruling.html
      lastword case export case-table-7-1 -o ruling.pdf
      lastword case export case-table-7-1 -o case.jsonl
    """
    from replays.cli._reports import write_report, write_streams

    with desk(ctx) as work:
        found = work.case(case, date_of(as_of))
        writer = write_streams if output.suffix == ".jsonl" else write_report
        written = writer(work, found, output)
    print_json({"case": found.name, "file": str(written)}) if as_json else click.echo(str(written))


READING = (show_verb, list_verb, search_verb, export_verb)
