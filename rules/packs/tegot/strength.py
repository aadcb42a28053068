"""Strength in battle: units, heroes, castle, throne, cards, conscripts and what an event grants, each counted by a step of its own."""

from __future__ import annotations

from ledger.table import Frame
from rules.asking import Ask
from rules.packs.tegot import reading
from rules.position import Position
from rules.timing import Run

HERO, CASTLE, THRONE = 2, 1, 2
NEUTRAL = "neutral"
"""The zone for cards drawn for a house without a player."""

PARTS = (
    ("tokens", "tegot/battle-3#1", "3 Strength of power tokens"),
    ("heroes", "tegot/battle-3#2", "Strength of heroes"),
    ("castle", "tegot/battle-3#3", "The defender's castle"),
    ("throne", "tegot/battle-3#4", "The Iron Throne"),
    ("cards", "tegot/special-battle-actions#1", "Cards and companions"),
    ("conscripts", "tegot/conscripts-icon#1", "Conscripts"),
    ("grant", "tegot/battle-3#6", "What the event grants"),
)
"""What adds to strength, in the order it is counted."""


def attackers(pos: Position, frame: Frame) -> list[int]:
    """The initiator's units in the domain."""
    return reading.sided(pos, frame.text("domain"), frame.text("attacker"))


def defenders(pos: Position, frame: Frame) -> list[int]:
    """The defender's units in the domain."""
    return reading.sided(pos, frame.text("domain"), frame.text("defender"))


def zone_of(pos: Position, who: str) -> str:
    """Where a side's battle cards lie."""
    return f"{who}.battle" if who in pos.table.seats else NEUTRAL


def icons(pos: Position, who: str, icon: str) -> list[int]:
    """The cards of a side that show an icon."""
    return [number for number in pos.table.zones[zone_of(pos, who)] if icon in pos.card(number).icons]


def adding(part: str) -> Run:
    """A step that adds one part to both totals, so that the record shows where strength came from."""

    def run(pos: Position, frame: Frame) -> Ask | None:
        attack, defence = (strength(pos, frame, frame.text(who), part) for who in ("attacker", "defender"))
        if attack or defence:
            pos.patch(frame, {"attack": frame.number("attack") + attack, "defence": frame.number("defence") + defence})
        return None

    return run


def strength(pos: Position, frame: Frame, who: str, part: str) -> int:
    """What one part adds for one side.

    Keeps `tegot/battle-3#1`, `tegot/battle-3#2`, `tegot/battle-3#3`, `tegot/battle-3#4`, `tegot/battle-3#5`,
    `tegot/battle-3#6`, `tegot/hero#1`.
    """
    attacking = who == frame.text("attacker")
    domain = reading.world(pos).domains[frame.text("domain")]
    units = attackers(pos, frame) if attacking else defenders(pos, frame)
    heroes = sum(reading.is_hero(pos, number) for number in units)
    if part == "tokens":
        return len(units) - heroes
    if part == "heroes":
        return heroes * ((frame.number("champion") if attacking else 0) or HERO)
    if part == "castle":
        return CASTLE if domain.castle and not attacking else 0
    if part == "throne":
        return THRONE if domain.throne and not attacking else 0
    if part == "cards":
        return _cards(pos, who)
    if part == "conscripts":
        return len(icons(pos, who, "conscripts")) * _conscripts(pos, domain.borders, who)
    siege = frame.number("siege") if domain.castle or domain.throne else 0
    return frame.number("extra") + frame.number("strength") + siege if attacking else 0


def _cards(pos: Position, who: str) -> int:
    """Printed strength of the cards played, and 1 for a Loyal Companion (`tegot/loyal-companion#1`, `tegot/battle-icon#1`)."""
    total = sum(pos.card(number).number("strength") for number in pos.table.zones[zone_of(pos, who)])
    kept = pos.zone(who, "kept") if who in pos.table.seats else []
    return total + sum(1 for number in kept if pos.card(number).facts.get("battle"))


def _conscripts(pos: Position, near: tuple[str, ...], who: str) -> int:
    """Friendly units next to the battle lend their strength and stay where they are.

    Keeps `tegot/conscripts-icon#1`, `tegot/conscripts-icon#2`.
    """
    return sum(HERO if reading.is_hero(pos, n) else 1 for domain in near for n in reading.sided(pos, domain, who))
