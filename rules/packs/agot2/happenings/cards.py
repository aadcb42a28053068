"""What happens as a card comes into play or under another player: entering, changing control, lying underneath,
turning.
"""

from __future__ import annotations

from ledger.events import ControlChanged, FrameAdvanced, Marked, Moved, Occurrence, Revealed, UseCounted
from ledger.table import Frame
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.agot2 import board, values
from rules.packs.agot2.zones import DESTINATION, barred, copy_in_play, leave, leave_challenge, leave_plot, place


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
    return any(
        grant.word == "enters" and grant.about == "kneeling" for ability in abilities for grant in ability.grants
    )


def taken(pos: Position, occurrence: Occurrence) -> bool:
    """A card in play that another player controls, and that no unique copy bars."""
    entity = pos.table.entities[occurrence.subject]
    return (
        pos.in_play(entity.id)
        and entity.controller != occurrence.player
        and not barred(pos, occurrence.player, entity.id)
    )


def take(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Control changes for the card and its duplicates (`agot2/ownership-and-control#2`); attachments stay their
    controllers' (`agot2/attachment-cards#8`)."""
    leave_challenge(pos, occurrence.subject)
    pos.emit(ControlChanged(occurrence.subject, occurrence.player))
    for part in pos.entity(occurrence.subject).attached:
        if board.is_duplicate(pos.entity(part)):
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


def leaves(pos: Position, occurrence: Occurrence) -> bool:
    """A card can go if it is there; not a faction card (`agot2/in-play-and-out-of-play#3`), a revealed plot
    (`agot2/in-play-and-out-of-play#4`) or an agenda (`agot2/agenda-cards#4`)."""
    entity = pos.table.entities.get(occurrence.subject)
    if entity is None or entity.zone.endswith((".faction", ".plot", ".title", ".agenda", ".out")):
        return False
    if has(pos, entity.id, "cannot", f"be_{occurrence.kind}"):
        return False
    if occurrence.kind == "killed":
        return pos.in_play(entity.id) and board.is_character(pos, entity.id)
    return occurrence.kind != "sacrificed" or pos.in_play(entity.id)


def go(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """To its pile, or where a replacement sends it, now that it happens (`agot2/replacement-effects#3`,
    `agot2/replacement-effects#5`, `agot2/kill#2`)."""
    entity = pos.table.entities[occurrence.subject]
    kind = occurrence.to or DESTINATION[occurrence.kind]
    if pos.in_play(entity.id):
        leave(pos, entity.id, kind)
    elif entity.zone != f"{entity.owner}.{kind}":
        pos.emit(Moved(entity.id, f"{entity.owner}.{kind}"))
    if kind == "deck":
        _needs_shuffle(pos, frame, f"{entity.owner}.deck")


def draws(pos: Position, occurrence: Occurrence) -> bool:
    """There must be a card to draw, and nothing that forbids it."""
    return (
        bool(pos.zone(occurrence.player, "deck"))
        and occurrence.amount > 0
        and not values.forbidden(pos, occurrence.player, "draw")
    )


def draw(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """As many as there are (`agot2/effects#4`), at the same time (`agot2/drawing-cards#2`), into the hand
    (`agot2/drawing-cards#3`), however many already were (`agot2/drawing-cards#4`)."""
    for number in pos.zone(occurrence.player, "deck")[: occurrence.amount]:
        pos.emit(Moved(number, f"{occurrence.player}.hand"))


def whole_draw(pos: Position, occurrence: Occurrence) -> bool:
    """Whether the deck holds all of them."""
    return len(pos.zone(occurrence.player, "deck")) >= occurrence.amount


def onto_deck(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """On the top or to the bottom of its owner's deck, which is not shuffled."""
    pos.emit(
        Moved(
            occurrence.subject, f"{pos.entity(occurrence.subject).owner}.deck", -1 if occurrence.note == "bottom" else 0
        )
    )


def pile(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """To its owner's pile, from wherever it is."""
    pos.emit(Moved(occurrence.subject, f"{pos.entity(occurrence.subject).owner}.{occurrence.to}"))


def shuffle_deck(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The deck is shuffled once all of this has happened."""
    _needs_shuffle(pos, frame, f"{occurrence.player}.deck")


def _needs_shuffle(pos: Position, frame: Frame, zone: str) -> None:
    waiting = frame.data.get("shuffle") or []
    assert isinstance(waiting, list)
    if zone not in waiting:
        pos.emit(FrameAdvanced(frame.id, frame.step, {"shuffle": [*waiting, zone]}))


def replots(pos: Position, occurrence: Occurrence) -> bool:
    """The plot must still be in the plot deck."""
    return pos.entity(occurrence.subject).zone == f"{occurrence.player}.plots"


def replot(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """A plot revealed outside its step: when-revealed abilities, and neither initiative nor a new first player."""
    for old in list(pos.zone(occurrence.player, "plot")):
        leave_plot(pos, old)
    pos.emit(Moved(occurrence.subject, f"{occurrence.player}.plot", face="up"))
    pos.open("revealing", {"revealed": [occurrence.subject]})


def kneels(pos: Position, occurrence: Occurrence) -> bool:
    """A card that stands, in play, and that nothing keeps standing."""
    return (
        pos.in_play(occurrence.subject)
        and not board.kneeling(pos, occurrence.subject)
        and not has(pos, occurrence.subject, "cannot", "kneel")
    )


def kneel(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """This card alone, not what it is attached to (`agot2/attachment-cards#9`)."""
    pos.emit(Marked(occurrence.subject, "kneeling"))


def stands(pos: Position, occurrence: Occurrence) -> bool:
    """A kneeling card in play; of characters, no more than the player may still stand."""
    number = occurrence.subject
    if not pos.in_play(number) or not board.kneeling(pos, number) or has(pos, number, "cannot", "stand_up"):
        return False
    return not board.is_character(pos, number) or values.stands_left(pos, occurrence.player) > 0


def stand(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """In the standing phase it is counted, for cards that limit how many a player stands."""
    pos.emit(Marked(occurrence.subject, "kneeling", False))
    phase = pos.enclosing("standing")
    if phase is not None and board.is_character(pos, occurrence.subject):
        pos.emit(UseCounted(f"stood {occurrence.player}", phase.id))


def joins(pos: Position, occurrence: Occurrence) -> bool:
    """There is a challenge, and the character is not in it yet."""
    frame = board.challenge(pos)
    return frame is not None and occurrence.subject not in values.participants(pos, frame)


def join(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """On the side that is named."""
    challenge = board.challenge(pos)
    assert challenge is not None
    here = challenge.data[occurrence.note]
    assert isinstance(here, list)
    pos.emit(FrameAdvanced(challenge.id, challenge.step, {occurrence.note: [*here, occurrence.subject]}))


def participates(pos: Position, occurrence: Occurrence) -> bool:
    """There is a challenge, and the character is in it."""
    frame = board.challenge(pos)
    return frame is not None and occurrence.subject in values.participants(pos, frame)


def withdraw(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The character is no longer in the challenge."""
    leave_challenge(pos, occurrence.subject)


def reveal(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Everyone is shown the card (`agot2/reveal#1`, `agot2/reveal#2`, `agot2/search#4`), which stays where it is
    (`agot2/reveal#3`)."""
    pos.emit(Revealed(occurrence.subject, tuple(pos.table.players)))


def look(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """One player sees the card and nobody else (`agot2/look-at#1`, `agot2/search#1`); it stays where it is
    (`agot2/look-at#2`,
    `agot2/search#5`)."""
    pos.emit(Revealed(occurrence.subject, (occurrence.player,)))


def remember(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The card is marked with what is to be remembered."""
    pos.emit(Marked(occurrence.subject, occurrence.note))
