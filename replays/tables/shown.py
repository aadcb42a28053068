"""A table laid out for people, as plain data: sides with their rows and piles, tiles, the contest, the map."""

from __future__ import annotations

import msgspec

from rules.kernel.layout import Place

VERSION = 1
"""The version of this format. A field may be added without a new number; nothing else may change."""


class TileNumber(msgspec.Struct, frozen=True):
    """A number on a tile: its name and word, how much it is now, and what is printed on the card.

    `now` is None for a dash; `printed` is text, since a dash or an X may be printed, and "" if nothing is.
    """

    name: str
    word: str
    now: int | None
    printed: str
    on_tile: bool = True

    @property
    def text(self) -> str:
        """The number as it counts now; a dash where it has none."""
        return "–" if self.now is None else str(self.now)

    @property
    def differs(self) -> bool:
        """Whether another number is printed on the card than the one that counts now."""
        return bool(self.printed) and self.printed != self.text


class TileQuality(msgspec.Struct, frozen=True):
    """Words on a tile such as its icons: those that count now, and those that are printed."""

    name: str
    now: tuple[str, ...]
    printed: tuple[str, ...]
    on_tile: bool = False


class TileCount(msgspec.Struct, frozen=True):
    """Something counted, with its word: tokens on a card, or a number or word for a player."""

    name: str
    word: str
    amount: int | str


class Tile(msgspec.Struct, frozen=True):
    """A component on the table as the viewer knows it, with everything that lies on it.

    `number` is its own, or a stand-in below 0 if the viewer must not follow it. `name` is empty for a card that the
    viewer does not know. `turned` is the word for a card that lies sideways (`kneeling`), `does` what it does in the
    contest (`attacks`), and `wrongly` that it takes part through an illegal move. `imminent` are the kinds of
    occurrences that are about to happen to it.
    """

    number: int
    name: str
    type: str
    owner: str
    controller: str
    zone: str
    card: str = ""
    unique: bool = False
    facedown: bool = False
    turned: str = ""
    does: str = ""
    wrongly: bool = False
    numbers: tuple[TileNumber, ...] = ()
    qualities: tuple[TileQuality, ...] = ()
    marks: tuple[str, ...] = ()
    tokens: tuple[TileCount, ...] = ()
    imminent: tuple[str, ...] = ()
    attached: tuple[Tile, ...] = ()


class TileColumn(msgspec.Struct, frozen=True):
    """One zone of a row: its name, the word for it, and the tiles in it."""

    zone: str
    word: str
    tiles: tuple[Tile, ...]


class ShownRow(msgspec.Struct, frozen=True):
    """A row of the table: its title, how it is drawn (the words of `RowLook`), and its columns.

    `labels` says that the word of each column is shown.
    """

    title: str
    look: str
    columns: tuple[TileColumn, ...]
    labels: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of all columns, one after another."""
        return tuple(tile for column in self.columns for tile in column.tiles)


class Pile(msgspec.Struct, frozen=True):
    """A zone of which mostly the number of cards matters; `tiles` are those that the viewer knows."""

    zone: str
    word: str
    count: int
    tiles: tuple[Tile, ...] = ()

    @property
    def unknown(self) -> int:
        """How many of its cards the viewer does not know, or that are not listed."""
        return self.count - len(self.tiles)


class ShownSide(msgspec.Struct, frozen=True):
    """A player's side of the table. Its rows go from the edge to the middle; rows without cards are left out."""

    player: str
    name: str
    faction: str
    roles: tuple[str, ...]
    counts: tuple[TileCount, ...]
    rows: tuple[ShownRow, ...]
    hand: Pile
    piles: tuple[Pile, ...]


class ContestLaneSide(msgspec.Struct, frozen=True):
    """One side of the contest being fought: whose it is, what it does, its total and its tiles."""

    player: str
    name: str
    does: str
    total: int
    tiles: tuple[Tile, ...]


class ContestLane(msgspec.Struct, frozen=True):
    """The challenge, conflict, battle or clash being fought, with both sides, their totals and the result so far.

    `result` says who won, in words; it is empty until that is decided. `at` are the components and places it is for.
    """

    title: str
    measure: str
    facts: tuple[str, ...]
    sides: tuple[ContestLaneSide, ...]
    winner: str
    result: str
    at: tuple[int | str, ...] = ()


class ShownTable(msgspec.Struct, frozen=True):
    """The table after event `seq` as `viewer` knows it (everything, if empty).

    `rows` and `piles` are those that nobody owns. `places` is the map, for games that have one.
    """

    seq: int
    pack: str
    format: str
    viewer: str
    sides: tuple[ShownSide, ...]
    rows: tuple[ShownRow, ...]
    piles: tuple[Pile, ...]
    lane: ContestLane | None
    places: tuple[Place, ...]
    winners: tuple[str, ...] | None = None
    reason: str = ""
    version: int = VERSION

    def side(self, player: str) -> ShownSide | None:
        """Return the side of a player, or None for somebody who has none, such as a house nobody plays."""
        return next((side for side in self.sides if side.player == player), None)
