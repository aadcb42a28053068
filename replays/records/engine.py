"""Which engine made a record, and differences between two: the release, and a digest of the rules it had for a game.

An entry keeps this as one word, such as `0.2.0+3f2a9c41d07be856`. Two engines with the same word derive the same events
from the same decisions. Entries of version 1 do not name their engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

import rules
from ledger.entries import Entry
from ledger.errors import LedgerError
from rules.errors import RulesError

UNNAMED = "a version that did not name itself (0.1.0 or earlier)"
"""How an engine is called that an entry of version 1 does not name."""

_NOT_RULES = ("playthroughs", "reference", "source", "books")
"""Folders whose files derive no event: examples and reference books."""


@cache
def engine_of(pack: str) -> str:
    """Return the word for this engine with a pack: the release, and a digest of the code of the rules and of the pack's
    cards.
    """
    from importlib.metadata import version  # slow to import, and only needed where something is stored

    digest = blake2b(digest_size=8)
    for path, item in rule_sources():
        if not path.startswith("/packs/") or path.startswith(f"/packs/{pack}/"):
            digest.update(path.encode() + b"\0" + item.read_bytes())
    return f"{version('lastword')}+{digest.hexdigest()}"


def engines_of(entries: Iterable[Entry]) -> frozenset[str]:
    """Return the engines that made these entries; "" stands for one that is not named."""
    return frozenset(entry.engine for entry in entries)


FAULTS = (LookupError, ValueError, TypeError, AssertionError, ArithmeticError, RulesError, LedgerError)
"""Errors that mean that this engine cannot go on from a table another engine made."""


class EngineFinding(msgspec.Struct, frozen=True):
    """A difference between a record and this engine at an event, with both sides in words.

    `about` is what differs: a component, a player, a decision. `recorded` is what the record has, `derived` what this
    engine has.
    """

    seq: int
    about: str
    recorded: str
    derived: str


class Scribe(msgspec.Struct, frozen=True):
    """Who recorded something, and when, as the caller says; both may be unknown."""

    recorded: str = ""
    recorded_by: str = ""


UNKNOWN_SCRIBE = Scribe()


def stamped(entries: Iterable[Entry], pack: str, scribe: Scribe) -> list[Entry]:
    """Return entries, ready to be stored, with three fields filled in: `engine`, `recorded` and `recorded_by`.

    The engine is this one with the pack, the other two come from the scribe. An entry that names its engine already is
    returned unchanged.
    """
    marks = {"engine": engine_of(pack), "recorded": scribe.recorded, "recorded_by": scribe.recorded_by}
    return [entry if entry.engine else msgspec.structs.replace(entry, **marks) for entry in entries]


def engine_words(engine: str) -> str:
    """Return an engine as a judge reads it: its release; the digest only tells two of one release apart."""
    return engine.partition("+")[0] or UNNAMED


def rule_sources() -> list[tuple[str, Path]]:
    """Return every file of `rules` that can change what is derived, code and cards, by its path and in its order."""
    return sorted(_sources(Path(rules.__file__).parent, ""), key=lambda found: found[0])


def _sources(folder: Path, path: str) -> Iterator[tuple[str, Path]]:
    for item in folder.iterdir():
        name = f"{path}/{item.name}"
        if item.is_dir() and not item.name.startswith("__") and item.name not in _NOT_RULES:
            yield from _sources(item, name)
        elif item.name.endswith((".py", ".toml")):
            yield name, item
