"""Wrong answers to the decisions of random games are refused by the clause that the rulebook has for them.

The clauses are those of `tests.mutations.clauses`, written from the rulebooks; a citation that is wrong in the code
fails here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ledger.events import Move
from ledger.folding import fold
from replays.records.random_games import Simulation
from replays.records.reasons import telling
from replays.records.rejudging import answer
from rules.books.addresses import parse_address
from rules.books.shelf import find
from rules.catalogue import load, pack_ids
from rules.engine import advance, explain
from rules.kernel.asks import CHANCE, Ask
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from tests.mutations import SHARED
from tests.mutations.clauses import OWN_CARD, Clauses, Turns, tables

GAMES, FULL, LONG = 30, 300, 300


@pytest.mark.parametrize("game", pack_ids())
def test_wrong_answers_are_refused_by_the_clause_the_rulebook_has_for_them(game: str, full: bool) -> None:
    pack, wrong, asked = load(game), set(), 0
    for position, ask, move in _questions(pack, FULL if full else GAMES):
        for mutator in SHARED:
            mutation = mutator(position, ask, move, random.Random(position.table.seq))
            if mutation is None:
                continue
            asked += 1
            checks = explain(position, mutation.player, mutation.move)
            told = [check.rule for check in telling(checks)]
            if told[0] not in mutation.rules:
                where = f"{ask.says[:60]} [{position.table.frames[-1].kind}]"
                wrong.add(
                    f"{mutation.kind}, {where}: {told} and not first one of {mutation.rules or 'nothing written down'}"
                )
    assert asked > 100
    assert sorted(wrong) == []


def _questions(pack: Pack, games: int) -> Iterator[tuple[Position, Ask, Move]]:
    """Yield the decisions of random games, in each of the game's formats, with the answer that was given."""
    formats = list(pack.formats.items())
    for seed in range(games):
        format_, (players, _) = formats[seed % len(formats)]
        entries = []
        for entry in Simulation(pack, players, format_, seed).entries():
            entries.append(entry)
            if len(entries) > LONG:
                break
        position = Position(pack, fold(entries[0].events))
        for entry in entries[1:]:
            ask, said = advance(position), answer(entry)
            if ask is not None and said is not None and said[0] != CHANCE:
                yield position, ask, said[1]
            position.ask = None
            for event in entry.events:
                position.emit(event)


@pytest.mark.parametrize("game", pack_ids())
def test_the_clauses_written_down_exist(game: str) -> None:
    for told in tables(game):
        rules = (
            (*told.whose, *told.answer, *told.twice, *told.few)
            if isinstance(told, Clauses)
            else (*told.first, *told.later)
        )
        assert isinstance(told, Clauses | Turns)
        for rule in rules:
            if rule not in ("occasion", OWN_CARD):
                find(parse_address(rule))
