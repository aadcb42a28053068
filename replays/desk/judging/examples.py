"""What an empty desk offers: the position of each game as a form to fill in, and examples to open."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from replays.errors import ReplayError
from rules.books.shelf import title_of
from rules.catalogue import pack_ids, playthroughs


class DeskExample(msgspec.Struct, frozen=True):
    """A transcript that the desk can open: its pack and name, and what it shows."""

    pack: str
    name: str
    about: str


EXAMPLES = (
    DeskExample("agot2", "cancelling-a-duplicates-save", "May an event cancel the save of a duplicate?"),
    DeskExample("l5r", "bowed-defender", "Is a conflict opposed if its only defender is bowed?"),
    DeskExample("tegot", "last-unit", "May the last unit of a house be attacked?"),
)
"""The three examples beside an empty desk."""


def position_form(pack: str) -> str:
    """Return the position of a game as a form: a transcript that can be judged, with remarks on what to fill in.

    A pack that is not known raises ReplayError.
    """
    _known(pack)
    text = files("replays.desk.judging").joinpath("positions", f"{pack}.lw")
    return text.read_text(encoding="utf-8")


def example_text(pack: str, name: str) -> str:
    """Return the text of an example; one that is not there raises ReplayError."""
    _known(pack)
    found = dict(playthroughs(pack)).get(f"{name}.lw")
    if found is None:
        raise ReplayError(f"there is no example {name!r} of {pack}")
    return found


def titles() -> dict[str, str]:
    """Return the title of every game by its pack."""
    return {pack: title_of(pack) for pack in pack_ids()}


def _known(pack: str) -> None:
    if pack not in pack_ids():
        raise ReplayError(f"there is no game {pack!r}; there are {', '.join(pack_ids())}")
