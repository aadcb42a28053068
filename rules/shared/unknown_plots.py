"""Gold nobody has written, and revealed plots that a record does not name: what may hang on them accuses nobody.

A position need not state the plots, and a plot picked in secret may never be named. Such a plot still gave its player
gold and has a claim value. A position need not state the gold either: after the income, a pool that no line states
holds what its player pays, also where the plot is known, since what was gained and spent before is not. What is
supposed is kept in the round's frame in slots that begin with `ASSUMED`, each holding a sentence; a verdict lists these
sentences.
"""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Change, Counted, FrameAdvanced, Slots
from rules.kernel.position import Position

ASSUMED = "assumed"
"""The first word of a frame's slots that hold what is supposed, in a sentence."""
POOL, INCOME = "open pool", "open income"
"""The first words of a frame's slots that hold how much is supposed so far: of a pool, and of an unknown plot."""
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
        pos.remember(frame, f"{INCOME} {player}", 0)


def pools_not_stated(stated: frozenset[tuple[str, str]]) -> Callable[[Position, str, str, str], Slots]:
    """Return the function that gives what a round remembers of gold where a position begins in it.

    Those are the pools that it does not state, of players who have collected their income before it. `stated` are the
    zones and counters that the set-up states of each player.
    """

    def remembered(pos: Position, phase: str, step: str, active: str) -> Slots:
        collected = _collected(pos, phase, step, active)
        return {f"{POOL} {player}": 0 for player in collected if (player, "gold") not in stated}

    return remembered


def _collected(pos: Position, phase: str, step: str, active: str) -> tuple[str, ...]:
    """Return the players who have collected income before a step of a phase.

    Those are the players who have had their turn of marshaling, and all players in a later phase.
    """
    if phase in ("plot", "draw"):
        return ()
    steps, order = _step_names(pos, phase), tuple(pos.order())
    if "income" not in steps:
        return order
    turns = order[: order.index(active) + 1] if active in order else ()
    return turns[:-1] if step == "income" else turns


def stated_pool(pos: Position, holder: int | str, what: str) -> tuple[Change, ...]:
    """Return the change that makes a player's gold exact where it is put right by hand; nothing if it is exact."""
    frame = pos.enclosing("round")
    if frame is None or not isinstance(holder, str) or what != "gold" or not _left(pos, holder):
        return ()
    closed: Slots = {f"{slot} {holder}": "closed" for slot in (POOL, INCOME) if f"{slot} {holder}" in frame.data}
    return (FrameAdvanced(frame.id, frame.step, closed),)


def may_have(pos: Position, holder: int | str, what: str = "gold") -> int:
    """Return how many tokens a card or player may have: those known, and gold that nobody has written."""
    unknown = _left(pos, holder) if isinstance(holder, str) and what == "gold" else 0
    return pos.table.count(holder, what) + unknown


def gold_told(pos: Position, player: str) -> str:
    """Return how much gold a player has as part of a sentence; where that is not written, how much it is at most."""
    name, left = pos.player_name(player), _left(pos, player)
    if not left:
        return f"{name} has {pos.table.count(player, 'gold')}"
    return f"{name} has at most {may_have(pos, player)}, even with gold that is not written"


def collect_for(pos: Position, holder: int | str, amount: int, what: str = "gold") -> None:
    """Give a player from whom more gold is taken than is known the rest out of what is not written, noted as assumed.

    Nothing happens if the player has the gold, or cannot have it, and with other tokens.
    """
    frame = pos.enclosing("round")
    if frame is None or not isinstance(holder, str) or what != "gold":
        return
    missing = amount - pos.table.count(holder, "gold")
    if not 0 < missing <= _left(pos, holder):
        return
    slot = POOL if f"{POOL} {holder}" in frame.data else INCOME
    supposed = missing + frame.number(f"{slot} {holder}")
    if slot == POOL:
        says = f"{holder}'s gold is not written; assumed: {holder} began here with {supposed} gold or more"
        says += _beyond_the_plot(pos, holder, supposed)
    else:
        says = f"{holder}'s revealed plot is not written; assumed: its income included the {missing} gold missing here"
    pos.emit(Counted(holder, "gold", missing))
    pos.patch(frame, {f"{slot} {holder}": supposed, f"{ASSUMED} gold {holder}": says})


def _beyond_the_plot(pos: Position, player: str, supposed: int) -> str:
    """Return the end of a sentence that says how much a player's known plot gives, if more than that is supposed."""
    shown = next((number for number in pos.pack.layout.numbers["plot"] if number.name in ("gold", "income")), None)
    gives = 0 if shown is None or is_unknown(pos, player) else shown.now(pos, pos.zone(player, "plot")[0])
    return f", though {player}'s plot gives {gives}" if gives and gives < supposed else ""


def assume_claim(pos: Position, player: str) -> None:
    """Note that the claim of a player's unknown plot is taken to be the usual one; nothing if the plot is known."""
    frame = pos.enclosing("round")
    if frame is not None and is_unknown(pos, player) and f"{ASSUMED} claim {player}" not in frame.data:
        says = f"{player}'s revealed plot is not written; assumed: its claim is {USUAL_CLAIM}"
        pos.remember(frame, f"{ASSUMED} claim {player}", says)


def _left(pos: Position, player: str) -> int:
    """Return how much gold a player may have beyond what is known; none once unspent gold is returned."""
    frame, phase = pos.enclosing("round"), pos.enclosing("taxation")
    if frame is None or (phase is not None and phase.step >= _step_names(pos, "taxation").index("gold")):
        return 0
    supposed = frame.data.get(f"{POOL} {player}", frame.data.get(f"{INCOME} {player}"))
    return MOST_INCOME - supposed if isinstance(supposed, int) else 0


def _step_names(pos: Position, phase: str) -> list[str]:
    return [step.name for step in pos.pack.procedures[phase].steps]
