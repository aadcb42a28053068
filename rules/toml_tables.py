"""The TOML files of a pack as tables of plain values, parsed once.

Parsing TOML is the slowest part of loading a pack. A program may set a keeper, which remembers the tables of files it
has seen before; `rules` itself keeps nothing. Tables are checked and compiled anew each time, wherever they come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Protocol

from rules.data import texts

Tables = dict[str, dict[str, Any]]
"""The tables of several files, by the names of the files."""


class Keeper(Protocol):
    """Remembers tables by a key, which names the bytes they were parsed from. It may forget at any time."""

    def find(self, key: str) -> Tables | None:
        """Return what was kept under a key, or None."""

    def keep(self, key: str, tables: Tables) -> None:
        """Keep tables under a key, if that is possible."""


_keepers: list[Keeper] = []


def remember_in(keeper: Keeper) -> None:
    """Ask this keeper, and no other, before files are parsed, and give it what was parsed."""
    _keepers[:] = [keeper]


def parse(text: str) -> dict[str, Any]:
    """Return the table that a TOML text describes. Raises `ValueError`, which names the line, for any other text."""
    import tomllib  # not loaded where all tables are kept

    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError(str(error)) from None


def tables(pack: str, folder: str) -> tuple[dict[str, str], Tables]:
    """Return the texts of the TOML files in a pack's folder, and their tables, both by name.

    A file that is no TOML has no table: whoever reads its text reports the fault, with its line.
    """
    files = texts(pack, folder, ".toml")
    key = f"{pack}-{folder}-{_digest(files)}"
    for keeper in _keepers:
        found = keeper.find(key)
        if found is not None and found.keys() == files.keys():
            return files, found
    parsed = _parsed(files)
    if parsed.keys() == files.keys():
        for keeper in _keepers:
            keeper.keep(key, parsed)
    return files, parsed


def _parsed(files: Mapping[str, str]) -> Tables:
    found: Tables = {}
    for name, text in files.items():
        try:
            found[name] = parse(text)
        except ValueError:
            continue  # its reader parses it again, and says what is wrong and where
    return found


def _digest(files: Mapping[str, str]) -> str:
    """Return a digest of the names and texts of files."""
    digest = blake2b(digest_size=16)
    for name, text in files.items():
        digest.update(f"{name}\0{len(text)}\0{text}\0".encode())
    return digest.hexdigest()
