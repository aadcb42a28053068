"""What `-o` writes is whole or not there, and takes the place of nothing but an earlier output of its kind."""

from __future__ import annotations

import errno
import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from replays.cli._ledger_files import write_key
from replays.cli._outputs import write_whole
from replays.errors import ReplayError
from tests.cli.typed import lastword, started


@pytest.fixture
def home(home: Path) -> Path:
    """A folder with a ledger that has a game, and a key."""
    lastword(home, "import", "dispute.lw")
    lastword(home, "ledger", "seal", "dispute", "--key", "judge.pem", "--new-key", "--by", "Ada")
    return home


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_an_export_never_overwrites_a_ledger_or_a_key(home: Path, force: list[str]) -> None:
    with closing(sqlite3.connect(home / "other.db")) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    (home / "linked.db").symlink_to(home / "lastword.db")
    for name in ("lastword.db", "judge.pem", "other.db", "linked.db", "lastword.db-wal"):
        before = (home / name).read_bytes() if (home / name).exists() else None
        says = lastword(home, "ledger", "export", "-o", name, *force, exits=2)
        assert "it is never overwritten" in says
        assert before == ((home / name).read_bytes() if (home / name).exists() else None)


def test_an_export_overwrites_an_export_and_nothing_else_unless_forced(home: Path) -> None:
    (home / "notes.txt").write_text("What Borys said.")
    says = lastword(home, "ledger", "export", "-o", "notes.txt", exits=2)
    assert "there is a file notes.txt, and it is not an export of a ledger; --force overwrites it" in says
    assert (home / "notes.txt").read_text() == "What Borys said."
    lastword(home, "ledger", "export", "-o", "notes.txt", "--force")
    whole = (home / "notes.txt").read_bytes()
    lastword(home, "import", "dispute.lw", "--name", "once-more")
    lastword(home, "ledger", "export", "-o", "notes.txt")
    assert len((home / "notes.txt").read_bytes()) > len(whole)


VERBS = {
    "svg": ("draw", "dispute"),
    "dot": ("chart", "okc"),
    "html": ("rules", "book", "okc"),
    "md": ("rules", "book", "okc"),
    "jsonl": ("case", "export", "case-dispute-1"),
}


@pytest.mark.parametrize("ending", VERBS)
def test_no_verb_overwrites_a_ledger_a_key_or_an_unlike_file(home: Path, ending: str) -> None:
    lastword(home, "case", "open", "dispute", "--question", "Why?")
    words = (*VERBS[ending], "-o", f"out.{ending}")
    before = {"ledger": (home / "lastword.db").read_bytes(), "key": (home / "judge.pem").read_bytes()}
    if ending != "md":
        before["letter"] = b"Dear Borys,"
    for held in before.values():
        (home / f"out.{ending}").write_bytes(held)
        lastword(home, *words, exits=2)
        assert (home / f"out.{ending}").read_bytes() == held
    (home / f"out.{ending}").unlink()
    for _ in range(2):
        lastword(home, *words)
    assert (home / f"out.{ending}").stat().st_size > 0


def test_the_ledger_in_use_is_safe_whatever_it_is_called(home: Path) -> None:
    (home / "lastword.db").rename(home / "ledger.svg")
    before = (home / "ledger.svg").read_bytes()
    says = lastword(home, "--ledger", "ledger.svg", "draw", "dispute", "-o", "ledger.svg", exits=2)
    assert "belongs to the ledger in use: it is never overwritten" in says
    assert (home / "ledger.svg").read_bytes() == before


def test_a_folder_that_is_not_there_is_named_as_it_was_given(home: Path) -> None:
    assert "nowhere/all.jsonl" in lastword(home, "ledger", "export", "-o", "nowhere/all.jsonl", exits=2)


def test_a_planted_link_is_not_followed(home: Path) -> None:
    (home / "diary.txt").write_text("dear")
    for name in ("all.jsonl.partial", ".all.jsonl.partial"):
        (home / name).symlink_to(home / "diary.txt")
    lastword(home, "ledger", "export", "-o", "all.jsonl")
    assert (home / "diary.txt").read_text() == "dear"
    assert (home / "all.jsonl").read_bytes().startswith(b'{"format":"lastword-ledger"')


def test_an_export_is_on_the_disk_before_it_has_its_name(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda descriptor: (done.append("sync"), sync(descriptor))[1])
    monkeypatch.setattr(os, "replace", lambda *names: (done.append("rename"), replace(*names))[1])
    lastword(home, "ledger", "export", "-o", "all.jsonl")
    assert done == ["sync", "rename", "sync"]


def test_a_fault_on_the_way_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"

    def fails() -> Iterator[bytes]:
        yield b"half"
        raise OSError(errno.ENOSPC, "No space left on device")

    for before in (None, b"earlier"):
        if before:
            path.write_bytes(before)
        with pytest.raises(OSError, match="No space left"):
            write_whole(path, fails())
        assert [found.name for found in tmp_path.iterdir()] == (["all.jsonl"] if before else [])
        assert not before or path.read_bytes() == before


def test_a_full_disk_leaves_no_empty_file(home: Path) -> None:
    """The limit on the size of files stands in for a full disk: this process may not write a byte."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
            for write in (lambda: write_key(home / "new.pem", b"secret"), lambda: write_whole(home / "new", [b"x"])):
                try:
                    write()
                except OSError:
                    continue
                os._exit(2)
            code = 0
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert [found.name for found in home.iterdir() if "new" in found.name] == []


def test_a_key_is_never_overwritten_not_even_through_a_link(home: Path) -> None:
    (home / "planted.pem").symlink_to(home / "elsewhere.pem")
    with pytest.raises(ReplayError, match="a key is never overwritten"):
        write_key(home / "planted.pem", b"secret")
    assert not (home / "elsewhere.pem").exists()


def test_an_export_still_goes_to_a_pipe(home: Path) -> None:
    assert started(home, "ledger", "export", "-o", "/dev/stdout").stdout.startswith('{"format":"lastword-ledger"')
