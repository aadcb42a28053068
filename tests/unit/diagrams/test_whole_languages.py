"""Diagrams in Polish and Ukrainian are whole: nothing that the packs say in English is left in them but names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from replays.diagrams.labels import LANGUAGES, labels_of
from replays.diagrams.sequences.diagram import tell
from replays.diagrams.sequences.stretch import Stretch
from replays.diagrams.sequences.trimming import Detail
from replays.diagrams.step_names import without_number
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from rules.catalogue import load, pack_ids

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
OTHERS = [language for language in LANGUAGES if language != "en"]
ENGLISH = re.compile(r"\b(is|are|was|be|would|will|goes|gains|pays|takes|wins|loses|must|cannot|nobody|nothing|each)\b")
"""Words of English sentences; names of cards have none of them in small letters."""


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("pack", pack_ids())
def test_every_occurrence_move_and_procedure_of_a_pack_has_a_word(pack: str, language: str) -> None:
    found, labels = load(pack), labels_of(language)
    assert not set(found.happenings) - set(labels.occurrences)
    assert not {phrase.verb for phrase in found.notation.phrases} - set(labels.moves)
    titles = {without_number(procedure.title).lower() for procedure in found.procedures.values()}
    assert not titles - set(labels.steps) - set(labels.other_steps)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("pack", pack_ids())
def test_no_sentence_of_a_sequence_is_english(pack: str, language: str) -> None:
    for file in sorted((EXAMPLES / pack).glob("*.lw"))[:3]:
        record = of_run(run(read(file.read_text(encoding="utf-8"))), file.stem)
        stretch = Stretch(1, record.last, 0)
        story = tell(record.entries, record.pack, stretch, labels_of(language), Detail.ALL, "", "title", "")
        told = [row.text for row in story.rows if ENGLISH.search(row.text)]
        assert not told, told[:5]
