"""docs/abilities.md and docs/words/ name every word of every game with an example, and every example compiles.

`pytest --update-golden tests/unit/cards` writes the tables anew from the words themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from replays.cards.checks import check
from rules.catalogue import load, pack_ids
from rules.language.ability_files import ABILITY_KEYS, SENTENCE_KEYS
from rules.language.card_files import CARD_KEYS, CardReader
from rules.language.expressions import Kind, Word
from rules.shared.words import COMMON

DOCS = Path(__file__).parents[3] / "docs"
GUIDE = DOCS / "abilities.md"
TITLES = {
    Kind.VALUE: "values: what can be asked",
    Kind.TRIGGER: "triggers: what can set an ability off",
    Kind.EFFECT: "effects: what can happen",
    Kind.GRANT: "grants: what can be given",
}
BLOCK = re.compile(r"```toml\n(.*?)```", re.DOTALL)
Golden = Callable[[Path, str], None]


def own_words(game: str) -> list[Word]:
    """Return the words that a game adds to those of every game."""
    return [word for word in load(game).dialect.language.words.values() if COMMON.words.get(word.name) is not word]


def tables(words: Iterable[Word]) -> str:
    """Return some words as Markdown, a table for each kind of word."""
    found = sorted(words, key=lambda word: word.name)
    parts = []
    for kind, title in TITLES.items():
        rows = [f"| `{_shape(word)}` | {word.says} | `{word.example}` |" for word in found if word.kind is kind]
        if rows:
            parts.append(
                "\n".join([f"**{title.capitalize()}**", "", "| word | says | example |", "| --- | --- | --- |", *rows])
            )
    return "\n\n".join(parts)


def _shape(word: Word) -> str:
    return f"{word.name}({', '.join(word.params)})" if word.params else word.name


def filled(text: str) -> str:
    """Return the guide with its tables of words as they should be."""
    for name, words in (("common", COMMON.words.values()), ("agot2", own_words("agot2"))):
        pattern = re.compile(rf"(<!-- words {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        assert pattern.search(text), f"the guide has no place for the words of {name}"
        body = tables(words)
        text = pattern.sub(lambda found, body=body: f"{found[1]}{body}\n{found[2]}", text)  # type: ignore[misc]
    return text


def test_the_guide_names_every_word(golden: Golden) -> None:
    golden(GUIDE, filled(GUIDE.read_text(encoding="utf-8")))


@pytest.mark.parametrize("game", [game for game in pack_ids() if game != "agot2"])
def test_each_game_has_its_words_written_down(game: str, golden: Golden) -> None:
    pack = load(game)
    about = f"The words cards of {pack.title} may use beside those of every game (see [the guide](../abilities.md))."
    head = f"# Words of {game}\n\n{about}\n\n"
    golden(DOCS / "words" / f"{game}.md", head + tables(own_words(game)) + "\n")


@pytest.mark.parametrize("game", pack_ids())
def test_every_example_compiles_and_uses_its_word(game: str) -> None:
    reader = CardReader(load(game).dialect)
    wrong = []
    # the words of every game have their examples in agot2
    for word in load(game).dialect.language.words.values() if game == "agot2" else own_words(game):
        if not re.search(rf"\b{re.escape(word.name)}\b", word.example):
            wrong.append(f"{word.name}: its example does not use it: {word.example}")
        elif not _compiles(reader, load(game).dialect.kinds, word.example):
            wrong.append(f"{word.name}: {word.example}")
    assert not wrong


def _compiles(reader: CardReader, known: Mapping[str, str], text: str) -> bool:
    """Whether a text is a condition, a trigger, an effect or a grant of some ability."""
    quoted = "'''" + text + "'''"
    shapes = (f"if = {quoted}\ndo = []", f"when = {quoted}", f"do = [{quoted}]", f"to = 'self'\ngrants = [{quoted}]")
    kinds = {name: kind for kind, name in known.items()}
    kind = {"when": kinds.get("triggered", ""), "grants": kinds.get("constant", "")}
    for shape in shapes:
        name = next((kind[key] for key in kind if key in shape), "") or next(
            name for name in known if known[name] != "triggered"
        )
        card = f"[[card]]\nid = 'x'\nname = 'x'\ntype = 'x'\n[[card.ability]]\nkind = '{name}'\nsays = 'x'\n{shape}\n"
        if not reader.check(card, "example")[1]:
            return True
    return False


def test_the_cards_in_the_guide_can_be_read() -> None:
    blocks = BLOCK.findall(GUIDE.read_text(encoding="utf-8"))
    assert blocks
    for block in blocks:
        report = check(block, "docs/abilities.md", "agot2")
        assert not report.problems, report.problems
        assert report.cards


def test_the_guide_names_every_key() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    missing = [key for key in ABILITY_KEYS | SENTENCE_KEYS | CARD_KEYS if not re.search(rf"\b{key}\b", text)]
    assert not missing


@pytest.mark.parametrize("facts", ["5", "{ attaches = 'charcter' }", "{ attaches = 3 }"])
def test_facts_are_judged_when_the_file_is_read(facts: str) -> None:
    card = f"[[card]]\nid = 'x'\nname = 'x'\ntype = 'attachment'\nfacts = {facts}\n"
    (problem,) = check(card, "x.toml", "agot2").problems
    assert problem.line == 5
