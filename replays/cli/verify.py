"""Judge every move of a transcript or a stored game, or of every game in the ledger."""

from __future__ import annotations

import os

import click

from replays.cli._common import json_option, print_json
from replays.cli._targets import record_of, show


@click.command("verify")
@click.argument("target", metavar="GAME|FILE", required=False)
@click.option(
    "--all", "everything", is_flag=True, help="Judge every game in the ledger; those judged before are not judged again."
)
@click.option(
    "--rules-as-of", "as_of", metavar="DATE", help="With --all: list what is judged otherwise by the rules of this date."
)
@click.option(
    "--workers", type=click.IntRange(1, 256), metavar="N", help="With --all: processes; as many as there are cores unless given."
)
@click.option("--cluster", metavar="ADDRESS", help="With --all: spread the work over a Dask cluster (tcp://HOST:PORT).")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    target: str | None,
    everything: bool,
    as_of: str | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Judge every move of a transcript FILE (or `-`), or judge a stored GAME again.

    Each violation is shown with every rule it breaks, the clause's own words and what would have been legal; then expectations, and what had
    to be assumed. With --all, every game in the ledger is judged, on all cores. Exit 1 if anything was found.

    \b
    Examples:
      lastword verify dispute.lw
      lastword verify table-7 --json
      lastword verify --all --rules-as-of 2026-01-31 --workers 4
    """
    if everything:
        if target:
            raise click.UsageError("say a game or --all, not both")
        from replays.cli._judging import verify_all

        ctx.exit(verify_all(ctx, as_of, workers or os.cpu_count() or 1, cluster, as_json))
    if as_of or workers or cluster:
        raise click.UsageError("--rules-as-of, --workers and --cluster go with --all")
    if not target:
        raise click.UsageError("say what to judge: a GAME, a FILE or --all")
    from replays.verdicts import report_lines
    from replays.verifying import as_data, verify

    report = verify(record_of(ctx, target))
    if as_json:
        print_json(as_data(report))
    else:
        show(report_lines(report))
    if not report.clean:
        ctx.exit(1)
