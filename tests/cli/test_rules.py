"""`lastword rules` as it is typed: results on stdout, exit codes, the shapes of JSON, and no ledger made by reading."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.typed import started

ENTRY = {"id", "title", "term", "aliases", "source", "clauses", "see", "checks"}


@pytest.fixture
def run(tmp_path: Path) -> Any:
    """Run the command in an empty folder with a ledger of its own."""

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        return started(tmp_path, "--ledger", tmp_path / "own.db", "rules", *arguments)

    return call


def test_search_has_its_shape_and_makes_no_ledger(run: Any, tmp_path: Path) -> None:
    done = run("search", "anulowaniu", "--game", "agot2", "--json")
    hits = json.loads(done.stdout)
    assert done.returncode == 0
    assert hits[0]["id"] == "agot2/cancel"
    assert all(set(hit) == {"id", "clause", "also", "score", "game"} for hit in hits)
    assert not list(tmp_path.iterdir())
    assert [hit["id"] for hit in json.loads(run("search", "4.2", "--json").stdout)] == ["agot2/4.2", "l5r/4.2"]
    nothing = run("search", "4.20", "--json")
    assert (nothing.returncode, json.loads(nothing.stdout)) == (1, [])


def test_list_has_its_shape(run: Any) -> None:
    entries = json.loads(run("list", "hbo", "--json").stdout)
    assert len(entries) > 100
    assert all(set(entry) == ENTRY for entry in entries)
    assert "hbo/duplicate" in [entry["id"] for entry in entries]


def test_revise_show_history_and_diff_tell_one_story(run: Any) -> None:
    revised = run(
        "revise",
        "okc/ambush",
        "--effective",
        "2026-03-01",
        "--clause",
        "1",
        "--says",
        "It springs.",
        "--because",
        "FAQ 3",
    )
    assert revised.stdout.strip() == "okc/ambush#1@2026-03-01"
    before = json.loads(run("show", "okc/ambush", "--as-of", "2026-02-28", "--json").stdout)["clauses"][0]
    after = json.loads(run("show", "okc/ambush", "--as-of", "2026-03-01", "--json").stdout)["clauses"][0]
    assert (before["version"], after["version"]) == ("1.0", "2026-03-01")
    assert after["says"] == "It springs."
    assert before["says"] in run("show", "okc/ambush#1@1.0").stdout
    assert "because: FAQ 3" in run("history", "okc/ambush").stdout
    changed = run("diff", "2026-01-01", "2026-04-01")
    assert changed.returncode == 1
    assert "+ It springs." in changed.stdout
    assert run("diff", "2026-04-01", "2026-05-01").returncode == 0


def test_an_attached_text_is_shown_beside_the_entry(run: Any, tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("Anulowanie\nA sentence of my own copy.\n", encoding="utf-8")
    report = json.loads(run("attach", "agot2", str(own), "--json").stdout)
    assert report["by_heading"] == 1
    assert "A sentence of my own copy." in run("show", "agot2/cancel").stdout
    own.write_bytes(b"\xff\xfe\x00")
    assert run("attach", "agot2", str(own)).returncode == 2


def test_coverage_says_where_both_sides_of_a_contradiction_are(run: Any) -> None:
    told = run("coverage", "okc").stdout
    assert "  contradiction  okc/ambush: Rule text against the Day example\n" in told
    assert "`lastword rules show ENTRY` shows both sides of a contradiction" in told


def test_compare_and_coverage(run: Any) -> None:
    sides = json.loads(run("compare", "trigger-sequence", "agot2", "l5r", "hbo", "--json").stdout)
    assert sides["games"] == ["agot2", "l5r", "hbo"]
    assert sides["same"]
    assert sides["differs"]
    done = run("coverage", "l5r", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["headings_without_entry"] == []


@pytest.mark.parametrize("ending", ["html", "md"])
def test_a_book_is_written_where_it_was_asked_for(run: Any, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"book.{ending}"
    done = run("book", "tegot", "-o", str(file))
    assert (done.returncode, done.stdout) == (0, "")
    assert "Tiny Epic" in file.read_text(encoding="utf-8")
    assert run("book", "tegot", "-o", str(tmp_path / "book.doc")).returncode == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["show", "agot2/cancle"], "did you mean cancel"),
        (["show", "agot2/cancel#99"], "has no clause 99; it has 1 to"),
        (["show", "cancel"], "is not the address of a rule"),
        (["list", "agot"], "did you mean agot2"),
        (["search", "x", "--as-of", "yesterday"], "is not a date"),
        (["compare", "xyzzy"], "no book has the topic"),
        (["attach", "agot2", "nowhere.txt"], "does not exist"),
    ],
)
def test_mistakes_are_answered_in_one_sentence(run: Any, arguments: list[str], says: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert says in done.stderr


def test_a_card_that_is_named_leads_to_the_card_and_its_clauses(run: Any) -> None:
    done = run("search", "may The Hand's Judgment cancel a save?", "--game", "agot2")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0].startswith("agot2/the-hands-judgment  The Hand's Judgment (card)")
    assert any(line.strip().startswith("agot2/interrupt ") for line in lines)


def test_a_rule_is_shown_by_every_name_that_an_expectation_may_call_it_by(run: Any) -> None:
    shown = run("show", "hbo/defender#1")
    assert (shown.returncode, shown.stdout) == (0, run("show", "hbo/challenges-2#1").stdout)
    assert shown.stderr == "hbo/defender is another name of hbo/challenges-2, Declare defenders\n"
    assert run("show", "hbo/challenges-2").stderr == ""
