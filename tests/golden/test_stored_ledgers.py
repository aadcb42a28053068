"""Ledgers that earlier releases wrote stay usable: each is opened, checked, judged, stepped through, drawn and printed.

The files are written once, by `python -m tests.golden_ledger`, and never again. Every test works on a copy.
"""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ledger.events import ViolationNoted
from ledger.store import Ledger
from replays.cli.main import cli
from tests.golden_ledger import APPLIED, CASE, EXAMPLE_POSITIONS, GAME, WHOLE_GAMES

HERE = Path(__file__).parent
DIGESTS = {
    "ledger-0.1.0.db": "4ad131b1b0e6276e494e371ea50055e095b5cc8b56809b216c9dc645efb2858d",
    "ledger-0.2.0.db": "579bf5312175ce7a2396523ef9c488d0a90468d8e4edfda9779f99e99311cb9a",
    "ledger-0.1.0-early-branch.db": "e36adfd7169b6356f489c4f4f6b3a4eefa17bb6f777fa271202cf3c09ee4d74a",
    "ledger-0.1.0-older-engine.db": "eb6e50a46ba6b083fd1d0a0a2d8ec79d576bc80cf2f8356784d14061aa51ad6f",
}
"""The SHA-256 digest of every golden ledger.

`early-branch` has a branch that leaves its parent before the parent's own first event. `older-engine` was written two
hundred changes before release 0.1.0: five whole games and every example, some of which are derived differently now.
"""

LEDGERS = ["ledger-0.1.0.db", "ledger-0.2.0.db"]
"""The golden ledgers that hold everything `tests.golden_ledger` records."""
BRANCHES = ["catelyn-dies", "without-the-cancel", "another-winter", f"line-{GAME}-1-B"]
POSITIONS = [name.partition("/")[2] for name in (*EXAMPLE_POSITIONS, *APPLIED)]
FORMATS = {"agot2": "joust", "hbo": "duel", "l5r": "standard", "okc": "normal", "tegot": "standard"}
GAMES = [*(f"{pack}-{FORMATS[pack]}-2-{seed}" for pack, seed in WHOLE_GAMES.items()), *POSITIONS, *BRANCHES]

VIOLATIONS = {
    (GAME, 81, "B"),
    ("redirected-against-a-friend", 13, "A"),
    ("two-for-claim-one-saved", 37, "A"),
    ("a-duel-and-a-cancelled-event", 239, "B"),
    ("second-clash-and-spies", 66, "U"),
    ("second-clash-and-spies", 139, "N"),
    ("applied-and-unpaid", 44, "B"),
    ("applied-with-its-target", 117, "A"),
    ("played-on-all-the-same", 31, "N"),
    ("played-on-all-the-same", 32, "U"),
    ("played-on-all-the-same", 57, "U"),
    ("catelyn-dies", 77, "A"),
    ("without-the-cancel", 64, "B"),
    (f"line-{GAME}-1-B", 81, "B"),
}
"""The illegal moves of these games when they were recorded: game, event, player.

A later version must find exactly these.
"""


@pytest.fixture(params=LEDGERS)
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a golden ledger, for the test to work on."""
    copy = tmp_path / str(request.param)
    shutil.copy(HERE / copy.name, copy)
    return copy


def lastword(ledger: Path, *words: str, typed: str = "") -> Result:
    """Run a command on the copy; it may find something (exit code 1), but not fail."""
    result = CliRunner().invoke(cli, ["--ledger", str(ledger), *words], input=typed)
    assert result.exit_code in (0, 1), f"{words}: {result.output}"
    return result


@pytest.mark.parametrize("name", DIGESTS)
def test_a_golden_ledger_is_the_file_that_was_committed(name: str) -> None:
    assert sha256((HERE / name).read_bytes()).hexdigest() == DIGESTS[name], "a golden ledger is never written again"


def test_it_opens_and_its_chain_is_sound(ledger: Path) -> None:
    listed = {game["name"] for game in json.loads(lastword(ledger, "list", "--json").stdout)}
    assert listed == set(GAMES)
    assert lastword(ledger, "ledger", "check").exit_code == 0


def test_every_game_gets_a_verdict_and_nobody_new_is_accused(ledger: Path) -> None:
    accused = set()
    for game in GAMES:
        verdict = json.loads(lastword(ledger, "verify", game, "--json").stdout)
        accused |= {(game, found["seq"], found["player"]) for found in verdict["violations"]}
    assert accused == VIOLATIONS
    assert f"{len(GAMES)} games" in lastword(ledger, "verify", "--all").stdout


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_stepped_through_and_drawn(ledger: Path, game: str, tmp_path: Path) -> None:
    steps = lastword(ledger, "step", game, "--json", typed="decision\n" * 5 + "window\nphase\nstate\nback\nquit\n")
    assert steps.exit_code == 0
    assert len(steps.stdout.splitlines()) >= 8
    picture = tmp_path / "picture.dot"
    lastword(ledger, "draw", game, "-o", str(picture))
    assert picture.read_text(encoding="utf-8").startswith("digraph")


def test_the_case_is_shown_and_printed(ledger: Path, tmp_path: Path) -> None:
    case = json.loads(lastword(ledger, "case", "show", CASE, "--json").stdout)
    assert [act["act"] for act in case["acts"]].count("Ruled") == 2
    page = tmp_path / "ruling.html"
    assert lastword(ledger, "case", "export", CASE, "-o", str(page)).exit_code == 0
    assert "The save stands." in page.read_text(encoding="utf-8")


def test_the_revision_and_the_seal_are_there(ledger: Path) -> None:
    assert "not an ability that is used" in lastword(ledger, "rules", "history", "agot2/duplicates").stdout
    assert "Head judge" in lastword(ledger, "ledger", "check", GAME).output


def test_games_of_an_older_engine_get_a_verdict_and_accuse_nobody_of_its_changes(tmp_path: Path) -> None:
    """Only moves that the record itself notes as illegal are violations; the rest is told about the two versions."""
    copy = tmp_path / "older.db"
    shutil.copy(HERE / "ledger-0.1.0-older-engine.db", copy)
    with Ledger.open(str(copy)) as opened:
        noted = {
            (head.name, event.at or entry.seq, event.player)
            for head in opened.games()
            for entry in opened.entries(head)
            for event in entry.events[:1]
            if isinstance(event, ViolationNoted)
        }
        games = [head.name for head in opened.games()]
    found = json.loads(lastword(copy, "verify", "--all", "--json", "--workers", "1").stdout)
    accused = {(game["name"], broken["seq"], broken["player"]) for game in found["found"] for broken in game["broken"]}
    assert found["games"] == len(games)
    assert "not_judged" not in found
    assert accused == noted
    differing = {game["name"] for game in found["found"] if game["differs_from"]}
    assert {"agot2-joust-2-3", "l5r-standard-2-3", "tegot-standard-2-3", "three-judgments"} <= differing
    judged = lastword(copy, "verify", "agot2-joust-2-3")
    assert (judged.exit_code, "recorded by a version that did not name itself" in judged.stdout) == (0, True)
    assert lastword(copy, "ledger", "check").exit_code == 0
    upgraded = json.loads(lastword(copy, "ledger", "upgrade", "agot2-joust-2-3", "--json").stdout)
    assert lastword(copy, "verify", upgraded["name"]).exit_code == 0
