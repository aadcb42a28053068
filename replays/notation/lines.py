"""The lines of a transcript after parsing: one struct for each kind of line, each with the text it was read from."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ledger.events import Seat
from rules.kernel.pack import Pack

FOR_OF = "for of"
"""The lead of the host of what is answered: `ned` in `use x for duplicate of ned`."""


def strip_remark(source: str, remark: str) -> str:
    """Return the text of a line up to its remark; `remark` is that remark as it stands, empty if the line has none."""
    text = source.rstrip()
    return text[: -len(remark)] if remark else text


class Ref(msgspec.Struct, frozen=True):
    """A name or word in a line that stands for a card, a component, a player, or only for itself.

    `column` is where it begins in the line, from 1. `owner` is the player written before a quoted name. `by` is the
    second name of a pair: in `bypassing hound by arya`, the ref `hound` has `arya` as its `by`. `wide` is the number of
    characters it takes in the line, where the text does not tell.
    """

    text: str
    column: int
    quoted: bool = False
    owner: str = ""
    by: Ref | None = None
    wide: int = 0

    @property
    def width(self) -> int:
        """The number of characters it takes in the line, quotes and owner included."""
        plain = len(self.text) + (2 if self.quoted else 0) + (len(self.owner) + 1 if self.owner else 0)
        return self.wide or plain


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a transcript: its number, its text and its remark.

    Blank lines and lines with nothing but a remark are of this plain kind; every other line is of a kind below.
    """

    number: int
    source: str
    remark: str = ""

    def words(self) -> str:
        """Return the line as written, without its remark and with single spaces."""
        return " ".join(strip_remark(self.source, self.remark).split())


class Header(Line, frozen=True):
    """The first line, `lastword 1 PACK [FORMAT]`: the version of the notation, the game and its format."""

    version: int
    pack: str
    format: str


class Players(Line, frozen=True):
    """The line `players A "Anna" stark, B "Borys" lannister`: the seats in seating order."""

    seats: tuple[Seat, ...]


class Start(Line, frozen=True):
    """The line `position round 3, challenges, first A`: the words of each part between its commas."""

    parts: tuple[tuple[Ref, ...], ...]


class Tournament(Line, frozen=True):
    """The line `tournament "Kyiv Open", round 3, table 7`: where the game was played.

    Round and table are empty if the line does not say them.
    """

    event: str
    round: str = ""
    table: str = ""


class CardFile(Line, frozen=True):
    """The line `cards "FILE"`: the path as written, and the text of the file when it was read."""

    path: str
    text: str


class CardText(Line, frozen=True):
    """A block `cards begin` … `cards end`: card definitions inside the transcript.

    `source` is the whole block, both border lines included; `text` is only what stands between them.
    """

    text: str


class Setting(Line, frozen=True):
    """A line that changes how the lines after it are read.

    | line | name, value |
    | --- | --- |
    | `on illegal ignore`, `on illegal apply` | `illegal`, then `ignore` or `apply` |
    | `passes written` | `passes`, `written` |
    | `moves` | `moves`, empty |
    """

    name: str
    value: str


class Item(msgspec.Struct, frozen=True):
    """One item of a set-up line, such as `ned = "Eddard Stark" (kneeling, power 2)` or `5 unknown`.

    `alias` is the short name (`ned`), `notes` are the words of each note in the brackets. `known` is False for
    `unknown`: a card nobody has identified.
    """

    name: Ref
    count: int = 1
    alias: str = ""
    known: bool = True
    notes: tuple[tuple[Ref, ...], ...] = ()


class Stock(Line, frozen=True):
    """A set-up line: the cards in a zone (`items`), or how many tokens a player has (`amount`).

    `A play ned = "Eddard Stark"` has items, `A gold 3` an amount; `A hand nothing` has neither. `player` is empty for a
    zone that belongs to nobody. `behind` is the column where the items or the amount begin.
    """

    player: str
    zone: str
    items: tuple[Item, ...] = ()
    amount: int | None = None
    behind: int = 0


