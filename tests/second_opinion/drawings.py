"""A drawing of each difference that has a transcript: what our engine makes of it, drawn as `lastword draw` does."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.pictures import digest, draw
from tests.second_opinion.explaining import Explanation
from tests.second_opinion.files import ROOT

FOLDER = ROOT / "docs" / "images" / "second-opinion"


def dot_of(explanation: Explanation) -> str:
    """Return the DOT text of a drawing."""
    with tempfile.TemporaryDirectory() as folder:
        return _drawn(explanation, Path(folder), "dot")


def write_drawings(explanations: Sequence[Explanation]) -> None:
    """Draw the transcripts of explanations into the folder of drawings, and remove drawings of no explanation."""
    shown = [one for one in explanations if one.transcript]
    for explanation in shown:
        _write(explanation)
    for path in FOLDER.glob("*.svg"):
        if path.stem not in {one.id for one in shown}:
            path.unlink()


def _write(explanation: Explanation) -> None:
    """Draw the transcript of an explanation, unless its picture is there.

    The picture ends with the digest of the DOT text it was drawn from, so that a stale one can be told.
    """
    path = FOLDER / f"{explanation.id}.svg"
    if path.exists() and path.read_text(encoding="utf-8").endswith(f"{digest(dot_of(explanation))}\n"):
        return
    with tempfile.TemporaryDirectory() as folder:
        dot = _drawn(explanation, Path(folder), "dot")
        picture = _drawn(explanation, Path(folder), "svg").rstrip("\n")
    FOLDER.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{picture}\n{digest(dot)}\n", encoding="utf-8")


def _drawn(explanation: Explanation, folder: Path, ending: str) -> str:
    source, output = folder / f"{explanation.id}.lw", folder / f"{explanation.id}.{ending}"
    source.write_text(explanation.transcript.lstrip(), encoding="utf-8")
    draw(["draw", str(source), "--detail", "brief"], output)
    return output.read_text(encoding="utf-8")
