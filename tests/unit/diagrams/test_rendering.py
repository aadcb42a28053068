"""Pictures: both renderers, every format, very deep sequences, no Graphviz at all, and our share of the time."""

from __future__ import annotations

import re
import resource
import shutil
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from functools import cache

import pytest

from replays.diagrams import rendering
from replays.diagrams.labels import labels_of
from replays.diagrams.links import Links
from replays.diagrams.rendering import NoGraphviz, render, renderer
from replays.diagrams.sequences.diagram import draw, tell
from replays.diagrams.sequences.stretch import choose
from replays.diagrams.themes import theme_of
from replays.errors import ReplayError
from tests.sequences import SAVE, nest, record

MAGIC = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
EN, LIGHT = labels_of("en"), theme_of("light")
SHARE = 0.3


@pytest.fixture(params=["dot", "pygraphviz"])
def tool(request: pytest.FixtureRequest) -> str:
    """Each renderer in turn."""
    if request.param == "dot" and not shutil.which("dot"):
        pytest.skip("this machine has no `dot`: nothing was shown about it")
    found: str = request.param
    return found


@cache
def source(text: str, style: str = "stack") -> str:
    pack, entries = record(text)
    story = tell(entries, pack, choose(entries, pack), EN, game="game")
    (graph,) = draw(story, style, LIGHT, EN, Links("game"), pages=1)
    return graph.source


@pytest.mark.parametrize("kind", MAGIC)
@pytest.mark.parametrize("style", ["stack", "clusters"])
def test_each_renderer_draws_each_format(tool: str, kind: str, style: str) -> None:
    assert render(source(SAVE, style), kind, tool).startswith(MAGIC[kind])


@pytest.mark.parametrize("levels", [10, 80])
def test_deep_sequences_render(tool: str, levels: int) -> None:
    picture = render(source(nest(levels)), "svg", tool).decode()
    assert picture.count("event-") >= 2 * levels


def test_an_svg_links_events_and_rules_and_keeps_every_letter(tool: str) -> None:
    picture = render(source(nest(10)), "svg", tool).decode()
    anchors = [part.get("id", "") for part in ElementTree.fromstring(picture).iter() if part.get("id")]
    assert len(anchors) == len(set(anchors))
    events = set(re.findall(r'xlink:href="#(a_event-\d+)"', picture))
    assert events
    assert events <= set(anchors), "every event leads to itself"
    assert 'xlink:href="agot2.html#r-triggering-condition"' in picture
    for name in ("Zasadzka", "Szept żółwia", "Їжак", "Ґудзик", "Łódź", "Źrebię", "Ćma", "Ńandu"):
        assert name in picture


def test_what_graphviz_cannot_read_is_an_error_with_its_reason(tool: str) -> None:
    with pytest.raises(ReplayError, match="could not draw"):
        render("digraph {", "svg", tool)


def test_other_formats_are_refused() -> None:
    with pytest.raises(ReplayError, match="svg, png, pdf"):
        render("digraph {}", "gif")


def test_without_any_graphviz_it_says_how_to_get_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(rendering, "find_spec", lambda _: None)
    assert renderer() == ""
    with pytest.raises(NoGraphviz, match="pygraphviz"):
        render("digraph {}", "svg")


def test_dot_is_preferred_and_the_wheel_is_the_second_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    assert renderer() == "dot"
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert renderer() == "pygraphviz"


def _cheapest(times: int, work: Callable[[], object], clock: Callable[[], float]) -> float:
    """Seconds of processor time, which other work on the machine does not lengthen much; the best of several."""
    best = float("inf")
    for _ in range(times):
        began = clock()
        work()
        best = min(best, clock() - began)
    return best


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_our_own_time_is_a_small_part_of_graphviz(tool: str) -> None:
    pack, entries = record(nest(12, rounds=12))
    last = entries[-1].seq + len(entries[-1].events) - 1

    def ours() -> str:
        stretch = choose(entries, pack, start=10, stop=last)
        story = tell(entries, pack, stretch, EN, game="game")
        assert len(story.rows) >= 500
        (graph,) = draw(story, "stack", LIGHT, EN, Links("game"), pages=1)
        return graph.source

    text = ours()
    own = _cheapest(7, ours, time.process_time)
    drawing = _cheapest(3, lambda: render(text, "svg", tool), _children)
    assert own <= SHARE * drawing, f"{own * 1000:.0f} ms of ours for {drawing * 1000:.0f} ms of Graphviz"
