"""Ledgers that were in use apart are brought together: what is derived is not believed, and what can be merged is."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ledger.codec import VERDICTS
from ledger.entries import Entry
from ledger.events import Rolled
from ledger.exchange import export
from ledger.store import Ledger
from ledger.verdicts import GameJudged, VerdictEntry
from replays.cli.main import cli
from replays.verdicts.whole_ledger import fingerprint

ROOT = Path(__file__).parents[2]


def lastword(ledger: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["--ledger", str(ledger), *words], catch_exceptions=False)


def export_all(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Return an export with everything in it, verdicts too, as version 0.1.0 wrote it."""
    with monkeypatch.context() as patch, Ledger.open(str(ledger)) as opened:
        patch.setattr("ledger.exchange.DERIVED_KINDS", frozenset(), raising=False)
        return b"".join(export(opened, opened.heads()))


def test_a_verdict_that_comes_with_a_file_is_not_believed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, ours = home / "theirs.db", home / "ours.db"
    lastword(theirs, "import", str(home / "dispute.lw"))
    with Ledger.open(str(theirs)) as ledger:
        game = ledger.head("dispute")
        lie = GameJudged(game.id, game.last, game.digest.hex(), fingerprint())
        ledger.append(ledger.start("verdicts", kind=VERDICTS.name), [VerdictEntry(1, (lie,))])
    (home / "gift.jsonl").write_bytes(export_all(theirs, monkeypatch))
    done = lastword(ours, "ledger", "import", str(home / "gift.jsonl"))
    assert (done.exit_code, done.stdout) == (0, f"imported dispute ({game.last} events)\n")
    assert "verdicts was left out" in done.stderr
    judged = lastword(ours, "verify", "--all", "--json")
    assert judged.exit_code == 1
    assert "dispute" in judged.stdout
    again = json.loads(lastword(ours, "ledger", "import", str(home / "gift.jsonl"), "--json").stdout)
    assert {word: names for word, names in again.items() if names} == {"known": ["dispute"], "left_out": ["verdicts"]}


def test_an_export_has_no_verdicts(home: Path) -> None:
    ledger = home / "l.db"
    lastword(ledger, "import", str(home / "dispute.lw"))
    lastword(ledger, "verify", "--all")
    lines = lastword(ledger, "ledger", "export", "-o", "-").stdout
    assert [stream["name"] for stream in json.loads(lines.splitlines()[0])["streams"]] == ["dispute"]
    named = lastword(ledger, "ledger", "export", "verdicts", "dispute", "-o", "-")
    assert named.stdout == lines
    assert "verdicts is left out" in named.stderr


def roll(ledger: Path, name: str) -> int:
    """Append one event to a game, and return its number."""
    with Ledger.open(str(ledger)) as opened:
        head = opened.head(name)
        return opened.append(head, [Entry(head.last + 1, (Rolled("die", (1,)),))]).last


def exported(ledger: Path) -> str:
    """Write everything in a ledger to a file, and return its name."""
    file = f"{ledger}.jsonl"
    assert lastword(ledger, "ledger", "export", "-o", file).exit_code == 0
    return file


def revise(ledger: Path, clause: str, says: str, day: str = "2026-06-01") -> None:
    words = ("--clause", clause, "--says", says, "--because", "Announcement", "--effective", day)
    done = lastword(ledger, "rules", "revise", "agot2/duplicates", *words)
    assert done.exit_code == 0, done.output


def sound(ledger: Path) -> bool:
    return lastword(ledger, "ledger", "check").exit_code == 0


@pytest.fixture
def pair(home: Path) -> tuple[Path, Path]:
    """Two ledgers in use: each has a game `dispute` of its own, verdicts, and a revision of one book."""
    ours, theirs = home / "ours.db", home / "theirs.db"
    for ledger, clause in ((ours, "5"), (theirs, "4")):
        lastword(ledger, "import", str(home / "dispute.lw"))
        lastword(ledger, "verify", "--all")
        revise(ledger, clause, f"Clause {clause} as {ledger.stem} has it.")
    return ours, theirs


def test_two_ledgers_in_use_are_merged(pair: tuple[Path, Path]) -> None:
    ours, theirs = pair
    revise(ours, "3", "Our words.", "2026-07-01")
    revise(theirs, "3", "Their words.", "2026-07-01")
    refused = lastword(ours, "ledger", "import", exported(theirs))
    assert refused.exit_code == 2
    assert "already has a game 'dispute': nothing was imported; --rename imports" in refused.stderr
    done = lastword(ours, "ledger", "import", exported(theirs), "--rename")
    assert done.exit_code == 0, done.output
    assert "imported dispute-2 (" in done.stdout
    assert "which is called dispute where it comes from" in done.stdout
    assert "both ledgers revise agot2/duplicates#3 from 2026-07-01 on with different words" in done.stderr
    assert sound(ours)
    history = lastword(ours, "rules", "history", "agot2/duplicates").stdout
    for words in ("Clause 5 as ours has it.", "Clause 4 as theirs has it.", "Our words."):
        assert words in history
    assert "Their words." not in history
    assert lastword(ours, "verify", "dispute-2").exit_code == 1
    again = lastword(ours, "ledger", "import", exported(theirs), "--rename", "--json")
    assert json.loads(again.stdout)["imported"] == []
    assert json.loads(again.stdout)["known"] == ["dispute"]


