"""A written pass is made, confirmed or told as wrong: it never disappears."""

from __future__ import annotations

import pytest

from replays.notation.parser import read
from replays.reading.reader import Run, run
from replays.records.record import of_run
from replays.records.results import Confirmed
from replays.verdicts.verdict_data import published_data
from replays.verdicts.verification import verify
from rules.catalogue import playthroughs

HEAD = """lastword 1 l5r standard
players A "Aiko" unicorn, B "Botan" unicorn
position round 2, {phase}, first A, active A
A play one = "Border Rider" (bowed)
A hand nothing
B play two = "Border Rider" (bowed), three = "Border Rider" (bowed)
B hand nothing

"""


def play(phase: str, moves: str) -> Run:
    """Run moves from the beginning of a phase."""
    return run(read(HEAD.format(phase=phase) + moves))


@pytest.mark.parametrize("player", ["A", "B"])
@pytest.mark.parametrize("settings", ["", "on illegal apply\n", "passes written\n"])
def test_a_pass_where_somebody_must_choose_is_a_violation(player: str, settings: str) -> None:
    done = play("draw", f"{settings}A bid 3\n{player} pass\nB bid 2\n")
    [refused] = done.violations
    assert (refused.text, refused.applied) == (f"{player} pass", False)
    assert [reason.rule for reason in refused.reasons] == ["l5r/2.2#1"]
    made = [entry.line for entry in done.entries if entry.line]
    assert made == [refused.line - 1, refused.line, refused.line + 1]


def test_a_pass_waits_for_those_who_are_asked_before() -> None:
    done = play("conflict", "B pass\n")
    assert done.violations == done.confirmed == ()
    assert [entry.line for entry in done.entries] == [0, 0, 9]


def test_a_pass_before_somebody_who_then_acts_accuses_nobody() -> None:
    done = play("conflict", "B pass\nA use one\nexpect one not bowed\n")
    assert not done.violations
    assert all(item.held for item in done.expected)


def test_a_pass_that_happened_by_itself_is_confirmed_and_said_so() -> None:
    done = play("conflict", "A use one\nB pass\nB pass\n")
    assert done.violations == ()
    assert [(item.line, item.text) for item in done.confirmed] == [(11, "B pass")]
    told = published_data(verify(of_run(done, "test")), []).confirmed
    assert told == (Confirmed(11, "B pass", "it happened by itself"),)


def test_a_pass_after_the_end_is_a_violation() -> None:
    over = run(read(HEAD.format(phase="conflict").replace("A play one", "A honor 25\nA play one") + "B pass\n"))
    assert over.table.winners == ["A"]
    assert [(bad.text, bad.where) for bad in over.violations] == [("B pass", "the game is over")]


def test_a_pass_that_ends_a_refused_move_is_part_of_it() -> None:
    done = play("draw", "A bid 3\nA use one\nA pass\nB bid 2\n")
    assert [bad.text for bad in done.violations] == ["A use one"]
    assert [(item.text, item.says) for item in done.confirmed] == [
        ("A pass", "it belongs to line 10, which was refused")
    ]


@pytest.mark.parametrize("settings", ["", "passes written\n"])
def test_who_was_passed_over_with_nothing_to_use_may_have_said_so(settings: str) -> None:
    text = HEAD.format(phase="conflict").replace('A play one = "Border Rider" (bowed)\n', "")
    done = run(read(f"{text}{settings}A pass\nB use two\n"))
    assert not done.violations
    assert [item.text for item in done.confirmed] == ["A pass"]


def test_a_pass_steps_over_a_choice_that_another_player_must_make() -> None:
    moves = "A play court games on one\nB pass\nA pass\n"
    head = """lastword 1 l5r standard
players A "Aiko" crane, B "Botan" lion
position round 2, conflict declare, first A, active A
A play one = "Doji Whisperer"
A hand "Court Games"
B play two = "Ikoma Prodigy"
B province1 garden = "Manicured Garden" (facedown)
B hand 3 unknown

A conflict political for air against garden with one
B defend with two
"""
    done = run(read(head + moves))
    assert not done.violations
    assert any("A say honor" in item.says for item in done.assumed)


REGROUP = """lastword 1 l5r standard
players A "Aiko" crab, B "Botan" lion
position round 2, regroup discard, first A, active A
passes written
A play tomonatsu = "Hida Tomonatsu"
A province1 "Defend the Wall", historian = "Venerable Historian"
B play brawler = "Lion's Pride Brawler"

"""


def test_a_written_pass_chooses_nothing_where_nothing_need_be_chosen() -> None:
    passed = run(read(f"{REGROUP}A pass\nexpect historian in A.province1\n"))
    chosen = run(read(f"{REGROUP}A discard nobody\nexpect historian in A.province1\n"))
    assert not passed.violations
    assert passed.entries == chosen.entries
    assert [item.held for item in passed.expected] == [True]


def test_a_pass_chooses_nothing_for_another_player() -> None:
    done = run(read(f"{REGROUP}B pass\nA discard historian\nexpect historian in A.dynasty_discard\n"))
    assert [item.held for item in done.expected] == [True]
    assert not [violation for violation in done.violations if violation.line != 9]


def test_a_pass_in_a_window_that_closed_by_itself_does_not_use_up_the_choice_behind_it() -> None:
    text = REGROUP.replace("regroup discard", "fate actions").replace("A play", "A hand 2 unknown\nA play", 1)
    assert not run(read(f"{text}A pass\nA discard historian\n")).violations


def test_a_written_pass_declines_an_offer() -> None:
    text = dict(playthroughs("agot2"))["master-of-whispers.lw"]
    passed = run(read(text.replace("A say no ", "A pass ")))
    assert passed.entries == run(read(text)).entries
    assert all(item.held for item in passed.expected)
