"""Cards, card files and decks in words, and as data for `--json`.

A line is a text, or a pair: the beginning that is set off (bold on a terminal) and the rest.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from replays.cards.card_rules import CardRule
from replays.cards.checks import CardFileReport
from replays.cards.shown_card import ShownCard, TouchingCase
from rules.kernel.names import with_article
from rules.language.cards import Ability, Card, DeckCheck, Limit, Number
from rules.language.expressions import alternatives, conjuncts

Line = str | tuple[str, str]

MOST_RULES = 5
"""The most clauses that are shown for a card which a search of the rules names."""
ATTACHES = "attaches"
"""The fact of a card file that says where an attachment may be, as a filter of the card language."""
FILLED_IN = ("stand_in", "illustrative")
"""The facts that list what a card file fills in because no text that we have says it."""
STATED = "stated"
"""The fact that lists the little that a text says of a card; the rest is filled in."""
X_MEANS = {
    ("x", "answered cost"): "X is the printed cost of the event it answers",
    ("x", "named"): "X is a number that its player names",
}
"""What X in a card's cost means, by the fact of its file."""
WIDTH = 96
"""Characters of a line of an ability; longer ones are wrapped."""


def found_lines(found: Iterable[ShownCard]) -> Iterator[Line]:
    """Yield each card that was found as it is printed, with its rules and cases, and an empty line between two."""
    for at, one in enumerate(found):
        if at:
            yield ""
        first, *rest = card_lines(one.card, one.game)
        yield first, ""
        yield from rest
        yield from _known_lines(one)


def found_card_lines(game: str, card: Card, rules: Sequence[CardRule]) -> Iterator[Line]:
    """Yield a card that a search of the rules names, and the clauses it turns on, as many as `MOST_RULES`."""
    yield f"{game}/{card.id}", f"  {card.name} (card)"
    yield from (f"    {rule.rule} {rule.says}" for rule in rules[:MOST_RULES])


def _known_lines(shown: ShownCard) -> Iterator[str]:
    """Yield the rules of a card, the playthroughs that name it, and the cases it takes part in."""
    cases = [f"{case.case} ({case.status}): {case.question}" for case in shown.cases]
    groups = [("rules", [rule.rule for rule in shown.rules]), ("examples", list(shown.examples)), ("cases", cases)]
    for label, names in groups:
        if names:
            separator = "; " if label == "cases" else ", "
            text = f"{label}: {separator.join(names)}"
            yield from textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def card_lines(card: Card, game: str) -> Iterator[str]:
    """Yield a card as it is printed, top to bottom: name, type and numbers, traits, keywords, abilities."""
    yield f"{'◆ ' if card.unique else ''}{card.name}  ({game}/{card.id})"
    kind = [card.type, card.faction + (" (loyal)" if card.loyal else "")]
    numbers = [f"{name.replace('_', ' ')} {card.shown(name)}" for name in card.numbers]
    yield " · ".join(part for part in [*kind, *numbers, ", ".join(card.icons)] if part)
    if card.traits:
        yield ". ".join(card.traits) + "."
    if card.keywords:
        yield " ".join(f"{word[0].upper()}{word[1:].replace('_', ' ')}." for word in card.keywords)
    for ability in card.abilities:
        yield from textwrap.wrap(ability_words(ability), WIDTH, initial_indent="  ", subsequent_indent="    ")
    for name, value in card.facts.items():
        yield f"  {fact_words(name, value)}"
    if card.training:
        yield "  (a training card, not of any set)"
    if card.unwritten:
        yield "  (its abilities are not written yet)"


def fact_words(name: str, value: Any) -> str:
    """Return a fact of a card file in words: "banner: stark", or a phrase where its name would not be understood."""
    noun = _described(str(value)) if name == ATTACHES else ""
    if noun:
        return f"attaches to {noun}"
    if (name, str(value)) in X_MEANS:
        return X_MEANS[name, str(value)]
    if name in FILLED_IN:
        return f"not in the book's text, so filled in: {value_words(value)}"
    if name == STATED:
        return f"from the book's text: {value_words(value) or 'nothing'}; the rest is filled in"
    return f"{name.replace('_', ' ')}: {value_words(value)}"


def _described(text: str) -> str:
    """Return the cards that a filter of a card file accepts as a noun: "a Bushi character you control".

    "" if a part of the filter is none of the usual ones: a type, `unique`, a trait, a faction, whose card it is.
    """
    before, noun, behind = list[str](), "card", list[str]()
    for part in conjuncts(ast.parse(text, mode="eval").body):
        named = [_argument(one) for one in alternatives(part)]
        says = ast.unparse(part)
        if says == "controller == you":
            behind.append("you control")
        elif says == "unique":
            before.insert(0, "unique")
        elif isinstance(part, ast.Name):
            noun = part.id
        elif all(word == "trait" for word, _ in named):
            before.append(" or ".join(trait for _, trait in named))
        elif all(word == "faction_is" for word, _ in named):
            behind.append(f"of the faction {' or '.join(faction for _, faction in named)}")
        else:
            return ""
    return with_article(" ".join([*before, noun, *behind]))


