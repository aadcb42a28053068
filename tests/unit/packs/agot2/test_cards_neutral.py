"""Neutral cards, agendas and titles do what they say, and not otherwise."""

from __future__ import annotations

import pytest

from ledger.events import Counted, Move
from rules.packs.agot2 import board, values
from tests.unit.packs.agot2.table import Table


def fighting() -> tuple[Table, int, int]:
    """Return a table with A's Eddard, B's Tywin and somebody to die for claim on either side, and both numbers."""
    table = Table("stark", "lannister")
    for player in "AABB":
        table.play(player, "Gold Cloaks", kneeling=True)
    ned, tywin = table.play("A", "Eddard Stark"), table.play("B", "Tywin Lannister")
    return table, ned, tywin


def test_littlefinger_draws_when_marshaled() -> None:
    table = Table()
    (petyr,) = table.hand("A", "Littlefinger")
    table.gold("A", 5)
    table.at("marshaling", active="A").act("A", "marshal", petyr).use(petyr)
    assert len(table.cards("A", "hand")) == 2
    assert table.value("A", "gold") == 4


def test_littlefinger_draws_nothing_when_put_into_play() -> None:
    table = Table()
    (petyr,) = table.hand("A", "Littlefinger")
    arianne = table.play("A", "Arianne Martell")
    table.at("dominance").use(arianne, petyr).finish()
    assert table.zone(petyr) == "A.play"
    assert not table.was_offered(petyr)


def test_varys_clears_the_board_as_dominance_ends() -> None:
    table, ned, tywin = fighting()
    varys = table.play("A", "Varys")
    table.at("dominance").use(varys)
    assert table.zone(varys) == "A.out"
    assert (table.zone(ned), table.zone(tywin)) == ("A.discard", "B.discard")


def test_varys_waits_for_dominance() -> None:
    table, *_ = fighting()
    varys = table.play("A", "Varys")
    table.at("draw").finish()
    assert not table.was_offered(varys)


@pytest.mark.parametrize("attacks", [True, False])
def test_rattleshirts_raiders(attacks: bool) -> None:
    table, ned, tywin = fighting()
    raiders = table.play("A", "Rattleshirt's Raiders")
    seal, own = table.attach("B", "Seal of the Hand", tywin), table.attach("A", "Little Bird", ned)
    table.at("challenges", active="A").challenge(
        "A", "military", [raiders if attacks else ned, ned] if attacks else [ned]
    )
    if attacks:
        table.use(raiders)
        assert table.zone(seal) == "B.discard"
        assert table.zone(own) == "A.play"
    else:
        table.resolve()
        assert not table.was_offered(raiders)


def test_wildling_horde_pumps_wildlings_until_the_challenge_ends() -> None:
    table, ned, _ = fighting()
    horde, raiders = table.play("A", "Wildling Horde"), table.play("A", "Rattleshirt's Raiders")
    table.at("challenges", active="A").challenge("A", "military", [horde, raiders, ned])
    table.use(horde, raiders)
    assert table.strength(raiders) == 5
    assert table.kneels(table.faction("A"))
    table.resolve()
    assert table.strength(raiders) == 3


def test_wildling_horde_needs_a_standing_faction_card() -> None:
    table, *_ = fighting()
    horde = table.play("A", "Wildling Horde")
    table.at("challenges", active="A").challenge("A", "military", [horde]).use(horde)
    table.resolve()
    assert "agot2/kneel#3" in table.why_not("A", Move("use", horde, "wildling-horde#1"))


def test_seal_of_the_hand() -> None:
    table, ned, _ = fighting()
    seal = table.attach("A", "Seal of the Hand", ned)
    table.at("challenges", active="A").challenge("A", "military", [ned]).use(seal)
    assert not table.kneels(ned)
    assert table.kneels(seal)


def test_seal_of_the_hand_wants_a_lord_or_lady() -> None:
    table = Table()
    lord, wolf = table.play("A", "Bran Stark"), table.play("A", "Tumblestone Knight")
    (seal,) = table.hand("A", "Seal of the Hand")
    table.at("marshaling", active="A")
    assert not table.why_not("A", Move("marshal", seal, picks=(lord,)))
    assert "agot2/restrictions-and-permissions#1" in table.why_not("A", Move("marshal", seal, picks=(wolf,)))


