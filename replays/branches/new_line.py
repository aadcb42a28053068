"""A new line of a game: other moves after an event, or one move changed and the rest played again."""

from __future__ import annotations

import msgspec

from replays.branches.branch import Branch, reorder, skip
from replays.branches.continuation import continued, inserted, replaced
from replays.errors import ReplayError
from replays.records.record import Record
from replays.records.results import Confirmed, Violation


class NewLine(msgspec.Struct, frozen=True):
    """A new branch, with the written moves that are not legal and those for which nothing is recorded."""

    branch: Branch
    violations: tuple[Violation, ...] = ()
    confirmed: tuple[Confirmed, ...] = ()


def new_line(
    record: Record,
    place: int,
    text: str = "",
    other: tuple[int, str] | None = None,
    left_out: int | None = None,
    before: tuple[int, str] | None = None,
    after: tuple[int, int] | None = None,
) -> NewLine:
    """Make a line of a game, which is not stored; with nothing asked for, a branch without moves of its own.

    `text` are moves after the entry at index `place`. `other` makes a move instead of that of an event, `left_out`
    leaves out the move of an event, `before` makes a move before that of an event, and `after` makes the move of one
    event after that of another. An expectation in the moves that does not hold raises `ReplayError`.
    """
    if left_out is not None:
        return NewLine(skip(record, left_out))
    if after is not None:
        return NewLine(reorder(record, *after))
    if other is not None:
        branch, run = replaced(record, *other)
    elif before is not None:
        branch, run = inserted(record, *before)
    elif text:
        branch, run = continued(record, record.end(place), text)
    else:
        return NewLine(Branch(record, record.end(place), ()))
    failed = [item for item in run.expected if not item.held]
    if failed:
        raise ReplayError(f"line {failed[0].line}: {failed[0].text}: {failed[0].says}")
    return NewLine(branch, run.violations, run.confirmed)
