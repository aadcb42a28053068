"""Stepping: forward and back by every unit, jumping, finding, and seeing only what a player knows."""

from __future__ import annotations

import re
from functools import cache

import pytest

from ledger.entries import Entry
from ledger.errors import LedgerError
from ledger.events import FrameAdvanced, FrameOpened
from ledger.folding import fold
from ledger.table import freeze
from replays.errors import ReplayError
from replays.meaning.frame_kinds import framework_kinds
from replays.watching.stepper import KEEP, UNITS, Stepper
from rules.kernel.pack import Pack
from tests.sequences import SAVE, nest, record


@cache
def save() -> tuple[Pack, tuple[Entry, ...]]:
    return record(SAVE)


def stepper(text: str = SAVE) -> Stepper:
    pack, entries = save() if text == SAVE else record(text)
    return Stepper("save", entries, pack, framework_kinds(pack))


def say(reader: Stepper, line: str) -> list[str]:
    return list(reader.do(line))


@pytest.mark.parametrize("unit", UNITS)
def test_going_on_to_the_end_and_back_visits_the_same_places(unit: str) -> None:
    reader = stepper()
    forward = []
    while not say(reader, unit)[0].startswith("there is no later"):
        forward.append(reader.place.seq)
    assert forward == reader.stops[unit]
    back = [reader.place.seq]
    while not say(reader, f"back {unit}")[0].startswith("there is no earlier"):
        back.append(reader.place.seq)
    assert back == forward[::-1]


def test_units_stop_where_they_say() -> None:
    reader = stepper()
    events = reader.events
    for seq in reader.stops["phase"]:
        event = events[seq - 1]
        assert isinstance(event, FrameOpened)
        assert event.kind in framework_kinds(save()[0])
    assert all(isinstance(events[seq - 1], FrameAdvanced | FrameOpened) for seq in reader.stops["window"])
    assert reader.stops["decision"] == [entry.seq for entry in save()[1]]


def test_numbers_go_on_several_and_short_forms_do_the_same() -> None:
    one, other = stepper(), stepper()
    for _ in range(3):
        say(one, "decision")
    say(other, "d 3")
    assert one.place.seq == other.place.seq
    say(one, "back decision")
    say(other, "bd")
    assert one.place.seq == other.place.seq
    say(one, "")
    assert one.place.seq == other.place.seq + 1, "an empty line is the next event"


def test_jumping() -> None:
    reader = stepper()
    assert say(reader, "60")[0].startswith("▸    60")
    say(reader, "jump end")
    assert reader.place.seq == reader.last
    assert say(reader, "jump 0") == ["before the first event"]
    for line, says in (
        ("jump", "jump where?"),
        ("jump x", "jump where?"),
        ("jump 99999", "has no event 99999"),
        ("jump -1", "jump where?"),
    ):
        with pytest.raises(ReplayError, match=re.escape(says)):
            say(reader, line)


def test_finding_goes_on_and_ends() -> None:
    reader = stepper()
    first = say(reader, "find EDDARD")
    assert "Eddard" in first[0]
    before = reader.place.seq
    assert say(reader, "find")[0] != first[0]
    assert reader.place.seq > before
    while not (lines := say(reader, "find"))[0].startswith("nothing after"):
        assert "Eddard" in lines[0]
    assert "nothing after" in say(reader, "find no such thing")[0]


def test_the_table_is_that_of_a_fold_wherever_one_goes() -> None:
    reader = stepper(nest(40))
    assert reader.last > KEEP
    for seq in (reader.last, 3, KEEP, KEEP + 1, 1, reader.last - 1, KEEP - 1):
        assert freeze(reader.table(seq)) == freeze(fold(reader.events[:seq]))


def test_a_player_sees_only_what_that_player_knows() -> None:
    reader = stepper()
    say(reader, "jump 60")
    assert any("The Hand's Judgment" in line for line in say(reader, "state"))
    assert not any("The Hand's Judgment" in line for line in say(reader, "state A"))
    assert any("The Hand's Judgment" in line for line in say(reader, "state Borys"))
    say(reader, "as Anna")
    assert reader.prompt() == f"save@60/{reader.last} as A> "
    say(reader, "jump 0")
    told = []
    for _ in range(reader.last):
        told += say(reader, "event")
    assert not any("Hand's Judgment" in line for line in told), "a card in Borys's hand is a card to Anna"
    say(reader, "as everyone")
    assert "Hand's Judgment" in say(reader, "find judgment")[0] or "Hand's Judgment" in say(reader, "jump end")[0]
    with pytest.raises(LedgerError, match="Zed"):
        say(reader, "as Zed")


def test_options_and_the_stack() -> None:
    reader = stepper()
    say(reader, "find about to happen: Eddard Stark is killed")
    decides, *moves = say(reader, "options")
    assert decides.startswith("Anna decides: interrupts")
    assert moves == ["  use duplicate of Eddard Stark", "  pass"]
    stack = say(reader, "stack")
    assert len(stack) == 5
    assert "Challenge" in stack[3]
    assert "4.2.4 Apply claim" in stack[3], "the step that opened the moment, not the one that follows"
    inside = say(reader, "jump 30") and say(reader, "options")
    assert "inside an action" in inside[0]


def test_help_names_every_command_and_unknown_ones_are_refused() -> None:
    reader = stepper()
    text = "\n".join(say(reader, "help"))
    for word in (
        "event",
        "decision",
        "window",
        "phase",
        "back",
        "jump",
        "find",
        "list",
        "state",
        "as",
        "options",
        "stack",
        "quit",
    ):
        assert word in text
    with pytest.raises(ReplayError, match="windo"):
        say(reader, "windo")
    with pytest.raises(ReplayError, match="number"):
        say(reader, "event many")


def test_every_kind_of_event_has_words() -> None:
    reader = stepper(nest(3))
    say(reader, "jump end")
    assert len(say(reader, f"list {reader.last * 2}")) == reader.last
