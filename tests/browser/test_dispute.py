"""The whole way of a dispute in a real browser, from an empty desk to a printed ruling: three ways, five games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ledger.signing import new_key
from replays.desk.settings import Settings
from rules.catalogue import playthroughs
from tests.browser.conftest import running_desk
from tests.sequences import SAVE

MOST_ACTIONS = 40
"""Key presses and clicks that the dispute of the README may take, beside typing the position and what happened."""
NOTE = " ".join((Path(__file__).parents[2] / "docs" / "judging.md").read_text(encoding="utf-8").split())
"""What judges are told about the time that a dispute takes."""
FINDING = "It may not."


def _cut(pack: str, name: str, until: str, move: str) -> str:
    """Return a playthrough up to a line, without expectations, and then a move that is not legal."""
    text = dict(playthroughs(pack))[f"{name}.lw"]
    kept = text[: text.index(until) + len(until)]
    return "\n".join(line for line in kept.splitlines() if not line.startswith("expect")) + f"\n{move}\n"


DISPUTES = {
    "agot2": (SAVE, "agot2/duplicates#5"),
    "hbo": (_cut("hbo", "answering-once", "A use s1", "A use s1"), "hbo/using-abilities#5"),
    "l5r": (_cut("l5r", "above-question", "B pass", "A play games"), "l5r/triggered-abilities#7"),
    "okc": (_cut("okc", "bids", "N bid n5", "N take tower"), "okc/spring-2#3"),
    "tegot": (_cut("tegot", "last-unit", '"Shield of Tully"', "A march t1 to pyke"), "tegot/last-unit#2"),
}
"""A dispute of each game, and a clause that its last move breaks."""


def _written(pack: str, how: str) -> tuple[str, str]:
    """Return a dispute with a remark on how it was written: the same form sent twice within seconds is done once."""
    text, rule = DISPUTES[pack]
    return f"{text.rstrip()}\n# {how}\n", rule


class Hands:
    """A person at the page, whose clicks and key presses are counted; the transcript is typed without being counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.actions = page, 0

    def click(self, role: str, name: str) -> None:
        """Click what has a role and a name."""
        self.page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]
        self.actions += 1

    def summary(self, name: str) -> None:
        """Open what hides behind a word."""
        self.page.locator("summary", has_text=re.compile(f"^{name}$")).click()
        self.actions += 1

    def press(self, *keys: str) -> None:
        """Press keys, one after another; a page has its keys once its script is there."""
        self.page.wait_for_load_state("load")
        for key in keys:
            self.page.keyboard.press(key)
        self.actions += len(keys)

    def type(self, text: str) -> None:
        """Type words; each letter is a key press."""
        self.page.keyboard.type(text)
        self.actions += len(text)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a desk with a key, on a ledger with nothing in it."""
    ledger = str(tmp_path_factory.mktemp("disputes") / "tour.db")
    with running_desk(ledger, Settings(key=new_key(), recorded_by="Maria")) as address:
        yield address


def expect_an_open_case(page: Page, rule: str) -> None:
    """The case is open, and what was broken is picked."""
    expect(page.get_by_text("No ruling yet.", exact=True)).to_be_visible()
    expect(page.locator(f'input[name="cite:{rule}"]')).to_be_checked()


def expect_a_ruling(page: Page, rule: str) -> None:
    """The case is ruled, sealed, and can be printed."""
    expect(page.locator(".ruling-box")).to_contain_text(FINDING)
    expect(page.locator(".ruling-box")).to_contain_text(rule)
    expect(page.locator(".record")).to_contain_text("Maria")
    expect(page.locator("#rule")).to_have_count(0)


def printed(page: Page) -> bytes:
    """Return the PDF that the page's link leads to."""
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF", exact=True).last.click()
    return Path(download.value.path()).read_bytes()


