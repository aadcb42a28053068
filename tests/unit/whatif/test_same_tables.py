"""Equal tables: components a question names are told apart, however they are written, and uses stay counted."""

from __future__ import annotations

import pytest

from ledger.table import clone
from replays.records.record import Record
from replays.records.same_components import AlikeComponents
from replays.records.same_tables import Signatures, lifted
from replays.whatif.conclusion import Conclusion, conclude
from replays.whatif.exploration import Explorer, Horizon
from replays.whatif.question import Question
from rules.engine import advance
from tests.unit.whatif.lines import record_from

KNIGHTS = """lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, first A, active B
A plot    "A Noble Cause"
A play    o'neil = "Tumblestone Knight", "Tumblestone Knight", jon = "Tumblestone Knight"
B plot    "A Noble Cause"
B play    hound = "The Hound"

B challenge military with hound against A
A defend with nobody
"""


def asked(record: Record, text: str) -> Conclusion:
    """The answer at the end of what is being resolved after the last move."""
    pos = record.position(len(record.entries) - 1)
    advance(pos)
    question = Question(record.pack, record.names, text)
    horizon = Horizon(pos.table.top.id)
    return conclude(
        Explorer(record.pack, pos.table, horizon, question.holds, about=question.about(pos.table)).run(), pos.table
    )


@pytest.mark.parametrize(
    "of",
    ["o'neil in dead", "#{o'neil} in dead", "zone({o'neil}) == dead", "zone({second}) == dead", "zone(jon) == dead"],
)
def test_each_of_several_copies_may_be_asked_for(of: str) -> None:
    record = record_from(KNIGHTS)
    first = record.names.aliases["o'neil"]
    found = asked(record, of.format(**{"o'neil": first, "second": first + 1}))
    assert found.verdict == "possible"
    (decider,) = [decider for decider in found.deciders if decider.player == "A"]
    assert sorted((times, value) for _, times, value in decider.settles) == [(1, True), (2, False)]


def test_a_word_behind_a_minus_is_asked_for() -> None:
    record = record_from(KNIGHTS)
    about = Question(record.pack, record.names, "5-strength(jon) < 3-dial(A)").about(record.table())
    assert {"strength", "dial"} <= about.words
    assert record.names.aliases["jon"] in about.components


def test_a_word_of_the_game_keeps_its_meaning() -> None:
    found = asked(record_from(KNIGHTS), "has_won(military, B)")
    assert found.verdict == "certain"


def test_what_was_used_of_a_moved_card_stays_used_in_a_game_without_new_instances() -> None:
    record = record_from(
        'lastword 1 okc\nplayers A "Ala" nobility, B "Ben" gathering\nposition round 2, autumn\nA hand "Levy"\n'
    )
    table = lifted(record.table())
    number, card = next(iter(table.entities.items()))
    card.since = table.seq  # it was moved on the way here
    used = clone(table)
    used.uses[used.frames[0].id] = {f"{number}.0.pageant.1 A": 1}
    signatures = Signatures(record.pack, table, AlikeComponents(record.pack, table))
    assert signatures.signature(used) != signatures.signature(table)
