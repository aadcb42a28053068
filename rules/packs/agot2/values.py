"""What a card costs its player now: the printed cost or X, what modifies it, and the reductions that wait for the next
card.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ledger.events import EffectEnded, Occurrence
from ledger.table import Effect, Frame
from rules.kernel.context import Context
from rules.kernel.position import Position
from rules.kernel.values import given, has, value
from rules.packs.agot2 import board
from rules.shared import limited


def reductions(pos: Position, player: str, number: int) -> list[Effect]:
    """The "next card costs less" effects that apply to a card a player is about to marshal or play."""
    found = []
    for effect in pos.table.effects.values():
        if "reduce" in effect.data and effect.player == player:
            context = Context(pos, effect.source, player)
            if context.judge(pos.pack.filter(str(effect.data["which"])), number):
                found.append(effect)
    return found


def price(pos: Position, player: str, number: int) -> int:
    """What a card costs now: the printed cost (`agot2/costs#1`), all that modifies it and the waiting reductions
    (`agot2/gold-cost#1`, `agot2/initiating-abilities#4`)."""
    printed = pos.card(number).number("cost")
    amount = value(pos, number, "cost", printed)
    for effect in reductions(pos, player, number):
        by = effect.data["reduce"]
        assert isinstance(by, int)
        amount -= by
    return max(0, amount)


def price_of_x(pos: Position, player: str, number: int, x: int) -> int:
    """What is paid where the cost is X: modifiers change the amount, X keeps its value (`agot2/letter-x#2`)."""
    amount = x
    for how, by, _ in given(pos, number, "modify", "cost"):
        amount += by if how == "add" else -by if how == "subtract" else 0
    for effect in reductions(pos, player, number):
        reduced = effect.data["reduce"]
        assert isinstance(reduced, int)
        amount -= reduced
    return max(0, amount)


def most_x(pos: Position, player: str, number: int) -> int:
    """The highest X a player's gold can pay for a card."""
    plenty = 100
    return pos.table.count(player, "gold") + plenty - price_of_x(pos, player, number, plenty)


def use_up(pos: Position, player: str, number: int) -> None:
    """The waiting reductions that applied are used up."""
    for effect in reductions(pos, player, number):
        pos.emit(EffectEnded(effect.id))


KIND = "strengthened"
_LOWERING = ("subtract", "divide")
_BETWEEN = ("game", "round")
"""Between phases nothing can be answered: what began there is told as the next phase begins."""


class Measure(msgspec.Struct, frozen=True):
    """A character's STR, and what raises it: how, since when, and by how much."""

    strength: int
    raising: Mapping[tuple[str, int], int]

    def raised_to(self, later: Measure) -> bool:
        """Whether something came that raises it, or raises it by more: a constant ability counts as soon as what it
        asks for is so (`agot2/constant-abilities#3`). What lowered it and is gone has raised nothing
        (`agot2/effects#5`)."""
        more = any(by > self.raising.get(source, 0) for source, by in later.raising.items())
        return more and later.strength > self.strength


def measure(pos: Position, number: int) -> Measure:
    """A character's STR and what raises it now."""
    raising: dict[tuple[str, int], int] = {}
    for how, by, since in given(pos, number, "modify", "strength"):
        if how not in _LOWERING and (by > 0 or how not in ("add", "times")):
            source = (how, since)
            raising[source] = raising.get(source, 0) + (by if how in ("add", "times") else 1)
    return Measure(strength(pos, number), raising)


def survey(pos: Position) -> dict[int, Measure] | None:
    """The characters in play, if an ability listens for their STR; mostly none does."""
    if not any(kinds.get(KIND) for kinds in pos.index.listeners.values()):
        return None
    return {entity.id: measure(pos, entity.id) for entity in board.in_play(pos) if board.is_character(pos, entity.id)}


def noticed(pos: Position, before: dict[int, Measure] | None) -> tuple[Occurrence, ...]:
    """Every character whose STR was increased since it was looked at, with by how much; from now on this is what was
    seen.
    """
    now = pos.watch = survey(pos)
    if before is None or now is None:
        return ()
    return tuple(
        Occurrence(KIND, number, pos.entity(number).controller, later.strength - before[number].strength)
        for number, later in now.items()
        if number in before and before[number].raised_to(later)
    )


