"""The stack style: which rows there are, what they say, and the DOT text they become."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from replays.diagrams.labels import LANGUAGES, labels_of
from replays.diagrams.links import Links
from replays.diagrams.row_kinds import Kind
from replays.diagrams.sequences.diagram import draw, tell
from replays.diagrams.sequences.story import NOTHING, PASS, Row, Story
from replays.diagrams.sequences.stretch import choose
from replays.diagrams.sequences.trimming import PAGE, Detail, collapse, paged
from replays.diagrams.themes import THEMES, theme_of
from replays.errors import ReplayError
from tests.sequences import SAVE, mourning, nest, record

GOLDEN = Path(__file__).parents[2] / "golden" / "diagrams"
EN = labels_of("en")
PASSES = mourning()


@cache
def story(text: str, detail: Detail = Detail.NORMAL, language: str = "en", **where: int) -> Story:
    pack, entries = record(text)
    return tell(entries, pack, choose(entries, pack, **where), labels_of(language), detail, "game")


def kinds(rows: list[Row]) -> list[tuple[int, Kind]]:
    return [(row.depth, row.kind) for row in rows]


def source(found: Story, style: str = "stack", theme: str = "light", language: str = "en") -> str:
    (graph,) = draw(found, style, theme_of(theme), labels_of(language), Links("game"), pages=1)
    return graph.source


def test_the_disputed_save_reads_from_the_killing_to_the_saving() -> None:
    rows = story(SAVE).rows
    assert kinds(rows) == [
        (0, Kind.IMMINENT),
        (0, Kind.USED),
        (1, Kind.IMMINENT),
        (2, Kind.HAPPENED),
        (1, Kind.VIOLATION),
        (1, Kind.EMPTY),
        (1, Kind.HAPPENED),
        (1, Kind.EMPTY),
        (0, Kind.CHANGED),
        (0, Kind.EMPTY),
        (0, Kind.HAPPENED),
        (0, Kind.EMPTY),
    ]
    assert [row.order for row in rows if row.order] == [1, 2, 3], "numbered in the order of resolution"
    assert [row.step for row in rows] == ["1", "2", "1", "5", "2", "2", "5", "7", "2", "4", "5", "7"]
    violation = rows[4]
    assert violation.lanes == {"B": "⚠"}
    assert violation.rule.startswith("agot2/")
    assert "duplicates#5" in violation.aside or violation.rule == "agot2/duplicates#5"
    assert [row.seq for row in rows] == sorted(row.seq for row in rows)


def test_passes_of_one_window_are_one_row_and_a_use_reopens_it() -> None:
    rows = story(PASSES).rows
    texts = [row.text for row in rows]
    passed = next(row for row in rows if row.kind is Kind.PASSED)
    assert passed.lanes["A"] == PASS
    assert passed.text == "pass: Anna", "the window went on: Borys used something"
    used = rows[texts.index("“Watcher” – reaction")]
    assert used.seq > passed.seq
    closing = [row for row in rows if row.kind is Kind.PASSED][-1]
    assert closing.text == "pass: Anna · window closed"
    assert closing.lanes == {"A": PASS, "B": NOTHING}


def test_a_window_the_record_leaves_open_still_shows_who_passed() -> None:
    last = story(PASSES.replace("B use wb\nA pass\n", "A pass\n")).rows[-1]
    assert (last.kind, last.text) == (Kind.PASSED, "pass: Anna")


def test_forced_abilities_are_marked_and_nobody_used_them() -> None:
    rows = story(PASSES).rows
    (forced,) = [row for row in rows if row.kind is Kind.FORCED]
    assert forced.text == "“Mourner” – forced reaction"
    assert forced.lanes == {}
    assert forced.opens in story(PASSES).numbers


def test_what_is_cancelled_is_one_struck_row_that_names_the_steps() -> None:
    rows = story(nest(3)).rows
    cancelled = [row for row in rows if row.kind is Kind.CANCELLED]
    assert [row.text for row in cancelled] == ["Steps 3–7 do not occur – cancelled by “Tarcza 2”"]
    frame = cancelled[0].frame
    after = rows[rows.index(cancelled[0]) + 1 :]
    assert all(row.frame != frame for row in after)
    assert "<S>Steps 3–7" in source(story(nest(3)))


@pytest.mark.parametrize("levels", [3, 10, 80])
def test_depth_has_no_limit(levels: int) -> None:
    found = story(nest(levels))
    assert found.levels == levels
    assert max(row.order for row in found.rows) >= levels // 2
    opened = [row for row in found.rows if row.kind is Kind.IMMINENT]
    assert [row.depth for row in opened] == list(range(levels))


def test_details_hide_or_show_windows_nobody_could_use() -> None:
    brief, normal, every = (story(SAVE, detail).rows for detail in Detail)
    assert not any(row.kind is Kind.EMPTY for row in brief)
    assert len(brief) < len(normal) < len(every)
    assert [row.text for row in brief] == [row.text for row in normal if row.kind is not Kind.EMPTY]


def test_collapsing_says_how_much_is_hidden() -> None:
    found = story(nest(10))
    shallow = collapse(found, 3, EN)
    assert shallow.levels == 4
    hidden = [row.aside for row in shallow.rows if "not shown" in row.aside]
    assert hidden == [f"{len(found.rows) - len(shallow.rows)} rows not shown"]


def test_long_stories_cut_themselves_and_repeat_the_header() -> None:
    found = story(nest(80))
    assert len(found.rows) > PAGE
    pages = paged(found)
    assert all(len(page.rows) <= PAGE for page in pages)
    assert [row for page in pages for row in page.rows] == found.rows
    assert len(paged(found, 1)) == 1
    assert len(paged(found, 7)) == 7
    graphs = draw(found, "stack", theme_of("light"), EN, Links("game"))
    assert len(graphs) == len(pages)
    for number, graph in enumerate(graphs, 1):
        assert f"page {number} of {len(pages)}" in graph.source
        assert "depth · event" in graph.source
        assert "about to happen" in graph.source, "the legend is on every page"


def test_a_page_begins_with_the_digit_of_every_open_level() -> None:
    found = story(nest(10))
    second = draw(found, "stack", theme_of("light"), EN, Links("game"), pages=3)[1].source
    first_row = second.split("<TR>")[3]
    levels = paged(found, 3)[1].rows[0].depth + 1
    assert all(f"<B>{depth}</B>" in first_row for depth in range(levels))


@pytest.mark.parametrize("style", ["stack", "clusters"])
@pytest.mark.parametrize(("name", "text"), [("save", SAVE), ("nest-10", nest(10)), ("passes", PASSES)])
def test_dot_is_the_golden_one(style: str, name: str, text: str, golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN / f"{name}-{style}.dot", source(story(text), style))


def test_clusters_draw_every_row_in_one_chain() -> None:
    text = source(story(SAVE, Detail.ALL, start=1, stop=60), "clusters")
    rows = story(SAVE, Detail.ALL, start=1, stop=60).rows
    assert len({row.seq for row in rows}) < len(rows), "some rows tell of one event"
    edges = re.findall(r'"([^"]+)" -> "([^"]+)"', text)
    assert len(edges) == len(rows) - 1
    assert len(set(edges)) == len(edges)
    assert all(one != other for one, other in edges)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", THEMES)
def test_themes_and_languages(language: str, theme: str, golden: Callable[[Path, str], None]) -> None:
    where = next(row.frame for row in story(PASSES).rows)
    found = story(PASSES, Detail.NORMAL, language, at=where)
    golden(GOLDEN / f"passes-{theme}-{language}.dot", source(found, "stack", theme, language))


def test_every_language_has_every_word() -> None:
    english = labels_of("en")
    for language in LANGUAGES:
        labels = labels_of(language)
        for field in english.__struct_fields__:
            assert getattr(labels, field) or not getattr(english, field), f"{language} lacks {field}"
        assert set(labels.legend) == set(english.legend)
        assert set(labels.states) == set(english.states)


def test_dot_does_not_depend_on_the_order_of_hashing() -> None:
    program = (
        "from tests.unit.diagrams.test_stack import *\n"
        "sys.stdout.buffer.write((source(story(SAVE)) + source(story(SAVE), 'clusters')).encode())"
    )
    seen = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            check=True,
            env=environment,
            cwd=Path(__file__).parents[3],
        )
        seen.add(done.stdout)
    assert len(seen) == 1


def test_markup_in_names_is_text() -> None:
    text = PASSES.replace('name = "Watcher"', 'name = "W <b>&"').replace('"Watcher"', '"W <b>&"')
    assert "“W &lt;b&gt;&amp;”" in source(story(text))


def test_the_default_is_the_last_violation_or_the_deepest_sequence() -> None:
    pack, entries = record(SAVE)
    assert choose(entries, pack) == choose(
        entries, pack, at=next(row.seq for row in story(SAVE).rows if row.kind is Kind.VIOLATION)
    )
    deep = story(nest(10))
    assert deep.levels == 10


def test_choosing_by_frame_event_and_range() -> None:
    pack, entries = record(SAVE)
    root = story(SAVE).rows[0].seq
    assert choose(entries, pack, frame=root) == choose(entries, pack, at=root + 5), (
        "the smallest frame with the whole sequence"
    )
    challenge = next(row for row in story(SAVE, start=1, stop=60).rows if row.text == "Challenge")
    assert choose(entries, pack, frame=challenge.frame).last > root
    stretch = choose(entries, pack, start=root, stop=root + 9)
    assert (stretch.first, stretch.last) == (root, root + 9)
    assert story(SAVE, start=root, stop=root + 9).rows[0].depth == 0 or stretch.base >= 0


@pytest.mark.parametrize("where", [{"at": 0}, {"at": 99999}, {"frame": 99999}, {"start": 9, "stop": 3}])
def test_places_that_are_not_there(where: dict[str, int]) -> None:
    pack, entries = record(SAVE)
    with pytest.raises(ReplayError):
        choose(entries, pack, **where)


def test_a_frame_number_that_opened_nothing_says_which_frame_it_is_in() -> None:
    pack, entries = record(SAVE)
    root = story(SAVE).rows[0].seq
    with pytest.raises(ReplayError, match=f"inside frame {root}"):
        choose(entries, pack, frame=root + 1)
