"""Every kind of damage by name, and the damaged games of a kind, kept once they are made."""

from __future__ import annotations

import hashlib
import pickle
import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from replays.records.engine import engine_of
from tests.damaged_games import damages, slips
from tests.damaged_games.damages import Damaged
from tests.damaged_games.games import Game, play

DAMAGES: dict[str, Callable[[Game], Damaged | None]] = {
    "nopass": damages.without_passes,
    "half": damages.with_half_the_passes,
    "plant": damages.with_a_plant,
    "dup": damages.with_a_line_repeated,
    "swap": damages.with_two_lines_swapped,
    "left-out": damages.with_a_line_left_out,
}
"""The kinds of damage by name."""
SLIPS: dict[str, Callable[[Game], Damaged | None]] = {
    "retyped": slips.with_titles_retyped,
    "merged": slips.with_choices_behind_their_uses,
    "late": slips.with_an_answer_written_late,
    "choice-out": slips.with_a_choice_left_out,
}
"""Slips of the pen by name: nobody has done anything wrong."""


def damaged(pack_id: str, seed: int, kind: str) -> Damaged | None:
    """Return the damaged transcript of a kind for a pack and a seed; None if the game offers no place for it.

    What was made once is kept in the folder for temporary files, by the digest of the rules and of this package.
    """
    file = _cache() / f"{pack_id}-{seed}-{kind}-{engine_of(pack_id)}-{_own_digest()}.pickle"
    if file.is_file():
        kept: Damaged | None = pickle.loads(file.read_bytes())
        return kept
    made = (DAMAGES | SLIPS)[kind](play(pack_id, seed))
    part = file.with_suffix(f".{random.SystemRandom().getrandbits(48):x}")
    part.write_bytes(pickle.dumps(made))
    part.replace(file)
    return made


def _cache() -> Path:
    """Return the folder for damaged games that were made already."""
    folder = Path(tempfile.gettempdir()) / "lastword-damaged-games"
    folder.mkdir(exist_ok=True)
    return folder


@cache
def _own_digest() -> str:
    """Return a digest of the code that makes the damages."""
    here = Path(__file__).parent
    digest = hashlib.blake2b(digest_size=8)
    for file in sorted([*here.glob("*.py"), *here.parent.glob("mutations/*.py")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()
