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

    A click that broke a rule fits if its text, its reasons and its clauses fit `act`, `reason` and `rule`, and if the
    engine's condition `condition` failed. `reason` is for what the driver itself notes, in words of its own.

    Differences of tables fit if they are in `fields` and one of them fits `shows`. For both, a line of the chat since
    the comparison before must fit `line`, in which `{card}` stands for the group of that name in `act` or `shows` and
    `\\n` for the end of a line. Nothing names a file.

    `book` is what the rulebook says on it and who is right, read a second time without looking at the code.

    `mend` is where our pack is to be mended, if it is wrong.

    `same` says that a click counts only if the tables are equal once it was carried out on ours, too: then the rule it
    broke is the whole difference.

    `idle` says that a click counts only if the effect of its ability changed nothing on our table either.

    `apart` is what makes up the whole difference: without it both texts of each difference are the same.

    `follows` names the explanation of a click: only where such a click was carried out do these differences follow.

    `only` is what each difference must fit besides, and `own` limits them to the player whose difference fits `shows`.

    `transcript` shows it in our notation: its expectations hold, but where we are wrong one of them does not yet.
    """

    id: str
    verdict: str
    clause: str
    says: str
    book: str
    sources: list[str]
    act: str = ""
    reason: str = ""
    condition: str = ""
    rule: str = ""
    shows: str = ""
    fields: str = ""
    line: str = ""
    mend: str = ""
    follows: str = ""
    only: str = ""
    own: bool = False
    same: bool = False
    idle: bool = False
    apart: str = ""
    transcript: str = ""

    def explains_click(self, source: str, one: Refused, lines: Sequence[str], equal: bool) -> bool:
        """Whether a click that broke a rule is of this shape; `equal` says whether the tables are, with it played."""
        shaped = self.act or self.reason or self.rule or self.condition
        if source not in self.sources or not shaped or (self.same and not equal) or (self.idle and one.effective):
            return False
        if self.condition and self.condition not in one.conditions:
            return False
        found = re.search(self.act, one.act)
        return (
            found is not None
            and any(re.search(self.reason, reason) for reason in one.reasons or ("",))
            and any(re.search(self.rule, rule) for rule in one.rules or ("",))
            and self._told(found, lines)
        )

    def explains_tables(
        self, source: str, differences: Sequence[Difference], lines: Sequence[str], clicks: Sequence[str]
    ) -> list[Difference]:
        """Return the differences of two tables that are of this shape; `clicks` are the explanations of the clicks that
        broke a rule in between.
        """
        if source not in self.sources or not self.shows or (self.follows and self.follows not in clicks):
            return []
        fitting = [
            one
            for one in differences
            if re.fullmatch(self.fields or ".*", one.field)
            and re.search(self.only, str(one))
            and (not self.apart or re.sub(self.apart, "", one.theirs) == re.sub(self.apart, "", one.ours))
        ]
        told = [one for one in fitting if (found := re.search(self.shows, str(one))) and self._told(found, lines)]
        players = {one.player for one in told}
        return [one for one in fitting if told and (not self.own or one.player in players)]

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
        clicks = []
        equal = not checked.differences
        lines = [*played.game.lines[checked.since : checked.line], *checked.lost]
        for broken in checked.broken:
            found = next((one for one in table if one.explains_click(source, broken, lines, equal)), None)
            clicks += [found.id] if found else []
            yield Finding(checked.at, str(broken), found)
        if checked.differences:
            yield from _tables(source, checked, table, lines, clicks)
    if played.stopped:
        yield Finding("where it stopped", played.stopped, None)


def _tables(
    source: str, checked: Checked, table: Sequence[Explanation], lines: Sequence[str], clicks: Sequence[str]
) -> Iterator[Finding]:
    """Yield the differences of two tables: together if one explanation covers all of them, else one finding for each
    explanation of a part, and one for what nothing explains.
    """
    covered = {
        one.id: (one, mine)
        for one in table
        if (mine := one.explains_tables(source, checked.differences, lines, clicks))
    }
    left = list(checked.differences)
    for one, mine in sorted(covered.values(), key=lambda pair: -len(pair[1])):
        part = [difference for difference in left if difference in mine]
        if part:
            left = [difference for difference in left if difference not in part]
            yield Finding(checked.at, _in_words(part), one)
    if left:
        refused = [one for one in checked.refused if not one.forced and one.reasons]
        why = f" (not allowed here: {refused[0]})" if refused else ""
        why += f" (equal, if this was set without a click: {checked.supposed})" if checked.supposed else ""
        yield Finding(checked.at, _in_words(left) + why, None)


def _in_words(differences: Sequence[Difference]) -> str:
    more = len(differences) - 4
    return "; ".join(str(one) for one in differences[:4]) + (f"; and {more} more" if more > 0 else "")
