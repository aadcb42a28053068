"""Participants of a challenge or conflict whom the record does not know, and what may hang on them."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.events import Move
from ledger.table import Table
from rules.kernel.asks import Check
from rules.kernel.notation import Notation

HANGING = frozenset(
    "trigger/once/restriction/cost/targets/change/payment/target fits/target change/candidate/fits".split("/")
)
"""The conditions of a use that may hold because of who participates; "explained" only repeats others."""

SAYS = (
    "whether this was allowed is not known: it may hang on participants the record does not know. It is not made, and "
    "nobody is accused"
)


ONLY_A_TOTAL = (
    "only their total is compared. Nobody is known to kneel or bow for it, and what their keywords, abilities and the "
    "cards on them would do is not known"
)
"""What is assumed of participants of whom only the total is known."""


def has_unknown(notation: Notation, move: Move) -> bool:
    """Whether a move gives only the total of some cards, as `with unknown, total 7` does."""
    return move.amount > 0 and any(
        part.total for phrase in notation.phrases if phrase.verb == move.verb for part in phrase.parts
    )


def hangs_on_unknown(table: Table, checks: Iterable[Check]) -> bool:
    """Whether every condition that failed may hold because of participants nobody knows.

    `table` is the one at which the move was judged. Whose turn it is, which window this is and where a card lies hangs
    on nobody's taking part.
    """
    failed = {check.name for check in checks if check.holds is False} - {"explained"}
    return bool(failed) and failed <= HANGING and any(frame.data.get("unknown") for frame in table.frames)
