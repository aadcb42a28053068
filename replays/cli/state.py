"""Show the table after any event, with everything known or as one player knows it."""

from __future__ import annotations

import click

from ledger.views import view
from replays.cli._common import json_option, opened, print_json, print_lines, split_address
from replays.cli._records import as_missing_file, is_file, record_of
from replays.wording.tables import named, table_lines


@click.command("state")
@click.argument("game", metavar="GAME|FILE")
@click.option("--at", type=click.IntRange(min=0), help="After this event (default: the last).")
@click.option("--as", "player", metavar="PLAYER", help="Only what this player knows.")
@json_option
@click.pass_context
def command(ctx: click.Context, game: str, at: int | None, player: str | None, as_json: bool) -> None:
    """Show the table of GAME, or of a transcript FILE, after an event.

    GAME is a name, an id or the unique beginning of either; GAME@N names an event too.

    \b
    Examples:
      lastword state table-7
      lastword state table-7@120 --as A
      lastword state table-7 --at 120 --json
      lastword state dispute.lw
    """
    if is_file(game):
        table = record_of(ctx, game).table(at)
    else:
        name, seq = split_address(game, at)
        with as_missing_file(game), opened(ctx) as ledger:
            table = ledger.table_at(name, seq)
    seen = view(table, player) if player else table
    if as_json:
        print_json(named(seen))
        return
    print_lines(table_lines(seen))
