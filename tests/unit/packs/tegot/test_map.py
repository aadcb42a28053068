"""The map is a data file: the shipped one is sound, and every fault of another is reported with its line."""

from __future__ import annotations

import pytest

from replays.cards.checks import check
from replays.records.random_games import Simulation, examine
from rules.catalogue import card_files, load
from rules.language.card_files import CardReader

MAP = dict(card_files("tegot"))["map.toml"]
STATED = [
    ("castle-black", "last-hearth"), ("last-hearth", "hornwood"), ("hornwood", "winterfell"), ("pyke", "riverrun"),
    ("pyke", "ashemark"),
]  # fmt: skip
"""Borders that the rulebook itself states."""


def test_the_shipped_map_is_sound_and_says_what_is_filler() -> None:
    report = check(MAP, "map.toml", "tegot")
    assert not report.problems
    world = load("tegot").world  # type: ignore[attr-defined]
    for one, other in STATED:
        assert other in world.domains[one].borders
        assert f"border {other}" in load("tegot").cards[one].facts["stated"]
    assert "the-eyrie" not in world.domains["ashemark"].borders
    assert world.by_sea("winterfell", "oldtown") == 2
    assert world.by_sea("the-reach", "sunspear") == 0
    assert world.by_sea("winterfell", "hornwood") == 5
    assert load("tegot").cards["highgarden"].training


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            ('borders = ["last-hearth"]', "borders = []"),
            "last-hearth: it borders castle-black, but castle-black does not border it",
        ),
        (
            ('borders = ["last-hearth"]', 'borders = ["last-heart"]'),
            "castle-black: it borders 'last-heart', which is no domain of this map",
        ),
        (('card = "NE"', 'card = "N"'), "castle-black: `card` is one of NW, W, SW, SE, E, NE, not 'N'"),
        (('home = "stark"', 'home = "bolton"'), "winterfell: 'bolton' is no house"),
        (("throne = true", "gold = 1"), "exactly one domain has the throne"),
        (("castle = true", "gold = 1"), "a map has 12 castles, this one 11"),
    ],
)
def test_a_fault_of_a_map_is_reported(change: tuple[str, str], says: str) -> None:
    report = check(MAP.replace(*change, 1), "map.toml", "tegot")
    assert says in [problem.says for problem in report.problems]


def test_a_fault_is_reported_at_the_line_of_its_domain() -> None:
    report = check(MAP.replace('borders = ["last-hearth"]', 'borders = ["nowhere"]'), "map.toml", "tegot")
    lines = MAP.splitlines()
    assert lines[report.problems[0].line - 1] == 'id = "castle-black"'


def test_a_map_of_ones_own_replaces_the_shipped_one() -> None:
    """A game on a map whose Stark home is called otherwise: nothing of the shipped map is left."""
    text = (
        MAP.replace('"winterfell"', '"cold-keep"')
        .replace('"Winterfell"', '"Cold Keep"')
        .replace("border winterfell", "border cold-keep")
    )
    pack = load("tegot").extended(CardReader(load("tegot").dialect).read(text, "mine.toml"))
    assert "winterfell" not in pack.cards
    assert "castle-of-cold-keep" in pack.cards
    _, faults = examine(Simulation(pack, 4, "standard", 1))
    assert not faults
