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
    "a glory count that is tied lets nobody set the favor": (
        "conflict favor",
        """A play own = "Doji Whisperer" (fate 1)
B play whis = "Doji Whisperer" (fate 1)

B favor political""",
        "l5r/3.4.1#2",
        "both players count 1",
    ),
    "a third conflict is told by the opportunities, also where the favor is asked for": (
        "conflict declare",
        """passes written
A play tot = "Akodo Toturi" (fate 1), eiji = "Ikoma Eiji" (fate 1)
B play chal = "Doji Challenger" (fate 1)
B province1 p1 = "Fertile Fields" (facedown)
B province2 p2 = "Manicured Garden" (facedown)
A hand 2 unknown
B hand 2 unknown

A pass
A pass
B pass
B pass
A pass
B pass
A conflict military for air against p1 with tot
B defend with nobody
B pass
A pass
A discard nothing
A ring none
A pass
B pass
B pass
A pass
B pass
A conflict political for fire against p2 with eiji""",
        "l5r/3.2#1",
        "Anna has declared 1 and passed 1 already",
    ),
    "a ring effect outside a conflict is told by the step it belongs to": (
        "conflict declare",
        """A play ik = "Ikoma Prodigy" (fate 1)
B play whis = "Doji Whisperer" (fate 1)

A ring fire""",
        "l5r/3.2.6#1",
        "the question here is: declare a conflict or pass",
    ),
    "defenders in an action window are told by the step they belong to": (
        "conflict declare",
        """A play shoju = "Bayushi Shoju" (fate 1)
A hand "Court Games", 1 unknown
B play whis = "Doji Whisperer" (fate 1), chal = "Doji Challenger" (fate 1)

A conflict political for fire with shoju
B defend with whis
B pass
A play Court Games
A say honor
B defend with chal""",
        "l5r/3.2.1#1",
        "this is an action window",
    ),
    "the ring effect that a reaction resolves is not declined": (
        "conflict declare",
        """A play tot = "Akodo Toturi" (fate 1)
B play whis = "Doji Whisperer" (fate 1), art = "Asahina Artisan" (fate 2)

A conflict military for void with tot
B defend with nobody
A ring void
A choose whis
A use tot
A ring none""",
        "l5r/effects#3",
        "“none” was named",
    ),
}


@pytest.mark.parametrize("dispute", DISPUTES)
def test_the_reason_names_its_clause_and_what_was_seen(dispute: str) -> None:
    at, lines, clause, saw = DISPUTES[dispute]
    refused = run(read(HEAD.format(at=at) + lines + "\n")).violations[-1]
    check = next(check for check in refused.checks if check.holds is False)
    assert check.rule == clause
    assert check.saw.endswith(saw), check.saw


FORBIDDEN = {
    "a character that may not attack, by its own text": (
        """A play guard = "Seppun Guardsman" (fate 1)
B favor fav = "Imperial Favor" (military)

A conflict political for fire with guard""",
        "Seppun Guardsman may participate unless a card says that it cannot. Its own text says so.",
    ),
    "fate on a character that takes none, by its own text": (
        """A play tot = "Akodo Toturi" (fate 1)
A province1 "Secret Cache", doomed = "Doomed Shugenja"
A fate 5

A play doomed with 1""",
        "More fate may be placed on Doomed Shugenja unless a card says that none can be. Its own text says so.",
    ),
    "a character that is not played, since another card forbids it": (
        """A play liar = "Bayushi Liar" (fate 1)
A hand "Unassuming Yōjimbō", 1 unknown
A fate 5
B play prod = "Seeker of Knowledge" (fate 1), grasp = "Grasp of Earth" (on prod)

A conflict political for fire with liar
B defend with prod
B use grasp
A play Unassuming Yōjimbō""",
        "This is allowed unless a card forbids it. Grasp of Earth forbids Anna to play Unassuming Yōjimbō.",
    ),
}


@pytest.mark.parametrize("dispute", FORBIDDEN)
def test_what_a_card_forbids_is_understood_at_one_reading(dispute: str) -> None:
    lines, says = FORBIDDEN[dispute]
    at = "dynasty" if "province1" in lines else "conflict declare"
    refused = run(read(HEAD.format(at=at) + lines + "\n")).violations[-1]
    assert any(says in reason for reason in refused.told), refused.told


@pytest.mark.parametrize(
    ("game", "card", "says"),
    [
        ("l5r", "sashimono", "  attaches to a Bushi character you control"),
        ("l5r", "favored-mount", "  attaches to a character you control"),
    ],
)
def test_where_an_attachment_may_be_is_told_in_words(game: str, card: str, says: str) -> None:
    assert says in list(card_lines(load(game).cards[card], game))
