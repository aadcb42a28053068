"""What is told of an illegal move: the numbers and names that were compared, and nothing that is not so."""

from __future__ import annotations

import pytest

from ledger.events import Move
from replays.records.random_games import Simulation
from replays.records.reasons import telling
from rules.catalogue import load
from rules.resolution.moments import Window
from tests.unit.packs.okc.table import TWO, judge

THREE = 'lastword 1 okc\nplayers A "Ada" clans, B "Ben" nobility, C "Cy" uprising\n'
CLASH = """
position round 1, summer lowlands, order A B, markers plateau highlands lowlands
A lowlands Captain (facedown)
B lowlands Spy (facedown)
"""
TIE = """
position round 3, summer highlands, order C B A, markers highlands lowlands plateau
A highlands Levy (facedown)
B highlands Cavalry (facedown)
C highlands Follower (facedown)
B hand Captain
C hand Captain
"""
ROAD = """
position round 2, spring, order B A
road Caravan, Watchtower, Toll Bridge, War Council
A board tower = "Bell Tower", yard = "Drill Yard"
A hand Follower (on tower), fy = Follower (on yard), Levy
A bid Levy
B bid Cavalry
B take Caravan
"""
CARAVAN = "Caravan is a Kingdom card on Ben's player board"
OATHS = """
position round 3, autumn, order A B
A oaths Levy
B oaths Spy
A supporters 2
A supporters-lost 3
"""
ADVANCED = TWO.replace("okc\n", "okc normal-advanced\n")


def reasons(text: str, head: str = TWO) -> list[tuple[str, str, str]]:
    """Return the reasons for the only violation of a transcript: the rule, what it needs and what was so instead."""
    bad = judge(text, head).violations
    assert len(bad) == 1, [one.text for one in bad]
    return [(check.rule, check.needed, check.saw) for check in bad[0].broken]


@pytest.mark.parametrize(
    ("text", "head", "rule", "saw"),
    [
        (f"{CLASH}A claim temple", TWO, "okc/summer-2e#2", "the totals were Ben 1, Ada 0"),
        (f"{TIE}C play Captain", THREE, "okc/ties-in-clashes#1", "the totals were Ben 5, Ada 5, Cy 2"),
        (f"{ROAD}A take Caravan", TWO, "okc/taking-kingdom-card#1", CARAVAN),
        (f"{ROAD}A take Toll Bridge for nothing", TWO, "okc/kingdom-card-spaces#1", "2 are taken"),
        (f"{OATHS}A recall from losses, losses", TWO, "okc/council-of-oaths#1", "2 are named"),
        ("A mulligan\nA mulligan", ADVANCED, "okc/advanced-setup-ii#3", "Ada has decided to take one"),
    ],
)
def test_one_reason_is_told_with_what_was_compared(text: str, head: str, rule: str, saw: str) -> None:
    told = reasons(text, head)
    assert [(one[0], one[2]) for one in told] == [(rule, saw)]


def test_a_recall_says_why_so_many_return() -> None:
    assert reasons(f"{OATHS}A recall from losses, losses")[0][1] == "Ada has 1 vote there, so 1 Supporter returns"


BIDS = "position round 2, spring, order A B\nA bid Levy\nB bid Spy\n"


@pytest.mark.parametrize(
    ("line", "rule", "needed"),
    [
        ("B mulligan", "okc/advanced-setup-ii#1", "players keep a hand or take a mulligan in the advanced setup alone"),
        ("B claim castle", "okc/summer-2e#2", "the rewards of a location are claimed by the winner"),
        ("A claim castle", "okc/summer-2e#2", "the rewards of a location are claimed by the winner"),
    ],
)
def test_a_move_that_belongs_to_another_question_is_told_where_it_belongs(line: str, rule: str, needed: str) -> None:
    first = reasons(f"{BIDS}{line}")[0]
    assert first[0] == rule, first
    assert first[1].startswith(needed), first


def test_a_step_that_is_no_action_step_is_not_called_one() -> None:
    markers = "position round 2, summer, order B A\nA highlands Levy (facedown)\n"
    assert reasons(f"{markers}A support on plateau")[0][2] == "it is summer now"
    assert reasons("position round 2, autumn, order A B\nA support on plateau")[0][2] == (
        "this is the autumn action step"
    )


