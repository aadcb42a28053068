"""Every plot of the core set does what it says, and not otherwise."""

from __future__ import annotations

import pytest

from ledger.events import Move
from rules.packs.agot2.values import limited_left
from tests.unit.packs.agot2.table import Table


def revealing(name: str) -> Table:
    """Return a table where A is about to reveal a plot; the test adds what else it needs before `reveal`."""
    table = Table("stark", "lannister")
    for player, first in (("A", name), ("B", "The Winds of Winter")):
        table.put(player, "plots", first)
        table.put(player, "plots", "Counting Coppers")
    return table


def reveal(table: Table, rounds: bool = False) -> Table:
    """Let both players reveal their first plot and make A first player; stop at the next decision."""
    table.at("plot", beginning=True, rounds=rounds)
    for _ in range(8):
        ask = table.pos.ask
        assert ask is not None
        if ask.verb not in ("plot", "first", "chance") or (ask.verb == "chance" and "initiative" not in ask.says):
            break
        table.decide(ask.player, Move("first", words=("A",)) if ask.verb == "first" else next(ask.moves(table.pos)))
    return table


def with_plot(name: str, *, active: str = "A", owner: str = "A", phase: str = "challenges") -> tuple[Table, int, int]:
    """Return a table with a revealed plot, A's Eddard and B's Tywin in a phase, and both characters' numbers."""
    table = Table("stark", "lannister")
    table.plot(owner, name)
    for player in "ABBB":
        table.play(player, "Gold Cloaks", kneeling=True)
    ned, tywin = table.play("A", "Eddard Stark"), table.play("B", "Tywin Lannister")
    table.at(phase, active=active)
    return table, ned, tywin


def can(table: Table, player: str, kind: str, *attackers: int) -> bool:
    """Whether a player could initiate a challenge with these attackers at the next opportunity."""
    table.until(lambda ask: ask.verb == "challenge", "challenges")
    other = "B" if player == "A" else "A"
    return not table.why_not(player, Move("challenge", picks=attackers, words=(kind, other)))


@pytest.mark.parametrize(("kind", "works"), [("power", True), ("military", False)])
def test_a_clash_of_kings(kind: str, works: bool) -> None:
    table = Table("stark", "lannister")
    plot = table.plot("A", "A Clash of Kings")
    ned = table.play("A", "Eddard Stark")
    table.power("B", 3)
    table.at("challenges", active="A").challenge("A", kind, [ned])
    if works:
        table.use(plot).resolve()
        assert table.table.count(table.faction("B"), "power") == 1, "one by the plot, one by claim"
    else:
        table.resolve()
        assert not table.was_offered(plot)


@pytest.mark.parametrize("winner", ["A", "B"])
def test_a_feast_for_crows(winner: str) -> None:
    table = Table()
    plot = table.plot("A", "A Feast for Crows")
    table.play(winner, "Eddard Stark")
    table.at("dominance", beginning=True)
    if winner == "A":
        table.use(plot)
        assert table.power_of("A") == 3
    else:
        table.finish()
        assert not table.was_offered(plot)


def test_a_game_of_thrones() -> None:
    table, ned, _ = with_plot("A Game of Thrones", owner="B")
    cersei = table.play("A", "Cersei Lannister")
    assert not can(table, "A", "military", ned)
    assert not can(table, "A", "power", ned)
    table.challenge("A", "intrigue", [cersei]).resolve()
    assert can(table, "A", "military", ned)


def test_a_noble_cause() -> None:
    table = Table()
    table.plot("A", "A Noble Cause")
    pup, bran, tywin = table.hand("A", "Direwolf Pup", "Eddard Stark", "Tywin Lannister")
    table.gold("A", 5)
    table.at("marshaling", active="A")
    assert table.gold_of("A") == 10
    table.act("A", "marshal", pup)
    assert table.gold_of("A") == 8, "a Direwolf costs what it says"
    table.act("A", "marshal", bran)
    assert table.gold_of("A") == 3, "the first Lord costs 2 less"
    table.gold("A", 3)
    assert "agot2/initiating-abilities#3" in table.why_not("A", Move("marshal", tywin)), "the second one does not"


