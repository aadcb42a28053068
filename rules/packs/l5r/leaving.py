"""Leaving play and entering it: every consequence at the same moment (`l5r/leaves-play`, `l5r/enters-play`)."""

from __future__ import annotations

from ledger.events import Attached, ControlChanged, Counted, EffectEnded, FrameAdvanced, Marked, Moved
from ledger.table import Entity
from rules.packs.l5r import reading
from rules.packs.l5r.drawing import draw
from rules.position import Position


def discard_pile(pos: Position, number: int) -> str:
    """The kind of discard pile a card goes to, by the deck it came from (`l5r/discard-piles#2`)."""
    card = pos.card(number)
    side = card.facts.get("side") or ("dynasty" if reading.zone_kind(pos.entity(number)) in reading.SLOTS else "conflict")
    return f"{side}_discard"


def deck_of(pos: Position, number: int) -> str:
    """The kind of deck a card belongs to."""
    return discard_pile(pos, number).replace("discard", "deck")


def leave(pos: Position, number: int, zone: str, position: int = -1) -> None:
    """Move a card out of play to its owner's zone of a kind, with everything that follows at that moment (`l5r/leaves-play#5`).

    Attachments (`l5r/leaves-play#3`, `l5r/ancestral#1`, `l5r/attachment-cards#3`), tokens (`l5r/leaves-play#2`), effects on it, then the
    keywords (`l5r/courtesy#1`, `l5r/sincerity#1`); it goes to its owner, whoever controlled it (`l5r/control-and-ownership#4`).
    """
    entity = pos.table.entities[number]
    _settle_honor(pos, entity)
    for part in list(entity.attached):
        ancestral = reading.has_keyword(pos, part, "ancestral")
        leave(pos, part, "hand" if ancestral else discard_pile(pos, part))
    keywords = [word for word in ("courtesy", "sincerity") if reading.has_keyword(pos, number, word)]
    player = entity.controller
    for what, amount in list(entity.counters.items()):
        pos.emit(Counted(number, what, -amount))
    _end_effects(pos, number)
    leave_conflict(pos, number)
    if entity.host:
        pos.emit(Attached(number, 0))
    for mark in list(entity.marks):
        pos.emit(Marked(number, mark, False))
    pos.emit(Moved(number, f"{entity.owner}.{zone}", position))
    if entity.controller != entity.owner:
        pos.emit(ControlChanged(number, entity.owner))
    if "courtesy" in keywords:
        pos.emit(Counted(player, "fate", 1))
    if "sincerity" in keywords:
        draw(pos, player, 1)


def _settle_honor(pos: Position, entity: Entity) -> None:
    """Honored gives 1 honor, dishonored costs 1 (`l5r/personal-honor#4`, `l5r/personal-honor#5`)."""
    if "honored" in entity.marks:
        pos.emit(Counted(entity.controller, "honor", 1))
    elif "dishonored" in entity.marks and pos.table.count(entity.controller, "honor"):
        pos.emit(Counted(entity.controller, "honor", -1))


def _end_effects(pos: Position, number: int) -> None:
    """Lasting and delayed effects no longer apply to it (`l5r/leaves-play#4`)."""
    for effect in list(pos.table.effects.values()):
        if number in effect.affects:
            pos.emit(EffectEnded(effect.id, number if len(effect.affects) > 1 else 0))


def leave_conflict(pos: Position, number: int) -> None:
    """Take a character out of the conflict it participates in.

    `l5r/participating-and-cannot-participate#3`, `l5r/participating-and-cannot-participate#5`
    """
    frame = reading.conflict(pos)
    if frame is None:
        return
    for side in ("attackers", "defenders"):
        here = frame.numbers(side)
        if number in here:
            pos.emit(FrameAdvanced(frame.id, frame.step, {side: [other for other in here if other != number]}))


def join_conflict(pos: Position, number: int, player: str) -> None:
    """Let a character participate on a player's side (`l5r/move#3`)."""
    frame = reading.conflict(pos)
    assert frame is not None
    side = reading.side_of(frame, player)
    pos.emit(FrameAdvanced(frame.id, frame.step, {side: [*frame.numbers(side), number]}))


def place(pos: Position, entity: Entity, player: str, host: int = 0) -> None:
    """Put a card into the play area under a player's control, attached where that is how it enters.

    Ready and ordinary, at home, mostly its owner's: `l5r/ready#2`, `l5r/personal-honor#1`, `l5r/character-cards#2`,
    `l5r/play-and-put-into-play#7`, `l5r/control-and-ownership#2`.
    """
    as_attachment = host and pos.card(entity.id).type == "character"
    if not pos.table.specs[entity.zone].name.endswith(".play"):
        pos.emit(Moved(entity.id, f"{entity.owner}.play", face="up"))
    if entity.controller != player:
        pos.emit(ControlChanged(entity.id, player))
    if as_attachment:
        pos.emit(Marked(entity.id, "attachment"))
    if host:
        pos.emit(Attached(entity.id, host))


def copy_in_play(pos: Position, player: str, number: int) -> int:
    """The copy of a unique card that a player controls in play, or 0 (`l5r/unique-cards#1`).

    A copy by name alone, another version too (`l5r/copy-of-a-card#1`, `l5r/copy-of-a-card#2`, `l5r/duplicates#5`).
    """
    card = pos.card(number)
    if not card.unique:
        return 0
    for entity in reading.in_areas(pos):
        if entity.controller == player and entity.id != number and pos.card(entity.id).name == card.name:
            return entity.id
    return 0
