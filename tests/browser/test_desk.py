"""The desk in a real browser: from an empty desk to a verdict, by mouse, by keyboard and without a script."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import GAME, SIZES
from tests.sequences import SAVE

DISPUTE = [
    "B challenge military with hound against A",
    "A defend with nobody",
    "A claim ned",
    "A use duplicate of ned",
    'B play "The Hand\'s Judgment"',
]
EXAMPLE = "/desk?example=agot2/cancelling-a-duplicates-save"


def verdict(page: Page) -> Locator:
    """The panel at the right."""
    return page.get_by_role("tabpanel")


def ending(words: str) -> re.Pattern[str]:
    """A pattern for a text that ends with some words."""
    return re.compile(rf"{re.escape(words)}$")


def expect_the_verdict(page: Page) -> None:
    """The dispute is judged, with its clauses."""
    expect(verdict(page).get_by_role("heading", level=2)).to_contain_text("is not legal")
    expect(verdict(page).locator(".reason .clause")).to_have_count(2)
    expect(verdict(page).get_by_role("link", name="agot2/duplicates#5")).to_be_visible()


def test_somebody_who_never_saw_the_notation_meets_one_error(page: Page, desk: str) -> None:
    page.goto(f"{desk}/desk")
    expect(page.get_by_role("heading", name="Begin with a position")).to_be_visible()
    for line in DISPUTE[:-1]:
        page.locator("#region-follow").get_by_role("button", name=line, exact=True).click()
        expect(page.locator("#text")).to_have_value(ending(f"{line}\n"))
    expect(page.locator("#region-follow")).to_contain_text("write anything else that was done, legal or not")
    expect(page.locator(".written-line", has_text="use duplicate").get_by_text("legal")).to_have_count(1)
    page.locator("#text").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("Borys plays The Hand's Judgement")
    expect(page.locator(".note")).to_contain_text("did you mean The Hand's Judgment?")
    page.locator("#text").fill(page.locator("#text").input_value().replace("Judgement", "Judgment"))
    expect_the_verdict(page)


def test_by_mouse(page: Page, desk: str) -> None:
    page.goto(f"{desk}/desk")
    page.locator(".written-head summary").click()
    page.locator(".open-menu").get_by_role("link", name="May an event cancel").click()
    expect_the_verdict(page)
    page.get_by_role("tab", name="Why").click()
    expect(verdict(page).locator(".checks li")).to_have_count(17)
    page.get_by_role("tab", name="Windows").click()
    expect(verdict(page).locator(".audit-window")).to_have_count(2)
    page.get_by_role("tab", name="Sequence").click()
    expect(verdict(page).locator("tr.here")).to_be_visible()
    page.get_by_role("button", name="line 15: legal").click()
    expect(page.locator(".written-line.selected")).to_contain_text("use duplicate")


def test_by_keyboard_alone(page: Page, desk: str) -> None:
    page.goto(f"{desk}/desk")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "text":
            break
    expect(page.locator("#text")).to_be_focused()
    page.keyboard.press("Control+End")
    for line in DISPUTE:
        page.keyboard.type(line)
        page.keyboard.press("Escape")  # what completion offers is not wanted here
        page.keyboard.press("Enter")
    expect_the_verdict(page)
    page.keyboard.press("Alt+5")
    expect(page.get_by_role("tab", name="Why")).to_have_attribute("aria-selected", "true")
    expect(verdict(page).locator(".checks .no")).to_have_count(2)
    expect(page.locator("#text")).to_be_focused()


def test_without_a_script(context_of: Callable[..., BrowserContext], desk: str) -> None:
    page = context_of("desktop", java_script_enabled=False).new_page()
    page.goto(f"{desk}/desk")
    written = page.locator("#text").input_value()
    page.locator("#text").fill(written + "\n".join(DISPUTE) + "\n")
    page.get_by_role("button", name="Judge").click()
    expect_the_verdict(page)
    page.get_by_role("tab", name="Why").click()
    expect(verdict(page).locator(".checks li")).to_have_count(17)
    page.get_by_role("button", name="line 14: legal").click()
    expect(page.locator(".written-line.selected")).to_contain_text("defend")
    expect(page.get_by_role("tab", name="Why")).to_have_attribute("aria-selected", "true")


def test_errors_show_while_somebody_writes_and_old_marks_are_dimmed(page: Page, desk: str) -> None:
    page.goto(desk + EXAMPLE)
    expect_the_verdict(page)
    page.evaluate(
        "const lines = document.getElementById('region-lines');"
        "new MutationObserver(() => { if (lines.classList.contains('stale')) document.body.dataset.dimmed = 'yes'; })"
        ".observe(lines, { attributes: true });"
    )
    page.locator("#text").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("B ply x")
    expect(page.locator("body")).to_have_attribute("data-dimmed", "yes")
    expect(page.locator(".note")).to_contain_text("did you mean play or plot?")
    expect(page.locator("#region-lines")).to_have_class("lines")
    expect(page.locator(".written-line.warn")).to_contain_text("B ply x")
    expect(page.locator(".written-line.bad")).to_contain_text("Judgment")


def test_a_transcript_of_this_computer_is_opened(page: Page, desk: str, tmp_path: Path) -> None:
    (tmp_path / "dispute.lw").write_text(SAVE, encoding="utf-8")
    page.goto(f"{desk}/desk?pack=l5r")
    page.locator(".written-head summary").click()
    page.get_by_label("A transcript of this computer").set_input_files(tmp_path / "dispute.lw")
    expect_the_verdict(page)
    expect(page.locator(".open-menu")).to_be_hidden()


def test_a_word_is_completed(page: Page, desk: str) -> None:
    page.goto(f"{desk}/desk")
    page.locator("#text").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("B cha")
    expect(page.get_by_role("listbox")).to_contain_text("challenge")
    page.keyboard.press("Tab")
    expect(page.locator("#text")).to_have_value(ending("B challenge"))


def test_the_painted_lines_lie_under_the_text(page: Page, desk: str) -> None:
    page.goto(desk + EXAMPLE)
    field = page.locator("#text").bounding_box()
    first = page.locator(".written-line .t").first.bounding_box()
    rows = page.locator(".written-line").count()
    assert field is not None
    assert first is not None
    assert abs(field["x"] - first["x"]) <= 1
    assert abs(field["y"] - first["y"]) <= 1
    assert field["height"] == pytest.approx(22 * rows, abs=2) or field["height"] > 22 * rows
    assert page.locator("#text").evaluate("field => field.scrollHeight <= field.clientHeight + 1")


@pytest.mark.parametrize("size", SIZES)
def test_the_layout(context_of: Callable[..., BrowserContext], desk: str, size: str) -> None:
    page = context_of(size).new_page()
    for tab in ("verdict", "table", "sequence", "windows", "why"):
        page.goto(f"{desk}{EXAMPLE}&tab={tab}")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"the tab {tab} is {wide} pixels too wide"
    page.goto(desk + EXAMPLE)
    written, result = (page.locator(part).bounding_box() for part in (".written", ".result"))
    assert written is not None
    assert result is not None
    if size == "desktop":
        bar, keys = (page.locator(part).bounding_box() for part in (".sub", "footer.keys"))
        assert bar is not None
        assert keys is not None
        assert bar["height"] < 60, "the bar breaks into two lines"
        assert keys["y"] + keys["height"] <= SIZES[size][1], "the legend of keys is off the page"
        assert result["x"] >= written["x"] + written["width"]
        assert abs(result["y"] - written["y"]) <= 1
    else:
        assert result["y"] >= written["y"] + written["height"] - 2
    expect(page.locator(".written-line.selected")).to_be_in_viewport()


def test_a_stored_game_is_judged_and_gone_on_from(page: Page, desk: str) -> None:
    page.goto(f"{desk}/desk/{GAME}")
    expect_the_verdict(page)
    page.locator("#text").fill("B first A")
    expect(page.locator("#region-sub")).to_contain_text("everything in order")


def test_a_desk_that_is_gone_is_said_and_the_page_stays(context_of: Callable[..., BrowserContext], desk: str) -> None:
    page = context_of().new_page()
    page.goto(desk + EXAMPLE)
    page.route("**/here.json*", lambda route: route.abort())
    expect(page.locator("#no-connection")).to_contain_text("No connection since")
    expect_the_verdict(page)
    page.unroute("**/here.json*")
    expect(page.locator("#no-connection")).to_have_count(0)


def test_events_that_came_in_are_said_and_nothing_is_replaced(page: Page, desk: str) -> None:
    page.goto(f"{desk}/games/{GAME}@81")
    page.route("**/here.json*", lambda route: route.fulfill(json={"last": 256, "faults": []}))
    expect(page.locator("#came-in")).to_have_text("2 events came in. Show")
    expect(page.locator(".here-now")).to_contain_text("After event 81")


@pytest.mark.parametrize("size", SIZES)
def test_the_form_of_a_case_is_seen_whole(context_of: Callable[..., BrowserContext], desk: str, size: str) -> None:
    page = context_of(size).new_page()
    page.goto(desk + EXAMPLE)
    page.wait_for_load_state("load")
    page.evaluate("document.querySelector('#case-form > summary').click()")  # a real click would scroll by itself
    expect(page.get_by_role("button", name="Open the case about @81")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("The question")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("The question")).to_have_value("May Borys play The Hand's Judgment here?")
