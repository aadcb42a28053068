"""Take one dispute from a transcript to a printed ruling, step by step."""

from __future__ import annotations

import io
import sys
from contextlib import chdir, redirect_stdout
from pathlib import Path

import click

from replays.cli._common import json_option, note, print_json
from replays.cli._demo_steps import KEY, LEDGER, REPORT, DemoStep, files, steps
from replays.cli._documents import ToldDemo, ToldStep
from replays.diagrams.rendering import HOW, renderer
from replays.errors import ReplayError


@click.command("demo")
@click.option(
    "-o",
    "--output",
    default="lastword-demo",
    metavar="DIR",
    help="Folder for everything the demo makes (unless given: lastword-demo).",
)
@json_option
def command(output: str, as_json: bool) -> None:
    """Take one dispute from transcript to printed ruling: may the save of a duplicate be cancelled?

    Each step shows a command and runs it. Everything it makes is kept in the folder DIR, where you can go on.

    \b
    Examples:
      lastword demo
      lastword demo -o /tmp/demo
      lastword demo --json
    """
    folder = Path(output)
    _clear(folder)
    with chdir(folder):
        for name, text in files().items():
            Path(name).write_text(text, encoding="utf-8")
        if as_json:
            print_json(ToldDemo(str(folder), [_captured(step) for step in steps()]))
        else:
            click.echo(f"$ cd {folder}\n$ cat dispute.lw\n{files()['dispute.lw']}")
            for step in steps():
                click.secho(f"\n== {step.why}", bold=True)
                click.echo(f"$ {step.typed}")
                _run(step)
    if not renderer():
        note(f"\nno Graphviz was found, so dispute.dot is not drawn. {HOW}")
    note(f"\nopen {folder / REPORT} in a browser; everything else is in {folder} too")
    note(f"the desk on this ledger: {_program()} --ledger {folder / LEDGER} serve --open")


def _program() -> str:
    """Return how this program was called, so that a line with it can be typed again."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "lastword" else "lastword"


def _clear(folder: Path) -> None:
    """Make the folder, or remove the ledger and the key that an earlier demo left in it.

    A folder with files in it but no ledger of a demo is refused.
    """
    if folder.is_dir() and any(folder.iterdir()) and not (folder / LEDGER).is_file():
        raise ReplayError(
            f"{folder} has files in it that are no demo's; name an empty folder or a new one: `lastword demo -o DIR`"
        )
    folder.mkdir(parents=True, exist_ok=True)
    for name in (KEY, *(path.name for path in folder.glob(f"{LEDGER}*"))):
        (folder / name).unlink(missing_ok=True)


def _captured(step: DemoStep) -> ToldStep:
    """Run a step and return it as data, with what it printed on stdout."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        _run(step)
    return ToldStep(step.why, step.typed, step.exits, printed.getvalue())


def _run(step: DemoStep) -> None:
    """Run a step within this process as if it were typed; a wrong exit code is a fault of the demo."""
    from replays.cli.main import cli

    sys.stdout.flush()
    try:
        with cli.make_context("lastword", list(step.words)) as ctx:
            cli.invoke(ctx)
        code = 0
    except click.exceptions.Exit as left:
        code = left.exit_code
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    if code != step.exits:
        raise ReplayError(f"the demo went wrong: `{step.typed}` left with {code}, not with {step.exits}")
