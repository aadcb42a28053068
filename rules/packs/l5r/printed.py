"""A card as public card lists give it, read into the keys of a card file: stats, traits and keywords, and no abilities."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from rules.errors import RulesError

TYPES = ("character", "attachment", "event", "holding", "province", "stronghold", "role")
PLAIN = ("ancestral", "courtesy", "covert", "limited", "pride", "restricted", "sincerity")
_NUMBERS = {
    "cost": "cost",
    "glory": "glory",
    "military_bonus": "military_bonus",
    "political_bonus": "political_bonus",
    "strength": "strength",
    "strength_bonus": "strength_bonus",
    "honor": "honor",
    "fate": "fate",
    "influence_pool": "influence",
    "influence_cost": "influence_cost",
}
_USUAL_COPIES = 3
_MARKUP = re.compile(r"<[^>]*>|\([^)]*\)")
_REMARK = re.compile(r"<i>.*?</i>", re.DOTALL)


def read_printed(record: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of one card; what it can do is left blank and the card marked `unwritten` if there is anything to write."""
    name, kind = record.get("name"), record.get("type")
    if not isinstance(name, str) or not name.strip() or kind not in TYPES:
        raise RulesError(f"a card needs a name and one of the types {', '.join(TYPES)}, not {name!r} and {kind!r}")
    keys: dict[str, Any] = {"id": card_id(name), "name": name.strip(), "type": kind}
    keys["faction"] = str(record.get("clan", "neutral"))
    if record.get("unique") is True:
        keys["unique"] = True
    words, rest = _keywords(_text(record))
    traits = [str(trait).replace("-", " ").title() for trait in record.get("traits") or []]
    keys |= {key: value for key, value in (("traits", traits), ("keywords", words)) if value}
    keys |= _skills(record) if kind == "character" else {}
    keys |= {ours: _number(record, theirs) for theirs, ours in _NUMBERS.items() if theirs in record}
    if record.get("deck_limit", _USUAL_COPIES) != _USUAL_COPIES:
        keys["deck_limit"] = _number(record, "deck_limit")
    facts = {"side": record.get("side")} if record.get("side") in ("dynasty", "conflict") else {}
    if record.get("elements"):
        facts["elements"] = [str(element) for element in record["elements"]]
    if facts:
        keys["facts"] = facts
    if rest:
        keys["unwritten"] = True
    return keys


def card_id(title: str) -> str:
    """The id a title gives: small letters without marks, digits and hyphens."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", title) if not unicodedata.combining(sign))
    return re.sub(r"[^a-z0-9]+", "-", re.sub("['’]", "", plain.lower())).strip("-")


def _skills(record: Mapping[str, Any]) -> dict[str, Any]:
    """A character without a number for a skill has a dash."""
    return {kind: _number(record, kind) if record.get(kind) is not None else "-" for kind in ("military", "political")}


def _number(record: Mapping[str, Any], key: str) -> int | str:
    value = str(record[key])
    if re.fullmatch(r"[+-]?[xX]", value):
        return "X"
    if not re.fullmatch(r"[+-]?\d{1,3}", value):
        raise RulesError(f"`{key}` of {record.get('name')!r} must be a number or X, not {record[key]!r}")
    return int(value)


def _text(record: Mapping[str, Any]) -> str:
    text = record.get("text", "")
    if not isinstance(text, str):
        raise RulesError(f"the text of {record.get('name')!r} is not text")
    return _MARKUP.sub(" ", _REMARK.sub(" ", text))


def _keywords(text: str) -> tuple[list[str], str]:
    """The keywords that stand as sentences of their own, and what else the text says."""
    words, rest = [], []
    for sentence in text.split("."):
        word = " ".join(sentence.split())
        if word.lower() in PLAIN:
            words.append(word.lower())
        elif word.lower().startswith("no attachments"):
            words.append("no_attachments" + re.sub(r"\s+or\s+", ", ", word[len("no attachments") :]))
        elif word:
            rest.append(word)
    return words, ". ".join(rest)
