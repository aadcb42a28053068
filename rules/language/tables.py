"""Reading the tables of a card file: plain values key by key, and the expressions among them.

A reader does not know the line it reads. It raises `KeyFault` with the key, and `LineFinder` finds the line of that key
afterwards.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rules.errors import WordError, nearest
from rules.language.cards import Effect, Grant, Limit
from rules.language.expressions import Closure, Kind, Language, Word

_CHANGES: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "times", ast.Div: "divide"}
"""How a grant changes a value, by the operator it is written with."""


class KeyFault(Exception):
    """A fault in a card's table: what is wrong, and the key it is under. Its line in the file is not known yet.

    `ability` is the index of the ability whose table it is, or -1 for the card's own table.
    """

    def __init__(self, says: str, key: str, ability: int = -1) -> None:
        super().__init__(says)
        self.key, self.ability = key, ability


class LineFinder:
    """The text of a card file, for finding the line of a key."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.cards = [n for n, line in enumerate(self.lines) if line.strip().startswith("[[card]]")]

    def line(self, card: int, ability: int, key: str) -> int:
        """Return the line of a key, counted from 1; of the table it should stand in if the key is not written.

        `card` and `ability` are indexes from 0 in the order of the file. An ability of -1 is the card's own table. For
        a card that is not found the line is 1.
        """
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
    """Yield the limits an ability states: `limit` counts uses of one copy, `max` those of all copies by title.

    Example: `{"limit": "1 per round"}` gives `Limit(1, "round")`. Raises `KeyFault` for any other form or period.
    """
    for key, title in (("limit", False), ("max", True)):
        if key in table:
            found = re.fullmatch(r"(\d+) per (\w+)", read_text(table, key))
            if not found or found.group(2) not in periods:
                raise KeyFault(f'`{key}` is written like "1 per round", with one of {", ".join(periods)}', key)
            yield Limit(int(found.group(1)), found.group(2), title)


def read_number(table: dict[str, Any], key: str, signed: bool) -> int | None:
    """Return a printed number, which may be negative if `signed`; None for "X" and "-". Raises `KeyFault` otherwise."""
    value = table[key]
    if value in ("X", "-"):
        return None
    if isinstance(value, bool) or not isinstance(value, int) or (value < 0 and not signed):
        raise KeyFault(f'`{key}` must be a number{"" if signed else " from 0"}, "X" or "-", not {value!r}', key)
    return value


def read_count(table: dict[str, Any], name: str, default: int, key: str) -> int:
    """Return the number from 0 under `name`, or the default. Raises `KeyFault` for `key`, where the table stands."""
    value = table.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise KeyFault(f"`{name}` must be a number from 0, not {value!r}", key)
    return value


def read_text(table: dict[str, Any], key: str) -> str:
    """Return the text under a key, or an empty string. Raises `KeyFault` for a value that is no text."""
    value = table.get(key, "")
    if not isinstance(value, str):
        raise KeyFault(f"`{key}` must be text", key)
    return value


def read_texts(table: dict[str, Any], key: str) -> tuple[str, ...]:
    """Return the texts under a key: a list of them, a single one, or none. Raises `KeyFault` for any other value."""
    value = table.get(key, [])
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        raise KeyFault(f"`{key}` must be a list of texts", key)
    return tuple(value)


def read_choice(table: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the table of a choice under a key; a plain text is its `choose`. Raises `KeyFault` for any other value."""
    value = table[key]
    if isinstance(value, str):
        return {"choose": value}
    if not isinstance(value, dict):
        raise KeyFault(f"`{key}` must be a filter or a table with `choose`", key)
    return value


def read_items(table: dict[str, Any], key: str) -> list[Any]:
    """Return the list under a key, empty if there is none; a single value is a list of one."""
    value = table.get(key, [])
    return value if isinstance(value, list) else [value]


@contextmanager
def faults_under(key: str) -> Iterator[None]:
    """Turn a `WordError` raised inside the `with` block into a `KeyFault` under this key."""
    try:
        yield
    except WordError as error:
        raise KeyFault(str(error), key) from None


class TextCompiler:
    """The compiler of the expressions in card files. Each method raises `KeyFault` under the expression's key."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def compiled(self, text: str, key: str) -> Closure:
        """Return the closure of a whole expression."""
        with faults_under(key):
            return self.language.compile(text)

    def of(self, table: dict[str, Any], name: str, key: str = "") -> Closure | None:
        """Return the closure of the expression under `name`, or None if there is none.

        Faults are reported under `key` if it is given, else under `name`.
        """
        return self.compiled(read_text(table, name), key or name) if name in table else None

    def parse(self, text: str, key: str) -> ast.expr:
        """Return the syntax tree of an expression, for a caller that compiles its parts one by one."""
        with faults_under(key):
            return self.language.parse(text)

    def build(self, node: ast.expr, key: str) -> Closure:
        """Return the closure of one node of a syntax tree."""
        with faults_under(key):
            return self.language.build(node)

    def call(self, node: ast.expr, key: str) -> tuple[Word, list[Closure]]:
        """Return the word that a node calls, and its compiled arguments."""
        with faults_under(key):
            return self.language.call(node)

    def effect(self, node: ast.expr, key: str) -> Effect:
        """Return the effect that a node calls. Only an effect word is allowed here."""
        word, arguments = self.call(node, key)
        if word.kind is not Kind.EFFECT:
            raise KeyFault(f"`{word.name}` is a {word.kind} word; `{key}` needs something that happens", key)
        return Effect(word, tuple(arguments), ast.unparse(node))

    def grant(self, text: str) -> Grant:
        """Return what a text under `grants` gives: a changed value (`strength + 2`, `cost == 0`) or a grant word."""
        node = self.parse(text, "grants")
        if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Name) and type(node.op) in _CHANGES:
            amount = self.build(node.right, "grants")
            return Grant("modify", self._symbol(node.left.id), amount, _CHANGES[type(node.op)], text)
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and isinstance(node.ops[0], ast.Eq):
            return Grant("modify", self._symbol(node.left.id), self.build(node.comparators[0], "grants"), "set", text)
        word, arguments = self.call(node, "grants")
        if word.kind is not Kind.GRANT:
            raise KeyFault(
                f"`{word.name}` is a {word.kind} word; `grants` needs something a card can be given", "grants"
            )
        about = word.call(None, *[argument(None) for argument in arguments[:1]])
        return Grant(word.name, about, arguments[1] if len(arguments) > 1 else None, "has", text)

    def _symbol(self, name: str) -> str:
        if name not in self.language.symbols:
            raise KeyFault(f"unknown value `{name}`{nearest(name, self.language.symbols)}", "grants")
        return name
