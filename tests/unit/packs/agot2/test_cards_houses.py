"""Cards every house has: stewards and ports that reduce costs, bearers of nothing but keywords."""

from __future__ import annotations

import pytest

from ledger.events import Move
from rules.packs.agot2 import values
from tests.unit.packs.agot2.table import PACK, Table, card_id

STEWARDS = {
    "Winterfell Steward": ("Tumblestone Knight", "Bastard in Hiding"),
    "Lannisport Merchant": ("Burned Men", "Tumblestone Knight"),
    "Dragonstone Faithful": ("Bastard in Hiding", "Burned Men"),
    "Iron Islands Fishmonger": ("Salty Navigator", "Burned Men"),
    "Garden Caretaker": ("Courtesan of the Rose", "Burned Men"),
    "Desert Scavenger": ("House Dayne Knight", "Burned Men"),
    "Targaryen Loyalist": ("Braided Warrior", "Burned Men"),
    "Steward at the Wall": ("Samwell Tarly", "Burned Men"),
}
PORTS = {
    "Heart Tree Grove": ("Gates of Winterfell", "Bastard in Hiding"),
    "Western Fiefdom": ("Casterly Rock", "Tumblestone Knight"),
    "Dragonstone Port": ("Chamber of the Painted Table", "Burned Men"),
    "Sea Tower": ("Salty Navigator", "Burned Men"),
    "Rose Garden": ("Highgarden", "Burned Men"),
    "Blood Orange Grove": ("Sunspear", "Burned Men"),
    "Illyrio's Estate": ("Plaza of Punishment", "Burned Men"),
}


@pytest.mark.parametrize("reducer", [*STEWARDS, *PORTS])
def test_reducers(reducer: str) -> None:
    own, foreign = {**STEWARDS, **PORTS}[reducer]
    table = Table()
    source = table.play("A", reducer)
    cheap, dear = table.hand("A", own, foreign)
    table.gold("A", 5)
    table.at("marshaling", active="A").use(source)
    assert table.kneels(source)
    table.act("A", "marshal", dear)
    assert table.gold_of("A") == 8 - PACK.cards[card_id(foreign)].number("cost"), "the wrong house pays in full"
    before = table.gold_of("A")
    table.act("A", "marshal", cheap)
    assert before - table.gold_of("A") == PACK.cards[card_id(own)].number("cost") - 1


@pytest.mark.parametrize("steward", STEWARDS)
def test_stewards_help_characters_only(steward: str) -> None:
    port = next(
        port
        for port in [*PORTS, "Castle Black"]
        if PACK.cards[card_id(port)].faction == PACK.cards[card_id(steward)].faction
    )
    location = next(
        card
        for card in PACK.cards.values()
        if card.type == "location" and card.faction == PACK.cards[card_id(port)].faction and card.number("cost") > 0
    )
    table = Table()
    source = table.play("A", steward)
    (number,) = table.hand("A", location.name)
    table.gold("A", 5)
    table.at("marshaling", active="A").use(source).act("A", "marshal", number)
    assert table.gold_of("A") == 8 - location.number("cost")


def test_reducers_work_in_the_marshaling_phase_only() -> None:
    table = Table()
    steward = table.play("A", "Winterfell Steward")
    table.at("challenges", active="A")
    assert "agot2/actions#3" in table.why_not("A", Move("use", steward, "winterfell-steward#1"))


def test_a_reduction_is_gone_with_the_phase() -> None:
    table = Table()
    steward = table.play("A", "Winterfell Steward")
    table.at("marshaling", active="A").use(steward)
    assert table.table.effects
    table.finish()
    assert not table.table.effects


KEYWORDS = [
    ("Grand Maester Pycelle", "insight"),
    ("Maester Wendamyr", "stealth"),
    ("Black Wind's Crew", "pillage"),
    ("Grey Wind", "intimidate"),
    ("Robb Stark", "renown"),
    ("The Roseroad", "limited"),
    ("Milk of the Poppy", "terminal"),
    ("Ranging Party", "no_attachments except Weapon"),
    ("Burned Men", "ambush (2)"),
]


@pytest.mark.parametrize(("name", "keyword"), KEYWORDS)
def test_printed_keywords(name: str, keyword: str) -> None:
    table = Table()
    assert values.has_keyword(table.pos, table.play("A", name), keyword)


def test_insight_draws_and_renown_gains() -> None:
    table = Table()
    pycelle, tywin = table.play("A", "Grand Maester Pycelle"), table.play("A", "Tywin Lannister")
    table.at("challenges", active="A").challenge("A", "intrigue", [pycelle, tywin])
    table.until(lambda ask: ask.verb == "say", "the first player orders the kinds of keywords")
    table.decide("A", Move("say", words=("renown",)))
    table.choose(tywin, verb="keyword").choose(pycelle, verb="keyword")
    assert table.table.count(tywin, "power") == 1
    assert len(table.cards("A", "hand")) == 1


def test_pillage_discards_and_intimidate_kneels() -> None:
    table = Table("greyjoy", "lannister")
    crew, wind = table.play("A", "Black Wind's Crew"), table.play("A", "Grey Wind")
    names = ("Burned Men", "Burned Men", "Ser Jaime Lannister", "Tywin Lannister")
    fodder, _, jaime, tywin = (table.play("B", name) for name in names)
    table.gold("B", 3)
    table.at("challenges", active="A").challenge("A", "military", [crew, wind])
    table.until(lambda ask: ask.verb == "say", "the order")
    table.decide("A", Move("say", words=("intimidate",)))
    assert table.zone(fodder) == "B.dead"
    assert table.why_not("A", Move("keyword", picks=(tywin,))), "9 STR is more than the margin of 7"
    table.choose(jaime, verb="keyword").choose(crew, verb="keyword")
    assert table.kneels(jaime)
    assert len(table.cards("B", "discard")) == 1


def test_burned_men_ambush() -> None:
    table = Table()
    (men,) = table.hand("A", "Burned Men")
    table.gold("A", 2)
    table.at("challenges", active="A").act("A", "ambush", men, amount=2)
    assert table.zone(men) == "A.play"
    assert table.gold_of("A") == 0


def test_ambush_is_for_the_challenges_phase() -> None:
    table = Table()
    (men,) = table.hand("A", "Burned Men")
    table.gold("A", 2)
    table.at("dominance")
    assert "agot2/ambush#1" in table.why_not("A", Move("ambush", men, amount=2))


@pytest.mark.parametrize(
    ("host", "attachment", "allowed"),
    [
        ("Braided Warrior", "Drogo's Arakh", True),
        ("Braided Warrior", "Little Bird", False),
        ("Grey Wind", "Little Bird", False),
        ("Eddard Stark", "Little Bird", True),
    ],
)
def test_no_attachments(host: str, attachment: str, allowed: bool) -> None:
    table = Table()
    number = table.play("A", host)
    (part,) = table.hand("A", attachment)
    table.at("marshaling", active="A")
    assert (not table.why_not("A", Move("marshal", part, picks=(number,)))) is allowed
