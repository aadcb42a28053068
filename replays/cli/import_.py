"""Store transcripts as games in the ledger."""

from __future__ import annotations

from typing import Any

import click

from ledger.errors import LedgerError
from replays.cli._common import json_option, note, opened, print_json, print_lines
from replays.cli._dates import recorded_by_option, scribe
from replays.errors import ReplayError
from replays.wording.tables import counted


@click.command("import")
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option("--name", help="Name of the game (default: the file's name).")
@recorded_by_option
@json_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], name: str | None, recorded_by: str, as_json: bool) -> None:
    """Run transcript FILEs (`-` is standard input) and store each as a game.

    Violations are stored as violations; `lastword verify GAME` shows them. If one file cannot be read, none of
    them is stored. Each game is stored whole or not at all; if one cannot be stored, those before it stay, and the
    message names them.

    \b
    Examples:
      lastword import dispute.lw
      lastword --ledger tournament.db import round-1/*.lw
    """
    from replays.branches.storage import store
    from replays.branches.words import stored_game_line, violations_note
    from replays.cli._import_runs import run_files

    if name and len(files) > 1:
        raise ReplayError("--name is for one file")
    runs = list(run_files(files))
    rows: list[dict[str, Any]] = []
    with opened(ctx, create=True) as ledger:
        for done in runs:
            try:
                head = store(ledger, done.record(), name or "", scribe(recorded_by))
            except LedgerError as error:
                if as_json and rows:
                    print_json(rows)
                raise ReplayError(_stopped(done.file, error, rows, len(runs))) from None
            rows.append({"id": head.id, "name": head.name, "events": head.last, "violations": done.violations})
            if not as_json:
                print_lines([stored_game_line(head)])
            if done.violations:
                note(violations_note(done.file, done.violations, head.name))
    if as_json:
        print_json(rows)


def _stopped(file: str, error: LedgerError, rows: list[dict[str, Any]], files: int) -> str:
    """Say which file could not be stored and why, and what became of the others."""
    says = f"{file} was not stored: {error}"
    if files == 1:
        return says
    before = ", ".join(row["name"] for row in rows)
    return f"{says}. Stored before it: {before or 'nothing'}. Not stored: {counted(files - len(rows), 'file')}"
