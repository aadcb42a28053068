"""A stored game in brief: who plays, who won, how many illegal moves are noted in its record."""

from __future__ import annotations

import msgspec

from ledger.events import GameEnded, GameStarted, ViolationNoted
from ledger.queries import LedgerReader
from ledger.streams import Head


class GameSummary(msgspec.Struct, frozen=True):
    """A game in brief. `result` says who won and is empty while the game goes on; `violations` counts illegal moves."""

    players: str = ""
    result: str = ""
    violations: int = 0


def summary(ledger: LedgerReader, head: Head) -> GameSummary:
    """Read a game and return it in brief; a record that cannot be read raises `LedgerError`."""
    seats: dict[str, str] = {}
    result, violations = "", 0
    for entry in ledger.entries(head):
        for event in entry.events:
            if isinstance(event, GameStarted):
                seats = {seat.player: seat.name or seat.player for seat in event.seats}
            elif isinstance(event, ViolationNoted):
                violations += 1
            elif isinstance(event, GameEnded):
                result = f"{' and '.join(seats.get(who, who) for who in event.winners) or 'nobody'} won"
    return GameSummary(", ".join(seats.values()), result, violations)
