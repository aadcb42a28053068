"""A clause can be revised for a date; what was in force before stays answerable."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ledger.ledger_check import check
from ledger.revisions import ClauseRevised, RulebookAttached
from ledger.store import Ledger
from replays.errors import ReplayError
from replays.reference.shelf import Shelf
from replays.reference.versions import cited, differences, history
from rules.books.addresses import Address, parse_address
from rules.books.search import Search
from rules.books.shelf import load_book
from rules.errors import CardError

RULE = "agot2/cancel"
PUBLISHED = load_book("agot2").entry("cancel").clauses[0].says


def revision(says: str, effective: str, clause: int = 1, because: str = "FAQ") -> ClauseRevised:
    return ClauseRevised(RULE, clause, says, because, effective)


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    with Ledger.open("memory:") as opened:
        yield opened


def says(ledger: Ledger, date: str, clause: int = 1) -> str:
    found = Shelf(ledger, date).book("agot2").entry("cancel").clause(clause)
    return found.says if found else ""


def test_the_date_decides_what_a_clause_says(ledger: Ledger) -> None:
    shelf = Shelf(ledger, "2026-06-01")
    shelf.revise(revision("Second wording.", "2026-05-01"), "agot2")
    shelf.revise(revision("First wording.", "2026-03-01"), "agot2")  # recorded later, in force earlier
    assert says(ledger, "2026-02-28") == PUBLISHED
    assert says(ledger, "2026-03-01") == "First wording."
    assert says(ledger, "2026-05-01") == "Second wording."
    assert shelf.book("agot2").entry("cancel").clauses[0].says == "Second wording."
    assert Shelf(None, "2026-06-01").book("agot2").entry("cancel").clauses[0].says == PUBLISHED
    assert not check(ledger).findings


def test_a_clause_can_be_added(ledger: Ledger) -> None:
    count = len(load_book("agot2").entry("cancel").clauses)
    Shelf(ledger, "2026-01-01").revise(revision("One more.", "2026-03-01", count + 1), "agot2")
    assert says(ledger, "2026-02-28", count + 1) == ""
    assert says(ledger, "2026-03-01", count + 1) == "One more."


def test_a_citation_means_the_same_for_ever(ledger: Ledger) -> None:
    shelf = Shelf(ledger, "2026-06-01")
    first = shelf.revise(revision("First wording.", "2026-03-01"), "agot2")
    second = shelf.revise(revision("Corrected the same day.", "2026-03-01"), "agot2")
    assert (first.citation, second.citation) == (f"{RULE}#1@2026-03-01", f"{RULE}#1@2026-03-01.2")
    book, known = load_book("agot2"), shelf.versions("agot2")
    assert cited(parse_address(first.citation), book, known).says == "First wording."
    assert cited(parse_address(f"{RULE}#1@1.0"), book, known).says == PUBLISHED
    assert says(ledger, "2026-03-01") == "Corrected the same day."
    assert [version.version for version in history(book.entry("cancel"), known) if version.clause == 1] == [
        "1.0",
        "2026-03-01",
        "2026-03-01.2",
    ]
    with pytest.raises(ReplayError, match="never in force"):
        cited(Address("agot2", "cancel", 1, "1999"), book, known)


def test_differences_between_two_dates_carry_their_reasons(ledger: Ledger) -> None:
    shelf = Shelf(ledger, "2026-06-01")
    shelf.revise(revision("First wording.", "2026-03-01", because="FAQ 1"), "agot2")
    shelf.revise(revision("Second wording.", "2026-05-01", because="FAQ 2"), "agot2")
    book, known = load_book("agot2"), shelf.versions("agot2")
    (found,) = differences(book, known, "2026-01-01", "2026-04-01")
    assert (found.rule, found.clause, found.before, found.after, found.because) == (
        RULE,
        1,
        PUBLISHED,
        "First wording.",
        ("FAQ 1",),
    )
    assert not list(differences(book, known, "2026-05-01", "2026-12-31"))


def test_search_answers_with_the_rules_of_the_date(ledger: Ledger) -> None:
    Shelf(ledger, "2026-01-01").revise(revision("Only a wyvern may answer.", "2026-03-01"), "agot2")
    later = Search.of_books(Shelf(ledger, "2026-03-01").books(["agot2"])).search("wyvern")
    assert [(hit.entry.address, hit.clause) for hit in later] == [(RULE, 1)]
    assert not Search.of_books(Shelf(ledger, "2026-02-28").books(["agot2"])).search("wyvern")


@pytest.mark.parametrize(
    ("event", "refusal"),
    [
        (revision("x", "2026-03-01", 99), "has clauses 1 to"),
        (revision(" ", "2026-03-01"), "says one thing"),
        (revision("x" * 300, "2026-03-01"), "says one thing"),
        (revision("x", "2026-03-01", because=" "), "needs a reason"),
    ],
)
def test_a_revision_that_cannot_be_is_refused(ledger: Ledger, event: ClauseRevised, refusal: str) -> None:
    with pytest.raises(ReplayError, match=refusal):
        Shelf(ledger, "2026-01-01").revise(event, "agot2")
    assert not ledger.heads()


def test_an_unknown_rule_is_refused_with_the_nearest(ledger: Ledger) -> None:
    with pytest.raises(CardError, match="did you mean cancel"):
        Shelf(ledger, "2026-01-01").revise(ClauseRevised("agot2/cancle", 1, "x", "y", "2026-03-01"), "agot2")


def test_the_text_attached_last_is_the_one_in_use(ledger: Ledger) -> None:
    shelf = Shelf(ledger, "2026-01-01")
    assert shelf.placement("agot2") is None
    shelf.attach(RulebookAttached("agot2", "old.txt", "Anulowanie\nThe old text of this entry."))
    placed = shelf.attach(RulebookAttached("agot2", "new.txt", "Anulowanie\nThe new text of this entry."))
    assert placed.passages["cancel"].text == "Anulowanie\nThe new text of this entry."
    again = Shelf(ledger, "2026-01-01")
    assert again.attached("agot2") == RulebookAttached("agot2", "new.txt", "Anulowanie\nThe new text of this entry.")
    assert not check(ledger).findings
