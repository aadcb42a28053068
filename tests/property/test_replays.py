"""Replays of two games that differ only in what a player cannot know are the same to that player, part by part."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest
from msgspec.structs import replace

from ledger.entries import Entry
from replays.desk.games.scrubber import scrubber
from replays.meaning.names import Names
from replays.records.record import Record
from replays.watching.replay import Replay
from rules.catalogue import pack_ids
from tests.property.pairs import Pair, Pairs
from tests.property.test_views import games

SMALL, FULL = 1, 40
LOOKED_AT = 8
"""The number of events, spread over a game, after which two replays are compared."""


def replays(game: Pairs, pairs: Iterable[Pair]) -> tuple[Replay, Replay] | None:
    """Return the replays of both games of a pair; None if they part at once."""
    one: list[Entry] = []
    other: list[Entry] = []
    for entry, (_, events, _, others) in zip(game.entries, pairs, strict=False):
        one.append(replace(entry, events=events))
        other.append(replace(entry, events=others))
    if len(one) < 2:
        return None
    return tuple(Replay(Record("game", game.pack, tuple(entries), Names(game.pack))) for entries in (one, other))  # type: ignore[return-value]


def shown(replay: Replay, seq: int, viewer: str) -> bytes:
    return msgspec.json.encode((replay.at(seq, viewer), scrubber(replay, seq)))


@pytest.mark.parametrize("pack_id", pack_ids())
def test_what_a_player_cannot_know_is_in_no_part_of_a_replay(pack_id: str, full: bool) -> None:
    compared = 0
    for game in games(pack_id, range(FULL if full else SMALL)):
        viewer = game.generator.choice(game.viewers)
        last = len(game.entries) // 3
        for pairs in (game.other_numbers, game.other_cards, game.other_order):
            found = replays(game, pairs(viewer, last))
            if found is None:
                continue
            one, other = found
            assert one.course(viewer) == other.course(viewer)
            for seq in range(1, one.last + 1, max(1, one.last // LOOKED_AT)):
                assert shown(one, seq, viewer) == shown(other, seq, viewer), f"{pack_id} as {viewer} after {seq}"
                compared += 1
    assert compared > LOOKED_AT
