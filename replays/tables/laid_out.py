"""Laying out a table: each player's rows and piles as the game's layout says, the contest, the map, common zones."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from ledger.table import Table
from replays.records.views import Onlooker
from replays.tables.shown import (
    ContestLane,
    ContestLaneSide,
    Pile,
    ShownRow,
    ShownSide,
    ShownTable,
    TileColumn,
    TileCount,
)
from replays.tables.tiles import TileMaker, kind_of
from rules.kernel.layout import Layout, Row, RowLook, ShownContest
from rules.kernel.pack import Pack
from rules.kernel.position import Position


def laid_out(pack: Pack, table: Table, viewer: str = "", wrong: Collection[int] = ()) -> ShownTable:
    """Return a table as a player knows it, or everything without a viewer, with values as they count now.

    Values are computed from what the viewer knows, so that nothing in them tells more. `wrong` are components that take
    part in the contest by an illegal move. A viewer who is not at the table raises `LedgerError`.
    """
    return of_position(Onlooker(pack, viewer).position(table), viewer, wrong)


def of_position(pos: Position, viewer: str = "", wrong: Collection[int] = ()) -> ShownTable:
    """Return a position laid out; its table must be what the viewer knows already."""
    layout = pos.pack.layout
    contest = layout.contest(pos) if layout.contest is not None else None
    # Before the first event no zone is laid out, and a map has no places yet.
    places = layout.places(pos) if layout.places is not None and pos.table.specs else ()
    arranger = _Arranger(pos, TileMaker(pos, contest, wrong), [place.id for place in places])
    table = pos.table
    return ShownTable(
        table.seq,
        table.pack,
        table.format,
        viewer,
        tuple(arranger.side(player) for player in table.seats),
        arranger.common_rows(),
        arranger.piles(""),
        _lane(pos, contest, arranger.maker) if contest is not None else None,
        places,
        None if table.winners is None else tuple(table.winners),
        table.reason,
    )


_WORD_END = re.compile(r"[-_]|(?<=[a-z])(?=[0-9])")
"""Where a word of a kind of zone or token ends: `conflict_deck`, `province1`."""


class _Arranger:
    """An arranger of the zones of one position into rows and piles."""

    def __init__(self, pos: Position, maker: TileMaker, places: Iterable[str]) -> None:
        self.pos, self.maker = pos, maker
        self.layout: Layout = pos.pack.layout
        named = {kind for row in (*self.layout.rows, *self.layout.common) for kind in row.zones}
        self.placed = named | set(self.layout.piles) | self.layout.hidden | {self.layout.hand, *places}

    def side(self, player: str) -> ShownSide:
        """Return the side of one player."""
        table = self.pos.table
        seat = table.seats[player]
        roles = [
            role for role, holders in table.roles.items() if player in holders and role not in self.layout.hidden_roles
        ]
        rows = (*self.layout.rows, *self._other_rows(player))
        hand = f"{player}.{self.layout.hand}"
        return ShownSide(
            player,
            seat.name or player,
            seat.faction,
            tuple(roles),
            self._counts(player),
            tuple(self._rows(rows, player)),
            self._pile(hand, "hand") if hand in table.zones else Pile(hand, "hand", 0),
            self.piles(player),
        )

    def common_rows(self) -> tuple[ShownRow, ...]:
        """Return the rows of zones that nobody owns."""
        return tuple(self._rows((*self.layout.common, *self._other_rows("")), ""))

    def piles(self, owner: str) -> tuple[Pile, ...]:
        """Return the piles of a player, or of nobody: those the layout names, and zones it does not name at all."""
        words = self.layout.piles
        order = {kind: at for at, kind in enumerate(words)}
        found = {
            kind: name
            for name, kind in self._zones(owner).items()
            if self.pos.table.zones[name]
            and (kind in words or (kind not in self.placed and not self.pos.table.specs[name].inplay))
        }
        kinds = sorted(found, key=lambda kind: order.get(kind, len(order)))
        return tuple(self._pile(found[kind], words.get(kind, words_of(kind))) for kind in kinds)

    def _zones(self, owner: str) -> dict[str, str]:
        """Return the zones of a player, or those nobody owns, each with its kind."""
        return {name: kind_of(spec) for name, spec in self.pos.table.specs.items() if spec.owner == owner}

    def _other_rows(self, owner: str) -> list[Row]:
        """Return a row for each zone in play that the layout does not name."""
        specs = self.pos.table.specs
        kinds = [kind for name, kind in self._zones(owner).items() if specs[name].inplay and kind not in self.placed]
        return [Row(words_of(kind), (kind,)) for kind in kinds]

    def _rows(self, rows: Iterable[Row], owner: str) -> Iterable[ShownRow]:
        for row in rows:
            columns = [self._column(row, f"{owner}.{kind}" if owner else kind) for kind in row.zones]
            if row.look not in (RowLook.STACKS, RowLook.COLUMNS):
                columns = [column for column in columns if column.tiles]
            if any(column.tiles for column in columns):
                yield ShownRow(row.title, row.look.value, tuple(columns), row.labels)

    def _column(self, row: Row, zone: str) -> TileColumn:
        """Return a zone of a row. Cards in play that have changed hands lie on their controller's side."""
        table = self.pos.table
        spec = table.specs.get(zone)
        owner, kind = (spec.owner, kind_of(spec)) if spec else ("", zone)
        if row.look is RowLook.TILES and owner:
            names = [f"{seat}.{kind}" for seat in table.seats]
            held = [number for name in names for number in table.zones.get(name, ())]
            held = [number for number in held if (table.entities[number].controller or owner) == owner]
        else:
            held = list(table.zones.get(zone, ()))
        tiles = [self.maker.tile(number) for number in held if not self.maker.is_tucked(table.entities[number])]
        return TileColumn(zone, row.words.get(kind, words_of(kind)), tuple(tiles))

    def _pile(self, zone: str, word: str) -> Pile:
        """Return a zone as a pile. Of a deck nobody may look into, only the number is given."""
        table = self.pos.table
        held = table.zones[zone]
        known = [] if table.specs[zone].seen == "none" else [n for n in held if table.entities[n].card]
        return Pile(zone, word, len(held), tuple(self.maker.tile(number) for number in known))

    def _counts(self, player: str) -> tuple[TileCount, ...]:
        tokens = self.pos.table.counters[player]
        found = []
        for shown in self.layout.counts:
            amount = tokens.get(shown.name, 0) if shown.now is None else shown.now(self.pos, player)
            if amount or (shown.always and amount == 0):
                found.append(TileCount(shown.name, shown.word, amount))
        named = {shown.name for shown in self.layout.counts} | self.layout.hidden
        found += [TileCount(name, words_of(name), n) for name, n in sorted(tokens.items()) if name not in named and n]
        return tuple(found)


def _lane(pos: Position, contest: ShownContest, maker: TileMaker) -> ContestLane:
    """Return the contest with its tiles and its result in words."""
    sides = tuple(
        ContestLaneSide(
            side.player,
            _name(pos, side.player),
            side.does,
            side.total,
            tuple(maker.tile(number) for number in side.components),
        )
        for side in contest.sides
    )
    result = ""
    if contest.decided:
        result = f"{_name(pos, contest.winner)} won" if contest.winner else "nobody won"
    return ContestLane(contest.title, contest.measure, contest.facts, sides, contest.winner, result, contest.at)


def _name(pos: Position, player: str) -> str:
    """Return the name of a player; a house that nobody plays is called by its own."""
    seat = pos.table.seats.get(player)
    return seat.name or player if seat else player.capitalize()


def words_of(kind: str) -> str:
    """Return the words for a kind of zone or token that its game gives none for."""
    return _WORD_END.sub(" ", kind)
