"""Random legal games of every pack: they end, lose no component, verify clean, and resume from events alone."""

from __future__ import annotations

import pytest

from ledger.events import Move
from ledger.folding import apply
from ledger.table import Table, freeze, thaw
from replays.records.random_games import Simulation, examine
from replays.records.rejudging import answer
from rules.catalogue import load, pack_ids
from rules.engine import advance, decide, explain, legal
from rules.kernel.asks import CHANCE
from rules.kernel.position import Position

SMALL, FULL = 6, 500


def _shapes() -> list[tuple[str, str, int]]:
    return [
        (pack, name, players)
        for pack in pack_ids()
        for name, (least, most) in load(pack).formats.items()
        for players in range(least, min(most, 4) + 1)
    ]


@pytest.mark.parametrize(("pack", "format_", "players"), _shapes())
def test_random_games_have_no_fault(pack: str, format_: str, players: int, full: bool) -> None:
    for seed in range(FULL if full else SMALL):
        entries, faults = examine(Simulation(load(pack), players, format_, seed))
        assert not faults, f"{pack} {format_} {players} players, seed {seed}: {faults[:3]}"
        assert len(entries) > 10


@pytest.mark.parametrize(("pack", "format_", "players"), _shapes())
def test_any_decision_can_be_resumed_from_events_alone(pack: str, format_: str, players: int) -> None:
    """Fold every prefix that ends at a decision, go on from a fresh position, and arrive at the same table."""
    found = load(pack)
    table = Table()
    for at, entry in enumerate(Simulation(found, players, format_, seed=3).entries()):
        before = freeze(table)
        for event in entry.events:
            apply(table, event)
        if at and at % 7 == 0:
            resumed = Position(found, thaw(before))
            ask = advance(resumed)
            assert ask is not None
            assert resumed.log == []
            said = answer(entry)
            assert said is not None
            assert decide(resumed, *said) == list(entry.events)
            assert freeze(resumed.table) == freeze(table)


@pytest.mark.parametrize(("pack", "format_", "players"), _shapes())
def test_every_listed_option_is_explained_as_legal(pack: str, format_: str, players: int) -> None:
    """`why` on a legal option lists conditions that all hold, each with a rule id."""
    simulation = Simulation(load(pack), players, format_, seed=11)
    for at, _ in enumerate(simulation.entries()):
        if at % 5:
            continue
        ask = advance(simulation.position)
        if ask is None:
            break
        for number, move in enumerate(ask.moves(simulation.position)):
            checks = explain(simulation.position, ask.player, move)
            assert legal(checks), (move, [check for check in checks if not check.holds])
            assert checks
            assert all(check.rule.startswith(f"{pack}/") for check in checks)
            if number >= 12:
                break


@pytest.mark.parametrize(("pack", "format_", "players"), _shapes())
def test_what_a_question_allows_is_what_its_conditions_say(pack: str, format_: str, players: int) -> None:
    """Of the moves listed and of a third of all uses, by each player."""
    simulation = Simulation(load(pack), players, format_, seed=5)
    pos, seen = simulation.position, set()
    for at, _ in enumerate(simulation.entries()):
        ask = advance(pos)
        if ask is None:
            break
        if at % 20:
            continue
        cards = [(number, pos.card(number)) for number in pos.table.entities]
        uses = [Move("use", number, ability=one.key) for number, card in cards for one in card.abilities][at % 3 :: 3]
        listed = [move for _, move in zip(range(6), ask.moves(pos), strict=False)]
        if ask.player == CHANCE:
            continue
        for player in pos.table.players:
            for move in (*listed, *uses, Move("pass")):
                holds = legal(ask.checks(pos, player, move))
                assert ask.allows(pos, player, move) is holds, (type(ask), player, move)
                seen.add(holds)
    assert seen == {True, False}