def begun(pos: Position) -> tuple[Occurrence, ...]:
    """What a phase, an attack or a defence that has just begun has increased: it is part of that moment
    (`agot2/triggering-condition#3`).
    """
    return noticed(pos, pos.watch)


def look(pos: Position) -> bool:
    """Values are brought up to date without pause (`agot2/modifiers#1`): an increase outside every moment is a moment
    of its own.
    """
    if not pos.table.frames or _told_elsewhere(pos.table.frames[-1]):
        return False
    parts = noticed(pos, pos.watch)
    if parts:
        pos.open("moment", None, parts)
    return bool(parts)


def _told_elsewhere(frame: Frame) -> bool:
    """Whether what has changed is to be part of a moment that is about to happen: a beginning, or what is imminent."""
    if frame.kind in _BETWEEN or (frame.step == 0 and frame.kind in ("challenge", *board.PHASES)):
        return True
    return frame.kind == "moment" and any(part.state == "imminent" for part in frame.occurrences)


def limited_left(pos: Position, player: str) -> bool:
    """Whether a player may still marshal or play a limited card this round (`agot2/limited#1`)."""
    return limited.limited_left(pos, player, value(pos, player, "limited_cards", 1))


def count_limited(pos: Position, player: str, number: int) -> None:
    """Count a limited card marshaled or played this round; one put into play is not counted (`agot2/limited#2`)."""
    if has_keyword(pos, number, "limited"):
        limited.count_limited(pos, player)


def plot_value(pos: Position, player: str, name: str) -> int:
    """A value of a player's revealed plot (`agot2/plot-values#1`, `agot2/revealed-plot-card#1`) after every modifier
    that player controls.

    Modifiers apply whether one likes it or not (`agot2/plot-value-modifiers#1`, `agot2/plot-value-modifiers#2`) and add
    up (`agot2/plot-value-modifiers#3`): gold (`agot2/gold-modifier#1`), initiative (`agot2/initiative-modifier#1`,
    `agot2/initiative#1`) and reserve (`agot2/reserve-modifier#1`).
    """
    number = board.plot(pos, player)
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
    return {
        kind
        for kind in board.KINDS
        if (kind in found or has(pos, number, "icon", kind)) and not has(pos, number, "no_icon", kind)
    }


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
    """Whether a card has a trait, which abilities may ask for (`agot2/traits#2`); printed ones are part of the text box
    (`agot2/text-box#1`).
    """
    printed = trait in pos.card(number).traits and not has(pos, number, "blank", "traits")
    return printed or has(pos, number, "trait_of", trait)


def side(pos: Position, frame: Frame, name: str) -> list[int]:
    """The characters participating as `attackers` or `defenders`, those considered to be participating included."""
    found = frame.numbers(name)
    considered = pos.index.constant("participates", name.removesuffix("s"))
    return found + sorted(
        {number for number, _ in considered if number not in found and on_side(pos, frame, number, name)}
    )


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


def stands_left(pos: Position, player: str) -> int:
    """How many characters a player may still stand: in the standing phase cards may limit it, whatever stands them."""
    plenty = 99
    if pos.enclosing("standing") is None:
        return plenty
    return max(0, value(pos, player, "standing_allowed", plenty) - board.times(pos, f"stood {player}"))


def forbidden(pos: Position, player: str, what: str) -> bool:
    """Whether something says a player cannot do this (`agot2/cannot#1`)."""
    return has(pos, player, "cannot", what)


class StrengthWatch:
    """Notices characters whose STR was raised by something that happened, for abilities that answer it."""

    def before(self, pos: Position) -> dict[int, Measure] | None:
        """Return the STR of every character in play, or None if no ability listens for an increase."""
        return survey(pos)

    def after(self, pos: Position, seen: dict[int, Measure]) -> tuple[Occurrence, ...]:
        """Return the increases of STR since `seen`, or since an earlier measurement nobody has compared yet."""
        return noticed(pos, seen if pos.watch is None else pos.watch)
