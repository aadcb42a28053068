"""The words of a `position` line behind `@`: a move may be pinned by each to the question that is asked there."""

from __future__ import annotations

import pytest

from replays.meaning.opening import Opening
from replays.meaning.steps import at_step
from replays.notation.parser import read
from replays.notation.setup_words import steps_behind
from replays.reading.reader import run
from rules.catalogue import load, pack_ids
from rules.engine import advance
from rules.kernel.position import Position

PLAYERS = {
    "agot2": 'A "Anna" stark, B "Borys" lannister',
    "hbo": 'A "Anna" stark, B "Borys" lannister',
    "l5r": 'A "Anna" lion, B "Borys" crane',
    "okc": 'A "Anna" clans, B "Borys" nobility',
    "tegot": 'A "Anna" stark, B "Borys" lannister',
}
NEED_MORE = {("okc", "summer region"), ("tegot", "slot"), ("tegot", "follow"), ("tegot", "scoring")}
"""Places that are written with a word of their own behind them, such as a region, or come in some rounds only."""


def _places() -> list[tuple[str, str, str]]:
    """Return every game with each phase of its `position` line and each step that may follow it, or none."""
    packs = [load(game) for game in pack_ids()]
    found = [
        (pack.id, word, step)
        for pack in packs
        for word in pack.notation.phases
        for step in ("", *steps_behind(pack, word))
    ]
    return [place for place in found if (place[0], f"{place[1]} {place[2]}".strip()) not in NEED_MORE]


def _opened(game: str, place: str) -> Position:
    """Return a position that stands at a place of a round, before any rule was run."""
    active = ", active A" if "active" in load(game).notation.roles else ""
    lines = [f"lastword 1 {game}", f"players {PLAYERS[game]}", f"position round 2, {place}, first A{active}", ""]
    if game == "l5r":
        lines[3:3] = ['A play "Akodo Toturi" (fate 1)', 'B play "Doji Challenger" (fate 1)', "A hand 2 unknown"]
    return Opening(read("\n".join(lines)), {}, []).position()


@pytest.mark.parametrize(("game", "word", "step"), _places())
def test_a_place_in_a_position_is_met_behind_at_by_the_question_asked_there(game: str, word: str, step: str) -> None:
    pos = _opened(game, f"{word} {step}".strip())
    place = pos.table.top.id, pos.table.top.step
    advance(pos)
    frame = pos.open_frame(place[0])
    if frame is None:
        return  # nothing is asked in this phase
    assert at_step(pos, word)
    if frame.step == place[1]:
        assert at_step(pos, step)


def test_the_favor_is_asked_for_at_the_step_above_its_own() -> None:
    head = 'lastword 1 l5r\nplayers A "Anna" crane, B "Borys" lion\nposition round 2, conflict favor, first A\n'
    assert run(read(f'{head}A play "Savvy Politician" (fate 1)\n\nA favor political @ favor\n')).clean


def test_bids_that_a_position_does_not_state_are_asked_for_as_they_are_revealed() -> None:
    head = f"lastword 1 l5r\nplayers {PLAYERS['l5r']}\nposition round 2, draw reveal, first A\n"
    assert run(read(f"{head}A honor 10\nB honor 10\n\nA bid 4\nB bid 2\nexpect B honor 12\n")).clean
