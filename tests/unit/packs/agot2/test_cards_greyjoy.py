"""House Greyjoy's cards do what they say, and not otherwise."""

from __future__ import annotations

import pytest

from ledger.events import Move
from rules.packs.agot2 import board, values
from rules.packs.agot2.values import total
from tests.unit.packs.agot2.table import Table


def raid(name: str) -> tuple[Table, int]:
    """Return a table with one of A's Greyjoys and kneeling characters on both sides, and that Greyjoy's number."""
    table = Table("greyjoy", "lannister")
    number = table.play("A", name)
    for player in "ABB":
        table.play(player, "Burned Men", kneeling=True)
    return table, number


def test_aeron_brings_back_the_ironborn() -> None:
    table, aeron = raid("Aeron Damphair")
    asha, ned = table.put("A", "dead", "Asha Greyjoy"), table.put("A", "dead", "Eddard Stark")
    table.put("B", "dead", "Theon Greyjoy")
    table.at("dominance", beginning=True).use(aeron, asha)
    assert table.zone(asha) == "A.play"
    assert table.zone(ned) == "A.dead"


def test_aeron_needs_dominance() -> None:
    table, aeron = raid("Aeron Damphair")
    table.put("A", "dead", "Asha Greyjoy")
    table.play("B", "Tywin Lannister")
    assert not table.at("dominance", beginning=True).finish().was_offered(aeron)


@pytest.mark.parametrize(("first", "reserve"), [("A", 4), ("B", 5)])
def test_alannys(first: str, reserve: int) -> None:
    table, _ = raid("Alannys Greyjoy")
    table.at("challenges", first=first)
    assert table.value("B", "reserve") == reserve
    assert table.value("A", "reserve") == 5


@pytest.mark.parametrize("opposed", [False, True])
def test_asha_stands_and_theon_gains_when_unopposed(opposed: bool) -> None:
    table, asha = raid("Asha Greyjoy")
    theon, guard = table.play("A", "Theon Greyjoy"), table.play("B", "Gold Cloaks")
    table.at("challenges", active="A").challenge("A", "power", [asha, theon]).defend(*([guard] if opposed else []))
    if opposed:
        table.resolve()
        assert not table.was_offered(asha)
        assert not table.was_offered(theon)
    else:
        table.use(asha).use(theon)
        assert not table.kneels(asha)
        assert table.table.count(theon, "power") == 1


def test_balon_overlooks_the_weak() -> None:
    table, balon = raid("Balon Greyjoy")
    guard, tywin = table.play("B", "Gold Cloaks"), table.play("B", "Tywin Lannister")
    table.at("challenges", active="A").challenge("A", "military", [balon]).defend(guard, tywin)
    challenge = table.pos.enclosing("challenge")
    assert challenge is not None
    assert total(table.pos, challenge, "defenders") == 6


def test_balon_counts_them_when_he_defends() -> None:
    table, balon = raid("Balon Greyjoy")
    guard = table.play("B", "Gold Cloaks")
    table.at("challenges", active="B").challenge("B", "military", [guard]).defend(balon)
    challenge = table.pos.enclosing("challenge")
    assert challenge is not None
    assert total(table.pos, challenge, "attackers") == 3


def test_euron_takes_a_location_his_pillage_made_possible() -> None:
    table, euron = raid("Euron Crow's Eye")
    crew = table.play("A", "Black Wind's Crew")
    (rock,) = table.top("B", "Casterly Rock")
    table.at("challenges", active="A").challenge("A", "power", [euron, crew])
    table.until(lambda ask: ask.verb == "say", "the order of keywords")
    table.decide("A", Move("say", words=("pillage",)))
    table.choose(euron, verb="keyword").use(euron)
    assert table.zone(rock) == "B.play"
    assert table.table.entities[rock].controller == "A"


def test_euron_does_not_answer_the_pillage_of_others() -> None:
    table, euron = raid("Euron Crow's Eye")
    crew = table.play("A", "Black Wind's Crew")
    table.put("B", "discard", "Casterly Rock")
    table.at("challenges", active="A").challenge("A", "power", [euron, crew])
    table.until(lambda ask: ask.verb == "say", "the order of keywords")
    table.decide("A", Move("say", words=("pillage",)))
    table.choose(crew, verb="keyword").resolve()
    assert not table.was_offered(euron)


def test_drowned_men_count_warships() -> None:
    table, men = raid("Drowned Men")
    table.play("A", "Iron Fleet Scout")
    table.play("B", "Great Kraken")
    assert table.strength(men) == 4


@pytest.mark.parametrize(("first", "allowed"), [("A", True), ("B", False)])
def test_lordsport_shipwright(first: str, allowed: bool) -> None:
    table, shipwright = raid("Lordsport Shipwright")
    port, road = table.play("B", "Lannisport"), table.play("B", "The Roseroad")
    table.play("B", "The Wall")
    table.at("marshaling", first=first, active="A")
    ask = table.until(lambda ask: table._use(ask, shipwright, 0) is not None, "the action")
    table.decide("A", next(move for move in ask.moves(table.pos) if move.subject == shipwright))
    if allowed:
        table.choose(port)
        assert table.kneels(port)
    else:
        assert table.kneels(road), "the only location of cost 2 or less"


