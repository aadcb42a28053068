"""Words are folded, stemmed and corrected as a search needs them."""

from __future__ import annotations

import pytest

from rules.books.folding import letters_for_digits, words
from rules.books.spelling import Speller, distance
from rules.books.stemming import stems


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Łaska CESARSKA", ["laska", "cesarska"]),
        ("ґанок їжак йод Є", ["ганок", "ижак", "иод", "е"]),
        ("п’ять п'ять", ["пять", "пять"]),
        ("kon¬iktów", ["konfliktow"]),
        ("opłacić¢", ["oplacicc"]),
        ("4.2.4 D.6 krok", ["4.2.4", "d.6", "krok"]),
        ("iнтриг", ["интриг"]),
        ("king's", ["kings"]),
    ],
)
def test_folding(text: str, folded: list[str]) -> None:
    assert words(text) == folded


@pytest.mark.parametrize(
    "forms",
    [
        ("anulowanie", "anulowaniu", "anulowac", "anuluje"),
        ("dodatek", "dodatkow", "dodatki"),
        ("prowincja", "prowincji", "prowincje"),
        ("cancel", "cancels", "cancelled", "canceling"),
        ("initiate", "initiating", "initiation"),
        ("tie", "ties", "tied"),
        ("замок", "замками", "замки"),
        ("шепит", "шепотом"),
        ("кинець", "кинцем"),
    ],
)
def test_forms_of_one_word_share_a_stem(forms: tuple[str, ...]) -> None:
    shared = set(stems(forms[0])).intersection(*(stems(form) for form in forms[1:]))
    assert shared, {form: stems(form) for form in forms}


def test_different_words_keep_different_stems() -> None:
    for one, other in (("klan", "klatwa"), ("duel", "dual"), ("битва", "битком"), ("honor", "home")):
        assert not set(stems(one)) & set(stems(other)), (one, other)


def test_numbers_stay_numbers() -> None:
    assert letters_for_digits("mi1itarne") == "militarne"
    assert letters_for_digits("4.2") == "4.2"
    assert letters_for_digits("3a") == "3a"


@pytest.mark.parametrize(
    ("a", "b", "slips"), [("kitten", "kitten", 0), ("form", "from", 1), ("interupt", "interrupt", 1), ("abc", "xyz", 3)]
)
def test_distance_counts_slips(a: str, b: str, slips: int) -> None:
    assert distance(a, b, 2) == min(slips, 3)


def test_speller_finds_the_near_word_only() -> None:
    speller = Speller(["interrupt", "interest", "attachment", "power", "places"])
    assert speller.near("interupt") == [("interrupt", 1)]
    assert speller.near("attachrnent") == [("attachment", 1)]
    assert speller.near("zzzzzz") == []
    assert speller.cut("placespower") == ("places", "power")
