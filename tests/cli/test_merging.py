"""Ledgers that were in use apart are brought together: what is derived is not believed, and what can be merged is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ledger.codec import VERDICTS
from ledger.exchange import export
from ledger.store import Ledger
from ledger.verdicts import GameJudged, VerdictEntry
from replays.cli.main import cli
from replays.verdicts.whole_ledger import fingerprint


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
    assert again == {"imported": [], "known": ["dispute"], "left_out": ["verdicts"]}


def test_an_export_has_no_verdicts(home: Path) -> None:
    ledger = home / "l.db"
    lastword(ledger, "import", str(home / "dispute.lw"))
    lastword(ledger, "verify", "--all")
    lines = lastword(ledger, "ledger", "export", "-o", "-").stdout
    assert [stream["name"] for stream in json.loads(lines.splitlines()[0])["streams"]] == ["dispute"]
    named = lastword(ledger, "ledger", "export", "verdicts", "dispute", "-o", "-")
    assert named.stdout == lines
    assert "verdicts is left out" in named.stderr