def test_a_storm_of_swords() -> None:
    table, ned, _ = with_plot("A Storm of Swords")
    wind, pup = table.play("A", "Grey Wind"), table.play("A", "Direwolf Pup")
    table.challenge("A", "military", [ned]).resolve()
    assert can(table, "A", "military", wind)
    table.challenge("A", "military", [wind]).resolve()
    assert not can(table, "A", "military", pup)


@pytest.mark.parametrize(
    ("plot", "wanted", "other"),
    [("Building Orders", "The Roseroad", "Bran Stark"), ("Summons", "Bran Stark", "The Roseroad")],
)
def test_building_orders_and_summons(plot: str, wanted: str, other: str) -> None:
    table = revealing(plot)
    found, left = table.top("A", wanted, other)
    reveal(table).until(lambda ask: ask.verb == "choose", "the search")
    assert table.why_not("A", Move("choose", picks=(left,)))
    table.choose(found)
    assert table.zone(found) == "A.hand"
    assert table.zone(left) == "A.deck"


def test_a_search_of_ten_cards_does_not_see_the_eleventh() -> None:
    table = revealing("Summons")
    numbers = table.top("A", *["The Roseroad"] * 10, "Bran Stark")
    reveal(table)
    ask = table.pos.ask
    assert ask is not None
    assert ask.verb != "choose" or numbers[-1] not in getattr(ask, "candidates", [])


def test_calling_the_banners() -> None:
    table = revealing("Calling the Banners")
    for name in ("Bran Stark", "Direwolf Pup"):
        table.play("B", name)
    table.play("A", "Summer")
    reveal(table)
    assert table.gold_of("A") == 2


@pytest.mark.parametrize(("named", "dead"), [("military", 1), ("power", 2)])
def test_calm_over_westeros(named: str, dead: int) -> None:
    table = revealing("Calm Over Westeros")
    tywin = table.play("B", "Tywin Lannister")
    for name in ("Bran Stark", "Direwolf Pup", "Sansa Stark"):
        table.play("A", name)
    reveal(table)
    table.decide("A", Move("say", words=(named,)))
    table.challenge("B", "military", [tywin]).resolve()
    assert len(table.cards("A", "dead")) == dead, "the claim of B's plot is 2"


def test_confiscation() -> None:
    table = revealing("Confiscation")
    bran = table.play("B", "Bran Stark")
    milk, bird = table.attach("A", "Milk of the Poppy", bran), table.attach("B", "Little Bird", bran)
    reveal(table)
    assert table.why_not("A", Move("choose", picks=(bran,)))
    table.choose(milk)
    assert table.zone(milk) == "A.discard"
    assert table.zone(bird) == "B.play"


def test_counting_coppers() -> None:
    table = Table()
    table.put("A", "plots", "Counting Coppers")
    table.put("B", "plots", "The Winds of Winter")
    reveal(table)
    assert len(table.cards("A", "hand")) == 3


def test_filthy_accusations_cannot_choose_who_already_kneels() -> None:
    table = revealing("Filthy Accusations")
    bran, ned, sansa = (
        table.play("B", "Bran Stark", kneeling=True),
        table.play("B", "Eddard Stark"),
        table.play("A", "Sansa Stark"),
    )
    reveal(table)
    assert "agot2/target#9" in table.why_not("A", Move("choose", picks=(bran,)))
    table.choose(ned)
    assert table.kneels(ned)
    assert not table.kneels(sansa)


def test_fortified_position() -> None:
    table, ned, tywin = with_plot("Fortified Position", owner="B")
    table.gold("B", 3)
    throne = table.play("A", "The Iron Throne")
    assert table.strength(tywin) == 6, "no STR for gold"
    assert table.value("B", "gold") == 5, "plot modifiers are in the text box"
    assert table.dominance("A") == table.strength(ned) + 8, "a location is no character"
    assert throne
    table.challenge("B", "power", [tywin]).resolve()
    assert table.table.count(tywin, "power") == 0, "no renown"


