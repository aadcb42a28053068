"""Explaining differences by clause and shape: the table of explanations, and which game it leaves unexplained."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from tests.second_opinion.playing import Checked, Played, Refused
from tests.second_opinion.tables import Difference

TABLE = Path(__file__).with_name("explanations.toml")
VERDICTS = {
    "they bend": "the other engine bends a rule",
    "we bend": "ours is wrong; the pack is to be mended",
    "changed": "the rules changed in between",
    "open": "the text leaves it open",
    "record": "the record itself is incomplete",
}


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """One explanation: whose fault, by which clause, and the shape of the differences it covers.

    A click that broke a rule fits if its text, its reasons and its clauses fit `act`, `reason` and `rule`. Differences
    of tables fit if one of them fits `shows`, all of them are in `fields`, and a line of the chat in between fits
    `line`, in which `{card}` stands for the group of that name in `shows` and `\\n` for the end of a line. Nothing names
    a file.

    `transcript` shows it in our notation: its expectations hold, but where we are wrong one of them does not yet.
    """

    id: str
    verdict: str
    clause: str
    says: str
    sources: list[str]
    act: str = ""
    reason: str = ""
    rule: str = ""
    shows: str = ""
    fields: str = ""
    line: str = ""
    transcript: str = ""

    def explains_click(self, source: str, one: Refused) -> bool:
        """Whether a click that broke a rule is of this shape."""
        if source not in self.sources or not (self.act or self.reason or self.rule):
            return False
        return (
            bool(re.search(self.act, one.act))
            and any(re.search(self.reason, reason) for reason in one.reasons or ("",))
            and any(re.search(self.rule, rule) for rule in one.rules or ("",))
        )

    def explains_tables(self, source: str, differences: Sequence[Difference], lines: Sequence[str]) -> bool:
        """Whether the differences of two tables are of this shape."""
        if source not in self.sources or not self.shows:
            return False
        if not all(re.fullmatch(self.fields or ".*", one.field) for one in differences):
            return False
        shown = [found for one in differences if (found := re.search(self.shows, str(one)))]
        return any(self._told(found, lines) for found in shown)

    def _told(self, found: re.Match[str], lines: Sequence[str]) -> bool:
        """Whether the chat has the line that belongs to a difference; `{card}` in it is what `shows` calls so."""
        if not self.line:
            return True
        names = {name: re.escape(text or "") for name, text in found.groupdict().items()}
        pattern = self.line
        for name, text in names.items():
            pattern = pattern.replace("{" + name + "}", text)
        return re.search(pattern, "\n".join(lines), re.MULTILINE) is not None


class Finding(msgspec.Struct, frozen=True):
    """Something that differs at a comparison, in words, and the explanation of it, if there is one."""

    at: str
    says: str
    explanation: Explanation | None


def read_explanations() -> list[Explanation]:
    """Return the table of explanations."""
    return msgspec.convert(tomllib.loads(TABLE.read_text())["explanation"], list[Explanation])


def findings(played: Played, table: Sequence[Explanation]) -> Iterator[Finding]:
    """Yield everything that differs in a game, with its explanation."""
    source = played.game.source
    for checked in played.checked:
        for broken in checked.broken:
            found = next((one for one in table if one.explains_click(source, broken)), None)
            yield Finding(checked.at, str(broken), found)
        if checked.differences:
            yield _tables(played, checked, table)
    if played.stopped:
        yield Finding("where it stopped", played.stopped, None)


def _tables(played: Played, checked: Checked, table: Sequence[Explanation]) -> Finding:
    lines = [*played.game.lines[checked.since : checked.line], *checked.lost]
    found = next(
        (one for one in table if one.explains_tables(played.game.source, checked.differences, lines)),
        None,
    )
    says = "; ".join(str(one) for one in checked.differences[:4])
    more = len(checked.differences) - 4
    refused = [one for one in checked.refused if not one.forced and one.reasons]
    why = f" (not allowed here: {refused[0]})" if refused else ""
    return Finding(checked.at, says + (f"; and {more} more" if more > 0 else "") + why, found)
