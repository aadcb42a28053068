"""The ledger itself in words: its streams, seals, checks, exports and imports, as `list` and `ledger` print them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from ledger.seals import Seal
from ledger.streams import Head
from replays.records.summaries import GameSummary
from replays.wording.naming import counted

STREAM_TITLES = ("NAME", "ID", "KIND", "PACK", "WHEN", "PLAYERS", "EVENTS", "RESULT", "VIOLATIONS", "SEAL", "FROM")
"""The titles over the cells of `stream_row`."""

NO_GAMES = "the ledger has no games yet; `lastword import FILE` stores one"
NOTHING_FITS = "no game fits what you asked for"

WHAT_NEXT = (
    "keep this file as it is, and go on from a copy or an export made before: "
    "`lastword --ledger NEW.db ledger import FILE` brings an export in"
)
"""The advice for a ledger in which a check found something wrong."""


def stream_row(head: Head, depth: int, names: Mapping[str, str], about_game: GameSummary) -> tuple[str, ...]:
    """Return the cells of a stream in a list, its name indented by how deep it lies under what it branches from.

    `names` gives the name of a stream by its id, also of streams that are not listed.
    """
    about = head.about
    name = f"{'  ' * (depth - 1)}└ {head.name}" if depth else head.name
    origin = f"branch of {names.get(about.parent, about.parent)}@{about.at}" if about.parent else about.note
    return (
        name,
        head.id[:8],
        head.kind,
        about.pack,
        about.created,
        about_game.players,
        str(head.last),
        about_game.result,
        str(about_game.violations) if about_game.violations else "",
        "sealed" if head.seals else "",
        origin,
    )


def by_descent(heads: Sequence[Head]) -> list[tuple[Head, int]]:
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


def searched_text(head: Head) -> str:
    """Return the text of a stream that a search looks through: its name, pack, date and file."""
    return f"{head.name} {head.about.pack} {head.about.created} {head.about.note}".casefold()


def page_note(page: int, rows: int, found: int) -> str:
    """Return the note on which of several pages is shown: `page 2 of 5, 230 games in all; --page N shows another`."""
    return f"page {page} of {-(-found // rows)}, {counted(found, 'game')} in all; --page N shows another"


class StreamData(msgspec.Struct, frozen=True):
    """A stream, as `list --json` prints it: a game, a branch of one, or with `--all` another kind.

    `parent` is the id of the stream it branches from, `at` the event after which it leaves it, and `trunk` the digest
    there. `last` is its last event. `players`, `result` and `violations` are a game's; the desk leaves them out.
    """

    id: str
    kind: str
    name: str
    pack: str
    pack_version: str
    note: str
    created: str
    parent: str
    at: int
    trunk: str
    last: int
    sealed: bool
    digest: str
    players: str | UnsetType = UNSET
    result: str | UnsetType = UNSET
    violations: int | UnsetType = UNSET


def stream_data(head: Head, about_game: GameSummary | None = None) -> StreamData:
    """Return a stream for `list --json`: what it is, its last event, whether it is sealed, its digest.

    For a game that was read, who plays, who won and the number of violations follow.
    """
    plain = {**asdict(head.about), "last": head.last, "sealed": bool(head.seals), "digest": head.digest.hex()}
    return StreamData(**plain, **(asdict(about_game) if about_game is not None else {}))


def sealed_line(seal: Seal) -> str:
    """Return the line that says a record has just been sealed."""
    return f"{seal.name}@{seal.last} sealed by {seal.by} on {seal.when}, key fingerprint {seal.fingerprint}"


def seal_note(seal: Seal) -> str:
    """Return the line about a seal that a check found; a person compares its fingerprint with the signer's."""
    return f"{seal.name}@{seal.last} was sealed by {seal.by} on {seal.when}, key fingerprint {seal.fingerprint}"


def unchanged_line(streams: int, events: int) -> str:
    """Return the line of a check that found nothing wrong, with the numbers of streams and events it checked."""
    return f"{_records(streams)}, {counted(events, 'event')}: all as they were written"


def exported_note(streams: int, file: str) -> str:
    """Return the line that says how many streams were exported to which file."""
    return f"{_records(streams)} written to {file}"


def _records(streams: int) -> str:
    """Return a number of streams in words."""
    return f"{counted(streams, 'record')} (games, cases and the like)"


def import_lines(new: Iterable[Head], continued: Iterable[Head], merged: Iterable[Head]) -> Iterator[str]:
    """Yield a line for each stream that an import opened, continued, or merged into one that was there."""
    for head in new:
        called = f", which is called {head.about.name} where it comes from" if head.alias else ""
        yield f"imported {head.name} ({head.last} events){called}"
    for head in continued:
        yield f"continued {head.name} (up to event {head.last})"
    for head in merged:
        yield f"merged into {head.name} ({head.last} events)"


def differing_note(clause: str) -> str:
    """Return the line that says a clause was revised otherwise in the ledger of an import."""
    return f"both ledgers revise {clause} with different words: those of this ledger stay"


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
    """Return which streams were noted anew, by the names of the first few; the others were noted already."""
    if not made:
        return "the last event of every game was noted already"
    names = f"{', '.join(made[:8])}{' …' if len(made) > 8 else ''}"
    return f"noted the last event of {names}; all others were noted already"
