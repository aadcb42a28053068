"""What is said where a limit stopped an exploration is true of all lines."""

from __future__ import annotations

import pytest

from replays.records.record import Record
from replays.whatif.conclusion import Conclusion, conclude
from replays.whatif.exploration import Explorer, Horizon
from replays.whatif.question import Question
from rules.engine import advance
from tests.unit.whatif.lines import EXAMPLES, record_from, record_of


def explored(record: Record, text: str, at: int | None, kind: str, limit: int) -> Conclusion:
    pos = record.position(record.index(at) if at else len(record.entries) - 1)
    advance(pos)
    frame = pos.enclosing(kind) if kind else pos.table.top
    assert frame is not None
    question = Question(record.pack, record.names, text)
    explorer = Explorer(
        record.pack, pos.table, Horizon(frame.id), question.holds, limit=limit, about=question.about(pos.table)
    )
    return conclude(explorer.run(), pos.table)


@pytest.mark.parametrize(
    ("name", "text", "at", "kind"),
    [
        ("three-forced-reactions", "won A", None, ""),
        ("three-forced-reactions", "A power 99", None, ""),
        ("cancelling-a-duplicates-save", "zone(ned) == dead", 60, "challenge"),
        ("a-duel-and-a-cancelled-event", "raitsugu fate 0", 129, "duel"),
    ],
)
def test_whatever_the_limit_nothing_is_said_that_all_lines_would_take_back(
    name: str, text: str, at: int, kind: str
) -> None:
    record = record_of(next(path for path in EXAMPLES if path.stem == name))
    whole = explored(record, text, at, kind, 20_000)
    assert not whole.stopped
    for limit in range(1, whole.states):
        found = explored(record, text, at, kind, limit)
        if not found.stopped:
            continue
        assert found.order in (None, whole.order if whole.order else None), limit
        assert found.verdict in ("not found so far", "possible")
        assert found.verdict != "possible" or whole.verdict in ("possible", "certain")
        assert all(whole.forces.get(player) in (value, "either") for player, value in found.forces.items()), limit
        for line, full in ((found.yes, whole.yes), (found.no, whole.no)):
            assert line is None or len(line) == len(full or []), limit


BATTLE = """lastword 1 tegot
players        A "Ada" stark, B "Ben" lannister
position       round 2, march, active A
winterfell     "Stark power", "Stark power"
silverhill     s1 = "Stark power", s2 = "Stark power", "Stark power"
casterly-rock  "Lannister power", "Lannister power"
ashemark       "Lannister power"
A hand         "Crushing Siege", "Bend the Knee"
B hand         w = "Cache of Wildfire", "Uniting the Bloodlines"
B gold         5

A march s1, s2 to casterly-rock
"""


def test_nothing_is_said_of_what_somebody_can_force_who_faces_a_card_face_down() -> None:
    found = explored(record_from(BATTLE), "w in discard", None, "battle", 20_000)
    assert found.verdict == "possible"
    assert found.secret == ("B",), "Ben plays his card before Ada's is turned up"
    assert "B" not in found.forces
