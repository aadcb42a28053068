"""Expressions of the card language told in words: what one needs of the table, and what is so instead.

`strength <= 4`, judged of The Hound, is told as "the STR of The Hound must be at most 4" and "it is 5". Each word of
the language brings its own phrase (`Word.told`, else `Word.says`); what has none is told by the card's own text.
"""

from __future__ import annotations

import ast
import re
from typing import Any, NamedTuple

from rules.errors import WordError
from rules.kernel.context import Context
from rules.kernel.names import listed, with_article
from rules.language.expressions import Kind, Word, alternatives, called_name, conjuncts, truth
from rules.language.phrases import briefly_denied, denied, has_verb, must, predicate

_COMPARED = {
    ast.Eq: "exactly",
    ast.NotEq: "other than",
    ast.Lt: "less than",
    ast.LtE: "at most",
    ast.Gt: "more than",
    ast.GtE: "at least",
}
_SUBJECT = re.compile(r"^(the (card|character|ring|province|tactic|attachment)|it)(?= )")
_SOME_CARD = re.compile(r"\b(?<!on )a (card|character|province)\b")
"""The card that the words of a trigger speak of: "as a character is killed"."""
_TYPE = re.compile(r"^\{it\} is an? ([\w ]+)$")
_ADJECTIVE = re.compile(r"^is (\w+)$")


class Told(NamedTuple):
    """A failed requirement in words: what was needed, and what is so instead.

    `saw` may lean on `needed` ("it is 5"); `fact` is the same as a sentence of its own ("the STR of The Hound is 5").
    `near` says that it tells of an occurrence of another kind about the very component that a trigger asks for.
    """

    needed: str
    saw: str
    fact: str = ""
    near: bool = False


