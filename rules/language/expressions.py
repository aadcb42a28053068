"""Expressions of the card language: the words a pack declares, and the compiler that turns text into functions.

An expression such as `character and strength >= 3` is parsed with Python's own grammar and compiled into a closure: a
function that takes a context (what words can see, `rules/kernel/context.py`) and computes a value. Only words, symbols,
whole numbers, texts, `and`, `or`, `not`, comparisons and `+ - *` are allowed.

A filter may answer with one component or several instead of yes or no. It then accepts exactly those components.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any

import msgspec

from rules.errors import WordError, nearest

Closure = Callable[[Any], Any]
"""A compiled expression: takes the context it is computed in and returns its value."""


class Kind(StrEnum):
    """The purpose of a word.

    Where a trigger, an effect or a grant is needed, a word of another kind is an error. Where a value is needed, any
    word is accepted.
    """

    VALUE = "value"
    TRIGGER = "trigger"
    EFFECT = "effect"
    GRANT = "grant"


class Word(msgspec.Struct, frozen=True):
    """A word of the card language: its name, how its arguments are read, and the function that computes it.

    Each of `params` is a reading. `value` hands the computed argument to `call`, `filter` the compiled argument for
    `call` to compute itself, `symbol` a bare name, `text` the source of the argument, `effect` the occurrences of an
    effect word. A reading that ends in `?` may be left out; a last one that ends in `*` may be repeated. `says` and
    `example` explain the word to authors of cards. `kinds` are the kinds of occurrences a trigger word listens for.
    `told` is the word in a reason for people to read, where `says` does not serve as one: a sentence for a word that is
    so or not so, a noun for a number. In it `{it}` is the card being judged, or the one given, `{self}` the card with
    the text, `{you}` its player, `{0}` the first argument, `{value}` what the word computes.
    """

    name: str
    kind: Kind
    params: tuple[str, ...]
    call: Callable[..., Any]
    says: str
    example: str
    kinds: tuple[str, ...] = ()
    told: str = ""

    @property
    def least(self) -> int:
        """The fewest arguments a call needs: the number of `params` that end neither in `?` nor in `*`."""
        return sum(1 for param in self.params if param[-1] not in "?*")

    def reading(self, index: int) -> str:
        """Return how the argument at this index is read, without `?` or `*`; an empty string if there is none."""
        if index < len(self.params):
            return self.params[index].rstrip("?*")
        return self.params[-1][:-1] if self.params and self.params[-1].endswith("*") else ""


_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
_LONGEST = 500
"""The most characters an expression may have."""
_TRIES = 20
"""How often a tree is made again that another thread disturbed."""


def _parsed(text: str) -> ast.expr:
    """Return a new syntax tree of an expression. Raises `WordError` if it cannot be read."""
    if len(text) > _LONGEST:
        raise WordError(f"an expression may have at most {_LONGEST} characters, this one has {len(text)}")
    try:
        return _read_by_python(text.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = getattr(error, "offset", None) or 1
        raise WordError(f"cannot read `{text}` at character {column}: {getattr(error, 'msg', error)}") from None


_shared = lru_cache(maxsize=4096)(_parsed)
"""Returns the same as `_parsed`, but one tree for the same text: nobody may change it."""


def _read_by_python(text: str) -> ast.expr:
    """Return the syntax tree of a text, as Python reads it.

    CPython counts the depth of a tree for all threads together. If two threads make trees at the same moment, a sound
    tree may be refused with a SystemError; it is then made again.
    """
    for _ in range(_TRIES):
        try:
            return ast.parse(text, mode="eval").body
        except SystemError:
            continue
    return ast.parse(text, mode="eval").body


class Language:
    """The compiler of one pack's expressions. It knows the pack's words and symbols (names like `military`)."""

    def __init__(self, words: Mapping[str, Word], symbols: frozenset[str]) -> None:
        self.words = words
        self.symbols = symbols

    def parse(self, text: str) -> ast.expr:
        """Return the syntax tree of an expression, a new one each time: who asked for it may change it.

        Raises `WordError` naming the character where reading failed.
        """
        return _parsed(text)

    def tree(self, text: str) -> ast.expr:
        """Return the syntax tree of an expression, to look at only: the same text has the same tree.

        Raises `WordError` naming the character where reading failed.
        """
        return _shared(text)

    def compile(self, text: str) -> Closure:
        """Return a closure that computes this expression for a context. Raises `WordError` if it cannot be compiled.

        Example: where `castles` is a word, `language.compile("castles >= 4")(ctx)` says whether there are at least 4.
        """
        return self.build(self.tree(text))

    def build(self, node: ast.expr) -> Closure:
        """Return the closure of one node of a syntax tree. Raises `WordError` for what the language does not have."""
        if isinstance(node, ast.BoolOp):
            return self._boolean(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.build(node.operand)
            return lambda ctx: not truth(inner(ctx), ctx)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.build(node.operand)
            return lambda ctx: -inner(ctx)
        if isinstance(node, ast.Compare):
            return self._compare(node)
        if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
            return self._arithmetic(node)
        if isinstance(node, ast.Constant) and type(node.value) in (int, str, bool):
            value = node.value
            return lambda ctx: value
        if isinstance(node, ast.Name):
            return self._name(node.id)
        if isinstance(node, ast.Call):
            word, arguments = self.call(node)
            return _closure(word, arguments)
        raise WordError(
            f"`{ast.unparse(node)}` is not something a card may say; use words, numbers, and/or/not and comparisons"
        )

    def call(self, node: ast.expr) -> tuple[Word, list[Closure]]:
        """Return the word that a node calls, and its arguments compiled the way the word reads them.

        A bare name is a call without arguments. Raises `WordError` for an unknown word or a wrong number of arguments.
        """
        if isinstance(node, ast.Name):
            node = ast.Call(func=node, args=[], keywords=[])
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.keywords:
            raise WordError(f"`{ast.unparse(node)}` is not a word; write it as word(argument, …)")
        word = self.word(node.func.id)
        most = None if word.params and word.params[-1].endswith("*") else len(word.params)
        if len(node.args) < word.least or (most is not None and len(node.args) > most):
            raise WordError(
                f"`{word.name}` takes ({', '.join(word.params)}), not {len(node.args)}; for example {word.example}"
            )
        return word, [self._argument(word, index, arg) for index, arg in enumerate(node.args)]

    def word(self, name: str) -> Word:
        """Return the word of this name. Raises `WordError` with the most similar names if there is none."""
        found = self.words.get(name)
        if found is None:
            if name in self.symbols:
                raise WordError(f"`{name}` is a plain name and takes nothing in brackets{nearest(name, self.words)}")
            raise WordError(f"unknown word `{name}`{nearest(name, self.words)}")
        return found

    def _argument(self, word: Word, index: int, node: ast.expr) -> Closure:
        reading = word.reading(index)
        if reading == "symbol":
            return self._symbol(node)
        if reading == "text":
            self.build(node)
            text = ast.unparse(node)
            return lambda ctx: text
        if reading == "effect":
            return self._effect(node)
        inner = self.build(node)
        if reading == "value":
            return inner
        return lambda ctx: inner

    def _effect(self, node: ast.expr) -> Closure:
        word, arguments = self.call(node)
        if word.kind is not Kind.EFFECT:
            raise WordError(f"`{word.name}` is a {word.kind} word; something that happens is needed here")
        return lambda ctx: word.call(ctx, *[argument(ctx) for argument in arguments])

    def _symbol(self, node: ast.expr) -> Closure:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        elif isinstance(node, ast.Name):
            text = node.id
            if text not in self.symbols:
                raise WordError(f"unknown name `{text}`{nearest(text, self.symbols)}")
        else:
            raise WordError(f"`{ast.unparse(node)}` should be a plain name or a quoted text")
        return lambda ctx: text

    def _name(self, name: str) -> Closure:
        if name in self.words:
            word = self.words[name]
            if word.least:
                raise WordError(f"`{name}` takes ({', '.join(word.params)}); for example {word.example}")
            return _closure(word, [])
        if name in self.symbols:
            return lambda ctx: name
        raise WordError(f"unknown word `{name}`{nearest(name, [*self.words, *self.symbols])}")

    def _boolean(self, node: ast.BoolOp) -> Closure:
        parts = [self.build(value) for value in node.values]
        return _all_of(parts) if isinstance(node.op, ast.And) else _any_of(parts)

    def _compare(self, node: ast.Compare) -> Closure:
        if len(node.ops) != 1 or type(node.ops[0]) not in _COMPARE:
            raise WordError(f"`{ast.unparse(node)}` should compare two things with ==, !=, <, <=, > or >=")
        left, right = self.build(node.left), self.build(node.comparators[0])
        compare = _COMPARE[type(node.ops[0])]
        return lambda ctx: compare(left(ctx), right(ctx))

    def _arithmetic(self, node: ast.BinOp) -> Closure:
        left, right = self.build(node.left), self.build(node.right)
        compute = _ARITHMETIC[type(node.op)]
        return lambda ctx: compute(left(ctx), right(ctx))


def truth(value: Any, ctx: Any) -> bool:
    """Whether a filter's answer accepts the candidate `ctx.it`.

    A component's number accepts that component, a list of numbers accepts each of them. Any other answer counts as
    Python counts it.
    """
    if value is True or value is False:
        return bool(value)
    if isinstance(value, int):
        return bool(value == ctx.it)
    if isinstance(value, list):
        return ctx.it in value
    return bool(value)


def _all_of(parts: list[Closure]) -> Closure:
    """Join filters by `and`. They run for every candidate, so a plain loop is used: it is faster than `all(...)`."""

    def holds(ctx: Any) -> bool:
        for part in parts:
            value = part(ctx)
            if value is False or (value is not True and not truth(value, ctx)):
                return False
        return True

    return holds


def _any_of(parts: list[Closure]) -> Closure:
    """Join filters by `or`, in a plain loop like `_all_of`."""

    def holds(ctx: Any) -> bool:
        for part in parts:
            value = part(ctx)
            if value is True or (value is not False and truth(value, ctx)):
                return True
        return False

    return holds


def _closure(word: Word, arguments: list[Closure]) -> Closure:
    """Return the closure that calls a word; calls with up to one argument build no list when they run."""
    call = word.call
    if not arguments:
        return lambda ctx: call(ctx)
    if len(arguments) == 1:
        first = arguments[0]
        return lambda ctx: call(ctx, first(ctx))
    return lambda ctx: call(ctx, *[argument(ctx) for argument in arguments])


def conjuncts(node: ast.expr) -> list[ast.expr]:
    """Return the parts that nested `and`s join, flattened; any other node is its own only part."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [part for value in node.values for part in conjuncts(value)]
    return [node]


def alternatives(node: ast.expr) -> list[ast.expr]:
    """Return the parts that nested `or`s join, flattened; any other node is its own only part."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
        return [part for value in node.values for part in alternatives(value)]
    return [node]


def called_name(node: ast.expr) -> str:
    """Return the name a node calls, or the name it is; an empty string for any other node."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    return node.id if isinstance(node, ast.Name) else ""
