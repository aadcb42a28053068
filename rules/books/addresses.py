"""Addresses of rules: `game/entry`, `game/entry#3`, and `game/entry#3@version`, the pinned form that a ruling cites."""

from __future__ import annotations

import re

import msgspec

from rules.errors import CardError

_ADDRESS = re.compile(
    r"(?P<game>[a-z0-9]+)/(?P<entry>[a-z0-9][a-z0-9.-]*?)(?:#(?P<clause>[0-9]+))?(?:@(?P<version>[0-9][0-9.-]*))?"
)


class Address(msgspec.Struct, frozen=True):
    """The address of a rule. Clause 0 means the whole entry, an empty version the one in force."""

    game: str
    entry: str
    clause: int = 0
    version: str = ""

    def __str__(self) -> str:
        clause = f"#{self.clause}" if self.clause else ""
        version = f"@{self.version}" if self.version else ""
        return f"{self.game}/{self.entry}{clause}{version}"


def parse_address(text: str) -> Address:
    """Return the address that a person wrote, in any case. Raises `CardError` if the text does not have its form.

    Example: `parse_address("GAME/cancel#1")` is `Address("game", "cancel", 1)`.
    """
    found = _ADDRESS.fullmatch(text.strip().lower())
    if found is None:
        raise CardError(
            f"{text!r} is not the address of a rule; write PACK/ENTRY or PACK/ENTRY#CLAUSE as `rules search` does"
        )
    return Address(found["game"], found["entry"], int(found["clause"] or 0), found["version"] or "")


def looks_like_address(text: str) -> bool:
    """Whether a text has the form of an address. The rule itself may not exist."""
    return _ADDRESS.fullmatch(text.strip().lower()) is not None
