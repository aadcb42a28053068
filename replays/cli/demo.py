"""Show the main job in one command."""

from __future__ import annotations

from pathlib import Path

import click

from replays.cli._common import note


@click.command("demo")
@click.option("-o", "--output", default="lastword-demo", show_default=True, metavar="DIR", help="Where to keep what it makes.")
def command(output: str) -> None:
    """Record a small game, read it back, seal it, export it, and show that a changed byte is found.

    \b
    Examples:
      lastword demo
      lastword demo -o /tmp/demo
    """
    from replays.demo import run

    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    for line in run(folder):
        click.echo(line)
    note(f"everything is in {folder}; try: lastword --ledger {folder / 'demo.db'} state demo --at 11")
