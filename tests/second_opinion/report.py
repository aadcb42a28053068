"""What came of it, in words: figures by source and kind, the first difference of each game, and the page by clause."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from tests.second_opinion.explaining import VERDICTS, Explanation, Finding, findings, read_explanations
from tests.second_opinion.files import Game
from tests.second_opinion.playing import Played
from tests.second_opinion.sources import KINDS, play


class Judged(msgspec.Struct, frozen=True):
    """One game with everything that was found in it."""

    played: Played
    found: tuple[Finding, ...]

    @property
    def equal(self) -> bool:
        """Whether the tables were equal at every comparison."""
        return self.played.ended and not self.found

    @property
    def unexplained(self) -> tuple[Finding, ...]:
        """The findings nothing explains."""
        return tuple(one for one in self.found if one.explanation is None)


def judge(game: Game) -> Judged:
    """Play a game and explain what differs."""
    played = play(game)
    return Judged(played, tuple(findings(played, read_explanations())))


def figures(judged: Sequence[Judged]) -> dict[tuple[str, str], Counter[str]]:
    """Return the figures by source and kind."""
    table: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in judged:
        row = table[(one.played.game.source, one.played.game.kind)]
        row["games"] += 1
        row["ended"] += one.played.ended
        row["equal"] += one.equal
        row["explained"] += not one.equal and not one.unexplained
        row["unexplained"] += bool(one.unexplained)
        row["comparisons"] += len(one.played.checked)
        row["equal comparisons"] += sum(checked.equal for checked in one.played.checked)
    return table


_COLUMNS = ("games", "ended", "equal", "explained", "unexplained", "comparisons", "equal comparisons")


def table_lines(judged: Sequence[Judged]) -> Iterator[str]:
    """Yield the figures as a table."""
    yield "| source | kind | " + " | ".join(_COLUMNS) + " |"
    yield "| --- | --- |" + " --- |" * len(_COLUMNS)
    for (source, kind), row in figures(judged).items():
        yield f"| {source} | {KINDS[kind]} | " + " | ".join(str(row[column]) for column in _COLUMNS) + " |"


def as_data(judged: Sequence[Judged]) -> dict[str, object]:
    """Return the figures and every game's findings as plain data."""
    rows = [
        {"source": source, "kind": KINDS[kind], **{column.replace(" ", "_"): row[column] for column in _COLUMNS}}
        for (source, kind), row in figures(judged).items()
    ]
    games = [
        {
            "game": one.played.game.label,
            "ended": one.played.ended,
            "findings": [
                {
                    "at": found.at,
                    "says": found.says,
                    "verdict": found.explanation.verdict if found.explanation else "unexplained",
                    "clause": found.explanation.clause if found.explanation else "",
                    "explanation": found.explanation.id if found.explanation else "",
                }
                for found in one.found
            ],
        }
        for one in judged
    ]
    return {"figures": rows, "games": games}


def summary(judged: Sequence[Judged], everything: bool = False) -> Iterator[str]:
    """Yield the figures, and the first difference of each game that is not equal."""
    yield from table_lines(judged)
    for one in judged:
        if one.equal:
            continue
        state = "unexplained" if one.unexplained else "explained"
        shown = one.found if everything else (one.unexplained or one.found)[:1]
        for finding in shown:
            why = f" [{finding.explanation.verdict}: {finding.explanation.clause}]" if finding.explanation else ""
            yield f"{one.played.game.label} {state}, {finding.at}: {finding.says}{why}"


FIRST = {
    ("jigoku", "bot"): (16, 13),
    ("jigoku", "spec"): (56, 2),
    ("ringteki", "bot"): (17, 12),
    ("ringteki", "spec"): (90, 3),
    ("throneteki", "bot"): (20, 0),
    ("throneteki", "bot-melee"): (2, 1),
    ("throneteki", "spec"): (28, 1),
}
"""How many games were unexplained, of how many, when the page was first made."""


def _before_and_after(judged: Sequence[Judged]) -> Iterator[str]:
    """Yield how many games were unexplained when the page was first made, and how many are now."""
    yield "| source | kind | unexplained at first | now |"
    yield "| --- | --- | --- | --- |"
    now = figures(judged)
    for (source, kind), (games, unexplained) in FIRST.items():
        row = now[(source, kind)]
        yield f"| {source} | {KINDS[kind]} | {unexplained} of {games} | {row['unexplained']} of {row['games']} |"


