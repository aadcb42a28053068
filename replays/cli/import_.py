"""Store transcripts as games in the ledger."""

from __future__ import annotations

import click

from replays.cli._common import json_option, note, opened, print_json, print_lines
from replays.cli._records import read_document
from replays.errors import ReplayError


@click.command("import")
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option("--name", help="Name of the game (default: the file's name).")
@json_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], name: str | None, as_json: bool) -> None:
    """Run transcript FILEs (`-` is standard input) and store each as a game.

    Violations are stored as violations; `lastword verify GAME` shows them. If one file cannot be read, none of
    them is stored.

    \b
    Examples:
      lastword import dispute.lw
      lastword --ledger tournament.db import round-1/*.lw
    """
    from replays.branches.storage import store
    from replays.branches.words import stored_game_line, violations_note
    from replays.reading.runner import run
    from replays.records.record import of_run

    if name and len(files) > 1:
        raise ReplayError("--name is for one file")
    records = [of_run(run(read_document(file)), file) for file in files]
    heads = []
    with opened(ctx, create=True) as ledger:
        for record in records:
            head = store(ledger, record, name or "")
            assert record.run is not None
            heads.append((head, len(record.run.violations)))
            if record.run.violations:
                note(violations_note(record.name, len(record.run.violations), head.name))
    if as_json:
        print_json(
            [
                {"id": head.id, "name": head.name, "events": head.last, "violations": violations}
                for head, violations in heads
            ]
        )
    else:
        print_lines(stored_game_line(head) for head, _ in heads)
