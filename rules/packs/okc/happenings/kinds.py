"""What each kind of occurrence does to the table, whether it could change anything now, and how it reads.

Here are those of cards, tactics and the Favour; `tokens` has those of pawns and tokens. `HAPPENINGS` joins them.
"""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Counted, Marked, Moved, Occurrence, Revealed, Slots
from ledger.table import Frame
from rules.kernel.names import quantity
from rules.kernel.pack import Happening
from rules.kernel.position import Position
from rules.packs.okc import board, values, zones
from rules.packs.okc.happenings.answers import begin_lasting, can_last
from rules.packs.okc.happenings.tokens import TOKENS, Apply, Row, always, top_up


def _nothing(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Change nothing: a step of the game has already done what this occurrence names."""


def _in_game(pos: Position, occurrence: Occurrence) -> bool:
    """Whether the card is still in the game: a burned one takes no more part in anything (`okc/burn#2`)."""
    return not pos.entity(occurrence.subject).zone.endswith("burned")


def _is_facedown(pos: Position, occurrence: Occurrence) -> bool:
    return not pos.entity(occurrence.subject).up


def _reveal(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Moved(occurrence.subject, pos.entity(occurrence.subject).zone, face="up"))


def _eliminable(pos: Position, occurrence: Occurrence) -> bool:
    """Whether the card can be eliminated: it is active and not Untouchable (`okc/untouchable#1`)."""
    number = occurrence.subject
    return board.active(pos, number) and not values.has_trait(pos, number, "untouchable")


def _eliminate(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move an eliminated card to the pile that was decided before anything happened.

    A card eliminated twice at once moves once (`okc/eliminate#1`).
    """
    if board.beside(pos.entity(occurrence.subject)):
        zones.send(pos, occurrence.subject, occurrence.to or "losses")


def _send_to(kind: str) -> Apply:
    """Return the function that sends a card to its owner's zone of this kind, and a Kingdom card to its discard pile.

    A zone that the occurrence names itself takes precedence.
    """

    def apply(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
        if pos.card(occurrence.subject).type == "kingdom":
            zones.discard_kingdom(pos, occurrence.subject)
        else:
            zones.send(pos, occurrence.subject, occurrence.to or kind)

    return apply


def _is_beside_region(pos: Position, occurrence: Occurrence) -> bool:
    return bool(board.beside(pos.entity(occurrence.subject)))


def _move_to_region(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.to_region(pos, occurrence.subject, occurrence.to, "up")


def _is_in_hand(pos: Position, occurrence: Occurrence) -> bool:
    return pos.entity(occurrence.subject).zone == f"{occurrence.player}.hand"


def _lay_facedown(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.to_region(pos, occurrence.subject, occurrence.to, "down")


def _deploy(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Lay a card faceup beside a region, with influence from the reserve on it (`okc/deploy#2`)."""
    zones.to_region(pos, occurrence.subject, occurrence.to, "up")
    pos.emit(Counted(occurrence.subject, "influence", occurrence.amount))


def _seat_card(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.send(pos, occurrence.subject, occurrence.to)


def _is_seated(pos: Position, occurrence: Occurrence) -> bool:
    return pos.entity(occurrence.subject).zone.partition(".")[2] in board.COUNCILS


def _travel(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move a travelling card to the losses, or to the discard pile if it is a Guide (`okc/guide#1`)."""
    guide = values.has_trait(pos, occurrence.subject, "guide")
    zones.send(pos, occurrence.subject, "discard" if guide else "losses")


def _buy(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move an advanced card to hand or a seat card to the supply; the lore spent goes to the reserve (`okc/lore#5`)."""
    number = occurrence.subject
    cost = pos.card(number).number("cost")
    if cost:
        top_up(pos, occurrence.player, "lore", cost)
        pos.emit(Counted(occurrence.player, "lore", -cost))
    zones.send(pos, number, "supply" if pos.card(number).type == "seat" else "hand")


def _can_buy(pos: Position, occurrence: Occurrence) -> bool:
    return pos.entity(occurrence.subject).zone == f"{occurrence.player}.power"


def _is_lost(pos: Position, occurrence: Occurrence) -> bool:
    return pos.entity(occurrence.subject).zone.endswith(".losses")


def _recover(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.send(pos, occurrence.subject, occurrence.to or "discard")


def _burn(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Take a card out of the game (`okc/burn#1`). A card that occupied it goes to hand (`okc/occupy#3`)."""
    number = occurrence.subject
    zones.free(pos, number)
    zones.detach(pos, number)
    owner = pos.entity(number).owner
    pos.emit(Moved(number, f"{owner}.burned" if owner else "burned"))


def _look_at(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Revealed(occurrence.subject, (occurrence.player,)))


def _acquire(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Put a Kingdom card on a player's board, occupied at once (`okc/occupying-kingdom-cards#1`).

    A card that occupied it before goes to hand. If an ability brings it, a frame opens that asks for the space first.
    """
    if occurrence.note == "ability":
        data: Slots = {"player": occurrence.player, "kingdom": occurrence.subject, "card": occurrence.other}
        pos.open("space", data)
        return
    if occurrence.note != "setup":
        zones.free(pos, occurrence.subject)
    zones.occupy(pos, occurrence.subject, occurrence.player, occurrence.other)


def _clear_space(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Discard a Kingdom card from a player board, to make room for another."""
    zones.discard_kingdom(pos, occurrence.subject)


def _relocate(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move a Kingdom card to a supply or to the map; the card that occupied it goes to hand (`okc/kingdom-cards#3`)."""
    zones.free(pos, occurrence.subject)
    zone = f"{occurrence.player}.supply" if occurrence.to == "supply" else occurrence.to
    pos.emit(Moved(occurrence.subject, zone))


def _exhaust(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Take a marker off a tactic that has any; a tactic without markers left is turned over (`okc/exhausted#2`)."""
    entity = pos.entity(occurrence.subject)
    if entity.counters.get("markers", 0):
        pos.emit(Counted(entity.id, "markers", -1))
    if not entity.counters.get("markers", 0):
        pos.emit(Marked(entity.id, "exhausted"))


def _is_fresh(pos: Position, occurrence: Occurrence) -> bool:
    return "exhausted" not in pos.entity(occurrence.subject).marks


def _refresh(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Marked(occurrence.subject, "exhausted", False))


def _take_favour(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.favour_to(pos, occurrence.player)


def _has_favour(pos: Position, occurrence: Occurrence) -> bool:
    return board.favoured(pos) == occurrence.player


def _turn_favour(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    zones.turn_favour(pos)


def _sentence(text: str) -> Callable[[Position, Occurrence], str]:
    """Return a function that puts an occurrence into words by filling the places of a text."""

    def says(pos: Position, occurrence: Occurrence) -> str:
        subject = pos.pack.name(pos, occurrence.subject) if occurrence.subject in pos.table.entities else ""
        other = pos.pack.name(pos, occurrence.other) if occurrence.other in pos.table.entities else ""
        who, n, what, to = occurrence.player, occurrence.amount, occurrence.note, occurrence.to
        at = f"in the {pos.pack.place_names[to]}" if to in board.COUNCILS else f"on {to}"
        end = "" if n == 1 else "s"
        nouns = {"markers": f"marker{end}", "supporters": f"Supporter{end}", "council": f"Council of {to.capitalize()}"}
        nouns["cards"] = quantity(n, "card")
        nouns["herald"] = f"to {to}" if to else "back to its player"
        return text.format(
            it=subject, who=who, holder=subject or who, n=n, what=what, other=other, to=to, at=at, **nouns
        )

    return says


_CARDS: tuple[Row, ...] = (
    ("revealed", _reveal, _is_facedown, "{it} is revealed", "okc/summer-2a#2"),
    ("eliminated", _eliminate, _eliminable, "{it} is eliminated", "okc/eliminate#1"),
    ("discarded", _send_to("discard"), _in_game, "{it} is discarded", "okc/discard-pile#2"),
    ("returned", _send_to("hand"), _in_game, "{it} returns to its owner's hand", "okc/retreat#1"),
    ("flanked", _move_to_region, _is_beside_region, "{it} moves to the {to}", "okc/flank#2"),
    ("joined", _lay_facedown, _is_in_hand, "{who} adds a facedown card to the {to}", "okc/not-active#1"),
    ("deployed", _deploy, _is_in_hand, "{it} is deployed beside the {to} with {n} influence", "okc/deploy#2"),
    ("governed", _seat_card, _in_game, "{who} governs with {it} in the {council}", "okc/entering-a-council#1"),
    ("seated", _seat_card, _in_game, "{it} moves to the {council}", "okc/entering-a-council#2"),
    ("unseated", _send_to("discard"), _is_seated, "{it} leaves its council", "okc/clearing-a-council#2"),
    ("travelled", _travel, _in_game, "{who} travels with {it}", "okc/travel#1"),
    ("bought", _buy, _can_buy, "{who} acquires {it}", "okc/lore#5"),
    ("recovered", _recover, _is_lost, "{it} is recovered from the losses", "okc/losses-pile#4"),
    ("burned", _burn, _in_game, "{it} is burned", "okc/burn#1"),
    ("looked", _look_at, always, "{who} looks at {it}", "okc/hidden-information#2"),
    ("acquired", _acquire, _in_game, "{who} occupies {it} with {other}", "okc/occupying-kingdom-cards#1"),
    ("vacated", _clear_space, _in_game, "{it} is discarded from the board", "okc/occupying-kingdom-cards#3"),
    ("relocated", _relocate, _in_game, "{it} goes to the {to}", "okc/kingdom-cards#3"),
    ("exhausted", _exhaust, _is_fresh, "{it} is used", "okc/tactics#3"),
    ("refreshed", _refresh, lambda pos, part: not _is_fresh(pos, part), "{it} is refreshed", "okc/exhausted#3"),
    ("favoured", _take_favour, always, "{who} takes the Kingdom's Favour", "okc/winning-favour#2"),
    ("turned", _turn_favour, _has_favour, "{who} spends a use of the Favour", "okc/using-favour#1"),
    ("lasting", begin_lasting, can_last, "{holder} is given a lasting effect", "okc/gained#1"),
    ("won", _nothing, always, "{who} wins the clash of the {to}", "okc/summer-2d#4"),
    ("tied", _nothing, always, "the clash of the {to} is tied", "okc/ties-in-clashes#1"),
    ("totalled", _nothing, always, "{who} has Strength {n}", "okc/summer-2d#1"),
    ("claimed", _nothing, always, "{who} claims the reward of the {to}", "okc/location-rewards#1"),
    ("bid", _nothing, always, "{who} bids {it} with Strength {n}", "okc/bid-strength#1"),
    ("initiated", _nothing, always, "{it} is used", "okc/own-powers#1"),
)
"""The occurrences of this module."""

HAPPENINGS: dict[str, Happening] = {
    kind: Happening(kind, apply, could, _sentence(text), rule=rule)
    for kind, apply, could, text, rule in (*_CARDS, *TOKENS)
}
"""Every kind of occurrence of this game."""
