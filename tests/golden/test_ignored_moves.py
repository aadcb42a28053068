"""Illegal moves that were noted and ignored, in every example and playthrough: `verify` and `why` agree on each.

They name the same point and the same rules, for the transcript and for the game it is stored as.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rules.packs
from ledger.events import ViolationNoted
from ledger.store import Ledger
from replays.branches.storage import store
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import Record, of_entries, of_run
from replays.records.results import Violation
from replays.records.walk import violations
from replays.verdicts.verification import verify
from replays.verdicts.why import why
from tests.conftest import PROOF
from tests.played import playthrough

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
PACKS = Path(rules.packs.__path__[0])
FILES = [
    path
    for path in (*sorted(EXAMPLES.glob("*/*.lw")), *sorted(PACKS.glob("*/playthroughs/*.lw")))
    if "expect illegal" in (text := path.read_text(encoding="utf-8")) and "on illegal apply" not in text
][:: 1 if PROOF else 4]


def _record(path: Path) -> Record:
    if path.parent.name == "playthroughs":
        return of_run(playthrough(_folder(path), path.name).run, path.stem)
    text = path.read_text(encoding="utf-8")
    return of_run(run(read(text, path.name, lambda name: (path.parent / name).read_text(encoding="utf-8"))), path.stem)


def _folder(path: Path) -> str:
    """Return the pack a playthrough lies in, or the folder of an example."""
    return path.parents[1].name if path.parent.name == "playthroughs" else path.parent.name


def _stored(record: Record) -> Record:
    with Ledger.open("memory:", create=True) as ledger:
        head = store(ledger, record)
        return of_entries(head.name, list(ledger.entries(head)))


def _told(violation: Violation) -> tuple[object, ...]:
    return (
        violation.seq,
        violation.line,
        violation.text,
        violation.where,
        tuple(reason.rule for reason in violation.reasons),
    )


@pytest.mark.parametrize("path", FILES, ids=[f"{_folder(path)}/{path.name}" for path in FILES])
def test_an_ignored_move_is_explained_where_it_is_reported(path: Path) -> None:
    record = _record(path)
    game = _stored(record)
    again = verify(game)
    assert not again.differences
    found = sorted((bad for bad in verify(record).violations if not bad.applied), key=lambda bad: (bad.seq, bad.line))
    assert [_told(bad) for bad in again.violations if not bad.applied] == [_told(bad) for bad in found]
    drawn = {event.line: seq for seq, noted in violations(game.entries).items() for _, event in noted}
    for bad in found:
        assert drawn[bad.line] == bad.seq
        for asked in (record, game):
            explained = why(asked, bad.seq, bad.text)
            assert explained.seq == bad.seq
            assert explained.checks == bad.checks, f"{asked.name}@{bad.seq} {bad.text}"


def test_there_are_moves_that_waited_for_their_point() -> None:
    """An ignored move may belong to a later point than the line before it: passes that nobody wrote are assumed first.

    The note of the violation then stands after those passes.
    """
    record = _record(PACKS / "okc" / "playthroughs" / "in-the-order-written.lw")
    notes = [at for at, entry in enumerate(record.entries) if isinstance(entry.events[0], ViolationNoted)][-2:]
    assert [record.entries[at - 1].line for at in notes] == [0, 0]
    assert all(record.entries[at].events[0].at == record.end(at - 1) for at in notes)  # type: ignore[union-attr]


def test_what_nobody_wrote_is_not_made_where_somebody_did_something_else() -> None:
    """No pass is assumed for Borys, who acts next: so Aiko, who was passed over, is told why she could use nothing."""
    record = _record(PACKS / "l5r" / "playthroughs" / "blank.lw")
    [refused] = verify(record).violations
    assert [reason.rule for reason in refused.reasons] == ["l5r/blank#1"]
    assert [entry.line for entry in record.entries] == [0, 10, 12, 13]


def test_a_use_with_a_choice_that_is_not_allowed_is_not_legal() -> None:
    record = _record(PACKS / "agot2" / "playthroughs" / "agendas-stay.lw")
    before = record.end(0)
    assert not why(record, before, "A play oblivion on fealty").legal
    assert why(record, before, "A play oblivion on road").legal
    assert why(record, before, "A play oblivion").legal
