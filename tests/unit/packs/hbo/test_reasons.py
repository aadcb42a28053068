"""What a judge reads of a refused line: which clause comes first, what is shown as happening, what is legal instead."""

from __future__ import annotations

from ledger.events import Move, Occurrence
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.reasons import as_reason, sentence, telling
from replays.records.record import of_run
from replays.records.results import Violation
from replays.verdicts.verification import verify
from tests.unit.packs.hbo.table import Game

PLAYERS = 'lastword 1 hbo\nplayers A "Ira" lannister, B "Max" stark\n'


def refused(text: str) -> list[Violation]:
    return list(run(read(PLAYERS + text)).violations)


def held(text: str) -> bool:
    """Whether all that a transcript expects is so."""
    return all(item.held for item in run(read(PLAYERS + text)).expected)


def told(violation: Violation) -> list[str]:
    """Return the reasons of a violation, each as its clause and its sentence."""
    return [f"{check.rule} {sentence(as_reason(check))}" for check in telling(violation.checks)]


def test_a_position_without_plots_accuses_nobody_and_says_what_it_supposes() -> None:
    text = "position round 3, marshalling, first A, active A\nA gold 0\n\nmoves\nA pass\nB play Training Wolf Rider\n"
    found = verify(of_run(run(read(PLAYERS + text)), "x"))
    assert not found.violations
    assert [(item.line, item.says) for item in found.assumed] == [
        (8, "Max's revealed plot is not written; assumed: its income included the 2 gold missing here")
    ]


def test_gold_that_is_stated_is_exact_and_with_an_unknown_plot_any_other_is_enough() -> None:
    start = "position round 3, marshalling, first B, active B\n"
    buys = "B play Training Wolf Captain\nB play Eddard Stark\n"
    assert not refused(f"{start}B plot unknown\nmoves\n{buys}")
    first, second = refused(f"{start}B gold 1\nmoves\n{buys}")
    assert "Max has 1." in told(first)[0]
    assert "Max has 1." in told(second)[0]
    later = "position round 3, dominance, first A\nA hand Training Arrest\nB play cap = Training Wolf Captain\n"
    assert not refused(f"{later}moves\nA play Training Arrest on cap\n"), "the cost of an ability, too"
    assert not refused(f"{later}A plot Detained\nmoves\nA play Training Arrest on cap\n"), "with a known plot, too"
    (violation,) = refused(f"{later}A plot Detained\nA gold 1\nmoves\nA play Training Arrest on cap\n")
    assert "Ira has 1" in told(violation)[0]


def test_gold_that_nobody_wrote_is_there_from_the_income_until_it_is_returned() -> None:
    own = "A plot Detained\nB plot Detained\nA play guard = Training Lion Guard\n"
    events = "A hand Training Arrest, Training Fear\n"
    for where in ("marshalling, active A", "challenges, active B", "dominance", "standing"):
        text = f"position round 3, {where}, first A\n{own}{events}\nA play Training Fear on guard\n"
        assert not refused(text), where
    buys = (
        f"position round 3, draw, first A\n{own}A hand Training Lion Captain\nmoves\nA marshal Training Lion Captain\n"
    )
    assert held(f"{buys}expect A gold 1\n"), "an income that is collected in the game is known"
    late = "position round 3, taxation actions, first A"
    (violation,) = refused(f"{late}\n{own}{events}\nA play Training Fear on guard\n")
    assert "Ira has 0 gold" in told(violation)[0]


def test_what_is_assumed_of_gold_says_what_the_plot_gives() -> None:
    text = "position round 3, marshalling, first A, active A\nA plot Detained\nmoves\n"
    text += "A play Training Lion Captain\nA play Training Lion Banker\n"
    found = verify(of_run(run(read(PLAYERS + text)), "x"))
    assert not found.violations
    began = "Ira's gold is not written; assumed: Ira began here with"
    assert [item.says for item in found.assumed] == [
        f"{began} 3 gold or more",
        f"{began} 5 gold or more, though Ira's plot gives 4",
    ]