def test_salty_navigator() -> None:
    table, _ = raid("Salty Navigator")
    assert table.value("A", "initiative") == 5


@pytest.mark.parametrize("attacks", [True, False])
def test_throwing_axe(attacks: bool) -> None:
    table, asha = raid("Asha Greyjoy")
    axe = table.attach("A", "Throwing Axe", asha)
    theon, guard = table.play("A", "Balon Greyjoy"), table.play("B", "Gold Cloaks")
    table.at("challenges", active="A").challenge("A", "military", [asha, theon] if attacks else [theon]).defend(guard)
    if attacks:
        table.use(axe)
        assert table.zone(guard) == "B.dead"
        assert table.zone(axe) == "A.discard"
    else:
        assert not table.resolve().was_offered(axe)


def test_great_kraken() -> None:
    table, balon = raid("Balon Greyjoy")
    kraken = table.play("A", "Great Kraken")
    table.play("B", "Tywin Lannister")
    assert values.has_keyword(table.pos, balon, "stealth")
    theirs = table.play("B", "Theon Greyjoy")
    assert values.has_keyword(table.pos, theirs, "stealth")
    table.at("challenges", active="A").challenge("A", "power", [balon]).use(kraken, say=["draw"], ability=2)
    assert len(table.cards("A", "hand")) == 1
    assert table.power_of("A") <= 2


def test_great_kraken_twice_a_round() -> None:
    table, balon = raid("Balon Greyjoy")
    kraken = table.play("A", "Great Kraken")
    asha, euron = table.play("A", "Asha Greyjoy"), table.play("A", "Euron Crow's Eye")
    table.at("challenges", active="A")
    table.challenge("A", "power", [balon]).use(kraken, say=["power"], ability=2).resolve()
    table.challenge("A", "military", [asha]).use(kraken, say=["draw"], ability=2).resolve()
    table.offered.clear()
    table.challenge("A", "intrigue", [euron]).resolve()
    assert not table.was_offered(kraken)


@pytest.mark.parametrize(("first", "strength"), [("A", 6), ("B", 5)])
def test_iron_fleet_scout(first: str, strength: int) -> None:
    table, asha = raid("Asha Greyjoy")
    scout = table.play("A", "Iron Fleet Scout")
    table.at("challenges", first=first, active="A").challenge("A", "power", [asha]).use(scout, asha)
    assert table.strength(asha) == strength
    table.resolve()
    assert table.strength(asha) == 4


def test_risen_from_the_sea_becomes_an_attachment() -> None:
    table = Table("greyjoy", "lannister")
    asha = table.play("A", "Asha Greyjoy")
    (risen,) = table.hand("A", "Risen from the Sea")
    tywin = table.play("B", "Tywin Lannister")
    table.at("challenges", active="B").challenge("B", "military", [tywin]).use(risen).resolve()
    assert table.zone(asha) == "A.play"
    assert table.zone(risen) == "A.play"
    assert table.table.entities[risen].host == asha
    assert table.strength(asha) == 5
    assert board.card_type(table.pos, table.table.entities[risen]) == "attachment"
    assert values.has_trait(table.pos, risen, "Condition")


def test_risen_from_the_sea_goes_to_the_discard_pile_with_its_bearer() -> None:
    table = Table("greyjoy", "lannister")
    asha = table.play("A", "Asha Greyjoy")
    (risen,) = table.hand("A", "Risen from the Sea")
    tywin, jaime = table.play("B", "Tywin Lannister"), table.play("B", "Ser Jaime Lannister")
    table.plot("B", "A Storm of Swords")
    table.at("challenges", active="B").challenge("B", "military", [tywin]).use(risen).resolve()
    table.challenge("B", "military", [jaime]).resolve()
    assert table.zone(asha) == "A.dead"
    assert table.zone(risen) == "A.discard"


def test_risen_from_the_sea_saves_greyjoys_only() -> None:
    table = Table("greyjoy", "lannister")
    table.play("A", "Eddard Stark")
    (risen,) = table.hand("A", "Risen from the Sea")
    tywin = table.play("B", "Tywin Lannister")
    table.at("challenges", active="B").challenge("B", "military", [tywin]).resolve()
    assert not table.was_offered(risen)


@pytest.mark.parametrize("first", ["A", "B"])
def test_the_krakens_grasp(first: str) -> None:
    table, asha = raid("Asha Greyjoy")
    (grasp,) = table.hand("A", "The Kraken's Grasp")
    jaime, tywin = table.play("B", "Ser Jaime Lannister"), table.play("B", "Tywin Lannister")
    table.at("challenges", first=first, active="A").challenge("A", "military", [asha]).defend(jaime, tywin)
    if first == "A":
        table.use(grasp)
        challenge = table.pos.enclosing("challenge")
        assert challenge is not None
        assert total(table.pos, challenge, "defenders") == 6
    else:
        assert not table.resolve().was_offered(grasp)


def test_we_do_not_sow() -> None:
    table, asha = raid("Asha Greyjoy")
    (sow,) = table.hand("A", "We Do Not Sow")
    rock, own = table.play("B", "Casterly Rock"), table.play("A", "Great Kraken")
    table.gold("A", 1)
    table.at("challenges", active="A").challenge("A", "power", [asha]).use(sow, rock)
    assert table.zone(rock) == "B.discard"
    assert table.zone(own) == "A.play"
