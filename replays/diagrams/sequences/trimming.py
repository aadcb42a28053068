"""Shortening a story: rows not worth a line are merged or left out, deep levels hidden, long stories cut into pages."""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise

from msgspec.structs import replace

from replays.diagrams.labels import Labels
from replays.diagrams.row_kinds import Kind
from replays.diagrams.sequences.story import Row, Story

PAGE = 120
"""Rows of a page at most, where no number of pages is asked for."""


class Detail(StrEnum):
    """How much a diagram shows of windows that nobody could use.

    `BRIEF` shows none. `NORMAL` shows them only in frames of which more than the bare happening is told, and merges
    neighbours that say the same. `ALL` shows each, except those after a cancelled initiation. `BRIEF` and `NORMAL` also
    leave out a row "X is imminent" if nobody answered it, unless it is the first row or has marks in its lanes.
    """

    BRIEF = "brief"
    NORMAL = "normal"
    ALL = "all"


def trim(rows: list[Row], detail: Detail) -> list[Row]:
    """Return the rows without those a person at the table would not mention.

    With `Detail.ALL`, only the windows of steps that did not occur are left out.
    """
    rows = _without_cancelled_windows(rows)
    if detail is Detail.ALL:
        return rows
    rows = [row for row in rows if not row.quiet]
    if detail is Detail.BRIEF:
        rows = [row for row in rows if row.kind is not Kind.EMPTY]
    return _merge_empty_windows(_without_quiet_moments(_without_unanswered(rows)))


def _without_cancelled_windows(rows: list[Row]) -> list[Row]:
    """Leave out the windows after a cancelled initiation; the row that tells of it names the steps left out."""
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
    """Return the row of a cancelling with the numbers of the steps that do not occur put into its text."""
    first = str(int(row.step) + 1) if row.step.isdigit() else row.step
    steps = f"{first}–{row.until}" if row.until and row.until != first else first
    return replace(row, text=row.text.replace("{steps}", steps), step=first)


def _without_unanswered(rows: list[Row]) -> list[Row]:
    """Leave out that something is imminent, and the empty windows after it, where nothing else came before it happened.

    The diagram's first row stays, and so does a row with marks in its lanes.
    """
    gone: set[int] = set()
    for at, row in enumerate(rows):
        if row.kind is not Kind.IMMINENT or at == 0 or row.lanes:
            continue
        follower = at + 1
        while follower < len(rows) and rows[follower].kind is Kind.EMPTY and rows[follower].frame == row.frame:
            follower += 1
        if follower < len(rows) and _settles(rows[follower], row.frame):
            gone.update(range(at, follower))
    return [row for at, row in enumerate(rows) if at not in gone]


def _settles(row: Row, frame: int) -> bool:
    """Whether a row tells what became of the imminent things of a frame."""
    return row.frame == frame and row.kind in (Kind.HAPPENED, Kind.CANCELLED)


def _without_quiet_moments(rows: list[Row]) -> list[Row]:
    """Leave out the empty windows of frames with no other rows than what happened; the first frame keeps them."""
    loud = {row.frame for row in rows if row.kind not in (Kind.HAPPENED, Kind.EMPTY)} | {row.frame for row in rows[:1]}
    return [row for row in rows if row.frame in loud or row.kind is not Kind.EMPTY]


def _merge_empty_windows(rows: list[Row]) -> list[Row]:
    """Make one row of several empty windows of one frame that follow each other and say the same."""
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


def sequence_numbers(rows: list[Row]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the number of each announced sequence, in order of appearance, and the event that announces it.

    Both are given by frame.
    """
    numbers: dict[int, int] = {}
    announced: dict[int, int] = {}
    for row in rows:
        if row.kind is Kind.IMMINENT and row.frame not in numbers:
            numbers[row.frame] = len(numbers) + 1
            announced[row.frame] = row.seq
    return numbers, announced


def collapse(story: Story, depth: int, labels: Labels) -> Story:
    """Return the story with levels 0 to `depth` only; the row before hidden ones says in its aside how many they are.

    Hidden rows before the first row that is kept are not counted.
    """
    kept: list[Row] = []
    hidden = 0
    for row in story.rows:
        if row.depth <= depth:
            _note_hidden(kept, hidden, labels)
            hidden = 0
            kept.append(row)
        else:
            hidden += 1
    _note_hidden(kept, hidden, labels)
    return replace(story, rows=kept)


def _note_hidden(kept: list[Row], hidden: int, labels: Labels) -> None:
    """Add to the last row kept how many rows are hidden after it."""
    if hidden and kept:
        aside = labels.rows_hidden.format(n=hidden)
        kept[-1] = replace(kept[-1], aside=f"{kept[-1].aside} · {aside}" if kept[-1].aside else aside)


def paged(story: Story, pages: int | None = None, most: int = PAGE) -> list[Story]:
    """Return the story as pages of about equal length: so many, or, if None, as few as keep to `most` rows each.

    There are never more pages than rows.
    """
    count = len(story.rows)
    wanted = max(1, min(pages, count)) if pages else max(1, -(-count // most))
    if wanted == 1:
        return [story]
    cuts = [count * page // wanted for page in range(wanted + 1)]
    return [
        replace(story, rows=story.rows[start:stop], page=page, pages=wanted)
        for page, (start, stop) in enumerate(pairwise(cuts), 1)
    ]
