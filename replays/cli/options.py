"""List the legal moves at a decision."""

from __future__ import annotations

import click
import msgspec

from replays.cli._common import json_option, note, print_json
from replays.cli._records import record_of


@click.command("options")
@click.argument("target", metavar="GAME|FILE")
@click.option("--at", type=click.IntRange(min=1), help="After this event; the last one unless given.")
@json_option
@click.pass_context
def command(ctx: click.Context, target: str, at: int | None, as_json: bool) -> None:
    """List who must decide what after an event, and every legal move there as it is written.

    \b
    Examples:
      lastword options table-7 --at 120
      lastword options dispute.lw --json
    """
    from replays.records.explanations import options

    record = record_of(ctx, target)
    found = options(record, record.at if at is None else at)
    if found.snapped:
        note(f"the event asked for is inside an action; this is the decision after it, at event {found.seq}")
    if as_json:
        print_json(msgspec.structs.asdict(found))
        return
    click.echo(f"after event {found.seq}: {found.player + ': ' if found.player else ''}{found.where} [{found.rule}]")
    for move in found.moves:
        click.echo(f"  {move}")
    if found.more:
        click.echo("  … and more; those listed come first")
