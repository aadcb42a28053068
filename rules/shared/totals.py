"""Totals of a challenge or conflict that are known although nobody knows who makes them up.

Records made elsewhere may say only that somebody attacked with a total of 7, and a judge may correct a total. The frame
of the contest remembers under `added attackers` or `added defenders` what is added to the side's total, and in
`unknown` the sides on which somebody participates whom the record does not know.
"""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Slots
from ledger.table import Frame
from rules.kernel.asks import Check


def added(frame: Frame, side: str) -> int:
    """Return what is added to the total of a side, `attackers` or `defenders`; less than 0 if it is taken away."""
    return frame.number(f"added {side}")


def has_unknown(frame: Frame, side: str) -> bool:
    """Whether somebody participates on a side whom the record does not know."""
    return frame.holds("unknown", side)


def stated_total(frame: Frame, side: str, now: int, wanted: int, known: bool) -> Slots:
    """Return what a frame has to remember so that a side's total, `now` so much, is the wanted one.

    `known` says that the record knows a participant of that side. Without one, a total above 0 is an unknown one's.
    """
    patch: Slots = {f"added {side}": added(frame, side) + wanted - now}
    if wanted > 0 and not known and not has_unknown(frame, side):
        patch["unknown"] = [*frame.names("unknown"), side]
    return patch


def attacker_checks(
    player: str, picks: tuple[int, ...], total: int, able: Callable[[], list[int]], rule: str
) -> list[Check]:
    """Return the conditions on the number of attackers, who may be unknown: then their total is more than 0.

    `able` returns the player's characters that could attack; it is asked only for unknown attackers.
    """
    some = Check("some", rule, "at least one attacker must be declared", bool(picks) or total > 0, "none is declared")
    if total <= 0:
        return [some]
    needed = "an unknown attacker must be one of the characters on the table"
    return [some, Check("able", rule, needed, bool(able()), f"{player} has none there that could attack")]
