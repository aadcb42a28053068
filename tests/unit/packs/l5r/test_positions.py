"""Written positions: impossible tables are refused, and what a position leaves out is filled in."""

from __future__ import annotations

import pytest

from ledger.table import knows
from replays.errors import ReplayError
from replays.notation.parser import read
from replays.reading.reader import run

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
