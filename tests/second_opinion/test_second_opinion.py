"""The second opinion: real games of public engines, where they are there, and the reading of clicks without them."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from replays.notation.parser import read
from replays.reading.reader import run
from rules.eligibility import conditions
from tests.pictures import digest
from tests.second_opinion.__main__ import main
from tests.second_opinion.drawings import FOLDER, dot_of
from tests.second_opinion.explaining import VERDICTS, Explanation, read_explanations
from tests.second_opinion.files import Click, Game, State, UnreadableError, games_below, read_game, shared_logs
from tests.second_opinion.idle_clicks import without_idle
from tests.second_opinion.l5r import without_doubles
from tests.second_opinion.meanings import Sense, meaning_of
from tests.second_opinion.playing import Refused
from tests.second_opinion.reading import Reading
from tests.second_opinion.report import Judged, judge
from tests.second_opinion.sources import DRIVERS, KINDS
from tests.second_opinion.tables import Difference, card_text, compare
from tests.second_opinion.throneteki import CLICKS, MARKS
from tests.second_opinion.throneteki_driver import without_taken_back

WHOLE = bool(os.environ.get("LASTWORD_PROOF"))
SAMPLE = 6
"""How many games of each folder are played without the slow proofs."""
LEAST = {
    ("throneteki", "bot"): 0.9,
    ("ringteki", "bot"): 0.9,
    ("jigoku", "bot"): 0.9,
    ("throneteki", "spec"): 0.95,
    ("ringteki", "spec"): 0.95,
    ("jigoku", "spec"): 0.95,
}
"""The share of games without an unexplained difference, below which a change has broken something."""


def _game(clicks: tuple[Click, ...], lines: tuple[str, ...]) -> Game:
    return Game(
        name="000-made-up",
        source="throneteki",
        kind="spec",
        format="joust",
        players=("Anna", "Borys"),
        decks={},
        clicks=clicks,
        snapshots=(),
        setup=(),
        final={"players": {}},
        prompts={},
        lines=lines,
        banners={},
        settings={},
    )


def test_a_click_means_what_its_prompt_says() -> None:
    passing = Click(0, 3, "Anna", "button", "Pass", "Initiate an action")
    kneeling = Click(1, 3, "Anna", "card", "Bran Stark", "play area")
    assert meaning_of(CLICKS, passing, "").sense is Sense.PASS
    assert meaning_of(CLICKS, kneeling, "Anna kneels Bran Stark").sense is Sense.MANUAL
    assert meaning_of(CLICKS, kneeling, "Anna uses Bran Stark").sense is Sense.PICK


def test_the_order_of_a_pile_is_no_choice() -> None:
    prompt = "Select order to place cards in your discard pile (top first)"
    clicks = (
        Click(0, 2, "Anna", "card", "Ice", "hand"),
        Click(1, 2, "Anna", "button", "Done", "Select 1 cards to discard down to reserve (top first)"),
        Click(2, 3, "Anna", "card", "Ice", "hand"),
        Click(3, 3, "Anna", "button", "Done", prompt),
    )
    reading = Reading(_game(clicks, ("Round 1", "Taxation Phase", "", "")), CLICKS, MARKS)
    assert [act.number for act in reading.acts] == [0, 1]


def test_clicks_of_an_earlier_phase_are_dropped_and_told() -> None:
    clicks = (Click(0, 2, "Anna", "card", "Ice", "hand"), Click(1, 3, "Borys", "button", "Done", ""))
    reading = Reading(_game(clicks, ("Round 1", "Marshal Phase", "Challenge Phase")), CLICKS, MARKS)
    lost = reading.drop_before((1, 4, 0, 0, 0))
    assert [act.click.what for act in lost] == ["Ice"]
    assert [act.number for act in reading.acts] == [1]


def test_tables_are_compared_card_by_card() -> None:
    theirs = {"Anna.play": ["Bran Stark (kneeling)", "Ice"], "Anna.gold": 2}
    ours = {"Anna.play": ["Ice", "Bran Stark"], "Anna.gold": 2}
    found = compare(theirs, ours)
    assert [str(one) for one in found] == ["Anna's play: they have Bran Stark (kneeling), we have Bran Stark"]
    assert not compare(theirs, dict(theirs))


def test_a_card_is_written_with_everything_on_it() -> None:
    card = {"n": "Bran Stark", "kneeling": True, "power": 2, "attachments": [{"n": "Ice"}], "tokens": {"poison": 1}}
    assert card_text(card, ("power",)) == "Bran Stark (bearing Ice, kneeling, power 2, 1 poison)"


def test_explanations_name_a_verdict_and_a_clause_and_no_file() -> None:
    table = read_explanations()
    assert len({one.id for one in table}) == len(table)
    for one in table:
        assert one.verdict in VERDICTS
        assert one.book
        assert bool(one.mend) == (one.verdict == "we bend")
        assert not one.follows or one.follows in {other.id for other in table}
        assert one.clause == "record" or "/" in one.clause
        assert one.act or one.reason or one.condition or one.rule or one.shows
        assert ".json" not in f"{one.act}{one.line}{one.shows}"


@pytest.mark.parametrize("one", [one for one in read_explanations() if one.transcript], ids=lambda one: one.id)
def test_a_transcript_shows_what_an_explanation_says(one: Explanation) -> None:
    """Where we are wrong, an expectation of the transcript fails: once the pack is mended, the explanation goes."""
    done = run(read(one.transcript.lstrip()))
    assert done.expected
    assert all(item.held for item in done.expected) == (one.verdict != "we bend")


@pytest.mark.parametrize("one", [one for one in read_explanations() if one.transcript], ids=lambda one: one.id)
def test_a_drawing_shows_what_our_engine_does_now(one: Explanation) -> None:
    picture = (FOLDER / f"{one.id}.svg").read_text(encoding="utf-8")
    assert picture.endswith(f"{digest(dot_of(one))}\n"), "`python -m tests.second_opinion --write` draws it again"


def test_a_card_dragged_back_in_set_up_was_not_set_up() -> None:
    clicks = (
        Click(0, 0, "Anna", "card", "Bran Stark", "hand"),
        Click(1, 0, "Anna", "card", "Ice", "hand"),
        Click(2, 0, "Anna", "drag", "Bran Stark", "play area -> hand"),
        Click(3, 0, "Anna", "button", "Done", "Select setup cards"),
    )
    reading = Reading(_game(clicks, ("", "Round 1")), CLICKS, MARKS)
    assert [act.click.what for act in without_taken_back(reading.acts)] == ["Ice", "Done"]


def test_a_game_with_something_unknown_is_listed_with_it() -> None:
    decks = {name: {"draw": {"A Card Nobody Printed": 1}} for name in ("Anna", "Borys")}
    judged = judge(msgspec.structs.replace(_game((), ()), decks=decks))
    assert [one.says for one in judged.unexplained] == ["not begun: A Card Nobody Printed is no card of agot2"]
    judged = judge(_game((), ()))
    assert [one.says for one in judged.unexplained] == ["not begun: KeyError: 'Anna'"]


@pytest.mark.parametrize(
    ("text", "says"),
    [('{"players": [', "truncated"), ("[]", "no object"), ("{}", "'clicks' is missing"), ('{"clicks": [3]}', "int")],
)
def test_a_file_that_is_no_game_is_named(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "001-x.json"
    path.write_text(text)
    path.with_suffix(".txt").write_text("")
    with pytest.raises(UnreadableError, match=r"001-x\.json") as caught:
        read_game(path)
    assert says in str(caught.value)


def test_a_game_without_its_chat_is_named(tmp_path: Path) -> None:
    path = tmp_path / "001-x.json"
    path.write_text("{}")
    with pytest.raises(UnreadableError, match=r"001-x\.txt is not beside it"):
        read_game(path)


@pytest.mark.parametrize("folder", ["nowhere", ""])
def test_a_folder_without_games_is_named(
    tmp_path: Path, folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["second_opinion", str(tmp_path / folder)])
    assert main() == 2
    assert str(tmp_path / folder) in capsys.readouterr().err


def _bot_game(clicks: tuple[Click, ...], lines: tuple[str, ...]) -> Game:
    return msgspec.structs.replace(_game(clicks, lines), source="jigoku", kind="bot")


def test_a_click_on_a_facedown_card_counts_where_the_chat_tells_of_one() -> None:
    clicks = (
        Click(0, 1, "Anna", "card", "Miya Mystic", "hand"),
        Click(1, 1, "Anna", "card", "Daidoji Nerishma", "play area"),
        Click(2, 1, "Anna", "card", "Moto Horde", "province 2"),
        Click(3, 1, "Anna", "card", "Eager Scout", "province 4"),
        Click(4, 1, "Anna", "button", "Done", "Choose a card"),
    )
    lines = ("Round 1 - dynasty phase", "Anna uses Daidoji Nerishma to reveal the facedown card in province 4")
    kept = without_idle(_bot_game(clicks, lines)).clicks
    assert [click.what for click in kept] == ["Daidoji Nerishma", "Eager Scout", "Done"]


def test_what_was_chosen_before_paying_costs_first_is_chosen_again() -> None:
    clicks = (
        Click(0, 1, "Anna", "card", "Staging Ground", "province 3"),
        Click(1, 1, "Anna", "card", "Miya Mystic", "province 1"),
        Click(2, 1, "Anna", "button", "Pay costs first", "Choose up to 2 cards"),
        Click(3, 1, "Anna", "card", "Eager Scout", "province 4"),
        Click(4, 1, "Anna", "button", "Done", "Choose up to 2 cards"),
    )
    lines = ("Round 1 - dynasty phase", "Anna uses Staging Ground to reveal the facedown card in province 4")
    kept = [click.what for click in without_idle(_bot_game(clicks, lines)).clicks]
    assert kept == ["Staging Ground", "Pay costs first", "Eager Scout", "Done"]


def test_of_several_facedown_cards_the_chat_names_the_first() -> None:
    clicks = (
        Click(0, 1, "Anna", "card", "Staging Ground", "province 3"),
        Click(1, 1, "Anna", "card", "Eager Scout", "province 4"),
        Click(2, 1, "Anna", "card", "Moto Horde", "province 1"),
        Click(3, 1, "Anna", "button", "Done", "Choose up to 2 cards"),
        Click(4, 1, "Anna", "card", "Miya Mystic", "province 2"),
    )
    lines = ("Round 1 - dynasty phase", "Anna uses Staging Ground to reveal the facedown card in province 4")
    kept = [click.what for click in without_idle(_bot_game(clicks, lines)).clicks]
    assert kept[:4] == ["Staging Ground", "Eager Scout", "Moto Horde", "Done"]


def test_a_card_listed_twice_in_a_province_is_taken_out_once() -> None:
    game = msgspec.structs.replace(_bot_game((), ()), decks={"Anna": {"dynasty": {"Eager Scout": 2}}, "Borys": {}})
    state = {"players": {"Anna": {"dynastyDeck": 1, "provinces": {"province 1": {"holds": ["Eager Scout"] * 2}}}}}
    mended = without_doubles(game, state)
    assert mended["players"]["Anna"]["provinces"]["province 1"]["holds"] == ["Eager Scout"]
    assert mended["twice"] == ["record: Eager Scout lies twice in province 1 of Anna"]
    state["players"]["Anna"]["dynastyDeck"] = 0
    assert without_doubles(game, state)["twice"] == []


def _explanation(**changes: object) -> Explanation:
    plain = {"id": "x", "verdict": "open", "clause": "l5r/may#1", "says": "", "book": "", "sources": ["jigoku"]}
    return msgspec.convert({**plain, **changes}, Explanation)


def test_an_explanation_covers_only_its_own_differences() -> None:
    mine, theirs = Difference("Anna", "honor", "3", "4"), Difference("Borys", "honor", "3", "4")
    other = Difference("Anna", "fate", "1", "")
    lines = ["Anna gives Borys 2 honor", "Borys has won the game"]
    one = _explanation(shows="^Anna's honor", fields="honor", line=r"gives .+ honor\n.* has won")
    assert one.explains_tables("jigoku", [mine, theirs, other], lines, []) == [mine, theirs]
    own = msgspec.structs.replace(one, own=True)
    assert own.explains_tables("jigoku", [mine, theirs, other], lines, []) == [mine]
    assert own.explains_tables("jigoku", [mine], lines[1:], []) == []
    assert own.explains_tables("ringteki", [mine], lines, []) == []
    after = msgspec.structs.replace(one, follows="y")
    assert after.explains_tables("jigoku", [mine], lines, []) == []
    assert after.explains_tables("jigoku", [mine], lines, ["y"]) == [mine]


def test_a_click_counts_as_explained_only_if_the_tables_are_equal_with_it() -> None:
    one = _explanation(condition="change", same=True)
    broken = Refused("Anna: card", 3, ("it must change something",), ("l5r/triggered-abilities#7",), True, ("change",))
    assert one.explains_click("jigoku", broken, [], equal=True)
    assert not one.explains_click("jigoku", broken, [], equal=False)
    another = msgspec.structs.replace(broken, conditions=("cost",))
    assert not one.explains_click("jigoku", another, [], equal=True)


def test_an_ability_with_an_effect_is_no_idle_one() -> None:
    one = _explanation(condition="change", idle=True)
    broken = Refused("Anna: card", 3, ("it must change something",), ("l5r/triggered-abilities#7",), True, ("change",))
    assert one.explains_click("jigoku", broken, [], equal=True)
    assert not one.explains_click("jigoku", msgspec.structs.replace(broken, effective=True), [], equal=True)


def test_an_explanation_may_name_the_whole_difference() -> None:
    one = _explanation(shows="inConflict", fields="play", apart="inConflict(, )?")
    home = Difference("Anna", "play", "Akodo Gunsō (mil 2)", "Akodo Gunsō (inConflict, mil 2)")
    bowed = Difference("Anna", "play", "Akodo Gunsō (bowed, mil 2)", "Akodo Gunsō (inConflict, mil 2)")
    assert one.explains_tables("jigoku", [home, bowed], [], []) == [home]


def _files(source: str, kind: str) -> list[Path]:
    folder = shared_logs()
    if not folder.is_dir():
        pytest.skip(f"no real games: {folder} is not there")
    found = [path for path in games_below(folder, (source,)) if path.parent.name == kind]
    return found if WHOLE else found[:SAMPLE]


@pytest.mark.parametrize("source", sorted(DRIVERS))
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_real_games_are_played_to_their_end(source: str, kind: str) -> None:
    files = _files(source, kind)
    judged: list[Judged] = [judge(read_game(path)) for path in files]
    stopped = [one for one in judged if not one.played.ended and not one.played.stopped.startswith("not begun")]
    assert not stopped, [f"{one.played.game.label}: {one.played.stopped}" for one in stopped]
    share = sum(not one.unexplained for one in judged) / len(judged) if judged else 1.0
    if WHOLE:
        assert share >= LEAST.get((source, kind), 0.0), (
            f"{share:.0%} of {source} {kind} without an unexplained difference"
        )


def _with_more(state: State, what: str) -> State:
    """A state in which each player has one token more."""
    players = {name: {**one, what: one.get(what, 0) + 1} for name, one in state["players"].items()}
    return {**state, "players": players}


@pytest.mark.parametrize(("source", "what"), [("jigoku", "honor"), ("ringteki", "fate"), ("throneteki", "gold")])
@pytest.mark.parametrize("kind", ["bot", "spec"])
def test_a_false_last_table_is_explained_by_nothing(source: str, what: str, kind: str) -> None:
    for path in _files(source, kind)[:3]:
        game = read_game(path)
        judged = judge(msgspec.structs.replace(game, final=_with_more(game.final, what)))
        assert judged.unexplained or not judge(game).equal, judged.played.game.label


def test_a_rule_of_ours_that_is_broken_is_explained_by_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conditions, "could_change", lambda *_: False)
    judged = [judge(read_game(path)) for path in _files("jigoku", "bot")[:2]]
    assert all(one.unexplained for one in judged)
