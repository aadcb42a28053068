"""The words of the set-up: every one is explained and understood, the table is current, errors list them uncut."""

from __future__ import annotations

import pytest

from replays.errors import NotationError
from replays.notation.lines import Stock
from replays.notation.parser import read
from replays.notation.setup_words import faction_words, note_words, position_words, shared_words, zone_words
from replays.reading.reader import run
from rules.catalogue import load, pack_ids
from tests.setup_words import TABLE, says, written

HEADS = {
    "agot2": 'lastword 1 agot2 joust\nplayers A "Anna" stark, B "Borys" lannister\n',
    "hbo": 'lastword 1 hbo\nplayers A "Anna" stark, B "Borys" lannister\n',
    "l5r": 'lastword 1 l5r\nplayers A "Anna" crane, B "Borys" lion\n',
    "okc": 'lastword 1 okc\nplayers A "Anna" gathering, B "Borys" nobility\n',
    "tegot": 'lastword 1 tegot\nplayers A "Anna" stark, B "Borys" lannister\n',
}
PLACES = {"agot2": "plot", "hbo": "plot", "l5r": "draw", "okc": "autumn", "tegot": "march"}


def test_the_table_in_the_docs_is_current() -> None:
    assert TABLE.read_text(encoding="utf-8") == written(), "run `python -m tests.setup_words`"


@pytest.mark.parametrize("game", pack_ids())
def test_every_word_is_explained(game: str) -> None:
    pack = load(game)
    words = {*zone_words(pack, True), *shared_words(pack), *note_words(pack), *pack.notation.roles}
    words |= {*pack.notation.place_words} | {word for word, kind in pack.notation.phases.items() if not kind}
    assert [word for word in sorted(words) if not says(pack, word)] == []


@pytest.mark.parametrize("game", pack_ids())
def test_every_word_behind_a_player_is_set_up_in_any_case(game: str) -> None:
    pack = load(game)
    for word in (*zone_words(pack, True), *shared_words(pack)):
        value = "3" if word in pack.notation.counters else "nothing"
        player = "" if word in shared_words(pack) and word not in pack.notation.zones else "anna "
        line = list(read(f"{HEADS[game]}position round 2, {PLACES[game]}\n{player}{word.upper()} {value}\n"))[-1]
        assert isinstance(line, Stock)
        assert line.zone == word


@pytest.mark.parametrize("game", pack_ids())
def test_every_place_of_a_position_is_understood_in_any_case(game: str) -> None:
    pack = load(game)
    for word in pack.notation.phases:
        behind = " march" if word in ("slot", "follow") else ""
        run(read(f"{HEADS[game]}Position Round 2, {word.upper()}{behind}\n"))


@pytest.mark.parametrize("game", pack_ids())
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("position round 2, nosuchplace", position_words),
        ("position round 2, nosuchrole A", position_words),
        ("position round 2\nA nosuchzone 3", lambda pack: zone_words(pack, True)),
        ("position round 2\nnosuchline 3", shared_words),
        ('position round 2\nA hand "{card}" (nosuchmark)', note_words),
    ],
)
def test_a_word_that_is_not_understood_is_told_with_all_that_could_stand_there(
    game: str,
    line: str,
    words,  # type: ignore[no-untyped-def]
) -> None:
    pack = load(game)
    card = next(card.name for card in pack.cards.values() if card.type in ("character", "basic", "plot"))
    with pytest.raises(NotationError) as caught:
        run(read(HEADS[game] + line.format(card=card) + "\n"))
    shown = str(caught.value)
    assert [word for word in words(pack) if word not in shown] == []
    assert "…," not in shown.replace(" …,", "")
    assert caught.value.source[caught.value.column - 1 :].startswith("nosuch")


@pytest.mark.parametrize("game", pack_ids())
def test_an_unknown_faction_is_told_with_all_there_are(game: str) -> None:
    head = HEADS[game].replace('"Anna" ', '"Anna" no-such-')
    with pytest.raises(NotationError, match="no faction is called `no-such-") as caught:
        run(read(head + f"position round 2, {PLACES[game]}\n"))
    assert caught.value.known == faction_words(load(game))
    assert len(caught.value.known) > 1


@pytest.mark.parametrize(
    ("game", "place", "wrong"),
    [
        ("tegot", "turn banana", "'banana' does not belong behind 'turn'"),
        ("tegot", "slot event banana", "'banana' does not belong behind 'slot'"),
        ("okc", "summer plateau highlands", "names one region at most"),
        ("agot2", "challenges, first A, first B", "`first` is written twice"),
        ("agot2", "challenges, round 3", "`round` is written twice"),
        ("agot2", "challenges banana", "banana"),
    ],
)
def test_no_word_of_a_position_is_dropped(game: str, place: str, wrong: str) -> None:
    with pytest.raises(NotationError) as caught:
        run(read(f"{HEADS[game]}position round 2, {place}\n"))
    assert wrong in str(caught.value)


def test_a_list_is_not_cut_and_a_quotation_is() -> None:
    error = NotationError(f"no card is called `{'x' * 5000}`; there are {', '.join(['some words'] * 100)}")
    assert str(error).count("some words") == 100
    assert len(str(error)) < 1500
