"""What a ledger records of the rules: clauses that were revised, and rulebook texts users attached as their own copy."""

from __future__ import annotations

from ledger.facts import Fact


class ClauseRevised(Fact, tag="clause-revised"):
    """From a date on, a clause says something else. The number after the last clause adds one."""

    rule: str
    clause: int
    says: str
    because: str
    effective: str
    recorded: str = ""


class RulebookAttached(Fact, tag="rulebook-attached"):
    """A rulebook text its owner brought in, as it was read from their file. The latest one counts."""

    pack: str
    name: str
    text: str
    recorded: str = ""


class RevisionEntry(Fact):
    """A stored row of a pack's revisions."""

    seq: int
    events: tuple[ClauseRevised, ...]


class RulebookEntry(Fact):
    """A stored row of a pack's attached texts."""

    seq: int
    events: tuple[RulebookAttached, ...]
