"""The ledger as a whole: what it holds, whether it is as it was written, and all of it as one file.

It does what `lastword ledger stats`, `ledger check` and `ledger export` do. They read every entry, so a judge asks.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ledger.amounts import amounts_of
from ledger.codec import CASE, GAME
from ledger.exchange import DERIVED_KINDS, export
from ledger.ledger_check import check
from replays.desk.addresses import case_address, game_address
from replays.desk.replies import data, desk_of, file, page
from replays.wording.ledgers import seal_note, unchanged_line


def ledger_screen(request: Request) -> Response:
    """Show how much each game and case holds; with `check` in the address, also whether anything was changed."""
    checked = None
    with desk_of(request).ledger.at_one_moment() as ledger:
        amounts = amounts_of(ledger)
        if "check" in request.query_params:
            checked = check(ledger)
    lines: tuple[str, ...] = ()
    if checked is not None:
        found = tuple(str(finding) for finding in checked.findings)
        lines = (*(found or (unchanged_line(checked.streams, checked.events),)), *map(seal_note, checked.seals))
    good = checked is not None and not checked.findings
    addresses = {GAME.name: game_address, CASE.name: case_address}
    return page(
        request,
        "desk/whole_ledger.html",
        "games",
        "The ledger",
        amounts=amounts,
        lines=lines,
        good=good,
        addresses=addresses,
    )


def ledger_data(request: Request) -> Response:
    """Answer with what `lastword ledger stats --json` prints."""
    with desk_of(request).ledger.at_one_moment() as ledger:
        return data(amounts_of(ledger))


def export_all(request: Request) -> Response:
    """Answer with the whole ledger as `lastword ledger export` writes it."""
    with desk_of(request).ledger.at_one_moment() as ledger:
        heads = [head for head in ledger.heads() if head.kind not in DERIVED_KINDS]
        return file(b"".join(export(ledger, heads)), "ledger.jsonl", "application/x-ndjson")
