"""Show the table after any event, with everything known or as one player knows it."""

from __future__ import annotations

import click

from replays.cli._common import as_option, json_option, opened, print_json, print_lines, split_address
from replays.cli._completion import at_option, complete_record
from replays.cli._records import as_missing_file, is_file, record_of
from replays.records.record import pack_of
from replays.records.views import player_of
from replays.wording.tables import table_data, table_lines
from rules.catalogue import pack_ids
from rules.kernel.pack import Pack


@click.command("state")
@click.argument("game", metavar="GAME|FILE", shell_complete=complete_record)
@at_option("After event N (unless given: the last).", 0)
@as_option
@json_option
@click.pass_context
def command(ctx: click.Context, game: str, at: int | None, player: str, as_json: bool) -> None:
    """Show the table of a GAME or of a transcript FILE after an event.

    GAME is the name or the id of a recorded game, or enough of its beginning to tell it from others. GAME@N is the
    same as --at N.

    \b
    Examples:
      lastword state table-7
      lastword state table-7@120 --as A
      lastword state table-7 --at 120 --json
      lastword state dispute.lw
    """
    if is_file(game):
        record = record_of(ctx, game)
        pack, table = record.pack, record.table(at)
    else:
        name, seq = split_address(game, at)
        with as_missing_file(game), opened(ctx) as ledger:
            table = ledger.table_at(name, seq)
        # A game whose pack is not installed is shown by what the ledger alone says.
        pack = pack_of(table.pack, table.settings, name) if table.pack in pack_ids() else Pack()
    viewer = player_of(table.seats, player) if player else ""
    if as_json:
        print_json(table_data(pack, table, viewer))
        return
    print_lines(table_lines(pack, table, viewer))