def sheets(pdf: bytes) -> int:
    """Return how many sheets a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.parametrize("pack", DISPUTES)
def test_by_mouse(page: Page, empty: str, pack: str) -> None:
    text, rule = _written(pack, "by mouse")
    hands = Hands(page)
    page.goto(f"{empty}/desk?pack={pack}")
    page.locator("#text").fill(text)
    expect(page.get_by_role("tabpanel").get_by_role("heading", level=2)).to_contain_text("is not legal")
    hands.summary("Make it a case")
    page.get_by_role("button", name=re.compile("^Open the case about @")).click()
    hands.actions += 1
    expect_an_open_case(page, rule)
    page.get_by_label("The ruling, in words").click()
    hands.actions += 1
    hands.type(FINDING)
    hands.click("button", "Record the ruling")
    expect_a_ruling(page, rule)
    pdf = printed(page)
    hands.actions += 1
    assert sheets(pdf) <= 2
    if pack == "agot2":
        assert hands.actions <= MOST_ACTIONS
        assert f"{hands.actions} clicks and key presses there by mouse" in NOTE
        print(f"by mouse: {hands.actions} actions")


@pytest.mark.parametrize("pack", DISPUTES)
def test_by_keyboard_alone(page: Page, empty: str, pack: str) -> None:
    text, rule = _written(pack, "by keyboard")
    hands = Hands(page)
    page.goto(f"{empty}/desk?pack={pack}")
    page.evaluate("window.print = () => { document.body.dataset.printed = 'yes'; }")
    for _ in range(40):
        hands.press("Tab")
        if page.evaluate("document.activeElement.id") == "text":
            break
    hands.press("Control+a")
    page.keyboard.insert_text(text)
    expect(page.get_by_role("tabpanel").get_by_role("heading", level=2)).to_contain_text("is not legal")
    hands.press("Escape", "Tab", "c")
    expect(page.get_by_label("The question")).to_be_focused()
    hands.press("Tab", "Tab", "Enter")
    expect_an_open_case(page, rule)
    hands.press("r")
    expect(page.get_by_label("The ruling, in words")).to_be_focused()
    hands.type(FINDING)
    hands.press("Control+Enter")
    expect_a_ruling(page, rule)
    page.evaluate("window.print = () => { document.body.dataset.printed = 'yes'; }")
    hands.press("p")
    expect(page.locator("body")).to_have_attribute("data-printed", "yes")
    if pack == "agot2":
        assert hands.actions <= MOST_ACTIONS
        assert f"{hands.actions} by keyboard alone" in NOTE
        print(f"by keyboard: {hands.actions} actions")


@pytest.mark.parametrize("pack", DISPUTES)
def test_without_a_script(context_of: Callable[..., BrowserContext], empty: str, pack: str) -> None:
    text, rule = _written(pack, "without a script")
    page = context_of("desktop", java_script_enabled=False).new_page()
    hands = Hands(page)
    page.goto(f"{empty}/desk?pack={pack}")
    page.locator("#text").fill(text)
    hands.click("button", "Judge")
    hands.summary("Make it a case")
    page.get_by_role("button", name=re.compile("^Open the case about @")).click()
    expect_an_open_case(page, rule)
    page.get_by_label("The ruling, in words").fill(FINDING)
    page.get_by_label("Another clause").fill("play")
    hands.click("button", "Look for it")
    expect(page.get_by_label("The ruling, in words")).to_have_value(FINDING)
    expect_an_open_case(page, rule)
    hands.click("button", "Record the ruling")
    expect_a_ruling(page, rule)
    if pack == "agot2":
        assert printed(page).startswith(b"%PDF")


def test_both_sides_an_appeal_and_another_ruling(page: Page, empty: str) -> None:
    page.goto(f"{empty}/desk")
    page.locator("#text").fill(SAVE)
    page.locator("summary", has_text="Make it a case").click()
    page.get_by_role("button", name=re.compile("^Open the case about @")).click()
    for name, says, line in (
        ("Anna", "It cannot be cancelled.", "A use duplicate of ned\nexpect ned in A.play"),
        ("Borys", "It can.", 'A use duplicate of ned\nB play "The Hand\'s Judgment"\nexpect ned in A.dead'),
    ):
        page.wait_for_load_state("load")  # the keys work once the script is there
        page.keyboard.press("h")
        page.get_by_label("Whose claim").select_option(name)
        page.get_by_label("The claim, in their words").fill(says)
        page.get_by_label(re.compile("^What they would have played")).fill(line)
        page.get_by_role("button", name="Record the claim").click()
        expect(page.locator(".claim", has_text=says)).to_be_visible()
    assert sheets(printed(page)) == 2
    expect(page.get_by_text("Can be played as written.")).to_be_visible()
    expect(page.locator(".half", has_text="Borys").get_by_text("Not legal:")).to_be_visible()
    page.get_by_label("The ruling, in words").fill(FINDING)
    page.get_by_label("Remedy", exact=True).select_option("warning")
    page.get_by_role("button", name="Record the ruling").click()
    expect_a_ruling(page, "agot2/duplicates#5")
    page.locator("#appeal > summary").click()
    page.get_by_label("On which grounds").fill("A clause was overlooked.")
    page.get_by_role("button", name="Record the appeal").click()
    expect(page.locator(".sheet-head .chip")).to_have_text("under appeal")
    page.locator("#overturn > summary").click()
    page.get_by_label("Why the ruling in force was wrong").fill("It was.")
    page.locator("#overturn").get_by_label("The ruling, in words").fill("Back up.")
    page.locator("#overturn").get_by_label("Remedy", exact=True).select_option("rewind")
    page.get_by_role("button", name="Put this ruling in its place").click()
    expect(page.locator(".chain s")).to_have_text(FINDING)
    assert sheets(printed(page)) <= 3


def test_hostile_words_are_text_on_the_page_and_on_paper(page: Page, empty: str) -> None:
    nasty = "</p><script>document.title='hacked'</script><img src=x onerror=\"document.title='hacked'\">"
    page.goto(f"{empty}/desk")
    page.locator("#text").fill(SAVE.replace('"Anna"', '"<b>Anna</b>"'))
    expect(page.get_by_role("tabpanel").get_by_role("heading", level=2)).to_contain_text("is not legal")
    page.locator("summary", has_text="Make it a case").click()
    page.get_by_label("The question").fill(nasty)
    page.get_by_role("button", name=re.compile("^Open the case about @")).click()
    page.get_by_label("The ruling, in words").fill(nasty)
    page.get_by_role("button", name="Record the ruling").click()
    expect(page.locator(".finding")).to_contain_text(nasty)
    expect(page.locator("h1")).to_have_text(nasty)
    assert page.locator(".ruling-sheet img, .ruling-sheet script, h3 b").count() == 0
    file = page.request.get(f"{page.url.partition('#')[0]}/ruling.html").text()
    assert "<script" not in file
    assert "<img" not in file
    pdf = printed(page)
    assert pdf.startswith(b"%PDF")
    assert b"/JavaScript" not in pdf
    assert b"/JS" not in pdf
