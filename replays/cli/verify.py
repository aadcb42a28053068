"""Judge every move of a transcript or a stored game."""

from __future__ import annotations

import click

from replays.cli._common import json_option, print_json
from replays.cli._targets import record_of, show


@click.command("verify")
@click.argument("target", metavar="GAME|FILE")
@json_option
@click.pass_context
def command(ctx: click.Context, target: str, as_json: bool) -> None:
    """Judge every move of a transcript FILE (or `-`), or judge a stored GAME again.

    Each violation is shown with every rule it breaks, the clause's own words and what would have been legal; then expectations, and what had
    to be assumed. Exit 1 if anything was found.

    \b
    Examples:
      lastword verify dispute.lw
      lastword verify table-7 --json
    """
    from replays.verdicts import report_lines
    from replays.verifying import as_data, verify

    report = verify(record_of(ctx, target))
    if as_json:
        print_json(as_data(report))
    else:
        show(report_lines(report))
    if not report.clean:
        ctx.exit(1)
