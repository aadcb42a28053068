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
ROOMY = 4_000
"""Situations that must lie ahead for folding to have anything to fold."""
NESTED = (
    ("agot2", "three-judgments", 0),
    ("agot2", "the-sacrificed-brother", 0),
    ("agot2", "two-cancels-for-one-event", 0),
    ("agot2", "cancelling-a-duplicates-save", 0),
    ("agot2", "davos-returns-and-joffrey-smiles", 0),
    ("agot2", "stealth-and-a-lost-icon", 0),
    ("hbo", "sansa-debts-and-not-today", 0),
    ("hbo", "two-for-claim-one-saved", 0),
    ("l5r", "a-duel-and-a-cancelled-event", 1),
    ("okc", "second-clash-and-spies", 0),
    ("okc", "attrition", 0),
    ("tegot", "the-throne-lost-five-frames-deep", 0),
)
"""Nested examples in which folding pays, from their first decision on, in l5r from the declaration on: pack, name, entry. Others begin with
so many answers that really differ that ten thousand situations hold few twice: l5r before a declaration, okc's too-late-to-answer."""


def run(calibration: Calibration) -> Iterator[Result]:
    """Ten thousand distinct situations on one core; and lines against situations."""
    graph, seconds = explored(record("l5r", "cancel.lw"), 0, "", 12, MANY)
    scaled = seconds * calibration.rate / 4_000_000 * MANY / len(graph.nodes)
    yield Result("10,000 distinct situations, scaled", scaled, "s", most=20)
    for pack, name, at in (("agot2", "three-judgments", 0), ("l5r", "a-duel-and-a-cancelled-event", 1)):
        graph = roomy(record(pack, name), at, MANY)
        times = unfolded(graph) / len(graph.nodes)
        yield Result(f"{pack} {name}: situations without folding for each with", times, "times", least=5)


def record(pack: str, name: str) -> Record:
    """The record of an example of the documentation, or of a pack's playthrough (`NAME.lw`)."""
    text = dict(playthroughs(pack)).get(name) or (EXAMPLES / pack / f"{name}.lw").read_text(encoding="utf-8")
    return of_run(play(read(text, name)), f"{pack} {name}")


def explored(record: Record, at: int, kind: str, depth: int | None, limit: int) -> tuple[Graph, float]:
    """An exploration to the end of a frame or so many decisions deep, and the processor's seconds it took."""
    pos = record.position(at)
    advance(pos)
    frame = pos.enclosing(kind) if kind else None
    began = time.process_time()
    graph = Explorer(record.pack, pos.table, Horizon(frame.id if frame else 0, depth), limit=limit).run()
    return graph, time.process_time() - began


def roomy(record: Record, at: int, limit: int) -> Graph:
    """An exploration to the end of the innermost frame with room for folding: one that many situations do not exhaust."""
    pos = record.position(at)
    advance(pos)
    for frame in reversed(pos.table.frames):
        graph, _ = explored(record, at, frame.kind, None, min(limit, ROOMY))
        if graph.stopped:
            break
    return explored(record, at, frame.kind, None, limit)[0] if limit > ROOMY else graph


def unfolded(graph: Graph) -> int:
    """How many situations there would be if none were folded together: one for each way to each of them, whatever is alike."""
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
