"""Try every legal way to go on from a point: is something possible, certain or impossible, and who decides it?"""

from __future__ import annotations

from pathlib import Path

import click

from replays.cli._common import Number, as_option, json_option, note, print_json, print_lines, progress
from replays.cli._completion import at_option, complete_record
from replays.cli._what_if import record_at
from replays.errors import ReplayError
from replays.records.inside_action import inside_action
from replays.records.record import Record
from replays.whatif.exploration import Graph
from replays.whatif.explored import Exploration, explored, refuse_hidden
from replays.whatif.orders import orders
from replays.whatif.words import answer_label, exploration_lines, exploration_report, orders_lines
from replays.wording.records import inside_action_note
from rules.kernel.position import Position


@click.command("explore")
@click.argument("target", metavar="GAME|FILE", shell_complete=complete_record)
@at_option("Begin at the decision after event N (unless given: the last).")
@click.option("--ask", "expression", metavar="QUESTION", help='What to ask at the end: "zone(ned) == dead", "won A".')
@click.option(
    "--depth",
    type=Number(min=1),
    metavar="N",
    help="Stop after N decisions (unless given: at the end of what is being resolved).",
)
@click.option(
    "--until", metavar="FRAME", help="Stop at the end of the innermost challenge, round or other kind of frame."
)
@click.option(
    "--limit",
    type=Number(min=1),
    default=20_000,
    metavar="N",
    help="The most situations to look at (unless given: 20,000).",
)
@click.option(
    "--players", default="", metavar="A,B", help="Only these players choose; the others pass wherever they may."
)
@click.option(
    "--orders",
    "ordering",
    is_flag=True,
    help="Only compare the orders in which the abilities that must be resolved now can be resolved.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also draw the decisions: FILE.svg, .png, .pdf or .dot.",
)
@as_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    target: str,
    at: int | None,
    expression: str | None,
    depth: int | None,
    until: str | None,
    limit: int,
    players: str,
    ordering: bool,
    output: Path | None,
    player: str,
    as_json: bool,
) -> None:
    """Try every legal way to go on after an event, up to the end of what is being resolved there.

    The answer says whether QUESTION is possible, certain or impossible at the end, with the fewest moves that lead
    to a yes and to a no; which player's choice decides it; and what each player can bring about alone. Unknown
    cards stay unknown: the answer rests on the cards that are known. With --as, cards which that player does not know
    count as unknown, and secret choices of others as open. Exit 1 if the answer is "impossible", or if the limit was
    reached before a yes was found.

    \b
    Examples:
      lastword explore dispute.lw --at 64 --ask "zone(ned) == dead" --until challenge
      lastword explore table-7 --at 120 --ask "won A" --depth 8 --players A
      lastword explore table-7 --at 120 --orders
      lastword explore table-7 --at 120 --ask "won A" --as B
    """
    record, place = record_at(ctx, target, at)
    record = record.seen_at(place, player)
    refuse_hidden(record, place)
    if ordering:
        if expression or depth or until or players or output:
            raise ReplayError(
                "--orders compares whole outcomes: it goes with --at and --limit, "
                "and with no --ask, --depth, --until, --players or -o"
            )
        _orders(record, place, limit, as_json)
        return
    asked = Exploration(expression or "", depth, until, players, limit)
    with progress("situations", limit) as bar:
        done = [0]

        def tell(count: int) -> None:
            bar(count - done[0])
            done[0] = count

        pos, found, graph = explored(record, place, asked, tell)
    inside = inside_action(record, record.at)
    if inside is not None:
        note(inside_action_note(inside, f"Exploring starts at the decision after the action, at event {inside.last}"))
    if output is not None:
        _draw(record, pos, graph, expression or "", output)
    report = exploration_report(record, pos, found, expression)
    if as_json:
        print_json(report)
    else:
        print_lines(exploration_lines(report, record.players()))
    if found.verdict in ("impossible", "not found so far"):
        ctx.exit(1)


def _orders(record: Record, place: int, limit: int, as_json: bool) -> None:
    found = orders(record, place, limit)
    if as_json:
        print_json(found)
        return
    print_lines(orders_lines(record.name, found, record.players()))


def _draw(record: Record, pos: Position, graph: Graph, expression: str, output: Path) -> None:
    from replays.cli._pictures import check_output, write_pictures
    from replays.diagrams.sequences.decision_graph import decisions_graph

    check_output(output)

    def text(number: int, at: int) -> str:
        return answer_label(record, pos, graph, number, at)

    title = f"{record.name}@{pos.table.seq}  {expression}".strip()
    write_pictures([decisions_graph(graph, text, title, record.players())], output)
