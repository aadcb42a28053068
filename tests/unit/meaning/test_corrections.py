"""Corrections of the table by hand: what a line changes, what follows from it, and what is refused."""

from __future__ import annotations

import msgspec
import pytest

from ledger.entries import Origin
from ledger.events import Corrected, Counted, GameEnded
from replays.branches.branch import skip
from replays.branches.continuation import continued, inserted
from replays.errors import NotationError
from replays.notation.layout import formatted
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_entries, of_run
from replays.records.rejudging import rejudge
from replays.records.results import Run
from replays.verdicts.verdict_data import published_data
from replays.verdicts.verification import TableCorrection, verify
from replays.whatif.rewind import back_to
from replays.wording.events import Describer
from rules.kernel.position import Position
from tests.unit.whatif.lines import record_from

AGOT2 = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" lannister
position round 3, challenges, first A, active B
A plot "A Noble Cause"
A play ned = "Eddard Stark" (duplicate, power 2), cat = "Catelyn Stark" (kneeling), ice = "Ice" (on ned)
A hand sword = "Widow's Wail", 4 unknown
B plot "A Clash of Kings"
B play hound = "The Hound", guard = "Lannisport Merchant"
B gold 3
B hand 4 unknown

"""
L5R = """lastword 1 l5r core
players A "Anna" lion, B "Borys" crane
position round 2, conflict, first A, active A
A play toturi = "Akodo Toturi" (honored, fate 1), blade = "Fine Katana" (on toturi)
A honor 10
B honor 9
A conflict_deck 3 unknown

"""


def play(text: str, head: str = AGOT2) -> Run:
    """Run a position with some lines after it."""
    return run(read(head + text))


def corrections(done: Run) -> list[Corrected]:
    """Return the corrections in the record of a run."""
    return [event for entry in done.entries for event in entry.events if isinstance(event, Corrected)]


def holds(done: Run) -> bool:
    """Whether there are expectations and all of them hold, and the stored record is judged in order."""
    assert done.expected
    assert [f"{item.text}: {item.says}" for item in done.expected if not item.held] == []
    assert list(rejudge(done.pack, done.entries)) == []
    return True


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("A power 3", "corrected by the judge: Anna's power is 3 (it was 2)"),
        ("ned power 4", "corrected by the judge: Eddard Stark's power is 4 (it was 2)"),
        ("B gold 0", "corrected by the judge: Borys's gold is 0 (it was 3)"),
        ("ned kneeling", "corrected by the judge: Eddard Stark is kneeling (it was standing)"),
        ("cat standing", "corrected by the judge: Catelyn Stark is standing (it was kneeling)"),
        ("cat not kneeling", "corrected by the judge: Catelyn Stark is standing (it was kneeling)"),
        ("hound facedown", "corrected by the judge: The Hound lies facedown (it lay faceup)"),
        ("hound in B.hand", "corrected by the judge: The Hound is in Borys's hand (it was in Borys's play area)"),
        ("hound in hand", "corrected by the judge: The Hound is in Borys's hand (it was in Borys's play area)"),
        (
            'B."The Hound" in A.play',
            "corrected by the judge: The Hound is in Anna's play area (it was in Borys's play area)",
        ),
        ("ice on cat", "corrected by the judge: Ice is attached to Catelyn Stark (it was attached to Eddard Stark)"),
    ],
)
def test_a_correction_is_one_event_that_says_what_was_and_is(line: str, says: str) -> None:
    stated = "cat in A.play" if " on " in line else line  # no statement says what a card is attached to
    done = play(f"correct {line}, by the judge\nexpect {stated}\n")
    assert holds(done)
    place = next(at for at, entry in enumerate(done.entries) if isinstance(entry.events[0], Corrected))
    entry = done.entries[place]
    assert entry.own == 1
    assert entry.line == 12
    record = of_run(done, "game")
    assert Describer(record.position(place - 1)).words(entry.events[0]) == says
    assert [item.says for item in verify(record).corrected] == [says]
    stored = verify(of_entries("game", done.entries))
    assert stored.clean
    assert published_data(stored, []).corrected == (TableCorrection(entry.seq, 12, says),)


def test_what_is_on_a_card_does_not_stay_behind() -> None:
    done = play(
        "correct ned in A.dead, by both players\nexpect ned in A.dead\nexpect ice in A.hand\nexpect A power 0\n"
        "expect ned power 0\nexpect A hand 6\n"
    )
    assert holds(done)
    (event,) = corrections(done)
    assert (event.old, event.new, event.by) == ("A.play", "A.dead", "both players")
    table = done.table
    assert all(not entity.host for entity in table.entities.values())
    assert [table.entities[number].card for number in table.zones["A.discard"]] == ["eddard-stark"]


def test_a_card_put_elsewhere_leaves_the_challenge() -> None:
    done = play(
        "B challenge military with hound against A\ncorrect hound in B.hand, by the judge\n"
        "A defend with ned\nexpect hound in B.hand\nexpect A power 2\n"
    )
    assert holds(done)
    assert not any(frame.numbers("attackers") for frame in done.table.frames)


def test_nobody_gains_anything_by_a_correction() -> None:
    done = play(
        "correct toturi in dynasty_discard, by the judge\nexpect A honor 10\nexpect blade in conflict_discard\n", L5R
    )
    assert holds(done)
    assert done.table.entities[1].counters == {}


def test_a_card_is_either_honored_or_dishonored() -> None:
    done = play("correct toturi dishonored, by the judge\nexpect toturi dishonored\nexpect toturi not honored\n", L5R)
    assert holds(done)


OKC = """lastword 1 okc
players A "Ada" nobility, B "Ben" clans
position round 4, autumn, order A B
A hand "Heir", "Levy"

