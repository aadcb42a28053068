"""Exploring with situations folded together gives the same answers as going through every line one by one.

This is tested on positions of random games. In the line-by-line search nothing is merged: neither same tables nor like
components.
"""

from __future__ import annotations

from itertools import islice

import msgspec
import pytest

from ledger.events import Move
from ledger.table import Table, freeze, thaw
from replays.records.same_components import AlikeComponents
from replays.whatif.answers import answers
from replays.whatif.conclusion import conclude
from replays.whatif.exploration import LIMIT, Explorer, Horizon
from rules.catalogue import load, pack_ids
from rules.engine import advance, decide
from rules.kernel.asks import PASS
from rules.kernel.chance import Shuffle
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from tests.bench import whatif_bench
from tests.property.positions import positions

MOST = 60
"""Ends of all lines from a small position, at most."""
WIDE = 12
"""Answers to one of its decisions, at most."""
DEEPEST = 5
"""Decisions in a line, at most."""


def plain(table: Table) -> str:
    """Return a text of a table without the numbers of events and components: equal texts mean equal situations.

    It is made apart from the code under test.
    """

    def told(number: int, host: bool = True) -> str:
        one = table.entities.get(number)
        if one is None:
            return str(number)
        worn = [told(other, False) for other in sorted(one.attached)] if host else []
        under = told(one.host, False) if host and one.host else ""
        state = sorted(one.marks.items()), sorted(one.counters.items()), sorted(one.known)
        return repr((one.card, one.owner, one.controller, one.zone, one.up, *state, sorted(worn), under))

    piles = {zone: [told(number) for number in pile] for zone, pile in table.zones.items()}
    zones = [
        (zone, sorted(pile) if table.specs[zone].inplay or table.specs[zone].seen == "owner" else pile)
        for zone, pile in sorted(piles.items())
    ]
    frames = [
        (frame.kind, frame.step, frame.passes, [part.kind + part.state for part in frame.occurrences])
        for frame in table.frames
    ]
    effects = sorted(
        (told(effect.source), effect.ability, effect.player, tuple(map(told, effect.affects)))
        for effect in table.effects.values()
    )
    fading = load(table.pack).exploring.fading
    tokens = [
        (player, sorted((name, count) for name, count in counters.items() if name not in fading))
        for player, counters in sorted(table.counters.items())
    ]
    return repr((zones, tokens, table.roles, frames, effects, table.winners))


def so(pos: Position) -> bool:
    """Whether a statement holds that has nothing to do with the rules and differs between many tables."""
    table = pos.table
    tokens = sum(sum(one.counters.values()) + len(one.marks) for one in table.entities.values())
    return (tokens + sum(len(pile) for zone, pile in table.zones.items() if table.specs[zone].seen == "owner")) % 2 == 0


class Lines(msgspec.Struct, frozen=True):
    """Every line of `depth` decisions from a position: its length, its table at the end, and the statement there."""

    depth: int
    ends: list[tuple[int, str, bool]]


def every_line(pack_id: str, data: bytes) -> Lines | None:
    """Go through every line as deep as the limits allow; None if that is under two decisions or three lines."""
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
    """Return, for each table, the tables after each answer to its decision; None if there are too many."""
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
        given = answers(pos, ask, AlikeComponents(pack, pos.table) if isinstance(ask, Shuffle) else None)
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
        sure = ("possible", "not found so far") if found.partial else ("certain", "impossible")
        assert found.verdict == {frozenset({True}): sure[0], frozenset({False}): sure[1]}.get(values, "possible")
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


@pytest.mark.slow
def test_folding_visits_at_least_five_times_fewer_situations(full: bool) -> None:
    """Counted over all decisions of the nested examples, with the default settings of `explore`.

    At full size it must also hold without the example that folds most, which alone could make up for the others.
    """
    limit = LIMIT if full else 500
    visits = [whatif_bench.visited(whatif_bench.record(*example), limit) for example in whatif_bench.nested()]
    visits.sort(key=lambda visit: visit[1] / visit[0])
    assert len(visits) >= 15
    for counted in (visits, visits[:-1]) if full else (visits,):
        assert sum(without for _, without in counted) >= 5 * sum(folded for folded, _ in counted)


@pytest.mark.parametrize(
    ("pack", "name"), [("agot2", "cancelling-a-duplicates-save"), ("tegot", "the-throne-lost-five-frames-deep")]
)
def test_a_short_sequence_has_too_many_ends_for_that(pack: str, name: str) -> None:
    """For one short example alone no folding could visit five times fewer situations.

    The different ends of its frame are more than a fifth of all situations there are without folding.
    """
    found = whatif_bench.record(pack, name)
    pos = found.position(0)
    advance(pos)
    ends: set[str] = set()

    def judge(end: Position) -> bool:
        ends.add(plain(end.table))
        return True

    graph = Explorer(found.pack, pos.table, Horizon(pos.table.top.id), judge).run()
    assert not graph.stopped
    assert 5 * len(ends) > whatif_bench.unfolded(graph)
