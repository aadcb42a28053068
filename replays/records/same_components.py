"""Recognising alike components: it makes no difference which of them a move names, or which of them went where.

Two components are alike if they are copies of one card in the same state and place, and if nothing on the table
mentions either of them. Unknown cards of a pile are alike, and so are copies of a card in a hand and tokens of one
kind. A table keeps plain numbers, so a number that only looks like a component's counts as a mention, too. Components
that are alike may therefore be told apart, but different ones are never taken to be alike.
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
"""The look of each component that may be exchanged, by its number; two with the same look are alike."""


class DatedCards(dict[str, bool]):
    """Whether a card has constant abilities, by its id. Of two that set one value the later one wins, so age matters.

    Each card is looked at when it is asked for.
    """

    def __init__(self, pack: Pack) -> None:
        super().__init__()
        self.pack = pack

    def __missing__(self, card: str) -> bool:
        found = self.pack.cards.get(card)
        dated = self[card] = found is not None and any(ability.grants for ability in found.abilities)
        return dated


class AlikeComponents:
    """The components that may be exchanged for each other in one exploration, which begins with `table`.

    Components that are `named`, such as by a question, are alike to no other.
    """

    def __init__(self, pack: Pack, table: Table, named: Collection[int] = ()) -> None:
        self.named = named
        many = Counter((entity.card, entity.owner) for entity in table.entities.values())
        self.counts = pack.exploring.counts
        self.dated = DatedCards(pack)
        self.twins = frozenset(
            entity.id
            for entity in table.entities.values()
            if many[entity.card, entity.owner] > 1 and entity.id not in named
        )

    def faces(self, table: Table) -> Faces:
        """Return the look of each component of a table that may be exchanged.

        In a pile that has an order, only components right behind each other get the same look.
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
        """Return the look of a component: everything about it that a rule may ask for, except its number."""
        plain = f"{entity.card}|{entity.owner}|{entity.controller}|{entity.zone}|{entity.up}"
        since = entity.since if self.dated[entity.card] else 0
        if not (since or entity.marks or entity.counters or entity.known):
            return plain
        state = sorted(entity.marks.items()), sorted(entity.counters.items()), sorted(entity.known)
        return f"{plain}|{since}|{state}"


def has_order(spec: ZoneSpec) -> bool:
    """Whether the order of a zone may matter: it does not in play, nor where only the owner looks, as in a hand."""
    return not spec.inplay and spec.seen != "owner"


def mentioned(table: Table, counts: Container[str]) -> set[int]:
    """Return every number in frames, effects and kept uses that might be a component's, and attached cards and hosts.

    A plain number that a frame or an effect keeps under a name in `counts` is only a count, and is left out.
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
    """Yield the numbers in the slots of a frame or an effect."""
    for name, value in data.items():
        yield from _in_text(name)
        if name not in counts or isinstance(value, list):
            yield from _in_slot(value)


def _in_slot(value: Slot) -> Iterator[int]:
    """Yield the numbers in the value of a slot, also those inside lists and texts."""
    if isinstance(value, list):
        for part in value:
            yield from _in_slot(part)
    elif isinstance(value, str):
        yield from _in_text(value)
    elif value is not None and not isinstance(value, bool):
        yield value


@lru_cache(maxsize=10_000)
def _in_text(text: str) -> tuple[int, ...]:
    """Return the numbers written in a text."""
    return tuple(map(int, _NUMBER.findall(text)))


def distinct(moves: Iterable[Move], faces: Faces) -> list[tuple[Move, int]]:
    """Return one move for all that differ only in which of several alike components they name.

    With each goes the number of moves it stands for.
    """
    first: dict[Move, Move] = {}
    times: Counter[Move] = Counter()
    for move in moves:
        times[first.setdefault(_described(move, faces), move)] += 1
    return list(times.items())


def _described(move: Move, faces: Faces) -> Move:
    """Return a move in a form that does not change when alike components are exchanged.

    A component with a look is described by that look, and by how many others of that look the move names before it.
    """
    numbers = (move.subject, *move.picks, *move.pairs)
    if not any(number in faces for number in numbers):
        return move
    seen: dict[str, list[int]] = {}
    described = []
    for number in numbers:
        look = faces.get(number)
        if look is None:
            described.append(str(number))
            continue
        same = seen.setdefault(look, [])
        if number not in same:
            same.append(number)
        described.append(f"{look} {same.index(number)}")
    cut = 1 + len(move.picks)
    return msgspec.structs.replace(
        move, subject=0, picks=(), pairs=(), words=(*described[:cut], "/", *described[cut:], "/", *move.words)
    )


def selections(candidates: Sequence[int], least: int, most: int, faces: Faces) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the choices of `least` to `most` candidates that differ in more than which alike components they name.

    Smaller choices come first. With each goes the number of choices it stands for. The order of the candidates counts,
    since components chosen together are moved in that order. Example: of the candidates 1, 2, 3, 4, where all but 3 are
    alike, two are chosen as (1, 2), (1, 3) or (3, 4), which stand for 3, 2 and 1 choices.
    """
    looks = [faces.get(number, f"#{number}") for number in candidates]
    alone = len({*looks}) == len(looks)
    for size in range(least, most + 1):
        if alone:
            yield from ((picks, 1) for picks in combinations(candidates, size))
            continue
        for places in _in_turn(looks, size):
            yield tuple(candidates[at] for at in places), _ways([looks[at] for at in places], looks)


def _in_turn(looks: list[str], size: int, start: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield, for each sequence of `size` looks that can be chosen in order, the first places where it is found."""
    if not size:
        yield ()
        return
    seen = set()
    for at in range(start, len(looks) - size + 1):
        if looks[at] not in seen:
            seen.add(looks[at])
            yield from ((at, *rest) for rest in _in_turn(looks, size - 1, at + 1))


def _ways(wanted: list[str], looks: list[str]) -> int:
    """Return in how many ways the `wanted` looks can be chosen from `looks` in their order."""
    ways = [1] + [0] * len(wanted)
    for look in looks:
        for at in range(len(wanted), 0, -1):
            if wanted[at - 1] == look:
                ways[at] += ways[at - 1]
    return ways[-1]
