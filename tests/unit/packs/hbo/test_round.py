"""Plots, drawing, dominance, standing, taxation and winning (`hbo/plot-phase` to `hbo/winning`)."""

from __future__ import annotations

from ledger.events import Counted, Move
from rules.packs.hbo import board
from tests.unit.packs.hbo.table import Game


def reveal(a: str, b: str, **zones: list[str]) -> Game:
    """Return a game in which both have picked a plot; keywords such as `a_play` and `b_hand` fill other zones."""
    mine: dict[str, list[str]] = {"plot": [], "plots": [a, "a-storm-of-swords"]}
    theirs: dict[str, list[str]] = {"plot": [], "plots": [b, "hear-me-roar"]}
    for name, cards in zones.items():
        player, _, zone = name.partition("_")
        (mine if player == "a" else theirs)[zone] = cards
    game = Game(mine, theirs, where="plot", active="")
    game.make("A", Move("plot", picks=(game[a],)))
    game.make("B", Move("plot", picks=(game.pos.zone("B", "plots")[0],)))
    return game


def test_plots_are_picked_in_secret_and_only_unused_ones() -> None:
    game = Game(
        {"plot": ["the-old-gods"], "plots": ["a-storm-of-swords", "hidden-in-shadow"], "used": ["calling-the-banners"]},
        {"plots": ["hear-me-roar"]},
        where="plot",
        active="",
    )
    assert game.broken("A", Move("plot", picks=(game["calling-the-banners"],))) == ["hbo/plot-1#2", "hbo/plot-1#1"]
    assert game.broken("A", Move("plot", picks=(game["hear-me-roar"],))) == ["hbo/plot-1#1", "hbo/plot-1#1"]
    game.make("A", Move("plot", picks=(game["a-storm-of-swords"],)))
    assert game.where("a-storm-of-swords") == "A.plots", "nothing is shown before both have picked (hbo/plot-1#3)"
    game.make("B", Move("plot", picks=(game["hear-me-roar"],)))
    assert game.where("a-storm-of-swords") == "A.plot"
    assert game.where("the-old-gods") == "A.used"


def test_the_last_unused_plot_brings_the_used_ones_back() -> None:
    game = Game(
        {"plot": ["the-old-gods"], "plots": ["a-storm-of-swords"], "used": ["calling-the-banners"]},
        {"plots": ["hear-me-roar"]},
        where="plot",
        active="",
    )
    game.make("A", Move("plot", picks=(game["a-storm-of-swords"],)))
    game.make("B", Move("plot", picks=(game["hear-me-roar"],)))
    assert {game.where(card) for card in ("the-old-gods", "calling-the-banners")} == {"A.plots"}
    assert game.where("a-storm-of-swords") == "A.plot"


def test_the_winner_of_initiative_names_the_first_player() -> None:
    game = reveal("training-plot-raid", "training-plot-muster")
    assert (game.ask.player, game.ask.verb) == ("A", "first")
    game.make("A", Move("first", words=("B",)))
    assert game.pos.first == "B"


def test_initiative_counts_bonuses_of_cards_in_play() -> None:
    game = reveal("training-plot-tourney", "training-plot-exile", b_play=["training-watchtower"])
    assert (game.ask.player, game.ask.verb) == ("B", "first")


def test_tied_initiative_goes_to_less_power_then_to_chance() -> None:
    game = Game(
        {"plot": [], "plots": ["training-plot-raid", "the-old-gods"]},
        {"plot": [], "plots": ["a-game-of-thrones", "detained"], "play": ["training-lion-guard"]},
        where="plot",
        active="",
    )
    game.pos.emit(Counted(game["training-lion-guard"], "power", 1))
    game.make("A", Move("plot", picks=(game["training-plot-raid"],)))
    game.make("B", Move("plot", picks=(game["a-game-of-thrones"],)))
    assert (game.ask.player, game.ask.verb) == ("A", "first"), "power on characters counts too (hbo/plot-4#2)"
    game = reveal("training-plot-raid", "a-game-of-thrones")
    assert (game.ask.player, game.ask.rule) == ("chance", "hbo/plot-4#3")
    game.make("chance", Move("chance", words=("B",)))
    assert game.ask.player == "B"


def test_the_first_player_orders_two_when_revealed_abilities() -> None:
    game = reveal("training-plot-council", "training-plot-feast")
    game.make("A", Move("first", words=("B",)))
    assert (game.ask.player, game.ask.rule) == ("B", "hbo/plot-6#2")
    assert game.broken("A", game.use_move("training-plot-feast")) == ["hbo/plot-6#2"]
    game.use("B", "training-plot-feast")
    assert (game.power("A"), game.power("B")) == (1, 1)


def test_when_revealed_kills_can_be_saved_from() -> None:
    game = reveal(
        "training-plot-plague",
        "training-plot-raid",
        a_play=["eddard-stark"],
        a_hand=["not-today"],
        b_play=["training-lion-guard"],
    )
    game.make("B", Move("first", words=("A",)))
    game.use("A", "not-today")
    assert game.where("eddard-stark") == "A.play"
    assert game.where("training-lion-guard") == "B.dead"


