"""A move that was not made is judged with the choices written behind it, by an expectation and by `why` alike."""

from __future__ import annotations

import pytest

from replays.notation.parser import read
from replays.reading.implied import likely
from replays.reading.reader import Run, run
from replays.records.reasons import reasons
from replays.records.record import of_run
from replays.verdicts.why import why
from rules.engine import advance, decide
from rules.kernel.asks import PASS, Choose

TEXT = """lastword 1 l5r standard
players A "Aiko" crab, B "Botan" lion
position round 2, conflict declare, first A, active B
A play tomonatsu = "Hida Tomonatsu", defender = "Borderlands Defender"
A province1 wall = "Defend the Wall"
B play brawler = "Lion's Pride Brawler", toturi = "Akodo Toturi"

B conflict military for air against wall with brawler, toturi
A defend with defender, tomonatsu
"""
FORBIDDEN, ALLOWED = "B use brawler targeting defender", "B use brawler targeting tomonatsu"


def judged(line: str) -> Run:
    """The position with one more line."""
    return run(read(f"{TEXT}{line}\n"))


def test_what_may_not_be_chosen_is_not_expected_to_be_legal() -> None:
    assert [item.held for item in judged(f"expect legal {FORBIDDEN}").expected] == [False]
    assert [item.held for item in judged(f"expect illegal l5r/target#10: {FORBIDDEN}").expected] == [True]


def test_what_may_be_chosen_is_expected_to_be_legal() -> None:
    assert [item.held for item in judged(f"expect legal {ALLOWED}").expected] == [True]
    assert [item.held for item in judged(f"expect illegal: {ALLOWED}").expected] == [False]


def test_nothing_of_a_supposed_choice_is_kept() -> None:
    assert judged(f"expect legal {ALLOWED}").entries == judged("").entries


@pytest.mark.parametrize(("move", "broken"), [(FORBIDDEN, ["l5r/target#10"]), (ALLOWED, [])])
def test_why_judges_the_choices_too(move: str, broken: list[str]) -> None:
    record = of_run(judged("passes written\nA pass"), "supposed")
    found = why(record, None, move)
    assert [reason.rule for reason in reasons(found.checks)] == broken
    assert found.legal is (not broken)


DASH = """lastword 1 l5r standard
players A "Aiko" lion, B "Botan" crane
position round 2, conflict declare, first A, active A
A fate 1
A play toturi = "Akodo Toturi"
A hand charge = "Charge!"
A province1 war = "The Art of War", historian = "Venerable Historian"
B province1 garden = "Entrenched Position"

A conflict military for air against garden with toturi
A play charge targeting historian
"""


def test_why_the_target_that_was_meant_is_none_is_told_where_there_is_no_other() -> None:
    done = run(read(DASH))
    told = ["l5r/target#2", "l5r/dash#2"]
    assert [reason.rule for reason in reasons(done.violations[0].checks)] == told
    record = of_run(run(read(DASH.replace("A play charge targeting historian", "passes written\nB pass"))), "dash")
    assert [reason.rule for reason in reasons(why(record, None, "A play charge targeting historian").checks)] == told


CLAIM = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" lannister
position round 3, challenges, first A, active A
A plot "A Noble Cause"
A play ned = "Eddard Stark"
B plot "A Clash of Kings"
B play cersei = "Cersei Lannister", tyrion = "Tyrion Lannister"

A challenge military with ned
B defend with nobody
"""


def test_of_cards_that_are_all_named_later_the_one_named_last_is_supposed() -> None:
    record = of_run(run(read(CLAIM)), "claim")
    pos = record.position(len(record.entries) - 1)
    while not isinstance(ask := advance(pos), Choose):
        assert ask is not None
        decide(pos, ask.player, PASS)
    cersei, tyrion = ask.candidates
    for soon, late in ((cersei, tyrion), (tyrion, cersei)):
        found = likely(pos, ask, {soon: 3, late: 9})
        assert found is not None
        assert found.picks == (late,)
        alone = likely(pos, ask, {soon: 3})
        assert alone is not None
        assert alone.picks == (late,)
