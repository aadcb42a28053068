"""Pools of tokens that a position does not state, in games that carry them from round to round.

Nobody knows what lay there: such a pool holds what its player pays. How much is supposed so far is kept in the frame of
the game, and what is supposed, in a sentence, beside it; a verdict lists these sentences.
"""

from __future__ import annotations

from collections.abc import Collection

from ledger.events import Change, Counted, FrameAdvanced, Slots
from rules.kernel.position import Position
from rules.shared.unknown_plots import ASSUMED

OPEN = "open"
"""The first word of the slots that hold how much is supposed so far."""
MOST = 30
"""More than anybody has in a pool."""


def not_stated(pos: Position, what: str, stated: Collection[tuple[str, str]]) -> Slots:
    """Return what the frame of the game remembers of the pools of a kind of token that a position does not state.

    `stated` are the zones and counters that the set-up states of each player.
    """
    return {f"{OPEN} {what} {player}": 0 for player in pos.table.seats if (player, what) not in stated}


def may_have(pos: Position, holder: int | str, what: str) -> int:
    """Return how many tokens a card or player may have: those known, and those that nobody has written."""
    return pos.table.count(holder, what) + _left(pos, holder, what)


def told(pos: Position, player: str, what: str) -> str:
    """Return how many tokens a player has as part of a sentence; of an open pool, how many at most."""
    most = at_most(pos, player, what)
    end = f", even with {what} that is not written" if most else ""
    return f"{pos.player_name(player)} has {most}{may_have(pos, player, what)}{end}"


def at_most(pos: Position, player: str, what: str) -> str:
    """Return the words before a number of tokens: it is no more than a limit where the pool is open, else exact."""
    return "at most " if _left(pos, player, what) else ""


def top_up(pos: Position, holder: int | str, what: str, amount: int) -> None:
    """Give a player from whom more tokens are taken than are known the rest, and note that as assumed.

    Nothing happens if there are enough, or if they cannot have been there.
    """
    frame, missing = pos.enclosing("game"), amount - pos.table.count(holder, what)
    if frame is None or not 0 < missing <= _left(pos, holder, what):
        return
    slot = f"{OPEN} {what} {holder}"
    supposed = frame.number(slot) + missing
    says = f"{holder}'s {what} is not written; assumed: {holder} began here with {supposed} {what} or more"
    pos.emit(Counted(holder, what, missing))
    pos.patch(frame, {slot: supposed, f"{ASSUMED} {what} {holder}": says})


def closed_pool(pos: Position, holder: int | str, what: str) -> tuple[Change, ...]:
    """Return the change that makes an open pool exact where it is put right by hand; nothing if it is exact."""
    frame = pos.enclosing("game")
    if frame is None or not _left(pos, holder, what):
        return ()
    return (FrameAdvanced(frame.id, frame.step, {f"{OPEN} {what} {holder}": "closed"}),)


def _left(pos: Position, holder: int | str, what: str) -> int:
    """Return how many tokens a player may have beyond those known."""
    frame = pos.enclosing("game") if isinstance(holder, str) else None
    supposed = frame.data.get(f"{OPEN} {what} {holder}") if frame is not None else None
    return MOST - supposed if isinstance(supposed, int) else 0
