"""House Tyrell's cards do what they say, and not otherwise."""

from __future__ import annotations

import pytest

from ledger.events import Move
from rules.packs.agot2 import values
from tests.unit.packs.agot2.table import Table, facing_tywin


def reach(*names: str) -> tuple[Table, list[int], int]:
    """Return a table with A's Tyrells against B's Tywin, and their numbers."""
    return facing_tywin("tyrell", *names)


@pytest.mark.parametrize(("one", "other", "icon"), [("Left", "Right", "power"), ("Right", "Left", "intrigue")])
def test_left_and_right(one: str, other: str, icon: str) -> None:
    table, (number,), tywin = reach(one)
    assert table.strength(number) == 2
    assert not values.has_icon(table.pos, number, icon)
    table.play("B", other)
    assert table.strength(number) == 2
    table.play("A", other)
    assert table.strength(number) == 3
    assert values.has_icon(table.pos, number, icon)
    table.at("challenges", active="B").challenge("B", "military", [tywin]).defend(number)
    assert not table.kneels(number)


@pytest.mark.parametrize("wins", [True, False])
def test_lomys(wins: bool) -> None:
    table, (lomys,), tywin = reach("Maester Lomys")
    table.hand("B", "", "")
    tickler = table.play("B", "The Tickler")
    table.at("challenges", active="B").challenge("B", "intrigue", [tickler if wins else tywin]).defend(lomys)
    if wins:
        table.use(lomys).resolve()
        assert len(table.cards("B", "hand")) == 1
    else:
        assert not table.resolve().was_offered(lomys)


def test_margaery() -> None:
    table, (margaery, right), _ = reach("Margaery Tyrell", "Right")
    table.at("challenges", active="A").use(margaery, right)
    assert table.strength(right) == 5
    assert table.kneels(margaery)
    table.finish()
    assert table.strength(right) == 2


def test_randyll_stands_when_an_effect_makes_him_stronger() -> None:
    table, (margaery,), _ = reach("Margaery Tyrell")
    randyll = table.play("A", "Randyll Tarly", kneeling=True)
    table.at("challenges", active="A").use(margaery, randyll).use(randyll)
    assert not table.kneels(randyll)


def test_randyll_stands_when_an_attachment_makes_him_stronger() -> None:
    table, _, _ = reach()
    randyll, wail = table.play("A", "Randyll Tarly", kneeling=True), table.put("A", "hand", "Widow's Wail")
    table.gold("A", 1)
    table.at("marshaling", active="A").act("A", "marshal", wail, randyll).use(randyll)
    assert table.strength(randyll) == 7
    assert not table.kneels(randyll)


def test_randyll_does_not_care_for_others_or_for_weakness() -> None:
    table, (margaery, right), _ = reach("Margaery Tyrell", "Right")
    randyll = table.play("A", "Randyll Tarly", kneeling=True)
    table.at("challenges", active="A").use(margaery, right).finish()
    assert table.strength(right) == 2
    assert not table.was_offered(randyll)


def test_randyll_stands_twice_a_phase() -> None:
    table, (margaery,), _ = reach("Margaery Tyrell")
    randyll, other = table.play("A", "Randyll Tarly", kneeling=True), table.play("B", "Margaery Tyrell")
    (growing,) = table.hand("A", "Growing Strong")
    table.gold("A", 2)
    table.at("challenges", active="A").use(margaery, randyll).use(randyll)
    table.challenge("A", "military", [randyll]).use(other, randyll).use(randyll).resolve()
    assert not table.kneels(randyll)
    table.challenge("A", "power", [randyll]).use(growing, randyll).resolve()
    assert table.strength(randyll) == 13
    assert table.kneels(randyll)
    assert not table.was_offered(randyll)


def test_paxter_pays_for_the_first_event_of_a_round() -> None:
    table, (paxter, right), _ = reach("Paxter Redwyne", "Right")
    first, second = table.hand("A", "Growing Strong", "Growing Strong")
    table.gold("A", 1)
    assert table.value("A", "gold") == 4
    table.at("challenges", active="A").use(first, right)
    assert table.gold_of("A") == 1
    table.use(second, right)
    assert table.gold_of("A") == 0
    assert paxter


@pytest.mark.parametrize("alone", [True, False])
def test_the_knight_of_flowers(alone: bool) -> None:
    table, (knight, right), tywin = reach("The Knight of Flowers", "Right")
    jaime = table.play("B", "Ser Jaime Lannister")
    table.at("challenges", active="A").challenge("A", "military", [knight] if alone else [knight, right])
    table.until(lambda ask: ask.verb == "defend", "defenders")
    assert bool(table.why_not("B", Move("defend", picks=(tywin, jaime)))) is alone


