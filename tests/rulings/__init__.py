"""Official rulings beside our verdicts: which playthrough shows each, by which clause, and the table in the docs.

`python -m tests.rulings` writes `docs/ruled.md`. The list of rulings itself is not shipped: where it lies beside the
project, its rulings are compared with those in `ruled.toml`.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs" / "ruled.md"
BASES = ("text", "ruling", "text against ruling")
"""Why our verdict is what it is: the book says so, or only a ruling does, or the book says otherwise than a ruling."""


class Ruled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One official ruling: where it stands, what it is about, our verdict, and the playthrough that shows it."""

    id: str
    source: str
    asks: str
    verdict: str
    by: str
    clause: str
    shown: str

    @property
    def game(self) -> str:
        """The pack the ruling is about."""
        return self.clause.partition("/")[0]

    @property
    def playthrough(self) -> Path:
        """The transcript that shows the verdict, from the root of the project."""
        return Path("rules", "packs", self.game, "playthroughs", f"{self.shown}.lw")


def ruled() -> list[Ruled]:
    """Return the rulings of `ruled.toml`, in its order."""
    data = tomllib.loads((HERE / "ruled.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data["ruling"], list[Ruled])


def shared_list() -> Path:
    """Return the list of rulings: beside the project, unless LASTWORD_SHARED says where `shared` is."""
    return Path(os.environ.get("LASTWORD_SHARED", ROOT.parent / "shared")) / "rulings" / "rulings.yaml"


def wanted(text: str) -> Iterator[str]:
    """Yield the ids of the rulings in a list that can be tested and that the 1.0 text supports or is silent on."""
    for part in re.split(r"^- id: ", text, flags=re.MULTILINE)[1:]:
        says = re.search(r"rulebook_v1: '?(\w+)", part)
        testable = re.search(r"testable: '?(\w+)", part)
        if says and testable and says[1] in ("agrees", "silent") and testable[1] == "yes":
            yield part.split("\n", 1)[0].strip()


def page(rulings: list[Ruled]) -> str:
    """Return the page of the docs that lays the rulings beside our verdicts."""
    lines = [
        "# Official rulings and our verdicts",
        "",
        "Rulings of the publisher on situations that the rules of version 1.0 settle or are silent on, each with",
        "our verdict, the clause it rests on, and the playthrough that shows it. Where the book is silent the",
        "earliest official ruling is followed; where the book says otherwise, the book. `lastword rules show` has the",
        "clause and, where the text is open, both readings. `make map` writes this page (`tests/rulings`).",
    ]
    for game in dict.fromkeys(one.game for one in rulings):
        rows = [one for one in rulings if one.game == game]
        lines += ["", f"## {game}", "", "| ruling | situation | verdict | by | clause | shown by |", "|" + " --- |" * 6]
        for one in rows:
            link = f"[{one.shown}](../{one.playthrough.as_posix()})"
            lines.append(
                f"| {one.id}: {one.source} | {one.asks} | {one.verdict} | {one.by} | `{one.clause}` | {link} |"
            )
    return "\n".join(lines) + "\n"
