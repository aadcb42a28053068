"""What frames of this game remember and what it counts, in sentences."""

from __future__ import annotations

from rules.kernel.sayings import Saying, Sayings

SAYINGS = Sayings(
    slots={
        "claim *": Saying("whether {a} applies the claim: {value}"),
        "claim against": Saying("the claim is applied to {value}", "the claim is applied to nobody"),
        "claimed": Saying("chosen for the claim: {value}", "nothing is chosen for the claim"),
        "declared": Saying("declared as defenders: {value}", "no defender is declared"),
        "defender": Saying("the defending player is {value}"),
        "keyword": Saying("the keyword being resolved: {value}", gone="that keyword is resolved"),
        "keywords done": Saying("keywords resolved: {value}", "no keyword is resolved"),
        "next keyword": Saying("the keyword to be resolved next: {value}"),
        "use *": Saying("{a} is used by {value}", "{a} is not used"),
        "sneaks": Saying("attackers that use stealth: {value}", "no attacker uses stealth any more"),
        "stealth": Saying("bypassed by stealth: {value}", "nobody is bypassed by stealth any more"),
        "redirect": Saying("whether the challenge is redirected: {value}"),
        "redirect done": Saying("the question of redirecting the challenge is settled"),
        "redirect to": Saying("the challenge is redirected to {value}"),
        "last": Saying("eliminated last: {value}"),
        "plot *": Saying("{a} reveals {value}"),
        "removed": Saying("titles taken out of this round: {value}", "no title is taken out of this round"),
        "title *": Saying("{a} takes the title {value}"),
        "host *": Saying("{a} is to be attached to {value}"),
        "stand *": Saying("{a} stands {value}", "{a} stands nothing"),
        "reserve *": Saying("{a} discards down to the reserve: {value}", "{a} discards nothing for the reserve"),
        "reserve done": Saying("discarding down to the reserve is done for {value}"),
    },
    uses={
        "initiated * *": "{b} has initiated a {a} challenge {when}",
        "initiated * * *": "{b} has initiated a {a} challenge against {c} {when}",
        "won * *": "{b} has won a {a} challenge {when}",
        "lost * *": "{b} has lost a {a} challenge {when}",
        "lost defending *": "{a} has lost a challenge as the defending player {when}",
        "noted * *": "{b} has played a card of the kind {a} {when}",
        "stood *": "a card of {a} has stood {when}",
        "ambushed *": "{a} has come into play by ambush {when}",
        "redirect": "a challenge has been redirected {when}",
        "rival * *": "{a} has won against the rival {b}, and no further reward comes from that {when}",
    },
    marks={"duplicate": "a duplicate", "attachment": "an attachment"},
    players=frozenset({"faction"}),
)
"""The sentences of this game."""
