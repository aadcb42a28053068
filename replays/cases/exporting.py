"""A case as a ledger export: with its game and the lines of its claims, so that another ledger can take it in."""

from __future__ import annotations

from ledger.exchange import export
from replays.cases.acts import Cases
from replays.cases.case import Case


def export_case(cases: Cases, case: Case) -> bytes:
    """Return a case, its game and the lines of its claims as lines of JSON for `lastword ledger import`."""
    game, _ = cases.game(case)
    lines = [cases.ledger.head(claim.line.stream) for claim in case.claims if claim.line]
    return b"".join(export(cases.ledger, [case.head, game, *lines]))
