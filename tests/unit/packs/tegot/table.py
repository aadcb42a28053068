"""Small disputes for tests of this pack: a position and moves as a transcript, judged whole."""

from __future__ import annotations

from replays.notation.parser import read
from replays.reading.runner import Run, run

TWO = 'lastword 1 tegot\nplayers A "Ada" stark, B "Ben" lannister\n'
THREE = 'lastword 1 tegot\nplayers A "Ada" stark, B "Ben" lannister, C "Cai" martell\n'


def judge(text: str, head: str = TWO) -> Run:
    """Run a transcript without its first lines."""
    return run(read(head + text.strip() + "\n"))


def holds(text: str, head: str = TWO) -> Run:
    """Every move is legal, every expectation holds, and nothing had to be assumed."""
    done = judge(text, head)
    missed = [f"{item.text} ({item.says})" for item in done.expected if not item.held]
    assert not missed, missed
    assert not done.violations, [(bad.text, [check.rule for check in bad.broken]) for bad in done.violations]
    assert not done.assumed, [item.says for item in done.assumed]
    return done


def at_event(text: str, homes: str) -> str:
    """A position at Ada's event; Ben holds an event too, so that the table stands still when hers is over."""
    own = text.lstrip().startswith("position")
    start, rest = (
        text.strip().split("\n", 1) if own else ("position round 2, event, active A" + homes.rstrip(), text.strip())
    )
    waits = "Tariffs from Your Subjects" if "Uniting" in text else "Uniting the Bloodlines"
    return "\n".join([start, *([] if "B hand" in rest else [f'B hand "{waits}"']), rest])
