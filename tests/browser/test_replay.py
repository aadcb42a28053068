"""The replay in a real browser: stepping by mouse, by keyboard and without a script; its layout at three sizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ledger.store import Ledger
from replays.branches.storage import store
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.random_games import Simulation
from replays.records.record import Record, of_entries, of_run
from rules.catalogue import load
from tests.browser.conftest import GAME, SIZES, running_desk

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
SHOWN = {
    "hbo": ("hbo/two-for-claim-one-saved", 60),
    "tegot": ("tegot/the-throne-lost-five-frames-deep", 105),
    "okc": ("okc/second-clash-and-spies", 150),
    "l5r": ("l5r/a-duel-and-a-cancelled-event", 120),
    "melee": ("agot2/redirected-against-a-friend", 50),
}
"""Games of every pack that are looked at, each with an event."""
LONG = "a-long-game"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a desk with games of every pack, one of them long."""
    address = str(tmp_path_factory.mktemp("replays") / "games.db")
    add_games(address)
    with running_desk(address) as found:
        yield found


def add_games(address: str) -> None:
    """Store games of every pack in a ledger, one of them long."""
    with Ledger.open(address) as ledger:
        for name, _ in SHOWN.values():
            text = (EXAMPLES / f"{name}.lw").read_text(encoding="utf-8")
            store(ledger, of_run(run(read(text, name)), Path(name).name))
        store(ledger, long_game())


def long_game() -> Record:
    """A random game with many cards on the table."""
    pack = load("l5r")
    return of_entries(LONG, list(Simulation(pack, 2, next(iter(pack.formats)), 8).entries()))


def test_by_mouse(page: Page, desk: str) -> None:
    page.goto(f"{desk}/games")
    page.get_by_role("link", name=GAME, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(GAME)
    page.get_by_role("link", name="1 not legal").click()
    expect(page).to_have_url(re.compile(r"@81$"))
    expect(page.locator(".move a[aria-current]")).to_contain_text("The Hand's Judgment")
    page.get_by_role("link", name="Next event").click()
    expect(page).to_have_url(re.compile(r"@82$"))
    expect(page.get_by_role("slider", name="Event of the whole game")).to_have_attribute("aria-valuenow", "82")
    page.locator(".move", has_text="claim Eddard Stark").get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"@61$"))
    expect(page.locator(".here-now")).to_contain_text("After event 61")
    rail = page.locator('[data-rail="whole"]')
    box = rail.bounding_box()
    assert box is not None
    rail.click(position={"x": box["width"] - 9, "y": 20})
    expect(page).to_have_url(re.compile(r"@25\d$"))
    expect(page.locator(".here-now")).to_contain_text("After event 25")
    page.go_back()
    expect(page).to_have_url(re.compile(r"@61$"))
    expect(page.locator(".here-now")).to_contain_text("After event 61")
    page.get_by_role("link", name="B Borys").click()
    expect(page).to_have_url(re.compile(r"@61\?as=B$"))
    expect(page.locator(".side.above .who")).to_have_text("Anna")


def test_by_keyboard_alone(page: Page, desk: str) -> None:
    page.goto(f"{desk}/games/{GAME}@64")
    number = page.locator("#at")
    for key, seq in (("ArrowRight", "65"), ("ArrowLeft", "64"), ("ArrowUp", "61"), ("ArrowDown", "65"), ("v", "81")):
        page.keyboard.press(key)
        expect(number).to_have_value(seq)
    expect(page.locator("#said")).to_contain_text("interrupts that cancel")
    page.keyboard.press("PageDown")
    expect(page.locator(".here-now")).to_contain_text("Dominance")
    page.keyboard.press("Shift+V")
    expect(number).to_have_value("81")
    page.keyboard.press("Home")
    expect(number).to_have_value("0")
    page.keyboard.press("End")
    expect(number).to_have_value("254")
    page.keyboard.press("g")
    expect(number).to_be_focused()
    page.keyboard.type("90")
    page.keyboard.press("Enter")
    expect(page.locator(".here-now")).to_contain_text("After event 90")
    page.keyboard.press("b")
    expect(page).to_have_url(re.compile(r"@90\?as=B$"))
    page.get_by_role("slider", name="Event of the whole game").focus()
    page.keyboard.press("ArrowRight")
    expect(number).to_have_value("91")
    expect(page).to_have_url(re.compile(r"@91\?as=B$"))


def test_another_view_asked_for_before_a_step_is_there_shows_that_step(page: Page, desk: str) -> None:
    page.goto(f"{desk}/games/{GAME}@64")
    page.route("**/regions.json*", lambda route: None)  # no answer comes
    page.keyboard.press("ArrowRight")
    page.keyboard.press("b")
    expect(page).to_have_url(re.compile(r"@65\?as=B$"))


def test_without_a_script(context_of: Callable[..., BrowserContext], desk: str) -> None:
    page = context_of(java_script_enabled=False).new_page()
    page.goto(f"{desk}/games/{GAME}@64")
    page.get_by_role("link", name="Next event").click()
    expect(page).to_have_url(re.compile(r"@65$"))
    page.get_by_role("link", name="Next move that was not legal").click()
    expect(page).to_have_url(re.compile(r"@81$"))
    expect(page.locator(".move a[aria-current]")).to_contain_text("The Hand's Judgment")
    page.get_by_role("link", name="A Anna").click()
    page.get_by_label("Go to event").fill("61")
    page.get_by_label("Go to event").press("Enter")
    expect(page).to_have_url(re.compile(r"@61\?as=A$"))
    page.get_by_role("link", name="4 Challenges").click()
    expect(page).to_have_url(re.compile(r"@15\?as=A$"))


