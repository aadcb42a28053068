"""Every answer to a declaration is tried: each subset of those who may be declared, and each way they single others
out.
"""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from ledger.events import Move
from replays.records.record import Record
from replays.records.rejudging import answer
from replays.whatif.answers import answers
from rules.catalogue import playthroughs
from rules.engine import advance, legal
from tests.unit.whatif.lines import record_from

COVERT = """lastword 1 l5r standard
players   A "Aiko" crane, B "Botan" unicorn
position  round 2, conflict declare, first A, active A
A play    one = "Political Rival", two = "Political Rival", three = "Doji Challenger"
B play    outrider = "Shinjo Outrider", trader = "Ide Trader", shuichi = "Kaiu Shuichi"
B province1 plains = "Endless Plains" (facedown)
"""

STEALTH = """lastword 1 agot2 joust
players   A "Anna" greyjoy, B "Borys" lannister
position  round 2, challenges, first A, active A
A plot    "{plot}"
A play    asha = "Asha Greyjoy", theon = "Theon Greyjoy", balon = "Balon Greyjoy"
B plot    "A Noble Cause"
B play    hound = "The Hound", tickler = "The Tickler"
"""


def first_answers(record: Record) -> list[Move]:
    pos = record.position(0)
    ask = advance(pos)
    assert ask is not None
    found = answers(pos, ask)
    assert not found.partial
    return list(found.moves)


def ways(record: Record, words: tuple[str, ...]) -> set[tuple[frozenset[str], frozenset[tuple[str, str]]]]:
    """Who is declared, and who singles out whom, by their short names."""
    names = {number: alias for alias, number in record.names.aliases.items()}
    return {
        (
            frozenset(names[number] for number in move.picks),
            frozenset(zip(map(names.get, move.pairs[::2]), map(names.get, move.pairs[1::2]), strict=True)),  # type: ignore[arg-type]
        )
        for move in first_answers(record)
        if set(words) <= set(move.words) and names.get(move.subject, "plains") == "plains"
    }


def expected(able: list[str], sneaks: list[str], victims: list[str], must: bool, most: int = 99) -> set[object]:
    """Every subset, and every way in which those who can each single out another one or, unless they must, nobody."""
    found: set[object] = set()
    for inside in product((True, False), repeat=len(able)):
        picks = [name for name, chosen in zip(able, inside, strict=True) if chosen]
        users = [name for name in picks if name in sneaks]
        for chosen in product([*victims, ""], repeat=len(users)):
            pairs = [(user, victim) for user, victim in zip(users, chosen, strict=True) if victim]
            distinct = len({victim for _, victim in pairs}) == len(pairs)
            enough = len(pairs) == min(len(users), len(victims)) or not must
            if 0 < len(picks) <= most and distinct and enough:
                found.add((frozenset(picks), frozenset(pairs)))
    return found


def test_each_of_two_with_covert_bypasses_each_other_one() -> None:
    found = ways(record_from(COVERT), ("political", "air"))
    assert found == expected(["one", "two", "three"], ["one", "two"], ["outrider", "trader"], must=True)


def test_each_with_stealth_bypasses_each_or_nobody() -> None:
    found = ways(record_from(STEALTH.format(plot="A Clash of Kings")), ("power", "B"))
    assert found == expected(["asha", "balon", "theon"], ["asha", "theon"], ["hound", "tickler"], must=False)


def test_where_one_may_be_declared_each_of_them_may_bypass() -> None:
    found = ways(record_from(STEALTH.format(plot="Jousting Contest")), ("power", "B"))
    assert found == expected(["asha", "balon", "theon"], ["asha", "theon"], ["hound", "tickler"], must=False, most=1)


ONE_BERTH = """lastword 1 tegot
players        A "Ada" stark, B "Ben" lannister
position       round 2, sail, active A
oldtown        s1 = "Stark power", s2 = "Stark power", s3 = "Stark power"
the-reach      "Stark power", "Stark power"
casterly-rock  "Lannister power"
A hand         nothing
B hand         nothing
"""


def test_a_form_that_lists_one_for_all_of_a_kind_is_tried_with_each() -> None:
    """There is room for one more in the Reach, so the form lists s1 alone: a question may be about any of the three."""
    record = record_from(ONE_BERTH)
    names = {number: alias for alias, number in record.names.aliases.items()}
    moves = [move for move in first_answers(record) if move.words == ("the-reach",)]
    assert {names[number] for move in moves for number in move.picks} == {"s1", "s2", "s3"}
    assert all(len(move.picks) == 1 for move in moves)
    told = [(frozenset(move.picks), move.words) for move in first_answers(record)]
    assert len(told) == len(set(told)), "no army is listed twice"
    assert (
        len([picks for picks, words in told if words == ("pyke",) and picks <= names.keys() and len(picks) == 2]) == 3
    )


@pytest.mark.parametrize("name", ["councils.lw", "ex-retreat.lw"])
def test_every_move_that_was_made_in_an_action_step_is_among_the_answers(name: str) -> None:
    """Markers on several locations, some of the Supporters recalled, the Herald and a Supporter retreating together."""
    record = record_from(dict(playthroughs("okc"))[name])
    tried = 0
    for at, entry in enumerate(record.entries[1:]):
        said = answer(entry)
        pos = record.position(at)
        ask = advance(pos)
        if said is None or ask is None or said[1].verb not in ("secrets", "oaths", "retreat"):
            continue
        if not legal(ask.checks(pos, *said)):
            continue
        told = {msgspec.structs.replace(move, words=tuple(sorted(move.words))) for move in answers(pos, ask).moves}
        assert msgspec.structs.replace(said[1], words=tuple(sorted(said[1].words))) in told, said
        tried += 1
    assert tried
