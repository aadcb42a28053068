"""Timing charts: every step of every pack's round and sequences, as its timing declares them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from replays.diagrams.charts.comparison import compare_graph, compared, merged_places, trigger_places
from replays.diagrams.charts.drawing import chart_graph
from replays.diagrams.charts.marks import violation_marks
from replays.diagrams.charts.outline import FORCED, HAPPENS, ChartReader, Loop, boxes
from replays.diagrams.labels import labels_of
from replays.diagrams.links import Links
from replays.diagrams.themes import theme_of
from replays.errors import ReplayError
from rules.books.shelf import load_book, packs_with_books
from rules.catalogue import load, pack_ids
from rules.kernel.timing import Look
from tests.sequences import SAVE, record

GOLDEN = Path(__file__).parents[2] / "golden" / "diagrams"
EN, LIGHT = labels_of("en"), theme_of("light")


def outliner(pack: str, language: str = "en") -> ChartReader:
    return ChartReader(load(pack), labels_of(language))


@pytest.mark.parametrize("pack", pack_ids())
def test_every_visible_step_of_every_phase_is_on_the_chart_once(pack: str) -> None:
    found = load(pack)
    columns = outliner(pack).round()
    names = [box.name for column in columns for box in boxes(column.items)]
    assert len(names) == len(set(names)), "a box is drawn once"
    kinds = {name.partition("/")[0] for name in names}
    for kind in kinds:
        visible = {f"{kind}/{step.name}" for step in found.procedures[kind].steps if step.look is not Look.HIDDEN}
        if kind != found.dialect.periods.get("round", "round"):
            assert visible <= set(names)
    assert any(
        box.look in (Look.WINDOW, Look.SPECIAL) for column in columns for box in boxes(column.items)
    ) or pack in (
        "okc",
        "tegot",
    )


@pytest.mark.parametrize("pack", pack_ids())
def test_every_rule_on_a_chart_exists(pack: str) -> None:
    if pack not in packs_with_books():
        pytest.skip(f"{pack} has no book")
    entries = load_book(pack).entries
    charted = outliner(pack)
    columns = charted.round() + [charted.sequence(name) for name in load(pack).procedures]
    for column in columns:
        for box in boxes(column.items):
            game, _, rule = box.rule.partition("/")
            assert game == pack
            assert rule.partition("#")[0] in entries, box


@pytest.mark.parametrize("pack", pack_ids())
def test_every_procedure_is_a_template(pack: str) -> None:
    for name in load(pack).procedures:
        column = outliner(pack).sequence(name)
        graph = chart_graph(name, [column], LIGHT, Links())
        keys = [box.key for box in boxes(column.items)]
        assert len(keys) == len(set(keys)), "what is opened twice is drawn twice"
        assert graph.source.count(" -> ") == max(0, len(keys) - 1), "one straight spine"


def test_the_round_of_agot2_reads_like_its_rulebook(golden: Callable[[Path, str], None]) -> None:
    columns = outliner("agot2").round()
    assert [column.title for column in columns] == [
        "1 Plot", "2 Draw", "3 Marshaling", "4 Challenges", "5 Dominance", "6 Standing", "7 Taxation",
    ]  # fmt: skip
    challenges = columns[3].items
    (each_player,) = [item for item in challenges if isinstance(item, Loop)]
    (each_challenge,) = [item for item in each_player.items if isinstance(item, Loop)]
    numbers = [box.number for box in boxes(each_challenge.items) if box.number]
    assert numbers == ["4.2", "4.2", "4.2.1", "4.2.2", "4.2.3", "4.2.4", "4.2.5", "4.2.6"]
    last = each_player.items[-1]
    assert not isinstance(last, Loop)
    assert (last.number, last.look) == ("4.3", Look.LOOP)
    golden(GOLDEN / "agot2-round.dot", chart_graph("agot2", columns, LIGHT, Links()).source)


def test_the_chart_speaks_polish_where_the_book_does(golden: Callable[[Path, str], None]) -> None:
    column = outliner("agot2", "pl").round("challenges")
    labels = [box.label for box in boxes(column[0].items)]
    assert "Zastosowanie rezultatu roszczeń" in labels
    golden(GOLDEN / "agot2-challenges-pl.dot", chart_graph("agot2", column, theme_of("dark"), Links()).source)


def test_the_trigger_sequence_of_agot2_has_seven_steps() -> None:
    found = list(boxes(outliner("agot2").sequence("trigger").items))
    assert [box.number for box in found] == ["1", "2", "3", "4", "5", "6", "7"]
    assert [box.look for box in found] == ["step", "window", FORCED, "window", HAPPENS, FORCED, "window"]


def test_windows_are_double_bordered_loops_dashed_and_optional_steps_marked() -> None:
    source = chart_graph("agot2", outliner("agot2").round(), LIGHT, Links()).source
    windows = re.findall(r'label="◆[^]]*', source)
    assert windows
    assert all("peripheries=2" in window for window in windows)
    assert 'style="rounded,filled,dashed"' in source
    assert re.search(r'label="◇[^"]*1\.4', source)


def test_violations_are_marked_at_their_step() -> None:
    pack, entries = record(SAVE)
    marks = violation_marks(entries, pack)
    assert list(marks) == [("challenge", "claim")]
    columns = ChartReader(pack, EN, marks).round("challenges")
    marked = [box for box in boxes(columns[0].items) if box.mark]
    assert [box.number for box in marked] == ["4.2.4"]
    assert "⚠ log" in chart_graph("x", columns, LIGHT, Links()).source


def test_unknown_phases_and_sequences_name_the_known_ones() -> None:
    with pytest.raises(ReplayError, match="challenges"):
        outliner("agot2").round("chalenges")
    with pytest.raises(ReplayError, match="trigger"):
        outliner("agot2").sequence("triger")


def test_merging_keeps_each_order() -> None:
    assert merged_places([["a", "c", "d"], ["a", "b", "d"], ["z", "d", "e"]]) in (
        ["z", "a", "b", "c", "d", "e"],
        ["z", "a", "c", "b", "d", "e"],
    )
    assert merged_places([["a", "b"], ["b", "a"]]) == ["a", "b"]


def test_comparing_puts_the_same_place_in_the_same_row(golden: Callable[[Path, str], None]) -> None:
    sides = []
    for pack in ("agot2", "hbo"):
        column = outliner(pack).sequence("trigger")
        sides.append(compared(load(pack).title, column, trigger_places(load(pack).sequence)))
    graph = compare_graph("trigger sequence", sides, LIGHT, Links())
    rows = graph.source.split("<TR>")
    happens = next(row for row in rows if "it happens" in row)
    assert happens.count("● it happens") == 2
    golden(GOLDEN / "compare-agot2-hbo.dot", graph.source)
