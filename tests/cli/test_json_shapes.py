"""What `--json` prints is what docs/json.md describes: every verb is run, and each document compared with its shape."""

from __future__ import annotations

import json
import subprocess
from contextlib import chdir
from itertools import takewhile
from pathlib import Path
from shutil import copyfile
from typing import Any, get_args

import pytest
from click.testing import CliRunner

from replays.cli.main import cli
from tests.cli.test_every_verb import verbs
from tests.cli.typed import COMMAND, ROOT, environment
from tests.json_shapes import ERRORS, LINES, PAGE, SHAPES, faults, fields_in, optional_fields, written
from tests.sequences import SAVE

GOLDEN = ROOT / "tests" / "golden"
EXAMPLES = ROOT / "docs" / "examples"
PLAYTHROUGHS = ROOT / "rules" / "packs" / "agot2" / "playthroughs"
CASE = "case-dispute-1"
RULING = ("--judge", "Maria", "--finding", "No.", "--cite", "agot2/duplicates#5", "--remedy", "warning:B")
REVISED = ("--clause", "5", "--because", "An erratum.", "--effective", "2026-03-01", "--says")
FILES = {
    "dispute.lw": SAVE,
    "confirmed.lw": """lastword 1 l5r standard
players A "Aiko" unicorn, B "Botan" unicorn
position round 2, conflict, first A, active A
A play one = "Border Rider" (bowed)
A hand nothing
B play two = "Border Rider" (bowed), three = "Border Rider" (bowed)
B hand nothing

A use one
B pass
B pass
""",
    "corrected.lw": SAVE.replace("A claim ned\n", "correct A power 3, by the judge\nA claim ned\n"),
    "anna.lw": "A use duplicate of ned\nexpect ned in A.play\n",
    "list.json": json.dumps(
        [{"name": "A Card", "type": "event", "faction": "stark", "cost": 1, "traits": [], "text": ""}]
    ),
    "cards.toml": '[[card]]\nid = "a"\nname = "A"\ntype = "event"\ncolour = "red"\n',
    "rulebook.txt": "Відступ\n\nA story of a retreat to the nearest domain.\n",
}
"""The files that are in the folder before anything is typed."""

TYPED: list[tuple[str, tuple[str, ...]]] = [
    ("import", ("dispute.lw",)),
    ("import", ("dispute.lw", "--name", "again")),
    ("verify", ("dispute.lw",)),
    ("verify", ("dispute",)),
    ("verify", ("confirmed.lw",)),
    ("verify", ("corrected.lw",)),
    ("verify", (str(PLAYTHROUGHS / "judge-too-late-before-a-challenge.lw"),)),  # with another reading that is as likely
    ("verify", ("dispute.lw", "--as-of", "2026-02-01")),
    ("why", ("dispute.lw", "--line", "16")),
    ("why", ("dispute.lw", "--line", "16", "--as-of", "2026-02-01")),
    ("windows", ("dispute",)),
    ("options", ("dispute@64",)),
    *(("state", (f"dispute@{seq}", *view)) for seq in (1, 81, 254) for view in ((), ("--as", "B"))),
    ("tail", ("dispute", "-n", "300")),
    ("step", ("dispute.lw",)),
    ("list", ()),
    ("games", ()),
    ("fmt", ("--check", "dispute.lw", "-")),
    ("draw", ("dispute@81", "-o", "save.dot")),
    ("draw", ("dispute", "--style", "timeline", "-o", "line.dot")),
    *(("chart", (pack, "-o", f"{pack}.dot")) for pack in ("agot2", "hbo", "l5r", "okc", "tegot")),
    ("explore", ("dispute@64", "--ask", "zone(ned) == dead")),
    ("explore", (str(EXAMPLES / "agot2" / "three-forced-reactions.lw"), "--orders")),
    ("rewind", ("dispute", "--to", "64")),
    ("branch", ("dispute", "--at", "64", "-m", "A pass")),
    ("diff", ("dispute@64", "dispute@81")),
    ("simulate", ("tegot",)),
    *(("cards show", (name,)) for name in ("Eddard Stark", "The Hound", "Ambush")),
    ("cards list", ("hbo",)),
    ("cards find", ("judgment",)),
    ("cards check", ("cards.toml", "--game", "agot2")),
    ("cards deck", (str(EXAMPLES / "cards" / "wolves.txt"),)),
    ("cards import", ("list.json",)),
    ("cards import", ("list.json", "-o", "imported.toml")),
    ("rules search", ("anulowanie",)),
    ("rules show", ("agot2/cancel",)),
    ("rules show", ("agot2/cancel#2@1.0",)),
    ("rules list", ("okc",)),
    ("rules compare", ("trigger-sequence",)),
    ("rules book", ("tegot", "-o", "tegot.md")),
    ("rules attach", ("tegot", "rulebook.txt")),
    ("rules coverage", ("hbo",)),
    ("case open", ("dispute@81", "--question", "May it be cancelled?", "--by", "B")),
    ("case take", (CASE, "--judge", "Maria")),
    ("case give-back", (CASE, "--judge", "Maria")),
    ("case take", (CASE, "--judge", "Olena")),
    ("case end-call", (CASE, "--judge", "Olena")),
    ("case claim", (CASE, "--by", "A", "--says", "No.", "--line", "anna.lw")),
    ("case remark", (CASE, "--by", "Maria", "--says", "Both were told.")),
    ("case rule", (CASE, *RULING)),
    ("case appeal", (CASE, "--by", "B", "--grounds", "It was misread.")),
    ("case uphold", (CASE, "--because", "It is plain.", "--judge", "Olena")),
    ("case overturn", (CASE, "--because", "Misread.", *RULING)),
    ("ledger seal", (CASE, "--key", "judge.pem", "--new-key", "--by", "Maria")),
    ("case show", (CASE,)),
    ("case list", ()),
    ("case search", ("cancelled",)),
    ("case open", ("again@81", "--question", "And this one?", "--by", "B")),
    ("case search", ("--like", CASE)),
    ("case remedies", ("case-again-1",)),
    ("case export", (CASE, "-o", "ruling.md")),
    ("rules show", ("agot2/duplicates",)),
    ("list", ("--all",)),
    ("verify", ("--all", "--workers", "1")),
    ("rules revise", ("agot2/duplicates", *REVISED, "Reworded.")),
    ("rules history", ("agot2/duplicates#5",)),
    ("rules diff", ("2026-01-01", "2026-04-01")),
    ("verify", ("--all", "--workers", "1", "--as-of", "2026-04-01")),
    ("verify", ("dispute", "--as-of", "2026-04-01")),
    ("ledger check", ()),
    ("ledger checkpoint", ()),
    ("ledger stats", ()),
    ("ledger export", ("-o", "all.jsonl")),
    ("ledger import", ("all.jsonl",)),
    ("demo", ()),
]
"""Every verb with what follows it, in the order they are typed in one folder."""
OF_AN_OLDER_ENGINE: list[tuple[str, tuple[str, ...]]] = [
    ("ledger upgrade", ("hbo-duel-2-4",)),
    ("verify", ("tegot-standard-2-3",)),
    ("verify", ("--all", "--workers", "1")),
]
"""Verbs typed at a ledger of version 0.1.0."""
NEVER_SEEN = {
    "VerificationData.differences",  # a stored game that this engine recorded and would not derive: there is none
    "FoundGames.not_judged",
    "ChangedGames.not_judged",
    "DeskPlace.links",
}
"""Fields that may be absent, and are in everything that is typed here."""


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, Any]]:
    """Every document that the verbs print, with its verb."""
    home = tmp_path_factory.mktemp("home")
    for name, text in FILES.items():
        (home / name).write_text(text, encoding="utf-8")
    copyfile(GOLDEN / "ledger-0.1.0.db", home / "old.db")
    found = [(verb, one) for verb, words in TYPED for one in printed(home, "lastword.db", verb, *words)]
    found += [(verb, one) for verb, words in OF_AN_OLDER_ENGINE for one in printed(home, "old.db", verb, *words)]
    return [*found, ("serve", place_of_desk(home))]


