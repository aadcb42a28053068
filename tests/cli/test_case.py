"""Cases as a judge meets them, from the question to the printed page: what each verb prints, and its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from replays.reports.pdf import browser
from tests.accessibility import faults
from tests.cli.typed import ROOT, lastword, started
from tests.sequences import SAVE

CASE = "case-dispute-1"
CITE = ("--cite", "agot2/duplicates#5")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a ledger that has the disputed game, and two lines."""
    (tmp_path / "dispute.lw").write_text(SAVE, encoding="utf-8")
    (tmp_path / "anna.lw").write_text("A use duplicate of ned\nexpect ned in A.play\n", encoding="utf-8")
    (tmp_path / "borys.lw").write_text('A use duplicate of ned\nB play "The Hand\'s Judgment"\n', encoding="utf-8")
    lastword(tmp_path, "import", "dispute.lw")
    return tmp_path


def opened(home: Path) -> Path:
    lastword(home, "case", "open", "dispute@81", "--question", "May it be cancelled?", "--by", "B")
    return home


def test_from_question_to_another_ledger(home: Path) -> None:
    opened(home)
    lastword(home, "case", "claim", CASE, "--by", "A", "--says", "No.", "--line", "anna.lw")
    lastword(home, "case", "claim", CASE, "--by", "B", "--says", "Yes.", "--line", "borys.lw")
    lastword(home, "ledger", "seal", "dispute", "--key", "judge.pem", "--new-key", "--by", "Maria")
    words = (
        "case",
        "rule",
        CASE,
        "--finding",
        "It may.",
        *CITE,
        "--remedy",
        "rewind:64",
        "--judge",
        "Maria",
        "--key",
        "judge.pem",
    )
    assert lastword(home, *words) == f"{CASE}  ruled\n"
    assert lastword(home, "case", "appeal", CASE, "--by", "A", "--grounds", "It cannot.") == f"{CASE}  under appeal\n"
    words = (
        "case",
        "overturn",
        CASE,
        "--because",
        "Misread.",
        "--finding",
        "It may not.",
        *CITE,
        "--judge",
        "Olena",
        "--key",
        "judge.pem",
    )
    lastword(home, *words)
    lastword(home, "case", "remark", CASE, "--says", "Both were told.")
    shown = json.loads(lastword(home, "case", "show", CASE, "--json"))
    assert [act["act"] for act in shown["acts"]] == [
        *("CaseOpened", "Claimed", "Claimed", "Ruled", "Appealed", "Overturned", "Ruled", "Remarked")
    ]
    assert [(item["seq"], item["standing"], item["supersedes"]) for item in shown["rulings"]] == [
        (4, "overturned", 0),
        (7, "stands", 4),
    ]
    assert (shown["status"], shown["standing"], shown["record_holds"], len(shown["seals"])) == ("ruled", 7, True, 2)
    text = lastword(home, "case", "show", CASE)
    assert "ruling 4 by Maria: overturned" in text
    assert "ruling 7 by Olena, in place of ruling 4: stands" in text
    lastword(home, "case", "export", CASE, "-o", "case.jsonl")
    lastword(home, "--ledger", "other.db", "ledger", "import", "case.jsonl")
    assert json.loads(lastword(home, "--ledger", "other.db", "case", "show", CASE, "--json")) == shown
    assert "all as they were written" in lastword(home, "--ledger", "other.db", "ledger", "check")
    assert lastword(home, "--ledger", "other.db", "case", "export", CASE, "-o", "there.md") == "there.md\n"
    lastword(home, "case", "export", CASE, "-o", "here.md")
    assert (home / "there.md").read_text(encoding="utf-8") == (home / "here.md").read_text(encoding="utf-8")


def test_a_claim_says_where_its_moves_begin_and_what_they_are_worth(home: Path) -> None:
    opened(home)
    (home / "late.lw").write_text('B play "The Hand\'s Judgment"\n', encoding="utf-8")
    begin = "begin after event 64, before `A use duplicate of ned`."
    first = "If the dispute is about something later, write `A use duplicate of ned` first, and claim again."
    for file, mark, early in (("anna.lw", "✓", False), ("borys.lw", "✗", False), ("late.lw", "✗", True)):
        told = lastword(home, "case", "claim", CASE, "--by", "B", "--says", "It may.", "--moves", file).splitlines()
        assert told[0] == f"The moves in {file} {begin}"
        assert (first in told) is early
        assert any(line.startswith(mark) for line in told)
    assert lastword(home, "case", "claim", CASE, "--by", "B", "--says", "It may.") == f"{CASE}  open\n"


