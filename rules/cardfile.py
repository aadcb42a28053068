"""Reading card files: TOML tables compiled into `Card`s, with errors that know their line."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable
from typing import Any

from rules.cards import Ability, Card, Choice, Effect, Grant, Limit, Sentence, Trigger
from rules.errors import CardError, WordError, nearest
from rules.language import Kind, Language, alternatives, called, conjuncts, truth
from rules.pack import Pack
from rules.tables import At, Lines, read_count, read_items, read_limits, read_number, read_table, read_text, read_texts

ABILITY_KEYS = frozenset(
    "kind says phase where when if cost pays target targets do limit max".split()
    + "cancellable to reaches players while grants rule later x".split()
)
CHOICE_KEYS = frozenset(["choose", "name", "from", "least", "most", "by", "total", "words", "ordered", "count"])
SENTENCE_KEYS = CHOICE_KEYS | frozenset(["do", "then", "may", "if", "until", "to", "grants", "at"])
CARD_KEYS = frozenset("id name type faction unique loyal traits keywords icons ability training unwritten facts".split())
RESERVED = frozenset("entity ability player wave moment occurrence playing results repeat repeated shuffle x paid".split())
"""What an ability's frame keeps under these names is its own."""
CHOOSERS = ("you", "opponent", "each", "chance", "chance each")
PERIODS = ("moment", "phase", "round", "game")
"""Every game has these; a pack may name more of its own."""
_CHANGES: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "times", ast.Div: "divide"}
"""How a value may be changed, by the sign it is written with."""


