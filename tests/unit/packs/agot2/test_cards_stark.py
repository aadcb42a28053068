"""House Stark's cards do what they say, and not otherwise."""

from __future__ import annotations

import pytest

from ledger.events import Move
from rules.engine import explain
from rules.packs.agot2 import values
from tests.unit.packs.agot2.table import Table, facing_tywin


def north(*names: str) -> tuple[Table, list[int], int]:
    """Return a table with A's Starks against B's Tywin, and their numbers."""
    return facing_tywin("stark", *names)


def test_arya_slips_a_duplicate_under_herself() -> None:
    table, _, _ = north()
    arya = table.put("A", "hand", "Arya Stark")
    (top,) = table.top("A", "Ice")
    table.at("marshaling", active="A").act("A", "marshal", arya)
    assert not values.has_icon(table.pos, arya, "military")
    table.use(arya)
    assert table.table.entities[arya].attached == [top]
    assert not table.table.entities[top].up
    assert values.has_icon(table.pos, arya, "military")


def test_aryas_hidden_duplicate_saves_her() -> None:
    table = Table("stark", "lannister")
    arya = table.put("A", "hand", "Arya Stark")
    tywin = table.play("B", "Tywin Lannister")
    (top,) = table.top("A", "Ice")
    table.at("marshaling", active="A").act("A", "marshal", arya).use(arya)
    table.challenge("B", "military", [tywin]).use(top).resolve()
    assert table.zone(arya) == "A.play"
    assert table.zone(top) == "A.discard"


def test_bran_gives_himself_to_cancel_an_event() -> None:
    table, (bran, robb), _ = north("Bran Stark", "Robb Stark")
    (cell,) = table.hand("B", "Confinement")
    table.gold("B", 1)
    table.at("challenges", active="B").use(cell, bran).use(bran).finish()
    assert table.zone(bran) == "A.discard"
    assert table.zone(cell) == "B.discard"
    assert robb


def test_bran_does_not_answer_ones_own_events_nor_abilities() -> None:
    table, (bran, ned), _ = north("Bran Stark", "Eddard Stark")
    (north_,) = table.hand("A", "For the North!")
    table.at("challenges", active="A").challenge("A", "military", [ned]).use(north_, ned).resolve()
    assert not table.was_offered(bran)


def test_catelyn_silences_opponents() -> None:
    table, (catelyn,), _ = north("Catelyn Stark")
    tyrion = table.play("B", "Tyrion Lannister")
    seal = table.attach("B", "Seal of the Hand", tyrion)
    table.at("challenges", active="A").challenge("A", "intrigue", [catelyn])
    table.until(lambda ask: ask.verb == "act", "an action window")
    checks = explain(table.pos, "B", Move("use", seal, "seal-of-the-hand#1"))
    assert "cannot" in [check.name for check in checks if check.holds is False]
    table.resolve()
    assert not table.was_offered(tyrion)


def test_catelyn_at_home_silences_nobody() -> None:
    table, (catelyn, ned), _ = north("Catelyn Stark", "Eddard Stark")
    tyrion = table.play("B", "Tyrion Lannister")
    table.attach("A", "Little Bird", ned)
    table.at("challenges", active="A").challenge("A", "intrigue", [ned]).use(tyrion)
    assert table.gold_of("B") == 2
    assert catelyn


@pytest.mark.parametrize("active", ["B", "A"])
def test_eddard_rises_when_attacked(active: str) -> None:
    table = Table("stark", "lannister")
    ned, robb = table.play("A", "Eddard Stark", kneeling=True), table.play("A", "Robb Stark")
    tywin = table.play("B", "Tywin Lannister")
    table.at("challenges", active=active).challenge(active, "power", [tywin if active == "B" else robb])
    if active == "B":
        table.use(ned)
        assert not table.kneels(ned)
    else:
        assert not table.resolve().was_offered(ned)


@pytest.mark.parametrize("robb", [True, False])
def test_grey_wind(robb: bool) -> None:
    table, (wind,), _ = north("Grey Wind")
    if robb:
        table.play("A", "Robb Stark")
    weak, sansa = table.play("B", "Bran Stark"), table.play("B", "Sansa Stark")
    table.at("challenges", active="A")
    ask = table.until(lambda ask: table._use(ask, wind, 0) is not None, "Grey Wind")
    table.decide("A", next(move for move in ask.moves(table.pos) if move.subject == wind))
    if robb:
        table.choose(sansa)
        assert table.zone(sansa) == "B.dead"
    else:
        assert table.zone(weak) == "B.dead", "the only one of STR 1"


def test_robb_rouses_everyone_once_a_round() -> None:
    table = Table("stark", "lannister")
    robb, ned, sansa = (
        table.play("A", "Robb Stark"),
        table.play("A", "Eddard Stark", kneeling=True),
        table.play("A", "Sansa Stark"),
    )
    table.plot("B", "A Clash of Kings")
    tywin = table.play("B", "Tywin Lannister")
    table.at("challenges", active="B").challenge("B", "military", [tywin])
    table.until(lambda ask: ask.verb == "claim", "claim")
    table.choose(sansa, verb="claim").use(robb)
    assert not table.kneels(ned)


def test_robb_hears_sacrifices_but_no_strangers() -> None:
    table = Table("stark", "lannister")
    robb, bran = table.play("A", "Robb Stark", kneeling=True), table.play("A", "Bran Stark")
    (cell,) = table.hand("B", "Confinement")
    table.gold("B", 1)
    table.at("challenges", active="B").use(cell, bran).use(bran).use(robb)
    assert not table.kneels(robb)


