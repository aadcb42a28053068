"""The Night's Watch's cards do what they say, and not otherwise."""

from __future__ import annotations

import pytest

from ledger.events import Move
from rules.packs.agot2 import values
from rules.packs.agot2.chapters.challenges import ChallengeInitiation
from rules.packs.agot2.values import total
from tests.unit.packs.agot2.table import Table


def wall(*names: str) -> tuple[Table, list[int], int]:
    """Return a table with A's brothers of the Watch and B's Tywin, and their numbers."""
    table = Table("nightswatch", "lannister")
    numbers = [table.play("A", name) for name in names]
    return table, numbers, table.play("B", "Tywin Lannister")


def test_benjen_gains_then_goes_to_the_deck() -> None:
    table, (benjen,), tywin = wall("Benjen Stark")
    table.at("challenges", active="B").challenge("B", "military", [tywin]).use(benjen).resolve()
    assert table.zone(benjen) == "A.deck"
    assert table.power_of("A") == 2


def test_benjens_rangers_cannot_be_bypassed() -> None:
    table, (benjen, party, sam), _ = wall("Benjen Stark", "Ranging Party", "Samwell Tarly")
    tyrion = table.play("B", "Tyrion Lannister")
    table.at("challenges", active="B")
    table.until(lambda ask: ask.verb == "challenge", "challenges")
    move = Move("challenge", picks=(tyrion,), words=("power", "A"))
    assert "agot2/cannot#1" in table.why_not(
        "B", Move(move.verb, picks=move.picks, words=move.words, pairs=(tyrion, party))
    )
    assert not table.why_not("B", Move(move.verb, picks=move.picks, words=move.words, pairs=(tyrion, sam)))
    assert benjen


def test_ghost_keeps_whom_he_bypassed_out_of_the_phase() -> None:
    table, (ghost, bear), tywin = wall("Ghost", "Old Bear Mormont")
    table.plot("A", "A Storm of Swords")
    men, cersei = table.play("B", "Burned Men", kneeling=True), table.play("B", "Cersei Lannister")
    table.at("challenges", active="A").challenge("A", "military", [ghost], stealth=(ghost, tywin)).use(ghost)
    table.until(lambda ask: ask.verb == "claim", "claim")
    table.choose(men, verb="claim").resolve()
    table.challenge("A", "power", [bear])
    table.until(lambda ask: ask.verb == "defend", "defenders")
    assert "agot2/cannot#1" in table.why_not("B", Move("defend", picks=(tywin,)))
    assert not table.why_not("B", Move("defend", picks=(cersei,)))


def test_jon_snow_helps_while_he_stands() -> None:
    table, (jon, party), _ = wall("Jon Snow", "Ranging Party")
    ned = table.play("A", "Eddard Stark")
    table.at("challenges", active="A").challenge("A", "military", [party])
    challenge = table.pos.enclosing("challenge")
    assert challenge is not None
    assert total(table.pos, challenge, "attackers") == 9
    assert not table.kneels(jon)
    assert ned


def test_jon_snow_does_not_help_others_nor_on_his_knees() -> None:
    table = Table("nightswatch", "lannister")
    jon, ned = table.play("A", "Jon Snow"), table.play("A", "Eddard Stark")
    table.at("challenges", active="A").challenge("A", "military", [ned])
    challenge = table.pos.enclosing("challenge")
    assert challenge is not None
    assert total(table.pos, challenge, "attackers") == 5
    kneeling = Table("nightswatch", "lannister")
    kneeling.play("A", "Jon Snow", kneeling=True)
    party = kneeling.play("A", "Ranging Party")
    kneeling.at("challenges", active="A").challenge("A", "military", [party])
    challenge = kneeling.pos.enclosing("challenge")
    assert challenge is not None
    assert total(kneeling.pos, challenge, "attackers") == 5
    assert jon


