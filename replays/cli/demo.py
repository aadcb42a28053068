"""Show the main job in one command."""

from __future__ import annotations

from pathlib import Path

import click

from replays.cli._common import note
from replays.cli._pictures import write_pictures
from replays.cli._targets import record_of, show


@click.command("demo")
@click.option("-o", "--output", default="lastword-demo", show_default=True, metavar="DIR", help="Where to keep what it makes.")
@click.pass_context
def command(ctx: click.Context, output: str) -> None:
    """Take one dispute from transcript to ruling: may the save of a duplicate be cancelled?

    \b
    Examples:
      lastword demo
      lastword demo -o /tmp/demo
    """
    from replays.demo import run

    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    show(run(folder))
    for path in _pictures(ctx, folder):
        click.echo(f"\n== drawn: {path}")
    note(f"everything is in {folder}; try: lastword why {folder / 'dispute.lw'} --line 16")


def _pictures(ctx: click.Context, folder: Path) -> list[Path]:
    """The sequence with the violation, as `lastword draw` draws it."""
    from replays.diagrams.choosing import choose
    from replays.diagrams.labels import labels_of
    from replays.diagrams.links import Links
    from replays.diagrams.sequences import draw, tell
    from replays.diagrams.themes import theme_of
    from replays.diagrams.trimming import Detail

    found = record_of(ctx, str(folder / "dispute.lw"))
    words = labels_of("en")
    stretch = choose(found.entries, found.pack, None, None, None, None)
    story = tell(found.entries, found.pack, stretch, words, Detail.NORMAL, found.name, "")
    graphs = draw(story, "stack", theme_of("light"), words, Links(found.name, ""), None, None)
    files, _ = write_pictures(graphs, folder / "dispute.svg")
    return files
