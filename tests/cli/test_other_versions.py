"""Games that another version recorded: judged by their decisions, upgraded on demand, and never in each other's way."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from ledger.entries import Entry
from ledger.events import Counted, Event, FrameAdvanced, MoveMade
from ledger.folding import fold
from ledger.store import Ledger
from replays.cli.main import cli
from replays.records.engine import UNKNOWN_SCRIBE, engine_of, stamped

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "agot2" / "cancelling-a-duplicates-save.lw"
GAME = EXAMPLE.stem


def lastword(ledger: Path, *words: str) -> Result:
    result = CliRunner().invoke(cli, ["--ledger", str(ledger), *words])
    assert "Traceback" not in result.output
    return result


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with one game of this version."""
    path = tmp_path / "games.db"
    assert lastword(path, "import", str(EXAMPLE), "--recorded-by", "Olena").exit_code == 0
    return path


def entries_of(path: Path, game: str) -> list[Entry]:
    with Ledger.open(str(path)) as ledger:
        return list(ledger.entries(game))


def keep(path: Path, name: str, entries: list[Entry], engine: str) -> None:
    """Store entries as a game that another engine recorded; their numbers are made to follow one another."""
    seq, made = 1, []
    for entry in entries:
        made.append(msgspec.structs.replace(entry, seq=seq, engine=engine))
        seq += len(entry.events)
    with Ledger.open(str(path)) as ledger:
        ledger.start(name, pack="agot2", pack_version="1.0", entries=made)


def up_to_the_last_move(path: Path) -> list[Entry]:
    """The entries of the game without the illegal move that is noted after its last legal one."""
    entries = entries_of(path, GAME)
    last = max(at for at, entry in enumerate(entries) if isinstance(entry.events[0], MoveMade))
    return entries[: last + 1]


def with_a_last_event(entries: list[Entry], event: Event) -> list[Entry]:
    """The entries with an event more at the end, as another engine might have derived it."""
    last = msgspec.structs.replace(entries[-1], events=(*entries[-1].events, event))
    return [*entries[:-1], last]


def idle_event(entries: list[Entry]) -> FrameAdvanced:
    """An event that changes nothing anybody can see: the innermost frame remembers something more."""
    frame = fold(event for entry in entries for event in entry.events).top
    return FrameAdvanced(frame.id, frame.step, {"remembered": 1})


RICHER = Counted("A", "gold", 5)


def test_a_stored_action_says_which_engine_made_it_when_and_by_whom(ledger: Path) -> None:
    for entry in entries_of(ledger, GAME):
        assert entry.engine == engine_of("agot2")
        assert entry.recorded_by == "Olena"
        assert entry.recorded[:2] == "20"


def test_entries_of_version_1_are_read_with_the_new_fields_empty() -> None:
    first = Entry(1, (Counted("A", "gold", 1),), remark="by hand", line=7)
    old = msgspec.msgpack.encode(msgspec.msgpack.decode(msgspec.msgpack.encode(first))[:8])
    assert msgspec.msgpack.decode(old, type=Entry) == first


def test_what_another_version_derived_otherwise_is_information(ledger: Path) -> None:
    entries = up_to_the_last_move(ledger)
    keep(ledger, "derived", with_a_last_event(entries, idle_event(entries)), "0.0.9+1234")
    told = lastword(ledger, "verify", "derived")
    assert "recorded by 0.0.9; this version derives it differently from event" in told.stdout
    assert "no player's doing" in told.stdout
    found = json.loads(lastword(ledger, "verify", "derived", "--json").stdout)
    assert found["violations"] == []
    assert found["other_engine"]["findings"] == []
    assert told.exit_code == 0


