"""Components that are taken to be alike are: with their numbers exchanged, any game goes on in the same way."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ledger.events import Move
from ledger.table import Table, freeze, thaw
from replays.records.same_components import AlikeComponents, distinct, selections
from replays.records.same_tables import Signatures, lifted
from replays.whatif.answers import answers
from rules.catalogue import load, pack_ids
from rules.engine import advance, decide
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from tests.property.positions import positions

LEAST = 21
"""Components with smaller numbers are not exchanged: an amount of gold or a round may have the same number.

Neither are those with the number of an open frame or effect.
"""
NUMBERS = {"seq", "step", "passes", "amount", "since"}
"""Fields that never hold a component's number."""
LONG = 25
"""Decisions played on from each position."""


def exchanged(table: Table, one: int, other: int) -> Table:
    """Return the same table with the numbers of two components exchanged, wherever they stand."""
    numbers = {one: other, other: one}

    def renamed(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {renamed(name): renamed(part, name) for name, part in value.items()}
        if isinstance(value, list | tuple):
            return [renamed(part) for part in value]
        if isinstance(value, str):
            return re.sub(r"(?<![#@.\w])[0-9]+", lambda found: str(numbers.get(int(found[0]), found[0])), value)
        return numbers.get(value, value) if isinstance(value, int) and key not in NUMBERS else value

    tree = msgspec.to_builtins(table)
    spoken = {name: renamed(tree[name]) for name in ("entities", "zones", "frames", "effects", "uses")}
    return msgspec.convert({**tree, **spoken}, Table)


def spoken(table: Table) -> Any:
    """Return the parts of a table that may mention single components."""
    return table.frames, table.effects, table.uses


def moved(move: Move, one: int, other: int) -> Move:
    """Return the same move with the two components exchanged."""
    numbers = {one: other, other: one}

    def of(found: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(numbers.get(number, number) for number in found)

    return msgspec.structs.replace(
        move, subject=numbers.get(move.subject, move.subject), picks=of(move.picks), pairs=of(move.pairs)
    )


def pairs(table: Table, alike: AlikeComponents, generator: random.Random) -> Iterator[tuple[int, int]]:
    """Yield pairs of copies of one card in different zones that nothing on the table mentions."""
    others = {*(frame.id for frame in table.frames), *table.effects, *table.uses}
    loose = [number for number in alike.faces(table) if number >= LEAST and number not in others]
    generator.shuffle(loose)
    for at, one in enumerate(loose):
        for other in loose[at + 1 :]:
            a, b = table.entities[one], table.entities[other]
            if (a.card, a.owner) == (b.card, b.owner) and a.zone != b.zone:
                yield one, other
                break


def play_both(pack: Pack, table: Table, one: int, other: int, generator: random.Random) -> int:
    """Play the same random line on a table and on the one with two components exchanged; return its length.

    After every decision the two must fold to the same situation.
    """
    alike = AlikeComponents(pack, table)
    signatures = Signatures(pack, table, alike)
    left, right = Position(pack, thaw(freeze(table))), Position(pack, exchanged(table, one, other))
    for done in range(LONG):
        ask, again = advance(left), advance(right)
        same = signatures.canonical(thaw(freeze(left.table))) == signatures.canonical(
            exchanged(right.table, one, other)
        )
        assert same, (
            f"after {done} decisions {pack.id} minds which of {one} and {other} ({table.entities[one].card}) is which"
        )
        if {one, other} <= alike.faces(left.table).keys():
            assert spoken(left.table) == spoken(exchanged(left.table, one, other)), "something speaks of one of them"
        if ask is None or again is None:
            assert ask is again
            return done
        assert (ask.player, ask.says) == (again.player, again.says)
        move = ask.sample(left, lambda below: generator.randrange(below))
        decide(left, ask.player, move)
        decide(right, ask.player, moved(move, one, other))
    return LONG


@pytest.mark.slow
@pytest.mark.parametrize("pack_id", pack_ids())
def test_a_game_goes_on_the_same_way_with_copies_exchanged(pack_id: str, full: bool) -> None:
    generator = random.Random(f"alike {pack_id}")
    pack, wanted, done = load(pack_id), 200 if full else 12, 0
    for data in positions(pack_id, 4):
        table = lifted(thaw(data))
        advance(Position(pack, table))
        for one, other in list(pairs(table, AlikeComponents(pack, table), generator))[:2]:
            done += play_both(pack, table, one, other, generator) > 0
        if done >= wanted:
            return


@pytest.mark.parametrize("pack_id", pack_ids())
def test_one_answer_stands_for_as_many_as_there_are(pack_id: str) -> None:
    """With answers merged, the counts add up to the number without merging, and each kept answer is one of those."""
    pack, seen = load(pack_id), 0
    for count, data in enumerate(positions(pack_id, 5)):
        pos = Position(pack, lifted(thaw(data)))
        ask = advance(pos)
        if ask is None or ask.verb == "shuffle":
            continue
        alike = AlikeComponents(pack, pos.table)
        whole, few = answers(pos, ask), answers(pos, ask, alike)
        if not whole.partial and not few.partial:
            assert sum(few.times) == sum(whole.times) >= len(whole.moves)
            assert {*few.moves} <= {*whole.moves}
            seen += len(few.moves) < len(whole.moves)
        if count > 60 and seen:
            return


def test_choices_are_made_by_kind() -> None:
    faces = {1: "wolf", 2: "wolf", 4: "wolf"}
    found = list(selections([1, 2, 3, 4], 2, 2, faces))
    assert found == [((1, 2), 3), ((1, 3), 2), ((3, 4), 1)]


def test_moves_that_name_others_alike_are_one() -> None:
    faces = {1: "wolf", 2: "wolf", 5: "lion", 6: "lion"}
    moves = [Move("use", 1), Move("use", 2), Move("use", 3), Move("use", 1, picks=(5,)), Move("use", 2, picks=(6,))]
    moves += [Move("pair", picks=(1, 2), pairs=(1, 5)), Move("pair", picks=(1, 2), pairs=(2, 5))]
    assert distinct(moves, faces) == [(moves[0], 2), (moves[2], 1), (moves[3], 2), (moves[5], 1), (moves[6], 1)]
