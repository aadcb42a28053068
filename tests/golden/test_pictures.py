"""The pictures of the documentation are what `lastword` draws now."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.catalogue import pack_ids, playthroughs
from tests.pictures import GOLDEN, IMAGES, digest, draw, pictures, redraw


@pytest.mark.parametrize(("file", "words"), pictures(), ids=[str(file) for file, _ in pictures()])
def test_the_dot_text_is_the_golden_one(
    file: Path, words: list[str], tmp_path: Path, golden: Callable[[Path, str], None], request: pytest.FixtureRequest
) -> None:
    if request.config.getoption("--update-golden"):
        redraw(file, words)
    output = tmp_path / "picture.dot"
    draw(words, output)
    golden((GOLDEN / file).with_suffix(".dot"), output.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", [file for file, _ in pictures()], ids=str)
def test_the_picture_was_drawn_from_it(file: Path) -> None:
    text = (GOLDEN / file).with_suffix(".dot").read_text(encoding="utf-8")
    picture = (IMAGES / file).read_text(encoding="utf-8")
    assert picture.endswith(f"{digest(text)}\n"), "`make pictures` draws it again"
    ElementTree.fromstring(picture)


def test_each_pack_shows_three_sequences_and_its_round() -> None:
    names = [str(file) for file, _ in pictures()]
    for pack in filter(playthroughs, pack_ids()):
        assert sum(name.startswith(f"sequences/{pack}-") for name in names) >= 3, pack
        assert f"charts/{pack}-round.svg" in names
