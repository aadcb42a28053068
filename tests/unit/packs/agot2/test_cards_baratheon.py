"""House Baratheon's cards do what they say, and not otherwise."""

from __future__ import annotations

import pytest

from ledger.events import Move
from rules.packs.agot2 import values
from rules.packs.agot2.values import total
from tests.unit.packs.agot2.table import Table


def test_maester_cressen() -> None:
    table = Table()
    cressen, ned = table.play("A", "Maester Cressen"), table.play("B", "Eddard Stark")
    milk, ice = table.attach("A", "Milk of the Poppy", ned), table.attach("B", "Ice", ned)
    table.at("marshaling", active="A").use(cressen, milk)
    assert table.zone(milk) == "A.discard"
    assert table.zone(ice) == "B.play"
    assert table.kneels(cressen)


def test_melisandre_hears_what_is_marshaled_and_played_once_a_round() -> None:
    table = Table("baratheon", "stark")
    melisandre = table.play("A", "Melisandre")
    ned, robb = table.play("B", "Eddard Stark"), table.play("B", "Robb Stark")
    fiery, selyse, hiding = table.hand("A", "Fiery Followers", "Selyse Baratheon", "Bastard in Hiding")
    table.gold("A", 9)
    table.at("marshaling", active="A").act("A", "marshal", hiding)
    table.act("A", "marshal", fiery).use(melisandre, ned)
    assert table.kneels(ned)
    table.offered.clear()
    table.act("A", "marshal", selyse).finish()
    assert not table.was_offered(melisandre)
    assert not table.kneels(robb)


def test_melisandre_hears_events() -> None:
    table = Table("baratheon", "stark")
    melisandre, ned = table.play("A", "Melisandre"), table.play("B", "Eddard Stark")
    (flames,) = table.hand("A", "Seen In Flames")
    table.hand("B", "Ice")
    table.gold("A", 1)
    table.at("challenges", active="A").use(flames).use(melisandre, ned)
    assert table.kneels(ned)


def test_robert_counts_everyone_else_who_kneels() -> None:
    table = Table()
    robert = table.play("A", "Robert Baratheon", kneeling=True)
    table.play("A", "Bran Stark", kneeling=True)
    table.play("B", "Tywin Lannister", kneeling=True)
    table.play("B", "Burned Men")
    table.play("B", "The Roseroad", kneeling=True)
    assert table.strength(robert) == 7


def test_selyse_gives_an_intrigue_icon_for_the_phase() -> None:
    table = Table("baratheon", "stark")
    selyse, robert, ned = (
        table.play("A", "Selyse Baratheon"),
        table.play("A", "Robert Baratheon"),
        table.play("A", "Eddard Stark"),
    )
    table.gold("A", 1)
    table.at("challenges", active="A").use(selyse, robert)
    assert values.has_icon(table.pos, robert, "intrigue")
    assert not values.has_icon(table.pos, ned, "intrigue")
    assert table.gold_of("A") == 0
    table.finish()
    assert not values.has_icon(table.pos, robert, "intrigue")


def _kill(table: Table, number: int) -> Table:
    tywin = table.play("B", "Tywin Lannister")
    table.at("challenges", active="B").challenge("B", "military", [tywin])
    return table


def test_davos_comes_back() -> None:
    table = Table("baratheon", "lannister")
    davos = table.play("A", "Ser Davos Seaworth")
    _kill(table, davos).use(davos).resolve()
    assert table.zone(davos) == "A.hand"


def test_davos_is_dead_if_nobody_says_so() -> None:
    table = Table("baratheon", "lannister")
    davos = table.play("A", "Ser Davos Seaworth")
    _kill(table, davos).resolve()
    assert table.zone(davos) == "A.dead"


def test_davos_killed_and_back_was_killed_all_the_same() -> None:
    table = Table("baratheon", "lannister")
    davos = table.play("A", "Ser Davos Seaworth")
    shireen = table.play("A", "Shireen Baratheon")
    joffrey = table.play("B", "Joffrey Baratheon")
    _kill(table, davos).use(davos).use(joffrey)
    assert table.zone(davos) == "A.hand"
    assert table.table.count(joffrey, "power") == 1, "Shireen was a Lady"
    assert table.zone(shireen) == "A.dead"


def test_shireen_kneels_somebody_as_she_dies() -> None:
    table = Table("baratheon", "lannister")
    shireen, jaime = table.play("A", "Shireen Baratheon"), table.play("B", "Ser Jaime Lannister")
    _kill(table, shireen).use(shireen, jaime).resolve()
    assert table.kneels(jaime)
    assert table.zone(shireen) == "A.dead"


