"""Verdicts by the rules of a date: clauses are quoted and cited as of that day, and withdrawn ones lift violations."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.codec import VERDICTS
from ledger.entries import Entry
from ledger.events import MoveMade, ViolationNoted
from ledger.store import Ledger
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.engine import UNKNOWN_SCRIBE, stamped
from replays.reference.shelf import Shelf
from replays.verdicts.revised_rules import DatedVerdict, verdict
from replays.verdicts.whole_ledger import fingerprint
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
WITHDRAWN = (BROKEN, "agot2/duplicates#5", "agot2/triggering-condition#1", "agot2/interrupt#3")
EARLY = """\
lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, first B, active B
A plot    "A Noble Cause"
A play    cat = "Catelyn Stark" (kneeling)
B plot    "A Clash of Kings"
B gold    3
B hand    "The Hand's Judgment", "Confinement"

B play "The Hand's Judgment"
"""
"""An event that cancels, played in an action window: what it would answer there is never asked."""


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


def stored_without_a_note(home: Path, name: str, text: str) -> None:
    """Store a game whose illegal move nobody noted: it is in the record as if it had been legal."""
    made = run(read(text))
    noted = next(entry for entry in made.entries if isinstance(entry.events[0], ViolationNoted))
    before = [entry for entry in made.entries if entry.seq < noted.seq]
    move = MoveMade(made.violations[0].player, made.violations[0].move)
    with Ledger.open(str(home / "lastword.db")) as ledger:
        head = ledger.start(name, pack=made.pack.id, pack_version=made.pack.version)
        ledger.append(head, stamped([*before, Entry(noted.seq, (move,))], made.pack.id, UNKNOWN_SCRIBE))


def verified(home: Path, *words: str, exits: int = 0) -> Any:
    return json.loads(lastword(home, "verify", *words, "--json", exits=exits))


def test_the_words_of_the_date_are_quoted_and_their_version_is_cited(home: Path) -> None:
    revise(home, BROKEN, "Nobody on their knees attacks.", "2026-03-01")
    before = lastword(home, "verify", "kneeling.lw", "--strict", "--as-of", "2026-02-28", exits=1)
    assert f"{BROKEN}@1.0" in before
    assert "A kneeling character cannot be declared as an attacker." in before
    assert "rules of 2026-02-28" in before
    assert "Nobody on their knees attacks." not in before
    after = lastword(home, "verify", "kneeling.lw", "--strict", "--rules-as-of", "2026-03-01", exits=1)
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
    assert verified(home, "kneeling.lw", "--as-of", "2026-02-28")["expectations"][0]["held"]
    data = verified(home, "kneeling.lw", "--as-of", "2026-03-01", exits=1)
    assert [(item["line"], item["says"]) for item in data["expectations"]] == [
        (8, "what it rests on is withdrawn by 2026-03-01")
    ]
    legal = KNEELING.replace(
        "A challenge military with rider\nexpect illegal", "expect legal A challenge military with rider"
    )
    (home / "legal.lw").write_text(legal, encoding="utf-8")
    assert verified(home, "legal.lw", "--as-of", "2026-02-28", exits=1)["expectations"]
    assert verified(home, "legal.lw", "--as-of", "2026-03-01")["expectations"][0]["held"]


def test_a_violation_of_another_clause_stands(home: Path) -> None:
    revise(home, "agot2/duplicates#5", "Withdrawn.", "2026-03-01")
    data = verified(home, "save.lw", "--as-of", "2026-03-01", exits=1)
    found = data["violations"][0]
    assert (found["verdict"], found["rule"]) == ("a violation", "agot2/triggering-condition#1")
    assert [cite["standing"] for cite in found["cites"]] == ["as published", "withdrawn"]


def test_what_depended_on_a_withdrawn_clause_was_never_judged(home: Path) -> None:
    for rule in ("agot2/duplicates#5", "agot2/triggering-condition#1"):
        revise(home, rule, "Withdrawn.", "2026-03-01")
    text = lastword(home, "verify", "save.lw", "--strict", "--as-of", "2026-03-01", exits=1)
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
    assert (
        verified(home, "save", "--as-of", "2026-03-01", exits=1)["violations"][0]["verdict"]
        == "to be judged by a person"
    )


def test_todays_revisions_are_in_force_without_a_date(home: Path) -> None:
    (home / "plain.lw").write_text(KNEELING.removesuffix("expect illegal\n"), encoding="utf-8")
    lastword(home, "import", "plain.lw")
    plain = verified(home, "plain.lw", exits=1)
    assert list(plain) == ["events", "decisions", "windows", "violations", "assumed"]
    today = datetime.now(UTC).date()
    revise(home, BROKEN, "Withdrawn.", (today + timedelta(days=2)).isoformat())
    assert verified(home, "plain.lw", exits=1) == plain
    assert "1 game, 1 with violations" in lastword(home, "verify", "--all", exits=1)
    revise(home, BROKEN, "Only a giant attacks kneeling.", (today - timedelta(days=3)).isoformat())
    assert f"{BROKEN}  (to be judged by a person: reworded since)" in lastword(home, "verify", "--all", exits=1)
    revise(home, BROKEN, "Withdrawn.", (today - timedelta(days=1)).isoformat())
    assert verified(home, "plain.lw")["lifted"]
    assert ", 0 with violations" in lastword(home, "verify", "--all")


def test_all_games_by_the_rules_of_a_date_under_either_name_of_the_option(home: Path) -> None:
    lastword(home, "import", "kneeling.lw", "save.lw")
    revise(home, BROKEN, "Withdrawn.", "2026-03-01")
    for option in ("--as-of", "--rules-as-of"):
        data = json.loads(lastword(home, "verify", "--all", option, "20260301", "--workers", "1", "--json", exits=1))
        assert data["rules_as_of"] == "2026-03-01"
        assert [(item["name"], item["after"]) for item in data["changed"]] == [("kneeling", "no violation")]
    lastword(home, "verify", "--all", "--as-of", "2026-02-28", "--workers", "1")


def test_all_games_at_once_are_judged_as_each_of_them_alone(home: Path) -> None:
    lastword(home, "import", "kneeling.lw", "save.lw")
    stored_without_a_note(home, "silent-kneeling", KNEELING.replace("(kneeling)", '(kneeling), "Training Wolf Rider"'))
    stored_without_a_note(home, "silent-early", EARLY)
    for rule in WITHDRAWN:
        revise(home, rule, "Withdrawn.", "2026-03-01")
    data = json.loads(lastword(home, "verify", "--all", "--as-of", "2026-03-01", "--workers", "1", "--json", exits=1))
    together = {item["name"]: (item["seq"], item["after"]) for item in data["changed"]}
    alone = {}
    for name in ("kneeling", "save", "silent-kneeling", "silent-early"):
        clean = name.endswith("kneeling")
        found = verified(home, name, "--as-of", "2026-03-01", exits=0 if clean else 1)
        alone[name] = next((item["seq"], item["verdict"]) for item in (*found["violations"], *found["lifted"]))
    assert together == alone
    assert {name: after for name, (_, after) in alone.items()} == {
        "kneeling": "no violation",
        "silent-kneeling": "no violation",
        "save": "to be judged by a person",
        "silent-early": "to be judged by a person",
    }
    told = lastword(home, "verify", "--all", "--workers", "1", exits=1)
    assert "(to be judged by a person: withdrawn, but what depended on it was never judged)" in told
    assert "4 games, 2 with violations" in told


def test_a_verdict_of_an_older_version_is_given_again_before_a_date_is_asked_of_it(home: Path) -> None:
    lastword(home, "import", "save.lw")
    for rule in WITHDRAWN:
        revise(home, rule, "Withdrawn.", "2026-03-01")
    rules = ("agot2/triggering-condition#1", "agot2/duplicates#5")
    with Ledger.open(str(home / "lastword.db")) as ledger:
        game = ledger.head("save")
        older = [
            ["game-judged", game.id, game.last, game.digest.hex(), fingerprint(), [[1, "B", list(rules), "not so"]], 0]
        ]
        entry = VERDICTS.decode(msgspec.msgpack.encode([1, older]))
        assert entry.events[0].broken[0].unjudged is None
        ledger.append(ledger.start("verdicts", kind=VERDICTS.name), [entry])
        assert verdict(rules, None, Shelf(ledger, "2026-03-01"))[0] is DatedVerdict.OPEN
    data = json.loads(lastword(home, "verify", "--all", "--as-of", "2026-03-01", "--workers", "1", "--json", exits=1))
    assert [item["after"] for item in data["changed"]] == ["to be judged by a person"]
    with Ledger.open(str(home / "lastword.db")) as ledger:
        kept = [entry.events[0] for entry in ledger.entries(next(iter(ledger.heads(VERDICTS.name))))]
    assert [found.broken[0].unjudged is None for found in kept] == [True, False]


def test_a_move_expected_to_be_legal_waits_for_a_person_where_conditions_were_never_judged(home: Path) -> None:
    for rule in WITHDRAWN:
        revise(home, rule, "Withdrawn.", "2026-03-01")
    move = 'B play "The Hand\'s Judgment"'
    assert move in SAVE
    before, _, _ = SAVE.partition(move)
    (home / "legal.lw").write_text(f"{before}expect legal {move}\n", encoding="utf-8")
    data = verified(home, "legal.lw", "--as-of", "2026-03-01", exits=1)
    assert data["expectations"][0]["says"].startswith("to be judged by a person")


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
