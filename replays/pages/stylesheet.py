"""The stylesheet of the product: its parts, in the order in which they are joined."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

PARTS = ("tokens", "base", "parts", "sequence", "frame", "desk", "table", "replay", "rules", "ruling")
"""Every part of the stylesheet, each a file of `styles/`. A later part may refine an earlier one."""
SHARED = ("tokens", "base", "parts")
"""The parts that every page needs."""


@cache
def stylesheet(*parts: str) -> str:
    """Return parts of the stylesheet joined, in the order of `PARTS`; all of them if none is named.

    A page that is one file carries only what it needs: `stylesheet(*SHARED, "ruling")`.
    """
    unknown = set(parts) - set(PARTS)
    if unknown:
        raise ValueError(f"the stylesheet has no part {', '.join(sorted(unknown))}")
    folder = files("replays.pages").joinpath("styles")
    chosen = [part for part in PARTS if not parts or part in parts]
    return "\n".join(folder.joinpath(f"{part}.css").read_text(encoding="utf-8") for part in chosen)