def test_shireen_may_kneel_herself() -> None:
    table = Table("baratheon", "lannister")
    shireen = table.play("A", "Shireen Baratheon")
    _kill(table, shireen).use(shireen).resolve()
    assert table.zone(shireen) == "A.dead"


def test_stannis_counts_what_effects_stand_in_that_phase() -> None:
    table = Table("baratheon", "lannister")
    table.play("A", "Stannis Baratheon")
    illyrio = table.play("B", "Magister Illyrio")
    burned = [table.play("B", "Burned Men", kneeling=True) for _ in range(3)]
    table.gold("B", 2)
    table.at("standing", beginning=True).choose(*burned[:2]).finish()
    assert not table.was_offered(illyrio)
    assert [table.kneels(number) for number in burned] == [False, False, True]


def test_stannis_lets_two_stand() -> None:
    table = Table("baratheon", "lannister")
    stannis = table.play("A", "Stannis Baratheon", kneeling=True)
    others = [table.play("B", "Burned Men", kneeling=True) for _ in range(3)]
    throne = table.play("B", "The Iron Throne", kneeling=True)
    table.at("standing", beginning=True).choose(*others[:2])
    assert [table.kneels(number) for number in others] == [False, False, True]
    assert not table.kneels(throne)
    assert not table.kneels(stannis)


@pytest.mark.parametrize("phase", ["dominance", "challenges"])
def test_fiery_followers(phase: str) -> None:
    table = Table("baratheon", "lannister")
    fiery = table.play("A", "Fiery Followers", kneeling=True)
    table.at(phase, beginning=True)
    if phase == "dominance":
        table.use(fiery)
        assert not table.kneels(fiery)
    else:
        assert not table.finish().was_offered(fiery)


def test_kings_hunting_party() -> None:
    table = Table()
    party = table.play("A", "King's Hunting Party")
    table.play("A", "Robert Baratheon")
    assert not values.has_icon(table.pos, party, "intrigue")
    table.play("B", "Robert Baratheon")
    assert values.has_icon(table.pos, party, "intrigue")


def test_vanguard_lancer_needs_power_to_discard() -> None:
    table = Table("baratheon", "lannister")
    (lancer,) = table.hand("A", "Vanguard Lancer")
    tywin = table.play("B", "Tywin Lannister", power=2)
    jaime = table.play("B", "Ser Jaime Lannister")
    table.power("A", 1)
    table.power("B", 1)
    table.at("marshaling", active="A").act("A", "marshal", lancer)
    ask = table.until(lambda ask: ask.verb == "use" and ask.player == "A", "the reaction")
    table.decide("A", next(ask.moves(table.pos)))
    assert table.why_not("A", Move("choose", picks=(jaime,)))
    assert table.why_not("A", Move("choose", picks=(table.faction("A"),)))
    table.choose(tywin)
    assert table.table.count(tywin, "power") == 1


def test_lightbringer() -> None:
    table = Table("baratheon", "lannister")
    stannis, robert = table.play("A", "Stannis Baratheon"), table.play("A", "Robert Baratheon")
    sword = table.attach("A", "Lightbringer", stannis)
    assert values.has_keyword(table.pos, stannis, "renown")
    table.at("challenges", active="A").challenge("A", "power", [stannis])
    table.choose(stannis, verb="keyword").use(sword)
    assert not table.kneels(stannis)
    assert table.table.count(stannis, "power") == 1
    assert robert


def test_lightbringer_gives_robert_nothing_new_and_fits_no_stark() -> None:
    table = Table("baratheon", "lannister")
    selyse, ned = table.play("A", "Selyse Baratheon"), table.play("A", "Eddard Stark")
    table.attach("A", "Lightbringer", selyse)
    assert not values.has_keyword(table.pos, selyse, "renown")
    (copy,) = table.hand("B", "Lightbringer")
    table.at("marshaling", active="B")
    assert "agot2/restrictions-and-permissions#1" in table.why_not("B", Move("marshal", copy, picks=(ned,)))


def test_chamber_of_the_painted_table() -> None:
    table = Table("baratheon", "lannister")
    chamber = table.play("A", "Chamber of the Painted Table")
    table.play("A", "Robert Baratheon")
    table.power("B", 2)
    table.at("dominance", beginning=True).use(chamber)
    assert table.power_of("A") == 2
    assert table.power_of("B") == 1


def test_chamber_needs_power_to_move() -> None:
    table = Table("baratheon", "lannister")
    chamber = table.play("A", "Chamber of the Painted Table")
    table.play("A", "Robert Baratheon")
    assert not table.at("dominance", beginning=True).finish().was_offered(chamber)


