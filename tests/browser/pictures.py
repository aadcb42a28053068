"""The pictures of the desk in the documentation: `python -m tests.browser.pictures` takes them again.

They are taken in the system's Chromium from a desk that runs for them alone, on a ledger with the disputed save and
games of every pack.
"""

from __future__ import annotations

import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click
from playwright.sync_api import sync_playwright

from ledger.store import Ledger
from replays.cases.acts import Cases
from replays.desk.settings import now
from replays.records.walk import violations
from replays.reference.checks import checks_of
from tests.browser.conftest import CASE, CHROMIUM, GAME, SIZES, filled_ledger, running_desk
from tests.browser.test_replay import LONG, add_games
from tests.pictures import IMAGES

DISPUTE = "/desk?example=agot2/cancelling-a-duplicates-save"
PICTURES = {
    "verdict": ("desktop", "light", DISPUTE),
    "windows-dark": ("desktop", "dark", f"{DISPUTE}&tab=windows"),
    "sequence": ("desktop", "light", f"{DISPUTE}&tab=sequence"),
    "empty": ("desktop", "light", "/desk?pack=l5r"),
    "phone": ("phone", "light", DISPUTE),
    "replay": ("desktop", "light", f"/games/{LONG}@3587?as=A"),
    "replay-tablet": ("tablet", "dark", f"/games/{LONG}@3587?as=A"),
    "map": ("desktop", "light", "/games/the-throne-lost-five-frames-deep@110"),
    "melee": ("desktop", "light", "/games/redirected-against-a-friend@50?as=A"),
    "board": ("desktop", "light", "/board"),
    "rules": ("desktop", "light", "/rules/agot2/duplicates?q=anulowanie+duplikatu&game=agot2#5"),
    "card": ("desktop", "dark", "/cards/agot2/the-hands-judgment?q=judgment"),
    "ruling": ("desktop", "light", f"/cases/{CASE}"),
    "new-case": ("desktop", "light", f"/cases/new?about={GAME}@81"),
}
"""Each picture: the size and the theme of the window, and the address."""
WAITING = (
    ("redirected-against-a-friend", "C", "May Anna attack Celina, whom her title supports?"),
    ("two-for-claim-one-saved", "A", "May Eddard be chosen twice for a claim of two?"),
)
"""Cases that wait for a judge: the game, who asks, and the question about its first violation."""


def main() -> None:
    """Take every picture again."""
    if checks_of("agot2").exercised is None:
        raise click.ClickException("the page of a clause would lack its examples: run `make exercised` first")
    folder = IMAGES / "desk"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        ledger = filled_ledger(Path(home) / "tour.db")
        add_games(ledger)
        open_cases(ledger)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with running_desk(ledger) as desk:
            for name, (size, theme, address) in PICTURES.items():
                width, height = SIZES[size]
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)  # type: ignore[arg-type]
                page.goto(desk + address)
                page.wait_for_load_state("load" if name == "board" else "networkidle")  # the board goes on listening
                page.screenshot(path=folder / f"{name}.png")
                make_small(folder / f"{name}.png")
                page.close()
                click.echo(folder / f"{name}.png")
        browser.close()


def open_cases(address: str) -> None:
    """Open two cases that call for a judge, as the board shows them; a judge is on the last one."""
    with Ledger.open(address) as ledger:
        cases = Cases(ledger, now())
        for game, by, question in WAITING:
            at = next(iter(violations(ledger.entries(ledger.head(game)))))
            case = cases.open(game, at, question, by)
        cases.take_call(case, "Maria")


def make_small(picture: Path) -> None:
    """Write a picture again with 128 colours, a third of its size, if Pillow is installed; else leave it as it is."""
    if find_spec("PIL") is not None:
        image = import_module("PIL.Image")
        image.open(picture).convert("RGB").quantize(128).save(picture, optimize=True)


if __name__ == "__main__":
    main()
