"""The full-screen reader, driven through textual's own pilot: keys, mouse, widths, and views that stay closed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from ledger.store import Ledger
from replays.branches.storage import store
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import Record, of_run
from replays.screen.answers import ReadGame
from replays.screen.dialogs import ChosenMove, ShownLines, TypedLine
from replays.screen.reader import EventList, Reader
from replays.watching.replay import Replay
from tests.sequences import SAVE

TODAY = "2026-01-31"


@pytest.fixture(scope="module")
def record() -> Record:
    return of_run(run(read(SAVE, "dispute.lw")), "dispute")


@pytest.fixture(scope="module")
def replay(record: Record) -> Replay:
    return Replay(record)


def used(app: Reader, use: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
    """Run the reader on a screen of a size while it is used."""

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await use(pilot)

    with ThreadPoolExecutor(1) as thread:  # a thread of its own: browser tests may leave a loop running in this one
        thread.submit(asyncio.run, go()).result()


def shown(app: Reader) -> str:
    """Everything that the reader shows, with every event of its list."""
    screen = app.screen_stack[0]
    texts = [str(part.render()) for part in screen.query(Static) if part.id]
    return "\n".join([*texts, *(app.rows.row(seq).text(3).plain for seq in range(1, len(app.rows) + 1))])


def test_keys_lead_through_the_record(replay: Replay) -> None:
    app = Reader(replay, ReadGame("dispute.lw", TODAY))

    async def use(pilot: Pilot[None]) -> None:
        found = []
        for key in ("right", "down", "left", "d", "d", "D", "w", "p", "P", "v", "end", "home"):
            await pilot.press(key)
            found.append(app.seq)
        decisions, windows = replay.stops["decision"], replay.stops["window"]
        assert found[:6] == [1, 2, 1, decisions[1], decisions[2], decisions[1]]
        assert found[6] == next(seq for seq in windows if seq > decisions[1])
        assert found[8] == max(seq for seq in replay.stops["phase"] if seq < found[7])
        assert found[9:] == [81, replay.last, 1]

    used(app, use)


def test_the_header_the_event_and_the_table_are_shown(replay: Replay) -> None:
    app = Reader(replay, ReadGame("dispute.lw", TODAY), seq=81)

    async def use(pilot: Pilot[None]) -> None:
        text = shown(app)
        assert "dispute@81/254 · Round 3 · 4 Challenges · everything" in text
        assert "Borys: use The Hand's Judgment (not legal, noted and ignored)" in text
        assert "Military challenge, STR: Borys 6, Anna 0" in " ".join(text.split()), "wrapped to the pane"
        assert not app.screen.query_one("#aside").display, "80 columns are for events and the table"

    used(app, use)


def test_wide_screens_have_the_stack_and_the_legal_moves(replay: Replay) -> None:
    app = Reader(replay, ReadGame("dispute.lw", TODAY), seq=64)

    async def use(pilot: Pilot[None]) -> None:
        assert app.screen.query_one("#aside").display
        assert "Eddard Stark is killed @64" in str(app.screen.query_one("#stack", Static).render())
        assert "A use duplicate of ned" in str(app.screen.query_one("#moves", Static).render())
        await pilot.resize_terminal(90, 24)
        await pilot.pause()
        assert not app.screen.query_one("#aside").display

    used(app, use, (140, 40))


def test_panes_are_wrapped_anew_when_the_terminal_grows(replay: Replay) -> None:
    app = Reader(replay, ReadGame("dispute.lw", TODAY), seq=81)

    async def use(pilot: Pilot[None]) -> None:
        await pilot.resize_terminal(130, 40)
        await pilot.pause()
        await pilot.pause()
        stack = str(app.screen.query_one("#stack", Static).render())
        assert "The effects of Eddard Stark would" in stack.splitlines()[0]

    used(app, use)


def test_find_goes_on_to_the_next_event_with_the_words(replay: Replay) -> None:
    app = Reader(replay, ReadGame("dispute.lw", TODAY))

    async def use(pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"saved", "enter")
        first = app.seq
        assert "saved" in app.rows.row(first).says
        await pilot.press("n")
        assert app.seq > first
        await pilot.press("g", "6", "5", "enter")
        assert app.seq == 65

    used(app, use)


def test_why_explains_the_move_that_was_tried_here(replay: Replay) -> None:
    app = Reader(replay, ReadGame("dispute.lw", TODAY), seq=81)

    async def use(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        assert isinstance(app.screen, TypedLine)
        assert app.screen.query_one(Input).value == 'B use "The Hand\'s Judgment"'
        await pilot.press("enter")
        assert isinstance(app.screen, ShownLines)
        assert "agot2/duplicates#5" in str(app.screen.query_one("#lines", Static).render())
        await pilot.press("escape")
        assert app.screen is app.screen_stack[0]

    used(app, use)


def test_options_lists_legal_moves_and_explains_the_chosen_one(replay: Replay) -> None:
    app = Reader(replay, ReadGame("dispute.lw", TODAY), seq=64)

    async def use(pilot: Pilot[None]) -> None:
        await pilot.press("o")
        assert isinstance(app.screen, ChosenMove)
        assert "A use duplicate of ned" in app.screen.moves
        await pilot.press("enter")
        assert isinstance(app.screen, ShownLines)

    used(app, use)


def test_the_address_is_copied(replay: Replay) -> None:
    file, game = ReadGame("dispute.lw", TODAY), ReadGame("dispute", TODAY, "lastword.db")
    assert (file.address(81), game.address(81)) == ("dispute.lw --at 81", "dispute@81")
    app = Reader(replay, game, seq=81)

    async def use(pilot: Pilot[None]) -> None:
        await pilot.press("y")
        assert app.clipboard == "dispute@81"

    used(app, use)


def test_a_click_goes_to_an_event(replay: Replay) -> None:
    app = Reader(replay, ReadGame("dispute.lw", TODAY), seq=1)

    async def use(pilot: Pilot[None]) -> None:
        await pilot.click(EventList, offset=(5, 7))
        assert app.seq == 8

    used(app, use)


def test_a_branch_is_stored_beside_its_game(record: Record, replay: Replay, tmp_path: Path) -> None:
    address = str(tmp_path / "games.db")
    with Ledger.open(address, create=True) as ledger:
        store(ledger, record, "dispute")
    app = Reader(replay, ReadGame("dispute", TODAY, address), seq=64)

    async def use(pilot: Pilot[None]) -> None:
        await pilot.press("b")
        app.screen.query_one(Input).value = "A pass"
        await pilot.press("enter")
        assert "dispute-if-1: leaves dispute after event 64" in str(app.screen.query_one("#lines", Static).render())

    used(app, use)
    with Ledger.open(address) as ledger:
        assert ledger.head("dispute-if-1").about.at == 64


def test_a_players_view_stays_closed(replay: Replay) -> None:
    app = Reader(replay, ReadGame("dispute.lw", TODAY), "A", 81)

    async def use(pilot: Pilot[None]) -> None:
        assert "4 Challenges · as Anna" in shown(app)
        for seq in range(replay.last + 1):
            app.action_go(seq)
            await pilot.pause(0)
            text = (
                shown(app)
                if seq % 27 == 0 or seq == 81
                else "\n".join(str(part.render()) for part in app.screen.query(Static) if part.id)
            )
            assert "Judgment" not in text, f"event {seq} names a card in the other player's hand"
        app.action_go(81)
        await pilot.press("slash", *"judgment", "enter")
        assert app.seq == 81, "a hidden name is not found either"
        await pilot.press("question_mark")
        assert app.screen.query_one(Input).value == "", "another player's hidden move is not written out"
        await pilot.press("escape", "o")
        assert isinstance(app.screen, ChosenMove), "in a window that nobody could use, a pass was Anna's to make"
        await pilot.press("escape")
        app.action_go(80)
        await pilot.press("o")
        assert isinstance(app.screen, ShownLines)
        assert "would tell Anna what Borys holds" in str(app.screen.query_one("#lines", Static).render())
        await pilot.press("escape", "b")
        assert not isinstance(app.screen, TypedLine), "a branch plays with everything that is recorded"

    used(app, use, (140, 40))
