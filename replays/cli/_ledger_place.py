"""The ledger that is used unless one is named: `lastword.db` in the present folder, else one place for each user."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

HERE = "lastword.db"
"""The file of a ledger that is found in the present folder."""


def ledger_place() -> str:
    """Return the ledger to use: `lastword.db` in this folder if it is there, else the user's own, making its folder."""
    if Path(HERE).exists():
        return HERE
    from platformdirs import user_data_path

    folder = user_data_path("lastword", appauthor=False)
    with suppress(OSError):  # opening the ledger says what is wrong, and many verbs need none
        folder.mkdir(parents=True, exist_ok=True)
    return str(folder / HERE)
