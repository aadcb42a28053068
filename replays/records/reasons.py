"""The reasons why a move is illegal, as a judge reads them: what each rule needed, and what was so instead."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ledger.events import Reason
from rules.kernel.asks import Check

FORM = ("explained", "candidate", "distinct", "count", "fits", "word", "outcome", "order")
"""Names of conditions on how a question is answered.

They are left out of the reasons if the move comes from another player.
"""
CHOSEN = ("count", "fits")
"""Names of conditions on all chosen components together, left out if one of these may not be chosen at all."""


def reasons(checks: Iterable[Check]) -> tuple[Reason, ...]:
    """Return each failed condition of some conditions as a reason, in their order, none twice.

    Conditions that failed only because another one did are left out, as by `telling`.
    """
    return tuple(dict.fromkeys(as_reason(check) for check in telling(checks)))


def as_reason(check: Check) -> Reason:
    """Return a failed condition as a reason, in full sentences."""
    return Reason(check.rule, full_sentence(check.needed), full_sentence(check.saw))


def broken_rules(checks: Iterable[Check]) -> tuple[str, ...]:
    """Return the rules of the reasons, each once, the primary one first."""
    return tuple(dict.fromkeys(check.rule for check in telling(checks)))


def telling(checks: Iterable[Check]) -> tuple[Check, ...]:
    """Return the conditions that failed, without those that failed only because another one did.

    If the decision was another player's, conditions on the form of the answer (`FORM`) are left out. If the move
    answers another question than the one asked, so is everything that is judged after that. If nothing would be left,
    all failed conditions are returned.
    """
    failed = [check for check in checks if check.holds is False]
    at = next((at for at, check in enumerate(failed) if check.name == "answer"), len(failed))
    failed = failed[: at + 1]
    names = {check.name for check in failed}
    silent = {"explained"}
    if "decider" in names:
        silent.update((*FORM, "answer"))
    if names & {"explained", "candidate"}:
        silent.update(CHOSEN)
    return tuple(check for check in failed if check.name not in silent) or tuple(failed)


def never_judged(checks: Iterable[Check]) -> tuple[str, ...]:
    """Return the rules of the conditions that were not evaluated, because one that they need failed."""
    return tuple(dict.fromkeys(check.rule for check in checks if check.holds is None))


def in_words(found: Iterable[Reason], cite: bool = False) -> str:
    """Return reasons as sentences in one line, none of them twice; `cite` adds the rule of each in brackets."""
    said = (f"{sentence(reason)}{f' ({reason.rule})' if cite else ''}".strip() for reason in found)
    return " ".join(part for part in dict.fromkeys(said) if part)


def condition_words(check: Check) -> str:
    """Return a condition in words: what it needs, and if it failed, what was so instead."""
    return sentence(as_reason(check)) if check.holds is False else full_sentence(check.needed)


def sentence(reason: Reason) -> str:
    """Return a reason in words: what was needed, then what was so instead.

    Records of older versions name only the condition that failed: "Needed: the card is in play."
    """
    if reason.needed and not reason.saw:
        return f"Needed: {reason.needed.removesuffix('.')}."
    return f"{reason.needed} {full_sentence(reason.saw)}".strip()


def full_sentence(text: str) -> str:
    """Return a text with a capital at its beginning and a full stop at its end; an empty one stays empty."""
    if not text:
        return ""
    return f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.!?' else '.'}"


class ConditionData(msgspec.Struct, frozen=True):
    """A condition of a move: its rule with the clause's words, what it needs, and what was seen if it does not hold.

    `holds` is null if the condition was not evaluated.
    """

    name: str
    rule: str
    clause: str
    holds: bool | None
    needed: str
    saw: str


def condition_data(check: Check, clause: str) -> ConditionData:
    """Return a condition as `--json` prints it, with the words of its clause."""
    saw = full_sentence(check.saw) if check.holds is False else ""
    return ConditionData(check.name, check.rule, clause, check.holds, full_sentence(check.needed), saw)
