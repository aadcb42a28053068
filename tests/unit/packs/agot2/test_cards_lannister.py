"""House Lannister's cards do what they say, and not otherwise."""

from __future__ import annotations

import pytest

from ledger.events import Move
from rules.packs.agot2 import values
from tests.unit.packs.agot2.table import Table


def court(*names: str) -> tuple[Table, list[int]]:
    """Return a table with A's Lannisters and kneeling characters on both sides, and the Lannisters' numbers."""
    table = Table("lannister", "stark")
    numbers = [table.play("A", name) for name in names]
    for player in "AABBB":
        table.play(player, "Tumblestone Knight", kneeling=True)
    return table, numbers


@pytest.mark.parametrize(("attackers", "lost"), [(["Cersei Lannister"], 3), (["Tyrion Lannister"], 2)])
def test_cersei_raises_intrigue_claim(attackers: list[str], lost: int) -> None:
    table, numbers = court("Cersei Lannister", "Tyrion Lannister")
    table.hand("B", "", "", "", "")
    chosen = [number for number in numbers if table.name(number) in attackers]
    table.at("challenges", active="A").challenge("A", "intrigue", chosen).resolve()
    assert len(table.cards("B", "discard")) == lost, "the plot's claim is 2"


def test_joffrey_likes_dead_lords_thrice_a_round() -> None:
    table, (tywin, joffrey) = court("Tywin Lannister", "Joffrey Baratheon")
    table.plot("A", "A Clash of Kings")
    ned = table.play("B", "Eddard Stark")
    table.at("challenges", active="A").challenge("A", "military", [tywin])
    table.until(lambda ask: ask.verb == "claim", "claim")
    table.choose(ned, verb="claim").use(joffrey)
    assert table.table.count(joffrey, "power") == 1


def test_joffrey_ignores_common_deaths() -> None:
    table, (tywin, joffrey) = court("Tywin Lannister", "Joffrey Baratheon")
    table.at("challenges", active="A").challenge("A", "military", [tywin]).resolve()
    assert not table.was_offered(joffrey)


@pytest.mark.parametrize(("kind", "kneels"), [("military", False), ("intrigue", True)])
def test_jaime(kind: str, kneels: bool) -> None:
    table, (jaime,) = court("Ser Jaime Lannister")
    table.at("challenges", active="A").challenge("A", kind, [jaime])
    assert table.kneels(jaime) is kneels
    assert values.has_keyword(table.pos, jaime, "renown") is not kneels
    table.resolve()
    assert not values.has_keyword(table.pos, jaime, "renown")


def test_the_tickler_finds_copies() -> None:
    table, (tickler,) = court("The Tickler")
    table.top("B", "The Roseroad")
    road, other = table.play("B", "The Roseroad"), table.play("B", "Heart Tree Grove")
    table.at("dominance").use(tickler, road)
    assert table.zone(road) == "B.discard"
    assert table.zone(other) == "B.play"


def test_tyrion_hears_intrigue_twice() -> None:
    table, (tyrion, cersei) = court("Tyrion Lannister", "Cersei Lannister")
    table.play("A", "Casterly Rock")
    table.at("challenges", active="A").challenge("A", "intrigue", [tyrion]).use(tyrion).resolve()
    assert table.gold_of("A") == 2
    table.challenge("A", "intrigue", [cersei]).use(tyrion)
    assert table.gold_of("A") == 4
    table.resolve()
    euron = table.play("B", "Euron Crow's Eye")
    table.offered.clear()
    table.challenge("B", "intrigue", [euron]).resolve()
    assert not table.was_offered(tyrion)


def test_tywin_is_as_strong_as_his_purse() -> None:
    table, (tywin,) = court("Tywin Lannister")
    table.gold("A", 4)
    assert table.strength(tywin) == 10
    assert table.value("A", "gold") == 5


def test_gold_cloaks_leave_with_the_phase_they_ambushed_in() -> None:
    table, _ = court()
    cloaks = table.put("A", "hand", "Gold Cloaks")
    stay = table.play("A", "Gold Cloaks")
    table.gold("A", 2)
    table.at("challenges", active="A").act("A", "ambush", cloaks, amount=2)
    assert table.zone(cloaks) == "A.play"
    table.finish()
    assert table.zone(cloaks) == "A.discard"
    assert table.zone(stay) == "A.play"


def test_lannisport_moneylender() -> None:
    table, _ = court("Lannisport Moneylender")
    assert table.value("A", "gold") == 4


