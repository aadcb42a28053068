"""`lastword --version`: the release, and the version of the rules of every pack."""

from __future__ import annotations

import tomllib
from pathlib import Path

from replays.cli._common import JSON_VERSION
from replays.records.engine import engine_of
from rules.catalogue import load, pack_ids
from tests.cli.typed import lastword

ROOT = Path(__file__).parents[2]


def test_the_version_names_the_release_and_the_rules_of_every_pack(tmp_path: Path) -> None:
    first, *packs, shapes = lastword(tmp_path, "--version").splitlines()
    assert shapes == f"json   shapes {JSON_VERSION}"
    release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert first == f"lastword {release}"
    assert [line.split()[0] for line in packs] == list(pack_ids())
    for pack, line in zip(pack_ids(), packs, strict=True):
        assert f"rules {load(pack).version} " in line
        assert engine_of(pack).partition("+")[2] in line


def test_the_changelog_begins_with_the_release(tmp_path: Path) -> None:
    release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    versions = [line for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line[:3] == "## "]
    assert versions[0] == f"## {release}"
