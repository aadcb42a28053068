"""Refilling provinces and running out of cards, while drawing or refilling.

`l5r/drawing-cards`, `l5r/refilling-provinces`, `l5r/running-out-of-cards`
"""

from __future__ import annotations

from ledger.events import Counted, FrameClosed, Marked, Moved, Occurrence, State
from ledger.table import Frame
from rules.kernel.asks import Ask
from rules.kernel.chance import Shuffle
from rules.kernel.position import Position
from rules.packs.l5r import board

PENALTY = 5
"""The honor a player loses whose deck has run out."""
UNFILLED = "unfilled"
"""The mark of a province that stays empty because there is no card to refill it with."""


def owing(pos: Position) -> list[str]:
    """Return the players who still have to draw cards their conflict deck could not give, in player order.

    `l5r/in-player-order#1`
    """
    return [player for player in pos.order() if pos.table.counters[player].get("owed")]


def empty_province(pos: Position) -> tuple[str, str]:
    """Return the player and the slot of the next province to refill now, or two empty strings.

    - It is empty, and all reactions to what left it are over (`l5r/refilling-provinces#2`).
    - It may be broken (`l5r/break-broken-province#4`); one with a holding in it is not empty (`l5r/holding-cards#4`).
    - One that could not be refilled before waits until the deck has cards again (`l5r/running-out-of-cards#4`).
    """
    for player in pos.order():
        for slot in board.SLOTS:
            zone = pos.table.zones[f"{player}.{slot}"]
            if len(zone) != 1 or _must_wait(pos, f"{player}.{slot}"):
                continue
            if pos.zone(player, "dynasty_deck") or UNFILLED not in pos.entity(zone[0]).marks:
                return player, slot
    return "", ""


def any_empty(pos: Position) -> bool:
    """Whether any outer province is empty: a quick question that leaves open whether it may be refilled now."""
    zones = pos.table.zones
    return any(len(zones[f"{player}.{slot}"]) == 1 for player in pos.table.seats for slot in board.SLOTS)


def _must_wait(pos: Position, zone: str) -> bool:
    """Whether an empty province may not be refilled yet, because what emptied it is still being resolved.

    The card in it is being played (`l5r/1.4#7`), paid for an ability that may fill the province itself, or left it in
    a moment that is still open.
    """
    for frame in pos.table.frames:
        if (frame.kind == "playing" and frame.text("from") == zone) or frame.text("emptied") == zone:
            return True
        if any(
            part.last is not None and part.last.zone == zone and part.state is State.HAPPENED
            for part in frame.occurrences
        ):
            return True
    return False


def recheck_provinces(pos: Position, frame: Frame) -> None:
    """Have the standing conditions looked at again if a province is empty: it may be due once this frame closes."""
    if any_empty(pos):
        pos.unsettled.add(Moved)


def run_out(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the players whose decks ran out lose 5 honor, all at once.

    A player with 0 honor loses the game before anything is shuffled (`l5r/running-out-of-cards#3`).
    """
    lost = tuple(
        Occurrence("lost-tokens", player=player, amount=PENALTY, note="honor", to="ran out")
        for player in frame.names("players")
    )
    pos.open_next(frame, "moment", None, lost)
    return None


def remake(pos: Position, frame: Frame) -> Ask | None:
    """Make the discard pile of each player whose deck ran out the new deck, and ask for its order after the shuffle.

    `l5r/running-out-of-cards#2`
    """
    side = frame.text("side")
    for player in frame.names("players"):
        for number in list(pos.zone(player, f"{side}_discard")):
            pos.emit(Moved(number, f"{player}.{side}_deck"))
        slot = f"shuffled {player}"
        if slot not in frame.data and len(pos.zone(player, f"{side}_deck")) > 1:
            return Shuffle("l5r/running-out-of-cards#2", frame, slot, f"{player}.{side}_deck")
    return None


def go_on(pos: Position, frame: Frame) -> Ask | None:
    """Close the frame, and open the moment in which players draw the cards still owed to them.

    A player whose new deck is empty draws no more (`l5r/running-out-of-cards#4`). After a dynasty deck nothing is to be
    done here: the refilling that needed it goes on.
    """
    pos.emit(FrameClosed(frame.id))
    owed = {player: pos.table.count(player, "owed") for player in frame.names("players")}
    parts = []
    for player, amount in owed.items():
        if frame.text("side") == "dynasty" or not amount:
            continue
        pos.emit(Counted(player, "owed", -amount))
        if pos.zone(player, "conflict_deck"):
            parts.append(Occurrence("drew", player=player, amount=amount, note="rest"))
    if parts:
        pos.open("moment", None, tuple(parts))
    return None


def refill(pos: Position, frame: Frame) -> Ask | None:
    """Put the top card of the dynasty deck into an empty province, facedown unless the frame says faceup.

    Nobody looks at a card put there facedown (`l5r/facedown-province#5`). It does not matter what emptied the province:
    `l5r/refilling-provinces#1`, `l5r/refilling-provinces#3`, `l5r/3.2.5#3`, `l5r/5.3#3`, `l5r/duplicates#4`.

    An empty deck is made anew first. With nothing to make it of, the province is marked as unfilled
    (`l5r/running-out-of-cards#4`).
    """
    player, slot = frame.text("player"), frame.text("slot")
    province = pos.zone(player, slot)[0]
    deck = pos.zone(player, "dynasty_deck")
    if deck:
        pos.emit(Moved(deck[0], f"{player}.{slot}", face=frame.text("face") or "down"))
    elif not frame.data.get("ran out"):
        pos.patch(frame, {"ran out": True})
        pos.open("exhausted", {"players": [player], "side": "dynasty"})
        return None
    if (UNFILLED in pos.entity(province).marks) == bool(deck):
        pos.emit(Marked(province, UNFILLED, not deck))
    return None
