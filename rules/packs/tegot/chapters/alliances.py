"""Alliances: who is entitled to a non-player house, and what follows when it changes hands."""

from __future__ import annotations

from ledger.events import Moved, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters import retreat
from rules.packs.tegot.zones import put_by_hero

TOKENS_NEEDED = 2
"""The fewest tokens of a house that an alliance with it needs."""
_TOKENS_KEPT = 2
"""The most tokens of each house that stay in an ally pool at the end of a round."""


def check(pos: Position, frame: Frame) -> Ask | None:
    """Open the next alliance that changes hands: player by player from the Hand, then houses that lose their ally.

    The step runs again until none is left.
    Keeps `tegot/alliance-check#2`, `tegot/no-heir#1`, `tegot/losing-an-alliance#2`, `tegot/losing-an-alliance#3`.
    """
    for player in (*pos.order(), ""):
        for house in board.neutral_houses(pos):
            former = board.ally(pos, house)
            if _entitled(pos, house) == player and former != player and house not in frame.names("checked"):
                pos.patch(frame, {"checked": [*frame.names("checked"), house]})
                data = {"house": house, "player": player, "former": former}
                pos.open("alliance", {name: value for name, value in data.items() if value})
                return None
    return None


def _entitled(pos: Position, house: str) -> str:
    """Return the player the check makes a house's ally: at least two tokens, and the most; empty if nobody qualifies.

    A tie keeps the present ally; otherwise it goes to the first of those tied, in player order.
    Keeps `tegot/alliance-check#3`, `tegot/alliance-check#4`, `tegot/alliance-check#5`, `tegot/losing-an-alliance#1`.
    """
    players = pos.order()
    counts = {player: board.influence(pos, player, house) for player in players}
    most = max(counts.values())
    if most < TOKENS_NEEDED:
        return ""
    tied = [player for player in players if counts[player] == most]
    present = board.ally(pos, house)
    return present if present in tied else tied[0]


def hero_home(pos: Position, frame: Frame) -> Ask | None:
    """Send the house's hero back to its mat if nobody becomes its ally (`tegot/no-heir#1`).

    A hero that is the last unit of its house stays.
    """
    figure = board.hero_figure(pos, frame.text("house"))
    if not frame.text("player") and figure and board.is_unit(pos, figure) and not board.is_last_unit(pos, figure):
        pos.open_next(frame, "moment", None, (Occurrence("returned", figure),))
    return None


def shield(pos: Position, frame: Frame) -> Ask | None:
    """Move the shield to the new ally, or back to the mat; the units' side and the hero's card follow it.

    Keeps `tegot/losing-alliance-1#1`, `tegot/alliance-check#6`.
    """
    house, player = frame.text("house"), frame.text("player")
    zone = f"{frame.text('former')}.shields" if frame.text("former") else board.mat(house)
    number = next(
        (n for n in pos.table.zones[zone] if pos.card(n).type == "shield" and board.faction(pos, n) == house), 0
    )
    if number:
        pos.emit(Moved(number, f"{player}.shields" if player else board.mat(house)))
    figure = board.hero_figure(pos, house)
    if figure:
        put_by_hero(pos, figure)
    return None


def leave_shared(pos: Position, frame: Frame) -> Ask | None:
    """Open the retreat of the former ally's units from each domain they share with units of the house.

    One domain at a time; the step runs again until all are left.
    Keeps `tegot/losing-alliance-2#1`, `tegot/no-heir#2`, `tegot/sitting-the-iron-throne#6`.
    """
    former, house = frame.text("former"), frame.text("house")
    if not former:
        return None
    for domain in board.world(pos).domains:
        here = pos.table.zones[domain]
        own = board.units_in(pos, domain, former)
        if own and any(board.faction(pos, n) == house for n in here) and domain not in frame.names("left"):
            pos.patch(frame, {"left": [*frame.names("left"), domain]})
            retreat.open_retreat(pos, former, domain, own, former)
            return None
    return None


def castles_follow(pos: Position, frame: Frame) -> Ask | None:
    """Do nothing: this step is where the castles of the house's domains follow (`tegot/losing-alliance-3#1`).

    Control has changed, so `standing.py` moves them by itself.
    """
    return None


def cull(pos: Position, frame: Frame) -> Ask | None:
    """Send back to its mat every token beyond two of each non-player house in every ally pool.

    Keeps `tegot/cull#1`, `tegot/culling-and-check#1`, `tegot/culling-and-check#2`.
    """
    for player in pos.order():
        for house in board.neutral_houses(pos):
            for number in board.pool(pos, player, house)[_TOKENS_KEPT:]:
                pos.emit(Moved(number, board.mat(house)))
    return None
