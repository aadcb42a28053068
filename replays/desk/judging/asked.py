"""What a person asks of the desk: the text, and which line, tab, event and view are looked at."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from replays.desk.dates import date_of
from replays.desk.numbers import number_in
from replays.errors import ReplayError

TABS = ("verdict", "table", "sequence", "windows", "why")
STYLES = ("stack", "clusters", "timeline")
"""The styles of a sequence: the first is a table, the others are pictures."""


class DeskQuestion(msgspec.Struct, frozen=True):
    """One question to the desk.

    `text` is a transcript; with a `game`, it is the moves that go on after event `after` of that stored game (0: its
    last), and may be empty. `line` is the selected line (0: the desk chooses one, -1: none), and `seq` the selected
    event of a stored game. `at` is the event that the table shows (0: that of the selected line), `viewer` whose view
    it is, `move` what `why` is asked about, `style` how a sequence is drawn, and `everything` that windows nobody
    could use are listed, too. `before` is the text that a what-if was made from, and `on` the date
    by whose rules is judged (empty: today's).
    """

    text: str = ""
    game: str = ""
    after: int = 0
    name: str = ""
    line: int = 0
    seq: int = 0
    tab: str = TABS[0]
    at: int = 0
    viewer: str = ""
    move: str = ""
    style: str = STYLES[0]
    everything: bool = False
    before: str = ""
    on: str = ""


def asked_of(fields: Mapping[str, str]) -> DeskQuestion:
    """Return the question that the fields of a form or of an address ask; refuse what is no number."""
    tab, style = fields.get("tab", ""), fields.get("style", "")
    return DeskQuestion(
        text=fields.get("text", "").replace("\r\n", "\n"),
        game=fields.get("game", ""),
        after=_number(fields, "after"),
        name=fields.get("name", "").strip(),
        line=_number(fields, "line"),
        seq=_number(fields, "seq"),
        tab=tab if tab in TABS else TABS[0],
        at=_number(fields, "at"),
        viewer=fields.get("as", ""),
        move=fields.get("move", "").strip(),
        style=style if style in STYLES else STYLES[0],
        everything=fields.get("everything", "") == "on",
        before=fields.get("before", "").replace("\r\n", "\n"),
        on=date_of(fields.get("on", "")),
    )


def _number(fields: Mapping[str, str], name: str) -> int:
    written = fields.get(name, "").strip().removeprefix("@")
    if written in ("", "-1"):
        return int(written or 0)
    found = number_in(written)
    if found is None:
        raise ReplayError(f"{name} must be a number, not {written[:20]!r}")
    return found
