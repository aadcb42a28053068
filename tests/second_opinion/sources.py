"""The engines whose games can be played: which driver plays which, and which folders hold what kind of game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from tests.second_opinion.agot2 import Unplayable
from tests.second_opinion.files import Game
from tests.second_opinion.l5r import Arrangement, suspected
from tests.second_opinion.l5r_driver import L5rDriver
from tests.second_opinion.playing import FAILURES, Driver, Played, Refused
from tests.second_opinion.throneteki_driver import ThronetekiDriver

DRIVERS: dict[str, Callable[[Game], Driver]] = {
    "throneteki": ThronetekiDriver,
    "ringteki": L5rDriver,
    "jigoku": L5rDriver,
}
KINDS = {"bot": "whole game", "bot-melee": "whole game of melee", "spec": "situation"}
"""Folders with games that use cards of our packs alone. Others (`spec-other`) are not played."""


def play(game: Game) -> Played:
    """Play one game on our engine; one that cannot be begun says why."""
    try:
        played = DRIVERS[game.source](game).play()
        if game.snapshots or _equal(played):
            return played
        return _arranged(played) if game.setup else _laid_on_deck(played)
    except Unplayable as error:
        return Played(game, (), f"not begun: {error}")
    except FAILURES as error:
        return Played(game, (), f"not begun: {type(error).__name__}: {error}")


def _equal(played: Played) -> bool:
    return played.ended and all(checked.equal for checked in played.checked)


def _arranged(played: Played) -> Played:
    """Play a situation again with what it may have set on the table without a click.

    It counts only if the tables are then equal, and clicks that our rules refused before are played.
    """
    last = played.checked[-1] if played.checked else None
    if last is None:
        return played
    refused = [one.act for one in last.refused if one.reasons]
    for arrangement in _guesses(played, suspected(last.differences, refused)):
        again = L5rDriver(played.game, arrangement).play()
        if not _equal(again) or not _plausible(played, again, arrangement):
            continue
        return _noted(again, str(arrangement), last.line)
    return played


def _laid_on_deck(played: Played) -> Played:
    """Play a situation of throneteki again with cards laid on top of a deck without a click.

    It counts only if the tables are then equal, and the chat tells of the top card of a deck being discarded.
    """
    last = played.checked[-1] if played.checked else None
    if last is None or played.game.source != "throneteki":
        return played
    kept = {(one.player, one.ours) for one in last.differences if one.field == "hand" and not one.theirs}
    gone = {(one.player, one.theirs) for one in last.differences if one.field == "discard" and not one.ours}
    cards = sorted(kept & gone)
    if not cards or not any(re.search(r"discard the top card of .+'s deck", line) for line in played.game.lines):
        return played
    again = ThronetekiDriver(played.game, cards).play()
    says = ", ".join(f"{name} on top of {player}'s deck" for player, name in cards)
    return _noted(again, says, last.line) if _equal(again) else played


def _noted(again: Played, says: str, line: int) -> Played:
    """Return a game with a note of what its situation set without a click."""
    note = Refused("the situation itself", line, (f"set without a click: {says}",), ("record",), True)
    checked = msgspec.structs.replace(again.checked[-1], refused=(*again.checked[-1].refused, note))
    return msgspec.structs.replace(again, checked=(*again.checked[:-1], checked))


def _plausible(played: Played, again: Played, arrangement: Arrangement) -> bool:
    """Whether more than equal tables speaks for an arrangement: clicks that were refused are played with it, the title
    of the situation says so, or the chat never speaks of what it sets.
    """
    if len(again.checked[-1].refused) < len(played.checked[-1].refused):
        return True
    marks = [mark for _, _, mark in arrangement.marks]
    others = arrangement.tokens or arrangement.fates or arrangement.holds or arrangement.rings or arrangement.faces
    if marks and not others and all(re.search(rf"(is|are)-already-{mark}\b", played.game.name) for mark in marks):
        return True
    chat = "\n".join(played.game.lines[played.checked[-1].since :])
    told = {
        "bowed": "bow|read(y|ies)| won a ",
        "honored": "honor",
        "dishonored": "honor",
        "honor": "honor",
        "fate": "fate",
    }
    kinds = [what for _, what, _ in arrangement.tokens] + [mark for _, _, mark in arrangement.marks]
    kinds += ["fate"] * bool(arrangement.fates)
    return not any(re.search(told[kind], chat) for kind in kinds)


def _told(game: Game) -> list[tuple[str, str, str]]:
    """Return the marks the chat says characters lose by an ability: whoever is readied was bowed."""
    state = game.setup[-1]["state"]["players"]
    found = []
    lines = game.lines[int(game.setup[-1]["line"]) :]
    for line, after in zip(lines, (*lines[1:], ""), strict=True):
        for pattern, mark in ((r" to ready (.+)$", "bowed"), (r" to discard a status token from (.+)$", "")):
            named = re.search(pattern, line)
            mark = mark or ("dishonored" if "Dishonored" in after else "honored")
            for player, one in state.items() if named else ():
                if named and any(card["n"] == named[1] for card in one.get("play", [])):
                    found.append((player, named[1], mark))
    return found


def _guesses(played: Played, suspicions: Sequence[Arrangement]) -> list[Arrangement]:
    """Return what may have been set: everything that differs, or parts of it."""
    guesses: list[Arrangement] = []
    told = _told(played.game)
    for plain in suspicions:
        one = msgspec.structs.replace(plain, marks=tuple(dict.fromkeys((*plain.marks, *told))))
        only_cards = msgspec.structs.replace(one, tokens=())
        ready = msgspec.structs.replace(one, marks=tuple(mark for mark in one.marks if mark[2] != "bowed"))
        for guess in (one, only_cards, ready):
            for way in (guess, msgspec.structs.replace(guess, to_deck=True)):
                if way and way not in guesses:
                    guesses.append(way)
    return guesses


__all__ = ["DRIVERS", "KINDS", "Unplayable", "play"]
