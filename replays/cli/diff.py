"""Compare two lines, or two points of one: the table, windows, violations and the result."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from rich.text import Text

from replays.cli._common import json_option, print_json
from replays.cli._records import record_of, show
from replays.errors import ReplayError


@click.command("diff")
@click.argument("a", metavar="LINE")
@click.argument("b", metavar="OTHER")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw them side by side: FILE.svg, .png, .pdf or .dot.",
)
@json_option
@click.pass_context
def command(ctx: click.Context, a: str, b: str, output: Path | None, as_json: bool) -> None:
    """Say what differs between two lines, each a GAME, a GAME@N or a transcript FILE. Exit 1 if anything does.

    Each line is called by its name, or left and right where both have the same one. In JSON, `a` and `b` are the two lines as given.

    \b
    Examples:
      lastword diff table-7 table-7-if-1
      lastword diff table-7@40 table-7@90 --json
      lastword diff table-7 table-7-if-1 -o beside.svg
    """
    from replays.whatif.differences import differ, shared

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
        print_json({**msgspec.structs.asdict(found), "same": found.same})
    else:
        show(_lines(found))
    if not found.same:
        ctx.exit(1)


def _lines(found: object) -> list[Text]:
    from replays.whatif.differences import LineDifference

    assert isinstance(found, LineDifference)
    left, right = found.names
    ends = (f" to event {found.events[0]}   ", f" to event {found.events[1]}")
    lines = [
        Text.assemble((left, "bold"), ends[0], (right, "bold"), ends[1]),
        Text(f"the same up to event {found.common}"),
    ]
    if found.same:
        return [*lines, Text("nothing differs")]
    if found.table:
        lines.append(Text.assemble(("table", "bold"), f"  {left} → {right}"))
        lines += [
            Text(f"  {change.what}: {change.part}: {change.a or '–'} → {change.b or '–'}") for change in found.table
        ]
    for title, (only_left, only_right) in (("windows", found.windows), ("violations", found.violations)):
        if only_left or only_right:
            lines.append(Text(title, "bold"))
            lines += [Text(f"  only {left}: {item}") for item in only_left]
            lines += [Text(f"  only {right}: {item}") for item in only_right]
    if found.result[0] != found.result[1]:
        lines += [Text("result", "bold"), Text(f"  {left}: {found.result[0]}"), Text(f"  {right}: {found.result[1]}")]
    return lines
