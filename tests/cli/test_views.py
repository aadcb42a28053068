"""As a player, no verb names a card that the player never knew, in text, JSON or pictures: examples and players."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from ledger.folding import apply
from ledger.store import Ledger
from ledger.table import Table, knows
from replays.cli import _records
from replays.cli.main import cli
from replays.notation.lines import Document
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import Record, of_run
from replays.records.results import Run
from tests.conftest import PROOF

ALL_EXAMPLES = sorted((Path(__file__).parents[2] / "docs" / "examples").glob("*/*.lw"))
EXAMPLES = ALL_EXAMPLES if PROOF else list({path.parent: path for path in ALL_EXAMPLES}.values())
"""The examples that are tried: one of each game, and all of them under `make proof`."""
NUMBERED = ("id", "entity", "subject", "source", "host", "holder")
"""The fields of JSON that hold one component."""
LISTED = ("attached", "affects", "picks", "pairs", "order", "result")
"""The fields of JSON that hold several."""


@cache
def record_of(path: Path) -> Record:
    text = path.read_text(encoding="utf-8")
    return of_run(run(read(text, str(path), lambda name: (path.parent / name).read_text(encoding="utf-8"))), path.stem)


def secrets(record: Record, player: str) -> tuple[set[str], set[int]]:
    """Return the titles, ids and short names of cards that a player never knew, and the numbers of those components."""
    table, known = Table(), set[int]()
    for entry in record.entries:
        for event in entry.events:
            apply(table, event)
            known |= {number for number, entity in table.entities.items() if knows(table, player, entity)}
    cards = {table.entities[number].card for number in known}
    hidden = {number for number in table.entities if number not in known}
    words = set[str]()
    for number in hidden:
        card = record.pack.cards.get(table.entities[number].card)
        if card is not None and card.id not in cards:
            words |= {card.name, card.id}
    words |= {alias for alias, number in record.names.aliases.items() if number in hidden}
    titles = {record.pack.cards[card].name for card in cards if card in record.pack.cards}
    return words - titles, hidden


def points(record: Record) -> list[int]:
    """Return a decision in the middle of a record; under `make proof` also the first and the last."""
    ends = [record.end(at) for at in range(len(record.entries))]
    return sorted({ends[0], ends[len(ends) // 2], ends[-1]}) if PROOF else [ends[len(ends) // 2]]


def commands(record: Record, name: str, player: str, folder: Path) -> Iterator[list[str]]:
    """Yield every command that shows a record as a player."""
    for json_too in ([], ["--json"]):
        for at in points(record):
            yield ["state", name, "--at", str(at), "--as", player, *json_too]
            yield ["options", name, "--at", str(at), "--as", player, *json_too]
            yield ["explore", name, "--at", str(at), "--depth", "1", "--limit", "60", "--as", player, *json_too]
            yield ["why", name, "--at", str(at), f"{player} pass", "--as", player, *json_too]
        for entry in record.entries:
            if entry.line:
                yield ["why", name, "--line", str(entry.line), "--as", player, *json_too]
                break
        yield ["windows", name, "--all", "--as", player, *json_too]
        yield ["step", name, "--as", player, *json_too]
    for style in ("stack", "clusters", "timeline"):
        yield ["draw", name, "--style", style, "--as", player, "-o", str(folder / f"{style}.dot")]


def component_numbers(value: object, key: str = "") -> Iterator[int]:
    """Yield every number in JSON that stands for a component by the name of its field."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name != "id" or "card" in value:  # frames and effects have numbers of their own
                yield from component_numbers(part, name)
    elif isinstance(value, list):
        for part in value:
            if isinstance(part, int) and key in LISTED:
                yield part
            yield from component_numbers(part, key)
    elif isinstance(value, int) and not isinstance(value, bool) and key in NUMBERED:
        yield value


def leaks(shown: str, words: set[str], numbers: set[int], as_json: bool = False) -> list[str]:
    """Return what a text shows that its player never knew."""
    plain = shown.replace("&#39;", "'").replace("&amp;", "&").replace("\\u0027", "'")
    found = [word for word in words if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-]|\":)", plain)]
    found += [f"#{number}" for number in map(int, re.findall(r"(?<![\w/#&])#([0-9]+)\b", plain)) if number in numbers]
    if as_json and shown:
        for line in shown.splitlines() if shown.count("\n{") else [shown]:
            found += [str(number) for number in component_numbers(json.loads(line)) if number in numbers]
    return found


@pytest.mark.parametrize("path", EXAMPLES, ids=[f"{path.parent.name}/{path.stem}" for path in EXAMPLES])
def test_no_verb_shows_a_player_what_they_never_knew(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = record_of(path)

    def ran(document: Document) -> Run:
        assert record.run is not None
        return record.run

    monkeypatch.setattr(_records, "run", ran)
    steps = "\n".join(["list 400", "options", "stack", "jump end", "state", "options", "quit"])
    for player in record.table(1).seats:
        words, numbers = secrets(record, player)
        for command in commands(record, str(path), player, tmp_path):
            result = CliRunner().invoke(cli, ["--ledger", str(tmp_path / "none.db"), *command], input=steps)
            assert result.exception is None or isinstance(result.exception, SystemExit), (command, result.exception)
            found = leaks(result.stdout, words, numbers, "--json" in command)
            for picture in tmp_path.glob("*.dot"):
                found += leaks(picture.read_text(encoding="utf-8"), words, numbers)
                picture.unlink()
            assert not found, f"{' '.join(command)} shows {found}"
            assert not leaks(result.stderr, words, numbers), command


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_following_a_game_as_a_player_shows_nothing_else(path: Path, tmp_path: Path) -> None:
    record = record_of(path)
    address = str(tmp_path / "games.db")
    with Ledger.open(address, create=True) as ledger:
        ledger.start("game", entries=record.entries)
    for player in record.table(1).seats:
        words, numbers = secrets(record, player)
        for json_too in ([], ["--json"]):
            asked = ["--ledger", address, "tail", "game", "-n", "9999", "--as", player, *json_too]
            result = CliRunner().invoke(cli, asked)
            assert result.exit_code == 0, result.output
            assert not leaks(result.output, words, numbers, bool(json_too))
            if json_too:
                last = msgspec.json.decode(result.output.splitlines()[-1])
                assert last["seq"] == record.last
