"""Names as people write them, and the cards and components they stand for.

A name is a short name of the transcript (`ned`), a title in any case and with or without diacritics, the id of a card,
or the number of a component (`#12`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ledger.table import Table
from replays.notation.lines import Ref
from rules.books.folding import plain
from rules.errors import nearest
from rules.kernel.pack import Pack


class Names:
    """The titles and ids of a game's cards, and the short names that a transcript gives to components (`aliases`)."""

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
        """Return the ids of the cards with this title or id; case and diacritics make no difference.

        A second face of a card, which has the type `attached`, is not listed.
        """
        return self._ids.get(plain(text), [])

    def hint(self, text: str) -> str:
        """Return the end of an error message: `; did you mean …?` with the nearest known names, or an empty text."""
        known = {card.name for card in self.pack.cards.values()} | set(self.aliases)
        return nearest(text, sorted(known))

    def components(self, table: Table, ref: Ref, player: str = "") -> list[int]:
        """Return the numbers of the components that a written name may stand for, the likeliest first.

        A short name or `#12` stands for one component at most. A title or a card's id stands for every component known
        to be that card: those that `player` controls first, then those in play, then by number. With an owner, as in
        `B."The Hound"`, only components that this player owns or controls count.
        """
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

    def with_title_beginning(self, table: Table, numbers: list[int], text: str) -> Iterator[int]:
        """Yield those of some components whose title begins with a text; case and diacritics make no difference."""
        wanted = plain(text)
        for number in numbers:
            card = self.pack.cards.get(table.entities[number].card)
            if card is not None and plain(card.name).startswith(wanted):
                yield number

    def alias_of(self, number: int) -> str:
        """Return the short name of a component, or an empty string."""
        return next((alias for alias, known in self.aliases.items() if known == number), "")
