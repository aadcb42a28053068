"""Lay transcripts out in the usual way."""

from __future__ import annotations

from pathlib import Path

import click

from replays.cli._common import note
from replays.cli._targets import read_document, read_text


@click.command("fmt")
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Change nothing; exit 1 if a file would change.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], check: bool) -> None:
    """Rewrite transcript FILEs in the usual layout; `-` reads standard input and writes standard output.

    \b
    Examples:
      lastword fmt dispute.lw
      lastword fmt --check round-1/*.lw
    """
    from replays.notation.formatting import formatted

    changed = 0
    for file in files:
        document = read_document(file)
        text = formatted(document)
        if file == "-":
            click.echo(text, nl=False)
        elif text != read_text(file):
            changed += 1
            note(f"{'would change' if check else 'changed'} {file}")
            if not check:
                Path(file).write_text(text, encoding="utf-8")
    if check and changed:
        ctx.exit(1)