def test_a_remedy_names_a_player_by_name_and_an_event_where_the_game_can_go_back_to(home: Path) -> None:
    opened(home)
    words = ("case", "rule", CASE, "--finding", "No.", *CITE, "--judge", "Maria", "--remedy")
    inside = lastword(home, *words, "rewind:81", exits=2)
    assert "event 81 lies inside a longer action, `A use duplicate of ned` (events 65 to 253)." in inside
    assert "rewind:64 goes back to before it, rewind:253 to its end" in inside
    assert "no event 999 to be backed up to" in lastword(home, *words, "rewind:999", exits=2)
    nobody = lastword(home, *words, "warning:Carla", exits=2)
    assert "'Carla' is no player of this game, or not only one; at it sit A (Anna), B (Borys)" in nobody
    lastword(home, *words, "warning:borys")
    assert "remedy: warning:B. A warning for Borys; play goes on." in lastword(home, "case", "show", CASE)


def test_a_verb_that_asks_about_a_stored_game_says_how_to_store_a_file(home: Path) -> None:
    for words in (("tail", "dispute.lw"), ("case", "open", "dispute.lw@81", "--question", "May it?")):
        told = lastword(home, *words, exits=2)
        assert "dispute.lw is a file" in told
        assert "`lastword import dispute.lw` stores it" in told


def test_list_and_search(home: Path) -> None:
    assert lastword(home, "case", "list") == ""
    opened(home)
    lastword(home, "case", "rule", CASE, "--finding", "Nie.", *CITE)
    rows = json.loads(lastword(home, "case", "list", "--json"))
    assert [(row["case"], row["status"], row["cites"]) for row in rows] == [(CASE, "ruled", ["agot2/duplicates#5"])]
    assert CASE in lastword(home, "case", "search", "agot2/duplicates")
    assert CASE in lastword(home, "case", "search", "cancelled")
    lastword(home, "case", "search", "unheard", "of", exits=1)
    lastword(home, "case", "open", "dispute@81", "--question", "Again?", "--name", "again")
    found = json.loads(lastword(home, "case", "search", "--like", CASE, "--json"))
    assert found[0]["case"] == "again"
    assert found[0]["score"] > 0.8
    assert any("agot2/duplicates" in why for why in found[0]["why"])
    assert "case-dispute-1 (stands, " in lastword(home, "rules", "show", "agot2/duplicates")
    shown = json.loads(lastword(home, "cards", "show", "hands judgment", "--json"))
    assert {"again", CASE} == {case["case"] for case in shown[0]["cases"]}


def test_as_it_stood(home: Path) -> None:
    opened(home)
    assert "was not open yet" in lastword(home, "case", "show", CASE, "--as-of", "2020-01-01", exits=2)
    assert lastword(home, "case", "list", "--as-of", "2020-01-01", "--json") == "[]\n"
    lastword(
        home,
        "rules",
        "revise",
        "agot2/duplicates",
        "--effective",
        "2026-03-01",
        "--clause",
        "5",
        "--says",
        "It can.",
        "--because",
        "FAQ",
    )
    made = json.loads(
        lastword(home, "case", "rule", CASE, "--finding", "No.", *CITE, "--as-of", "2026-02-28", "--json")
    )
    assert made["acts"][-1]["citations"][0]["rule"] == "agot2/duplicates#5@1.0"
    assert made["acts"][-1]["in_force"] == "2026-02-28"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("case", "open", "dispute@999", "--question", "?"), "no event 999"),
        (("case", "open", "nothing", "--question", "?"), "no game"),
        (("case", "show", "nothing"), "is no case here"),
        (("case", "rule", CASE, "--finding", "x", "--cite", "agot2/duplicate-saves#1"), "no rule"),
        (("case", "rule", CASE, "--finding", "x"), "--cite"),
        (("case", "rule", CASE, "--finding", "x", *CITE, "--remedy", "flogging"), "is no remedy"),
        (("case", "rule", CASE, "--finding", "x", *CITE, "--as-of", "yesterday"), "not a date"),
        (("case", "rule", CASE, "--finding", "x", *CITE, "--key", "none.pem"), "none.pem"),
        (("case", "appeal", CASE, "--by", "A", "--grounds", "x"), "no ruling yet"),
        (("case", "claim", CASE, "--by", "A", "--says", "x", "--line", "bad.lw"), "bad.lw:1"),
        (("case", "claim", CASE, "--by", "A", "--says", "x", "--line", "none.lw"), "none.lw"),
        (("case", "search"), "what do you look for?"),
        (("case", "export", CASE, "-o", "x.doc"), "should end in"),
        (("case", "export", CASE, "-o", "no/such/folder.html"), "no/such/folder.html"),
    ],
)
def test_refused_with_a_reason_and_nothing_written(home: Path, words: tuple[str, ...], says: str) -> None:
    opened(home)
    (home / "bad.lw").write_text("A dance\n", encoding="utf-8")
    before = lastword(home, "case", "show", CASE, "--json")
    assert says in lastword(home, *words, exits=2)
    assert lastword(home, "case", "show", CASE, "--json") == before