def test_sansa_kneels_as_she_comes_and_gains_as_she_stands() -> None:
    table, _, _ = north()
    sansa = table.put("A", "hand", "Sansa Stark")
    table.at("marshaling", active="A").act("A", "marshal", sansa)
    assert table.kneels(sansa)
    standing = Table("stark", "lannister")
    sansa = standing.play("A", "Sansa Stark", kneeling=True)
    standing.at("standing", beginning=True).use(sansa)
    assert standing.power_of("A") == 1


def test_summer_finds_the_small_and_teaches_bran() -> None:
    table, (bran,), _ = north("Bran Stark")
    summer = table.put("A", "hand", "Summer")
    sansa, ned = table.put("A", "dead", "Sansa Stark"), table.put("A", "discard", "Eddard Stark")
    assert not values.has_keyword(table.pos, bran, "insight")
    table.at("marshaling", active="A").act("A", "marshal", summer).use(summer, sansa)
    assert table.zone(sansa) == "A.hand"
    assert table.zone(ned) == "A.discard"
    assert values.has_keyword(table.pos, bran, "insight")


def test_the_pup_grows_with_its_pack() -> None:
    table, (pup, summer), _ = north("Direwolf Pup", "Summer")
    assert table.strength(pup) == 2
    table.play("A", "Direwolf Pup")
    table.play("B", "Direwolf Pup")
    assert table.strength(pup) == 3
    assert summer


@pytest.mark.parametrize(("plot", "kneels"), [("A Storm of Swords", False), ("Summons", True)])
def test_vanguard_of_the_north(plot: str, kneels: bool) -> None:
    table, (vanguard,), _ = north("Vanguard of the North")
    table.plot("B", plot)
    table.at("challenges", active="A").challenge("A", "military", [vanguard])
    assert table.kneels(vanguard) is kneels


@pytest.mark.parametrize("bears", [True, False])
def test_ice(bears: bool) -> None:
    table, (ned, robb), tywin = north("Eddard Stark", "Robb Stark")
    ice = table.attach("A", "Ice", ned)
    assert table.strength(ned) == 7
    table.at("challenges", active="A").challenge("A", "military", [ned if bears else robb])
    if bears:
        table.use(ice, tywin, ability=2)
        assert table.zone(tywin) == "B.dead"
        assert table.zone(ice) == "A.discard"
    else:
        assert not table.resolve().was_offered(ice)


@pytest.mark.parametrize(("top", "drawn"), [("Ice", True), ("Longclaw", False)])
def test_gates_of_winterfell(top: str, drawn: bool) -> None:
    table, _, _ = north()
    gates = table.play("A", "Gates of Winterfell")
    (number,) = table.top("A", top)
    table.at("challenges", active="A").use(gates)
    assert (table.zone(number) == "A.hand") is drawn
    assert table.table.entities[number].known or drawn


def test_the_wolfswood_hides_wolves() -> None:
    table, _, _ = north()
    table.play("A", "The Wolfswood")
    pup, ned = table.hand("A", "Direwolf Pup", "Eddard Stark")
    table.gold("A", 7)
    table.at("challenges", active="A")
    assert table.why_not("A", Move("ambush", ned, amount=7))
    table.act("A", "ambush", pup, amount=2)
    assert table.zone(pup) == "A.play"


@pytest.mark.parametrize("wins", [True, False])
def test_for_the_north(wins: bool) -> None:
    table, (ned, pup), tywin = north("Eddard Stark", "Direwolf Pup")
    (event,) = table.hand("A", "For the North!")
    attacker = ned if wins else pup
    table.at("challenges", active="A").challenge("A", "military", [attacker]).defend(tywin).use(event, attacker)
    assert table.strength(attacker) == (7 if wins else 3)
    table.resolve()
    assert table.strength(attacker) == (5 if wins else 1)
    assert len(table.cards("A", "hand")) == (1 if wins else 0)


def test_for_the_north_is_for_military_challenges() -> None:
    table, (ned,), _ = north("Eddard Stark")
    (event,) = table.hand("A", "For the North!")
    table.at("challenges", active="A").challenge("A", "power", [ned]).resolve()
    assert not table.was_offered(event)


@pytest.mark.parametrize("wolf", [True, False])
def test_like_warm_rain(wolf: bool) -> None:
    table, _, tywin = north()
    (rain,) = table.hand("A", "Like Warm Rain")
    summer = table.play("A", "Summer") if wolf else 0
    table.gold("A", 1)
    table.at("challenges", active="B").challenge("B", "intrigue", [tywin])
    if wolf:
        table.use(rain)
        assert table.zone(tywin) == "B.dead"
        assert table.kneels(summer)
    else:
        assert not table.resolve().was_offered(rain)


def test_winter_is_coming_raises_claim_once_by_title() -> None:
    table, (ned,), _ = north("Eddard Stark")
    first, second = table.hand("A", "Winter Is Coming", "Winter Is Coming")
    table.gold("A", 2)
    table.at("challenges", active="A").challenge("A", "military", [ned]).use(first)
    assert table.value("A", "claim") == 3
    assert "agot2/maximum-x-per-period#2" in table.why_not("A", Move("use", second, "winter-is-coming#1"))
    table.resolve()
    assert len(table.cards("B", "dead")) == 3
    assert table.value("A", "claim") == 2