def test_a_hand_is_kept_or_redrawn_once() -> None:
    told = reasons("A mulligan\nA keep", ADVANCED)
    assert [(rule, saw) for rule, _, saw in told] == [("okc/advanced-setup-ii#1", "Ada has decided to take one")]


def test_a_move_of_another_step_is_told_before_whose_turn_it_is() -> None:
    told = reasons("position round 2, spring actions, order A B\nA supporters 2\nB supporters 2\nB mulligan")
    assert told[0][::2] == ("okc/advanced-setup-ii#1", "this is a spring action step"), told


def test_a_payment_from_a_supply_that_is_stated_as_empty_is_refused() -> None:
    text = "position round 3, autumn, order A B\nA board bastard = Royal Bastard\nA hand Levy (on bastard)\n"
    assert not judge(f"{text}A use bastard", TWO).violations
    assert judge(f"{text}A influence 1\nA use bastard", TWO).violations


def test_unstated_lore_buys_what_is_bought_and_is_assumed() -> None:
    text = "position round 2, autumn, order A B\nA power docks = Masked Hand\nA hand Follower\n"
    clans = TWO.replace("clans", "uprising")
    bought = judge(f"{text}A travel Follower\nA acquire docks", clans)
    assert not bought.violations
    assert judge(f"{text}A lore 0\nA travel Follower\nA acquire docks", clans).violations


def test_a_starting_order_that_nobody_wrote_is_read_off_who_acts_first() -> None:
    text = "A bid Heir\nB bid Heir\nB take-back\nA take-back\nB herald to castle\nA herald to castle"
    assert not judge(text, TWO).violations


HEADSMAN = """
position round 1, summer lowlands, order A B, markers lowlands plateau highlands
A board axe = Headsman
A hand Levy (on axe)
A influence 3
A lowlands Captain
B lowlands Cavalry, Trickster
"""


@pytest.mark.parametrize(
    ("aim", "rule"),
    [
        ("Captain", "okc/opponent-word#1"),
        ("Cavalry, Trickster", "okc/abilities#2"),
        ("axe", "okc/abilities#2"),
    ],
)
def test_a_wrong_target_is_told_what_the_text_asks_for(aim: str, rule: str) -> None:
    told = reasons(f"{HEADSMAN}A use axe targeting {aim}")
    assert told[0][0] == rule, told


def test_a_text_without_anything_to_choose_is_cited_for_itself() -> None:
    told = reasons(HEADSMAN.replace("B lowlands Cavalry, Trickster", "B lowlands Spy") + "A use axe")
    assert [rule for rule, _, _ in told] == ["okc/abilities#2"], told


def test_what_a_text_asks_for_is_told_with_where_it_looks() -> None:
    nothing = reasons(HEADSMAN.replace("B lowlands Cavalry, Trickster", "B lowlands Spy") + "A use axe")
    assert nothing[0][1].endswith("in the clash"), nothing


@pytest.mark.parametrize(
    ("text", "rule", "needed", "saw"),
    [
        (
            "position round 2, autumn, order A B\nA tactics routes = Sea Routes\nA use routes",
            "okc/action#2",
            "Sea Routes may be used only in the day action step",
            "there is no day action step now",
        ),
        (
            "position round 2, autumn, order A B\nA board oath = Blood Oath\nA hand Levy (on oath)\nA use oath",
            "okc/effects#2",
            "an effect triggers by itself in the Night effect step",
            "Blood Oath has such an effect",
        ),
        (
            "position round 2, autumn, order A B\nA tactics routes = Sea Routes (exhausted)\nA use routes",
            "okc/exhausted#1",
            "an exhausted tactic has no text and can do nothing",
            "Sea Routes is exhausted",
        ),
        (
            "position round 2, autumn, order A B\nA hand mariner = Mariner\nA use mariner",
            "okc/not-active#2",
            "Mariner may be used only while it is active",
            "it is in Ada's hand",
        ),
    ],
)
def test_a_use_is_told_what_it_waits_for(text: str, rule: str, needed: str, saw: str) -> None:
    assert reasons(text)[0] == (rule, needed, saw)


