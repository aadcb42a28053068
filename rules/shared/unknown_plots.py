"""Revealed plots that a record does not name: what may hang on their income and their claim accuses nobody.

A position need not state the plots, and a plot picked in secret may never be named. Such a plot still gave its player
gold and has a claim value. What is supposed of it is kept in the round's frame in slots that begin with `ASSUMED`, each
holding a sentence; a verdict lists these sentences.
"""

from __future__ import annotations

from ledger.events import Counted
from rules.kernel.position import Position

ASSUMED = "assumed"
"""The first word of a frame's slots that hold what is supposed, in a sentence."""
MOST_INCOME = 30
"""More gold than anybody has in a round: what plots, cards in play and card effects may have given is not known."""
USUAL_CLAIM = 1
"""The claim value that most plots have."""


def is_unknown(pos: Position, player: str) -> bool:
    """Whether nobody knows which plot a player has revealed: none is stated, or an unknown card lies there."""
    revealed = pos.zone(player, "plot")
    return not any(pos.entity(number).card for number in revealed)


def open_income(pos: Position, player: str) -> None:
    """Remember that a player's income came from an unknown plot; nothing if the plot is known."""
    frame = pos.enclosing("round")
    if frame is not None and is_unknown(pos, player):
        pos.remember(frame, f"open income {player}", MOST_INCOME)


def open_incomes_before(pos: Position, stated: frozenset[tuple[str, str]]) -> None:
    """Remember the income of unknown plots that was collected before a position begins, if no gold is stated.

    Players who have had their turn of marshaling have collected it, and all players in a later phase. `stated` are the
    zones and counters that the set-up states of each player.
    """
    phase = pos.table.top if pos.table.frames else None
    if phase is None or phase.kind in ("rounds", "game", "plot", "draw"):
        return
    collected = phase.names("active done") if phase.kind in ("marshaling", "marshalling") else pos.order()
    for player in collected:
        if (player, "gold") not in stated:
            open_income(pos, player)


def may_have(pos: Position, holder: int | str, what: str = "gold") -> int:
    """Return how many tokens a card or player may have: those known, and gold left of an income nobody knows."""
    unknown = _left(pos, holder) if isinstance(holder, str) and what == "gold" else 0
    return pos.table.count(holder, what) + unknown


def gold_told(pos: Position, player: str) -> str:
    """Return how much gold a player has as part of a sentence; with an unknown plot, how much it is at most."""
    name, left = pos.player_name(player), _left(pos, player)
    if not left:
        return f"{name} has {pos.table.count(player, 'gold')}"
    return f"{name} has at most {may_have(pos, player)}, even with an unknown plot"


def collect_for(pos: Position, player: str, amount: int) -> None:
    """Give a player who pays more gold than is known the rest out of an income nobody knows, and note that as assumed.

    Nothing happens if the player has the gold, or cannot have it.
    """
    missing, left, frame = amount - pos.table.count(player, "gold"), _left(pos, player), pos.enclosing("round")
    if frame is None or missing <= 0 or missing > left:
        return
    says = f"{player}'s revealed plot is not written; assumed: its income included the {missing} gold missing here"
    pos.emit(Counted(player, "gold", missing))
    pos.patch(frame, {f"open income {player}": left - missing, f"{ASSUMED} gold {player}": says})


def assume_claim(pos: Position, player: str) -> None:
    """Note that the claim of a player's unknown plot is taken to be the usual one; nothing if the plot is known."""
    frame = pos.enclosing("round")
    if frame is not None and is_unknown(pos, player) and f"{ASSUMED} claim {player}" not in frame.data:
        says = f"{player}'s revealed plot is not written; assumed: its claim is {USUAL_CLAIM}"
        pos.remember(frame, f"{ASSUMED} claim {player}", says)


def _left(pos: Position, player: str) -> int:
    frame = pos.enclosing("round")
    return frame.number(f"open income {player}") if frame is not None else 0
