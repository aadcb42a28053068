"""What frames of this game remember and what it counts, in sentences."""

from __future__ import annotations

from rules.kernel.sayings import Saying, Sayings
from rules.packs.okc import board

SAYINGS = Sayings(
    slots={
        "abilities": Saying("ability {value} of the location's text begins"),
        "acquired": Saying("acquired: {value}", "nothing is acquired", "the next player may acquire cards"),
        "anew": Saying("the discarded cards are to be made into a new deck"),
        "bidders": Saying("still to take a card for their bids: {value}", "every bid is resolved"),
        "taken": Saying("cards taken for bids: {value}"),
        "dealt": Saying("cards have been dealt"),
        "discards": Saying("discarded down to the hand limit: {value}"),
        "effect * * chosen": Saying("chosen for {b}: {value}"),
        "herald": Saying("the winner's Herald stands there, so its reward is due", gone="no Herald's reward is due"),
        "herald *": Saying("{a}'s Herald is to go to {value}"),
        "instructions": Saying("instructions of set-up followed: {value}"),
        "number": Saying("this many take part in the clash: {value}"),
        "before": Saying(""),  # a check of where everything lies, which says nothing to people
        "passed": Saying("passed instead of a card for the tie: {value}"),
        "participants": Saying("taking part in the clash: {value}", "nobody takes part in the clash"),
        "location": Saying("the location is {value}"),
        "lore": Saying("the lore gained is {value}"),
        "markers": Saying("the regions come in this order: {value}"),
        "next": Saying("the location to be claimed next is {value}", gone="the next location may be chosen"),
        "order": Saying("the order of play is {value}"),
        "placed": Saying("cards beside the regions placed by {value}"),
        "queue": Saying("the order in which cards are taken is settled", "nobody has cards left to take"),
        "redrawn *": Saying("{a} has drawn again"),
        "returned": Saying("the cards that were not kept have been returned"),
        "resolved": Saying("regions in which the clash is over: {value}"),
        "space": Saying("the space used is that of {value}", "no other card makes room"),
        "strength *": Saying("{a}'s Strength in the clash is {value}"),
        "total *": Saying("{a}'s total in the region is {value}"),
        "tie *": Saying("{a} plays {value} to break the tie", "{a} plays nothing to break the tie"),
        "tied": Saying("tied: {value}", "nobody is tied", "the tie is over"),
    },
    uses={
        "ambush *": "{a} has used its Ambush",
        "deploy *": "{a} has used its Deploy",
        "flank *": "{a} has used its Flank",
        "rally *": "{a} has used its Rally",
        "retreat *": "{a} has used its Retreat",
        "govern *": "{a} has governed this Autumn",
        "travel *": "{a} has travelled this Autumn",
        "secrets *": "{a} has used the Council of Secrets {when}",
        "oaths *": "{a} has used the Council of Oaths {when}",
        "supporters *": "{a} has used Supporters {when}",
    },
    marks={f"fought-{region}": f"has fought in the {region.title()}" for region in board.REGIONS},
    roles={"favour": "{value} has the Kingdom's Favour"},
    tokens={f"fought-{region}": f"Supporters that fought in the {region.title()}" for region in board.REGIONS}
    | {f"supporters-{region}": f"Supporters in the {region.title()}" for region in board.REGIONS},
)
"""The sentences of this game."""
