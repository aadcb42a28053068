"""Reading the tables of a TOML file key by key, with errors that know their line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rules.errors import WordError, nearest
from rules.language.cards import Effect, Grant, Limit
from rules.language.expressions import Closure, Kind, Language, Word


class At(Exception):
    """A problem at a key of a card, before its line is known."""

    def __init__(self, says: str, key: str, ability: int = -1) -> None:
        super().__init__(says)
        self.key, self.ability = key, ability


class Lines:
    """Finds the line of a key in the n-th card and its n-th ability."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.cards = [n for n, line in enumerate(self.lines) if line.strip().startswith("[[card]]")]

    def line(self, card: int, ability: int, key: str) -> int:
        if card >= len(self.cards):
            return 1
        start = self.cards[card]
        end = self.cards[card + 1] if card + 1 < len(self.cards) else len(self.lines)
        if ability >= 0:
            heads = [n for n in range(start, end) if self.lines[n].strip().startswith("[[card.ability]]")]
            if ability < len(heads):
                end = heads[ability + 1] if ability + 1 < len(heads) else end
                start = heads[ability]
        pattern = re.compile(rf'\s*"?{re.escape(key)}"?\s*=')
        for number in range(start, end):
            if pattern.match(self.lines[number]):
                return number + 1
        return start + 1


def read_limits(table: dict[str, Any], periods: tuple[str, ...]) -> Iterable[Limit]:
    for key, title in (("limit", False), ("max", True)):
        if key in table:
            found = re.fullmatch(r"(\d+) per (\w+)", read_text(table, key))
            if not found or found.group(2) not in periods:
                raise At(f'`{key}` is written like "1 per round", with one of {", ".join(periods)}', key)
            yield Limit(int(found.group(1)), found.group(2), title)


def read_number(table: dict[str, Any], key: str, signed: bool) -> int | None:
    value = table[key]
    if value in ("X", "-"):
        return None
    if isinstance(value, bool) or not isinstance(value, int) or (value < 0 and not signed):
        raise At(f'`{key}` must be a number{"" if signed else " from 0"}, "X" or "-", not {value!r}', key)
    return value


def read_count(table: dict[str, Any], name: str, default: int, key: str) -> int:
    value = table.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise At(f"`{name}` must be a number from 0, not {value!r}", key)
    return value


def read_text(table: dict[str, Any], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise At(f"`{key}` must be text", key)
    return value


def read_texts(table: dict[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        raise At(f"`{key}` must be a list of texts", key)
    return tuple(value)


def read_table(table: dict[str, Any], key: str) -> dict[str, Any]:
    value = table[key]
    if isinstance(value, str):
        return {"choose": value}
    if not isinstance(value, dict):
        raise At(f"`{key}` must be a filter or a table with `choose`", key)
    return value


def read_items(table: dict[str, Any], key: str) -> list[Any]:
    value = table.get(key, [])
    return value if isinstance(value, list) else [value]


_CHANGES: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "times", ast.Div: "divide"}
"""How a value may be changed, by the sign it is written with."""


@contextmanager
def under(key: str) -> Iterator[None]:
    """A fault in a text is a fault under the key the text stands under."""
    try:
        yield
    except WordError as error:
        raise At(str(error), key) from None


class Texts:
    """Compiles the texts of one file for one language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def compiled(self, text: str, key: str) -> Closure:
        """A whole text."""
        with under(key):
            return self.language.compile(text)

    def of(self, table: dict[str, Any], name: str, key: str = "") -> Closure | None:
        """The text a table has under a name, if any; faults are reported under `key`, or under the name itself."""
        return self.compiled(read_text(table, name), key or name) if name in table else None

    def parse(self, text: str, key: str) -> ast.expr:
        """A text as a tree, to be taken apart before it is compiled."""
        with under(key):
            return self.language.parse(text)

    def build(self, node: ast.expr, key: str) -> Closure:
        """A part of a tree."""
        with under(key):
            return self.language.build(node)

    def call(self, node: ast.expr, key: str) -> tuple[Word, list[Closure]]:
        """A word of the language and what it is said of."""
        with under(key):
            return self.language.call(node)

    def effect(self, node: ast.expr, key: str) -> Effect:
        """Something that happens."""
        word, arguments = self.call(node, key)
        if word.kind is not Kind.EFFECT:
            raise At(f"`{word.name}` is a {word.kind} word; `{key}` needs something that happens", key)
        return Effect(word, tuple(arguments), ast.unparse(node))

    def grant(self, text: str) -> Grant:
        """Something a card can be given: a changed value (`strength + 2`, `cost == 0`), or a word."""
        node = self.parse(text, "grants")
        if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Name) and type(node.op) in _CHANGES:
            amount = self.build(node.right, "grants")
            return Grant("modify", self._symbol(node.left.id), amount, _CHANGES[type(node.op)], text)
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and isinstance(node.ops[0], ast.Eq):
            return Grant("modify", self._symbol(node.left.id), self.build(node.comparators[0], "grants"), "set", text)
        word, arguments = self.call(node, "grants")
        if word.kind is not Kind.GRANT:
            raise At(f"`{word.name}` is a {word.kind} word; `grants` needs something a card can be given", "grants")
        about = word.call(None, *[argument(None) for argument in arguments[:1]])
        return Grant(word.name, about, arguments[1] if len(arguments) > 1 else None, "has", text)

    def _symbol(self, name: str) -> str:
        if name not in self.language.symbols:
            raise At(f"unknown value `{name}`{nearest(name, self.language.symbols)}", "grants")
        return name
