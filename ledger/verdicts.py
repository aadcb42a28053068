"""Events about games that were judged again: one for each game, so that a run that was stopped can be continued."""

from __future__ import annotations

from ledger.facts import Fact


class GameViolation(Fact):
    """A move of a judged game that the rules forbid: its event, who made it, and the ids of the rules it broke.

    The primary rule comes first. `says` gives the reasons in words. `unjudged` are the rules of conditions that were
    never judged, because a condition they need failed (None: not known, since an older version recorded it).
    """

    seq: int
    player: str
    rules: tuple[str, ...]
    says: str
    unjudged: tuple[str, ...] | None = None


class VersionDifference(Fact):
    """A difference at an event between two versions of Last Word: the record's side and this version's."""

    seq: int
    about: str
    recorded: str
    derived: str


class GameJudged(Fact, tag="game-judged"):
    """A game was judged as it stood at event `last` with this digest, by the rules with this fingerprint.

    `broken` are its illegal moves. `parted` is the first event that the rules would not derive (0: none). If another
    version of Last Word recorded the game, `recorded_by` names it, `differs_from` is the first event that this version
    derives otherwise (0: none), and `versions` are the differences that matter.
    """

    game: str
    last: int
    digest: str
    rules: str
    broken: tuple[GameViolation, ...] = ()
    parted: int = 0
    recorded_by: str = ""
    differs_from: int = 0
    versions: tuple[VersionDifference, ...] = ()


class VerdictEntry(Fact):
    """An entry in the stream of verdicts: those that were recorded together."""

    seq: int
    events: tuple[GameJudged, ...]