class SaidPart(msgspec.Struct, frozen=True):
    """One part of a written move: its lead word and the names after it.

    In `A challenge military with ned, cat against B` the parts have the leads `""`, `with` and `against`. `column` is
    where the lead word stands (for the part without one: the verb).
    """

    lead: str
    items: tuple[Ref, ...]
    column: int


class Said(Line, frozen=True):
    """A written move: `[?] [PLAYER says:] PLAYER VERB … [@ STEP]`.

    `by` is the player who claims that the move was made (empty: agreed by all). `uncertain` says that its place in the
    order is in doubt (`?`). `step` is the step after `@` that the move is pinned to. `column` is where the verb stands.
    """

    player: str
    verb: str
    column: int
    parts: tuple[SaidPart, ...] = ()
    by: str = ""
    uncertain: bool = False
    step: str = ""

    def part(self, lead: str) -> SaidPart | None:
        """Return the part with this lead word, or None; `""` asks for the names directly behind the verb."""
        return next((part for part in self.parts if part.lead == lead), None)


class OutcomeLine(Line, frozen=True):
    """A recorded random outcome: `random WHAT: …` or `shuffle ZONE: …`.

    For a shuffle, `shuffle` is True, `what` is the zone, and the items are the order it left, top first; without items
    the order stayed as it was.
    """

    what: str
    items: tuple[Ref, ...]
    shuffle: bool = False


class Expect(Line, frozen=True):
    """A line `expect …`. Its `kind` says what is expected.

    | kind | line |
    | --- | --- |
    | `state` | `expect ned in A.play`: a statement about the table, in `text` |
    | `legal` | `expect legal MOVE` |
    | `illegal` | `expect illegal [RULE] [: MOVE]`; without `move`, the last move written is meant |

    `text` is what is expected; `column` is where that begins. `when` says when a statement is judged: `now`, the step
    behind `@`, or empty; for a move it is `here`, if only the decision that is pending counts.
    """

    kind: str
    text: str
    column: int
    rule: str = ""
    move: Said | None = None
    when: str = ""


class Correction(Line, frozen=True):
    """A line `correct …, by WHO`: the table is put right by hand.

    | line | aspect, what, value |
    | --- | --- |
    | `correct A power 3, by the judge` | `tokens`, `power`, 3 |
    | `correct ned kneeling, by the judge` | `mark`, `kneeling`, 1 (with `not` before the mark: 0) |
    | `correct ned in A.discard, by the judge` | `place`, empty, `A.discard` |
    | `correct ice on ned, by the judge` | `host`, empty, the ref `ned` |

    `holder` is the player or the card that is corrected. `by` is who does it: a player, or words such as `the judge`.
    """

    holder: Ref
    aspect: str
    value: Ref | int
    by: str
    what: str = ""


class Retract(Line, frozen=True):
    """The line `A retract`: the player takes back their last move and all moves, outcomes and expectations after it."""

    player: str


class Document(msgspec.Struct, frozen=True):
    """A transcript after parsing: its header, its lines in order, and its game.

    `pack` is the game with the cards that the transcript itself defines. `ends` is what stands behind the last line, a
    newline or nothing.
    """

    pack: Pack
    header: Header
    lines: tuple[Line, ...]
    file: str = ""
    ends: str = "\n"

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def text(self) -> str:
        """Return the transcript exactly as it was read, less a byte order mark at its beginning."""
        return "\n".join(line.source for line in self.lines) + self.ends

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of its `players` line; empty if it has none."""
        return next((line.seats for line in self.lines if isinstance(line, Players)), ())

    @property
    def start(self) -> Start | None:
        """Its `position` line, or None for a full game, which begins with its setup."""
        return next((line for line in self.lines if isinstance(line, Start)), None)
