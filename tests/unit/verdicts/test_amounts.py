"""How many must be chosen is said so that it needs no second reading."""

from __future__ import annotations

from pathlib import Path

from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from replays.verdicts.why import why

DISPUTE = Path(__file__).parents[3] / "docs" / "examples" / "agot2" / "cancelling-a-duplicates-save.lw"


def test_an_amount_from_none_is_said_as_the_most_that_may_be_chosen() -> None:
    record = of_run(run(read(DISPUTE.read_text(encoding="utf-8"), DISPUTE.name)), "dispute")
    checks = {check.name: check.needed for check in why(record, 33, "A defend with nobody").checks}
    assert checks["count"].startswith("at most ")
    assert checks["count"].endswith(" may be chosen")
