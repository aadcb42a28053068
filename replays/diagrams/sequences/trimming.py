"""Which rows are worth a line: quiet ones are merged or left out, deep ones collapsed, long stories cut into pages."""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise

from msgspec.structs import replace

from replays.diagrams.labels import Labels
from replays.diagrams.row_kinds import Kind
from replays.diagrams.sequences.story import Row, Story

PAGE = 120
"""Rows of a page when a story cuts itself."""


class Detail(StrEnum):
    """How much is shown of windows that nobody could use."""

    BRIEF = "brief"
    NORMAL = "normal"
    ALL = "all"


def trim(rows: list[Row], detail: Detail) -> list[Row]:
    """Leave out what a person at the table would not say."""
    rows = _after_cancelling(rows)
    if detail is Detail.ALL:
        return rows
    rows = [row for row in rows if not row.quiet]
    if detail is Detail.BRIEF:
        rows = [row for row in rows if row.kind is not Kind.EMPTY]
    return _merged(_without_quiet_moments(_without_unanswered(rows)))


def _after_cancelling(rows: list[Row]) -> list[Row]:
    """Steps that do not occur have no windows; the row that says so names them."""
    cancelled: dict[int, Row] = {}
    kept = []
    for row in rows:
        if row.kind is Kind.CANCELLED and "{steps}" in row.text:
            cancelled[row.frame] = row
        elif row.frame in cancelled and row.kind is Kind.EMPTY:
            cancelled[row.frame].until = row.step
            continue
        kept.append(row)
    return [_named_steps(row) if row.frame in cancelled and cancelled[row.frame] is row else row for row in kept]


def _named_steps(row: Row) -> Row:
    first = str(int(row.step) + 1) if row.step.isdigit() else row.step
    steps = f"{first}–{row.until}" if row.until and row.until != first else first
    return replace(row, text=row.text.replace("{steps}", steps), step=first)


def _without_unanswered(rows: list[Row]) -> list[Row]:
    """Something imminent that nobody could answer is told once, as it happens; what a diagram begins with is always
    announced.
    """
    gone: set[int] = set()
    for at, row in enumerate(rows):
        if row.kind is not Kind.IMMINENT or at == 0 or row.lanes:
            continue
        follower = at + 1
        while follower < len(rows) and rows[follower].kind is Kind.EMPTY and rows[follower].frame == row.frame:
            follower += 1
        if (
            follower < len(rows)
            and rows[follower].frame == row.frame
            and rows[follower].kind in (Kind.HAPPENED, Kind.CANCELLED)
        ):
            gone.update(range(at, follower))
    return [row for at, row in enumerate(rows) if at not in gone]


def _without_quiet_moments(rows: list[Row]) -> list[Row]:
    """A sequence of which nothing is left but its happening needs no row for its windows."""
    loud = {row.frame for row in rows if row.kind not in (Kind.HAPPENED, Kind.EMPTY)} | {row.frame for row in rows[:1]}
    return [row for row in rows if row.frame in loud or row.kind is not Kind.EMPTY]


def _merged(rows: list[Row]) -> list[Row]:
    """Windows of one sequence that nobody could use, one after another, are one row."""
    kept: list[Row] = []
    for row in rows:
        last = kept[-1] if kept else None
        if (
            last is not None
            and row.kind is last.kind is Kind.EMPTY
            and row.frame == last.frame
            and row.text == last.text
        ):
            kept[-1] = replace(last, until=row.step)
        else:
            kept.append(row)
    return kept


def numbered(rows: list[Row]) -> tuple[dict[int, int], dict[int, int]]:
    """The sequences that are announced, numbered in the order they appear, and the event that announces each."""
    numbers: dict[int, int] = {}
    announced: dict[int, int] = {}
    for row in rows:
        if row.kind is Kind.IMMINENT and row.frame not in numbers:
            numbers[row.frame] = len(numbers) + 1
            announced[row.frame] = row.seq
    return numbers, announced


def collapse(story: Story, depth: int, labels: Labels) -> Story:
    """Only the levels up to a depth; a row that set off hidden ones says how many."""
    kept: list[Row] = []
    hidden = 0
    for row in story.rows:
        if row.depth <= depth:
            _say_hidden(kept, hidden, labels)
            hidden = 0
            kept.append(row)
        else:
            hidden += 1
    _say_hidden(kept, hidden, labels)
    return replace(story, rows=kept)


def _say_hidden(kept: list[Row], hidden: int, labels: Labels) -> None:
    if hidden and kept:
        aside = labels.rows_hidden.format(n=hidden)
        kept[-1] = replace(kept[-1], aside=f"{kept[-1].aside} · {aside}" if kept[-1].aside else aside)


def paged(story: Story, pages: int | None = None) -> list[Story]:
    """The story in pages of about equal length: as many as asked for, or as many as keep a page readable."""
    count = len(story.rows)
    wanted = max(1, min(pages, count)) if pages else max(1, -(-count // PAGE))
    if wanted == 1:
        return [story]
    cuts = [count * page // wanted for page in range(wanted + 1)]
    return [
        replace(story, rows=story.rows[start:stop], page=page, pages=wanted)
        for page, (start, stop) in enumerate(pairwise(cuts), 1)
    ]
