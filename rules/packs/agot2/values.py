"""Numbers and qualities after every modifier: plot values, STR, icons, keywords, traits, prices, participation.

Also how much a player may still do (limited cards, standing characters), and noticing characters whose STR rises.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ledger.events import EffectEnded, Occurrence
from ledger.table import Effect, Frame
from rules.kernel.context import Context
from rules.kernel.position import Position
from rules.kernel.values import given, has, times_given, value
from rules.packs.agot2 import board
from rules.shared import limited, totals, unknown_plots

# --- plots and cards --------------------------------------------------------------------------------------------------


def plot_value(pos: Position, player: str, name: str) -> int:
    """Return a value of a player's revealed plot after every modifier, such as `plot_value(pos, "A", "reserve")`.

    Its base is printed on the revealed plot (`agot2/plot-values#1`, `agot2/revealed-plot-card#1`), 0 without one. The
    claim of an unknown plot is taken to be the usual one.
    Modifiers apply without choice (`agot2/plot-value-modifiers#1`, `agot2/plot-value-modifiers#2`) and add up
    (`agot2/plot-value-modifiers#3`): gold (`agot2/gold-modifier#1`), initiative (`agot2/initiative-modifier#1`,
    `agot2/initiative#1`) and reserve (`agot2/reserve-modifier#1`).
    """
    number = board.plot(pos, player)
    base = 0
    if name == "claim" and unknown_plots.is_unknown(pos, player):
        base = unknown_plots.USUAL_CLAIM
    elif number:
        base = value(pos, number, f"base_{name}", pos.card(number).number(name))
    return value(pos, player, name, base)


def strength(pos: Position, number: int) -> int:
    """Return a character's STR after every modifier; its base is the printed STR (`agot2/base-value#1`)."""
    return value(pos, number, "strength", pos.card(number).number("strength"))


def blank(pos: Position, number: int) -> bool:
    """Whether a card's printed text box is treated as blank (`agot2/blank#1`)."""
    return has(pos, number, "blank", "text")


def icons(pos: Position, number: int) -> set[str]:
    """Return the challenge icons a character has, printed or gained and not lost; a blank text box leaves them."""
    return {kind for kind in board.KINDS if has_icon(pos, number, kind)}


def has_icon(pos: Position, number: int, kind: str) -> bool:
    """Whether a character has a challenge icon: it was printed or gained (`agot2/gain#3`) more often than it was lost.

    Icons are counted: a loss takes one of two instances, and the character keeps the other. The book is silent on
    this; see the reading under `agot2/challenge-icons`.
    """
    lost = times_given(pos, number, "no_icon", kind)
    if kind in pos.card(number).icons and not lost:
        return True
    return int(kind in pos.card(number).icons) + times_given(pos, number, "icon", kind) > lost


def has_keyword(pos: Position, number: int, keyword: str) -> bool:
    """Whether a card has a keyword, printed or gained; several instances are one (`agot2/keywords#3`).

    A blank text box takes a printed keyword away, but not a gained one (`agot2/gain#4`, `agot2/blank#2`).
    """
    if keyword in pos.card(number).keywords and not blank(pos, number):
        return True
    return has(pos, number, "keyword", keyword)


def has_trait(pos: Position, number: int, trait: str) -> bool:
    """Whether a card has a trait, printed or gained; abilities may ask for traits (`agot2/traits#2`).

    Printed traits are part of the text box (`agot2/text-box#1`), but only an effect that says so blanks them.
    """
    printed = trait in pos.card(number).traits and not has(pos, number, "blank", "traits")
    return printed or has(pos, number, "trait_of", trait)


def forbidden(pos: Position, player: str, what: str) -> bool:
    """Whether a card says that a player cannot do `what`, such as `draw` or `initiate` (`agot2/cannot#1`)."""
    return has(pos, player, "cannot", what)


# --- who participates -------------------------------------------------------------------------------------------------


def side(pos: Position, frame: Frame, name: str) -> list[int]:
    """Return the characters participating in a challenge as `attackers` or `defenders`.

    A character that participates by its own text alone is included.
    """
    found = frame.numbers(name)
    considered = pos.index.constant("participates", name.removesuffix("s"))
    return found + sorted(
        {number for number, _ in considered if number not in found and on_side(pos, frame, number, name)}
    )


def on_side(pos: Position, frame: Frame, number: int, name: str) -> bool:
    """Whether a character participates in a challenge on the side `name`, `attackers` or `defenders`.

    It does once it was declared (`agot2/participating#1`) or joined by an effect, or while its own text says that it
    participates; there is nothing between participating and not (`agot2/participating#2`). Its icons are not asked for
    again (`agot2/participating#5`).
    """
    if number in frame.numbers(name):
        return True
    about = name.removesuffix("s")
    itself = any(number == source for source, _ in pos.index.constant("participates", about))
    return itself and has(pos, number, "participates", about)


