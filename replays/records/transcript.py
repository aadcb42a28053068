"""A record as a transcript: its beginning as set-up lines, every decision and every random outcome as a line.

It reads back as the same moves at the same decisions. Every pass is written, and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ledger.entries import Entry
from ledger.events import Component, GameStarted, Introduced, ViolationNoted
from ledger.table import Table
from replays.errors import ReplayError
from replays.meaning.names import Names
from replays.meaning.writer import Writer
from replays.records.rejudging import answer
from rules.engine import advance
from rules.kernel.asks import CHANCE
from rules.kernel.pack import Pack
from rules.kernel.position import Position

ROW = 110
"""Characters after which a list of cards goes on in another line."""


def transcribe(pack: Pack, entries: Sequence[Entry]) -> Iterator[str]:
    """The lines of a full game's transcript."""
    start, brought = _beginning(entries)
    yield f"lastword 1 {pack.id} {start.format}"
    yield "players " + ", ".join(f'{seat.player} "{seat.name}" {seat.faction}'.rstrip() for seat in start.seats)
    yield from _stock(pack, brought, start)
    yield ""
    yield "passes written"
    yield ""
    yield from _moves(pack, entries)


def _beginning(entries: Sequence[Entry]) -> tuple[GameStarted, tuple[Component, ...]]:
    first = entries[0].events if entries else ()
    start = next((event for event in first if isinstance(event, GameStarted)), None)
    brought = next((event.components for event in first if isinstance(event, Introduced)), None)
    if start is None or brought is None or entries[0].own != 3:
        raise ReplayError("only a game recorded from its setup on can be written as a transcript")
    return start, brought


def _stock(pack: Pack, brought: Iterable[Component], start: GameStarted) -> Iterator[str]:
    """What each player brought, in the order it was numbered; copies beside one another are counted."""
    players = {seat.player for seat in start.seats}
    given, _ = pack.notation.common.get(start.format, ("", ""))
    for zone, parts in groupby(brought, key=lambda part: part.zone):
        player, _, kind = zone.partition(".")
        if zone == given or (player not in players and zone not in pack.notation.shared):
            continue
        row = begins = f"{player} {kind}" if player in players else zone
        filled = False
        for card, copies in groupby(parts, key=lambda part: part.card):
            count = len(list(copies))
            name = f'"{pack.cards[card].name}"' if card and _only(pack, card) else f'"{card}"' if card else "unknown"
            item = f"{count} {name}" if count > 1 or not card else name
            if filled and len(row) + len(item) > ROW:
                yield row
                row, filled = begins, False
            row += f"{',' if filled else ''} {item}"
            filled = True
        yield row


def _only(pack: Pack, card: str) -> bool:
    name = pack.cards[card].name
    return sum(1 for other in pack.cards.values() if other.name == name) == 1


def _moves(pack: Pack, entries: Sequence[Entry]) -> Iterator[str]:
    position = Position(pack, Table())
    writer = Writer(pack, Names(pack))
    for entry in entries:
        made = answer(entry)
        if made is not None:
            ask = advance(position)
            player, move = made
            if ask is not None:
                line = (
                    writer.answer(position, ask, move)
                    if player in (CHANCE, ask.player)
                    else writer.move(position, player, move, "")
                )
                yield f"{line}{_remark(position, line)}"
        elif isinstance(entry.events[0], ViolationNoted):
            yield f"# not legal, line {entry.events[0].line}: {entry.events[0].says}"
        position.ask = None
        for event in entry.events:
            position.emit(event)
        position.log.clear()


def _remark(pos: Position, line: str) -> str:
    """The titles of components written by their numbers, for people."""
    if line.startswith("shuffle "):
        return ""
    numbers = [
        int(word[1:]) for word in line.replace(",", " ").split() if word.startswith("#") and word[1:].isdecimal()
    ]
    titles = [pos.card(number).name for number in numbers if pos.entity(number).card]
    return f"  # {', '.join(titles)}" if titles else ""
