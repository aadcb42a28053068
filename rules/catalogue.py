"""The catalogue: packs are found by looking into `rules/packs`, never registered, and their data files are read once.

This is the one module of `rules` that reads files, and only those shipped inside the package.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module, resources

import rules.packs
from rules.errors import RulesError, nearest
from rules.kernel.pack import Pack
from rules.language.card_files import CardReader
from rules.language.cards import Card


@cache
def pack_ids() -> tuple[str, ...]:
    """The packs that have an engine, in alphabetical order."""
    found = []
    for module in pkgutil.iter_modules(rules.packs.__path__):
        if module.ispkg and resources.files(rules.packs).joinpath(module.name, "pack.py").is_file():
            found.append(module.name)
    return tuple(sorted(found))


@cache
def load(pack: str) -> Pack:
    """A pack with its cards read."""
    if pack not in pack_ids():
        raise RulesError(f"there is no pack `{pack}`{nearest(pack, pack_ids())}; `lastword games` lists them")
    module = import_module(f"rules.packs.{pack}")
    found: Pack = module.PACK
    reader = CardReader(found.dialect)
    for name, text in card_files(pack):
        for card in reader.read(text, name):
            _add(found, card, name)
    return found


def _add(pack: Pack, card: Card, file: str) -> None:
    if card.id in pack.cards:
        raise RulesError(f"{file}: card id `{card.id}` is already used by another file of {pack.id}")
    pack.cards[card.id] = card


def card_files(pack: str) -> list[tuple[str, str]]:
    """The names and texts of a pack's card files, in order."""
    return _texts(pack, "cards", ".toml")


def playthroughs(pack: str) -> list[tuple[str, str]]:
    """The names and texts of a pack's playthroughs, in order."""
    return _texts(pack, "playthroughs", ".lw")


def _texts(pack: str, folder: str, ending: str) -> list[tuple[str, str]]:
    place = resources.files(rules.packs).joinpath(pack, folder)
    if not place.is_dir():
        return []
    files = sorted((item for item in place.iterdir() if item.name.endswith(ending)), key=lambda item: item.name)
    return [(item.name, item.read_text(encoding="utf-8")) for item in files]
