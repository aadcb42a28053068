"""A card as a person reads it, and as data."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from rules.language.cards import Ability, Card, Limit

WIDTH = 96


def lines(card: Card, game: str) -> Iterator[str]:
    """The printed card, top to bottom: name, type and numbers, traits, keywords, abilities."""
    yield f"{'◆ ' if card.unique else ''}{card.name}  ({game}/{card.id})"
    kind = [card.type, card.faction + (" (loyal)" if card.loyal else "")]
    numbers = [f"{name} {_number(card, name)}" for name in card.numbers]
    yield " · ".join(part for part in [*kind, *numbers, ", ".join(card.icons)] if part)
    if card.traits:
        yield ". ".join(card.traits) + "."
    if card.keywords:
        yield " ".join(f"{word[0].upper()}{word[1:].replace('_', ' ')}." for word in card.keywords)
    for ability in card.abilities:
        yield from textwrap.wrap(_ability(ability), WIDTH, initial_indent="  ", subsequent_indent="    ")
    for name, value in card.facts.items():
        yield f"  {name.replace('_', ' ')}: {', '.join(map(str, value)) if isinstance(value, list) else _said(value)}"
    if card.training:
        yield "  (a training card, not of any set)"
    if card.unwritten:
        yield "  (its abilities are not written yet)"


def _number(card: Card, name: str) -> str:
    value = card.numbers[name]
    return "X" if value is None else str(value)


def _said(value: Any) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _ability(ability: Ability) -> str:
    head = f"{ability.phase} {ability.kind}".strip().capitalize() if ability.kind != "constant" else ""
    limits = " ".join(f"({_limit(limit)}.)" for limit in ability.limits)
    return " ".join(part for part in (f"{head}:" if head else "", ability.says, limits) if part)


def _limit(limit: Limit) -> str:
    times = {1: "once", 2: "twice"}.get(limit.count, f"{limit.count} times")
    return f"Max {limit.count} per {limit.period}" if limit.title else f"Limit {times} per {limit.period}"


def as_data(card: Card, game: str) -> dict[str, Any]:
    """Everything known of a card, for `--json`."""
    return {
        "game": game,
        "id": card.id,
        "name": card.name,
        "type": card.type,
        "faction": card.faction,
        "unique": card.unique,
        "loyal": card.loyal,
        "traits": list(card.traits),
        "keywords": list(card.keywords),
        "icons": list(card.icons),
        "numbers": {name: card.numbers[name] for name in card.numbers},
        "abilities": [
            {
                "key": ability.key,
                "kind": ability.kind,
                "phase": ability.phase,
                "says": ability.says,
                "limits": [_limit(limit) for limit in ability.limits],
                "cancellable": ability.cancellable,
            }
            for ability in card.abilities
        ],
        "facts": dict(card.facts),
        "training": card.training,
        "unwritten": card.unwritten,
    }
