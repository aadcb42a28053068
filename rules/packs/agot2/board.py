"""Reading the table in this game's terms: challenges, plots, strength, icons, keywords, who controls what."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.table import Entity, Frame
from rules.kernel.position import Position

KINDS = ("military", "intrigue", "power")
"""The kinds of challenge, each with its icon (`agot2/challenge-icons#1`)."""
PHASES = ("plot", "draw", "marshaling", "challenges", "dominance", "standing", "taxation")
VICTORY = 15
"""The power that wins (`agot2/power#1`)."""


def challenge(pos: Position) -> Frame | None:
    """The challenge being resolved, from its initiation to its end, if any (`agot2/challenge-resolution#2`)."""
    return pos.enclosing("challenge")


def faction_card(pos: Position, player: str) -> int:
    """A player's faction card."""
    return pos.zone(player, "faction")[0]


def plot(pos: Position, player: str) -> int:
    """A player's revealed plot, or 0."""
    revealed = pos.zone(player, "plot")
    return revealed[-1] if revealed else 0


def is_duplicate(entity: Entity) -> bool:
    """Whether a component lies under a unique card as its duplicate: it is then no card of its type
    (`agot2/duplicates#8`).
    """
    return "duplicate" in entity.marks


def card_type(pos: Position, entity: Entity) -> str:
    """The type a component has now: as a duplicate no attachment (`agot2/duplicates#7`) and not what is printed
    on it (`agot2/duplicates#12`), and nothing else when changed (`agot2/card-types#2`)."""
    if "duplicate" in entity.marks:
        return "duplicate"
    if "attachment" in entity.marks:
        return "attachment"
    return pos.card(entity.id).type


def is_character(pos: Position, number: int) -> bool:
    """Whether a component is a character."""
    return card_type(pos, pos.table.entities[number]) == "character"


def in_play(pos: Position) -> Iterator[Entity]:
    """Every component in the play areas."""
    for player in pos.table.seats:
        for number in pos.table.zones[f"{player}.play"]:
            yield pos.table.entities[number]


def characters(pos: Position, player: str) -> list[int]:
    """The characters a player controls."""
    return [entity.id for entity in in_play(pos) if entity.controller == player and is_character(pos, entity.id)]


def duplicates_of(pos: Position, number: int) -> list[int]:
    """The duplicates under a card."""
    return [part for part in pos.entity(number).attached if is_duplicate(pos.entity(part))]


def kneeling(pos: Position, number: int) -> bool:
    """Whether a card is kneeling."""
    return "kneeling" in pos.table.entities[number].marks


def power_of(pos: Position, player: str) -> int:
    """The power on every card a player controls (`agot2/power#2`), however it came there (`agot2/moving-power#2`)."""
    return sum(
        entity.counters.get("power", 0)
        for entity in pos.table.entities.values()
        if entity.controller == player and entity.counters
    )


def times(pos: Position, key: str) -> int:
    """How often something was noted in a period that still runs."""
    return sum(uses.get(key, 0) for uses in pos.table.uses.values())


def title_of(pos: Position, player: str) -> str:
    """The id of the title card a player bears, or an empty string."""
    borne = pos.zone(player, "title")
    return pos.entity(borne[0]).card if borne else ""
