"""What a drawing of a table needs beside the table: who sits above and below, and the map with its borders as paths.

A border between two places that touch, also at a corner, is a straight line. Any other goes along the gaps between the
cells, so that no line runs behind a third place.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from replays.tables.shown import ShownSide, ShownTable
from rules.kernel.layout import Place

CELL = 100
"""The width and the height of a cell, with half a gap on every side, in the units of the drawing."""


class MapWay(msgspec.Struct, frozen=True):
    """A border as the path of a line; `open` if one may go there now."""

    path: str
    open: bool = False


class MapCell(msgspec.Struct, frozen=True):
    """A place as it is drawn: `legal` if a legal move names it now, `fought` if the contest is for it.

    `origin` says that what goes to a legal place comes from here.
    """

    place: Place
    legal: bool = False
    fought: bool = False
    origin: bool = False


class DrawnMap(msgspec.Struct, frozen=True):
    """The map as it is drawn: the number of rows and columns, the cells row by row, and the borders."""

    rows: int
    columns: int
    cells: tuple[MapCell, ...]
    ways: tuple[MapWay, ...]


class DrawnTable(msgspec.Struct, frozen=True):
    """A table with what a page needs to draw it.

    `above` are the sides of the others, the farthest first, and `below` the one that the reader looks from. `names` are
    the players' names by letter. `fighters` says that those who fight are cards, and not pieces on the map. `beside`
    says that the others may sit beside each other: no side has columns that stand for the columns of a map.
    """

    table: ShownTable
    above: tuple[ShownSide, ...]
    below: tuple[ShownSide, ...]
    names: Mapping[str, str]
    map: DrawnMap | None
    fighters: bool
    beside: bool


def drawn(table: ShownTable, legal: Collection[str] = (), origins: Collection[str] = ()) -> DrawnTable:
    """Return a table ready to be drawn; `legal` are places that legal moves name now, `origins` where they come from.

    The viewer sits below; without a viewer that is the first seat.
    """
    sides = list(table.sides)
    own = table.viewer or (sides[0].player if sides else "")
    at = next((at for at, side in enumerate(sides) if side.player == own), 0)
    turned = sides[at:] + sides[:at]
    zones = {place.id for place in table.places}
    fighting = [tile for side in table.lane.sides for tile in side.tiles] if table.lane else []
    return DrawnTable(
        table,
        tuple(reversed(turned[1:])),
        tuple(turned[:1]),
        {side.player: side.name for side in sides},
        drawn_map(table, legal, origins) if table.places else None,
        bool(fighting) and not all(tile.zone in zones for tile in fighting),
        not any(row.look == "columns" for side in sides for row in side.rows),
    )


def drawn_map(table: ShownTable, legal: Collection[str] = (), origins: Collection[str] = ()) -> DrawnMap:
    """Return the map of a table as it is drawn."""
    places = sorted(table.places, key=lambda place: (place.row, place.column))
    by_id = {place.id: place for place in places}
    fought = set(table.lane.at) if table.lane else set()
    pairs = {tuple(sorted((place.id, other))) for place in places for other in place.borders if other in by_id}
    ways = [
        MapWay(way(by_id[one], by_id[other]), any(a in legal and b in origins for a, b in ((one, other), (other, one))))
        for one, other in sorted(pairs)
    ]
    return DrawnMap(
        1 + max(place.row for place in places),
        1 + max(place.column for place in places),
        tuple(MapCell(place, place.id in legal, place.id in fought, place.id in origins) for place in places),
        tuple(ways),
    )


def way(one: Place, other: Place) -> str:
    """Return the path of a line between two places."""
    start, end = _centre(one), _centre(other)
    down, across = other.row - one.row, other.column - one.column
    if abs(down) <= 1 and abs(across) <= 1:
        return _path(start, end)
    # Out of the first cell into the gap beside its row, along it, and along a gap between columns if need be.
    leave = CELL * (one.row + (1 if down >= 0 else 0))
    enter = CELL * (other.row + (0 if down > 0 else 1))
    if leave == enter:
        return _path(start, (start[0], leave), (end[0], leave), end)
    between = CELL * (other.column + (0 if across > 0 else 1))
    return _path(start, (start[0], leave), (between, leave), (between, enter), (end[0], enter), end)


def _centre(place: Place) -> tuple[int, int]:
    return CELL * place.column + CELL // 2, CELL * place.row + CELL // 2


def _path(*points: tuple[int, int]) -> str:
    return "M" + " L".join(f"{x} {y}" for x, y in points)
