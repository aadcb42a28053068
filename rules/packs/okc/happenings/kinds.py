"""What each kind of occurrence does to the table, and whether it could change anything now."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Counted, Marked, Moved, Occurrence, Revealed, Slots
from ledger.table import Frame
from rules.kernel.pack import Happening
from rules.kernel.position import Position
from rules.packs.okc import board, values, zones
from rules.packs.okc.happenings import tokens
from rules.packs.okc.happenings.answers import last, lasts

Apply = Callable[[Position, Occurrence, Frame], None]
Could = Callable[[Position, Occurrence], bool]


def _always(pos: Position, occurrence: Occurrence) -> bool:
    return True


def _nothing(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The framework already did what this occurrence names."""


def _there(pos: Position, occurrence: Occurrence) -> bool:
    """A burned card takes no more part in anything (`okc/burn#2`)."""
    return not pos.entity(occurrence.subject).zone.endswith("burned")


# --- faction cards --------------------------------------------------------------------------------------------------


def _facedown(pos: Position, occurrence: Occurrence) -> bool:
    return not pos.entity(occurrence.subject).up


def _reveal(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Moved(occurrence.subject, pos.entity(occurrence.subject).zone, face="up"))


def _eliminable(pos: Position, occurrence: Occurrence) -> bool:
    """Only an active card can be eliminated, and Untouchable ones never are (`okc/untouchable#1`)."""
    number = occurrence.subject
    return board.active(pos, number) and not values.has_trait(pos, number, "untouchable")


