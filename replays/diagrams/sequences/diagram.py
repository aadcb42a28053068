"""Making a sequence diagram from a record: a stretch of it becomes rows, which are trimmed and drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphviz import Digraph

from ledger.entries import Entry
from ledger.folding import fold
from ledger.table import Table
from replays.diagrams.labels import Labels, level_count
from replays.diagrams.links import Links
from replays.diagrams.sequences.clusters_style import CLUSTER_PAGE, clusters_graph
from replays.diagrams.sequences.row_builder import RowBuilder
from replays.diagrams.sequences.stack_style import stack_graph
from replays.diagrams.sequences.story import Lane, Row, Story
from replays.diagrams.sequences.stretch import Stretch
from replays.diagrams.sequences.trimming import Detail, collapse, paged, sequence_numbers, trim
from replays.diagrams.themes import Theme
from replays.records.views import Onlooker
from replays.records.walk import Walk, violations
from rules.kernel.pack import Pack

_TITLE_LENGTH = 70
"""Characters of the first row's text that a title shows."""


def tell(
    entries: Sequence[Entry],
    pack: Pack,
    stretch: Stretch,
    labels: Labels,
    detail: Detail = Detail.NORMAL,
    game: str = "",
    title: str = "",
    viewer: str = "",
) -> Story:
    """Return the story of a stretch of a record, in the language of `labels` and with so much `detail`.

    `game` is the record's name, `viewer` the player as whom it is told ("": with everything). Without a `title` the
    story is called by its first row and that row's address, as in "Eddard Stark is killed – table-7@62 (3 levels)".
    """
    table = _table_before(entries, stretch.first)
    first = table.role("first")
    builder = RowBuilder(labels, stretch.base, violations(Onlooker(pack, viewer).entries(entries)))
    walk = Walk(pack, builder, table, viewer)
    walk.run(_entries_from(entries, stretch.first), stretch.last)
    builder.finish(walk)
    rows = trim(builder.rows, detail)
    seats = walk.pos.table.seats
    lanes = tuple(Lane(player, seat.name or player) for player, seat in seats.items())
    story = Story(game, "", rows, lanes, first or walk.pos.first, *sequence_numbers(rows))
    story.title = title or _title(story, rows, labels)
    return story


def _title(story: Story, rows: list[Row], labels: Labels) -> str:
    """Return the title of a story: its first row, that row's address, and the number of levels."""
    about = rows[0].text if rows else labels.sequence
    if len(about) > _TITLE_LENGTH:
        about = about[: _TITLE_LENGTH - 1].rstrip() + "…"
    place = f"{story.game}@{rows[0].seq}" if story.game and rows else ""
    return " – ".join(part for part in (about, place) if part) + f" ({level_count(labels, story.levels)})"


def _table_before(entries: Sequence[Entry], first: int) -> Table:
    """Return the table just before an event."""
    table = Table()
    for entry in entries:
        if entry.seq >= first:
            break
        fold(entry.events[: first - entry.seq], table)
    return table


def _entries_from(entries: Sequence[Entry], first: int) -> Iterable[Entry]:
    """Return the entries from the one that holds an event on."""
    return (entry for entry in entries if entry.seq + len(entry.events) > first)


def draw(
    story: Story,
    style: str,
    theme: Theme,
    labels: Labels,
    links: Links,
    depth: int | None = None,
    pages: int | None = None,
) -> list[Digraph]:
    """Return a graph for each page of a story, in the style "stack" or "clusters".

    With `depth`, rows at deeper levels are left out; the outermost level is 0. With `pages`, the story is cut into so
    many pages; without, a long one is cut into as many as keep each page readable.
    """
    if depth is not None:
        story = collapse(story, depth, labels)
    if style == "clusters":
        return [clusters_graph(page, theme, labels, links) for page in paged(story, pages, CLUSTER_PAGE)]
    return [stack_graph(page, theme, labels, links) for page in paged(story, pages)]
