"""Lines that one would write at a decision are legal there, and the nearest to what was written come first."""

from __future__ import annotations

import pytest

from ledger.events import Move
from replays.meaning.names import Names
from replays.meaning.suggestions import SUGGESTED, lines_to_write
from replays.meaning.writer import SpokenWriter, Writer
from replays.meaning.written_moves import WrittenMove
from replays.notation.parser import read, read_move_text
from replays.reading.reader import run
from replays.records.random_games import Simulation
from rules.catalogue import load, pack_ids
from rules.engine import advance, legal
from rules.kernel.asks import CHANCE

HEAD = """lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, first A, active A
A plot    "A Noble Cause"
A play    ned = "Eddard Stark", arya = "Arya Stark", cat = "Catelyn Stark"
B plot    "A Noble Cause"
B play    hound = "The Hound"
"""


def suggested(written: str, player: str = "A") -> list[str]:
    done = run(read(HEAD))
    ask = advance(done.position)
    assert ask is not None
    return lines_to_write(Writer(done.pack, done.names), done.position, ask, player, written)


def test_the_nearest_lines_come_first() -> None:
    assert suggested("A challange power with arya")[0] == "A challenge power with arya against B"
    assert suggested("A say pass")[0] == "A pass"
    assert suggested("A challenge intrige with Cat against Borys")[0] == "A challenge intrigue with cat against B"
    assert len(suggested("")) == SUGGESTED


def test_nothing_is_suggested_to_a_player_who_is_not_asked() -> None:
    assert suggested("B pass", "B") == []


@pytest.mark.parametrize("game", pack_ids())
def test_suggested_lines_are_legal_where_they_are_suggested(game: str) -> None:
    pack = load(game)
    format_ = next(iter(pack.formats))
    simulation = Simulation(pack, pack.formats[format_][0], format_, 5)
    names = Names(pack)
    writer, tried = Writer(pack, names), 0
    for count, _ in enumerate(simulation.entries()):
        if count > 40:
            break
        pos = simulation.position
        ask = advance(pos)
        if ask is None or ask.player == CHANCE or count % 4:
            continue
        for line in lines_to_write(writer, pos, ask, ask.player, f"{ask.player} choose something"):
            wording = WrittenMove(read_move_text(line, pos.table.seats, pack), names, pos)
            asked = ask.answered_by(ask.player)
            assert any(legal(asked.checks(pos, ask.player, move)) for move in wording.moves(pos, asked))
            tried += 1
    assert tried > 5


def test_copies_in_a_hand_are_written_by_their_title_and_events_with_their_verb() -> None:
    """`A use #3; A use #4` would tell nobody what may be done."""
    head = """lastword 1 l5r
players A "Anna" scorpion, B "Borys" crane
position round 2, conflict, first A, active A
A play manip = "Bayushi Manipulator" (fate 1), 2 "Blackmail Artist"
A hand 2 "Assassination", 2 unknown
B province1 "Pilgrimage"
A province1 "Pilgrimage"

"""
    done = run(read(head))
    writer = SpokenWriter(done.pack, done.names)
    table = done.position.table.entities.values()
    first, second = (card.id for card in table if card.card == "assassination")
    use = Move("use", first, ability="assassination#1")
    same = Move("use", second, ability="assassination#1")
    assert writer.move(done.position, "A", use, "") == writer.move(done.position, "A", same, "")
    assert writer.move(done.position, "A", use, "") == 'A play "Assassination"'
    one, other = (card.id for card in table if card.card == "blackmail-artist")
    assert writer.component(done.position, one) == '"Blackmail Artist"'
    assert writer.component(done.position, other) == f"#{other}"
    theirs = next(card.id for card in table if card.card == "pilgrimage" and card.owner == "B")
    assert writer.component(done.position, theirs) == 'B."Pilgrimage"'
