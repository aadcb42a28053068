"""A move that is no answer at all is refused by the clause that forbids it, not by one of the question asked there."""

from __future__ import annotations

import pytest

from ledger.events import Move
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.reasons import as_reason, sentence, telling
from rules.catalogue import load
from rules.engine import advance
from rules.kernel.asks import Ask, waits
from rules.kernel.context import Context
from rules.kernel.position import Position
from rules.kernel.requirements import Teller
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow

MARSHALING = """lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" nightswatch
position  round 2, marshaling, first A, active A
A plot    "A Clash of Kings"
A hand    "Arya Stark", "Summer", "Winter Is Coming"
A gold    5
B plot    "Naval Superiority"
B play    hunter = "Old Forest Hunter"
B hand    "Ghost", "Longclaw"
"""
CHALLENGES = MARSHALING.replace("marshaling", "challenges")
HUNTER = CHALLENGES.replace("first A", "first B") + "\nB use hunter\n"
WALL = """lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
position  round 3, plot, first B
A play    ned = "Eddard Stark", cat = "Catelyn Stark", "Ice" (on ned)
A hand    "Summer"
B play    hound = "The Hound", tick = "The Tickler"

A plot "A Clash of Kings"
B plot "Marched to the Wall"
A first A
"""
REGENT = """lastword 1 agot2 melee
players   A "Anna" stark, B "Borys" lannister, C "Celina" baratheon
position  round 2, challenges, first A, active A
A plot    "A Clash of Kings"
B plot    "A Clash of Kings"
C plot    "A Clash of Kings"
A title   "Hand of the King"
A play    ned = "Eddard Stark"
B title   "Crown Regent"
C title   "Master of Coin"

A challenge power with ned against B
"""


def _position(text: str) -> tuple[Position, Ask | None]:
    """Return the table at which a transcript ends, and what is asked there."""
    pos = Position(load("agot2"), run(read(text)).table)
    return pos, advance(pos)


def _number(pos: Position, card: str) -> int:
    return next(number for number, entity in pos.table.entities.items() if entity.card == card)


def _told(pos: Position, ask: Ask, player: str, move: Move) -> list[tuple[str, str]]:
    return [(check.rule, sentence(as_reason(check))) for check in telling(ask.checks(pos, player, move))]


def _window(pos: Position, name: str) -> Window:
    slot = next(slot for slot in pos.pack.sequence.slots if slot.name == name)
    return Window("A", pos.table.top, slot, [], 0)


@pytest.mark.parametrize("name", ["would", "interrupts", "reactions"])
def test_marshaling_in_a_window_around_an_occurrence_is_refused_by_its_phase(name: str) -> None:
    pos, _ = _position(CHALLENGES)
    told = _told(pos, _window(pos, name), "A", Move("marshal", _number(pos, "arya-stark")))
    assert told[0] == (
        "agot2/marshaling#1",
        "Cards are marshaled in the marshaling phase. It is the challenges phase now.",
    )


def test_marshaling_in_a_reaction_window_of_its_phase_is_refused_by_the_kind_of_window() -> None:
    pos, _ = _position(MARSHALING)
    told = _told(pos, _window(pos, "reactions"), "A", Move("marshal", _number(pos, "arya-stark")))
    assert told == [("agot2/marshaling#1", "“marshal” belongs to an action window. The question here is: reactions.")]


IN_PHASE = "Challenges are initiated in the challenges phase. It is the marshaling phase now."
TOO_EARLY = "A challenge is initiated when the action window before it has closed. It has not closed yet."


@pytest.mark.parametrize("name", ["", "interrupts"])
@pytest.mark.parametrize(
    ("text", "clause", "says"),
    [
        (MARSHALING, "agot2/active-player#3", IN_PHASE),
        (CHALLENGES, "agot2/action-window#6", TOO_EARLY),
    ],
)
def test_a_challenge_in_a_window_is_refused_by_when_challenges_are_initiated(
    text: str, clause: str, says: str, name: str
) -> None:
    pos, _ = _position(text)
    ask = _window(pos, name) if name else ActionWindow("A", pos.table.top, "agot2/action-window#1", 0)
    move = Move("challenge", picks=(_number(pos, "old-forest-hunter"),), words=("military", "B"))
    assert _told(pos, ask, "A", move) == [(clause, says)]


