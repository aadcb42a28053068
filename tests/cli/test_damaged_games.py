"""A stored game that is not as it was written: no verb takes it for the record, and nobody is accused because of it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ledger.store import Ledger
from replays.cli.main import cli

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "agot2" / "three-judgments.lw"
GAME = EXAMPLE.stem


def lastword(ledger: Path, *words: object) -> Result:
    result = CliRunner().invoke(cli, ["--ledger", str(ledger), *map(str, words)])
    assert "a fault of the program" not in result.stderr
    return result


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    assert lastword(path, "import", EXAMPLE).exit_code == 0
    return path


def strike(ledger: Path, statement: str) -> None:
    """Change the file by hand, behind the program's back."""
    with sqlite3.connect(ledger) as connection:
        connection.execute(statement)


LAST = "DELETE FROM stored_events WHERE originator_version = (SELECT max(originator_version) FROM stored_events)"
MIDDLE = (
    "DELETE FROM stored_events WHERE originator_version = "
    "(SELECT originator_version FROM stored_events ORDER BY originator_version LIMIT 1 OFFSET 2)"
)
ALL = "DELETE FROM stored_events"


@pytest.mark.parametrize("statement", [LAST, MIDDLE, ALL])
@pytest.mark.parametrize(
    "words", [("verify", GAME), ("state", GAME), ("windows", GAME), ("options", GAME), ("branch", GAME, "--skip", 90)]
)
def test_a_game_with_missing_rows_is_refused(ledger: Path, statement: str, words: tuple[str, ...]) -> None:
    strike(ledger, statement)
    done = lastword(ledger, *words)
    assert done.exit_code == 2
    assert "`lastword ledger check` says more" in done.stderr


def test_nobody_is_accused_because_of_a_changed_row(ledger: Path) -> None:
    with Ledger.open(str(ledger)) as opened:
        rows = [row for page in opened.pages(opened.head(GAME), -1) for row in page]
    version, _, state = next(row for row in rows if b"military" in row[2])
    with sqlite3.connect(ledger) as connection:
        changed = state.replace(b"military", b"intrigue")
        connection.execute("UPDATE stored_events SET state = ? WHERE originator_version = ?", (changed, version))
    judged = lastword(ledger, "verify", GAME)
    assert (judged.exit_code, judged.stdout) == (2, "")
    assert f"{GAME} is not as it was written" in judged.stderr
    together = lastword(ledger, "verify", "--all", "--workers", "1")
    assert together.exit_code == 1
    assert f"{GAME}  could not be judged: {GAME} is not as it was written" in together.stdout


@pytest.mark.parametrize("statement", [LAST, MIDDLE, ALL])
def test_a_damaged_record_is_not_sealed(ledger: Path, statement: str, tmp_path: Path) -> None:
    strike(ledger, statement)
    done = lastword(ledger, "ledger", "seal", GAME, "--key", tmp_path / "key.pem", "--new-key", "--by", "Maria")
    assert done.exit_code == 2
    assert "not as it was written" in done.stderr


def test_an_export_never_takes_the_place_of_a_log(ledger: Path, tmp_path: Path) -> None:
    log = tmp_path / "other.db-wal"
    log.write_bytes(b"the last entries of another ledger")
    done = lastword(ledger, "ledger", "export", "-o", log, "--force")
    assert done.exit_code == 2
    assert log.read_bytes() == b"the last entries of another ledger"


def test_pseudonyms_leave_out_where_a_game_was_played(ledger: Path, tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8").replace(
        "players", 'tournament "Kyiv Open", round 3, table 7\nplayers', 1
    )
    (tmp_path / "played.lw").write_text(text, encoding="utf-8")
    assert lastword(ledger, "import", tmp_path / "played.lw").exit_code == 0
    shared = tmp_path / "shared.jsonl"
    assert lastword(ledger, "ledger", "export", "played", "--pseudonyms", "-o", shared).exit_code == 0
    assert "Kyiv" not in shared.read_text(encoding="utf-8")
