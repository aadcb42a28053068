"""Reading one game of a public engine from its two files: what players clicked, and how the table stood."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parents[2]
State = dict[str, Any]
"""A table as the other engine wrote it down. A missing key means 0, false or empty."""


def shared_logs() -> Path:
    """Return the folder of real games: beside the project, unless the environment variable LASTWORD_SHARED says where
    `shared` is.
    """
    return Path(os.environ.get("LASTWORD_SHARED", ROOT.parent / "shared")) / "logs"


class Click(msgspec.Struct, frozen=True):
    """One click: its number, how many lines the chat had before it, who, on what kind of thing, which one, and where or
    at which prompt.
    """

    number: int
    lines: int
    player: str
    kind: str
    what: str
    where: str

    def __str__(self) -> str:
        return f"{self.player}: {self.kind} “{self.what}” ({self.where})"


class Game(msgspec.Struct, frozen=True):
    """One game or situation as the other engine recorded it."""

    name: str
    source: str
    kind: str
    format: str
    players: tuple[str, ...]
    decks: dict[str, State]
    clicks: tuple[Click, ...]
    snapshots: tuple[State, ...]
    setup: tuple[State, ...]
    final: State
    prompts: State
    lines: tuple[str, ...]
    banners: dict[str, list[int]]
    settings: State

    @property
    def label(self) -> str:
        """The folder and the number of the game: enough to find its file."""
        return f"{self.source}/{self.kind}/{self.name[:3]}"


class UnreadableError(Exception):
    """A file holds no game of this form; the message names it and says what is wrong."""


def read_game(path: Path) -> Game:
    """Return the game in a JSON file and the chat beside it; raises UnreadableError if either is no such file."""
    chat = path.with_suffix(".txt")
    try:
        data = msgspec.json.decode(path.read_bytes())
        if not isinstance(data, dict):
            raise TypeError("it holds no object")
        return _game(path, data, chat.read_text(encoding="utf-8"))
    except KeyError as error:
        raise UnreadableError(f"{path}: {error} is missing") from error
    except FileNotFoundError as error:
        raise UnreadableError(f"{path}: its chat {chat.name} is not beside it") from error
    except (OSError, ValueError, TypeError, IndexError, AttributeError) as error:
        raise UnreadableError(f"{path}: {error}") from error


def _game(path: Path, data: State, chat: str) -> Game:
    clicks = tuple(
        Click(at, int(one[0]), str(one[1]), str(one[2]), str(one[3]), str(one[4]) if len(one) > 4 else "")
        for at, one in enumerate(data["clicks"])
    )
    setup = data.get("setup") or []
    return Game(
        name=path.stem,
        source=str(data.get("engine") or path.parent.parent.name),
        kind=path.parent.name,
        format=str(data.get("format") or ""),
        players=tuple(data["players"]),
        decks=data.get("decks") or {},
        clicks=clicks,
        snapshots=tuple(data.get("snapshots") or ()),
        setup=tuple(setup if isinstance(setup, list) else [setup]),
        final=data["final"],
        prompts=data.get("prompts") or {},
        lines=tuple(chat.split("\n")),
        banners=data.get("kinds") or {},
        settings=data.get("settings") or {},
    )


def games_below(folder: Path, sources: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files of all games of these engines below a folder, in order."""
    for path in sorted(folder.rglob("*.json")):
        if path.parent.parent.name in sources:
            yield path
