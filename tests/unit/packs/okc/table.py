"""Small disputes for tests of this pack: a position and moves as a transcript, judged as a whole."""

from __future__ import annotations

from replays.notation.parser import read
from replays.reading.reader import Run, run

FOUR = 'lastword 1 okc\nplayers C "Clara" clans, N "Nadia" nobility, U "Ula" uprising, G "Gus" gathering\n'
"""The first lines of a transcript with four players."""
TWO = 'lastword 1 okc\nplayers A "Ada" clans, B "Ben" nobility\n'
"""The first lines of a transcript with two players."""


def judge(text: str, head: str = FOUR) -> Run:
    """Run a transcript that is given without its first lines."""
    return run(read(head + text.strip() + "\n"))


def holds(text: str, head: str = FOUR) -> Run:
    """Run a transcript and fail unless every move is legal, every expectation holds and nothing had to be assumed."""
    done = judge(text, head)
    missed = [f"{item.text} ({item.says})" for item in done.expected if not item.held]
    assert not missed, missed
    assert not done.violations, [(bad.text, [check.rule for check in bad.broken]) for bad in done.violations]
    assert not done.assumed, [item.says for item in done.assumed]
    return done
