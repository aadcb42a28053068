"""docs/adding-a-game.md and the class `Pack` name the same things, and the modules the page names are there."""

from __future__ import annotations

import ast
import re

from tests.architecture.imports import ROOT

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
HELPERS = {"rule", "clause", "ability", "filter", "working"}
"""Methods of `Pack` that no pack overrides; the page names them in a sentence, not in the table."""


def _pack() -> ast.ClassDef:
    tree = ast.parse((ROOT / "rules" / "kernel" / "pack.py").read_text(encoding="utf-8"))
    return next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Pack")


def _rows(heading: str) -> set[str]:
    """The names in the first column of the table under a heading."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def test_the_page_lists_every_attribute_of_a_pack() -> None:
    attributes = {node.target.id for node in _pack().body if isinstance(node, ast.AnnAssign)}  # type: ignore[union-attr]
    assert _rows("What a pack gives as data") == attributes


def test_the_page_lists_every_question_of_a_pack() -> None:
    methods = {node.name for node in _pack().body if isinstance(node, ast.FunctionDef)}
    asked = {name for name in methods if not name.startswith("_")} - HELPERS
    assert _rows("The questions a pack answers") == asked
    assert all(f"`{name}`" in PAGE for name in HELPERS)
    assert len(asked) <= 20, "a new question needs an argument in docs/architecture.md"


def test_the_modules_the_page_names_are_there() -> None:
    for path in re.findall(r"`(rules/[\w/]+\.py)`", PAGE):
        assert (ROOT / path).is_file(), path
