"""Reading a card of a public card list into the keys of a card file: stats, traits and keywords, but no abilities."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.errors import RulesError
from rules.packs.agot2.board import KINDS

TYPES = ("character", "location", "attachment", "event", "plot", "agenda", "title", "faction")
"""The types of cards that can be read."""
PLAIN = ("stealth", "insight", "intimidate", "pillage", "renown", "limited", "terminal")
"""Keywords that stand alone, without a number or traits."""
_HOUSES = {"thenightswatch": "nightswatch"}
"""Factions that public lists write in another way than card files."""
_STATS = {"income": "gold", "initiative": "initiative", "claim": "claim", "reserve": "reserve"}
"""Plot values: the name in public lists, and the name in card files."""
_MARKUP = re.compile(r"<[^>]*>")


def read_printed(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a card file for one card of a public list; its abilities are left to be written.

    A card with a line of text that holds more than keywords is marked `unwritten`, and no keyword is read from that
    line. Raises RulesError for a record without a name, of an unknown type, or with a text, traits or numbers of the
    wrong kind.
    """
    name, kind = record.get("name"), record.get("type")
    if not isinstance(name, str) or not name.strip() or kind not in TYPES:
        raise RulesError(f"a card needs a name and one of the types {', '.join(TYPES)}, not {name!r} and {kind!r}")
    title = name.strip().strip('"')
    text = _text(record)
    keys: dict[str, Any] = {"id": card_id(title), "name": title, "type": kind}
    house = str(record.get("faction", ""))
    if house and kind not in ("agenda", "title"):
        keys["faction"] = _HOUSES.get(house, house)
    keys |= {flag: True for flag in ("unique", "loyal") if record.get(flag) is True}
    traits = [str(trait) for trait in _list(record, "traits")]
    words = [word for line in text.splitlines() for word in _keywords(line)]
    icons = _icons(record)
    keys |= {key: value for key, value in (("traits", traits), ("keywords", words), ("icons", icons)) if value}
    keys |= _numbers(record)
    if any(line.strip() and not _keywords(line) for line in text.splitlines()):
        keys["unwritten"] = True
    return keys


def card_id(title: str) -> str:
    """Return the card id made of a title: "The Hand's Judgment" gives "the-hands-judgment"."""
    return re.sub(r"[^a-z0-9]+", "-", re.sub("['’]", "", title.lower())).strip("-")


def _text(record: Mapping[str, Any]) -> str:
    """Return the text of a record without its markup."""
    text = record.get("text", "")
    if not isinstance(text, str):
        raise RulesError(f"the text of {record.get('name')!r} is not text")
    return _MARKUP.sub("", text)


def _list(record: Mapping[str, Any], key: str) -> list[Any]:
    """Return the list a record holds under a key, empty if it has none."""
    value = record.get(key, [])
    if not isinstance(value, list):
        raise RulesError(f"`{key}` of {record.get('name')!r} is not a list")
    return value


def _icons(record: Mapping[str, Any]) -> list[str]:
    """Return the challenge icons of a record, which public lists give as a table of flags or as a list."""
    icons = record.get("icons") or {}
    if isinstance(icons, Mapping):
        return [kind for kind in KINDS if icons.get(kind)]
    return [kind for kind in KINDS if kind in icons]


def _numbers(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return cost, STR and plot values of a record, under the names card files use."""
    found = {key: record[key] for key in ("cost", "strength") if record.get(key) is not None}
    stats = record.get("plotStats") or {}
    if isinstance(stats, Mapping):
        found |= {ours: stats[theirs] for theirs, ours in _STATS.items() if theirs in stats}
    for key, value in found.items():
        if value not in ("X", "-") and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
            raise RulesError(f'`{key}` of {record.get("name")!r} must be a number from 0, "X" or "-", not {value!r}')
    return found


def _keywords(line: str) -> list[str]:
    """Return the keywords of a line of text, or nothing if the line holds anything but keywords."""
    found = []
    for part in (part.strip() for part in line.split(".")):
        if not part:
            continue
        word = part.lower()
        if word in PLAIN or re.fullmatch(r"ambush \(\d+\)", word):
            found.append(word)
        elif word == "no attachments" or word.startswith("no attachments except "):
            found.append("no_attachments" + part[len("no attachments") :])
        else:
            return []
    return found
