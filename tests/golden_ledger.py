"""Write the golden ledger of a release: games, branches, a case and a seal, recorded by the program of that release.

usage: python -m tests.golden_ledger FOLDER

The file is named for the release, such as `ledger-0.1.0.db`. Commit it once, beside the earlier ones, and never write
it again: `tests/golden/test_stored_ledgers.py` asks every later version to open, check, judge, step through, draw and
print it.
"""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from replays.cli.main import cli

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES, PACKS = ROOT / "docs" / "examples", ROOT / "rules" / "packs"

WHOLE_GAMES = {"agot2": 2, "hbo": 4, "l5r": 4, "okc": 1, "tegot": 3}
"""For each pack the seed of a random game that is played from the set-up to a winner."""

EXAMPLE_POSITIONS = (
    "agot2/cancelling-a-duplicates-save",
    "agot2/redirected-against-a-friend",
    "hbo/two-for-claim-one-saved",
    "l5r/a-duel-and-a-cancelled-event",
    "okc/second-clash-and-spies",
    "tegot/the-throne-lost-five-frames-deep",
)
APPLIED = ("agot2/applied-and-unpaid", "l5r/applied-with-its-target", "okc/played-on-all-the-same")
"""Playthroughs in which an illegal move is applied: the game goes on as if it had been legal."""

GAME = "cancelling-a-duplicates-save"
"""The game the case, the branches and the seal are about. Its illegal move is noted and ignored."""

CASE = f"case-{GAME}-1"
BORYS = 'A use duplicate of ned\nB play "The Hand\'s Judgment"\n'
"""The moves that player B claims."""


def commands(folder: Path) -> list[tuple[str, ...]]:
    """Return every command that records something, in order; `folder` is for the key and the claimed moves."""
    key, line = str(folder / "judge.pem"), str(folder / "borys.lw")
    cited = ("--cite", "agot2/duplicates#5", "--judge", "Maria")
    return [
        *(("simulate", pack, "--seed", str(seed), "--keep") for pack, seed in WHOLE_GAMES.items()),
        *(("import", str(EXAMPLES / f"{name}.lw")) for name in EXAMPLE_POSITIONS),
        *(("import", str(_playthrough(name))) for name in APPLIED),
        ("branch", GAME, "--at", "64", "-m", "A claim cat", "--name", "catelyn-dies"),
        ("branch", GAME, "--skip", "81", "--name", "without-the-cancel"),
        ("branch", "tegot-standard-2-3", "--at", "900", "--name", "another-winter"),
        ("rules", "revise", "agot2/duplicates", "--clause", "5",
         "--says", "A save by a duplicate is not an ability that is used.",
         "--because", "Announcement 1", "--effective", "2026-06-01"),
        ("case", "open", GAME, "--by", "B", "--question", "May The Hand's Judgment cancel the save of a duplicate?"),
        ("case", "claim", CASE, "--by", "B", "--says", "The save is an interrupt.", "--line", line),
        ("case", "rule", CASE, "--finding", "The save stands.", *cited, "--remedy", "warning:B"),
        ("case", "appeal", CASE, "--by", "B", "--grounds", "The clause was misread."),
        ("case", "overturn", CASE, "--because", "A warning is too much.", "--finding", "The save stands.", *cited),
        ("verify", "--all"),
        ("ledger", "seal", GAME, "--key", key, "--new-key", "--by", "Head judge", "--when", "2026-11-17"),
        ("ledger", "check"),
    ]  # fmt: skip


def write(ledger: Path) -> None:
    """Write a golden ledger to a file that must not exist yet; exit at the first command that fails."""
    if ledger.exists():
        sys.exit(f"{ledger} is there already. A golden ledger is written once and never again.")
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "borys.lw").write_text(BORYS, encoding="utf-8")
        for words in commands(folder):
            result = CliRunner().invoke(cli, ["--ledger", str(ledger), *words])
            print(result.exit_code, " ".join(words[:3]))
            if result.exit_code > 1 or (result.exit_code == 1 and words[0] != "verify"):
                sys.exit(result.output)


def _playthrough(name: str) -> Path:
    pack, _, title = name.partition("/")
    return PACKS / pack / "playthroughs" / f"{title}.lw"


if __name__ == "__main__":
    write(Path(sys.argv[1]) / f"ledger-{version('lastword')}.db")