def printed(home: Path, ledger: str, verb: str, *words: str) -> list[Any]:
    """Run a verb with `--json` and return the documents it printed; a refusal fails the test."""
    stdin = "find killed\nstate A\nbogus\nquit\n" if verb == "step" else SAVE if "-" in words else None
    with chdir(home):
        done = CliRunner(env={"LASTWORD_LEDGER": ledger}).invoke(cli, [*verb.split(), *words, "--json"], stdin)
    assert done.exit_code in (0, 1) or done.stdout, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()] if verb in LINES else [json.loads(done.stdout)]


def place_of_desk(home: Path) -> Any:
    """Start the desk, and return what it printed."""
    with subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--json"], cwd=home, env=environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = "".join(takewhile(lambda line: line != "}\n", iter(process.stdout.readline, ""))) + "}"
        process.kill()
    return json.loads(said)


def test_every_verb_has_a_shape() -> None:
    assert sorted(" ".join(words) for words in verbs()) == sorted(SHAPES)


def test_every_document_is_as_its_shape_says(documents: list[tuple[str, Any]]) -> None:
    assert {verb for verb, _ in documents} == set(SHAPES), "every verb is typed"
    wrong = [f"{verb}: {fault}" for verb, document in documents for fault in faults(document, SHAPES[verb])]
    assert not wrong, "\n".join(wrong[:20])


def test_every_field_that_may_be_absent_is_there_once(documents: list[tuple[str, Any]]) -> None:
    optional = set().union(*(optional_fields(shape) for shape in SHAPES.values()))
    seen = {field for verb, document in documents for field in fields_in(document, SHAPES[verb])}
    assert optional - seen == NEVER_SEEN


def test_the_errors_of_a_transcript_are_as_their_shape_says(tmp_path: Path) -> None:
    (tmp_path / "wrong.lw").write_text(SAVE.replace("defend", "defned"), encoding="utf-8")
    (document,) = printed(tmp_path, "lastword.db", "verify", "wrong.lw")
    assert not list(faults(document, ERRORS))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"extra": 1}, "document.extra is in no shape"),
        ({"id": 7}, "document.id is 7, not text"),
        ({"name": None}, "document.name is None, not text"),
    ],
)
def test_a_document_that_differs_from_its_shape_is_told(change: dict[str, Any], fault: str) -> None:
    row = {"game": "agot2", "name": "A", "type": "event", "id": "a"}
    (shape,) = get_args(SHAPES["cards list"])
    assert not list(faults(row, shape))
    assert list(faults({**row, **change}, shape)) == [fault]
    assert list(faults({key: value for key, value in row.items() if key != "game"}, shape)) == [
        "document.game is missing"
    ]


def test_the_page_is_written_from_the_shapes_as_they_are() -> None:
    assert PAGE.read_text(encoding="utf-8") == written(), "docs/json.md is stale: run `make map`"
