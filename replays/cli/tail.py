"""Show the last events of a game, and new ones as they are recorded."""

from __future__ import annotations

import select
import sys
from collections.abc import Iterator

import click
from msgspec.structs import replace

from ledger.entries import Entry, Envelope, envelopes
from ledger.store import Ledger
from ledger.streams import Head
from ledger.table import Table
from replays.cli._common import as_option, json_option, opened, print_json_line, split_address
from replays.records.views import Onlooker, player_of
from replays.wording.tables import envelope_line, named
from rules.catalogue import load, pack_ids
from rules.kernel.pack import Pack

GLANCE = 1.0
"""Seconds without a new event after which it is checked whether anybody still reads the output.

Without this check, a closed pipe would be noticed only when the next event is written.
"""


@click.command("tail")
@click.argument("game")
@click.option(
    "-n", "lines", type=click.IntRange(min=0), default=10, show_default=True, help="How many past events to begin with."
)
@click.option(
    "--follow/--no-follow",
    default=True,
    show_default=True,
    help="Go on as events are recorded, until stopped; or end with the last one there is.",
)
@click.option("--idle", type=float, metavar="SECONDS", help="Stop following after so long without a new event.")
@as_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, game: str, lines: int, follow: bool, idle: float | None, player: str, as_json: bool
) -> None:
    """Show the last events of GAME, and new ones as they are recorded, until Ctrl-C or until nobody reads any more.

    \b
    Examples:
      lastword tail table-7
      lastword tail table-7@40 --no-follow
      lastword tail table-7 --json | jq .event
      lastword tail table-7 --as B
    """
    name, seq = split_address(game)
    with opened(ctx) as ledger:
        head = ledger.head(name)
        start = max(1, head.last - lines + 1) if seq is None else seq
        show = _print_json if as_json else _print_text
        onlooker = _onlooker(ledger, head, player)
        table = ledger.table_at(head, start - 1) if player else Table()
        past = list(ledger.envelopes(head, start))
        for item, event in zip(past, onlooker.events(tuple(item.event for item in past), table), strict=True):
            show(replace(item, event=event))
        if not follow:
            return
        try:
            stack = [frame.id for frame in ledger.table_at(head).frames]
            for item in envelopes(onlooker.entries(_news(ledger, head, idle), table), stack):
                show(item)
        except KeyboardInterrupt:
            return


def _onlooker(ledger: Ledger, head: Head, player: str) -> Onlooker:
    """Return the onlooker that `--as` names; without it, one who sees everything."""
    start = ledger.table_at(head, min(1, head.last))
    pack = load(start.pack) if start.pack in pack_ids() else Pack()
    return Onlooker(pack, player_of(start.seats, player) if player else "")


def _news(ledger: Ledger, head: Head, idle: float | None) -> Iterator[Entry]:
    """Yield entries after the head as they are appended, while the output is read.

    Stop when nothing was appended for `idle` seconds; None waits for ever.
    """
    wanted, quiet = head.last + 1, 0.0
    while _is_read() and (idle is None or quiet < idle):
        glance = GLANCE if idle is None else min(GLANCE, idle - quiet)
        quiet += glance
        for entry in ledger.follow(head, wanted, idle=glance):
            yield entry
            wanted, quiet = entry.seq + len(entry.events), 0.0


def _is_read() -> bool:
    """Whether somebody still reads the output: the other end of a pipe may be closed."""
    if not hasattr(select, "poll"):
        return True
    try:
        poll = select.poll()
        poll.register(sys.stdout.fileno(), select.POLLERR)
        return not poll.poll(0)
    except (OSError, ValueError):  # stdout is no file that can be polled
        return True


def _print_json(item: Envelope) -> None:
    print_json_line(named(item))


def _print_text(item: Envelope) -> None:
    click.echo(envelope_line(item))
