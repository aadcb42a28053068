"""Records of public card lists, read into the keys of a card file: numbers, traits and keywords, but no abilities."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from rules.errors import RulesError

TYPES = ("character", "attachment", "event", "holding", "province", "stronghold", "role")
"""The types of card a record may have."""
PLAIN_KEYWORDS = ("ancestral", "courtesy", "covert", "limited", "pride", "restricted", "sincerity")
"""The keywords that are one word, and the same one on every card."""
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
"""The numbers of a record, each with its key in a card file."""
_USUAL_COPIES = 3
_MARKUP = re.compile(r"<[^>]*>|\([^)]*\)")
_REMARK = re.compile(r"<i>.*?</i>", re.DOTALL)


def read_printed(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a card file for one record, without abilities.

    The card is marked `unwritten` if its text says more than keywords. Raises `RulesError` for a record without a name
    or a known type, or with a number or text that is none.
    """
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
    """Return the id of a card with this title: small letters without accents, such as `vengeful-oathkeeper`."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", title) if not unicodedata.combining(sign))
    return re.sub(r"[^a-z0-9]+", "-", re.sub("['’]", "", plain.lower())).strip("-")


def _skills(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a character's two skills; one without a number is a dash."""
    return {kind: _number(record, kind) if record.get(kind) is not None else "-" for kind in ("military", "political")}


def _number(record: Mapping[str, Any], key: str) -> int | str:
    """Return a number of a record, or `X`; raise `RulesError` if it is neither."""
    value = str(record[key])
    if re.fullmatch(r"[+-]?[xX]", value):
        return "X"
    if not re.fullmatch(r"[+-]?\d{1,3}", value):
        raise RulesError(f"`{key}` of {record.get('name')!r} must be a number or X, not {record[key]!r}")
    return int(value)


def _text(record: Mapping[str, Any]) -> str:
    """Return the text of a record without markup, remarks in italics and what stands in brackets."""
    text = record.get("text", "")
    if not isinstance(text, str):
        raise RulesError(f"the text of {record.get('name')!r} is not text")
    return _MARKUP.sub(" ", _REMARK.sub(" ", text))


def _keywords(text: str) -> tuple[list[str], str]:
    """Return the keywords that are sentences of their own, and the rest of the text."""
    words, rest = [], []
    for sentence in text.split("."):
        word = " ".join(sentence.split())
        if word.lower() in PLAIN_KEYWORDS:
            words.append(word.lower())
        elif word.lower().startswith("no attachments"):
            words.append("no_attachments" + re.sub(r"\s+or\s+", ", ", word[len("no attachments") :]))
        elif word:
            rest.append(word)
    return words, ". ".join(rest)
