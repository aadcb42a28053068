"""Names as people write them: titles without quotes, parts of titles, players by name, any quotes, any case."""

from __future__ import annotations

import time

import pytest

from ledger.events import MoveMade
from replays.errors import NotationError
from replays.meaning.names import Names
from replays.notation.layout import formatted
from replays.notation.lines import Ref, Said
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.results import Run
from rules.catalogue import load

HEAD = """lastword 1 agot2 joust
players   A "Anna Kowalska" stark, B "Borys" lannister
position  round 3, challenges, first A, active A
A plot    "A Noble Cause"
A play    ned = "Eddard Stark", "Arya Stark"
A gold    9
B plot    "A Clash of Kings"
B play    hound = "The Hound", "Tywin Lannister", "Ser Jaime Lannister"
B hand    "Hear Me Roar!", 3 unknown

"""


def played(*lines: str, head: str = HEAD) -> Run:
    return run(read(head + "".join(f"{line}\n" for line in lines)))


def moves(done: Run) -> list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    """The moves made at written lines: player, verb, titles of the cards named, words."""
    found = []
    for entry in done.entries:
        for event in entry.events:
            if isinstance(event, MoveMade) and entry.line:
                cards = (event.move.subject, *event.move.picks)
                titles = tuple(done.document.pack.cards[done.table.entities[card].card].name for card in cards if card)
                found.append((event.player, event.move.verb, titles, event.move.words))
    return found


def parts(line: str) -> list[tuple[str, list[str]]]:
    """The parts of a move as the parser cuts it."""
    said = list(read(HEAD + line + "\n"))[-1]
    assert isinstance(said, Said)
    return [(part.lead, [ref.text for ref in part.items]) for part in said.parts]


@pytest.mark.parametrize(
    ("line", "cut"),
    [
        ("A play Put to the Sword", [("", ["Put to the Sword"])]),
        ("A play put TO the sword on hound", [("", ["put TO the sword"]), ("on", ["hound"])]),
        ("B play Hear Me Roar!", [("", ["Hear Me Roar!"])]),
        ("B use Ser Jaime Lannister", [("", ["Ser Jaime Lannister"])]),
        ("B play The Hand's Judgment", [("", ["The Hand's Judgment"])]),
        ("B play The Hand’s Judgment", [("", ["The Hand's Judgment"])]),
        ("A choose ned, Put to the Sword, hound", [("", ["ned", "Put to the Sword", "hound"])]),
        ("A USE duplicate OF ned", [("", ["duplicate"]), ("of", ["ned"])]),
    ],
)
def test_titles_need_no_quotes_even_with_lead_words_in_them(line: str, cut: list[tuple[str, list[str]]]) -> None:
    assert parts(line) == cut


def test_a_title_with_a_comma_is_one_name() -> None:
    own = '[[card]]\nid = "fire"\nname = "Fire, and Blood"\ntype = "event"\nfaction = "stark"\ncost = 0\n'
    head = HEAD.replace("position", f"cards begin\n{own}cards end\nposition", 1)
    document = read(head + "A hand Fire, and Blood, 2 unknown\n\nA choose Fire, and Blood, ned\n")
    lines = list(document)
    assert [item.name.text for item in lines[-3].items] == ["Fire, and Blood", "unknown"]  # type: ignore[attr-defined]
    assert [ref.text for ref in lines[-1].parts[0].items] == ["Fire, and Blood", "ned"]  # type: ignore[attr-defined]


def test_a_short_name_comes_before_a_title_that_begins_like_it() -> None:
    head = HEAD.replace('"Arya Stark"', 'put = "Arya Stark"')
    said = list(read(head + "A use put to the sword\n"))[-1]
    assert isinstance(said, Said)
    assert [(part.lead, part.items[0].text) for part in said.parts] == [("", "put"), ("to", "the sword")]


@pytest.mark.parametrize("opening", ['"{}"', "“{}”", "„{}”", "„{}“", "«{}»", "»{}«"])
def test_quotes_of_any_kind(opening: str) -> None:
    assert parts("B play " + opening.format("The Hand’s Judgment")) == [("", ["The Hand's Judgment"])]


@pytest.mark.parametrize(
    "line",
    [
        "A challenge power with ned against B",
        "Anna challenge power with ned against Borys",
        "Anna Kowalska CHALLENGE Power WITH Ned AGAINST borys",
        '"Anna Kowalska" challenge power with Eddard against b',
        "a Challenge power with eddard stark",
        "anna kowalska challenge POWER with «Eddard Stark»",
    ],
)
def test_players_verbs_words_and_short_names_in_any_case_and_by_name(line: str) -> None:
    assert moves(played(line))[0] == ("A", "challenge", ("Eddard Stark",), ("power", "B"))


