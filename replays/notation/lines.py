"""What a transcript is made of once read: one struct a line, each with the text it was read from."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ledger.events import Seat
from rules.kernel.pack import Pack


class Ref(msgspec.Struct, frozen=True):
    """A word of a move that stands for a card, a component, a player or just itself. `by` is the other half of a pair."""

    text: str
    column: int
    quoted: bool = False
    owner: str = ""
    by: Ref | None = None

    @property
    def width(self) -> int:
        """How many characters it takes in the line."""
        return len(self.text) + (2 if self.quoted else 0) + (len(self.owner) + 1 if self.owner else 0)


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a transcript. Blank lines and remarks are lines of this plain kind."""

    number: int
    source: str
    remark: str = ""


class Header(Line, frozen=True):
    """`lastword 1 PACK FORMAT`."""

    version: int
    pack: str
    format: str


class Players(Line, frozen=True):
    """Who sits where."""

    seats: tuple[Seat, ...]


class Start(Line, frozen=True):
    """`position …`: the parts between its commas."""

    parts: tuple[tuple[Ref, ...], ...]


class CardFile(Line, frozen=True):
    """`cards FILE`, with what the file said when it was read."""

    path: str
    text: str


class CardText(Line, frozen=True):
    """`cards begin` … `cards end`: definitions written into the transcript; `source` is the whole block."""

    text: str


class Setting(Line, frozen=True):
    """`on illegal ignore`, `on illegal apply`, `passes written`, `moves`."""

    name: str
    value: str


class Item(msgspec.Struct, frozen=True):
    """A card of a set-up line: how many, what it is called here, and what is on it."""

    name: Ref
    count: int = 1
    alias: str = ""
    known: bool = True
    notes: tuple[tuple[Ref, ...], ...] = ()


class Stock(Line, frozen=True):
    """A set-up line: what lies in a player's zone, or how many tokens the player has."""

    player: str
    zone: str
    items: tuple[Item, ...] = ()
    amount: int | None = None


class SaidPart(msgspec.Struct, frozen=True):
    """A part of a written move: its lead word and what follows."""

    lead: str
    items: tuple[Ref, ...]
    column: int


class Said(Line, frozen=True):
    """A written move. `by` asserts it, `uncertain` doubts its order, `step` pins it."""

    player: str
    verb: str
    column: int
    parts: tuple[SaidPart, ...] = ()
    by: str = ""
    uncertain: bool = False
    step: str = ""

    def part(self, lead: str) -> SaidPart | None:
        """The part with this lead word."""
        return next((part for part in self.parts if part.lead == lead), None)

    def words(self) -> str:
        """The move as written, without its remark."""
        text = self.source.rstrip()
        return " ".join((text[: -len(self.remark)] if self.remark else text).split())


class OutcomeLine(Line, frozen=True):
    """A recorded random outcome: `random WHAT: …` or `shuffle ZONE: …`."""

    what: str
    items: tuple[Ref, ...]
    shuffle: bool = False


class Expect(Line, frozen=True):
    """`expect …`: a statement, or a move and whether it is legal."""

    kind: str
    text: str
    column: int
    rule: str = ""
    move: Said | None = None


class Retract(Line, frozen=True):
    """`A retract`: the player takes back the last move and everything after it."""

    player: str


class Document(msgspec.Struct, frozen=True):
    """A transcript that was read: its game, its lines in order, and the pack with its own cards."""

    pack: Pack
    header: Header
    lines: tuple[Line, ...]
    file: str = ""
    ends: str = "\n"

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def text(self) -> str:
        """The transcript exactly as it was read."""
        return "\n".join(line.source for line in self.lines) + self.ends

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of its players line."""
        return next((line.seats for line in self.lines if isinstance(line, Players)), ())

    @property
    def start(self) -> Start | None:
        """Its position line, if it is no full game."""
        return next((line for line in self.lines if isinstance(line, Start)), None)
