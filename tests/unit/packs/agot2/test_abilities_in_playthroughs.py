"""Every ability of the pack's cards does something in a playthrough, and those playthroughs show refusals, too."""

from __future__ import annotations

from replays.notation.lines import Expect
from replays.notation.parser import read
from rules.catalogue import playthroughs
from tests.played import played
from tests.unit.packs.agot2.shown import every, shown, shown_in

OF_CARDS = [(name, text) for name, text in playthroughs("agot2") if name.startswith(("cards-", "plots-"))]


def test_every_ability_stands_in_a_playthrough() -> None:
    seen = shown()
    assert [f"{ability.key}: {ability.says}" for ability in every() if ability.key not in seen] == []


def test_an_ability_that_stands_beside_what_happens_is_not_shown() -> None:
    """The Wall in play whose challenges phase never ends shows neither of its triggered abilities."""
    text = """lastword 1 agot2 joust
players   A "Anna" nightswatch, B "Borys" lannister
position  round 2, marshaling, first A, active A
A play    wall = "The Wall", yoren = "Yoren"
A hand    black = "Castle Black"
A gold    2

A marshal black
expect strength(yoren) == 3
"""
    found = shown_in(played("wall.lw", text))
    assert "the-wall#1" in found
    assert not {"the-wall#2", "the-wall#3", "castle-black#1", "yoren#1"} & found


def test_playthroughs_of_cards_show_refusals_too() -> None:
    bare = []
    for name, text in OF_CARDS:
        if not any(isinstance(line, Expect) and line.kind == "illegal" for line in read(text, name)):
            bare.append(name)
    assert OF_CARDS
    assert bare == []
