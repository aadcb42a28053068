"""Exploring with situations folded together says what going through every line says, on random positions of random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest

from ledger.events import Move
from ledger.table import Table, freeze, thaw
from replays.simulating import Simulation
from replays.whatif.answering import answers
from replays.whatif.concluding import conclude
from replays.whatif.exploring import Explorer, Horizon
from rules.asking import PASS
from rules.catalogue import load, pack_ids
from rules.engine import advance, decide
from rules.pack import Pack
from rules.position import Position
from tests.bench import whatif_bench

MOST = 60
WIDE = 12
DEEPEST = 5
"""Ends of a small position, answers to one of its decisions, and decisions in a line."""


def plain(table: Table) -> str:
    """What anybody could see of a table, told without the numbers of events, and not by the code under test."""
    cards = [
        (
            one.id,
            one.card,
            one.zone,
            one.controller,
            one.up,
            one.host,
            sorted(one.marks),
            sorted(one.counters.items()),
            sorted(one.known),
        )
        for one in sorted(table.entities.values(), key=lambda one: one.id)
    ]
    frames = [
        (frame.kind, frame.step, frame.passes, [part.kind + part.state for part in frame.occurrences]) for frame in table.frames
    ]
    effects = sorted((effect.source, effect.ability, effect.player, tuple(effect.affects)) for effect in table.effects.values())
    tokens = [(player, sorted(counters.items())) for player, counters in sorted(table.counters.items())]
    return repr((cards, table.zones, tokens, table.roles, frames, effects, table.winners))


def so(pos: Position) -> bool:
    """A statement that has nothing to do with the rules, and differs between many tables."""
    table = pos.table
    tokens = sum(sum(one.counters.values()) + len(one.marks) for one in table.entities.values())
    return (tokens + sum(len(pile) for zone, pile in table.zones.items() if table.specs[zone].seen == "owner")) % 2 == 0


class Lines(msgspec.Struct, frozen=True):
    """Every line of so many decisions, one after the other and nothing folded: its length, its table at the end, the statement there."""

    depth: int
    ends: list[tuple[int, str, bool]]


def every_line(pack_id: str, data: bytes) -> Lines | None:
    """As many decisions far as a small position allows; None if that is fewer than two, or there is hardly a choice."""
    ended: list[tuple[int, bytes]] = []
    going, depth = [data], 0
    while going and depth < DEEPEST:
        further = _one_decision_more(pack_id, going)
        if further is None or len(ended) + sum(map(len, further)) > MOST:
            break
        ended += [(depth, here) for here, after in zip(going, further, strict=True) if not after]
        going = [table for after in further for table in after]
        depth += 1
    ended += [(depth, here) for here in going]
    return Lines(depth, [_end(pack_id, *end) for end in ended]) if depth >= 2 and len(ended) >= 3 else None


def _one_decision_more(pack_id: str, tables: list[bytes]) -> list[list[bytes]] | None:
    """The tables after each answer to what is asked at each table; None if there are too many."""
    pack = load(pack_id)
    found: list[list[bytes]] = []
    for data in tables:
        pos = Position(pack, thaw(data))
        ask = advance(pos)
        if ask is None:
            found.append([])
            continue
        if len(list(islice(ask.moves(pos), WIDE + 1))) > WIDE:
            return None
        given = answers(pos, ask)
        found.append([_after(pack, data, given.player, move) for move in given.moves])
        if sum(map(len, found)) > MOST:
            return None
    return found


def _after(pack: Pack, data: bytes, player: str, move: Move) -> bytes:
    pos = Position(pack, thaw(data))
    advance(pos)
    decide(pos, player, move)
    return freeze(pos.table)


def _end(pack_id: str, depth: int, data: bytes) -> tuple[int, str, bool]:
    pos = Position(load(pack_id), thaw(data))
    advance(pos)
    return depth, plain(pos.table), so(Position(load(pack_id), thaw(data)))


def positions(pack_id: str, seed: int) -> Iterator[bytes]:
    """Tables of random games, some decisions apart."""
    pack = load(pack_id)
    generator = random.Random(f"explore {pack_id} {seed}")
    number = 0
    while True:
        chosen = next(iter(pack.formats))
        simulation = Simulation(pack, pack.formats[chosen][0], chosen, seed * 1000 + number)
        number += 1
        wait = generator.randrange(5, 30)
        for _ in simulation.entries():
            wait -= 1
            if wait == 0:
                yield freeze(simulation.position.table)
                wait = generator.randrange(7, 40)


@pytest.mark.slow
@pytest.mark.parametrize("pack_id", pack_ids())
def test_folding_agrees_with_every_line(pack_id: str, full: bool) -> None:
    wanted, done = 200 if full else 8, 0
    folded = whole = 0
    for data in positions(pack_id, 1):
        every = every_line(pack_id, data)
        if every is None:
            continue
        lines = every.ends
        seen: set[str] = set()

        def judge(pos: Position, seen: set[str] = seen) -> bool:
            seen.add(plain(pos.table))
            return so(pos)

        table = thaw(data)
        graph = Explorer(load(pack_id), table, Horizon(0, every.depth), judge).run()
        found = conclude(graph, table)
        values = frozenset(value for _, _, value in lines)
        assert seen == {outcome for _, outcome, _ in lines}
        assert found.lines == len(lines)
        assert found.verdict == {frozenset({True}): "certain", frozenset({False}): "impossible"}.get(values, "possible")
        for value, line in ((True, found.yes), (False, found.no)):
            lengths = [length for length, _, this in lines if this is value]
            assert (min(lengths) if lengths else None) == (None if line is None else len(line))
        folded += len(graph.ends)
        whole += len(lines)
        done += 1
        if done == wanted:
            break
    assert folded <= whole


def test_what_a_player_can_force_is_what_a_search_of_the_tree_finds() -> None:
    pack = load("hbo")
    checked = 0
    for data in positions("hbo", 2):
        table = thaw(data)
        graph = Explorer(pack, table, Horizon(0, 4), so, limit=400).run()
        if graph.stopped or len(graph.nodes) < 5:
            continue
        found = conclude(graph, table)
        for player in table.seats:
            for value in (True, False):
                forced = _forces(graph.nodes, 0, player, value)
                says = found.forces.get(player)
                if player in graph.secret:
                    assert says is None, "nothing is said of those who choose in secret"
                elif found.verdict == "possible":
                    assert forced == (says in ("either", "yes" if value else "no"))
        checked += len(found.forces)
        if checked >= 5:
            return
    raise AssertionError("too few positions say what anybody can force")


def _forces(nodes: list, number: int, player: str, value: bool) -> bool:  # type: ignore[type-arg]
    node = nodes[number]
    if node.end:
        return node.value is value
    outcomes = (_forces(nodes, target, player, value) for target in node.next)
    return any(outcomes) if node.player == player else all(outcomes)


def test_others_pass_when_only_some_players_choose() -> None:
    pack = load("agot2")
    for data in positions("agot2", 3):
        table = thaw(data)
        pos = Position(pack, thaw(data))
        ask = advance(pos)
        if ask is None or PASS not in list(ask.moves(pos)):
            continue
        other = next(player for player in table.seats if player != ask.player)
        graph = Explorer(pack, table, Horizon(0, 1), chosen=frozenset({other})).run()
        assert graph.nodes[0].moves == (PASS,)
        return


@pytest.mark.parametrize(("pack", "name", "at", "kind"), whatif_bench.SHORT)
def test_folding_visits_at_least_five_times_fewer_situations(pack: str, name: str, at: int, kind: str) -> None:
    graph, _ = whatif_bench.explored(whatif_bench.record(pack, name), at, kind, None, 4_000)
    assert not graph.stopped
    assert whatif_bench.unfolded(graph) >= 5 * len(graph.nodes)


@pytest.mark.slow
def test_folding_visits_at_least_five_times_fewer_situations_from_each_nested_example_on(full: bool) -> None:
    few = []
    for pack, name, at, kind in whatif_bench.NESTED if full else whatif_bench.NESTED[:1]:
        graph, _ = whatif_bench.explored(whatif_bench.record(pack, name), at, kind, None, 10_000 if full else 2_500)
        times = whatif_bench.unfolded(graph) / len(graph.nodes)
        if times < 5:
            few.append(f"{pack} {name}: {times:.1f} times")
    assert not few
