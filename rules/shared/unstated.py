"""Tokens of players that a written position does not state: a player holds what is paid with them.

A position need not state a player's tokens of a kind. How many there were is then unknown, and what is known of them
is what was gained and spent since. How many more there may be is kept in the frame of the game, in slots that begin
with `OPEN`; what is supposed, in slots that begin with `ASSUMED`. Tokens that are stated, and those of a game that is
written from its beginning, have no such slot and are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ledger.events import Change, Counted, FrameAdvanced, Slots
from rules.kernel.names import counted
from rules.kernel.position import Position
from rules.shared.unknown_plots import ASSUMED

OPEN = "open"
"""The first word of a slot that holds how many more tokens than those known a player may have."""
SUPPOSED = "supposed"
"""The first word of a slot that holds how many tokens a player is supposed to have begun with."""


def not_stated(
    pos: Position, stated: frozenset[tuple[str, str]], most: Callable[[Position, str], Mapping[str, int]]
) -> Slots:
    """Return the slots for the tokens that no set-up line states of a player.

    `stated` are the zones and counters that the set-up states of each player, and `most` returns how many tokens of
    each kind a player may have.
    """
    return {
        f"{OPEN} {what} {player}": amount
        for player in pos.table.seats
        for what, amount in most(pos, player).items()
        if (player, what) not in stated
    }


def left(pos: Position, holder: int | str, what: str) -> int:
    """Return how many tokens a player may have beyond those known; 0 where they are exact."""
    frame = pos.enclosing("game")
    return frame.number(f"{OPEN} {what} {holder}") if frame is not None and isinstance(holder, str) else 0


def may_have(pos: Position, holder: int | str, what: str) -> int:
    """Return how many tokens a card or player may have: those known, and those that nobody has written."""
    return pos.table.count(holder, what) + left(pos, holder, what)


def at_most(pos: Position, player: str, what: str) -> str:
    """Return the words before a number of tokens: it is no more than a limit where they are not written, else exact."""
    return "at most " if left(pos, player, what) else ""


def told(pos: Position, player: str, what: str, most: int) -> str:
    """Return how many tokens a player has as part of a sentence; where that is not written, that it is `most`."""
    name = pos.player_name(player)
    if not left(pos, player, what):
        return f"{name} has {pos.table.count(player, what)}"
    return f"{name} has at most {most}, even with {what} that is not written"


def limit(pos: Position, player: str, what: str, most: int) -> None:
    """Keep what a player may have within the most that the player can hold, where some has been gained."""
    frame, more = pos.enclosing("game"), left(pos, player, what)
    room = max(0, most - pos.table.count(player, what))
    if frame is not None and more > room:
        pos.patch(frame, {f"{OPEN} {what} {player}": room})


def top_up(pos: Position, holder: int | str, what: str, amount: int) -> None:
    """Give a player from whom more tokens are taken than are known the rest, and note that as assumed.

    Nothing happens if there are enough, or if they cannot have been there.
    """
    frame, more = pos.enclosing("game"), left(pos, holder, what)
    missing = amount - pos.table.count(holder, what)
    if frame is None or not 0 < missing <= more:
        return
    began = frame.number(f"{SUPPOSED} {what} {holder}") + missing
    verb = "are" if what.endswith("s") else "is"
    says = f"{holder}'s {what} {verb} not written; assumed: {holder} began here with {counted(began, what)} or more"
    pos.emit(Counted(holder, what, missing))
    slots: Slots = {f"{OPEN} {what} {holder}": more - missing, f"{SUPPOSED} {what} {holder}": began}
    pos.patch(frame, {**slots, f"{ASSUMED} {what} {holder}": says})


def spend(pos: Position, player: str, what: str, amount: int) -> None:
    """Take tokens from a player, also some that are not written."""
    top_up(pos, player, what, amount)
    if amount:
        pos.emit(Counted(player, what, -amount))


def exact(pos: Position, holder: int | str, what: str) -> tuple[Change, ...]:
    """Return the change that makes a player's tokens exact where they are put right by hand; nothing if they are."""
    frame = pos.enclosing("game")
    if frame is None or not left(pos, holder, what):
        return ()
    return (FrameAdvanced(frame.id, frame.step, {f"{OPEN} {what} {holder}": 0}),)
