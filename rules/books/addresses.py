"""Addresses of rules: `game/entry`, `game/entry#3`, and the pinned form `game/entry#3@version` a ruling cites."""

from __future__ import annotations

import re

import msgspec

from rules.errors import CardError

_ADDRESS = re.compile(
    r"(?P<game>[a-z0-9]+)/(?P<entry>[a-z0-9][a-z0-9.-]*?)(?:#(?P<clause>[0-9]+))?(?:@(?P<version>[0-9][0-9.-]*))?"
)


class Address(msgspec.Struct, frozen=True):
    """Where a rule is. Clause 0 is the whole entry; an empty version is the one in force."""

    game: str
    entry: str
    clause: int = 0
    version: str = ""

    def __str__(self) -> str:
        clause = f"#{self.clause}" if self.clause else ""
        version = f"@{self.version}" if self.version else ""
        return f"{self.game}/{self.entry}{clause}{version}"


def parse_address(text: str) -> Address:
    """The address a person wrote."""
    found = _ADDRESS.fullmatch(text.strip().lower())
    if found is None:
        raise CardError(
            f"{text!r} is not the address of a rule; write GAME/ENTRY or GAME/ENTRY#CLAUSE as `rules search` does"
        )
    return Address(found["game"], found["entry"], int(found["clause"] or 0), found["version"] or "")


def looks_like_address(text: str) -> bool:
    """Whether a text could only be meant as an address."""
    return _ADDRESS.fullmatch(text.strip().lower()) is not None
