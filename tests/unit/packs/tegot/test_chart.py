"""The chart of the round has a column for each part of it, each named once."""

from __future__ import annotations

from replays.diagrams.charts.outline import ChartReader, boxes
from replays.diagrams.labels import labels_of
from rules.catalogue import load


def test_no_column_of_the_round_comes_twice() -> None:
    columns = ChartReader(load("tegot"), labels_of("en")).round()
    assert [column.title for column in columns] == [
        "Dice",
        "Turns, clockwise from the Hand",
        "Extra dice with two or three players",
        "Check alliances",
        "Taxes and the end of the round",
    ]


def test_no_step_opens_a_procedure_by_chance_of_its_name() -> None:
    """A step named like a procedure opens it on charts: the battle's own steps must not bring a whole event in."""
    names = [box.name for box in boxes(ChartReader(load("tegot"), labels_of("en")).sequence("battle").items)]
    assert not [name for name in names if name.startswith(("event/", "ability/", "ending/"))]
