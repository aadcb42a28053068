"""Which tests go to one worker: those of a file, and those of a pack that look at the same playthroughs.

A playthrough is then read once (`tests.played`), and not by each worker that is asked about it.
"""

from __future__ import annotations

import re

from xdist.scheduler.loadfile import LoadFileScheduling

PACKS = "agot2|hbo|l5r|okc|tegot"
SHARING = re.compile(
    rf"tests/(?:golden/test_(?:playthroughs|checks|ignored_moves|rulings)\.py::\w+\[(?P<named>{PACKS})\b"
    rf"|unit/packs/(?P<lies>{PACKS})/test_(?:playthroughs|abilities_in_playthroughs|coverage_of_clauses)\.py)"
)
"""Tests that look at all playthroughs of a pack, or at one: the pack is in the folder or in the name of the case."""


class PackScheduling(LoadFileScheduling):
    """Gives a file's tests to one worker, as `--dist loadfile` does, and those on a pack's playthroughs together."""

    def _split_scope(self, nodeid: str) -> str:
        found = SHARING.match(nodeid)
        if found is None:
            file: str = super()._split_scope(nodeid)
            return file
        return f"playthroughs of {found['named'] or found['lies']}"
