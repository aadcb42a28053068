"""The conclusion from an exploration: whether something is possible, certain or impossible, and who decides it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import msgspec

from ledger.events import Move
from ledger.table import Table
from replays.whatif.exploration import Graph, MoveLine, Node
from rules.kernel.asks import CHANCE

YES, NO = 1, 2
"""How lines from a situation can end: with the statement true, false, or, as YES | NO, either way."""


class Decider(msgspec.Struct, frozen=True):
    """A decision at which some answers settle the question.

    `line` leads to it. `settles` gives each such answer, how many answers it stands for, and whether the statement is
    then true (or else false) at every end that was found.
    """

    player: str
    says: str
    line: MoveLine
    settles: tuple[tuple[Move, int, bool], ...]


class Conclusion(msgspec.Struct, frozen=True):
    """The answer to a question about all lines, as far as they were explored.

    `verdict` is "certain", "possible", "impossible", "not found so far", "no line ends" or "not asked". `yes` and `no`
    are the shortest lines to each answer (None: no such line was found). `forces` says what a player can bring about
    against every answer that was tried for the others and chance: "yes", "no" or "either". `order` says whether the
    order of forced abilities changes the answers that can come of it (None: nobody chose an order, or a limit was
    reached before it was known); it means nothing if no question was asked. `states`, `ends` and `lines` are numbers of
    situations, ends and lines (None: not counted). `stopped` says that a limit was reached, and `endless` that some
    lines never end. `partial` says what was not tried, `unknown` how many unknown cards lie in which zones, and
    `secret` are the players of whom `forces` says nothing.
    """

    verdict: str
    yes: MoveLine | None
    no: MoveLine | None
    deciders: tuple[Decider, ...]
    forces: dict[str, str]
    order: bool | None
    states: int
    ends: int
    lines: int | None
    stopped: bool
    endless: bool
    partial: tuple[str, ...]
    unknown: tuple[tuple[int, str], ...]
    secret: tuple[str, ...] = ()


def conclude(graph: Graph, table: Table) -> Conclusion:
    """Return everything an explored graph shows about the question.

    `table` is where the exploration began; the unknown cards are counted there.
    """
    nodes = graph.nodes
    reached = reach(nodes)
    paths = _count_paths(nodes)
    return Conclusion(
        verdict=_verdict(graph, reached[0]),
        yes=_shortest(graph, True),
        no=_shortest(graph, False),
        deciders=tuple(_deciders(graph, reached)),
        forces=_forces(graph, reached[0]),
        order=_order_matters(graph, reached),
        states=len(nodes),
        ends=len(graph.ends),
        lines=None if paths is None or graph.stopped else _count_lines(nodes, paths),
        stopped=graph.stopped,
        endless=paths is None,
        partial=tuple(graph.partial),
        unknown=tuple(unknown_cards(table)),
        secret=tuple(sorted(graph.secret)),
    )


def unknown_cards(table: Table) -> Iterable[tuple[int, str]]:
    """Yield how many cards that nobody has identified lie in which zone, for each zone with such cards."""
    for zone, pile in table.zones.items():
        count = sum(1 for number in pile if not table.entities[number].card)
        if count:
            yield count, zone


def _verdict(graph: Graph, mask: int) -> str:
    """Return the verdict, given how lines from the first situation can end."""
    if not graph.asked:
        return "not asked"
    if (graph.stopped or graph.partial) and mask != YES | NO:  # what was not tried may end otherwise
        return {YES: "possible", NO: "not found so far"}.get(mask, "not found so far")
    return {YES: "certain", NO: "impossible", YES | NO: "possible"}.get(mask, "no line ends")


def _predecessors(nodes: list[Node]) -> list[list[int]]:
    """Return, for each node, the nodes with an answer that leads to it."""
    before: list[list[int]] = [[] for _ in nodes]
    for number, node in enumerate(nodes):
        for target in node.next:
            before[target].append(number)
    return before


def reach(nodes: list[Node]) -> list[int]:
    """Return, for each node, how lines from it can end: YES, NO, both, or 0 if no end with an answer is known."""
    before = _predecessors(nodes)
    masks = [0 if node.value is None else YES if node.value else NO for node in nodes]
    waiting = deque(number for number, mask in enumerate(masks) if mask)
    while waiting:
        number = waiting.popleft()
        for earlier in before[number]:
            if masks[earlier] | masks[number] != masks[earlier]:
                masks[earlier] |= masks[number]
                waiting.append(earlier)
    return masks


def _shortest(graph: Graph, value: bool) -> MoveLine | None:
    """Return a shortest line to an end where the statement is true, or false; None if there is none."""
    found = [number for number, node in enumerate(graph.nodes) if node.end and node.value is value]
    return graph.line(min(found, key=lambda number: graph.nodes[number].depth)) if found else None


def _count_lines(nodes: list[Node], paths: list[int]) -> int:
    """Return the number of lines, given how many lead to each node."""
    return sum(count for node, count in zip(nodes, paths, strict=True) if node.end)


def _count_paths(nodes: list[Node]) -> list[int] | None:
    """Return how many lines lead to each node, or None if some line never ends.

    An answer counts as many times as there are answers it stands for.
    """
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
    """Yield the first decision of each player, and of chance, at which some answer settles the question.

    Only decisions from which lines can still end either way count.
    """
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
    """Return, for each node, whether a node after it was not looked into: its lines may then end in other ways, too."""
    found = [node.open for node in graph.nodes]
    before = _predecessors(graph.nodes)
    waiting = deque(number for number, unseen in enumerate(found) if unseen)
    while waiting:
        for earlier in before[waiting.popleft()]:
            if not found[earlier]:
                found[earlier] = True
                waiting.append(earlier)
    return found


def _forces(graph: Graph, mask: int) -> dict[str, str]:
    """Return what each player can bring about alone, against every choice of the others and of chance.

    `mask` says how lines can end at all. Players who choose in secret are left out, since in the graph they see what
    others chose at the same time.
    """
    nodes = graph.nodes
    if mask != YES | NO:
        return {}
    players = sorted({node.player for node in nodes if node.player and node.player != CHANCE} - graph.secret)
    found: dict[str, str] = {}
    for player in players:
        yes, no = _can_force(nodes, player, True), _can_force(nodes, player, False)
        if yes or no:
            found[player] = "either" if yes and no else "yes" if yes else "no"
    return found


def _can_force(nodes: list[Node], player: str, value: bool) -> bool:
    """Whether a player can choose so that every line ends with this value, whatever all others choose."""
    before = _predecessors(nodes)
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
    """Whether two orders of what must resolve leave different answers open, at any decision about such an order.

    None if nobody chooses an order. If a limit stopped the exploration, only what is known for sure counts; then it is
    None instead of False.
    """
    ordered = [node for node in graph.nodes if node.order and len(node.next) > 1]
    unsure = _unsure(graph)
    settled = [[at for at in node.next if reached[at] == YES | NO or not unsure[at]] for node in ordered]
    if any(len({reached[target] for target in targets}) > 1 for targets in settled):
        return True
    return False if ordered and not graph.stopped else None
