"""The first reason for a refused move names the clause that forbids it, with what is so at this table."""

from __future__ import annotations

import pytest

from ledger.events import Move
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.reasons import as_reason, sentence, telling
from rules.catalogue import load
from rules.engine import advance
from rules.kernel.asks import Ask
from rules.kernel.position import Position

HEAD = """lastword 1 l5r standard
players A "Anna" scorpion, B "Borys" dragon
position round 2, {at}, first A, active A
"""
REFUSED = {
    "a constant ability is not used": (
        "conflict declare",
        """A play yun = "Bayushi Yunako" (fate 1), guard = "Seppun Guardsman"

A conflict military for water with yun
B defend with nobody
B pass
A use guard""",
        "l5r/constant-abilities#1",
        "This text of Seppun Guardsman works by itself (constant).",
    ),
    "an ability of a broken province": (
        "conflict declare",
        """A play yun = "Bayushi Yunako" (fate 1)
A province1 mori = "Kuroi Mori" (broken)

A conflict military for water with yun
B defend with nobody
B pass
A use mori""",
        "l5r/province-cards#4",
        "Kuroi Mori may be used only while it is unbroken. It is broken, and so its text is blank.",
    ),
    "a character that lies facedown in a province": (
        "dynasty actions",
        """A fate 5
A province1 "Night Raid", yun = "Bayushi Yunako" (facedown)

A play yun""",
        "l5r/facedown-province#5",
        "Bayushi Yunako lies facedown in Anna's province 1.",
    ),
    "an attacker with covert that bypasses nobody": (
        "conflict declare",
        """A play rival = "Political Rival"
B play liar = "Bayushi Liar"
B province1 raid = "Night Raid"

A conflict political for water against raid with rival""",
        "l5r/3.2#7",
        "Political Rival must bypass 1 character by covert. 0 are chosen.",
    ),
    "no target chosen where there are some": (
        "conflict declare",
        """A play yun = "Bayushi Yunako" (fate 1)
A hand "Banzai!"
B play liar = "Bayushi Liar"

A conflict military for water with yun
B defend with nobody
B pass
A play Banzai!
A choose nobody @ target""",
        "l5r/choose#1",
        "",
    ),
    "an ability that a card takes away": (
        "conflict declare",
        """A play tatsuo = "Shinjo Tatsuo", cloud = "Cloud the Mind" (on tatsuo), shugenja = "Solemn Scholar"

A use tatsuo""",
        "l5r/blank#1",
        "The text of Shinjo Tatsuo must not be blank. It is blank because of Cloud the Mind.",
    ),
    "an effect on attackers of a player who has none": (
        "conflict declare",
        """A play yun = "Bayushi Yunako"
B stronghold yojin = "Yōjin no Shiro"

A conflict military for water with yun
B use yojin""",
        "l5r/triggered-abilities#7",
        "Its effect needs an attacking character of Borys, and there is none.",
    ),
    "another copy entered play": (
        "dynasty actions",
        """A play one = "Akodo Gunsō"
A province1 "Night Raid", two = "Akodo Gunsō"
A fate 5

A play two
A use one""",
        "l5r/reactions#3",
        "and it is another copy of Akodo Gunsō.",
    ),
    "one character for two targets": (
        "conflict declare",
        """A play yun = "Bayushi Yunako"
B play liar = "Bayushi Liar", pol = "Savvy Politician"
B province1 display = "Shameful Display"

A conflict political for water against display with yun
B defend with liar, pol
B use display
B choose liar, liar @ target""",
        "l5r/choose#2",
        "Bayushi Liar is named twice.",
    ),
    "a cost paid from the wrong place": (
        "conflict declare",
        """A play yumino = "Utaku Yumino"
A hand "Outwit", "Charge!"
A conflict_discard spies = "Spies at Court"
B play liar = "Bayushi Liar"

A conflict political for water with yumino
B defend with liar
B pass
A use yumino
A choose spies @ cost""",
        "l5r/cost#2",
        "Utaku Yumino is paid for with a card in hand. Spies at Court is in Anna's conflict discard pile.",
    ),
    "a province that is broken already": (
        "conflict declare",
        """A play yun = "Bayushi Yunako" (fate 1)
B province1 raid = "Night Raid" (broken)

A conflict military for water against raid with yun""",
        "l5r/3.2#4",
        "Night Raid is broken.",
    ),
}


