"""A replay: its course by phases, the point after any event, where steps lead, and the stack as diagrams number it."""

from __future__ import annotations

import pytest

from replays.diagrams.sequences.stretch import choose
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import Record, of_run
from replays.watching.course import letters_of, plain_title
from replays.watching.replay import Replay
from replays.watching.stack import stack_at
from tests.sequences import SAVE


@pytest.fixture(scope="module")
def record() -> Record:
    return of_run(run(read(SAVE, "dispute.lw")), "dispute")


@pytest.fixture(scope="module")
def replay(record: Record) -> Replay:
    return Replay(record)


def test_the_course_tells_moves_outcomes_and_illegal_moves_by_phase(replay: Replay) -> None:
    challenges = next(phase for phase in replay.course("").phases if phase.title == "4 Challenges")
    assert [(row.seq, row.kind, row.player, row.text) for row in challenges.rows] == [
        (18, "move", "B", "challenge military with The Hound against Anna"),
        (34, "move", "A", "defend with nobody"),
        (44, "outcome", "", "Borys wins the military challenge"),
        (61, "move", "A", "claim Eddard Stark"),
        (65, "move", "A", "use duplicate of Eddard Stark"),
        (81, "violation", "B", "use The Hand's Judgment"),
        (99, "outcome", "", "Eddard Stark is saved"),
    ]
    wrong = challenges.rows[5]
    assert (wrong.fate, wrong.rules[-1]) == ("noted and ignored", "agot2/duplicates#5")
    assert replay.course("").violations == (81,), "where the move was made, not where it is noted"


def test_a_card_nobody_showed_is_not_named(replay: Replay) -> None:
    texts = [row.text for phase in replay.course("A").phases for row in phase.rows]
    assert not [text for text in texts if "Judgment" in text]
    assert "use a card" in texts
    assert "use The Hand's Judgment" in [row.text for phase in replay.course("B").phases for row in phase.rows]


def test_a_point_has_the_table_the_stack_and_what_happens(replay: Replay) -> None:
    point = replay.at(81)
    assert (point.round, point.phase) == ("Round 3", "4 Challenges")
    assert point.says == "The effects of Eddard Stark would initiate: interrupts that cancel"
    assert [row.title for row in point.stack][:2] == [
        "The effects of Eddard Stark would initiate",
        "Eddard Stark is killed",
    ]
    assert point.decides is None, "the event lies inside an action"
    assert replay.at(0).says == "before the first event"


def test_a_decision_is_told_and_answers_only_to_those_who_know_them(replay: Replay) -> None:
    everyone, own, other = (replay.at(60, viewer).decides for viewer in ("", "A", "B"))
    assert everyone is not None
    assert own is not None
    assert other is not None
    assert (everyone.name, everyone.legal) == ("Anna", own.legal) == ("Anna", 2)
    assert other.legal == 0


def test_steps_lead_to_the_next_and_the_last_of_each_unit(replay: Replay) -> None:
    steps = replay.steps(65)
    assert (steps["next event"], steps["last event"]) == (66, 64)
    assert steps["last decision"] == 61
    assert steps["next violation"] == 81
    assert replay.steps(replay.last)["next event"] is None
    assert replay.steps(81)["last violation"] is None


@pytest.mark.parametrize("seq", [18, 44, 64, 73, 81, 89, 254])
def test_levels_are_those_of_the_diagram(record: Record, seq: int) -> None:
    base = choose(record.entries, record.pack, at=seq).base
    frames = list(reversed(stack_at(record, seq)))
    assert [row.level for row in frames] == [depth - base if depth >= base else -1 for depth in range(len(frames))]


def test_phases_have_letters_of_their_own() -> None:
    titles = [
        plain_title(f"{number} {word}") for number, word in enumerate(("Dynasty phase", "Draw phase", "Fate phase"), 1)
    ]
    assert letters_of(titles) == {"dynasty phase": "D", "draw phase": "W", "fate phase": "F"}
