"""Random outcomes as lines: cards, players or component numbers that chance picked, and the order a shuffle left."""

from __future__ import annotations

from ledger.events import Move
from replays.errors import NotationError
from replays.naming import Names
from replays.notation.lines import Outcome, Ref
from rules.asking import Ask, Chance, Shuffle
from rules.position import Position


def is_of(ask: Ask, line: Outcome) -> bool:
    """Whether a line could record what is decided here: a shuffle is one of its own zone."""
    return line.what == ask.zone if isinstance(ask, Shuffle) and line.shuffle else isinstance(ask, Chance) and not line.shuffle


def outcome_move(pos: Position, ask: Ask, line: Outcome, names: Names) -> Move:
    """The move that records an outcome line at a decision of chance."""
    if isinstance(ask, Shuffle):
        left = list(pos.table.zones[ask.zone])
        return Move("shuffle", picks=_numbers(pos, line, names, left) if line.items else tuple(left))
    assert isinstance(ask, Chance)
    words = tuple(ref.text for ref in line.items if ref.text in ask.candidates)
    if words:
        return Move("chance", words=words)
    left = [part for part in ask.candidates if isinstance(part, int)]
    return Move("chance", picks=_numbers(pos, line, names, left))


def _numbers(pos: Position, line: Outcome, names: Names, left: list[int]) -> tuple[int, ...]:
    """The components a list names; a number stands for itself, a range such as `5-9` for all in between."""
    found: list[int] = []
    for ref in line.items:
        numbers = _plain(ref)
        if not numbers:
            known = [number for number in names.components(pos.table, ref) if number in left and number not in found]
            unknown = [number for number in left if not pos.entity(number).card and number not in found]
            if not known and not ((unknown and names.cards(ref.text)) or (unknown and ref.text == "unknown")):
                raise NotationError(
                    f"`{ref.text}` is not among what chance could pick", line.number, line.source, ref.column, ref.width
                )
            numbers = (known or unknown)[:1]
        found += numbers
    return tuple(found)


def _plain(ref: Ref) -> list[int]:
    first, dash, last = ref.text.removeprefix("#").partition("-")
    if ref.quoted or not first.isdecimal() or (dash and not last.isdecimal()) or len(first) > 6 or len(last) > 6:
        return []
    start, stop = int(first), int(last) if dash else int(first)
    if abs(start - stop) > 10_000:
        return []
    return list(range(start, stop + 1)) if start <= stop else list(range(start, stop - 1, -1))
