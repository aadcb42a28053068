"""The cache of parsed packs: the tables of their TOML files, in a folder of the user's that may be deleted at any time.

A file is named by the bytes its tables were parsed from, so it is never out of date. It is plain data (MessagePack),
never code, and begins with a digest of the rest. A file that is damaged, or that another user owns or could have
written, is ignored, and the packs are parsed as if there were no cache. LASTWORD_CACHE names another folder, or is
`off`.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

import msgspec

from rules.toml_tables import Tables

SETTING = "LASTWORD_CACHE"
"""The environment variable that names the folder."""
ENDING = ".tables"
KEPT = 4
"""The most files of one folder of a pack; older ones are removed when another is written."""
_DIGEST = 16
"""Bytes of the digest at the beginning of a file."""


class ParsedFiles:
    """Tables kept as files in a folder. Nothing here fails: what cannot be read or written is left alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, key: str) -> Tables | None:
        """Return the tables kept under a key; None if there are none that can be trusted."""
        try:
            with (self.folder / f"{key}{ENDING}").open("rb") as file:
                data = file.read() if _ours_alone(file) and _ours_alone(self.folder) else b""
        except OSError:
            return None
        return _decoded(data)

    def keep(self, key: str, tables: Tables) -> None:
        """Keep tables under a key: the whole file or none, also if somebody else writes the same one.

        Tables that would come back otherwise, such as those with dates, are not kept.
        """
        body = msgspec.msgpack.encode(tables)
        if msgspec.msgpack.decode(body) != tables:
            return
        with suppress(OSError):  # a folder that cannot be written costs time, and nothing else
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _ours_alone(self.folder):
                _write_whole(self.folder / f"{key}{ENDING}", blake2b(body, digest_size=_DIGEST).digest() + body)
                self._remove_oldest(key.rpartition("-")[0])

    def _remove_oldest(self, beginning: str) -> None:
        found = sorted(self.folder.glob(f"{beginning}-*{ENDING}"), key=lambda file: file.stat().st_mtime)
        for file in found[:-KEPT]:
            file.unlink()


def cache_folder() -> Path | None:
    """Return the folder for the cache: what LASTWORD_CACHE says, else the system's place for it; None if it is off.

    The places are written out here, since the library that knows them is slower to load than a pack from the cache.
    """
    said = os.environ.get(SETTING, "")
    if said == "off":
        return None
    if said:
        return Path(said)
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    if Path(base).is_absolute():
        return Path(base) / "lastword"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "lastword"


def _decoded(data: bytes) -> Tables | None:
    body = data[_DIGEST:]
    if blake2b(body, digest_size=_DIGEST).digest() != data[:_DIGEST]:
        return None
    try:
        return msgspec.msgpack.decode(body, type=Tables)
    except msgspec.MsgspecError:
        return None


def _ours_alone(place: BinaryIO | Path) -> bool:
    """Whether only this user can have written a file or a folder; always, where files have no such owner (Windows)."""
    if sys.platform == "win32":
        return True
    found = os.stat(place) if isinstance(place, Path) else os.fstat(place.fileno())
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file under a name of its own first, and then put it in its place."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
