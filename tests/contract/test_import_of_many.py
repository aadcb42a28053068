"""An import of many transcripts runs them on all cores, holds none of the runs, and stores all of them or none."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from ledger.store import Ledger
from replays.cli._import_runs import FEW, run_file, run_files
from replays.cli._records import read_document
from replays.reading.reader import run
from replays.records.results import Run
from tests.cli.typed import lastword

ROOT = Path(__file__).parents[2]
TRANSCRIPT = sorted((ROOT / "rules/packs/hbo/playthroughs").glob("*.lw"))[0]
MANY = 2 * FEW + 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(MANY):
        (tmp_path / f"table-{number:02}.lw").write_bytes(TRANSCRIPT.read_bytes())
    return tmp_path


def test_many_files_are_stored_in_their_order_and_as_one_by_one(folder: Path) -> None:
    files = sorted(map(str, folder.glob("*.lw")))
    lastword(folder, "--ledger", "many.db", "import", *files)
    lastword(folder, "--ledger", "one.db", "import", files[0])
    with Ledger.open(str(folder / "many.db")) as many, Ledger.open(str(folder / "one.db")) as one:
        assert [head.name for head in many.games()] == [Path(file).stem for file in files]
        both = (
            [entry.events for entry in ledger.entries(name)] for ledger, name in ((many, "table-16"), (one, "table-00"))
        )
        assert next(both) == next(both)


def test_one_bad_file_among_many_is_named_and_nothing_is_stored(folder: Path) -> None:
    bad = folder / "table-09.lw"
    bad.write_text("pack: nonsense\n", encoding="utf-8")
    says = lastword(folder, "--ledger", "many.db", "import", *sorted(map(str, folder.glob("*.lw"))), exits=2)
    assert says == lastword(folder, "--ledger", "many.db", "import", str(bad), exits=2), "as if it were imported alone"
    assert not (folder / "many.db").exists()


def test_runs_are_let_go(folder: Path) -> None:
    before = {id(found) for found in gc.get_objects() if isinstance(found, Run)}  # other tests may keep some
    held = run(read_document(str(folder / "table-00.lw")))
    done = [run_file(str(path)) for path in sorted(folder.glob("*.lw"))[:3]]
    gc.collect()
    assert len(done) == 3
    new = [found for found in gc.get_objects() if isinstance(found, Run) and id(found) not in before]
    assert new == [held], "the one that is held here"


def test_standard_input_is_read_here(folder: Path) -> None:
    first = next(iter(run_files([str(folder / "table-00.lw")])))
    assert first.record().entries
    out = lastword(folder, "--ledger", "in.db", "import", "-", "--name", "typed", stdin=TRANSCRIPT.read_text("utf-8"))
    assert out.startswith("typed ")
