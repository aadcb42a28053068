"""The rules a card falls under: the clauses its file names, the entries on what it does and on what is printed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.books.addresses import looks_like_address
from rules.books.entries import Book, Entry
from rules.books.folding import words
from rules.language.cards import Ability, Card

_TRAIT = "trait"
"""A trait leads to an entry on that trait alone: one of its name that treats another thing is none of its rules."""
_ICON = "icon"
_EFFECT = "effect"
_NOTED = "mark"
"""An effect that only keeps a note on a card: no rule of a game is about it."""
_KINDS = {"card type": ("cards", "card"), "ability": ("abilities", "ability"), _ICON: ("icon", "icons", "challenge")}
"""The words that a book may put behind a printed word, by what the word is. An icon is never known by its word alone:
`power` is also something one gains."""


class CardRule(msgspec.Struct, frozen=True):
    """A rule that a card falls under: why, its address with the clause if one is named, its title and what it says."""

    because: str
    rule: str
    title: str
    says: str


def card_rules(card: Card, book: Book) -> tuple[CardRule, ...]:
    """Return the rules of a card, each once: those it names, then those on what it does and on what is printed on it.

    Printed words lead to the entry whose id or one of whose names they are, in the singular or the plural.
    """
    found: dict[str, CardRule] = {}
    for because, entry, clause in (*_named(card, book), *_printed(card, book)):
        at = entry.clause(clause) or entry.clauses[0]
        rule = f"{entry.address}#{clause}" if clause else entry.address
        found.setdefault(rule, CardRule(because, rule, entry.title, at.says))
    return tuple(found.values())


def _named(card: Card, book: Book) -> Iterator[tuple[str, Entry, int]]:
    """Yield the rules that the card's file names: of the card itself, and of each of its abilities."""
    own = book.entries.get(card.id)
    if own:
        yield "this card", own, 0
    stated = card.facts.get("clauses", ())
    named = [stated] if isinstance(stated, str) else list(stated)
    named += [rule for ability in card.abilities for rule in (ability.rule, ability.asks) if rule]
    for rule in named:
        if looks_like_address(rule):
            name, _, clause = rule.partition("/")[2].partition("#")
            entry = book.entries.get(name)
            if entry:
                yield "named on the card", entry, int(clause or 0)


def _printed(card: Card, book: Book) -> Iterator[tuple[str, Entry, int]]:
    """Yield the entries on what is printed: effects and costs, type, keywords, kinds of abilities, icons and traits."""
    printed = [(_EFFECT, word) for ability in card.abilities for word in _effects(ability)]
    printed += [("card type", card.type)]
    printed += [("keyword", word) for word in card.keywords]
    printed += [("ability", ability.kind) for ability in card.abilities if ability.kind != "constant"]
    printed += [(_ICON, word) for word in card.icons]
    printed += [(_TRAIT, word) for word in card.traits]
    if card.unique:
        printed.append(("printed", "unique"))
    if card.loyal:
        printed.append(("printed", "loyal"))
    names = _names(book)
    for because, word in printed:
        for form in _forms(because, word):
            entry = names.get(form)
            if entry and (because != _TRAIT or entry.kind == _TRAIT):
                yield because, entry, 0
                break


def _effects(ability: Ability) -> Iterator[str]:
    """Yield the words for what an ability does and for what it costs, and `then` if a part waits for the one before."""
    for sentence in (*ability.sentences, *ability.later):
        yield from (effect.word.name for effect in sentence.effects if effect.word.name != _NOTED)
        if sentence.then:
            yield "then"
    yield from (effect.word.name for effect in ability.cost)


def _names(book: Book) -> dict[tuple[str, ...], Entry]:
    """Return the entries by the folded words of their ids, titles and English names; the first entry of a name wins."""
    found: dict[tuple[str, ...], Entry] = {}
    for entry in book:
        for name in (entry.id.replace("-", " "), entry.title):
            found.setdefault(tuple(words(name)), entry)
    for entry in book:
        for name in entry.aliases:
            found.setdefault(tuple(words(name)), entry)
    return found


def _forms(because: str, word: str) -> Iterator[tuple[str, ...]]:
    """Yield the names under which a book may treat a printed word, the surest first: `event cards` for a type `event`.

    What follows a word in brackets or after "except" is left out: `ambush (2)` is `ambush`. An effect such as
    `gain gold` may be treated under its first word.
    """
    plain = tuple(words(word.partition("(")[0].partition(" except")[0].replace("_", " ").replace("-", " ")))
    if plain:
        yield from ((*plain, kind) for kind in _KINDS.get(because, ()))
        if because != _ICON:
            yield plain
            yield (*plain[:-1], f"{plain[-1]}s")
        if because == _EFFECT:
            yield plain[:1]
