"""Reading the table in this game's terms: types, keywords, conflicts, provinces, rings, who controls what, what is
forbidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Occurrence
from ledger.table import Entity, Frame
from rules.kernel.position import Position
from rules.language.cards import Ability

KINDS = ("military", "political")
ELEMENTS = ("air", "earth", "fire", "void", "water")
PHASES = ("dynasty", "draw", "conflicts", "fate", "regroup")
SLOTS = ("province1", "province2", "province3", "province4")
KEEP = "stronghold"
VICTORY = 25
BROKEN_FOR_KEEP = 3


def zone_kind(entity: Entity) -> str:
    """The kind of zone a component is in, whoever's it is."""
    return entity.zone.partition(".")[2]


def conflict(pos: Position) -> Frame | None:
    """The conflict being resolved, if any."""
    return pos.enclosing("conflict")


def card_type(pos: Position, entity: Entity) -> str:
    """The type a component has now; a character played as an attachment is only an attachment (`l5r/card-types#2`)."""
    if "attachment" in entity.marks:
        return "attachment"
    return pos.card(entity.id).type


def is_character(pos: Position, number: int) -> bool:
    """Whether a component is a character."""
    return card_type(pos, pos.table.entities[number]) == "character"


def in_areas(pos: Position) -> Iterator[Entity]:
    """Every component in the play areas: characters and attachments, at home or in a conflict."""
    entities = pos.table.entities
    for player in pos.table.seats:
        for number in pos.table.zones[f"{player}.play"]:
            yield entities[number]


def characters(pos: Position, player: str) -> list[int]:
    """The characters a player controls in play."""
    return [
        entity.id for entity in in_areas(pos) if entity.controller == player and card_type(pos, entity) == "character"
    ]


def bowed(pos: Position, number: int) -> bool:
    """Whether a card is bowed."""
    return "bowed" in pos.table.entities[number].marks


def bearer(pos: Position, entity: Entity) -> Entity:
    """Whose text the text of a card is: its own, or that of the character that gains it (`l5r/gains#2`)."""
    given = entity.host and pos.card(entity.id).facts.get("given")
    return pos.table.entities[entity.host] if given else entity


def dash(pos: Position, number: int, kind: str) -> bool:
    """Whether a character has a dash for a skill: not a 0, nothing modifies it (`l5r/dash#4`)."""
    numbers = pos.card(number).numbers
    return kind in numbers and numbers[kind] is None


# --- conflicts --------------------------------------------------------------------------------------------------------


def participants(frame: Frame) -> list[int]:
    """Everyone participating in a conflict; every other character is at home.

    `l5r/participating-and-cannot-participate#2`, `l5r/home#1`
    """
    return frame.numbers("attackers") + frame.numbers("defenders")


def side_of(frame: Frame, player: str) -> str:
    """The name of a player's side in a conflict."""
    return "attackers" if frame.text("attacker") == player else "defenders"


def declared(pos: Position, player: str, kind: str = "") -> int:
    """How many conflicts (of a kind) a player has declared this phase."""
    phase = pos.enclosing("conflicts")
    uses = pos.table.uses.get(phase.id, {}) if phase else {}
    return sum(uses.get(f"declared {word} {player}", 0) for word in ((kind,) if kind else KINDS))


# --- provinces, rings and the favor -----------------------------------------------------------------------------------


def provinces(pos: Position, player: str) -> list[int]:
    """A player's provinces from left to right, the stronghold's last."""
    return [number for slot in (*SLOTS, KEEP) for number in pos.zone(player, slot) if is_province(pos, number)]


def is_province(pos: Position, number: int) -> bool:
    """Whether a component is a province: known by its type, an unknown one by its mark."""
    return pos.card(number).type == "province" or "province" in pos.table.entities[number].marks


def in_slot(pos: Position, player: str, slot: str) -> list[int]:
    """The dynasty cards lying in one of a player's provinces."""
    return [number for number in pos.zone(player, slot) if not is_province(pos, number)]


def lying(pos: Position, player: str) -> list[int]:
    """Every dynasty card in a player's provinces, left to right."""
    return [number for slot in SLOTS for number in in_slot(pos, player, slot)]


def broken(pos: Position, number: int) -> bool:
    """Whether a province is broken."""
    return "broken" in pos.table.entities[number].marks


def attackable(pos: Position, player: str) -> list[int]:
    """The provinces of a player that may be attacked (`l5r/3.2#4`, `l5r/break-broken-province#5`)."""
    outer = [number for slot in SLOTS for number in pos.zone(player, slot) if is_province(pos, number)]
    found = [number for number in outer if not broken(pos, number)]
    if sum(1 for number in outer if broken(pos, number)) >= BROKEN_FOR_KEEP:
        found += [number for number in pos.zone(player, KEEP) if is_province(pos, number)]
    return found


def stronghold(pos: Position, player: str) -> int:
    """A player's stronghold card."""
    return next(number for number in pos.zone(player, KEEP) if pos.card(number).type == "stronghold")


def ring_of(pos: Position, element: str) -> int:
    """The ring whose own element this is, wherever it lies, or 0."""
    places = ["rings", "contested", *(f"{player}.rings" for player in pos.table.seats)]
    lying = (number for place in places for number in pos.table.zones[place])
    return next((number for number in lying if pos.card(number).facts.get("element") == element), 0)


def rings_of(pos: Position, player: str) -> list[int]:
    """The rings in a player's claimed pool."""
    return pos.zone(player, "rings")


def favor_side(pos: Position, player: str) -> str:
    """The side of the Imperial Favor a player holds, or an empty string."""
    held = pos.zone(player, "favor")
    return next((kind for kind in KINDS if held and kind in pos.table.entities[held[0]].marks), "")


def lent(pos: Position, number: int) -> bool:
    """Whether an effect lets a card be played as if it were in hand (`l5r/play-restrictions-and-permissions#2`)."""
    return any(number in effect.affects and "allow:play:has" in effect.data for effect in pos.table.effects.values())


def learned(pos: Position, number: int) -> tuple[Ability, ...]:
    """The triggered abilities a card has gained, which are not printed on it (`l5r/gains#3`)."""
    keys = [
        str(effect.data["learned"])
        for effect in pos.table.effects.values()
        if "learned" in effect.data and number in effect.affects
    ]
    return tuple(ability for ability in map(pos.pack.ability, keys) if ability is not None)


def foreign(pos: Position, part: Occurrence) -> bool:
    """Whether the occurrence comes from a card of another player than the subject's controller."""
    source = pos.table.entities.get(part.source)
    return source is not None and source.controller not in ("", pos.table.entities[part.subject].controller)
