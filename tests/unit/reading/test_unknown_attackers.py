"""Attackers nobody knows: their total is compared, and whatever hangs on who they were is told as not known."""

from __future__ import annotations

import pytest

from replays.errors import NotationError
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_entries
from replays.records.rejudging import rejudge
from replays.records.results import Run
from replays.verdicts.verification import verify
from replays.wording.outline import outline

AGOT2 = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" martell
position round 3, challenges, first A, active B
A plot "A Noble Cause"
A play ned = "Eddard Stark", cat = "Catelyn Stark"
A hand 5 unknown
B plot "A Noble Cause"
B play viper = "The Red Viper", guard = "House Dayne Knight"

"""
HBO = """lastword 1 hbo
players A "Anna" stark, B "Borys" lannister
position round 2, challenges, first A, active B
A play ned = "Eddard Stark"
B play captain = "Training Lion Captain"

"""
L5R = """lastword 1 l5r core
players A "Aiko" lion, B "Botan" crane
position round 4, conflict declare, first A, active A
A honor 12
A play toturi = "Akodo Toturi"
B honor 9
B play hoturi = "Doji Hotaru"
B province1 garden = "Manicured Garden"

"""


def play(text: str, head: str = AGOT2) -> Run:
    """Run a position with some lines after it; its record must be judged in order, and its lines read back."""
    done = run(read(head + text))
    assert list(rejudge(done.pack, done.entries)) == []
    assert [f"{item.text}: {item.says}" for item in done.expected if not item.held] == []
    return done


def test_the_total_is_compared_and_nobody_kneels() -> None:
    done = play(
        "B challenge military with unknown, total 7 against A\nA defend with ned\nexpect viper standing\n"
        "expect guard standing\nexpect ned kneeling\nA claim cat\nexpect cat in dead\n"
    )
    assert done.clean
    frames = [event for entry in done.entries for event in entry.events if getattr(event, "patch", None)]
    assert any(event.patch.get("attack") == 7 and event.patch.get("defence") == 5 for event in frames)  # type: ignore[union-attr]
    assert [item.line for item in done.assumed] == [10]
    assert "Nobody is known to kneel" in done.assumed[0].says


def test_a_lower_total_loses_and_unknown_beside_known_ones_count() -> None:
    lost = play("B challenge military with unknown, total 4 against A\nA defend with ned\nexpect B power 0\n")
    assert lost.clean
    won = play(
        "B challenge military with viper, unknown, total 11 against A\nA defend with ned\nexpect viper kneeling\n"
        "expect guard standing\n"
    )
    assert any(
        (getattr(event, "patch", None) or {}).get("attack") == 11 for entry in won.entries for event in entry.events
    )


def test_it_is_written_back_as_it_was() -> None:
    done = play("B challenge military with unknown, total 7 against A\n")
    lines = "\n".join(outline(done.pack, done.entries, done.names))
    assert "B challenge military with unknown, total 7 against A" in lines
    stored = verify(of_entries("game", done.entries))
    assert stored.clean
    assert [(item.line, item.says) for item in stored.assumed] == [(item.line, item.says) for item in done.assumed]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("B challenge military with unknown against A", "write their total: `with unknown, total 7`"),
        ("B challenge military with total 7 against A", "write their total: `with unknown, total 7`"),
        ("B challenge military with unknown, total 0 against A", "write their total: `with unknown, total 7`"),
        ("A defend with unknown, total 3", "nothing here is called `unknown`"),
    ],
)
def test_a_total_that_is_not_understood_is_an_error(line: str, says: str) -> None:
    with pytest.raises(NotationError, match="unknown") as error:
        play(f"{line}\n")
    assert says in error.value.says


def test_what_hangs_on_who_attacked_is_not_known_and_nobody_is_accused() -> None:
    done = play(
        "B challenge military with unknown, total 12 against A\nA defend with nobody\nB use viper\n"
        "expect viper power 0\n"
    )
    assert done.violations == ()
    assert "is not known" in done.assumed[-1].says
    assert done.assumed[-1].line == 12
    known = play("B challenge military with guard against A\nA defend with nobody\nB use viper\n")
    assert [bad.line for bad in known.violations] == [12]


def test_what_does_not_hang_on_it_is_still_illegal() -> None:
    done = play("B challenge military with unknown, total 12 against A\nA defend with viper\n")
    assert [bad.line for bad in done.violations] == [11]


def test_the_hbo_edition_and_l5r_compare_the_total_too() -> None:
    done = play("B challenge power with unknown, total 9\nA defend with ned\nexpect captain standing\n", HBO)
    assert done.clean
    done = play(
        "A conflict military for fire against garden with unknown, total 8\nB defend with hoturi\n"
        "expect toturi not bowed\ncorrect B skill 3, by the recorder\nB pass\nA pass\n",
        L5R,
    )
    assert done.clean
    patches = [getattr(event, "patch", None) or {} for entry in done.entries for event in entry.events]
    assert {(patch["attack"], patch["defence"]) for patch in patches if "attack" in patch} == {(8, 3)}


def test_a_running_total_is_corrected() -> None:
    done = play(
        "B challenge military with guard against A\ncorrect B strength 9, by the judge\nA defend with ned\n"
        "A claim cat\nexpect cat in dead\n"
    )
    assert done.clean
    patches = [getattr(event, "patch", None) or {} for entry in done.entries for event in entry.events]
    assert {(patch["attack"], patch["defence"]) for patch in patches if "attack" in patch} == {(9, 5)}
    assert [item.says for item in verify(of_entries("game", done.entries)).corrected] == [
        "corrected by the judge: Borys's strength is 9 (it was 2)"
    ]


def test_defenders_nobody_knows_are_a_corrected_total() -> None:
    done = play(
        "B challenge military with unknown, total 3 against A\ncorrect A strength 5, by the recorder\n"
        "A defend with nobody\n"
    )
    patches = [getattr(event, "patch", None) or {} for entry in done.entries for event in entry.events]
    assert {(patch["attack"], patch["defence"]) for patch in patches if "attack" in patch} == {(3, 5)}
    assert {patch["winner"] for patch in patches if "winner" in patch} == {"A"}


def test_a_total_is_corrected_only_in_a_challenge() -> None:
    with pytest.raises(NotationError, match="no challenge or conflict with B is going on"):
        play("correct B strength 9, by the judge\n")