OFFER = """
position round 3, summer lowlands, order B A, markers lowlands highlands plateau
A lowlands Captain (facedown)
A discard ad = Spy, Levy
B lowlands Levy (facedown)
B discard bd = Spy
A tactics nothing
B tactics nothing
A claim necropolis
"""
LORE = """
position round 2, autumn, order A B
A power manor = Drowned Manor
A lore 5
A hand Follower
B hand hers = Spy
A travel Follower
"""


@pytest.mark.parametrize(
    ("text", "head", "rule", "needed"),
    [
        (f"{OFFER}A choose bd", TWO, "okc/necropolis#1", "Necropolis asks for"),
        (f"{OFFER}B choose ad", TWO, "okc/conditional-abilities#3", "Ada decides here"),
        (
            f"{LORE}A acquire hers",
            TWO.replace("clans", "nobility").replace('"Ben" nobility', '"Ben" clans'),
            "okc/acquiring-from-place-of-power#1",
            "Ada acquires cards of their own place of power",
        ),
        (
            "position round 2, autumn, order A B\nA hand Levy, Captain\nB hand Spy\nB support on plateau",
            TWO,
            "okc/placing-supporters#1",
            "Supporters are placed in the spring action step",
        ),
    ],
)
def test_the_first_reason_says_what_would_not_help_any_player(text: str, head: str, rule: str, needed: str) -> None:
    first = reasons(text, head)[0]
    assert first[0] == rule, first
    assert first[1].startswith(needed), first


def test_an_action_in_a_window_for_abilities_is_told_its_step() -> None:
    """Such windows are asked in a random game: a transcript's line would be read at the step it belongs to."""
    pack, seen = load("okc"), 0
    simulation = Simulation(pack, 2, "normal", 3)
    for entry in simulation.entries():
        ask = simulation.position.ask
        if isinstance(ask, Window) and simulation.position.enclosing("autumn") is None:
            for player in ("A", "B"):
                checks = ask.checks(simulation.position, player, Move("govern", picks=(1,), words=("oaths",)))
                assert telling(checks)[0].rule == "okc/autumn-1#1", (entry, checks)
                seen += 1
    assert seen > 3


def test_a_card_cannot_flank_to_where_it_is() -> None:
    text = "position round 1, summer lowlands, order A B, markers lowlands plateau highlands\nA lowlands Cavalry\n"
    told = reasons(f"{text}B lowlands Captain\nA flank Cavalry to lowlands")
    assert told[0] == ("okc/flank#1", "a card flanks to another region", "the clash is in the lowlands"), told


def test_a_card_for_a_tie_is_told_where_it_is_instead() -> None:
    told = reasons(f"{TIE}B discard away = Spy\nB play away", THREE)
    assert told[0][0] == "okc/ties-in-clashes#1", told
    assert told[0][1:] == ("Ben plays one card from hand or passes", "Spy is a basic card in Ben's discard pile"), told


def test_an_ability_used_after_its_window_is_told_of_its_condition() -> None:
    table = f"{CLASH.replace('Spy', 'Follower')}A influence 0\nB influence 0\n"
    told = reasons(f"{table}A claim temple\nA use Temple\nA use Tide of Spears")
    assert told[0][0] == "okc/conditional-abilities#3", told


def test_one_marker_is_placed() -> None:
    text = "position round 2, autumn, order A B\nA secrets Spy\nA hand 2 unknown\nB hand 2 unknown\nA mark on castle"
    assert reasons(text)[0][2] == "1 is placed"


def test_a_card_after_a_pass_in_a_tie_is_told_of_the_pass() -> None:
    table = "position round 2, summer lowlands, order B A, markers lowlands plateau highlands\nA lowlands Levy\n"
    hands = "B lowlands Cavalry\nB hand Spy, Merchant\nA hand Captain, Heir\n"
    told = reasons(f"{table}{hands}B pass\nA play Captain\nB play Merchant\nA claim temple")
    assert told[0][0] == "okc/ties-in-clashes#1", told
    assert told[0][2] == "Ben has passed", told
