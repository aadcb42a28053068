"""The reasons why a move is illegal, as a judge reads them: each rule once, nothing that follows from another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rules.kernel.asks import Check

FORM = ("explained", "candidate", "distinct", "count", "fits", "word", "outcome", "order")
"""Names of conditions on how a question is answered.

They are left out of the reasons if the move answers another question than the one asked, or comes from another player.
"""
CHOSEN = ("count", "fits")
"""Names of conditions on all chosen components together, left out if one of these may not be chosen at all."""


class Reason(msgspec.Struct, frozen=True):
    """A rule that a move breaks, with its failed conditions.

    Each sentence of `says` is the condition as it should hold: "the decision is B's". It may be empty for a reason that
    was read from a record.
    """

    rule: str
    says: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentences in one line, joined by ", and "."""
        return ", and ".join(self.says)


def reasons(checks: Iterable[Check]) -> tuple[Reason, ...]:
    """Return each broken rule of some conditions once, with its failed conditions, in the order of the conditions.

    Conditions that failed only because another one did are left out, as by `telling`.
    """
    found: dict[str, list[str]] = {}
    for check in telling(checks):
        found.setdefault(check.rule, []).append(check.says)
    return tuple(Reason(rule, tuple(dict.fromkeys(says))) for rule, says in found.items())


def telling(checks: Iterable[Check]) -> tuple[Check, ...]:
    """Return the conditions that failed, without those that failed only because another one did.

    If the decision was another player's, or the move answers another question than the one asked, conditions on the
    form of the answer (`FORM`) are left out. If nothing would be left, all failed conditions are returned.
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
    """Return reasons as one sentence, `not so: …; not so: …`; `cite` adds the rule of each in brackets."""
    return "; ".join(f"not so: {reason.text}{f' ({reason.rule})' if cite else ''}" for reason in found)


def from_words(rules: Sequence[str], says: str) -> tuple[Reason, ...]:
    """Return the reasons that a record keeps as rules and a sentence made by `in_words` without `cite`.

    If the parts of the sentence are not as many as the rules, the whole sentence goes to the first rule.
    """
    parts = says.removeprefix("not so: ").split("; not so: ")
    if len(parts) != len(rules):
        parts = ["; ".join(parts), *[""] * len(rules)]
    return tuple(Reason(rule, (part,) if part else ()) for rule, part in zip(rules, parts, strict=False))
