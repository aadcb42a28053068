"""The built wheel: it has every file of the packages, and its desk serves every screen, script and style."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from urllib.request import urlopen

import pytest

from rules.catalogue import pack_ids
from tests.browser.conftest import CASE, GAME, filled_ledger

ROOT = Path(__file__).parents[2]
PACKAGES = ("ledger", "rules", "replays")
SCREENS = [
    *(f"/desk?pack={pack}" for pack in pack_ids()),
    *(f"/desk/{GAME}?tab={tab}" for tab in ("verdict", "table", "sequence", "windows", "why")),
    "/games",
    f"/games/{GAME}@81?as=B",
    *(f"/games/{GAME}@81/{view}" for view in ("table", "sequence", "windows", "why", "options", "regions.json")),
    "/board",
    "/cases",
    f"/cases/{CASE}",
    "/rules?q=duplikat",
    *(f"/rules/{pack}" for pack in pack_ids()),
    "/rules/agot2/duplicates",
    "/rules/agot2/duplicates/history",
    "/rules/compare?topic=trigger-sequence&with=agot2&with=l5r",
    "/cards/agot2/the-hands-judgment",
    "/examples/agot2/cancelling-a-duplicates-save",
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.Path:
    """The wheel, built from a copy of the packages, as a folder. Without a package index it cannot be built."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / "source" / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / "source")
    # The whole path: pip takes a bare word for the name of somebody's package, and would fetch that.
    source = str(folder / "source")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), source]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    found = next(folder.glob("lastword-*.whl"), None)
    if found is None and "setuptools" in built.stderr:
        pytest.skip("setuptools could not be fetched to build the wheel: nothing was shown about it")
    assert found is not None, built.stderr
    return zipfile.Path(found)


@pytest.fixture(scope="module")
def served(wheel: zipfile.Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a desk that runs from the wheel's own files, outside the repository."""
    folder = tmp_path_factory.mktemp("installed")
    wheel.root.extractall(folder / "wheel")
    ledger = filled_ledger(folder / "tour.db")
    start = (
        "import replays, sys; assert replays.__file__.startswith(sys.argv.pop(1)), replays.__file__;"
        "from replays.cli.main import cli; cli()"
    )
    words = [str(folder / "wheel"), "--ledger", ledger, "serve", "--port", "0", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(folder / "wheel"), "PYTHONUNBUFFERED": "1"}
    desk = subprocess.Popen(
        [sys.executable, "-c", start, *words], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert desk.stdout is not None
        said = "".join(takewhile(lambda line: line != "}\n", iter(desk.stdout.readline, ""))) + "}"
        yield json.loads(said)["address"].removesuffix("/desk")
    finally:
        desk.terminate()
        desk.communicate(timeout=20)


def test_the_wheel_has_every_file_of_the_packages(wheel: zipfile.Path) -> None:
    ours = {
        str(path.relative_to(ROOT))
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".golden"
    }
    assert not ours - set(wheel.root.namelist())


def test_the_wheel_has_nothing_of_the_tests(wheel: zipfile.Path) -> None:
    names = wheel.root.namelist()
    assert not [name for name in names if name.endswith(".golden") or name.startswith(("tests/", "docs/"))]


def test_every_screen_is_served_with_its_styles_and_scripts(served: str) -> None:
    linked: set[str] = set()
    for address in SCREENS:
        with urlopen(served + address, timeout=60) as answer:
            linked |= set(re.findall(r'"(/static/[^"]+)"', answer.read().decode()))
    assert {Path(name).suffix for name in linked} == {".css", ".js"}
    for address in sorted(linked):
        with urlopen(served + address, timeout=60) as answer:
            assert len(answer.read()) > 100, address