def test_export_by_the_ending(home: Path) -> None:
    opened(home)
    assert lastword(home, "case", "export", CASE, "-o", "r.html") == "r.html\n"
    assert faults((home / "r.html").read_text(encoding="utf-8")) == []
    assert json.loads(lastword(home, "case", "export", CASE, "-o", "r.md", "--json")) == {"case": CASE, "file": "r.md"}
    if not browser():
        pytest.skip("this machine has no Chromium, Chrome or Edge: nothing was shown about PDF")
    assert lastword(home, "case", "export", CASE, "-o", "r.pdf") == "r.pdf\n"
    assert (home / "r.pdf").read_bytes().startswith(b"%PDF-")


def test_without_a_browser_the_page_is_written_and_it_is_said_how_to_print(home: Path) -> None:
    opened(home)
    done = started(home, "case", "export", CASE, "-o", "r.pdf", PATH="/nonexistent")
    assert (done.returncode, done.stdout) == (0, "r.html\n")
    assert "open it in any browser and print it" in done.stderr
    assert not (home / "r.pdf").exists()


def test_the_demo_ends_with_the_page_and_leaves_other_folders_alone(tmp_path: Path) -> None:
    told = lastword(tmp_path, "demo", "-o", "here")
    assert told.rstrip().endswith("ruling.html")
    assert told.count("$ lastword ") == 13
    page = (tmp_path / "here" / "ruling.html").read_text(encoding="utf-8")
    assert faults(page) == []
    assert "The duplicate&#39;s save cannot be cancelled." in page
    lastword(tmp_path, "demo", "-o", "here")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "dispute.lw").write_text("mine", encoding="utf-8")
    assert "that are no demo's" in lastword(tmp_path, "demo", "-o", "mine", exits=2)
    assert (tmp_path / "mine" / "dispute.lw").read_text(encoding="utf-8") == "mine"


def test_the_demo_without_any_graphviz(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u; f = u.find_spec\n"
        "u.find_spec = lambda n, *a: None if n == 'pygraphviz' else f(n, *a)\n",
        encoding="utf-8",
    )
    done = started(tmp_path, "demo", "-o", "here", PATH="/nonexistent", PYTHONPATH=f"{tmp_path}:{ROOT}")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "here" / "dispute.dot").is_file()
    assert "Install Graphviz" in done.stderr
    page = (tmp_path / "here" / "ruling.html").read_text(encoding="utf-8")
    assert '<table class="sequence">' in page, "the ruling needs no Graphviz"


def test_cases_are_found_by_card_game_judge_and_day(home: Path) -> None:
    opened(home)
    lastword(home, "case", "rule", CASE, "--finding", "No.", *CITE, "--judge", "Maria", "--remedy", "warning:B")
    for wanted in (
        ["--card", "Eddard Stark"],
        ["--game", "agot2", "--judge", "mari"],
        ["--since", "2000-01-01"],
        ["cancelled", "--card", "hand judgment"],
    ):
        assert CASE in lastword(home, "case", "search", *wanted)
    for unwanted in (["--card", "Jon Snow"], ["--game", "l5r"], ["--judge", "Olena"], ["--until", "2000-01-01"]):
        assert lastword(home, "case", "search", *unwanted, exits=1) == ""


def test_earlier_remedies_of_the_players_are_listed(home: Path) -> None:
    opened(home)
    lastword(home, "case", "rule", CASE, "--finding", "No.", *CITE, "--judge", "Maria", "--remedy", "warning:B")
    opened(home)
    printed = lastword(home, "case", "remedies", "case-dispute-2")
    assert printed.startswith("B Borys: A warning for Borys; play goes on. (case-dispute-1, ")
    assert lastword(home, "case", "remedies", CASE) == ""


def test_a_call_is_taken_once_given_back_and_ended(home: Path) -> None:
    opened(home)
    assert "say who takes the call" in lastword(home, "case", "take", CASE, exits=2)
    assert lastword(home, "case", "take", CASE, "--judge", "Maria") == f"{CASE}  open, Maria is on it\n"
    assert "Maria is on this call already, since" in lastword(home, "case", "take", CASE, "--judge", "Olena", exits=2)
    assert lastword(home, "case", "give-back", CASE) == f"{CASE}  open\n"
    assert "no judge is on the call" in lastword(home, "case", "end-call", CASE, exits=2)
    lastword(home, "case", "take", CASE, "--judge", "Olena")
    assert lastword(home, "case", "end-call", CASE) == f"{CASE}  open\n"
    shown = lastword(home, "case", "show", CASE)
    for line in ("Maria takes the call", "Maria gives the call back", "Olena ends the call without a ruling"):
        assert line in shown
    assert json.loads(lastword(home, "case", "show", CASE, "--json"))["call"] is None
