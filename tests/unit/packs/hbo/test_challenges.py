"""Challenges: who may be declared, who wins, and what winning does (`hbo/challenges-1` to `hbo/challenges-3`)."""

from __future__ import annotations

import pytest

from ledger.events import Attached, Counted, Move, Occurrence
from rules.packs.hbo import board, values
from tests.unit.packs.hbo.table import Game

WOLVES = ["eddard-stark", "training-wolf-rider", "training-wolf-squire", "sansa-stark"]
LIONS = ["training-lion-captain", "training-lion-guard", "training-lion-spy"]


def fight(**more: object) -> Game:
    """Return a game in the challenges phase, with four Stark and three Lannister characters.

    Anna is active unless told.
    """
    return Game({"play": WOLVES}, {"play": LIONS}, **more)  # type: ignore[arg-type]


def attack(game: Game, *cards: str, kind: str = "military", pairs: tuple[str, ...] = ()) -> Move:
    """Return the move that attacks with these cards, legal or not."""
    return Move(
        "challenge", picks=tuple(game[card] for card in cards), words=(kind,), pairs=tuple(game[one] for one in pairs)
    )


def test_attackers_must_be_own_standing_and_have_the_icon() -> None:
    game = Game({"play": [*WOLVES, "training-wolf-avenger:kneeling"]}, {"play": LIONS})
    game.to("challenge")
    assert game.broken("A", attack(game)) == ["hbo/challenges-1#2"]
    assert game.broken("A", attack(game, "training-wolf-avenger")) == ["hbo/challenges-1#3"]
    assert game.broken("A", attack(game, "sansa-stark")) == ["hbo/military-challenge#1"]
    assert game.broken("A", attack(game, "training-lion-guard")) == ["hbo/challenges-1#1"]
    assert game.broken("A", attack(game, "eddard-stark", "eddard-stark")) == ["hbo/challenges-1#1"]
    assert game.broken("B", attack(game, "eddard-stark")) == ["hbo/challenges-phase#1", "hbo/challenges-1#1"]
    assert game.broken("B", attack(game, "training-lion-guard")) == ["hbo/challenges-phase#1"], (
        "his own, but not his turn"
    )
    assert game.broken("A", attack(game, "eddard-stark", kind="trial")) == ["hbo/challenge#1"]
    game.make("A", attack(game, "eddard-stark", "training-wolf-rider"))
    assert game.kneels("eddard-stark")
    assert game.kneels("training-wolf-rider")


def test_one_challenge_of_each_kind_a_phase() -> None:
    game = fight()
    game.challenge("A", "military", "training-wolf-rider")
    game.defend("B")
    game.claim("B", "training-lion-guard")
    game.to("challenge")
    assert game.broken("A", attack(game, "eddard-stark")) == ["hbo/challenge#2"]
    game.make("A", attack(game, "eddard-stark", kind="power"))


def test_the_opponent_is_active_next_and_then_dominance_begins() -> None:
    game = fight()
    game.to("challenge")
    game.skip()
    game.to("challenge")
    assert game.ask.player == "B"
    game.skip()
    game.pos.emit(Counted("A", "gold", 0))
    while game.pos.enclosing("challenges"):
        game.skip()


def test_stealth_picks_one_each_and_never_stealth() -> None:
    game = Game({"play": ["training-wolf-scout", "training-wolf-rider"]}, {"play": [*LIONS, "training-lion-page"]})
    game.to("challenge")
    scout = ("training-wolf-scout", "training-wolf-rider")
    assert game.broken("A", attack(game, *scout, pairs=("training-wolf-rider", "training-lion-guard"))) == [
        "hbo/stealth#1"
    ]
    assert game.broken("A", attack(game, *scout, pairs=("training-wolf-scout", "training-lion-spy"))) == [
        "hbo/stealth#2"
    ]
    assert game.broken("A", attack(game, *scout, pairs=("training-wolf-scout", "training-wolf-rider"))) == [
        "hbo/stealth#1"
    ]
    twice = ("training-wolf-scout", "training-lion-guard", "training-wolf-scout", "training-lion-captain")
    assert game.broken("A", attack(game, *scout, pairs=twice)) == ["hbo/stealth#1"]
    game.make("A", attack(game, *scout, pairs=("training-wolf-scout", "training-lion-captain")))
    game.to("defend")
    assert "hbo/stealth#4" in game.broken("B", Move("defend", picks=(game["training-lion-captain"],)))
    game.make("B", Move("defend", picks=(game["training-lion-guard"],)))


