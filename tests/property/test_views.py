"""Two games that differ only in what a player cannot know look the same to that player.

Tables and events are compared byte by byte, and so is what every verb prints or draws as that player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pytest

from ledger.events import Event
from ledger.table import Table, clone, freeze
from replays.records.views import Onlooker
from rules.catalogue import load, pack_ids
from tests.conftest import PROOF
from tests.property.pairs import Pair, Pairs
from tests.property.showing import at_decision, explored, in_sequence

SMALL, FULL = 2, 200
SMALL_VERBS, FULL_VERBS = 1, 5
STRETCH = 10
"""The last entries of a pair of games, which are compared in the small test."""
SHARES = 8 if PROOF else 1
"""In how many tests the games of a pack are played, so that two processes have as much to do each."""


def games(pack_id: str, seeds: Iterable[int]) -> Iterator[Pairs]:
    """Yield a random game of a pack for each seed, of each format and number of players in turn."""
    shapes = [
        (name, players)
        for name, (least, most) in load(pack_id).formats.items()
        for players in range(least, min(most, 3) + 1)
    ]
    for seed in seeds:
        yield Pairs(pack_id, *shapes[seed % len(shapes)], seed=seed)


def compare(game: Pairs, viewer: str, pairs: Iterable[Pair], first: int = 0) -> None:
    """Compare two games as a player sees them, event by event, from the entry that holds event `first` on."""
    onlooker = Onlooker(game.pack, viewer)
    for one, events, other, others in pairs:
        if not one.seats or one.seq + len(events) < first:
            continue
        where = f"{game.pack.id} as {viewer}, from event {one.seq + 1}"
        steps = zip(_seen(onlooker, one, events), _seen(onlooker, other, others), strict=True)
        for (event, table), (beside, its_table) in steps:
            assert event == beside, f"{where}: the events differ"
            assert table == its_table, f"{where}: the tables after {event} differ"


def _seen(onlooker: Onlooker, table: Table, events: tuple[Event, ...]) -> Iterator[tuple[Event, bytes]]:
    """Yield the events of an entry as a player sees them, with the bytes of the table after each."""
    now = clone(table)
    for event in onlooker.events(events, now):
        yield event, freeze(onlooker.table(now))


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("pack_id", pack_ids())
def test_what_a_player_cannot_know_makes_no_difference(pack_id: str, share: int, full: bool) -> None:
    for game in games(pack_id, range(share, FULL if full else SMALL, SHARES)):
        viewer = game.generator.choice(game.viewers)
        last = game.generator.randrange(len(game.entries) // 8, len(game.entries) // (1 if full else 2))
        first = 0 if full else game.entries[max(0, last - STRETCH)].seq
        for pairs in (game.other_numbers, game.other_cards, game.other_order):
            compare(game, viewer, pairs(viewer, last), first)
        compare(game, viewer, game.other_choice(viewer))


@pytest.mark.parametrize("pack_id", pack_ids())
def test_every_verb_shows_the_same_of_both_games(pack_id: str, full: bool) -> None:
    for game in games(pack_id, range(FULL_VERBS if full else SMALL_VERBS)):
        viewer = game.generator.choice(game.viewers)
        last = len(game.entries) // (2 if full else 12)
        for pairs in (game.other_numbers, game.other_cards) if full else (game.other_numbers,):
            records = game.records(pairs(viewer, last))
            count = len(records[0].entries)
            # After their last entry, games with other cards may ask another player: the record shows that.
            for place in range(count - 1) if full else (count - 1,):
                same([at_decision(record, viewer, place) for record in records], f"{pack_id} after entry {place}")
            for place in range(count // 2, count - 1, 40):
                same([explored(record, viewer, place) for record in records], f"{pack_id} after entry {place}")
            first = records[0].end(max(0, count - STRETCH))
            same([in_sequence(record, viewer, first) for record in records], pack_id)


def same(shown: Sequence[Iterable[tuple[str, str]]], where: str) -> None:
    """Compare what verbs show of two games."""
    for (verb, one), (_, other) in zip(*shown, strict=True):
        assert one == other, f"{where}: `{verb}` shows a difference"
