"""What a frame remembers, and what is counted for limits, in the sentences that the pack gives for them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ledger.events import Slot, Slots
from ledger.table import Frame
from replays.wording.naming import FEW, Namer, with_own_article
from rules.kernel.context import PREVENTED
from rules.kernel.names import listed, readable
from rules.kernel.sayings import slot_saying, use_saying

_NUMBERS = re.compile(r"(\d+)(?:\.\d+)*\.?")
_ARTICLE = re.compile(r"\ba (?=[aeio])")
"""The article before a vowel, where a word was put into a sentence: "a intrigue challenge"."""
RESULT = frozenset({"attack", "defence", "winner", "loser", "margin", "unopposed"})
"""What the frame of a contest remembers of its result, which is told in one phrase."""
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
        return f"chosen: {shown}" if frame.kind == "ability" else f"{words}: {shown}"
    sentences, stars = saying
    if not sentences.says:
        return ""
    empty = value is False or value in ("", "none", [])
    text = sentences.gone if value is None else (sentences.empty or sentences.says) if empty else sentences.says
    title = frame_title(namer, frame.kind)
    return text.format(value=shown, frame=title, **_lettered([_star(namer, slot, star) for star in stars]))


def result_words(namer: Namer, frame: Frame, patch: Slots) -> str:
    """Return how a contest ended that a frame notes with both totals: "Borys wins 6 to 0, unopposed"; "" for others."""
    if not {"winner", "attack", "defence"} <= patch.keys():
        return ""
    totals = [patch["attack"], patch["defence"]]
    winner = patch["winner"]
    if not winner or not isinstance(winner, str):
        return f"nobody wins, {totals[0]} to {totals[1]}"
    if winner != frame.text("attacker"):
        totals.reverse()
    unopposed = ", unopposed" if patch.get("unopposed") else ""
    return f"{namer.player(winner)} wins {totals[0]} to {totals[1]}{unopposed}"


def use_words(namer: Namer, key: str, scope: int = 0) -> str:
    """Return what is counted under a key as a sentence. `scope` is the frame with which the count is forgotten.

    Anna has initiated a military challenge this phase
    Maester Aemon has been used by Borys this round
    """
    if key.startswith(f"{PREVENTED} "):
        said = use_words(namer, key.removeprefix(f"{PREVENTED} "), scope)
        return f"{said}; its cost was prevented, so this does not count"
    found = use_saying(namer.pos.pack.sayings, key)
    if found is not None:
        text, stars = found
        letters = _lettered([key_word(namer, star) for star in stars])
        return _ARTICLE.sub("an ", text.format(when=_period_words(namer, scope), **letters).rstrip())
    plain, in_moment = _MOMENT_END.subn("", key)
    words = plain.split(" ")
    at = next((at for at, word in enumerate(words) if "#" in word), -1)
    if at < 0:
        return f"counted for a limit: {key_words(namer, plain)}"
    card, players = key_word(namer, words[at]) or "an ability", listed([namer.player(word) for word in words[at + 1 :]])
    if in_moment:
        return f"{card} is used and cannot answer this a second time"
    if not words[at + 1 :]:
        return f"{card} has been used"
    used = f"{card} has been used by {players} {_period_words(namer, scope)}".rstrip()
    return f"{used}, as one of all its copies" if at and words[0] == "max" else used


def _period_words(namer: Namer, scope: int) -> str:
    """Return the period that a frame is, as sentences end with it: "this phase"; "" if it is none with a name."""
    frame = next((frame for frame in namer.pos.table.frames if frame.id == scope), None)
    kind = frame.kind if frame is not None else "game"
    periods = namer.pos.pack.dialect.periods
    name = next((name for name, kinds in periods.items() if kind in kinds.split()), kind)
    return f"this {name}" if name in periods else ""


def key_words(namer: Namer, key: str) -> str:
    """Return a key of the rules in words: abilities and cards by the card's name, players by theirs."""
    words = [key_word(namer, word) for word in _MOMENT_END.sub("", key).split(" ")]
    return " ".join(dict.fromkeys(filter(None, words)))


def key_word(namer: Namer, word: str) -> str:
    """Return one word of a key: a card, a component, a player or a place by its name, any other word in plain words."""
    numbers = _NUMBERS.match(word)
    card = namer.pos.pack.cards.get(word[numbers.end() if numbers else 0 :].partition("#")[0])
    own = namer.bare_name(int(numbers[1])) if numbers and int(numbers[1]) in namer.pos.table.entities else ""
    if card is not None:
        return with_own_article(own) if own.startswith(card.name) else card.name  # "duplicate of Eddard Stark"
    if numbers and numbers.end() == len(word):
        return with_own_article(own)
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
