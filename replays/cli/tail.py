"""Show the last events of a game and follow it live."""

from __future__ import annotations

import click

from ledger.entries import Envelope, envelopes
from replays.cli._common import json_option, opened, print_json_line, split_address
from replays.showing import envelope_line, named


@click.command("tail")
@click.argument("game")
@click.option(
    "-n", "lines", type=click.IntRange(min=0), default=10, show_default=True, help="How many past events to begin with."
)
@click.option("--follow/--no-follow", default=True, show_default=True, help="Go on as events are recorded, by whomever.")
@click.option("--idle", type=float, metavar="SECONDS", help="Stop following after so long without news.")
@json_option
@click.pass_context
def command(ctx: click.Context, game: str, lines: int, follow: bool, idle: float | None, as_json: bool) -> None:
    """Show the last events of GAME and follow it until Ctrl-C.

    \b
    Examples:
      lastword tail table-7
      lastword tail table-7@40 --no-follow
      lastword tail table-7 --json | jq .event
    """
    name, seq = split_address(game)
    with opened(ctx) as ledger:
        head = ledger.head(name)
        start = max(1, head.last - lines + 1) if seq is None else seq
        show = _print_json if as_json else _print_text
        for item in ledger.envelopes(head, start):
            show(item)
        if not follow:
            return
        try:
            stack = [frame.id for frame in ledger.table_at(head).frames]
            for item in envelopes(ledger.follow(head, head.last + 1, idle=idle), stack):
                show(item)
        except KeyboardInterrupt:
            return


def _print_json(item: Envelope) -> None:
    print_json_line(named(item))


def _print_text(item: Envelope) -> None:
    click.echo(envelope_line(item))
