"""The what-if verbs as a person meets them; and whatever they do, the record they start from stays as it was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledger.store import Ledger
from tests.cli.typed import lastword, started
from tests.sequences import SAVE

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
DISPUTE = EXAMPLES / "agot2" / "three-judgments.lw"
FORCED = EXAMPLES / "agot2" / "three-forced-reactions.lw"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a ledger of one game, called table."""
    lastword(tmp_path, "import", str(DISPUTE), "--name", "table")
    return tmp_path


def heads(home: Path) -> dict[str, tuple[int, bytes]]:
    """Return the last event and digest of every stream in the folder's ledger."""
    with Ledger.open(str(home / "lastword.db")) as ledger:
        return {head.name: (head.last, head.digest) for head in ledger.heads()}


def test_no_command_touches_the_main_line(home: Path) -> None:
    before = heads(home)["table"]
    lastword(home, "branch", "table", "--at", "62", "-m", "A choose tickler", "--name", "other")
    lastword(home, "branch", "table", "--skip", "83", "--name", "without")
    lastword(home, "branch", "table", "--replace", "66", "B pass", "--name", "passed")
    lastword(home, "branch", "table", "--insert", "66", "B pass")
    lastword(home, "branch", "table", "--reorder", "83", "90")
    lastword(home, "branch", "other", "--at", "63", "--name", "deeper")
    other = heads(home)["other"]
    lastword(home, "diff", "table", "other", exits=1)
    lastword(home, "explore", "table", "--at", "62", "--ask", "zone(hound) == dead")
    lastword(home, "rewind", "table", "--to", "62", "--record", "--name", "backed-up", exits=1)
    lastword(home, "rewind", "table", "--undo", "63", "--record", exits=1)
    lastword(home, "verify", "--all", "--workers", "1")
    lastword(home, "verify", "--all", "--rules-as-of", "2030-01-01", "--workers", "1")
    assert heads(home)["table"] == before
    assert heads(home)["other"] == other
    lastword(home, "ledger", "check")


def test_list_and_step_show_the_tree_and_addresses_reach_across_it(home: Path) -> None:
    lastword(home, "branch", "table", "--at", "62", "-m", "A choose tickler", "--name", "other")
    lastword(home, "branch", "other", "--at", "63", "--name", "deeper")
    shown = lastword(home, "list")
    assert "└ other" in shown
    assert "  └ deeper" in shown
    assert lastword(home, "state", "deeper", "--at", "40") == lastword(home, "state", "table", "--at", "40")
    assert "branch other @62" in lastword(home, "step", "table", stdin="branches\n")


def test_a_branch_says_what_is_no_longer_possible(home: Path) -> None:
    data = json.loads(lastword(home, "branch", "table", "--replace", "66", "B pass", "--json"))
    assert data["parent"] == "table"
    assert data["at"] == 65
    assert data["impossible"]
    assert all(item["says"].startswith("no longer possible. ") and item["rule"] for item in data["impossible"])
    lastword(home, "verify", data["name"])
    seq = data["impossible"][0]["seq"]
    told = lastword(home, "step", data["name"] + "@65", stdin="decision\ndecision\n")
    assert f"the move of event {seq} is no longer possible. " in told, "nobody took it back"
    lastword(home, "diff", "table", data["name"], "-o", "beside.dot", exits=1)
    drawn = (home / "beside.dot").read_text(encoding="utf-8")
    assert "no longer possible. " in drawn
    assert "takes back" not in drawn


def test_games_of_two_packs_are_not_compared(home: Path) -> None:
    lastword(home, "import", str(DISPUTE.parents[1] / "hbo" / "two-for-claim-one-saved.lw"), "--name", "hbo")
    lastword(home, "diff", "table", "hbo", exits=2)


def test_diff_says_what_differs_and_draws_it(home: Path) -> None:
    lastword(home, "branch", "table", "--at", "62", "-m", "A choose tickler", "--name", "other")
    data = json.loads(lastword(home, "diff", "table", "other", "--json", "-o", "beside.dot", exits=1))
    assert data["common"] == 62
    assert {"what": "tickler", "part": "place", "a": "Borys's dead pile", "b": "Borys's play area"} in data["table"]
    assert data["windows"][0]
    picture = (home / "beside.dot").read_text(encoding="utf-8")
    assert "<B>table</B>" in picture
    assert "<B>other</B>" in picture
    assert json.loads(lastword(home, "diff", "table", "table", "--json"))["same"] is True
    inside = json.loads(lastword(home, "diff", "table@40", "table@50", "--json", exits=1))
    assert inside["common"] == 40, "not past the event up to which one is compared"
    assert "nothing differs" in lastword(home, "diff", "table@62", "other@62")


def test_diff_calls_lines_by_their_names_and_never_by_players_letters(home: Path) -> None:
    lastword(home, "branch", "table", "--at", "62", "-m", "A choose tickler", "--name", "other")
    said = lastword(home, "diff", "table", "other", exits=1)
    assert "table to event" in said
    assert "table → other" in said
    assert "only table: " in said
    assert "A only" not in said
    points = lastword(home, "diff", "table@40", "table@62", "-o", "points.dot", exits=1)
    assert "table@40 → table@62" in points
    assert "<B>table@62</B>" in (home / "points.dot").read_text(encoding="utf-8")
    (home / "table.lw").write_text(DISPUTE.read_text(encoding="utf-8"), encoding="utf-8")
    assert "left to event" in lastword(home, "diff", "table.lw", "table.lw")