def test_a_pool_that_is_corrected_is_exact_from_there() -> None:
    text = "position round 3, marshalling, first A, active A\nA plot Detained\nA play guard = Training Lion Guard\n"
    text += "A hand Training Lion Captain, Training Lion Banker, Training Fear\n\nA marshal Training Lion Banker\n"
    text += "correct A gold 1, by the judge\nA marshal Training Lion Captain\n"
    (violation,) = refused(text)
    assert "Ira has 1" in told(violation)[0]


def test_a_refused_limited_card_names_the_one_that_was_played() -> None:
    text = "position round 2, marshalling, first A, active A\nA gold 6\nB play rider = Training Wolf Rider\nmoves\n"
    found = refused(f"{text}A play Training Mine\nA play Training Dagger on rider\n")
    said = "hbo/limited#1 Ira may play one Limited card in a round. Ira has played Training Mine this round."
    assert told(found[0]) == [said]


def test_a_card_that_forbids_is_said_to_forbid() -> None:
    text = "position round 3, challenges, first A, active A\nA plot Training Plot: Silence\n"
    text += "A play guard = Training Lion Guard\nB play rider = Training Wolf Rider\nB hand Training Charge\n\n"
    (violation,) = refused(f"{text}A challenge military with guard\nMax play Training Charge on rider\n")
    said = "This is allowed unless a card forbids it. Training Plot: Silence forbids Max to use Training Charge."
    assert told(violation) == [f"hbo/golden-rule#1 {said}"]


def test_a_save_from_a_discard_is_told_of_the_discard_and_not_of_the_payment() -> None:
    text = "position round 4, dominance, first A\nA gold 3\nA hand Training Arrest\n"
    text += "B play cap = Training Wolf Captain (duplicate)\nB hand Not Today\n\n"
    found = refused(f"{text}A play Training Arrest on cap\nB use duplicate of cap\nB play Not Today on cap\n")
    assert [violation.line for violation in found] == [10, 11]
    for violation in found:
        assert told(violation)[0].endswith("Here Training Wolf Captain is discarded.")


def test_a_response_to_a_killing_is_told_of_the_save_and_not_of_the_challenge() -> None:
    text = "position round 3, challenges, first A, active A\nA plot Detained\nA play guard = Training Lion Guard\n"
    text += "B play ned = Eddard Stark (kneeling)\nB hand Not Today, Training Grief\n\n"
    text += "A challenge military with guard\nB claim ned\nB play Not Today on ned\nB play Training Grief\n"
    assert [told(one)[0] for one in refused(text)] == [
        "hbo/response#1 Training Grief may be used only when a character is killed. Here Eddard Stark is saved."
    ]


def test_a_card_out_of_the_marshalling_phase_is_told_which_phase_it_is_and_not_who_is_active() -> None:
    text = "position round 3, standing actions, first B\nB plot Detained\nB gold 9\nB hand Training Wolf Rider\nmoves\n"
    (violation,) = refused(f"{text}B play Training Wolf Rider\n")
    said = "Cards are played in the marshalling phase. It is the standing phase now."
    assert told(violation) == [f"hbo/marshalling-2#1 {said}"]


def test_a_card_that_says_a_character_cannot_attack_is_named_with_what_it_says() -> None:
    text = "position round 3, challenges, first A, active A\nA plot Detained\n"
    text += (
        'A play guard = "Training Lion Guard", "Training Fetters" (on guard)\nmoves\nA challenge military with guard\n'
    )
    (violation,) = refused(text)
    said = "This is allowed unless a card forbids it. Training Fetters says that Training Lion Guard cannot attack."
    assert told(violation) == [f"hbo/golden-rule#1 {said}"]


def test_a_passive_used_as_an_action_is_told_to_work_by_itself() -> None:
    text = "position round 3, dominance actions, first B\nB play widow = Training Lion Widow\nmoves\nB use widow\n"
    (violation,) = refused(text)
    assert told(violation)[0] == (
        "hbo/passive#1 Only an ability that a player triggers can be used. "
        "This text of Training Lion Widow works by itself (passive)."
    )