def test_a_challenge_while_another_is_resolved_has_to_wait() -> None:
    pos, ask = _position(REGENT)
    assert ask is not None
    told = _told(pos, ask, "A", Move("challenge", picks=(_number(pos, "eddard-stark"),), words=("military", "C")))
    assert told == [
        (
            "agot2/challenge-resolution#2",
            "A challenge is initiated when the one before it has ended. One is being resolved.",
        )
    ]


def test_a_challenge_where_plots_are_chosen_belongs_to_another_phase() -> None:
    pos, ask = _position(WALL)
    assert ask is not None
    move = Move("challenge", picks=(_number(pos, "the-hound"),), words=("military", "A"))
    for player in ("A", "B"):
        assert [rule for rule, _ in _told(pos, ask, player, move)] == ["agot2/active-player#3"]


def test_using_a_constant_ability_is_refused_because_it_applies_by_itself() -> None:
    pos, _ = _position(MARSHALING)
    ask = ActionWindow("B", pos.table.top, "agot2/action-window#1", 0)
    told = _told(pos, ask, "B", Move("use", _number(pos, "naval-superiority"), "naval-superiority#1", amount=-1))
    assert told[0][0] == "agot2/abilities#3"


def test_who_may_redirect_answers_yes_or_no() -> None:
    pos, ask = _position(REGENT)
    assert ask is not None
    for player, words in (("A", ("yes",)), ("B", ("pillage",))):
        assert [rule for rule, _ in _told(pos, ask, player, Move("say", words=words))] == ["agot2/crown-regent#2"]


def test_what_a_cost_asks_for_has_to_be_paid() -> None:
    pos, ask = _position(HUNTER)
    assert ask is not None
    assert [rule for rule, _ in _told(pos, ask, "B", Move("choose"))] == ["agot2/initiating-abilities#5"]


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("the-hound", ("agot2/target#1", "Anna chooses among their own cards for Marched to the Wall.")),
        ("summer", ("agot2/abilities#5", "Marched to the Wall chooses a card in play. Summer is in Anna's hand.")),
        ("ice", ("agot2/target#1", "Marched to the Wall asks for a character. Ice is not a character.")),
    ],
)
def test_each_player_chooses_an_own_card_that_fits(card: str, told: tuple[str, str]) -> None:
    pos, ask = _position(WALL)
    assert ask is not None
    assert ask.player == "A"
    rule, says = _told(pos, ask, "A", Move("choose", picks=(_number(pos, card),)))[0]
    assert (rule, says[: len(told[1])]) == told


def test_the_first_player_decides_first_what_each_player_chooses() -> None:
    pos, ask = _position(WALL)
    assert ask is not None
    found = _told(pos, ask, "B", Move("choose", picks=(_number(pos, "the-hound"),)))
    assert found[0][0] == "agot2/simultaneous-resolution#1"


def test_a_when_revealed_ability_that_is_not_waiting_is_named() -> None:
    pos, _ = _position(WALL)
    summer, wall = _number(pos, "summer"), _number(pos, "marched-to-the-wall")
    move = Move("use", summer, "summer#1")
    check = waits(pos, "agot2/resolve-when-revealed#2", [wall], move, False)
    assert sentence(as_reason(check)) == ("One of these must resolve now: Marched to the Wall. The move names Summer.")


def test_a_card_that_needs_a_challenge_says_so() -> None:
    pos, _ = _position(CHALLENGES)
    ask = ActionWindow("A", pos.table.top, "agot2/action-window#1", 0)
    told = _told(pos, ask, "A", Move("use", _number(pos, "winter-is-coming"), "winter-is-coming#1", amount=-1))
    assert told[0] == (
        "agot2/restrictions-and-permissions#1",
        "A challenge must be under way. There is none now.",
    )


