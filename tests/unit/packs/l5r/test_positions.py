"""Written positions: impossible tables are refused, and what a position leaves out is filled in."""

from __future__ import annotations

import pytest

from ledger.table import knows
from replays.errors import ReplayError
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from replays.verdicts.verification import Verification, verify

TABLE = """
lastword 1 l5r standard
players   A "Aiko" crane, B "Botan" lion
position  round 2, conflict, first A, active A
{lines}
"""


@pytest.mark.parametrize(
    "lines",
    [
        'A play one = "Doji Hotaru", two = "Doji Hotaru"',
        'B play one = "Doji Hotaru" (of A), two = "Doji Hotaru"',
        'A play host = "Niten Master", one = "Togashi Kazue", two = "Togashi Kazue" (on host)',
    ],
)
def test_two_copies_of_a_unique_card_under_one_player_are_refused(lines: str) -> None:
    with pytest.raises(ReplayError, match="cannot control two copies of"):
        run(read(TABLE.format(lines=lines)))


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (
            'A play whis = "Doji Whisperer", "Sashimono" (on whis)',
            "Sashimono may not be attached to Doji Whisperer: Doji Whisperer does not have the trait Bushi",
        ),
        ('A play monk = "Ascetic Visionary", "Fine Katana" (on monk)', "refuses it: no attachments"),
    ],
)
def test_an_attachment_that_would_be_discarded_at_once_is_refused_with_the_reason(lines: str, says: str) -> None:
    """`l5r/attachment-cards#7`: nobody would see why it is gone."""
    with pytest.raises(ReplayError, match=says):
        run(read(TABLE.format(lines=lines)))


@pytest.mark.parametrize(
    "lines", ['A play one = "Doji Hotaru"\nB play two = "Doji Hotaru"', 'A play 2 "Doji Whisperer"']
)
def test_a_copy_each_and_copies_of_what_is_not_unique_are_not(lines: str) -> None:
    assert run(read(TABLE.format(lines=lines))).table.winners is None


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ('A play one = "Favorable Ground"', "is a holding and lies elsewhere.*province1"),
        ('A play one = "Night Raid"', "is a province and lies elsewhere"),
        ('A play one = "Seeker of Fire"', "is a role and lies elsewhere"),
        ('A play host = "Doji Hotaru", one = "Fine Katana"', "is attached to nothing"),
        ('A play host = "Doji Hotaru", one = "Doji Whisperer" (on host)', "is never attached to another"),
    ],
)
def test_what_never_lies_in_a_play_area_is_refused(lines: str, says: str) -> None:
    with pytest.raises(ReplayError, match=says):
        run(read(TABLE.format(lines=lines)))


def test_facedown_provinces_are_known_to_their_own_player_alone() -> None:
    table = run(read(TABLE.format(lines='A province1 garden = "Manicured Garden" (facedown)'))).table
    [garden] = [entity for entity in table.entities.values() if entity.card == "manicured-garden"]
    assert not garden.up
    assert knows(table, "A", garden)
    assert not knows(table, "B", garden)


def test_honor_that_is_stated_to_be_none_ends_the_game_and_honor_that_is_not_is_the_strongholds() -> None:
    """`l5r/winning-the-game#4`"""
    table = run(read(TABLE.format(lines="A honor 0\n\nB pass\n"))).table
    assert table.winners == ["B"]
    assert table.count("B", "honor") == 12
    assert run(read(TABLE.format(lines="\nA pass\n"))).table.winners is None


# --- fate that nobody wrote -------------------------------------------------------------------------------------------

OWN = """
lastword 1 l5r standard
players   A "Anna" lion, B "Borys" crane
position  {at}
A province1 tot = "Akodo Toturi"
"""


def judged(lines: str, at: str = "round 2, dynasty, first A, active A") -> Verification:
    return verify(of_run(run(read(OWN.format(at=at) + lines)), "x"))


def supposed(lines: str, at: str = "round 2, dynasty, first A, active A") -> list[str]:
    found = judged(lines, at)
    assert not found.violations
    return [item.says for item in found.assumed if "not written; assumed: Anna" in item.says]


def reasons(lines: str, at: str = "round 2, dynasty, first A, active A") -> list[str]:
    found = judged(lines, at).violations
    return [check.saw for violation in found for check in violation.checks if not check.holds]


BEGAN = "Anna's fate is not written; assumed: Anna began here with"


def test_fate_that_no_line_states_is_there_and_told() -> None:
    assert supposed("\nA play tot with 1\n") == [f"{BEGAN} 6 fate or more"]
    collecting = "round 2, dynasty, first A"
    assert not supposed("\nA play tot with 2\n", collecting), "the seven that are collected pay for it"
    assert supposed("\nA play tot with 3\n", collecting) == [f"{BEGAN} 1 fate or more"], "what was left of round 1"
    assert supposed("A hand levy = Levy\n\nA pass\n", "round 2, first A") == [], "nothing is paid"


def test_fate_that_is_stated_is_exact() -> None:
    assert "Anna has 0" in reasons("A fate 0\n\nA play tot\n")[0]
    assert not reasons("A fate 5\n\nA play tot\n")
    assert "Anna has 3 left" in reasons("A fate 1\n\nA play tot with 4\n", "round 2, dynasty, first A")[0]


def test_before_the_first_income_all_have_what_setup_gave() -> None:
    """`l5r/setup-3#2`: the second player has 1 fate, the first none."""
    for at in ("round 1, first A", "round 1, dynasty, first A", "round 1, dynasty income, first A"):
        assert "Anna has 2 left" in reasons("\nA play tot with 3\n", at)[0], at
    second = "round 1, dynasty, first B"
    assert not reasons("\nB pass\nA play tot with 3\n", second)
    assert "Anna has 3 left" in reasons("\nB pass\nA play tot with 4\n", second)[0]
    for at in ("dynasty, first A", "round 1, dynasty actions, first A, active A"):
        assert supposed("\nA play tot with 3\n", at), at


def test_fate_that_is_corrected_is_exact_from_there() -> None:
    lines = "A province2 gun = Akodo Gunsō\n\nA play tot\ncorrect A fate 1, by the judge\nB pass\nA play gun\n"
    assert "Anna has 1" in reasons(lines)[0]


def test_fate_that_no_line_states_can_be_lost_and_spent_on_a_ring() -> None:
    at = "round 2, conflict declare, first A, active A"
    taken = judged("A play gun = Akodo Gunsō\nB hand Levy\n\nA pass\nB play Levy\nA say fate\nexpect B fate 1\n", at)
    assert taken.expected[0].held
