"""Public lists of cards (JSON) turned into card files: facts only, with abilities left to be written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from replays.errors import ReplayError
from rules.errors import RulesError
from rules.kernel.pack import Pack

HEAD = """# {count} cards of {title}, from a public list: facts only.
# What is marked `unwritten` has abilities to be written, in your own words; see docs/abilities.md.
game = "{game}"
"""


def card_file(pack: Pack, text: str, file: str) -> tuple[str, int]:
    """Return the card file (TOML) for a public list in JSON, and how many cards it holds.

    A card whose id an earlier one has gets its place in the list added to the id. Raise `RulesError` for a game without
    such lists, and `ReplayError`, with the name of the `file`, for a text that is no list of cards.
    """
    if pack.printed is None:
        raise RulesError(f"card lists can be imported for some games only, and not for {pack.title or pack.id}")
    records = _records(text, file)
    tables, seen = [], set()
    for number, record in enumerate(records, 1):
        if not isinstance(record, Mapping):
            raise ReplayError(f"{file}: entry {number} is not a card but {type(record).__name__}")
        keys = pack.printed(record)
        if keys["id"] in seen:
            keys["id"] = f"{keys['id']}-{number}"
        seen.add(keys["id"])
        tables.append(_table(keys))
    head = HEAD.format(count=len(tables), title=pack.title, game=pack.id)
    return "\n".join([head, *tables]), len(tables)


def _records(text: str, file: str) -> list[Any]:
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise ReplayError(f"{file}:{line}: not valid JSON: {getattr(error, 'msg', error)}") from None
    if isinstance(data, Mapping) and isinstance(data.get("cards"), list):
        data = data["cards"]
    if not isinstance(data, list):
        raise ReplayError(f"{file}: a list of cards is needed, not {type(data).__name__}")
    return data


def _table(keys: Mapping[str, Any]) -> str:
    return "\n".join(["[[card]]", *(f"{key} = {_value(value)}" for key, value in keys.items()), ""])


def _value(value: Any) -> str:
    """Return the TOML of a text, number, boolean, list or table of these; a JSON string is a TOML one."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_value(part)}' for key, part in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(_value(part) for part in value)}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
