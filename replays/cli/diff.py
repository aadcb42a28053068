"""Compare two records, or two points of one: the table, windows, violations and the result."""

from __future__ import annotations

from pathlib import Path

import click

from replays.cli._common import json_option, print_json
from replays.cli._completion import complete_record
from replays.cli._records import print_styled, record_of
from replays.errors import ReplayError
from replays.whatif.differences import differ, shared
from replays.whatif.words import difference_data, difference_lines


@click.command("diff")
@click.argument("a", metavar="GAME|FILE", shell_complete=complete_record)
@click.argument("b", metavar="GAME|FILE", shell_complete=complete_record)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also draw both side by side: FILE.svg, .png, .pdf or .dot.",
)
@json_option
@click.pass_context
def command(ctx: click.Context, a: str, b: str, output: Path | None, as_json: bool) -> None:
    """Say what differs between two games or transcripts, or between two points of one. Exit 1 if anything differs.

    GAME@N is the game up to event N. The two are called by their names or, if both have the same name, left and right.
    In JSON they are `a` and `b`, in the order given.

    \b
    Examples:
      lastword diff table-7 table-7-if-1
      lastword diff table-7@40 table-7@90 --json
      lastword diff table-7 table-7-if-1 -o beside.svg
    """
    left, right = record_of(ctx, a), record_of(ctx, b)
    if left.pack.id != right.pack.id:
        raise ReplayError(
            f"{left.name} is a game of {left.pack.id} and {right.name} one of {right.pack.id}: nothing of them compares"
        )
    found = differ(left, right)
    if output is not None:
        from replays.cli._pictures import check_output, write_pictures
        from replays.diagrams.sequences.side_by_side import beside_graph

        check_output(output)
        pair = left.up_to(left.at), right.up_to(right.at)
        write_pictures([beside_graph(*pair, shared(*pair), found.names)], output)
    if as_json:
        print_json(difference_data(found))
    else:
        print_styled(difference_lines(found))
    if not found.same:
        ctx.exit(1)