def _argument(node: ast.expr) -> tuple[str, str]:
    """Return a word of the card language with its one argument; two empty texts for anything else."""
    if not isinstance(node, ast.Call) or len(node.args) != 1 or not isinstance(node.func, ast.Name):
        return "", ""
    (value,) = node.args
    return node.func.id, str(value.value) if isinstance(value, ast.Constant) else ast.unparse(value)


def value_words(value: Any) -> str:
    """Return a fact of a card in words: a list with commas, yes or no, or the value itself."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def ability_words(ability: Ability) -> str:
    """Return an ability as it is printed: `Reaction: After … . (Limit once per round.)`."""
    head = f"{ability.phase} {ability.kind}".strip().capitalize() if ability.kind != "constant" else ""
    limits = " ".join(f"({_limit_words(limit)}.)" for limit in ability.limits)
    return " ".join(part for part in (f"{head}:" if head else "", ability.says, limits) if part)


def _limit_words(limit: Limit) -> str:
    times = {1: "once", 2: "twice"}.get(limit.count, f"{limit.count} times")
    return f"Max {limit.count} per {limit.period}" if limit.title else f"Limit {times} per {limit.period}"


class AbilityData(msgspec.Struct, frozen=True):
    """An ability of a card: the limits in words, and whether it can be cancelled."""

    key: str
    kind: str
    phase: str
    says: str
    limits: list[str]
    cancellable: bool


class CardData(msgspec.Struct, frozen=True):
    """Everything known of a card, as `cards show --json` prints it: what is printed on it, its rules, where it occurs.

    `dashes` names the numbers that are printed as a dash. `facts` holds what only some games print.
    """

    game: str
    id: str
    name: str
    type: str
    faction: str
    unique: bool
    loyal: bool
    traits: tuple[str, ...]
    keywords: tuple[str, ...]
    icons: tuple[str, ...]
    numbers: dict[str, Number]
    dashes: list[str]
    abilities: list[AbilityData]
    facts: dict[str, Any]
    training: bool
    unwritten: bool
    rules: tuple[CardRule, ...]
    examples: tuple[str, ...]
    cases: tuple[TouchingCase, ...]


def shown_data(shown: ShownCard) -> CardData:
    """Return everything known of a card, for `cards show --json`."""
    card = shown.card
    return CardData(
        *(shown.game, card.id, card.name, card.type, card.faction, card.unique, card.loyal),
        *(tuple(card.traits), tuple(card.keywords), tuple(card.icons)),
        numbers=dict(card.numbers),
        dashes=sorted(card.dashes),
        abilities=[_ability_data(ability) for ability in card.abilities],
        facts=dict(card.facts),
        training=card.training,
        unwritten=card.unwritten,
        rules=tuple(shown.rules),
        examples=tuple(shown.examples),
        cases=tuple(shown.cases),
    )


def _ability_data(ability: Ability) -> AbilityData:
    limits = [_limit_words(limit) for limit in ability.limits]
    return AbilityData(ability.key, ability.kind, ability.phase, ability.says, limits, ability.cancellable)


def card_file_line(file: str, report: CardFileReport) -> str:
    """Return how many cards of a file can be used, for which game, and how many errors it has."""
    blank = sum(1 for card in report.cards if card.unwritten)
    state = f", {blank} with abilities to be written" if blank else ""
    cards, errors = _amount(len(report.cards), "card"), _amount(len(report.problems), "error")
    return f"{file}: {cards} of {report.game} can be used{state}; {errors}"


class CardFileProblem(msgspec.Struct, frozen=True):
    """An error in a card file."""

    file: str
    line: int
    says: str


class CardFileData(msgspec.Struct, frozen=True):
    """What a card file holds, as `cards check --json` prints it: the ids of the cards that can be used, every error."""

    game: str
    cards: list[str]
    problems: list[CardFileProblem]


def card_file_data(file: str, report: CardFileReport) -> CardFileData:
    """Return what a card file holds and what is wrong with it, for `cards check --json`."""
    problems = [CardFileProblem(file, problem.line, problem.says) for problem in report.problems]
    return CardFileData(report.game, [card.id for card in report.cards], problems)


def imported_note(count: int, game: str, output: str | None) -> str:
    """Return how many cards a public list gave, where they were written, and what to do next."""
    where = f" in {output}" if output else ""
    return f"{_amount(count, 'card')} of {game}{where}; write their abilities, then `lastword cards check`"


def deck_lines(file: str, checks: Sequence[DeckCheck]) -> Iterator[str]:
    """Yield every condition of a legal deck with its mark, line and rule, then whether the deck is legal."""
    for check in checks:
        where = f"{file}:{check.line}: " if check.line else ""
        yield f"{'✓' if check.holds else '✗'} {where}{check.says}  [{check.rule}]"
    broken = sum(1 for check in checks if not check.holds)
    yield f"not legal: {_amount(broken, 'problem')}" if broken else "legal"


class DeckData(msgspec.Struct, frozen=True):
    """A deck, as `cards deck --json` prints it: whether it is legal, and every condition of that."""

    game: str
    legal: bool
    checks: tuple[DeckCheck, ...]


def deck_data(game: str, checks: Sequence[DeckCheck]) -> DeckData:
    """Return every condition of a legal deck and whether all hold, for `cards deck --json`."""
    return DeckData(game, all(check.holds for check in checks), tuple(checks))


def _amount(number: int, noun: str) -> str:
    # This room may not import `wording`, which counts for all the others.
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