"""
TEGOT = """lastword 1 tegot
players A "Ada" stark, B "Ben" lannister
position round 2, event, active A
winterfell "Stark power", "Stark power"
casterly-rock "Lannister power"
A hand "Spoils of War"
B hand "Survival"
A gold 1

"""


def test_the_favour_comes_with_its_uses_and_goes_without() -> None:
    done = play(
        'correct "Kingdom\'s Favour" in B.favour, by the judge\nexpect "Kingdom\'s Favour" uses 3\n'
        'correct "Kingdom\'s Favour" in farmlands, by the judge\nexpect "Kingdom\'s Favour" uses 0\n',
        OKC,
    )
    assert holds(done)


def test_markers_lie_on_the_location_they_are_written_for() -> None:
    done = play("correct A markers-castle 2, by the judge\n", OKC)
    (event,) = corrections(done)
    assert [(change.what, change.by) for change in event.changes if isinstance(change, Counted)] == [("markers-A", 2)]


def test_markers_are_expected_where_they_lie() -> None:
    lines = 'expect A markers-castle 2\nexpect B markers-castle 0\nexpect markers_on(castle, "A") == 2\n'
    assert holds(play(f"correct A markers-castle 2, by the judge\n{lines}", OKC))


@pytest.mark.parametrize(
    ("line", "says", "head"),
    [
        ("correct A supporters 6, by the judge", "A has 6 Supporters; there are 5", OKC),
        ("correct A limit 9, by the judge", "the hand limit of A is 9; it is 3 to 8", OKC),
        ("correct A gold 99, by the judge", "A has 99 gold and room for", TEGOT),
        ('correct "Spoils of War" in A.dice, by the judge', "cannot lie in A.dice", TEGOT),
    ],
)
def test_there_are_not_more_than_there_are(line: str, says: str, head: str) -> None:
    with pytest.raises(NotationError) as error:
        play(f"{line}\n", head)
    assert says in error.value.says


def test_the_rules_ask_at_once_what_the_new_table_means() -> None:
    done = play("correct A power 15, by the judge\nexpect won A\n")
    assert holds(done)
    assert isinstance(done.entries[-1].events[-1], GameEnded)
    assert isinstance(done.entries[-1].events[0], Corrected)


def test_the_pending_decision_is_asked_again_from_the_corrected_table() -> None:
    done = play(
        "correct hound kneeling, by the judge\nB challenge military with hound against A\nexpect illegal agot2/4.2#7\n"
    )
    assert [bad.line for bad in done.violations] == [13]
    assert done.expected[0].held
    assert play("correct hound standing, by the judge\nB challenge military with hound against A\n").clean


def test_what_is_so_already_is_told_and_not_recorded() -> None:
    done = play("correct B gold 3, by the judge\ncorrect ned in A.play, by A\n")
    assert corrections(done) == []
    assert [(item.line, item.says) for item in done.confirmed] == [(12, "it is so already"), (13, "it is so already")]


def test_a_correction_by_one_player_is_that_players_claim() -> None:
    done = play("correct A power 3, by A\ncorrect A power 4, by both players\n")
    assert [(entry.by, entry.origin) for entry in done.entries[1:]] == [("A", Origin.ASSERTED), ("", Origin.INPUT)]
    assert [event.by for event in corrections(done)] == ["A", "both players"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("correct A power -1, by the judge", "a number of tokens is 0 to 999999, not -1"),
        ("correct A power 1, by the judge", "more lies on cards (Eddard Stark 2); correct those first"),
        ("correct A fate 3, by the judge", "players have no `fate`; they have gold, power"),
        ("correct ned fate 3, by the judge", "cards bear no tokens called `fate` in this game"),
        ("correct power A 3, by the judge", "write the player or the card first: `correct A power 3, by …`"),
        ("correct A hand 3, by the judge", "say which card lies there"),
        ("correct sword kneeling, by the judge", "lies in A.hand, where cards bear no marks"),
        ("correct nedd kneeling, by the judge", "nothing here is called `nedd`"),
        ('correct "Robb Stark" kneeling, by the judge', "no component is known to be `Robb Stark`"),
        ('correct "Eddard Stark" power 1, by the judge', "write the number"),
        ("correct A kneeling, by the judge", "A is a player, and a mark is a card's"),
        ("correct ned bowed, by the judge", "cards are not `bowed`"),
        ("correct ned duplicate, by the judge", "a duplicate lies under another card"),
        ("correct ned in A.plots, by the judge", "where it can lie: dead, deck, discard, hand, out, play"),
        ("correct ned in B.discard, by the judge", "Eddard Stark is A's card: it can lie in A.discard"),
        ("correct ned in A.attic, by the judge", "there is no zone `A.attic`"),
        ("correct ned on cat, by the judge", "neither an attachment nor a copy of Catelyn Stark"),
        ("correct ice on ice, by the judge", "a card is attached to another card"),
        ("correct A power 3", "say at the end who corrects the table"),
        ("correct A power 3, by C", "a table is corrected by one of these: the judge, the recorder"),
        ("correct A power 3, B power 2, by the judge", "a line corrects one thing"),
        ("A power 3, by the judge", "a correction begins with `correct`"),
    ],
)
def test_an_impossible_correction_names_its_line_and_what_could_be_written(line: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        play(f"{line}\n")
    assert says in error.value.says
    assert error.value.line == 12
    assert error.value.column


def test_an_ended_game_is_not_corrected() -> None:
    with pytest.raises(NotationError, match="the game is over, A won"):
        play("correct A power 15, by the judge\ncorrect A power 3, by the judge\n")


def test_a_move_before_a_correction_is_not_taken_back() -> None:
    with pytest.raises(NotationError, match="the table was corrected on line 13"):
        play("B challenge military with hound against A\ncorrect A power 3, by the judge\nB retract\n")


def test_the_layout_keeps_a_correction() -> None:
    text = f'{AGOT2}correct   B."The Hound"  in A.play ,by the judge # put right\n'
    tidy = formatted(read(text))
    assert 'correct B."The Hound" in A.play, by the judge' in tidy
    assert corrections(run(read(tidy))) == corrections(run(read(text)))


MOVES = "B challenge military with hound against A\nA defend with nobody\ncorrect A power 5, by the judge\n"


def test_a_branch_makes_the_correction_again() -> None:
    record = record_from(f"{AGOT2}correct A power 3, by the judge\n{MOVES}")
    first = next(entry.seq for entry in record.entries if isinstance(entry.events[0], Corrected))
    branch, _ = inserted(record, first + 1, "correct A power 4, by both players\n")
    made = [entry.events[0] for entry in branch.entries if isinstance(entry.events[0], Corrected)]
    assert [(event.old, event.new) for event in made] == [(3, 4), (4, 5)]
    assert [item.says for item in branch.assumed if "correction" in item.says] == [
        "a correction of the record is made on this branch, too: Anna's power is 5 (it was 4)"
    ]
    assert list(rejudge(record.pack, branch.whole)) == []


def test_a_branch_without_a_move_keeps_the_correction() -> None:
    record = record_from(f"{AGOT2}{MOVES}")
    branch = skip(record, record.entries[1].seq)
    assert Position(record.pack, of_entries("branch", branch.whole).table()).table.count(
        record.names.aliases["ned"], "power"
    )
    assert any(isinstance(entry.events[0], Corrected) for entry in branch.entries)
    assert list(rejudge(record.pack, branch.whole)) == []


def test_a_branch_may_leave_a_correction_out() -> None:
    record = record_from(f"{AGOT2}correct A power 3, by the judge\nB challenge military with hound against A\n")
    branch = skip(record, record.entries[1].seq)
    assert not any(isinstance(entry.events[0], Corrected) for entry in branch.whole)
    assert of_entries("branch", branch.whole).table().entities[record.names.aliases["hound"]].marks == {"kneeling": 1}


def test_a_game_goes_on_with_a_correction() -> None:
    record = record_from(AGOT2)
    branch, _ = continued(record, None, "correct B gold 1, by the judge\n")
    assert of_entries("branch", branch.whole).table().count("B", "gold") == 1


def test_backing_up_takes_a_correction_back_in_words() -> None:
    record = record_from(f"{AGOT2}{MOVES}")
    plan = back_to(record, record.entries[1].seq)
    assert any("corrected by the judge: Anna's power is 5" in action.says for action in plan.taken)


def test_a_record_that_does_not_say_what_was_is_found() -> None:
    done = play("correct A power 3, by the judge\n")
    (event,) = corrections(done)
    forged = msgspec.structs.replace(done.entries[1], events=(msgspec.structs.replace(event, old=1),))
    found = list(rejudge(done.pack, [done.entries[0], forged]))
    assert [finding.seq for finding in found] == [forged.seq]
