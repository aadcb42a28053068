"""A record written as a transcript: its beginning as set-up lines, every decision, outcome and correction as a line.

A game of legal moves reads back as the same moves at the same decisions, if it defines no cards of its own. Every pass
is a line, and `passes written` says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ledger.entries import Entry
from ledger.events import Component, Corrected, GameStarted, Introduced, ViolationNoted
from ledger.table import Table
from replays.errors import ReplayError
from replays.meaning.corrections import written
from replays.meaning.names import Names
from replays.meaning.writer import Writer
from replays.records.reasons import in_words
from replays.records.rejudging import answer
from rules.engine import advance
from rules.kernel.asks import CHANCE
from rules.kernel.pack import Pack
from rules.kernel.position import Position

ROW = 110
"""The number of characters after which a list of cards goes on in another line."""


def transcribe(pack: Pack, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the lines of the transcript of a full game.

    A noted violation becomes only a remark, so a game in which an illegal move was applied does not read back the same.
    Card definitions, short names, retracted moves and the evidence of entries are not written. A record that begins
    with a position raises ReplayError when the first line is asked for.
    """
    start, brought = _beginning(entries)
    yield f"lastword 1 {pack.id} {start.format}"
    yield from _tournament(start)
    yield "players " + ", ".join(f'{seat.player} "{seat.name}" {seat.faction}'.rstrip() for seat in start.seats)
    yield from _stock(pack, brought, start)
    yield ""
    yield "passes written"
    yield ""
    yield from _moves(pack, entries)


def _beginning(entries: Sequence[Entry]) -> tuple[GameStarted, tuple[Component, ...]]:
    """Return the first event of a full game and the components that it introduces."""
    first = entries[0].events if entries else ()
    start = next((event for event in first if isinstance(event, GameStarted)), None)
    brought = next((event.components for event in first if isinstance(event, Introduced)), None)
    if start is None or brought is None or entries[0].own != 3:
        raise ReplayError("only a game recorded from its setup on can be written as a transcript")
    return start, brought


def _tournament(start: GameStarted) -> Iterator[str]:
    """Yield the line that says where a game was played, if its settings say so."""
    event = start.settings.get("tournament")
    if event:
        places = [
            f", {word} {start.settings[key]}"
            for word in ("round", "table")
            if (key := f"tournament {word}") in start.settings
        ]
        yield f'tournament "{event}"{"".join(places)}'


def _stock(pack: Pack, brought: Iterable[Component], start: GameStarted) -> Iterator[str]:
    """Return a set-up line for each zone that players brought, in the order of the components; copies are counted."""
    players = {seat.player for seat in start.seats}
    common, _ = pack.notation.common.get(start.format, ("", ""))
    for zone, parts in groupby(brought, key=lambda part: part.zone):
        player, _, kind = zone.partition(".")
        if zone == common or (player not in players and zone not in pack.notation.shared):
            continue
        row = begins = f"{player} {kind}" if player in players else zone
        filled = False
        for card, copies in groupby(parts, key=lambda part: part.card):
            item = _item(pack, card, len(list(copies)))
            if filled and len(row) + len(item) > ROW:
                yield row
                row, filled = begins, False
            row += f"{',' if filled else ''} {item}"
            filled = True
        yield row


def _item(pack: Pack, card: str, count: int) -> str:
    """Return an item of a set-up line, `3 "Guard"`: by its title or, if other cards have it too, by its id."""
    if not card:
        return f"{count} unknown"
    name = pack.cards[card].name if _has_its_own_title(pack, card) else card
    return f'{count} "{name}"' if count > 1 else f'"{name}"'


def _has_its_own_title(pack: Pack, card: str) -> bool:
    """Whether no other card of the game has the same title."""
    name = pack.cards[card].name
    return sum(1 for other in pack.cards.values() if other.name == name) == 1


def _moves(pack: Pack, entries: Sequence[Entry]) -> Iterator[str]:
    """Return a line for each decision and each correction, and a remark for each violation that was noted."""
    position = Position(pack, Table())
    writer = Writer(pack, Names(pack))
    for entry in entries:
        made = answer(entry)
        if made is not None:
            ask = advance(position)
            player, move = made
            if ask is not None:
                asked = player in (CHANCE, ask.player)
                line = writer.answer(position, ask, move) if asked else writer.move(position, player, move, "")
                yield f"{line}{_titles_remark(position, line)}"
        elif isinstance(entry.events[0], Corrected):
            line = written(writer, position, entry.events[0])
            yield f"{line}{_titles_remark(position, line)}"
        elif isinstance(entry.events[0], ViolationNoted):
            yield f"# not legal, line {entry.events[0].line}: {in_words(entry.events[0].reasons, cite=True)}"
        position.ask = None
        for event in entry.events:
            position.emit(event)
        position.log.clear()


def _titles_remark(pos: Position, line: str) -> str:
    """Return a remark with the titles of components that a line names by number; none for a shuffle."""
    if line.startswith("shuffle "):
        return ""
    words = line.replace(",", " ").split()
    numbers = [int(word[1:]) for word in words if word.startswith("#") and word[1:].isdecimal()]
    titles = [pos.card(number).name for number in numbers if pos.entity(number).card]
    return f"  # {', '.join(titles)}" if titles else ""
