"""The places of this game: every zone there is, and what an ability may look among in each."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.events import Seat, ZoneSpec
from rules.packs.l5r import reading
from rules.position import Position

ZONES = (
    ("hand", "owner", False),
    ("conflict_deck", "none", False),
    ("dynasty_deck", "none", False),
    ("provinces", "owner", False),
    ("play", "all", True),
    *((slot, "all", True) for slot in (*reading.SLOTS, reading.KEEP)),
    ("role", "all", False),
    ("rings", "all", False),
    ("favor", "all", False),
    ("conflict_discard", "all", False),
    ("dynasty_discard", "all", False),
    ("out", "all", False),
)
"""Each player's zones: kind, who sees into it, and whether what lies there may be in play."""


def zones(seats: Sequence[Seat]) -> tuple[ZoneSpec, ...]:
    """Each player's zones, both discard piles and the role's among them, the unclaimed and contested rings, and the favor.

    `l5r/discard-piles#1`, `l5r/role-cards#1`, `l5r/rings#2`, `l5r/removed-from-game#1`
    """
    owned = tuple(ZoneSpec(f"{seat.player}.{kind}", seat.player, seen, inplay) for seat in seats for kind, seen, inplay in ZONES)
    return (*owned, ZoneSpec("rings"), ZoneSpec("contested"), ZoneSpec("favor"))


def candidates(pos: Position, zone: str) -> list[int]:
    """What an ability may look among: cards in play unless it names another place (`l5r/ability#3`).

    `lying` are the cards in provinces, `rings` every ring.
    """
    if zone == "play":
        return _in_play(pos)
    if zone == "lying":
        return [number for seat in pos.table.seats for number in reading.lying(pos, seat)]
    owned = [number for seat in pos.table.seats for number in pos.table.zones[f"{seat}.{zone}"]]
    if zone == "rings":
        return [*pos.table.zones["rings"], *pos.table.zones["contested"], *owned]
    return owned


def _in_play(pos: Position) -> list[int]:
    """What is in the play areas, then what lies in the provinces and at the stronghold and is in play."""
    found = [entity.id for entity in reading.in_areas(pos)]
    for seat in pos.table.seats:
        for slot in (*reading.SLOTS, reading.KEEP):
            for number in pos.table.zones[f"{seat}.{slot}"]:
                if pos.pack.in_play(pos, pos.table.entities[number]):
                    found.append(number)
    return found
