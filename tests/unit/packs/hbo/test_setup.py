"""Setup in seven steps, the mulligan and the plot draft variant (`hbo/setup`, `hbo/draft`)."""

from __future__ import annotations

import pytest

from ledger.events import Component, FrameOpened, GameStarted, Introduced, Move
from ledger.table import Table
from rules.catalogue import load
from rules.engine import advance, decide, explain, force
from rules.errors import StuckError
from rules.kernel.position import Position
from rules.packs.hbo.components import deal
from tests.unit.packs.hbo.table import SEATS


def begin(variant: str = "duel", deck: list[str] | None = None) -> Position:
    """Return a game before its first decision; `deck` replaces Anna's draw deck."""
    pack = load("hbo")
    seats, parts = deal(pack.cards, SEATS, variant, lambda n: n - 1)
    if deck is not None:
        others = [part for part in parts if part.zone != "A.deck"]
        parts = (*others, *(Component(1000 + at, card, "A", "A.deck") for at, card in enumerate(deck)))
    pos = Position(pack, Table())
    for event in (
        GameStarted("hbo", "1.0", variant, seats, pack.zones(seats, variant)),
        Introduced(tuple(parts)),
        FrameOpened("game"),
    ):
        pos.emit(event)
    return pos


def answer(pos: Position, *words: str, picks: tuple[int, ...] = ()) -> None:
    """Answer the pending decision with these words or cards; a shuffle keeps the order."""
    ask = advance(pos)
    assert ask is not None
    if ask.verb == "shuffle":
        picks = tuple(pos.table.zones[ask.zone])  # type: ignore[attr-defined]
    decide(pos, ask.player, Move(ask.verb, picks=picks, words=words))


def broken(pos: Position, player: str, move: Move) -> list[str]:
    """Return the rules a move would break."""
    return [check.rule for check in explain(pos, player, move) if check.holds is False]


def at_placing(deck: list[str]) -> Position:
    """Return a game in which Anna holds the first seven cards of `deck` and is asked for her setup cards."""
    pos = begin(deck=deck)
    answer(pos)
    answer(pos)
    answer(pos, "keep")
    answer(pos, "keep")
    assert advance(pos).verb == "setup"  # type: ignore[union-attr]
    return pos


def test_both_houses_have_fifty_cards_and_seven_plots() -> None:
    pos = begin()
    for player in ("A", "B"):
        assert len(pos.zone(player, "deck")) == 50
        assert len(pos.zone(player, "plots")) == 7
        assert len(pos.zone(player, "banner")) == 1
    assert {seat.faction for seat in pos.table.seats.values()} == {"stark", "lannister"}


def test_one_mulligan_each_and_the_second_hand_is_kept() -> None:
    pos = begin()
    answer(pos)
    answer(pos)
    first = list(pos.zone("A", "hand"))
    assert len(first) == 7
    answer(pos, "mulligan")
    order = tuple(reversed(pos.zone("A", "deck")))
    decide(pos, "chance", Move("shuffle", picks=order))
    assert pos.zone("A", "hand") == list(order[:7])
    assert advance(pos).player == "B", "the second hand is kept: Anna is not asked again"  # type: ignore[union-attr]


def test_mulligans_are_said_in_any_order_and_a_second_one_is_nobody_elses() -> None:
    pos = begin()
    answer(pos)
    answer(pos)
    decide(pos, "B", Move("hand", words=("keep",)))
    assert broken(pos, "B", Move("hand", words=("mulligan",))) == ["hbo/mulligan#2"]
    kept = list(pos.zone("A", "hand"))
    force(pos, "B", Move("hand", words=("mulligan",)))
    assert pos.zone("A", "hand") == kept
    assert not pos.zone("B", "hand"), "what was done is done: his hand is back in the deck, to be shuffled"
    decide(pos, "chance", Move("shuffle", picks=tuple(pos.zone("B", "deck"))))
    assert advance(pos).player == "A"  # type: ignore[union-attr]


