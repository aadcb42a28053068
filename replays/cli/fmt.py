"""Rewrite transcripts in the usual layout."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import UNSET

from replays.cli._common import json_option, note, print_json
from replays.cli._documents import FormattedFile
from replays.cli._records import document_of, read_text


@click.command("fmt")
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Change nothing; exit 1 if a file would change.")
@json_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], check: bool, as_json: bool) -> None:
    """Rewrite transcript FILEs in the usual layout.

    `-` reads standard input and writes standard output.

    \b
    Examples:
      lastword fmt dispute.lw
      lastword fmt --check round-1/*.lw
      lastword fmt --check --json dispute.lw
    """
    from replays.notation.layout import formatted

    rows = []
    for file in files:
        source = read_text(file)
        text = formatted(document_of(source, file))
        changes = text != source
        rows.append(FormattedFile(file, changes, text if file == "-" else UNSET))
        if file == "-":
            if not check and not as_json:
                click.echo(text, nl=False)
        elif changes:
            note(f"{'would change' if check else 'changed'} {file}")
            if not check:
                Path(file).write_text(text, encoding="utf-8")
    if as_json:
        print_json(rows)
    if check and any(row.changes for row in rows):
        ctx.exit(1)
