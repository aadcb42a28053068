"""Show the last events of a game and follow it live."""

from __future__ import annotations

import select
import sys
from collections.abc import Iterator

import click

from ledger.entries import Entry, Envelope, envelopes
from ledger.store import Ledger
from ledger.streams import Head
from replays.cli._common import json_option, opened, print_json_line, split_address
from replays.wording.tables import envelope_line, named

GLANCE = 1.0
"""Seconds without news after which it is looked whether anybody still reads: writing alone would show it only with the
next event.
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
    help="Go on for ever as events are recorded, by whomever; or stop with the last there is.",
)
@click.option("--idle", type=float, metavar="SECONDS", help="Stop following after so long without news.")
@json_option
@click.pass_context
def command(ctx: click.Context, game: str, lines: int, follow: bool, idle: float | None, as_json: bool) -> None:
    """Show the last events of GAME and follow it, until Ctrl-C or until nobody reads any more. Exit 0.

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
            for item in envelopes(_news(ledger, head, idle), stack):
                show(item)
        except KeyboardInterrupt:
            return


def _news(ledger: Ledger, head: Head, idle: float | None) -> Iterator[Entry]:
    """Entries as they are appended, while somebody reads them and there is news every `idle` seconds."""
    wanted, quiet = head.last + 1, 0.0
    while _read() and (idle is None or quiet < idle):
        glance = GLANCE if idle is None else min(GLANCE, idle - quiet)
        quiet += glance
        for entry in ledger.follow(head, wanted, idle=glance):
            yield entry
            wanted, quiet = entry.seq + len(entry.events), 0.0


def _read() -> bool:
    """Whether somebody still reads what is printed: the other end of a pipe may be gone."""
    if not hasattr(select, "poll"):
        return True
    try:
        poll = select.poll()
        poll.register(sys.stdout.fileno(), select.POLLERR)
        return not poll.poll(0)
    except (OSError, ValueError):  # nothing that could be asked
        return True


def _print_json(item: Envelope) -> None:
    print_json_line(named(item))


def _print_text(item: Envelope) -> None:
    click.echo(envelope_line(item))
