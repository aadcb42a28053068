"""How a game's table looks, as data: its rows, what a tile shows, the contest being fought, the map.

A pack gives a `Layout`; whatever shows a table (`lastword state`, pages) reads it. A game without one is shown zone by
zone. Functions here only look at a position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from rules.language.cards import Card

if TYPE_CHECKING:
    from ledger.table import Entity
    from rules.kernel.position import Position


class RowLook(Enum):
    """How a row is drawn."""

    TILES = "tiles"
    """Every card is a tile of its own; its attachments are tucked under it."""
    STACKS = "stacks"
    """Every zone is a column: the cards in it lie on one another, such as the cards on a province."""
    COLUMNS = "columns"
    """Every zone is a column of tiles, above or below the column of the map it belongs to."""
    STRIP = "strip"
    """Every card is a line with its name, such as a plot or a ring."""


class Row(msgspec.Struct, frozen=True):
    """A row of the table: its title, the kinds of zones in it in their order, and whether each is named above it.

    `words` are what kinds of zones are called here; without one a kind is called by its own words.
    """

    title: str
    zones: tuple[str, ...]
    look: RowLook = RowLook.TILES
    labels: bool = False
    words: Mapping[str, str] = {}


class ShownNumber(msgspec.Struct, frozen=True):
    """A number that a tile shows: its name, the word before it (`STR`), and how much it is now.

    Those not `on_tile` are shown with a card's details only. `now` returns None for a dash. `printed` returns the
    number on the card as it stands there; None means the printed number called `name`.
    """

    name: str
    word: str
    now: Callable[[Position, int], int | None]
    on_tile: bool = True
    printed: Callable[[Card], str] | None = None

    def on_card(self, card: Card) -> str:
        """Return the printed number as it stands on the card; "" if the card has none."""
        if self.printed is not None:
            return self.printed(card)
        return card.shown(self.name) if self.name in card.numbers or self.name in card.dashes else ""


class ShownQuality(msgspec.Struct, frozen=True):
    """Qualities that a tile shows as words, such as icons or keywords.

    `name` is the field of `Card` that has the printed ones, `gift` the word by which cards give others, and `has` says
    whether a component has one now. Those `on_tile` are always shown, the others only with a card's details.
    """

    name: str
    gift: str
    has: Callable[[Position, int, str], bool]
    on_tile: bool = False


class PlayerCount(msgspec.Struct, frozen=True):
    """Something counted for a player: the name of the token or total, its word, and how much it is now.

    Without `now`, it is the number of the player's tokens called `name`. A word, such as the side of a favor that is
    up, may stand in place of a number; an empty one is not shown. Neither is a 0, unless it is shown `always`.
    """

    name: str
    word: str
    now: Callable[[Position, str], int | str] | None = None
    always: bool = True


class ContestSide(msgspec.Struct, frozen=True):
    """One side of a contest: whose it is, what its components do (`attacks`), which they are, and their total."""

    player: str
    does: str
    components: tuple[int, ...]
    total: int


class ShownContest(msgspec.Struct, frozen=True):
    """The challenge, conflict, battle or clash being fought.

    `frame` is the number of its frame, `measure` the word for the totals. `facts` say what it is about; `at` are
    components or a place it is fought for. `winner` is empty until it is decided; `decided` says that it is, also if
    nobody won.
    """

    frame: int
    title: str
    measure: str
    sides: tuple[ContestSide, ...]
    facts: tuple[str, ...] = ()
    at: tuple[int | str, ...] = ()
    winner: str = ""
    decided: bool = False


class PlaceToken(msgspec.Struct, frozen=True):
    """Pieces of one side on a place: whose they are, what they are, and how many."""

    player: str
    what: str
    amount: int


class Place(msgspec.Struct, frozen=True):
    """A place of the map in the cell it is drawn in, as it is now.

    `id` is its zone, or the word by which moves name it. `borders` are the ids of its neighbours.
    """

    id: str
    name: str
    row: int
    column: int
    facts: tuple[str, ...] = ()
    tokens: tuple[PlaceToken, ...] = ()
    borders: tuple[str, ...] = ()


def _printed_type(pos: Position, entity: Entity) -> str:
    return pos.card(entity.id).type


class Layout(msgspec.Struct, frozen=True):
    """What a game's table looks like.

    - `rows`: those of a player's side, from the edge of the table to its middle; `common`: those of shared zones.
    - `hand`, `piles`: the kind of zone that is a hand; zones of which mostly the number of cards matters, with words.
    - `hidden`: kinds of zones, and players' tokens, that tell a reader nothing.
    - `hidden_roles`: roles of players that a table does not show, since it shows them in another way.
    - `counts`: what is counted for a player; other tokens of theirs follow under their own names.
    - `numbers`, `qualities`: what a tile shows, the numbers by the type of card that `type_of` says it is now.
    - `turned`: marks that turn a card sideways; `marks`: words for other marks, an empty one for those not shown.
    - `outcomes`: the kinds of occurrences that a list of moves tells, too, such as who won a challenge.
    - `contest`, `places`: what is being fought, if anything is; the map, for games that have one.
    """

    rows: tuple[Row, ...] = ()
    common: tuple[Row, ...] = ()
    hand: str = "hand"
    piles: Mapping[str, str] = {}
    hidden: frozenset[str] = frozenset()
    hidden_roles: frozenset[str] = frozenset({"players"})
    counts: tuple[PlayerCount, ...] = ()
    numbers: Mapping[str, tuple[ShownNumber, ...]] = {}
    qualities: tuple[ShownQuality, ...] = ()
    type_of: Callable[[Position, Entity], str] = _printed_type
    turned: frozenset[str] = frozenset()
    marks: Mapping[str, str] = {}
    outcomes: frozenset[str] = frozenset()
    contest: Callable[[Position], ShownContest | None] | None = None
    places: Callable[[Position], tuple[Place, ...]] | None = None
