"""Public card lists: records are read, and the shipped cards agree with a list where there is one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from replays.cards.public_lists import card_file
from rules.catalogue import load
from rules.errors import RulesError
from rules.language.card_files import CardReader

PACK = load("l5r")
FACTS = Path(__file__).parents[5] / "shared" / "cardfacts" / "l5r-core.json"
RECORD = {
    "name": "Example Daishō",
    "type": "attachment",
    "clan": "dragon",
    "side": "conflict",
    "cost": 1,
    "military_bonus": "+2",
    "political_bonus": "-1",
    "traits": ["weapon"],
    "text": "Ancestral. <i>(It comes back.)</i><br>Restricted.<br><b>Action:</b> Something to be written.",
}


def test_a_public_record_becomes_a_card_with_its_abilities_left_open() -> None:
    text, count = card_file(PACK, json.dumps([RECORD]), "list.json")
    assert count == 1
    card = CardReader(PACK.dialect).read(text, "cards.toml")[0]
    assert (card.id, card.name, card.type, card.faction) == ("example-daisho", "Example Daishō", "attachment", "dragon")
    assert card.keywords == ("ancestral", "restricted")
    assert dict(card.numbers) == {"cost": 1, "military_bonus": 2, "political_bonus": -1}
    assert card.facts == {"side": "conflict"}
    assert card.unwritten


def test_a_character_without_a_skill_has_a_dash_and_keywords_alone_leave_nothing_to_write() -> None:
    record = {
        "name": "Someone",
        "type": "character",
        "clan": "lion",
        "political": 2,
        "glory": 1,
        "cost": 1,
        "text": "Sincerity.",
    }
    keys = PACK.printed(record)
    assert (keys["military"], keys["political"]) == ("-", 2)
    assert "unwritten" not in keys


@pytest.mark.parametrize("wrong", [{"name": "No type"}, {**RECORD, "cost": "many"}, {**RECORD, "text": 3}])
def test_what_is_no_card_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(RulesError):
        PACK.printed(wrong)


@pytest.mark.skipif(not FACTS.is_file(), reason="no public list of the core set here to compare with")
def test_the_shipped_cards_have_the_facts_of_the_public_list() -> None:
    wrong = []
    for record in json.loads(FACTS.read_text(encoding="utf-8")):
        keys = PACK.printed(record)
        card = PACK.cards[keys["id"]]
        printed = {name: keys[name] for name in PACK.dialect.numbers if name in keys}
        shipped = {name: "-" if number is None else number for name, number in card.numbers.items()}
        if card.name == "Born in War":
            printed.pop("military_bonus")
            shipped.pop("military_bonus", None)
        same = (
            printed == shipped,
            list(card.traits) == keys.get("traits", []),
            list(card.keywords) == keys.get("keywords", []),
            card.faction == keys["faction"],
            card.type == keys["type"],
            card.unique == keys.get("unique", False),
            {**keys.get("facts", {})}.items() <= {**card.facts}.items(),
        )
        if not all(same):
            wrong.append((card.name, same, printed, shipped))
    assert not wrong, wrong[:5]


@pytest.mark.skipif(not FACTS.is_file(), reason="no public list of the core set here to compare with")
def test_the_cards_with_a_later_wording_are_those_the_public_list_calls_corrected() -> None:
    records = json.loads(FACTS.read_text(encoding="utf-8"))
    listed = {record["name"] for record in records if "errata" in record.get("text", "").lower()}
    assert listed == {card.name for card in PACK.cards.values() if "wording" in card.facts}
