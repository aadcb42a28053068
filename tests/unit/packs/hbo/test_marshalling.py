"""Marshalling: income, playing cards one action at a time, unique cards, duplicates, Limited (`hbo/marshalling-2`)."""

from __future__ import annotations

from ledger.events import Attached, Counted, Move, Occurrence
from rules.packs.hbo import board, values
from tests.unit.packs.hbo.table import Game


def play(game: Game, card: str | int, *hosts: str) -> Move:
    """Return the move that plays a card, legal or not."""
    return Move("marshal", card if isinstance(card, int) else game[card], picks=tuple(game[host] for host in hosts))


def test_income_is_the_plots_and_every_bonus_at_the_start_of_the_own_turn() -> None:
    game = Game(
        {"play": ["training-road", "training-road"], "hand": ["training-mine"]},
        {"play": ["training-lion-banker"], "hand": ["training-mine"]},
        where="marshalling",
        active="",
    )
    assert game.ask.player == "A"
    assert (game.gold("A"), game.gold("B")) == (7, 0), "hbo/marshalling-1#3: the second player has no new gold yet"
    game.skip()
    assert (game.gold("A"), game.gold("B")) == (7, 6)
    assert game.ask.player == "B"


def test_only_the_active_player_plays_cards() -> None:
    game = Game(
        {"hand": ["training-wolf-rider"]},
        {"hand": ["training-lion-guard", "training-fear"]},
        where="marshalling",
        A=5,
        B=5,
    )
    game.marshal("A", "training-wolf-rider")
    assert game.ask.player == "B", "every card played is an action: the opponent may act before the next one"
    assert game.broken("B", play(game, "training-lion-guard")) == ["hbo/marshalling-2#1"]
    game.use("B", "training-fear")
    assert game.where("training-wolf-rider") == "A.play"


def test_whoever_passed_plays_no_more_cards_this_turn() -> None:
    game = Game(
        {"hand": ["training-wolf-rider", "training-fear"], "play": ["training-wolf-scout"]},
        {"hand": ["training-fear"]},
        where="marshalling",
        A=5,
        B=5,
    )
    game.skip()
    game.use("B", game.pos.zone("B", "hand")[0])
    assert game.ask.player == "A", "the opponent acted, so Anna has another chance to act"
    assert game.broken("A", play(game, "training-wolf-rider")) == ["hbo/marshalling-3#2"]
    assert "training-fear" in game.uses()


def test_cards_cost_gold_and_what_is_not_spent_stays() -> None:
    game = Game({"hand": ["eddard-stark", "training-wolf-rider"]}, {}, where="marshalling", A=5)
    game.marshal("A", "eddard-stark")
    assert game.gold("A") == 1
    assert game.ask.player == "A", "Eddard's response comes before the next action"
    game.use("A", "eddard-stark")
    assert game.power("eddard-stark") == 1
    game = Game({"hand": ["eddard-stark", "training-wolf-rider"]}, {}, where="marshalling", A=3)
    assert game.broken("A", play(game, "eddard-stark")) == ["hbo/cost#1"]


def test_events_are_not_marshalled_and_cards_come_from_hand() -> None:
    game = Game({"hand": ["not-today", "training-road"], "deck": ["training-wolf-rider"]}, {}, where="marshalling", A=5)
    assert game.broken("A", play(game, "not-today")) == ["hbo/marshalling-2#1"]
    assert game.broken("A", play(game, "training-wolf-rider")) == ["hbo/marshalling-2#2"]


def test_one_limited_card_a_round_for_each_player() -> None:
    game = Game(
        {"hand": ["training-mine", "training-mine", "training-dagger", "training-road"], "play": ["sansa-stark"]},
        {"hand": ["training-dagger"]},
        where="marshalling",
        A=5,
        B=5,
    )
    first, second = game.all("training-mine")
    game.marshal("A", first)
    assert (game.ask.player, game.uses()) == ("B", {"training-dagger"}), (
        "Borys has an allowance of his own (hbo/limited#2)"
    )
    game.skip()
    assert game.broken("A", play(game, second)) == ["hbo/limited#1"]
    assert game.broken("A", game.use_move(game["training-dagger"])) == ["hbo/limited#1"]


def test_a_second_copy_of_a_unique_character_becomes_a_free_duplicate() -> None:
    game = Game({"play": ["eddard-stark"], "hand": ["eddard-stark", "training-road"]}, {}, where="marshalling", A=1)
    copy = game.pos.zone("A", "hand")[0]
    game.marshal("A", copy)
    assert game.gold("A") == 1
    entity = game.pos.entity(copy)
    assert (entity.host, board.is_duplicate(entity)) == (game["eddard-stark"], True)
    assert game.power("eddard-stark") == 0, "attaching a duplicate is not playing Eddard"
    assert board.characters(game.pos, "A") == [game["eddard-stark"]]