def page(judged: Sequence[Judged]) -> str:
    """Return the page of differences by clause."""
    uses: dict[str, list[tuple[Judged, Finding]]] = defaultdict(list)
    for one in judged:
        for finding in one.found:
            if finding.explanation is not None:
                uses[finding.explanation.id].append((one, finding))
    lines = [
        "# A second opinion",
        "",
        "Games and situations of public engines, played again on ours decision by decision. This page is made by",
        "`python -m tests.second_opinion DIR --write docs/second-opinion.md`. The tables are compared at the start of",
        "every phase, in situations at their end. The games themselves are not part of this repository.",
        "",
        *table_lines(judged),
        "",
        "Before and after, by source and kind; at first most differences were clicks that were not understood:",
        "",
        *_before_and_after(judged),
        "",
        "An *explained* game has differences, and each is explained below by a clause, or by what the record leaves",
        "out. These games showed five mistakes of ours, all mended: `agot2/save#4`, `l5r/attachment-cards#7`,",
        "`l5r/triggered-abilities#7`; the ability of the Master of Whispers, which is on the printed card and not in",
        "the rulebook (`agot2/master-of-whispers#2`); and, where the text is silent, when the ring effect resolves",
        "that Display of Power takes (`l5r/ring-effects#1`).",
        "",
        "An ability that our rules forbid counts as one without effect only if its effect changed nothing on our table",
        "either. What a situation set on its table without a click counts only if something else in its record shows",
        "it. Where nothing does, the difference is listed as unexplained, with what would make the tables equal.",
        "",
        "How it is done: `tests/second_opinion` asks our engine for its next decision, finds the click that answers",
        "it at the same place of the game (round, phase, turn, contest, stage), and plays it. What was random is read",
        "from the later states and the chat. A click that our rules forbid and the other engine carried out is noted",
        "with its clause and carried out on our table, too; after a difference our table is set to theirs, and the",
        "game goes on.",
        "",
        "A change a player makes by hand is a correction. Where the other engine is known to play by another rule,",
        "that rule is followed on our table and noted. Of whole l5r games the set-up is taken from the states;",
        "situations with cards outside our packs are not played. Their last table is compared with ours after each",
        "step after the last click.",
        "",
        "## Differences of substance",
        "",
        "Each with our clause, what the rulebook says, read a second time without looking at the code, a transcript",
        "that shows it, and a drawing of what our engine makes of the transcript. The ones seen most often come first.",
        "",
    ]
    seen = [one for one in read_explanations() if one.id in uses]
    table = sorted(seen, key=lambda one: (-len(uses[one.id]), one.clause, one.id))
    for explanation in (one for one in table if one.transcript):
        lines += _entry(explanation, uses[explanation.id])
    lines += ["## Other differences", ""]
    for explanation in sorted((one for one in table if not one.transcript), key=lambda one: (one.clause, one.id)):
        lines += _entry(explanation, uses[explanation.id])
    lines += ["## Unexplained", ""]
    rest = [(one, finding) for one in judged for finding in one.unexplained[:1]]
    lines += [f"- `{one.played.game.label}`, {finding.at}: {_plain(finding.says)}" for one, finding in rest] or [
        "Nothing."
    ]
    return "\n".join(lines) + "\n"


def _plain(says: str) -> str:
    """Return a finding without the other engine's prompts."""
    return re.sub(r"(“.+?”) \([^)]*\)", r"\1", says)


def _entry(explanation: Explanation, used: list[tuple[Judged, Finding]]) -> Iterator[str]:
    games = {one.played.game.label for one, _ in used}
    yield f"### `{explanation.clause}`: {explanation.id.replace('-', ' ')}"
    yield ""
    yield f"*{VERDICTS[explanation.verdict].capitalize()}.* {explanation.says}"
    yield ""
    yield f"The book: {explanation.book}"
    yield ""
    if explanation.mend:
        yield f"To be mended: {explanation.mend}"
        yield ""
    yield f"Seen {len(used)} times in {len(games)} games" + (
        f", first in `{used[0][0].played.game.label}`, " if used else "."
    )
    if used:
        yield f"{used[0][1].at}: {_plain(used[0][1].says)}"
    yield ""
    if explanation.transcript:
        yield from ("```lw", *explanation.transcript.strip().split("\n"), "```", "")
        yield f"![{explanation.says.split('. ')[0].rstrip('.')}](images/second-opinion/{explanation.id}.svg)"
        yield ""
