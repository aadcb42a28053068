"""The table in this game's terms: banners, plots, characters, power, duplicates, and who takes part in a challenge.

Nothing here asks for modifiers; numbers and gifts that cards can modify are in `values`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ledger.table import Entity, Frame
from rules.kernel.position import Position

DRAFT = "draft"
"""The zone of the draft deck, empty unless the draft variant is played; also the name of that format."""

KINDS = ("military", "intrigue", "power")
"""The three kinds of challenge, in the order in which they are offered."""
PHASES = ("plot", "draw", "marshalling", "challenges", "dominance", "standing", "taxation")
"""The seven phases of a round, in order."""
PLAYABLE = ("character", "location", "attachment")
"""The card types that enter play from hand for gold in marshalling."""
VICTORY = 15
"""The power that wins the game."""


def challenge(pos: Position) -> Frame | None:
    """Return the frame of the challenge being resolved, or None outside a challenge."""
    return pos.enclosing("challenge")


def banner(pos: Position, player: str) -> int:
    """Return a player's house banner, the component that holds the power of the house (`hbo/house-banner#2`)."""
    return pos.zone(player, "banner")[0]


def plot(pos: Position, player: str) -> int:
    """Return a player's revealed plot, or 0 if there is none. Used plots do not count (`hbo/used-plot#2`)."""
    revealed = pos.zone(player, "plot")
    return revealed[0] if revealed else 0


def is_duplicate(entity: Entity) -> bool:
    """Whether a component is the duplicate of a unique character; if so it is not an attachment (`hbo/duplicate#7`)."""
    return "duplicate" in entity.marks


def card_type(pos: Position, entity: Entity) -> str:
    """Return the type a component has now: `duplicate` if it is one, otherwise the type printed on its card."""
    return "duplicate" if "duplicate" in entity.marks else pos.card(entity.id).type


def is_character(pos: Position, number: int) -> bool:
    """Whether a component is a character. A duplicate is not one, although its card says so."""
    return card_type(pos, pos.table.entities[number]) == "character"


def in_play(pos: Position) -> Iterator[Entity]:
    """Yield every component in the players' play areas: characters, locations, attachments and duplicates.

    Plots and banners are in play too, but in zones of their own; they are not among these.
    """
    entities, zones = pos.table.entities, pos.table.zones
    for player in pos.table.seats:
        for number in zones[f"{player}.play"]:
            yield entities[number]


def controlled(pos: Position, player: str) -> list[Entity]:
    """Return the components in the play areas that a player controls.

    A card always lies in its owner's area, so some of these may lie in the opponent's.
    """
    return [entity for entity in in_play(pos) if entity.controller == player]


def characters(pos: Position, player: str) -> list[int]:
    """Return the characters in play that a player controls; a duplicate is not one.

    Nothing else attacks, defends or has strength for dominance (`hbo/character#1`).
    """
    return [entity.id for entity in controlled(pos, player) if card_type(pos, entity) == "character"]


def kneeling(pos: Position, number: int) -> bool:
    """Whether a card is kneeling."""
    return "kneeling" in pos.table.entities[number].marks


def power_of(pos: Position, player: str) -> int:
    """Return a player's power: the counters on the banner and on the player's cards in play (`hbo/power#1`).

    Each counter is one power (`hbo/power-counter#1`). Those on a character count as long as it stays in play
    (`hbo/power-on-characters#2`).
    """
    power = pos.table.count(banner(pos, player), "power")
    return power + sum(entity.counters.get("power", 0) for entity in controlled(pos, player))


def participants(frame: Frame) -> list[int]:
    """Return the characters now taking part in a challenge, given its frame: attackers first, then defenders."""
    return frame.numbers("attackers") + frame.numbers("defenders")


def copy_in_play(pos: Position, player: str, number: int) -> int:
    """Return another copy of a unique card that a player controls in play, or 0 if there is none.

    For a card that is not unique it is 0, and duplicates are passed over. Copies the opponent controls do not count
    (`hbo/unique#5`).
    """
    card = pos.card(number)
    if not card.unique:
        return 0
    for other in controlled(pos, player):
        if other.id != number and pos.card(other.id).name == card.name and not is_duplicate(other):
            return other.id
    return 0


def copy_dead(pos: Position, player: str, number: int) -> bool:
    """Whether another copy of a card lies in the player's dead pile; always False for a card that is not unique.

    Copies in the discard pile do not count (`hbo/unique#4`).
    """
    card = pos.card(number)
    return card.unique and any(pos.card(dead).name == card.name for dead in pos.zone(player, "dead") if dead != number)
