"""Covert: whom an attacker bypasses as a conflict is declared (`l5r/covert`)."""

from __future__ import annotations

from ledger.events import Move
from rules.asking import Check
from rules.packs.l5r import reading
from rules.position import Position


def targets(pos: Position, opponent: str, ring: int) -> list[int]:
    """The characters covert could bypass in a conflict for this ring (`l5r/covert#1`)."""
    return [number for number in reading.characters(pos, opponent) if not reading.covert(pos, number, ring)]


def some(pos: Position, opponent: str, attackers: tuple[int, ...], ring: int) -> tuple[int, ...]:
    """Attackers with covert and whom they bypass, in the order they lie: one legal choice of several."""
    users = [number for number in attackers if reading.covert(pos, number, ring)]
    return tuple(number for pair in zip(users, targets(pos, opponent, ring), strict=False) for number in pair)


def checks(pos: Position, opponent: str, move: Move, ring: int) -> list[Check]:
    """For each attacker with covert, one character without it is bypassed, if there is one (`l5r/covert#1`)."""
    found = []
    users, victims = move.pairs[::2], move.pairs[1::2]
    for user, victim in zip(users, victims, strict=False):
        found += _pair_checks(pos, opponent, move, ring, user, victim)
    distinct = len(set(users)) == len(users) and len(set(victims)) == len(victims)
    bearers = sum(1 for number in move.picks if number in pos.table.entities and reading.covert(pos, number, ring))
    needed = min(bearers, len(targets(pos, opponent, ring)))
    if move.pairs or needed:
        found.append(
            Check(
                "one each",
                "l5r/covert#1",
                "each attacker with covert bypasses one character, and none is bypassed twice",
                distinct,
            )
        )
        chosen = "1 bypassed character is chosen" if needed == 1 else f"{needed} bypassed characters are chosen"
        found.append(Check("all chosen", "l5r/3.2#7", chosen, len(victims) == needed))
    return found


def _pair_checks(pos: Position, opponent: str, move: Move, ring: int, user: int, victim: int) -> list[Check]:
    named = pos.pack.name(pos, victim) if victim in pos.table.entities else "it"
    bearer = pos.pack.name(pos, user) if user in pos.table.entities else "it"
    bears = user in pos.table.entities and reading.covert(pos, user, ring)
    there = victim in pos.table.entities and pos.in_play(victim) and reading.is_character(pos, victim)
    owned = there and pos.entity(victim).controller == opponent
    free = there and not reading.covert(pos, victim, ring)
    return [
        Check("covert", "l5r/covert#1", f"{bearer}, who is to bypass {named}, has covert", bears),
        Check("declared", "l5r/covert#4", f"{bearer} is declared as an attacker", user in move.picks),
        Check("bypassed", "l5r/covert#1", f"{named} is a character of the defending player", owned),
        Check("no covert", "l5r/covert#1", f"{named} has no covert itself", free),
    ]
