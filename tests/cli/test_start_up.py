"""Starting up: what judging a plain file must not load, and a cache of parsed packs that can only save time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from replays.cli._parsed_files import KEPT, ParsedFiles, cache_folder
from rules import toml_tables
from rules.catalogue import pack_ids
from tests.sequences import SAVE

HEAVY = ("rich", "eventsourcing", "sqlite3", "jinja2", "starlette", "cryptography", "graphviz", "psycopg", "tomllib")
TABLES = {"a.toml": {"card": [{"id": "x", "cost": 2}]}}


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[ParsedFiles]:
    """A cache in an empty folder, which the packs use."""
    found = ParsedFiles(tmp_path / "cache")
    toml_tables.remember_in(found)
    yield found
    toml_tables._keepers.clear()


def verify(folder: Path, cache: str, code: str = "") -> subprocess.CompletedProcess[str]:
    (folder / "dispute.lw").write_text(SAVE, encoding="utf-8")
    start = f"import sys; from replays.cli.main import cli\ntry: cli()\nfinally: {code or 'pass'}"
    env = {**os.environ, "LASTWORD_CACHE": cache}
    typed = [sys.executable, "-c", start, "--ledger", "none.db", "verify", "dispute.lw"]
    return subprocess.run(typed, cwd=folder, env=env, capture_output=True, text=True, timeout=60)


def test_judging_a_file_loads_no_library_it_does_not_need(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    first = verify(tmp_path, cache)
    second = verify(tmp_path, cache, f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)")
    assert second.stderr == "[]\n"
    assert (second.returncode, second.stdout) == (first.returncode, first.stdout)
    assert "1 violation" in first.stdout


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "foreign", "folder"])
def test_a_damaged_cache_is_ignored_and_made_again(damage: str, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    whole = verify(tmp_path, str(cache)).stdout
    for file in cache.iterdir():
        data = file.read_bytes()
        if damage == "folder":
            file.unlink()
            file.mkdir()
        else:
            damaged = {"cut": data[:-9], "changed": data[:90] + b"!" + data[91:], "empty": b"", "foreign": b"{}" * 40}
            file.write_bytes(damaged[damage])
    after = verify(tmp_path, str(cache))
    assert (after.stdout, after.stderr) == (whole, "")


def test_a_cache_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    refused, off = verify(tmp_path, str(tmp_path / "file" / "cache")), verify(tmp_path, "off")
    assert (refused.stdout, refused.stderr, refused.returncode) == (off.stdout, "", off.returncode)


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such permissions there")
@pytest.mark.parametrize("place", ["file", "folder"])
def test_what_others_can_write_is_not_trusted(place: str, tmp_path: Path) -> None:
    kept = ParsedFiles(tmp_path / "cache")
    kept.keep("p-cards-1", TABLES)
    assert kept.find("p-cards-1") == TABLES
    (kept.folder if place == "folder" else kept.folder / "p-cards-1.tables").chmod(0o777)
    assert kept.find("p-cards-1") is None
    if place == "folder":
        kept.keep("p-cards-2", TABLES)
        assert not (kept.folder / "p-cards-2.tables").exists()


def test_few_files_are_kept_and_none_unfinished(tmp_path: Path) -> None:
    kept = ParsedFiles(tmp_path)
    for number in range(KEPT + 3):
        kept.keep(f"p-cards-{number}", TABLES)
        os.utime(tmp_path / f"p-cards-{number}.tables", (number, number))
    kept.keep("q-cards-0", TABLES)
    assert len(list(tmp_path.iterdir())) == KEPT + 1
    assert kept.find(f"p-cards-{KEPT + 2}") == TABLES


def test_tables_that_would_come_back_otherwise_are_not_kept(tmp_path: Path) -> None:
    ParsedFiles(tmp_path).keep("p-cards-1", {"a.toml": toml_tables.parse("day = 2026-01-31")})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("pack", pack_ids())
@pytest.mark.parametrize("folder", ["cards", "reference"])
def test_tables_from_the_cache_are_those_of_the_files(pack: str, folder: str, keeper: ParsedFiles) -> None:
    texts, parsed = toml_tables.tables(pack, folder)
    assert parsed == {name: toml_tables.parse(text) for name, text in texts.items()}
    assert len(list(keeper.folder.iterdir())) == 1
    assert toml_tables.tables(pack, folder) == (texts, parsed)


def test_the_place_of_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LASTWORD_CACHE", "off")
    assert cache_folder() is None
    monkeypatch.setenv("LASTWORD_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("LASTWORD_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "lastword" or sys.platform != "linux"
