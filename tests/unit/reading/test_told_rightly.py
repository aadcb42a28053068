"""What a report tells of lines that are read rightly: where they are judged, what they belong to, what is left over."""

from __future__ import annotations

import pytest

from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.reasons import reasons
from replays.records.results import Run

CRANE = """\
lastword 1 l5r
players A "Olga" crane, B "Piotr" scorpion
position round 3, conflict declare, first A, active A
"""
DUEL = f"""{CRANE}A play kaezin = "Kakita Kaezin"
A hand Banzai!
B play liar = "Bayushi Liar", yunako = "Bayushi Yunako"
B province1 "Night Raid"

A conflict political for air against Night Raid with kaezin
B defend with yunako, liar
"""
TEGOT = """\
lastword 1 tegot
players A "Olha" stark, B "Danylo" lannister
position round 1, turn, first A, active A
"""


def judged(text: str) -> Run:
    """Return what is found of a transcript."""
    return run(read(text))


def told(found: Run) -> list[tuple[int, str]]:
    """Return the lines for which nothing is recorded, with the reason told for each."""
    return [(item.line, item.says) for item in found.confirmed]


@pytest.mark.parametrize("place", ["province2", "Province 2", "B.province2"])
def test_a_province_nobody_identified_is_named_by_its_place(place: str) -> None:
    found = judged(
        f"{CRANE}A play kaezin = Kakita Kaezin\n\nA conflict political for air against {place} with kaezin\n"
    )
    assert not found.violations
    attacked = next(frame.number("province") for frame in found.position.table.frames if frame.kind == "conflict")
    assert found.position.entity(attacked).zone == "B.province2"


def test_legal_moves_name_unknown_provinces_by_their_place() -> None:
    found = judged(
        f"{CRANE}A play kaezin = Kakita Kaezin\n\nA conflict political for air against A.province1 with kaezin\n"
    )
    assert "A conflict political for air against B.province1 with kaezin" in found.violations[0].legal


def test_an_action_within_a_duel_is_judged_at_its_bids() -> None:
    found = judged(f"{DUEL}A use kaezin on yunako\nA play Banzai! on kaezin\nA bid 3\nB bid 1\n")
    assert [(bad.line, bad.rules[0], bad.fits) for bad in found.violations] == [(12, "l5r/d.9#2", False)]
    assert found.violations[0].legal[0] == "A bid 1"


def test_a_choice_that_nothing_asks_for_is_not_dropped() -> None:
    found = judged(f"{DUEL}A use kaezin on liar\nB bid 1\nA bid 1\n")
    assert (11, "nothing asked for it") in told(found)


def test_a_choice_of_what_was_cancelled_accuses_nobody() -> None:
    found = judged(
        f"{CRANE}A play kaezin = Kakita Kaezin\nA hand nothing\nB play whisper = Doji Whisperer (fate 2)\n"
        f"B hand nothing\n"
        "B province1 Pilgrimage\n\nA conflict political for void against Pilgrimage with kaezin\n"
        "B defend with nobody\nA ring void\nA choose whisper\n"
    )
    assert not found.violations
    assert told(found) == [(13, "what asks for it was cancelled")]


def test_a_window_that_closed_after_passes_is_not_one_nobody_could_use() -> None:
    found = judged(
        'lastword 1 hbo duel\nplayers A "Anna" stark, B "Borys" lannister\nposition round 3, dominance, first A\n'
        "A plot The Old Gods\nA play ned = Eddard Stark, luwin = Maester Luwin\nA hand nothing\n"
        "B plot Detained\nB gold 3\n"
        "B hand Training Arrest\n\nA pass\nB pass\nB play Training Arrest on ned\n"
    )
    assert "Whoever could act passed" in found.violations[0].told[0][1]


def test_faces_of_dice_are_those_that_lines_name() -> None:
    found = judged(
        'lastword 1 tegot\nplayers A "Olha" stark, B "Danylo" lannister\n'
        "position round 1, taxes, first A\nA gold 3\nB gold 3\n"
        "winterfell Stark power, Hero of Stark\ncasterly-rock Lannister power, Hero of Lannister\n\n"
        "A draft march\nA draft event\nB draft sail\nB place whisper on recruit\n"
    )
    assert not found.violations
    assert any("march, event, sail" in item.says for item in found.assumed)


@pytest.mark.parametrize("word", ["dice", "die"])
def test_dice_are_set_up_by_their_faces(word: str) -> None:
    found = judged(f"{TEGOT}A {word} march, event\nB {word} sail\nwinterfell Stark power\n\nA place march on whisper\n")
    assert not found.violations


def test_a_hero_is_recruited_by_its_title() -> None:
    found = judged(
        'lastword 1 tegot\nplayers A "Olha" stark, B "Danylo" lannister\n'
        "position round 3, recruit, first A, active A\nA gold 3\n"
        "winterfell Stark power, Stark power\n\nOlha recruits Hero of Stark to Winterfell\n"
    )
    assert not found.violations


def test_a_line_that_may_belong_to_the_next_round_is_told_so() -> None:
    found = judged(
        f'{CRANE}A province1 "Manicured Garden", doji = "Doji Challenger"\nA fate 8\nA play kaezin = Kakita Kaezin\n'
        "B province1 Pilgrimage\n\nA conflict political for air against Pilgrimage with kaezin\nB defend with nobody\n"
        "A play doji with 1\n"
    )
    assert [bad.line for bad in found.violations] == [11]
    assert any("the round of the line before it, or to the next one" in rival.says for rival in found.rivals)


LATE_MARSHAL = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" lannister
position round 3, challenges, first A, active A
A plot "A Noble Cause"
A play ned = "Eddard Stark", cat = "Catelyn Stark"
B plot "A Clash of Kings"
B play hound = "The Hound", tyrion = "Tyrion Lannister"

A challenge military with ned
B defend with hound
B marshal tyrion
"""


def test_a_correction_behind_a_refused_line_changes_nothing_in_what_is_told_of_it() -> None:
    alone = run(read(LATE_MARSHAL))
    corrected = run(read(LATE_MARSHAL + "correct B gold 3, by the judge\n"))
    told = [[reason.rule for reason in reasons(done.violations[0].checks)] for done in (alone, corrected)]
    assert told == [["agot2/marshaling#1", "agot2/marshaling#1"]] * 2
    assert alone.violations[0].seq == corrected.violations[0].seq


def test_a_refused_move_of_several_steps_is_not_listed_as_legal_there() -> None:
    found = judged(
        'lastword 1 tegot\nplayers A "Zofia" stark, B "Iwan" lannister\nposition round 3, turn, first B, active B\n'
        "B dice march, recruit\ncasterly-rock l1 = Lannister power, l2 = Lannister power, lh = Hero of Lannister\n"
        "silverhill l3 = Lannister power\n\nB place march on sail\nB march l3 to casterly-rock\nA pass\n"
    )
    assert [bad.rules[0] for bad in found.violations] == ["tegot/domain-unit-limit#1"]
    assert found.violations[0].legal
    assert "B march l3 to casterly-rock" not in found.violations[0].legal
