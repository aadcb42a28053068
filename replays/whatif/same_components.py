"""Which components are alike: one card in one state and place, while nothing on the table speaks of any single one of
them.

Which of them a move names makes no difference, and neither does which of them went where: only how many did. Unknown
cards of a pile are alike, and so are copies of a card in a hand and tokens of one kind. Whatever might be a mention
counts as one, so that a number which only looks like a component's keeps that one apart from its like; nothing is ever
taken to be alike that is not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import msgspec

from ledger.events import Move, Slot, Slots, ZoneSpec
from ledger.table import Entity, Table
from rules.kernel.pack import Pack

_NUMBER = re.compile("[0-9]+")

Faces = dict[int, str]
"""What each of the components that may be exchanged looks like; two that look the same are alike."""


class Alike:
    """Which components of one exploration may be exchanged; what a question names never is."""

    def __init__(self, pack: Pack, table: Table, named: Collection[int] = ()) -> None:
        self.named = named
        many = Counter((entity.card, entity.owner) for entity in table.entities.values())
        self.counts = pack.exploring.counts
        self.dated = frozenset(
            card.id for card in pack.cards.values() if any(ability.grants for ability in card.abilities)
        )
        """Cards with constant abilities: of two that set a value the later one wins, so it matters when they came."""
        self.twins = frozenset(
            entity.id
            for entity in table.entities.values()
            if many[entity.card, entity.owner] > 1 and entity.id not in named
        )

    def faces(self, table: Table) -> Faces:
        """What the components that nothing speaks of look like; in a pile that has an order, only those side by side
        are alike.
        """
        loose = self.twins - mentioned(table, self.counts)
        entities, face = table.entities, self._face
        found: Faces = {}
        for zone, pile in table.zones.items():
            if has_order(table.specs[zone]):
                before, run = "", 0
                for number in pile:
                    look = face(entities[number]) if number in loose else ""
                    if look:
                        run += look != before
                        found[number] = f"{look}|{run}" if run > 1 else look
                    before = look
            else:
                for number in pile:
                    if number in loose:
                        found[number] = face(entities[number])
        return found

    def _face(self, entity: Entity) -> str:
        plain = f"{entity.card}|{entity.owner}|{entity.controller}|{entity.zone}|{entity.up}"
        since = entity.since if entity.card in self.dated else 0
        if not (since or entity.marks or entity.counters or entity.known):
            return plain
        state = sorted(entity.marks.items()), sorted(entity.counters.items()), sorted(entity.known)
        return f"{plain}|{since}|{state}"


def has_order(spec: ZoneSpec) -> bool:
    """Whether it may matter in which order things lie in a zone; in play and in a hand none lies before another."""
    return not spec.inplay and spec.seen != "owner"


def mentioned(table: Table, counts: Container[str]) -> set[int]:
    """Every number that might be a component's in what frames, effects and uses remember; hosts and what is attached to
    them.
    """
    found: set[int] = set()
    for frame in table.frames:
        found.update(_in_slots(frame.data, counts))
        for part in frame.occurrences:
            found.update((part.subject, part.source, part.other))
            found.update(_in_text(part.note))
            if part.last is not None:
                found.add(part.last.host)
    for effect in table.effects.values():
        found.add(effect.source)
        found.update(effect.affects)
        found.update(_in_slots(effect.data, counts))
    for uses in table.uses.values():
        for key in uses:
            found.update(_in_text(key))
    for entity in table.entities.values():
        if entity.host:
            found.update((entity.host, entity.id))
    return found


def _in_slots(data: Slots, counts: Container[str]) -> Iterator[int]:
    for name, value in data.items():
        yield from _in_text(name)
        if name not in counts or isinstance(value, list):
            yield from _in_slot(value)


def _in_slot(value: Slot) -> Iterator[int]:
    if isinstance(value, list):
        for part in value:
            yield from _in_slot(part)
    elif isinstance(value, str):
        yield from _in_text(value)
    elif value is not None and not isinstance(value, bool):
        yield value


@lru_cache(maxsize=10_000)
def _in_text(text: str) -> tuple[int, ...]:
    return tuple(map(int, _NUMBER.findall(text)))


def distinct(moves: Iterable[Move], faces: Faces) -> list[tuple[Move, int]]:
    """One move for all that name others alike, and for how many each stands."""
    first: dict[Move, Move] = {}
    times: Counter[Move] = Counter()
    for move in moves:
        times[first.setdefault(_described(move, faces), move)] += 1
    return list(times.items())


def _described(move: Move, faces: Faces) -> Move:
    """The move in words that exchanging components that are alike does not change: those of one look are told by their
    order in it.
    """
    numbers = (move.subject, *move.picks, *move.pairs)
    if not any(number in faces for number in numbers):
        return move
    seen: dict[str, list[int]] = {}
    told = []
    for number in numbers:
        look = faces.get(number)
        if look is None:
            told.append(str(number))
            continue
        same = seen.setdefault(look, [])
        if number not in same:
            same.append(number)
        told.append(f"{look} {same.index(number)}")
    cut = 1 + len(move.picks)
    return msgspec.structs.replace(
        move, subject=0, picks=(), pairs=(), words=(*told[:cut], "/", *told[cut:], "/", *move.words)
    )


def selections(candidates: Sequence[int], least: int, most: int, faces: Faces) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every choice of so many candidates that differs in more than which of those alike it names, the smaller ones
    first, with how many choices each stands for. Things chosen together go where they go in their order, so that one is
    told by what it chooses in turn."""
    looks = [faces.get(number, f"#{number}") for number in candidates]
    alone = len({*looks}) == len(looks)
    for size in range(least, most + 1):
        if alone:
            yield from ((picks, 1) for picks in combinations(candidates, size))
            continue
        for places in _in_turn(looks, size):
            yield tuple(candidates[at] for at in places), _ways([looks[at] for at in places], looks)


def _in_turn(looks: list[str], size: int, start: int = 0) -> Iterator[tuple[int, ...]]:
    """The first places of each sequence of so many looks that can be chosen in their order."""
    if not size:
        yield ()
        return
    seen = set()
    for at in range(start, len(looks) - size + 1):
        if looks[at] not in seen:
            seen.add(looks[at])
            yield from ((at, *rest) for rest in _in_turn(looks, size - 1, at + 1))


def _ways(wanted: list[str], looks: list[str]) -> int:
    """In how many ways a sequence can be chosen in its order."""
    ways = [1] + [0] * len(wanted)
    for look in looks:
        for at in range(len(wanted), 0, -1):
            if wanted[at - 1] == look:
                ways[at] += ways[at - 1]
    return ways[-1]
