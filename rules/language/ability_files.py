"""Reading the `[[card.ability]]` tables of a card file: triggers, costs, targets, sentences and limits."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Any

from rules.errors import nearest
from rules.language.cards import Ability, Choice, Limit, Sentence, Trigger
from rules.language.expressions import Kind, alternatives, called_name, conjuncts, truth
from rules.language.lexicon import Dialect
from rules.language.tables import (
    KeyFault,
    TextCompiler,
    read_choice,
    read_count,
    read_items,
    read_limits,
    read_text,
    read_texts,
)

ABILITY_KEYS = frozenset(
    "kind says phase where when if cost pays target targets do limit max".split()
    + "cancellable to reaches players while grants rule asks later x".split()
)
"""The keys an ability table may have."""
CHOICE_KEYS = frozenset(["choose", "name", "from", "least", "most", "by", "total", "words", "ordered", "count", "aims"])
"""The keys that describe a choice, in the table of a target or cost or of a sentence."""
SENTENCE_KEYS = CHOICE_KEYS | frozenset(["do", "then", "may", "if", "until", "to", "grants", "at"])
"""The keys a sentence of an effect may have."""
RESERVED = frozenset(
    "entity ability player wave moment occurrence playing results repeat repeated shuffle x paid forced".split()
)
"""Names that no choice but `pays` may have: an ability's frame keeps its own data under them."""
CHOOSERS = ("you", "opponent", "each", "chance", "chance each")
"""The fixed values of `by`; any other value is an expression that computes a player."""
_WORD = re.compile("[a-z_]+")
PERIODS = ("moment", "phase", "round", "game")
"""The periods every game has; a pack's dialect may name more."""


