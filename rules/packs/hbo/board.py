"""Reading the table in this game's terms: banners, plots, strength, icons, keywords, who takes part in a challenge."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.table import Entity, Frame
from rules.kernel.position import Position

DRAFT = "draft"
"""The zone of the draft deck; it is empty without the variant."""


KINDS = ("military", "intrigue", "power")
PHASES = ("plot", "draw", "marshalling", "challenges", "dominance", "standing", "taxation")
PLAYABLE = ("character", "location", "attachment")
VICTORY = 15


def challenge(pos: Position) -> Frame | None:
    """The challenge being resolved, if any."""
    return pos.enclosing("challenge")


def banner(pos: Position, player: str) -> int:
    """A player's house banner, which keeps the power of the house (`hbo/house-banner#2`)."""
    return pos.zone(player, "banner")[0]


def plot(pos: Position, player: str) -> int:
    """A player's revealed plot, or 0; used ones count for nothing (`hbo/used-plot#2`)."""
    revealed = pos.zone(player, "plot")
    return revealed[0] if revealed else 0


def is_duplicate(entity: Entity) -> bool:
    """Whether a component is the duplicate of a unique character: then it is no attachment (`hbo/duplicate#7`)."""
    return "duplicate" in entity.marks


def card_type(pos: Position, entity: Entity) -> str:
    """The type a component has now."""
    return "duplicate" if "duplicate" in entity.marks else pos.card(entity.id).type


def is_character(pos: Position, number: int) -> bool:
    """Whether a component is a character."""
    return card_type(pos, pos.table.entities[number]) == "character"


def in_play(pos: Position) -> Iterator[Entity]:
    """Every component in the play areas."""
    entities, zones = pos.table.entities, pos.table.zones
    for player in pos.table.seats:
        for number in zones[f"{player}.play"]:
            yield entities[number]


def controlled(pos: Position, player: str) -> list[Entity]:
    """What a player controls in the play areas; a card somebody else owns lies in its owner's."""
    return [entity for entity in in_play(pos) if entity.controller == player]


def characters(pos: Position, player: str) -> list[int]:
    """The characters a player controls: nothing else attacks, defends or counts for dominance (`hbo/character#1`)."""
    return [entity.id for entity in controlled(pos, player) if card_type(pos, entity) == "character"]


def kneeling(pos: Position, number: int) -> bool:
    """Whether a card is kneeling."""
    return "kneeling" in pos.table.entities[number].marks


def power_of(pos: Position, player: str) -> int:
    """A player's power: the counters on the banner and on the own characters in play (`hbo/power#1`).

    Each is one power (`hbo/power-counter#1`); those on characters count as long as they stay
    (`hbo/power-on-characters#2`).
    """
    power = pos.table.count(banner(pos, player), "power")
    return power + sum(entity.counters.get("power", 0) for entity in controlled(pos, player))


def participants(frame: Frame) -> list[int]:
    """Everyone taking part in a challenge."""
    return frame.numbers("attackers") + frame.numbers("defenders")


def copy_in_play(pos: Position, player: str, number: int) -> int:
    """The copy of a unique card that a player has in play already, or 0; the opponent's is no matter (`hbo/unique#5`)."""
    card = pos.card(number)
    if not card.unique:
        return 0
    for other in controlled(pos, player):
        if other.id != number and pos.card(other.id).name == card.name and not is_duplicate(other):
            return other.id
    return 0


def copy_dead(pos: Position, player: str, number: int) -> bool:
    """Whether a copy of a unique card lies in the player's dead pile; the discard pile bars nothing (`hbo/unique#4`)."""
    card = pos.card(number)
    return card.unique and any(pos.card(dead).name == card.name for dead in pos.zone(player, "dead") if dead != number)
