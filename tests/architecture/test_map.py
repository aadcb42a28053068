"""The map of the rooms and the picture of `verify` are current."""

from __future__ import annotations

import re

import pytest

from tests.architecture.imports import ROOT
from tests.architecture.map import IMAGES, MODULES, VERIFY, maps, module_list
from tests.pictures import digest


@pytest.mark.parametrize("name", maps())
def test_a_picture_shows_the_code_as_it_is(name: str) -> None:
    picture = IMAGES / name
    assert picture.is_file(), "`make map` draws it"
    assert picture.read_text(encoding="utf-8").endswith(f"{digest(maps()[name])}\n"), "`make map` draws it again"


def test_the_modules_on_the_way_of_verify_are_there() -> None:
    named = re.findall(r"\b(?:replays|rules|ledger)/[\w/]+", VERIFY.read_text(encoding="utf-8"))
    page = (ROOT / "docs" / "how-verify-works.md").read_text(encoding="utf-8")
    named += [path.removesuffix(".py") for path in re.findall(r"`((?:replays|rules|ledger)/[\w/.]+)`", page)]
    missing = [path for path in named if not (ROOT / f"{path}.py").is_file() and not (ROOT / path).is_dir()]
    assert not missing


def test_the_list_of_modules_is_current() -> None:
    assert MODULES.read_text(encoding="utf-8") == module_list(), "`make map` writes it again"
