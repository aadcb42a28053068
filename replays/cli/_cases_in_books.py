"""The cases of a ledger as the books show them: rulings that cite a rule, disputes that a card takes part in."""

from __future__ import annotations

from replays.cases.acts import Cases
from replays.cases.case import Case
from replays.cases.touching import Dispute, dispute_of, rulings_citing
from replays.cli._common import note
from replays.cli._dates import now
from replays.reference.shelf import Shelf
from replays.reference.shown_entry import CitingRuling


def rulings_in(shelf: Shelf, address: str) -> tuple[CitingRuling, ...]:
    """Return the rulings in the shelf's ledger that cite an entry; name cases that cannot be read on stderr."""
    return rulings_citing(_cases(shelf), address)


def disputes_in(shelf: Shelf) -> list[Dispute]:
    """Return what each case in the shelf's ledger is about; name cases that cannot be read on stderr."""
    ledger = shelf.ledger
    return [dispute_of(ledger, case) for case in _cases(shelf)] if ledger else []


def _cases(shelf: Shelf) -> list[Case]:
    if shelf.ledger is None:
        return []
    cases, faults = Cases(shelf.ledger, now()).readable_cases()
    for fault in faults:
        note(fault)
    return cases
