"""tegot: whose each decision is and what may be answered, from the rulebook and from entries named after cards."""

from __future__ import annotations

from ledger.table import Frame
from tests.mutations.clauses import OWN_CARD, Clauses, Turns

_EVENT = Clauses((OWN_CARD,), (OWN_CARD,))

QUESTIONS = {
    # events: what they cost and name
    "ability/cost": _EVENT,
    "ability/target": Clauses((OWN_CARD,), (OWN_CARD, "tegot/last-unit#4")),
    "ability/wave": _EVENT,
    "expedition": _EVENT,
    "placing": _EVENT,
    "surprise": _EVENT,
    # dice, cards, battles
    "dice/draft": Clauses(
        ("tegot/dice-draft#2", "tegot/dice-draft-2#1", "tegot/dice-draft-2#2", "tegot/dice-draft-3#1"),
        ("tegot/dice-draft#2", "tegot/dice-draft-2#1", "tegot/dice-draft-2#2", "tegot/dice-draft-3#1"),
    ),
    "draw/down": Clauses(("tegot/hand-limit#1",), ("tegot/hand-limit#1", "tegot/whisper#2")),
    "plot/card": Clauses(("occasion",), ("tegot/plot-action#1", "tegot/hero-card#2")),
    "battle/attacker": Clauses(
        ("tegot/initiator#2", "tegot/battle-1#1", "tegot/initiator#1"), ("tegot/battle-1#1", "tegot/hero-card#2")
    ),
    "battle/defender": Clauses(("tegot/battle-2#1", "tegot/initiator#1"), ("tegot/battle-2#1", "tegot/hero-card#2")),
    "loss": Clauses(
        ("tegot/loss-of-player#2",),
        ("tegot/battle-resolution#5", "tegot/last-unit#1", "tegot/loss-of-player#1"),
        few=("tegot/loss-of-player#2",),
    ),
    "retreat/where": Clauses(("tegot/retreat#6",), ("tegot/retreat#6",)),
}

WINDOWS = {"event": Turns(("occasion",), ("occasion",))}


def occasion(frame: Frame) -> tuple[str, ...]:
    """Return the clause by which an action is somebody's: a slot's, an event's, the extra dice's, or the turn's."""
    if frame.data.get("slot"):
        return ("tegot/optional-action#2",)
    if frame.number("event"):
        return (OWN_CARD,)
    if frame.data.get("extra"):
        return ("tegot/extra-dice#2",)
    # the active player takes the die's action first, then the others may
    return ("tegot/turn-3#1",) if frame.data.get("following") else ("tegot/turn-2#1",)


OWNERS = ("tegot/event-action#1",)
"""Whose card it is: only that player uses an ability of it."""