class AbilityReader:
    """The reader of ability tables, for one pack's dialect."""

    def __init__(self, dialect: Dialect, texts: TextCompiler) -> None:
        self.texts = texts
        self.words = dialect.language.words
        self.kinds = dialect.kinds
        self.zones = dialect.zone_kinds
        self.usual_limit = dialect.usual_limit
        self.periods = tuple(dict.fromkeys((*PERIODS, *dialect.periods)))

    def ability(self, table: dict[str, Any], card: str, index: int, home: str) -> Ability:
        """Return the ability that a table describes. Raises `KeyFault` with the ability's index if the table is faulty.

        `card` is the card's id; with `index`, which counts from 0, it makes the ability's key. `home` is the zone it
        works from if the table does not say.
        """
        try:
            return self._ability(table, f"{card}#{index + 1}", home)
        except KeyFault as error:
            error.ability = index
            raise

    def _ability(self, table: dict[str, Any], key: str, home: str) -> Ability:
        for name in table:
            if name not in ABILITY_KEYS:
                raise KeyFault(f"unknown key `{name}`{nearest(name, ABILITY_KEYS)}", name)
        kind = read_text(table, "kind")
        if kind not in self.kinds:
            raise KeyFault(f"unknown kind of ability `{kind}`{nearest(kind, self.kinds)}", "kind")
        if not read_text(table, "says"):
            raise KeyFault("an ability needs `says`: its text in your own words", "says")
        triggers = tuple(self._triggers(read_text(table, "when"))) if "when" in table else ()
        if self.kinds[kind] == "triggered" and not triggers:
            raise KeyFault(f"an ability of kind `{kind}` needs `when`", "when")
        return Ability(
            key=key,
            kind=kind,
            says=table["says"],
            slot=kind + ("!" if any(trigger.word.startswith("would") for trigger in triggers) else ""),
            phase=read_text(table, "phase"),
            where=read_text(table, "where") or home,
            triggers=triggers,
            condition=self.texts.of(table, "if"),
            condition_text=read_text(table, "if"),
            cost=tuple(self.texts.effect(self.texts.parse(text, "cost"), "cost") for text in read_texts(table, "cost")),
            cost_choice=self._choice(read_choice(table, "pays"), "paid", "pays") if "pays" in table else None,
            targets=tuple(self._targets(table)),
            sentences=tuple(self._sentence(part) for part in read_items(table, "do")),
            limits=self._limits(table, kind),
            cancellable=bool(table.get("cancellable", True)),
            affects=self.texts.of(table, "to"),
            players=self.texts.of(table, "players"),
            during=self.texts.of(table, "while"),
            grants=tuple(self.texts.grant(text) for text in read_texts(table, "grants")),
            rule=read_text(table, "rule"),
            later=tuple(self._sentence(part) for part in read_items(table, "later")),
            reaches=self._zone(read_text(table, "reaches") or "play", "reaches"),
            x=self.texts.of(table, "x"),
            words=frozenset(_WORD.findall(str(table))) & self.words.keys(),
            asks=read_text(table, "asks"),
        )

    def _limits(self, table: dict[str, Any], kind: str) -> tuple[Limit, ...]:
        """Return the limits of an ability: those the table states, and the dialect's usual one if it states no `limit`.

        The usual limit holds for actions and triggered abilities only; `limit = "unlimited"` turns it off.
        """
        if table.get("limit") == "unlimited":
            return tuple(read_limits({key: value for key, value in table.items() if key != "limit"}, self.periods))
        usual = self.usual_limit
        if usual is None or "limit" in table or self.kinds[kind] not in ("action", "triggered"):
            return tuple(read_limits(table, self.periods))
        return (usual, *read_limits(table, self.periods))

    def _triggers(self, text: str) -> Iterable[Trigger]:
        tree = self.texts.parse(text, "when")
        for branch in alternatives(tree):
            parts = conjuncts(branch)
            named = [part for part in parts if self._is_trigger(part)]
            rest = [self.texts.build(part, "when") for part in parts if part not in named]
            if len(named) != 1:
                raise KeyFault(
                    f"`when` needs exactly one trigger word in `{ast.unparse(branch)}`, it has {len(named)}", "when"
                )
            word, arguments = self.texts.call(named[0], "when")
            yield Trigger(word.name, word.kinds, _matcher(word.call, arguments, rest), ast.unparse(branch))

    def _is_trigger(self, node: ast.expr) -> bool:
        word = self.words.get(called_name(node))
        return word is not None and word.kind is Kind.TRIGGER

    def _targets(self, table: dict[str, Any]) -> Iterable[Choice]:
        if "target" in table:
            yield self._choice(read_choice(table, "target"), "target", "target")
        for part in read_items(table, "targets"):
            if not isinstance(part, dict):
                raise KeyFault("`targets` is a list of tables with `name` and `choose`", "targets")
            yield self._choice(part, read_text(part, "name") or "target", "targets")

    def _choice(self, table: dict[str, Any], name: str, key: str) -> Choice:
        for part in table:
            if part not in SENTENCE_KEYS:
                raise KeyFault(f"unknown key `{part}`{nearest(part, CHOICE_KEYS)}", key)
        text = read_text(table, "choose") or "True"
        zones = read_texts(table, "from") or ("play",)
        for zone in zones:
            self._zone(zone, key)
        accepts = self.texts.compiled(text, key)
        total = self.texts.of(table, "total", key)
        least = read_count(table, "least", 1, key)
        by = read_text(table, "by") or "you"
        name = read_text(table, "name") or name
        if name in RESERVED and key != "pays":
            raise KeyFault(f"`{name}` cannot be the name of a choice; the engine keeps something else under it", key)
        return Choice(
            name=name,
            text=text,
            accepts=accepts,
            zones=zones,
            least=least,
            most=read_count(table, "most", max(1, least), key),
            by=by,
            total=total,
            total_text=read_text(table, "total"),
            words=read_texts(table, "words"),
            ordered=bool(table.get("ordered", False)),
            count=self.texts.of(table, "count"),
            chooser=None if by in CHOOSERS else self.texts.compiled(by, key),
            aims=bool(table.get("aims", True)),
        )

    def _zone(self, zone: str, key: str) -> str:
        if zone not in self.zones:
            raise KeyFault(f"unknown zone `{zone}`{nearest(zone, self.zones)}", key)
        return zone

    def _sentence(self, part: Any) -> Sentence:
        """Return one sentence of an effect, from a text or a table; `then(…)` or `may(…)` may wrap the effect."""
        if isinstance(part, str):
            part = {"do": part}
        if not isinstance(part, dict):
            raise KeyFault("`do` is a list of effects or of tables with `do`", "do")
        for name in part:
            if name not in SENTENCE_KEYS:
                raise KeyFault(f"unknown key `{name}`{nearest(name, SENTENCE_KEYS)}", "do")
        then, may = bool(part.get("then", False)), bool(part.get("may", False))
        choose = self._choice(part, "chosen", "do") if "choose" in part or "words" in part else None
        condition = self.texts.of(part, "if")
        if "until" in part:
            return self._lasting_sentence(part, then, may, condition, choose)
        text = read_text(part, "do")
        if not text and choose is not None:  # it only chooses, for the sentences that follow
            return Sentence((), text, then, may, condition, choose)
        node = self.texts.parse(text, "do")
        while called_name(node) in ("then", "may") and isinstance(node, ast.Call) and len(node.args) == 1:
            then, may = then or called_name(node) == "then", may or called_name(node) == "may"
            node = node.args[0]
        nodes = node.args if isinstance(node, ast.Call) and called_name(node) == "both" else [node]
        return Sentence(
            effects=tuple(self.texts.effect(inner, "do") for inner in nodes),
            text=text,
            then=then,
            may=may,
            condition=condition,
            choose=choose,
        )

    def _lasting_sentence(
        self, part: dict[str, Any], then: bool, may: bool, condition: Any, choose: Choice | None
    ) -> Sentence:
        until, to = read_text(part, "until"), read_text(part, "to") or "target"
        if until not in self.periods:
            raise KeyFault(f"`until` is one of {', '.join(self.periods)}", "do")
        grants = tuple(self.texts.grant(text) for text in read_texts(part, "grants"))
        if not grants:
            raise KeyFault("a lasting effect needs `grants`", "do")
        text = f"until({until}, {to}, {'; '.join(grant.text for grant in grants)})"
        whom = self.texts.compiled(to, "do")
        return Sentence((), text, then, may, condition, choose, until, whom, grants)


def _matcher(call: Any, arguments: list[Any], rest: list[Any]) -> Any:
    """Return the filter of a trigger: its word must accept the occurrence, and every other condition must hold."""

    def matches(ctx: Any) -> bool:
        if not truth(call(ctx, *[argument(ctx) for argument in arguments]), ctx):
            return False
        return all(truth(part(ctx), ctx) for part in rest)

    return matches
