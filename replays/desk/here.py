"""A sign of life: a page asks for it, to see that the desk is there, what came in, and whether the ledger checks."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ledger.errors import UnknownGame
from replays.desk.replies import data, desk_of


def here(request: Request) -> Response:
    """Answer with the findings of the last check of the ledger, and with the last event of a game if one is named."""
    desk, game = desk_of(request), request.query_params.get("game", "")
    try:
        last = desk.ledger.head(game).last if game else 0
    except UnknownGame:  # it was taken out of the ledger while its page was open
        last = 0
    return data({"last": last, "faults": desk.soundness.findings})
