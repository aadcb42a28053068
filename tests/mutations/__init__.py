"""Games with one move made illegal, and the rule each should be reported under.

A mutator looks at a decision of a random game and returns an illegal move in place of the one that was played, or None
where it has none. The rules it expects are written down here and in `clauses` from the rulebooks; they are not computed
by the code under test.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec

import msgspec

from ledger.entries import Entry
from ledger.events import Event, Move, MoveMade
from ledger.folding import fold
from replays.records.random_games import Simulation
from replays.records.reasons import telling
from replays.records.rejudging import answer, rejudge
from rules.engine import advance
from rules.kernel.asks import CHANCE, Ask, Choose, ChooseOrPass, Say
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow
from tests.mutations.clauses import clauses, owners, turn


class Mutation(msgspec.Struct, frozen=True):
    """An illegal move in place of a legal one, and the rules under any of which it may be reported."""

    kind: str
    player: str
    move: Move
    rules: tuple[str, ...]


Mutator = Callable[[Position, Ask, Move, random.Random], Mutation | None]
"""Takes a position, its decision, the move that was played and a source of chance; returns a mutation or None."""


class Case(msgspec.Struct, frozen=True):
    """A record that ends with one illegal move."""

    pack: str
    seed: int
    mutation: Mutation
    seq: int
    entries: tuple[Entry, ...]

    def problem(self, pack: Pack) -> str:
        """Return what is wrong with the verdict on this record, or an empty string."""
        finding = next(iter(rejudge(pack, self.entries)), None)
        about = f"{self.pack} seed {self.seed}, {self.mutation.kind}: {self.mutation.player} {self.mutation.move}"
        if not self.mutation.rules:
            return f"{about}: nobody has written down from the rulebook which clause answers this"
        if finding is None:
            return f"{about}: nothing was reported"
        if finding.seq != self.seq:
            return f"{about}: reported at {finding.seq}, not at {self.seq}"
        failed = [check.rule for check in telling(finding.failed)]
        if not set(failed) & set(self.mutation.rules):
            return f"{about}: reported {failed}, expected one of {self.mutation.rules}"
        return ""


def cases(pack: Pack, players: int, format_: str, count: int, start: int = 0) -> Iterator[Case]:
    """Yield as many mutated records as asked for, each from another random game, the mutators taken in turn.

    Games that offer a mutator no chance are passed over; the search ends after 40 games for each record wanted.
    """
    mutators = mutators_of(pack.id)
    seed, made = start, 0
    while made < count and seed < start + 40 * count:
        generator = random.Random(f"mutation {seed}")
        case = _mutate(pack, players, format_, seed, generator, mutators[seed % len(mutators)])
        seed += 1
        if case is not None:
            made += 1
            yield case


def mutators_of(pack: str) -> list[Mutator]:
    """Return the mutators that fit every game, then the pack's own ones if there is a module for it."""
    name = f"{__name__}.{pack}"
    return [*SHARED, *(import_module(name).MUTATORS if find_spec(name) else ())]


def _mutate(
    pack: Pack, players: int, format_: str, seed: int, generator: random.Random, wanted: Mutator
) -> Case | None:
    """Play a random game and make one of the first eight suitable moves illegal; return None if none is suitable."""
    simulation = Simulation(pack, players, format_, seed)
    entries: list[Entry] = []
    found: list[tuple[int, Mutation]] = []
    for entry in simulation.entries():
        entries.append(entry)
        if len(entries) > 400:
            break
    position = Position(pack, fold(entries[0].events))
    for at, entry in enumerate(entries[1:], start=1):
        ask, said = advance(position), answer(entry)
        if ask is not None and said is not None and said[0] != CHANCE:
            mutation = wanted(position, ask, said[1], generator)
            if mutation is not None:
                found.append((at, mutation))
        position.ask = None
        for event in entry.events:
            position.emit(event)
        if len(found) >= 8:
            break
    if not found:
        return None
    at, mutation = found[generator.randrange(len(found))]
    bad: tuple[Event, ...] = (MoveMade(mutation.player, mutation.move), *entries[at].events[1:])
    changed = msgspec.structs.replace(entries[at], events=bad)
    return Case(pack.id, seed, mutation, changed.seq, (*entries[:at], changed))


def _other(position: Position, player: str, generator: random.Random) -> str:
    """Return another player than this one, at random, or an empty string."""
    others = [name for name in position.table.players if name != player]
    return others[generator.randrange(len(others))] if others else ""


def wrong_priority(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Somebody else acts in a window out of turn.

    Not a player who was passed over in this window with nothing to use: that player had the opportunity, and is told
    why there is nothing to use.
    """
    other = _other(position, ask.player, generator)
    if not isinstance(ask, Window | ActionWindow) or move.verb == "pass" or not other or other in ask.over:
        return None
    if other in getattr(ask, "skipped", ()):
        return None
    # whose card it is comes before whose turn it is
    rules = owners(position) if move.verb == "use" else turn(position, ask)
    return Mutation("wrong priority", other, move, rules)


def wrong_decider(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Somebody else answers a question put to one player."""
    other = _other(position, ask.player, generator)
    if not isinstance(ask, Choose | Say) or not other:
        return None
    return Mutation("wrong decider", other, move, clauses(position, ask).whose)


def illegal_target(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """A component is chosen that is not among the candidates."""
    if not isinstance(ask, Choose) or not move.picks:
        return None
    anyway: frozenset[int] = getattr(ask, "must", frozenset())  # what goes whatever is chosen may be named, too
    strangers = sorted(set(position.table.entities) - set(ask.candidates) - anyway)
    if not strangers:
        return None
    picks = (strangers[generator.randrange(len(strangers))], *move.picks[1:])
    return Mutation(
        "illegal target", ask.player, msgspec.structs.replace(move, picks=picks), clauses(position, ask).answer
    )


def wrong_count(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """One component too few is chosen where an exact number is needed."""
    if not isinstance(ask, Choose) or ask.least == 0 or len(move.picks) != ask.least:
        return None
    if isinstance(ask, ChooseOrPass) and len(move.picks) == 1:  # nothing chosen is declined
        return None
    return Mutation(
        "wrong count", ask.player, msgspec.structs.replace(move, picks=move.picks[1:]), clauses(position, ask).missing
    )


def chosen_twice(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """The same component is chosen twice."""
    if not isinstance(ask, Choose) or len(move.picks) < 2:
        return None
    picks = (move.picks[0], move.picks[0], *move.picks[2:])
    return Mutation(
        "chosen twice", ask.player, msgspec.structs.replace(move, picks=picks), clauses(position, ask).repeated
    )


SHARED: list[Mutator] = [wrong_priority, wrong_decider, illegal_target, wrong_count, chosen_twice]
"""The mutators that fit every game."""
