"""Print random illegal moves with the first reason against each, for people who check citations against a rulebook.

`python -m tests.mutations.sample PACK --seed 7 --count 60` prints for each the point in the game, the move, its
cards, and the clause that is cited first. Nothing of the code is shown. `--table` adds the whole table.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import islice

import msgspec

from ledger.events import Move
from ledger.folding import fold
from ledger.table import clone
from replays.meaning.names import Names
from replays.meaning.writer import Writer
from replays.reading.implied import implied
from replays.reading.prices import StepKind
from replays.records.random_games import Simulation
from replays.records.reasons import reasons
from replays.records.rejudging import answer
from replays.wording.tables import frame_title, table_lines
from rules.books.addresses import parse_address
from rules.books.shelf import find
from rules.catalogue import load
from rules.engine import advance, decide, explain, legal
from rules.kernel.asks import CHANCE, Ask, Check
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from tests.mutations import mutators_of

LONG, EACH, PASSES = 250, 4, 12
"""The most actions of a random game, illegal moves drawn from one, and passes supposed before one."""


class Drawn(msgspec.Struct, frozen=True):
    """An illegal move at a decision of a random game, with the conditions it was judged by."""

    position: Position
    ask: Ask
    player: str
    move: Move
    checks: tuple[Check, ...]


def drawn(pack: Pack, seed: int, count: int) -> Iterator[Drawn]:
    """Yield illegal moves of random games: half made by the mutators, half made legally elsewhere in the same game."""
    chance, made, game = random.Random(f"{pack.id} {seed}"), 0, 0
    while made < count:
        game += 1
        for one in _drawn_from(pack, seed * 10_000 + game, chance):
            if made < count:
                made += 1
                yield one


def _drawn_from(pack: Pack, seed: int, chance: random.Random) -> Iterator[Drawn]:
    """Yield up to `EACH` illegal moves at random decisions of one random game."""
    format_, (players, _) = list(pack.formats.items())[seed % len(pack.formats)]
    entries = []
    for entry in Simulation(pack, players, format_, seed).entries():
        entries.append(entry)
        if len(entries) > LONG:
            break
    said = [(at, one) for at, entry in enumerate(entries[1:], 1) if (one := answer(entry)) and one[0] != CHANCE]
    for at, (_, played) in sorted(chance.sample(said, min(EACH, len(said))), key=lambda item: item[0]):
        position = Position(pack, fold(event for entry in entries[:at] for event in entry.events))
        ask = advance(position)
        if ask is None:
            continue
        tries = [_by_mutator, _from_elsewhere]
        chance.shuffle(tries)
        for attempt in tries:
            player, move = attempt(position, ask, played, [one for _, one in said], chance)
            checks = tuple(explain(position, player, move)) if player else ()
            if any(check.holds is False for check in checks) and not _legal_after_passes(position, player, move):
                yield Drawn(position, ask, player, move, checks)
                break


Said = tuple[str, Move]


def _by_mutator(position: Position, ask: Ask, played: Move, said: list[Said], chance: random.Random) -> Said:
    """Return what the first mutator that fits makes of a decision; nobody's move if none fits."""
    for mutator in chance.sample(mutators := mutators_of(position.pack.id), len(mutators)):
        found = mutator(position, ask, played, chance)
        if found is not None:
            return found.player, found.move
    return "", played


def _from_elsewhere(position: Position, ask: Ask, played: Move, said: list[Said], chance: random.Random) -> Said:
    """Return a move of the kind asked for here that was made somewhere else in the game, by the player who made it."""
    verbs = {*ask.verb.split(), *(move.verb for move in islice(ask.moves(position), 64))} - {"pass"}
    moves = [one for one in said if one[1].verb in verbs]
    return chance.choice(moves) if moves else ("", played)


def _legal_after_passes(position: Position, player: str, move: Move) -> bool:
    """Whether a move is legal once passes that nobody wrote are supposed: then a reader of the game refuses nothing."""
    supposed = Position(position.pack, clone(position.table))
    for _ in range(PASSES):
        ask = advance(supposed)
        found = implied(supposed, ask) if ask is not None else None
        if found is None or found.kind.cost > StepKind.PHASE.cost:
            return False
        if legal(explain(supposed, player, move)):
            return True
        decide(supposed, found.player, found.move)
    return False


def described(pack: Pack, one: Drawn, whole: bool) -> Iterator[str]:
    """Yield the lines that describe a drawn move: where the game stands, the move, its cards, the first reason."""
    position, move = one.position, one.move
    names = Names(pack)
    writer = Writer(pack, names)
    if whole:
        yield from table_lines(pack, position.table)
    table = position.table
    yield "first player " + position.first + ", in: " + " > ".join(frame_title(position, part) for part in table.frames)
    yield f"asked of {one.ask.player or 'nobody'}: {one.ask.says}"
    yield f"MOVE   {writer.move(position, one.player, move, '')}"
    for number in dict.fromkeys((move.subject, *move.picks, *move.pairs)):
        if number in table.entities:
            yield "       " + _component(position, number)
    reason = reasons(one.checks)[0]
    entry, clause = find(parse_address(reason.rule))
    yield f"REASON {reason.rule} (not so: {reason.text})"
    yield f"       “{clause.says if clause is not None else entry.title}”"


def _component(position: Position, number: int) -> str:
    """Return a component in a line: its title, whose it is, where it lies, its marks, and what its abilities say."""
    entity, card = position.table.entities[number], position.card(number)
    marks = ", ".join(sorted(mark for mark, on in entity.marks.items() if on))
    says = " / ".join(f"[{ability.kind}] {ability.says}" for ability in card.abilities)
    whose = f"{entity.controller or entity.owner or 'nobody'}'s"
    return f"{card.name or 'unknown card'} ({whose}, in {entity.zone}{', ' + marks if marks else ''}) {says}".rstrip()


def main() -> None:
    """Print the illegal moves that the command line asks for."""
    parser = argparse.ArgumentParser(prog="tests.mutations.sample", description=__doc__)
    parser.add_argument("pack")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--table", action="store_true", help="Print the whole table before each move.")
    asked = parser.parse_args()
    pack = load(asked.pack)
    for at, one in enumerate(drawn(pack, asked.seed, asked.count), 1):
        print(f"--- {asked.pack} {asked.seed}.{at}")
        print("\n".join(described(pack, one, asked.table)))


if __name__ == "__main__":
    main()
