"""What frames of this game remember and what it counts, in sentences."""

from __future__ import annotations

from rules.kernel.sayings import Saying, Sayings

SAYINGS = Sayings(
    slots={
        "claimed": Saying("chosen for the claim: {value}", "nothing is chosen for the claim"),
        "declared": Saying("declared as defenders: {value}", "no defender is declared"),
        "total *": Saying("{a} counts {value} for dominance"),
        "deck *": Saying("{a} has picked a plot deck"),
        "take *": Saying("{a} takes {value}", "{a} takes nothing", "what {a} took is put away"),
        "plot *": Saying("{a} reveals {value}"),
        "stopped": Saying("the active player has passed and plays no more cards this turn"),
        "unopposed": Saying("the challenge was unopposed", "the challenge was opposed"),
    },
    uses={"started * *": "{b} has started a {a} challenge {when}"},
    marks={"duplicate": "a duplicate"},
    players=frozenset({"banner"}),
)
"""The sentences of this game."""
