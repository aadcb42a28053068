"""What can be made although the rules forbid it: the engine says why not before anything is done."""

from __future__ import annotations

import msgspec
import pytest

from ledger.events import Move
from rules.catalogue import pack_ids
from rules.engine import advance, cannot_force, force
from rules.errors import StuckError
from rules.kernel.asks import CHANCE, Placement
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


@pytest.mark.parametrize("pack", ["agot2", "hbo", "l5r"])
def test_what_lies_elsewhere_is_not_laid_down_by_an_illegal_answer(pack: str) -> None:
    """In a set-up a player can break the rules only with what is to be placed: the rest does not lie in the hand."""
    game = play(pack, SEED)
    seen = 0
    for at, step in enumerate(game.steps):
        pos = game.before(at)
        ask = advance(pos)
        ask = ask.answered_by(step.player) if ask is not None and step.player != CHANCE else None
        if not isinstance(ask, Placement):
            continue
        seen += 1
        elsewhere = next(number for number in pos.table.entities if number not in ask.candidates)
        picks = (*step.move.picks[:-1], elsewhere)
        assert cannot_force(pos, step.player, msgspec.structs.replace(step.move, picks=picks))
        assert not cannot_force(pos, step.player, step.move)
    assert seen