def test_another_table_is_a_finding_about_the_versions_with_both_sides(ledger: Path) -> None:
    entries = up_to_the_last_move(ledger)
    keep(ledger, "richer", with_a_last_event(entries, RICHER), "0.0.9+1234")
    told = lastword(ledger, "verify", "richer")
    assert told.exit_code == 1
    assert "A, gold: the record has 5, this version 0" in told.stdout
    found = json.loads(lastword(ledger, "verify", "richer", "--json").stdout)
    assert found["violations"] == []
    together = lastword(ledger, "verify", "--all").stdout
    assert "richer  recorded by 0.0.9; this version derives it differently" in together
    assert "A, gold: recorded 5, by this version 0" in together


def test_a_difference_in_a_game_of_this_version_is_told_as_before(ledger: Path) -> None:
    entries = up_to_the_last_move(ledger)
    keep(ledger, "altered", with_a_last_event(entries, idle_event(entries)), engine_of("agot2"))
    assert "the record and the rules part" in lastword(ledger, "verify", "altered").stdout


def test_upgrading_plays_the_same_decisions_and_keeps_the_old_game(ledger: Path) -> None:
    entries = [
        msgspec.structs.replace(entry, engine="", recorded="", recorded_by="") for entry in entries_of(ledger, GAME)
    ]
    keep(ledger, "old", entries, "")
    done = json.loads(lastword(ledger, "ledger", "upgrade", "old", "--json").stdout)
    assert done["name"] == "old-upgraded"
    new = entries_of(ledger, "old-upgraded")
    assert [entry.events[1:] if not at else entry.events for at, entry in enumerate(new)] == [
        entry.events[1:] if not at else entry.events for at, entry in enumerate(entries)
    ]
    assert new[0].events[0].settings["upgraded from"].startswith("old@254 ")  # type: ignore[union-attr]
    assert {entry.engine for entry in new} == {engine_of("agot2")}
    assert entries_of(ledger, "old") == entries
    again = lastword(ledger, "ledger", "upgrade", "old-upgraded")
    assert (again.exit_code, "nothing to upgrade" in again.output) == (2, True)


def test_a_game_that_comes_out_otherwise_is_not_upgraded(ledger: Path) -> None:
    entries = up_to_the_last_move(ledger)
    keep(ledger, "richer", with_a_last_event(entries, RICHER), "0.0.9+1234")
    refused = lastword(ledger, "ledger", "upgrade", "richer")
    assert refused.exit_code == 2
    assert "A, gold: the record has 5, this version 0" in refused.output


def test_one_game_that_cannot_be_judged_does_not_end_the_rest(ledger: Path) -> None:
    with Ledger.open(str(ledger)) as opened:
        opened.start("broken", pack="agot2", entries=[Entry(1, (Counted("A", "gold", 1),))])
    told = lastword(ledger, "verify", "--all", "--workers", "1")
    assert told.exit_code == 1
    assert "broken  could not be judged: broken" in told.stdout
    assert f"{GAME}@81  B: agot2/triggering-condition#1" in told.stdout


def test_one_damaged_row_does_not_end_a_list(ledger: Path) -> None:
    lastword(ledger, "case", "open", GAME, "--question", "May it?", "--name", "the-case")
    with Ledger.open(str(ledger)) as opened:
        opened.start("damaged", pack="agot2", entries=stamped(entries_of(ledger, GAME), "agot2", UNKNOWN_SCRIBE))
    with sqlite3.connect(ledger) as connection:
        connection.execute("UPDATE ledger_streams SET last = 'many' WHERE name = 'damaged'")
    listed = lastword(ledger, "list")
    assert (listed.exit_code, GAME in listed.stdout) == (1, True)
    assert "damaged: where it ends was changed" in listed.stderr
    cases = lastword(ledger, "case", "list")
    assert (cases.exit_code, "the-case" in cases.stdout) == (1, True)
    judged = lastword(ledger, "verify", "--all", "--workers", "1")
    assert judged.exit_code == 1
    assert "damaged: where it ends was changed" in judged.stdout
    assert f"{GAME}@81" in judged.stdout