def total(pos: Position, frame: Frame, name: str) -> int:
    """Return the total STR of `attackers` or `defenders` (`name`) in a challenge.

    It is the STR of the participating characters that contribute theirs, with the modifiers to their player's total
    (`agot2/winning-a-challenge#2`, `agot2/strength#2`, `agot2/strength#3`), and what is known of unknown ones.
    """
    player = str(frame.data["attacker" if name == "attackers" else "defender"])
    numbers = side(pos, frame, name)
    amount = sum(strength(pos, number) for number in numbers if not has(pos, number, "does_not", "contribute"))
    return value(pos, player, "challenge_strength", amount) + totals.added(frame, name)


def participants(pos: Position, frame: Frame) -> list[int]:
    """Return every character participating in a challenge, attackers first."""
    return side(pos, frame, "attackers") + side(pos, frame, "defenders")


# --- what a player may still do ---------------------------------------------------------------------------------------


def stands_left(pos: Position, player: str) -> int:
    """Return how many characters a player may still stand; a number far above all characters if nothing limits it.

    Cards limit this only in the standing phase. Then every character that has stood counts, also by a card's effect.
    """
    plenty = 99
    if pos.enclosing("standing") is None:
        return plenty
    return max(0, value(pos, player, "standing_allowed", plenty) - board.times(pos, f"stood {player}"))


def limited_left(pos: Position, player: str) -> bool:
    """Whether a player may still marshal or play a limited card this round (`agot2/limited#1`)."""
    return limited.limited_left(pos, player, value(pos, player, "limited_cards", 1))


def limited_told(pos: Position, player: str, number: int) -> tuple[str, str]:
    """Return how many limited cards a player may play in a round, and which were played, as two sentences."""
    return limited.limited_told(pos, player, number, value(pos, player, "limited_cards", 1))


def count_limited(pos: Position, player: str, number: int) -> None:
    """Count a card that a player marshals or plays toward this round's limited cards, if it is limited.

    A limited card put into play is not counted (`agot2/limited#2`): do not call this for it.
    """
    if has_keyword(pos, number, "limited"):
        limited.count_limited(pos, player, number)


# --- prices -----------------------------------------------------------------------------------------------------------


def price(pos: Position, player: str, number: int) -> int:
    """Return the gold a player pays to marshal or play a card now, never less than 0.

    It is the printed cost (`agot2/costs#1`) after all modifiers and the waiting reductions (`agot2/gold-cost#1`,
    `agot2/initiating-abilities#4`): a card of cost 5 costs 4 while a reduction by 1 waits for it.
    """
    printed = pos.card(number).number("cost")
    amount = value(pos, number, "cost", printed)
    return max(0, amount - _reduced_by(pos, player, number))


def price_of_x(pos: Position, player: str, number: int, x: int) -> int:
    """Return the gold a player pays for a card whose cost is X, once X is known.

    The modifiers that add or subtract, and waiting reductions, change the amount paid; X keeps its value
    (`agot2/letter-x#2`).
    """
    amount = x
    for how, by, _ in given(pos, number, "modify", "cost"):
        amount += by if how == "add" else -by if how == "subtract" else 0
    return max(0, amount - _reduced_by(pos, player, number))


def most_x(pos: Position, player: str, number: int) -> int:
    """Return the highest X a player's gold can pay for a card."""
    plenty = 100
    return unknown_plots.may_have(pos, player) + plenty - price_of_x(pos, player, number, plenty)


def ambush_prices(pos: Position, number: int) -> list[int]:
    """Return every X of the ambush (X) keywords a card has, in ascending order; nothing without the keyword.

    Different values of X are different keywords (`agot2/keywords#4`); the player chooses among them (`agot2/ambush#3`).
    """
    printed = [int(word[8:-1]) for word in pos.card(number).keywords if word.startswith("ambush (")]
    return sorted({*printed, *(amount for _, amount, _ in given(pos, number, "keyword", "ambush"))})


def reductions(pos: Position, player: str, number: int) -> list[Effect]:
    """Return the "next card costs less" effects of a player that apply to a card about to be marshaled or played."""
    found = []
    for effect in pos.table.effects.values():
        if "reduce" in effect.data and effect.player == player:
            context = Context(pos, effect.source, player)
            if context.judge(pos.pack.filter(str(effect.data["which"])), number):
                found.append(effect)
    return found


def use_up_reductions(pos: Position, player: str, number: int) -> None:
    """End the "next card costs less" effects of a player that apply to a card, as that card is paid for."""
    for effect in reductions(pos, player, number):
        pos.emit(EffectEnded(effect.id))


