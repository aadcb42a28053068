"""Statements about the table: where a card is, what a player has, who won, or a condition of the card language."""

from __future__ import annotations

import ast
import re
from typing import NoReturn

from ledger.table import Table
from replays.errors import NotationError
from replays.meaning.names import Names, cards_on
from replays.notation.lines import Expect, Ref
from replays.notation.players import find_player, no_player, players_called, sitting
from replays.notation.vocabulary import list_words
from rules.errors import RulesError, WordError, nearest
from rules.kernel.context import Context
from rules.kernel.names import listed
from rules.kernel.position import Position
from rules.language.expressions import Kind, Language

_ZONE = r"(?P<zone>[\w-]+(?:\.[\w-]+)*|[\w][\w -]*\.[\w-]+)"
_IN = re.compile(r"(?P<what>.+?)\s+(?P<no>not\s+)?in\s+" + _ZONE, re.IGNORECASE)
_WON = re.compile(r"won\s+(?P<player>[\w\" -]+)", re.IGNORECASE)
_WHO = r"(?P<who>(?:[\w-]+\.)?\"[^\"]+\"|[\w#'!.,:-]+(?:\s+[\w'!.,:-]+)*?)"
_COUNT = re.compile(_WHO + r"\s+(?P<what>[a-z][\w-]*)\s+(?P<count>[0-9]{1,6})", re.IGNORECASE)
_MARK = re.compile(_WHO + r"\s+(?P<no>not\s+)?(?P<mark>[a-z][\w-]*)", re.IGNORECASE)
_ON = re.compile(r"(?P<what>.+?)\s+(?P<no>not\s+)?on\s+(?P<host>.+)", re.IGNORECASE)
_FACES = {"facedown": False, "faceup": True}
_QUOTES = str.maketrans(dict.fromkeys("“”„«»", '"') | dict.fromkeys("’‘ʼ´", "'"))
_NUMBER = re.compile(r"#([0-9]{1,9})\b")
_NOT_VALUES = {
    Kind.TRIGGER: "says when something happens; ask what it leaves behind, as in `ned in dead`",
    Kind.EFFECT: "says what an ability does; ask what it leaves behind, as in `ned in dead`",
    Kind.GRANT: "says what an ability gives; ask for the value, as in `strength(ned) == 5`",
}