@pytest.mark.parametrize("saved", [True, False])
def test_bodyguard(saved: bool) -> None:
    table, ned, tywin = fighting()
    guard = table.attach("A", "Bodyguard", ned)
    table.at("challenges", active="B").challenge("B", "military", [tywin])
    table.until(lambda ask: ask.verb == "claim", "claim")
    table.choose(ned, table.cards("A", "play")[0], verb="claim")
    if saved:
        table.use(guard)
    table.resolve()
    assert table.zone(ned) == ("A.play" if saved else "A.dead")
    assert table.zone(guard) == ("A.discard" if saved else "A.hand")


@pytest.mark.parametrize(
    ("attachment", "kind"), [("Little Bird", "intrigue"), ("Noble Lineage", "power"), ("Syrio's Training", "military")]
)
def test_icons_from_attachments(attachment: str, kind: str) -> None:
    table = Table()
    plain, other = table.play("A", "Messenger Raven"), table.play("A", "Messenger Raven")
    table.attach("A", attachment, plain)
    assert values.icons(table.pos, plain) == {kind}
    assert values.icons(table.pos, other) == set()


def test_milk_of_the_poppy_blanks_and_is_discarded_with_its_bearer() -> None:
    table, ned, tywin = fighting()
    milk = table.attach("A", "Milk of the Poppy", tywin)
    bird = table.attach("A", "Little Bird", tywin)
    table.gold("B", 5)
    assert table.strength(tywin) == 6
    assert values.has_trait(table.pos, tywin, "Lord")
    assert not values.has_keyword(table.pos, tywin, "renown")
    table.at("challenges", active="A").challenge("A", "military", [ned])
    table.until(lambda ask: ask.verb == "claim", "claim")
    table.choose(tywin, table.cards("B", "play")[0], verb="claim").resolve()
    assert table.zone(milk) == "A.discard"
    assert table.zone(bird) == "A.hand"


def test_the_iron_throne() -> None:
    table = Table()
    table.play("A", "The Iron Throne")
    assert table.dominance("A") == 8
    assert table.value("A", "reserve") == 6
    assert table.value("B", "reserve") == 5


def test_the_kingsroad() -> None:
    table = Table()
    road = table.play("A", "The Kingsroad")
    ned, loc = table.hand("A", "Eddard Stark", "The Iron Throne")
    table.gold("A", 3)
    assert table.value("A", "initiative") == 5
    table.at("marshaling", active="A").use(road)
    assert table.zone(road) == "A.discard"
    assert table.gold_of("A") == 6
    assert table.value("A", "initiative") == 4
    table.act("A", "marshal", loc)
    assert table.gold_of("A") == 4, "a location is no character"
    table.act("A", "marshal", ned)
    assert table.gold_of("A") == 0


def test_the_roseroad() -> None:
    table = Table()
    table.play("A", "The Roseroad")
    assert table.value("A", "gold") == 4


@pytest.mark.parametrize(("defended", "works"), [(False, True), (True, False)])
def test_put_to_the_sword_needs_a_margin_of_five(defended: bool, works: bool) -> None:
    table, ned, tywin = fighting()
    knight = table.play("B", "Ser Jaime Lannister")
    (sword,) = table.hand("A", "Put to the Sword")
    table.gold("A", 2)
    robb = table.play("A", "Robb Stark")
    table.at("challenges", active="A").challenge("A", "military", [ned, robb])
    table.defend(*([tywin] if defended else []))
    if works:
        table.use(sword, knight)
        assert table.zone(knight) == "B.dead"
        assert table.gold_of("A") == 0
        assert table.zone(sword) == "A.discard"
    else:
        table.resolve()
        assert not table.was_offered(sword)


def test_put_to_the_torch_is_once_a_challenge_by_title() -> None:
    table, ned, _ = fighting()
    rock, road = table.play("B", "Casterly Rock"), table.play("B", "The Roseroad")
    first, second = table.hand("A", "Put to the Torch", "Put to the Torch")
    table.gold("A", 2)
    table.at("challenges", active="A").challenge("A", "military", [ned]).use(first, rock)
    assert table.zone(rock) == "B.discard"
    table.offered.clear()
    table.resolve()
    assert not table.was_offered(second)
    assert table.zone(road) == "B.play"


