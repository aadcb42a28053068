"""What-if lines: situations explored a second, and how much folding them together saves on nested examples."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from replays.meaning.frame_kinds import framework_kinds
from replays.notation.parser import read
from replays.reading.reader import run as play
from replays.records.record import Record, of_run
from replays.records.walk import spans
from replays.whatif.exploration import Explorer, Graph, Horizon
from rules.catalogue import playthroughs
from rules.engine import advance
from tests.bench.measuring import Calibration, Result

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
MANY = 10_000
DEEP = 4
"""Frames inside one another, not counting the round and its phases: from here on an example is a nested one."""


def run(calibration: Calibration) -> Iterator[Result]:
    """Measure exploring ten thousand distinct situations, and how many visits folding saves."""
    graph, seconds = explored(record("l5r", "cancel.lw"), 0, "", 12, MANY)
    scaled = seconds * calibration.rate / 4_000_000 * MANY / len(graph.nodes)
    yield Result("10,000 distinct situations, scaled", scaled, "s", most=20)
    visits = [visited(record(*example), 500) for example in nested()]
    times = sum(without for _, without in visits) / sum(folded for folded, _ in visits)
    yield Result(
        "nested examples, 500 situations a decision: visited without folding for each with", times, "times", least=5
    )


def nested() -> list[tuple[str, str]]:
    """Return the nested examples of the documentation, each as pack and name."""
    found = [(path.parent.name, path.stem) for path in sorted(EXAMPLES.glob("*/*.lw"))]
    return [example for example in found if depth(record(*example)) >= DEEP]


def depth(record: Record) -> int:
    """Return how deep frames are nested in a record, not counting the round and its phases."""
    framework = framework_kinds(record.pack)
    levels: dict[int, int] = {}
    for span in spans(record.entries):
        levels[span.id] = levels.get(span.parent, 0) + (span.kind not in framework)
    return max(levels.values(), default=0)


def visited(record: Record, limit: int) -> tuple[int, int]:
    """Return how many situations an exploration with default settings visits, and how many it would without folding.

    Both are summed over explorations from every decision of the record.
    """
    folded = without = 0
    for at in range(len(record.entries)):
        pos = record.position(at)
        if advance(pos) is not None:
            graph = Explorer(record.pack, pos.table, Horizon(pos.table.top.id), limit=limit).run()
            folded += len(graph.nodes)
            without += unfolded(graph)
    return folded, without


def record(pack: str, name: str) -> Record:
    """Return the record of an example of the documentation, or of a pack's playthrough (`NAME.lw`)."""
    text = dict(playthroughs(pack)).get(name) or (EXAMPLES / pack / f"{name}.lw").read_text(encoding="utf-8")
    return of_run(play(read(text, name)), f"{pack} {name}")


def explored(record: Record, at: int, kind: str, depth: int | None, limit: int) -> tuple[Graph, float]:
    """Explore to the end of a frame or `depth` decisions deep; return the graph and the processor time in seconds."""
    pos = record.position(at)
    advance(pos)
    frame = pos.enclosing(kind) if kind else None
    began = time.process_time()
    graph = Explorer(record.pack, pos.table, Horizon(frame.id if frame else 0, depth), limit=limit).run()
    return graph, time.process_time() - began


def unfolded(graph: Graph) -> int:
    """Return how many situations there would be if none were folded together: one for each way to each of them."""
    waits = [0] * len(graph.nodes)
    for node in graph.nodes:
        for target in node.next:
            waits[target] += 1
    ways = [0] * len(graph.nodes)
    ways[graph.root] = 1
    ready = [graph.root]
    while ready:
        number = ready.pop()
        node = graph.nodes[number]
        for target, times in zip(node.next, node.times, strict=False):
            ways[target] += ways[number] * times
            waits[target] -= 1
            if not waits[target]:
                ready.append(target)
    return sum(ways)