class CardReader:
    """Compiles one file's tables for one pack's language."""

    def __init__(self, pack: Pack) -> None:
        self.language: Language = pack.language
        self.kinds = pack.kinds
        self.numbers = pack.numbers
        self.zones = pack.zone_kinds
        self.homes = pack.homes
        self.signed = pack.signed
        self.filter_facts = pack.filter_facts
        self.usual_limit = pack.usual_limit
        self.periods = tuple(dict.fromkeys((*PERIODS, *pack.periods)))

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
                self.ability(part, table["id"], n, self.homes.get(table["type"], "play")) for n, part in enumerate(abilities)
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
            self._guard("facts", lambda name=name: self.language.compile(str(facts[name])))
            if not isinstance(facts[name], str):
                raise At(f"`{name}` must be a filter, as text", "facts")
        return facts

    def ability(self, table: dict[str, Any], card: str, index: int, home: str) -> Ability:
        """One ability table; `card` and `index` make its key, `home` is where it works from unless it says."""
        try:
            return self._ability(table, f"{card}#{index + 1}", home)
        except At as error:
            error.ability = index
            raise

    def _ability(self, table: dict[str, Any], key: str, home: str) -> Ability:
        for name in table:
            if name not in ABILITY_KEYS:
                raise At(f"unknown key `{name}`{nearest(name, ABILITY_KEYS)}", name)
        kind = read_text(table, "kind")
        if kind not in self.kinds:
            raise At(f"unknown kind of ability `{kind}`{nearest(kind, self.kinds)}", "kind")
        if not read_text(table, "says"):
            raise At("an ability needs `says`: its text in your own words", "says")
        triggers = tuple(self._triggers(read_text(table, "when"))) if "when" in table else ()
        if self.kinds[kind] == "triggered" and not triggers:
            raise At(f"an ability of kind `{kind}` needs `when`", "when")
        return Ability(
            key=key,
            kind=kind,
            says=table["says"],
            slot=kind + ("!" if any(trigger.word.startswith("would") for trigger in triggers) else ""),
            phase=read_text(table, "phase"),
            where=read_text(table, "where") or home,
            triggers=triggers,
            condition=self._closure(table, "if"),
            cost=tuple(self._effect(text, "cost") for text in read_texts(table, "cost")),
            cost_choice=self._choice(read_table(table, "pays"), "paid", "pays") if "pays" in table else None,
            targets=tuple(self._targets(table)),
            sentences=tuple(self._sentence(part) for part in read_items(table, "do")),
            limits=self._limits(table, kind),
            cancellable=bool(table.get("cancellable", True)),
            affects=self._closure(table, "to"),
            players=self._closure(table, "players"),
            during=self._closure(table, "while"),
            grants=tuple(self._grant(text) for text in read_texts(table, "grants")),
            rule=read_text(table, "rule"),
            later=tuple(self._sentence(part) for part in read_items(table, "later")),
            reaches=self._zone(read_text(table, "reaches") or "play", "reaches"),
            x=self._closure(table, "x"),
        )

    def _limits(self, table: dict[str, Any], kind: str) -> tuple[Limit, ...]:
        """What is written; where a game limits every use unless told otherwise, that limit if nothing else is said."""
        if table.get("limit") == "unlimited":
            return tuple(read_limits({key: value for key, value in table.items() if key != "limit"}, self.periods))
        usual = self.usual_limit
        if usual is None or "limit" in table or self.kinds[kind] not in ("action", "triggered"):
            return tuple(read_limits(table, self.periods))
        return (usual, *read_limits(table, self.periods))

    def _triggers(self, text: str) -> Iterable[Trigger]:
        tree = self._parse(text, "when")
        for branch in alternatives(tree):
            parts = conjuncts(branch)
            named = [part for part in parts if self._is_trigger(part)]
            rest = [self._guard("when", lambda part=part: self.language.build(part)) for part in parts if part not in named]
            if len(named) != 1:
                raise At(f"`when` needs exactly one trigger word in `{ast.unparse(branch)}`, it has {len(named)}", "when")
            word, arguments = self._guard("when", lambda node=named[0]: self.language.call(node))
            yield Trigger(word.name, word.kinds, _matcher(word.call, arguments, rest))

    def _is_trigger(self, node: ast.expr) -> bool:
        word = self.language.words.get(called(node))
        return word is not None and word.kind is Kind.TRIGGER

    def _targets(self, table: dict[str, Any]) -> Iterable[Choice]:
        if "target" in table:
            value = table["target"]
            yield self._choice({"choose": value} if isinstance(value, str) else read_table(table, "target"), "target", "target")
        for part in read_items(table, "targets"):
            if not isinstance(part, dict):
                raise At("`targets` is a list of tables with `name` and `choose`", "targets")
            yield self._choice(part, read_text(part, "name") or "target", "targets")

    def _choice(self, table: dict[str, Any], name: str, key: str) -> Choice:
        for part in table:
            if part not in SENTENCE_KEYS:
                raise At(f"unknown key `{part}`{nearest(part, CHOICE_KEYS)}", key)
        text = read_text(table, "choose") or "True"
        zones = read_texts(table, "from") or ("play",)
        for zone in zones:
            self._zone(zone, key)
        accepts = self._guard(key, lambda: self.language.compile(text))
        total = self._guard(key, lambda: self.language.compile(read_text(table, "total"))) if "total" in table else None
        least = read_count(table, "least", 1, key)
        by = read_text(table, "by") or "you"
        name = read_text(table, "name") or name
        if name in RESERVED and key != "pays":
            raise At(f"`{name}` cannot be the name of a choice; the engine keeps something else under it", key)
        return Choice(
            name=name,
            text=text,
            accepts=accepts,
            zones=zones,
            least=least,
            most=read_count(table, "most", max(1, least), key),
            by=by,
            total=total,
            words=read_texts(table, "words"),
            ordered=bool(table.get("ordered", False)),
            count=self._closure(table, "count"),
            chooser=None if by in CHOOSERS else self._guard(key, lambda: self.language.compile(by)),
        )

    def _zone(self, zone: str, key: str) -> str:
        if zone not in self.zones:
            raise At(f"unknown zone `{zone}`{nearest(zone, self.zones)}", key)
        return zone

    def _sentence(self, part: Any) -> Sentence:
        if isinstance(part, str):
            part = {"do": part}
        if not isinstance(part, dict):
            raise At("`do` is a list of effects or of tables with `do`", "do")
        for name in part:
            if name not in SENTENCE_KEYS:
                raise At(f"unknown key `{name}`{nearest(name, SENTENCE_KEYS)}", "do")
        then, may = bool(part.get("then", False)), bool(part.get("may", False))
        choose = self._choice(part, "chosen", "do") if "choose" in part or "words" in part else None
        condition = self._closure(part, "if")
        if "until" in part:
            return self._lasting(part, then, may, condition, choose)
        text = read_text(part, "do")
        node = self._parse(text, "do")
        while called(node) in ("then", "may") and isinstance(node, ast.Call) and len(node.args) == 1:
            then, may = then or called(node) == "then", may or called(node) == "may"
            node = node.args[0]
        nodes = node.args if isinstance(node, ast.Call) and called(node) == "both" else [node]
        return Sentence(
            effects=tuple(self._effect_of(inner, "do") for inner in nodes),
            text=text,
            then=then,
            may=may,
            condition=condition,
            choose=choose,
        )

    def _lasting(self, part: dict[str, Any], then: bool, may: bool, condition: Any, choose: Choice | None) -> Sentence:
        until, to = read_text(part, "until"), read_text(part, "to") or "target"
        if until not in self.periods:
            raise At(f"`until` is one of {', '.join(self.periods)}", "do")
        grants = tuple(self._grant(text) for text in read_texts(part, "grants"))
        if not grants:
            raise At("a lasting effect needs `grants`", "do")
        text = f"until({until}, {to}, {'; '.join(grant.text for grant in grants)})"
        whom = self._guard("do", lambda: self.language.compile(to))
        return Sentence((), text, then, may, condition, choose, until, whom, grants)

    def _effect(self, text: str, key: str) -> Effect:
        return self._effect_of(self._parse(text, key), key)

    def _effect_of(self, node: ast.expr, key: str) -> Effect:
        word, arguments = self._guard(key, lambda: self.language.call(node))
        if word.kind is not Kind.EFFECT:
            raise At(f"`{word.name}` is a {word.kind} word; `{key}` needs something that happens", key)
        return Effect(word, tuple(arguments), ast.unparse(node))

    def _grant(self, text: str) -> Grant:
        node = self._parse(text, "grants")
        if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Name) and type(node.op) in _CHANGES:
            how = _CHANGES[type(node.op)]
            amount = self._guard("grants", lambda: self.language.build(node.right))
            return Grant("modify", self._symbol(node.left.id), amount, how, text)
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and isinstance(node.ops[0], ast.Eq):
            amount = self._guard("grants", lambda: self.language.build(node.comparators[0]))
            return Grant("modify", self._symbol(node.left.id), amount, "set", text)
        word, arguments = self._guard("grants", lambda: self.language.call(node))
        if word.kind is not Kind.GRANT:
            raise At(f"`{word.name}` is a {word.kind} word; `grants` needs something a card can be given", "grants")
        about, amount = word.call(None, *[argument(None) for argument in arguments[:1]]), None
        if len(arguments) > 1:
            amount = arguments[1]
        return Grant(word.name, about, amount, "has", text)

    def _symbol(self, name: str) -> str:
        if name not in self.language.symbols:
            raise At(f"unknown value `{name}`{nearest(name, self.language.symbols)}", "grants")
        return name

    def _closure(self, table: dict[str, Any], key: str) -> Any:
        if key not in table:
            return None
        return self._guard(key, lambda: self.language.compile(read_text(table, key)))

    def _parse(self, text: str, key: str) -> ast.expr:
        node: ast.expr = self._guard(key, lambda: self.language.parse(text))
        return node

    def _guard(self, key: str, compute: Any) -> Any:
        try:
            return compute()
        except WordError as error:
            raise At(str(error), key) from None


def _matcher(call: Any, arguments: list[Any], rest: list[Any]) -> Any:
    def matches(ctx: Any) -> bool:
        if not truth(call(ctx, *[argument(ctx) for argument in arguments]), ctx):
            return False
        return all(truth(part(ctx), ctx) for part in rest)

    return matches


def _repeated(cards: list[Card], file: str, finder: Lines) -> list[CardError]:
    seen: set[str] = set()
    problems = []
    for index, card in enumerate(cards):
        if card.id in seen:
            problems.append(CardError(f"card id `{card.id}` is used twice", file, finder.line(index, -1, "id")))
        seen.add(card.id)
    return problems