def test_each_player_chooses_and_all_go_at_once() -> None:
    game = reveal(
        "training-plot-mourning",
        "training-plot-muster",
        a_play=["eddard-stark", "sansa-stark"],
        b_play=["training-lion-guard"],
    )
    game.make(game.ask.player, Move("first", words=("A",)))
    game.make("A", Move("choose", picks=(game["sansa-stark"],)))
    assert game.where("sansa-stark") == "A.discard"
    assert game.where("training-lion-guard") == "B.discard"


def test_drawing_from_an_empty_deck_does_nothing() -> None:
    game = Game({"deck": []}, {"deck": ["training-road"]}, where="draw", active="")
    assert game.ask.player == "B", "Borys marshals what he drew; nobody lost anything"
    assert (game.hand("A"), game.hand("B")) == (0, 1)
    assert game.winner == ""


def test_dominance_counts_standing_strength_and_gold_before_any_action() -> None:
    game = Game(
        {"play": ["eddard-stark:kneeling", "training-wolf-rider"], "hand": ["training-fear"]},
        {"play": ["training-lion-guard"], "hand": ["cunning-of-the-lion"]},
        where="dominance",
        active="",
        A=1,
        B=2,
    )
    assert game.ask.player == "A"
    assert (game.power("A"), game.power("B")) == (0, 1), (
        "3 against 4; the power is given before anyone acts (hbo/dominance-2#3)"
    )


def test_equal_totals_give_dominance_to_nobody() -> None:
    game = Game(
        {"play": ["training-wolf-rider"], "hand": ["training-fear"]},
        {"play": ["training-lion-guard"]},
        where="dominance",
        active="",
        A=1,
        B=1,
    )
    assert game.ask.player == "A"
    assert (game.power("A"), game.power("B")) == (0, 0)


def test_illyrios_gift_makes_four() -> None:
    game = Game(
        {"plot": ["illyrios-gift"], "play": ["eddard-stark"], "hand": ["training-fear"]},
        {},
        where="dominance",
        active="",
        A=1,
    )
    assert game.ask.player == "A"
    assert game.power("A") == 4


def test_everything_stands_but_what_cannot() -> None:
    game = Game(
        {"play": ["eddard-stark:kneeling", "training-keep:kneeling"], "hand": ["training-fear"]},
        {"play": ["training-lion-guard:kneeling"]},
        where="standing",
        active="",
        A=1,
    )
    assert game.ask.player == "A"
    assert not any(game.kneels(card) for card in ("eddard-stark", "training-keep", "training-lion-guard"))


def test_gold_is_returned_before_the_actions_of_taxation() -> None:
    game = Game(
        {"hand": ["training-fear", "training-tribute"], "play": ["eddard-stark"]},
        {},
        where="taxation",
        active="",
        A=3,
        B=2,
    )
    assert game.ask.player == "A"
    assert (game.gold("A"), game.gold("B")) == (0, 0)
    assert game.broken("A", game.use_move("training-fear")) == ["hbo/cost-of-effect#2"]
    game.use("A", "training-tribute")
    assert (game.ask.verb, game.ask.rule) == ("say", "hbo/using-abilities#6")
    game.make("A", Move("say", words=("yes",)))
    assert game.power("A") == 1


def test_fifteen_power_wins_in_the_middle_of_anything() -> None:
    game = Game({"play": ["eddard-stark"]}, {"play": ["training-lion-guard", "training-lion-spy"]})
    game.pos.emit(Counted(board.banner(game.pos, "A"), "power", 14))
    game.challenge("A", "military", "eddard-stark")
    game.defend("B")
    game.claim("B", "training-lion-spy")
    assert game.winner == "A"
    assert game.power("A") == 15, "the unopposed power ends it: renown is not carried out any more (hbo/winning#2)"


def test_both_at_fifteen_at_once_means_the_first_player() -> None:
    game = reveal("training-plot-council", "training-plot-raid")
    for player in ("A", "B"):
        game.pos.emit(Counted(board.banner(game.pos, player), "power", 14))
    game.make("B", Move("first", words=("B",)))
    assert (game.winner, game.pos.table.reason) == ("B", "hbo/winning#3")


def test_a_truce_forbids_military_challenges_to_everyone() -> None:
    game = Game(
        {"play": ["eddard-stark"], "plot": ["training-plot-truce"]},
        {"play": ["training-lion-guard"]},
        where="challenges",
    )
    assert game.ask.verb == "challenge"
    assert game.broken("A", Move("challenge", picks=(game["eddard-stark"],), words=("military",))) == [
        "hbo/golden-rule#1"
    ]


def test_silence_forbids_events_to_the_opponent() -> None:
    game = Game(
        {"plot": ["training-plot-silence"], "hand": ["training-fear"], "play": ["eddard-stark"]},
        {"hand": ["training-fear"]},
        where="dominance actions",
        active="",
        A=1,
        B=1,
    )
    game.skip()
    assert game.pos.enclosing("dominance") is None, "Borys was offered nothing"
