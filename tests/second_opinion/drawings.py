"""A drawing of each difference that has a transcript: what our engine makes of it, drawn as `lastword draw` does."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.pictures import digest, draw
from tests.second_opinion.explaining import Explanation
from tests.second_opinion.files import ROOT

FOLDER = ROOT / "docs" / "images" / "second-opinion"


def dot_of(explanation: Explanation) -> str:
    """Return the DOT text of a drawing."""
    with tempfile.TemporaryDirectory() as folder:
        return _drawn(explanation, Path(folder), "dot")


def write_drawing(explanation: Explanation) -> Path:
    """Draw the transcript of an explanation into the folder of drawings, and return the file.

    The picture ends with the digest of the DOT text it was drawn from, so that a test can tell a stale one.
    """
    with tempfile.TemporaryDirectory() as folder:
        dot = _drawn(explanation, Path(folder), "dot")
        picture = _drawn(explanation, Path(folder), "svg").rstrip("\n")
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{explanation.id}.svg"
    path.write_text(f"{picture}\n{digest(dot)}\n", encoding="utf-8")
    return path


def _drawn(explanation: Explanation, folder: Path, ending: str) -> str:
    source, output = folder / f"{explanation.id}.lw", folder / f"{explanation.id}.{ending}"
    source.write_text(explanation.transcript.lstrip(), encoding="utf-8")
    draw(["draw", str(source), "--detail", "brief"], output)
    return output.read_text(encoding="utf-8")