@pytest.mark.parametrize(("kind", "works"), [("power", True), ("military", False)])
def test_superior_claim(kind: str, works: bool) -> None:
    table, ned, _ = fighting()
    (claim,) = table.hand("A", "Superior Claim")
    table.at("challenges", active="A").challenge("A", kind, [ned])
    if works:
        table.use(claim)
        assert table.table.count(table.faction("A"), "power") >= 2
    else:
        table.resolve()
        assert not table.was_offered(claim)


def test_tears_of_lys_kill_at_the_end_of_the_phase() -> None:
    table, _, tywin = fighting()
    cersei = table.play("A", "Cersei Lannister")
    hound = table.play("B", "The Hound")
    (tears,) = table.hand("A", "Tears of Lys")
    table.hand("B", "Bran Stark")
    table.gold("A", 1)
    table.at("challenges", active="A").challenge("A", "intrigue", [cersei])
    table.until(lambda ask: ask.verb == "use" and ask.player == "A", "the reaction")
    table.use(tears, hound).resolve()
    assert table.zone(hound) == "B.play"
    assert table.table.count(hound, "poison") == 1
    table.finish()
    assert table.zone(hound) == "B.dead"
    assert table.zone(tywin) == "B.play"


def test_tears_of_lys_are_harmless_without_the_token() -> None:
    table, *_ = fighting()
    cersei, hound = table.play("A", "Cersei Lannister"), table.play("B", "The Hound")
    (tears,) = table.hand("A", "Tears of Lys")
    table.gold("A", 1)
    table.at("challenges", active="A").challenge("A", "intrigue", [cersei]).use(tears, hound).resolve()
    table.pos.emit(Counted(hound, "poison", -1))
    table.finish()
    assert table.zone(hound) == "B.play"


def test_the_hands_judgment_cancels_at_the_printed_price() -> None:
    table, ned, _ = fighting()
    victim = table.play("B", "Ser Jaime Lannister")
    (sword,), (hand,) = table.hand("A", "Put to the Sword"), table.hand("B", "The Hand's Judgment")
    table.gold("A", 2)
    table.gold("B", 3)
    table.at("challenges", active="A").challenge("A", "military", [ned]).use(sword, victim).use(hand)
    assert table.zone(victim) == "B.play"
    assert table.gold_of("B") == 1
    assert table.zone(sword) == "A.discard"
    assert table.zone(hand) == "B.discard"


def test_the_hands_judgment_does_not_answer_characters() -> None:
    table, ned, _ = fighting()
    table.hand("B", "The Hand's Judgment")
    hand = table.cards("B", "hand")[0]
    seal = table.attach("A", "Seal of the Hand", ned)
    table.gold("B", 3)
    table.at("challenges", active="A").challenge("A", "military", [ned]).use(seal).resolve()
    assert not table.was_offered(hand)


def test_fealty() -> None:
    table = Table("stark", "lannister")
    fealty = table.put("A", "agenda", "Fealty")
    cat, pup = table.hand("A", "Catelyn Stark", "Direwolf Pup")
    table.gold("A", 2)
    table.at("marshaling", active="A").use(fealty)
    assert table.kneels(table.faction("A"))
    table.act("A", "marshal", pup)
    assert table.gold_of("A") == 3
    table.act("A", "marshal", cat)
    assert table.gold_of("A") == 0


TITLES = [
    ("Master of Coin", "gold", 5),
    ("Master of Laws", "reserve", 6),
]


@pytest.mark.parametrize(("title", "value", "amount"), TITLES)
def test_titles_change_the_plot(title: str, value: str, amount: int) -> None:
    table = Table("stark", "lannister", "tyrell")
    table.put("A", "title", title)
    assert table.value("A", value) == amount
    assert table.value("B", value) != amount


def test_the_master_of_laws_draws_three() -> None:
    table = Table("stark", "lannister", "tyrell")
    table.put("A", "title", "Master of Laws")
    table.at("draw", beginning=True)
    assert [len(table.cards(player, "hand")) for player in "ABC"] == [3, 2, 2]


def test_the_crown_regent_counts_for_dominance() -> None:
    table = Table("stark", "lannister", "tyrell")
    table.put("A", "title", "Crown Regent")
    assert [table.dominance(player) for player in "ABC"] == [2, 0, 0]


