"""Setting up: the second player's fate, secret provinces, mulligans that replace before shuffling, starting honor."""

from __future__ import annotations

from ledger.events import Event, Move, Moved, Shuffled
from ledger.views import knows
from replays.records.random_games import Simulation
from rules.catalogue import load
from rules.engine import advance, decide
from rules.kernel.asks import CHANCE, PASS, Ask
from rules.kernel.position import Position
from rules.packs.l5r import board

PACK = load("l5r")


def _start() -> Position:
    return Simulation(PACK, 2, "standard", seed=5).position


def _until(pos: Position, verb: str) -> Ask:
    """Answer everything with the first possible answer until a question of this verb comes."""
    while True:
        ask = advance(pos)
        assert ask is not None
        if ask.verb == verb:
            return ask
        decide(pos, ask.player, next(iter(ask.moves(pos))))


def test_the_second_player_gains_a_fate_and_everyone_starts_with_the_strongholds_honor() -> None:
    pos = _start()
    ask = advance(pos)
    assert ask is not None
    assert ask.player == CHANCE
    decide(pos, CHANCE, Move("chance", words=("B",)))
    assert (pos.first, pos.table.count("A", "fate"), pos.table.count("B", "fate")) == ("B", 1, 0)
    _until(pos, "act")
    for player in "AB":
        assert pos.table.count(player, "honor") == pos.card(board.stronghold(pos, player)).number("honor")
    assert pos.table.count("A", "fate") == 8


def test_provinces_lie_facedown_and_only_their_owner_knows_them() -> None:
    pos = _start()
    _until(pos, "mulligan")
    for player, other in (("A", "B"), ("B", "A")):
        provinces = board.provinces(pos, player)
        assert len(provinces) == 5
        assert pos.entity(provinces[-1]).zone == f"{player}.stronghold"
        for number in provinces:
            entity = pos.entity(number)
            assert not entity.up
            assert knows(pos.table, player, entity)
            assert not knows(pos.table, other, entity)


def _mulligan(pos: Position, zone: str) -> tuple[list[Event], tuple[int, ...]]:
    ask = _until(pos, "mulligan")
    while zone not in ask.says:
        decide(pos, ask.player, Move("mulligan"))
        ask = _until(pos, "mulligan")
    picks = tuple(ask.candidates[:2])  # type: ignore[attr-defined]
    return decide(pos, ask.player, Move("mulligan", picks=picks)), picks


def test_a_mulligan_replaces_before_it_shuffles_the_old_cards_in() -> None:
    for zone, deck in (("provinces", "dynasty_deck"), ("hand", "conflict_deck")):
        pos = _start()
        events, picks = _mulligan(pos, zone)
        ask = advance(pos)
        assert ask is not None
        assert ask.verb == "shuffle"
        moved = [event for event in events if isinstance(event, Moved)]
        player = pos.entity(picks[0]).owner
        fresh = [event.entity for event in moved if event.entity not in picks]
        assert len(fresh) == 2
        assert all(pos.entity(number).zone == f"{player}.{deck}" for number in picks)
        assert not any(isinstance(event, Shuffled) for event in events)
        back = max(at for at, event in enumerate(moved) if event.entity in fresh)
        assert all(event.entity in picks for event in moved[back + 1 :])


def test_a_mulligan_takes_only_what_lies_there() -> None:
    pos = _start()
    ask = _until(pos, "mulligan")
    stranger = pos.zone(ask.player, "conflict_deck")[0]
    checks = ask.checks(pos, ask.player, Move("mulligan", picks=(stranger,)))
    assert [check.rule for check in checks if check.holds is False] == ["l5r/setup-6#2"]


def test_a_mulligan_may_be_passed() -> None:
    pos = _start()
    ask = _until(pos, "mulligan")
    assert ask.allows(pos, ask.player, PASS)
    assert PASS not in set(ask.moves(pos)), "it says the same as a mulligan of nothing"
    lying = {player: board.lying(pos, player) for player in "AB"}
    for _ in "AB":
        decide(pos, ask.player, PASS)
        ask = _until(pos, "mulligan")
    assert "hand" in ask.says
    assert lying == {player: board.lying(pos, player) for player in "AB"}
