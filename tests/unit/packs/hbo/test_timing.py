"""Actions resolve whole, only saves interrupt, passives come at once, then responses, then actions (`hbo/action`)."""

from __future__ import annotations

from ledger.events import Move, Occurrence
from tests.unit.packs.hbo.table import Game

DEBTS = "a-lannister-always-pays-his-debts"


def lost_challenge(stark_hand: list[str]) -> Game:
    """Return a game in which Borys has just lost an intrigue challenge and may use the event that answers it."""
    game = Game(
        {"play": ["sansa-stark", "eddard-stark", "training-wolf-steward"], "hand": stark_hand},
        {"play": ["training-lion-spy", "training-lion-courtier"], "hand": [DEBTS]},
        active="B",
        first="A",
    )
    game.challenge("B", "intrigue", "training-lion-spy")
    game.defend("A", "sansa-stark", "training-wolf-steward")
    while game.ask.player != "B" or DEBTS not in game.uses():
        game.skip()
    return game


def test_sansa_debts_and_not_today() -> None:
    game = lost_challenge(["not-today"])
    game.use("B", DEBTS, "sansa-stark")
    assert game.kneels("training-lion-courtier"), "the cost is paid before the effect"
    assert game.ask.player == "A"
    assert game.uses() == {"not-today"}
    game.use("A", "not-today")
    assert game.where("sansa-stark") == "A.play"
    assert game.kneels("training-lion-courtier"), "hbo/save-response#3: the cost stays paid"
    assert game.where(DEBTS) == "B.discard"
    assert game.where("not-today") == "A.discard"


def test_without_a_save_the_debt_is_paid() -> None:
    game = lost_challenge([])
    game.use("B", DEBTS, "sansa-stark")
    assert game.where("sansa-stark") == "A.dead"


def test_debts_needs_a_participant_and_a_standing_lannister() -> None:
    game = lost_challenge([])
    move = game.use_move(DEBTS)
    game.make("B", move)
    asked = "hbo/a-lannister-always-pays-his-debts#2"
    assert game.broken("B", Move("choose", picks=(game["eddard-stark"],))) == [asked, asked]


def test_debts_is_lost_once_the_next_action_begins() -> None:
    game = lost_challenge([])
    game.skip()
    while "challenge" in game.pos.kinds and game.pos.enclosing("resolution") is not None:
        game.skip()
    assert "hbo/response#3" in game.broken("B", Move("use", game[DEBTS], f"{DEBTS}#1", amount=1))


def test_only_saves_interrupt_an_action() -> None:
    """The dagger's kill can be answered by a save, and by nothing else until it is complete."""
    game = Game(
        {
            "play": ["training-wolf-captain", "training-wolf-avenger:kneeling"],
            "hand": ["not-today", "training-ransom", "training-charge"],
        },
        {"hand": ["training-dagger"]},
        where="dominance actions",
        active="",
        B=3,
        A=1,
    )
    while game.ask.player != "B":
        game.skip()
    game.use("B", "training-dagger", "training-wolf-captain")
    assert game.ask.player == "A"
    assert game.uses() == {"not-today"}
    for card, rule in (("training-ransom", "hbo/response#3"), ("training-charge", "hbo/action#3")):
        assert rule in game.broken("A", Move("use", game[card], f"{card}#1"))
    game.skip()
    assert game.where("training-wolf-captain") == "A.dead"
    assert game.uses() == {"training-ransom", "training-wolf-avenger"}, "both answer the one action once it is whole"


def test_responses_to_the_cost_wait_for_the_effect() -> None:
    """Saving with the healer kneels him; what answers the save comes after the kill is settled (`hbo/action#3`)."""
    game = Game(
        {"play": ["training-wolf-healer", "training-wolf-rider", "training-wolf-captain", "training-shrine"]},
        {"plot": ["training-plot-raid"], "play": ["training-lion-guard"]},
        active="B",
    )
    game.challenge("B", "military", "training-lion-guard")
    game.defend("A")
    game.claim("A", "training-wolf-rider", "training-wolf-captain")
    assert game.uses() == {"training-wolf-healer"}
    game.use("A", "training-wolf-healer")
    assert game.where("training-wolf-captain") in ("A.play", "A.dead")
    dead = [card for card in ("training-wolf-rider", "training-wolf-captain") if game.where(card) == "A.dead"]
    assert len(dead) == 1, "the other one was killed at the same time, before any response to the save"
    assert game.uses() == {"training-shrine"}


