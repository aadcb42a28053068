"""What an exploration shows: possible, certain or impossible, the shortest line each way, and whose choice decides it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import msgspec

from ledger.events import Move
from ledger.table import Table
from replays.whatif.exploration import Graph, Node
from rules.kernel.asks import CHANCE

YES, NO = 1, 2
"""What can still come: the statement true at the end, false at the end, or (3) either."""

Line = list[tuple[str, Move]]


class Decider(msgspec.Struct, frozen=True):
    """A decision after which the answer is settled one way or the other, depending on what is chosen: each answer that
    settles it, how many alike it stands for, and which way."""

    player: str
    says: str
    line: Line
    settles: tuple[tuple[Move, int, bool], ...]


class Conclusion(msgspec.Struct, frozen=True):
    """The answer. `forces` says for each player what they can bring about whatever the others and chance do; `order`
    whether the order of forced abilities changes what can come of it (None: nobody had one to choose, or the limit came
    before that was known)."""

    verdict: str
    yes: Line | None
    no: Line | None
    deciders: tuple[Decider, ...]
    forces: dict[str, str]
    order: bool | None
    states: int
    ends: int
    lines: int | None
    stopped: bool
    endless: bool
    partial: tuple[str, ...]
    unknown: tuple[str, ...]
    secret: tuple[str, ...] = ()


def conclude(graph: Graph, table: Table) -> Conclusion:
    """Everything a graph says about the statement its ends were judged by."""
    nodes = graph.nodes
    reached = reach(nodes)
    paths = _paths(nodes)
    return Conclusion(
        verdict=_verdict(graph, reached[0]),
        yes=_shortest(graph, True),
        no=_shortest(graph, False),
        deciders=tuple(_deciders(graph, reached)),
        forces=_forces(graph, reached[0]),
        order=_order_matters(graph, reached),
        states=len(nodes),
        ends=len(graph.ends),
        lines=None
        if paths is None or graph.stopped
        else sum(count for node, count in zip(nodes, paths, strict=True) if node.end),
        stopped=graph.stopped,
        endless=paths is None,
        partial=tuple(graph.partial),
        unknown=tuple(unknown_cards(table)),
        secret=tuple(sorted(graph.secret)),
    )


def unknown_cards(table: Table) -> Iterable[str]:
    """Where cards lie that nobody has identified; answers hold with what is known."""
    for zone, pile in table.zones.items():
        count = sum(1 for number in pile if not table.entities[number].card)
        if count:
            yield f"{count} in {zone}"


def _verdict(graph: Graph, mask: int) -> str:
    if not graph.asked:
        return "not asked"
    if (graph.stopped or graph.partial) and mask != YES | NO:  # what was not tried may end otherwise
        return {YES: "possible", NO: "not found so far"}.get(mask, "not found so far")
    return {YES: "certain", NO: "impossible", YES | NO: "possible"}.get(mask, "no line ends")


def _before(nodes: list[Node]) -> list[list[int]]:
    before: list[list[int]] = [[] for _ in nodes]
    for number, node in enumerate(nodes):
        for target in node.next:
            before[target].append(number)
    return before


def reach(nodes: list[Node]) -> list[int]:
    """For each node, which values its ends can have; what was not looked into says nothing."""
    before = _before(nodes)
    masks = [0 if node.value is None else YES if node.value else NO for node in nodes]
    waiting = deque(number for number, mask in enumerate(masks) if mask)
    while waiting:
        number = waiting.popleft()
        for earlier in before[number]:
            if masks[earlier] | masks[number] != masks[earlier]:
                masks[earlier] |= masks[number]
                waiting.append(earlier)
    return masks


def _shortest(graph: Graph, value: bool) -> Line | None:
    found = [number for number, node in enumerate(graph.nodes) if node.end and node.value is value]
    return graph.line(min(found, key=lambda number: graph.nodes[number].depth)) if found else None


def _paths(nodes: list[Node]) -> list[int] | None:
    """How many lines lead to each node, those that name others alike counted each, or None if some line never ends."""
    waits = [0] * len(nodes)
    for node in nodes:
        for target in node.next:
            waits[target] += 1
    paths = [0] * len(nodes)
    paths[0] = 1
    ready = [number for number, count in enumerate(waits) if not count]
    done = 0
    while ready:
        number = ready.pop()
        done += 1
        for target, times in zip(nodes[number].next, nodes[number].times, strict=True):
            paths[target] += paths[number] * times
            waits[target] -= 1
            if not waits[target]:
                ready.append(target)
    return paths if done == len(nodes) else None


def _deciders(graph: Graph, reached: list[int]) -> Iterable[Decider]:
    """The first decision of each player at which one answer settles it and another does not settle it the same way."""
    seen: set[str] = set()
    unsure = _unsure(graph)
    for number, node in enumerate(graph.nodes):
        if node.player in seen or reached[number] != YES | NO or not node.next:
            continue
        settles = tuple(
            (move, times, reached[target] == YES)
            for move, times, target in zip(node.moves, node.times, node.next, strict=True)
            if reached[target] in (YES, NO) and not unsure[target]
        )
        if settles:
            seen.add(node.player)
            yield Decider(node.player, node.says, graph.line(number), settles)


def _unsure(graph: Graph) -> list[bool]:
    """For each node, whether something after it was not looked into: then its ends may have other values, too."""
    found = [node.open for node in graph.nodes]
    before = _before(graph.nodes)
    waiting = deque(number for number, unseen in enumerate(found) if unseen)
    while waiting:
        for earlier in before[waiting.popleft()]:
            if not found[earlier]:
                found[earlier] = True
                waiting.append(earlier)
    return found


def _forces(graph: Graph, mask: int) -> dict[str, str]:
    """What each player who decides anything can bring about alone, against every choice of the others and of chance.

    Of those who choose in secret nothing is said: the graph lets them see what others chose at the same time.
    """
    nodes = graph.nodes
    if mask != YES | NO:
        return {}
    players = sorted({node.player for node in nodes if node.player and node.player != CHANCE} - graph.secret)
    found: dict[str, str] = {}
    for player in players:
        yes, no = _wins(nodes, player, True), _wins(nodes, player, False)
        if yes or no:
            found[player] = "either" if yes and no else "yes" if yes else "no"
    return found


def _wins(nodes: list[Node], player: str, value: bool) -> bool:
    """Whether a player can make every line end with this value."""
    before = _before(nodes)
    left = [len(node.next) for node in nodes]
    sure = [node.end and node.value is value for node in nodes]
    waiting = deque(number for number, won in enumerate(sure) if won)
    while waiting:
        number = waiting.popleft()
        for earlier in before[number]:
            left[earlier] -= 1
            if not sure[earlier] and (nodes[earlier].player == player or not left[earlier]):
                sure[earlier] = True
                waiting.append(earlier)
    return sure[0]


def _order_matters(graph: Graph, reached: list[int]) -> bool | None:
    """Whether, wherever somebody orders what must resolve, one order leaves other values open than another. Where a
    limit stopped the exploration, only what is settled counts, and nothing is said of the rest."""
    ordered = [node for node in graph.nodes if node.order and len(node.next) > 1]
    unsure = _unsure(graph)
    settled = [[at for at in node.next if reached[at] == YES | NO or not unsure[at]] for node in ordered]
    if any(len({reached[target] for target in targets}) > 1 for targets in settled):
        return True
    return False if ordered and not graph.stopped else None
