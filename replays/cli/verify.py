"""Judge every move of a transcript or a stored game, or of every game in the ledger."""

from __future__ import annotations

import os

import click

from replays.cli._common import json_option, print_json
from replays.cli._completion import complete_record
from replays.cli._dates import opened_shelf, rules_as_of
from replays.cli._records import print_styled, record_of
from replays.records.record import Record


@click.command("verify")
@click.argument("target", metavar="GAME|FILE", required=False, shell_complete=complete_record)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Judge every game in the ledger; those judged before only if they or the rules have changed.",
)
@rules_as_of
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    metavar="N",
    help="With --all: number of processes (unless given: one a core).",
)
@click.option("--cluster", metavar="ADDRESS", help="With --all: spread the work over a Dask cluster (tcp://HOST:PORT).")
@click.option("--strict", is_flag=True, help="Exit 1 for every violation, also one that `expect illegal` expects.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    target: str | None,
    everything: bool,
    as_of: str | None,
    workers: int | None,
    cluster: str | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Judge every move of a transcript FILE (or `-`), or judge a stored GAME again (GAME@N: up to event N).

    Each violation is shown with every rule it breaks, the clause's own words and what would have been legal; then
    expectations, and what had to be assumed. With --all, every game in the ledger is judged, on all cores. Exit 1 if an
    expectation failed or a violation was not expected.

    The rules are those in force today, with every revision the ledger holds, or those of the date --as-of names:
    clauses are quoted as they stood and cited with their version, and what rests only on a clause that was withdrawn
    then is shown as no violation. With --all and a date, only what is judged otherwise than by the rules as published
    is listed.

    \b
    Examples:
      lastword verify dispute.lw
      lastword verify table-7 --json
      lastword verify dispute.lw --as-of 2026-01-31
      lastword verify --all --as-of 2026-01-31 --workers 4
    """
    if everything:
        if target:
            raise click.UsageError("say a game or --all, not both")
        from replays.cli._verify_all import verify_all

        ctx.exit(verify_all(ctx, as_of, workers or os.cpu_count() or 1, cluster, as_json))
    if workers or cluster:
        raise click.UsageError("--workers and --cluster go with --all")
    if not target:
        raise click.UsageError("say what to judge: a GAME, a FILE or --all")
    from replays.verdicts.on_date import Rules, dated
    from replays.verdicts.verdict_data import as_data
    from replays.verdicts.verification import verify
    from replays.verdicts.words import report_lines

    with opened_shelf(ctx.find_root().obj, as_of) as shelf:
        found = dated(verify(_asked(ctx, target)), Rules(shelf, as_of is not None))
    if as_json:
        print_json(as_data(found))
    else:
        print_styled(report_lines(found))
    if not (found.clean if strict else found.as_expected):
        ctx.exit(1)


def _asked(ctx: click.Context, target: str) -> Record:
    """Return the record that the argument names; of GAME@N, up to the end of the action that holds event N."""
    record = record_of(ctx, target, checked=True)
    return record.up_to(record.at)
