"""The card language in a card file: each text compiled, with an error that knows the key it stands under."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rules.cards import Effect, Grant
from rules.closures import Closure
from rules.errors import WordError, nearest
from rules.language import Kind, Language, Word
from rules.tables import At, read_text

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
