"""Unknown cards that turn out to be what a line names: where an effect looks, in a province, a second copy."""

from __future__ import annotations

import pytest

from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.results import Run

SUMMONS = """lastword 1 agot2 joust
players A "Anna" greyjoy, B "Borys" tyrell
position round 3, first A
A plots Marching Orders
B plots Summons
A hand 3 unknown
B hand 3 unknown
"""
CACHE = """lastword 1 l5r standard
players A "Aiko" phoenix, B "Botan" scorpion
position round 4, conflict declare, first A, active A
A play diplomat = "Asako Diplomat" (fate 1)
A hand 4 unknown
B hand 4 unknown
B province1 cache = "Secret Cache" (facedown)
"""


def _blamed(text: str) -> list[int]:
    return [bad.line for bad in _run(text).violations]


def _run(text: str) -> Run:
    return run(read(text))


def test_a_card_found_in_an_unknown_deck_was_there() -> None:
    moves = "\nA plot Marching Orders\nB plot Summons\nA first B\nB choose Margaery Tyrell\nB marshal Margaery Tyrell\n"
    assert _blamed(SUMMONS + moves) == []


def test_a_card_found_in_an_unknown_deck_may_be_a_copy_of_a_dead_one() -> None:
    moves = "\nA plot Marching Orders\nB plot Summons\nA first B\nB choose Margaery Tyrell\nB marshal Margaery Tyrell\n"
    done = _run(f"{SUMMONS}B dead marg = Margaery Tyrell\n{moves}")
    assert [bad.line for bad in done.violations] == [14]
    assert [check.rule for check in done.violations[0].checks if check.holds is False] == ["agot2/dead-pile#3"]


def test_a_choice_behind_a_use_finds_an_unknown_card_where_the_use_looks() -> None:
    moves = "\nA conflict military for water against cache with diplomat\nB use cache on assassination\n"
    after = "B defend with nobody\nB play assassination on diplomat\nexpect diplomat in A.dynasty_discard\n"
    done = _run(CACHE + moves + after)
    assert done.clean
    found = [entity.zone for entity in done.table.entities.values() if entity.card == "assassination"]
    assert found == ["B.conflict_discard"]


def test_a_card_that_lies_elsewhere_and_not_where_the_use_looks_stays_refused() -> None:
    stated = CACHE.replace("B hand 4 unknown", 'B hand mine = "Assassination", 3 unknown')
    moves = "\nA conflict military for water against cache with diplomat\nB use cache on mine\n"
    assert _blamed(stated + moves) == [10]


def test_a_player_with_an_unknown_hand_is_not_passed_over() -> None:
    text = """lastword 1 okc
players N "Nina" nobility, C "Carl" clans
position round 3, autumn, order N C
N hand heir = "Heir", levy = "Levy"
C hand 3 unknown

N govern heir to oaths
C govern Levy to oaths
"""
    assert _blamed(text) == []


def test_a_second_copy_with_a_target_may_be_an_unknown_card() -> None:
    moves = "\nA play Fine Katana on one\nB play Let Go on Fine Katana\n"
    moves += "A play Ornate Fan on one\nB play Let Go on Ornate Fan\n"
    text = """lastword 1 l5r standard
players A "Aiko" crane, B "Botan" lion
position round 2, conflict, first A
A fate 3
A hand "Fine Katana", "Ornate Fan"
A play one = "Doji Challenger"
B hand "Let Go", {}
B play "Matsu Berserker"
"""
    assert _blamed(text.format("1 unknown") + moves) == []
    assert _blamed(text.format('"Banzai!"') + moves) == [13]


def test_a_card_of_which_another_player_has_one_is_ones_own_and_the_second_bid_is_blamed() -> None:
    text = """lastword 1 okc
players C "Carl" clans, G "Gosia" gathering
position round 1, spring, order C G
road "Caravan", "Watchtower"
C hand "Heir", "Captain", 4 unknown
G hand "Heir", 5 unknown

G bid Captain
C bid Heir
G bid Champion
"""
    assert _blamed(text) == [10]


ROAR = """lastword 1 agot2 joust
players A "Anna" lannister, B "Borys" stark
position round 2, challenges, first A, active A
A plot A Clash of Kings
A gold 3
A play cersei = Cersei Lannister
{hand}
B plot A Clash of Kings

A challenge intrigue with cersei
A play Hear Me Roar!
{more}
"""


@pytest.mark.parametrize("hand", ["", "A hand 4 unknown", "A hand Hear Me Roar!, 3 unknown"])
@pytest.mark.parametrize("more", ["", "A choose Lannisport Moneylender", "A choose Tywin Lannister"])
def test_an_effect_that_looks_for_a_card_in_an_unknown_hand_may_be_used(hand: str, more: str) -> None:
    assert not run(read(ROAR.format(hand=hand, more=more))).violations


@pytest.mark.parametrize("hand", ["A hand Hear Me Roar!", "A hand Hear Me Roar!, Tears of Lys"])
def test_an_effect_that_finds_nothing_in_a_known_hand_may_not(hand: str) -> None:
    done = run(read(ROAR.format(hand=hand, more="")))
    assert [found.rules[0] for found in done.violations] == ["agot2/abilities#8"]


def test_only_hands_the_text_speaks_of_count_as_unknown() -> None:
    text = ROAR.format(hand="A hand Hear Me Roar!", more="").replace("B plot", "B hand 5 unknown\nB plot")
    assert [found.rules[0] for found in run(read(text)).violations] == ["agot2/abilities#8"]


def test_a_card_is_looked_for_where_the_question_looks_although_it_then_decides_itself() -> None:
    text = """lastword 1 agot2 joust
players A "Anna" greyjoy, B "Borys" stark
position round 2, challenges, first A, active A
A plot A Clash of Kings
A play euron = Euron Crow's Eye
B plot A Clash of Kings
B deck 20 unknown

A challenge power with euron
A pillage euron
A use euron
A choose Gates of Winterfell
"""
    done = run(read(text))
    assert not done.violations
    found = next(entity for entity in done.position.table.entities.values() if entity.card == "gates-of-winterfell")
    assert (found.owner, found.controller, found.zone) == ("B", "A", "B.play")


NIECE = """lastword 1 l5r standard
players A "Aiko" scorpion, B "Botan" crane
position round 2, conflict, first A, active A
A play niece = "Favored Niece"
{hand}

A use niece
"""


def test_a_cost_may_be_paid_from_a_hand_nobody_stated() -> None:
    assert _blamed(NIECE.format(hand="")) == []
    assert _blamed(NIECE.format(hand="A hand nothing")) == [7]