def test_setup_cards_for_five_gold_without_events_attachments_or_duplicates() -> None:
    deck = [
        "eddard-stark",
        "eddard-stark",
        "training-mine",
        "training-mine",
        "training-blade",
        "not-today",
        "training-wolf-rider",
    ]
    pos = at_placing([*deck, *["training-road"] * 20])
    eddard, twin, mine, other, blade, event, rider = pos.zone("A", "hand")
    assert broken(pos, "A", Move("setup", picks=(eddard, rider))) == ["hbo/setup-6#2"]
    assert "hbo/setup-6#3" in broken(pos, "A", Move("setup", picks=(mine, other)))
    assert "hbo/setup-6#4" in broken(pos, "A", Move("setup", picks=(blade,)))
    assert "hbo/setup-6#4" in broken(pos, "A", Move("setup", picks=(event,)))
    assert "hbo/setup-6#4" in broken(pos, "A", Move("setup", picks=(eddard, twin)))
    assert "hbo/setup-6#1" in broken(pos, "A", Move("setup", picks=(pos.zone("A", "deck")[0],)))
    answer(pos, picks=(eddard, mine))
    answer(pos)
    assert set(pos.zone("A", "play")) == {eddard, mine}
    assert len(pos.zone("A", "hand")) == 7, "the starting hand is seven again"
    assert pos.table.count(eddard, "power") == 0, "no ability is triggered by setup (hbo/setup-6#6)"
    assert advance(pos).verb == "plot"  # type: ignore[union-attr]


def test_setup_cards_are_hidden_until_both_are_done() -> None:
    pos = at_placing(["sansa-stark", *["training-road"] * 20])
    sansa = pos.zone("A", "hand")[0]
    answer(pos, picks=(sansa,))
    assert advance(pos).player == "B"  # type: ignore[union-attr]
    assert pos.entity(sansa).zone == "A.hand"
    answer(pos)
    assert pos.entity(sansa).up


def test_the_draft_takes_three_passes_and_leaves_seven_of_thirteen() -> None:
    pos = begin("draft")
    assert len(pos.table.zones["draft"]) == 18
    answer(pos)
    for _ in range(3):
        offered = {player: list(pos.zone(player, "offer")) for player in ("A", "B")}
        assert [len(cards) for cards in offered.values()] == [3, 3]
        assert set(broken(pos, "A", Move("draft", picks=(offered["B"][0],)))) == {"hbo/draft-2#1"}
        answer(pos, picks=(offered["A"][0],))
        answer(pos, picks=(offered["B"][0],))
        assert pos.zone("A", "offer") == offered["B"][1:], "the other two went to the opponent"
        answer(pos, picks=(offered["B"][1],))
        answer(pos, picks=(offered["A"][1],))
    mine = list(pos.zone("A", "plots"))
    assert len(mine) == 13
    assert broken(pos, "A", Move("plotdeck", picks=tuple(mine[:6]))) == ["hbo/draft-5#1"]
    answer(pos, picks=tuple(mine[6:]))
    answer(pos, picks=tuple(pos.zone("B", "plots")[:7]))
    assert [len(pos.zone(player, "plots")) for player in ("A", "B")] == [7, 7]
    assert [len(pos.zone(player, "box")) for player in ("A", "B")] == [9, 9]
    assert all(pos.entity(number).controller == "A" for number in pos.zone("A", "plots"))
    assert advance(pos).verb == "shuffle", "setup goes on with step 4"  # type: ignore[union-attr]


def test_a_draft_pick_too_many_is_nobody_elses_answer() -> None:
    pos = begin("draft")
    answer(pos)
    mine, theirs = pos.zone("B", "offer")[:2]
    decide(pos, "B", Move("draft", picks=(mine,)))
    assert "hbo/draft-2#1" in broken(pos, "B", Move("draft", picks=(theirs,)))
    with pytest.raises(StuckError):
        force(pos, "B", Move("draft", picks=(theirs,)))
    assert "hbo/draft-2#1" in broken(pos, "A", Move("draft", picks=(theirs,))), "it is not among those Anna was dealt"
