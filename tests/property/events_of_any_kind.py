"""Strategies for hypothesis: any event the vocabulary allows, and games that fold."""

from __future__ import annotations

import types
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from ledger.entries import Entry, Origin
from ledger.events import (
    Attached,
    Component,
    ControlChanged,
    Corrected,
    Counted,
    EffectBegan,
    EffectEnded,
    Event,
    Fact,
    FrameAdvanced,
    FrameClosed,
    FrameOpened,
    GameEnded,
    Identified,
    Introduced,
    Marked,
    Move,
    Moved,
    MoveMade,
    MoveRetracted,
    Occurrence,
    OccurrenceChanged,
    Passed,
    Reason,
    Revealed,
    Rolled,
    SeatChanged,
    Shuffled,
    State,
    UseCounted,
    ViolationNoted,
)
from ledger.folding import fold
from ledger.table import Table
from tests.samples import setup

NUMBERS = st.integers(-(2**63), 2**63 - 1)
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)


@cache
def anything(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for values of a type, built from the annotations of its structs."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is int:
        return NUMBERS
    if kind is str:
        return TEXTS
    if kind is bool:
        return st.booleans()
    if kind is types.NoneType:
        return st.none()
    if origin in (Union, types.UnionType):
        return st.one_of(*map(anything, inner))
    if origin is list:
        return st.lists(anything(inner[0]), max_size=3)
    if origin is dict:
        return st.dictionaries(anything(inner[0]), anything(inner[1]), max_size=3)
    if origin is tuple:
        return (
            st.lists(anything(inner[0]), max_size=3).map(tuple)
            if inner[-1] is Ellipsis
            else st.tuples(*map(anything, inner))
        )
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    assert issubclass(kind, Fact), kind
    hints = get_type_hints(kind)
    return st.builds(
        kind, **{name: st.deferred(lambda hint=hints[name]: anything(hint)) for name in kind.__struct_fields__}
    )


@st.composite
def any_entries(draw: st.DrawFn) -> list[Entry]:
    """Draw entries of any events at all: they can be stored, though they may not fold."""
    made, seq = [], 1
    for events in draw(st.lists(st.lists(anything(Event), min_size=1, max_size=4), min_size=1, max_size=6)):
        made.append(
            Entry(
                seq,
                tuple(events),
                draw(st.sampled_from(list(Origin))),
                draw(st.integers(0, len(events))),
                draw(TEXTS),
                draw(st.booleans()),
                draw(TEXTS),
                draw(st.integers(0, 10_000)),
            )
        )
        seq += len(events)
    return made


@st.composite
def true_entries(draw: st.DrawFn) -> list[Entry]:
    """Draw a game that folds: each event is one that can be true of the table before it."""
    made = [Entry(1, setup())]
    table = fold(made[0].events)
    for size in draw(st.lists(st.integers(1, 5), min_size=1, max_size=25)):
        seq = table.seq + 1
        events = []
        for _ in range(size):
            events.append(draw(true_event(table)))
            fold(events[-1:], table)
        made.append(Entry(seq, tuple(events)))
    return made


def true_event(table: Table) -> st.SearchStrategy[Any]:
    """Draw an event that can be true of this table."""
    entities = st.sampled_from(sorted(table.entities))
    players = st.sampled_from(["A", "B"])
    zones = st.sampled_from(sorted(table.zones))
    small = st.integers(-3, 3)
    words = st.sampled_from(["gold", "power", "kneeling", "bowed"])
    scopes = st.sampled_from([0, *(frame.id for frame in table.frames)])
    choices = [
        st.builds(Moved, entities, zones, st.integers(-1, 3), st.sampled_from(["", "up", "down"])),
        st.builds(Counted, st.one_of(entities, players), words, small),
        st.builds(Marked, entities, words, st.booleans()),
        st.builds(ControlChanged, entities, players),
        st.builds(Identified, entities, TEXTS),
        st.builds(Revealed, entities, st.lists(players, max_size=2).map(tuple)),
        zones.flatmap(lambda zone: st.permutations(table.zones[zone]).map(lambda order: Shuffled(zone, tuple(order)))),
        st.builds(Rolled, words, st.lists(st.one_of(small, TEXTS), max_size=3).map(tuple)),
        st.builds(EffectBegan, entities, words, players, st.lists(entities, max_size=3).map(tuple), scopes),
        st.builds(UseCounted, words, scopes),
        st.builds(SeatChanged, st.sampled_from(["first", "active"]), st.lists(players, max_size=2).map(tuple)),
        st.builds(MoveMade, players, st.builds(Move, words, entities)),
        st.builds(MoveRetracted, players, st.integers(1, 9)),
        st.builds(ViolationNoted, players, st.builds(Move, words), st.tuples(st.builds(Reason, TEXTS, TEXTS, TEXTS))),
        st.builds(
            FrameOpened, words, st.none(), st.lists(st.builds(Occurrence, words, entities), max_size=2).map(tuple)
        ),
        st.builds(GameEnded, st.lists(players, max_size=2).map(tuple), TEXTS),
        st.just(Introduced((Component(max(table.entities) + 1, "new", "A", "A.hand"),))),
        st.builds(Attached, st.sampled_from([1, 2]), st.sampled_from([0, 3, 4])),
        st.builds(
            lambda card, zone, by: Corrected(
                card, "place", "", table.entities[card].zone, zone, by, 7, (Moved(card, zone), Marked(card, "bowed"))
            ),
            *(entities, zones, players),
        ),
    ]
    if table.effects:
        choices.append(st.builds(EffectEnded, st.sampled_from(sorted(table.effects))))
    if table.frames:
        top = table.frames[-1]
        choices += [
            st.builds(FrameAdvanced, st.just(top.id), st.integers(0, 5), st.one_of(st.none(), st.just({"n": 1}))),
            st.builds(FrameClosed, st.just(top.id)),
            st.builds(Passed, players, st.integers(1, 3)),
        ]
        if top.occurrences:
            choices.append(st.builds(OccurrenceChanged, st.just(top.id), st.just(0), st.sampled_from(list(State))))
    return st.one_of(choices)
