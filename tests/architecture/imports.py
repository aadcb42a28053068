"""The import graph of a package: every import of every module, also under TYPE_CHECKING and inside functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Import(NamedTuple):
    """One module importing another; `line` is where."""

    importer: str
    imported: str
    line: int


def module_files(package: str) -> dict[str, Path]:
    """Every module of a package by its dotted name; a folder's `__init__` has the folder's name."""
    found = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_inside(package: str) -> list[Import]:
    """Every import of one module of a package by another, resolved to modules (never to names inside one)."""
    modules = module_files(package)
    return [
        Import(name, target, line)
        for name, path in modules.items()
        for target, line in _targets(path, modules)
        if target != name
    ]


def _targets(path: Path, modules: dict[str, Path]) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                if submodule in modules:
                    yield submodule, node.lineno
                elif node.module in modules:
                    yield node.module, node.lineno


def public_classes(package: str) -> list[tuple[str, str]]:
    """Every public top-level class of a package: its name, and the module it is defined in."""
    return [
        (node.name, name)
        for name, path in module_files(package).items()
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
