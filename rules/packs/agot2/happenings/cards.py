"""Occurrences that move cards or change their state.

For each kind there is a function that carries it out (`kneel`) and, where it may be impossible, one that says whether
it could change anything now (`can_kneel`). `kinds` joins them. In order: entering play and control, leaving play and
piles, decks and drawing, plots, kneeling and standing, the challenge, being seen.
"""

from __future__ import annotations

from ledger.events import ControlChanged, FrameAdvanced, Marked, Moved, Occurrence, Revealed, UseCounted
from ledger.table import Frame
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.agot2 import board, values
from rules.packs.agot2.zones import (
    DESTINATION,
    barred,
    copy_in_play,
    leave,
    leave_challenge,
    leave_plot,
    place,
    refuses,
)

# --- entering play and changing control -------------------------------------------------------------------------------


def can_enter(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a card could enter play: it is not in play, no copy bars it, and its type can be in play.

    Event cards cannot (`agot2/event-cards#6`). An attachment needs a card to go to, as when it is marshaled
    (`agot2/put-into-play#2`); whether it may be attached there is not asked again. A further copy of a unique card that
    the player owns and controls enters as its duplicate, whoever owns that copy (`agot2/put-into-play#4`).
    """
    number, player = occurrence.subject, occurrence.player
    if pos.in_play(number) or barred(pos, player, number):
        return False
    if occurrence.note == "duplicate" or copy_in_play(pos, player, number):
        return copy_in_play(pos, player, number) != 0
    kind = pos.card(number).type
    return kind in ("character", "location") or (kind == "attachment" and bool(occurrence.other))


def enter(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Put a card into play, as a duplicate if the player owns and controls a copy there (`agot2/put-into-play#4`).

    It kneels if its own text says so. A card that came by ambush is counted for the challenges phase.
    """
    entity = pos.table.entities[occurrence.subject]
    copy = copy_in_play(pos, occurrence.player, entity.id)
    kneeling = not copy and _enters_kneeling(pos, entity.id)
    place(pos, entity, occurrence.player, copy or occurrence.other, as_duplicate=bool(copy), kneeling=kneeling)
    phase = pos.enclosing("challenges")
    if occurrence.note == "ambush" and phase is not None:
        pos.emit(UseCounted(f"ambushed {entity.id}.{entity.since}", phase.id))


def _enters_kneeling(pos: Position, number: int) -> bool:
    """Whether a card's own text says that it enters play kneeling; it counts although the card is not in play yet."""
    abilities = pos.card(number).abilities
    return any(
        grant.word == "enters" and grant.about == "kneeling" for ability in abilities for grant in ability.grants
    )


def can_take_control(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a player could take control of a card: it is in play under another player, and no unique copy bars it."""
    entity = pos.table.entities[occurrence.subject]
    return (
        pos.in_play(entity.id)
        and entity.controller != occurrence.player
        and not barred(pos, occurrence.player, entity.id)
    )


def take_control(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Give a player control of a card and of nothing else (`agot2/ownership-and-control#2`).

    It is taken out of the challenge it participates in. Attachments stay their controllers'
    (`agot2/attachment-cards#8`), and so do duplicates: nothing moves them, and their save is their controller's
    (`agot2/duplicates#3`).
    """
    leave_challenge(pos, occurrence.subject)
    pos.emit(ControlChanged(occurrence.subject, occurrence.player))


def place_underneath(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Lay a card facedown under another as its duplicate; it is nothing else (`agot2/facedown-cards#1`)."""
    entity = pos.entity(occurrence.subject)
    place(pos, entity, occurrence.player, occurrence.other, as_duplicate=True, face="down")
    _let_controller_look(pos, entity.id)


def _let_controller_look(pos: Position, number: int) -> None:
    """Show a facedown card to its controller, who may look at it (`agot2/facedown-cards#2`)."""
    entity = pos.entity(number)
    if not entity.up:
        pos.emit(Revealed(number, (entity.controller,)))


def can_become_attachment(pos: Position, occurrence: Occurrence) -> bool:
    """Whether the card that an event card would be attached to is still in play and does not refuse attachments.

    An attachment that has nowhere to go cannot enter play (`agot2/attachment-cards#4`, `agot2/no-attachments#1`).
    """
    host = occurrence.other
    return host in pos.table.entities and pos.in_play(host) and not refuses(pos, occurrence.subject, host)


def become_attachment(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Put an event card into play as an attachment on another card; it is one for as long as it stays in play."""
    pos.emit(Marked(occurrence.subject, "attachment"))
    place(pos, pos.entity(occurrence.subject), occurrence.player, occurrence.other)


# --- leaving play and going to piles ----------------------------------------------------------------------------------


def can_leave(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a card could be killed, discarded, sacrificed, returned, shuffled away or removed now.

    A faction card never can (`agot2/in-play-and-out-of-play#3`), nor can a revealed plot
    (`agot2/in-play-and-out-of-play#4`), an agenda (`agot2/agenda-cards#4`), a title, a card removed from the game or
    one of which a card says that it cannot. Only a card in play is sacrificed, only a character in play is killed.
    """
    entity = pos.table.entities.get(occurrence.subject)
    if entity is None or entity.zone.endswith((".faction", ".plot", ".title", ".agenda", ".out")):
        return False
    if has(pos, entity.id, "cannot", f"be_{occurrence.kind}"):
        return False
    if occurrence.kind == "killed":
        return pos.in_play(entity.id) and board.is_character(pos, entity.id)
    return occurrence.kind != "sacrificed" or pos.in_play(entity.id)


def send_away(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move a card to its owner's zone by `DESTINATION`, or to the one the occurrence names, as after a replacement.

    A killed character leaves play (`agot2/kill#2`). A replacement applies now, as it happens
    (`agot2/replacement-effects#3`, `agot2/replacement-effects#5`). A deck it goes into will be shuffled.
    """
    entity = pos.table.entities[occurrence.subject]
    kind = occurrence.to or DESTINATION[occurrence.kind]
    if pos.in_play(entity.id):
        leave(pos, entity.id, kind)
    elif entity.zone != f"{entity.owner}.{kind}":
        pos.emit(Moved(entity.id, f"{entity.owner}.{kind}"))
    if kind == "deck":
        _request_shuffle(pos, frame, f"{entity.owner}.deck")


def put_on_pile(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move a card that is not in play to its owner's pile named by the occurrence, such as `dead`.

    Nothing that follows from leaving play is done here.
    """
    pos.emit(Moved(occurrence.subject, f"{pos.entity(occurrence.subject).owner}.{occurrence.to}"))


# --- decks and drawing ------------------------------------------------------------------------------------------------


def can_draw(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a player could draw any card: the amount is above 0, the deck is not empty, and no card forbids it."""
    return (
        bool(pos.zone(occurrence.player, "deck"))
        and occurrence.amount > 0
        and not values.forbidden(pos, occurrence.player, "draw")
    )


def deck_holds_all(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a player's deck holds as many cards as are to be drawn."""
    return len(pos.zone(occurrence.player, "deck")) >= occurrence.amount


def draw(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move cards from the top of a player's deck to the hand (`agot2/drawing-cards#3`).

    They are drawn at the same time (`agot2/drawing-cards#2`), as many as there are if the deck holds fewer
    (`agot2/effects#4`), however many were drawn before (`agot2/drawing-cards#4`).
    """
    for number in pos.zone(occurrence.player, "deck")[: occurrence.amount]:
        pos.emit(Moved(number, f"{occurrence.player}.hand"))


def place_on_deck(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Put a card that is not in play on the top of its owner's deck, or to the bottom if the occurrence says so.

    Nothing is shuffled.
    """
    pos.emit(
        Moved(
            occurrence.subject, f"{pos.entity(occurrence.subject).owner}.deck", -1 if occurrence.note == "bottom" else 0
        )
    )


def shuffle_deck(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Have a player's deck shuffled once all occurrences of this moment have happened."""
    _request_shuffle(pos, frame, f"{occurrence.player}.deck")


def _request_shuffle(pos: Position, frame: Frame, zone: str) -> None:
    """Add a zone to those that the frame of this moment will have shuffled."""
    waiting = frame.data.get("shuffle") or []
    assert isinstance(waiting, list)
    if zone not in waiting:
        pos.emit(FrameAdvanced(frame.id, frame.step, {"shuffle": [*waiting, zone]}))


# --- plots revealed by an effect --------------------------------------------------------------------------------------


def can_replot(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a plot that an effect would reveal is still in its player's plot deck."""
    return pos.entity(occurrence.subject).zone == f"{occurrence.player}.plots"


def replot(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Reveal a plot outside step 1.3: the old one goes to the used pile, and a frame `revealing` opens.

    In it the when-revealed ability resolves; initiative is not counted, and no first player is chosen.
    """
    for old in list(pos.zone(occurrence.player, "plot")):
        leave_plot(pos, old)
    pos.emit(Moved(occurrence.subject, f"{occurrence.player}.plot", face="up"))
    pos.open("revealing", {"revealed": [occurrence.subject]})


# --- kneeling and standing --------------------------------------------------------------------------------------------


def can_kneel(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a card could kneel: it is in play and standing, and no card says it cannot."""
    return (
        pos.in_play(occurrence.subject)
        and not board.kneeling(pos, occurrence.subject)
        and not has(pos, occurrence.subject, "cannot", "kneel")
    )


def kneel(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Kneel a card, and not the card it is attached to (`agot2/attachment-cards#9`)."""
    pos.emit(Marked(occurrence.subject, "kneeling"))


def can_stand(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a card could stand: it is in play and kneeling, and no card says it cannot.

    A character can only if the player of the occurrence may stand another one now (`values.stands_left`).
    """
    number = occurrence.subject
    if not pos.in_play(number) or not board.kneeling(pos, number) or has(pos, number, "cannot", "stand_up"):
        return False
    return not board.is_character(pos, number) or values.stands_left(pos, occurrence.player) > 0


def stand(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Stand a card; in the standing phase a character is counted, for cards that limit how many a player stands."""
    pos.emit(Marked(occurrence.subject, "kneeling", False))
    phase = pos.enclosing("standing")
    if phase is not None and board.is_character(pos, occurrence.subject):
        pos.emit(UseCounted(f"stood {occurrence.player}", phase.id))


# --- joining and leaving the challenge --------------------------------------------------------------------------------


def can_join(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a challenge is being resolved in which the character does not participate yet."""
    frame = board.challenge(pos)
    return frame is not None and occurrence.subject not in values.participants(pos, frame)


def join(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Add a character to the challenge on the side the occurrence names, `attackers` or `defenders`."""
    challenge = board.challenge(pos)
    assert challenge is not None
    here = challenge.data[occurrence.note]
    assert isinstance(here, list)
    pos.emit(FrameAdvanced(challenge.id, challenge.step, {occurrence.note: [*here, occurrence.subject]}))


def can_withdraw(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a character participates in the challenge being resolved."""
    frame = board.challenge(pos)
    return frame is not None and occurrence.subject in values.participants(pos, frame)


def withdraw(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Remove a character from the challenge; one that participates by its own text alone stays in it."""
    leave_challenge(pos, occurrence.subject)


# --- being seen and remembering ---------------------------------------------------------------------------------------


def reveal(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Show a card to every player (`agot2/reveal#1`, `agot2/reveal#2`, `agot2/search#4`).

    It stays where it is (`agot2/reveal#3`).
    """
    pos.emit(Revealed(occurrence.subject, tuple(pos.table.players)))


def look(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Show a card to one player and nobody else (`agot2/look-at#1`, `agot2/search#1`).

    It stays where it is (`agot2/look-at#2`, `agot2/search#5`).
    """
    pos.emit(Revealed(occurrence.subject, (occurrence.player,)))


def remember(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Put the note of the occurrence, such as `named military`, on a card as a mark."""
    pos.emit(Marked(occurrence.subject, occurrence.note))