def test_defenders_must_stand_and_have_the_icon_and_nobody_must_defend() -> None:
    game = Game(
        {"play": WOLVES}, {"play": ["training-lion-captain:kneeling", "training-lion-guard", "training-lion-spy"]}
    )
    game.challenge("A", "military", "eddard-stark")
    game.to("defend")
    assert "hbo/challenges-2#2" in game.broken("B", Move("defend", picks=(game["training-lion-captain"],)))
    assert "hbo/military-challenge#1" in game.broken("B", Move("defend", picks=(game["training-lion-spy"],)))
    assert "hbo/challenges-2#1" in game.broken("B", Move("defend", picks=(game["sansa-stark"],)))
    game.make("B", Move("defend"))


def test_a_tie_is_the_attackers_and_nothing_is_the_minimum() -> None:
    game = fight()
    game.challenge("A", "military", "training-wolf-rider")
    game.defend("B", "training-lion-guard")
    game.to("claim")
    assert game.pos.enclosing("challenge").text("winner") == "A"  # type: ignore[union-attr]
    game = Game({"play": ["training-wolf-squire"]}, {"play": ["training-lion-guard:kneeling", "training-lion-spy"]})
    game.challenge("A", "military", "training-wolf-squire")
    game.claim("B", "training-lion-spy")
    assert game.power("A") == 1, "an attack of 0 against 0 is won, and unopposed (hbo/challenges-3#4)"


def test_a_defence_of_zero_is_unopposed() -> None:
    game = Game({"play": ["training-lion-guard"]}, {"play": ["training-wolf-squire", "training-wolf-rider"]})
    game.challenge("A", "military", "training-lion-guard")
    game.defend("B", "training-wolf-squire")
    game.claim("B", "training-wolf-rider")
    assert game.power("A") == 1, "declared defenders of strength 0 do not oppose (hbo/unopposed#2)"


def test_claim_two_kills_two_different_characters_at_once() -> None:
    game = Game(
        {"play": WOLVES, "plot": ["training-plot-raid"]},
        {"play": [LIONS[0], "training-lion-captain:duplicate", *LIONS[1:]]},
    )
    game.challenge("A", "military", "eddard-stark")
    game.defend("B")
    game.to("claim")
    captain = game["training-lion-captain"]
    assert "hbo/high-claim-military#2" in game.broken("B", Move("claim", picks=(captain, captain)))
    assert game.broken("B", Move("claim", picks=(captain,))) == ["hbo/claim#2", "hbo/military-challenge#2"]
    stranger = Move("claim", picks=(captain, game["eddard-stark"]))
    assert set(game.broken("B", stranger)) == {"hbo/military-challenge#2"}, "she must choose her own"
    game.make("B", Move("claim", picks=(captain, game["training-lion-spy"])))
    game.use("B", game.all("training-lion-captain")[1])
    assert game.where(captain) == "B.play"
    assert game.where("training-lion-spy") == "B.dead"
    assert game.where("training-lion-guard") == "B.play", "the saved one counts: nobody else dies"


def test_claim_is_fulfilled_as_far_as_possible() -> None:
    game = Game({"play": WOLVES, "plot": ["training-plot-slaughter"]}, {"play": LIONS[:2]})
    game.pos.emit(Counted(board.banner(game.pos, "B"), "power", 1))
    game.challenge("A", "power", "eddard-stark")
    game.defend("B")
    game.to("challenge")
    assert (game.power("A"), game.power("B"), game.power("eddard-stark")) == (3, 0, 1), (
        "1 robbed, 1 unopposed, 1 renown"
    )
    game.challenge("A", "military", "training-wolf-rider")
    game.defend("B")
    game.to("challenge")
    assert {game.where(card) for card in LIONS[:2]} == {"B.dead"}


def test_power_claim_leaves_power_on_characters() -> None:
    game = fight()
    game.pos.emit(Counted(game["training-lion-captain"], "power", 2))
    game.challenge("A", "power", "eddard-stark")
    game.defend("B")
    game.to("challenge")
    assert game.power("training-lion-captain") == 2


def test_intrigue_claim_is_random() -> None:
    game = Game({"play": ["sansa-stark"]}, {"hand": ["training-mine", "training-road"]})
    game.challenge("A", "intrigue", "sansa-stark")
    ask = game.ask
    assert (ask.player, ask.rule) == ("chance", "hbo/intrigue-challenge#3")
    game.make("chance", Move("chance", picks=(game.pos.zone("B", "hand")[0],)))
    assert game.hand("B") == 1


