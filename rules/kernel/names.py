"""What players, cards and places are called in sentences for people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ledger.events import Occurrence
    from rules.kernel.position import Position

_WORD_END = re.compile(r"[-_.]|(?<=[a-z])(?=[0-9])")
"""Where a word of a zone's name ends: `conflict_discard`, `kingdom-discard`, `province1`."""
_PILES = ("discard", "dead", "used")
"""The last words of kinds of zones that are piles."""
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""A word as ids have it: `casterly-rock`."""


def place(pos: Position, number: int) -> str:
    """Return where a component is: "in play", "in Anna's hand", "in Anna's discard pile", "in the road"."""
    entity = pos.table.entities[number]
    if pos.pack.in_play(pos, entity) and entity.zone.endswith("play"):
        return f"in play on {pos.player_name(entity.controller)}'s side"
    owner = pos.table.specs[entity.zone].owner
    told = pos.pack.place_phrases.get(entity.zone.removeprefix(f"{owner}."))
    return told.format(who=pos.player_name(owner)) if told else f"in {zone_words(pos, entity.zone)}"


def zone_words(pos: Position, zone: str) -> str:
    """Return what a zone is called: "Anna's discard pile", "the Great Road", "Casterly Rock"."""
    if zone in pos.pack.cards:  # a place on a map is a card itself
        return pos.pack.cards[zone].name
    owner = pos.table.specs[zone].owner
    kind = zone.removeprefix(f"{owner}.")
    name = pos.pack.place_names.get(kind) or place_kind(kind)
    return f"{pos.player_name(owner)}'s {name}" if owner else f"the {name}"


def whereabouts(pos: Position, number: int) -> str:
    """Return what a component is and where, as a sentence: "Widow's Wail is an attachment in Anna's hand"."""
    if number not in pos.table.entities:
        return "there is no such card"
    card = pos.card(number)
    if not pos.entity(number).card:
        return f"an unknown card is {place(pos, number)}"
    kind = pos.pack.type_names.get(card.type) or card.type.replace("-", " ")
    name, where = pos.pack.name(pos, number), place(pos, number)
    return f"{name} is {with_article(kind)}" if name.endswith(where) else f"{name} is {with_article(kind)} {where}"


def with_article(noun: str) -> str:
    """Return a noun with "a" or "an" before it."""
    vowel = noun[:1].lower() in ("a", "e", "i", "o") or noun.startswith(("hono", "unk"))
    return f"{'an' if vowel else 'a'} {noun}"


def in_zone(pos: Position, kind: str) -> str:
    """Return that something is in a kind of zone: "in play", "in hand", "in the dead pile", "in the Great Road"."""
    if kind in pos.pack.choice_places:
        return pos.pack.choice_places[kind]
    return f"in {kind}" if kind in ("play", "hand") else f"in the {pos.pack.place_names.get(kind) or place_kind(kind)}"


def place_kind(kind: str) -> str:
    """Return the name of a kind of zone: "conflict discard pile" for `conflict_discard`, "play area" for `play`."""
    if kind == "play":
        return "play area"
    words = _WORD_END.sub(" ", kind)
    return f"{words} pile" if words.split(" ")[-1] in _PILES else words


def card_names(pos: Position, numbers: Sequence[int]) -> str:
    """Return the names of some components: "The Hound and Eddard Stark"; "nothing" for none."""
    return listed([pos.pack.name(pos, number) if number in pos.table.entities else "?" for number in numbers])


def listed(names: Sequence[str], none: str = "nothing") -> str:
    """Return several names as one phrase: "A, B and C"."""
    if not names:
        return none
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


def any_of(names: Sequence[str]) -> str:
    """Return several names as alternatives: "A, B or C"; there must be at least one."""
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


def happening(pos: Position, occurrence: Occurrence) -> str:
    """Return an occurrence as a sentence, with players and places called by their names."""
    return readable(pos, pos.pack.happenings[occurrence.kind].says(pos, occurrence).strip())


def readable(pos: Position, text: str) -> str:
    """Return words of a pack with names for what they call by a letter or an id: players, and places on a map.

    `B wins the battle for casterly-rock` becomes `Ben wins the battle for Casterly Rock`. A letter before a capital
    begins a name, as in `A Noble Cause`, and stays.
    """
    if pos.table.seats:
        letters = "|".join(map(re.escape, pos.table.seats))
        text = re.sub(rf"\b(?:{letters})\b(?! [A-Z“])", lambda found: pos.player_name(found[0]), text)
    return _ID.sub(lambda found: place_name(pos, found[0]), text)


def place_name(pos: Position, word: str) -> str:
    """Return the name of a place on a map, which is a card itself; any other word stays as it is."""
    return pos.pack.cards[word].name if word in pos.table.specs and word in pos.pack.cards else word


def word_name(pos: Position, word: str) -> str:
    """Return the name of the player or place that a word stands for; else the word quoted, and a number as it is."""
    name = pos.player_name(word) if word in pos.table.seats else place_name(pos, word)
    return name if name != word or word.isdigit() else f"“{word}”"


def quantity(count: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless it is 1: "1 card", "2 cards"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def is_or_are(count: int) -> str:
    """Return the verb for a number of things: "1 is placed", "2 are placed"."""
    return "is" if count == 1 else "are"


def counted(count: int, counter: str) -> str:
    """Return a number of what a counter counts, whose name may be a plural: "1 point" for `points`, "3 gold"."""
    return f"{count} {counter.removesuffix('s') if count == 1 else counter}"


def times(count: int) -> str:
    """Return how often: "once", "twice", "3 times"."""
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")
