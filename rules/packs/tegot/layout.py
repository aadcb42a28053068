"""What the table looks like: the map in a grid of its domains, and each player's mat and pool beside it."""

from __future__ import annotations

from collections import Counter

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
)
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.worldmap import HOUSES, RING, Domain

GRID = (
    ("stony-shore", "winterfell", "last-hearth", "castle-black"),
    ("barrowlands", "moat-cailin", "white-harbor", "hornwood"),
    ("pyke", "riverrun", "mountain-region", "the-eyrie"),
    ("casterly-rock", "ashemark", "kings-landing", "dragonstone"),
    ("silverhill", "highgarden", "the-reach", "rainwood"),
    ("the-arbor", "oldtown", "sunspear", "storms-end"),
)
"""The cells in which the domains of the shipped map are drawn. Another map gets a column for each map card."""


def _cells(pos: Position) -> dict[str, tuple[int, int]]:
    """Return the row and column of each domain."""
    domains = board.world(pos).domains
    fixed = {name: (row, column) for row, names in enumerate(GRID) for column, name in enumerate(names)}
    if set(domains) <= set(fixed):
        return fixed
    used: Counter[int] = Counter()
    found = {}
    for domain in domains.values():
        column = RING.index(domain.card) if domain.card in RING else len(RING)
        found[domain.id] = (used[column], column)
        used[column] += 1
    return found


def _castle_of(pos: Position, domain: str) -> str:
    """Return the player who has the castle token of a domain, or ""."""
    for player in pos.table.seats:
        if any(pos.card(number).facts.get("domain") == domain for number in pos.zone(player, "castles")):
            return player
    return ""


def _facts(pos: Position, domain: Domain) -> tuple[str, ...]:
    facts = [f"{domain.gold} gold"] if domain.gold else []
    if domain.castle:
        holder = _castle_of(pos, domain.id)
        facts.append(f"castle of {pos.player_name(holder)}" if holder else "castle")
    if domain.throne:
        facts.append("throne")
    return tuple(facts)


def _tokens(pos: Position, domain: str) -> tuple[PlaceToken, ...]:
    """Return the units in a domain by the side they fight for, heroes apart from power tokens."""
    counted: Counter[tuple[str, str]] = Counter()
    for number in pos.table.zones[domain]:
        what = "hero" if board.is_hero(pos, number) else "power"
        counted[board.side(pos, board.faction(pos, number)), what] += 1
    return tuple(PlaceToken(side, what, amount) for (side, what), amount in counted.items())


def _places(pos: Position) -> tuple[Place, ...]:
    cells = _cells(pos)
    return tuple(
        Place(domain.id, domain.name, *cells[domain.id], _facts(pos, domain), _tokens(pos, domain.id), domain.borders)
        for domain in board.world(pos).domains.values()
    )


def _battle(pos: Position) -> ShownContest | None:
    frame = pos.enclosing("battle")
    if frame is None:
        return None
    domain = frame.text("domain")
    sides = tuple(
        ContestSide(frame.text(who), does, tuple(board.units_in(pos, domain, frame.text(who))), frame.number(total))
        for who, does, total in (("attacker", "attacks", "attack"), ("defender", "defends", "defence"))
    )
    title = f"Battle for {board.world(pos).domains[domain].name}"
    winner = frame.text("winner")
    return ShownContest(frame.id, title, "strength", sides, (), (domain,), winner, bool(winner))


def _castles(pos: Position, player: str) -> int:
    return board.castles(pos, player)


def _dice(pos: Position, player: str) -> str:
    return " and ".join(board.face_of(pos, number) or "unknown" for number in pos.zone(player, "dice"))


LAYOUT = Layout(
    rows=(
        Row("battle", ("battle", "played"), RowLook.STRIP),
        Row("kept", ("kept", "shields", "pool"), RowLook.STRIP, words={"pool": "ally pool"}),
    ),
    common=(
        Row("action mat", ("dice", *(f"slot.{name}" for name in board.ACTIONS)), RowLook.STRIP),
        Row("neutral", ("neutral", "throne"), RowLook.STRIP),
    ),
    piles={"deck": "deck", "discard": "discarded"},
    hidden=frozenset(
        {"castles", "dice", "vengeance", "box", "bottom.left", "bottom.right", *(board.mat(house) for house in HOUSES)}
    ),
    counts=(
        PlayerCount("gold", "gold"),
        PlayerCount("points", "points"),
        PlayerCount("castles", "castles", _castles),
        PlayerCount("dice", "chosen dice", _dice),
    ),
    numbers={"plot": (ShownNumber("strength", "strength", lambda pos, number: pos.card(number).number("strength")),)},
    outcomes=frozenset({"won", "scored", "took", "returned"}),
    contest=_battle,
    places=_places,
)
"""The table of this game."""