@pytest.mark.parametrize("size", SIZES)
def test_nothing_scrolls_sideways_and_parts_stand_in_their_order(
    context_of: Callable[..., BrowserContext], games: str, size: str
) -> None:
    page = context_of(size).new_page()
    addresses = [f"/games/{Path(name).name}@{seq}" for name, seq in SHOWN.values()]
    for address in [*addresses, f"/games/{LONG}@3587?as=A", "/games", f"/games/{LONG}@3587/table"]:
        page.goto(games + address)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{address} is {wide} pixels too wide"
        inner = page.evaluate(
            "[...document.querySelectorAll('.moves, .board-of, .resolving')]"
            ".filter(part => part.scrollWidth > part.clientWidth + 1).map(part => part.className)"
        )
        assert not inner, f"{address}: {inner} scroll sideways"
        if "/table" in address or address == "/games":
            continue
        moves, table, aside, scrub = (
            page.locator(part).bounding_box() for part in (".moves", ".board-of", ".resolving", ".scrub")
        )
        assert moves is not None
        assert table is not None
        assert aside is not None
        assert scrub is not None
        if size == "desktop":
            assert moves["x"] < table["x"] < aside["x"]
            assert scrub["y"] + scrub["height"] <= SIZES[size][1]
        else:
            assert table["y"] < moves["y"]
        outside = page.evaluate(
            "[...document.querySelectorAll('.tile .notes > *, .home > .over, .strips > .over')]"
            # A label of one pixel is there for a screen reader alone.
            ".filter(part => part.getClientRects().length && part.clientWidth !== 1 && "
            "(part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline' || "
            "part.getBoundingClientRect().right > "
            "part.closest('.tile, .home, .strips').getBoundingClientRect().right + 1)).map(part => part.textContent)"
        )
        assert not outside, f"{address}: {outside} run out of their tiles"
        smallest = page.evaluate("Math.min(...[...document.querySelectorAll('.step')].map(e => e.offsetWidth))")
        assert smallest >= (38 if size == "desktop" else 44)


def test_players_cards_do_not_overlap(context_of: Callable[..., BrowserContext], games: str) -> None:
    """Tiles of a full table stand beside or under each other."""
    for size in ("desktop", "phone"):
        page = context_of(size).new_page()
        page.goto(f"{games}/games/{LONG}@3587")
        boxes = page.evaluate("[...document.querySelectorAll('.card')].map(e => e.getBoundingClientRect().toJSON())")
        assert len(boxes) > 5
        for at, one in enumerate(boxes):
            for other in boxes[at + 1 :]:
                apart = (
                    one["right"] <= other["left"] + 1
                    or other["right"] <= one["left"] + 1
                    or one["bottom"] <= other["top"] + 1
                    or other["bottom"] <= one["top"] + 1
                )
                assert apart, (size, one, other)


def test_a_table_of_four_is_seen_at_once(page: Page, games: str) -> None:
    """The others sit beside each other, in turn order, and whoever looks sits below, on the first screen."""
    game, seq = SHOWN["melee"]
    page.goto(f"{games}/games/{Path(game).name}@{seq}?as=B")
    others = page.locator(".others .who")
    expect(others).to_have_text(["Celina", "Darek", "Anna"])
    boxes = [box for side in page.locator(".others > .side").all() if (box := side.bounding_box())]
    assert len({box["y"] for box in boxes}) == 1
    assert [box["x"] for box in boxes] == sorted({box["x"] for box in boxes})
    own, scrub = page.locator(".table > .side .player").bounding_box(), page.locator(".scrub").bounding_box()
    assert own is not None
    assert scrub is not None
    assert own["y"] + own["height"] <= scrub["y"]


@pytest.mark.parametrize("size", SIZES)
def test_no_word_on_the_map_covers_another(context_of: Callable[..., BrowserContext], games: str, size: str) -> None:
    page = context_of(size).new_page()
    page.goto(f"{games}/games/the-throne-lost-five-frames-deep@110")
    expect(page.locator(".place .allowed")).to_have_count(6)
    covered = page.evaluate(
        """[...document.querySelectorAll(".place")].flatMap(place => {
          const box = word => {
            const range = document.createRange();
            range.selectNodeContents(word);
            return range.getBoundingClientRect();
          };
          const words = [...place.querySelectorAll(".name, .allowed, .fact, .units")].map(word => [word, box(word)]);
          const touch = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4
            && b.top < a.bottom - 4;
          return words.flatMap(([one, a], at) => words.slice(at + 1).filter(([, b]) => touch(a, b))
            .map(([other]) => `${one.textContent} / ${other.textContent}`));
        })"""
    )
    assert covered == []


def test_on_a_phone_nothing_is_without_its_word(context_of: Callable[..., BrowserContext], games: str) -> None:
    page = context_of("phone").new_page()
    page.goto(f"{games}/games/{LONG}@3587/record")
    tab = page.locator("nav.tabs [aria-current]").bounding_box()
    assert tab is not None
    assert tab["x"] + tab["width"] <= 390, "the tab one is at is in sight"
    page.goto(f"{games}/games/{LONG}@3587")
    boxes = [word.bounding_box() for word in page.locator(".rail.whole .in-short").all()]
    found = [box for box in boxes if box is not None]
    assert len(found) == len(boxes) > 3
    assert all(one["x"] + one["width"] <= other["x"] for one, other in pairwise(found)), "no word runs into the next"
    page.goto(f"{games}/games/the-throne-lost-five-frames-deep@110")
    words = page.locator(".units .what")
    assert words.count() > 1
    assert all(word.is_visible() for word in words.all())
