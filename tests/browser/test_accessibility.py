"""Every screen of the desk is looked at by axe-core, which is fetched from npm when the tests run."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ledger.store import Ledger
from replays.cases.acts import Cases
from replays.desk.access.logins import Logins
from replays.desk.access.roles import Role
from replays.desk.settings import Settings
from tests.browser.conftest import GAME, SCREENS, filled_ledger, running_desk
from tests.unit.desk.people import PASSPHRASES


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of axe-core."""
    folder = tmp_path_factory.mktemp("axe")
    npm = shutil.which("npm")
    packed = None
    if npm is not None:
        packed = subprocess.run([npm, "pack", "axe-core@4", "--silent"], cwd=folder, capture_output=True, timeout=60)
    found = next(folder.glob("*.tgz"), None)
    if packed is None or packed.returncode or found is None:
        pytest.skip("axe-core could not be fetched from npm: nothing was shown about it")
    with tarfile.open(found) as archive:
        archive.extractall(folder, filter="data")
    return (folder / "package" / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize(("theme", "screens"), [("light", SCREENS), ("dark", SCREENS)], ids=["light", "dark"])
def test_no_screen_has_a_serious_finding(
    context_of: Callable[..., BrowserContext], desk: str, axe: str, theme: str, screens: list[str]
) -> None:
    page = context_of("desktop", color_scheme=theme).new_page()
    findings: list[str] = []
    for address in screens:
        page.goto(desk + address)
        findings += serious_findings(page, axe)
    assert not findings, "\n".join(findings)


def serious_findings(page: Page, axe: str) -> list[str]:
    """Return what axe-core finds on a page and calls serious or critical."""
    page.evaluate(axe)
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{page.url}: {found['id']} ({found['help']}): " + "; ".join(node["html"][:160] for node in found["nodes"][:3])
        for found in result["violations"]
        if found["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_the_page_to_log_in(
    context_of: Callable[..., BrowserContext], tmp_path: Path, axe: str, size: str, theme: str
) -> None:
    with running_desk(str(tmp_path / "hall.db"), Settings(logins=Logins(PASSPHRASES))) as hall:
        page = context_of(size, color_scheme=theme).new_page()
        page.goto(f"{hall}/board")
        assert not serious_findings(page, axe)
        page.get_by_label("Your name").fill("Maria")
        page.get_by_label("Passphrase").fill("not the passphrase")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_be_visible()
        assert not serious_findings(page, axe)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0
        page.get_by_label("Your name").fill("Maria")
        page.get_by_label("Passphrase").fill(PASSPHRASES[Role.JUDGE])
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Board")
        if size == "phone":
            page.get_by_text("Menu").click()
        page.get_by_role("button", name="Log out Maria (judge)").last.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Log in to this desk")


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_the_board_with_calls_and_the_case_of_one(
    context_of: Callable[..., BrowserContext], tmp_path: Path, axe: str, size: str, theme: str
) -> None:
    ledger = filled_ledger(tmp_path / "tour.db")
    with Ledger.open(ledger) as opened:
        cases = Cases(opened, "2026-11-16T12:00:00+00:00")
        cases.open(GAME, 81, "May it be cancelled?", "B", "waiting")
        cases.take_call(cases.open(GAME, 64, "Who chooses?", "A", "taken"), "Olena")
    with running_desk(ledger) as desk:
        page = context_of(size, color_scheme=theme).new_page()
        for address in ("/board", "/board?screen=1", "/cases/waiting", f"/games/{GAME}@81/sequence?style=clusters"):
            page.goto(desk + address)
            assert not serious_findings(page, axe)
            assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
