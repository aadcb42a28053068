"""Reading the tables of a TOML file key by key, with errors that know their line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from rules.cards import Limit


class At(Exception):
    """A problem at a key of a card, before its line is known."""

    def __init__(self, says: str, key: str, ability: int = -1) -> None:
        super().__init__(says)
        self.key, self.ability = key, ability


class Lines:
    """Finds the line of a key in the n-th card and its n-th ability."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.cards = [n for n, line in enumerate(self.lines) if line.strip().startswith("[[card]]")]

    def line(self, card: int, ability: int, key: str) -> int:
        if card >= len(self.cards):
            return 1
        start = self.cards[card]
        end = self.cards[card + 1] if card + 1 < len(self.cards) else len(self.lines)
        if ability >= 0:
            heads = [n for n in range(start, end) if self.lines[n].strip().startswith("[[card.ability]]")]
            if ability < len(heads):
                end = heads[ability + 1] if ability + 1 < len(heads) else end
                start = heads[ability]
        pattern = re.compile(rf'\s*"?{re.escape(key)}"?\s*=')
        for number in range(start, end):
            if pattern.match(self.lines[number]):
                return number + 1
        return start + 1


def read_limits(table: dict[str, Any], periods: tuple[str, ...]) -> Iterable[Limit]:
    for key, title in (("limit", False), ("max", True)):
        if key in table:
            found = re.fullmatch(r"(\d+) per (\w+)", read_text(table, key))
            if not found or found.group(2) not in periods:
                raise At(f'`{key}` is written like "1 per round", with one of {", ".join(periods)}', key)
            yield Limit(int(found.group(1)), found.group(2), title)


def read_number(table: dict[str, Any], key: str, signed: bool) -> int | None:
    value = table[key]
    if value in ("X", "-"):
        return None
    if isinstance(value, bool) or not isinstance(value, int) or (value < 0 and not signed):
        raise At(f'`{key}` must be a number{"" if signed else " from 0"}, "X" or "-", not {value!r}', key)
    return value


def read_count(table: dict[str, Any], name: str, default: int, key: str) -> int:
    value = table.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise At(f"`{name}` must be a number from 0, not {value!r}", key)
    return value


def read_text(table: dict[str, Any], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise At(f"`{key}` must be text", key)
    return value


def read_texts(table: dict[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        raise At(f"`{key}` must be a list of texts", key)
    return tuple(value)


def read_table(table: dict[str, Any], key: str) -> dict[str, Any]:
    value = table[key]
    if isinstance(value, str):
        return {"choose": value}
    if not isinstance(value, dict):
        raise At(f"`{key}` must be a filter or a table with `choose`", key)
    return value


def read_items(table: dict[str, Any], key: str) -> list[Any]:
    value = table.get(key, [])
    return value if isinstance(value, list) else [value]
