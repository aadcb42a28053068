"""Reading the table in this game's terms: challenges, plots, strength, icons, keywords, who controls what."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.table import Entity, Frame
from rules.kernel.position import Position
from rules.kernel.values import given, has, value

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


def plot_value(pos: Position, player: str, name: str) -> int:
    """A value of a player's revealed plot (`agot2/plot-values#1`, `agot2/revealed-plot-card#1`) after every modifier that player controls.

    Modifiers apply whether one likes it or not (`agot2/plot-value-modifiers#1`, `agot2/plot-value-modifiers#2`) and add up
    (`agot2/plot-value-modifiers#3`): gold (`agot2/gold-modifier#1`), initiative (`agot2/initiative-modifier#1`,
    `agot2/initiative#1`) and reserve (`agot2/reserve-modifier#1`).
    """
    number = plot(pos, player)
    base = 0
    if number:
        base = value(pos, number, f"base_{name}", pos.card(number).number(name))
    return value(pos, player, name, base)


def strength(pos: Position, number: int) -> int:
    """A character's STR after every modifier, from the printed one as its base (`agot2/base-value#1`)."""
    return value(pos, number, "strength", pos.card(number).number("strength"))


def blank(pos: Position, number: int) -> bool:
    """Whether a card's printed text box is treated as blank (`agot2/blank#1`)."""
    return has(pos, number, "blank", "text")


def icons(pos: Position, number: int) -> set[str]:
    """The challenge icons a character has; they are not part of its text box."""
    found = set(pos.card(number).icons)
    return {kind for kind in KINDS if (kind in found or has(pos, number, "icon", kind)) and not has(pos, number, "no_icon", kind)}


def has_icon(pos: Position, number: int, kind: str) -> bool:
    """Whether a character has one challenge icon, printed or gained (`agot2/gain#3`)."""
    printed = kind in pos.card(number).icons
    return (printed or has(pos, number, "icon", kind)) and not has(pos, number, "no_icon", kind)


def has_keyword(pos: Position, number: int, keyword: str) -> bool:
    """Whether a card has a keyword, printed or gained; several instances are one (`agot2/keywords#3`).

    A gained one is not printed (`agot2/gain#4`) and so is not blanked (`agot2/blank#2`).
    """
    if keyword in pos.card(number).keywords and not blank(pos, number):
        return True
    return has(pos, number, "keyword", keyword)


def ambush_prices(pos: Position, number: int) -> list[int]:
    """Every value of ambush (X) a card has (`agot2/keywords#4`), to choose from (`agot2/ambush#3`)."""
    printed = [int(word[8:-1]) for word in pos.card(number).keywords if word.startswith("ambush (")]
    return sorted({*printed, *(amount for _, amount, _ in given(pos, number, "keyword", "ambush"))})


def has_trait(pos: Position, number: int, trait: str) -> bool:
    """Whether a card has a trait, which abilities may ask for (`agot2/traits#2`); printed ones are part of the text box (`agot2/text-box#1`)."""
    printed = trait in pos.card(number).traits and not has(pos, number, "blank", "traits")
    return printed or has(pos, number, "trait_of", trait)


def is_duplicate(entity: Entity) -> bool:
    """Whether a component lies under a unique card as its duplicate: it is then no card of its type (`agot2/duplicates#8`)."""
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


def side(pos: Position, frame: Frame, name: str) -> list[int]:
    """The characters participating as `attackers` or `defenders`, those considered to be participating included."""
    found = frame.numbers(name)
    considered = pos.index.constant("participates", name.removesuffix("s"))
    return found + sorted({number for number, _ in considered if number not in found and on_side(pos, frame, number, name)})


def on_side(pos: Position, frame: Frame, number: int, name: str) -> bool:
    """Whether a character participates on a side, or says of itself that it is considered to.

    As declared (`agot2/participating#1`), or not at all (`agot2/participating#2`); its icons are not asked for again
    (`agot2/participating#5`).
    """
    if number in frame.numbers(name):
        return True
    about = name.removesuffix("s")
    itself = any(number == source for source, _ in pos.index.constant("participates", about))
    return itself and has(pos, number, "participates", about)


def participants(pos: Position, frame: Frame) -> list[int]:
    """Everyone participating in a challenge."""
    return side(pos, frame, "attackers") + side(pos, frame, "defenders")


def times(pos: Position, key: str) -> int:
    """How often something was noted in a period that still runs."""
    return sum(uses.get(key, 0) for uses in pos.table.uses.values())


def stands_left(pos: Position, player: str) -> int:
    """How many characters a player may still stand: in the standing phase cards may limit it, whatever stands them."""
    plenty = 99
    if pos.enclosing("standing") is None:
        return plenty
    return max(0, value(pos, player, "standing_allowed", plenty) - times(pos, f"stood {player}"))


def title_of(pos: Position, player: str) -> str:
    """The id of the title card a player bears, or an empty string."""
    borne = pos.zone(player, "title")
    return pos.entity(borne[0]).card if borne else ""


def forbidden(pos: Position, player: str, what: str) -> bool:
    """Whether something says a player cannot do this (`agot2/cannot#1`)."""
    return has(pos, player, "cannot", what)
