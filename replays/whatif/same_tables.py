"""Which tables are the same: two lines that lead to one situation differ only in the numbers of their events and in
which of several components alike went where.

Frames, effects and a card's arrival are numbered by the event that made them. Those numbers are replaced by their
order, components that may be exchanged by what they look like, and what no rule can ask for any more is left out: the
count of events, how dice fell before they were placed, uses of a card that has since become a new one, and tokens that
will be set anew before anybody asks for them.
"""

from __future__ import annotations

import re
from hashlib import blake2b

import msgspec

from ledger.events import Occurrence, Slots, ZoneSpec
from ledger.table import Table, thaw
from replays.whatif.same_components import Alike, Faces, has_order
from rules.kernel.pack import Pack

BASE = 1_000_000_000
"""Events of an explored line are numbered from here on, so that a number tells whether it is an event's of such a line
or a card's.
"""

_OF_INSTANCE = re.compile(r"(?!max )(?:[a-z ]+ )?([0-9]+)\.([0-9]+)(?:[. ].*)?")
"""A use counted for one instance of a card: the card's number and the event that brought it, as in `12.340.ned.1@0`."""

_ENCODER = msgspec.msgpack.Encoder(order="deterministic")


def lifted(table: Table) -> Table:
    """A copy whose further events are numbered from `BASE` on."""
    copy = thaw(msgspec.msgpack.encode(table))
    copy.seq += BASE
    return copy


class Folding:
    """What tables of one exploration are told apart by. `asked` are the words of what is asked at the end of the lines."""

    def __init__(self, pack: Pack, table: Table, alike: Alike, asked: frozenset[str] = frozenset()) -> None:
        self.alike, self.same_when_moved = alike, pack.same_when_moved
        cards = (pack.cards[entity.card] for entity in table.entities.values() if entity.card in pack.cards)
        words = frozenset(word for card in cards for ability in card.abilities for word in ability.words)
        self.fading = {
            token: item.frames
            for token, item in pack.exploring.fading.items()
            if token not in asked and not item.words & (words | asked)
        }

    def signature(self, table: Table) -> bytes:
        """A digest that is equal for the same situations. The table given is used up: reading it again costs more than
        the rest.
        """
        return blake2b(self.canonical(table), digest_size=16).digest()

    def canonical(self, table: Table) -> bytes:
        """The bytes that the same situations share. The table given is used up."""
        if not self.same_when_moved:
            _current_uses(table)
        self._fade(table)
        dated = self.alike.dated
        for entity in table.entities.values():
            entity.known.sort()
            if entity.card not in dated:
                entity.since = 0
        _renumber(table)
        faces = self.alike.faces(table)
        zones = {zone: _told(pile, faces, table.specs[zone]) for zone, pile in table.zones.items() if pile}
        others = [table.entities[number] for number in sorted(table.entities.keys() - faces.keys())]
        uses = sorted((scope, sorted(found.items())) for scope, found in table.uses.items() if found)
        numbered = (others, zones, list(table.effects.values()), uses)
        table.entities, table.zones, table.effects, table.uses, table.rolled = {}, {}, {}, {}, {}
        return _ENCODER.encode((table, numbered))

    def _fade(self, table: Table) -> None:
        """Forget tokens that nobody will ask for before they are set anew."""
        for token, frames in self.fading.items():
            if not any(frame.kind in frames for frame in table.frames):
                for tokens in table.counters.values():
                    tokens.pop(token, None)


def _told(pile: list[int], faces: Faces, spec: ZoneSpec) -> list[int | str]:
    """A pile by what lies in it, in its order if it has one."""
    told: list[int | str] = [faces.get(number, number) for number in pile]
    return told if has_order(spec) else sorted(told, key=str)


def _current_uses(table: Table) -> None:
    """Forget uses by an instance that is no more, and say of the others only that they are the present one's."""
    for scope, uses in table.uses.items():
        kept: dict[str, int] = {}
        for key, count in uses.items():
            found = _OF_INSTANCE.fullmatch(key)
            entity = table.entities.get(int(found[1])) if found else None
            if found is None or entity is None:
                kept[key] = count
            elif entity.since == int(found[2]):
                kept[f"{key[: found.start(2)]}now{key[found.end(2) :]}"] = count
        table.uses[scope] = kept


def _renumber(table: Table) -> None:
    """Replace the numbers of the explored line's events by their order."""
    rank = {number: BASE + at for at, number in enumerate(sorted(_numbers(table)))}
    table.seq = 0
    for entity in table.entities.values():
        entity.since = rank.get(entity.since, entity.since)
    for frame in table.frames:
        frame.id = rank.get(frame.id, frame.id)
        frame.data = _renumbered(frame.data, rank)
        frame.occurrences = [_occurrence(part, rank) for part in frame.occurrences]
    for effect in table.effects.values():
        effect.id, effect.scope = rank.get(effect.id, effect.id), rank.get(effect.scope, effect.scope)
        effect.data = _renumbered(effect.data, rank)
    table.uses = {rank.get(scope, scope): uses for scope, uses in table.uses.items()}


def _numbers(table: Table) -> set[int]:
    """Every number of an event of the explored line that anything in the table still speaks of."""
    found = {entity.since for entity in table.entities.values()} | set(table.effects) | set(table.uses)
    for frame in table.frames:
        found.add(frame.id)
        found.update(_within(frame.data))
        found.update(part.other for part in frame.occurrences)
        found.update(part.amount for part in frame.occurrences)
    for effect in table.effects.values():
        found.add(effect.scope)
        found.update(_within(effect.data))
    return {number for number in found if number > BASE}


def _within(data: Slots) -> set[int]:
    found: set[int] = set()
    for value in data.values():
        if isinstance(value, int):
            found.add(value)
        elif isinstance(value, list):
            found.update(part for part in value if isinstance(part, int))
    return found


def _renumbered(data: Slots, rank: dict[int, int]) -> Slots:
    changed: Slots = {}
    for name, value in data.items():
        if isinstance(value, list):
            changed[name] = [rank.get(part, part) if isinstance(part, int) else part for part in value]
        elif isinstance(value, int) and not isinstance(value, bool):
            changed[name] = rank.get(value, value)
        else:
            changed[name] = value
    return changed


def _occurrence(part: Occurrence, rank: dict[int, int]) -> Occurrence:
    if part.other <= BASE and part.amount <= BASE:
        return part
    return msgspec.structs.replace(
        part, other=rank.get(part.other, part.other), amount=rank.get(part.amount, part.amount)
    )
