"""Events about the rules: clauses that were revised, and rulebook texts that users attached as their own copy."""

from __future__ import annotations

from ledger.facts import Fact

REVISIONS_KIND, RULEBOOK_KIND = "revisions", "rulebook"
"""The names of the kinds of streams that hold changes of clauses, and rulebook texts of a user's own."""


class ClauseRevised(Fact, tag="clause-revised"):
    """From a date on, a clause says something else; the number after the last clause adds a new one.

    `rule` is the entry's id, `because` the reason in words, `effective` and `recorded` are dates.
    """

    rule: str
    clause: int
    says: str
    because: str
    effective: str
    recorded: str = ""


class RulebookAttached(Fact, tag="rulebook-attached"):
    """A user attached their own copy of a rulebook: the text as it was read from their file. The latest one counts."""

    pack: str
    name: str
    text: str
    recorded: str = ""


class RevisionEntry(Fact):
    """An entry in the stream of a pack's revisions."""

    seq: int
    events: tuple[ClauseRevised, ...]


class RulebookEntry(Fact):
    """An entry in the stream of a pack's attached texts."""

    seq: int
    events: tuple[RulebookAttached, ...]
