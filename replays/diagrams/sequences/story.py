"""The contents of a sequence diagram before anything is drawn: rows in the order of the record, and a lane a player."""

from __future__ import annotations

import msgspec

from replays.diagrams.labels import Labels
from replays.diagrams.row_kinds import Kind

FIRST, TOOK, PASS, NOTHING, ABOUT = "★", "▶", "pass", "–", "○"
"""Marks in a player's lane: first player, used something, passed, could use nothing, about to initiate an ability."""


class Row(msgspec.Struct):
    """One row of a sequence diagram: an event worth telling.

    `seq` is its event, `frame` the frame it belongs to, and `depth` the level of nesting. `step` is the number of the
    step it happened in; with `until`, the row stands for the steps up to that number. `lanes` gives a mark for each
    player who has one. `opens` is the frame this row sets off (0: none). `order` numbers what happened in the order of
    resolution (0: nothing happened by this row). `aside` is a remark in small print. A `quiet` row is shown only in
    full detail.
    """

    seq: int
    kind: Kind
    frame: int
    depth: int
    text: str
    step: str = ""
    rule: str = ""
    lanes: dict[str, str] = {}
    opens: int = 0
    order: int = 0
    aside: str = ""
    until: str = ""
    quiet: bool = False


class Lane(msgspec.Struct, frozen=True):
    """A player's column in a diagram: the seat's letter, and the name at its head."""

    player: str
    name: str


class Story(msgspec.Struct):
    """Everything a sequence diagram shows, or one of its pages.

    `game` is the record's name and `first` the first player. `numbers` gives each announced sequence its number (S1,
    S2, …) by frame, and `announced` the event that announces it.
    """

    game: str
    title: str
    rows: list[Row]
    lanes: tuple[Lane, ...]
    first: str = ""
    numbers: dict[int, int] = {}
    announced: dict[int, int] = {}
    page: int = 1
    pages: int = 1

    @property
    def levels(self) -> int:
        """The number of levels of nesting, at least 1."""
        return 1 + max((row.depth for row in self.rows), default=0)

    @property
    def bars(self) -> list[tuple[bool, ...]]:
        """For each row the bars of the levels around it, outermost first: whether the level's digit stands there.

        The digit stands at the first row of a frame.
        """
        drawn: list[int] = []
        found = []
        for row in self.rows:
            del drawn[row.depth + 1 :]
            begins = [False] * (row.depth + 1)
            for depth in range(len(drawn), row.depth + 1):
                drawn.append(0)
                begins[depth] = True
            if drawn[row.depth] != row.frame:
                drawn[row.depth] = row.frame
                begins[row.depth] = True
            found.append(tuple(begins))
        return found

    def sequence_note(self, row: Row, labels: Labels) -> str:
        """Return "S2" for the row that announces sequence 2, and "opens S2" for the one that sets it off."""
        if row.kind is Kind.IMMINENT and self.announced.get(row.frame) == row.seq:
            return f"S{self.numbers[row.frame]}"
        return f"{labels.opens} S{self.numbers[row.opens]}" if row.opens in self.numbers else ""

    def page_note(self, labels: Labels) -> str:
        """Return what the title adds on one of several pages, as " · page 2 of 3"; "" if there is one page only."""
        return f" · {labels.page.format(n=self.page, of=self.pages)}" if self.pages > 1 else ""
