"""Where written moves belong, what they break, and what is assumed for what nobody wrote."""

from __future__ import annotations

import re

import pytest

from ledger.entries import Origin
from ledger.events import Identified, MoveRetracted, ViolationNoted
from replays.errors import NotationError
from replays.notation.parser import read
from replays.reading.reader import Run, run
from rules.catalogue import playthroughs

HEAD = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" lannister
position round 3, challenges, first A, active B
A plot "A Noble Cause"
B plot "A Noble Cause"
"""


def play(text: str, head: str = HEAD) -> Run:
    """Run a position and its moves."""
    return run(read(head + text))


def held(done: Run) -> bool:
    """Whether there are expectations and all of them hold."""
    assert done.expected
    wrong = [f"line {item.line}: {item.text}: {item.says}" for item in done.expected if not item.held]
    assert wrong == []
    return True


def test_passes_are_implied_until_the_move_is_legal() -> None:
    done = play(
        'A play ned = "Eddard Stark" (kneeling)\nB play hound = "The Hound"\n'
        "B challenge military with hound\nA use ned\nexpect ned standing\n"
    )
    assert done.clean
    assert held(done)


def test_a_position_without_an_active_player_begins_with_its_phase() -> None:
    head = HEAD.replace(", active B", "")
    assert held(play('A play ned = "Eddard Stark"\n\nA challenge power with ned against B\nexpect A power 1\n', head))


def test_the_other_player_is_reached_by_passing() -> None:
    head = HEAD.replace("active B", "active A")
    done = play(
        'A play ned = "Eddard Stark"\nB play hound = "The Hound"\n\n'
        "B challenge military with hound\nexpect hound kneeling\n",
        head,
    )
    assert done.clean
    assert held(done)


def test_a_kneeling_attacker_is_not_looked_for_in_the_next_round() -> None:
    done = play(
        'B play hound = "The Hound" (kneeling)\n\nB challenge military with hound\nexpect illegal agot2/4.2#7\n'
    )
    assert held(done)
    assert [violation.broken[0].name for violation in done.violations] == ["standing"]


def test_a_move_by_the_wrong_player_breaks_the_rule_of_turns() -> None:
    done = play(
        'A play ned = "Eddard Stark"\nB play hound = "The Hound"\n\n'
        "A challenge power with ned against B\nexpect illegal agot2/active-player\n"
    )
    assert held(done)


def test_an_illegal_answer_to_a_choice_is_pinned_to_it_and_ignored() -> None:
    done = play(
        'A play ned = "Eddard Stark", cat = "Catelyn Stark"\nB play hound = "The Hound"\n\n'
        "B challenge military with hound\nA defend with nobody\nA claim hound\n"
        "expect illegal agot2/military-claim\nA claim cat\nexpect cat in A.dead\n"
    )
    assert held(done)
    assert done.assumed == ()


def test_a_missing_choice_is_reported_as_missing_not_as_a_fault_of_the_next_line() -> None:
    done = play(
        'A play ned = "Eddard Stark" (duplicate), cat = "Catelyn Stark"\nB play hound = "The Hound"\n\n'
        "B challenge military with hound\nA use duplicate of ned\nexpect ned in A.play\n"
    )
    assert held(done)
    assert not done.violations
    assert any("choose 1 to be killed for claim" in guess.says for guess in done.assumed)


def test_what_happens_by_itself_may_be_written() -> None:
    done = play(
        'A play cat = "Catelyn Stark" (kneeling)\nB play hound = "The Hound"\n\n'
        "B challenge military with hound\nA defend with nobody\nA claim cat\n"
        "expect cat in A.dead\n"
    )
    assert done.clean
    assert held(done)


def test_a_defender_who_cannot_defend_is_judged_though_nobody_was_asked() -> None:
    done = play(
        'A play cat = "Catelyn Stark" (kneeling)\nB play hound = "The Hound"\n\n'
        "B challenge military with hound\nA defend with cat\nexpect illegal agot2/4.2.1#2\n"
    )
    assert held(done)
    assert {check.rule for check in done.violations[0].broken} >= {"agot2/4.2.1#2", "agot2/4.2.1#3"}


def test_a_violation_is_noted_at_the_window_it_belongs_to() -> None:
    done = play(
        'A play ned = "Eddard Stark" (duplicate), cat = "Catelyn Stark"\n'
        'B play hound = "The Hound"\nB hand "The Hand\'s Judgment"\n\n'
        "B challenge military with hound\nA defend with nobody\nA claim ned\n"
        'A use duplicate of ned\nB play "The Hand\'s Judgment"\n'
    )
    noted = [event for entry in done.entries for event in entry.events if isinstance(event, ViolationNoted)]
    assert len(noted) == 1
    assert "agot2/duplicates#5" in noted[0].rules
    use = next(entry for entry in done.entries if entry.line and "duplicate" in repr(entry.events[0]))
    assert use.seq < noted[0].at < use.seq + len(use.events) - 1


def test_a_card_from_an_unknown_hand_was_that_card_from_the_start() -> None:
    done = play(
        'A play ned = "Eddard Stark"\nB play hound = "The Hound"\nB gold 2\nB hand 3 unknown\n\n'
        'B challenge military with hound\nA defend with nobody\nB play "Put to the Sword"\n'
        "expect ned in A.dead\nexpect B hand 2\n"
    )
    assert held(done)
    assert any(isinstance(event, Identified) for event in done.entries[0].events)


def test_a_hand_that_is_not_stated_may_hold_anything_and_a_stated_one_only_what_it_says() -> None:
    text = (
        'A play ned = "Eddard Stark"\nB play hound = "The Hound"\nB gold 2\n{}\n\n'
        'B challenge military with hound\nB play "Put to the Sword" on ned\nexpect ned in A.dead\n'
    )
    assert held(play(text.format("")))
    done = play(text.format("B hand nothing"))
    assert [violation.text for violation in done.violations] == ['B play "Put to the Sword" on ned']


def test_choices_may_be_written_behind_the_use() -> None:
    done = play(
        'A play ned = "Eddard Stark", cat = "Catelyn Stark", sansa = "Sansa Stark"\n'
        'B play hound = "The Hound"\nB gold 2\nB hand "Put to the Sword"\n\n'
        "B challenge military with hound\nA defend with nobody\n"
        'B play "Put to the Sword" targeting cat\nexpect cat in A.dead\nexpect ned in A.play\n'
    )
    assert held(done)
    assert done.assumed == ()


def test_retracted_moves_stay_in_the_record_and_do_nothing() -> None:
    done = play(
        'B play hound = "The Hound"\nA play ned = "Eddard Stark"\n\n'
        "B challenge military with hound\nB retract\nexpect hound standing\n"
    )
    assert held(done)
    taken_back = [event for entry in done.entries for event in entry.events if isinstance(event, MoveRetracted)]
    assert [event.why for event in taken_back] == ["B challenge military with hound"]


def test_evidence_is_kept_with_the_entry() -> None:
    done = play(
        'B play hound = "The Hound"\nA play ned = "Eddard Stark"\n\n? A says: B challenge military with hound\n'
    )
    entry = next(entry for entry in done.entries if entry.line)
    assert (entry.origin, entry.by, entry.uncertain) == (Origin.ASSERTED, "A", True)


def test_simultaneous_choices_may_be_written_in_any_order() -> None:
    head = HEAD.replace("challenges, first A, active B", "plot, first B")
    text = (
        'A plots "A Noble Cause", "Sneak Attack"\nB plots "A Clash of Kings", "Heads on Spikes"\n'
        "\n{}\n{}\nexpect A plots 1\nexpect B plots 1\n"
    )
    lines = ('A plot "Sneak Attack"', 'B plot "A Clash of Kings"')
    one, two = play(text.format(*lines), head), play(text.format(*reversed(lines)), head)
    assert held(one)
    assert not one.violations
    assert not two.violations
    assert one.table.zones == two.table.zones


def test_a_whole_game_may_leave_out_what_its_setup_asks_first() -> None:
    head = (
        'lastword 1 agot2 joust\nplayers A "Anna" stark, B "Borys" lannister\nA deck ned = "Eddard Stark", 59 unknown\n'
    )
    done = play("\nA setup ned\n", head)
    assert done.violations == ()
    assert any("mulligan" in item.says for item in done.assumed)


def test_a_marker_pins_a_move_to_a_step() -> None:
    text = (
        'A play ned = "Eddard Stark" (kneeling)\nB play hound = "The Hound"\nA hand nothing\n\n'
        "B challenge military with hound\nA use ned @ {}\n"
    )
    assert play(text.format("reactions")).clean
    assert not play(text.format("4.2.5")).clean
    with pytest.raises(NotationError, match=r"no step is called `reaction window`"):
        play(text.format("reaction window"))


@pytest.mark.parametrize(("phase", "clean"), [("challenges", True), ("marshaling", False), ("dominance", False)])
def test_a_phase_is_a_step_too(phase: str, clean: bool) -> None:
    done = play(
        'A play ned = "Eddard Stark" (kneeling)\nB play hound = "The Hound"\nA hand nothing\n\n'
        f"B challenge military with hound\nA use ned @ {phase}\n"
    )
    assert done.clean is clean


def test_written_passes_leave_nothing_implied() -> None:
    text = (
        'A play ned = "Eddard Stark" (kneeling)\nB play hound = "The Hound"\n\npasses written\n'
        "B challenge military with hound\n{}A defend with ned\n"
    )
    assert play(text.format("A use ned\n")).violations == ()
    wrong = play(text.format(""))
    assert [violation.line for violation in wrong.violations] == [11]


def test_a_written_pass_of_somebody_with_nothing_to_use_is_no_violation() -> None:
    text = 'A play ned = "Eddard Stark" (kneeling)\nB play hound = "The Hound"\n\npasses written\n{}'
    assert play(text.format("A pass\nB challenge military with hound\nB pass\nA use ned\n")).violations == ()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('A play "The Hand\'s Judgment" targeting hound', "if this is a move, write the line `moves`"),
        ('A play "The Hand\'s Judgment"', "The Hand's Judgment is played and does not lie there"),
    ],
)
def test_a_move_that_reads_like_set_up_is_refused_and_told_how_to_be_a_move(line: str, says: str) -> None:
    with pytest.raises(NotationError, match=re.escape(says)):
        play(f'B play hound = "The Hound"\nA hand 2 unknown\n\n{line}\n')


@pytest.mark.parametrize("line", ["A play judgment", 'A play "The Hand\'s Judgment"'])
def test_a_card_that_lies_somewhere_is_not_set_up_again_but_used(line: str) -> None:
    done = play(f'B play hound = "The Hound"\nA hand judgment = "The Hand\'s Judgment"\n\n{line}\n')
    assert [violation.text for violation in done.violations] == [line]


def test_a_word_that_moves_are_written_with_is_no_short_name() -> None:
    with pytest.raises(NotationError, match="`as` is a word that moves are written with"):
        play('A play as = "Eddard Stark"\n')


def test_an_expectation_is_judged_before_windows_that_nobody_can_use_have_closed() -> None:
    done = play('A play ned = "Eddard Stark" (kneeling)\nA hand nothing\nB hand nothing\n\nexpect ned kneeling\n')
    assert done.expected[0].held


@pytest.mark.parametrize("mode", ["ignore", "apply"])
def test_illegal_moves_are_ignored_or_applied(mode: str) -> None:
    done = play(
        f'on illegal {mode}\nB play hound = "The Hound" (kneeling)\nA play ned = "Eddard Stark"\n\n'
        f"B challenge military with hound\nA defend with ned\n"
    )
    [refused] = done.violations
    assert refused.applied is (mode == "apply")
    assert [item.text for item in done.confirmed] == ([] if mode == "apply" else ["A defend with ned"])


def test_a_condition_that_is_expected_says_whether_it_is_so() -> None:
    done = play('A play ned = "Eddard Stark"\n\nexpect strength(ned) == 5\nexpect strength(ned) == 4\n')
    assert [(item.held, item.saw) for item in done.expected] == [(True, "it is so"), (False, "it is 5")]


def test_expectations_can_fail() -> None:
    done = play(
        'A play ned = "Eddard Stark" (power 2)\n\nexpect ned in A.dead\nexpect A power 9\n'
        "expect ned kneeling\nexpect strength(ned) == 4\nexpect won A\n"
        "expect illegal\nexpect legal B challenge military with ned\n"
    )
    assert [item.held for item in done.expected] == [False] * 7
    assert all(item.says for item in done.expected)


def test_a_legal_move_that_is_expected_to_be_illegal_is_named() -> None:
    done = play('B play hound = "The Hound"\n\nB challenge military with hound\nexpect illegal\n')
    assert "`B challenge military with hound`, which was legal" in done.expected[0].says


def test_a_set_up_line_after_the_first_move_is_told_where_it_belongs() -> None:
    with pytest.raises(NotationError, match="the set-up ends at the first move; put this line above it"):
        play('B play hound = "The Hound"\n\nB challenge military with hound\nA hand 4 unknown\n')


@pytest.mark.parametrize(
    ("line", "word", "says"),
    [
        ("B chalenge military with hound", "chalenge", "did you mean challenge"),
        ("C pass", "C", "begins with a player"),
        ("B challenge military with snark", "snark", "nothing here is called"),
        ("B challenge military with hound,", ",", "missing"),
        ('B use "Hou', '"Hou', "not closed"),
        ("B challenge military on hound", "hound", "takes no `on`"),
        ("expect ned in A.play and", "ned", ""),
        ("expect illegal agot2/duplicat", "agot2/duplicat", "no rule"),
        ("expect ned in B.play.x", "ned", "there is no zone `B.play.x`"),
        ("expect legal", "legal", "which move is legal? Write it"),
        ("B retract", "B", "no move to take back"),
        ("position round 2", "position", "one position"),
        ("on illegal shout", "shout", "on illegal ignore"),
        ("cards nowhere.toml", "nowhere.toml", "cannot be read"),
        ("lastword", "lastword", "begins with a player"),
    ],
)
def test_errors_name_the_line_show_it_and_point_at_the_word(line: str, word: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        play(f'A play ned = "Eddard Stark"\nB play hound = "The Hound"\n\n{line}\n')
    error = caught.value
    assert error.line == 9
    shown = str(error).splitlines()
    assert says in shown[0]
    assert shown[1].strip() == line
    assert shown[2].index("^") == shown[1].index(word)


def test_a_move_made_too_early_does_not_take_the_choices_that_come_after_it() -> None:
    done = play(
        'A play ned = "Eddard Stark", robb = "Robb Stark", ice = "Ice" (on ned)\nB play hound = "The Hound"\n\n'
        "B challenge military with hound\nA use ice on hound\nexpect illegal agot2/triggering-condition\n"
        "A defend with ned, robb\nA use ice\nexpect hound in B.dead\n"
    )
    assert held(done)
    assert len(done.violations) == 1


def test_of_two_copies_the_one_in_hand_is_marshaled() -> None:
    head = HEAD.replace("challenges, first A, active B", "marshaling, first A, active A")
    done = play(
        'A hand 2 "The Roseroad"\n\nA marshal "The Roseroad"\nA marshal "The Roseroad"\nexpect illegal agot2/limited\n',
        head,
    )
    assert held(done)


def test_a_choice_made_by_the_wrong_player_is_told_by_the_question_it_answers() -> None:
    done = run(
        read(
            "lastword 1 l5r standard\n"
            'players A "Aiko" dragon, B "Botan" lion\n'
            "position round 2, conflict, first A\n"
            'A province1 "Fertile Fields" (facedown), temple = "Secluded Temple"\n'
            'B play toturi = "Akodo Toturi" (fate 2), gunso = "Akodo Gunsō" (fate 1)\n'
            "moves\n"
            "A use temple\n"
            "A choose gunso\n"
            "B choose toturi\n"
        )
    )
    assert [[reason.rule for reason in violation.reasons] for violation in done.violations] == [["l5r/target#1"]]


def test_what_falls_among_unknown_cards_has_happened_when_something_is_expected() -> None:
    done = run(
        read(
            "lastword 1 agot2 joust\n"
            'players A "Anna" stark, B "Borys" lannister\n'
            "position round 2, challenges, first A, active A\n"
            'A plot "A Noble Cause"\n'
            'A play cat = "Catelyn Stark"\n'
            'B plot "A Clash of Kings"\n'
            "B hand 4 unknown\n"
            "\n"
            "A challenge intrigue with cat against B\n"
            "expect B hand 3\n"
        )
    )
    assert [item.held for item in done.expected] == [True]


def test_a_forced_move_that_lacks_its_piece_is_noted_and_the_game_goes_on() -> None:
    players = 'A "Ada" stark, B "Ben" lannister, C "Cai" martell, D "Dot" greyjoy'
    text = f"lastword 1 tegot\nplayers {players}\n\nshuffle deck:\n"
    dice = "random first player: C\nrandom dice: whisper, march, sail, plot, event\n"
    done = run(read(f"{text}{dice}B draft whisper\nA draft whisper\nA draft march\nexpect A dice 1\n"))
    assert [(bad.line, bad.applied) for bad in done.violations] == [(8, False)]  # nobody can take a die that is gone
    assert all(item.held for item in done.expected)


TOLD = ("judge-not-a-second-copy", "claim-two", "cards-of-martell-losing", "interrupt-window")
"""Playthroughs whose illegal moves answer what had decided itself, stand before each other, or have choices behind."""


@pytest.mark.parametrize("name", TOLD)
def test_a_playthrough_is_told_to_its_end_where_illegal_moves_are_applied(name: str) -> None:
    text = dict(playthroughs("agot2"))[f"{name}.lw"]
    head, position, rest = text.partition("\nposition")
    first, _, rest = rest.partition("\n")
    done = run(read(f"{head}{position}{first}\non illegal apply\n{rest}"))
    assert done.violations
    assert all(0 < bad.seq <= done.entries[-1].seq + len(done.entries[-1].events) for bad in done.violations)