def test_assertions_and_retractions_by_name() -> None:
    done = played("Borys says: Anna challenge power with Arya", "ANNA retract")
    assert any(entry.by == "B" for entry in played("Borys says: Anna challenge power with Arya").entries)
    assert not moves(done)


def test_set_up_in_any_case_and_by_name() -> None:
    head = (
        'LastWord 1 AGOT2 Joust\nPlayers A "Anna Kowalska" Stark, B "Borys" Lannister\n'
        "Position Round 3, Challenges, First Borys, Active anna kowalska\n"
        "Anna PLAY Ned = eddard stark (Kneeling, Power 2), ice = Ice (On Eddard Stark), arya stark\n"
        "Borys Gold 3\nB Hand NOTHING\n\n"
    )
    done = played(
        "expect NED kneeling", "expect Eddard Stark power 2", "expect Borys gold 3", "expect B hand 0", head=head
    )
    assert [item for item in done.expected if not item.held] == []
    assert done.table.roles["first"] == ["B"]
    assert done.table.entities[done.names.aliases["ice"]].host


@pytest.mark.parametrize(
    ("name", "kind", "title"),
    [
        ("Tywin", "power", "Tywin Lannister"),
        ("jaime", "military", "Ser Jaime Lannister"),
        ("tyw", "power", "Tywin Lannister"),
    ],
)
def test_a_part_of_a_title_stands_for_the_one_card_on_the_table(name: str, kind: str, title: str) -> None:
    done = played(f"expect {name} in B.play")
    assert [item for item in done.expected if not item.held] == []
    head = HEAD.replace("active A", "active B")
    assert moves(played(f"B challenge {kind} with {name}", head=head))[0][2] == (title,)


def test_a_part_of_a_title_stands_for_the_one_card_of_the_game() -> None:
    done = played("B use Roar", head=HEAD.replace('"Hear Me Roar!", 3', "4").replace("active A", "active B"))
    assert any(entity.card == "hear-me-roar" for entity in done.table.entities.values())


def test_a_part_of_several_titles_is_an_error_that_lists_them() -> None:
    head = HEAD.replace("active A", "active B")
    with pytest.raises(
        NotationError, match="`Lannister` may be Ser Jaime Lannister or Tywin Lannister; write more of the title"
    ) as caught:
        played("B challenge power with Lannister", head=head)
    assert (caught.value.line, caught.value.column) == (11, len("B challenge power with ") + 1)
    with pytest.raises(NotationError, match=r"`Stark` may be .*Eddard Stark"):
        played("expect Stark kneeling")


def test_a_word_that_only_the_house_has_is_nobody_on_the_table() -> None:
    """Else `Stark` would be House Stark, and marshaling it a violation that nobody committed."""
    head = HEAD.replace('ned = "Eddard Stark", "Arya Stark"', '"Ghost"')
    with pytest.raises(NotationError, match="`Stark` may be "):
        played("A challenge power with Stark", head=head)


def test_what_lies_in_a_pile_may_be_meant_as_well() -> None:
    dead = HEAD.replace("B plot", 'B dead    "Cersei Lannister"\nB plot').replace("active A", "active B")
    with pytest.raises(NotationError, match="`Lannister` may be Cersei Lannister"):
        played("B challenge power with Lannister", head=dead)


def test_what_is_suggested_could_stand_there() -> None:
    """`Ariya` is like Arya Stark, who is on the table, and not like any other card of the game."""
    with pytest.raises(NotationError, match="nothing here is called `Ariya Stak`; did you mean Arya Stark") as caught:
        played("A challenge power with Ariya Stak")
    suggested = str(caught.value).partition("did you mean ")[2].partition("?")[0].split(" or ")
    assert set(suggested) <= {"Arya Stark", "Eddard Stark", "House Stark"}


def test_a_player_named_like_another_is_an_error_that_lists_both() -> None:
    head = HEAD.replace('"Borys"', '"Anna Nowak"')
    with pytest.raises(NotationError, match=r"`Anna` may be A \(Anna Kowalska\) or B \(Anna Nowak\)"):
        played("Anna pass", head=head)
    assert moves(played("Anna Kowalska challenge power with ned against Anna Nowak", head=head))


