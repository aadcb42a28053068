"""Reading the table in this game's terms: banners, plots, strength, icons, keywords, who takes part in a challenge."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.table import Entity, Frame
from rules.position import Position
from rules.values import has, value

KINDS = ("military", "intrigue", "power")
PHASES = ("plot", "draw", "marshalling", "challenges", "dominance", "standing", "taxation")
PLAYABLE = ("character", "location", "attachment")
VICTORY = 15


def challenge(pos: Position) -> Frame | None:
    """The challenge being resolved, if any."""
    return pos.enclosing("challenge")


def banner(pos: Position, player: str) -> int:
    """A player's house banner, which keeps the power of the house."""
    return pos.zone(player, "banner")[0]


def plot(pos: Position, player: str) -> int:
    """A player's revealed plot, or 0."""
    revealed = pos.zone(player, "plot")
    return revealed[0] if revealed else 0


def total(pos: Position, player: str, name: str) -> int:
    """Income or initiative: the revealed plot's value, the bonuses printed on own cards in play, and what modifies it."""
    number = plot(pos, player)
    base = pos.card(number).number(name) if number else 0
    for entity in in_play(pos):
        if entity.controller == player and not is_duplicate(entity):
            base += pos.card(entity.id).number(name)
    return value(pos, player, name, base)


def claim_value(pos: Position, player: str) -> int:
    """The claim value of a player's revealed plot after every modifier."""
    number = plot(pos, player)
    return value(pos, player, "claim", pos.card(number).number("claim") if number else 0)


def strength(pos: Position, number: int) -> int:
    """A character's strength after every modifier."""
    return value(pos, number, "strength", pos.card(number).number("strength"))


def has_icon(pos: Position, number: int, kind: str) -> bool:
    """Whether a character has a challenge icon, printed or given."""
    return kind in pos.card(number).icons or has(pos, number, "icon", kind)


def has_keyword(pos: Position, number: int, keyword: str) -> bool:
    """Whether a card has a keyword, printed or given."""
    return keyword in pos.card(number).keywords or has(pos, number, "keyword", keyword)


def has_trait(pos: Position, number: int, trait: str) -> bool:
    """Whether a card has a trait, printed or given."""
    return trait in pos.card(number).traits or has(pos, number, "trait_of", trait)


def is_duplicate(entity: Entity) -> bool:
    """Whether a component lies under a unique character as its duplicate: it is then no attachment and no character."""
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


def characters(pos: Position, player: str) -> list[int]:
    """The characters a player controls."""
    return [number for number in pos.zone(player, "play") if is_character(pos, number)]


def kneeling(pos: Position, number: int) -> bool:
    """Whether a card is kneeling."""
    return "kneeling" in pos.table.entities[number].marks


def power_of(pos: Position, player: str) -> int:
    """A player's power: the counters on the banner and on the own characters in play."""
    power = pos.table.count(banner(pos, player), "power")
    return power + sum(pos.table.entities[number].counters.get("power", 0) for number in pos.zone(player, "play"))


def participants(frame: Frame) -> list[int]:
    """Everyone taking part in a challenge."""
    return frame.numbers("attackers") + frame.numbers("defenders")


def copy_in_play(pos: Position, player: str, number: int) -> int:
    """The copy of a unique card that a player has in play already, or 0."""
    card = pos.card(number)
    if not card.unique:
        return 0
    for other in pos.zone(player, "play"):
        if other != number and pos.card(other).name == card.name and not is_duplicate(pos.entity(other)):
            return other
    return 0


def copy_dead(pos: Position, player: str, number: int) -> bool:
    """Whether a copy of a unique card lies in the player's dead pile."""
    card = pos.card(number)
    return card.unique and any(pos.card(dead).name == card.name for dead in pos.zone(player, "dead") if dead != number)
