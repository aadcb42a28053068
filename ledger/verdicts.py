"""What a ledger records of games that were judged again: one fact a game, so that a run that was stopped goes on where
it was.
"""

from __future__ import annotations

from ledger.facts import Fact


class GameViolation(Fact):
    """A move that broke rules: its event, who made it, the rules with the primary one first, and what was not so.

    `unjudged` are the rules of the conditions that were never judged, because one they need failed (None: not known, as in what
    older versions kept).
    """

    seq: int
    player: str
    rules: tuple[str, ...]
    says: str
    unjudged: tuple[str, ...] | None = None


class GameJudged(Fact, tag="game-judged"):
    """The verdict on a game as it stood at its event `last` with this digest, by the rules of this fingerprint.

    `parted` is the first event that the rules would not derive (0: none).
    """

    game: str
    last: int
    digest: str
    rules: str
    broken: tuple[GameViolation, ...] = ()
    parted: int = 0


class VerdictEntry(Fact):
    """A stored row of verdicts: those that came in together."""

    seq: int
    events: tuple[GameJudged, ...]
