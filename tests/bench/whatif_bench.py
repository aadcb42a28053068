"""What-if lines: situations explored a second, and how much folding them together saves on nested sequences."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from replays.notation.reading import read
from replays.records import Record, of_run
from replays.running import run as play
from replays.whatif.exploring import Explorer, Graph, Horizon
from rules.catalogue import playthroughs
from rules.engine import advance
from tests.bench.measuring import Calibration, Result

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
MANY = 10_000


def run(calibration: Calibration) -> Iterator[Result]:
    """Ten thousand distinct situations on one core; and lines against situations."""
    record = playthrough("l5r", "cancel.lw")
    graph, seconds = explored(record, 0, "", 12, MANY)
    scaled = seconds * calibration.rate / 4_000_000 * MANY / len(graph.nodes)
    yield Result("10,000 distinct situations, scaled", scaled, "s", most=20)
    nested = [(record, 12, "conflict"), (example("agot2", "stealth-and-a-lost-icon"), 0, "challenges")]
    for found, at, kind in nested:
        graph, _ = explored(found, at, kind, None, 4_000)
        yield Result(
            f"{found.name}: situations without folding for each with", unfolded(graph) / len(graph.nodes), "times", least=5
        )


def playthrough(pack: str, name: str) -> Record:
    """The record of a pack's playthrough."""
    return of_run(play(read(dict(playthroughs(pack))[name], name)), f"{pack} {name}")


def example(pack: str, name: str) -> Record:
    """The record of an example of the documentation."""
    return of_run(play(read((EXAMPLES / pack / f"{name}.lw").read_text(encoding="utf-8"), name)), f"{pack} {name}")


def explored(record: Record, at: int, kind: str, depth: int | None, limit: int) -> tuple[Graph, float]:
    """An exploration to the end of a frame or so many decisions deep, and the processor's seconds it took."""
    pos = record.position(at)
    advance(pos)
    frame = pos.enclosing(kind) if kind else None
    began = time.process_time()
    graph = Explorer(record.pack, pos.table, Horizon(frame.id if frame else 0, depth), limit=limit).run()
    return graph, time.process_time() - began


def unfolded(graph: Graph) -> int:
    """How many situations there would be if none were folded together: one for each way to each of them."""
    waits = [0] * len(graph.nodes)
    for node in graph.nodes:
        for target in node.next:
            waits[target] += 1
    ways = [0] * len(graph.nodes)
    ways[graph.root] = 1
    ready = [graph.root]
    while ready:
        number = ready.pop()
        for target in graph.nodes[number].next:
            ways[target] += ways[number]
            waits[target] -= 1
            if not waits[target]:
                ready.append(target)
    return sum(ways)
