"""The catalogue of packs: they are found by looking into `rules/packs`, never registered, and loaded once."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from rules.data import pack_folders, texts
from rules.eligibility.uses import explain_elsewhere
from rules.errors import RulesError, nearest
from rules.kernel.pack import Pack
from rules.language.card_files import CardReader
from rules.language.cards import Card
from rules.toml_tables import tables


@cache
def pack_ids() -> tuple[str, ...]:
    """Return the packs that have an engine, in alphabetical order."""
    return pack_folders(containing="pack.py")


@cache
def load(pack: str) -> Pack:
    """Return a pack with its cards read. It is loaded once: every call returns the same object.

    A card's abilities are compiled when they are asked for.

    Threads that ask for it for the first time at the same time may all read its files; the cards of the first one stay.

    Raises `RulesError` if there is no such pack, if two files use one card id, or if a card file has an error.
    """
    if pack not in pack_ids():
        raise RulesError(f"there is no pack `{pack}`; `lastword games` lists them{nearest(pack, pack_ids())}")
    module = import_module(f"rules.packs.{pack}")
    found: Pack = module.PACK
    reader = CardReader(found.dialect)
    cards: dict[str, Card] = {}
    files, found_tables = tables(pack, "cards")
    for name, text in files.items():
        for card in reader.read_packaged(text, name, found_tables.get(name)):
            if card.id in cards:
                raise RulesError(f"{name}: card id `{card.id}` is already used by another file of {pack}")
            cards[card.id] = card
    for card in cards.values():
        found.cards.setdefault(card.id, card)
    found.elsewhere = explain_elsewhere
    return found


def card_files(pack: str) -> list[tuple[str, str]]:
    """Return the names and texts of a pack's card files, in the order of their names."""
    return [*texts(pack, "cards", ".toml").items()]


def playthroughs(pack: str) -> list[tuple[str, str]]:
    """Return the names and texts of a pack's playthroughs, in the order of their names."""
    return [*texts(pack, "playthroughs", ".lw").items()]