def test_a_cost_that_cannot_be_paid_says_how_the_card_is_now() -> None:
    text = "position round 3, marshalling, first B, active B\nB play keep = Training Market (kneeling)\nmoves\n"
    (violation,) = refused(f"{text}B use keep\n")
    assert told(violation)[0].endswith("Only a standing card kneels, and Training Market is kneeling.")


def test_a_response_after_the_next_action_is_too_late_before_anything_else() -> None:
    text = "position round 2, marshalling, first B, active B\nB gold 6\nB plot The Old Gods\nmoves\n"
    (violation,) = refused(f"{text}B play Eddard Stark\nB play Training Wolf Squire\nB use Eddard Stark\n")
    assert told(violation)[0].startswith(
        "hbo/response#4 Eddard Stark may be used only in the window for this, in round 2, marshalling phase: Max plays"
    )


def test_setup_is_answered_by_no_response() -> None:
    text = "A keep\nB keep\nA setup Training Lion Guard\nB setup Eddard Stark\nB use Eddard Stark\nA plot Detained\n"
    found = refused(f"on illegal ignore\n\n{text}B plot The Old Gods\n")
    said = "hbo/setup-6#6 No card ability becomes active during setup. Eddard Stark was placed in setup."
    assert told(found[0])[0] == said


def test_two_copies_of_a_limited_card_of_an_unknown_hand_are_two_and_not_one_named_twice() -> None:
    text = "\nA keep\nB keep\nA setup Training Mine, Training Mine\nB setup Training Wolf Rider\n"
    (violation,) = refused(text)
    assert told(violation) == ["hbo/setup-6#3 At most one of them may be Limited. 2 are."]


def test_a_use_refused_for_its_choice_is_listed_with_the_legal_choices() -> None:
    text = (
        "position round 2, draw, first B\nB hand sum = Training Summons, Training Wolf Captain, Training Wolf Scout\n"
    )
    found = refused(f"{text}B plot Detained\nA plot Detained\n\nB play sum on Wolf Captain\nB play sum on Scout\n")
    assert found[0].legal == ('B play sum on "Training Wolf Scout"', "B pass")


def told_at(game: Game, player: str, move: Move) -> list[str]:
    """Return the reasons against a move at the pending decision, each as its clause and its sentence."""
    checks = game.ask.checks(game.pos, player, move)
    return [f"{check.rule} {sentence(as_reason(check))}" for check in telling(checks)]


def test_an_answer_to_another_question_is_told_when_that_one_is_asked() -> None:
    game = Game({"hand": ["training-mine"]}, {"hand": ["training-fear"]}, "marshalling", A=1)
    here = "It is the marshalling phase now, and this is an action window."
    for player in ("A", "B"):
        said = f"A plot is picked at the beginning of the plot phase. {here}"
        assert told_at(game, player, Move("plot", picks=(1,))) == [f"hbo/plot-1#1 {said}"]
        said = f"The winner of initiative names the first player, after the plots are revealed. {here}"
        assert told_at(game, player, Move("first", words=("A",))) == [f"hbo/plot-5#1 {said}"]


def test_an_answer_to_another_question_is_no_answer_to_a_choice_or_a_response_either() -> None:
    game = Game({"plots": ["the-old-gods"]}, {"plots": ["detained"]}, "plot", "")
    said = "Challenges are started in the challenges phase, by the active player. It is the plot phase now, and "
    said += "the question here is: pick a plot from the plot deck."
    move = Move("challenge", picks=(1,), words=("military", "A"))
    assert told_at(game, "B", move) == [f"hbo/challenges-phase#1 {said}"]


def test_a_second_answer_given_in_secret_is_told_of_the_first() -> None:
    game = Game({"plots": ["the-old-gods"]}, {"plots": ["detained"]}, "plot", "")
    game.make("A", Move("plot", picks=(game["the-old-gods"],)))
    said = "hbo/plot-1#1 Each player picks one plot. Anna has picked one already."
    assert told_at(game, "A", Move("plot", picks=(game["the-old-gods"],))) == [said]


