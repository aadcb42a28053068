"""Show the last events of a game, and new ones as they are recorded."""

from __future__ import annotations

import select
import sys
from collections import deque
from collections.abc import Iterable, Iterator

import click
from msgspec.structs import replace

from ledger.entries import Entry, Envelope, envelopes
from ledger.store import Ledger
from ledger.streams import Head
from ledger.table import Table, clone
from replays.cli._common import Number, as_option, json_option, opened, print_json_line, split_address
from replays.cli._completion import at_option, complete_game
from replays.errors import ReplayError
from replays.records.record import pack_of
from replays.records.views import Onlooker, player_of
from replays.wording.tables import envelope_line, event_data
from replays.wording.telling import told
from rules.catalogue import pack_ids
from rules.kernel.pack import Pack

GLANCE = 1.0
"""Seconds without a new event after which it is checked whether anybody still reads the output.

Without this check, a closed pipe would be noticed only when the next event is written.
"""


@click.command("tail")
@click.argument("game", metavar="GAME", shell_complete=complete_game)
@click.option("-n", "lines", type=Number(min=0), default=10, help="Begin with the last N events (unless given: 10).")
@at_option("Begin with event N instead.")
@click.option("--follow", is_flag=True, help="Go on with new events as they are recorded, until Ctrl-C.")
@click.option(
    "--idle", type=float, metavar="SECONDS", help="With --follow, stop after so many seconds without a new event."
)
@as_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    lines: int,
    at: int | None,
    follow: bool,
    idle: float | None,
    player: str,
    as_json: bool,
) -> None:
    """Tell the last events of a GAME in words; with --follow also new ones, until Ctrl-C.

    \b
    Examples:
      lastword tail table-7
      lastword tail table-7@40
      lastword tail table-7 --follow --as B
      lastword tail table-7 --json | jq .event
    """
    name, seq = split_address(game, at)
    with opened(ctx) as ledger:
        head = ledger.head(name)
        if seq is not None and seq > head.last:
            raise ReplayError(f"{head.name} has events 1 to {head.last}, not {seq}")
        start = max(1, head.last - lines + 1) if seq is None else seq
        show = _print_json if as_json else _print_text
        onlooker = _onlooker(ledger, head, player)
        table = ledger.table_at(head, min(start, head.last + 1) - 1)
        past = list(ledger.envelopes(head, start))
        for item, (event, words) in zip(past, told(onlooker, tuple(item.event for item in past), table), strict=True):
            show(replace(item, event=event), words)
        if not follow:
            return
        try:
            stack = [frame.id for frame in table.frames]
            news = _Told(onlooker, table)
            for item in envelopes(news.entries(_news(ledger, head, idle)), stack):
                show(item, news.words.popleft())
        except KeyboardInterrupt:
            return


class _Told:
    """New entries as an onlooker sees them; `words` has the words of their events, in order."""

    def __init__(self, onlooker: Onlooker, table: Table) -> None:
        self.onlooker, self.table = onlooker, table
        self.words: deque[str] = deque()

    def entries(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Yield the entries with their events as they are seen."""
        for entry in entries:
            before = clone(self.table)
            self.words.extend(words for _, words in told(self.onlooker, entry.events, self.table))
            yield from self.onlooker.entries([entry], before)


def _onlooker(ledger: Ledger, head: Head, player: str) -> Onlooker:
    """Return the onlooker that `--as` names; without it, one who sees everything."""
    start = ledger.table_at(head, min(1, head.last))
    pack = pack_of(start.pack, start.settings, head.name) if start.pack in pack_ids() else Pack()
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


def _print_json(item: Envelope, words: str) -> None:
    print_json_line(event_data(item, words))


def _print_text(item: Envelope, words: str) -> None:
    click.echo(envelope_line(item, words))
