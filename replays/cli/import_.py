"""Store transcripts as games in the ledger."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from ledger.codec import GAME
from ledger.errors import LedgerError
from ledger.store import Ledger
from replays.cli._common import json_option, note, opened, print_json, print_lines
from replays.cli._dates import recorded_by_option, scribe
from replays.errors import ReplayError
from replays.wording.naming import counted

if TYPE_CHECKING:
    from replays.branches.words import StoredGame
    from replays.cli._import_runs import FinishedRun


@click.command("import")
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option("--name", help="Name of the game (unless given: the file's name).")
@recorded_by_option
@json_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], name: str | None, recorded_by: str, as_json: bool) -> None:
    """Run transcript FILEs (`-` is standard input) and store each as a game.

    A file that is in the ledger already is refused, unless --name gives the game another name. Violations are stored as
    violations; `lastword verify GAME` shows them. If one file cannot be read, none of
    them is stored. Each game is stored whole or not at all; if one cannot be stored, those before it stay, and the
    message names them.

    \b
    Examples:
      lastword import dispute.lw
      lastword --ledger tournament.db import round-1/*.lw
    """
    from replays.branches.storage import store
    from replays.branches.words import StoredGame, stored_game_line, violations_note
    from replays.cli._import_runs import run_files

    if name and len(files) > 1:
        raise ReplayError("--name is for one file")
    runs = list(run_files(files))
    rows: list[StoredGame] = []
    with opened(ctx, create=True) as ledger:
        if not name:
            _refuse_stored(ledger, runs)
        for done in runs:
            try:
                head = store(ledger, done.record(), name or "", scribe(recorded_by))
            except LedgerError as error:
                if as_json and rows:
                    print_json(rows)
                raise ReplayError(_stopped(done.file, error, rows, len(runs))) from None
            rows.append(StoredGame(head.id, head.name, head.last, done.violations))
            if not as_json:
                print_lines([stored_game_line(head)])
            if done.violations:
                note(violations_note(done.file, done.violations, head.name))
    if as_json:
        print_json(rows)


def _refuse_stored(ledger: Ledger, runs: list[FinishedRun]) -> None:
    """Raise ReplayError if a game with the same events, from a file of the same name, is in the ledger already."""
    heads = ledger.readable_heads(GAME.name)[0]
    for done in runs:
        events = [entry.events for entry in done.record().entries]
        origin = f"from {PurePath(done.file).name}"
        for head in heads:
            if head.about.note != origin or head.last != sum(map(len, events)):
                continue
            if [entry.events for entry in ledger.entries(head)] == events:
                raise ReplayError(
                    f"{done.file} is in the ledger already, as {head.name}; give --name NAME to store it once more"
                )


def _stopped(file: str, error: LedgerError, rows: list[StoredGame], files: int) -> str:
    """Say which file could not be stored and why, and what became of the others."""
    says = f"{file} was not stored: {error}"
    if files == 1:
        return says
    before = ", ".join(row.name for row in rows)
    return f"{says}. Stored before it: {before or 'nothing'}. Not stored: {counted(files - len(rows), 'file')}"
