"""The table laid out: tiles with values as they count now, sides of a contest, the map, games without a layout."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ledger.errors import LedgerError
from ledger.folding import fold
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.random_games import Simulation
from replays.records.results import Run
from replays.tables.laid_out import laid_out
from replays.tables.shown import Pile, ShownTable, Tile
from replays.wording.tables import pile_words, place_words, row_words, table_data, table_lines
from rules.catalogue import load, pack_ids
from rules.kernel.layout import Layout, Place, PlaceToken, RowLook
from rules.kernel.pack import Pack
from tests.samples import setup

CHALLENGE = """\
lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, first A, active B
A plot    "A Noble Cause"
A play    ned = "Eddard Stark" (duplicate, power 2), cat = "Catelyn Stark" (kneeling)
A hand    "The Hand's Judgment", 4 unknown
B plot    "A Clash of Kings"
B play    hound = "The Hound"
B hand    5 unknown

B challenge military with hound against A
"""

CONFLICT = """\
lastword 1 l5r standard
players A "Aiko" crane, B "Botan" lion
position round 2, conflict, first A
A play hotaru = "Doji Hotaru" (honored), whisperer = "Doji Whisperer" (bowed)
B play berserker = "Matsu Berserker" (dishonored)
"""


def shown(text: str, viewer: str = "") -> tuple[Run, ShownTable]:
    found = run(read(text))
    return found, laid_out(found.pack, found.table, viewer)


def tile(table: ShownTable, name: str) -> Tile:
    tiles = [tile for side in table.sides for row in side.rows for tile in row.tiles]
    return next(tile for tile in tiles if tile.name == name)


def test_a_tile_has_its_numbers_marks_tokens_and_what_lies_under_it() -> None:
    _, table = shown(CHALLENGE)
    ned, cat = tile(table, "Eddard Stark"), tile(table, "Catelyn Stark")
    assert [(number.word, number.now) for number in ned.numbers] == [("STR", 5)]
    assert next(part.now for part in ned.qualities if part.name == "icons") == ("military", "power")
    assert [(token.word, token.amount) for token in ned.tokens] == [("power", 2)]
    assert [(part.name, part.type) for part in ned.attached] == [("duplicate of Eddard Stark", "duplicate")]
    assert ned.unique
    assert (ned.turned, cat.turned) == ("", "kneeling")


def test_the_lane_has_both_sides_and_their_totals() -> None:
    _, table = shown(CHALLENGE)
    assert table.lane is not None
    assert table.lane.title == "Military challenge"
    assert [(side.player, side.does, side.total) for side in table.lane.sides] == [
        ("B", "attacks", 6),
        ("A", "defends", 0),
    ]
    assert tile(table, "The Hound").does == "attacks"


def test_a_hand_is_a_count_and_the_cards_the_viewer_knows() -> None:
    found, table = shown(CHALLENGE)
    assert (table.sides[0].hand.count, [card.name for card in table.sides[0].hand.tiles]) == (
        5,
        ["The Hand's Judgment"],
    )
    seen = laid_out(found.pack, found.table, "B")
    assert (seen.sides[0].hand.count, seen.sides[0].hand.tiles) == (5, ())
    assert b"Judgment" not in msgspec.json.encode(seen)
    assert next(pile.count for pile in seen.sides[0].piles if pile.word == "deck") == 30


def test_a_stranger_is_refused() -> None:
    found, _ = shown(CHALLENGE)
    with pytest.raises(LedgerError, match="nobody at this table"):
        laid_out(found.pack, found.table, "C")


def test_the_text_has_names_and_values_as_they_count() -> None:
    found, _ = shown(CHALLENGE)
    lines = list(table_lines(found.pack, found.table))
    assert any("Eddard Stark (STR 5, military power, power 2, with" in line for line in lines)
    assert "Military challenge, STR: Borys 6, Anna 0" in lines
    assert not [line for line in lines if "eddard-stark" in line], "internal ids"


def test_json_keeps_the_ledgers_fields_and_adds_the_table_as_shown() -> None:
    found, table = shown(CHALLENGE)
    data = table_data(found.pack, found.table)
    assert data.seq == found.table.seq
    assert data.zones["A.play"]
    assert data.shown.version == 1
    assert data.shown.lane == table.lane


def test_a_wrong_participant_is_marked() -> None:
    found, table = shown(CHALLENGE)
    number = tile(table, "The Hound").number
    again = laid_out(found.pack, found.table, "", {number})
    assert tile(again, "The Hound").wrongly
    assert not tile(table, "The Hound").wrongly


@pytest.mark.parametrize("pack", pack_ids())
def test_a_game_without_a_layout_gets_a_table_zone_by_zone(pack: str) -> None:
    found = load(pack)

    class Plain(type(found)):  # type: ignore[misc]
        layout = Layout()

    plain = Plain()
    plain.cards = found.cards
    simulation = Simulation(found, 2, next(iter(found.formats)), 1)
    events = [event for entry, _ in zip(simulation.entries(), range(40), strict=False) for event in entry.events]
    table = fold(events)
    shown_plain = laid_out(plain, table, "A")
    assert shown_plain.sides[0].player == "A"
    held = sum(pile.count for side in shown_plain.sides for pile in (side.hand, *side.piles))
    held += sum(len(column.tiles) for side in shown_plain.sides for row in side.rows for column in row.columns)
    assert held > 10
    assert all(row.look == RowLook.TILES.value for row in shown_plain.rows)


def test_a_game_of_an_unknown_pack_is_shown_by_its_ledger() -> None:
    table = fold(setup())
    assert [side.name for side in laid_out(Pack(), table).sides] == ["Anna", "Borys"]
    assert any("  deck: 60 cards" in line for line in table_lines(Pack(), table))


def test_every_place_of_a_map_has_a_cell_of_its_own() -> None:
    for pack in pack_ids():
        found = load(pack)
        if found.layout.places is None:
            continue
        simulation = Simulation(found, 2, next(iter(found.formats)), 1)
        events = [event for entry, _ in zip(simulation.entries(), range(40), strict=False) for event in entry.events]
        places = laid_out(found, fold(events)).places
        assert len({(place.row, place.column) for place in places}) == len(places) > 5
        names = {place.id for place in places}
        assert all(set(place.borders) <= names for place in places)


def test_skill_counts_glory() -> None:
    _, table = shown(CONFLICT)
    berserker = tile(table, "Matsu Berserker")
    military = next(number for number in berserker.numbers if number.name == "military")
    assert military.now is not None
    assert military.differs
    assert "▼ dishonored" in berserker.marks


def _tile(number: int, name: str, turned: str = "") -> Tile:
    return Tile(number, name, "character", "A", "A", "A.play", turned=turned)


def test_only_what_differs_in_one_place_is_told_apart_by_numbers() -> None:
    alike = [_tile(1, "Guard"), _tile(2, "Guard"), _tile(3, "Hound")]
    assert row_words(alike) == "Guard × 2, Hound"
    assert row_words([_tile(1, "Guard"), _tile(2, "Guard", "kneeling")]) == "Guard #1, Guard #2 (kneeling)"
    assert row_words([_tile(1, ""), _tile(2, "")]) == "unknown × 2"
    pile = Pile("A.hand", "hand", 4, (_tile(5, "Banzai!"), _tile(6, "Banzai!"), _tile(7, "Hound")))
    assert pile_words(pile) == "Banzai! × 2, Hound, 1 unknown"


def test_a_card_that_changed_hands_says_whose_it_is_where_it_lies() -> None:
    taken = msgspec.structs.replace(_tile(1, "Guard"), controller="B")
    names = {"A": "Anna", "B": "Borys"}
    assert row_words([taken], "B", names) == "Guard (Anna's card)"
    assert row_words([taken], "A", names) == "Guard (controlled by Borys)"


def test_a_piece_that_is_the_only_one_of_its_name_has_no_number_on_the_map() -> None:
    _, table = shown(CHALLENGE)
    tokens = (PlaceToken("A", "Herald", 1), PlaceToken("", "Crown", 1), PlaceToken("B", "power", 1))
    assert place_words(table, Place("farm", "Farm", 0, 0, (), tokens)) == "Anna's Herald, Crown, Borys power 1"


@pytest.mark.parametrize(
    ("file", "lines"),
    [
        ("l5r/a-duel-and-a-cancelled-event", ("honor dial 3", "  province 2: ", "(province strength 4)")),
        ("tegot/the-last-wolf", ("chosen dice march and sail", "  ally pool: Tully power", "  dice: Action die × 3")),
        ("okc/four-markers", ("C Clara · clans · influence", "  place of power: 5 cards", "Gus's Herald")),
    ],
)
def test_a_table_calls_places_and_counts_by_what_they_are(file: str, lines: tuple[str, ...]) -> None:
    path = Path(__file__).parents[3] / "docs" / "examples" / f"{file}.lw"
    found = run(read(path.read_text(encoding="utf-8")))
    text = "\n".join(table_lines(found.pack, found.table))
    assert [line for line in lines if line not in text] == []
    assert "@" not in text