def _eliminate(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Where it goes was judged before anything happened; a card eliminated twice at once moves once
    (`okc/eliminate#1`).
    """
    if board.beside(pos.entity(occurrence.subject)):
        zones.send(pos, occurrence.subject, occurrence.to or "losses")


def _sent(kind: str) -> Apply:
    def apply(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
        if pos.card(occurrence.subject).type == "kingdom":
            zones.discard_kingdom(pos, occurrence.subject)
        else:
            zones.send(pos, occurrence.subject, occurrence.to or kind)

    return apply


def _beside(pos: Position, occurrence: Occurrence) -> bool:
    return bool(board.beside(pos.entity(occurrence.subject)))


def _flank(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.to_region(pos, occurrence.subject, occurrence.to, "up")


def _in_hand(pos: Position, occurrence: Occurrence) -> bool:
    return pos.entity(occurrence.subject).zone == f"{occurrence.player}.hand"


def _lay_facedown(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.to_region(pos, occurrence.subject, occurrence.to, "down")


def _deploy(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Faceup beside a region, with influence from the reserve on it (`okc/deploy#2`)."""
    zones.to_region(pos, occurrence.subject, occurrence.to, "up")
    pos.emit(Counted(occurrence.subject, "influence", occurrence.amount))


def _seat(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.send(pos, occurrence.subject, occurrence.to)


def _seated(pos: Position, occurrence: Occurrence) -> bool:
    return pos.entity(occurrence.subject).zone.partition(".")[2] in board.COUNCILS


def _travel(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """To the losses, or the discard pile for a Guide (`okc/guide#1`)."""
    guide = values.has_trait(pos, occurrence.subject, "guide")
    zones.send(pos, occurrence.subject, "discard" if guide else "losses")


def _buy(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """An advanced card to hand, a seat card to the supply; the lore goes back to the reserve (`okc/lore#5`)."""
    number = occurrence.subject
    cost = pos.card(number).number("cost")
    if cost:
        pos.emit(Counted(occurrence.player, "lore", -cost))
    zones.send(pos, number, "supply" if pos.card(number).type == "seat" else "hand")


def _buyable(pos: Position, occurrence: Occurrence) -> bool:
    return pos.entity(occurrence.subject).zone == f"{occurrence.player}.power"


def _lost(pos: Position, occurrence: Occurrence) -> bool:
    return pos.entity(occurrence.subject).zone.endswith(".losses")


def _recover(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.send(pos, occurrence.subject, occurrence.to or "discard")


def _burn(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Out of the game; what a burned Kingdom card was occupied by goes to hand (`okc/burn#1`, `okc/occupy#3`)."""
    number = occurrence.subject
    zones.free(pos, number)
    zones.detach(pos, number)
    owner = pos.entity(number).owner
    pos.emit(Moved(number, f"{owner}.burned" if owner else "burned"))


def _look(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Revealed(occurrence.subject, (occurrence.player,)))


# --- Kingdom cards, tactics, the Favour -----------------------------------------------------------------------------


def _acquire(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The card comes to the board and is occupied at once (`okc/occupying-kingdom-cards#1`); a victim's card goes to
    hand.
    """
    if occurrence.note == "ability":
        data: Slots = {"player": occurrence.player, "kingdom": occurrence.subject, "card": occurrence.other}
        pos.open("space", data)
        return
    if occurrence.note != "setup":
        zones.free(pos, occurrence.subject)
    zones.occupy(pos, occurrence.subject, occurrence.player, occurrence.other)


def _vacate(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.discard_kingdom(pos, occurrence.subject)


def _relocate(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """A Kingdom card goes to a supply or to the map; what occupied it goes to hand (`okc/kingdom-cards#3`)."""
    zones.free(pos, occurrence.subject)
    zone = f"{occurrence.player}.supply" if occurrence.to == "supply" else occurrence.to
    pos.emit(Moved(occurrence.subject, zone))


def _exhaust(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """A tactic with markers left loses one; without, it is turned over (`okc/exhausted#2`)."""
    entity = pos.entity(occurrence.subject)
    if entity.counters.get("markers", 0):
        pos.emit(Counted(entity.id, "markers", -1))
    if not entity.counters.get("markers", 0):
        pos.emit(Marked(entity.id, "exhausted"))


def _fresh(pos: Position, occurrence: Occurrence) -> bool:
    return "exhausted" not in pos.entity(occurrence.subject).marks


def _refresh(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Marked(occurrence.subject, "exhausted", False))


def _take_favour(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.favour_to(pos, occurrence.player)


def _has_favour(pos: Position, occurrence: Occurrence) -> bool:
    return board.favoured(pos) == occurrence.player


def _turn(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.turn_favour(pos)


def _says(text: str) -> Callable[[Position, Occurrence], str]:
    def says(pos: Position, occurrence: Occurrence) -> str:
        subject = pos.pack.name(pos, occurrence.subject) if occurrence.subject in pos.table.entities else ""
        other = pos.pack.name(pos, occurrence.other) if occurrence.other in pos.table.entities else ""
        who, n, what = occurrence.player, occurrence.amount, occurrence.note
        return text.format(it=subject, who=who, holder=subject or who, n=n, what=what, other=other, to=occurrence.to)

    return says


_TABLE: tuple[tuple[str, Apply, Could, str, str], ...] = (
    ("revealed", _reveal, _facedown, "{it} is revealed", "okc/summer-2a#2"),
    ("eliminated", _eliminate, _eliminable, "{it} is eliminated", "okc/eliminate#1"),
    ("discarded", _sent("discard"), _there, "{it} is discarded", "okc/discard-pile#2"),
    ("returned", _sent("hand"), _there, "{it} returns to its owner's hand", "okc/retreat#1"),
    ("flanked", _flank, _beside, "{it} moves to the {to}", "okc/flank#2"),
    ("joined", _lay_facedown, _in_hand, "{who} adds a facedown card to the {to}", "okc/not-active#1"),
    ("deployed", _deploy, _in_hand, "{it} is deployed beside the {to} with {n} influence", "okc/deploy#2"),
    ("governed", _seat, _there, "{who} governs with {it} in the Council of {to}", "okc/entering-a-council#1"),
    ("seated", _seat, _there, "{it} moves to the Council of {to}", "okc/entering-a-council#2"),
    ("unseated", _sent("discard"), _seated, "{it} leaves its council", "okc/clearing-a-council#2"),
    ("travelled", _travel, _there, "{who} travels with {it}", "okc/travel#1"),
    ("bought", _buy, _buyable, "{who} acquires {it}", "okc/lore#5"),
    ("recovered", _recover, _lost, "{it} is recovered from the losses", "okc/losses-pile#4"),
    ("burned", _burn, _there, "{it} is burned", "okc/burn#1"),
    ("looked", _look, _always, "{who} looks at {it}", "okc/hidden-information#2"),
    ("acquired", _acquire, _there, "{who} occupies {it} with {other}", "okc/occupying-kingdom-cards#1"),
    ("vacated", _vacate, _there, "{it} is discarded from the board", "okc/occupying-kingdom-cards#3"),
    ("relocated", _relocate, _there, "{it} goes to the {to}", "okc/kingdom-cards#3"),
    ("exhausted", _exhaust, _fresh, "{it} is used", "okc/tactics#3"),
    ("refreshed", _refresh, lambda pos, part: not _fresh(pos, part), "{it} is refreshed", "okc/exhausted#3"),
    ("favoured", _take_favour, _always, "{who} takes the Kingdom's Favour", "okc/winning-favour#2"),
    ("turned", _turn, _has_favour, "{who} spends a use of the Favour", "okc/using-favour#1"),
    ("lasting", last, lasts, "{holder} is given something for a time", "okc/gained#1"),
    ("won", _nothing, _always, "{who} wins the clash of the {to}", "okc/summer-2d#4"),
    ("tied", _nothing, _always, "the clash of the {to} is tied", "okc/ties-in-clashes#1"),
    ("totalled", _nothing, _always, "{who} has Strength {n}", "okc/summer-2d#1"),
    ("claimed", _nothing, _always, "{who} claims the reward of the {to}", "okc/location-rewards#1"),
    ("bid", _nothing, _always, "{who} bids {it} with Strength {n}", "okc/bid-strength#1"),
    ("initiated", _nothing, _always, "{it} is used", "okc/own-powers#1"),
)

HAPPENINGS: dict[str, Happening] = {
    kind: Happening(kind, apply, could, _says(text), rule=rule)
    for kind, apply, could, text, rule in (*_TABLE, *tokens.TABLE)
}
