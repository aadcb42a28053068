"""Events in words: no letter, number or id of ours is in any sentence that is told about the example games."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from ledger.events import Event, UseCounted, ViolationNoted
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import Record, of_run
from replays.wording.telling import told

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
FILES = sorted(EXAMPLES.rglob("*.lw"))
RULE = re.compile(r"\([a-z0-9]+/[^)]*\)")
"""A citation, which is an address and stays one."""


@cache
def _told(file: Path) -> tuple[Record, list[tuple[Event, str]]]:
    record = of_run(run(read(file.read_text(encoding="utf-8"), file.name, lambda name: "")), file.stem)
    events = tuple(event for entry in record.entries for event in entry.events)
    return record, list(told(record.onlooker, events, record.table(0)))


def _ids(record: Record) -> set[str]:
    """Return the ids of cards and zones that are no words a person would write."""
    zones = {zone for zone in record.table().specs if "." in zone or "_" in zone}
    return zones | {card for card in record.pack.cards if "-" in card}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_no_sentence_has_a_letter_a_number_or_an_id_of_ours(file: Path) -> None:
    record, sentences = _told(file)
    letters = "|".join(record.table().seats)
    player = re.compile(rf"\b(?:{letters})\b(?! [A-Z“])")
    ids = _ids(record)
    for event, words in sentences:
        plain = RULE.sub("", words)
        assert plain.strip(), event
        assert not re.search(r"#\d|\beffect \d|\bstep \d+$|@\d", plain), words
        if not words.startswith("step:"):  # a label may begin with the article, or with the letter of a step
            assert not player.search(plain.partition(" – ")[0]), words
        assert not ids & set(re.findall(r"[\w.-]+", plain)), words
        if not isinstance(event, ViolationNoted):
            assert "  " not in words, words


def test_a_counted_use_is_told_by_names() -> None:
    file = EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw"
    counted = [words for event, words in _told(file)[1] if isinstance(event, UseCounted)]
    assert "counted: initiated military Borys" in counted
    assert all(words != "counted: a use" for words in counted)


def test_sentences_name_players_cards_and_places() -> None:
    said = {words for file in FILES for _, words in _told(file)[1]}
    assert "Borys: challenge military with The Hound against Anna" in said
    assert "Anna: defend with nobody" in said
    assert "Eddard Stark goes to Anna's discard pile" in said
    assert "an effect of Dracarys! ends" in said
    assert "an unknown card turns out to be Not Today" in said
    assert "Ben: march 3 Lannister power in Moat Cailin to Winterfell" in said
    assert "Anna is the first player" in said
