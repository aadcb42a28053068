"""A process is killed in the middle of a write, at every place of its log in turn: nothing acknowledged is lost.

The kernel kills a process that writes past its limit on the size of files (`SIGXFSZ`, which Python otherwise ignores).
So the place is exact: the limit is the last byte of the database's log that still reaches the file.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
from pathlib import Path

import pytest

from ledger.entries import Entry
from ledger.events import Rolled
from ledger.ledger_check import check
from ledger.signing import load_key, new_key, sign
from ledger.store import Ledger
from ledger.streams import About, new_id
from tests.samples import game

SHARED_MEMORY = 32_768
"""Bytes of the file that SQLite keeps beside a log; with a lower limit no ledger can be opened."""
LOG = 330_000
"""Bytes that the log has when all acts are done, or a little more."""
KEY = load_key(new_key())


def acts(path: Path, acknowledge: int) -> None:
    """Open, append, seal, branch and make checkpoints, eight times; write a line after each act that returned."""

    def done(what: str) -> None:
        os.write(acknowledge, f"{what}\n".encode())

    with Ledger.open(str(path)) as ledger:
        for number in range(8):
            head = ledger.start(f"new-{number}", entries=game(2))
            done(f"new-{number} {head.last}")
            head = ledger.append(head, [Entry(head.last + 1, (Rolled("die" * 300, (number,)),))])
            done(f"new-{number} {head.last}")
            ledger.put_seal(head, sign(head, KEY, "Ada", "2026-01-01"))
            done(f"new-{number} sealed")
            aside = ledger.new_stream(About(new_id(), "game", f"aside-{number}"), game(1), parent=None)
            head = ledger.append(head, [Entry(head.last + 1, (Rolled("die", (1,)),))], opening=[aside])
            done(f"aside-{number} {aside.head.last}")
            done(f"new-{number} {head.last}")
            ledger.checkpoint()


def killed_at(path: Path, limit: int) -> tuple[bool, list[str]]:
    """Do the acts in a child whose files may have so many bytes; return whether it was killed, and what it did."""
    reader, acknowledge = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        try:
            acts(path, acknowledge)
        finally:
            os._exit(0)
    os.close(acknowledge)
    with os.fdopen(reader) as lines:
        said = lines.read().splitlines()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGXFSZ, said


@pytest.mark.slow
def test_a_process_killed_inside_a_write_loses_nothing_and_leaves_no_half(tmp_path: Path, full: bool) -> None:
    whole, path, chance = tmp_path / "whole.db", tmp_path / "ledger.db", random.Random(5)
    with Ledger.open(str(whole)) as ledger:
        ledger.start("first", entries=game(3))
    kills = 0
    for _ in range(1_000 if full else 60):
        for old in tmp_path.glob("ledger.db*"):
            old.unlink()
        shutil.copy(whole, path)
        was_killed, said = killed_at(path, chance.randrange(SHARED_MEMORY, LOG))
        kills += was_killed
        with Ledger.open(str(path)) as ledger:
            assert [str(finding) for finding in check(ledger).findings] == []
            heads = {head.name: head for head in ledger.heads()}
            assert [name for name, head in heads.items() if head.last == head.about.at] == []
            for line in said:
                name, _, what = line.partition(" ")
                assert len(ledger.seals(name)) == 1 if what == "sealed" else heads[name].last >= int(what), line
            asides = {name for name in heads if name.startswith("aside")}
            both = {f"aside-{name[4:]}" for name, head in heads.items() if name.startswith("new") and head.last > 19}
            assert asides == both, "what is opened together with an append is stored together with it"
    assert kills > (900 if full else 45), "it was hardly ever killed: this shows little"
