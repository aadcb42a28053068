"""The timeline: depth against event number, the deepest moments named."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

from ledger.entries import Entry
from ledger.events import FrameClosed, FrameOpened
from replays.diagrams.labels import labels_of
from replays.diagrams.links import Links
from replays.diagrams.sequences.stretch import Stretch
from replays.diagrams.sequences.timeline_style import APART, BINS, NAMED, deepest, envelope, tell_depth, timeline_graph
from replays.diagrams.themes import theme_of
from replays.meaning.steps import USES
from replays.records.random_games import Simulation
from replays.records.walk import enclosing, spans
from rules.catalogue import load
from tests.sequences import nest, record

GOLDEN = Path(__file__).parents[2] / "golden" / "diagrams"
EN = labels_of("en")


def pyramid(levels: int) -> list[Entry]:
    events = [FrameOpened("x")] * levels + [FrameClosed(number) for number in range(levels, 0, -1)]
    return [Entry(1, tuple(events))]


def test_the_envelope_is_the_depth_at_each_event() -> None:
    found = spans(pyramid(4))
    assert envelope(found, 1, 8, 0) == (0, 1, 2, 3, 3, 2, 1, 0)


def test_a_long_record_is_drawn_as_deep_as_its_deepest_points() -> None:
    found = spans(pyramid(5000))
    depths = envelope(found, 1, 10000, 0)
    assert len(depths) == BINS
    assert max(depths) == 4999


def test_the_deepest_are_named_and_stand_apart() -> None:
    pack = load("agot2")
    entries = tuple(Simulation(pack, 2, "joust", 1).entries())
    found = spans(entries)
    last = entries[-1].seq + len(entries[-1].events) - 1
    named = deepest(found, 1, last, 0)
    assert 1 < len(named) <= NAMED
    uses = [span for span in found if span.kind in USES]
    assert all(span in uses for span in named)
    assert named[0].depth == max(span.depth for span in uses)
    places = sorted(span.id for span in named)
    assert all(other - one >= last * APART for one, other in itertools.pairwise(places))


def test_every_bar_is_where_the_stack_was_so_deep() -> None:
    pack, entries = record(nest(10))
    last = entries[-1].seq + len(entries[-1].events) - 1
    line = tell_depth(entries, pack, Stretch(10, last, 0), EN, "nest")
    found = spans(entries)
    scale = len(line.depths) / (last - 9)
    for seq in range(10, last + 1):
        assert line.depths[int((seq - 10) * scale)] >= len(enclosing(found, seq)) - 1
    assert max(bump.depth for bump in line.bumps) == max(line.depths)
    assert [title for _, _, title in line.bands][:2] == ["4 Challenges", "5 Dominance"]


def test_timeline_dot_is_the_golden_one(golden: Callable[[Path, str], None]) -> None:
    pack, entries = record(nest(10))
    last = entries[-1].seq + len(entries[-1].events) - 1
    line = tell_depth(entries, pack, Stretch(10, last, 0), EN, "nest")
    golden(GOLDEN / "nest-10-timeline.dot", timeline_graph(line, theme_of("light"), EN, Links("nest")).source)