def _reduced_by(pos: Position, player: str, number: int) -> int:
    """Return by how much the waiting reductions together lower the price of a card."""
    total = 0
    for effect in reductions(pos, player, number):
        by = effect.data["reduce"]
        assert isinstance(by, int)
        total += by
    return total


# --- characters whose STR rises ---------------------------------------------------------------------------------------

STRENGTHENED = "strengthened"
"""The kind of occurrence that says a character's STR was increased."""
_LOWERING = ("subtract", "divide")
_BETWEEN = ("game", "round")
"""Frames open between phases: nothing can be answered there, so a rise there is part of the next phase's beginning."""


class Measure(msgspec.Struct, frozen=True):
    """A character's STR at one time, and the modifiers that may have raised it, to be compared with a later measure.

    The key of `raising` is how a modifier works (`add`, `times` or one that sets STR) and the event since which it
    applies. The number is the bonus or factor, added up over modifiers of that key; a set value, high or low, is 1.
    """

    strength: int
    raising: Mapping[tuple[str, int], int]

    def raised_to(self, later: Measure) -> bool:
        """Whether STR is higher in a later measure, which also has a new or larger raising modifier.

        A constant ability counts as soon as its condition holds (`agot2/constant-abilities#3`). A modifier that
        lowered STR and has ended has raised nothing (`agot2/effects#5`).
        """
        more = any(by > self.raising.get(source, 0) for source, by in later.raising.items())
        return more and later.strength > self.strength


def measure(pos: Position, number: int) -> Measure:
    """Return a character's STR now, with the modifiers that add to it, multiply it or set it."""
    raising: dict[tuple[str, int], int] = {}
    for how, by, since in given(pos, number, "modify", "strength"):
        if how not in _LOWERING and (by > 0 or how not in ("add", "times")):
            source = (how, since)
            raising[source] = raising.get(source, 0) + (by if how in ("add", "times") else 1)
    return Measure(strength(pos, number), raising)


def survey(pos: Position) -> dict[int, Measure] | None:
    """Measure every character in play, or return None if no ability answers an increase of STR, as is usual."""
    if not any(kinds.get(STRENGTHENED) for kinds in pos.index.listeners.values()):
        return None
    return {entity.id: measure(pos, entity.id) for entity in board.in_play(pos) if board.is_character(pos, entity.id)}


def noticed(pos: Position, before: dict[int, Measure] | None) -> tuple[Occurrence, ...]:
    """Return a `strengthened` occurrence, with the amount, for each character whose STR was increased since `before`.

    `before` is an earlier survey; None gives nothing. Side effect: a new survey becomes `pos.watch`.
    """
    now = pos.watch = survey(pos)
    if before is None or now is None:
        return ()
    return tuple(
        Occurrence(STRENGTHENED, number, pos.entity(number).controller, later.strength - before[number].strength)
        for number, later in now.items()
        if number in before and before[number].raised_to(later)
    )


def increases_at_beginning(pos: Position) -> tuple[Occurrence, ...]:
    """Return the increases of STR, as occurrences, that a phase, an attack or a defence has brought by beginning.

    They belong to the same moment as that beginning (`agot2/triggering-condition#3`). A new survey becomes `pos.watch`.
    """
    return noticed(pos, pos.watch)


def look(pos: Position) -> bool:
    """Open a moment for increases of STR that came outside every moment; return whether one was opened.

    Values are brought up to date without pause (`agot2/modifiers#1`). Between phases, as a phase or a challenge begins,
    and while something is imminent, nothing is done: the increases belong to the moment that follows. Otherwise a new
    survey becomes `pos.watch`.
    """
    if not pos.table.frames or _part_of_next_moment(pos.table.frames[-1]):
        return False
    parts = noticed(pos, pos.watch)
    if parts:
        pos.open("moment", None, parts)
    return bool(parts)


def _part_of_next_moment(frame: Frame) -> bool:
    """Whether an increase now belongs to a moment that is about to happen: a beginning, or what is imminent."""
    if frame.kind in _BETWEEN or (frame.step == 0 and frame.kind in ("challenge", *board.PHASES)):
        return True
    return frame.kind == "moment" and any(part.state == "imminent" for part in frame.occurrences)


class StrengthWatch:
    """Notices characters whose STR was raised by something that happened, for abilities that answer it."""

    def before(self, pos: Position) -> dict[int, Measure] | None:
        """Return the STR of every character in play, or None if no ability listens for an increase."""
        return survey(pos)

    def after(self, pos: Position, seen: dict[int, Measure]) -> tuple[Occurrence, ...]:
        """Return the increases of STR since the survey in `pos.watch`, or since `seen` if there is none.

        A new survey becomes `pos.watch`.
        """
        return noticed(pos, seen if pos.watch is None else pos.watch)
