"""The moves of a claim: a branch that goes on from the disputed point or a transcript of its own, and the verdict."""

from __future__ import annotations

import pytest

from ledger.ledger_check import check
from replays.cases.acts import Cases, ClaimedMoves
from replays.cases.case import Case
from replays.cases.claimed_line import is_whole, run_fragment
from replays.errors import NotationError
from replays.records.record import of_entries
from replays.verdicts.verification import verify
from tests.sequences import SAVE


def claim(desk: Cases, case: Case, text: str) -> Case:
    return desk.claim(case, "A", "So it goes.", ClaimedMoves("line.lw", text))


def test_a_fragment_becomes_a_branch_that_leaves_before_the_disputed_action(desk: Cases, case: Case) -> None:
    line = claim(desk, case, "# she saves him\nA use duplicate of ned\nexpect ned in A.play\n").claims[0].line
    assert line is not None
    assert (line.name, line.leaves, line.verdict.legal, line.verdict.decisions) == ("line-dispute-1-A", 64, True, 1)
    head = desk.ledger.head(line.stream)
    assert (head.about.parent, head.about.at) == (desk.ledger.head("dispute").id, 64)
    branch = list(desk.ledger.entries(head))
    trunk = list(desk.ledger.entries("dispute"))
    assert branch[:2] == trunk[:2], "up to there it is the game"
    assert verify(of_entries("branch", branch)).clean
    assert check(desk.ledger).findings == []


def test_the_verdict_on_a_line_that_breaks_a_rule(desk: Cases, case: Case) -> None:
    text = 'A use duplicate of ned\nB play "The Hand\'s Judgment"\nexpect ned in A.dead\n'
    found = claim(desk, case, text).claims[0].line
    assert found is not None
    assert [(item.player, item.rules) for item in found.verdict.broken] == [
        ("B", ("agot2/triggering-condition#1", "agot2/duplicates#5"))
    ]
    assert len(found.verdict.unmet) == 1
    assert found.verdict.unmet[0].startswith("line 3: ned in A.dead (it is in A.play")
    assert found.text == text
    again = verify(of_entries("branch", list(desk.ledger.entries(found.stream))))
    assert [violation.broken[0].rule for violation in again.violations] == ["agot2/triggering-condition#1"]


def test_another_line_has_another_outcome(desk: Cases, case: Case) -> None:
    made = claim(desk, case, "A pass\nexpect ned in A.dead\n")
    assert made.claims[0].line is not None
    assert made.claims[0].line.verdict.legal
    assert claim(desk, made, "A pass\n").claims[1].line.name == "line-dispute-1-A-2"  # type: ignore[union-attr]


def test_a_case_about_a_branch(desk: Cases, case: Case) -> None:
    """A line may leave after the branch began, or before: then it leaves what the branch itself came from."""
    line = claim(desk, case, "A pass\nB first A\n").claims[0].line
    assert line is not None
    branch, trunk = desk.ledger.head(line.stream), desk.ledger.head("dispute")
    ends = [entry.seq + len(entry.events) - 1 for entry in desk.ledger.entries(branch)]
    assert ends[:4] == [17, 33, 60, 64]
    assert len(ends) == 6
    for at, leaves, parent in ((branch.last, ends[4], branch), (65, 64, trunk), (64, 60, trunk)):
        made = claim(desk, desk.open(branch.name, at, "And here?"), "A pass\n").claims[0].line
        assert made is not None
        head = desk.ledger.head(made.stream)
        assert (made.leaves, head.about.at, head.about.parent) == (leaves, leaves, parent.id)
        told = [entry.seq for entry in desk.ledger.entries(head)]
        assert told == sorted(set(told)), "every event once, in order"
    assert check(desk.ledger).findings == []


def test_an_unknown_card_may_turn_out_to_be_one(desk: Cases, case: Case) -> None:
    record = of_entries("dispute", list(desk.ledger.entries("dispute")))
    made = run_fragment(
        record,
        64,
        'A use duplicate of ned\nA plot "A Feast for Crows"\nB plot "A Storm of Swords"\nB first A\n'
        'A challenge power with cat\nA play "Winter Is Coming"\n',
    )
    assert any("winter-is-coming" in repr(event) for event in made.entries[0].events)
    assert made.entries[0].seq == 65


def test_a_whole_transcript_is_a_game_of_its_own(desk: Cases, case: Case) -> None:
    line = claim(desk, case, f"# as I remember it\n{SAVE}").claims[0].line
    assert line is not None
    assert (line.leaves, len(line.verdict.broken)) == (0, 1)
    assert desk.ledger.head(line.stream).about.parent == ""
    assert [is_whole(text) for text in (SAVE, "", "A pass", "lastworded")] == [True, False, False, False]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("A pass\nA dance ned\n", 2, "dance"),
        ("A use duplicate of nod\n", 1, "nod"),
        ('A play "Nonsense"\n', 1, "Nonsense"),
    ],
)
def test_errors_name_the_line_of_the_file(desk: Cases, case: Case, text: str, line: int, says: str) -> None:
    with pytest.raises(NotationError, match=says) as caught:
        claim(desk, case, text)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line.lw:{line}: ")
    assert desk.case(case.name).claims == [], "nothing was recorded"
    assert len(desk.ledger.games()) == 1