@pytest.mark.parametrize(("attacker", "winner"), [("training-wolf-rider", "B"), ("eddard-stark", "A")])
def test_renown_pays_the_winner_attacking_or_defending(attacker: str, winner: str) -> None:
    game = fight()
    game.challenge("A", "military", attacker)
    game.defend("B", "training-lion-captain")
    if winner == "A":
        game.claim("B", "training-lion-guard")
    assert game.power("training-lion-captain") == (1 if winner == "B" else 0)
    assert game.power("eddard-stark") == (1 if winner == "A" else 0)
    assert game.where("training-lion-guard") == ("B.play" if winner == "B" else "B.dead"), (
        "a win in defence has no claim"
    )


def test_whoever_is_removed_no_longer_takes_part() -> None:
    game = Game(
        {"play": ["eddard-stark", "training-wolf-rider"]}, {"play": ["training-lion-courtier", "training-lion-guard"]}
    )
    game.challenge("A", "military", "eddard-stark", "training-wolf-rider")
    while game.ask.player != "B" or "training-lion-courtier" not in game.uses():
        game.skip()
    game.use("B", "training-lion-courtier", "eddard-stark")
    game.defend("B", "training-lion-guard")
    assert game.kneels("eddard-stark")
    assert game.pos.enclosing("challenge").numbers("attackers") == [game["training-wolf-rider"]]  # type: ignore[union-attr]
    game.claim("B", "training-lion-courtier")
    assert game.power("eddard-stark") == 0, "no renown for one who was removed (hbo/participating#3)"


def test_a_character_that_joins_counts_without_kneeling() -> None:
    game = Game(
        {"play": ["eddard-stark", "training-wolf-rider"], "hand": ["training-ambush"]},
        {"play": ["training-lion-captain"]},
        A=1,
    )
    game.challenge("A", "military", "training-wolf-rider")
    game.use("A", "training-ambush")
    game.defend("B", "training-lion-captain")
    assert not game.kneels("eddard-stark")
    assert game.power("eddard-stark") == 1


def test_prohibitions() -> None:
    game = Game({"play": ["eddard-stark", "training-fetters"], "plot": ["training-plot-truce"]}, {"play": LIONS})
    game.pos.emit(Attached(game["training-fetters"], game["eddard-stark"]))
    assert game.ask.player == "B", "Anna's only character cannot attack, so she has no challenge to start"
    assert "hbo/golden-rule#1" in game.broken("B", attack(game, "training-lion-guard"))


def test_windows_before_and_after_each_step() -> None:
    """An action is possible in all four windows of a challenge that has participants (`hbo/challenge-windows#1`)."""
    game = Game({"play": WOLVES, "hand": ["training-fear"]}, {"play": LIONS}, A=1)
    seen = []
    game.to("challenge")
    game.make("A", attack(game, "eddard-stark"))
    while game.ask.verb != "challenge":
        frame = game.pos.table.top
        seen.append(game.pack.procedures[frame.kind].steps[frame.step].name)
        if game.ask.verb == "defend":
            game.make("B", Move("defend"))
        elif game.ask.verb == "claim":
            game.make("B", Move("claim", picks=(game["training-lion-spy"],)))
        else:
            game.skip()
    assert seen == ["first actions", "defenders", "second actions", "claim", "last actions"]


def test_lasting_effects_end_with_their_period() -> None:
    game = Game({"play": WOLVES, "hand": ["training-charge"]}, {"play": LIONS, "hand": ["training-fear"]}, B=1)
    game.challenge("A", "military", "training-wolf-rider")
    game.use("A", "training-charge")
    assert values.strength(game.pos, game["training-wolf-rider"]) == 4
    game.use("B", "training-fear", "eddard-stark")
    game.defend("B")
    game.claim("B", "training-lion-spy")
    game.to("challenge")
    assert values.strength(game.pos, game["training-wolf-rider"]) == 2, "until the end of the challenge"
    assert values.strength(game.pos, game["eddard-stark"]) == 3, "until the end of the round"


def test_winterfell_strengthens_own_starks_as_long_as_it_is_in_play() -> None:
    game = Game({"play": ["eddard-stark", "littlefinger", "winterfell"]}, {"play": ["sansa-stark"]})
    assert values.strength(game.pos, game["eddard-stark"]) == 5
    assert values.strength(game.pos, game["littlefinger"]) == 2, (
        "in the Stark deck, but no Stark (hbo/house-affiliation#2)"
    )
    assert values.strength(game.pos, game["sansa-stark"]) == 1, "only one's own"
    game.happen(Occurrence("discarded", game["winterfell"], "A"))
    game.to("challenge")
    assert values.strength(game.pos, game["eddard-stark"]) == 4
