"""What the table looks like: players' cards beside three regions, and the map of six locations between them."""

from __future__ import annotations

from rules.kernel.layout import (
    ContestSide,
    Layout,
    Place,
    PlaceToken,
    PlayerCount,
    Row,
    RowLook,
    ShownContest,
    ShownNumber,
    ShownQuality,
)
from rules.kernel.position import Position
from rules.packs.okc import board, values


def _has_order(pos: Position, number: int, order: str) -> bool:
    return values.order_of(pos, number, order.split("(")[0].strip()) > 0


def _clash(pos: Position) -> ShownContest | None:
    frame, region = board.clash(pos), pos.enclosing("region")
    if frame is None or region is None:
        return None
    place = frame.text("region")
    sides = tuple(
        ContestSide(player, "fights", tuple(board.clash_cards(pos, player)), values.total_strength(pos, player))
        for player in board.participants(pos)
    )
    tied = region.names("tied")
    facts = (f"tied: {' and '.join(tied)}",) if tied else ()
    at = (*board.REGIONS[place], place)
    decided = bool(region.text("winner") or tied)
    title = f"Clash for the {place.capitalize()}"
    return ShownContest(frame.id, title, "Strength", sides, facts, at, region.text("winner"), decided)


def _places(pos: Position) -> tuple[Place, ...]:
    """Return the six locations: a column for each region, the region's first location above the second.

    There are none before setup has put the map on the table.
    """
    if len(pos.table.zones["map"]) < len(board.LOCATIONS):
        return ()
    return tuple(
        _place(pos, location, row, column, region)
        for column, (region, pair) in enumerate(board.REGIONS.items())
        for row, location in enumerate(pair)
    )


def _place(pos: Position, location: str, row: int, column: int, region: str) -> Place:
    resolved = ("resolved",) if region in board.resolved(pos) else ()
    tokens = [
        PlaceToken(player, "markers", amount)
        for player in pos.table.seats
        if (amount := board.markers(pos, player, location))
    ]
    for number in pos.table.zones[location]:
        entity, card = pos.entity(number), pos.card(number)
        what = {"herald": "Herald", "favour": "Kingdom's Favour"}.get(card.type, card.name)
        tokens.append(PlaceToken(entity.owner, what, 1))
    if row == 0:
        tokens += [
            PlaceToken(player, "Supporters", amount)
            for player in pos.table.seats
            if (amount := board.supporters_on(pos, player, region))
        ]
    name = pos.card(board.location_entity(pos, location)).name
    return Place(location, name, row, column, (region.capitalize(), *resolved), tuple(tokens))


_PLACED = frozenset(f"{what}-{region}" for what in ("supporters", "fought") for region in board.REGIONS)
"""Players' tokens that stand on the map."""

LAYOUT = Layout(
    rows=(
        Row("board", ("faction", "board", "tactics", "supply", "herald", "favour"), RowLook.STRIP),
        Row("councils", board.COUNCILS, RowLook.STACKS, labels=True),
        Row("beside the regions", tuple(board.REGIONS), RowLook.COLUMNS),
    ),
    common=(Row("Great Road", ("road",), RowLook.STRIP),),
    piles={
        "deck": "deck",
        "discard": "discarded",
        "power": "place of power",
        "losses": "losses",
        "burned": "burned",
        "bid": "bid",
        "dealt": "dealt",
        "kingdom": "Kingdom deck",
        "kingdom-discard": "Kingdom discard",
    },
    hidden=frozenset({"map", "occupying", *board.REGIONS, *board.LOCATIONS, *_PLACED}),
    hidden_roles=frozenset({"players", "favour"}),
    counts=(
        PlayerCount("influence", "influence"),
        PlayerCount("lore", "lore"),
        PlayerCount("supporters", "Supporters"),
        PlayerCount("supporters-lost", "Supporters lost", always=False),
        PlayerCount("limit", "hand limit"),
        *(PlayerCount(f"markers-{council}", f"markers on {council}", always=False) for council in board.COUNCILS),
    ),
    numbers=dict.fromkeys(
        board.FACTION_CARDS,
        (
            ShownNumber("strength", "Strength", values.strength),
            ShownNumber("votes", "votes", values.votes),
            ShownNumber("lore", "lore", values.lore, on_tile=False),
        ),
    ),
    qualities=(
        ShownQuality("keywords", "order", _has_order),
        ShownQuality("traits", "trait", values.has_trait),
    ),
    turned=frozenset({"exhausted"}),
    marks={f"fought-{region}": "has fought" for region in board.REGIONS},
    outcomes=frozenset({"won", "tied", "claimed", "eliminated", "acquired", "burned"}),
    contest=_clash,
    places=_places,
)
"""The table of this game."""