def _first(at: str, lines: str) -> tuple[str, str]:
    """Return the clause and the sentence of the first reason for the last illegal line."""
    refused = run(read(HEAD.format(at=at) + lines + "\n")).violations[-1]
    told = telling(refused.checks)[0]
    return told.rule, sentence(as_reason(told))


@pytest.mark.parametrize("case", REFUSED)
def test_the_first_reason_names_what_forbids_the_move(case: str) -> None:
    at, lines, clause, says = REFUSED[case]
    rule, told = _first(at, lines)
    assert (rule, told.endswith(says)) == (clause, True), told


def _asked(text: str) -> tuple[Position, Ask]:
    """Return the position after some lines, and the question asked there."""
    pos = Position(load("l5r"), run(read(text + "\n")).table)
    ask = advance(pos)
    assert ask is not None
    return pos, ask


FIGHT = """A play yun = "Bayushi Yunako" (fate 1)
A hand "{card}"
A fate 3
B play liar = "Bayushi Liar", pol = "Savvy Politician"
B fate 3

A conflict political for water with yun
B defend with liar, pol
B pass
A play "{card}"
"""


@pytest.mark.parametrize(
    ("card", "clause", "says"),
    [
        ("Banzai!", "l5r/initiation-5#1", "choose a target for Banzai!"),
        ("Court Games", "l5r/initiation-5#1", "name “honor” or “dishonor” for Court Games"),
    ],
)
def test_an_answer_of_another_kind_is_refused_by_the_step_that_asks(card: str, clause: str, says: str) -> None:
    pos, ask = _asked(HEAD.format(at="conflict declare") + FIGHT.format(card=card))
    told = telling(ask.checks(pos, ask.player, Move("bid", words=("1",))))
    assert (told[0].rule, told[0].needed) == (clause, f"the question here is: {says}")


def test_a_facedown_card_on_a_province_has_no_ability_to_use() -> None:
    lines = """A play yun = "Bayushi Yunako"
A province1 "Night Raid", wielder = "Meishōdō Wielder" (facedown)
"""
    pos, ask = _asked(HEAD.format(at="conflict") + lines)
    number = next(n for n, entity in pos.table.entities.items() if entity.card == "meishodo-wielder")
    told = telling(ask.checks(pos, "A", Move("use", number, "meishodo-wielder#1")))
    assert told[0].rule == "l5r/ability#4"
    assert told[0].saw == "Meishōdō Wielder lies facedown in Anna's province 1"


def test_a_conflict_in_the_dynasty_phase_is_none_of_what_that_window_allows() -> None:
    pos, ask = _asked(HEAD.format(at="dynasty actions") + 'A play yun = "Bayushi Yunako"\n')
    (told,) = telling(ask.checks(pos, "A", Move("conflict", words=("military", "air"))))
    assert (told.rule, told.saw) == ("l5r/1.4#1", "“conflict” is no action of this window")


def test_a_word_that_is_no_option_is_refused_by_the_step_that_asks() -> None:
    pos, ask = _asked(HEAD.format(at="conflict declare") + FIGHT.format(card="Court Games"))
    (told,) = telling(ask.checks(pos, "A", Move("say", words=("take",))))
    assert (told.rule, told.needed) == ("l5r/initiation-5#1", "“honor” or “dishonor” must be named")


def test_what_is_chosen_as_an_effect_resolves_is_described() -> None:
    lines = FIGHT.format(card="Court Games") + "A say dishonor\n"
    pos, ask = _asked(HEAD.format(at="conflict declare") + lines)
    assert (ask.says, ask.player) == ("choose for Court Games a character of Borys", "B")
    told = telling(ask.checks(pos, "B", Move("bid", words=("1",))))
    assert told[0].rule == "l5r/effects#3"
    told = telling(ask.checks(pos, "B", Move("choose")))
    assert sentence(as_reason(told[0])).endswith(": exactly 1 must be chosen. Nothing was chosen.")
