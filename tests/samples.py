"""Games for tests: small ones with every event, and ones of any length that fold."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.entries import Entry, Origin
from ledger.events import (
    Attached,
    Component,
    ControlChanged,
    Counted,
    EffectBegan,
    EffectEnded,
    Event,
    FrameAdvanced,
    FrameClosed,
    FrameOpened,
    GameEnded,
    GameStarted,
    Identified,
    Introduced,
    LastKnown,
    Marked,
    Move,
    Moved,
    MoveMade,
    MoveRetracted,
    Occurrence,
    OccurrenceChanged,
    Outcome,
    Passed,
    Reason,
    Revealed,
    Rolled,
    Seat,
    SeatChanged,
    Shuffled,
    State,
    UseCounted,
    ViolationNoted,
    ZoneSpec,
)

CARDS = 60
ZONES = tuple(
    ZoneSpec(f"{player}.{name}", player, seen, name == "play")
    for player in "AB"
    for name, seen in (("deck", "none"), ("hand", "owner"), ("play", "all"), ("discard", "all"))
)


def setup() -> tuple[Event, ...]:
    """Return the set-up of a game: two players, and sixty cards in Anna's deck."""
    seats = (Seat("A", "Anna", "stark"), Seat("B", "Borys"))
    cards = tuple(Component(number, f"card-{number}", "A", "A.deck") for number in range(1, CARDS + 1))
    return (GameStarted("test", "1", "joust", seats, ZONES, {"claim": "noted"}), Introduced(cards))


def action(number: int, seq: int) -> tuple[Event, ...]:
    """Return the eight events of an action that can follow any number of others; `seq` is the first."""
    card, frame = number % CARDS + 1, seq + 1
    there = "A.hand" if number // CARDS % 2 == 0 else "A.deck"
    return (
        MoveMade("A", Move("use", card, "ability")),
        FrameOpened("moment", {"why": "test", "cards": [card]}, (Occurrence("moved", card, "A"),)),
        FrameAdvanced(frame, 1),
        OccurrenceChanged(frame, 0, State.HAPPENED),
        Moved(card, there, 0),
        Counted("A", "gold", 1),
        Marked(card, "kneeling", number % 2 == 0),
        FrameClosed(frame, Outcome.RESOLVED, (State.HAPPENED,)),
    )


def game(actions: int) -> Iterator[Entry]:
    """A game of this many actions of eight events, after a setup of two."""
    yield Entry(1, setup(), remark="setup")
    seq = 3
    for number in range(actions):
        yield Entry(seq, action(number, seq))
        seq += 8


def every_event() -> list[Entry]:
    """A game that folds and has every type of event, every field of the entry, and letters of three alphabets."""
    last = LastKnown("card-2", "A", "B", "A.play", 1, ("kneeling",), (("strength", 3),))
    seats = (Seat("A", "Łucja", "ród Starków"), Seat("B", "Оксана"))
    cards = (
        *(Component(number, f"card-{number}", "A", "A.play") for number in (1, 2, 3)),
        Component(4, "", "B", "B.hand"),
    )
    return [
        Entry(1, (GameStarted("test", "1.0", "joust", seats, ZONES, {"illegal": "applied"}), Introduced(cards))),
        Entry(
            3,
            (
                SeatChanged("first", ("A",)),
                FrameOpened("round", {"n": 1, "open": True, "who": "A", "of": [1, "x"], "no": None}),
            ),
        ),
        Entry(
            5,
            (
                MoveMade("A", Move("use", 1, "ability", (2, 3), ("a", "b"), (4, 5), 6)),
                FrameOpened(
                    "moment", None, (Occurrence("killed", 2, "A", 1, 1, 3, "A.discard", "why", State.IMMINENT, last),)
                ),
                FrameAdvanced(6, 2, {"n": 2}),
                OccurrenceChanged(6, 0, State.SAVED, 3, "A.hand", 3, (Occurrence("discarded", 3),)),
                FrameClosed(6, Outcome.REPLACED, (State.SAVED, State.HAPPENED)),
            ),
            own=1,
            remark="line 12",
            line=12,
        ),
        Entry(10, (Passed("B", 2),), by="B", origin=Origin.ASSERTED, uncertain=True),
        Entry(
            11, (Moved(2, "A.deck", 0, "down"), Counted(1, "power", 2), Counted("A", "gold", -3), Marked(1, "kneeling"))
        ),
        Entry(15, (Attached(3, 1), ControlChanged(1, "B"), Identified(4, "card-9"), Revealed(4, ("A", "B")))),
        Entry(
            19,
            (Shuffled("A.deck", (2,)), Rolled("die", (4, "skull")), EffectBegan(1, "ability", "A", (3,), 4, {"x": 1})),
        ),
        Entry(22, (UseCounted("1:ability", 4), EffectEnded(21, 3), MoveRetracted("A", 5, "slip of the hand"))),
        Entry(
            25,
            (ViolationNoted("B", Move("play", 4), (Reason("test/rule#1", saw="not now"),), True, 40), FrameClosed(4)),
        ),
        Entry(27, (GameEnded(("A",), "concession"),)),
    ]
