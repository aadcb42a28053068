"""Helpers for the tests of this pack: judging a short transcript of a position and moves."""

from __future__ import annotations

from replays.notation.parser import read
from replays.reading.reader import Run, run

TWO = 'lastword 1 tegot\nplayers A "Ada" stark, B "Ben" lannister\n'
THREE = 'lastword 1 tegot\nplayers A "Ada" stark, B "Ben" lannister, C "Cai" martell\n'


def judge(text: str, head: str = TWO) -> Run:
    """Return the run of a transcript that is given without its head: the first line and the players."""
    return run(read(head + text.strip() + "\n"))


def holds(text: str, head: str = TWO) -> Run:
    """Run a transcript and assert that every move is legal, every expectation holds, and nothing was assumed."""
    done = judge(text, head)
    missed = [f"{item.text} ({item.says})" for item in done.expected if not item.held]
    assert not missed, missed
    assert not done.violations, [(bad.text, [check.rule for check in bad.broken]) for bad in done.violations]
    assert not done.assumed, [item.says for item in done.assumed]
    return done
