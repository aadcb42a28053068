"""Thirty tables to back up, each with the answer planted in it: clean, clean with a fix, or not clean."""

from __future__ import annotations

import pytest

from ledger.entries import Entry
from ledger.events import (
    Component,
    Counted,
    Event,
    GameStarted,
    Introduced,
    Marked,
    Moved,
    Passed,
    Revealed,
    Rolled,
    Seat,
    Shuffled,
    ZoneSpec,
)
from ledger.events import FrameOpened as Opened
from replays.errors import ReplayError
from replays.meaning.names import Names
from replays.records.record import Record
from replays.whatif.rewind import LAST_ILLEGAL, RewindVerdict, back_to, last_illegal, undo
from rules.catalogue import load
from tests.sequences import SAVE
from tests.unit.whatif.lines import record_from

PACK = load("agot2")
SEATS = (Seat("A", "Anna"), Seat("B", "Borys"))
# deck A 1-5, hand A 6-8, play A 9 (10 face down), deck B 11-15, hand B 16-18, play B 19;
# 5 and 18 are unknown to the record
PLACES = {
    "A.deck": range(1, 6),
    "A.hand": range(6, 9),
    "A.play": range(9, 11),
    "B.deck": range(11, 16),
    "B.hand": range(16, 19),
    "B.play": range(19, 20),
}
UNKNOWN = (5, 8, 18)


def start(*before: Event) -> Entry:
    """Two players with five cards in each deck, three in hand, and what else was so before."""
    specs = tuple(
        ZoneSpec(f"{player}.{kind}", player, seen, kind == "play")
        for player in "AB"
        for kind, seen in (("deck", "none"), ("hand", "owner"), ("play", "all"), ("discard", "all"))
    )
    parts = tuple(
        Component(number, "" if number in UNKNOWN else "arya-stark", zone[0], zone)
        for zone, numbers in PLACES.items()
        for number in numbers
    )
    events = (
        GameStarted("agot2", "1", "joust", SEATS, specs),
        Introduced(parts),
        Opened("game"),
        Moved(10, "A.play", -1, "down"),
        *before,
    )
    return Entry(1, events, own=len(events))


def record(before: tuple[Event, ...], *actions: tuple[Event, ...]) -> Record:
    entries = [start(*before)]
    for events in actions:
        last = entries[-1].seq + len(entries[-1].events)
        entries.append(Entry(last, (Passed("A"), *events)))
    return Record("table", PACK, tuple(entries), Names(PACK))


draw_a, draw_b = Moved(1, "A.hand"), Moved(11, "B.hand")
on_top = Moved(9, "A.deck", 0)
CLEAN, FIXED, NOT = RewindVerdict.CLEAN, RewindVerdict.FIXED, RewindVerdict.NOT

