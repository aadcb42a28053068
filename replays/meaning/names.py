"""Names as people write them, and the cards and components they stand for.

A name is, in this order: a short name of the transcript (`ned`), the number of a component (`#12`), a title or the id
of a card, some words of a title (`Tywin`), or the first letters of one (`Edd`). Case, accents and apostrophes make no
difference. A name in quotes is a whole title: neither a short name nor a part of a title.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ledger.table import Entity, Table
from replays.notation.lines import Ref
from replays.notation.players import find_player
from replays.notation.vocabulary import list_words
from rules.books.folding import plain
from rules.errors import nearest
from rules.kernel.pack import Pack

MOST_HINTS = 3
"""The most titles that an error suggests."""
MOST_TITLES = 6
"""The most titles that an error lists of those a name may stand for."""
SHORTEST = 3
"""The fewest letters by which a card can be named without its whole title."""


class _Titles:
    """The titles of a game's cards, as they are compared; a second face of a card, of type `attached`, has none."""

    def __init__(self, pack: Pack) -> None:
        self.ids: dict[str, list[str]] = {}
        """The cards with this title or id."""
        self.of_card: dict[str, str] = {}
        """The folded title of each card."""
        self.with_word: dict[str, list[str]] = {}
        """The cards with this word in their title."""
        faction = pack.notation.faction
        for card in pack.cards.values():
            if card.type == "attached":  # another face of a card that has its own entry
                continue
            title = plain(card.name)
            for name in dict.fromkeys((title, plain(card.id))):
                self.ids.setdefault(name, []).append(card.id)
            self.of_card[card.id] = title
            for word in dict.fromkeys(words_of(title)):
                # `Stark` alone is somebody of that house, and not the card of the house itself
                if not (card.type == faction and word == plain(card.faction)):
                    self.with_word.setdefault(word, []).append(card.id)

    def called(self, text: str, among: Iterable[str] | None = None) -> list[str]:
        """Return the cards that some words, or else the first letters, of a title stand for; all, or only `among`."""
        letters, wanted = plain(text), words_of(plain(text))
        if not wanted or len(letters) < SHORTEST:
            return []
        cards = self.of_card if among is None else {card: self.of_card.get(card, "") for card in among}
        named = self.with_word.get(wanted[0], ())
        by_word = [card for card in named if card in cards and _contains(words_of(self.of_card[card]), wanted)]
        return by_word or [card for card, title in cards.items() if title.startswith(letters)]


