"""List the packs: the games whose rules Last Word knows, and how complete each is."""

from __future__ import annotations

import click

from replays.cli._common import json_option, print_columns, print_json


@click.command("games")
@json_option
def command(as_json: bool) -> None:
    """List the packs: formats, cards, playthroughs, and how much of their rules is in the reference and checked.

    \b
    Examples:
      lastword games
      lastword games --json
    """
    from replays.reference.pack_list import packs
    from replays.reference.words import PACK_TITLES, pack_cells

    rows = packs()
    if as_json:
        print_json(rows)
        return
    print_columns([pack_cells(row) for row in rows], PACK_TITLES)
