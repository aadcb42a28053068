"""The table of set-up words: `python -m tests.setup_words` writes docs/set-up-words.md from the packs as they are.

For each game it has the factions, what may stand behind a player and in brackets, lines of nobody's, where a position
may stand, and the steps that `@` may name. A test tells when the file is stale.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from replays.notation.setup_words import (
    faction_words,
    meaning,
    note_words,
    position_words,
    shared_words,
    steps_behind,
    zone_words,
)
from rules.catalogue import load, pack_ids
from rules.kernel.pack import Pack

TABLE = Path(__file__).parent.parent / "docs" / "set-up-words.md"
HEADING = """# Words of the set-up

What may be written in the `players` line, in set-up lines, in brackets behind a card, in the `position` line, and
behind `@`, game by game. [notation.md](notation.md) says how the lines are built. Case makes no difference. This file
is written by `python -m tests.setup_words`.
"""
EVERYWHERE = {
    "on CARD": "the card is attached to that one",
    "of PLAYER": "that player owns the card",
    "round N": "the round",
    "facedown": "the card lies facedown",
}


def written() -> str:
    """Return the text of the file."""
    return "\n".join([HEADING, *(line for game in pack_ids() for line in _game(load(game)))])


def says(pack: Pack, word: str) -> str:
    """Return what a word says: in this game, in every game, or of the place with that name."""
    card = pack.cards.get(word)
    place = f"what lies in {card.name}" if card is not None else ""
    return meaning(pack.notation, word) or EVERYWHERE.get(word, "") or place


def _game(pack: Pack) -> Iterator[str]:
    notation = pack.notation
    yield f"## `{pack.id}`: {pack.title}\n"
    yield f"Formats: {_listed(pack.formats)}. In the `players` line: {_listed(faction_words(pack))}.\n"
    yield from _table("behind a player", zone_words(pack, position=True), pack)
    yield f"In a full game: {_listed(zone_words(pack, position=False)) or 'nothing'}.\n"
    domains = [word for word in shared_words(pack) if word in pack.cards]
    yield from _table("line of nobody's", [word for word in shared_words(pack) if word not in domains], pack)
    if domains:
        yield f"Each domain begins a line for the units in it: {_listed(domains)}.\n"
    yield from _table("in brackets", note_words(pack), pack)
    yield from _places(pack)
    names = {step.name for procedure in pack.procedures.values() for step in procedure.steps}
    yield (
        "Behind `@`, a phase, or a step by its name, its number in the rulebook, or the beginning of its label: "
        f"{_listed(sorted(names | set(pack.procedures)))}.\n"
    )
    assert notation.meanings


def _places(pack: Pack) -> Iterator[str]:
    """Yield the table of the `position` line, each place with the steps that may follow it."""
    yield "| in `position` | says | steps that may follow |\n| --- | --- | --- |"
    lying = {*pack.notation.zones, *pack.notation.counters, *pack.notation.marks, *pack.notation.plain}
    for word in position_words(pack):
        steps = steps_behind(pack, word)
        text = f"the {word} phase" if steps and word in lying else says(pack, word)
        yield f"| `{word}` | {text or f'the {word} phase'} | {_listed(steps)} |"
    yield ""


def _table(title: str, words: Sequence[str], pack: Pack) -> Iterator[str]:
    if words:
        yield f"| {title} | says |\n| --- | --- |"
        yield from (f"| `{word}` | {says(pack, word)} |" for word in words)
        yield ""


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


if __name__ == "__main__":
    TABLE.write_text(written(), encoding="utf-8")
    print(TABLE)
