"""Reading card files: the TOML tables of a file become `Card`s, and every error names its line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from rules.errors import CardError, nearest
from rules.language.ability_files import AbilityReader
from rules.language.cards import Ability, Card
from rules.language.lexicon import Dialect
from rules.language.tables import KeyFault, LineFinder, TextCompiler, read_number, read_text, read_texts

CARD_KEYS = frozenset(
    "id name type faction unique loyal traits keywords icons ability training unwritten facts".split()
)

"""The keys a `[[card]]` table may have beside the numbers of its game."""


class CardReader:
    """The reader of card files, for one pack's dialect."""

    def __init__(self, dialect: Dialect) -> None:
        self.texts = TextCompiler(dialect.language)
        self.abilities = AbilityReader(dialect, self.texts)
        self.numbers = dialect.numbers
        self.homes = dialect.homes
        self.signed = dialect.signed
        self.filter_facts = dialect.filter_facts

    def read(self, text: str, file: str) -> list[Card]:
        """Return every card of a file's text. Raises the first error, with its line; `file` is its name in messages."""
        cards, problems = self.check(text, file)
        if problems:
            raise problems[0]
        return cards

    def read_packaged(self, text: str, file: str, data: dict[str, Any] | None) -> list[Card]:
        """Return every card of one of a pack's own files, as `read` does, with abilities that are not compiled yet.

        An error in an ability is raised when that card's abilities are asked for the first time. `data` is the text
        parsed as TOML, if it was parsed before.
        """
        cards, problems = self._cards(text, file, data)
        if problems:
            raise problems[0]
        return cards

    def check(self, text: str, file: str) -> tuple[list[Card], list[CardError]]:
        """Return every card that can be read, and an error for every other card and every repeated id; raises none.

        Cards whose id is repeated are returned all the same. A file that is no TOML gives no cards and one error.
        """
        found, problems = self._cards(text, file, None)
        cards: list[Card] = []
        for card in found:
            try:
                _ = card.abilities
            except CardError as error:
                problems.append(error)
            else:
                cards.append(card)
        return cards, sorted(problems, key=lambda error: error.line)

    def _cards(self, text: str, file: str, data: dict[str, Any] | None) -> tuple[list[Card], list[CardError]]:
        """Return the cards of a file with abilities that are not compiled yet, and what is wrong with the others."""
        try:
            data = _parsed(text) if data is None else data
        except (ValueError, RecursionError) as error:
            found = re.search(r"line (\d+)", str(error))
            return [], [CardError(f"not valid TOML: {error}", file, int(found.group(1)) if found else 1)]
        tables = data.get("card", [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            return [], [CardError("cards are written as [[card]] tables", file, 1)]
        cards: list[Card] = []
        problems: list[CardError] = []
        for index, table in enumerate(tables):
            try:
                cards.append(self._card(table, partial(self._compiled, table, text, file, index)))
            except KeyFault as error:
                problems.append(CardError(str(error), file, LineFinder(text).line(index, error.ability, error.key)))
        return cards, problems + _repeated_ids(cards, file, text)

    def _compiled(self, table: dict[str, Any], text: str, file: str, index: int) -> tuple[Ability, ...]:
        """Return the abilities of the card that is number `index` in a file. Raises `CardError`, with its line."""
        home = self.homes.get(table["type"], "play")
        try:
            parts = enumerate(table.get("ability", []))
            return tuple(self.abilities.ability(part, table["id"], n, home) for n, part in parts)
        except KeyFault as error:
            raise CardError(str(error), file, LineFinder(text).line(index, error.ability, error.key)) from None

    def _card(self, table: dict[str, Any], compiled: Callable[[], tuple[Ability, ...]]) -> Card:
        for key in table:
            if key not in CARD_KEYS and key not in self.numbers:
                raise KeyFault(f"unknown key `{key}`{nearest(key, CARD_KEYS | self.numbers)}", key)
        for key in ("id", "name", "type"):
            if not isinstance(table.get(key), str) or not table[key]:
                raise KeyFault(f"a card needs `{key}` as text", key)
        numbers = {key: read_number(table, key, key in self.signed) for key in table if key in self.numbers}
        abilities = table.get("ability", [])
        if not isinstance(abilities, list) or not all(isinstance(part, dict) for part in abilities):
            raise KeyFault("abilities are written as [[card.ability]] tables", "ability")
        return Card(
            id=table["id"],
            name=table["name"],
            type=table["type"],
            faction=read_text(table, "faction"),
            unique=bool(table.get("unique", False)),
            loyal=bool(table.get("loyal", False)),
            traits=read_texts(table, "traits"),
            keywords=read_texts(table, "keywords"),
            icons=read_texts(table, "icons"),
            numbers=numbers,
            dashes=frozenset(key for key in numbers if table[key] == "-"),
            compiled=compiled if abilities else tuple,
            facts=self._facts(table.get("facts", {})),
            training=bool(table.get("training", False)),
            unwritten=bool(table.get("unwritten", False)),
        )

    def _facts(self, facts: Any) -> dict[str, Any]:
        """Return a card's `facts` unchanged; those that are filters must compile. Only the game itself uses them."""
        if not isinstance(facts, dict):
            raise KeyFault("`facts` must be a table", "facts")
        for name in self.filter_facts & set(facts):
            self.texts.compiled(str(facts[name]), "facts")
            if not isinstance(facts[name], str):
                raise KeyFault(f"`{name}` must be a filter, as text", "facts")
        return facts


def _parsed(text: str) -> dict[str, Any]:
    import tomllib  # not loaded where every file was parsed before

    return tomllib.loads(text)


def _repeated_ids(cards: list[Card], file: str, text: str) -> list[CardError]:
    """Return an error for every card whose id an earlier card of the file has."""
    seen: set[str] = set()
    problems = []
    for index, card in enumerate(cards):
        if card.id in seen:
            line = LineFinder(text).line(index, -1, "id")
            problems.append(CardError(f"card id `{card.id}` is used twice", file, line))
        seen.add(card.id)
    return problems
