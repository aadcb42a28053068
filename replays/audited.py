"""What the window audit finds: each window of a record, and what became of each player's opportunity in it."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Status(StrEnum):
    """What became of a player's opportunity, the gravest first."""

    NEVER_OFFERED = "never offered"
    USED = "used"
    PASSED = "passed"
    OPEN = "still open"
    NOTHING = "nothing available"


class Turn(msgspec.Struct):
    """One player in one window: what was used and, if never offered or still to come, what could be."""

    player: str
    status: Status = Status.NOTHING
    used: list[str] = []
    events: list[int] = []
    could: list[str] = []


class Held(msgspec.Struct, frozen=True):
    """One opportunity, at its time: what was used in which event, or that it was passed; `implied` if nobody wrote that pass."""

    player: str
    status: Status
    used: str = ""
    seq: int = 0
    implied: bool = False


class Opened(msgspec.Struct):
    """One window of the record. `seq` is the event that opened it, `closed` the one that left it (0: it is still open)."""

    seq: int
    frame: int
    step: str
    label: str
    rule: str
    because: str
    forced: bool
    order: list[str]
    turns: list[Turn]
    resolved: list[str] = []
    missed: list[str] = []
    skipped: bool = False
    closed: int = 0
    held: list[Held] = []

    @property
    def in_time(self) -> list[Held]:
        """Every opportunity in the order in which they were held. Who had nothing to use is told once, before whoever came next."""
        told: list[Held] = []
        for item in self.held:
            told += self._silent(self.order[: self.order.index(item.player)] if item.player in self.order else [], told)
            told.append(item)
        return told + self._silent(self.order, told)

    def _silent(self, players: list[str], told: list[Held]) -> list[Held]:
        heard = {item.player for item in (*self.held, *told)}
        return [Held(player, Status.NOTHING) for player in players if player not in heard]

    @property
    def quiet(self) -> bool:
        """Whether nobody could do anything in it."""
        return not self.resolved and not self.missed and all(turn.status is Status.NOTHING for turn in self.turns)

    @property
    def wrong(self) -> bool:
        """Whether the record denied somebody an opportunity or left out what was forced."""
        return bool(self.missed) or any(turn.status is Status.NEVER_OFFERED for turn in self.turns)
