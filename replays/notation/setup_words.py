"""The words that a set-up line or a position of a game may hold, for the errors and for the table in the docs."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.notation import Notation
from rules.kernel.pack import Pack

COMMON_NOTES = ("on CARD", "of PLAYER")
"""What may stand in the brackets behind a card in every game."""


def faction_words(pack: Pack) -> tuple[str, ...]:
    """Return the factions, houses or clans that a player may have in the `players` line."""
    notation = pack.notation
    by_cards = (card.faction for card in pack.cards.values() if notation.faction and card.type == notation.faction)
    return notation.factions or _sorted(by_cards)


def zone_words(pack: Pack, position: bool) -> tuple[str, ...]:
    """Return the words that may stand behind a player in set-up lines of a position, or else of a full game."""
    notation = pack.notation
    return _sorted((*notation.zones, *notation.counters)) if position else _sorted(notation.brought)


def shared_words(pack: Pack) -> tuple[str, ...]:
    """Return the words that a set-up line of nobody's may begin with."""
    return _sorted(pack.notation.shared)


def note_words(pack: Pack) -> tuple[str, ...]:
    """Return what may stand in the brackets behind a card: marks, and tokens with their number."""
    notation = pack.notation
    counted = (f"{token} N" for token in sorted(notation.tokens))
    marks = sorted({*notation.marks, *notation.plain, *notation.under, "facedown"})
    return (*marks, *counted, *COMMON_NOTES)


def position_words(pack: Pack) -> tuple[str, ...]:
    """Return what the parts of a `position` line may begin with: the round, roles, places, and other words."""
    notation = pack.notation
    roles = (f"{role} PLAYER" for role in notation.roles)
    return ("round N", *roles, *notation.phases, *notation.place_words)


def steps_behind(pack: Pack, phase: str) -> tuple[str, ...]:
    """Return the steps that may be named behind a phase in a `position` line."""
    kind = pack.notation.phases.get(phase, "")
    procedure = pack.procedures.get(kind)
    return tuple(step.name for step in procedure.steps) if kind and procedure else ()


def meaning(notation: Notation, word: str) -> str:
    """Return what a word of the set-up says, in a few words; empty if the game does not say."""
    return notation.meanings.get(word.removesuffix(" N").removesuffix(" PLAYER"), "")


def _sorted(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(words)))