@pytest.mark.parametrize(
    ("title", "kind"),
    [("Master of Whispers", "intrigue"), ("Master of Ships", "military"), ("Hand of the King", "power")],
)
def test_titles_add_to_their_kind_of_challenge(title: str, kind: str) -> None:
    table = Table("stark", "lannister", "tyrell")
    table.put("A", "title", title)
    euron = table.play("A", "Euron Crow's Eye")
    viper = table.play("B", "The Red Viper")
    table.at("challenges", active="A").challenge("A", kind, [euron], against="B").defend(viper)
    table.until(
        lambda ask: bool(board.challenge(table.pos)) and "attack" in board.challenge(table.pos).data, "comparison"
    )  # type: ignore[union-attr]
    challenge = board.challenge(table.pos)
    assert challenge is not None
    assert (challenge.number("attack"), challenge.number("defence")) == (7, 7)


def test_the_master_of_ships_hits_rivals_harder() -> None:
    table = Table("stark", "lannister", "tyrell")
    table.put("A", "title", "Master of Ships")
    table.put("B", "title", "Master of Laws")
    euron = table.play("A", "Euron Crow's Eye")
    for _ in range(4):
        table.play("B", "Gold Cloaks")
    table.at("challenges", active="A").challenge("A", "military", [euron], against="B").resolve()
    assert len(table.cards("B", "dead")) == 3


def test_the_hand_of_the_king_attacks_somebody_else_with_the_second_power_challenge() -> None:
    table = Table("stark", "lannister", "tyrell")
    table.put("A", "title", "Hand of the King")
    euron, ned = table.play("A", "Euron Crow's Eye"), table.play("A", "Eddard Stark")
    table.at("challenges", active="A").challenge("A", "power", [euron], against="B").resolve()
    table.until(lambda ask: ask.verb == "challenge", "challenges")
    assert table.why_not("A", Move("challenge", picks=(ned,), words=("power", "B")))
    assert not table.why_not("A", Move("challenge", picks=(ned,), words=("power", "C")))


def test_nobody_attacks_whom_the_title_supports() -> None:
    table = Table("stark", "lannister", "tyrell")
    table.put("A", "title", "Master of Whispers")
    table.put("B", "title", "Hand of the King")
    ned = table.play("A", "Eddard Stark")
    table.at("challenges", active="A")
    table.until(lambda ask: ask.verb == "challenge", "challenges")
    assert "agot2/support#1" in table.why_not("A", Move("challenge", picks=(ned,), words=("power", "B")))


def test_the_training_septon_is_immune_to_events() -> None:
    table, ned, _ = fighting()
    septon = table.play("B", "Training Septon")
    (sword,) = table.hand("A", "Put to the Sword")
    table.gold("A", 2)
    table.at("challenges", active="A").challenge("A", "military", [ned])
    ask = table.until(lambda ask: table._use(ask, sword, 0) is not None, "the sword")
    table.decide("A", next(move for move in ask.moves(table.pos) if move.subject == sword))
    assert "agot2/immunity#1" in table.why_not("A", Move("choose", picks=(septon,)))


def test_the_training_sanctuary_keeps_ladies_from_plots() -> None:
    table = Table()
    table.play("A", "Training Sanctuary")
    cat, ned = table.play("A", "Catelyn Stark"), table.play("A", "Eddard Stark")
    table.put("B", "plots", "Filthy Accusations")
    table.put("A", "plots", "A Clash of Kings")
    for player in "AB":
        table.put(player, "plots", "A Clash of Kings")
    table.at("plot", beginning=True)
    table.until(lambda ask: table.kneels(ned), "the accusation")
    assert not table.kneels(cat)


def test_the_training_warhorn_doubles_after_adding() -> None:
    table, ned, _ = fighting()
    table.attach("A", "Training Warhorn", ned)
    table.attach("A", "Ice", ned)
    assert table.strength(ned) == 7
    table.at("challenges", active="A").challenge("A", "military", [ned])
    assert table.strength(ned) == 14


def test_the_training_levy_counts_locations() -> None:
    table = Table()
    levy = table.play("A", "Training Levy")
    assert table.strength(levy) == 0
    table.play("A", "The Roseroad")
    table.play("B", "The Roseroad")
    assert table.strength(levy) == 1
    (ice, bird) = table.hand("A", "Longclaw", "Little Bird")
    table.at("marshaling", active="A")
    assert not table.why_not("A", Move("marshal", bird, picks=(levy,)))
    table.gold("A", 5)
    horn = table.put("A", "hand", "Throwing Axe")
    assert table.why_not("A", Move("marshal", horn, picks=(levy,)))
    assert ice