def test_an_action_is_told_of_the_responses_that_come_first() -> None:
    game = Game({"plots": ["the-old-gods"], "hand": ["training-fear"]}, {"plots": ["detained"]}, "plot", "")
    fear = Move("use", game["training-fear"], "training-fear#1", amount=-1)
    assert told_at(game, "A", fear)[0].startswith("hbo/phase#3 Training Fear may be used only in an action window.")


def test_a_card_of_another_player_out_of_turn_is_told_of_the_turn_before_the_opportunity() -> None:
    game = Game({"hand": ["training-mine", "training-fear"]}, {"hand": ["training-fear"]}, "marshalling", A=3)
    said = "hbo/marshalling-2#1 Anna is the active player. Borys acts instead."
    assert told_at(game, "B", Move("marshal", game["training-mine"]))[0] == said


def test_a_card_that_lies_elsewhere_is_told_where_the_choice_looks() -> None:
    text = "position round 4, dominance, first A\nA gold 3\nA plot Detained\nA hand Training Arrest\n"
    text += "B play Training Wolf Captain\nB dead steward = Training Wolf Steward\nmoves\n"
    (violation,) = refused(f"{text}A play Training Arrest on steward\n")
    said = "Training Arrest chooses a card in play. Training Wolf Steward is in Max's dead pile."
    assert told(violation) == [f"hbo/using-abilities#3 {said}"]


def test_a_second_copy_is_told_what_it_could_be() -> None:
    text = "position round 3, {}, first B\nB gold 9\nB plot The Old Gods\nB play {}\nB hand copy = {}\n"
    text += "moves\nB play copy\n"
    (violation,) = refused(text.format("marshalling", "Winterfell", "Winterfell"))
    said = "A unique card is not played while a copy is in play, except as a duplicate of a character. "
    assert told(violation) == [f"hbo/unique#2 {said}Winterfell is in play and is a location."]
    (violation,) = refused(text.format("dominance", "Eddard Stark", "Eddard Stark"))
    said = "Eddard Stark can only be a duplicate of the copy in play, and duplicates are attached"
    assert told(violation)[0] == f"hbo/duplicate#2 {said} in the marshalling phase. It is the dominance phase now."


def test_a_response_used_for_another_happening_is_told_which_one_it_was_used_for() -> None:
    game = Game({"play": ["training-wolf-rider"], "hand": ["training-rally"]}, {}, "challenges")
    game.challenge("A", "military", "training-wolf-rider")
    game.to("use")
    gained = [part.kind for part in game.pos.table.top.occurrences].index("gained")
    rally = Move("use", game["training-rally"], "training-rally#1", amount=gained)
    said = "Here it would answer something else: Stark banner (Anna) gains 1 power."
    assert told_at(game, "A", rally)[0].endswith(said)
    rally = Move("use", game["training-rally"], "training-rally#1", amount=-1)
    said = "Nothing is named that it answers here, such as this: Anna wins the military challenge."
    assert told_at(game, "A", rally)[0].endswith(said)


def test_a_card_that_is_not_in_play_pays_no_cost_of_cards_in_play() -> None:
    game = Game(
        {"play": ["training-wolf-rider"]},
        {
            "play": ["training-lion-guard", "training-lion-spy", "training-lion-courtier"],
            "hand": ["a-lannister-always-pays-his-debts", "training-lion-page"],
        },
        "challenges",
    )
    game.challenge("A", "military", "training-wolf-rider")
    game.defend("B")
    game.claim("B", "training-lion-spy")
    game.to("use")
    game.make("B", game.use_move("a-lannister-always-pays-his-debts"))
    said = "A Lannister Always Pays His Debts is paid for with a card in play. "
    told = told_at(game, "B", Move("choose", picks=(game["training-lion-page"],)))
    assert told[0].endswith(f"{said}Training Lion Page is in Borys's hand.")


