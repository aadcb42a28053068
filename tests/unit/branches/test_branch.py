"""Branches: the recorded move leads back to the record, any other legal move to a line the rules allow."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.events import Identified, MoveRetracted
from replays.branches.branch import reorder, replace, skip
from replays.branches.continuation import continued, inserted, replaced
from replays.records.rejudging import answer, rejudge
from replays.whatif.answers import answers
from rules.engine import advance
from tests.unit.whatif.lines import EXAMPLES, record_from, record_of

FEW = 3
"""Other moves tried at each decision; all of them at full size."""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_recorded_move_gives_the_same_line_and_any_other_a_legal_one(path: Path, full: bool) -> None:
    record = record_of(path)
    decided = [at for at, entry in enumerate(record.entries) if at and answer(entry) is not None]
    assert decided
    for at in decided:
        said = answer(record.entries[at])
        assert said is not None
        seq = record.entries[at].seq
        assert replace(record, seq, *said).whole == record.entries, f"event {seq}"
        pos = record.position(at - 1)
        ask = advance(pos)
        assert ask is not None
        others = [move for move in answers(pos, ask).moves if (ask.player, move) != said]
        for move in others if full else others[:FEW]:
            branch = replace(record, seq, ask.player, move)
            wrong = [finding for finding in rejudge(record.pack, branch.whole) if finding.seq > branch.at]
            assert not wrong, f"event {seq}, {move}: {wrong[0].says}"


SAVED = """lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, first A, active B
A plot    "A Noble Cause"
A play    ned = "Eddard Stark" (duplicate), cat = "Catelyn Stark" (kneeling)
A hand    2 unknown
B plot    "A Clash of Kings"
B play    hound = "The Hound"
B gold    3
B hand    2 unknown

B challenge military with hound against A
A defend with nobody
A claim ned
A use duplicate of ned
"""


def test_a_move_that_is_no_longer_possible_says_why_and_the_rest_is_tried() -> None:
    record = record_from(SAVED)
    claim = next(entry for entry in record.entries if entry.line == 14)
    branch, _ = replaced(record, claim.seq, "A claim cat")
    assert [item.text for item in branch.impossible] == ["A use duplicate of ned"]
    assert branch.impossible[0].failed
    assert branch.impossible[0].failed[0].rule.startswith("agot2/")
    assert branch.impossible[0].says.startswith("no longer possible. ")
    noted = [event for entry in branch.entries for event in entry.events if isinstance(event, MoveRetracted)]
    assert [event.why for event in noted] == [branch.impossible[0].says]
    assert not list(rejudge(record.pack, branch.whole))


def test_a_line_may_skip_insert_and_reorder() -> None:
    record = record_from(SAVED)
    use = next(entry for entry in record.entries if entry.line == 15)
    without = skip(record, use.seq)
    assert not without.impossible
    defend = next((entry for entry in record.entries if entry.line == 13), None)
    with_more, runner = inserted(record, use.seq, "A pass")
    assert not runner.violations
    assert [item.text for item in with_more.impossible] == ["A use duplicate of ned"]
    claim = next(entry for entry in record.entries if entry.line == 14)
    turned = reorder(record, claim.seq, use.seq)
    assert turned.at < claim.seq
    assert not list(rejudge(record.pack, turned.whole))
    assert defend is None or defend.seq < claim.seq


def test_a_card_from_an_unknown_hand_becomes_known_on_the_line_only() -> None:
    record = record_from(SAVED)
    branch, runner = continued(
        record, record.entries[0].seq, 'B challenge military with hound against A\nB play "Tears of Lys"'
    )
    assert any(entity.card == "tears-of-lys" for entity in runner.position.table.entities.values())
    assert all(entity.card != "tears-of-lys" for entity in record.table().entities.values())
    assert branch.at == record.end(0)


def test_a_card_from_an_unknown_hand_was_that_card_from_where_the_line_leaves() -> None:
    record = record_from(SAVED)
    branch, _ = continued(record, record.end(0), 'B challenge military with hound against A\nB play "Tears of Lys"')
    assert [event for event in branch.entries[0].events if isinstance(event, Identified)] == list(
        branch.entries[0].events
    )
    assert branch.entries[0].seq == branch.at + 1


def test_a_move_of_a_line_may_be_taken_back_in_it() -> None:
    record = record_from(SAVED)
    claim = next(entry for entry in record.entries if entry.line == 14)
    before = record.end(record.index(claim.seq) - 1)
    branch, runner = continued(record, before, "A claim cat\nA retract\nA claim ned")
    assert not runner.violations
    assert [event.player for entry in branch.entries for event in entry.events if isinstance(event, MoveRetracted)] == [
        "A"
    ]
    killed = {entity.zone for entity in runner.position.table.entities.values() if entity.card == "catelyn-stark"}
    assert killed == {"A.play"}


def test_what_was_assumed_while_looking_in_vain_is_not_said_of_the_line() -> None:
    record = record_of(next(path for path in EXAMPLES if path.stem == "three-judgments"))
    branch = reorder(record, 62, 66)
    assert len(branch.impossible) == 3
    [guess] = branch.assumed
    assert guess.says.startswith("Anna's choice is not written (choose a target for Put to the Sword")
    assert guess.says.endswith("; assumed: A choose hound")
