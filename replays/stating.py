"""Statements in the card language about the table as it is: what is no statement is refused, never answered with no.

Cards speak of the card that says it, of a candidate, and of what is happening. Here no card speaks and nothing happens: `killed(ned)`
would be false on a table on which Ned has just been killed, and `kneeling` would be about whichever card came first.
"""

from __future__ import annotations

import ast
import re
from typing import NoReturn

from ledger.table import Table
from rules.errors import WordError
from rules.kernel.context import Context
from rules.kernel.position import Position
from rules.language.expressions import Kind, Language

_NUMBER = re.compile(r"#([0-9]{1,9})\b")
_MEANT = {
    Kind.TRIGGER: "says when something happens; ask what it leaves behind, as in `ned in dead`",
    Kind.EFFECT: "says what an ability does; ask what it leaves behind, as in `ned in dead`",
    Kind.GRANT: "says what an ability gives; ask for the value, as in `strength(ned) == 5`",
}


def numbered(text: str, table: Table) -> str:
    """A statement in which components stand by their numbers alone: the card language knows no `#12`."""
    for number in _NUMBER.findall(text):
        if int(number) not in table.entities:
            raise WordError(f"there is no #{number} here")
    return _NUMBER.sub(r"\1", text)


def is_so(language: Language, node: ast.expr, pos: Position) -> bool:
    """Whether a statement holds of the table."""
    if isinstance(node, ast.BoolOp):
        parts = (is_so(language, part, pos) for part in node.values)
        return all(parts) if isinstance(node.op, ast.And) else any(parts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return not is_so(language, node.operand, pos)
    _about_the_table(language, node)
    closure = language.build(node)
    try:
        value = closure(Context(pos, 0, pos.first))
    except KeyError as error:
        _nothing_called(error.args[0] if error.args else "")
    if type(value) is not bool:
        raise WordError(f"a statement is so or not, and a part of this is {_told(value)}: compare it, as in `strength(ned) == 5`")
    return value


def _about_the_table(language: Language, node: ast.expr) -> None:
    leaf = node.func if isinstance(node, ast.Call) else node
    called = [part.func for part in ast.walk(node) if isinstance(part, ast.Call)]
    for name in (leaf, *called):
        word = language.words.get(name.id) if isinstance(name, ast.Name) else None
        if word is not None and word.kind is not Kind.VALUE and (name is leaf or word.kind is Kind.TRIGGER):
            raise WordError(f"`{word.name}` {_MEANT[word.kind]}")


def _nothing_called(what: object) -> NoReturn:
    if what == 0:
        raise WordError("it does not say of which card; name one, as in `ned kneeling` or `strength(ned) == 5`")
    if isinstance(what, str):
        raise WordError(f"in a condition a card is written by its short name or number, and `{what}` is neither")
    raise WordError(f"there is no {what!r} here")


def _told(value: object) -> str:
    return "a number" if isinstance(value, int) else f"`{value}`" if isinstance(value, str) else "not"
