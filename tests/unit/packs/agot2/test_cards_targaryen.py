"""House Targaryen's cards do what they say, and not otherwise."""

from __future__ import annotations

import pytest

from ledger.events import Counted, Move
from rules.packs.agot2 import values
from tests.unit.packs.agot2.table import Table, facing_tywin


def essos(*names: str) -> tuple[Table, list[int], int]:
    """Return a table with A's Targaryens against B's Tywin, and their numbers."""
    return facing_tywin("targaryen", *names)


def test_daenerys_weakens_whoever_fights_her() -> None:
    table, (dany, drogo), tywin = essos("Daenerys Targaryen", "Khal Drogo")
    jaime = table.play("B", "Ser Jaime Lannister")
    table.at("challenges", active="B").challenge("B", "military", [tywin])
    assert table.strength(tywin) == 5
    assert table.strength(jaime) == 5
    table.defend(drogo)
    assert table.strength(drogo) == 5
    assert dany


def test_daenerys_on_her_knees_does_nothing() -> None:
    table = Table("targaryen", "lannister")
    table.play("A", "Daenerys Targaryen", kneeling=True)
    tywin = table.play("B", "Tywin Lannister")
    table.at("challenges", active="B").challenge("B", "military", [tywin])
    assert table.strength(tywin) == 6


@pytest.mark.parametrize(("dragon", "keyword"), [("Drogon", "renown"), ("Viserion", "stealth")])
def test_dragons_teach_the_stormborn(dragon: str, keyword: str) -> None:
    table, (dany, drogo), _ = essos("Daenerys Targaryen", "Khal Drogo")
    theirs = table.play("B", "Daenerys Targaryen")
    assert not values.has_keyword(table.pos, dany, keyword)
    table.play("A", dragon)
    assert values.has_keyword(table.pos, dany, keyword)
    assert not values.has_keyword(table.pos, theirs, keyword)
    assert drogo


def test_khal_drogo_rides_twice() -> None:
    table, (drogo, warrior), _ = essos("Khal Drogo", "Braided Warrior")
    table.at("challenges", active="A").challenge("A", "military", [drogo]).resolve()
    table.challenge("A", "military", [warrior]).resolve()


def test_illyrio_pays_to_stand_somebody() -> None:
    table, (illyrio,), _ = essos("Magister Illyrio")
    drogo = table.play("A", "Khal Drogo", kneeling=True)
    table.gold("A", 4)
    table.at("challenges", active="A").use(illyrio, drogo)
    assert not table.kneels(drogo)
    assert table.gold_of("A") == 2
    assert "agot2/limits-and-maximums#1" in table.why_not("A", Move("use", illyrio, "magister-illyrio#1"))


@pytest.mark.parametrize("stormborn", [True, False])
def test_rhaegal(stormborn: bool) -> None:
    table, (rhaegal, dany), _ = essos("Rhaegal", "Daenerys Targaryen")
    table.at("challenges", active="A").challenge("A", "intrigue", [dany] if stormborn else [rhaegal])
    if stormborn:
        table.use(rhaegal)
        assert not table.kneels(dany)
    else:
        assert not table.resolve().was_offered(rhaegal)


def test_jorah_betrays_and_is_gone_with_the_third_token() -> None:
    table, (jorah,), _ = essos("Ser Jorah Mormont")
    table.at("challenges", active="A").challenge("A", "military", [jorah]).resolve()
    assert table.table.count(jorah, "betrayal") == 1
    table.pos.emit(Counted(jorah, "betrayal", 2))
    table.finish()
    assert table.zone(jorah) == "A.discard"


def test_jorah_is_sacrificed_and_no_duplicate_helps() -> None:
    table = Table("targaryen", "lannister")
    jorah = table.play("A", "Ser Jorah Mormont", duplicates=1)
    table.play("B", "Tywin Lannister")
    table.pos.emit(Counted(jorah, "betrayal", 3))
    table.at("challenges", active="A")
    assert table.zone(jorah) == "A.discard"


def test_jorah_keeps_faith_when_he_stays_at_home() -> None:
    table, (jorah, drogo), _ = essos("Ser Jorah Mormont", "Khal Drogo")
    table.at("challenges", active="A").challenge("A", "military", [drogo]).resolve()
    assert table.table.count(jorah, "betrayal") == 0


def test_viserys_takes_an_attachment_with_him() -> None:
    table = Table("targaryen", "lannister")
    viserys, tywin = table.play("A", "Viserys Targaryen"), table.play("B", "Tywin Lannister")
    seal = table.attach("B", "Seal of the Hand", tywin)
    table.at("challenges", active="B").challenge("B", "military", [tywin]).use(viserys).resolve()
    assert table.zone(seal) == "B.discard"
    assert table.zone(viserys) == "A.dead"


def test_the_handmaiden() -> None:
    table, (maid,), _ = essos("Handmaiden")
    dany, drogo = table.play("A", "Daenerys Targaryen", kneeling=True), table.play("A", "Khal Drogo", kneeling=True)
    table.at("challenges", active="A").use(maid, dany)
    assert not table.kneels(dany)
    assert table.kneels(drogo)
    assert table.zone(maid) == "A.discard"


