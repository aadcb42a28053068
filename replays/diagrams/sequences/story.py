"""What a sequence diagram shows, before anything is drawn: rows, each one thing worth telling, in the order of the
record.
"""

from __future__ import annotations

import msgspec

from replays.diagrams.row_kinds import Kind

FIRST, TOOK, PASS, NOTHING, ABOUT = "★", "▶", "pass", "–", "○"
"""Marks of the lanes: first player, used something, passed, could use nothing, whose effect is about to be initiated.
"""


class Row(msgspec.Struct):
    """One row. `frame` is the sequence it belongs to, `opens` the one it sets off, `order` its place in the order of
    resolution.
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
    """A player's column."""

    player: str
    name: str


class Story(msgspec.Struct):
    """Everything a sequence diagram shows. `numbers` are those of the sequences, `announced` the events that announce
    them.
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
        """How many levels of nesting there are."""
        return 1 + max((row.depth for row in self.rows), default=0)
