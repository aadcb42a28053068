"""What is counted, with every modifier: skill, glory, the sides of a conflict, the strength of provinces, bids."""

from __future__ import annotations

from ledger.table import Frame
from rules.packs.l5r import reading
from rules.position import Position
from rules.values import value


def glory(pos: Position, number: int) -> int:
    """A character's glory after every modifier."""
    return value(pos, number, "glory", pos.card(number).number("glory"))


def base_skill(pos: Position, number: int, kind: str) -> int:
    """A character's skill before modifiers, as effects may have changed the base itself (`l5r/base-value#1`)."""
    return 0 if reading.dash(pos, number, kind) else value(pos, number, f"base_{kind}", pos.card(number).number(kind))


def skill(pos: Position, number: int, kind: str) -> int:
    """A character's skill now, with every modifier (`l5r/current#1`); a dash reads as an unmodified 0 (`l5r/dash#5`).

    Attachments add what is printed, bowed or not, on a bowed character too (`l5r/anatomy-military-skill-bonus#1`,
    `l5r/anatomy-political-skill-bonus#1`, `l5r/attachment-cards#10`, `l5r/bow-bowed#4`), characters on it do not
    (`l5r/attachment-cards#11`); status tokens add or take off glory (`l5r/glory#2`).
    """
    known = pos.values.get((number, kind))
    if known is not None:
        return known
    if reading.dash(pos, number, kind):
        return 0
    entity = pos.table.entities[number]
    amount = base_skill(pos, number, kind)
    for part in entity.attached:
        if pos.card(part).type == "attachment":
            amount += pos.card(part).number(f"{kind}_bonus")
    if "honored" in entity.marks:
        amount += glory(pos, number)
    elif "dishonored" in entity.marks:
        amount -= glory(pos, number)
    return value(pos, number, kind, amount)


def total(pos: Position, frame: Frame, side: str) -> int:
    """What a side counts: the skill of the conflict's type over its ready participants, and the player's own modifiers.

    `l5r/skill#2`, `l5r/skill#3`, `l5r/winning-a-conflict#2`; bowed ones are left out (`l5r/bow-bowed#3`,
    `l5r/participating-and-cannot-participate#4`); the favor adds 1 to the total (`l5r/imperial-favor#2`, `l5r/imperial-favor#3`).
    """
    kind = frame.text("type")
    player = frame.text("attacker" if side == "attackers" else "defender")
    numbers = frame.numbers(side)
    amount = sum(skill(pos, number, kind) for number in numbers if not reading.bowed(pos, number))
    if numbers and reading.favor_side(pos, player) == kind:
        amount += 1
    return value(pos, player, "conflict_skill", amount)


def strength(pos: Position, number: int) -> int:
    """A province's strength: printed, what lies in it adds, and every modifier.

    `l5r/holding-cards#2`, `l5r/anatomy-bonus-strength#1`
    """
    entity = pos.table.entities[number]
    amount = pos.card(number).number("strength")
    for other in pos.table.zones[entity.zone]:
        if other != number and pos.table.entities[other].up:
            amount += pos.card(other).number("strength_bonus")
    return value(pos, number, "strength", amount)


def bid(pos: Position, frame: Frame, player: str) -> int:
    """A player's bid as it resolves: the dial and what modified it, never below 0 and without a ceiling (`l5r/bid-value#1`, `l5r/bid-value#2`)."""
    return max(0, pos.table.count(player, "dial") + frame.number(f"change {player}"))


def glory_count(pos: Position, player: str) -> int:
    """Glory of the ready characters and a point for each claimed ring.

    `l5r/3.4.1#1`, `l5r/glory#3`, `l5r/count#1`, `l5r/rings#6`
    """
    ready = sum(glory(pos, number) for number in reading.characters(pos, player) if not reading.bowed(pos, number))
    return value(pos, player, "glory_count", ready + len(reading.rings_of(pos, player)))
