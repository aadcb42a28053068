"""The arrows between packages point one way, and purity holds; every import of every module is walked."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKS = ROOT / "rules" / "packs"
OURS = ("ledger", "rules", "replays")

RULES_MAY_ASK = {"ledger.events", "ledger.table", "ledger.folding", "ledger.errors"}
IMPURE = {
    *(
        "asyncio",
        "builtins.open",
        "click",
        "datetime",
        "eventsourcing",
        "glob",
        "graphviz",
        "io",
        "logging",
        "multiprocessing",
    ),
    *(
        "os",
        "pathlib",
        "pickle",
        "psycopg",
        "pygraphviz",
        "random",
        "rich",
        "secrets",
        "shutil",
        "socket",
        "subprocess",
        "sys",
    ),
    *("tempfile", "threading", "time", "urllib"),
}
IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "breakpoint", "__import__"}
DATA_READERS = {"rules/data.py", "rules/catalogue.py"}
"""Package data is read by `data`, packs are imported by `catalogue`: no other module uses `importlib` or `pathlib`."""


def modules(package: str) -> list[Path]:
    return sorted(path for path in (ROOT / package).rglob("*.py"))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}:{node.lineno} imports relatively"
            assert node.module
            yield node.module
            if node.module in OURS or node.module.endswith(("packs", "resources")):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def top(module: str) -> str:
    return module.split(".")[0]


@pytest.mark.parametrize("path", modules("ledger"), ids=name)
def test_the_ledger_knows_nobody(path: Path) -> None:
    wrong = [
        module for module in imported(path) if top(module) in ("rules", "replays", "click", "rich", "graphviz", "tests")
    ]
    assert not wrong, f"{name(path)} imports {wrong}"


@pytest.mark.parametrize("path", modules("rules"), ids=name)
def test_the_rules_ask_only_for_events_and_the_table(path: Path) -> None:
    for module in imported(path):
        assert top(module) not in ("replays", "tests"), f"{name(path)} imports {module}"
        assert top(module) != "ledger" or module in RULES_MAY_ASK, f"{name(path)} imports {module}"


@pytest.mark.parametrize("path", modules("rules"), ids=name)
def test_the_rules_are_pure(path: Path) -> None:
    for module in imported(path):
        reads = name(path) in DATA_READERS
        assert top(module) not in IMPURE or (reads and module == "pathlib"), f"{name(path)} imports {module}"
        assert not module.startswith("importlib") or reads, f"{name(path)} reads files"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in IMPURE_CALLS, f"{name(path)}:{node.lineno} calls {node.func.id}"


@pytest.mark.parametrize("path", modules("replays"), ids=name)
def test_replays_import_no_tests(path: Path) -> None:
    assert not [module for module in imported(path) if top(module) == "tests"]


def test_no_pack_imports_another() -> None:
    packs = {path.name for path in PACKS.iterdir() if path.is_dir()}
    for pack in packs:
        for path in sorted((PACKS / pack).rglob("*.py")):
            others = {module.split(".")[2] for module in imported(path) if module.startswith("rules.packs.")} & packs
            assert others <= {pack}, f"{name(path)} imports {others - {pack}}"


@pytest.mark.parametrize("path", [*modules("ledger"), *modules("rules"), *modules("replays")], ids=name)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not text.strip() or ast.get_docstring(ast.parse(text)), f"{name(path)} has no docstring"


@pytest.mark.parametrize("path", modules("ledger"), ids=name)
def test_the_ledger_names_no_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = [pack.name for pack in PACKS.iterdir() if pack.is_dir() and f'"{pack.name}"' in text]
    assert not named or path.name == "store.py", f"{name(path)} names {named}"  # store.py shows one in its example
