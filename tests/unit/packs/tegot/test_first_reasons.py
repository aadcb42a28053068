"""The first reason told for an illegal move: its clause is the one that forbids the move, and its numbers are true."""

from __future__ import annotations

import pytest

from ledger.events import Move
from replays.records.reasons import as_reason, sentence, telling
from rules.catalogue import load
from rules.engine import advance
from rules.kernel.asks import Ask
from rules.kernel.position import Position
from tests.unit.packs.tegot.table import THREE, TWO, judge

HOME = """
winterfell sh = "Hero of Stark", s1 = "Stark power", s2 = "Stark power"
casterly-rock l1 = "Lannister power", l2 = "Lannister power"
A gold 5
B gold 5
"""
THIRD = 'sunspear "Martell power", m1 = "Martell power"\nC gold 5\n'
BATTLE = """
position round 2, march, active A
winterfell s1 = "Stark power", s2 = "Stark power"
casterly-rock l1 = "Lannister power", l2 = "Lannister power"
barrowlands b1 = "Lannister power", b2 = "Lannister power"
sunspear "Martell power", "Martell power"
A hand x = "Drain the Coffers"
B hand y = "Spoils of War"
C hand z = "Lone Wolf"

A march s1 to barrowlands
"""
CASES = {
    "a hero on the map is not recruited": (
        TWO,
        f"position round 2, recruit, active A{HOME}\nA recruit hero-stark to winterfell",
        "tegot/recruit-own#3",
        "A hero is recruited while it is on its mat. Hero of Stark in Winterfell is on the map already.",
    ),
    "an empty force track has no token to recruit": (
        TWO,
        (
            'position round 2, recruit, active A\nwinterfell 3 "Stark power"\nbarrowlands 3 "Stark power"\n'
            'hornwood 3 "Stark power"\npyke "Hero of Stark"\ncasterly-rock "Lannister power"\nA gold 5\n'
            "A recruit stark to pyke"
        ),
        "tegot/recruit-own#2",
        "A token is recruited from the mat of its house. The force track of House Stark is empty.",
    ),
    "a bystander plays no battle card while the attacker is asked": (
        THREE,
        f"{BATTLE}C fight with z",
        "tegot/initiator#1",
        "Only Ada, who attacks, and Ben, who defends, may play cards in this battle. Cai does neither.",
    ),
    "a bystander plays no battle card while the defender is asked": (
        THREE,
        f"{BATTLE}A fight with x\nC fight with z",
        "tegot/initiator#1",
        "Only Ada, who attacks, and Ben, who defends, may play cards in this battle. Cai does neither.",
    ),
    "the defender waits for the attacker": (
        THREE,
        f"{BATTLE}B fight with y\nA fight with x",
        "tegot/initiator#2",
        "Ada decides here: a card face down for the attack on Barrowlands. Ben answers instead.",
    ),
    "a hero card played in this round is not played again": (
        TWO,
        f'position round 2, event, active A\nA played "Robb Stark"{HOME}\nA play "Robb Stark"',
        "tegot/hero-card#2",
        "Ada must have Robb Stark in hand to play it. The card is in Ada's played cards.",
    ),
    "an event in another hand is not played": (
        TWO,
        f'position round 2, event, active A\nB hand "Spoils of War"{HOME}\nA play "Spoils of War"',
        "tegot/event-action#1",
        "Ada must have Spoils of War in hand to play it. The card is in Ben's hand.",
    ),
    "the last unit of a house is no target": (
        TWO,
        (
            'position round 2, event, active A\nwinterfell "Stark power"\ncasterly-rock "Lannister power"\n'
            'A hand "Disobedience"\nA play "Disobedience"'
        ),
        "tegot/last-unit#1",
        (
            "The last unit of a house cannot leave the map. Disobedience could choose only Stark power in Winterfell, "
            "the last unit of its house on the map."
        ),
    ),
    "a hero card without its hero is not in hand": (
        TWO,
        f'position round 2, event, active A\nA hand "Jaime Lannister"{HOME}\nA play "Jaime Lannister"',
        "tegot/hero-card#4",
        (
            "Ada has Jaime Lannister in hand only while Ada controls this hero on the map. "
            "The card is on the Lannister mat."
        ),
    ),
    "a plot is played from hand": (
        TWO,
        f'position round 2, plot, active A\nA hand "Lone Wolf"\ndiscard d = "Unsullied"{HOME}\nA plot d',
        "tegot/plot-action#1",
        "Ada plays a card from hand. Unsullied is a plot card in the discard pile.",
    ),
    "a rival's played hero card is no card of the player": (
        TWO,
        (
            'position round 2, plot, active A\nA hand "Lone Wolf"\nB played h = "Tyrion Lannister"\n'
            f'pyke "Hero of Lannister"{HOME}\nA plot h'
        ),
        "tegot/plot-action#1",
        "Ada plays a card from hand. Tyrion Lannister is a hero card in Ben's played cards.",
    ),
    "an event looks for its target where it says": (
        TWO,
        f'position round 2, event, active A\nA hand "Vendetta"\nB pool "Arryn power"{HOME}\nA play "Vendetta" on l1',
        "tegot/vendetta#1",
        "Vendetta asks for a token in an ally pool. Lannister power in Casterly Rock is on the map.",
    ),
    "a shield moves a token of its house": (
        TWO,
        (
            "position round 2, plot, active A, houses arryn tully martell tyrell\n"
            f'A hand d = "Drain the Coffers"\nB pool t = "Tully power"{HOME}\nA plot d\nA take t'
        ),
        "tegot/plot-nonplayer#1",
        (
            "The shield of House Arryn moves a token of House Arryn on its mat. "
            "Tully power is a power token in Ben's ally pool."
        ),
    ),
    "an event that starts nothing is not played": (
        TWO,
        f'position round 2, event, active A\nA hand "Followers\' Zeal"{HOME}\nA play "Followers\' Zeal"',
        "tegot/followers-zeal#1",
        (
            "Followers' Zeal is played only if what it says can be done. "
            "Ada can do nothing of “Recruit a token of an allied house for free”."
        ),
    ),
    "an event that recruits for gold is not played without any": (
        TWO,
        (
            'position round 2, event, active A\nA hand "Muster Your Troops"\nA gold 0\nwinterfell "Stark power"\n'
            'casterly-rock "Lannister power"\nA play "Muster Your Troops"'
        ),
        "tegot/muster-your-troops#1",
        (
            "Muster Your Troops is played only if what it says can be done. "
            "Ada, with 0 gold, can do nothing of “Take up to two Recruit actions”."
        ),
    ),
    "what Safe Passage offers is not taken up without the gold": (
        TWO,
        f'position round 2, event, active A\nA hand x = "Safe Passage"{HOME}A play x\nA say yes\nA say yes',
        "tegot/safe-passage#1",
        "What Safe Passage offers costs 3 gold. Ada has 2.",
    ),
    "an alliance is noted in words of its own": (
        TWO,
        f'position round 2, taxes{HOME}riverrun "Tully power"\nA take Tully power',
        "tegot/turn#2",
        "A token is taken in a turn. No turn is going on; an alliance is written `A ally tully`.",
    ),
    "no action is taken before the dice are rolled": (
        TWO,
        f"position round 2, taxes{HOME}A march s1 to barrowlands",
        "tegot/turn#2",
        "An action is taken in a turn. No turn is going on: the dice are rolled next.",
    ),
    "no unit is lost between two rounds": (
        TWO,
        f"position round 2, taxes{HOME}A lose s1",
        "tegot/battle-resolution#5",
        "The loser of a battle loses a unit. No battle is being fought.",
    ),
    "no card is discarded between two rounds": (
        TWO,
        (
            f'position round 2, taxes\nA hand x = "Lone Wolf"{HOME}A discard x\n'
            "random dice: march, sail, plot, plot, event"
        ),
        "tegot/hand-limit#1",
        "Plot cards are discarded in a Whisper, or down to the limit of 4. Ada does not whisper and has 1.",
    ),
    "two tokens of a house stay where ally pools are culled": (
        TWO,
        f'position round 2, taxes\nA pool 2 "Tully power"\nriverrun "Tully power"{HOME}A return Tully power',
        "tegot/cull#1",
        "Each player keeps 2 tokens of each non-player house, and only the rest go back. Ada keeps 2 of House Tully.",
    ),
    "a march that leads to no battle is refused by its own reason, where only a sail would": (
        THREE,
        (
            'position round 2, event, active A\nA hand "Oberyn Martell", "Jon Snow"\nA gold 5\n'
            'winterfell "Stark power"\nkings-landing "Martell power", "Martell power"\n'
            'hornwood "Martell power"\nhighgarden "Martell power"\nsunspear "Martell power"\n'
            'ashemark s2 = "Stark power", sh = "Hero of Stark"\nC pool "Iron Throne"\n'
            'oldtown "Lannister power", "Lannister power"\nA play "Jon Snow"\nA march s2, sh to kings-landing'
        ),
        "tegot/march-rules#6",
        "An army may end in King's Landing only if its player then controls 3 castles. Ada would have 1.",
    ),
    "a tie of the leaders keeps Kingslayer in hand": (
        THREE,
        (
            f'position round 2, event, active A\nA hand "Kingslayer"\nA points 1\nB points 5\nC points 5{HOME}{THIRD}'
            'A play "Kingslayer"'
        ),
        "tegot/kingslayer#2",
        "One other player alone must have the most points. Ben and Cai have 5 each.",
    ),
    "a promotion needs a hero that can come": (
        TWO,
        f'position round 2, event, active A\nA hand "Lordly Promotion"{HOME}\nA play "Lordly Promotion"',
        "tegot/lordly-promotion#1",
        (
            "A hero on the mat of Ada's house or of an ally takes the place of a token. "
            "No such hero can come into a domain where a token may go."
        ),
    ),
    "a hero is needed to bend the knee": (
        TWO,
        (
            'position round 2, event, active A\nA hand "Bend the Knee"\nwinterfell "Stark power", "Stark power"\n'
            'casterly-rock "Lannister power"\nA play "Bend the Knee"'
        ),
        "tegot/bend-the-knee#1",
        "Bend the Knee needs a hero that is under the control of Ada. There is none.",
    ),
    "a single point is one point": (
        TWO,
        f'position round 2, event, active A\nA points 0\nA hand d = "A Debt to the Iron Bank"{HOME}\nA play d',
        "tegot/event-action#2",
        "A Debt to the Iron Bank costs 1 point. Ada has 0 points.",
    ),
    "a follower takes the die's action": (
        TWO,
        (
            f"position round 2, march, active A{HOME}\nA march s1 to barrowlands\nA pass\n"
            "B recruit lannister to casterly-rock"
        ),
        "tegot/following#1",
        "A player who follows takes the die's action, march. Recruit is tried instead.",
    ),
    "a recruit goes to a domain of the player": (
        TWO,
        f"position round 2, recruit, active A{HOME}\nA recruit stark to mountain-region",
        "tegot/recruit#3",
        "A recruited unit goes to a domain that Ada controls. Nobody controls Mountain Region.",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_first_reason(case: str) -> None:
    head, text, rule, says = CASES[case]
    done = judge(text, head)
    assert done.violations, "nothing was refused"
    first = telling(done.violations[0].checks)[0]
    assert (first.rule, sentence(as_reason(first))) == (rule, says)


DICE = f"""position round 2, turn, first A, active A{HOME}
riverrun "Tully power", "Tully power"
A shields "Shield of Tully"
A dice "Action die" (march), "Action die" (sail)"""
OPEN: dict[str, tuple[str, str, Move, str, str]] = {
    "the slot's action comes before the die's": (
        f"position round 2, slot recruit march, active A{HOME}\nA march s1 to barrowlands",
        "A",
        Move("recruit", words=("stark", "winterfell")),
        "tegot/optional-action#1",
        "The slot's action, recruit, comes before the die's. The die's action, march, is being taken.",
    ),
    "a castle token is no unit": (
        f'position round 2, event, active A\nA hand "Enlist the Faceless Men"{HOME}\nA play "Enlist the Faceless Men"',
        "A",
        Move("choose", -1, "castle-of-highgarden"),
        "tegot/enlist-the-faceless-men#1",
        "Enlist the Faceless Men asks for a unit on the map. Castle of Highgarden is a castle token.",
    ),
    "a die is chosen by a face that is left": (
        "position round 2, first A\nrandom dice: march, sail, plot, event, event",
        "B",
        Move("draft", words=("recruit",)),
        "tegot/dice-draft-2#1",
        "The die is one of those left, which show march, sail, plot and event. None of them shows recruit.",
    ),
    "a die the player has not is not placed, whatever abilities change dice": (
        DICE,
        "A",
        Move("place", words=("plot", "recruit")),
        "tegot/turn-1#1",
        "Ada places one of their dice. Their dice show march and sail, and “plot” is named.",
    ),
    "a covered slot takes no die, whatever abilities change dice": (
        f'{DICE}\nslot.recruit "Action die" (event)',
        "A",
        Move("place", words=("march", "recruit")),
        "tegot/turn-1#2",
        "A die goes into an open slot. A die covers the recruit slot.",
    ),
    "an event of the active player waits for the follower": (
        (
            f'position round 2, march, active A\nA hand "Robb Stark"\nA dice "Action die" (sail){HOME}\n'
            "A march s1 to barrowlands\nA pass"
        ),
        "A",
        Move("use", -1, "robb-stark#1"),
        "tegot/turn-3#1",
        "Ben decides here: march with which units, and where to. Ada answers instead.",
    ),
    "an Event action is no other action": (
        f'position round 2, event, active A\nA hand "Spoils of War"{HOME}',
        "A",
        Move("sail", picks=(1,), words=("pyke",)),
        "tegot/turn-1#3",
        "The die's action, event, is being taken. Sail is tried instead.",
    ),
    "a march chosen for an event is no sail": (
        f"""position round 2, event, active A
A hand "Critical Battle"
riverrun "Tully power", "Tully power"
moat-cailin "Stark power"{HOME}
A play "Critical Battle"
A say march""",
        "A",
        Move("sail", picks=(1,), words=("pyke",)),
        "tegot/critical-battle#1",
        "Ada has chosen to march. Sail is tried instead.",
    ),
    "no action is taken before a die is placed": (
        DICE,
        "A",
        Move("march", picks=(1,), words=("hornwood",)),
        "tegot/turn#2",
        "A die is placed before an action is taken. Ada has placed none in this turn.",
    ),
}


@pytest.mark.parametrize("case", OPEN)
def test_the_first_reason_at_an_open_question(case: str) -> None:
    text, player, move, rule, says = OPEN[case]
    pos = Position(load("tegot"), judge(text).table)
    ask = advance(pos)
    assert isinstance(ask, Ask)
    if move.subject == -1:  # the first piece of the card that the move names
        card = move.ability.partition("#")[0]
        number = next(n for n, entity in pos.table.entities.items() if entity.card == card)
        move = Move("use", number, move.ability) if move.verb == "use" else Move(move.verb, picks=(number,))
    first = telling(ask.checks(pos, player, move))[0]
    assert (first.rule, sentence(as_reason(first))) == (rule, says)


def test_a_march_of_two_domains_names_the_one_between() -> None:
    pos = Position(load("tegot"), judge(f"position round 2, march, active B{HOME}").table)
    ask = advance(pos)
    assert isinstance(ask, Ask)
    unit = pos.table.zones["casterly-rock"][0]
    told = telling(ask.checks(pos, "B", Move("march", picks=(unit,), words=("riverrun",))))
    assert [(check.rule, sentence(as_reason(check))) for check in told] == [
        ("tegot/march#1", "A march goes from one domain into the next, two at most. Riverrun lies behind Ashemark."),
        (
            "tegot/adjacent#1",
            "An army marches from one domain to another that borders it. Riverrun does not border Casterly Rock.",
        ),
    ]


def test_a_march_that_must_go_on_cites_its_reason_for_stopping_alone() -> None:
    text = f'position round 2, march, active A{HOME}\nmountain-region "Stark power"'
    pos = Position(load("tegot"), judge(text).table)
    first = advance(pos)
    assert isinstance(first, Ask)
    unit = pos.table.zones["mountain-region"][0]
    first.accept(pos, Move("march", picks=(unit,), words=("kings-landing",)))
    pos.ask = None
    ask = advance(pos)
    assert isinstance(ask, Ask)
    told = [telling(ask.checks(pos, "A", move))[0].rule for move in (Move("reroll"), Move("pass"))]
    assert told == ["tegot/march#1", "tegot/march-rules#6"]
