"""The pictures of the documentation, listed and drawn: `python -m tests.pictures` draws them all again.

The DOT text of each is a golden file; the picture itself carries the digest of the text it was drawn from, so that a
test can tell a stale one without drawing.
"""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import click
from click.testing import CliRunner

from replays.cli.main import cli

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
GOLDEN = ROOT / "tests" / "golden" / "pictures"


def pictures() -> list[tuple[Path, list[str]]]:
    """Return each picture's file and the command line that draws it."""
    listed = tomllib.loads((IMAGES / "pictures.toml").read_text(encoding="utf-8"))["picture"]
    return [(Path(item["file"]), item["words"]) for item in listed]


def draw(words: list[str], output: Path) -> None:
    """Draw one picture by its command line; transcripts are found from the root of the project."""
    verb, *rest = [str(ROOT / word) if word.endswith(".lw") else word for word in words]
    command = cli.get_command(click.Context(cli), verb)
    assert command is not None
    done = CliRunner().invoke(command, [*rest, "-o", str(output)], obj="memory:", catch_exceptions=False)
    assert done.exit_code == 0, done.output


def digest(dot: str) -> str:
    """Return the comment by which a picture says which DOT text it was drawn from."""
    return f"<!-- drawn from {hashlib.sha256(dot.encode()).hexdigest()} -->"


def redraw(file: Path, words: list[str]) -> None:
    """Write one picture again, and its golden DOT text."""
    text = (GOLDEN / file).with_suffix(".dot")
    for path in (text, IMAGES / file):
        path.parent.mkdir(parents=True, exist_ok=True)
        draw(words, path)
    picture = (IMAGES / file).read_text(encoding="utf-8").rstrip("\n")
    (IMAGES / file).write_text(f"{picture}\n{digest(text.read_text(encoding='utf-8'))}\n", encoding="utf-8")


def main() -> None:
    """Draw everything again."""
    for file, words in pictures():
        redraw(file, words)
        click.echo(IMAGES / file)


if __name__ == "__main__":
    main()
