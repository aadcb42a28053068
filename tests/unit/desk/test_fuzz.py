"""Ten thousand random requests: no fault of the program, no traceback, nothing written without token and role."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from replays.desk.access.logins import Logins
from replays.desk.safety import POLICY
from replays.desk.server import desk_app
from replays.desk.settings import Settings
from tests.unit.desk.fuzzing import Asked, Fuzzer, send
from tests.unit.desk.people import PASSPHRASES

PARTS = 4
PROOF, SMALL = 10_000, 400


async def fuzz(ledger: Path, seed: int, count: int) -> tuple[list[str], Counter[str]]:
    """Send random requests, and return what went wrong, and how many there were of each kind."""
    app = desk_app(str(ledger), Settings(hosts=("desk.example",), logins=Logins(PASSPHRASES)))
    beside, wrong, seen = sqlite3.connect(ledger), list[str](), Counter[str]()
    fuzzer = Fuzzer(seed, app)

    def version() -> int:
        found: int = beside.execute("PRAGMA data_version").fetchone()[0]
        return found

    for _ in range(count):
        asked, before = fuzzer.request(), version()
        try:
            answer = await send(app, asked)
        except Exception as error:
            wrong.append(told(asked, f"raised {type(error).__name__}: {error}"))
            continue
        written = version() != before
        seen.update([str(answer.status), "written" if written else "read"])
        if answer.status >= 500 or b"Traceback (most recent" in answer.body:
            wrong.append(told(asked, f"{answer.status} {answer.body[-400:]!r}"))
        if answer.headers.get("content-security-policy") != POLICY:
            wrong.append(told(asked, "no policy"))
        if written and not asked.may_write:
            wrong.append(told(asked, f"wrote without leave ({answer.status})"))
    beside.close()
    app.state.desk.ledger.close()
    return wrong, seen


def told(asked: Asked, says: str) -> str:
    """Return a request in short, with what went wrong."""
    return f"{asked.method} {asked.target[:120]} as {asked.role.word} {asked.headers} {asked.body[:300]!r}: {says}"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_request_breaks_the_desk_or_writes_without_leave(ruled: str, tmp_path: Path, part: int, full: bool) -> None:
    own = tmp_path / "own.db"
    shutil.copy(ruled, own)
    count = (PROOF if full else SMALL) // PARTS
    with ThreadPoolExecutor(1) as apart:  # a browser test before this one leaves a running loop in the main thread
        wrong, seen = apart.submit(asyncio.run, fuzz(own, part, count)).result()
    assert not wrong, "\n".join(wrong[:20])
    if full:
        for kind in ("200", "303", "400", "401", "403", "404", "405", "421", "written"):
            assert seen[kind], f"no request was answered with {kind}: {seen}"
