"""Reasons as a judge reads them: each rule once, none that only follows from another, card language only in quotes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from replays.records.reasons import Reason, from_words, in_words, reasons
from rules.kernel.asks import Check
from tests.cli.typed import ROOT, lastword

EXAMPLES = ROOT / "docs" / "examples"


def failed(*names: str, rule: str = "game/rule#1") -> list[Check]:
    return [Check(name, rule, f"{name} is right", False) for name in names]


def test_a_rule_is_named_once_with_all_that_is_not_so_by_it() -> None:
    checks = [*failed("limit", "cost"), *failed("limit", rule="game/rule#2"), Check("held", "game/rule#3", "so", True)]
    assert reasons(checks) == (
        Reason("game/rule#1", ("limit is right", "cost is right")),
        Reason("game/rule#2", ("limit is right",)),
    )


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
    assert [says for reason in reasons(failed(*names)) for says in reason.says] == [f"{name} is right" for name in told]


def test_reasons_are_kept_as_words_and_read_back() -> None:
    found = reasons([*failed("limit", "cost"), *failed("window", rule="game/rule#2")])
    read = from_words([reason.rule for reason in found], in_words(found))
    assert [(reason.rule, reason.text) for reason in read] == [(reason.rule, reason.text) for reason in found]
    uneven = from_words(("game/rule#1", "game/rule#2"), "not so: a; not so: b; not so: c")
    assert [(reason.rule, reason.text) for reason in uneven] == [("game/rule#1", "a; b; c"), ("game/rule#2", "")]


@pytest.mark.parametrize(
    ("example", "line", "rules"),
    [
        ("agot2/stealth-and-a-lost-icon", 16, ["agot2/4.2.1#4"]),
        ("okc/second-clash-and-spies", 18, ["okc/ties-in-clashes#1"]),
        ("okc/second-clash-and-spies", 30, ["okc/ties-in-clashes#1"]),
        ("tegot/who-pays-for-the-secret", 16, ["tegot/battle-2#1"]),
        ("l5r/passing-first-in-the-dynasty-phase", 16, ["l5r/pass#2", "l5r/1.4#1"]),
    ],
)
def test_the_examples_give_each_reason_once(tmp_path: Path, example: str, line: int, rules: list[str]) -> None:
    data = json.loads(lastword(tmp_path, "verify", EXAMPLES / f"{example}.lw", "--strict", "--json", exits=1))
    says = next(found["says"] for found in data["violations"] if found["line"] == line)
    assert [part.split(": not so: ")[0] for part in says.split("; ")] == rules
    shown = lastword(tmp_path, "verify", EXAMPLES / f"{example}.lw", "--strict", exits=1)
    for violation in shown.split("\n\n"):
        quoted = [text for text in violation.splitlines() if text.startswith("      ")]
        assert len(quoted) == len(set(quoted)), violation


def test_the_filter_of_a_card_stands_in_quotation_marks_behind_plain_words(tmp_path: Path) -> None:
    (tmp_path / "sword.lw").write_text(
        "lastword 1 agot2 joust\n"
        'players A "Anna" stark, B "Borys" lannister\n'
        "position round 2, challenges, first A, active B\n"
        'A play ned = "Eddard Stark" (kneeling), septon = "Training Septon" (kneeling)\n'
        'B play tywin = "Tywin Lannister"\nB gold 2\nB hand sword = "Put to the Sword"\n\n'
        "B challenge military with tywin against A\n"
        "B play sword on tywin\n",
        encoding="utf-8",
    )
    shown = lastword(tmp_path, "verify", "sword.lw", "--strict", exits=1)
    assert "not so: Tywin Lannister is what Put to the Sword asks for (“character and controller == loser”)" in shown
    assert "at: choose a target for Put to the Sword (“character and controller == loser”)" in shown


def test_the_same_under_a_wider_rule_is_said_once(tmp_path: Path) -> None:
    shown = lastword(tmp_path, "verify", EXAMPLES / "hbo" / "two-for-claim-one-saved.lw", "--strict", exits=1)
    assert shown.count("nothing is chosen twice") == 1
    assert "hbo/military-challenge#2  by this rule too" in shown