def test_passives_come_before_responses_and_the_first_player_orders_them() -> None:
    game = Game(
        {"play": ["training-wolf-mourner", "training-wolf-avenger:kneeling", "training-wolf-rider"]},
        {"play": ["training-lion-widow", "training-lion-guard"]},
        where="dominance actions",
        active="",
        first="B",
    )
    game.happen(
        Occurrence("killed", game["training-wolf-rider"], "A"), Occurrence("killed", game["training-lion-guard"], "B")
    )
    ask = game.ask
    assert ask.player == "B", "the first player orders the passives, whoever controls them"
    assert ask.rule == "hbo/passive#6"
    assert game.uses() == {"training-wolf-mourner", "training-lion-widow"}
    assert "hbo/passive#6" in game.broken("A", game.use_move("training-lion-widow"))
    assert game.broken("B", game.use_move("training-wolf-avenger")) == ["hbo/passive#5"]
    game.use("B", "training-lion-widow")
    game.make("B", game.use_move("training-wolf-mourner"))
    assert game.power("training-wolf-mourner") == 2
    assert game.uses() == {"training-wolf-avenger"}, "responses follow when the passives are done"


def test_what_a_passive_did_is_answered_with_the_rest() -> None:
    """A passive that kills sets off other passives before any response (`hbo/passive#5`)."""
    game = Game(
        {"play": ["training-wolf-steward", "training-wolf-avenger:kneeling", "training-wolf-rider"]},
        {"play": ["training-lion-hangman", "training-lion-captain"], "hand": ["training-rally"]},
        active="B",
        first="B",
    )
    game.challenge("B", "military", "training-lion-hangman")
    game.defend("A")
    game.claim("A", "training-wolf-rider")
    game.make("B", Move("choose", picks=(game["training-wolf-steward"],)))
    assert game.where("training-wolf-steward") == "A.dead"
    assert game.ask.player == "B"
    assert game.uses() == {"training-rally"}
    game.skip()
    assert game.uses() == {"training-wolf-avenger"}


def test_players_alternate_actions() -> None:
    game = Game(
        {"hand": ["training-fear", "training-fear"], "play": ["training-wolf-rider"]},
        {"hand": ["training-fear"]},
        where="dominance actions",
        active="",
        A=2,
        B=1,
    )
    first, second = game.all("training-fear")[:2]
    assert game.ask.player == "A", "the first player has the first chance (hbo/phase#2)"
    game.use("A", first)
    assert game.ask.player == "B"
    assert game.broken("A", game.use_move(second)) == ["hbo/action#5", "hbo/opportunity#1"]
    game.skip()
    assert game.ask.player == "A"
    assert game.broken("B", game.use_move(game.all("training-fear")[2])) == ["hbo/pass-action#1", "hbo/opportunity#1"]


def test_an_event_is_discarded_before_responses_to_it() -> None:
    game = Game(
        {"hand": ["training-ransom"]},
        {"hand": ["training-fear"], "play": ["training-lion-guard"]},
        where="taxation actions",
        active="",
        first="B",
        B=2,
    )
    game.use("B", "training-fear")
    assert game.where("training-fear") == "B.discard"
    assert game.uses() == {"training-ransom"}
    game.use("A", "training-ransom")
    assert (game.gold("A"), game.gold("B")) == (1, 0)


def test_phase_abilities_only_in_their_phase() -> None:
    game = Game({"play": ["maester-luwin"], "hand": ["training-fear"]}, {}, where="standing actions", active="", A=1)
    assert game.broken("A", game.use_move("maester-luwin")) == ["hbo/phase-ability#1"]
    game = Game({"play": ["maester-luwin"]}, {"hand": ["training-fear"]}, where="dominance actions", active="", B=1)
    before = game.hand("A")
    game.use("A", "maester-luwin")
    assert game.hand("A") == before + 2
    assert game.kneels("maester-luwin")


def test_varys_may_have_to_discard_himself() -> None:
    game = Game({"hand": ["varys"]}, {}, where="marshalling", A=5)
    game.marshal("A", "varys")
    assert game.where("varys") == "A.discard"
    assert not game.pos.zone("A", "dead"), "discarded, not killed (hbo/discard#2)"


def test_varys_chooses_among_all_allies_and_must() -> None:
    game = Game(
        {"hand": ["varys"]}, {"play": ["training-lion-courtier", "training-lion-guard"]}, where="marshalling", A=5
    )
    game.marshal("A", "varys")
    assert "hbo/varys#1" in game.broken("A", Move("pass"))
    assert "hbo/varys#1" in game.broken("A", Move("choose", picks=(game["training-lion-guard"],)))
    game.make("A", Move("choose", picks=(game["training-lion-courtier"],)))
    assert game.where("training-lion-courtier") == "B.discard"
    assert game.where("varys") == "A.play"


def test_discarding_from_play_cannot_be_saved_from() -> None:
    game = Game(
        {"play": ["training-wolf-captain", "training-wolf-captain:duplicate"], "hand": ["not-today"]},
        {"hand": ["training-arrest"]},
        where="dominance actions",
        active="",
        first="B",
        B=2,
    )
    game.use("B", "training-arrest")
    assert game.where("training-wolf-captain") == "A.discard"
    assert all(zone == "A.discard" for zone in map(game.where, game.all("training-wolf-captain")))
