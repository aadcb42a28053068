"""The ledger itself in words: its streams, seals, checks, exports and imports, as `list` and `ledger` print them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from ledger.seals import Seal
from ledger.streams import Head
from replays.wording.tables import counted

STREAM_TITLES = ("NAME", "ID", "KIND", "PACK", "EVENTS", "CREATED", "SEAL", "FROM")
"""The titles over the rows of `stream_rows`."""

NO_GAMES = "the ledger has no games yet"

WHAT_NEXT = (
    "keep this file as it is, and go on from a copy or an export made before: "
    "`lastword --ledger NEW.db ledger import FILE` brings an export in"
)
"""The advice for a ledger in which a check found something wrong."""


def stream_rows(heads: Sequence[Head], names: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Return a row of cells for each stream, a branch under the stream it leaves (if that is listed), indented.

    `names` gives the name of a stream by its id, also of streams that are not listed.
    """
    return [_stream_row(head, depth, names) for head, depth in _by_descent(heads)]


def _stream_row(head: Head, depth: int, names: Mapping[str, str]) -> tuple[str, ...]:
    about = head.about
    name = f"{'  ' * (depth - 1)}└ {head.name}" if depth else head.name
    origin = f"branch of {names.get(about.parent, about.parent)}@{about.at}" if about.parent else about.note
    seal = "sealed" if head.seals else ""
    return (name, head.id[:8], head.kind, about.pack, str(head.last), about.created, seal, origin)


def _by_descent(heads: Sequence[Head]) -> list[tuple[Head, int]]:
    """Return the streams with branches under what they branch from, each with how deep it lies."""
    listed = {head.id for head in heads}
    children: dict[str, list[Head]] = {}
    for head in heads:
        parent = head.about.parent
        children.setdefault(parent if parent in listed else "", []).append(head)
    found: list[tuple[Head, int]] = []
    waiting = [(head, 0) for head in reversed(children.get("", []))]
    while waiting:
        head, depth = waiting.pop()
        found.append((head, depth))
        waiting += [(child, depth + 1) for child in reversed(children.get(head.id, []))]
    return found


def stream_data(head: Head) -> dict[str, Any]:
    """Return a stream for `list --json`: what it is, its last event, whether it is sealed, its digest."""
    return {**asdict(head.about), "last": head.last, "sealed": bool(head.seals), "digest": head.digest.hex()}


def sealed_line(seal: Seal) -> str:
    """Return the line that says a record has just been sealed."""
    return f"{seal.name}@{seal.last} sealed by {seal.by} on {seal.when}, key {seal.fingerprint}"


def seal_note(seal: Seal) -> str:
    """Return the line about a seal that a check found; a person compares its key with the signer's."""
    return f"{seal.name}@{seal.last} was sealed by {seal.by} on {seal.when}, key {seal.fingerprint}"


def unchanged_line(streams: int, events: int) -> str:
    """Return the line of a check that found nothing wrong, with the numbers of streams and events it checked."""
    return f"{counted(streams, 'stream')}, {counted(events, 'event')}: everything is as it was written"


def exported_note(streams: int, file: str) -> str:
    """Return the line that says how many streams were exported to which file."""
    return f"{counted(streams, 'stream')} written to {file}"


def import_lines(new: Iterable[Head], continued: Iterable[Head], merged: Iterable[Head]) -> Iterator[str]:
    """Yield a line for each stream that an import opened, continued, or merged into one that was there."""
    for head in new:
        called = f", which is called {head.about.name} where it comes from" if head.alias else ""
        yield f"imported {head.name} ({head.last} events){called}"
    for head in continued:
        yield f"continued {head.name} (up to event {head.last})"
    for head in merged:
        yield f"merged into {head.name} ({head.last} events)"


def known_note(head: Head) -> str:
    """Return the line that says a stream of an import was in the ledger before."""
    return f"{head.name} was in the ledger already"


NOT_IMPORTED = {"verdicts": "`lastword verify --all` judges games anew wherever they are, and believes no file"}
"""Why a stream is neither exported nor imported, by its kind."""


def left_out_note(head: Head) -> str:
    """Return the note on a stream that an import leaves out."""
    return f"{head.name} was left out: {NOT_IMPORTED.get(head.kind, 'the ledger has a text of this book already')}"


def not_exported_note(head: Head) -> str:
    """Return the note on a stream that an export leaves out."""
    return f"{head.name} is left out: {NOT_IMPORTED.get(head.kind, 'it says who asked, ruled and vouched')}"


def upgraded_line(new: Head, old: Head) -> str:
    """Return the line on a game that was upgraded: the new game, and the one it was played again from."""
    return f"{new.name}: {counted(new.last, 'event')}, upgraded from {old.name}@{old.last}, which stays as it is"


def checkpoints_line(made: Sequence[str]) -> str:
    """Return the line on checkpoints that were made, with the names of the first few streams."""
    names = f": {', '.join(made[:8])}{' …' if len(made) > 8 else ''}" if made else ""
    return f"{counted(len(made), 'checkpoint')} made{names}"
