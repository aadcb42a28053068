"""What is written behind a use, when others answer the use before it is chosen: no line gets lost, whatever becomes of
the choice.
"""

from __future__ import annotations

from replays.notation.parser import read
from replays.reading.reader import Run, run
from replays.records.reasons import reasons
from replays.records.record import of_run
from replays.verdicts.why import why

SONG = """lastword 1 agot2 joust
players A "Anna" tyrell, B "Borys" lannister
position round 2, challenges, first B, active A
A plot "A Noble Cause"
A gold 6
A hand song = "The Bear and the Maiden Fair", mine = "The Hand's Judgment"
A play thorns = "The Queen of Thorns"
A deck ice = "Ice", hound = "The Hound", 5 unknown, low = "Arya Stark"
B plot "A Noble Cause"
B gold 3
B hand judgment = "The Hand's Judgment", 2 unknown

A play song naming A on low
"""
CANCELLED = "B play judgment\nA play mine\nexpect judgment in B.discard\nexpect mine in A.discard\n"


def sung(lines: str) -> Run:
    """The song with a choice that lies too deep, and what was written after it."""
    return run(read(f"{SONG}{lines}"))


def test_a_choice_refused_leaves_what_others_did_before_it() -> None:
    done = sung(CANCELLED)
    assert [item.held for item in done.expected] == [True, True]
    assert [(bad.line, bad.text, reasons(bad.checks)[0].rule) for bad in done.violations] == [
        (13, "A choose low", "agot2/target#1")
    ]


def test_why_says_the_same_of_a_choice_refused_alone() -> None:
    done = sung(CANCELLED)
    found = why(of_run(done, "sung"), done.violations[0].seq, done.violations[0].text)
    assert [reason.rule for reason in reasons(found.checks)] == ["agot2/target#1"]


def test_a_choice_nobody_answered_before_is_refused_with_its_use() -> None:
    done = sung("expect song in A.hand\n")
    assert [bad.text for bad in done.violations] == ["A play song naming A on low"]
    assert [item.held for item in done.expected] == [True]
