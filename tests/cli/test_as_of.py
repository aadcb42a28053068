"""Judging by the rules of a date: the words of that day, the version cited, and what a withdrawn clause takes with it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.cli.typed import lastword
from tests.sequences import SAVE

BROKEN = "hbo/challenges-1#3"
KNEELING = """\
lastword 1 hbo duel
players   A "Anna" stark, B "Borys" lannister
position  round 2, challenges, first A, active A
A play    rider = "Training Wolf Rider" (kneeling)
B play    guard = "Training Lion Guard"

A challenge military with rider
expect illegal
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with two disputes: one that a single clause decides, and one that two decide."""
    (tmp_path / "kneeling.lw").write_text(KNEELING, encoding="utf-8")
    (tmp_path / "save.lw").write_text(SAVE, encoding="utf-8")
    return tmp_path


def revise(home: Path, rule: str, says: str, effective: str) -> None:
    entry, _, clause = rule.partition("#")
    words = ("--clause", clause, "--says", says, "--because", "FAQ 3", "--effective", effective)
    lastword(home, "rules", "revise", entry, *words)


def verified(home: Path, *words: str, exits: int = 0) -> Any:
    return json.loads(lastword(home, "verify", *words, "--json", exits=exits))


def test_the_words_of_the_date_are_quoted_and_their_version_is_cited(home: Path) -> None:
    revise(home, BROKEN, "Nobody on their knees attacks.", "2026-03-01")
    before = lastword(home, "verify", "kneeling.lw", "--as-of", "2026-02-28", exits=1)
    assert f"{BROKEN}@1.0" in before
    assert "A kneeling character cannot be declared as an attacker." in before
    assert "rules of 2026-02-28" in before
    assert "Nobody on their knees attacks." not in before
    after = lastword(home, "verify", "kneeling.lw", "--rules-as-of", "2026-03-01", exits=1)
    assert f"{BROKEN}@2026-03-01" in after
    assert "Nobody on their knees attacks." in after
    assert "reworded from 2026-03-01, because: FAQ 3" in after


def test_what_rests_on_other_words_is_for_a_person_to_judge(home: Path) -> None:
    revise(home, BROKEN, "A kneeling character may attack alone.", "2026-03-01")
    data = verified(home, "kneeling.lw", "--as-of", "2026-03-01", exits=1)
    assert data["violations"][0]["verdict"] == "to be judged by a person"
    assert data["revised"] == [f"{BROKEN}@2026-03-01"]


def test_what_rests_on_a_withdrawn_clause_is_no_violation_then(home: Path) -> None:
    revise(home, BROKEN, "Withdrawn.", "2026-03-01")
    (home / "plain.lw").write_text(KNEELING.removesuffix("expect illegal\n"), encoding="utf-8")
    stands = verified(home, "plain.lw", "--as-of", "2026-02-28", exits=1)
    assert (stands["rules_as_of"], stands["lifted"], stands["revised"]) == ("2026-02-28", [], [])
    assert [item["rule"] for item in stands["violations"]] == [BROKEN]
    data = verified(home, "plain.lw", "--as-of", "2026-03-01")
    assert (data["rules_as_of"], data["violations"]) == ("2026-03-01", [])
    lifted = data["lifted"][0]
    assert (lifted["line"], lifted["verdict"]) == (7, "no violation")
    assert lifted["cites"] == [
        {"cite": f"{BROKEN}@2026-03-01", "says": "Withdrawn.", "standing": "withdrawn", "because": "FAQ 3"}
    ]
    text = lastword(home, "verify", "plain.lw", "--as-of", "2026-03-01")
    for part in ("no violation by the rules of 2026-03-01", "withdrawn from 2026-03-01, because: FAQ 3", "without it"):
        assert part in text


def test_an_expectation_that_rests_on_a_withdrawn_clause_does_not_hold(home: Path) -> None:
    revise(home, BROKEN, "Suspended.", "2026-03-01")
    assert "expectations" not in verified(home, "kneeling.lw", "--as-of", "2026-02-28", exits=1)
    data = verified(home, "kneeling.lw", "--as-of", "2026-03-01", exits=1)
    assert [(item["line"], item["says"]) for item in data["expectations"]] == [(8, "what it rests on is withdrawn by 2026-03-01")]
    legal = KNEELING.replace("A challenge military with rider\nexpect illegal", "expect legal A challenge military with rider")
    (home / "legal.lw").write_text(legal, encoding="utf-8")
    assert verified(home, "legal.lw", "--as-of", "2026-02-28", exits=1)["expectations"]
    assert "expectations" not in verified(home, "legal.lw", "--as-of", "2026-03-01")


def test_a_violation_of_another_clause_stands(home: Path) -> None:
    revise(home, "agot2/duplicates#5", "Withdrawn.", "2026-03-01")
    data = verified(home, "save.lw", "--as-of", "2026-03-01", exits=1)
    found = data["violations"][0]
    assert (found["verdict"], found["rule"]) == ("a violation", "agot2/triggering-condition#1")
    assert [cite["standing"] for cite in found["cites"]] == ["as published", "withdrawn"]


def test_what_depended_on_a_withdrawn_clause_was_never_judged(home: Path) -> None:
    for rule in ("agot2/duplicates#5", "agot2/triggering-condition#1"):
        revise(home, rule, "Withdrawn.", "2026-03-01")
    text = lastword(home, "verify", "save.lw", "--as-of", "2026-03-01", exits=1)
    assert "to be judged by a person" in text
    assert "never judged, because what they depend on failed: " in text
    assert "its cost can be paid in full" in text


def test_a_stored_game_is_judged_by_the_date_as_its_transcript_is(home: Path) -> None:
    lastword(home, "import", "kneeling.lw", "save.lw")
    revise(home, BROKEN, "Withdrawn.", "2026-03-01")
    for rule in ("agot2/duplicates#5", "agot2/triggering-condition#1"):
        revise(home, rule, "Withdrawn.", "2026-03-01")
    assert verified(home, "kneeling", "--as-of", "2026-02-28", exits=1)["violations"][0]["rule"] == BROKEN
    assert verified(home, "kneeling", "--as-of", "2026-03-01")["lifted"][0]["verdict"] == "no violation"
    assert verified(home, "save", "--as-of", "2026-03-01", exits=1)["violations"][0]["verdict"] == "to be judged by a person"


def test_todays_revisions_are_in_force_without_a_date(home: Path) -> None:
    (home / "plain.lw").write_text(KNEELING.removesuffix("expect illegal\n"), encoding="utf-8")
    lastword(home, "import", "plain.lw")
    plain = verified(home, "plain.lw", exits=1)
    assert list(plain) == ["events", "decisions", "windows", "violations", "assumed"]
    today = datetime.now(UTC).date()
    revise(home, BROKEN, "Withdrawn.", (today + timedelta(days=2)).isoformat())
    assert verified(home, "plain.lw", exits=1) == plain
    assert "1 with something to object to" in lastword(home, "verify", "--all", exits=1)
    revise(home, BROKEN, "Only a giant attacks kneeling.", (today - timedelta(days=3)).isoformat())
    assert f"{BROKEN}  (to be judged by a person: reworded since)" in lastword(home, "verify", "--all", exits=1)
    revise(home, BROKEN, "Withdrawn.", (today - timedelta(days=1)).isoformat())
    assert verified(home, "plain.lw")["lifted"]
    assert "0 with something to object to" in lastword(home, "verify", "--all")


def test_all_games_by_the_rules_of_a_date_under_either_name_of_the_option(home: Path) -> None:
    lastword(home, "import", "kneeling.lw", "save.lw")
    revise(home, BROKEN, "Withdrawn.", "2026-03-01")
    for option in ("--as-of", "--rules-as-of"):
        data = json.loads(lastword(home, "verify", "--all", option, "20260301", "--workers", "1", "--json", exits=1))
        assert data["rules_as_of"] == "2026-03-01"
        assert [(item["name"], item["after"]) for item in data["changed"]] == [("kneeling", "no violation")]
    lastword(home, "verify", "--all", "--as-of", "2026-02-28", "--workers", "1")


def test_why_answers_by_the_rules_of_the_date(home: Path) -> None:
    revise(home, BROKEN, "Withdrawn.", "2026-03-01")
    shown = lastword(home, "why", "kneeling.lw", "--line", "7", "--as-of", "2026-02-28", exits=1)
    assert "not legal by the rules of 2026-02-28" in shown
    assert f"✗ {BROKEN}@1.0" in shown
    shown = lastword(home, "why", "kneeling.lw", "--line", "7", "--as-of", "2026-03-01")
    assert "is legal by the rules of 2026-03-01" in shown
    assert f"– {BROKEN}@2026-03-01" in shown
    data = json.loads(lastword(home, "why", "kneeling.lw", "--line", "7", "--as-of", "2026-03-01", "--json"))
    assert (data["legal"], data["rules_as_of"]) == (True, "2026-03-01")


@pytest.mark.parametrize("date", ["tomorrow", "", "2026-13-01", "31.01.2026"])
def test_what_is_no_date_is_refused(home: Path, date: str) -> None:
    for words in (("verify", "save.lw"), ("verify", "--all"), ("why", "save.lw", "--line", "16")):
        assert "is not a date" in lastword(home, *words, "--as-of", date, exits=2)
