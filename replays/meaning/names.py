"""Finding cards and components by what people call them: short names, titles in any case, ids, and numbers such as #12."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.table import Table
from replays.notation.lines import Ref
from rules.books.folding import plain
from rules.errors import nearest
from rules.kernel.pack import Pack


class Names:
    """The names of a game's cards, and the short names a transcript gives to components."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.aliases: dict[str, int] = {}
        self._ids: dict[str, list[str]] = {}
        for card in pack.cards.values():
            if card.type == "attached":  # another face of a card that has its own entry
                continue
            for name in dict.fromkeys((plain(card.name), plain(card.id))):
                self._ids.setdefault(name, []).append(card.id)

    def cards(self, text: str) -> list[str]:
        """The ids of the cards of this title or id."""
        return self._ids.get(plain(text), [])

    def hint(self, text: str) -> str:
        """The nearest names, for an error."""
        known = {card.name for card in self.pack.cards.values()} | set(self.aliases)
        return nearest(text, sorted(known))

    def components(self, table: Table, ref: Ref, player: str = "") -> list[int]:
        """The components a word may stand for, the player's own first, then those in play, then in the order they came."""
        if not ref.quoted and ref.text in self.aliases:
            return [self.aliases[ref.text]]
        if ref.text.startswith("#") and ref.text[1:].isdecimal():
            number = int(ref.text[1:])
            return [number] if number in table.entities else []
        ids = self.cards(ref.text)
        found = [entity for entity in table.entities.values() if entity.card in ids]
        if ref.owner:
            found = [entity for entity in found if ref.owner in (entity.owner, entity.controller)]
        found.sort(key=lambda entity: (entity.controller != player, not table.specs[entity.zone].inplay, entity.id))
        return [entity.id for entity in found]

    def starting(self, table: Table, numbers: list[int], text: str) -> Iterator[int]:
        """Those of some components whose title is this or begins so."""
        wanted = plain(text)
        for number in numbers:
            card = self.pack.cards.get(table.entities[number].card)
            if card is not None and plain(card.name).startswith(wanted):
                yield number

    def alias_of(self, number: int) -> str:
        """The short name of a component, or an empty string."""
        return next((alias for alias, known in self.aliases.items() if known == number), "")
