"""A player's view hides what that player does not know, and only that."""

from __future__ import annotations

import pytest

from ledger.errors import LedgerError
from ledger.events import (
    Component,
    FrameOpened,
    GameStarted,
    Introduced,
    LastKnown,
    Move,
    Moved,
    MoveMade,
    Occurrence,
    Reason,
    Revealed,
    Seat,
    Shuffled,
    ViolationNoted,
)
from ledger.folding import fold
from ledger.table import Table, clone, freeze
from ledger.viewed_events import viewed_events
from ledger.views import CAUTIOUS, view
from tests.samples import ZONES


def table() -> Table:
    cards = (
        *(Component(number, f"deck-{number}", "A", "A.deck") for number in (1, 2, 3)),
        *(Component(number, f"hand-{number}", "A", "A.hand") for number in (4, 5)),
        Component(6, "open", "A", "A.play"),
        Component(7, "secret", "B", "B.hand"),
    )
    return fold([GameStarted("test", "1", "", (Seat("A", "Anna"), Seat("B", "Borys")), ZONES), Introduced(cards)])


def names(seen: Table, zone: str) -> list[str]:
    return [seen.entities[number].card for number in seen.zones[zone]]


def test_hands_are_for_their_owners_and_decks_for_nobody() -> None:
    anna, borys = view(table(), "A"), view(table(), "B")
    assert names(anna, "A.hand") == ["hand-4", "hand-5"]
    assert names(borys, "A.hand") == ["", ""]
    assert names(anna, "B.hand") == [""]
    assert names(anna, "A.deck") == names(borys, "A.deck") == ["", "", ""]
    assert names(borys, "A.play") == ["open"]


def test_hidden_cards_cannot_be_followed_by_their_numbers() -> None:
    seen = view(table(), "B")
    assert seen.zones["A.deck"] == [-1, -2, -3]
    assert seen.zones["A.hand"] == [-4, -5]
    shuffled = fold([Shuffled("A.deck", (3, 1, 2))], table())
    after = view(shuffled, "B")
    after.seq = seen.seq
    assert freeze(after) == freeze(seen), "a shuffle changes nothing one could see"


def test_what_was_shown_stays_known_until_it_is_hidden_again() -> None:
    shown = fold([Revealed(2, ("B",))], table())
    assert names(view(shown, "B"), "A.deck") == ["", "deck-2", ""]
    assert names(view(shown, "A"), "A.deck") == ["", "", ""]
    assert names(view(fold([Shuffled("A.deck", (2, 1, 3))], shown), "B"), "A.deck") == ["", "", ""]


def test_a_card_played_face_down_is_known_to_who_held_it() -> None:
    hidden = fold([Moved(4, "A.play", -1, "down")], table())
    assert names(view(hidden, "A"), "A.play") == ["open", "hand-4"]
    assert names(view(hidden, "B"), "A.play") == ["open", ""]
    assert view(hidden, "B").zones["A.play"] == [6, -5], "on the table everybody can point at it"
    from_deck = fold([Moved(1, "A.play", -1, "down")], table())
    assert names(view(from_deck, "A"), "A.play") == ["open", ""]


def test_a_card_laid_face_down_from_a_hand_may_be_any_of_it() -> None:
    shown = fold([Revealed(4, ("B",))], table())
    assert names(view(shown, "B"), "A.hand") == ["hand-4", ""]
    seen: dict[int, list[object]] = {}
    for laid in (4, 5):
        now = clone(shown)
        events = (MoveMade("A", Move("bid", picks=(laid,))), Moved(laid, "A.play", -1, "down"))
        seen[laid] = [*viewed_events(events, now, "B", CAUTIOUS), freeze(view(now, "B"))]
        assert names(view(now, "B"), "A.hand") == [""]
        assert names(view(now, "A"), "A.play") == ["open", f"hand-{laid}"]
        assert [*viewed_events(events, clone(shown), "A", CAUTIOUS)] == list(events), "its owner sees what it is"
    assert seen[4] == seen[5]


def test_a_card_that_leaves_a_hand_in_sight_tells_what_is_left_there() -> None:
    shown = fold([Revealed(4, ("B",)), Moved(5, "A.play")], table())
    assert names(view(shown, "B"), "A.hand") == ["hand-4"]


def test_what_happens_to_a_hidden_card_does_not_name_it() -> None:
    last = LastKnown("hand-4", "A", "A", "A.hand")
    moment = fold(
        [FrameOpened("moment", None, (Occurrence("drawn", 4, "A", last=last), Occurrence("seen", 6)))], table()
    )
    seen = view(moment, "B").frames[0].occurrences
    assert (seen[0].subject, seen[0].last, seen[1].subject) == (-5, None, 6)
    assert view(moment, "A").frames[0].occurrences[0].last == last
    assert "hand-4" not in repr(view(moment, "B"))


def test_a_choice_made_in_secret_is_its_players_until_everybody_has_chosen() -> None:
    bidding = fold([FrameOpened("duel", data={"type": "military", "bid A": "3"})], table())
    assert view(bidding, "A").top.data == {"type": "military", "bid A": "3"}
    assert view(bidding, "B").top.data == {"type": "military"}


def test_the_table_itself_is_left_alone() -> None:
    whole = table()
    before = freeze(whole)
    view(whole, "B")
    assert freeze(whole) == before


def test_a_stranger_has_no_view() -> None:
    with pytest.raises(LedgerError, match="nobody at this table is 'Z'; at it sit A, B"):
        view(table(), "Z")


def test_a_move_with_a_card_that_its_own_player_does_not_know_has_no_sentences() -> None:
    before = table()
    reason = Reason("test/choose#1", "One of the top two cards is chosen.", "deck-3 is not one of them.")
    taken = ViolationNoted("A", Move("choose", picks=(3,)), (reason,))
    shown = ViolationNoted("A", Move("choose", picks=(4,)), (reason,))
    seen = [next(viewed_events((event,), clone(before), "A", CAUTIOUS)) for event in (taken, shown)]
    assert [event.reasons for event in seen if isinstance(event, ViolationNoted)] == [(), (reason,)]
