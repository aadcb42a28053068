"""The panes beside the events, as styled text: the table, the stack, and who decides what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from rich.console import Console
from rich.text import Text

from replays.records.explanations import Options
from replays.tables.shown import Pile, ShownRow, ShownSide, ShownTable, Tile
from replays.watching.replay import ReplayPoint
from replays.watching.stack import StackRow
from replays.wording.records import hidden_answers, lettered
from replays.wording.tables import alike_names, lane_lines, pile_words, place_words, player_names, tile_words

MOST_MOVES = 40
"""The most legal moves that the pane lists; the dialogue of `o` lists them all."""


def header(name: str, point: ReplayPoint, viewer: str) -> Text:
    """Return the first line: the record and the event, round and phase, and whose knowledge is shown."""
    line = Text(no_wrap=True, overflow="ellipsis")
    line.append(f"{name}@{point.seq}", "bold")
    line.append(f"/{point.last}", "dim")
    for part in (point.round, point.phase if point.phase != point.round else ""):
        if part:
            line.append(f" · {part}")
    line.append(" · ")
    line.append(f"as {viewer}" if viewer else "everything", "reverse" if viewer else "dim")
    return line


def hung(lines: Iterable[Text], console: Console, width: int) -> Text:
    """Return lines wrapped to a width; what goes on stands two columns further in than the line began."""
    found = []
    for line in lines:
        indent = len(line.plain) - len(line.plain.lstrip())
        for at, part in enumerate(line[indent:].wrap(console, max(12, width - indent - 2)) or [Text()]):
            part.rstrip()
            found.append(Text(" " * (indent + 2 if at else indent)) + part)
    return Text("\n").join(found)


def table_pane(table: ShownTable) -> list[Text]:
    """Return the table: the contest first, then each player with the cards in front of them, then what all share."""
    lines: list[Text] = []
    if table.lane is not None:
        lines += [*(Text(line, "yellow") for line in lane_lines(table.lane)), Text()]
    for side in table.sides:
        lines += [*_side(side, player_names(table)), Text()]
    common = [*_places(table), *_rows(table.rows, "", player_names(table)), *_piles(table.piles)]
    if common:
        lines += [Text("Common", "bold underline"), *common, Text()]
    if table.winners is not None:
        names = [side.name for side in table.sides if side.player in table.winners]
        lines.append(Text(f"{' and '.join(names) or 'Nobody'} won. {table.reason}".strip(), "bold green"))
    return lines


def _side(side: ShownSide, names: Mapping[str, str]) -> Iterator[Text]:
    line = Text(side.name, "bold underline")
    if side.name != side.player:
        line.append(f" ({side.player})", "dim not underline not bold")
    counts = [f"{count.word} {count.amount}" for count in side.counts]
    facts = " · ".join([*([side.faction] if side.faction else []), *side.roles, *counts])
    yield line.append(f"  {facts}", "not underline not bold")
    yield from _rows(side.rows, side.player, names)
    yield from _piles((side.hand, *side.piles))


def _rows(rows: Iterable[ShownRow], player: str, names: Mapping[str, str]) -> Iterator[Text]:
    for row in rows:
        if row.tiles:
            yield Text(f" {row.title}", "dim")
        alike = alike_names(row.tiles)
        for (words, style), same in groupby(
            (tile_words(tile, alike, player, names), _tile_style(tile)) for tile in row.tiles
        ):
            count = len(list(same))
            yield Text(f"  {words}{f' × {count}' if count > 1 else ''}", style)


def _piles(piles: Iterable[Pile]) -> Iterator[Text]:
    for pile in piles:
        if pile.count:
            yield Text.assemble((f" {pile.word} ", "dim"), pile_words(pile))


def _tile_style(tile: Tile) -> str:
    if tile.wrongly:
        return "red"
    if tile.imminent or tile.does:
        return "yellow"
    return "dim" if tile.turned or not tile.name else ""


def _places(table: ShownTable) -> Iterator[Text]:
    for place in table.places:
        if place.tokens:
            yield Text.assemble((f" {place.name} ", "dim"), place_words(table, place))


def stack_pane(rows: Iterable[StackRow]) -> list[Text]:
    """Return the stack, the innermost frame first, each with the step it is at."""
    lines = []
    for depth, row in enumerate(rows):
        lines.append(Text.assemble((row.title, "bold" if not depth else ""), (f" @{row.seq}", "dim")))
        if row.step:
            lines.append(Text(f"  {row.step}", "italic" if not depth else "dim italic"))
    return lines or [Text("nothing is being resolved", "dim")]


def moves_pane(found: Options, viewer: str, names: Mapping[str, str]) -> list[Text]:
    """Return who decides what, and the legal moves as a transcript writes them."""
    lines = [Text(decision_words(found, names), "bold")]
    if found.hidden:
        lines.append(Text(hidden_answers(found.player, viewer, names), "dim"))
    lines += [Text(move) for move in found.moves[:MOST_MOVES]]
    if found.more or len(found.moves) > MOST_MOVES:
        lines.append(Text("… and more; press o", "dim"))
    return lines


def decision_words(found: Options, names: Mapping[str, str]) -> str:
    """Return the decision in a line, after which event it is if that is not the present one, and if it made itself.

    `names` has the players' names by letter.
    """
    player = f"{lettered(found.player, names)} decides: " if found.player else ""
    place = f" (after event {found.seq})" if found.snapped else " (it made itself)" if found.by_itself else ""
    return f"{player}{found.where}{place}"
