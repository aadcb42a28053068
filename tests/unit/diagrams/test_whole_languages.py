"""Diagrams in Polish and Ukrainian are whole: nothing that the packs say in English is left in them but names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from replays.diagrams.labels import LANGUAGES, labels_of, said
from replays.diagrams.row_kinds import Kind
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
ENGLISH = re.compile(
    r"\b(duplicate of|unknown card|facedown|power in|Hero of|is|are|was|be|would|will|goes|gains|pays|takes|wins|loses"
    r"|must|cannot|nobody|nothing|each)\b"
)
"""Words of English sentences; names of cards have none of them in small letters."""

POWER = """
lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, first A, active A
A plot    "A Noble Cause"
A play    ned = "Eddard Stark"
B plot    "A Clash of Kings"
A challenge power with ned against B
B defend with nobody
"""


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("pack", pack_ids())
def test_every_occurrence_move_and_procedure_of_a_pack_has_a_word(pack: str, language: str) -> None:
    found, labels = load(pack), labels_of(language)
    assert not {kind for kind in found.happenings if not said(labels.occurrences, pack, kind)}
    assert not {phrase.verb for phrase in found.notation.phrases if not said(labels.moves, pack, phrase.verb)}
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


@pytest.mark.parametrize("language", OTHERS)
def test_templates_name_only_what_there_is(language: str) -> None:
    places = dict.fromkeys(("it", "who", "holder", "other", "to", "n", "token", "period", "of"), "")
    for template in labels_of(language).occurrences.values():
        assert template.format(**places)


@pytest.mark.parametrize(
    ("language", "says"), [("pl", "niezgodne z zasadą: Warunek aktywacji, Duplikaty"), ("uk", "не за правилом")]
)
def test_a_violation_has_the_title_of_its_rule_where_the_book_is_in_the_language(language: str, says: str) -> None:
    file = EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw"
    record = of_run(run(read(file.read_text(encoding="utf-8"))), file.stem)
    story = tell(record.entries, record.pack, Stretch(1, record.last, 0), labels_of(language), Detail.ALL, "", "", "")
    [row] = [row for row in story.rows if row.kind is Kind.VIOLATION]
    assert row.text == f"“The Hand's Judgment” – {says}"


def test_a_type_of_challenge_is_no_amount_of_tokens() -> None:
    record = of_run(run(read(POWER, "power")), "power")
    story = tell(record.entries, record.pack, Stretch(1, record.last, 0), labels_of("pl"), Detail.ALL, "", "", "")
    told = " ".join(row.text for row in story.rows)
    assert "Wyzwanie władzy: Anna → Borys; Atakujący: Eddard Stark" in told
    assert "Wygrane wyzwanie władzy: Anna" in told
    assert "Zyskanie: House Stark, władza: 1" in told
