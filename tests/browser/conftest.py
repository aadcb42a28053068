"""A real Chromium beside a running desk. Where there is no Chromium the tests say so."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ledger.store import Ledger
from replays.branches.storage import store
from replays.cases.acts import Cases, DraftRuling
from replays.cases.citations import pin_rules
from replays.desk.server import desk_app
from replays.desk.settings import Settings
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from replays.reference.shelf import Shelf
from tests.sequences import SAVE

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
GAME = "cancelling-a-duplicates-save"
CASE = "case-save-1"
PATIENCE = 30_000
"""Milliseconds to wait for something in a page: a busy machine may take long, and nobody waits for what is there."""
expect.set_options(timeout=PATIENCE)
DISPUTE = "/desk?example=agot2/cancelling-a-duplicates-save"
SCREENS = [
    "/desk",
    *(f"{DISPUTE}&tab={tab}" for tab in ("verdict", "table", "sequence", "windows", "why")),
    f"/desk/{GAME}",
    "/games",
    f"/games/{GAME}@81",
    *(f"/games/{GAME}@81/{view}" for view in ("table", "sequence", "windows", "why", "options")),
    "/board",
    "/rules",
    "/rules/agot2/duplicates?q=duplikat#5",
    "/rules/compare?topic=trigger-sequence&with=agot2&with=l5r",
    "/cards/agot2/the-hands-judgment",
    "/cases",
    f"/cases/{CASE}",
    f"/cases/new?about={GAME}@81",
    *(f"/games/{GAME}@64/{tool}" for tool in ("whatif?way=skip&at=65", "rewind?how=to", "explore?ask=", "record")),
    f"/games/{GAME}@81/diff?with={GAME}@64",
    "/books/okc",
    "/import",
    "/nowhere",
]
"""Every screen of the desk, with what it shows of the disputed save."""
SIZES = {"desktop": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    if not CHROMIUM:
        pytest.skip("this machine has no Chromium: nothing was shown about the desk in a browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def filled_ledger(path: Path) -> str:
    """Make a ledger that holds the disputed save with a ruling on it, and return its address."""
    with Ledger.open(str(path)) as opened:
        store(opened, of_run(run(read(SAVE, "dispute.lw")), GAME))
        cases = Cases(opened, "2026-11-16T12:00:00+00:00")
        case = cases.open(GAME, 81, "May The Hand's Judgment cancel the save of a duplicate?", "B", CASE)
        case = cases.claim(case, "A", "A duplicate's save cannot be cancelled.")
        case = cases.claim(case, "B", "The save is an interrupt that initiates, so I may cancel it.")
        cited = pin_rules(Shelf(opened, "2026-11-16"), ["agot2/duplicates#5", "agot2/triggering-condition#1"])
        cases.rule(
            case, DraftRuling("The save stands; the event goes back to hand.", cited, "none", "Maria", "2026-11-16")
        )
    return str(path)


@contextmanager
def running_desk(ledger: str, settings: Settings | None = None) -> Iterator[str]:
    """Run a desk on a ledger for a `with`, and give its address."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            desk_app(ledger, settings or Settings()), log_level="error", timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running desk on a ledger that holds the disputed save."""
    with running_desk(filled_ledger(tmp_path_factory.mktemp("browser") / "tour.db")) as address:
        yield address


@pytest.fixture
def context_of(chromium: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """A function that opens a browser context; it is closed after the test."""
    opened: list[BrowserContext] = []

    def make(size: str = "desktop", **options: object) -> BrowserContext:
        width, height = SIZES[size]
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        return context

    yield make
    for context in opened:
        context.close()


@pytest.fixture
def page(context_of: Callable[..., BrowserContext]) -> Iterator[Page]:
    """A page of desktop size. Errors of its scripts and refusals of the policy fail the test."""
    faults: list[str] = []
    found = context_of().new_page()
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    yield found
    assert not faults, faults
