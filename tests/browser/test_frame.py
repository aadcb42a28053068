"""The frame of the desk in a real browser: keys, theme, and every screen at three sizes without sideways scrolling."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import SCREENS, SIZES

NARROWEST = (320, 640)
"""A small phone, or a laptop at 400 %."""


@pytest.mark.parametrize("size", [*SIZES.values(), NARROWEST])
def test_no_screen_scrolls_sideways(
    context_of: Callable[..., BrowserContext], desk: str, size: tuple[int, int]
) -> None:
    page = context_of().new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    wide: dict[str, int] = {}
    for address in SCREENS:
        page.goto(desk + address)
        wide[address] = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert not {address: pixels for address, pixels in wide.items() if pixels > 0}


def test_the_keys_of_the_frame(page: Page, desk: str) -> None:
    page.goto(f"{desk}/games")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_label("Search games, cases, rules and cards")).to_be_focused()
    page.keyboard.press("Escape")
    page.locator("main").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_theme_changes_at_once_and_stays(page: Page, desk: str) -> None:
    page.goto(f"{desk}/games")
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_menu_works_without_a_script(context_of: Callable[..., BrowserContext], desk: str) -> None:
    page = context_of("phone", java_script_enabled=False).new_page()
    page.goto(f"{desk}/games")
    page.get_by_text("Menu").click()
    page.get_by_role("navigation", name="Screens, in the menu").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
