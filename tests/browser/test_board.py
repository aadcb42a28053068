"""Calls for a judge in a real browser: one is taken with one click, everybody sees by whom, and it is ended."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from ledger.store import Ledger
from replays.branches.storage import store
from replays.cases.acts import Cases
from replays.desk.settings import Settings
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from tests.browser.conftest import running_desk
from tests.sequences import SAVE

QUESTION = "May the save be cancelled?"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[str]:
    """The address of a desk on a ledger with one game and a call about it."""
    ledger = str(tmp_path / "hall.db")
    with Ledger.open(ledger) as opened:
        store(opened, of_run(run(read(SAVE, "dispute.lw")), "table-7"))
        Cases(opened, "2026-11-16T12:00:00+00:00").open("table-7", 81, QUESTION, "B", "disputed")
    with running_desk(ledger, Settings(recorded_by="Maria")) as address:
        yield address


def call(page: Page) -> Locator:
    """Return the call on the board."""
    return page.locator(".call", has_text=QUESTION)


def test_by_mouse_while_another_judge_looks(page: Page, context_of: Callable[..., BrowserContext], hall: str) -> None:
    other = context_of().new_page()
    other.goto(f"{hall}/board?screen=1")
    expect(other.locator("#live-word")).to_have_text("live")
    page.goto(f"{hall}/board")
    call(page).get_by_role("button", name="Take the call").click()
    expect(call(page)).to_contain_text("you are on it")
    expect(other.locator(".call")).to_contain_text("Maria is on it")
    call(page).get_by_role("button", name="Give it back").click()
    expect(call(page)).to_contain_text("judge called")
    call(page).get_by_role("button", name="Take the call").click()
    call(page).get_by_role("button", name="End the call").click()
    expect(page.locator(".calls")).to_have_count(0)
    expect(other.locator(".calls")).to_have_count(0)
    expect(page.get_by_role("link", name=re.compile("case open$")).first).to_be_visible()


def test_by_keyboard_alone(page: Page, hall: str) -> None:
    page.goto(f"{hall}/board")
    for word, seen in (("Take the call", "you are on it"), ("Give it back", "judge called")):
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent") == word:
                break
        page.keyboard.press("Enter")
        expect(call(page)).to_contain_text(seen)
        page.wait_for_load_state("load")


def test_without_a_script_from_the_board_and_from_the_case(
    context_of: Callable[..., BrowserContext], hall: str
) -> None:
    page = context_of("phone", java_script_enabled=False).new_page()
    page.goto(f"{hall}/board?only=cases")
    call(page).get_by_role("button", name="Take the call").click()
    expect(call(page)).to_contain_text("you are on it")
    assert page.url.endswith("/board?only=cases")
    call(page).get_by_role("link", name="Open the case").click()
    expect(page.locator(".the-call")).to_contain_text("you are on it")
    page.get_by_role("button", name="End the call").click()
    expect(page.locator(".the-call")).to_have_count(0)
    expect(page.get_by_role("button", name="Record the ruling")).to_be_visible()
