"""Reasons as a judge reads them: what was needed and what was so, none that only follows from another, as data too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledger.events import Reason
from replays.records.reasons import broken_rules, full_sentence, in_words, reasons, sentence
from rules.kernel.asks import Check
from tests.cli.typed import ROOT, lastword

EXAMPLES = ROOT / "docs" / "examples"


def failed(*names: str, rule: str = "game/rule#1") -> list[Check]:
    return [Check(name, rule, f"the {name} must be right", False, "it is wrong") for name in names]


def test_each_failed_condition_is_a_reason_of_its_own() -> None:
    checks = [
        *failed("limit", "cost", "limit"),
        *failed("limit", rule="game/rule#2"),
        Check("held", "g/r#3", "so", True),
    ]
    assert reasons(checks) == (
        Reason("game/rule#1", "The limit must be right.", "It is wrong."),
        Reason("game/rule#1", "The cost must be right.", "It is wrong."),
        Reason("game/rule#2", "The limit must be right.", "It is wrong."),
    )
    assert broken_rules(checks) == ("game/rule#1", "game/rule#2")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("decider", "answer", "candidate", "count"), ["decider"]),
        (("answer", "candidate", "distinct", "count"), ["answer"]),
        (("bypassed", "explained", "count"), ["bypassed"]),
        (("candidate", "count", "fits"), ["candidate"]),
        (("distinct", "count"), ["distinct", "count"]),
        (("explained",), ["explained"]),
    ],
)
def test_what_only_follows_is_not_told(names: tuple[str, ...], told: list[str]) -> None:
    assert [reason.needed for reason in reasons(failed(*names))] == [f"The {name} must be right." for name in told]


def test_reasons_become_sentences() -> None:
    cost = Reason("game/cost#1", "It costs 4 gold.", "Borys has 3.")
    assert sentence(cost) == "It costs 4 gold. Borys has 3."
    assert in_words((cost, cost, Reason("game/rule#2")), cite=True) == (
        "It costs 4 gold. Borys has 3. (game/cost#1) (game/rule#2)"
    )
    assert sentence(Reason("game/rule#1", "the card is in play")) == "Needed: the card is in play."
    assert sentence(Reason("game/rule#1", saw="not now")) == "Not now."
    assert [full_sentence(text) for text in ("", "it is", "It is.", "Dracarys!")] == [
        "",
        "It is.",
        "It is.",
        "Dracarys!",
    ]


@pytest.mark.parametrize(
    ("example", "line", "rules"),
    [
        ("agot2/stealth-and-a-lost-icon", 16, ["agot2/4.2.1#4"]),
        ("okc/second-clash-and-spies", 18, ["okc/ties-in-clashes#1"]),
        ("okc/second-clash-and-spies", 30, ["okc/summer-2e#2"]),
        ("tegot/who-pays-for-the-secret", 16, ["tegot/battle-2#1"]),
        ("l5r/passing-first-in-the-dynasty-phase", 16, ["l5r/pass#2", "l5r/1.4#1"]),
    ],
)
def test_the_examples_give_each_reason_once(tmp_path: Path, example: str, line: int, rules: list[str]) -> None:
    data = json.loads(lastword(tmp_path, "verify", EXAMPLES / f"{example}.lw", "--strict", "--json", exits=1))
    found = next(found["reasons"] for found in data["violations"] if found["line"] == line)
    assert [reason["rule"] for reason in found] == rules
    assert all(reason["clause"] and reason["needed"] and reason["saw"] for reason in found)
    assert not any(reason["holds"] for reason in found)
    shown = lastword(tmp_path, "verify", EXAMPLES / f"{example}.lw", "--strict", exits=1)
    for violation in shown.split("\n\n"):
        quoted = [text for text in violation.splitlines() if text.startswith("      ")]
        assert len(quoted) == len(set(quoted)), violation


SWORD = (
    "lastword 1 agot2 joust\n"
    'players A "Anna" stark, B "Borys" lannister\n'
    "position round 2, challenges, first A, active B\n"
    'A play ned = "Eddard Stark" (kneeling), septon = "Training Septon" (kneeling)\n'
    'B play tywin = "Tywin Lannister"\nB gold {gold}\nB hand sword = "Put to the Sword"\n\n'
    "B challenge military with tywin against A\n"
    "B play sword{on}\n"
)


def test_a_cost_is_told_with_its_numbers(tmp_path: Path) -> None:
    (tmp_path / "sword.lw").write_text(SWORD.format(gold=1, on=""), encoding="utf-8")
    shown = lastword(tmp_path, "verify", "sword.lw", "--strict", exits=1)
    assert "Put to the Sword costs 2 gold. Borys has 1 gold." in shown
    why = json.loads(lastword(tmp_path, "why", "sword.lw", "--line", "10", "--json", exits=1))
    cost = next(check for check in why["checks"] if check["name"] == "cost")
    assert (cost["holds"], cost["needed"], cost["saw"]) == (
        False,
        "Put to the Sword costs 2 gold.",
        "Borys has 1 gold.",
    )
    assert cost["clause"]
    assert all(check["saw"] == "" for check in why["checks"] if check["holds"] is not False)


def test_what_a_card_asks_for_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "sword.lw").write_text(SWORD.format(gold=2, on=" on tywin"), encoding="utf-8")
    shown = lastword(tmp_path, "verify", "sword.lw", "--strict", exits=1)
    assert "Put to the Sword asks for a character of Anna. Borys controls Tywin Lannister." in shown
    assert "at: choose a target for Put to the Sword" in shown
    assert "==" not in shown


def test_the_same_under_a_wider_rule_is_said_once(tmp_path: Path) -> None:
    shown = lastword(tmp_path, "verify", EXAMPLES / "hbo" / "two-for-claim-one-saved.lw", "--strict", exits=1)
    assert shown.count("Nothing may be chosen twice.") == 1
    assert "hbo/military-challenge#2  the same reason, by this rule too" in shown
