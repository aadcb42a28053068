"""The tables of closer clauses: each key is a condition that can fail, and no clause is named that the book has not."""

from __future__ import annotations

import re

import pytest

from rules.books.addresses import parse_address
from rules.books.shelf import find
from rules.catalogue import load, pack_ids
from rules.data import declarations
from rules.eligibility.conditions import CONDITIONS

ELSEWHERE = {
    "target fits",
    "target placed",
    "target immune",
    "target change",
    "priority",
    "payment",
    "closed",
    "forced first",
    "select",
    "may",
}
ELSEWHERE |= {"no window"}
"""Conditions of targets, costs, opportunities and questions: they are judged outside the table of those of a use."""


@pytest.mark.parametrize("pack", pack_ids())
def test_every_key_is_a_condition_that_can_fail(pack: str) -> None:
    known = {condition.name for condition in CONDITIONS} | ELSEWHERE
    verbs = {f"do {phrase.verb}" for phrase in load(pack).notation.phrases}
    assert set(load(pack).closer) <= known | verbs


@pytest.mark.parametrize("pack", pack_ids())
def test_every_clause_of_the_rulebook_is_in_the_book(pack: str) -> None:
    cited = re.findall(rf"\"({pack}/[\w.\-]+#\d+)\"", declarations(pack)["rulebook.py"])
    assert len(cited) > 20
    for clause in cited:
        find(parse_address(clause))