def test_a_short_name_is_that_very_card_and_never_another_with_that_title() -> None:
    """`ghost` is Arya; the card Ghost is written in quotes. Neither may send the reader round for ever."""
    head = HEAD.replace('"Arya Stark"', 'ghost = "Arya Stark"').replace("A gold", "A hand    3 unknown\nA gold")
    began = time.process_time()
    assert moves(played("A challenge power with ghost", head=head))[0][2] == ("Arya Stark",)
    own = head.replace("A gold", 'A dead    ice = "Ice"\nA gold')
    assert played("A marshal ice", head=own).violations
    open_hand = own.replace("A hand    3 unknown\n", "")
    assert played("A marshal ice", head=open_hand).violations
    assert time.process_time() - began < 20


def test_an_owner_who_has_no_such_card_is_an_error() -> None:
    with pytest.raises(NotationError, match="B has no `Ice` on the table"):
        played('A play B."Ice"')
    dead = HEAD.replace("B gold", "B gold").replace("B plot", 'B dead    "Ice"\nB plot')
    assert played('A marshal Borys."Ice"', head=dead).violations


def test_a_name_in_quotes_is_a_whole_title() -> None:
    with pytest.raises(NotationError, match="no card is called `Tywin`; did you mean Tywin Lannister"):
        played(head=HEAD.replace('"Tywin Lannister"', '"Tywin"'))
    names = Names(load("agot2"))
    assert names.titled("eddard stark") == names.cards("Eddard Stark") != []


def test_layout_keeps_the_meaning_of_lines_with_names() -> None:
    text = HEAD + "Anna Kowalska  challenge power with  „Eddard Stark” against Borys\n"
    again = formatted(read(text.replace("A gold    9", "Anna Kowalska Gold 9")))
    assert "A gold      9" in again or "A gold    9" in again
    assert moves(run(read(again))) == moves(run(read(text)))


def test_long_lines_are_read_in_linear_time() -> None:
    def seconds(count: int) -> float:
        line = "A choose " + ", ".join(["put to the"] * count) + "\n"
        began = time.process_time()
        read(HEAD + line.replace("put to the", "put"))
        read(HEAD + "A hand " + ", ".join(["put to the sword"] * count) + "\n")
        return time.process_time() - began

    seconds(10)
    assert seconds(4000) < 10 * max(seconds(1000), 0.02)


def test_names_of_a_ref_with_a_dot() -> None:
    done = played("expect A gold 9")
    assert done.names.components(done.table, Ref("borys.hound", 1)) == done.names.components(
        done.table, Ref("hound", 1)
    )


L5R = """lastword 1 l5r
players   A "Anna" scorpion, B "Borys" crane
position  round 2, conflict declare, first A, active A
A play    liar = "Bayushi Liar" (fate 1), fan = "Ornate Fan" (on liar)
A hand    adept = "Adept of Shadows", 1 unknown
B play    guest = "Guest of Honor" (bowed, fate 1)

"""


def test_a_short_name_that_begins_its_own_title_leaves_the_title_usable() -> None:
    """`adept` is the first word of the title it stands for, and `of` is a lead word."""
    head = L5R.replace("A hand", "A fate 5\nA hand")
    lines = ("A conflict political for air with liar", "B pass")
    done = played(*lines, "A play Adept of Shadows", "expect adept in A.play", head=head)
    assert not done.violations
    assert done.expected[0].held


def test_a_short_name_before_a_lead_word_is_still_a_short_name() -> None:
    """No stated title goes on like this: the short name stands for its card, and `of` begins the next part."""
    said = list(read(L5R + "A use fan of liar\n"))[-1]
    assert isinstance(said, Said)
    assert [(part.lead, [ref.text for ref in part.items]) for part in said.parts] == [("", ["fan"]), ("of", ["liar"])]


@pytest.mark.parametrize(
    ("statement", "held", "says"),
    [
        ("fan on liar", True, ""),
        ("fan not on guest", True, ""),
        ('"Ornate Fan" on guest', False, "it is on Bayushi Liar"),
        ("guest on liar", False, "it is on nothing"),
        ("liar ready", True, ""),
        ("guest not ready", True, ""),
        ("guest faceup", True, ""),
        ("guest not facedown", True, ""),
        ("guest facedown", False, "it lies faceup"),
    ],
)
def test_statements_about_an_attachment_and_about_what_a_card_is(statement: str, held: bool, says: str) -> None:
    judged = played(f"expect {statement}", head=L5R).expected[0]
    assert judged.held == held
    assert held or judged.says.startswith(says)


def test_a_statement_that_is_none_is_told_with_all_that_could_be_written() -> None:
    with pytest.raises(NotationError, match=r"`x on y`.*dishonored.*ready"):
        played("expect liar blargh", head=L5R)
