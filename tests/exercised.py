"""Write which rules the playthroughs of each pack exercise: `python -m tests.exercised`, or `make exercised`.

The files `rules/packs/<game>/source/exercised.json` are derived, so they are not in the repository: a release is made
with them, and in a checkout they are made when somebody asks, again whenever code, data or a playthrough is newer.
"""

from __future__ import annotations

import fcntl
import json
import tempfile
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from pathlib import Path

from replays.verdicts.exercised_rules import exercised
from rules.catalogue import pack_ids
from tests.played import runs_of

ROOT = Path(__file__).parents[1]
_PACKS = ROOT / "rules" / "packs"


def place(game: str) -> Path:
    """Return where the file of a pack is written."""
    return _PACKS / game / "source" / "exercised.json"


def refresh(games: Iterable[str]) -> None:
    """Write the files of these packs that are missing or older than what they are made from.

    Two processes that ask at once do not do it twice: the second waits for the first.
    """
    checkout = blake2b(str(ROOT).encode(), digest_size=8).hexdigest()
    with (Path(tempfile.gettempdir()) / f"lastword-exercised-{checkout}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        changed = _last_change()
        stale = [game for game in games if not place(game).is_file() or place(game).stat().st_mtime < changed]
        if len(stale) == 1:
            write(stale[0])
        elif stale:
            with ProcessPoolExecutor(2) as pool:
                list(pool.map(write, stale))


def write(game: str) -> None:
    """Run a pack's playthroughs and write what they exercise."""
    text = json.dumps(exercised(runs_of(game)), indent=1, ensure_ascii=False) + "\n"
    made = place(game).with_suffix(".new")
    made.write_text(text, encoding="utf-8")
    made.replace(place(game))


def _last_change() -> float:
    """Return when a file that the result depends on was last changed."""
    files = (
        file
        for package in ("ledger", "rules", "replays")
        for ending in ("py", "toml", "lw")
        for file in (ROOT / package).rglob(f"*.{ending}")
    )
    return max(file.stat().st_mtime for file in files)


if __name__ == "__main__":
    refresh(pack_ids())
