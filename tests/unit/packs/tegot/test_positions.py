"""What the lines of a position show, though no line says it: the non-player houses, and cards that may be in a hand."""

from __future__ import annotations

import pytest

from replays.errors import NotationError
from replays.notation.parser import read
from replays.reading.reader import run

HEAD = """lastword 1 tegot
players A "Ada" stark, B "Ben" lannister
position round 2, plot, active A{}
winterfell "Stark power", "Stark power"
casterly-rock "Lannister power", "Lannister power"
{}
"""


def houses(lines: str = "", said: str = "") -> list[str]:
    """Return the non-player houses of a position with these set-up lines and these words in its `position` line."""
    return run(read(HEAD.format(said, lines), "here")).table.roles["houses"]


def test_a_house_with_a_unit_on_the_map_is_in_play() -> None:
    assert houses('sunspear "Martell power"') == ["martell", "tully", "tyrell", "arryn"]


def test_a_house_with_a_token_in_a_pool_is_in_play() -> None:
    assert houses('B pool "Baratheon power"\nB shields "Shield of Greyjoy"') == [
        "greyjoy", "baratheon", "tully", "arryn"
    ]  # fmt: skip


def test_a_house_in_the_box_is_not_in_play() -> None:
    assert houses('box "Martell power"') == ["tully", "tyrell", "greyjoy", "arryn"]


def test_named_houses_are_taken_as_they_are() -> None:
    found = houses('sunspear "Martell power"', ", houses martell tully greyjoy")
    assert found == ["martell", "tully", "greyjoy", "arryn"]


@pytest.mark.parametrize(
    ("lines", "said", "says"),
    [
        ('sunspear "Martell power"', ", houses tully greyjoy tyrell", "martell has pieces on the table"),
        ("", ", houses stark", "A leads stark"),
        ("", ", houses tully greyjoy tyrell martell", "cannot all be non-player houses"),
        (
            'sunspear "Martell power"\npyke "Greyjoy power"\nriverrun "Tully power"\nstorms-end "Baratheon power"',
            "",
            "cannot all be non-player houses",
        ),
    ],
)
def test_houses_that_cannot_be_are_told(lines: str, said: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        houses(lines, said)


def test_a_card_that_no_line_places_may_be_in_an_unknown_hand() -> None:
    done = run(read(HEAD.format("", "A hand 2 unknown\nA gold 3\n\nA plot Devotion"), "here"))
    assert not done.violations


def test_a_card_that_no_line_places_is_in_the_deck_where_all_hands_are_known() -> None:
    table = run(read(HEAD.format("", 'A hand "Vendetta"\nB hand nothing'), "here")).table
    assert all(table.entities[number].card for number in table.zones["deck"])
