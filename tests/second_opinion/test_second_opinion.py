"""The second opinion: real games of public engines, where they are there, and the reading of clicks without them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from replays.notation.parser import read
from replays.reading.reader import run
from tests.pictures import digest
from tests.second_opinion.drawings import FOLDER, dot_of
from tests.second_opinion.explaining import VERDICTS, Explanation, read_explanations
from tests.second_opinion.files import Click, Game, games_below, read_game, shared_logs
from tests.second_opinion.meanings import Sense, meaning_of
from tests.second_opinion.reading import Reading
from tests.second_opinion.report import Judged, judge
from tests.second_opinion.sources import DRIVERS, KINDS
from tests.second_opinion.tables import card_text, compare
from tests.second_opinion.throneteki import CLICKS, MARKS

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
        assert one.clause == "record" or "/" in one.clause
        assert one.act or one.reason or one.rule or one.shows
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
