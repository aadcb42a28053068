"""Draw the timing of a pack's round, one phase or one kind of sequence as a chart; or compare packs."""

from __future__ import annotations

from pathlib import Path

import click
from graphviz import Digraph
from msgspec import Struct

from replays.cli._common import json_option, print_json
from replays.cli._completion import complete_pack, complete_phase, complete_sequence
from replays.cli._pictures import book_option, check_output, output_option, write_pictures
from replays.cli._records import record_of
from replays.diagrams.charts.comparison import compare_graph, compared, trigger_places
from replays.diagrams.charts.drawing import chart_graph
from replays.diagrams.charts.marks import violation_marks
from replays.diagrams.charts.outline import ChartReader, Column, Marks
from replays.diagrams.labels import LANGUAGES, Labels, labels_of
from replays.diagrams.links import Links
from replays.diagrams.themes import THEMES, Theme, theme_of
from rules.catalogue import load


class DrawnChart(Struct, frozen=True):
    """The files that `chart` wrote, and the columns of the chart."""

    files: list[str]
    pictures: bool
    columns: list[Column]


@click.command("chart")
@click.argument("packs", nargs=-1, required=True, metavar="PACK | compare PACK PACK…", shell_complete=complete_pack)
@output_option("PACK.svg or PACK-PHASE.svg")
@click.option(
    "--phase", default="", metavar="PHASE", help="Only this phase of the round.", shell_complete=complete_phase
)
@click.option(
    "--sequence",
    default="",
    metavar="NAME",
    help="A sequence instead of the round: trigger, ability, duel, battle or clash, if the pack has it.",
    shell_complete=complete_sequence,
)
@click.option(
    "--marks", metavar="GAME|FILE", help="Mark the steps at which a rule was broken in this game or transcript."
)
@click.option("--theme", type=click.Choice([*THEMES]), default="light", help="The colours (unless given: light).")
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default="en",
    help="The language (unless given: en). In the rulebook's own language, steps have the names they have there.",
)
@book_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    packs: tuple[str, ...],
    output: Path | None,
    phase: str,
    sequence: str,
    marks: str | None,
    theme: str,
    lang: str,
    book: str,
    as_json: bool,
) -> None:
    """Draw the timing of a PACK as a chart, or compare a sequence of several packs.

    Without --phase or --sequence, the chart shows the whole round; `compare` shows the trigger sequence.

    \b
    Examples:
      lastword chart agot2 -o round.svg
      lastword chart agot2 --phase challenges --lang pl -o challenges.png
      lastword chart agot2 --sequence trigger -o trigger.svg
      lastword chart compare agot2 l5r hbo -o compared.svg
    """
    if phase and sequence:
        raise click.UsageError("say --phase or --sequence, not both")
    words, colours, links = labels_of(lang), theme_of(theme), Links(book=book)
    games = packs[1:] if packs[0] == "compare" else packs
    if (packs[0] == "compare") != (len(games) > 1):
        raise click.UsageError("compare needs two packs or more: lastword chart compare PACK PACK…")
    target = output or Path("-".join(part for part in (*packs, phase, sequence) if part) + ".svg")
    check_output(target)
    if len(games) > 1:
        columns, graph = _compare(games, sequence or "trigger", words, colours, links)
    else:
        outliner = ChartReader(load(games[0]), words, _marks(ctx, marks) if marks else None)
        columns = [outliner.sequence(sequence)] if sequence else outliner.round(phase)
        part = "" if sequence or phase else f" – {words.round_chart}"
        graph = chart_graph(f"{load(games[0]).title}{part}", columns, colours, links)
    files = write_pictures([graph], target)
    if as_json:
        print_json(DrawnChart([str(path) for path in files], True, columns))
        return
    for path in files:
        click.echo(f"{path}")


def _marks(ctx: click.Context, word: str) -> Marks:
    found = record_of(ctx, word)
    return violation_marks(found.entries, found.pack)


def _compare(
    games: tuple[str, ...], sequence: str, words: Labels, colours: Theme, links: Links
) -> tuple[list[Column], Digraph]:
    columns, sides = [], []
    for game in games:
        pack = load(game)
        outliner = ChartReader(pack, words)
        column = outliner.sequence(sequence)
        places = trigger_places(pack.sequence) if sequence == "trigger" else ()
        columns.append(column)
        sides.append(compared(pack.title, column, places))
    return columns, compare_graph(columns[0].title, sides, colours, links)
