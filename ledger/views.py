"""The table as one player knows it: a stand-in takes the place of everything that is hidden from them.

A player knows a card that lies face up, that they were shown, or that is in a zone they may look into. Any other
component becomes a stand-in: a negative number, no card, and nothing by which it could be followed. Stand-ins are
numbered by the places where they lie, so two tables that differ only in what the player cannot know give the same view:

- A card that lies face down where everybody may look has its place there.
- The hidden cards of a hand or a deck are all alike. If a frame mentions some of them, it mentions the last ones, and
  if a mentioned card went out of sight after the frame began, it is just some hidden card of its owner.
- A choice made in secret is left out until every player has made theirs.
- The seed, card definitions, and short names of hidden cards are left out of the settings; so are counted uses and
  random outcomes that name a hidden card.

A view is a table like any other: the rules can go on from it, with hidden cards as unknown ones. The numbers of events
and of frames are those of the record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeGuard

from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.facts import Occurrence, Slot, Slots
from ledger.table import Effect, Entity, Frame, Meanings, Table, clone
from ledger.table import knows as knows

HIDDEN = ""
"""The card of a component that the player does not know."""
CAUTIOUS = Meanings()
"""The meanings for a game whose pack is not at hand: whatever may be a component's number or a secret counts as one."""
OPEN_SETTINGS = ("tournament", "tournament round", "tournament table", "unstated")
"""The settings that everybody at the table knows."""
_COMPONENT = re.compile(r"(?:^|(?<=[ .]))([0-9]+)(?:\.([0-9]+))?(?=[. ]|$)")
"""A component's number in the key of a counted use, and the event since which it lay where it was used.

Such keys are `12.340.the-hand#1@0`, where component 12 came in event 340, and `action 12 amnesty#1 A`.
"""


def view(table: Table, player: str, meanings: Meanings = CAUTIOUS) -> Table:
    """Return a copy of the table as this player knows it; raises `LedgerError` for a stranger.

    `meanings` are those of the game's pack (`pack.meanings`). Example: `view(table, "B", pack.meanings)`.
    """
    return Sight(table, player, meanings).table()