@pytest.mark.parametrize(("card", "power", "pile"), [("Bran Stark", 2, "dead"), ("The Roseroad", 0, "discard")])
def test_heads_on_spikes(card: str, power: int, pile: str) -> None:
    table = revealing("Heads on Spikes")
    (number,) = table.hand("B", card)
    reveal(table)
    assert table.power_of("A") == power
    assert table.zone(number) == f"B.{pile}"


def test_jousting_contest() -> None:
    table, ned, tywin = with_plot("Jousting Contest", owner="B")
    wind, hound = table.play("A", "Grey Wind"), table.play("B", "Ser Jaime Lannister")
    assert not can(table, "A", "military", ned, wind)
    assert can(table, "A", "military", ned)
    table.challenge("A", "military", [ned])
    table.until(lambda ask: ask.verb == "defend", "defenders")
    assert table.why_not("B", Move("defend", picks=(tywin, hound)))
    table.defend(tywin)


def test_marched_to_the_wall_takes_one_from_each_and_nobody_saves() -> None:
    table = revealing("Marched to the Wall")
    ned, bran = table.play("A", "Eddard Stark", duplicates=1), table.play("A", "Bran Stark")
    tywin = table.play("B", "Tywin Lannister")
    reveal(table).choose(ned)
    assert table.zone(ned) == "A.discard"
    assert table.zone(tywin) == "B.discard", "the only one B has"
    assert table.zone(bran) == "A.play"


def test_marching_orders() -> None:
    table = Table()
    table.plot("A", "Marching Orders")
    bran, road, bird, north = table.hand("A", "Bran Stark", "The Roseroad", "Little Bird", "Consolidation of Power")
    sansa = table.play("A", "Sansa Stark")
    table.at("marshaling", active="A")
    assert not table.why_not("A", Move("marshal", bran))
    assert "agot2/cannot#1" in table.why_not("A", Move("marshal", road))
    assert "agot2/cannot#1" in table.why_not("A", Move("marshal", bird, picks=(sansa,)))
    assert "agot2/cannot#1" in table.why_not("A", Move("use", north, "consolidation-of-power#1"))


@pytest.mark.parametrize(("other", "gold"), [("Summons", 0), ("Marching Orders", 0), ("A Storm of Swords", 3)])
def test_naval_superiority(other: str, gold: int) -> None:
    table = Table()
    table.plot("A", "Naval Superiority")
    table.plot("B", other)
    assert table.value("B", "gold") == gold
    assert table.value("A", "gold") == 2


def test_naval_superiority_sets_only_the_base() -> None:
    table = Table()
    table.plot("A", "Naval Superiority")
    table.plot("B", "Summons")
    table.play("B", "The Roseroad")
    assert table.value("B", "gold") == 1


def test_power_behind_the_throne_has_one_token() -> None:
    table = revealing("Power Behind the Throne")
    plot = table.cards("A", "plots")[0]
    ned, bran = table.play("A", "Eddard Stark", kneeling=True), table.play("A", "Bran Stark", kneeling=True)
    reveal(table).use(plot, ned, ability=2)
    assert not table.kneels(ned)
    assert table.table.count(plot, "stand") == 0
    assert "agot2/abilities#10" in table.why_not("A", Move("use", plot, "power-behind-the-throne#2"))
    assert table.kneels(bran)


def test_the_token_goes_with_the_plot() -> None:
    table = Table("stark", "lannister")
    plot = table.put("A", "plots", "Power Behind the Throne")
    table.put("B", "plots", "The Winds of Winter")
    for player in "AB":
        table.put(player, "plots", "The Winds of Winter")
        table.put(player, "plots", "The Winds of Winter")
    reveal(table, rounds=True)
    assert table.table.count(plot, "stand") == 1
    table.until(lambda ask: table.zone(plot) == "A.used", "the next plot")
    assert table.table.count(plot, "stand") == 0


