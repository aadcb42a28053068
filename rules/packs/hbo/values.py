"""Numbers and gifts after every modifier."""

from __future__ import annotations

from rules.kernel.position import Position
from rules.kernel.values import has, value
from rules.packs.hbo import board
from rules.shared import limited


def total(pos: Position, player: str, name: str) -> int:
    """Income or initiative: the revealed plot's value, the bonuses printed on own cards in play, and what modifies it
    (`hbo/plot-card#2`).
    """
    number = board.plot(pos, player)
    base = pos.card(number).number(name) if number else 0
    for entity in board.controlled(pos, player):
        if not board.is_duplicate(entity):
            base += pos.card(entity.id).number(name)
    return value(pos, player, name, base)


def claim_value(pos: Position, player: str) -> int:
    """The claim value of a player's revealed plot after every modifier."""
    number = board.plot(pos, player)
    return value(pos, player, "claim", pos.card(number).number("claim") if number else 0)


def strength(pos: Position, number: int) -> int:
    """A character's strength after every modifier, for challenges and dominance alike (`hbo/strength#1`)."""
    return value(pos, number, "strength", pos.card(number).number("strength"))


def has_icon(pos: Position, number: int, kind: str) -> bool:
    """Whether a character has a challenge icon, printed or given."""
    return kind in pos.card(number).icons or has(pos, number, "icon", kind)


def has_keyword(pos: Position, number: int, keyword: str) -> bool:
    """Whether a card, of whatever type, has a keyword, printed or given (`hbo/keyword#2`)."""
    return keyword in pos.card(number).keywords or has(pos, number, "keyword", keyword)


def has_trait(pos: Position, number: int, trait: str) -> bool:
    """Whether a card has a trait, printed or given; only effects ask (`hbo/trait#1`)."""
    return trait in pos.card(number).traits or has(pos, number, "trait_of", trait)


def limited_left(pos: Position, player: str) -> bool:
    """Whether a player may still play a Limited card this round; each player is counted alone (`hbo/limited#1`,
    `hbo/limited#2`).
    """
    return limited.limited_left(pos, player)


def count_limited(pos: Position, player: str, number: int) -> None:
    """Count a card as the player's Limited card of this round, if it is one."""
    if has_keyword(pos, number, "limited"):
        limited.count_limited(pos, player)