CASES: list[tuple[str, RewindVerdict, str, tuple[Event, ...], str, tuple[tuple[Event, ...], ...]]] = [
    ("nothing was learned by a pass", CLEAN, "", (), "", ((),)),
    ("gold was paid", CLEAN, "", (), "", ((Counted("A", "gold", -2),),)),
    ("a card knelt", CLEAN, "", (), "", ((Marked(9, "kneeling"),),)),
    ("a card in play was discarded", CLEAN, "", (), "", ((Moved(9, "A.discard"),),)),
    ("a card in play went to hand", CLEAN, "", (), "", ((Moved(9, "A.hand"),),)),
    ("a public card was shown", CLEAN, "", (), "", ((Revealed(19, ("A",)),),)),
    ("a card already shown was played", CLEAN, "", (Revealed(6, ("B",)),), "", ((Moved(6, "A.play"),),)),
    ("a card known on the deck was drawn", CLEAN, "", (Revealed(1, ("A",)),), "", ((draw_a,),)),
    ("the one who erred played a card", CLEAN, "", (), "A", ((Moved(6, "A.play"),),)),
    ("the one who erred showed a hand", CLEAN, "", (), "B", ((Revealed(16, ("A",)), Revealed(17, ("A",))),)),
    ("a card was drawn", FIXED, "put Arya Stark back into Anna's deck, and shuffle it", (), "", ((draw_a,),)),
    ("two cards were drawn", FIXED, "(2 times)", (), "", ((draw_a, Moved(2, "A.hand")),)),
    ("both drew", FIXED, "Borys's deck", (), "", ((draw_a,), (draw_b,))),
    (
        "a card nobody can tell was drawn",
        FIXED,
        "return a card at random from Anna's hand to Anna's deck",
        (),
        "",
        ((Moved(5, "A.hand"),),),
    ),
    ("the top of the own deck was looked at", FIXED, "shuffle Anna's deck", (), "", ((Revealed(1, ("A",)),),)),
    (
        "the own deck was searched",
        FIXED,
        "shuffle Anna's deck",
        (),
        "",
        (tuple(Revealed(number, ("A",)) for number in range(1, 6)),),
    ),
    ("drawn after gold was paid", FIXED, "Anna's deck", (), "", ((Counted("A", "gold", -1),), (draw_a,))),
    ("the one who erred drew", FIXED, "Anna's deck", (), "A", ((draw_a,),)),
    (
        "the deck was searched and shuffled",
        FIXED,
        "shuffle Anna's deck",
        (),
        "",
        ((Revealed(2, ("A",)), Shuffled("A.deck", (5, 4, 3, 2, 1))),),
    ),
    ("an unordered deck was shuffled", CLEAN, "", (), "", ((Shuffled("A.deck", (5, 4, 3, 2, 1)),),)),
    ("a card was played from hand", NOT, "Borys knows a card of Anna's", (), "", ((Moved(6, "A.play"),),)),
    ("an opponent looked at a hand", NOT, "Anna knows a card of Borys's", (), "", ((Revealed(16, ("A",)),),)),
    ("a peeked card of another's deck", NOT, "Borys has seen a card", (), "", ((Revealed(1, ("B",)),),)),
    ("a drawn card already played", NOT, "goes back into Anna's deck", (), "", ((draw_a,), (Moved(1, "A.play"),))),
    (
        "a drawn card already played by the one who erred",
        NOT,
        "goes back into Anna's deck",
        (),
        "A",
        ((draw_a,), (Moved(1, "A.play"),)),
    ),
    ("a drawn card shown to the other", NOT, "Borys has seen", (), "", ((draw_a, Revealed(1, ("B",))),)),
    ("a die was rolled", NOT, "known before anybody chooses", (), "", ((Rolled("die", ("six",)),),)),
    (
        "a random card was discarded",
        NOT,
        "Anna knows a card of Borys's",
        (),
        "",
        ((Rolled("claim", (16,)), Moved(16, "B.discard")),),
    ),
    (
        "a known order was shuffled away",
        NOT,
        "is lost",
        (Revealed(1, ("A",)),),
        "",
        ((Shuffled("A.deck", (5, 4, 3, 2, 1)),),),
    ),
    (
        "a draw from a deck whose order is known",
        NOT,
        "would lose what Anna knew",
        (Revealed(3, ("A",)),),
        "",
        ((draw_a,),),
    ),
    (
        "a card put on the deck was shuffled away",
        NOT,
        "is lost",
        (on_top,),
        "",
        ((Shuffled("A.deck", (5, 4, 9, 3, 2, 1)),),),
    ),
    ("a draw under a card put on the deck", NOT, "would lose what Anna and Borys knew", (on_top,), "", ((draw_a,),)),
    ("a card put on the deck was drawn again", CLEAN, "", (on_top,), "", ((Moved(9, "A.hand"),),)),
    (
        "a card put on the deck was shuffled in before",
        CLEAN,
        "",
        (on_top, Shuffled("A.deck", (1, 9, 2, 3, 4, 5))),
        "",
        ((Shuffled("A.deck", (5, 4, 9, 3, 2, 1)),),),
    ),
    ("a card milled from the deck", NOT, "Borys has seen", (), "", ((Moved(1, "A.discard"),),)),
    ("a face-down card was turned up", NOT, "Borys knows", (), "", ((Moved(10, "A.play", -1, "up"),),)),
    (
        "the innocent answered with a card",
        NOT,
        "Anna knows a card of Borys's",
        (),
        "A",
        ((Moved(6, "A.play"),), (Moved(16, "B.discard"),)),
    ),
]


