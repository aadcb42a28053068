"""The map of the rooms: `make map` draws which room imports which, and how often, from the code as it is.

There are three maps: the rooms of `rules`, the rooms of one pack (all packs together), and the rooms of `replays`.
Arrows to `errors` are left out, since every room has them. The picture of docs/how-verify-works.md is drawn with them,
from the text beside it. Each picture carries the digest of the text it was drawn from, so that a test can tell a stale
one without drawing. docs/modules.md is written too: every module with the sentence it opens with.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import graphviz

from replays.diagrams.rendering import render
from tests.architecture.imports import ROOT, imports_inside, module_files
from tests.pictures import digest

IMAGES = ROOT / "docs" / "images"
VERIFY = IMAGES / "how-verify-works.dot"
MODULES = ROOT / "docs" / "modules.md"
LEFT_OUT = {"errors", ""}
FONT = "Helvetica,Arial,sans-serif"
FEW, MANY = 4, 12
"""Numbers of imports below which an arrow is pale, and from which it is bold."""


def arrows(package: str) -> Counter[tuple[str, str]]:
    """The number of imports from each room of a package to each other one: a module imports another or does not."""
    found: Counter[tuple[str, str]] = Counter()
    for importer, imported in sorted({(importer, imported) for importer, imported, _ in imports_inside(package)}):
        found[_room(importer), _room(imported)] += 1
    return _between_rooms(found)


def arrows_in_packs() -> Counter[tuple[str, str]]:
    """The number of imports between the rooms of a pack, all packs added up."""
    found: Counter[tuple[str, str]] = Counter()
    for importer, imported in sorted({(importer, imported) for importer, imported, _ in imports_inside("rules")}):
        here, there = importer.split("."), imported.split(".")
        if len(here) > 3 and len(there) > 3 and here[:3] == there[:3] and here[1] == "packs":
            found[here[3], there[3]] += 1
    return _between_rooms(found)


def sizes(package: str) -> Counter[str]:
    """The number of modules in each room of a package."""
    return Counter(_room(name) for name, path in module_files(package).items() if path.name != "__init__.py")


def drawn(title: str, found: Counter[tuple[str, str]], modules: Counter[str]) -> str:
    """The DOT text of a map. Every arrow points down."""
    dot = graphviz.Digraph(
        "rooms",
        graph_attr={"label": title, "labelloc": "t", "fontname": FONT, "fontsize": "13", "nodesep": "0.35"},
        node_attr={"shape": "box", "style": "rounded,filled", "fillcolor": "#f4f1ea", "color": "#8a8172"},
        edge_attr={"fontname": FONT, "fontsize": "9", "arrowsize": "0.6"},
    )
    dot.attr("node", fontname=FONT, fontsize="11")
    for room in sorted({room for arrow in found for room in arrow}):
        count = f"\n{modules[room]} modules" if modules[room] > 1 else ""
        dot.node(room, f"{room}{count}")
    for (here, there), count in sorted(found.items()):
        colour = "#9d9482" if count < FEW else "#6d6556" if count < MANY else "#2f2a22"
        dot.edge(
            here, there, label=f" {count}", color=colour, fontcolor=colour, penwidth="1.6" if count >= MANY else "1"
        )
    return str(dot.source)


def maps() -> dict[str, str]:
    """Each picture by its file, as DOT text."""
    return {
        "rooms/rules.svg": drawn("The rooms of rules/", arrows("rules"), sizes("rules")),
        "rooms/pack.svg": drawn("The rooms of a pack (imports of all packs added up)", arrows_in_packs(), Counter()),
        "rooms/replays.svg": drawn("The rooms of replays/", arrows("replays"), sizes("replays")),
        "how-verify-works.svg": VERIFY.read_text(encoding="utf-8"),
    }


def module_list() -> str:
    """The text of docs/modules.md: every module by room, with the first sentence of its docstring."""
    lines = ["# Every module in a sentence", "", "Written by `make map` from the first sentence of each module."]
    for package in ("ledger", "rules", "replays"):
        rooms: dict[str, list[str]] = {}
        for path in module_files(package).values():
            room = path.parent.relative_to(ROOT).as_posix()
            sentence = _opening(path)
            if path.name == "__init__.py":
                rooms.setdefault(room, []).insert(0, f"\n## `{room}/`\n\n{sentence}\n\n| module | |\n| --- | --- |")
            else:
                rooms.setdefault(room, []).append(f"| `{path.stem}` | {sentence} |")
        lines += [line for _, found in sorted(rooms.items()) if len(found) > 1 for line in found]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Draw every map again, and write the list of modules."""
    MODULES.write_text(module_list(), encoding="utf-8")
    print(MODULES.relative_to(ROOT))
    for name, dot in maps().items():
        picture = render(dot, "svg").decode("utf-8").rstrip("\n")
        path: Path = IMAGES / name
        path.write_text(f"{picture}\n{digest(dot)}\n", encoding="utf-8")
        print(path.relative_to(ROOT))


def _between_rooms(found: Counter[tuple[str, str]]) -> Counter[tuple[str, str]]:
    return Counter(
        {
            (here, there): count
            for (here, there), count in found.items()
            if here != there and not LEFT_OUT & {here, there}
        }
    )


def _opening(path: Path) -> str:
    """The first paragraph of a module's docstring, on one line."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split()).replace("|", "\\|")


def _room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


if __name__ == "__main__":
    main()
