"""One choice that is written on several lines, such as `A redeem spy` and `A redeem levy`, or `B claim x` twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from replays.notation.lines import Line, Ref, Said, SaidPart
from replays.notation.shapes import is_nobody
from rules.kernel.notation import Phrase
from rules.kernel.pack import Pack

MOST = 5
"""The most lines that are read as one choice."""
LISTS = ("cards", "words", "pairs")
"""The kinds of parts that take several things."""


class OneChoice(msgspec.Struct, frozen=True):
    """Lines that follow each other, read as one: the line they come to, and their numbers."""

    said: Said
    numbers: tuple[int, ...]

    def says(self) -> str:
        """Return what the report says of it."""
        first, last = self.numbers[0], self.numbers[-1]
        lines = f"lines {first} and {last}" if len(self.numbers) == 2 else f"lines {first} to {last}"
        return f"{lines} are read as one choice"


def joined_lines(lines: Sequence[Line], at: int, pack: Pack) -> Iterator[OneChoice]:
    """Yield each way to read the line at an index and some that follow it as one choice, the shortest first.

    They must be of the same player and verb, with the same parts, each of which takes several things.
    """
    first = lines[at]
    if not isinstance(first, Said) or first.step or not _takes_lists(first, pack):
        return
    together = [first]
    for line in lines[at + 1 : at + MOST]:
        if not isinstance(line, Said) or not _continues(first, line):
            return
        together.append(line)
        yield OneChoice(_joined(together), tuple(one.number for one in together))


def _takes_lists(said: Said, pack: Pack) -> bool:
    """Whether every part of a line takes several things by one phrase of its verb, and names some."""
    if not said.parts or any(is_nobody(ref) for part in said.parts for ref in part.items):
        return False
    leads = {part.lead for part in said.parts}
    return any(leads <= _list_leads(phrase) for phrase in pack.notation.named(said.verb))


def _list_leads(phrase: Phrase) -> set[str]:
    """Return the lead words of the parts of a phrase that take several things; the first may be written without."""
    leads = {part.lead for part in phrase.parts if part.kind in LISTS}
    first = phrase.parts[0] if phrase.parts else None
    return leads | {""} if first is not None and first.kind in LISTS else leads


def _continues(first: Said, line: Said) -> bool:
    """Whether a line may be the rest of a choice that another one began."""
    if any(is_nobody(ref) for part in line.parts for ref in part.items):
        return False
    alike = (line.player, line.verb, line.by, line.step) == (first.player, first.verb, first.by, "")
    return alike and [part.lead for part in line.parts] == [part.lead for part in first.parts]


def _joined(lines: Sequence[Said]) -> Said:
    """Return one line with the things of all lines, part by part."""
    parts = []
    for at, part in enumerate(lines[0].parts):
        items: tuple[Ref, ...] = tuple(ref for line in lines for ref in line.parts[at].items)
        parts.append(SaidPart(part.lead, items, part.column))
    return msgspec.structs.replace(lines[0], parts=tuple(parts))
