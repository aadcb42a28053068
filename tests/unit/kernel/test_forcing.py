"""What can be made although the rules forbid it: the engine says why not before anything is done."""

from __future__ import annotations

import msgspec
import pytest

from ledger.events import Move
from rules.catalogue import pack_ids
from rules.engine import advance, cannot_force, force
from rules.errors import StuckError
from rules.kernel.asks import CHANCE
from tests.damaged_games.games import play

SEED = 2
"""Of a game that other tests play as well."""


@pytest.mark.parametrize("pack", pack_ids())
def test_every_legal_move_says_enough_to_be_made(pack: str) -> None:
    game = play(pack, SEED)
    for at, step in enumerate(game.steps):
        if step.player == CHANCE or step.is_pass:
            continue
        pos = game.before(at)
        advance(pos)
        assert not cannot_force(pos, step.player, step.move), step.line


@pytest.mark.parametrize("pack", pack_ids())
def test_a_move_that_means_nothing_is_refused_before_anything_is_done(pack: str) -> None:
    game = play(pack, SEED)
    for at, step in enumerate(game.steps):
        if step.player == CHANCE or step.is_pass:
            continue
        pos = game.before(at)
        ask = advance(pos)
        assert ask is not None
        nobody_knows = msgspec.structs.replace(step.move, subject=10**6, words=(*step.move.words, "nonsense"))
        for move in (nobody_knows, Move("frobnicate")):
            before = len(pos.log)
            with pytest.raises(StuckError, match=r"."):
                force(pos, step.player, move)
            assert len(pos.log) == before
            assert pos.ask is ask
