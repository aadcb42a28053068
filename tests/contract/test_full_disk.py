"""A new ledger on a full disk: it is refused with a sentence, and no empty file is left behind."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "agot2" / "three-judgments.lw"


def no_room() -> None:
    """Let this process write nothing into files, as if the disk were full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_a_ledger_that_cannot_be_made_leaves_no_empty_file(tmp_path: Path) -> None:
    words = ["--ledger", str(tmp_path / "new.db"), "import", str(EXAMPLE)]
    done = subprocess.run(
        [sys.executable, "-B", "-m", "replays.cli.main", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=no_room,
    )
    assert done.returncode == 2, done.stderr
    assert "new.db" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []
