"""The table in this game's terms: the challenge being resolved, plots, kinds of cards, who controls what, titles."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.table import Entity, Frame
from rules.kernel.position import Position

KINDS = ("military", "intrigue", "power")
"""The kinds of challenge, each with its icon (`agot2/challenge-icons#1`)."""
PHASES = ("plot", "draw", "marshaling", "challenges", "dominance", "standing", "taxation")
"""The phases of a round in their order; each name is also the kind of frame that is open while the phase runs."""
MARSHALED_TYPES = ("character", "location", "attachment")
"""The types of cards a player may marshal, ambush or place during setup."""
VICTORY = 15
"""How much power wins the game (`agot2/power#1`)."""


def challenge(pos: Position) -> Frame | None:
    """Return the frame of the challenge being resolved, or None.

    A challenge is being resolved from its initiation to its end (`agot2/challenge-resolution#2`).
    """
    return pos.enclosing("challenge")


def faction_card(pos: Position, player: str) -> int:
    """Return the component number of a player's faction card."""
    return pos.zone(player, "faction")[0]


def plot(pos: Position, player: str) -> int:
    """Return the component number of a player's revealed plot, the latest one, or 0 if there is none."""
    revealed = pos.zone(player, "plot")
    return revealed[-1] if revealed else 0


def title_of(pos: Position, player: str) -> str:
    """Return the card id of the title a player bears, or an empty string."""
    borne = pos.zone(player, "title")
    return pos.entity(borne[0]).card if borne else ""


def is_duplicate(entity: Entity) -> bool:
    """Whether a component lies under a unique card as its duplicate.

    A duplicate is no card of the type printed on it (`agot2/duplicates#8`).
    """
    return "duplicate" in entity.marks


def card_type(pos: Position, entity: Entity) -> str:
    """Return the one type a component has now: `duplicate`, `attachment` if marked as one, else the printed type.

    A duplicate is no attachment (`agot2/duplicates#7`) and has none of its printed types (`agot2/duplicates#12`). A
    card whose type was changed has no other (`agot2/card-types#2`).
    """
    if "duplicate" in entity.marks:
        return "duplicate"
    if "attachment" in entity.marks:
        return "attachment"
    return pos.card(entity.id).type


def is_character(pos: Position, number: int) -> bool:
    """Whether a component has the type character now, in play or not."""
    return card_type(pos, pos.table.entities[number]) == "character"


def in_play(pos: Position) -> Iterator[Entity]:
    """Yield every component in the play areas, seat by seat: cards with their attachments and duplicates.

    Faction cards, plots and titles lie in zones of their own and are not among them.
    """
    for player in pos.table.seats:
        for number in pos.table.zones[f"{player}.play"]:
            yield pos.table.entities[number]


def characters(pos: Position, player: str) -> list[int]:
    """Return the characters in play that a player controls."""
    return [entity.id for entity in in_play(pos) if entity.controller == player and is_character(pos, entity.id)]


def duplicates_of(pos: Position, number: int) -> list[int]:
    """Return the duplicates that lie under a card."""
    return [part for part in pos.entity(number).attached if is_duplicate(pos.entity(part))]


def kneeling(pos: Position, number: int) -> bool:
    """Whether a card is kneeling."""
    return "kneeling" in pos.table.entities[number].marks


def power_of(pos: Position, player: str) -> int:
    """Return the power on all cards a player controls (`agot2/power#2`).

    Power counts whether it was gained or moved there (`agot2/moving-power#2`).
    """
    return sum(
        entity.counters.get("power", 0)
        for entity in pos.table.entities.values()
        if entity.controller == player and entity.counters
    )


def times(pos: Position, key: str) -> int:
    """Return how often `key`, such as `won power A`, was counted in periods that are still running, all added up."""
    return sum(uses.get(key, 0) for uses in pos.table.uses.values())
