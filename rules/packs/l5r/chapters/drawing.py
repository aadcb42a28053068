"""Drawing, refilling and running out of cards (`l5r/drawing-cards`, `l5r/refilling-provinces`,
`l5r/running-out-of-cards`).
"""

from __future__ import annotations

from ledger.events import Counted, FrameClosed, Marked, Moved, Occurrence, State
from ledger.table import Frame
from rules.kernel.asks import Ask
from rules.kernel.chance import Shuffle
from rules.kernel.position import Position
from rules.packs.l5r import board

PENALTY = 5
UNFILLED = "unfilled"
"""The mark of a province that stayed empty because there was no card to refill it with."""


def owing(pos: Position) -> list[str]:
    """The players who must still draw from a deck that ran out, in player order (`l5r/in-player-order#1`)."""
    return [player for player in pos.order() if pos.table.counters[player].get("owed")]


def empty_province(pos: Position) -> tuple[str, str]:
    """The next place to refill: empty, and every reaction to what left it is over (`l5r/refilling-provinces#2`).

    Broken or not (`l5r/break-broken-province#4`); a holding keeps its place filled (`l5r/holding-cards#4`). What could
    not be refilled waits for a deck with cards in it (`l5r/running-out-of-cards#4`).
    """
    for player in pos.order():
        for slot in board.SLOTS:
            zone = pos.table.zones[f"{player}.{slot}"]
            if len(zone) != 1 or _waits(pos, f"{player}.{slot}"):
                continue
            if pos.zone(player, "dynasty_deck") or UNFILLED not in pos.entity(zone[0]).marks:
                return player, slot
    return "", ""


def any_empty(pos: Position) -> bool:
    """Whether a province lies empty; a quick look."""
    zones = pos.table.zones
    return any(len(zones[f"{player}.{slot}"]) == 1 for player in pos.table.seats for slot in board.SLOTS)


def _waits(pos: Position, zone: str) -> bool:
    """Whether the happening that emptied a place is still open, or the card played from it still being played
    (`l5r/1.4#7`).

    So it waits for an ability that was paid for with the card in it and may yet fill it.
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


def watch(pos: Position, frame: Frame) -> None:
    """As a frame closes: an empty province may now be due."""
    if any_empty(pos):
        pos.unsettled.add(Moved)


def run_out(pos: Position, frame: Frame) -> Ask | None:
    """Lose 5 honor, both at once if both drew; at 0 the game is over before anything is shuffled
    (`l5r/running-out-of-cards#3`).
    """
    lost = tuple(
        Occurrence("lost-tokens", player=player, amount=PENALTY, note="honor", to="ran out")
        for player in frame.names("players")
    )
    pos.open_next(frame, "moment", None, lost)
    return None


def remake(pos: Position, frame: Frame) -> Ask | None:
    """The matching discard pile becomes the new deck (`l5r/running-out-of-cards#2`)."""
    side = frame.text("side")
    for player in frame.names("players"):
        for number in list(pos.zone(player, f"{side}_discard")):
            pos.emit(Moved(number, f"{player}.{side}_deck"))
        slot = f"shuffled {player}"
        if slot not in frame.data and len(pos.zone(player, f"{side}_deck")) > 1:
            return Shuffle("l5r/running-out-of-cards#2", frame, slot, f"{player}.{side}_deck")
    return None


def go_on(pos: Position, frame: Frame) -> Ask | None:
    """Go on drawing, unless there was nothing to shuffle (`l5r/running-out-of-cards#4`); refilling goes on by itself."""
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
    """The top card of the dynasty deck, facedown and unseen unless told otherwise, whatever emptied the place.

    `l5r/refilling-provinces#1`, `l5r/refilling-provinces#3`, `l5r/3.2.5#3`, `l5r/5.3#3`, `l5r/duplicates#4`, `l5r/facedown-province#5`;
    with nothing to make a new deck of, it stays empty (`l5r/running-out-of-cards#4`).
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
