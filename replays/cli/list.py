"""List the games in the ledger."""

from __future__ import annotations

import click

from ledger.codec import GAME
from replays.cli._common import json_option, note, opened, print_columns, print_faults, print_json
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
        known, faults = ledger.readable_heads()
    heads = known if everything else [head for head in known if head.kind == GAME.name]
    if as_json:
        print_json([stream_data(head) for head in heads])
    else:
        if not heads:
            note(NO_GAMES)
        print_columns(stream_rows(heads, {head.id: head.name for head in known}), STREAM_TITLES)
    print_faults(ctx, faults)
