"""The commands in README and documents work: each `$ ` line of a console block is typed into a shell, in order.

The shell starts in an empty folder. A line may end with `# exits 1`, the exit code it must have. Lines that begin with
`make` are not typed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXITS = re.compile(r"#\s*exits (\d)\s*$")
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


def commands(path: Path) -> list[str]:
    blocks = BLOCK.findall(path.read_text(encoding="utf-8"))
    typed = [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]
    return [line for line in typed if not line.startswith(("make", "git clone", "cd "))]


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if commands(path)], ids=lambda path: path.name)
def test_what_a_document_says_to_type_works(path: Path, tmp_path: Path) -> None:
    env = {key: value for key, value in os.environ.items() if not key.startswith("LASTWORD")}
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env['PATH']}"
    env["XDG_DATA_HOME"] = str(tmp_path / "data")  # a ledger that no command names lies there
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    for line in commands(path):
        expected = int(found[1]) if (found := EXITS.search(line)) else 0
        done = subprocess.run(["bash", "-c", line], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120)
        assert done.returncode == expected, f"$ {line}\n{done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    dead = [link for link in LINK.findall(path.read_text(encoding="utf-8")) if not (path.parent / link).exists()]
    assert not dead, f"{path.name} links to {dead}"


def test_the_readme_has_something_to_type() -> None:
    assert len(commands(ROOT / "README.md")) >= 5
