"""The table in this game's terms: card types, conflicts, provinces, rings, and what effects let a card do."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.table import Entity, Frame
from rules.kernel.names import place, whereabouts
from rules.kernel.position import Position
from rules.kernel.values import givers, has
from rules.language.cards import Ability

KINDS = ("military", "political")
"""The types of conflicts and skills."""
ELEMENTS = ("air", "earth", "fire", "void", "water")
PHASES = ("dynasty", "draw", "conflicts", "fate", "regroup")
SLOTS = ("province1", "province2", "province3", "province4")
"""The kinds of zone of a player's four outer provinces, from left to right."""
KEEP = "stronghold"
"""The kind of zone in which a player's stronghold lies, with the province under it."""
VICTORY = 25
"""The honor at which a player wins."""
BROKEN_FOR_KEEP = 3
"""How many outer provinces must be broken before the one under the stronghold may be attacked."""


def zone_kind(entity: Entity) -> str:
    """Return the kind of zone a component is in: `hand` for `A.hand`, an empty string for a zone that is nobody's."""
    return entity.zone.partition(".")[2]


def conflict(pos: Position) -> Frame | None:
    """Return the frame of the conflict being resolved, or None."""
    return pos.enclosing("conflict")


def card_type(pos: Position, entity: Entity) -> str:
    """Return the type a component has now: a character on another card is only an attachment (`l5r/card-types#2`)."""
    if "attachment" in entity.marks:
        return "attachment"
    return pos.card(entity.id).type


def is_character(pos: Position, number: int) -> bool:
    """Whether a component is a character now, and not one that was played as an attachment."""
    return card_type(pos, pos.table.entities[number]) == "character"


def in_areas(pos: Position) -> Iterator[Entity]:
    """Yield every component in the players' play areas: characters and attachments, at home or in a conflict."""
    entities = pos.table.entities
    for player in pos.table.seats:
        for number in pos.table.zones[f"{player}.play"]:
            yield entities[number]


def characters(pos: Position, player: str) -> list[int]:
    """Return the characters a player controls, in whosever play area they lie."""
    return [
        entity.id for entity in in_areas(pos) if entity.controller == player and card_type(pos, entity) == "character"
    ]


def bowed(pos: Position, number: int) -> bool:
    """Whether a card is bowed."""
    return "bowed" in pos.table.entities[number].marks


def bearer(pos: Position, entity: Entity) -> Entity:
    """Return the component that has the text of a card: the card itself, or the character that gains it.

    An attachment gives its text to the character it is on if its card file says `given` (`l5r/gains#2`).
    """
    given = entity.host and pos.card(entity.id).facts.get("given")
    return pos.table.entities[entity.host] if given else entity


def dash(pos: Position, number: int, kind: str) -> bool:
    """Whether a character has a dash for a type of skill. A dash is not a 0: nothing modifies it (`l5r/dash#4`)."""
    return kind in pos.card(number).dashes


# --- conflicts --------------------------------------------------------------------------------------------------------


def participants(frame: Frame) -> list[int]:
    """Return the characters participating in a conflict, attackers first; every other one is at home.

    `l5r/participating-and-cannot-participate#2`, `l5r/home#1`
    """
    return frame.numbers("attackers") + frame.numbers("defenders")


def side_of(frame: Frame, player: str) -> str:
    """Return a player's side in a conflict: `attackers` or `defenders`, the slot its participants are kept in."""
    return "attackers" if frame.text("attacker") == player else "defenders"


def conflicts_declared(pos: Position, player: str, kind: str = "") -> int:
    """Return how many conflicts a player has declared this phase, of one type or of both; 0 in other phases."""
    phase = pos.enclosing("conflicts")
    uses = pos.table.uses.get(phase.id, {}) if phase else {}
    return sum(uses.get(f"declared {word} {player}", 0) for word in ((kind,) if kind else KINDS))


# --- provinces, rings and the favor -----------------------------------------------------------------------------------


def provinces(pos: Position, player: str) -> list[int]:
    """Return a player's provinces from left to right, the one under the stronghold last."""
    return [number for slot in (*SLOTS, KEEP) for number in pos.zone(player, slot) if is_province(pos, number)]


