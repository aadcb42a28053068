"""Properties of every verb: help with examples, JSON for programs, and the same exit codes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import click
import pytest

from replays.cli.main import cli, modules
from tests.cli.typed import lastword, started
from tests.sequences import SAVE


def verbs() -> Iterator[tuple[str, ...]]:
    """Yield the words of every verb that can be typed; of a group, those of each verb in it."""
    context = click.Context(cli)
    for name in modules():
        command = cli.get_command(context, name)
        assert command is not None
        inner = sorted(command.commands) if isinstance(command, click.Group) else []
        yield from ((name, part) for part in inner)
        if not inner:
            yield (name,)


@pytest.mark.parametrize("words", list(verbs()), ids=" ".join)
def test_help_shows_examples_and_json(words: tuple[str, ...], tmp_path: Path) -> None:
    shown = lastword(tmp_path, *words, "--help")
    assert f"Usage: lastword {' '.join(words)}" in shown
    assert "--json" in shown
    examples = shown.partition("Examples:\n")[2].partition("\n\n")[0].splitlines()
    assert "default" not in shown, "one way of saying it: unless given"
    assert not [word for word in ("INTEGER", "FLOAT", "FILENAME", "x>=", "<=x") if word in shown], (
        "words of programmers"
    )
    assert "--game " not in shown.replace("--pack, --game PACK", ""), "a pack is given with --pack everywhere"
    assert examples, "no example"
    assert all("lastword" in line and f" {' '.join(words)} " in f"{line} " for line in examples), examples


def test_a_group_lists_its_verbs_with_whole_sentences(tmp_path: Path) -> None:
    for group in sorted({words[0] for words in verbs() if len(words) > 1}):
        usage, _, listed = lastword(tmp_path, group, "--help").partition("Verbs:\n")
        assert "VERB [ARGS]" in usage
        assert "COMMAND" not in usage, "one word for one thing: what follows a group is a verb"
        assert listed
        assert "..." not in listed, listed


def test_every_verb_that_is_about_a_point_takes_at(tmp_path: Path) -> None:
    for verb in ("branch", "draw", "explore", "options", "state", "step", "tail", "verify", "why", "windows"):
        assert "--at N" in lastword(tmp_path, verb, "--help"), verb
    assert "--at N" in lastword(tmp_path, "case", "open", "--help")


def test_the_list_of_verbs_quotes_the_first_paragraph_of_each_module(tmp_path: Path) -> None:
    shown = " ".join(lastword(tmp_path, "--help").split())
    for verb, module in modules().items():
        opening = (import_module(f"replays.cli.{module}").__doc__ or "").partition("\n\n")[0]
        assert f" {verb} {' '.join(opening.split()).rstrip('.')}" in shown


@pytest.mark.parametrize("words", list(verbs()), ids=" ".join)
def test_an_option_there_is_not_is_a_usage_error(words: tuple[str, ...], tmp_path: Path) -> None:
    assert "No such option" in lastword(tmp_path, *words, "--nonsense", exits=2)


def test_a_misspelt_verb_or_file_is_told_alike_everywhere(tmp_path: Path) -> None:
    assert "there is no verb 'opn'; `lastword case --help` lists them (did you mean 'open'?)" in lastword(
        tmp_path, "case", "opn", exits=2
    )
    assert "there is no file nosuch.lw in this folder" in lastword(tmp_path, "import", "nosuch.lw", exits=2)
    assert "agot2 is not played by 1; joust: 2 players, melee: 3 to 8 players" in lastword(
        tmp_path, "simulate", "agot2", "--players", "1", exits=2
    )
    assert not list(tmp_path.iterdir())


def test_stepping_answers_each_command_with_a_line_of_json(home: Path) -> None:
    typed = "find Eddard Stark is killed\nback decision\noptions\nstate A\nas B\nend\nbogus\nquit\nphase\n"
    done = started(home, "step", "dispute.lw", "--json", stdin=typed)
    assert done.returncode == 2
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["command"] for row in rows] == typed.splitlines()[:-2]
    assert all(set(row) == {"command", "at", "last", "as", "shown", "error"} for row in rows)
    found, before, options, state, viewed, end, bogus = rows
    assert "Eddard Stark" in found["shown"][0]
    assert 0 < before["at"] < found["at"] <= found["last"]
    assert any("decides" in line for line in options["shown"])
    assert any("Eddard Stark (STR 5" in line for line in state["shown"])
    assert viewed["as"] == "B"
    assert (end["at"], "there is no command 'end'" in end["error"]) == (before["at"], True)
    assert "there is no command 'bogus'" in bogus["error"]


def test_stepping_as_nobody_or_to_no_event_is_refused(home: Path) -> None:
    lastword(home, "import", "dispute.lw")
    assert "nobody at this table is 'Z'" in lastword(home, "step", "dispute.lw", "--as", "Z", exits=2, stdin="phase\n")
    assert "has no event 9999; its last is event " in lastword(home, "step", "dispute@9999", exits=2, stdin="phase\n")


def test_formatting_tells_what_changes(home: Path) -> None:
    (home / "untidy.lw").write_text(SAVE.replace("A plot    ", "A   plot "), encoding="utf-8")
    rows = json.loads(lastword(home, "fmt", "--check", "--json", "untidy.lw", "dispute.lw", exits=1))
    assert rows == [{"file": "untidy.lw", "changes": True}, {"file": "dispute.lw", "changes": False}]
    (read,) = json.loads(lastword(home, "fmt", "--json", "-", stdin=(home / "untidy.lw").read_text(encoding="utf-8")))
    assert read == {"file": "-", "changes": True, "text": SAVE}
    assert lastword(home, "fmt", "-", stdin=SAVE) == SAVE
    assert lastword(home, "fmt", "--check", "-", stdin=SAVE) == ""


def test_what_is_written_to_a_file_is_told(home: Path) -> None:
    (kept,) = json.loads(lastword(home, "import", "dispute.lw", "--json"))
    told = json.loads(lastword(home, "ledger", "export", "-o", "all.jsonl", "--json"))
    assert told == {"file": "all.jsonl", "streams": ["dispute"], "events": kept["events"]}
    book = json.loads(lastword(home, "rules", "book", "tegot", "-o", "b.md", "--as-of", "2026-01-31", "--json"))
    assert (book["file"], book["game"], book["rules_as_of"]) == ("b.md", "tegot", "2026-01-31")
    assert book["entries"] == (home / "b.md").read_text(encoding="utf-8").count("\n### ")


def test_the_demo_as_json(tmp_path: Path) -> None:
    told = json.loads(lastword(tmp_path, "demo", "--json"))
    assert [step["exit"] for step in told["steps"]].count(1) == 1
    assert "agot2/duplicates#5" in told["steps"][1]["printed"]
    assert (tmp_path / told["folder"] / "ruling.html").is_file()


def test_tail_names_the_cards_that_a_game_brings_with_it(home: Path) -> None:
    (home / "own.toml").write_text(
        'game = "agot2"\n[[card]]\nid = "own-ranger"\nname = "Own Ranger"\ntype = "character"\ncost = 2\nstrength = 2\n'
        'icons = ["military"]\ntraining = true\n'
    )
    (home / "own.lw").write_text(
        'lastword 1 agot2 joust\ncards "own.toml"\nplayers A "Anna" stark, B "Borys" lannister\n'
        'position round 2, challenges, first A, active A\nA play own = "Own Ranger"\n\nA challenge military with own\n'
    )
    lastword(home, "import", "own.lw")
    told = lastword(home, "tail", "own", "--at", "1")
    assert "Anna: challenge military with Own Ranger" in told
    assert "unknown card" not in told


def test_tail_tells_events_in_sentences_and_stops(home: Path) -> None:
    lastword(home, "import", "dispute.lw")
    told = lastword(home, "tail", "dispute", "-n", "3").splitlines()
    assert [line[:6].strip() for line in told] == ["252", "253", "254"]
    assert told[0].endswith("step: I. Count initiative")
    assert lastword(home, "tail", "dispute", "--at", "3").splitlines()[0].endswith("is a duplicate (as written)")
    assert "VIOLATION by Borys: use The Hand's Judgment" in told[2]
    assert not any(
        "Judgment" in line for line in lastword(home, "tail", "dispute", "--at", "60", "--as", "A").splitlines()
    )


def test_state_names_cards_and_tells_the_contest(home: Path) -> None:
    shown = lastword(home, "state", "dispute.lw", "--at", "81")
    assert "  hand: The Hand's Judgment, 4 unknown" in shown, "a name, without its number"
    assert "  play: Eddard Stark (STR 5" in shown, "the second copy lies elsewhere and needs no number to tell it apart"
    assert "  Borys attacks: The Hound\n  Anna defends: nobody\n" in shown
    assert "  2. Round 3 (since event 12)\n" in shown
    assert shown.startswith("A Game of Thrones: The Card Game (2nd edition), joust, rules 1.0, after event 81\n")


def test_list_shows_when_players_result_and_violations(home: Path) -> None:
    lastword(home, "import", "dispute.lw")
    lastword(home, "import", "dispute.lw", "--name", "again")
    lines = lastword(home, "list").splitlines()
    assert lines[0].split() == [
        *("NAME", "ID", "KIND", "PACK", "WHEN", "PLAYERS", "EVENTS", "RESULT", "VIOLATIONS", "SEAL", "FROM")
    ]
    assert "Anna, Borys" in lines[1]
    assert [line.split()[0] for line in lastword(home, "list", "--sort", "name").splitlines()[1:]] == [
        "again",
        "dispute",
    ]
    assert [line.split()[0] for line in lastword(home, "list", "agai", "--illegal").splitlines()[1:]] == ["again"]
    assert lastword(home, "list", "--pack", "l5r") == ""
    paged = started(home, "list", "--rows", "1", "--page", "2")
    assert len(paged.stdout.splitlines()) == 2
    assert "page 2 of 2, 2 games in all" in paged.stderr
    assert [row["violations"] for row in json.loads(lastword(home, "list", "--json"))] == [1, 1]


def test_importing_the_same_file_again_asks_for_a_name(home: Path) -> None:
    lastword(home, "import", "dispute.lw")
    assert "in the ledger already, as dispute; give --name" in lastword(home, "import", "dispute.lw", exits=2)
    (home / "dispute.lw").write_text(SAVE.replace("5 unknown", "6 unknown"), encoding="utf-8")
    assert lastword(home, "import", "dispute.lw").startswith("dispute-2 "), "another game from a file of that name"


def test_cards_are_listed_and_found(tmp_path: Path) -> None:
    events = lastword(tmp_path, "cards", "list", "agot2", "--type", "event")
    assert "The Hand's Judgment" in events
    assert "Eddard Stark" not in events
    assert "no cards of type 'evnt'" in lastword(tmp_path, "cards", "list", "agot2", "--type", "evnt", exits=2)
    assert "The Hand's Judgment" in lastword(tmp_path, "cards", "find", "judgment")
    assert lastword(tmp_path, "cards", "find", "zzzz", exits=1) == ""


def test_a_ledger_nobody_names_lies_in_one_place_for_the_user(home: Path) -> None:
    data = home / "data"
    own = {"XDG_DATA_HOME": str(data), "HOME": str(home), "LASTWORD_LEDGER": ""}
    done = started(home, "import", "dispute.lw", **own)
    assert done.returncode == 0, done.stderr
    assert f"using the ledger {data / 'lastword' / 'lastword.db'}" in done.stderr
    assert not (home / "lastword.db").exists()
    started(home, "--ledger", "lastword.db", "import", "dispute.lw", "--name", "here")
    listed = started(home, "list", **own)
    assert "using the ledger lastword.db" in listed.stderr, "a ledger in this folder is found first"
    assert "here" in listed.stdout
    assert "using" not in started(home, "list").stderr, "who names a ledger knows which it is"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("lastword state dis", "dispute"),
        ("lastword step dis", "dispute"),
        ("lastword rules book ag", "agot2"),
        ("lastword cards show the-hands", "the-hands-judgment"),
        ("lastword rules show agot2/dupl", "agot2/duplicates"),
        ("lastword case show case-d", "case-dispute-1"),
        ("lastword case search --like case-d", "case-dispute-1"),
        ("lastword state dispute@6", "dispute@64"),
        ("lastword why dispute --at 6", "64"),
        ("lastword options dispute.lw --at 6", "64"),
        ("lastword chart agot2 --phase cha", "challenges"),
        ("lastword chart agot2 --sequence tr", "trigger"),
        ("lastword rules compare trigger-s", "trigger-sequence"),
        ("lastword rules search x --pack ok", "okc"),
    ],
)
def test_tab_completes_names(home: Path, typed: str, offered: str) -> None:
    lastword(home, "import", "dispute.lw")
    if "case" in typed:
        lastword(home, "case", "open", "dispute@81", "--by", "B", "--question", "May it?")
    words = typed.split()
    more = {"_LASTWORD_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    assert f"plain,{offered}" in started(home, **more).stdout.splitlines()


def test_the_list_says_when_a_game_was_recorded(home: Path) -> None:
    lastword(home, "import", "dispute.lw")
    lastword(home, "branch", "dispute", "--skip", "65")
    today = datetime.now(UTC).date().isoformat()
    rows = json.loads(lastword(home, "list", "--json"))
    assert [row["created"] for row in rows] == [today, today]
    assert today in lastword(home, "list", today)


def test_a_verb_that_writes_to_the_users_own_ledger_says_which(home: Path) -> None:
    own = {"XDG_DATA_HOME": str(home / "data"), "HOME": str(home), "LASTWORD_LEDGER": ""}
    revised = ("rules", "revise", "okc/ambush", "--clause", "1", "--says", "x", "--because", "y")
    done = started(home, *revised, "--effective", "2026-03-01", **own)
    assert done.returncode == 0, done.stderr
    assert f"using the ledger {home / 'data' / 'lastword' / 'lastword.db'}" in done.stderr
