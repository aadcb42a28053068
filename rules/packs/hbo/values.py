"""Values after every modifier (income, initiative, claim, strength, price), and icons, keywords and traits."""

from __future__ import annotations

from ledger.table import Frame
from rules.kernel.position import Position
from rules.kernel.values import has, value
from rules.packs.hbo import board
from rules.shared import limited, totals, unknown_plots


def total(pos: Position, player: str, name: str) -> int:
    """Return a player's income or initiative (`name` says which) after every modifier (`hbo/plot-card#2`).

    It is the value of the revealed plot plus the bonuses printed on the player's cards in play, duplicates excepted.
    """
    number = board.plot(pos, player)
    base = pos.card(number).number(name) if number else 0
    for entity in board.controlled(pos, player):
        if not board.is_duplicate(entity):
            base += pos.card(entity.id).number(name)
    return value(pos, player, name, base)


def claim_value(pos: Position, player: str) -> int:
    """Return a player's claim value after every modifier: that of the revealed plot, or the usual one of an unknown."""
    unknown = unknown_plots.is_unknown(pos, player)
    base = unknown_plots.USUAL_CLAIM if unknown else pos.card(board.plot(pos, player)).number("claim")
    return value(pos, player, "claim", base)


def strength(pos: Position, number: int) -> int:
    """Return a character's strength after every modifier, for challenges and dominance alike (`hbo/strength#1`)."""
    return value(pos, number, "strength", pos.card(number).number("strength"))


def price(pos: Position, number: int) -> int:
    """Return the gold tokens a card costs after every modifier (`hbo/gold-token#1`)."""
    return value(pos, number, "cost", pos.card(number).number("cost"))


def has_icon(pos: Position, number: int, kind: str) -> bool:
    """Whether a character has the icon of a kind of challenge, printed or given."""
    return kind in pos.card(number).icons or has(pos, number, "icon", kind)


def has_keyword(pos: Position, number: int, keyword: str) -> bool:
    """Whether a card of any type has a keyword, printed or given (`hbo/keyword#2`)."""
    return keyword in pos.card(number).keywords or has(pos, number, "keyword", keyword)


def has_trait(pos: Position, number: int, trait: str) -> bool:
    """Whether a card has a trait, printed or given. No rule asks for traits, only card effects do (`hbo/trait#1`)."""
    return trait in pos.card(number).traits or has(pos, number, "trait_of", trait)


def limited_left(pos: Position, player: str) -> bool:
    """Whether a player may still play a Limited card this round (`hbo/limited#1`).

    The opponent's Limited cards do not count (`hbo/limited#2`).
    """
    return limited.limited_left(pos, player)


def count_limited(pos: Position, player: str, number: int) -> None:
    """Count a card as the player's Limited card of this round, if it is Limited."""
    if has_keyword(pos, number, "limited"):
        limited.count_limited(pos, player, number)


def side_total(pos: Position, challenge: Frame, side: str) -> int:
    """Return the total strength of a side, `attackers` or `defenders`, after every modifier (`hbo/challenges-3#1`).

    What is known of participants nobody knows is added.
    """
    player = challenge.text("attacker" if side == "attackers" else "defender")
    amount = sum(strength(pos, number) for number in challenge.numbers(side))
    return value(pos, player, "challenge_strength", amount) + totals.added(challenge, side)
