"""Nothing written in a move is dropped: what a phrase has no place for is an error at the very word."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ledger.events import Move, MoveMade
from replays.errors import NotationError
from replays.meaning.names import Names
from replays.meaning.written_moves import WrittenMove
from replays.notation.parser import read, read_move_text
from replays.notation.vocabulary import words_for
from replays.reading.reader import run
from replays.records.random_games import Simulation
from rules.catalogue import load, pack_ids
from rules.kernel.notation import LEADS, SHARED, Part, Phrase
from rules.kernel.position import Position

PHRASES = [
    (game, phrase)
    for game in pack_ids()
    for phrase in (*load(game).notation.phrases, *SHARED)
    if not phrase.turned  # what it reads besides the usual order is two things for one part of that
]


def phrase_id(value: object) -> str:
    return f"{value.name}-{value.verb}" if isinstance(value, Phrase) else str(value)


@pytest.fixture(scope="module")
def positions() -> dict[str, Position]:
    """A position some decisions into a random game of each pack."""
    found = {}
    for game in pack_ids():
        pack = load(game)
        format_ = next(iter(pack.formats))
        simulation = Simulation(pack, pack.formats[format_][0], format_, 3)
        for count, _ in enumerate(simulation.entries()):
            if count > 25:
                break
        found[game] = simulation.position
    return found


def things(pos: Position, part: Part) -> list[str]:
    """Two different things that can be written for a part."""
    if part.kind in ("number", "count"):
        return ["1", "2"]
    if part.kind == "player":
        return list(pos.table.seats)[:2]
    if part.kind in ("word", "words"):
        return [*words_for(part, pos.pack), "air", "fire"][:2]
    return [f"#{number}" for number in list(pos.table.entities)[:2]]


def lines(pos: Position, phrase: Phrase) -> Iterator[tuple[Part, str]]:
    """A line for each part that takes one thing, with two things for it and one for every other part."""
    player = next(iter(pos.table.seats))
    for part in phrase.parts:
        if part.single:
            said = sorted(
                ((other.lead, ", ".join(things(pos, other)[: 2 if other is part else 1])) for other in phrase.parts),
                key=lambda one: one[0] != "",
            )
            yield part, " ".join([player, phrase.name, *(f"{lead} {text}".strip() for lead, text in said)])


@pytest.mark.parametrize(("game", "phrase"), PHRASES, ids=phrase_id)
def test_two_things_for_a_part_that_takes_one_are_an_error(
    game: str, phrase: Phrase, positions: dict[str, Position]
) -> None:
    pos = positions[game]
    for part, line in lines(pos, phrase):
        with pytest.raises(NotationError, match=f"takes one {part.called()} here; write another line") as caught:
            WrittenMove(read_move_text(line, pos.table.seats, pos.pack), Names(pos.pack), pos)
        assert line[caught.value.column - 1 :].startswith(things(pos, part)[1])


@pytest.mark.parametrize(("game", "phrase"), PHRASES, ids=phrase_id)
def test_a_lead_word_without_a_place_is_an_error_or_a_later_choice(
    game: str, phrase: Phrase, positions: dict[str, Position]
) -> None:
    pos = positions[game]
    player = next(iter(pos.table.seats))
    taken = {part.lead for other in pos.pack.notation.named(phrase.name) for part in other.parts}
    for lead in sorted(LEADS - taken):
        first = next((part for part in phrase.parts if not part.lead), None)
        direct = things(pos, first)[0] if first else ""
        try:
            said = read_move_text(f"{player} {phrase.name} {direct} {lead} #1", pos.table.seats, pos.pack)
            wording = WrittenMove(said, Names(pos.pack), pos)
        except NotationError:
            continue
        assert all(other.verb == "use" for other in wording.phrases)
        assert lead in ("of", "for") or lead in [part.lead for part in wording.later]


@pytest.mark.parametrize(("game", "phrase"), PHRASES, ids=phrase_id)
def test_what_stands_directly_behind_a_verb_is_part_of_the_move(
    game: str, phrase: Phrase, positions: dict[str, Position]
) -> None:
    pos = positions[game]
    if any(not part.lead for part in phrase.parts):
        return
    player = next(iter(pos.table.seats))
    try:
        said = read_move_text(f"{player} {phrase.name} #1", pos.table.seats, pos.pack)
        wording = WrittenMove(said, Names(pos.pack), pos)
    except NotationError:
        return
    assert any(wording.written(part) is not None and part.into == "picks" for part in phrase.parts)


AGOT2 = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" lannister
position round 3, challenges, first A, active A
A plot "A Noble Cause"
A play ned = "Eddard Stark", arya = "Arya Stark"
B play hound = "The Hound"
B plot "A Noble Cause"

"""


def moves_of(text: str) -> list[Move]:
    return [event.move for entry in run(read(text)).entries for event in entry.events if isinstance(event, MoveMade)]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("A challenge military, power with ned", "`challenge` takes one kind of challenge here"),
        ("A challenge militry with ned", "no kind of challenge; did you mean military"),
        ("A challenge power with ned against B, A", "`challenge … against` takes one player here"),
        ("A challenge power with ned by arya", "`challenge` takes no `by` behind `ned`"),
        ("A challenge power with ned, nobody", "`nobody` stands alone"),
        ("A challenge power with ned bypassing hound by nosuch", "nothing here is called `nosuch`"),
        ("A use ned, arya", "`use` takes one card here"),
        ("A use duplicate of ned, arya", "`use … of` takes one card here"),
        ("A use ned for arya, hound", "`use … for` takes one thing here"),
        ("A use ned naming military, power", "`use … naming` takes one word here"),
        ("B defend hound with arya", "`defend` takes nothing directly behind it"),
    ],
)
def test_too_much_is_named_at_its_word(line: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        run(read(AGOT2 + line + "\n"))
    assert says in str(caught.value)
    assert caught.value.line == 9


def test_a_list_where_a_list_is_taken_is_in_the_move() -> None:
    assert [len(move.picks) for move in moves_of(AGOT2 + "A challenge power with ned, arya\n")[:1]] == [2]
