"""House Martell's cards do what they say, and not otherwise."""

from __future__ import annotations

import pytest

from ledger.events import Move
from rules.packs.agot2 import values
from tests.unit.packs.agot2.table import Table


def dorne(*names: str, used: int = 0) -> tuple[Table, list[int]]:
    """Return a table with A's Martells, `used` plots and kneeling characters on both sides, and their numbers."""
    table = Table("martell", "lannister")
    numbers = [table.play("A", name) for name in names]
    for player in "AABBB":
        table.play(player, "Burned Men", kneeling=True)
    for _ in range(used):
        table.put("A", "used", "The Winds of Winter")
    return table, numbers


@pytest.mark.parametrize("during", [True, False])
def test_areo_hotah(during: bool) -> None:
    table, (viper,) = dorne("The Red Viper")
    areo = table.put("A", "hand", "Areo Hotah")
    tywin = table.play("B", "Tywin Lannister")
    table.gold("A", 5)
    table.at("challenges", active="B")
    if during:
        table.challenge("B", "military", [tywin]).act("A", "ambush", areo, amount=5).use(areo, tywin)
        challenge = table.pos.enclosing("challenge")
        assert challenge is not None
        assert challenge.numbers("attackers") == []
        table.resolve()
        assert "winner" not in challenge.data
    else:
        table.act("A", "ambush", areo, amount=5).finish()
        assert not table.was_offered(areo)
    assert viper


def test_arianne_brings_somebody_and_goes() -> None:
    table, (arianne,) = dorne("Arianne Martell")
    obara, viper = table.hand("A", "Obara Sand", "The Red Viper")
    table.at("dominance").use(arianne, obara)
    assert table.zone(obara) == "A.play"
    assert table.zone(arianne) == "A.hand"
    assert table.zone(viper) == "A.hand"


def test_arianne_stays_if_nobody_came() -> None:
    table, (arianne,) = dorne("Arianne Martell")
    table.hand("A", "The Red Viper")
    assert not table.at("dominance").finish().was_offered(arianne)


def test_doran_helps_other_martell_lords_and_ladies() -> None:
    table, (doran, arianne, obara) = dorne("Doran Martell", "Arianne Martell", "Obara Sand", used=3)
    assert table.strength(arianne) == 7
    assert table.strength(doran) == 4
    assert table.strength(obara) == 3


def test_edric_buys_an_icon() -> None:
    table, (edric,) = dorne("Edric Dayne")
    table.gold("A", 1)
    table.at("challenges", active="A").use(edric, say=["military"])
    assert values.icons(table.pos, edric) == {"military"}
    table.finish()
    assert values.icons(table.pos, edric) == set()


def test_caleotte_takes_an_icon() -> None:
    table, (caleotte,) = dorne("Maester Caleotte")
    tywin = table.play("B", "Tywin Lannister")
    table.at("challenges", active="B").challenge("B", "power", [tywin]).defend(caleotte).use(
        caleotte, tywin, say=["intrigue"]
    )
    assert values.icons(table.pos, tywin) == {"military", "power"}


def test_caleotte_must_participate() -> None:
    table, (caleotte,) = dorne("Maester Caleotte")
    tywin = table.play("B", "Tywin Lannister")
    table.at("challenges", active="B").challenge("B", "power", [tywin]).resolve()
    assert not table.was_offered(caleotte)


@pytest.mark.parametrize(("kind", "allowed"), [("power", True), ("military", False)])
def test_obara_defends_on_her_knees_and_without_the_icon(kind: str, allowed: bool) -> None:
    table = Table("martell", "lannister")
    obara, knight = table.play("A", "Obara Sand", kneeling=True), table.play("A", "House Dayne Knight")
    table.attach("A", "Noble Lineage", knight)
    tywin = table.play("B", "Tywin Lannister")
    table.at("challenges", active="B").challenge("B", kind, [tywin])
    table.until(lambda ask: ask.verb == "defend", "defenders")
    assert (not table.why_not("A", Move("defend", picks=(obara,)))) is allowed


@pytest.mark.parametrize(("defended", "power"), [(False, 1), (True, 0)])
def test_the_red_viper_counts_by_fives(defended: bool, power: int) -> None:
    table, (viper,) = dorne("The Red Viper")
    guard = table.play("B", "Gold Cloaks")
    table.at("challenges", active="A").challenge("A", "power", [viper]).defend(*([guard] if defended else []))
    if power:
        table.use(viper)
        assert table.table.count(viper, "power") == 1
    else:
        assert not table.resolve().was_offered(viper)