def test_how_many_attackers_may_be_declared_says_of_what() -> None:
    pos, ask = _position(
        CHALLENGES.replace("A Clash of Kings", "Jousting Contest").replace(
            "A hand    ", 'A play    robb = "Robb Stark", ned = "Eddard Stark"\nA hand    '
        )
    )
    while ask is not None and not ask.verb.startswith("challenge"):
        ask.passed(pos)
        pos.ask = None
        ask = advance(pos)
    assert ask is not None
    picks = (_number(pos, "robb-stark"), _number(pos, "eddard-stark"))
    told = _told(pos, ask, "A", Move("challenge", picks=picks, words=("military", "B")))
    assert told[0] == (
        "agot2/cannot#1",
        "At most 1 attacker may be declared. 2 are declared. Jousting Contest says so.",
    )


def test_a_trigger_that_asks_for_its_own_card_names_it() -> None:
    pos, _ = _position(MARSHALING.replace("Old Forest Hunter", "Shireen Baratheon"))
    use = Move("use", _number(pos, "shireen-baratheon"), "shireen-baratheon#1", amount=-1)
    told = _told(pos, _window(pos, "interrupts"), "A", use)
    assert "may be used only when Shireen Baratheon is killed." in " ".join(says for _, says in told)


def test_a_verb_that_only_a_question_gives_a_word_to_is_called_choose() -> None:
    pos, _ = _position(MARSHALING)
    told = _told(pos, _window(pos, "reactions"), "A", Move("keyword"))
    assert told[0][1] == "In the window “reactions” a player uses an ability or passes. “choose” is neither."


def test_a_card_that_lies_elsewhere_does_not_pay() -> None:
    pos, ask = _position(HUNTER)
    assert ask is not None
    told = _told(pos, ask, "B", Move("choose", picks=(_number(pos, "old-forest-hunter"),)))
    assert told[0] == (
        "agot2/costs#2",
        "Old Forest Hunter is paid for with a card in hand. Old Forest Hunter is in play on Borys's side.",
    )


def test_what_pays_is_looked_for_in_hand() -> None:
    pos, _ = _position(CHALLENGES.replace('B hand    "Ghost", "Longclaw"', "B hand    nothing"))
    ask = ActionWindow("B", pos.table.top, "agot2/action-window#1", 0)
    told = _told(pos, ask, "B", Move("use", _number(pos, "old-forest-hunter"), "old-forest-hunter#1", amount=-1))
    assert told[0] == (
        "agot2/abilities#10",
        "Old Forest Hunter is paid for with a card of Borys in hand. Borys has none that can pay.",
    )


def test_a_use_that_answers_the_other_half_of_a_moment_says_which() -> None:
    robb = CHALLENGES.replace('"Arya Stark", "Summer", "Winter Is Coming"', '"Superior Claim"')
    robb = robb.replace("A hand    ", 'A play    robb = "Robb Stark"\nA hand    ')
    robb = robb.replace('hunter = "Old Forest Hunter"', "nothing")
    pos, ask = _position(f"{robb}\nA challenge power with robb against B\nB defend with nobody\n")
    assert isinstance(ask, Window)
    use = Move("use", _number(pos, "superior-claim"), "superior-claim#1", amount=1)
    rule, says = _told(pos, ask, "A", use)[0]
    assert rule == "agot2/triggering-condition#1"
    assert says.endswith(
        "only when a challenge is won. Here it would answer something else: Borys loses the power challenge."
    )


def test_a_when_revealed_ability_used_at_a_question_resolves_by_itself() -> None:
    pos, ask = _position(WALL)
    assert ask is not None
    use = Move("use", _number(pos, "marched-to-the-wall"), "marched-to-the-wall#1", amount=-1)
    rule, says = _told(pos, ask, "B", use)[-1]
    assert rule == "agot2/when-revealed#2"
    assert says.endswith(
        "works by itself (when revealed). The question here is: choose for Marched to the Wall a character."
    )


def test_a_card_that_is_neither_of_two_types_is_named_once() -> None:
    pos, _ = _position(MARSHALING)
    summer = _number(pos, "summer")
    context = Context(pos, summer, "A")
    context.it = summer
    told = Teller(context).why_not("attachment or location")
    assert told is not None
    assert told.fact == "Summer is not an attachment and is not a location"
