"""What is taken to have been decided where nobody wrote it: a pass, an outcome, a choice; and which of these is worth telling."""

from __future__ import annotations

import msgspec

from ledger.events import Move
from rules.asking import CHANCE, PASS, Ask, Choose
from rules.chance import Chance, Shuffle
from rules.engine import legal
from rules.position import Position


class Assumption(msgspec.Struct, frozen=True):
    """Something nobody wrote that had to be decided for the game to go on."""

    seq: int
    line: int
    player: str
    says: str


def assume_nothing(ask: Ask, move: Move) -> None:
    """For questions that keep nothing."""


def may_pass(pos: Position, ask: Ask) -> bool:
    """Whether passing is an answer."""
    return ask.player != CHANCE and legal(ask.checks(pos, ask.player, PASS))


def outcome(pos: Position, ask: Chance | Shuffle) -> Move:
    """A random outcome nobody recorded: the order as it is, or cards nobody knows before those that are known."""
    if isinstance(ask, Shuffle):
        return Move("shuffle", picks=tuple(pos.table.zones[ask.zone]))
    unknown = [part for part in ask.candidates if isinstance(part, int) and not pos.entity(part).card]
    chosen = [*unknown, *(part for part in ask.candidates if part not in unknown)][: ask.count]
    return Move(
        "chance",
        picks=tuple(part for part in chosen if isinstance(part, int)),
        words=tuple(part for part in chosen if isinstance(part, str)),
    )


def likely(pos: Position, ask: Ask) -> Move | None:
    """A choice nobody wrote, among cards: as few as allowed, and those nobody knows before those that are known."""
    if not isinstance(ask, Choose):
        return None
    chosen = sorted(ask.candidates, key=lambda number: bool(pos.entity(number).card))[: ask.least]
    move = Move(ask.verb, picks=tuple(chosen))
    return move if legal(ask.checks(pos, ask.player, move)) else None


def matters(pos: Position, ask: Chance | Shuffle) -> bool:
    """Whether another outcome would have been a different one: among unknown cards it would not."""
    parts = pos.table.zones[ask.zone] if isinstance(ask, Shuffle) else ask.candidates
    return any(isinstance(part, str) or pos.entity(part).card for part in parts)
