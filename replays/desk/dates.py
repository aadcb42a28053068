"""Dates that a form or an address gives."""

from __future__ import annotations

import datetime

from replays.errors import ReplayError


def date_of(text: str) -> str:
    """Return a date as YYYY-MM-DD, or an empty text if none is given; refuse what is no date."""
    written = text.strip()
    if not written:
        return ""
    try:
        return datetime.date.fromisoformat(written).isoformat()
    except ValueError:
        raise ReplayError(f"{written[:20]!r} is not a date; write it as YYYY-MM-DD") from None