def test_aemon_saves_brothers() -> None:
    table, (aemon, waymar), tywin = wall("Maester Aemon", "Ser Waymar Royce")
    table.plot("B", "A Clash of Kings")
    table.at("challenges", active="B").challenge("B", "military", [tywin])
    table.until(lambda ask: ask.verb == "claim", "claim")
    table.choose(waymar, verb="claim").use(aemon)
    assert table.zone(waymar) == "A.play"
    assert table.kneels(aemon)


def test_aemon_does_not_save_others() -> None:
    table, (aemon,), tywin = wall("Maester Aemon")
    ned = table.play("A", "Eddard Stark")
    table.plot("B", "A Clash of Kings")
    table.at("challenges", active="B").challenge("B", "military", [tywin])
    table.until(lambda ask: ask.verb == "claim", "claim")
    table.choose(ned, verb="claim").resolve()
    assert not table.was_offered(aemon)


@pytest.mark.parametrize("name", ["Ranging Party", "Castle Black", "Longclaw"])
def test_the_old_bear_calls_a_brother(name: str) -> None:
    table, (bear,), _ = wall("Old Bear Mormont")
    called, ned = table.hand("A", name, "Eddard Stark")
    table.at("challenges", active="A").use(bear)
    assert table.zone(called) == "A.play"
    assert table.zone(ned) == "A.hand"
    if name == "Longclaw":
        assert table.table.entities[called].host


def test_the_old_bear_must_not_have_lost_a_defence() -> None:
    table, (bear, sam), tywin = wall("Old Bear Mormont", "Samwell Tarly")
    table.hand("A", "Ranging Party")
    table.at("challenges", active="B").challenge("B", "power", [tywin]).resolve()
    table.finish()
    assert not table.was_offered(bear)
    assert sam


@pytest.mark.parametrize("held", [True, False])
def test_the_old_bear_behind_the_wall(held: bool) -> None:
    table, (bear,), tywin = wall("Old Bear Mormont")
    if held:
        table.play("A", "The Wall")
    table.at("challenges", active="B").challenge("B", "military", [tywin]).defend(bear)
    assert table.kneels(bear) is not held


def test_samwell() -> None:
    table, _, _ = wall("Samwell Tarly")
    assert table.value("A", "reserve") == 6


def test_waymar_takes_a_card_from_each_opponent() -> None:
    table = Table("nightswatch", "lannister", "stark")
    waymar, tywin = table.play("A", "Ser Waymar Royce"), table.play("B", "Tywin Lannister")
    table.hand("B", "", "")
    table.hand("C", "")
    table.hand("A", "", "")
    table.at("challenges", active="B").challenge("B", "military", [tywin], against="A").use(waymar).resolve()
    assert [len(table.cards(player, "hand")) for player in "ABC"] == [2, 1, 0]


def test_yoren_recruits_from_an_opponents_pile() -> None:
    table, _, _ = wall()
    yoren = table.put("A", "hand", "Yoren")
    men, jaime = table.put("B", "discard", "Burned Men"), table.put("B", "discard", "Ser Jaime Lannister")
    table.at("marshaling", active="A").act("A", "marshal", yoren).use(yoren, men)
    assert table.table.entities[men].controller == "A"
    assert table.zone(jaime) == "B.discard"


def test_the_raven_flies_in_dominance() -> None:
    table, (raven,), _ = wall("Messenger Raven")
    table.at("dominance").use(raven)
    assert len(table.cards("A", "hand")) == 2
    other, (second,), _ = wall("Messenger Raven")
    other.at("draw")
    assert "agot2/actions#3" in other.why_not("A", Move("use", second, "messenger-raven#1"))


def test_the_hunter_sells_a_card_once_a_phase() -> None:
    table, (hunter,), _ = wall("Old Forest Hunter")
    first, second = table.hand("A", "Longclaw", "Castle Black")
    table.at("challenges", active="A").use(hunter, paid=[second])
    assert table.gold_of("A") == 1
    assert table.zone(second) == "A.discard"
    assert table.zone(first) == "A.hand"
    assert "agot2/limits-and-maximums#1" in table.why_not("A", Move("use", hunter, "old-forest-hunter#1"))


