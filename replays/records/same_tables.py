"""Recognising tables that are the same situation, though different lines lead to them.

Such tables differ in the numbers of their events, and in which of several alike components went where. Frames, effects
and the arrival of cards are numbered by the event that made them: those numbers are replaced by their order, and alike
components by their look. Whatever no rule can ask for any more is left out: the count of events, how dice fell before
they were placed, uses of a card that has since left and come back, and tokens that will be set anew before anybody asks
for them.
"""

from __future__ import annotations

import re
from hashlib import blake2b

import msgspec

from ledger.events import Occurrence, Slots, ZoneSpec
from ledger.table import Table, thaw
from replays.records.same_components import AlikeComponents, Faces, has_order
from rules.kernel.pack import Pack

BASE = 1_000_000_000
"""The number after which the events of explored lines are numbered, so that no card has the number of such an event."""

_OF_INSTANCE = re.compile(r"(?!max )(?:[a-z ]+ )?([0-9]+)\.([0-9]+)(?:[. ].*)?")
"""The key of a kept use of one card: the card's number and the event it arrived with, as in `12.340.ned.1@0`."""

_ENCODER = msgspec.msgpack.Encoder(order="deterministic")


def lifted(table: Table) -> Table:
    """Return a copy of a table whose further events are numbered after `BASE`."""
    copy = thaw(msgspec.msgpack.encode(table))
    copy.seq += BASE
    return copy


class Signatures:
    """Computes signatures of the tables of one exploration; tables with equal signatures are the same situation.

    Some tables that are the same situation may still get different signatures. `table` is where the exploration begins.
    `asked` are the words of the question, which may ask for tokens that no rule asks for. Numbers above `base` are
    those of events of the explored lines, and no component has one.
    """

    def __init__(
        self,
        pack: Pack,
        table: Table,
        alike: AlikeComponents,
        asked: frozenset[str] = frozenset(),
        base: int = BASE,
    ) -> None:
        self.alike, self.same_when_moved, self.base = alike, pack.same_when_moved, base
        cards = (pack.cards[entity.card] for entity in table.entities.values() if entity.card in pack.cards)
        words = frozenset(word for card in cards for ability in card.abilities for word in ability.words)
        self.fading = {
            token: item.frames
            for token, item in pack.exploring.fading.items()
            if token not in asked and not item.words & (words | asked)
        }

    def signature(self, table: Table) -> bytes:
        """Return a digest of what matters on a table; tables with equal digests are the same situation.

        The table itself is changed and must not be used afterwards, since copying it would cost more than all the rest.
        """
        return blake2b(self.canonical(table), digest_size=16).digest()

    def canonical(self, table: Table) -> bytes:
        """Return the bytes that a signature is the digest of. The table is changed and must not be used afterwards."""
        if not self.same_when_moved:
            _current_uses(table)
        self._fade(table)
        dated = self.alike.dated
        for entity in table.entities.values():
            entity.known.sort()
            if not dated[entity.card]:
                entity.since = 0
        _renumber(table, self.base)
        faces = self.alike.faces(table)
        zones = {zone: _described(pile, faces, table.specs[zone]) for zone, pile in table.zones.items() if pile}
        others = [table.entities[number] for number in sorted(table.entities.keys() - faces.keys())]
        uses = sorted((scope, sorted(found.items())) for scope, found in table.uses.items() if found)
        numbered = (others, zones, list(table.effects.values()), uses)
        table.entities, table.zones, table.effects, table.uses, table.rolled = {}, {}, {}, {}, {}
        return _ENCODER.encode((table, numbered))

    def _fade(self, table: Table) -> None:
        """Remove players' tokens that nobody will ask for before they are set anew."""
        for token, frames in self.fading.items():
            if not any(frame.kind in frames for frame in table.frames):
                for tokens in table.counters.values():
                    tokens.pop(token, None)


def _described(pile: list[int], faces: Faces, spec: ZoneSpec) -> list[int | str]:
    """Return a pile with alike components replaced by their look; sorted if its order does not matter."""
    found: list[int | str] = [faces.get(number, number) for number in pile]
    return found if has_order(spec) else sorted(found, key=str)


def _current_uses(table: Table) -> None:
    """Remove kept uses of cards that have arrived anew since; in other keys, write `now` for the arrival."""
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


def _renumber(table: Table, base: int) -> None:
    """Replace the numbers of the explored line's events by their order, everywhere in a table."""
    rank = {number: base + at for at, number in enumerate(sorted(_numbers(table, base)), 1)}
    table.seq = 0
    for entity in table.entities.values():
        entity.since = rank.get(entity.since, entity.since)
    for frame in table.frames:
        frame.id = rank.get(frame.id, frame.id)
        frame.data = _renumbered(frame.data, rank)
        frame.occurrences = [_occurrence(part, rank, base) for part in frame.occurrences]
    for effect in table.effects.values():
        effect.id, effect.scope = rank.get(effect.id, effect.id), rank.get(effect.scope, effect.scope)
        effect.data = _renumbered(effect.data, rank)
    table.uses = {rank.get(scope, scope): uses for scope, uses in table.uses.items()}


def _numbers(table: Table, base: int) -> set[int]:
    """Return the numbers of the explored line's events that a table still mentions."""
    found = {entity.since for entity in table.entities.values()} | set(table.effects) | set(table.uses)
    for frame in table.frames:
        found.add(frame.id)
        found.update(_within(frame.data))
        found.update(part.other for part in frame.occurrences)
        found.update(part.amount for part in frame.occurrences)
    for effect in table.effects.values():
        found.add(effect.scope)
        found.update(_within(effect.data))
    return {number for number in found if number > base}


def _within(data: Slots) -> set[int]:
    """Return the whole numbers in the slots of a frame or an effect, and in lists there."""
    found: set[int] = set()
    for value in data.values():
        if isinstance(value, int):
            found.add(value)
        elif isinstance(value, list):
            found.update(part for part in value if isinstance(part, int))
    return found


def _renumbered(data: Slots, rank: dict[int, int]) -> Slots:
    """Return the slots of a frame or an effect with each number that has a rank replaced by it."""
    changed: Slots = {}
    for name, value in data.items():
        if isinstance(value, list):
            changed[name] = [rank.get(part, part) if isinstance(part, int) else part for part in value]
        elif isinstance(value, int) and not isinstance(value, bool):
            changed[name] = rank.get(value, value)
        else:
            changed[name] = value
    return changed


def _occurrence(part: Occurrence, rank: dict[int, int], base: int) -> Occurrence:
    """Return an occurrence with its numbers of events replaced by their ranks."""
    if part.other <= base and part.amount <= base:
        return part
    return msgspec.structs.replace(
        part, other=rank.get(part.other, part.other), amount=rank.get(part.amount, part.amount)
    )
