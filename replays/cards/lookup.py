"""Cards looked up by title, id or some of their words, in one game or in all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from replays.errors import ReplayError
from rules.books.folding import plain, words
from rules.catalogue import load, pack_ids
from rules.errors import nearest
from rules.language.cards import Card

_PARTS = frozenset({"attached", "duplicate"})
"""Types that stand for a part of another card; they are never looked up by name."""


class FoundCard(msgspec.Struct, frozen=True):
    """A card that was looked up, and the game it is of."""

    game: str
    card: Card


def find(text: str, games: Sequence[str] = ()) -> list[FoundCard]:
    """Return the cards that a text may mean, as `matching` does; refuse a text that means none.

    The text may begin with a pack: `hbo/eddard-stark`, as cards are shown, or `tegot Ashemark`.
    """
    found = matching(text, games)
    if found:
        return found
    pack, rest = _after_pack(text)
    if pack and (not games or pack in games):
        return find(rest, (pack,))
    titles = {known.card.name for known in _known(games or pack_ids())}
    raise ReplayError(f"there is no card {text!r}{nearest(text, titles)}")


def titles_like(text: str, games: Sequence[str] = ()) -> list[str]:
    """Return at most three titles of cards that have a word spelt most like a text, in these games or in all.

    >>> titles_like("judgement")
    ["The Hand's Judgment"]
    """
    from difflib import get_close_matches  # not loaded where something is found

    titles = list(dict.fromkeys(found.card.name for found in _known(games or pack_ids())))
    spelt = {word: title for title in reversed(titles) for word in (*words(title), plain(title))}
    return list(dict.fromkeys(spelt[word] for word in get_close_matches(plain(text), spelt, 3, 0.75)))


def _after_pack(text: str) -> tuple[str, str]:
    """Return the pack that a text begins with and the text behind it; no pack if it begins with none."""
    first, _, rest = text.replace("/", " ", 1).strip().partition(" ")
    pack = first.casefold()
    return (pack, rest) if pack in pack_ids() and rest.strip() else ("", text)


def matching(text: str, games: Sequence[str] = ()) -> list[FoundCard]:
    """Return the cards that a text may mean, in these games or, if none are named, in all.

    They are the cards of that title or id, else those whose title has all of the words, else those whose title has a
    word that begins with each of them.
    """
    known = list(_known(games or pack_ids()))
    wanted = plain(text)
    exact = [found for found in known if wanted in (plain(found.card.name), plain(found.card.id))]
    if exact:
        return exact
    parts = words(text)
    if not parts:
        return []
    whole = [found for found in known if set(parts) <= set(words(found.card.name))]
    return whole or [found for found in known if _begins(parts, words(found.card.name))]


def named_in(text: str, games: Sequence[str] = ()) -> list[FoundCard]:
    """Return the cards whose whole title stands in a text, such as a question, in these games or in all.

    >>> [found.card.name for found in named_in("may The Hand's Judgment cancel a save?", ["agot2"])]
    ["The Hand's Judgment"]
    """
    asked = f" {' '.join(words(text))} "
    titles = ((found, " ".join(words(found.card.name))) for found in _known(games or pack_ids()))
    return [found for found, title in titles if len(title) > 3 and f" {title} " in asked]


def listed(game: str, kind: str = "") -> list[FoundCard]:
    """Return the cards of a game by title, of one type if `kind` names one; a type it does not have is refused."""
    known = sorted(_known([game]), key=lambda found: plain(found.card.name))
    types = sorted({found.card.type for found in known})
    if kind and kind not in types:
        raise ReplayError(f"{game} has no cards of type {kind!r}; its types are {', '.join(types)}")
    return [found for found in known if kind in ("", found.card.type)]


def with_words(sought: Sequence[str], games: Sequence[str] = ()) -> list[FoundCard]:
    """Return the cards that have every one of some words, or a word beginning with it, in their title or text."""
    parts = [part for text in sought for part in words(text)]
    known = sorted(_known(games or pack_ids()), key=lambda found: (found.game, plain(found.card.name)))
    return [found for found in known if parts and _begins(parts, words(_text(found.card)))]


def _text(card: Card) -> str:
    """Return everything on a card that is read: its title, type, traits and what its abilities say."""
    return " ".join([card.name, card.type, *card.traits, *(ability.says for ability in card.abilities)])


def _begins(parts: Iterable[str], title: Sequence[str]) -> bool:
    """Whether each part is the beginning of some word of a title."""
    return all(any(word.startswith(part) for word in title) for part in parts)


def titled(cards: Iterable[Card], text: str) -> list[Card]:
    """Return the cards of exactly this title or id; letter case and diacritics do not matter.

    Cards that only stand for a part of another card, such as a duplicate, are left out.
    """
    wanted = plain(text)
    return [card for card in cards if card.type not in _PARTS and wanted in (plain(card.name), plain(card.id))]


def _known(games: Iterable[str]) -> Iterable[FoundCard]:
    for game in games:
        for card in load(game).cards.values():
            if card.type not in _PARTS:
                yield FoundCard(game, card)
