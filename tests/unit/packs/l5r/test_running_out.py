"""Running out of dynasty cards: making a new deck costs 5 honor, and a province is refilled after the reactions."""

from __future__ import annotations

import pytest

from ledger.events import Counted, Event, FrameOpened, Moved
from replays.notation.parser import read
from replays.reading.reader import Run, run

TABLE = """
lastword 1 l5r standard
players   A "Aiko" crane, B "Botan" lion
position  round 2, dynasty, first A, active A
A honor   {honor}
A fate    4
A dynasty_deck nothing
A dynasty_discard {pile}
A province1 garden = "Manicured Garden" (facedown), whisperer = "Doji Whisperer"
moves
A play whisperer
B pass @ actions
"""


def _run(honor: int, pile: str) -> Run:
    return run(read(TABLE.format(honor=honor, pile=pile)))


def _events(done: Run) -> list[Event]:
    return [event for entry in done.entries for event in entry.events]


def test_an_empty_dynasty_deck_costs_five_honor_and_is_made_of_the_discard_pile() -> None:
    done = _run(11, 'old = "Kakita Asami", older = "Doji Hotaru"')
    table = done.table
    assert Counted("A", "honor", -5) in _events(done)
    assert table.count("A", "honor") == 6
    assert len(table.zones["A.province1"]) == 2
    assert table.zones["A.dynasty_discard"] == []
    assert len(table.zones["A.dynasty_deck"]) == 1


def test_the_honor_may_lose_the_game_before_anything_is_shuffled() -> None:
    done = _run(5, 'old = "Kakita Asami", older = "Doji Hotaru"')
    assert done.table.winners == ["B"]
    assert done.table.reason == "l5r/winning-the-game#4"
    assert len(done.table.zones["A.dynasty_discard"]) == 2


def test_with_nothing_anywhere_the_honor_is_lost_once_and_the_province_stays_empty() -> None:
    done = _run(11, "nothing")
    assert len(done.table.zones["A.province1"]) == 1
    assert [event for event in _events(done) if event == Counted("A", "honor", -5)] == [Counted("A", "honor", -5)]
    assert done.table.count("A", "honor") == 6


def test_with_nothing_anywhere_the_last_five_honor_lose_the_game() -> None:
    assert _run(5, "nothing").table.winners == ["B"]


def test_a_province_stated_empty_is_refilled_as_soon_as_there_is_a_deck() -> None:
    text = TABLE.format(honor=11, pile="nothing").replace(
        "moves\n", 'A province2 fields = "Fertile Fields" (facedown, unfilled)\nmoves\n'
    )
    assert len(run(read(text)).table.zones["A.province2"]) == 1
    filled = run(read(text.replace("A dynasty_deck nothing", "A dynasty_deck 5 unknown"))).table
    assert len(filled.zones["A.province2"]) == 2
    assert all("unfilled" not in filled.entities[number].marks for number in filled.zones["A.province2"])


@pytest.mark.parametrize("fate", [0, 2])
def test_the_refill_comes_after_the_decision_on_extra_fate(fate: int) -> None:
    text = TABLE.format(honor=11, pile="nothing").replace("A dynasty_deck nothing", "A dynasty_deck 5 unknown")
    done = run(read(text.replace("A play whisperer", f"A play whisperer with {fate}")))
    events = _events(done)
    refill = next(at for at, event in enumerate(events) if isinstance(event, FrameOpened) and event.kind == "refill")
    left = next(at for at, event in enumerate(events) if isinstance(event, Moved) and event.zone == "A.play")
    assert left < refill
    placed = [at for at, event in enumerate(events) if isinstance(event, Counted) and isinstance(event.holder, int)]
    assert all(at < refill for at in placed)
    assert len(placed) == (1 if fate else 0)
