"""Rulings before they are recorded: the draft with its rules pinned, and the seal that goes with the act."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ledger.store import Ledger
from replays.cases.acts import Cases, DraftRuling
from replays.cases.case import Case
from replays.cases.citations import pin_rules
from replays.reference.shelf import Shelf

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def draft_ruling(ledger: Ledger, finding: str, rules: Iterable[str], remedy: str, judge: str, date: str) -> DraftRuling:
    """Return a ruling to be recorded, with its rules pinned as in force on a date.

    Raise `ReplayError` if a rule does not exist, names no clause, or if there is none.
    """
    return DraftRuling(finding, pin_rules(Shelf(ledger, date), rules), remedy, judge, date)


def sealed_case(cases: Cases, case: Case, key: Ed25519PrivateKey, by: str) -> Case:
    """Seal a case as it stands with a key, in the name of a judge, and return it."""
    from ledger.signing import sign  # signing is slow to load, and most commands sign nothing

    cases.ledger.put_seal(case.head, sign(case.head, key, by or "a judge", cases.now[:10]))
    return cases.fold(cases.ledger.head(case.head.id))
