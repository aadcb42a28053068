"""What the lines of a position show, though no line says it: the non-player houses, and cards that may be in a hand."""

from __future__ import annotations

import pytest

from replays.errors import NotationError
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from replays.verdicts.verification import verify
from rules.shared.unstated import left
from tests.unit.packs.tegot.table import THREE, judge

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


MARCH = """position round 2, {}, active A
winterfell "Stark power", "Stark power"
casterly-rock l1 = "Lannister power", l2 = "Lannister power"
{}

"""


def test_gold_that_nobody_wrote_is_there_and_is_told() -> None:
    text = MARCH.format("recruit", 'B dice "Action die" (march), "Action die" (sail)')
    done = judge(f"{text}A recruit hero-stark to winterfell")
    assert not done.violations
    says = [item.says for item in verify(of_run(done, "x")).assumed]
    assert says == ["Ada's gold is not written; assumed: Ada began here with 3 gold or more"]
    (violation,) = judge(f"{text.strip()}\nA gold 2\n\nA recruit hero-stark to winterfell").violations
    assert any(check.saw == "Ada has 2" for check in violation.checks)


def test_the_track_holds_no_more_than_its_open_spaces() -> None:
    eggs = 'A hand d = "Daenerys Targaryen"\nbarrowlands "Hero of Stark"'
    play = MARCH.format("event", eggs) + "A play d\n" + "A egg to winterfell\n" * 4
    assert not judge(play).violations, "8 gold fit beside a castle"
    assert judge(f"{play}A egg to winterfell").violations


def test_gold_on_a_full_track_is_known() -> None:
    done = judge(MARCH.format("event", 'A hand d = "A Debt to the Iron Bank"') + "A play d\nexpect A gold 8")
    assert not done.violations
    assert all(item.held for item in done.expected)
    assert left(done.position, "A", "gold") == 0


def test_gold_that_is_put_right_is_exact_from_there() -> None:
    text = MARCH.format("recruit", "") + "correct A gold 1, by the judge\nA recruit hero-stark to winterfell"
    (violation,) = judge(text).violations
    assert any(check.saw == "Ada has 1" for check in violation.checks)


def test_points_that_nobody_wrote_can_be_given_up_and_may_be_the_most() -> None:
    hand = 'A hand d = "A Debt to the Iron Bank"'
    assert not judge(MARCH.format("event", hand) + "A play d").violations
    assert judge(MARCH.format("event", f"{hand}\nA points 0") + "A play d").violations
    slay = 'sunspear "Martell power", "Martell power"\nA hand k = "Kingslayer"\n{}'
    play = "A play k on l1"
    assert not judge(MARCH.format("event", slay.format("")) + play, THREE).violations
    assert not judge(MARCH.format("event", slay.format("C points 5")) + play, THREE).violations
    assert judge(MARCH.format("event", slay.format("B points 5\nC points 5")) + play, THREE).violations


TRIAL = MARCH.format(
    "event",
    """kings-landing k1 = "Lannister power"
ashemark "Lannister power"
oldtown "Lannister power"
dragonstone "Lannister power"
A hand "Unjust Trial"
B hand u = "Uniting the Bloodlines\"""",
)


def test_a_trial_takes_gold_nobody_wrote_unless_a_retreat_is_written() -> None:
    play = 'A play "Unjust Trial"\n'
    paid = judge(f"{TRIAL}{play}B play u")
    assert not paid.violations
    assert "Ben began here with 4 gold" in verify(of_run(paid, "x")).assumed[0].says
    gone = judge(f"{TRIAL}{play}B retreat to the-reach\nexpect k1 in the-reach")
    assert not gone.violations
    assert all(item.held for item in gone.expected)
    assert judge(f"{TRIAL}{play}B retreat to winterfell").violations
