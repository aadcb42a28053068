"""What a frame remembers, and what is counted for limits, in the sentences that the pack gives for them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ledger.events import Slot
from ledger.table import Frame
from replays.wording.naming import FEW, Namer
from rules.kernel.context import PREVENTED
from rules.kernel.names import listed, readable
from rules.kernel.sayings import slot_saying, use_saying

_NUMBERS = re.compile(r"(\d+)(?:\.\d+)*\.?")
_MOMENT_END = re.compile(r"@\d+$")
"""How the key of a use ends that answered an occurrence, which it may do once."""


def slot_words(namer: Namer, frame: Frame, slot: str, value: Slot) -> str:
    """Return what a frame remembers under a name as a sentence; "" for a forgotten value that is not told.

    A key without a sentence is told by its own words: of an ability as a choice that was made, else as what is so.
    """
    words = key_words(namer, slot)
    saying = slot_saying(namer.pos.pack.sayings, frame.kind, slot)
    shown = "" if value is None else _shown(namer, slot, value)
    if saying is None:
        if value is None:
            return ""
        return f"the choice “{words}” is made: {shown}" if frame.kind == "ability" else f"{words}: {shown}"
    sentences, stars = saying
    if not sentences.says:
        return ""
    empty = value is False or value in ("", "none", [])
    text = sentences.gone if value is None else (sentences.empty or sentences.says) if empty else sentences.says
    title = frame_title(namer, frame.kind)
    return text.format(value=shown, frame=title, **_lettered([_star(namer, slot, star) for star in stars]))


def use_words(namer: Namer, key: str) -> str:
    """Return what is counted under a key as a sentence.

    Anna has initiated a challenge, counted for the phase: military
    Maester Aemon has been used by Borys, which counts towards its limit
    """
    if key.startswith(f"{PREVENTED} "):
        return f"{use_words(namer, key.removeprefix(f'{PREVENTED} '))}; its cost was prevented, so this does not count"
    found = use_saying(namer.pos.pack.sayings, key)
    if found is not None:
        text, stars = found
        return text.format(**_lettered([key_word(namer, star) for star in stars]))
    plain, in_moment = _MOMENT_END.subn("", key)
    words = plain.split(" ")
    at = next((at for at, word in enumerate(words) if "#" in word), -1)
    if at < 0:
        return f"counted for a limit: {key_words(namer, plain)}"
    card, players = key_word(namer, words[at]) or "an ability", listed([namer.player(word) for word in words[at + 1 :]])
    if in_moment:
        return f"{card} has been used on this occasion"
    if at and words[0] == "max":
        return f"{card} has been used by {players}, which counts towards its maximum for all copies"
    return f"{card} has been used{f' by {players}' if words[at + 1 :] else ''}, which counts towards its limit"


def key_words(namer: Namer, key: str) -> str:
    """Return a key of the rules in words: abilities and cards by the card's name, players by theirs."""
    words = [key_word(namer, word) for word in _MOMENT_END.sub("", key).split(" ")]
    return " ".join(dict.fromkeys(filter(None, words)))


def key_word(namer: Namer, word: str) -> str:
    """Return one word of a key: a card, a component, a player or a place by its name, any other word in plain words."""
    numbers = _NUMBERS.match(word)
    card = namer.pos.pack.cards.get(word[numbers.end() if numbers else 0 :].partition("#")[0])
    if card is not None:
        return card.name
    if numbers and numbers.end() == len(word):
        return namer.name(int(numbers[1])) if int(numbers[1]) in namer.pos.table.entities else ""
    return namer.plain(word.partition("#")[0].lstrip("0123456789."))


def frame_title(namer: Namer, kind: str) -> str:
    """Return what a kind of frame is called."""
    procedure = namer.pos.pack.procedures.get(kind)
    return procedure.title if procedure else namer.plain(kind)


def value_words(namer: Namer, value: int | str, component: bool) -> str:
    """Return a remembered value: a component by its name, a player by name, a zone or a word in plain words."""
    if isinstance(value, int):
        return namer.name(value) if component and value else str(value)
    if value in namer.pos.table.specs:
        return namer.zone(value)
    if " " in value and not any("#" in word for word in value.split(" ")):
        return readable(namer.pos, value)  # a sentence, in which a number is a number
    return value if value.isdecimal() else key_words(namer, value)


def _shown(namer: Namer, slot: str, value: int | str | Sequence[int | str]) -> str:
    """Return a value in words; of a long list the first six."""
    if isinstance(value, list):
        parts = [value_words(namer, part, True) for part in value[:FEW]]
        return f"{', '.join(parts)} … {len(value)} in all" if len(value) > FEW else listed(parts, "none")
    if isinstance(value, bool):
        return "yes" if value else "no"
    assert isinstance(value, int | str)
    return value_words(namer, value, slot in (namer.pos.pack.meanings.components or ()))


def _star(namer: Namer, slot: str, word: str) -> str:
    """Return a word of a slot that stands for a component, a player or a thing of the game."""
    if word.isdecimal():
        return namer.name(int(word)) if slot.partition(" ")[0] in namer.pos.pack.meanings.named else word
    return namer.zone(word) if word in namer.pos.table.specs else key_word(namer, word)


def _lettered(stars: Sequence[str]) -> dict[str, str]:
    """Return words by the letters that sentences have for them."""
    return dict(zip("abc", stars, strict=False))
