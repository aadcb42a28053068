"""The random outcomes that lines record: what chance picked, and the order a shuffle left."""

from __future__ import annotations

from ledger.events import Move
from replays.errors import NotationError
from replays.meaning.names import Names
from replays.meaning.written_moves import WrittenMove
from replays.notation.lines import OutcomeLine, Ref
from rules.kernel.asks import CHANCE, Ask
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.position import Position

TELLING = ("discard",)
"""The verbs by which a player's line may tell what chance picked of that player's cards."""


def is_of(ask: Ask, line: OutcomeLine) -> bool:
    """Whether a line may record the random outcome decided here; a shuffle must be one of the zone it names."""
    return (
        line.what == ask.zone
        if isinstance(ask, Shuffle) and line.shuffle
        else isinstance(ask, Chance) and not line.shuffle
    )


def outcome_move(pos: Position, ask: Ask, line: OutcomeLine, names: Names) -> Move:
    """Return the move that records an outcome line at a decision of chance; whether it is possible is not checked.

    A shuffle without a list leaves the order as it is. A name that is not among the candidates raises NotationError.
    """
    if isinstance(ask, Shuffle):
        left = list(pos.table.zones[ask.zone])
        return Move("shuffle", picks=_numbers(pos, line, names, left) if line.items else tuple(left))
    assert isinstance(ask, Chance)
    words = tuple(ref.text for ref in line.items if ref.text in ask.candidates)
    if words:
        return Move("chance", words=words)
    left = [part for part in ask.candidates if isinstance(part, int)]
    return Move("chance", picks=_numbers(pos, line, names, left))


def told_by_player(pos: Position, ask: Ask, word: WrittenMove) -> Move | None:
    """Return the outcome of chance that a player's line tells: `B discard x` where B discards at random.

    The line names exactly what chance picks, and chance picks among this player's components. None for another line.
    """
    if not isinstance(ask, Chance) or word.said.verb not in TELLING:
        return None
    for move in word.moves(pos, ask, every=True):
        told = Move("chance", picks=move.picks)
        mine = all(pos.entity(number).controller == word.said.player for number in move.picks)
        if move.picks and mine and ask.allows(pos, CHANCE, told):
            return told
    return None


def _numbers(pos: Position, line: OutcomeLine, names: Names, left: list[int]) -> tuple[int, ...]:
    """Return the components that the list of an outcome names, out of those in `left`.

    A number stands for itself, `5-9` for all in between, a title for a known card of that name or else for an unknown
    card.
    """
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
    """Return the numbers that a word of digits stands for, such as `12`, `#12` or `5-9`; empty if it is none."""
    first, dash, last = ref.text.removeprefix("#").partition("-")
    if ref.quoted or not first.isdecimal() or (dash and not last.isdecimal()) or len(first) > 6 or len(last) > 6:
        return []
    start, stop = int(first), int(last) if dash else int(first)
    if abs(start - stop) > 10_000:
        return []
    return list(range(start, stop + 1)) if start <= stop else list(range(start, stop - 1, -1))
