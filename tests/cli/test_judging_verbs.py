"""The verbs that judge, as a person meets them: what they print, and their exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.catalogue import pack_ids, playthroughs
from tests.cli.typed import lastword, started

SKETCH = next(text for name, text in playthroughs("agot2") if name == "cancelling-a-duplicates-save.lw")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with one transcript that has a violation and one that has none."""
    (tmp_path / "dispute.lw").write_text(SKETCH, encoding="utf-8")
    (tmp_path / "clean.lw").write_text(SKETCH.partition("B play \"The Hand's")[0], encoding="utf-8")
    return tmp_path


def test_verify_says_which_rules_a_move_breaks_in_the_words_of_the_reference(home: Path) -> None:
    shown = lastword(home, "verify", "dispute.lw", "--strict", exits=1)
    for part in (
        "line 16",
        "agot2/duplicates#5",
        "The duplicate's save cannot be cancelled.",
        "✓ line 17",
        "✓ line 18",
    ):
        assert part in shown
    assert "everything is in order" in lastword(home, "verify", "clean.lw")
    assert "line 16" in lastword(home, "verify", "-", "--strict", exits=1, stdin=SKETCH)


def test_verify_as_json(home: Path) -> None:
    data = json.loads(lastword(home, "verify", "dispute.lw", "--strict", "--json", exits=1))
    assert [(found["line"], found["player"]) for found in data["violations"]] == [(16, "B")]
    assert "agot2/duplicates#5" in [reason["rule"] for reason in data["violations"][0]["reasons"]]
    assert list(data) == ["events", "decisions", "windows", "violations", "assumed", "expectations"]
    assert [(item["line"], item["held"]) for item in data["expectations"]] == [(17, True), (18, True)]


def test_an_imported_game_is_judged_again(home: Path) -> None:
    lastword(home, "import", "dispute.lw", "clean.lw")
    rows = json.loads(lastword(home, "import", "clean.lw", "--name", "clean-2", "--json"))
    assert rows[0]["name"] == "clean-2"
    again = json.loads(lastword(home, "verify", "dispute", "--json", exits=1))
    first = json.loads(lastword(home, "verify", "dispute.lw", "--strict", "--json", exits=1))
    assert [(found["seq"], found["line"], found["rule"]) for found in again["violations"]] == [
        (found["seq"], found["line"], found["rule"]) for found in first["violations"]
    ]
    assert json.loads(lastword(home, "verify", "clean", "--json"))["violations"] == []
    assert "A use duplicate of ned" in lastword(home, "options", "clean@64")


def test_why_lists_every_condition_with_its_rule(home: Path) -> None:
    data = json.loads(lastword(home, "why", "dispute.lw", "--line", "16", "--json", exits=1))
    assert data["legal"] is False
    assert {check["holds"] for check in data["checks"]} == {True, False, None}
    legal = json.loads(lastword(home, "why", "dispute.lw", "--at", "64", "A use duplicate of ned", "--json"))
    assert legal["legal"]
    assert all(check["holds"] for check in legal["checks"])
    silent = json.loads(
        lastword(home, "why", "dispute.lw", "--at", "81", 'B play "The Hand\'s Judgment"', "--json", exits=1)
    )
    assert "agot2/duplicates#5" in [check["rule"] for check in silent["checks"] if check["holds"] is False]


def test_every_option_is_legal_when_asked_why(home: Path) -> None:
    for at in ("17", "33", "60", "64"):
        listed = json.loads(lastword(home, "options", "dispute.lw", "--at", at, "--json"))
        for move in listed["moves"][:3]:
            lastword(home, "why", "dispute.lw", "--at", str(listed["seq"]), move)


def test_an_event_inside_an_action_is_the_decision_at_which_a_move_was_tried(home: Path) -> None:
    lastword(home, "import", "dispute.lw", "--name", "table")
    inside = "event 81 lies inside a longer action, `A use duplicate of ned` (events 65 to 253)."
    tried = f'{inside} There `B play "The Hand\'s Judgment"` was tried.'
    for target in (("dispute.lw", "--at", "81"), ("table@81",)):
        found = json.loads(lastword(home, "options", *target, "--json"))
        assert (found["seq"], found["snapped"], found["by_itself"]) == (81, False, True)
        assert found["moves"] == ["A pass", "B pass"]
        done = started(home, "options", *target)
        assert f"{tried} This is the decision at event 81" in done.stderr
        assert done.stdout.startswith("after event 81: interrupts that cancel: the ability of a duplicate [")
        judged = started(home, "verify", *target)
        assert f"{tried} All is judged up to the end of the action, event 253" in judged.stderr
        assert "line 16, after event 81" in judged.stdout
    own = json.loads(lastword(home, "options", "table@81", "--as", "A", "--json"))
    assert own["moves"] == ["A pass"]
    done = started(home, "options", "table@80")
    assert "Nobody decided anything there; this is the decision after the action, at event 253" in done.stderr
    assert done.stdout.startswith("after event 253: ")


def test_state_shows_a_transcript(home: Path) -> None:
    assert "Eddard Stark (STR 5" in lastword(home, "state", "dispute.lw")
    seen = lastword(home, "state", "dispute.lw", "--at", "20", "--as", "A")
    assert "the-hands-judgment" not in seen


def test_fmt_rewrites_once(home: Path) -> None:
    (home / "untidy.lw").write_text(SKETCH.replace("A plot    ", "A   plot "), encoding="utf-8")
    lastword(home, "fmt", "--check", "untidy.lw", exits=1)
    lastword(home, "fmt", "untidy.lw")
    lastword(home, "fmt", "--check", "untidy.lw")
    assert 'A plot    "A Noble Cause"' in (home / "untidy.lw").read_text(encoding="utf-8")


def test_games_lists_every_pack(home: Path) -> None:
    rows = json.loads(lastword(home, "games", "--json"))
    assert {row["id"] for row in rows if row["engine"]} == set(pack_ids())
    assert "agot2" in lastword(home, "games")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("verify", "nowhere.lw"), "there is no file nowhere.lw"),
        (("why", "dispute.lw"), "say which move"),
        (("why", "dispute.lw", "A dance"), "no move is written"),
        (("why", "dispute.lw", "--line", "3"), "is not a move"),
        (("options", "dispute.lw", "--at", "9999"), "no event 9999"),
        (("import", "nowhere.lw"), "nowhere.lw"),
        (("fmt", "nowhere.lw"), "nowhere.lw"),
    ],
)
def test_what_cannot_be_done_is_said_and_exits_2(home: Path, words: tuple[str, ...], says: str) -> None:
    assert says in lastword(home, *words, exits=2)