def test_the_paramour_calls_somebody_out() -> None:
    table, (paramour,) = dorne("Dornish Paramour")
    cersei, tyrion = table.play("B", "Cersei Lannister"), table.play("B", "Tyrion Lannister")
    table.at("challenges", active="A").challenge("A", "intrigue", [paramour]).use(paramour, cersei)
    table.until(lambda ask: ask.verb == "defend", "defenders")
    assert table.why_not("B", Move("defend"))
    assert table.why_not("B", Move("defend", picks=(tyrion,)))
    table.defend(cersei, tyrion)


def test_the_greenblood_trader_orders_what_is_left() -> None:
    table, _ = dorne()
    trader = table.put("A", "hand", "Greenblood Trader")
    first, second, third = table.top("A", "Dawn", "Sunspear", "Confinement")
    table.at("marshaling", active="A").act("A", "marshal", trader).use(trader, first)
    assert table.zone(first) == "A.hand"
    assert table.cards("A", "deck")[0] == third
    assert table.cards("A", "deck")[-1] == second


def test_the_greenblood_trader_may_take_nothing() -> None:
    table, _ = dorne()
    trader = table.put("A", "hand", "Greenblood Trader")
    first, second = table.top("A", "Dawn", "Sunspear")
    table.at("marshaling", active="A").act("A", "marshal", trader).use(trader).choose()
    table.choose(second, first)
    assert table.cards("A", "deck")[-2:] == [second, first]


@pytest.mark.parametrize("first", ["A", "B"])
def test_palace_spearman(first: str) -> None:
    table, (spearman,) = dorne("Palace Spearman")
    table.at("challenges", first=first)
    assert values.has_icon(table.pos, spearman, "intrigue") is (first == "B")


def test_dawn() -> None:
    table, (edric, obara) = dorne("Edric Dayne", "Obara Sand", used=2)
    table.attach("A", "Dawn", edric)
    assert table.strength(edric) == 3
    assert values.has_keyword(table.pos, edric, "intimidate")
    table.attach("B", "Dawn", obara)
    assert table.strength(obara) == 3, "B has no used plots"
    assert not values.has_keyword(table.pos, obara, "intimidate")


def test_ghaston_grey_sends_an_attacker_home() -> None:
    table, _ = dorne()
    grey = table.play("A", "Ghaston Grey")
    tywin = table.play("B", "Tywin Lannister", duplicates=1)
    table.at("challenges", active="B").challenge("B", "power", [tywin]).use(grey).resolve()
    assert table.zone(tywin) == "B.hand", "a duplicate cannot save him"
    assert table.zone(grey) == "A.discard"


@pytest.mark.parametrize(("kind", "lost"), [("intrigue", 3), ("power", 0)])
def test_sunspear_raises_claim_of_the_same_kind(kind: str, lost: int) -> None:
    table, (viper,) = dorne("The Red Viper")
    sunspear = table.play("A", "Sunspear")
    tywin = table.play("B", "Tywin Lannister")
    table.hand("B", "", "", "", "", "")
    table.at("challenges", first="B", active="B").challenge("B", kind, [tywin]).use(sunspear).resolve()
    table.challenge("A", "intrigue", [viper]).resolve()
    assert len(table.cards("B", "discard")) == (lost or 2)


@pytest.mark.parametrize("used", [2, 0])
def test_dorans_game(used: int) -> None:
    table, (viper,) = dorne("The Red Viper", used=used)
    (game,) = table.hand("A", "Doran's Game")
    table.gold("A", 1)
    table.at("challenges", active="A").challenge("A", "intrigue", [viper])
    if used:
        table.use(game).resolve()
        assert table.power_of("A") == 3, "two by the game and one for being unopposed"
    else:
        assert not table.resolve().was_offered(game), "it could change nothing"


@pytest.mark.parametrize("first", ["B", "A"])
def test_unbowed_unbent_unbroken(first: str) -> None:
    table, _ = dorne()
    (unbowed,) = table.hand("A", "Unbowed, Unbent, Unbroken")
    tywin, jaime = table.play("B", "Tywin Lannister"), table.play("B", "Ser Jaime Lannister")
    table.at("challenges", first=first, active="B").challenge("B", "power", [tywin])
    if first == "B":
        table.use(unbowed, say=["military"]).resolve()
        table.until(lambda ask: ask.verb == "challenge", "challenges")
        assert "agot2/cannot#1" in table.why_not("B", Move("challenge", picks=(jaime,), words=("military", "A")))
        assert not table.why_not("B", Move("challenge", picks=(jaime,), words=("intrigue", "A")))
    else:
        assert not table.resolve().was_offered(unbowed)


def test_confinement() -> None:
    table, _ = dorne()
    (cell,) = table.hand("A", "Confinement")
    cersei, tywin = table.play("B", "Cersei Lannister"), table.play("B", "Tywin Lannister")
    table.gold("A", 1)
    table.at("challenges", active="B").use(cell, cersei)
    assert values.icons(table.pos, cersei) == set()
    assert values.icons(table.pos, tywin) == {"military", "intrigue", "power"}
