"""Illegal moves of random games, and the reasons told for them: `python -m tests.reasons --seed 3` prints some to read.

Moves come from four sources: wrong answers to the question asked, abilities used at a point where they may not be,
moves that were legal at another point of the same game, and moves that name other cards.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import msgspec

from ledger.entries import Entry
from ledger.events import Move
from ledger.folding import fold
from replays.records.random_games import Simulation
from replays.records.reasons import as_reason, sentence, telling
from replays.records.rejudging import answer
from rules.catalogue import load, pack_ids
from rules.engine import advance, legal
from rules.kernel.asks import CHANCE, Ask, Check
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from tests.mutations import mutators_of

LONG = 300
"""The most actions of a game that are looked at."""


def refused_moves(pack: Pack, seeds: range, each: int = 4) -> Iterator[tuple[Position, str, Move, list[Check]]]:
    """Yield illegal moves at the decisions of random games, with their conditions; some at every decision."""
    formats = list(pack.formats.items())
    for seed in seeds:
        format_, (players, _) = formats[seed % len(formats)]
        entries = []
        for entry in Simulation(pack, players, format_, seed).entries():
            entries.append(entry)
            if len(entries) > LONG:
                break
        yield from _refused_in(pack, entries, random.Random(f"reasons {seed}"), each)


def _refused_in(
    pack: Pack, entries: list[Entry], generator: random.Random, each: int
) -> Iterator[tuple[Position, str, Move, list[Check]]]:
    made = [said for said in map(answer, entries[1:]) if said is not None and said[0] != CHANCE]
    position = Position(pack, fold(entries[0].events))
    for entry in entries[1:]:
        ask, said = advance(position), answer(entry)
        if ask is not None and said is not None and said[0] != CHANCE:
            for player, move in _tried(position, ask, said, made, generator, each):
                checks = ask.checks(position, player, move)
                if not legal(checks):
                    yield position, player, move, checks
        position.ask = None
        for event in entry.events:
            position.emit(event)


def _tried(
    pos: Position, ask: Ask, said: tuple[str, Move], made: list[tuple[str, Move]], generator: random.Random, each: int
) -> Iterator[tuple[str, Move]]:
    """Yield moves worth trying at a decision; most of them are illegal there."""
    for mutator in mutators_of(pos.pack.id):
        mutation = mutator(pos, ask, said[1], generator)
        if mutation is not None:
            yield mutation.player, mutation.move
    yield from (generator.choice(made) for _ in range(each))
    for _ in range(each):
        number = generator.choice(list(pos.table.entities))
        abilities = pos.card(number).abilities
        if abilities and ask.verb in ("use", "act", "trigger"):
            ability = generator.choice(abilities)
            occurrence = -1 if ask.verb == "act" else generator.randrange(-1, len(pos.table.top.occurrences) or 1)
            yield ask.player, Move("use", number, ability.key, amount=occurrence)
    player, move = generator.choice(made)
    swapped = tuple(generator.choice(list(pos.table.entities)) for _ in move.picks)
    yield player, msgspec.structs.replace(move, picks=swapped)


def main() -> None:
    """Print reasons drawn at random: of all packs, or of one."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=100)
    options.add_argument("--pack", choices=pack_ids())
    asked = options.parse_args()
    games = [asked.pack] if asked.pack else list(pack_ids())
    for game in games:
        found: dict[str, str] = {}
        for *_, checks in refused_moves(load(game), range(asked.seed * 100, asked.seed * 100 + 12)):
            for check in telling(checks):
                found.setdefault(sentence(as_reason(check)), f"{check.name:12} {check.rule}")
        texts = sorted(found)
        random.Random(asked.seed).shuffle(texts)
        kinds: dict[str, int] = {}
        shown = 0
        for text in texts:  # not the same condition over and over
            name = found[text]
            kinds[name] = kinds.get(name, 0) + 1
            if kinds[name] <= 2 and shown < asked.count // len(games):
                shown += 1
                print(f"{found[text]}\n    {text}")


if __name__ == "__main__":
    main()
