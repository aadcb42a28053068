"""Reasons for a verdict: the clause that forbids the move, and a true sentence with what was seen."""

from __future__ import annotations

import pytest

from replays.cards.words import card_lines
from replays.notation.parser import read
from replays.reading.reader import run
from rules.catalogue import load

HEAD = """lastword 1 l5r
players A "Anna" scorpion, B "Borys" crane
position round 2, {at}, first A, active A
"""
DISPUTES = {
    "a character that is dishonored already pays no dishonor": (
        "conflict declare",
        """A play yun = "Bayushi Yunako" (fate 1)
A hand "Banzai!", 2 unknown
B play liar = "Bayushi Liar" (dishonored, fate 1), mas = "Bayushi Yunako" (fate 1)
B hand "Forged Edict", 2 unknown

A conflict political for water with yun
B defend with mas
B pass
A play Banzai! on yun
B play Forged Edict""",
        "l5r/triggered-abilities#9",
        "Borys has none that can pay: Bayushi Liar is dishonored already",
    ),
    "every character that would not be changed is named": (
        "conflict declare",
        """A play shoju = "Bayushi Shoju" (fate 1)
A hand "Way of the Scorpion", 1 unknown
B play stew = "Steward of Law" (fate 1), whis = "Doji Whisperer" (fate 1)

A conflict political for fire with shoju
B defend with stew, whis
B pass
A play Way of the Scorpion on whis""",
        "l5r/target#2",
        "there is none: Steward of Law and Doji Whisperer would not be changed by it",
    ),
    "a conflict is not the conflict phase": (
        "conflict",
        """A play shoju = "Bayushi Shoju" (fate 1)
A hand "Way of the Lion", 1 unknown
A fate 3

A play Way of the Lion on shoju""",
        "l5r/play-restrictions-and-permissions#1",
        "no conflict is being resolved",
    ),
    "targets that cost too much together do not fit, though there are enough": (
        "conflict declare",
        """A play liar = "Bayushi Liar" (fate 1)
A hand "Ambush", 1 unknown
A fate 4
A province1 "Secret Cache", shoju = "Bayushi Shoju"
A province2 "Night Raid", art = "Blackmail Artist"
A province3 "Pilgrimage", yun = "Bayushi Yunako"
A province4 "Fertile Fields", manip = "Bayushi Manipulator"
B play whis = "Doji Whisperer" (fate 1)

A conflict political for air with liar
B defend with whis
B pass
A play Ambush on shoju, art""",
        "l5r/choose#2",
        "at most 6: it is 7",
    ),
    "a reaction is judged where its ring is claimed, behind a choice nobody wrote": (
        "conflict declare",
        """A play tot = "Akodo Toturi" (fate 1)
A honor 12
B honor 11

A conflict political for air with tot
A ring air
A use Toturi""",
        "l5r/reactions#3",
        "the conflict is political",
    ),
}


@pytest.mark.parametrize("dispute", DISPUTES)
def test_the_reason_names_its_clause_and_what_was_seen(dispute: str) -> None:
    at, lines, clause, saw = DISPUTES[dispute]
    refused = run(read(HEAD.format(at=at) + lines + "\n")).violations[-1]
    check = next(check for check in refused.checks if check.holds is False)
    assert check.rule == clause
    assert check.saw.endswith(saw), check.saw


@pytest.mark.parametrize(
    ("game", "card", "says"),
    [
        ("l5r", "sashimono", "  attaches to a Bushi character you control"),
        ("l5r", "favored-mount", "  attaches to a character you control"),
    ],
)
def test_where_an_attachment_may_be_is_told_in_words(game: str, card: str, says: str) -> None:
    assert says in list(card_lines(load(game).cards[card], game))
