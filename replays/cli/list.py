"""List the games in the ledger."""

from __future__ import annotations

import click

from replays.cli._common import json_option, note, opened, print_columns, print_json
from replays.wording.ledgers import NO_GAMES, STREAM_TITLES, stream_data, stream_rows


@click.command("list")
@click.option("--all", "everything", is_flag=True, help="Also cases and other streams that are no games.")
@json_option
@click.pass_context
def command(ctx: click.Context, everything: bool, as_json: bool) -> None:
    """List the games in the ledger, in the order they were opened, each with the lines that branch from it under it.

    \b
    Examples:
      lastword list
      lastword --ledger tournament.db list --json
    """
    with opened(ctx) as ledger:
        heads = ledger.heads() if everything else ledger.games()
        names = {head.id: head.name for head in ledger.heads()}
    if as_json:
        print_json([stream_data(head) for head in heads])
        return
    if not heads:
        note(NO_GAMES)
    print_columns(stream_rows(heads, names), STREAM_TITLES)
