"""Look at every legal line from a point: is something possible, certain or impossible, and whose choice decides it?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
import msgspec

from ledger.table import Table, clone
from replays.cli._common import json_option, note, print_json, progress
from replays.cli._what_if import record_at, written
from replays.errors import ReplayError
from replays.records.record import Record
from replays.wording.tables import counted
from rules.engine import advance
from rules.kernel.asks import CHANCE
from rules.kernel.position import Position


def show_exploration(data: dict[str, Any]) -> None:
    """Everything there is to say, the answer first."""
    amounts = f"{counted(data['states'], 'situation')}, {counted(data['ends'], 'end')}, {_amount(data)}"
    click.echo(f"{data['record']}@{data['at']}: {amounts}")
    if data["ask"]:
        known = " (with what is known)" if data["unknown"] or data["not_tried"] else ""
        click.echo(f"{data['ask']}: {data['verdict']}{known}")
    for word, says in (("yes", "so"), ("no", "not so")):
        line = data["shortest"][word]
        if line is not None:
            click.echo(f"shortest line to its being {says}: {'; '.join(line) or 'it already is'}")
    _show_choices(data)
    if data["order_matters"] is not None:
        click.echo(f"the order of forced abilities {'matters' if data['order_matters'] else 'does not matter'} for it")
    if data["stopped"]:
        click.echo(f"stopped at {counted(data['states'], 'situation')}: more lines exist; --limit looks further")
    for item in data["not_tried"]:
        click.echo(f"not tried: {item}")
    if data["unknown"]:
        click.echo(f"unknown cards: {', '.join(data['unknown'])}")


def _amount(data: dict[str, Any]) -> str:
    """How many lines there are, as far as they can be counted."""
    if data["endless"]:
        return "lines without end"
    return "lines not counted" if data["lines"] is None else counted(data["lines"], "line")


def _show_choices(data: dict[str, Any]) -> None:
    """Whose choice decides it, and who can force it."""
    for decider in data["decides"]:
        where = f", after {'; '.join(decider['after'])}" if decider["after"] else ""
        click.echo(f"{decider['player']} decides it at: {decider['question']}{where}")
        for word in ("yes", "no"):
            if decider[word]:
                click.echo(f"  {word}: {'; '.join(decider[word][:6])}{' …' if len(decider[word]) > 6 else ''}")
    for player, value in data["forces"].items():
        can = {"yes": "so", "no": "not so", "either": "so or not so"}[value]
        click.echo(f"{player} can make it {can} whatever the others do")
    if data["secret"]:
        click.echo(
            f"{' and '.join(data['secret'])} chose in secret, not knowing: nothing is said of what they can force"
        )


def one_of(text: str, times: int) -> str:
    """An answer, and that it stands for others which name something alike."""
    return text if times == 1 else f"{text} (one of {times} alike)"


_NUMBER = re.compile(r"#([0-9]+)")
"""A component by its number; a picture tells its title, too."""


@click.command("explore")
@click.argument("target", metavar="GAME|FILE")
@click.option(
    "--at", type=click.IntRange(min=1), metavar="N", help="From the decision after event N; the last one unless given."
)
@click.option(
    "--ask", "expression", metavar="EXPR", help='What to ask at the end of each line: "zone(ned) == dead", "won A".'
)
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    metavar="D",
    help="Lines of D decisions, not to the end of what is being resolved.",
)
@click.option(
    "--until", metavar="KIND", help="To the end of the innermost frame of this kind, such as challenge or round."
)
@click.option(
    "--limit", type=click.IntRange(min=1), default=20_000, show_default=True, metavar="L", help="Situations at most."
)
@click.option(
    "--players", default="", metavar="A,B", help="Only these players choose; the others pass wherever they may."
)
@click.option(
    "--orders",
    "ordering",
    is_flag=True,
    help="Only try the orders of what must resolve here, and compare the outcomes.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the decisions: FILE.svg, .png, .pdf or .dot.",
)
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
    as_json: bool,
) -> None:
    """Look at every legal line from the decision after an event to the end of what is being resolved there.

    The answer says whether EXPR can be true at the end, must be, or cannot be; the shortest line each way; which player's choice
    decides it, and what each player can bring about alone. Unknown cards stay unknown: the answer holds with what is known.
    Exit 1 if it is impossible, or was not found before the limit.

    \b
    Examples:
      lastword explore dispute.lw --at 64 --ask "zone(ned) == dead" --until challenge
      lastword explore table-7 --at 120 --ask "won A" --depth 8 --players A
      lastword explore table-7 --at 120 --orders
    """
    record, place = record_at(ctx, target, at)
    if ordering:
        if expression or depth or until or players or output:
            raise ReplayError(
                "--orders compares whole outcomes: it goes with --at and --limit, and with no --ask, --depth, --until, --players or -o"
            )
        _orders(record, place, limit, as_json)
        return
    pos = record.position(place)
    if advance(pos) is None:
        raise ReplayError("the game is over here: there is nothing to explore")
    if at is not None and record.end(place) != at:
        note(f"event {at} is inside an action; this is the decision after it, at event {record.end(place)}")
    found, graph = _explored(record, pos, expression, depth, until, limit, _chosen(pos.table, players))
    if output is not None:
        _draw(record, pos, graph, expression or "", output)
    data = _data(record, pos, found, expression)
    if as_json:
        print_json(data)
    else:
        show_exploration(data)
    if found.verdict in ("impossible", "not found so far"):
        ctx.exit(1)


def _chosen(table: Table, players: str) -> frozenset[str]:
    names = frozenset(part.strip() for part in players.split(",") if part.strip())
    strangers = sorted(names - {*table.seats})
    if strangers:
        raise ReplayError(f"nobody at this table is {strangers[0]!r}; at it sit {', '.join(table.seats)}")
    return names


def _horizon(pos: Position, depth: int | None, until: str | None) -> Any:
    from replays.whatif.exploration import Horizon

    if until is None:
        return Horizon(0 if depth is not None else pos.table.top.id, depth)
    frame = pos.enclosing(until)
    if frame is None:
        kinds = ", ".join(dict.fromkeys(frame.kind for frame in reversed(pos.table.frames)))
        raise ReplayError(f"no {until!r} is being played here; what is: {kinds}")
    return Horizon(frame.id, depth)


def _explored(
    record: Record,
    pos: Position,
    expression: str | None,
    depth: int | None,
    until: str | None,
    limit: int,
    chosen: frozenset[str],
) -> tuple[Any, Any]:
    from replays.whatif.conclusion import conclude
    from replays.whatif.exploration import Explorer
    from replays.whatif.question import Question

    question = Question(record.pack, record.names, expression) if expression else None
    if question is not None:
        question.holds(Position(record.pack, clone(pos.table)))
    with progress("situations", limit) as bar:
        done = [0]

        def tell(count: int) -> None:
            bar(count - done[0])
            done[0] = count

        explorer = Explorer(
            record.pack,
            pos.table,
            _horizon(pos, depth, until),
            question.holds if question else None,
            chosen,
            limit,
            progress=tell,
            about=question.about(pos.table) if question else None,
        )
        graph = explorer.run()
    return conclude(graph, pos.table), graph


def _data(record: Record, pos: Position, found: Any, expression: str | None) -> dict[str, Any]:
    def texts(line: Any) -> list[str] | None:
        return None if line is None else written(record, Position(record.pack, clone(pos.table)), line)

    deciders = []
    for decider in found.deciders:
        before = texts(decider.line) or []
        settles = {"yes": [], "no": []}  # type: ignore[var-annotated]
        for move, times, value in decider.settles:
            line = texts([*decider.line, (decider.player, move)]) or []
            settles["yes" if value else "no"].append(one_of(line[-1], times))
        deciders.append({"player": _who(decider.player), "question": decider.says, "after": before, **settles})
    return {
        "record": record.name,
        "at": pos.table.seq,
        "ask": expression,
        "verdict": found.verdict,
        "shortest": {"yes": texts(found.yes), "no": texts(found.no)},
        "decides": deciders,
        "forces": found.forces,
        "order_matters": found.order,
        "states": found.states,
        "ends": found.ends,
        "lines": found.lines,
        "stopped": found.stopped,
        "endless": found.endless,
        "not_tried": list(found.partial),
        "unknown": list(found.unknown),
        "secret": list(found.secret),
    }


def _who(player: str) -> str:
    return "chance" if player == CHANCE else player


def _orders(record: Record, place: int, limit: int, as_json: bool) -> None:
    from replays.whatif.orders import orders

    found = orders(record, place, limit)
    if as_json:
        print_json(msgspec.structs.asdict(found))
        return
    count = sum(len(outcome.orders) for outcome in found.outcomes)
    amounts = f"{counted(count, 'order')}, {counted(len(found.outcomes), 'outcome')}"
    click.echo(f"{record.name}@{found.seq}: {found.player}: {found.says}; {amounts}")
    for number, outcome in enumerate(found.outcomes, 1):
        changes = [f"{item.what}: {item.part}: {item.a or '–'} → {item.b or '–'}" for item in outcome.changes]
        click.echo(f"outcome {number}: {'; '.join(changes) or 'nothing changes'}")
        for order in outcome.orders:
            click.echo(f"  {', '.join(order)}")
    for item in found.partial:
        click.echo(f"not tried: {item}")


def _draw(record: Record, pos: Position, graph: Any, expression: str, output: Path) -> None:
    from replays.cli._pictures import check_output, write_pictures
    from replays.diagrams.sequences.decision_graph import decisions_graph

    check_output(output)

    def text(number: int, at: int) -> str:
        line = [*graph.line(number), (graph.nodes[number].player, graph.nodes[number].moves[at])]
        answer = written(record, Position(record.pack, clone(pos.table)), line)[-1]
        return one_of(_NUMBER.sub(name, answer), graph.nodes[number].times[at])

    def name(found: re.Match[str]) -> str:
        known = int(found[1]) in pos.table.entities and pos.entity(int(found[1])).card
        return f"{record.pack.name(pos, int(found[1]))} {found[0]}" if known else found[0]

    write_pictures([decisions_graph(graph, text, f"{record.name}@{pos.table.seq}  {expression}".strip())], output)