class Statement:
    """A statement of an `expect` line, to be judged at one position.

    ned in A.play          where a card is
    A gold 3               tokens of a player or on a card, or the number of cards in a player's zone
    ned not kneeling       the marks of a card, or the side it lies on
    ice on ned             what a card is attached to
    won A                  A is a winner
    strength(ned) == 5     any condition of the card language
    """

    def __init__(self, names: Names, pos: Position, line: Expect) -> None:
        self.names, self.pos, self.line = names, pos, line

    def judge(self) -> tuple[bool, str]:
        """Return whether the statement holds, and a sentence for when it does not: what is so instead.

        Of several cards with one title, `in` holds if any is in the zone; tokens and marks are those of the likeliest
        one (see `Names.components`). A statement that cannot be understood or computed raises NotationError.
        """
        text, table = self.line.text.translate(_QUOTES), self.pos.table
        if found := _WON.fullmatch(text):
            player = find_player(found["player"].strip('"'), table.seats)
            if not player:
                who = found["player"].strip('"')
                several = players_called(who, table.seats)
                nobody = f"nobody at this table is `{who}`; at it sit {sitting(table.seats)}"
                raise self.error(no_player(who, several, table.seats) if several else nobody)
            winners = table.winners or []
            return player in winners, f"{' and '.join(winners)} won" if winners else "nobody has won yet"
        if (found := _IN.fullmatch(text)) and (zone := self._zone(found["zone"])):
            return self._in(found["what"], zone, bool(found["no"]))
        if found and (found["what"].startswith('"') or " " not in found["what"]):
            zones = sorted({name.partition(".")[2] or name for name in table.zones})
            raise self.error(
                f"there is no zone `{found['zone']}`; there are {', '.join(zones)}{nearest(found['zone'], zones)}"
            )
        if (found := _COUNT.fullmatch(text)) and found["what"].casefold() not in ("is", "not", "and", "or"):
            return self._count(found["who"], found["what"], int(found["count"]))
        if (found := _MARK.fullmatch(text)) and found["mark"].casefold() in self._marks():
            return self._marked(found["who"], found["mark"].casefold(), bool(found["no"]))
        if found := _ON.fullmatch(text):
            return self._attached(found["what"], found["host"], bool(found["no"]))
        return self._expression(text)

    def error(self, says: str) -> NotationError:
        """Return (not raise) an error that points at the statement."""
        return NotationError(says, self.line.number, self.line.source, self.line.column, len(self.line.text))

    def _zone(self, text: str) -> str:
        """Return a zone as the table names it, or an empty text; `Anna.Hand` is `A.hand`, and `Dead` is `dead`."""
        zones = self.pos.table.zones
        who, dot, kind = text.rpartition(".")
        theirs = f"{find_player(who, self.pos.table.seats)}{dot}{kind.casefold()}"
        if theirs in zones or (not dot and self._zones_of_kind(theirs)):
            return theirs
        return next((name for name in zones if name.casefold() == text.casefold()), "")

    def _zones_of_kind(self, text: str) -> list[str]:
        """Return the players' zones of this kind: `dead` stands for `A.dead` and `B.dead`."""
        return [name for name in self.pos.table.zones if name.partition(".")[2] == text]

    def _in(self, what: str, zone: str, negated: bool) -> tuple[bool, str]:
        """Judge `ned in A.play` or `ned not in dead`; of several cards of that name, one in the zone is enough."""
        places = [self._place(number) for number in self._components(what)]
        shared = zone in self.pos.table.zones  # a zone of that very name, and no player's of the same kind
        there = any(place == zone or (not shared and place.partition(".")[2] == zone) for place in places)
        return there != negated, f"it is in {', '.join(dict.fromkeys(places))}"

    def _place(self, number: int) -> str:
        return area_of(self.pos, number)

    def _count(self, who: str, what: str, count: int) -> tuple[bool, str]:
        """Judge `A gold 3` or `ned power 2`: tokens of a player or on a card, or cards in a player's zone."""
        player = find_player(who.strip('"'), self.pos.table.seats)
        if player and not (who not in self.pos.table.seats and self._names_card(who)):
            held = self.held(player, what.casefold())
        else:
            number = self._component(who)
            on_it = (name for name in self.pos.entity(number).counters if name.casefold() == what.casefold())
            held = self.pos.table.count(number, next(on_it, what))
        return held == count, f"it is {held}"

    def _names_card(self, text: str) -> bool:
        """Whether a text is a short name or a whole title, so that it is no player's name."""
        return bool(self.names.short_name(text) or self.names.titled(text.strip('"')))

    def held(self, player: str, what: str) -> int:
        """Return how many tokens of a kind, or how many cards in a zone, a player has; `what` names either.

        Cards in play count for their controller. If `what` names both, the tokens are meant; if neither, NotationError
        is raised.
        """
        zone = f"{player}.{what}"
        if zone in self.pos.table.zones and what not in self.pos.pack.notation.counters:
            return sum(1 for number in self.pos.table.entities if self._place(number) == zone)
        return self._tokens(player, what)

    def _tokens(self, player: str, what: str) -> int:
        """Return a player's tokens of a kind; those that lie on cards count on every card the player controls.

        Tokens that a game keeps elsewhere are counted there: a player's markers on a location, say.
        """
        kept = self.pos.pack.notation.kept_as(self.pos, player, what)
        if kept is not None:
            return self.pos.table.count(*kept)
        table, carrier = self.pos.table, self.pos.pack.notation.counters.get(what)
        if carrier is None and what not in table.counters[player]:
            known = sorted(self.pos.pack.notation.counters)
            raise self.error(f"players have no `{what}`; they have {', '.join(known)}{nearest(what, known)}")
        if not carrier:
            return table.count(player, what)
        return sum(entity.counters.get(what, 0) for entity in table.entities.values() if entity.controller == player)

    def _marks(self) -> set[str]:
        notation = self.pos.pack.notation
        return {*notation.marks, *notation.under, *notation.plain, *_FACES}

    def _marked(self, who: str, mark: str, negated: bool) -> tuple[bool, str]:
        """Judge `ned kneeling` or `ned not kneeling`.

        A plain word such as `standing` says that a card does not bear the mark opposed to it. `facedown` and `faceup`
        are no marks, but are asked for in the same way.
        """
        entity = self.pos.entity(self._component(who))
        if mark in _FACES:
            return (entity.up == _FACES[mark]) != negated, f"it lies face{'up' if entity.up else 'down'}"
        marks = entity.marks
        plain = self.pos.pack.notation.plain.get(mark)
        on = mark in marks if plain is None else plain not in marks
        return on != negated, f"it is {', '.join(marks) or 'unmarked'}"

    def _attached(self, what: str, host: str, negated: bool) -> tuple[bool, str]:
        """Judge `ice on ned` or `ice not on ned`; of several cards of that name, one on the other is enough."""
        bearer, hosts = self._component(host), [self.pos.entity(number).host for number in self._components(what)]
        names = [self.pos.pack.name(self.pos, number) for number in dict.fromkeys(hosts) if number]
        return (bearer in hosts) != negated, f"it is on {listed(names)}" if names else "it is on nothing"

    def _component(self, text: str) -> int:
        return self._components(text)[0]

    def _components(self, text: str) -> list[int]:
        """Return the components a name may stand for, at least one; `B."The Hound"` is one that B owns or controls."""
        owner, dot, title = text.partition('."')
        ref = Ref(text.strip('"'), self.line.column, text.startswith('"'))
        if dot and find_player(owner, self.pos.table.seats):
            ref = Ref(title.rstrip('"'), self.line.column, quoted=True, owner=owner)
        found = self.names.components(self.pos.table, ref)
        if not found and not ref.quoted and len(cards := self.names.candidates(self.pos.table, ref)) > 1:
            raise self.error(self.names.several(ref.text, cards))
        if not found and self.names.titled(ref.text):
            whose = f"{ref.owner} has no `{ref.text}`" if ref.owner else f"no `{ref.text}` is"
            raise self.error(f"{whose} on the table")
        if not found:
            raise self.error(
                f"nothing here is called `{ref.text}`{self.names.hint(ref.text, cards_on(self.pos.table))}"
            )
        return found

    def _parsed(self, language: Language, text: str) -> ast.expr:
        """Return a text as a condition of the card language; if it is none, tell all that a statement may be."""
        counted = numbered(text, self.pos.table)
        try:
            return language.parse(counted)
        except WordError as error:
            marks = sorted(self._marks())
            raise WordError(
                f"{error}. A statement may be about a place (`x in A.hand`), a number (`A hand 5`), an attachment "
                f"(`x on y`), a card that is {list_words(marks)} (`x {marks[0]}`), or a condition of the card language"
            ) from None

    def _expression(self, text: str) -> tuple[bool, str]:
        """Judge a condition of the card language; short names and players may stand in it."""
        language = self.pos.pack.dialect.language
        try:
            node = _Named(self).visit(self._parsed(language, text))
            held = is_so(language, node, self.pos)
            return held, "it is so" if held else self._seen(language, node) or "it is not so"
        except WordError as error:
            raise self.error(str(error)) from None
        except (RulesError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise self.error(f"this cannot be computed here ({error})") from None

    def _seen(self, language: Language, node: ast.expr) -> str:
        """Return the number that a comparison was made with, such as "it is 4" for `strength(ned) == 3`; else ""."""
        if not isinstance(node, ast.Compare) or isinstance(node.left, ast.Constant):
            return ""
        value = language.build(node.left)(Context(self.pos, 0, self.pos.first))
        return f"it is {value}" if type(value) is int else ""


def area_of(pos: Position, number: int) -> str:
    """Return the zone a component is in; a component in play counts as in its controller's area."""
    entity = pos.entity(number)
    spec = pos.table.specs[entity.zone]
    theirs = f"{entity.controller}.{entity.zone.partition('.')[2]}"
    return theirs if spec.inplay and spec.owner and theirs in pos.table.zones else entity.zone


class _Named(ast.NodeTransformer):
    """Replaces the short names of components by their numbers, and players by their letters as texts."""

    def __init__(self, state: Statement) -> None:
        self.state = state

    def visit_Name(self, node: ast.Name) -> ast.expr:
        alias = self.state.names.short_name(node.id)
        if alias:
            return ast.Constant(self.state.names.aliases[alias])
        player = find_player(node.id, self.state.pos.table.seats)
        known = node.id in self.state.pos.pack.dialect.language.words
        return ast.Constant(player) if player and (node.id == player or not known) else node


def numbered(text: str, table: Table) -> str:
    """Return a condition with every `#12` written as `12`, since the card language knows components by bare numbers.

    A number that no component on the table has raises WordError.
    """
    for number in _NUMBER.findall(text):
        if int(number) not in table.entities:
            raise WordError(f"no card on the table has the number #{number}")
    return _NUMBER.sub(r"\1", text)


def is_so(language: Language, node: ast.expr, pos: Position) -> bool:
    """Whether a parsed condition of the card language holds at a position.

    `and`, `or` and `not` join conditions. The condition is asked for the first player (`you`), and of no card. A part
    that is no condition raises WordError: a number (compare it), or a word for a trigger or an effect.
    """
    if isinstance(node, ast.BoolOp):
        parts = (is_so(language, part, pos) for part in node.values)
        return all(parts) if isinstance(node.op, ast.And) else any(parts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return not is_so(language, node.operand, pos)
    _refuse_other_kinds(language, node)
    closure = language.build(node)
    try:
        value = closure(Context(pos, 0, pos.first))
    except KeyError as error:
        _raise_unknown(error.args[0] if error.args else "")
    if type(value) is not bool:
        raise WordError(
            f"a statement must be true or false, and this gives {_named_kind(value)}: "
            "compare it with something, as in `strength(ned) == 5`"
        )
    return value


def _refuse_other_kinds(language: Language, node: ast.expr) -> None:
    """Raise an error if a condition uses a word for a trigger, an effect or a grant where a value is needed."""
    leaf = node.func if isinstance(node, ast.Call) else node
    called = [part.func for part in ast.walk(node) if isinstance(part, ast.Call)]
    for name in (leaf, *called):
        word = language.words.get(name.id) if isinstance(name, ast.Name) else None
        if word is not None and word.kind is not Kind.VALUE and (name is leaf or word.kind is Kind.TRIGGER):
            raise WordError(f"`{word.name}` {_NOT_VALUES[word.kind]}")


def _raise_unknown(what: object) -> NoReturn:
    """Raise the error for a component that a condition asks for and that is not there."""
    if what == 0:
        raise WordError("this is said of a card: name one, as in `ned kneeling` or `strength(ned) == 5`")
    if isinstance(what, str):
        raise WordError(f"in a condition a card is written by its short name or number, and `{what}` is neither")
    raise WordError(f"there is no {what!r} here")


def _named_kind(value: object) -> str:
    return "a number" if isinstance(value, int) else f"`{value}`" if isinstance(value, str) else "something else"