class Names:
    """The titles and ids of a game's cards, and the short names that a transcript gives to components (`aliases`)."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.aliases: dict[str, int] = {}
        self._titles = _titles_of(pack)
        self._folded: dict[str, str] = {}

    def short_name(self, text: str) -> str:
        """Return the short name of the transcript that a word is, in any case, or an empty text."""
        if text in self.aliases:
            return text
        if len(self._folded) != len(self.aliases):
            self._folded = {alias.casefold(): alias for alias in reversed(self.aliases)}
        return self._folded.get(text.casefold(), "")

    def cards(self, text: str) -> list[str]:
        """Return the ids of the cards that a title, an id, or a part of one title only stands for.

        A second face of a card, which has the type `attached`, is not listed. A short name of the transcript, as it is
        written there, stands for one component and for no other card of that title.
        """
        if text in self.aliases:
            return []
        called = self.titled(text) or self.called(text)
        return called if self.titled(text) or len(called) == 1 else []

    def titled(self, text: str) -> list[str]:
        """Return the ids of the cards with this very title or id; case and accents make no difference."""
        return self._titles.ids.get(plain(text), [])

    def called(self, text: str, among: Iterable[str] | None = None) -> list[str]:
        """Return the ids of the cards with these words, or else these first letters, in their title.

        All cards of the game are looked at, or only those in `among`.
        """
        return self._titles.called(text, among)

    def hint(self, text: str, there: Iterable[str] | None = None) -> str:
        """Return the end of an error message: `; did you mean …?` with the nearest known names, or an empty text.

        Titles that the text is a part of come first. `there` are the cards that could be meant, such as those on the
        table; others of the game are suggested only if no short name and none of these is like the text.
        """
        cards = None if there is None else [card for card in dict.fromkeys(there) if card in self.pack.cards]
        called = [self.title(card) for card in self.called(text, cards)][:MOST_HINTS]
        if called:
            return f"; did you mean {' or '.join(called)}?"
        known = {self.pack.cards[card].name for card in (self.pack.cards if cards is None else cards)}
        near = nearest(text, sorted(known | set(self.aliases)))
        return near or (self.hint(text) if cards is not None else "")

    def components(self, table: Table, ref: Ref, player: str = "") -> list[int]:
        """Return the numbers of the components that a written name may stand for, the likeliest first.

        A short name or `#12` stands for one component at most. A title or a card's id stands for every component known
        to be that card: those that `player` controls first, then those in play, then by number. So does a part of a
        title, if it fits one card only: see `candidates`. With an owner, as in `B."The Hound"`, only components that
        this player owns or controls count. A name that is no card's may be that of a place, such as `province 1`.
        """
        ref = _with_owner(ref, table)
        alias = "" if ref.quoted or ref.owner else self.short_name(ref.text)
        if alias:
            return [self.aliases[alias]]
        if ref.text.startswith("#") and ref.text[1:].isdecimal():
            number = int(ref.text[1:9])
            return [number] if number in table.entities else []
        ids = self.titled(ref.text) or ([] if ref.quoted else self.candidates(table, ref))
        if len(ids) > 1 and not self.titled(ref.text):
            return []
        if not ids and not ref.quoted:
            return self._lying_in(table, ref, player)
        found = [entity for entity in table.entities.values() if entity.card in ids and _is_of(entity, ref.owner)]
        found.sort(key=lambda entity: (entity.controller != player, not table.specs[entity.zone].inplay, entity.id))
        return [entity.id for entity in found]

    def _lying_in(self, table: Table, ref: Ref, player: str) -> list[int]:
        """Return what lies in the place that a name stands for: `B.province1`, or an opponent's `province1`."""
        place = self.place(ref.text)
        if not place:
            return []
        owners = [ref.owner] if ref.owner else sorted(table.players, key=lambda owner: owner == player)
        return [number for owner in owners for number in table.zones.get(f"{owner}.{place}", ())]

    def place(self, text: str) -> str:
        """Return the zone that a word such as `Province 1` stands for, if what lies there may be named so, or ""."""
        place = plain(text).replace(" ", "")
        return place if place in self.pack.notation.places else ""

    def candidates(self, table: Table, ref: Ref) -> list[str]:
        """Return the cards on the table that a part of a title may stand for; more than one if it is ambiguous.

        A name that fits none of them may stand for a card of the game that nobody has identified yet: see `called`.
        """
        ref = _with_owner(ref, table)
        there = dict.fromkeys(
            entity.card for entity in table.entities.values() if entity.card and _is_of(entity, ref.owner)
        )
        return self._titles.called(ref.text, there)

    def among(self, table: Table, ref: Ref, numbers: Iterable[int]) -> list[int]:
        """Return those of some components whose title a part of one stands for, where it fits several on the table."""
        if ref.quoted or len(self.candidates(table, ref)) < 2:
            return []
        cards = {number: table.entities[number].card for number in numbers if number in table.entities}
        meant = self.called(ref.text, cards.values())
        return [number for number, card in cards.items() if card in meant]

    def several(self, text: str, cards: Sequence[str]) -> str:
        """Return the error for a name that may stand for several cards: which, and what to do about it.

        `Lannister` may be Ser Jaime Lannister or Tywin Lannister; write more of the title
        """
        titles = [self.title(card) for card in cards]
        shown = titles if len(titles) <= MOST_TITLES else [*titles[:MOST_TITLES], f"one of {len(titles)} in all"]
        return f"`{text}` may be {list_words(shown)}; write more of the title"

    def title(self, card: str) -> str:
        """Return the title by which a card can be written: its name, or its id where another card has the same name."""
        name = self.pack.cards[card].name
        return name if self.titled(name) == [card] else card

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


def cards_on(table: Table) -> list[str]:
    """Return the ids of the cards on a table that are known, in the order of their components."""
    return [entity.card for entity in table.entities.values() if entity.card]


def words_of(title: str) -> list[str]:
    """Return the words of a folded title, without the signs around them."""
    return [word for word in (part.strip('!?.,:;()"-–—…') for part in title.split()) if word]


def _contains(words: list[str], wanted: list[str]) -> bool:
    """Whether some words stand side by side, in this order, among others."""
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1))


def _with_owner(ref: Ref, table: Table) -> Ref:
    """Return a name with the letter of its owner: `Borys."The Hound"` and `b.hound` are B's."""
    if ref.owner:
        owner, text = find_player(ref.owner, table.seats) or ref.owner, ref.text
    else:
        head, _, text = ref.text.partition(".")
        owner = find_player(head, table.seats) if text and not ref.quoted else ""
    return Ref(text, ref.column, ref.quoted, owner, ref.by, ref.wide) if owner else ref


def _is_of(entity: Entity, owner: str) -> bool:
    """Whether a player owns or controls a component; True for nobody."""
    return not owner or owner in (entity.owner, entity.controller)


@lru_cache(maxsize=16)
def _titles_of(pack: Pack) -> _Titles:
    return _Titles(pack)