def test_an_event_in_the_discard_pile_is_told_where_it_is_before_whose_opportunity_it_is() -> None:
    game = Game(
        {"play": ["training-wolf-rider"], "hand": ["training-rally"]}, {"discard": ["training-fear"]}, "challenges"
    )
    game.challenge("A", "military", "training-wolf-rider")
    game.to("use")
    fear = Move("use", game["training-fear"], "training-fear#1", amount=-1)
    said = "Training Fear may be used only while it is in hand. It is in Borys's discard pile."
    assert told_at(game, "B", fear)[0] == f"hbo/event#1 {said}"


def test_a_passive_used_at_a_question_is_told_both_in_two_sentences() -> None:
    game = Game({"play": ["training-wolf-mourner"], "plots": ["the-old-gods"]}, {"plots": ["detained"]}, "plot", "")
    mourner = Move("use", game["training-wolf-mourner"], "training-wolf-mourner#1", amount=0)
    said = "This text of Training Wolf Mourner works by itself (passive). The question here is: pick a plot"
    assert said in told_at(game, "A", mourner)[-1]


def test_a_when_revealed_ability_used_later_is_told_when_it_resolves() -> None:
    game = Game({"plot": ["training-plot-mourning"]}, {"hand": ["training-fear"]}, "dominance actions", "", "B", B=1)
    move = Move("use", game["training-plot-mourning"], "training-plot-mourning#1", amount=-1)
    assert told_at(game, "B", move)[-1].startswith("hbo/plot-6#1 Only an ability that a player triggers can be used.")


def test_a_duplicate_in_the_turn_of_the_opponent_is_told_whose_turn_it_is() -> None:
    game = Game(
        {"hand": ["training-fear"]},
        {"play": ["training-lion-captain"], "hand": ["training-lion-captain"]},
        A=1,
        where="marshalling",
    )
    move = Move("marshal", game.all("training-lion-captain")[1])
    said = "duplicates are attached in the player's own marshalling turn. It is Anna's turn now."
    assert told_at(game, "B", move)[0].endswith(said)


def test_a_response_to_a_challenge_has_nothing_to_do_with_setup() -> None:
    start = "A keep\nB keep\nA setup Training Lion Guard\nB setup Training Wolf Steward\n"
    found = refused(f"on illegal ignore\n\n{start}B use Training Wolf Steward\nA plot Detained\nB plot The Old Gods\n")
    assert not any("setup" in reason for reason in told(found[0]))


def test_a_card_played_in_a_window_for_responses_is_told_so_before_whose_opportunity_it_is() -> None:
    game = Game(
        {"play": ["training-wolf-rider"], "hand": ["training-rally"]}, {"hand": ["training-mine"]}, "challenges"
    )
    game.challenge("A", "military", "training-wolf-rider")
    game.to("use")
    assert told_at(game, "B", Move("marshal", game["training-mine"]))[0].startswith(
        "hbo/marshalling-2#1 Cards are played in the marshalling phase"
    )


def test_a_constant_text_named_among_passives_is_told_to_be_none_of_them() -> None:
    game = Game(
        {"play": ["training-wolf-rider", "training-wolf-mourner", "training-wolf-mourner", "training-wolf-scout"]},
        {"play": ["training-lion-guard", "training-lion-page", "training-lion-hangman"]},
        "challenges",
    )
    game.happen(Occurrence("killed", game["training-wolf-scout"], "A"))
    game.to("use")
    page = Move("use", game["training-lion-page"], "training-lion-page#1", amount=-1)
    said = "One of these must resolve now: Training Wolf Mourner and Training Wolf Mourner."
    assert told_at(game, "A", page) == [f"hbo/passive#6 {said} The move names Training Lion Page."]


def test_a_card_the_opponent_has_in_play_is_refused_for_its_cost_where_a_copy_may_be_in_hand() -> None:
    text = "position round 3, marshalling, first A, active A\nA gold 1\nA hand {0}\nB play Littlefinger\nmoves\n"
    text += "A marshal Littlefinger\n"
    (violation,) = refused(text.format("2 unknown"))
    assert told(violation)[0].startswith("hbo/cost#1")
    (violation,) = refused(text.format("Training Mine"))
    assert told(violation)[0].startswith("hbo/marshalling-2#2")