@pytest.mark.parametrize("more", [True, False])
def test_the_queens_assassin(more: bool) -> None:
    table, _ = court()
    assassin = table.put("A", "hand", "The Queen's Assassin")
    table.hand("A", "", "") if more else table.hand("B", "", "", "")
    ned = table.play("B", "Eddard Stark")
    table.gold("A", 4)
    table.at("challenges", active="A").act("A", "ambush", assassin, amount=4)
    if more:
        table.use(assassin)
        table.choose(ned)
        assert table.zone(ned) == "B.dead"
    else:
        assert not table.finish().was_offered(assassin)


def test_widows_wail() -> None:
    table, (joffrey, tyrion) = court("Joffrey Baratheon", "Tyrion Lannister")
    table.attach("A", "Widow's Wail", joffrey)
    assert table.strength(joffrey) == 5
    assert values.has_icon(table.pos, joffrey, "military")
    table.attach("A", "Widow's Wail", tyrion)
    assert not values.has_icon(table.pos, tyrion, "military")


def test_widows_wail_ambushes() -> None:
    table, (joffrey,) = court("Joffrey Baratheon")
    wail = table.put("A", "hand", "Widow's Wail")
    table.gold("A", 1)
    table.at("challenges", active="A").act("A", "ambush", wail, host=joffrey, amount=1)
    assert table.table.entities[wail].host == joffrey


def test_casterly_rock() -> None:
    table, (cersei, tyrion) = court("Cersei Lannister", "Tyrion Lannister")
    table.play("A", "Casterly Rock")
    table.at("challenges", active="A").challenge("A", "intrigue", [cersei]).resolve()
    table.challenge("A", "intrigue", [tyrion]).resolve()


@pytest.mark.parametrize(("kind", "works"), [("intrigue", True), ("power", False)])
def test_lannisport(kind: str, works: bool) -> None:
    table, (cersei,) = court("Cersei Lannister")
    port = table.play("A", "Lannisport")
    table.at("challenges", active="A").challenge("A", kind, [cersei])
    if works:
        table.use(port)
        assert len(table.cards("A", "hand")) == 1
    else:
        assert not table.resolve().was_offered(port)


def test_hear_me_roar_lends_a_character_for_the_phase() -> None:
    table, _ = court()
    roar, tywin, ned = table.hand("A", "Hear Me Roar!", "Tywin Lannister", "Eddard Stark")
    table.gold("A", 1)
    table.at("challenges", active="A").use(roar, tywin)
    assert table.zone(tywin) == "A.play"
    assert table.zone(ned) == "A.hand"
    table.finish()
    assert table.zone(tywin) == "A.discard"


def test_the_things_i_do_for_love_pay_for_what_they_send_home() -> None:
    table, (cersei,) = court("Cersei Lannister")
    (things,) = table.hand("A", "The Things I Do For Love")
    sansa, ned = table.play("B", "Sansa Stark"), table.play("B", "Eddard Stark")
    table.gold("A", 4)
    table.at("challenges", active="A")
    ask = table.until(lambda ask: table._use(ask, things, 0) is not None, "the event")
    table.decide("A", next(move for move in ask.moves(table.pos) if move.subject == things))
    assert table.why_not("A", Move("say", words=("1",))), "nobody of B's costs so little"
    table.decide("A", Move("say", words=("3",)))
    assert table.why_not("A", Move("choose", picks=(ned,)))
    table.choose(sansa)
    assert table.zone(sansa) == "B.hand"
    assert table.gold_of("A") == 1
    assert table.kneels(table.faction("A"))
    assert cersei


def test_treachery_cancels_abilities_of_cards_in_play() -> None:
    table, (cersei,) = court("Cersei Lannister")
    (treachery,) = table.hand("A", "Treachery")
    wind, raven = table.play("B", "Grey Wind"), table.play("A", "Messenger Raven")
    table.gold("A", 1)
    table.at("challenges", active="B").use(wind, raven).use(treachery)
    assert table.zone(raven) == "A.play"
    assert table.kneels(wind), "its cost stays paid"
    assert cersei


def test_treachery_does_not_answer_duplicates_or_events() -> None:
    table, (cersei, tywin) = court("Cersei Lannister", "Tywin Lannister")
    table.hand("A", "Treachery")
    treachery = table.cards("A", "hand")[0]
    robb = table.play("B", "Robb Stark", duplicates=1)
    duplicate = table.table.entities[robb].attached[0]
    table.gold("A", 1)
    table.plot("A", "A Clash of Kings")
    table.at("challenges", active="A").challenge("A", "military", [tywin])
    table.until(lambda ask: ask.verb == "claim", "claim")
    table.choose(robb, verb="claim").use(duplicate).resolve()
    assert table.zone(robb) == "B.play"
    assert not table.was_offered(treachery)
    assert cersei