def test_the_unsullied() -> None:
    table, (unsullied, drogo), tywin = essos("Unsullied", "Khal Drogo")
    table.at("challenges", active="A").challenge("A", "military", [unsullied]).defend(tywin)
    assert table.strength(tywin) == 5
    table.resolve()
    assert table.strength(tywin) == 6
    assert drogo


@pytest.mark.parametrize(("name", "kneels"), [("Khal Drogo", [False, True]), ("Braided Warrior", [True])])
def test_drogos_arakh(name: str, kneels: list[bool]) -> None:
    table, (rider, _), _ = essos(name, "Khal Drogo" if name != "Khal Drogo" else "Unsullied")
    table.attach("A", "Drogo's Arakh", rider)
    table.at("challenges", active="A")
    for kneeling in kneels:
        table.challenge("A", "military", [rider])
        assert table.kneels(rider) is kneeling
        table.resolve()


def test_plaza_of_punishment_kills_the_weak() -> None:
    table, (dany,), _ = essos("Daenerys Targaryen")
    plaza = table.play("A", "Plaza of Punishment")
    bran, ned = table.play("B", "Sansa Stark", duplicates=1), table.play("B", "Eddard Stark")
    table.attach("B", "Ice", ned)
    table.at("challenges", active="A").challenge("A", "power", [dany])
    ask = table.until(lambda ask: table._use(ask, plaza, 0) is not None, "the Plaza")
    table.decide("A", next(move for move in ask.moves(table.pos) if move.subject == plaza))
    assert table.why_not("A", Move("choose", picks=(ned,))), "he has an attachment"
    table.choose(bran)
    assert table.zone(bran) == "B.dead", "a duplicate cannot save from a standing condition"


def test_plaza_weakens_the_strong_until_the_phase_ends() -> None:
    table, (dany,), tywin = essos("Daenerys Targaryen")
    plaza = table.play("A", "Plaza of Punishment")
    table.at("challenges", active="A").challenge("A", "power", [dany]).use(plaza, tywin).resolve()
    assert table.strength(tywin) == 4
    table.finish()
    assert table.strength(tywin) == 6


def test_dothraki_sea_lends_a_rider() -> None:
    table, (dany,), _ = essos("Daenerys Targaryen")
    sea = table.play("A", "Dothraki Sea")
    drogo, illyrio = table.hand("A", "Khal Drogo", "Magister Illyrio")
    table.at("challenges", active="A").challenge("A", "power", [dany]).use(sea, drogo)
    assert table.zone(drogo) == "A.play"
    assert table.zone(sea) == "A.discard"
    assert table.zone(illyrio) == "A.hand"
    table.finish()
    assert table.zone(drogo) == "A.hand"


@pytest.mark.parametrize(("victim", "dies"), [("Cersei Lannister", True), ("Ser Jaime Lannister", False)])
def test_dracarys(victim: str, dies: bool) -> None:
    table, (drogon,), _ = essos("Drogon")
    (fire,) = table.hand("A", "Dracarys!")
    target = table.play("B", victim, duplicates=1)
    table.gold("A", 1)
    table.at("challenges", active="B").challenge("B", "intrigue", [target]).use(fire, target)
    assert table.kneels(drogon)
    assert table.zone(target) == ("B.dead" if dies else "B.play")
    if not dies:
        assert table.strength(target) == 1


def test_dracarys_needs_a_dragon_to_kneel() -> None:
    table, _, tywin = essos()
    (fire,) = table.hand("A", "Dracarys!")
    table.gold("A", 1)
    table.at("challenges", active="B").challenge("B", "military", [tywin]).resolve()
    assert not table.was_offered(fire)


@pytest.mark.parametrize(
    ("name", "say", "zone"), [("Drogon", ["yes"], "A.play"), ("Drogon", ["no"], "A.deck"), ("Khal Drogo", [], "A.deck")]
)
def test_fire_and_blood(name: str, say: list[str], zone: str) -> None:
    table, _, _ = essos()
    (fire,) = table.hand("A", "Fire and Blood")
    dead = table.put("A", "dead", name)
    table.gold("A", 1)
    table.at("challenges", active="A").use(fire, dead, say=say)
    table.until(lambda ask: ask.verb != "shuffle", "the shuffle")
    assert table.zone(dead) == zone


def test_waking_the_dragon_returns_whom_it_woke() -> None:
    table = Table("targaryen", "lannister")
    dany, warrior = (
        table.play("A", "Daenerys Targaryen", kneeling=True),
        table.play("A", "Braided Warrior", kneeling=True),
    )
    (waking,) = table.hand("A", "Waking the Dragon")
    table.at("challenges", active="A").use(waking, dany)
    assert not table.kneels(dany)
    table.finish()
    assert table.zone(dany) == "A.hand"
    assert table.zone(warrior) == "A.play"


def test_waking_the_dragon_can_be_saved_from() -> None:
    table = Table("targaryen", "lannister")
    dany = table.play("A", "Daenerys Targaryen", kneeling=True, duplicates=1)
    duplicate = table.table.entities[dany].attached[0]
    (waking,) = table.hand("A", "Waking the Dragon")
    table.at("challenges", active="A").use(waking, dany).use(duplicate).finish()
    assert table.zone(dany) == "A.play"
