"""Completion at the desk: what may be meant depends on where in a line somebody writes."""

from __future__ import annotations

import pytest

from replays.desk.judging.completion import completions

HEAD = 'lastword 1 agot2 joust\nplayers A stark, B lannister\nA play ned = "Eddard Stark"\n\n'


@pytest.mark.parametrize(
    ("line", "word", "kind"),
    [
        ('A play "Edd', '"Eddard Stark"', "card"),
        ("A play Eddar", '"Eddard Stark"', "card"),
        ("A cha", "challenge", "verb"),
        ("A han", "hand", "zone"),
        ("A challenge mil", "military", "word"),
        ("A challenge military wi", "with", "word"),
        ("A claim ne", "ned", "short name"),
        ("expect illegal agot2/dup", "agot2/duplicates", "rule"),
        ("expect ill", "illegal", "line"),
        ("pos", "position", "line"),
        ("position chal", "challenges", "position"),
        ("A play ned (knee", "kneeling", "note"),
    ],
)
def test_the_word_that_is_meant_comes_first(line: str, word: str, kind: str) -> None:
    text = HEAD + line
    first = completions(text, text.count("\n") + 1, len(line))[0]
    assert (first.word, first.kind) == (word, kind)
    assert line[: first.start] + word != line


@pytest.mark.parametrize("line", ["# a remark ne", "", "A claim zzzz"])
def test_nothing_is_offered_where_nothing_is_meant(line: str) -> None:
    text = HEAD + line
    assert completions(text, text.count("\n") + 1, len(line)) == ()


def test_places_outside_the_text_are_nothing() -> None:
    assert completions("", 5, 3) == ()
    assert completions("last", 1, 4)[0].word == "lastword 1"
