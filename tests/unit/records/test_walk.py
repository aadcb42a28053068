"""The walk: frames as a tree, and a visitor told of everything in order."""

from __future__ import annotations

import itertools
from functools import cache

import pytest

from ledger.entries import Entry
from ledger.errors import BrokenEvent
from ledger.events import Event, FrameAdvanced, FrameClosed, FrameOpened, MoveMade, OccurrenceChanged
from ledger.folding import fold
from ledger.table import Frame, freeze
from replays.records.walk import Visitor, Walk, enclosing, spans, violations
from rules.kernel.pack import Pack
from tests.sequences import SAVE, record


@cache
def save() -> tuple[Pack, tuple[Entry, ...]]:
    return record(SAVE)


def events(entries: tuple[Entry, ...]) -> list[Event]:
    return [event for entry in entries for event in entry.events]


def test_spans_agree_with_the_stack_at_every_event() -> None:
    _, entries = save()
    found = spans(entries)
    every = events(entries)
    for seq in range(1, len(every) + 1):
        table = fold(every[:seq])
        opened_here = [
            span.id for span in found if span.id <= seq and not (span.outcome is not None and span.last <= seq)
        ]
        assert opened_here == [frame.id for frame in table.frames]
        assert [span.depth for span in enclosing(found, seq)] == list(range(len(enclosing(found, seq))))


def test_a_span_knows_its_parent_and_its_ability() -> None:
    _, entries = save()
    found = {span.id: span for span in spans(entries)}
    ability = next(span for span in found.values() if span.kind == "ability")
    assert ability.ability == "duplicate#1"
    assert found[ability.parent].kind == "moment"
    assert found[found[ability.parent].parent].kind == "challenge"


class Hears(Visitor):
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.depth = 0

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        assert walk.stack[-1] is frame
        self.told.append(f"open {frame.id}")

    def leaving(self, walk: Walk, frame: Frame, to: int) -> None:
        assert frame in walk.stack
        self.told.append(f"leave {frame.id} {frame.step} {to}")

    def stepped(self, walk: Walk, frame: Frame) -> None:
        self.told.append(f"step {frame.id} {frame.step}")

    def changed(self, walk: Walk, frame: Frame, event: OccurrenceChanged) -> None:
        self.told.append(f"change {frame.id}")

    def closed(self, walk: Walk, frame: Frame, event: FrameClosed) -> None:
        assert frame not in walk.stack
        self.told.append(f"close {frame.id}")

    def decided(self, walk: Walk, event: MoveMade) -> None:
        self.told.append(f"move {event.player}")


def test_a_visitor_is_told_of_everything_once_and_in_order() -> None:
    pack, entries = save()
    visitor = Hears()
    walk = Walk(pack, visitor).run(entries)
    every = events(entries)
    assert freeze(walk.pos.table) == freeze(fold(every))
    told = visitor.told
    assert sum(line.startswith("open") for line in told) == sum(isinstance(event, FrameOpened) for event in every)
    assert sum(line.startswith("close") for line in told) == sum(isinstance(event, FrameClosed) for event in every)
    assert [line for line in told if line.startswith("move")] == [
        f"move {event.player}" for event in every if isinstance(event, MoveMade)
    ]
    steps = sum(line.startswith("step") for line in told)
    assert 0 < steps <= sum(isinstance(event, FrameAdvanced) for event in every)
    for line, following in itertools.pairwise(told):
        if line.startswith("leave"):
            assert following.startswith(("step", "close")), "leaving a step is told before the next one is entered"


def test_the_step_that_opened_a_moment_is_the_one_the_rules_were_at() -> None:
    pack, entries = save()
    claimed: list[str] = []
    opened: dict[str, str] = {}

    class Asks(Visitor):
        def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
            opener = walk.openers[frame.id]
            if opener is not None:
                opened[frame.kind] = opener.name
            if frame.data.get("claim") and opener is not None:
                claimed.append(opener.name)

    Walk(pack, Asks()).run(entries)
    assert claimed == ["claim"]
    assert opened["challenge"] == "initiate", "it went back to the window before it opened the challenge"


def test_a_walk_can_start_from_a_table_and_stop_at_an_event() -> None:
    pack, entries = save()
    every = events(entries)
    seen: list[int] = []

    class Numbers(Visitor):
        def before(self, walk: Walk, event: Event) -> None:
            seen.append(walk.seq)

    Walk(pack, Numbers(), fold(every[:30])).run([entry for entry in entries if entry.seq + len(entry.events) > 30], 50)
    assert seen == list(range(31, 51))


def test_violations_stand_where_the_move_was_attempted() -> None:
    _, entries = save()
    places = violations(entries)
    ((place, noted),) = places.items()
    stack = enclosing(spans(entries), place)
    assert stack[-1].kind == "ability"
    assert noted[0][0] > place
    assert "agot2/duplicates#5" in noted[0][1].rules


def test_a_record_that_speaks_of_nothing_is_an_error_not_a_crash() -> None:
    pack, entries = save()
    broken = [*entries, Entry(entries[-1].seq + len(entries[-1].events), (FrameAdvanced(9999, 1),))]
    with pytest.raises(BrokenEvent, match="9999"):
        Walk(pack, Visitor()).run(broken)