def test_a_game_under_another_name_keeps_its_record_its_seal_and_its_name_elsewhere(pair: tuple[Path, Path]) -> None:
    ours, theirs = pair
    words = ("--key", str(ours.parent / "k.pem"), "--new-key", "--by", "Ada", "--json")
    (ours.parent / "receipt").write_text(lastword(theirs, "ledger", "seal", "dispute", *words).stdout)
    assert lastword(ours, "ledger", "import", exported(theirs), "--rename").exit_code == 0
    assert lastword(ours, "ledger", "check", "dispute-2", "--receipt", str(ours.parent / "receipt")).exit_code == 0
    copy = ours.parent / "copy.db"
    assert lastword(copy, "ledger", "import", exported(ours)).exit_code == 0
    assert sound(copy)
    with Ledger.open(str(copy)) as ledger, Ledger.open(str(theirs)) as source:
        assert ledger.head("dispute-2").about == source.head("dispute").about
        assert ledger.head("dispute-2").digest == source.head("dispute").digest


def test_a_case_about_a_renamed_game_names_the_game_it_is_about(pair: tuple[Path, Path]) -> None:
    ours, theirs = pair
    lastword(theirs, "case", "open", "dispute", "--question", "Why?")
    lastword(ours, "ledger", "import", exported(theirs), "--rename")
    assert json.loads(lastword(ours, "case", "list", "--json").stdout)[0]["address"] == "dispute-2@81"
    shown = lastword(ours, "case", "show", "case-dispute-1").stdout
    assert "dispute-2 is still the record this is about" in shown
    assert "(called dispute where the case was opened)" in shown


def test_another_name_needs_a_register_that_keeps_it(home: Path, pair: tuple[Path, Path]) -> None:
    golden, theirs = home / "golden.db", pair[1]
    shutil.copy(ROOT / "tests" / "golden" / "ledger-0.1.0-early-branch.db", golden)
    with Ledger.open(str(golden)) as ledger:
        ledger.start("dispute")
    refused = lastword(golden, "ledger", "import", exported(theirs), "--rename")
    assert (refused.exit_code, "`lastword ledger checkpoint` brings" in refused.stderr) == (2, True)
    lastword(golden, "ledger", "checkpoint")
    assert lastword(golden, "ledger", "import", exported(theirs), "--rename").exit_code == 0
    assert sound(golden)


def test_the_longer_record_of_one_game_is_kept(pair: tuple[Path, Path]) -> None:
    ours, theirs = pair
    copy = ours.parent / "copy.db"
    lastword(copy, "ledger", "import", exported(theirs))
    last = [roll(theirs, "dispute") for _ in range(3)][-1]
    done = lastword(copy, "ledger", "import", exported(theirs))
    assert f"continued dispute (up to event {last})" in done.stdout
    assert sound(copy)
    assert lastword(theirs, "ledger", "import", exported(copy)).exit_code == 0
    roll(copy, "dispute")
    with Ledger.open(str(theirs)) as ledger:
        head = ledger.head("dispute")
        ledger.append(head, [Entry(head.last + n, (Rolled("other die", (1,)),)) for n in (1, 2)])
    parted = lastword(copy, "ledger", "import", exported(theirs))
    assert (parted.exit_code, "the ledger has another record of dispute" in parted.stderr) == (2, True)
    assert sound(copy)


def test_games_are_shared_without_people_s_names(home: Path) -> None:
    ledger, shared = home / "l.db", home / "shared.jsonl"
    lastword(ledger, "import", str(home / "dispute.lw"), "--name", "anna-against-borys")
    lastword(ledger, "branch", "anna-against-borys", "--at", "64", "-m", "A claim cat", "--name", "borys-says")
    lastword(ledger, "case", "open", "anna-against-borys", "--by", "B", "--question", "May Borys do that?")
    lastword(ledger, "ledger", "seal", "anna-against-borys", "--key", str(home / "k"), "--new-key", "--by", "Cyd")
    assert "Borys" in lastword(ledger, "ledger", "export", "-o", "-").stdout, "the names are there to be hidden"
    assert lastword(ledger, "ledger", "export", "--pseudonyms", "-o", str(shared)).exit_code == 0
    text = shared.read_text()
    for name in ("Anna", "anna", "Borys", "borys", "Cyd", "dispute.lw"):
        assert name not in text
    copy = home / "copy.db"
    assert lastword(copy, "ledger", "import", str(shared)).exit_code == 0
    assert sound(copy)
    games = [game["name"] for game in json.loads(lastword(copy, "list", "--json").stdout)]
    assert len(games) == 2
    theirs, ours = (lastword(*asked, "--json") for asked in ((copy, "verify", games[0]), (ledger, "verify", "anna")))
    assert theirs.exit_code == ours.exit_code == 1
    found = [
        [(item["seq"], item["player"]) for item in json.loads(done.stdout)["violations"]] for done in (theirs, ours)
    ]
    assert found[0] == found[1] != []
