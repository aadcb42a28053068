"""Standing conditions, looked at after every change: castles, the throne and the limit of gold."""

from __future__ import annotations

from typing import Any

from ledger.events import Counted, Moved, SeatChanged
from rules.kernel.position import Position
from rules.packs.tegot import board


def settle(pos: Position, changed: set[type[Any]]) -> bool:
    """Put castle tokens, the throne or gold right, in this order, and return whether anything was changed or opened.

    One call does the first of the three that needs a change. A player in King's Landing with fewer than three castles
    has to retreat. During the setup, between rounds and while an army is between two domains nothing is done; the
    changes wait.
    """
    if changed.isdisjoint({Moved, Counted, SeatChanged}):
        return False
    if _waits(pos):
        pos.unsettled |= changed
        return False
    return _castles(pos) or _throne(pos) or _gold(pos)


def _waits(pos: Position) -> bool:
    if not pos.table.frames:
        return True
    top = pos.table.frames[-1]
    return top.kind in ("setup", "game") or bool(top.data.get("moving"))


def _castles(pos: Position) -> bool:
    """Move each castle's token to whoever controls its domain, else back to the domain (`tegot/castle#1`,
    `tegot/castle#3`).
    """
    changed = False
    players = pos.table.seats
    places = ["castles", *(f"{player}.castles" for player in players)]
    for place in places:
        for number in list(pos.table.zones[place]):
            holder = board.holder(pos, str(pos.card(number).facts["domain"]))
            if holder == board.CONTESTED:
                continue
            wanted = f"{holder}.castles" if holder in players else "castles"
            if wanted != place:
                pos.emit(Moved(number, wanted))
                changed = True
    return changed


def _throne(pos: Position) -> bool:
    """Give the throne to the player in King's Landing with three castles; one with fewer has to leave.

    Keeps `tegot/losing-kings-landing#1`, `tegot/losing-kings-landing#2`, `tegot/sitting-the-iron-throne#4`.
    """
    holder = board.holder(pos, board.world(pos).capital)
    if holder == board.CONTESTED:
        return False  # an army has just entered, or a former ally has not left yet: whose it is, is not decided
    has = board.throned(pos)
    if has and has != holder:
        return _move_throne(pos, f"{has}.pool", "throne")
    if holder not in pos.table.seats:
        return False
    if board.castles(pos, holder) < board.NEEDED:
        if pos.enclosing("dethroned") is None:
            pos.open("dethroned", {"player": holder})
            return True
        return False
    return not has and _move_throne(pos, "throne", f"{holder}.pool")


def _move_throne(pos: Position, place: str, to: str) -> bool:
    number = next((number for number in pos.table.zones[place] if pos.card(number).type == "throne"), 0)
    if number:
        pos.emit(Moved(number, to))
    return bool(number)


def _gold(pos: Position) -> bool:
    """Remove gold beyond the open spaces (`tegot/gold#3`, `tegot/gold#4`).

    Where an illegal move was made that its player could not pay for, what there was is gone and nothing is owed.
    """
    changed = False
    for player in pos.table.seats:
        gold = board.gold(pos, player)
        over = gold - min(max(gold, 0), board.most_gold(pos, player))
        if over:
            pos.emit(Counted(player, "gold", -over))
            changed = True
    return changed
