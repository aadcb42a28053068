"""The one place in `rules` that reads files, and only those shipped inside the package: the data of each pack."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_RULES = Path(__file__).parent
"""The package as it is installed. `importlib.resources` would take longer to load than a pack from the cache."""
_NOT_DECLARING = ("reference", "source", "__pycache__")


def pack_folders(containing: str) -> tuple[str, ...]:
    """Return the names of the packs whose folder holds a file or folder of this name, in alphabetical order."""
    found = [folder.name for folder in _packs().iterdir() if folder.is_dir() and (folder / containing).exists()]
    return tuple(sorted(found))


def texts(pack: str, folder: str, ending: str) -> dict[str, str]:
    """Return the texts of the files with this ending in a pack's folder, by name and in order.

    Without such a folder there are none.
    """
    place = _packs().joinpath(pack, folder)
    if not place.is_dir():
        return {}
    chosen = sorted((file for file in place.iterdir() if file.name.endswith(ending)), key=lambda file: file.name)
    return {file.name: file.read_text(encoding="utf-8") for file in chosen}


def source_text(pack: str, name: str) -> str:
    """Return the text of a file in a pack's `source` folder, such as the list of its headings; "" if there is none."""
    file = _packs().joinpath(pack, "source", name)
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def keywords_text(language: str) -> str:
    """Return the file of key words of a language, such as `pl`; "" if there is none."""
    file = _RULES / "books" / "keywords" / f"{language}.txt"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


@cache
def declarations(pack: str) -> dict[str, str]:
    """Return a pack's own declarations, which cite rules: the texts of its Python and TOML files, by path.

    The folders `reference` and `source` are left out.
    """
    found: dict[str, str] = {}
    _collect(_packs().joinpath(pack), "", found)
    return found


def _collect(folder: Path, path: str, found: dict[str, str]) -> None:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir() and item.name not in _NOT_DECLARING:
            _collect(item, f"{path}{item.name}/", found)
        elif item.is_file() and item.name.endswith((".py", ".toml")):
            found[path + item.name] = item.read_text(encoding="utf-8")


def _packs() -> Path:
    return _RULES / "packs"
