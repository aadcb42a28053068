"""Statements about the table: where a card is, what a player has, who won, or a condition of the card language."""

from __future__ import annotations

import ast
import re
from typing import NoReturn

from ledger.table import Table
from replays.errors import NotationError
from replays.meaning.names import Names
from replays.notation.lines import Expect, Ref
from rules.errors import RulesError, WordError, nearest
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
        raise WordError(
            f"a statement is so or not, and a part of this is {_told(value)}: compare it, as in `strength(ned) == 5`"
        )
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


_IN = re.compile(r"(?P<what>.+?)\s+(?P<no>not\s+)?in\s+(?P<zone>[\w-]+(?:\.[\w-]+)?)", re.IGNORECASE)
_WON = re.compile(r"won\s+(?P<player>[\w-]+)")
_WHO = r"(?P<who>(?:[\w-]+\.)?\"[^\"]+\"|[\w#'-]+)"
_COUNT = re.compile(_WHO + r"\s+(?P<what>[a-z][\w-]*)\s+(?P<count>[0-9]{1,6})")
_MARK = re.compile(_WHO + r"\s+(?P<no>not\s+)?(?P<mark>[a-z][\w-]*)")


class Statement:
    """A statement about the table."""

    def __init__(self, names: Names, pos: Position, line: Expect) -> None:
        self.names, self.pos, self.line = names, pos, line

    def error(self, says: str) -> NotationError:
        """An error that points at the statement."""
        return NotationError(says, self.line.number, self.line.source, self.line.column, len(self.line.text))

    def judge(self) -> tuple[bool, str]:
        """Whether it holds, and what is so."""
        text, table = self.line.text, self.pos.table
        if found := _WON.fullmatch(text):
            if found["player"] not in table.seats:
                raise self.error(f"nobody at this table is `{found['player']}`; at it sit {', '.join(table.seats)}")
            winners = table.winners or []
            return found["player"] in winners, f"{' and '.join(winners)} won" if winners else "nobody has won yet"
        if (found := _IN.fullmatch(text)) and (found["zone"] in table.zones or self._zone(found["zone"])):
            return self._in(found["what"], found["zone"], bool(found["no"]))
        if found and (found["what"].startswith('"') or " " not in found["what"]):
            zones = sorted({name.partition(".")[2] or name for name in table.zones})
            raise self.error(
                f"there is no zone `{found['zone']}`{nearest(found['zone'], zones)}; there are {', '.join(zones)}"
            )
        if (found := _COUNT.fullmatch(text)) and found["what"] not in ("is", "not"):
            return self._count(found["who"], found["what"], int(found["count"]))
        if (found := _MARK.fullmatch(text)) and found["mark"] in self._marks():
            return self._marked(found["who"], found["mark"], bool(found["no"]))
        return self._expression(text)

    def _marks(self) -> set[str]:
        notation = self.pos.pack.notation
        return {*notation.marks, *notation.under, *notation.plain}

    def _marked(self, who: str, mark: str, no: bool) -> tuple[bool, str]:
        """Whether a card bears a mark; a plain word says that it does not bear another. How it lies is no mark, and
        asked for alike.
        """
        entity = self.pos.entity(self._component(who))
        if mark == "facedown":
            return entity.up == no, f"it lies face{'up' if entity.up else 'down'}"
        marks = entity.marks
        plain = self.pos.pack.notation.plain.get(mark)
        on = mark in marks if plain is None else plain not in marks
        return on != no, f"it is {', '.join(marks) or 'unmarked'}"

    def _zone(self, text: str) -> list[str]:
        return [name for name in self.pos.table.zones if name.partition(".")[2] == text]

    def _component(self, text: str) -> int:
        return self._components(text)[0]

    def _components(self, text: str) -> list[int]:
        """What a name may stand for; `B."The Hound"` is one that B owns or controls."""
        owner, dot, title = text.partition('."')
        ref = Ref(text.strip('"'), self.line.column, text.startswith('"'))
        if dot and owner in self.pos.table.seats:
            ref = Ref(title.rstrip('"'), self.line.column, quoted=True, owner=owner)
        found = self.names.components(self.pos.table, ref)
        if not found:
            raise self.error(f"nothing here is called `{ref.text}`{self.names.hint(ref.text)}")
        return found

    def _in(self, what: str, zone: str, no: bool) -> tuple[bool, str]:
        places = [self._place(number) for number in self._components(what)]
        shared = zone in self.pos.table.zones  # a zone of that very name, and no player's of the same kind
        there = any(place == zone or (not shared and place.partition(".")[2] == zone) for place in places)
        return there != no, f"it is in {', '.join(dict.fromkeys(places))}"

    def _place(self, number: int) -> str:
        """The zone a component is in; what is in play is in its controller's area, from whosever it came."""
        entity = self.pos.entity(number)
        spec = self.pos.table.specs[entity.zone]
        theirs = f"{entity.controller}.{entity.zone.partition('.')[2]}"
        return theirs if spec.inplay and spec.owner and theirs in self.pos.table.zones else entity.zone

    def _count(self, who: str, what: str, count: int) -> tuple[bool, str]:
        held = self.held(who, what) if who in self.pos.table.seats else self.pos.table.count(self._component(who), what)
        return held == count, f"it is {held}"

    def held(self, player: str, what: str) -> int:
        """How many tokens, or cards in a zone, a player has."""
        zone = f"{player}.{what}"
        if zone in self.pos.table.zones and what not in self.pos.pack.notation.counters:
            return sum(1 for number in self.pos.table.entities if self._place(number) == zone)
        return self._player_count(player, what)

    def _player_count(self, who: str, what: str) -> int:
        """A player's tokens; those that lie on a card count wherever the player has them."""
        table, carrier = self.pos.table, self.pos.pack.notation.counters.get(what)
        if carrier is None and what not in table.counters[who]:
            known = sorted(self.pos.pack.notation.counters)
            raise self.error(f"players have no `{what}`{nearest(what, known)}; they have {', '.join(known)}")
        if not carrier:
            return table.count(who, what)
        return sum(entity.counters.get(what, 0) for entity in table.entities.values() if entity.controller == who)

    def _expression(self, text: str) -> tuple[bool, str]:
        """A condition of the card language, in which short names stand for their components."""
        language = self.pos.pack.dialect.language
        try:
            node = _Named(self).visit(language.parse(numbered(text, self.pos.table)))
            return is_so(language, node, self.pos), "it is not so"
        except WordError as error:
            raise self.error(str(error)) from None
        except (RulesError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise self.error(f"this cannot be computed here ({error})") from None


class _Named(ast.NodeTransformer):
    """Puts components and players where an expression names them."""

    def __init__(self, state: Statement) -> None:
        self.state = state

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.state.names.aliases:
            return ast.Constant(self.state.names.aliases[node.id])
        return ast.Constant(node.id) if node.id in self.state.pos.table.seats else node
