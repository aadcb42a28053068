"""The rooms of `rules`, of each pack and of `replays`: one-way arrows, one layout for all packs, no room unknown.

docs/architecture.md says what each room is for. Imports for types alone count as imports.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.architecture.imports import ROOT, Import, imports_inside, module_files, public_classes

RULES_ROOMS = {
    "errors": set(),
    "data": set(),
    "toml_tables": {"data"},
    "books": {"toml_tables", "data", "errors"},
    "language": {"errors"},
    "kernel": {"language", "errors"},
    "eligibility": {"kernel", "language", "errors"},
    "resolution": {"eligibility", "kernel", "language", "errors"},
    "engine": {"resolution", "eligibility", "kernel", "errors"},
    "shared": {"resolution", "eligibility", "kernel", "language", "errors"},
    "packs": {"shared", "resolution", "eligibility", "kernel", "language", "errors"},
    "catalogue": {"packs", "eligibility", "kernel", "language", "toml_tables", "data", "errors"},
}
"""Each room of `rules`, and the rooms it may import. A room of one module is a front door."""

PACK_LEVELS = (
    {"worldmap"},
    {"board"},
    {"values", "components", "printed"},
    {"zones"},
    {"rulebook"},
    {"chapters"},
    {"happenings", "standing", "setup"},
    {"words"},
    {"timing", "notation", "layout", "sayings"},
    {"pack"},
)
"""The rooms of a pack, from the lowest to the highest: each may import only lower ones."""

ALWAYS = {
    *("board", "chapters", "components", "happenings", "notation", "pack", "rulebook", "setup"),
    *("standing", "timing", "words", "zones"),
}
"""Every pack has these."""

WHERE_NEEDED = {"values", "printed", "worldmap", "layout", "sayings"}
"""Games in which no value is modified have no `values`; public card lists and a map of its own are for few.

A game without a `layout` is shown zone by zone, one without `sayings` tells what its frames remember by their keys.
"""

DATA = {"cards", "reference", "playthroughs", "source", "__pycache__"}

REPLAYS_ORDER = (
    *("errors", "notation", "meaning", "records", "tables", "wording", "watching", "reading", "branches"),
    *("verdicts", "whatif", "diagrams", "cases", "reports", "desk", "screen", "cli"),
)
"""The rooms of `replays`: each may import only those before it."""

REPLAYS_LEAVES = {
    "pages": {"errors"},
    "reference": {"pages", "errors"},
    "cards": {"errors"},
}
"""Rooms of `replays` that every room may import, and the few that each of them may import itself."""

SPEAKING = {"cli", "desk", "reports", "screen"}
"""The rooms that print or show sentences. They and other `words` modules alone may import a module called `words`."""

MOST_MODULES = 16
"""Modules side by side in one folder, above which nobody finds anything; `cli` has one a verb and is exempt."""

PACKS = sorted(path.name for path in (ROOT / "rules" / "packs").iterdir() if (path / "pack.py").is_file())


def room(module: str, depth: int = 1) -> str:
    """The room a module is in: the part of its name below the package."""
    parts = module.split(".")
    return parts[depth] if len(parts) > depth else ""


def told(wrong: list[Import]) -> str:
    """The wrong imports as lines of an error message."""
    return "\n".join(f"{name}:{line} imports {target}" for name, target, line in wrong)


def test_the_rooms_of_rules_import_one_way() -> None:
    wrong = []
    for found in imports_inside("rules"):
        here, there = room(found.importer), room(found.imported)
        if here and there and here != there and there not in RULES_ROOMS[here]:
            wrong.append(found)
    assert not wrong, told(wrong)


def test_rules_has_no_unknown_room() -> None:
    assert {room(name) for name in module_files("rules")} - {""} == set(RULES_ROOMS)


@pytest.mark.parametrize("pack", PACKS)
def test_the_rooms_of_a_pack_import_one_way(pack: str) -> None:
    level = {name: at for at, names in enumerate(PACK_LEVELS) for name in names}
    wrong = []
    for found in imports_inside("rules"):
        inside = all(name.startswith(f"rules.packs.{pack}.") for name in (found.importer, found.imported))
        here, there = (room(name, 3) if inside else "" for name in (found.importer, found.imported))
        if inside and here != there and level[there] >= level[here]:
            wrong.append(found)
    assert not wrong, told(wrong)


@pytest.mark.parametrize("pack", PACKS)
def test_every_pack_has_the_same_layout(pack: str) -> None:
    folder = ROOT / "rules" / "packs" / pack
    rooms = {path.name.removesuffix(".py") for path in folder.iterdir()} - DATA - {"__init__"}
    assert rooms >= ALWAYS, f"{pack} has no {', '.join(sorted(ALWAYS - rooms))}"
    assert rooms <= ALWAYS | WHERE_NEEDED, f"{pack} has unknown rooms: {sorted(rooms - ALWAYS - WHERE_NEEDED)}"


def test_the_rooms_of_replays_import_one_way() -> None:
    height = {name: at for at, name in enumerate(REPLAYS_ORDER)}
    wrong = []
    for found in imports_inside("replays"):
        here, there = room(found.importer), room(found.imported)
        if not here or not there or here == there:
            continue
        lower = {*REPLAYS_LEAVES, *REPLAYS_ORDER[: height.get(here, 0)]}
        if there not in REPLAYS_LEAVES.get(here, lower):
            wrong.append(found)
    assert not wrong, told(wrong)


def test_replays_has_no_unknown_room() -> None:
    assert {room(name) for name in module_files("replays")} - {""} == {*REPLAYS_ORDER, *REPLAYS_LEAVES}


def test_sentences_are_asked_for_by_rooms_that_show_them() -> None:
    wrong = [
        found
        for found in imports_inside("replays")
        if found.imported.endswith(".words")
        and room(found.importer) not in SPEAKING
        and not found.importer.endswith(".words")
    ]
    assert not wrong, told(wrong)


@pytest.mark.parametrize("package", ["ledger", "rules", "replays"])
def test_no_two_public_classes_of_a_package_share_a_name(package: str) -> None:
    places: dict[str, list[str]] = {}
    for name, module in public_classes(package):
        places.setdefault(name, []).append(module)
    twice = {name: modules for name, modules in places.items() if len(modules) > 1}
    assert not twice, twice


@pytest.mark.parametrize("package", ["rules", "replays"])
def test_no_folder_is_a_corridor(package: str) -> None:
    sizes = Counter(path.parent for path in module_files(package).values() if path.name != "__init__.py")
    crowded = {str(folder.relative_to(ROOT)): size for folder, size in sizes.items() if size > MOST_MODULES}
    assert set(crowded) <= {str(Path("replays", "cli"))}, crowded


@pytest.mark.parametrize("package", ["ledger", "rules", "replays"])
def test_every_folder_says_what_it_is_for(package: str) -> None:
    for name, path in module_files(package).items():
        if path.name == "__init__.py" and name != "rules.packs":
            assert path.read_text(encoding="utf-8").startswith('"""'), f"{name} does not say what the room is for"
