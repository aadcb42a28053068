"""The reasons why a move is illegal, as a judge reads them: each rule once, nothing that follows from another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rules.kernel.asks import Check

FORM = ("explained", "candidate", "distinct", "count", "fits", "word", "outcome", "order")
"""Names of conditions on how a question is answered.

They are left out once it is clear that another question was asked, or another player.
"""
CHOSEN = ("count", "fits")
"""Names of conditions on all those chosen together; they are left out once one of them may not be chosen at all."""


class Reason(msgspec.Struct, frozen=True):
    """A rule that a move breaks, with a sentence for every failed condition of it."""

    rule: str
    says: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentences in one line, joined by "and"."""
        return ", and ".join(self.says)


def reasons(checks: Iterable[Check]) -> tuple[Reason, ...]:
    """Return every broken rule of some conditions with its failed conditions, the primary one first."""
    found: dict[str, list[str]] = {}
    for check in telling(checks):
        found.setdefault(check.rule, []).append(check.says)
    return tuple(Reason(rule, tuple(dict.fromkeys(says))) for rule, says in found.items())


def telling(checks: Iterable[Check]) -> tuple[Check, ...]:
    """Return the conditions that failed, without those that failed only because another one did.

    If somebody else was asked, how the question was answered says nothing. Conditions that hold are left out.
    """
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
    """Return the rules of the conditions that were not evaluated, because one that they need failed."""
    return tuple(dict.fromkeys(check.rule for check in checks if check.holds is None))


def in_words(found: Iterable[Reason], cite: bool = False) -> str:
    """Return reasons as one sentence; `cite` adds the rule of each in brackets."""
    return "; ".join(f"not so: {reason.text}{f' ({reason.rule})' if cite else ''}" for reason in found)


def from_words(rules: Sequence[str], says: str) -> tuple[Reason, ...]:
    """Return the reasons that a record keeps as rules and a sentence made by `in_words`.

    If the sentence has not one part for each rule, the whole of it goes to the first rule.
    """
    parts = says.removeprefix("not so: ").split("; not so: ")
    if len(parts) != len(rules):
        parts = ["; ".join(parts), *[""] * len(rules)]
    return tuple(Reason(rule, (part,) if part else ()) for rule, part in zip(rules, parts, strict=False))