def test_a_second_copy_of_a_unique_location_cannot_be_played() -> None:
    game = Game({"play": ["training-keep"], "hand": ["training-keep", "training-road"]}, {}, where="marshalling", A=5)
    assert game.broken("A", play(game, game.pos.zone("A", "hand")[0])) == ["hbo/unique#2"]


def test_the_dead_pile_bars_a_unique_card_and_the_discard_pile_does_not() -> None:
    game = Game(
        {"dead": ["eddard-stark"], "discard": ["sansa-stark"], "hand": ["eddard-stark", "sansa-stark"]},
        {},
        where="marshalling",
        A=5,
    )
    eddard, sansa = game.pos.zone("A", "hand")
    assert game.broken("A", play(game, eddard)) == ["hbo/unique#3"]
    assert game.broken("A", play(game, sansa)) == []


def test_unique_is_counted_for_each_player_alone() -> None:
    game = Game({"hand": ["littlefinger"]}, {"play": ["littlefinger"], "dead": ["varys"]}, where="marshalling", A=5)
    assert game.broken("A", play(game, "littlefinger")) == []
    game = Game({"hand": ["littlefinger"]}, {"dead": ["littlefinger"]}, where="marshalling", A=5)
    assert game.broken("A", play(game, "littlefinger")) == []


def test_duplicates_wait_for_the_own_marshalling_turn() -> None:
    game = Game(
        {"play": ["eddard-stark"], "hand": ["eddard-stark", "training-fear"]},
        {},
        where="dominance actions",
        active="",
        A=1,
    )
    copy = game.pos.zone("A", "hand")[0]
    assert "hbo/duplicate#2" in game.broken("A", play(game, copy))


def test_a_duplicate_saves_from_a_kill_and_is_discarded() -> None:
    game = Game(
        {"play": ["eddard-stark", "eddard-stark:duplicate", "eddard-stark:duplicate"]},
        {},
        where="dominance actions",
        active="",
    )
    one, two, three = game.all("eddard-stark")
    game.pos.emit(Attached(three, one))
    game.happen(Occurrence("killed", one, "A"))
    game.use("A", two)
    assert (game.where(one), game.where(two), game.where(three)) == ("A.play", "A.discard", "A.play")


def test_leaving_play_discards_what_lies_on_a_character() -> None:
    game = Game(
        {"play": ["eddard-stark", "eddard-stark:duplicate", "training-blade", "training-road"]},
        {},
        where="dominance actions",
        active="",
    )
    eddard, duplicate = game.all("eddard-stark")
    game.pos.emit(Attached(game["training-blade"], eddard))
    game.pos.emit(Counted(eddard, "power", 2))
    assert values.strength(game.pos, eddard) == 5
    game.happen(Occurrence("killed", eddard, "A"))
    game.skip()
    assert game.where(eddard) == "A.dead"
    assert {game.where(duplicate), game.where("training-blade")} == {"A.discard"}
    assert game.power("A") == 0, "the power goes back to the pool (hbo/leaving-play#2)"


def test_attachments_go_where_their_text_says() -> None:
    game = Game(
        {"play": ["eddard-stark", "training-wolf-rider"], "hand": ["training-vigil", "training-shield"]},
        {"play": ["training-lion-guard", "training-road"]},
        where="marshalling",
        A=5,
    )
    assert game.broken("A", play(game, "training-vigil", "training-wolf-rider")) == ["hbo/attachment#3"]
    assert game.broken("A", play(game, "training-vigil")) == ["hbo/attachment#3"]
    assert game.broken("A", play(game, "training-shield", "training-lion-guard")) == ["hbo/attachment#3"]
    game.marshal("A", "training-vigil", "eddard-stark")
    assert game.pos.entity(game["training-vigil"]).host == game["eddard-stark"]


def test_the_wrong_phase_is_told_before_the_wrong_window() -> None:
    game = Game({"hand": ["eddard-stark", "training-tribute"]}, {}, where="marshalling", A=5)
    game.marshal("A", "eddard-stark")
    assert game.ask.player == "A", "this is the window for Eddard's response"
    assert game.broken("A", game.use_move("training-tribute", "A"))[:2] == ["hbo/phase-ability#1", "hbo/response#3"]


def test_a_card_played_before_a_passive_is_resolved_is_not_told_that_the_phase_is_wrong() -> None:
    game = Game({"hand": ["varys", "training-wolf-rider"]}, {"play": ["training-lion-courtier"]}, "marshalling", A=6)
    game.marshal("A", "varys")
    assert "hbo/marshalling-2#1" not in game.broken("A", play(game, "training-wolf-rider"))
