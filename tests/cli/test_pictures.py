"""The verbs draw, chart, windows and step, as a person meets them."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import time
from pathlib import Path

import pytest

from replays.diagrams.rendering import renderer
from tests.cli.typed import COMMAND, environment, started
from tests.sequences import SAVE, nest


@pytest.fixture
def dispute(tmp_path: Path) -> Path:
    """The disputed save as a file."""
    path = tmp_path / "dispute.lw"
    path.write_text(SAVE, encoding="utf-8")
    return path


def test_draw_writes_the_picture_it_was_asked_for(dispute: Path) -> None:
    for ending in ("svg", "png", "pdf", "dot"):
        output = dispute.with_suffix(f".{ending}")
        done = started(dispute.parent, "draw", dispute, "-o", output)
        assert (done.returncode, done.stdout.strip(), done.stderr) == (0, str(output), "")
        assert output.stat().st_size > 1000


def test_draw_defaults_to_an_svg_here(dispute: Path) -> None:
    done = started(dispute.parent, "draw", dispute)
    assert done.stdout == "dispute.svg\n"
    assert (dispute.parent / "dispute.svg").is_file()


def test_draw_pages_and_json(tmp_path: Path) -> None:
    path = tmp_path / "deep.lw"
    path.write_text(nest(80), encoding="utf-8")
    done = started(tmp_path, "draw", path, "-o", tmp_path / "deep.dot", "--json")
    found = json.loads(done.stdout)
    assert found["rows"] > 200
    assert [Path(file).name for file in found["files"]] == ["deep-1.dot", "deep-2.dot", "deep-3.dot"]
    assert all(Path(file).is_file() for file in found["files"])


def test_without_any_graphviz_a_picture_is_refused_and_dot_is_written(dispute: Path, tmp_path: Path) -> None:
    hidden = tmp_path / "hidden" / "pygraphviz"
    hidden.mkdir(parents=True)
    code = "import sys, importlib.util as u; f = u.find_spec\n"
    code += "u.find_spec = lambda n, *a: None if n == 'pygraphviz' else f(n, *a)\n"
    (tmp_path / "hidden" / "sitecustomize.py").write_text(code, encoding="utf-8")
    root = Path(__file__).parents[2]
    env = {"PATH": "/nonexistent", "PYTHONPATH": f"{tmp_path / 'hidden'}:{root}"}
    done = started(tmp_path, "draw", dispute, "-o", tmp_path / "x.svg", **env)
    assert done.returncode == 2
    assert "Install Graphviz" in done.stderr
    assert not (tmp_path / "x.svg").exists()
    done = started(tmp_path, "draw", dispute, "-o", tmp_path / "x.dot", **env)
    assert done.returncode == 0
    assert (tmp_path / "x.dot").read_text(encoding="utf-8").startswith("digraph")


@pytest.mark.skipif(not renderer(), reason="nothing here can draw, so nothing was shown about sheets")
@pytest.mark.parametrize("words", [("chart", "agot2"), ("chart", "tegot")])
def test_a_pdf_is_a_sheet_of_a4(words: tuple[str, ...], tmp_path: Path) -> None:
    done = started(tmp_path, *words, "-o", tmp_path / "x.pdf")
    assert done.returncode == 0, done.stderr
    box = re.search(rb"/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \]", (tmp_path / "x.pdf").read_bytes())
    assert box is not None
    assert sorted(round(float(side)) for side in box.groups()) == [595, 842]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["-o", "x.gif"], "should end in"),
        (["--at", "5", "--frame", "3"], "one of --at"),
        (["--at", "99999"], "has no event 99999"),
        (["--frame", "11"], "no frame was opened by event 11"),
        (["--style", "pie"], "stack"),
    ],
)
def test_draw_refuses_with_a_reason(dispute: Path, words: list[str], says: str) -> None:
    done = started(dispute.parent, "draw", dispute, *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_is_not_there_and_a_game_that_is_not_there(tmp_path: Path) -> None:
    for verb in ("draw", "windows", "step"):
        done = started(tmp_path, "--ledger", tmp_path / "none.db", verb, "missing.lw")
        assert done.returncode == 2
        assert "missing.lw" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_stored_game_is_drawn_audited_and_stepped_through(tmp_path: Path) -> None:
    path = tmp_path / "deep.lw"
    path.write_text(nest(5), encoding="utf-8")
    ledger = ("--ledger", tmp_path / "games.db")
    assert started(tmp_path, *ledger, "import", path).returncode == 0
    done = started(tmp_path, *ledger, "draw", "deep@20", "-o", tmp_path / "deep.dot", "--json")
    assert json.loads(done.stdout)["rows"] > 10
    assert "Zasadzka 1" in (tmp_path / "deep.dot").read_text(encoding="utf-8"), "the game's own cards are kept with it"
    assert "5 used" in started(tmp_path, *ledger, "windows", "deep").stdout
    assert "Zasadzka" in started(tmp_path, *ledger, "step", "deep", stdin="find zasadzka\n").stdout


def test_chart_and_compare(tmp_path: Path, dispute: Path) -> None:
    done = started(tmp_path, "chart", "agot2", "--marks", dispute, "-o", tmp_path / "round.dot")
    assert done.returncode == 0, done.stderr
    assert "⚠ log" in (tmp_path / "round.dot").read_text(encoding="utf-8")
    done = started(tmp_path, "chart", "compare", "agot2", "hbo", "-o", tmp_path / "two.svg", "--json")
    assert len(json.loads(done.stdout)["columns"]) == 2
    done = started(tmp_path, "chart", "agot2", "--sequence", "ability", "--lang", "pl", "-o", tmp_path / "a.svg")
    assert "wybór celów" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    for words in (
        ["compare", "agot2"],
        ["agot2", "hbo"],
        ["agot"],
        ["agot2", "--phase", "lunch"],
        ["agot2", "--phase", "plot", "--sequence", "x"],
    ):
        done = started(tmp_path, "chart", *words, "-o", tmp_path / "no.svg")
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_windows_lists_and_sums(dispute: Path) -> None:
    done = started(dispute.parent, "windows", dispute)
    assert done.returncode == 0
    assert "1. Anna   used: duplicate of Eddard Stark" in done.stdout
    assert "2. Borys  nothing available" in done.stdout
    found = json.loads(started(dispute.parent, "windows", dispute, "--json").stdout)
    assert found["summary"]["windows"] == len(found["windows"])
    assert found["summary"]["never offered"] == 0
    every = started(dispute.parent, "windows", dispute, "--all").stdout
    assert every.count("\n@") + every.startswith("@") == len(found["windows"])


def test_step_takes_commands_from_a_pipe(dispute: Path) -> None:
    done = started(
        dispute.parent, "step", dispute, stdin="find Eddard Stark is killed\noptions\nback decision\nquit\nphase\n"
    )
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert "about to happen: Eddard Stark is killed" in lines[0]
    assert lines[1].startswith("Anna decides")
    assert "claim" in lines[-1]
    assert ">" not in done.stdout, "no prompt in a pipe"


def test_step_says_what_it_did_not_understand_and_goes_on(dispute: Path) -> None:
    done = started(dispute.parent, "step", dispute, stdin="phase\nbogus\nphase\n")
    assert done.returncode == 2
    assert "bogus" in done.stderr
    assert len(done.stdout.splitlines()) == 2


def test_step_in_a_plain_terminal(dispute: Path) -> None:
    """A real terminal, no line editing: the prompt shows where one is, and Ctrl-D leaves."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "step", str(dispute)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment(TERM="dumb"),
        close_fds=True,
    )
    os.close(slave)
    seen = _until(master, "dispute@0/")
    os.write(master, b"phase\n")
    seen += _until(master, "> ")
    os.write(master, b"state A\n")
    seen += _until(master, "> ")
    os.write(master, b"\x04")
    assert process.wait(timeout=20) == 0
    os.close(master)
    assert "`help` lists the commands" in seen
    assert "play begins" in seen
    assert "A Anna" in seen


def _until(master: int, wanted: str) -> str:
    seen = ""
    limit = time.monotonic() + 20
    while time.monotonic() < limit:
        ready, _, _ = select.select([master], [], [], 0.2)
        if ready:
            seen += os.read(master, 65536).decode(errors="replace")
            if wanted in seen:
                return seen
    raise AssertionError(f"{wanted!r} was not shown: {seen!r}")
