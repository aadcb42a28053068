"""The reasons a move is not legal, as a judge is told them: each rule once, and nothing that only follows from what was
said before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rules.kernel.asks import Check

FORM = ("explained", "candidate", "distinct", "count", "fits", "word", "outcome", "order")
"""Conditions on how a question is answered: they say nothing once it is clear that the question was another, or
another's.
"""
CHOSEN = ("count", "fits")
"""Conditions on those chosen together: they say nothing once one of them may not be chosen at all."""


class Reason(msgspec.Struct, frozen=True):
    """A rule that a move breaks, and everything that is not so by it."""

    rule: str
    says: tuple[str, ...]

    @property
    def text(self) -> str:
        """What is not so, in one line."""
        return ", and ".join(self.says)


def reasons(checks: Iterable[Check]) -> tuple[Reason, ...]:
    """Every rule that is broken with what is not so by it, the primary one first."""
    found: dict[str, list[str]] = {}
    for check in telling(checks):
        found.setdefault(check.rule, []).append(check.says)
    return tuple(Reason(rule, tuple(dict.fromkeys(says))) for rule, says in found.items())


def telling(checks: Iterable[Check]) -> tuple[Check, ...]:
    """The conditions that failed, less those that fail only because another one did."""
    failed = [check for check in checks if check.holds is False]
    names = {check.name for check in failed}
    silent = {"explained"}
    if names & {"decider", "answer"}:
        silent.update(FORM)
    if "decider" in names:
        silent.add("answer")
    if names & {"explained", "candidate"}:
        silent.update(CHOSEN)
    return tuple(check for check in failed if check.name not in silent) or tuple(failed)


def never_judged(checks: Iterable[Check]) -> tuple[str, ...]:
    """The rules of the conditions that were not evaluated, because one they need failed."""
    return tuple(dict.fromkeys(check.rule for check in checks if check.holds is None))


def in_words(found: Iterable[Reason], cite: bool = False) -> str:
    """Reasons in one sentence; with their rules, where nothing else names those."""
    return "; ".join(f"not so: {reason.text}{f' ({reason.rule})' if cite else ''}" for reason in found)


def from_words(rules: Sequence[str], says: str) -> tuple[Reason, ...]:
    """The reasons a record keeps as rules and a sentence. Where the two do not match, the first rule speaks for all."""
    parts = says.removeprefix("not so: ").split("; not so: ")
    if len(parts) != len(rules):
        parts = ["; ".join(parts), *[""] * len(rules)]
    return tuple(Reason(rule, (part,) if part else ()) for rule, part in zip(rules, parts, strict=False))
