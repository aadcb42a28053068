"""Which abilities listen for what: an index by kinds of ability and occurrence, updated as components change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.events import Occurrence
from rules.language.cards import Ability

if TYPE_CHECKING:
    from rules.kernel.position import Position

Listeners = dict[tuple[int, str], Ability]
_NONE: Listeners = {}
_NOBODY: dict[str, Listeners] = {}


class AbilityIndex:
    """The abilities that components offer where they lie, by kind and trigger; constant ones by what they give.

    Whether an ability may be used now, or a constant one is active, is not judged here.
    """

    __slots__ = ("_of", "_pos", "constants", "listeners")

    def __init__(self, pos: Position) -> None:
        self._pos = pos
        self.listeners: dict[str, dict[str, Listeners]] = {}
        self.constants: dict[str, Listeners] = {}
        self._of: dict[int, list[tuple[Listeners, tuple[int, str]]]] = {}
        for number in pos.table.entities:
            self.touch(number)

    def touch(self, number: int) -> None:
        """Index the abilities of one component anew, because what it offers may have changed."""
        for listeners, key in self._of.pop(number, ()):
            listeners.pop(key, None)
        pos = self._pos
        abilities = pos.pack.abilities_of(pos, pos.table.entities[number])
        if not abilities:
            return
        places: list[tuple[Listeners, tuple[int, str]]] = []
        for ability in abilities:
            key = (number, ability.key)
            for listeners in self._places(ability):
                listeners[key] = ability
                places.append((listeners, key))
        self._of[number] = places

    def _places(self, ability: Ability) -> list[Listeners]:
        if ability.grants:
            names = {f"{grant.word}:{grant.about}" for grant in ability.grants}
            return [self.constants.setdefault(name, {}) for name in sorted(names)]
        if not ability.triggers:
            return [self.listeners.setdefault(ability.slot, {}).setdefault("", {})]
        kinds = {kind for trigger in ability.triggers for kind in trigger.kinds}
        slot = self.listeners.setdefault(ability.slot, {})
        return [slot.setdefault(kind, {}) for kind in sorted(kinds)]

    def listening(self, slot: str, kind: str) -> Listeners:
        """Return the abilities of a kind that listen for a kind of occurrence, by component and key.

        `slot` is the kind of ability, with `!` if the trigger is a *would*. Abilities without a trigger listen for "".
        """
        return self.listeners.get(slot, _NOBODY).get(kind, _NONE)

    def anyone(self, slots: tuple[str, ...], occurrences: list[Occurrence]) -> bool:
        """Whether any ability of these kinds listens for the kind of any of these occurrences; mostly none does."""
        for slot in slots:
            kinds = self.listeners.get(slot)
            if kinds:
                for occurrence in occurrences:
                    if kinds.get(occurrence.kind):
                        return True
        return False

    def constant(self, word: str, about: str) -> Listeners:
        """Return the constant abilities that give this, active or not: `constant("keyword", "stealth")`."""
        return self.constants.get(f"{word}:{about}", _NONE)