class Sight:
    """One player's sight of a table: which components are hidden from them, and the stand-in of each.

    `also` are further components that something beside the table mentions, such as an event; they come after those that
    the table itself mentions. Of the zones in `closed` the player knows nothing, whatever they were shown.
    """

    def __init__(
        self,
        table: Table,
        player: str,
        meanings: Meanings = CAUTIOUS,
        also: Iterable[int] = (),
        closed: Iterable[str] = (),
    ) -> None:
        if player not in table.seats:
            sitting = ", ".join(table.seats) or "no players yet"
            raise LedgerError(f"nobody at this table is {player!r}; at it sit {sitting}")
        self.whole, self.player, self.meanings = table, player, meanings
        self.hidden = {entity.id for entity in table.entities.values() if not knows(table, player, entity)}
        self.hidden.update(number for zone in closed for number in table.zones[zone] if not table.entities[number].up)
        self._zones: dict[str, list[int]] = {}
        self.stand_ins = self._assigned([*self._mentioned(), *also])

    def _assigned(self, mentioned: Iterable[int]) -> dict[int, int]:
        """Give every hidden component a stand-in, zone by zone; in a closed zone the mentioned ones come last."""
        rank = {number: at for at, number in enumerate(dict.fromkeys(mentioned))}
        found: dict[int, int] = {}
        for name, order in self.whole.zones.items():
            hidden = [number for number in order if number in self.hidden]
            if self.whole.specs[name].seen != "all":
                hidden.sort(key=lambda number: rank.get(number, -1))
            places = [-1 - len(found) - at for at in range(len(hidden))]
            found.update(zip(hidden, places, strict=True))
            self._zones[name] = places
        return found

    def number(self, number: int, since: int | None = None) -> int:
        """Return a component's number, or its stand-in. Numbers that are no component's are returned as they are.

        `since` is the event since which it is mentioned. If it went out of sight after that, where it is now would tell
        too much: then it is just some hidden card of its owner.
        """
        if number not in self.hidden:
            return number
        if self._lost(number, since):
            return next(self._hidden_of(self.whole.entities[number].owner), 0)
        return self.stand_ins[number]

    def _lost(self, number: int, since: int | None) -> bool:
        """Whether a hidden component came to a closed zone after the event since which it is mentioned."""
        entity = self.whole.entities[number]
        return since is not None and entity.since > since and self.whole.specs[entity.zone].seen != "all"

    def _mentioned(self) -> Iterator[int]:
        """Yield the components that frames and effects mention, in order, outermost frame first; not the lost ones."""
        for frame in self.whole.frames:
            parts = [number for item in frame.occurrences for number in in_occurrence(item, self.meanings)]
            yield from self._in_sight((*in_slots(frame.data, self.meanings), *parts), frame.id)
        for effect in self.whole.effects.values():
            parts = [effect.source, *effect.affects]
            yield from self._in_sight((*in_slots(effect.data, self.meanings), *parts), effect.id)

    def _in_sight(self, numbers: Iterable[int], since: int) -> Iterator[int]:
        """Yield those of some mentioned components that are hidden, but not lost since they are mentioned."""
        return (number for number in numbers if number in self.hidden and not self._lost(number, since))

    def _hidden_of(self, owner: str) -> Iterator[int]:
        """Yield the stand-ins in the closed zones of a player; of nobody's, if the owner is empty."""
        for name, places in self._zones.items():
            spec = self.whole.specs[name]
            if spec.seen != "all" and spec.owner == owner:
                yield from places

    # --- the table ------------------------------------------------------------------------------------------------

    def table(self) -> Table:
        """Return the table as the player sees it; the table itself is left alone."""
        seen = clone(self.whole)
        entities = [self._entity(entity) for entity in seen.entities.values()]
        # Sorted anew: the order in which they were brought to the table is that of a decklist.
        entities.sort(key=lambda entity: (entity.id < 0, abs(entity.id)))
        seen.entities = {entity.id: entity for entity in entities}
        seen.zones = {name: self.zone(name) for name in seen.zones}
        seen.frames = [self._frame(frame) for frame in seen.frames]
        seen.effects = {number: self._effect(effect) for number, effect in seen.effects.items()}
        seen.uses = {scope: self._uses(uses) for scope, uses in seen.uses.items()}
        seen.rolled = {what: part for what, part in seen.rolled.items() if not self.hidden.intersection(part)}
        seen.settings = self.settings(seen.settings)
        return seen

    def _entity(self, entity: Entity) -> Entity:
        """Hide a component that is hidden. In a closed zone, whose it is, marks and age would tell it from others."""
        if self._is_undated(entity):
            entity.since = 0
        if entity.id in self.hidden:
            entity.id, entity.card = self.stand_ins[entity.id], HIDDEN
            spec = self.whole.specs[entity.zone]
            if spec.seen != "all":
                entity.since, entity.marks, entity.counters, entity.known = 0, {}, {}, []
                entity.owner = entity.controller = spec.owner
        entity.host = self.number(entity.host)
        entity.attached = [self.number(number) for number in entity.attached]
        return entity

    def zone(self, name: str) -> list[int]:
        """Return a zone with stand-ins. The order of a hand is not known: the hidden cards of one come last."""
        order = self.whole.zones[name]
        if self.whole.specs[name].seen == "owner":
            return sorted(number for number in order if number not in self.hidden) + self._zones[name]
        places = iter(self._zones[name])
        return [next(places) if number in self.hidden else number for number in order]

    def _frame(self, frame: Frame) -> Frame:
        frame.data = self.slots(frame.data, frame.id, frame.data)
        frame.occurrences = [self.occurrence(item, frame.id) for item in frame.occurrences]
        return frame

    def _effect(self, effect: Effect) -> Effect:
        effect.source = self.number(effect.source, effect.id)
        effect.affects = [
            self.number(number)
            for number in effect.affects
            if number not in self.hidden or not self._lost(number, effect.id)
        ]
        effect.data = self.slots(effect.data, effect.id)
        return effect

    def _uses(self, uses: dict[str, int]) -> dict[str, int]:
        return {seen: count for key, count in uses.items() if (seen := self.key(key))}

    def key(self, key: str) -> str:
        """Return the key of a counted use as the player may read it; "" if it names a component that is hidden.

        It is empty, too, if a component moved since: a card that comes back counts as a new one. When a card came to
        another player's hand is not known.
        """
        parts = [(int(number), int(since or 0)) for number, since in _COMPONENT.findall(key)]
        if any(number in self.hidden or self._moved(number, since) for number, since in parts):
            return ""
        return _COMPONENT.sub(lambda found: self._dated(found[1], found[2]), key)

    def _moved(self, number: int, since: int) -> bool:
        """Whether a component came to its place after it was used there; one without a date never counts as moved."""
        entity = self.whole.entities.get(number)
        return entity is not None and since not in (0, entity.since)

    def _dated(self, number: str, since: str | None) -> str:
        """Return a component and its date as a key has them, without the date if the player does not know it."""
        entity = self.whole.entities.get(int(number))
        if since is None:
            return number
        return f"{number}.0" if entity is not None and self._is_undated(entity) else f"{number}.{since}"

    def _is_undated(self, entity: Entity) -> bool:
        """Whether the player does not know when a component came to its place: it lies in a zone they cannot see."""
        spec = self.whole.specs[entity.zone]
        return spec.seen != "all" and spec.owner != self.player

    def settings(self, settings: dict[str, str]) -> dict[str, str]:
        """Return the settings that everybody knows, and the short names of components that the player knows."""
        found = {name: value for name, value in settings.items() if name in OPEN_SETTINGS}
        names = [
            part
            for part in settings.get("names", "").split(", ")
            if part.rpartition(" ")[2].isdecimal() and int(part.rpartition(" ")[2]) not in self.hidden
        ]
        if names and self.whole.entities:
            found["names"] = ", ".join(names)
        return found

    # --- parts of a table, which events have, too -------------------------------------------------------------------

    def occurrence(self, item: Occurrence, since: int | None = None) -> Occurrence:
        """Return an occurrence with stand-ins; what it remembers of a hidden subject is left out."""
        hidden = item.subject in self.hidden
        return replace(
            item,
            subject=self.number(item.subject, since),
            source=self.number(item.source, since),
            other=item.other if item.kind in self.meanings.frames else self.number(item.other, since),
            note="" if hidden and "#" in item.note else item.note,
            last=None if hidden else item.last,
        )

    def slots(self, data: Slots, since: int | None = None, told: Slots | None = None) -> Slots:
        """Return slots of a frame or an effect with stand-ins, without those that are secret or name a hidden card.

        `told` is everything the frame remembers, from which can be seen who has chosen already.
        """
        return {
            name: self._slot(name, value, since)
            for name, value in data.items()
            if not self._names_hidden(name) and not self.is_secret(name, told or {})
        }

    def _slot(self, name: str, value: Slot, since: int | None) -> Slot:
        if isinstance(value, list):
            return [self.number(part, since) if isinstance(part, int) else part for part in value]
        return self.number(value, since) if _is_component(value, name, self.meanings) else value

    def _names_hidden(self, slot: str) -> bool:
        """Whether the name of a slot has the number of a hidden component in it."""
        first, _, rest = slot.partition(" ")
        number = rest.partition(" ")[0]
        return first in self.meanings.named and number.isdecimal() and int(number) in self.hidden

    def is_secret(self, slot: str, told: Slots) -> bool:
        """Whether a slot is the choice of another player that is still secret, since not everybody has chosen."""
        first, _, chooser = slot.rpartition(" ")
        secrets = self.meanings.secrets
        if (secrets is not None and first not in secrets) or chooser == self.player or chooser not in self.whole.seats:
            return False
        return any(f"{first} {player}" not in told for player in self.whole.players)


def in_occurrence(item: Occurrence, meanings: Meanings) -> tuple[int, ...]:
    """Return the components that an occurrence mentions."""
    other = () if item.kind in meanings.frames else (item.other,)
    return (item.subject, item.source, *other)


def in_slots(data: Slots, meanings: Meanings) -> Iterator[int]:
    """Yield the components that slots of a frame or an effect mention."""
    for name, value in data.items():
        if isinstance(value, list):
            yield from (part for part in value if isinstance(part, int))
        elif _is_component(value, name, meanings):
            yield value


def _is_component(value: Slot, slot: str, meanings: Meanings) -> TypeGuard[int]:
    """Whether a slot holds the number of a component, as far as the game's meanings say so."""
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return meanings.components is None or slot in meanings.components
