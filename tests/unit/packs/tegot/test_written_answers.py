"""An answer with no alternative may still be written in a transcript; a wrong one is refused with its rule."""

from __future__ import annotations

import pytest

from tests.unit.packs.tegot.table import holds, judge

REPELLED = """
position round 2, march, active A
winterfell "Stark power"
ashemark s1 = "Stark power", s2 = "Stark power"
casterly-rock l1 = "Lannister power", lh = "Hero of Lannister"
silverhill "Lannister power"
B hand nothing
A hand nothing

A march s1, s2 to casterly-rock
"""
WRITTEN: dict[str, str] = {
    "the only domain to retreat to": REPELLED
    + """
A retreat to ashemark
expect s2 in ashemark
""",
    "one of two tokens that are alike": REPELLED
    + """
A lose s1
A retreat to ashemark
expect s1 in stark.mat
""",
    "the only way there is": """
position round 2, event, active A
winterfell sh = "Hero of Stark", "Stark power"
barrowlands "Lannister power", "Lannister power"
casterly-rock "Lannister power"
A hand "Jon Snow"
B hand nothing

A play "Jon Snow"
A way march
A march sh to barrowlands
""",
    "the only domain to surprise": """
position round 2, event, active A
winterfell "Stark power"
barrowlands "Lannister power", l1 = "Lannister power"
casterly-rock "Lannister power"
A hand "The Element of Surprise"
B hand "Uniting the Bloodlines"

A play "The Element of Surprise"
A surprise barrowlands
B retreat to stony-shore
expect l1 in stony-shore
""",
    "the only house that can become an ally": """
position round 2, event, active A
winterfell "Stark power"
casterly-rock "Lannister power"
the-eyrie "Arryn power"
A hand "A Timely Alliance"
A pool "Arryn power", "Arryn power"
B hand "Uniting the Bloodlines"

A play "A Timely Alliance"
A ally arryn
expect "Shield of Arryn" in A.shields
""",
    "the only domain for a hero": """
position round 2, event, active A
winterfell "Stark power"
casterly-rock "Lannister power"
A hand "Resurrection"
A gold 2
B hand "Uniting the Bloodlines"

A play "Resurrection"
A place-hero to winterfell
A march "Hero of Stark" to barrowlands
A pass
expect "Hero of Stark" in barrowlands
""",
}


@pytest.mark.parametrize("case", WRITTEN)
def test_the_only_answer_may_be_written(case: str) -> None:
    done = judge(WRITTEN[case])
    assert not done.violations, [(bad.text, [check.rule for check in bad.broken]) for bad in done.violations]
    assert [item.text for item in done.expected if not item.held] == []


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("A retreat to silverhill", "tegot/retreat#1"),
        ("A retreat to moat-cailin", "tegot/retreat#7"),
        ("A lose lh", "tegot/battle-resolution#5"),
    ],
)
def test_a_wrong_answer_is_told_why(line: str, rule: str) -> None:
    holds(REPELLED + f"expect illegal {rule}: {line}\n")


def test_what_cannot_be_paid_is_said_although_nobody_was_asked() -> None:
    done = judge(
        """
position round 2, march, active A
winterfell "Stark power"
riverrun s1 = "Stark power"
ashemark l1 = "Lannister power"
casterly-rock "Lannister power", "Lannister power"
B hand dear = "Drain the Coffers"
B gold 1

A march s1 to ashemark
B fight with dear
"""
    )
    (bad,) = done.violations
    assert [check.rule for check in bad.broken] == ["tegot/battle-2#1"]