class Teller:
    """Tells expressions of the card language in words, for one context.

    `it` is what the card being judged is called; by default its name.
    """

    def __init__(self, context: Context, it: str = "") -> None:
        self.context, self.pos = context, context.pos
        self.language = self.pos.pack.dialect.language
        self.it = it

    def why_not(self, text: str) -> Told | None:
        """Return what an expression that does not hold needs, and what is so instead; None if a word has no phrase."""
        try:
            return self._why_not(self.language.tree(text))
        except WordError:
            return None

    def described(self, text: str) -> str:
        """Return the cards that a filter accepts as a noun: "a kneeling character of Anna"; "" if it has no phrase."""
        try:
            return with_article(self._noun_phrase(self.language.tree(text)))
        except WordError:
            return ""

    def states(self, text: str) -> str:
        """Return an expression as a sentence that states a fact, a trigger without its word; "" if it has no phrase."""
        node = self.language.tree(text)
        triggers = any(self._is_trigger(part) for part in conjuncts(node))
        parts = self._trigger_parts(text)[1:] if triggers else [node]
        try:
            return " and ".join(self._sentence(part) for part in parts) or self.trigger(text)
        except WordError:
            return ""

    def trigger(self, text: str, named: bool = False) -> str:
        """Return what an ability answers, by one alternative of its trigger: "when a challenge is won".

        If it asks for its own card or for the one it is attached to, `named` puts the name of that card in:
        "when Shireen Baratheon is killed".
        """
        asked = self._trigger_parts(text)[0]
        word = self._word(asked)
        assert word is not None
        says = word.says
        if named and isinstance(asked, ast.Call) and called_name(asked.args[0]) in ("self", "attached"):
            name = self._shown(asked.args[0])
            says = _SOME_CARD.sub(lambda _: name, says, count=1) if name else says
        return says if says.startswith("as ") else f"when {says}"

    def trigger_failure(self, text: str) -> Told | None:
        """Return the condition of a trigger that the occurrence fails; None if none is found, or it has no phrase."""
        for part in self._trigger_parts(text)[1:]:
            try:
                if not self._holds(part):
                    return self._why_not(part)
            except WordError:
                return None
        return None

    def accepts(self, text: str) -> bool:
        """Whether a trigger asks something of the component of an occurrence, and that component is such a one.

        The kind of the occurrence is not asked: `killed(controller == you)` accepts a card of yours that is saved.
        """
        parts = self._trigger_parts(text)[1:]
        try:
            return bool(parts) and all(self._holds(part) for part in parts)
        except WordError:
            return False

    def _trigger_parts(self, text: str) -> list[ast.expr]:
        """Return the trigger word of an alternative, then its conditions, those among its arguments first."""
        named, *rest = sorted(conjuncts(self.language.tree(text)), key=lambda part: not self._is_trigger(part))
        arguments = named.args if isinstance(named, ast.Call) else []
        return [named, *(part for argument in arguments for part in conjuncts(argument)), *rest]

    def _is_trigger(self, node: ast.expr) -> bool:
        word = self._word(node)
        return word is not None and word.kind is Kind.TRIGGER

    # --- what fails -------------------------------------------------------------------------------------------------

    def _why_not(self, node: ast.expr) -> Told:
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            return self._why_not(next((part for part in conjuncts(node) if not self._holds(part)), node.values[0]))
        if isinstance(node, ast.BoolOp):
            told = [self._why_not(part) for part in alternatives(node)]
            first, *rest = [one.fact for one in told]
            same = f"{self._it()} "
            facts = " and ".join((first, *(predicate(fact) if fact.startswith(same) else fact for fact in rest)))
            return Told(", or ".join(one.needed for one in told), facts, facts)
        if isinstance(node, ast.UnaryOp):
            says = self._sentence(node.operand)
            return Told(must(says, "not"), says, says)
        if isinstance(node, ast.Compare):
            return self._compared(node)
        if called_name(node) == "exists":
            assert isinstance(node, ast.Call)
            wanted = with_article(self._noun_phrase(node.args[0]))
            return Told(f"there must be {wanted}", "there is none", f"there is not {wanted}")
        if self._is_thing(node):
            wanted, it = self._wanted(node), self._it()
            if it == wanted:  # two copies of a card have one name
                return Told(f"this must be this copy of {wanted}", "it is another copy", f"it is another copy of {it}")
            return Told(f"this must be {wanted}", f"it is {it}", f"{it} is not {wanted}")
        says = self._sentence(node)
        return Told(must(says), briefly_denied(says), denied(says))

    def _compared(self, node: ast.Compare) -> Told:
        left, right = node.left, node.comparators[0]
        op, word = type(node.ops[0]), self._word(left)
        if word is not None and "{value}" in word.told:
            found = self._shown(left)
            if _is_nothing(right):  # `challenge != ""`
                says = self._filled(word, left, "under way")
                needed = with_article(must(says).removeprefix("the "))
                return Told(needed, "there is none now", denied(says))
            equal = self._filled(word, left, self._other(right))
            if op is ast.NotEq:
                return Told(must(equal, "not"), equal, equal)
            other = self._filled(word, left, found) if found else ""
            return Told(must(equal), other or "there is none now", other or denied(equal))
        if op in (ast.Eq, ast.NotEq) and not self._is_number(left):
            no = "not " if op is ast.NotEq else ""
            noun, found = self._noun(left), self._shown(left)
            return Told(f"{noun} must {no}be {self._other(right)}", f"it is {found}", f"{noun} is {found}")
        asked = f"{self._noun(left)} must be {_COMPARED[op]} {self._noun(right)}"
        found = f"is {self._value(left)}"
        if not isinstance(right, ast.Constant):
            found = f"{found}, against {self._value(right)}"
        return Told(asked, f"it {found}", f"{self._noun(left)} {found}")

    # --- sentences and nouns ----------------------------------------------------------------------------------------

    def _sentence(self, node: ast.expr) -> str:
        """Return an expression as a sentence that states a fact."""
        if isinstance(node, ast.BoolOp):
            joint = " and " if isinstance(node.op, ast.And) else " or "
            first, *rest = [self._sentence(part) for part in node.values]
            return joint.join((first, *(predicate(says) if says.startswith(self._it()) else says for says in rest)))
        if isinstance(node, ast.UnaryOp):
            return denied(self._sentence(node.operand))
        if isinstance(node, ast.Compare):
            return self._comparison(node)
        word = self._word(node)
        if called_name(node) == "exists":
            assert isinstance(node, ast.Call)
            return f"there is {with_article(self._noun_phrase(node.args[0]))}"
        if word is None or self._is_thing(node):
            return f"{self._it()} is {self._wanted(node)}"
        return self._filled(word, node, "")

    def _is_thing(self, node: ast.expr) -> bool:
        """Whether a filter is a word for a card or several: it accepts those, and is no sentence."""
        word = self._word(node)
        return word is None or word.name in _CARDS or (bool(word.told) and not has_verb(word.told))

    def _comparison(self, node: ast.Compare) -> str:
        left, right = node.left, node.comparators[0]
        op, word = type(node.ops[0]), self._word(left)
        if word is not None and "{value}" in word.told:
            equal = self._filled(word, left, self._shown(right) or "under way")
            return denied(equal) if op is ast.NotEq and not _is_nothing(right) else equal
        if op in (ast.Eq, ast.NotEq) and not self._is_number(left):
            return f"{self._noun(left)} is {'not ' if op is ast.NotEq else ''}{self._other(right)}"
        return f"{self._noun(left)} is {_COMPARED[op]} {self._noun(right)}"

    def _wanted(self, node: ast.expr) -> str:
        """Return the cards that an expression computes: by the word's phrase, else by their names."""
        word = self._word(node)
        return self._filled(word, node, "") if word is not None and word.told else self._shown(node)

    def _noun(self, node: ast.expr) -> str:
        """Return an expression that computes a number or a card as a noun: "the STR of The Hound"."""
        if called_name(node) == "it":
            return self._it()
        if called_name(node) == "count":
            assert isinstance(node, ast.Call)
            return f"the number of {_plural(self._noun_phrase(node.args[0]))}"
        word = self._word(node)
        if word is not None and word.told and "{value}" not in word.told:
            return self._filled(word, node, "")
        if isinstance(node, ast.BinOp) or word is None or called_name(node) in (*_CARDS, "if_so", "x", "size"):
            return self._shown(node)
        if isinstance(self._value(node), str):
            return self._shown(node)
        raise WordError(f"no phrase for the word `{word.name}`")

    def _is_number(self, node: ast.expr) -> bool:
        """Whether an expression computes a number, and not a card, a player or a word."""
        return called_name(node) not in _CARDS and isinstance(self._value(node), int)

    def _noun_phrase(self, node: ast.expr) -> str:
        """Return the cards that a filter accepts as a noun without its article."""
        noun, of, adjectives, clauses = "card", "", list[str](), list[str]()
        inner = Teller(self.context, "it")
        for part in conjuncts(node):
            kind = self._type_noun(part)
            if kind:
                noun = kind
            elif isinstance(part, ast.Compare) and called_name(part.left) in ("controller", "owner"):
                of = self._whose(part)
            else:
                inner._add_clause(part, adjectives, clauses)
        return f"{' '.join([*adjectives, noun])}{of}{' and'.join(clauses)}"

    def _whose(self, node: ast.Compare) -> str:
        """Return who controls or owns a card, to stand behind a noun: " of Anna", " owned by Anna"."""
        who, equal = self._shown(node.comparators[0]), isinstance(node.ops[0], ast.Eq)
        if called_name(node.left) == "owner":
            return f" {'' if equal else 'not '}owned by {who}"
        return f" of {who}" if equal else f" that {who} does not control"

    def _add_clause(self, part: ast.expr, adjectives: list[str], clauses: list[str]) -> None:
        says = self._sentence(part)
        of_it = re.match(r"^the (.+) of it (is .+)$", says)
        if of_it:
            clauses.append(f" whose {of_it[1]} {of_it[2]}")
        elif not says.startswith("it "):
            clauses.append(f" where {says}")
        elif _ADJECTIVE.match(predicate(says)):
            adjectives.append(predicate(says).removeprefix("is "))
        else:
            clauses.append(f" that {predicate(says)}")

    def _type_noun(self, node: ast.expr) -> str:
        """Return the type of card that a word asks for, or several joined by "or"; "" for any other expression."""
        kinds = []
        for part in alternatives(node):
            word = self._word(part) if isinstance(part, ast.Name) else None
            found = _TYPE.match(_template(word)) if word is not None else None
            if found is None:
                return ""
            kinds.append(found[1])
        return " or ".join(kinds)

    # --- values -----------------------------------------------------------------------------------------------------

    def _filled(self, word: Word, node: ast.expr, value: str) -> str:
        """Return a word's phrase with its places filled."""
        arguments = node.args if isinstance(node, ast.Call) else []
        shown = [self._argument(word, at, argument) for at, argument in enumerate(arguments)]
        it = self._it()
        if shown and f"{{{len(shown) - 1}}}" not in _template(word):
            it = shown[-1]  # the card the word asks about, where it names another than the one being judged
        names = {"it": it, "self": self._name(self.context.self), "you": self.pos.player_name(self.context.you)}
        try:
            return _template(word).format(*shown, **names, value=value)
        except IndexError:  # an argument that was left out
            return _template(word).format(*shown, names["you"], **names, value=value)

    def _argument(self, word: Word, at: int, node: ast.expr) -> str:
        reading = word.reading(at)
        if reading == "filter":
            return self._noun_phrase(node)
        if reading in ("symbol", "text"):
            text = node.value if isinstance(node, ast.Constant) else ast.unparse(node)
            return self._faction(str(text)) or str(text).replace("_", " ")
        # cards are named, unless the word has a phrase: a deck's top cards are not for everybody to know
        return self._wanted(node) if called_name(node) not in _CARDS and self._is_thing(node) else self._shown(node)

    def _faction(self, word: str) -> str:
        """Return what a faction is called: "House Stark" by the title of its card, else "Crane"; "" for other words."""
        belonging = [card for card in self.pos.pack.cards.values() if card.faction == word]
        titled = next((card.name for card in belonging if card.type == "faction"), "")
        return titled or (word.title() if belonging else "")

    def _shown(self, node: ast.expr) -> str:
        """Return the value of an expression: a number, the names of cards, a player's name, or the word itself."""
        value = self._value(node)
        if isinstance(value, bool):
            return "so" if value else "not so"
        if isinstance(value, list):
            return listed([self._one_shown(one) for one in value])
        if isinstance(value, int) and called_name(node) not in _CARDS:
            return str(value)
        return self._one_shown(value)

    def _other(self, node: ast.expr) -> str:
        """Return the right side of a comparison as `_shown` does.

        Raises `WordError` if it is nothing, such as the player who controls the bearer of a card without one.
        """
        shown = self._shown(node) or ("what is named" if called_name(node) == "said" else "")
        if not shown:
            raise WordError(f"`{ast.unparse(node)}` has no meaning here")
        return shown

    def _one_shown(self, value: Any) -> str:
        if isinstance(value, int):
            return self._name(value)
        if value in self.pos.table.seats:
            return self.pos.player_name(value)
        return str(value).replace("_", " ")

    def _value(self, node: ast.expr) -> Any:
        try:
            return self.language.build(node)(self.context)
        except KeyError:  # it asks about a card that is not there, such as the bearer of a card that nothing bears
            raise WordError(f"`{ast.unparse(node)}` has no value here") from None

    def _holds(self, node: ast.expr) -> bool:
        return truth(self._value(node), self.context)

    def _word(self, node: ast.expr) -> Word | None:
        return self.language.words.get(called_name(node))

    def _it(self) -> str:
        return self.it or self._name(self.context.it)

    def _name(self, number: int) -> str:
        return self.pos.pack.name(self.pos, number) if number in self.pos.table.entities else "nothing"


_CARDS = frozenset("self it attached host first faction house happening_to".split())
"""Words that compute one card, where a number would be a component's."""


def _template(word: Word) -> str:
    """Return the phrase of a word, with places to fill."""
    return word.told or _SUBJECT.sub("{it}", word.says)


def _plural(noun: str) -> str:
    """Return a noun phrase in the plural: "honored character of Anna" becomes "honored characters of Anna"."""
    head, place, rest = re.match(r"^(.+?)((?: of | that | whose | where ).*)?$", noun), "", ""
    assert head is not None
    place, rest = head[1], head[2] or ""
    several = f"{place[:-1]}ies" if place.endswith("y") else f"{place}s"
    return several + rest.replace(" that is ", " that are ").replace(" that has ", " that have ")


def _is_nothing(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == ""