@pytest.mark.parametrize(
    ("name", "verdict", "says", "before", "fault", "actions"), CASES, ids=[case[0] for case in CASES]
)
def test_the_planted_answer_is_found(
    name: str,
    verdict: RewindVerdict,
    says: str,
    before: tuple[Event, ...],
    fault: str,
    actions: tuple[tuple[Event, ...], ...],
) -> None:
    found = record(before, *actions)
    plan = back_to(found, found.end(0), fault)
    assert plan.verdict is verdict, (plan.why, plan.fixes)
    assert says in "; ".join(plan.why if verdict is NOT else plan.fixes)
    assert [action.seq for action in plan.taken] == [entry.seq for entry in found.entries[1:]]


def test_there_are_thirty_of_all_three_kinds() -> None:
    assert len(CASES) >= 30
    assert {case[1] for case in CASES} == {CLEAN, FIXED, NOT}


def test_only_what_came_after_the_point_counts() -> None:
    found = record((), (Moved(6, "A.play"),), (Counted("A", "gold", 1),))
    assert back_to(found, found.end(1)).verdict is CLEAN
    assert back_to(found, found.end(0)).verdict is NOT


ILLEGAL = """lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, first A, active A
on illegal apply
A plot    "A Noble Cause"
A play    ned = "Eddard Stark" (kneeling), cat = "Catelyn Stark"
B plot    "A Noble Cause"
B play    hound = "The Hound"

A challenge power with ned against B
A challenge intrigue with cat against B
B defend with nobody
"""


def test_undoing_the_last_illegal_move_leaves_what_does_not_depend_on_it() -> None:
    found = record_from(ILLEGAL)
    seq = last_illegal(found)
    plan = undo(found, seq)
    assert plan.fault == "A"
    assert plan.taken[0].seq == seq
    assert any("cat" in action.says for action in plan.stands)
    assert all(action.seq not in {other.seq for other in plan.taken} for action in plan.stands)
    assert LAST_ILLEGAL == "LAST-ILLEGAL"


def test_an_illegal_move_that_was_ignored_is_not_undone() -> None:
    with pytest.raises(ReplayError, match="the only illegal move was ignored and changed nothing"):
        last_illegal(record_from(SAVE))


BIDS = """lastword 1 l5r standard
players      A "Aiko" dragon, B "Botan" scorpion
position     round 2, conflict declare, first A, active B
A play       raitsugu = "Mirumoto Raitsugu"
A province1  tao = "Meditations on the Tao"
A hand       nothing
B play       outcast = "Yogo Outcast" (fate 1)
B hand       nothing

B conflict military for fire against tao with outcast
A defend with raitsugu
A use raitsugu targeting outcast
A bid 3
"""


def test_bids_that_were_shown_cannot_be_unlearned() -> None:
    record = record_from(BIDS + "B bid 5\n")
    (mine, theirs) = [entry for entry in record.entries if entry.line in (13, 14)]
    plan = back_to(record, mine.seq - 1)
    assert plan.verdict is RewindVerdict.NOT
    assert {(lesson.player, lesson.says) for lesson in plan.lessons} == {
        ("B", "saw what Aiko chose in secret: bid 3"),
        ("A", "saw what Botan chose in secret: bid 5"),
    }
    only = undo(record, theirs.seq)
    assert [lesson.player for lesson in only.lessons if lesson.harm] == ["B"], "A's bid stands, and B has seen it"


def test_a_bid_nobody_has_seen_yet_may_be_taken_back() -> None:
    record = record_from(BIDS)
    bid = next(entry for entry in record.entries if entry.line == 13)
    assert back_to(record, bid.seq - 1).verdict is RewindVerdict.CLEAN
