"""Reading card files: TOML tables compiled into `Card`s, with errors that know their line."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from rules.errors import CardError, nearest
from rules.language.ability_files import AbilityReader
from rules.language.cards import Card
from rules.language.lexicon import Dialect
from rules.language.tables import At, Lines, Texts, read_number, read_text, read_texts

CARD_KEYS = frozenset(
    "id name type faction unique loyal traits keywords icons ability training unwritten facts".split()
)


class CardReader:
    """Compiles one file's tables for one pack's language."""

    def __init__(self, dialect: Dialect) -> None:
        self.texts = Texts(dialect.language)
        self.abilities = AbilityReader(dialect, self.texts)
        self.numbers = dialect.numbers
        self.homes = dialect.homes
        self.signed = dialect.signed
        self.filter_facts = dialect.filter_facts

    def read(self, text: str, file: str) -> list[Card]:
        """Every card of a file, or the first error with its line."""
        cards, problems = self.check(text, file)
        if problems:
            raise problems[0]
        return cards

    def check(self, text: str, file: str) -> tuple[list[Card], list[CardError]]:
        """Every card that can be read, and every error."""
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            found = re.search(r"line (\d+)", str(error))
            return [], [CardError(f"not valid TOML: {error}", file, int(found.group(1)) if found else 1)]
        tables = data.get("card", [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            return [], [CardError("cards are written as [[card]] tables", file, 1)]
        finder = Lines(text)
        cards: list[Card] = []
        problems: list[CardError] = []
        for index, table in enumerate(tables):
            try:
                cards.append(self._card(table))
            except At as error:
                problems.append(CardError(str(error), file, finder.line(index, error.ability, error.key)))
        return cards, problems + _repeated(cards, file, finder)

    def _card(self, table: dict[str, Any]) -> Card:
        for key in table:
            if key not in CARD_KEYS and key not in self.numbers:
                raise At(f"unknown key `{key}`{nearest(key, CARD_KEYS | self.numbers)}", key)
        for key in ("id", "name", "type"):
            if not isinstance(table.get(key), str) or not table[key]:
                raise At(f"a card needs `{key}` as text", key)
        numbers = {key: read_number(table, key, key in self.signed) for key in table if key in self.numbers}
        abilities = table.get("ability", [])
        if not isinstance(abilities, list) or not all(isinstance(part, dict) for part in abilities):
            raise At("abilities are written as [[card.ability]] tables", "ability")
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
            abilities=tuple(
                self.abilities.ability(part, table["id"], n, self.homes.get(table["type"], "play"))
                for n, part in enumerate(abilities)
            ),
            facts=self._facts(table.get("facts", {})),
            training=bool(table.get("training", False)),
            unwritten=bool(table.get("unwritten", False)),
        )

    def _facts(self, facts: Any) -> dict[str, Any]:
        """What only the game's own code looks at; those that are filters must compile."""
        if not isinstance(facts, dict):
            raise At("`facts` must be a table", "facts")
        for name in self.filter_facts & set(facts):
            self.texts.compiled(str(facts[name]), "facts")
            if not isinstance(facts[name], str):
                raise At(f"`{name}` must be a filter, as text", "facts")
        return facts


def _repeated(cards: list[Card], file: str, finder: Lines) -> list[CardError]:
    seen: set[str] = set()
    problems = []
    for index, card in enumerate(cards):
        if card.id in seen:
            problems.append(CardError(f"card id `{card.id}` is used twice", file, finder.line(index, -1, "id")))
        seen.add(card.id)
    return problems
