"""The engines whose games can be played: which driver plays which, and which folders hold what kind of game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from tests.second_opinion.agot2 import Unplayable
from tests.second_opinion.files import Game
from tests.second_opinion.l5r import Arrangement, suspected
from tests.second_opinion.l5r_driver import L5rDriver
from tests.second_opinion.playing import Driver, Played, Refused
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
        return _arranged(played) if game.setup and not _equal(played) else played
    except Unplayable as error:
        return Played(game, (), f"not begun: {error}")


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
        note = Refused("the situation itself", last.line, (f"set without a click: {arrangement}",), ("record",), True)
        checked = msgspec.structs.replace(again.checked[-1], refused=(*again.checked[-1].refused, note))
        return msgspec.structs.replace(again, checked=(*again.checked[:-1], checked))
    return played


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
