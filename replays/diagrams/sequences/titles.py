"""How frames, moves and steps are called in a diagram."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.events import Move, Occurrence
from ledger.table import Frame
from replays.diagrams.labels import Labels
from rules.kernel.position import Position

FEW = 6


def name(pos: Position, number: int) -> str:
    """A component's name in quotes, as an ability is spoken of."""
    return f"“{pos.pack.name(pos, number)}”" if number in pos.table.entities else f"#{number}"


def occurrences(pos: Position, parts: Iterable[Occurrence]) -> str:
    """What happens, each thing once."""
    return "; ".join(dict.fromkeys(says(pos, part) for part in parts))


def says(pos: Position, part: Occurrence) -> str:
    """One thing that happens, as its pack says it."""
    happening = pos.pack.happenings.get(part.kind)
    text = happening.says(pos, part) if happening else part.kind
    return text[:1].upper() + text[1:]


def ability_words(pos: Position, entity: int, key: str, labels: Labels) -> str:
    """An ability in use: its card and its kind."""
    ability = pos.pack.ability(key)
    kind = ability.kind if ability else ""
    return f"{name(pos, entity)} – {labels.kinds.get(kind, kind)}" if kind else name(pos, entity)


def move_words(pos: Position, move: Move) -> str:
    """A move that is no use of an ability."""
    parts = [move.verb]
    if move.subject in pos.table.entities:
        parts.append(pos.pack.name(pos, move.subject))
    parts += [seat_name(pos, word) for word in move.words]
    picks = [
        pos.pack.name(pos, number) if number in pos.table.entities else f"#{number}" for number in move.picks[:FEW]
    ]
    if picks:
        parts.append(", ".join(picks) + (f" … ({len(move.picks)})" if len(move.picks) > FEW else ""))
    if move.amount and not move.picks and not move.words:
        parts.append(str(move.amount))
    return " ".join(parts)


def seat_name(pos: Position, player: str) -> str:
    """What a player is called."""
    seat = pos.table.seats.get(player)
    return seat.name or player if seat else player


def frame_title(pos: Position, frame: Frame) -> str:
    """What a frame is about."""
    if frame.occurrences:
        return occurrences(pos, frame.occurrences)
    procedure = pos.pack.procedures.get(frame.kind)
    return procedure.title if procedure else frame.kind
