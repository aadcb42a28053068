"""Whatever is refused is refused by the rules that `why` finds at the very point the report names."""

from __future__ import annotations

import msgspec

from replays.notation.parser import read
from replays.reading.reader import Run, run
from replays.records.reasons import reasons
from replays.records.record import of_run
from replays.verdicts.verification import verify
from replays.verdicts.why import why

HEAD = """lastword 1 l5r standard
players A "Aiko" lion, B "Botan" crab
position round 2, conflict declare, first A, active A
A fate 4
A play toturi = "Akodo Toturi", prodigy = "Ikoma Prodigy"
A hand banzai = "Banzai!"
B fate 4
B play hunter = "Steadfast Witch Hunter" (bowed)
B hand nothing
B province1 garden = "Manicured Garden"

A conflict military for air against garden with toturi
"""


def told(done: Run) -> list[tuple[int, list[str]]]:
    """The lines that are refused and by what, once `why` has been heard to say the same."""
    record = of_run(done, "told")
    for bad in done.violations:
        found = why(record, bad.seq, bad.text)
        assert [item.rule for item in reasons(found.checks)] == [item.rule for item in reasons(bad.checks)]
    return [(bad.line, [item.rule for item in reasons(bad.checks)]) for bad in done.violations]


def test_what_the_game_never_came_to_is_judged_where_it_was_written() -> None:
    done = run(
        read(
            f"{HEAD}B pass\nA conflict political for fire against garden with prodigy\nA play banzai targeting toturi\n"
        )
    )
    assert told(done) == [
        (14, ["l5r/conflict-resolution#2"])
    ]  # the province is not broken: that was only so had nobody done anything


CLAIM = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" lannister
position round 2, challenges, first A, active A
A plot "A Noble Cause"
A play ned = "Eddard Stark", wolf = "Grey Wind"
A hand nothing
B plot "A Noble Cause"
B play tickler = "The Tickler", hound = "The Hound" (duplicate, kneeling)
B hand nothing

A challenge military with ned, wolf against B
B claim hound
B use duplicate of hound
B claim tickler
"""


def test_a_window_that_closed_after_the_last_event_of_an_action_is_found_there() -> None:
    assert told(run(read(CLAIM))) == [(14, ["agot2/military-claim#6"])]


def test_what_was_applied_is_kept_in_the_words_it_was_written_in() -> None:
    done = run(read(CLAIM.replace("B claim tickler", "on illegal apply\nA use wolf on tickler")))
    kept = verify(msgspec.structs.replace(of_run(done, "stored"), run=None))
    assert [bad.text for bad in kept.violations] == ["A use wolf on tickler"]