@pytest.mark.parametrize("lost", [False, True])
def test_the_red_keep(lost: bool) -> None:
    table = Table("baratheon", "lannister")
    keep, tywin = table.play("A", "The Red Keep"), table.play("B", "Tywin Lannister")
    bastard = table.play("A", "Bastard in Hiding")
    table.at("challenges", active="B").challenge("B", "power" if lost else "military", [tywin])
    if lost:
        table.defend(bastard).resolve()
        table.finish()
        assert not table.was_offered(keep)
    else:
        table.resolve()
        table.use(keep, ability=2)
        assert len(table.cards("A", "hand")) == 2


def test_the_red_keep_adds_two_to_a_side_that_has_somebody() -> None:
    table = Table("baratheon", "lannister")
    table.play("A", "The Red Keep")
    bastard, rival = table.play("A", "Bastard in Hiding"), table.play("B", "Cersei Lannister")
    table.at("challenges", active="B").challenge("B", "power", [rival]).defend(bastard)
    challenge = table.pos.enclosing("challenge")
    assert challenge is not None
    assert total(table.pos, challenge, "defenders") == 4


def test_consolidation_of_power() -> None:
    table = Table("baratheon", "stark")
    (event,) = table.hand("A", "Consolidation of Power")
    bran, pup, sansa, mine = (
        table.play("B", "Bran Stark"),
        table.play("B", "Direwolf Pup"),
        table.play("B", "Sansa Stark"),
        table.play("A", "Bastard in Hiding"),
    )
    robb = table.play("B", "Robb Stark")
    table.at("marshaling", active="A")
    ask = table.until(lambda ask: table._use(ask, event, 0) is not None, "the event")
    table.decide("A", next(move for move in ask.moves(table.pos) if move.subject == event))
    assert table.why_not("A", Move("choose", picks=(robb,)))
    assert table.why_not("A", Move("choose", picks=(bran, mine)))
    table.choose(bran, pup, sansa)
    table.choose(pup)
    assert all(table.kneels(number) for number in (bran, pup, sansa))
    assert table.table.count(pup, "power") == 1


def test_ours_is_the_fury() -> None:
    table = Table("baratheon", "lannister")
    robert, tywin = table.play("A", "Robert Baratheon", kneeling=True), table.play("B", "Tywin Lannister")
    (fury,) = table.hand("A", "Ours is the Fury")
    table.gold("A", 2)
    table.at("challenges", active="B").challenge("B", "military", [tywin]).use(fury, robert)
    challenge = table.pos.enclosing("challenge")
    assert challenge is not None
    assert challenge.numbers("defenders") == [robert]
    table.play("B", "Burned Men", kneeling=True)
    table.resolve()
    assert not table.kneels(robert), "6 against 6 would lose; the new kneeler makes Robert 7"


def test_ours_is_the_fury_leaves_the_loser_kneeling() -> None:
    table = Table("baratheon", "lannister")
    bastard, fodder = (
        table.play("A", "Bastard in Hiding", kneeling=True),
        table.play("A", "Bastard in Hiding", kneeling=True),
    )
    tywin = table.play("B", "Tywin Lannister")
    (fury,) = table.hand("A", "Ours is the Fury")
    table.gold("A", 2)
    table.at("challenges", active="B").challenge("B", "power", [tywin]).use(fury, bastard).resolve()
    assert table.kneels(bastard)
    assert fodder


def test_ours_is_the_fury_is_for_defenders() -> None:
    table = Table("baratheon", "lannister")
    robert, other = table.play("A", "Robert Baratheon", kneeling=True), table.play("A", "Stannis Baratheon")
    (fury,) = table.hand("A", "Ours is the Fury")
    table.gold("A", 2)
    table.at("challenges", active="A").challenge("A", "military", [other]).resolve()
    assert not table.was_offered(fury)
    assert table.kneels(robert)


def test_seen_in_flames() -> None:
    table = Table("baratheon", "lannister")
    (flames,) = table.hand("A", "Seen In Flames")
    burned, rock = table.hand("B", "Burned Men", "Casterly Rock")
    table.play("A", "Fiery Followers")
    table.gold("A", 1)
    table.at("challenges", active="A").use(flames, rock)
    assert table.zone(rock) == "B.discard"
    assert table.zone(burned) == "B.hand"
    assert "A" in table.table.entities[burned].known


def test_seen_in_flames_needs_a_believer() -> None:
    table = Table("baratheon", "lannister")
    (flames,) = table.hand("A", "Seen In Flames")
    table.hand("B", "Burned Men")
    table.gold("A", 1)
    table.at("challenges", active="A")
    assert "agot2/restrictions-and-permissions#1" in table.why_not(
        "A", Move("use", flames, "seen-in-flames#1", amount=-1)
    )