def test_the_queen_of_thorns() -> None:
    table, (queen,), _ = reach("The Queen of Thorns")
    margaery, ned = table.hand("A", "Margaery Tyrell", "Eddard Stark")
    table.at("challenges", active="A").challenge("A", "intrigue", [queen]).use(queen, margaery)
    assert table.zone(margaery) == "A.play"
    assert table.zone(ned) == "A.hand"


def test_the_queen_of_thorns_wants_intrigue() -> None:
    table, (queen,), _ = reach("The Queen of Thorns")
    table.hand("A", "Margaery Tyrell")
    table.at("challenges", active="A").challenge("A", "power", [queen]).resolve()
    assert not table.was_offered(queen)


def test_olennas_informant_opens_another_challenge() -> None:
    table, (knight, right), _ = reach("The Knight of Flowers", "Right")
    informant = table.put("A", "hand", "Olenna's Informant")
    table.gold("A", 4)
    table.at("challenges", active="A").act("A", "ambush", informant, amount=4).use(informant, say=["military"])
    table.challenge("A", "military", [knight]).resolve()
    table.challenge("A", "military", [right]).resolve()


def test_olennas_informant_marshaled_opens_nothing() -> None:
    table, _, _ = reach()
    informant = table.put("A", "hand", "Olenna's Informant")
    table.at("marshaling", active="A").act("A", "marshal", informant).finish()
    assert not table.was_offered(informant)


def test_wardens_of_the_reach() -> None:
    table, (wardens,), _ = reach("Wardens of the Reach")
    table.play("A", "Highgarden")
    table.play("A", "The Roseroad")
    table.play("B", "The Mander")
    assert table.strength(wardens) == 4


def test_heartsbane() -> None:
    table, (knight,), _ = reach("The Knight of Flowers")
    sword = table.attach("A", "Heartsbane", knight)
    table.at("challenges", active="A")
    assert "agot2/restrictions-and-permissions#1" in table.why_not("A", Move("use", sword, "heartsbane#1", amount=-1))
    table.challenge("A", "military", [knight]).use(sword)
    assert table.strength(knight) == 8
    table.resolve()
    assert table.strength(knight) == 5


def test_highgarden_sends_attackers_home() -> None:
    table, _, tywin = reach()
    garden = table.play("A", "Highgarden")
    table.gold("A", 1)
    table.at("challenges", active="B").challenge("B", "power", [tywin]).use(garden)
    challenge = table.pos.enclosing("challenge")
    assert challenge is not None
    assert challenge.numbers("attackers") == []
    assert not table.kneels(tywin)
    table.resolve()
    assert table.power_of("B") == 0, "nobody won"


@pytest.mark.parametrize("margin", [5, 0])
def test_the_mander(margin: int) -> None:
    table, (knight,), tywin = reach("The Knight of Flowers")
    mander = table.play("A", "The Mander")
    cersei = table.play("B", "Cersei Lannister")
    table.at("challenges", active="A").challenge("A", "power", [knight]).defend(*([] if margin else [cersei]))
    if margin:
        table.use(mander)
        assert len(table.cards("A", "hand")) == 2
    else:
        assert not table.resolve().was_offered(mander)
    assert tywin


def test_growing_strong() -> None:
    table, (left, right, knight, lomys), _ = reach(
        "Left", "Courtesan of the Rose", "The Knight of Flowers", "Maester Lomys"
    )
    (strong,) = table.hand("A", "Growing Strong")
    table.gold("A", 1)
    table.at("challenges", active="A").use(strong, left, right, knight)
    assert [table.strength(number) for number in (left, right, knight, lomys)] == [4, 4, 7, 3]


def test_olennas_cunning_finds_what_the_loser_did_not_name() -> None:
    table, (queen,), _ = reach("The Queen of Thorns")
    (cunning,) = table.hand("A", "Olenna's Cunning")
    garden, knight = table.top("A", "Highgarden", "The Knight of Flowers")
    table.gold("A", 2)
    table.at("challenges", active="A").challenge("A", "power", [queen])
    ask = table.until(lambda ask: table._use(ask, cunning, 0) is not None, "the event")
    table.decide("A", next(move for move in ask.moves(table.pos) if move.subject == cunning))
    table.decide("B", Move("say", words=("character",)))
    assert table.why_not("A", Move("choose", picks=(knight,)))
    table.choose(garden)
    assert table.zone(garden) == "A.hand"


def test_the_bear_and_the_maiden_fair() -> None:
    table, _, _ = reach()
    (song,) = table.hand("A", "The Bear and the Maiden Fair")
    cards = table.top("B", "Burned Men", "Gold Cloaks", "Casterly Rock", "Lannisport", "The Tickler", "Widow's Wail")
    table.at("challenges", active="A").use(song, say=["B"])
    table.choose(cards[0], cards[1]).choose(cards[4], cards[2], cards[3])
    deck = table.cards("B", "deck")
    assert deck[:4] == [cards[4], cards[2], cards[3], cards[5]]
    assert deck[-2:] == [cards[0], cards[1]]
