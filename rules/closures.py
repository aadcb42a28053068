"""What expressions of the card language are compiled to: functions of a context, joined by `and` and `or`, and what they count as.

A filter may answer with a component or several instead of yes or no: then it means "it is that one", or "one of these".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Closure = Callable[[Any], Any]


def all_of(parts: list[Closure]) -> Closure:
    """All of them; filters run for every candidate, so no generator is built."""

    def holds(ctx: Any) -> bool:
        for part in parts:
            value = part(ctx)
            if value is False or (value is not True and not truth(value, ctx)):
                return False
        return True

    return holds


def any_of(parts: list[Closure]) -> Closure:
    """Any of them."""

    def holds(ctx: Any) -> bool:
        for part in parts:
            value = part(ctx)
            if value is True or (value is not False and truth(value, ctx)):
                return True
        return False

    return holds


def truth(value: Any, ctx: Any) -> bool:
    """Whether a filter's answer accepts the candidate: a component's number or a list of them means "it is that one"."""
    if value is True or value is False:
        return bool(value)
    if isinstance(value, int):
        return bool(value == ctx.it)
    if isinstance(value, list):
        return ctx.it in value
    return bool(value)
