"""Charts and the step headings of diagrams are whole in Polish and Ukrainian: no label of a pack stays English."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from replays.diagrams.labels import Labels, labels_of
from replays.diagrams.step_names import label_of, translated
from rules.catalogue import load, pack_ids
from rules.kernel.pack import Pack
from rules.kernel.timing import Look

SAME = {"moment", "region", "mulligan"}
"""Labels that are the same word in English and in Polish."""


@pytest.mark.parametrize("language", ["pl", "uk"])
@pytest.mark.parametrize("game", pack_ids())
def test_no_label_of_a_chart_stays_english(game: str, language: str) -> None:
    assert [label for label in untranslated(load(game), labels_of(language)) if label.lower() not in SAME] == []


@pytest.mark.parametrize("language", ["pl", "uk"])
@pytest.mark.parametrize("game", pack_ids())
def test_kinds_of_abilities_have_a_word(game: str, language: str) -> None:
    kinds = {ability.kind for card in load(game).cards.values() for ability in card.abilities}
    assert kinds - set(labels_of(language).kinds) == set()


def untranslated(pack: Pack, labels: Labels) -> Iterator[str]:
    """Yield the titles and labels of a pack's procedures and visible steps that stay as they are in a language."""
    for procedure in pack.procedures.values():
        if translated(procedure.title, procedure.rule, labels) == procedure.title:
            yield procedure.title
        for step in procedure.steps:
            if step.label and step.look is not Look.HIDDEN and label_of(step, labels) == step.label:
                yield step.label
