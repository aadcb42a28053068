"""An outcome of chance where chance had nothing to decide is listed, and the transcript is judged all the same."""

from __future__ import annotations

from replays.notation.parser import read
from replays.reading.reader import Run, run

HEAD = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" lannister
position round 2, challenges, first A, active A
A plot "A Noble Cause"
A play cat = "Catelyn Stark", arya = "Arya Stark"
A hand nothing
B plot "A Noble Cause"
B play hound = "The Hound" (kneeling)
"""


def judged(lines: str) -> Run:
    """The challenges of a position."""
    return run(read(HEAD + lines))


def test_the_only_outcome_happened_by_itself() -> None:
    done = judged(
        'B hand tick = "The Tickler"\n\nA challenge intrigue with cat against B\nrandom claim B: tick  # of one\n'
    )
    assert [(item.text, item.says) for item in done.confirmed] == [("random claim B: tick", "it happened by itself")]


def test_the_outcome_of_a_move_that_was_ignored_is_ignored_with_it() -> None:
    lines = (
        'B hand tick = "The Tickler", ice = "Ice"\n\nA challenge intrigue with arya against B\nrandom claim B: tick\n'
    )
    done = judged(f"{lines}A challenge intrigue with cat against B\nrandom claim B: ice\nexpect ice in B.discard\n")
    assert [(item.line, item.says) for item in done.confirmed] == [(12, "it belongs to line 11, which was refused")]
    assert [bad.line for bad in done.violations] == [11]
    assert [item.held for item in done.expected] == [True]


def test_what_was_never_random_is_told_and_ends_nothing() -> None:
    done = judged(
        'B hand tick = "The Tickler", ice = "Ice"\n\nA challenge power with arya against B\nrandom claim B: tick\n'
    )
    assert [(item.line, item.says) for item in done.confirmed] == [(12, "nothing is random at this point")]


def test_an_order_nobody_wrote_is_assumed_before_an_outcome_too() -> None:
    head = "\n".join(HEAD.splitlines()[:2])
    text = f"""{head}
position round 2, plot, first A
A plots heads = "Heads on Spikes"
A play ned = "Eddard Stark"
A hand nothing
B plots filthy = "Filthy Accusations"
B play hound = "The Hound"
B hand tick = "The Tickler", ice = "Ice"

A plot heads
B plot filthy
A first A
random heads: tick
B choose ned
expect tick in B.dead
expect ned kneeling
"""
    done = run(read(text))
    assert [item.held for item in done.expected] == [True, True]
    assert len(done.assumed) == 1
