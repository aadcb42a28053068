"""Draw a nested sequence as a picture: svg, png, pdf or dot."""

from __future__ import annotations

from pathlib import Path

import click
from graphviz import Digraph
from msgspec import Struct

from replays.cli._common import Number, as_option, json_option, print_json
from replays.cli._completion import at_option, complete_record
from replays.cli._pictures import book_option, check_output, output_option, write_pictures
from replays.cli._records import record_of
from replays.diagrams.labels import LANGUAGES, Labels, labels_of
from replays.diagrams.links import Links
from replays.diagrams.sequences.diagram import draw, tell
from replays.diagrams.sequences.stretch import Stretch, choose
from replays.diagrams.sequences.timeline_style import tell_depth, timeline_graph
from replays.diagrams.sequences.trimming import Detail
from replays.diagrams.themes import THEMES, Theme, theme_of
from replays.records.record import Record
from replays.records.walk import spans

NUMBER = Number(min=1)


class DrawnSequence(Struct, frozen=True):
    """The files that `draw` wrote, the events they show, and the number of rows (0: a timeline)."""

    files: list[str]
    pictures: bool
    stretch: Stretch
    rows: int


@click.command("draw")
@click.argument("record", metavar="GAME|FILE", shell_complete=complete_record)
@output_option("GAME.svg")
@at_option("Draw the whole trigger sequence around event N.")
@click.option("--frame", type=NUMBER, metavar="N", help="Draw the frame that event N opened, with everything in it.")
@click.option(
    "--from",
    "start",
    type=NUMBER,
    metavar="N",
    help="Draw from event N on (unless given: from the first event, if --to is given).",
)
@click.option(
    "--to",
    "stop",
    type=NUMBER,
    metavar="N",
    help="Draw up to event N (unless given: to the last event, if --from is given).",
)
@click.option(
    "--style",
    type=click.Choice(["stack", "clusters", "timeline"]),
    default="stack",
    help="One row an event, boxes inside boxes, or the depth over time (unless given: stack).",
)
@click.option("--depth", type=Number(min=0), metavar="N", help="Leave out what is nested more than N levels deep.")
@click.option(
    "--detail",
    type=click.Choice([detail.value for detail in Detail]),
    default="normal",
    help="How much to show of windows that nobody could use (unless given: normal).",
)
@click.option("--theme", type=click.Choice([*THEMES]), default="light", help="The colours (unless given: light).")
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default="en",
    help="The language of the labels; cards keep their names (unless given: en).",
)
@click.option("--pages", type=NUMBER, metavar="N", help="Divide into N pages (unless given: as many as it needs).")
@click.option("--title", default="", metavar="TEXT", help="The title (unless given: the event and its address).")
@book_option
@as_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    record: str,
    output: Path | None,
    at: int | None,
    frame: int | None,
    start: int | None,
    stop: int | None,
    style: str,
    depth: int | None,
    detail: str,
    theme: str,
    lang: str,
    pages: int | None,
    title: str,
    book: str,
    player: str,
    as_json: bool,
) -> None:
    """Draw what happened in a GAME or in a transcript FILE.

    --at, --frame, or --from and --to say what to draw; GAME@N is the same as --at N. Without them the picture shows
    the sequence with the last violation or, if there is no violation, the most deeply nested one. A timeline then
    shows the whole game.

    \b
    Examples:
      lastword draw dispute.lw -o dispute.svg
      lastword draw table-7 --at 62 --lang pl --theme dark -o sequence.png
      lastword draw table-7 --from 40 --to 90 --style clusters -o slide.pdf
      lastword draw table-7 --style timeline -o game.svg
      lastword draw table-7 --at 62 --as B -o as-b.svg
    """
    if sum((at is not None, frame is not None, start is not None or stop is not None)) > 1:
        raise click.UsageError("give only one of --at, --frame, or --from and --to")
    found = record_of(ctx, record, at)
    target = output or Path(f"{found.name}.svg")
    check_output(target)
    words, colours, links = labels_of(lang), theme_of(theme), Links(found.name, book)
    if style == "timeline":
        stretch = _whole(found, at, frame, start, stop)
        graphs = [_timeline(found, stretch, words, colours, links, title, player)]
        rows = 0
    else:
        stretch = choose(found.entries, found.pack, found.at, frame, start, stop)
        viewer = found.viewer_of(player)
        story = tell(found.entries, found.pack, stretch, words, Detail(detail), found.name, title, viewer)
        graphs = draw(story, style, colours, words, links, depth, pages)
        rows = len(story.rows)
    files = write_pictures(graphs, target)
    if as_json:
        print_json(DrawnSequence([str(path) for path in files], True, stretch, rows))
        return
    for path in files:
        click.echo(f"{path}")


def _whole(found: Record, at: int | None, frame: int | None, start: int | None, stop: int | None) -> Stretch:
    """Return the stretch a timeline shows: the whole game, unless an option names a part of it."""
    if at is None and frame is None and start is None and stop is None:
        root = next(iter(spans(found.entries)), None)
        return Stretch(root.id if root else 1, found.last, 0)
    return choose(found.entries, found.pack, at, frame, start, stop)


def _timeline(
    found: Record, stretch: Stretch, words: Labels, colours: Theme, links: Links, title: str, player: str
) -> Digraph:
    named = title or f"{found.name} @{stretch.first}–{stretch.last}"
    line = tell_depth(found.entries, found.pack, stretch, words, named, found.viewer_of(player))
    return timeline_graph(line, colours, words, links)