def test_explore_answers_and_never_cuts_in_silence(home: Path) -> None:
    data = json.loads(lastword(home, "explore", str(FORCED), "--ask", "won A", "--json"))
    assert (data["verdict"], data["order_matters"], data["forces"]) == ("possible", True, {"A": "either"})
    assert data["shortest"] == {"yes": ["A use victor"], "no": ["A use loser"]}
    assert data["unknown"]
    cut = lastword(home, "explore", "table", "--at", "62", "--ask", "zone(hound) == dead", "--limit", "4")
    assert "stopped at" in cut
    sure = json.loads(lastword(home, "explore", "table", "--at", "62", "--ask", "zone(hound) != hand", "--json"))
    assert sure["verdict"] == "certain"
    never = json.loads(lastword(home, "explore", "table", "--at", "62", "--ask", "power(A) >= 15", "--json", exits=1))
    assert never["verdict"] == "impossible"
    assert "is no question that can be read" in lastword(home, "explore", "table", "--ask", "ned dies", exits=2)
    assert "`power` is a plain name" in lastword(home, "explore", "table", "--ask", "power(hound) == 1", exits=2)
    assert "cannot ask" in lastword(home, "explore", "table", "--at", "62", "--ask", "zone(hound) == ded", exits=2)


def test_orders_lists_each_outcome_with_its_orders(home: Path) -> None:
    data = json.loads(lastword(home, "explore", str(FORCED), "--orders", "--json"))
    assert [outcome["orders"] for outcome in data["outcomes"]] == [[["victor"]], [["loser"], ["brother"]]]
    for other in (["--ask", "won A"], ["-o", "x.svg"], ["--depth", "3"], ["--until", "round"], ["--players", "A"]):
        lastword(home, "explore", str(FORCED), "--orders", *other, exits=2)
    assert "no player has to choose an order of forced abilities after event 171" in lastword(
        home, "explore", "table", "--at", "165", "--orders", exits=2
    )


def test_rewind_gives_a_verdict(home: Path) -> None:
    data = json.loads(lastword(home, "rewind", "table", "--to", "62", "--json", exits=1))
    assert data["verdict"] == "not clean"
    assert [action["seq"] for action in data["taken"]] == [63, 66, 83, 100, 172]
    assert json.loads(lastword(home, "rewind", "table", "--to", "171", "--json"))["verdict"] == "clean"
    assert "no illegal move was made; there is nothing to undo in table" in lastword(
        home, "rewind", "table", "--undo", "LAST-ILLEGAL", exits=2
    )


def test_it_is_said_from_where_a_line_goes_on_if_the_event_lies_inside_an_action(tmp_path: Path) -> None:
    (tmp_path / "save.lw").write_text(SAVE, encoding="utf-8")
    lastword(tmp_path, "import", "save.lw", "--name", "save")
    tried = "event 81 lies inside a longer action, `A use duplicate of ned` (events 65 to 253). There `B play"
    for words, says in (
        (("branch", "save@81", "-m", "B first A"), "goes on from the end of the action, event 253; event 64 is before"),
        (("branch", "save", "--skip", "81"), "Event 81 means the move of the action; event 254 means the one that was"),
        (("rewind", "save", "--to", "81"), "The table goes back to the end of the action, event 253; event 64 is"),
        (("rewind", "save", "--undo", "81"), "taken back, to event 64; event 254 means the move that was tried"),
        (("explore", "save@81", "--depth", "1"), "Exploring starts at the decision after the action, at event 253"),
    ):
        told = started(tmp_path, *words).stderr
        assert told.startswith(tried), told
        assert says in told
    assert started(tmp_path, "branch", "save@64").stderr == ""


def test_the_help_of_branch_leaves_out_the_move_that_was_tried(tmp_path: Path) -> None:
    (tmp_path / "save.lw").write_text(SAVE, encoding="utf-8")
    lastword(tmp_path, "import", "save.lw", "--name", "table-7")
    example = next(line for line in lastword(tmp_path, "branch", "--help").splitlines() if "without-the-cancel" in line)
    lastword(tmp_path, *example.split()[1:])
    assert "everything is in order" in lastword(tmp_path, "verify", "without-the-cancel")
    assert "Eddard Stark" in lastword(tmp_path, "state", "without-the-cancel")


def test_wrong_words_are_told(home: Path) -> None:
    lastword(home, "verify", "table", "--workers", "2", exits=2)
    lastword(home, "verify", "--all", "--rules-as-of", "tomorrow", exits=2)
    lastword(home, "branch", "table", "--skip", "63", "-m", "A pass", exits=2)
    lastword(home, "rewind", "table", exits=2)
    assert "nothing called 'siege' is being resolved" in lastword(home, "explore", "table", "--until", "siege", exits=2)
    assert "did you mean round?" in lastword(home, "explore", "table", "--until", "rond", exits=2)
    assert "what changes?" in lastword(home, "branch", "table", exits=2)
    assert "table is a stored game" in lastword(home, "why", "table", "--line", "12", exits=2)


@pytest.mark.parametrize("player", ["A", "B"])
@pytest.mark.parametrize("target", ["save", str(EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw")])
def test_a_pass_nobody_may_make_is_reported(tmp_path: Path, player: str, target: str) -> None:
    lastword(tmp_path, "import", str(EXAMPLES / "agot2" / "cancelling-a-duplicates-save.lw"), "--name", "save")
    said = lastword(tmp_path, "branch", target, "--at", "60", "-m", f"{player} pass")
    assert f"✗ {player} pass: not legal (agot2/military-claim#1)" in said
    found = json.loads(lastword(tmp_path, "branch", target, "--at", "60", "-m", f"{player} pass", "--json"))
    assert [(item["move"], item["rule"]) for item in found["violations"]] == [
        (f"{player} pass", "agot2/military-claim#1")
    ]
