"""The engines whose games can be played: which driver plays which, and which folders hold what kind of game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from tests.second_opinion.agot2 import Unplayable
from tests.second_opinion.files import Game
from tests.second_opinion.l5r import Arrangement, Part, suspected
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

    It counts only if the tables are then equal, and the record shows each part of it by something else, too. What
    nothing else shows stays a difference, with the supposition beside it.
    """
    last = played.checked[-1] if played.checked else None
    if last is None:
        return played
    refused = [one.act for one in last.refused if one.reasons]
    supposed = ""
    for arrangement in _guesses(played, suspected(last.differences, refused)):
        again = L5rDriver(played.game, arrangement).play()
        if not _equal(again):
            continue
        for part in list(arrangement.parts()):
            fewer = L5rDriver(played.game, arrangement.without(part)).play()
            if _equal(fewer) and not _eases(again, fewer):
                arrangement, again = arrangement.without(part), fewer
        if all(_shown(played, again, arrangement, part) for part in arrangement.parts()):
            return _noted(again, str(arrangement), last.line)
        supposed = supposed or str(arrangement)
    return _supposed(played, supposed) if supposed else played


def _supposed(played: Played, says: str) -> Played:
    """Return a game with what its situation may have set without a click, though nothing else in it shows that."""
    checked = msgspec.structs.replace(played.checked[-1], supposed=says)
    return msgspec.structs.replace(played, checked=(*played.checked[:-1], checked))


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


def _shown(played: Played, again: Played, arrangement: Arrangement, part: Part) -> bool:
    """Whether something else in the record shows a part of an arrangement: the title of the situation or its chat names
    the mark, our rules object to fewer clicks with it, their last prompt offers what ours does only with it, or the
    same mark is shown on another card.
    """
    if part.kind != "marks":
        return _allows(played, again, arrangement, part)
    mark = part.value[2]
    if re.search(rf"(is|are)-already-{mark}\b", played.game.name) or part.value in _told(played.game):
        return True
    alike = [one for one in arrangement.parts() if one.kind == "marks" and one.value[2] == mark]
    return any(_allows(played, again, arrangement, one) for one in alike)


def _allows(played: Played, again: Played, arrangement: Arrangement, part: Part) -> bool:
    """Whether our rules object to less with this part alone, or to more without it, or whether, with a
    province turned up, their last prompt offers the same cards as ours, or the same of one player.
    """
    alone = L5rDriver(played.game, arrangement.only(part)).play()
    rest = arrangement.without(part)
    other = L5rDriver(played.game, rest).play() if rest else played
    if _eases(alone, played) or _eases(again, other):
        return True
    if part.kind != "faces":
        return False
    asked = [sorted(one["select"]) for one in played.game.prompts.values() if one.get("select")]
    return any(names in asked and other.offered.get(whose) not in asked for whose, names in again.offered.items())


def _eases(better: Played, worse: Played) -> bool:
    """Whether our rules have less against the clicks of a situation in one playing of it than in another: against those
    that stand refused in both, or that the chat shows to be carried out.
    """
    mine, theirs = _objections(better, worse), _objections(worse, better)
    return mine < theirs


def _objections(played: Played, other: Played) -> Counter[str]:
    """Return what our rules have against clicks, by click and condition."""
    refused = played.checked[-1].refused if played.checked else ()
    both = {one.act for one in (other.checked[-1].refused if other.checked else ())}
    counted = [one for one in refused if one.act in both or _carried_out(played.game, one)]
    return Counter(f"{one.act}: {reason}" for one in counted for reason in one.reasons)


def _carried_out(game: Game, one: Refused) -> bool:
    """Whether the chat tells, after a click on a card, that its player used or played it."""
    found = re.match(r"(.+?): card “(.+)” \(", one.act)
    if found is None:
        return False
    pattern = rf"{re.escape(found[1])} (uses|plays) {re.escape(found[2])}"
    return any(re.match(pattern, line) for line in game.lines[one.line :])


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
