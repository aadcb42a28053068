"""What frames of this game remember and what it counts, in sentences."""

from __future__ import annotations

from rules.kernel.sayings import Saying, Sayings

SAYINGS = Sayings(
    slots={
        "fought": Saying("characters that took part: {value}", "nobody took part"),
        "strength": Saying("the strength of the province is {value}"),
        "favored": Saying("the Imperial Favor goes to {value}"),
        "duel_winner": Saying("the winner of the duel is {value}", "nobody wins the duel"),
        "duel_loser": Saying("the loser of the duel is {value}", "nobody loses the duel"),
        "skill challenger": Saying("the challenger counts {value}"),
        "skill challenged": Saying("the challenged character counts {value}"),
        "repeated": Saying("the ability has been resolved a second time"),
        "asked": Saying("characters without fate that have been discarded or kept: {value}"),
        "bid *": Saying("{a} bids {value}"),
        "breaking": Saying("the province is about to break", "the province is broken already"),
        "change *": Saying("{a}'s bid changes by {value}"),
        "cards": Saying("duelling: {value}"),
        "clear *": Saying("{a} discards {value}", "{a} discards nothing"),
        "cleared": Saying("asked what to discard from provinces: {value}"),
        "element": Saying("the element is {value}", "no element is chosen"),
        "emptied": Saying("emptied: {value}"),
        "had": Saying("the conflict has been of these types: {value}"),
        "hand *": Saying("{a} keeps {value}", "{a} keeps nothing"),
        "held": Saying("set aside for the effect: {value}"),
        "instead": Saying("what happens instead: {value}"),
        "keep *": Saying("{a} keeps {value}", "{a} keeps nothing"),
        "mulligan *": Saying("{a} puts back {value}", "{a} puts back nothing"),
        "next": Saying("the next character to be discarded is {value}", gone="the next one may be chosen"),
        "option": Saying("the option chosen is: {value}"),
        "out": Saying("{value} passed and takes no more part in the dynasty phase"),
        "pride done": Saying("Pride has been resolved"),
        "ran out": Saying("the deck has run out"),
        "razed": Saying(
            "discarded because the province broke: {value}", "nothing is discarded from the broken province"
        ),
        "repeat": Saying("the ability is resolved a second time"),
        "replaced * *": Saying("{a} has replaced cards of the {b}"),
        "ring": Saying("the contested ring is {value}"),
        "ring cancelled": Saying("the effect of the ring is cancelled"),
        "ring taken": Saying("the ring is taken by {value}"),
        "row *": Saying("{a} fills the provinces with {value}"),
        "shamed": Saying("dishonored by this: {value}"),
        "side": Saying("the side of the Imperial Favor is {value}"),
        "taken": Saying("taken: {value}"),
        "type": Saying("the conflict is now of the type {value}"),
    },
    uses={
        "action *": "{a} has used an action {when}",
        "conflict *": "a {a} conflict has begun {when}",
        "declared * *": "{b} has declared a {a} conflict {when}",
        "lost *": "{a} has lost a conflict {when}",
        "passed *": "{a} has passed a chance to declare a conflict {when}",
        "won *": "{a} has won a conflict {when}",
    },
    marks={
        "attachment": "an attachment",
        "province": "a province",
        "military": "set to military",
        "political": "set to political",
        "unfilled": "left without a card",
    },
)
"""The sentences of this game."""
