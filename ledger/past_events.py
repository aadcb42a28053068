"""Events as older versions wrote them, each with the function that brings it up to date."""

from __future__ import annotations

from ledger.events import Move, ViolationNoted
from ledger.facts import Fact, Reason

_FAILED = "not so: "
"""Stood before each condition in the prose of the first version."""


class ViolationNoted1(Fact, tag="violation"):
    """The first version of `ViolationNoted`: the broken rules, and all reasons as one prose text."""

    player: str
    move: Move
    rules: tuple[str, ...]
    says: str
    applied: bool = False
    line: int = 0
    at: int = 0


def with_reasons(event: ViolationNoted1) -> ViolationNoted:
    """Return a noted violation with one reason for each rule.

    The prose named the condition that each rule needed: "not so: the card is in play; not so: …". Where its parts are
    not as many as the rules, the first rule gets the whole text; a text of another form is kept as what was seen.
    """
    parts = event.says.removeprefix(_FAILED).split(f"; {_FAILED}")
    if not event.says.startswith(_FAILED):
        reasons = (Reason(event.rules[0], saw=event.says), *map(Reason, event.rules[1:])) if event.rules else ()
    elif len(parts) == len(event.rules):
        reasons = tuple(Reason(rule, part) for rule, part in zip(event.rules, parts, strict=True))
    else:
        reasons = tuple(Reason(rule, "" if at else "; ".join(parts)) for at, rule in enumerate(event.rules))
    return ViolationNoted(event.player, event.move, reasons, event.applied, event.line, event.at)
