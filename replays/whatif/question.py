"""The question asked at the end of a line: a statement as in `expect`, or a condition in the card language."""

from __future__ import annotations

import ast
import re
from typing import Any

from ledger.table import Table
from replays.errors import ReplayError
from replays.meaning.names import Names
from replays.meaning.statements import Statement, is_so, numbered
from replays.notation.lines import Expect
from replays.whatif.exploration import Subjects
from rules.books.folding import plain
from rules.errors import RulesError, WordError, nearest
from rules.kernel.context import Context
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.language.expressions import Kind, Language, Word

_WORD = re.compile(r"\w+")
_NAME = re.compile(r"[\w'-]+")


class Question:
    """A statement that is true or false of any table of one game, such as `won A` or `zone(ned) == dead`."""

    def __init__(self, pack: Pack, names: Names, text: str) -> None:
        self.names, self.text = names, text
        self.line = Expect(number=0, source=text, kind="", text=text, column=1)
        self.language = Language(
            {**pack.dialect.language.words, _ZONE.name: _ZONE, _WON.name: _WON}, pack.dialect.language.symbols
        )

    def holds(self, pos: Position) -> bool:
        """Whether the statement is true of a position; raise `ReplayError` if it cannot be judged there."""
        return _Statement(self, pos).judge()[0]

    def about(self, table: Table) -> Subjects:
        """Return what the statement mentions: every word in it, and every component it might name.

        A component may be named by its short name, its number with or without `#`, or its card's title or id. A word
        with hyphens counts as a whole and in its parts.
        """
        words = frozenset((*_WORD.findall(self.text), *_NAME.findall(self.text)))
        named = {number for alias, number in self.names.aliases.items() if alias in words}
        named |= {number for number in table.entities if str(number) in words}
        text = plain(self.text)
        for entity in table.entities.values():
            card = self.names.pack.cards.get(entity.card)
            if card is not None and (plain(card.name) in text or plain(card.id) in text):
                named.add(entity.id)
        return Subjects(frozenset(named), words)


class _Statement(Statement):
    """A question as a statement about one position.

    Its conditions may use `zone(x)`, `won(A)`, and a player's tokens and zones, as in `power(A)` and `hand(A)`.
    """

    def __init__(self, question: Question, pos: Position) -> None:
        super().__init__(question.names, pos, question.line)
        self.language = question.language

    def _expression(self, text: str) -> tuple[bool, str]:
        """Return whether a condition is true; raise `ReplayError` if it is none."""
        try:
            counted = numbered(text, self.pos.table)
        except WordError as error:
            raise ReplayError(f"cannot ask `{text}`: {error}") from None
        try:
            tree = self.language.parse(counted)
        except WordError:
            raise ReplayError(
                f"`{text}` is no question that can be read; ask for example `zone(ned) == dead` or `won A`"
            ) from None
        try:
            node = _NameResolver(self).visit(tree)
            return is_so(self.language, node, self.pos), ""
        except (WordError, RulesError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise ReplayError(f"cannot ask `{text}`: {error}") from None

    def known(self, text: str) -> int | str | None:
        """Return what a name stands for: the number of a component with that short name, or a player, or None."""
        if text in self.names.aliases:
            return self.names.aliases[text]
        return text if text in self.pos.table.seats else None


class _NameResolver(ast.NodeTransformer):
    """Replaces the names in a condition by what they stand for: components, players, and how much players have."""

    def __init__(self, statement: _Statement) -> None:
        self.statement = statement

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Return the component or player that a name stands for, or the name itself."""
        found = self.statement.known(node.id)
        return node if found is None else ast.Constant(found)

    def visit_Call(self, node: ast.Call) -> Any:
        """Return how much a player has for `power(A)`, or whether one won for `won(A)`; else resolve the arguments."""
        players = self.statement.pos.table.seats
        if isinstance(node.func, ast.Name) and len(node.args) == 1 and isinstance(node.args[0], ast.Name):
            what, whom = node.func.id, node.args[0].id
            if whom in players and what == "won":
                return ast.Call(ast.Name(_WON.name), [ast.Constant(whom)], [])
            if whom in players and self._is_held(what, whom):
                return ast.Constant(self.statement.held(whom, what))
        return ast.Call(node.func, [self.visit(argument) for argument in node.args], [])

    def _is_held(self, what: str, player: str) -> bool:
        """Whether a word names tokens or a zone of a player."""
        pos = self.statement.pos
        return (
            what in pos.pack.notation.counters
            or what in pos.table.counters[player]
            or f"{player}.{what}" in pos.table.zones
        )

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Resolve both sides of a comparison; beside `zone(x)` a name is a kind of zone."""
        sides = [node.left, *node.comparators]
        if any(
            isinstance(side, ast.Call) and isinstance(side.func, ast.Name) and side.func.id == _ZONE.name
            for side in sides
        ):
            sides = [self._zone(side) for side in sides]
        else:
            sides = [self.visit(side) for side in sides]
        return ast.Compare(sides[0], node.ops, sides[1:])

    def _zone(self, side: ast.expr) -> ast.expr:
        """Return one side of a comparison with `zone(x)`: the name of a kind of zone, such as `dead`, as a text.

        Anything else than a name is resolved as usual.
        """
        if not isinstance(side, ast.Name):
            visited: ast.expr = self.visit(side)
            return visited
        kinds = {name.rpartition(".")[2] for name in self.statement.pos.table.zones}
        if side.id not in kinds:
            raise WordError(f"there is no zone `{side.id}`{nearest(side.id, sorted(kinds))}")
        return ast.Constant(side.id)


def _zone(ctx: Context, number: int) -> str:
    return ctx.entity(number).zone.rpartition(".")[2]


def _has_won(ctx: Context, player: str) -> bool:
    return player in (ctx.table.winners or [])


_ZONE = Word("zone", Kind.VALUE, ("value",), _zone, "the kind of zone a card is in", "zone(ned) == dead")
_WON = Word("won the game", Kind.VALUE, ("value",), _has_won, "a player has won", "won(A)")
"""The word has a name that no card can use, since a pack may have `won` and `has_won` of its own."""
