"""What happens as a card goes elsewhere: out of play, from the deck to the hand, to a pile or the deck, a plot to be revealed."""

from __future__ import annotations

from ledger.events import FrameAdvanced, Moved, Occurrence
from ledger.table import Frame
from rules.packs.agot2 import reading
from rules.packs.agot2.leaving import DESTINATION, leave, leave_plot
from rules.position import Position
from rules.values import has


def leaves(pos: Position, occurrence: Occurrence) -> bool:
    """A card can go if it is there; not a faction card (`agot2/in-play-and-out-of-play#3`), a revealed plot
    (`agot2/in-play-and-out-of-play#4`) or an agenda (`agot2/agenda-cards#4`)."""
    entity = pos.table.entities.get(occurrence.subject)
    if entity is None or entity.zone.endswith((".faction", ".plot", ".title", ".agenda", ".out")):
        return False
    if has(pos, entity.id, "cannot", f"be_{occurrence.kind}"):
        return False
    if occurrence.kind == "killed":
        return pos.in_play(entity.id) and reading.is_character(pos, entity.id)
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
        and not reading.forbidden(pos, occurrence.player, "draw")
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
    pos.emit(Moved(occurrence.subject, f"{pos.entity(occurrence.subject).owner}.deck", -1 if occurrence.note == "bottom" else 0))


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