def test_rebuilding_takes_up_to_three() -> None:
    table = revealing("Rebuilding")
    numbers = [table.put("A", "discard", "Bran Stark") for _ in range(4)]
    theirs = table.put("B", "discard", "Tywin Lannister")
    reveal(table)
    assert table.why_not("A", Move("choose", picks=(theirs,)))
    assert table.why_not("A", Move("choose", picks=tuple(numbers)))
    table.choose(*numbers[:3])
    table.until(lambda ask: ask.verb != "shuffle", "the shuffle")
    assert [table.zone(number) for number in numbers] == ["A.deck"] * 3 + ["A.discard"]


def test_reinforcements_look_at_the_printed_cost() -> None:
    table = revealing("Reinforcements")
    ned, bran = table.hand("A", "Eddard Stark", "Bran Stark")
    pup = table.put("A", "discard", "Direwolf Pup")
    reveal(table)
    assert table.why_not("A", Move("choose", picks=(ned,)))
    assert not table.why_not("A", Move("choose", picks=(bran,)))
    table.choose(pup)
    assert table.zone(pup) == "A.play"


def test_sneak_attack() -> None:
    table, ned, _ = with_plot("Sneak Attack")
    wind = table.play("A", "Robb Stark")
    table.challenge("A", "military", [ned]).resolve()
    table.until(lambda ask: ask.player == "B" and ask.verb == "challenge", "A cannot go on")
    assert wind


def test_supporting_the_faith() -> None:
    table = Table()
    table.plot("A", "Supporting the Faith")
    table.gold("A", 2)
    table.gold("B", 3)
    table.at("challenges", beginning=True)
    assert (table.gold_of("A"), table.gold_of("B")) == (0, 0)


def test_supporting_the_faith_leaves_other_phases_alone() -> None:
    table = Table()
    table.plot("A", "Supporting the Faith")
    table.gold("A", 2)
    table.at("dominance", beginning=True)
    assert table.gold_of("A") == 2


@pytest.mark.parametrize(("plot", "second"), [("Taxation", True), ("The Winds of Winter", False)])
def test_taxation(plot: str, second: bool) -> None:
    table = Table()
    table.plot("A", plot)
    first, other, third = table.hand("A", "The Roseroad", "Heart Tree Grove", "Sea Tower")
    table.at("marshaling", active="A").act("A", "marshal", first)
    assert limited_left(table.pos, "A") is second
    assert (not table.why_not("A", Move("marshal", other))) is second
    if second:
        table.act("A", "marshal", other)
        assert "agot2/limited#1" in table.why_not("A", Move("marshal", third))


def test_wildfire_assault_spares_three_of_each() -> None:
    table = revealing("Wildfire Assault")
    mine = [table.play("A", name, duplicates=1) for name in ("Eddard Stark", "Bran Stark", "Sansa Stark", "Robb Stark")]
    theirs = [table.play("B", "Gold Cloaks") for _ in range(2)]
    reveal(table).choose(*mine[:3])
    table.choose(theirs[0])
    assert [table.zone(number) for number in mine] == ["A.play"] * 3 + ["A.dead"], "a duplicate cannot save"
    assert [table.zone(number) for number in theirs] == ["B.play", "B.dead"]


def test_what_only_a_blank_text_box_allowed_is_discarded_when_the_text_counts_again() -> None:
    table = Table("stark", "lannister")
    fort = table.plot("A", "Fortified Position")
    wind = table.play("A", "Grey Wind")
    bird = table.attach("A", "Little Bird", wind)
    for player in "AB":
        table.put(player, "plots", "The Winds of Winter")
        table.put(player, "plots", "The Winds of Winter")
    table.at("plot", beginning=True)
    assert table.zone(bird) == "A.play"
    table.until(lambda ask: table.zone(fort) == "A.used", "the next plot")
    assert table.zone(bird) == "A.discard"