def test_the_builder_stands_a_location() -> None:
    table, (builder,), _ = wall("Veteran Builder")
    black = table.play("A", "Castle Black", kneeling=True)
    table.at("challenges", active="A").use(builder, black)
    assert not table.kneels(black)
    assert table.zone(builder) == "A.discard"


def test_longclaw() -> None:
    table, (jon,), _ = wall("Jon Snow")
    table.attach("A", "Longclaw", jon)
    assert table.strength(jon) == 5
    assert values.has_keyword(table.pos, jon, "renown")


def test_castle_black() -> None:
    table, (party,), tywin = wall("Ranging Party")
    black = table.play("A", "Castle Black")
    table.at("challenges", active="B").challenge("B", "military", [tywin]).defend(party).use(black)
    assert not table.kneels(party)
    assert table.strength(party) == 7
    table.resolve()
    assert table.strength(party) == 5


@pytest.mark.parametrize("opposed", [True, False])
def test_the_wall_kneels_when_nobody_stands_against(opposed: bool) -> None:
    table, (party,), tywin = wall("Ranging Party")
    watch = table.play("A", "The Wall")
    assert table.strength(party) == 6
    table.at("challenges", active="B").challenge("B", "power", [tywin]).defend(*([party] if opposed else [])).resolve()
    if opposed:
        assert not table.kneels(watch)
        table.use(watch, ability=3)
        assert table.power_of("A") == 2
    else:
        assert table.kneels(watch)
        table.finish()
        assert not table.was_offered(watch, ability=3)


def test_a_meager_contribution() -> None:
    table, _, _ = wall()
    first, second = table.hand("A", "A Meager Contribution", "A Meager Contribution")
    table.at("marshaling", active="B").use(first)
    assert table.gold_of("A") == 1
    assert table.gold_of("B") == 4, "the plot's 3 and Tywin's 2, less 1"
    table.offered.clear()
    table.finish()
    assert not table.was_offered(second)


def test_a_meager_contribution_is_for_opponents() -> None:
    table, _, _ = wall()
    (event,) = table.hand("A", "A Meager Contribution")
    table.at("marshaling", active="A")
    assert table.gold_of("A") == 3
    assert not table.was_offered(event)


def test_take_the_black() -> None:
    table, _, tywin = wall()
    (black,) = table.hand("A", "Take the Black")
    men, cloaks = table.play("B", "Burned Men"), table.play("B", "Gold Cloaks")
    table.gold("A", 3)
    table.at("dominance")
    ask = table.until(lambda ask: table._use(ask, black, 0) is not None, "the event")
    table.decide("A", next(move for move in ask.moves(table.pos) if move.subject == black))
    assert table.why_not("A", Move("choose", picks=(tywin,)))
    table.choose(men)
    assert table.table.entities[men].controller == "A"
    assert table.table.entities[cloaks].controller == "B"


@pytest.mark.parametrize("watched", [True, False])
def test_the_sword_in_the_darkness(watched: bool) -> None:
    table, (bear,), _ = wall("Old Bear Mormont")
    (sword,) = table.hand("A", "The Sword in the Darkness")
    ned = table.play("A", "Eddard Stark")
    robert = table.play("A", "Robb Stark")
    men, tywin = table.play("B", "Burned Men"), table.play("B", "Ser Jaime Lannister")
    table.gold("A", 1)
    table.at("challenges", active="B").challenge("B", "military", [men]).defend(
        *([bear, ned] if watched else [ned, robert])
    )
    if watched:
        table.use(sword).resolve()
        table.until(lambda ask: ask.verb == "challenge" or ask.player == "A", "challenges")
        assert all(move.verb == "pass" for move in _challenges(table, tywin))
    else:
        assert not table.resolve().was_offered(sword)


def _challenges(table: Table, attacker: int) -> list[Move]:
    ask = ChallengeInitiation(table.pos, table.table.frames[-1])
    ask.player = "B"
    return [move for move in ask.moves(table.pos) if not move.picks or attacker in move.picks]
