"""What a click means at a prompt, as data: the shape of the one table each source has."""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec

from tests.second_opinion.files import Click


class Sense(StrEnum):
    """What a click does in the other engine.

    `PICK` chooses a card or ring, `WORD` answers a question with a word, `DONE` ends a selection, `PASS` declines an
    opportunity, `DECLARE` begins a contest, `BEND` leaves out something the rules demand, `MANUAL` moves a card or
    counter by hand, `ORDER` names what comes first (it means nothing where nobody asks), and `NOTHING` has no meaning
    at the table (an order of cards, a confirmation).
    """

    PICK = "pick"
    WORD = "word"
    DONE = "done"
    PASS = "pass"
    DECLARE = "declare"
    BEND = "bend"
    MANUAL = "manual"
    ORDER = "order"
    NOTHING = "nothing"


class Meaning(msgspec.Struct, frozen=True):
    """One row: clicks of this kind whose text and prompt (or place) fit mean this.

    `says` is the word our engine knows for the button; empty: the button's own text. `closes` says that the card clicks
    of the same player directly before belong to this prompt alone, and share its sense. `line` is what the chat must
    say right after the click, with `{player}` and `{what}` for who clicked what.
    """

    kind: str
    prompt: str
    what: str
    sense: Sense
    says: str = ""
    closes: bool = False
    line: str = ""

    def fits(self, click: Click, line: str) -> bool:
        """Whether a click is one of this row; `line` is what the chat says right after it."""
        if self.line and line != self.line.format(player=click.player, what=click.what):
            return False
        return (
            click.kind == self.kind
            and re.fullmatch(self.prompt, click.where) is not None
            and re.fullmatch(self.what, click.what) is not None
        )


class Mark(msgspec.Struct, frozen=True):
    """A line of the chat after which the game stands at another place: `level` of the place is raised by one (a new
    turn, a contest) or set to `value`, and what lies below it begins anew.
    """

    line: str
    level: int
    value: int | None = None


class Automatic(msgspec.Struct, frozen=True):
    """A line of the chat for something a player's settings did without a click, and the click it stands for.

    The line's pattern names `player` and `what`. It counts only where no click of that player on the same thing comes
    right before.
    """

    line: str
    kind: str
    where: str


def meaning_of(table: tuple[Meaning, ...], click: Click, line: str) -> Meaning:
    """Return the first row that fits a click. A click no row fits chooses what it names."""
    for row in table:
        if row.fits(click, line):
            return row
    return Meaning(click.kind, "", "", Sense.PICK if click.kind != "button" else Sense.WORD)
