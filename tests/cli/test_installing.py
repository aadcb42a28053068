"""Installing: `uv tool` and `pipx` from a checkout and a wheel, the lock, and verbs with base dependencies only."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from replays.cli.main import modules
from tests.conftest import PROOF
from tests.sequences import SAVE

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-cluster.lock")
PINNED = re.compile(r"^([A-Za-z0-9_.-]+)==", re.MULTILINE)
NOT_BASE = ("psycopg", "psycopg_pool", "pygraphviz", "distributed", "pytest", "hypothesis", "html5lib", "playwright")
"""Packages that extras bring, and no base installation has."""
COMMANDS = """
branch dispute --at 64 -m 'A claim cat' --name other
cards show the-hands-judgment
case open dispute --by B --question 'May it?'
chart agot2 -o chart.dot
demo -o demo
diff dispute other
draw dispute -o dispute.dot
explore dispute@64 --depth 1
fmt --check dispute.lw
games
import dispute.lw --name again
ledger check
list
options dispute@64
rewind dispute --to 64
rules show agot2/duplicates
serve --help
simulate okc --seed 1
state dispute@81
step dispute
tail --help
verify dispute.lw
why dispute.lw --at 81 'B play "The Hand'"'"'s Judgment"'
windows dispute.lw
""".strip().splitlines()
"""One line a verb; what serves or follows for ever only shows its help."""


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_verb_is_tried() -> None:
    assert {line.split()[0] for line in COMMANDS} == set(modules())


@pytest.mark.slow
def test_every_verb_runs_with_base_dependencies(tmp_path: Path) -> None:
    (tmp_path / "dispute.lw").write_text(SAVE, encoding="utf-8")
    blocked = f"import sys; sys.modules.update(dict.fromkeys({NOT_BASE!r})); from replays.cli.main import cli; cli()"
    (tmp_path / "start.py").write_text(blocked, encoding="utf-8")
    env = {**os.environ, "LASTWORD_LEDGER": "t.db", "PYTHONPATH": str(ROOT)}
    for line in ["import dispute.lw", *COMMANDS]:
        typed = ["bash", "-c", f"{sys.executable} start.py {line} </dev/null"]
        done = subprocess.run(typed, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120)
        assert done.returncode in (0, 1), f"{line}\n{done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr
        assert "a fault of the program" not in done.stderr


def test_without_graphviz_the_message_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "dispute.lw").write_text(SAVE, encoding="utf-8")
    blocked = "import sys; sys.modules['pygraphviz'] = None; from replays.cli.main import cli; cli()"
    typed = [sys.executable, "-c", blocked, "draw", "dispute.lw", "-o", "x.svg"]
    env = {**os.environ, "PATH": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(typed, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60)
    assert "Install Graphviz" in done.stderr


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_a_hash_for_every_package_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "index-url" not in text
    blocks = re.split(r"\n(?=[A-Za-z])", text.partition("\n    make lock\n")[2] or text)
    pinned = [block for block in blocks if PINNED.match(block)]
    assert pinned
    assert all("--hash=sha256:" in block for block in pinned)


def test_the_locks_have_every_dependency_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = {
        "requirements.lock": project["dependencies"],
        "requirements-dev.lock": [*extras["dev"], *extras["postgres"], *extras["render"], *extras["site"]],
        "requirements-cluster.lock": extras["cluster"],
    }
    for name, wanted in asked.items():
        locked = {normal(found) for found in PINNED.findall((ROOT / name).read_text(encoding="utf-8"))}
        missing = {normal(re.split(r"[\[<>=~!; ]", item)[0]) for item in wanted} - locked
        assert not missing, f"{name} has no {', '.join(sorted(missing))}: run `make lock`"


@pytest.mark.slow
@pytest.mark.skipif(not PROOF, reason="installs the program four times; runs under make proof")
@pytest.mark.parametrize("source", ["checkout", "wheel"])
@pytest.mark.parametrize("tool", ["uv", "pipx"])
def test_a_tool_installs_it(tool: str, source: str, tmp_path: Path) -> None:
    program = shutil.which(tool)
    if program is None:
        pytest.skip(f"{tool} is not on the path: nothing was shown about it")
    checkout = tmp_path / "checkout"
    shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(".*", "__pycache__", "build", "site", "*.egg-info"))
    what = checkout
    if source == "wheel":
        built = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(tmp_path), str(checkout)]
        subprocess.run(built, check=True, timeout=300)
        (what,) = tmp_path.glob("lastword-*.whl")
    places = {"UV_TOOL_DIR": "uv", "UV_TOOL_BIN_DIR": "bin", "PIPX_HOME": "pipx", "PIPX_BIN_DIR": "bin"}
    env = {**os.environ, **{name: str(tmp_path / folder) for name, folder in places.items()}}
    typed = [program, "tool", "install", str(what)] if tool == "uv" else [program, "install", str(what)]
    done = subprocess.run(typed, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    (tmp_path / "dispute.lw").write_text(SAVE, encoding="utf-8")
    judged = subprocess.run(
        [str(tmp_path / "bin" / "lastword"), "verify", "dispute.lw"], cwd=tmp_path, capture_output=True, text=True
    )
    assert "1 violation" in judged.stdout, judged.stderr
