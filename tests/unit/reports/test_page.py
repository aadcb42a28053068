"""The report of a case: it is complete, the page is valid and accessible, and no text a person wrote becomes markup."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib.util import find_spec

import pytest
from html5lib.html5parser import ParseError

from ledger.signing import load_key, new_key, sign
from ledger.store import Ledger
from replays import page as pages
from replays.branches.storage import store
from replays.cases.acts import Cases, ClaimedMoves, DraftRuling
from replays.cases.citations import pin_rules
from replays.diagrams.themes import THEMES
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from replays.reference.shelf import Shelf
from replays.reports import pictures as drawing
from replays.reports.contents import CaseReport, gather
from replays.reports.html_page import as_html
from replays.reports.markdown import as_markdown
from replays.reports.pictures import pictures
from tests.accessibility import ENOUGH, contrast, faults, parse
from tests.disputes import PAIRS
from tests.sequences import SAVE, nest

NASTY = '<script>alert(1)</script> & "quotes" | # *stars* </pre> `ticks` Zażółć Ґудзик'


def report(
    texts: list[str], words: str = "May it be cancelled?", ruled: bool = True, line: str = ""
) -> tuple[Ledger, CaseReport]:
    """Return a ledger with some games and a case about each, and the report of the last case."""
    ledger = Ledger.open("memory:")
    desk = Cases(ledger, "2026-01-31T12:00:00+00:00")
    for number, text in enumerate(texts):
        game = store(ledger, of_run(run(read(text)), "table"), f"table-{number}")
        case = desk.open(game.name, None if 'use "Spark' not in text else 30, words, "B")
    case = desk.claim(case, "A", words, ClaimedMoves("a.lw", line) if line else None)
    case = desk.claim(case, "Ґанна <b>", words)
    if ruled:
        citations = pin_rules(Shelf(ledger, "2026-01-31"), ["agot2/duplicates#5"])
        case = desk.rule(case, DraftRuling("It may.", citations, "warning:B", "Maria", "2026-01-31"))
        case = desk.overturn(
            desk.appeal(case, "B", words), words, DraftRuling(words, citations, "rewind:20", words, "2026-01-31")
        )
        ledger.put_seal(case.head, sign(case.head, load_key(new_key()), words[:20], "2026-01-31"))
    return ledger, gather(desk, desk.case(case.name))


@pytest.fixture(scope="module")
def save() -> Iterator[CaseReport]:
    ledger, found = report(
        [*PAIRS["cancelling a duplicate's save"], SAVE], line='A use duplicate of ned\nB play "The Hand\'s Judgment"\n'
    )
    with ledger:
        yield found


@pytest.fixture(scope="module")
def page(save: CaseReport) -> str:
    return as_html(save, pictures(save.story, "The sequence"))


def test_the_page_is_valid_self_contained_and_accessible(page: str) -> None:
    assert faults(page) == []


@pytest.mark.parametrize("tool", ["dot", "pygraphviz"])
def test_either_graphviz_draws_for_the_page(save: CaseReport, tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (shutil.which("dot") if tool == "dot" else find_spec("pygraphviz")):
        pytest.skip(f"this machine has no {tool}: nothing was shown about its pictures")
    monkeypatch.setattr(drawing, "renderer", lambda: tool)
    made = as_html(save, pictures(save.story, "The sequence"))
    assert made.count("<svg") == 2
    assert faults(made) == []


def test_everything_a_ruling_rests_on_is_on_the_page(page: str, save: CaseReport) -> None:
    text = " ".join("".join(parse(page).itertext()).split())
    assert save.case.standing is not None
    pin = save.case.standing.event.pin
    wanted = [
        *(
            "May it be cancelled?",
            "The table after event 81",
            "Eddard Stark",
            "power 2",
            "30 cards",
            "line-table-2-1-A",
        ),
        *(
            "agot2/duplicates#5",
            "The duplicate's save cannot be cancelled.",
            "it is not so that what it answers may be cancelled",
        ),
        *("backed up to where it stood after event 20", "overturned", "case-table-0-1", "case-table-1-1", "% alike"),
        *(
            pin.digest,
            save.case.head.digest.hex(),
            save.seals[0].signature,
            save.seals[0].fingerprint,
            "in force on 2026-01-31",
        ),
        "is the record that was ruled on",
    ]
    assert [part for part in wanted if part not in text] == []
    headings = [item.text for item in parse(page).iter() if str(item.tag).endswith("}h2")]
    assert headings == [
        *(
            "The position",
            "The claims",
            "What happened",
            "What broke a rule",
            "The ruling",
            "Precedents",
            "The rules named here",
        ),
        "The record",
    ]
    assert page.count("<svg") == 2, "by day and by night"


def test_markdown_says_the_same(save: CaseReport) -> None:
    text = as_markdown(save)
    for part in (
        "# May it be cancelled?",
        "**Eddard Stark**",
        "| 81 |",
        "The duplicate's save cannot be cancelled.",
        "Chain of authority",
    ):
        assert part in text
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        *(
            "## The position after event 81",
            "## The claims",
            "## What happened",
            "## What broke a rule",
            "## The ruling",
        ),
        *("## Precedents", "## The rules named here", "## The record"),
    ]


def test_words_are_never_markup() -> None:
    ledger, found = report([SAVE], NASTY, line=f"# {NASTY}\nA use duplicate of ned\n")
    with ledger:
        made = as_html(found, pictures(found.story, NASTY))
        assert faults(made) == []
        assert NASTY in "".join(parse(made).itertext())
        bare = [line for line in as_markdown(found).splitlines() if re.search(r"(?<!\\)<script", line)]
        assert bare == [f"    # {NASTY}"], "only where it is quoted as it was typed"


def test_without_graphviz_the_sequence_is_a_table(save: CaseReport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "renderer", lambda: "")
    made = as_html(save, pictures(save.story, "The sequence"))
    assert faults(made) == []
    assert "<svg" not in made
    assert "No Graphviz was found" in made
    assert "<details><summary>The same as a table" not in made, "the table is not hidden"


@pytest.mark.parametrize("kind", PAIRS)
def test_a_case_without_a_ruling_of_every_kind(kind: str) -> None:
    ledger, found = report([PAIRS[kind][0]], ruled=False)
    with ledger:
        made = as_html(found, pictures(found.story, kind))
        assert faults(made) == []
        assert "No ruling yet." in made
        assert "Not sealed." in made
        assert "No ruling yet." in as_markdown(found)


def test_a_long_sequence_has_several_pictures() -> None:
    ledger, found = report([nest(60)])
    with ledger:
        drawn = pictures(found.story, "deep")
        assert len(drawn) > 1
        assert faults(as_html(found, drawn)) == []


def test_what_a_person_wrote_cannot_take_the_place_of_the_page() -> None:
    made = pages.page("a {body} & <b>", "p {}\n", "<p>once</p>")
    assert "<title>a {body} &amp; &lt;b&gt;</title>" in made
    assert made.count("<p>once</p>") == 1


def test_pictures_have_enough_contrast() -> None:
    for theme in THEMES.values():
        written = [(str(kind), paint.ink, paint.ground or theme.paper) for kind, paint in theme.paints.items()]
        written += [
            (f"depth {at}", ink, bar) for at, (bar, ink) in enumerate(zip(theme.depths, theme.depth_inks, strict=True))
        ]
        written += [
            (f"step on {ground}", ink, ground)
            for ground, _, ink in (theme.window, theme.optional, theme.loop, theme.turn)
        ]
        written += [
            ("lane", theme.ink, theme.lane),
            ("head", theme.head_ink, theme.head),
            ("link", theme.link, theme.paper),
        ]
        weak = {
            what: round(contrast(ink, ground), 2) for what, ink, ground in written if contrast(ink, ground) < ENOUGH
        }
        assert weak == {}, theme.name


def test_the_check_itself_finds_faults() -> None:
    """Each of these is one thing wrong; a check that finds nothing would prove nothing."""
    ledger, found = report([SAVE])
    with ledger:
        good = as_html(found, [])
    assert faults(good) == []
    for old, new in (
        ('<html lang="en">', "<html>"),
        ("<h2>The position</h2>", "<h3>The position</h3>"),
        ("--dim: #50565d", "--dim: #b0b6bd"),
        ("<main>", '<main><img src="https://example.org/x.png">'),
        ("<main>", '<main><p id="x"></p><p id="x"></p>'),
        ("<main>", '<main><a href="#nowhere">x</a>'),
        ("<main>", "<main><svg></svg>"),
        (' scope="col"', ""),
        ("color: var(--dim)", "color: #777777"),
    ):
        assert old in good
        assert faults(good.replace(old, new, 1)), (old, new)
    with pytest.raises(ParseError):
        parse(good.replace("<main>", "<main><p><div></p>", 1))
