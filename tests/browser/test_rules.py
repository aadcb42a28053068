"""The rules screens in a real browser: searching by typing, by keyboard and without a script, and their layout."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import CASE, SIZES

ENTRY = "/rules/agot2/duplicates?q=anulowanie+duplikatu&game=agot2#5"
SCREENS = [
    ENTRY,
    "/rules?q=cancel",
    "/rules/agot2",
    "/rules/compare?topic=trigger-sequence&with=agot2&with=l5r&with=hbo",
    "/rules/agot2/duplicates/history",
    "/cards/agot2/the-hands-judgment?q=hand",
    "/examples/agot2/cancelling-a-duplicates-save",
    "/cases",
    f"/cases/{CASE}",
]


def test_a_search_by_typing(page: Page, desk: str) -> None:
    page.goto(f"{desk}/rules")
    page.locator("#q").fill("duplikt")
    hit = page.locator("a.hit", has_text="agot2/duplicates")
    expect(hit).to_be_visible()
    expect(page).to_have_url(f"{desk}/rules?q=duplikt")
    expect(page.get_by_role("status")).to_contain_text("in all books")
    page.get_by_role("link", name="agot2", exact=True).click()
    expect(page).to_have_url(f"{desk}/rules?q=duplikt&game=agot2")
    page.locator("a.hit", has_text="agot2/duplicates").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Duplicates")
    expect(page.locator("#q")).to_have_value("duplikt")
    page.get_by_role("link", name="Clause 5").click()
    expect(page.locator("li[id='5'] .proof")).to_be_visible()
    expect(page.locator("li[id='5']")).to_contain_text("cite as agot2/duplicates#5@1.0")
    expect(page.locator("li[id='4'] .proof")).to_be_hidden()


def test_a_search_by_keyboard_alone(page: Page, desk: str) -> None:
    page.goto(f"{desk}/rules")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("hand's judgm")
    expect(page).to_have_url(re.compile(r"judgm$"))  # the answer to the last letter is there
    expect(page.locator("a.hit", has_text="agot2/the-hands-judgment")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#q")).to_be_focused()
    hits = page.locator("a.hit")
    for _ in range(hits.count()):
        page.keyboard.press("ArrowDown")
        if "/cards/" in str(page.evaluate("document.activeElement.href")):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("The Hand's Judgment")


def test_a_search_without_a_script(context_of: Callable[..., BrowserContext], desk: str) -> None:
    page = context_of("phone", java_script_enabled=False).new_page()
    page.goto(f"{desk}/rules")
    page.locator("#q").fill("anulowanie duplikatu")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator("#found-count")).to_contain_text("entries in all books")
    page.locator("a.hit", has_text="agot2/duplicates").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Duplicates")
    page.get_by_role("link", name="Clause 5").click()
    expect(page.locator("li[id='5'] .proof")).to_be_visible()
    expect(page.get_by_role("button", name="Copy citation")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_the_layout(context_of: Callable[..., BrowserContext], desk: str, size: str) -> None:
    page = context_of(size).new_page()
    for address in SCREENS:
        page.goto(desk + address)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{address} is {wide} pixels too wide"
    page.goto(desk + ENTRY)
    finder, text, beside = (page.locator(part).bounding_box() for part in (".finder", ".entry-text", ".beside"))
    assert finder
    assert text
    assert beside
    assert page.locator("li[id='5']").evaluate("item => item.getBoundingClientRect().top") > 0
    if size == "desktop":
        assert finder["x"] + finder["width"] <= text["x"]
    else:
        assert finder["y"] + finder["height"] <= text["y"]
    if size == "phone":
        assert text["y"] + text["height"] <= beside["y"]
    else:
        assert text["x"] + text["width"] <= beside["x"]
