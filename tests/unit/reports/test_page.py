"""The report of a case: it is complete, the page is valid and accessible, and no text a person wrote becomes markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from html5lib.html5parser import ParseError

from ledger.signing import load_key, new_key, sign
from ledger.store import Ledger
from replays.branches.storage import store
from replays.cases.acts import Cases, ClaimedMoves, DraftRuling
from replays.cases.citations import pin_rules
from replays.diagrams.themes import THEMES
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from replays.reference.shelf import Shelf
from replays.reports.contents import CaseReport, gather
from replays.reports.html_page import as_html
from replays.reports.markdown import as_markdown
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
            desk.appeal(case, "B", words), words, DraftRuling(words, citations, "rewind:17", words, "2026-01-31")
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
    return as_html(save)


def test_the_page_is_valid_self_contained_and_accessible(page: str) -> None:
    assert faults(page) == []


def test_everything_a_ruling_rests_on_is_on_the_page(page: str, save: CaseReport) -> None:
    text = " ".join("".join(parse(page).itertext()).split())
    assert save.case.standing is not None
    pin = save.case.standing.event.pin
    wanted = [
        *(
            "May it be cancelled?",
            "The position after event 81",
            "Eddard Stark",
            "power 2",
            "30 cards",
            "line-table-2-1-A",
        ),
        *(
            "agot2/duplicates#5",
            "The duplicate's save cannot be cancelled.",
            "must answer something that can be cancelled",
        ),
        *("backed up to where it stood after event 17", "overturned", "case-table-0-1", "case-table-1-1", "% alike"),
        *(
            pin.digest,
            save.case.head.digest.hex(),
            save.seals[0].signature,
            save.seals[0].fingerprint,
            "agot2 1.0, on 2026-01-31",
        ),
        "has not changed since it was ruled on",
    ]
    assert [part for part in wanted if part not in text] == []
    headings = [str(item.text).strip() for item in parse(page).iter() if str(item.tag).endswith("}h2")]
    assert headings == [
        *("The ruling", "Chain of authority", "The position", "The claims", "What happened", "What broke a rule"),
        *("Precedents", "The rules named here", "The record"),
    ]


def test_a_clause_is_quoted_with_the_title_of_its_entry(page: str, save: CaseReport) -> None:
    assert page.count(">Duplicates</small>") == 2, "the ruling in force, and the rules named"
    assert "- agot2/duplicates\\#5@1.0 (Duplicates): " in as_markdown(save)


def test_an_overturned_ruling_is_struck_and_says_by_which(page: str) -> None:
    text = " ".join("".join(parse(page).itertext()).split())
    assert "<s>It may.</s>" in page
    assert "ruling 4, overturned" in text
    assert "rules, in place of ruling 4" in text


def test_every_level_and_mark_of_the_sequence_is_also_in_words(page: str, save: CaseReport) -> None:
    rows = [item for item in parse(page).iter() if str(item.get("class", "")).startswith("row-")]
    assert len(rows) == len(save.story.rows)
    for row, element in zip(save.story.rows, rows, strict=True):
        told = " ".join("".join(element.itertext()).split())
        assert f"level {row.depth}:" in told
        assert row.text in told
    digits = [tuple(begins) for begins in save.story.bars]
    assert digits[0] == (True,)
    assert all(len(bars) == row.depth + 1 for bars, row in zip(digits, save.story.rows, strict=True))


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
        *("## The ruling", "## The position after event 81", "## The claims", "## What happened"),
        *("## What broke a rule", "## Precedents", "## The rules named here", "## The record"),
    ]


def test_words_are_never_markup() -> None:
    ledger, found = report([SAVE], NASTY, line=f"# {NASTY}\nA use duplicate of ned\n")
    with ledger:
        made = as_html(found)
        assert faults(made) == []
        assert NASTY in "".join(parse(made).itertext())
        bare = [line for line in as_markdown(found).splitlines() if re.search(r"(?<!\\)<script", line)]
        assert bare == [f"    # {NASTY}"], "only where it is quoted as it was typed"


@pytest.mark.parametrize("kind", PAIRS)
def test_a_case_without_a_ruling_of_every_kind(kind: str) -> None:
    ledger, found = report([PAIRS[kind][0]], ruled=False)
    with ledger:
        made = as_html(found)
        assert faults(made) == []
        assert "No ruling yet." in made
        assert "Not sealed." in made
        assert "No ruling yet." in as_markdown(found)


def test_a_long_sequence_is_one_table() -> None:
    ledger, found = report([nest(60)])
    with ledger:
        made = as_html(found)
        assert faults(made) == []
        assert made.count('class="bar d7"') > 1, "the colours of levels repeat, their digits do not"
        assert ">59</span>" in made


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
        good = as_html(found)
    assert faults(good) == []
    for old, new in (
        ('<html lang="en">', "<html>"),
        ('<h2 class="vh">The ruling</h2>', '<h3 class="vh">The ruling</h3>'),
        ("--dim: #50565d", "--dim: #b0b6bd"),
        ("<main>", '<main><img src="https://example.org/x.png">'),
        ("<main>", '<main><p id="x"></p><p id="x"></p>'),
        ("<main>", '<main><a href="#nowhere">x</a>'),
        ("<main>", "<main><svg></svg>"),
        (' scope="col"', ""),
        ("; color: var(--dim)", "; color: #777777"),
    ):
        assert old in good
        assert faults(good.replace(old, new, 1)), (old, new)
    with pytest.raises(ParseError):
        parse(good.replace("<main>", "<main><p><div></p>", 1))