def is_province(pos: Position, number: int) -> bool:
    """Whether a component is a province: by its card's type, or by the mark of one whose card is unknown."""
    return pos.card(number).type == "province" or "province" in pos.table.entities[number].marks


def in_slot(pos: Position, player: str, slot: str) -> list[int]:
    """Return the cards lying in one of a player's provinces, without the province itself."""
    return [number for number in pos.zone(player, slot) if not is_province(pos, number)]


def lying(pos: Position, player: str) -> list[int]:
    """Return the dynasty cards in a player's outer provinces, faceup or facedown, from left to right."""
    return [number for slot in SLOTS for number in in_slot(pos, player, slot)]


def lies_facedown(pos: Position, number: int) -> bool:
    """Whether a dynasty card lies facedown in a province."""
    entity = pos.table.entities.get(number)
    return entity is not None and not entity.up and zone_kind(entity) in SLOTS and not is_province(pos, number)


def lies(pos: Position, number: int) -> str:
    """Return what a card is and where it lies, as a sentence; of a card in a province whether it lies facedown."""
    if not lies_facedown(pos, number):
        return whereabouts(pos, number)
    return f"{pos.pack.name(pos, number)} lies facedown {place(pos, number)}"


def broken(pos: Position, number: int) -> bool:
    """Whether a province is broken."""
    return "broken" in pos.table.entities[number].marks


def attackable(pos: Position, player: str) -> list[int]:
    """Return the provinces of a player that an opponent may attack.

    These are the unbroken outer ones (`l5r/3.2#4`) and, once three outer ones are broken, the one under the stronghold
    (`l5r/break-broken-province#5`).
    """
    outer = [number for slot in SLOTS for number in pos.zone(player, slot) if is_province(pos, number)]
    found = [number for number in outer if not broken(pos, number)]
    if sum(1 for number in outer if broken(pos, number)) >= BROKEN_FOR_KEEP:
        found += [number for number in pos.zone(player, KEEP) if is_province(pos, number)]
    return found


def stronghold(pos: Position, player: str) -> int:
    """Return the component that is a player's stronghold card."""
    return next(number for number in pos.zone(player, KEEP) if pos.card(number).type == "stronghold")


def ring_of(pos: Position, element: str) -> int:
    """Return the ring printed with this element, wherever it lies; 0 if it is not on the table."""
    places = ["rings", "contested", *(f"{player}.rings" for player in pos.table.seats)]
    rings = (number for place in places for number in pos.table.zones[place])
    return next((number for number in rings if pos.card(number).facts.get("element") == element), 0)


def rings_of(pos: Position, player: str) -> list[int]:
    """Return the rings in a player's claimed pool."""
    return pos.zone(player, "rings")


def favor_side(pos: Position, player: str) -> str:
    """Return the side up, military or political, of the Imperial Favor a player holds; an empty string without it."""
    held = pos.zone(player, "favor")
    return next((kind for kind in KINDS if held and kind in pos.table.entities[held[0]].marks), "")


def lent(pos: Position, number: int) -> bool:
    """Whether an effect lets a card be played as if it were in hand (`l5r/play-restrictions-and-permissions#2`)."""
    return any(number in effect.affects and "allow:play:has" in effect.data for effect in pos.table.effects.values())


def learned(pos: Position, number: int) -> tuple[Ability, ...]:
    """Return the triggered abilities that effects have given a card; they are not printed on it (`l5r/gains#3`)."""
    keys = [
        str(effect.data["learned"])
        for effect in pos.table.effects.values()
        if "learned" in effect.data and number in effect.affects
    ]
    return tuple(ability for ability in map(pos.pack.ability, keys) if ability is not None)


def kept_from_opponents(pos: Position, number: int, word: str, about: str, source: int) -> bool:
    """Whether a card says of a component what opponents cannot do to it, and the source is an opponent's card.

    `word` and `about` name what it says, such as `cannot`, `be_bowed_by_opponents`. An opponent is one of the player
    who controls the card that says so, not of the one who controls the component: an attachment stays under its own
    player's control on any character (`l5r/attachment-cards#8`). A ring is nobody's card.
    """
    origin = pos.table.entities.get(source)
    if origin is None or not origin.controller or not has(pos, number, word, about):
        return False
    return any(pos.entity(giver).controller != origin.controller for giver in givers(pos, number, word, about))
