"""List the games Last Word knows, and how much of each."""

from __future__ import annotations

import click

from replays.cli._common import json_option, print_columns, print_json


@click.command("games")
@json_option
def command(as_json: bool) -> None:
    """List the games: what they are played with, how much of their rules is in the reference, checked and exercised.

    \b
    Examples:
      lastword games
      lastword games --json
    """
    from replays.reference.pack_list import packs

    rows = packs()
    if as_json:
        print_json(rows)
        return
    cells = [
        (
            row.id,
            row.title,
            ", ".join(row.formats) or "-",
            row.cards,
            row.entries,
            row.clauses,
            row.checked,
            row.playthroughs,
        )
        for row in rows
    ]
    print_columns(cells, ("PACK", "GAME", "FORMATS", "CARDS", "ENTRIES", "CLAUSES", "CHECKED", "PLAYTHROUGHS"))
