"""What happens as a card comes into play or under another player: entering, changing control, lying underneath, turning."""

from __future__ import annotations

from ledger.events import ControlChanged, Marked, Occurrence, Revealed, UseCounted
from ledger.table import Frame
from rules.packs.agot2 import reading
from rules.packs.agot2.leaving import barred, copy_in_play, leave_challenge, place
from rules.position import Position


def enters(pos: Position, occurrence: Occurrence) -> bool:
    """A card of a type that can be in play, no event (`agot2/event-cards#6`), placed as marshaling it would require
    (`agot2/put-into-play#2`)."""
    number, player = occurrence.subject, occurrence.player
    entity = pos.table.entities[number]
    if pos.in_play(number) or barred(pos, player, number):
        return False
    if occurrence.note == "duplicate" or copy_in_play(pos, player, number):
        return entity.owner == player
    kind = pos.card(number).type
    return kind in ("character", "location") or (kind == "attachment" and bool(occurrence.other))


def enter(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Into play, as a duplicate if a copy one owns and controls is there (`agot2/put-into-play#4`)."""
    entity = pos.table.entities[occurrence.subject]
    copy = copy_in_play(pos, occurrence.player, entity.id)
    kneeling = not copy and _enters_kneeling(pos, entity.id)
    place(pos, entity, occurrence.player, copy or occurrence.other, as_duplicate=bool(copy), kneeling=kneeling)
    phase = pos.enclosing("challenges")
    if occurrence.note == "ambush" and phase is not None:
        pos.emit(UseCounted(f"ambushed {entity.id}.{entity.since}", phase.id))


def _enters_kneeling(pos: Position, number: int) -> bool:
    """A card's own text says how it enters play, although it is not in play to say it."""
    abilities = pos.card(number).abilities
    return any(grant.word == "enters" and grant.about == "kneeling" for ability in abilities for grant in ability.grants)


def taken(pos: Position, occurrence: Occurrence) -> bool:
    """A card in play that another player controls, and that no unique copy bars."""
    entity = pos.table.entities[occurrence.subject]
    return pos.in_play(entity.id) and entity.controller != occurrence.player and not barred(pos, occurrence.player, entity.id)


def take(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Control changes for the card and its duplicates (`agot2/ownership-and-control#2`); attachments stay their controllers'
    (`agot2/attachment-cards#8`)."""
    leave_challenge(pos, occurrence.subject)
    pos.emit(ControlChanged(occurrence.subject, occurrence.player))
    for part in pos.entity(occurrence.subject).attached:
        if reading.is_duplicate(pos.entity(part)):
            pos.emit(ControlChanged(part, occurrence.player))
            _may_look(pos, part)


def underneath(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """A card laid facedown under another as its duplicate, and nothing else (`agot2/facedown-cards#1`)."""
    entity = pos.entity(occurrence.subject)
    place(pos, entity, occurrence.player, occurrence.other, as_duplicate=True, face="down")
    _may_look(pos, entity.id)


def _may_look(pos: Position, number: int) -> None:
    """Whoever controls a facedown card may look at it (`agot2/facedown-cards#2`)."""
    entity = pos.entity(number)
    if not entity.up:
        pos.emit(Revealed(number, (entity.controller,)))


def turns(pos: Position, occurrence: Occurrence) -> bool:
    """What it is to be attached to must still be in play."""
    return occurrence.other in pos.table.entities and pos.in_play(occurrence.other)


def turn(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """An event that becomes an attachment: it is one as long as it stays in play."""
    pos.emit(Marked(occurrence.subject, "attachment"))
    place(pos, pos.entity(occurrence.subject), occurrence.player, occurrence.other)
