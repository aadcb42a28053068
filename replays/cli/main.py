"""The `lastword` command: finds the verbs, loads the one asked for, and turns every error into one sentence.

A verb is a module of this package with a `command`. Its name is the module's without a trailing underscore, and its
line in the help is the first paragraph of the module's docstring. Nothing is registered, and a verb is imported only
when it is used. Modules whose name begins with `_` are shared by verbs.
"""

from __future__ import annotations

import atexit
import gc
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

MANY_OBJECTS = 100_000
"""Objects made before Python looks for garbage: starting and loading a pack makes as many, and all of them stay."""
gc.set_threshold(MANY_OBJECTS)
atexit.register(gc.freeze)  # what is left when the process ends goes with it, and need not be looked through

import click  # noqa: E402 - what is imported from here on is no garbage

from replays.cli import VERB_AND_ARGS  # noqa: E402
from replays.cli._parsed_files import ParsedFiles, cache_folder  # noqa: E402
from rules.toml_tables import remember_in  # noqa: E402

PACKAGE = "replays.cli"
FOLDER = Path(__file__).parent
USAGE = 2
"""The exit code for wrong usage, unreadable input and faults of the program."""
STOPPED = 130
"""The exit code when a person stops the program with Ctrl-C."""
_OPENING = re.compile(r'"""(.+?)(?:"""|\n\n)', re.DOTALL)


def modules() -> dict[str, str]:
    """Return the name of each verb with the name of its module, without importing any."""
    found = (file.stem for file in FOLDER.glob("*.py"))
    names = sorted(name for name in found if name != "main" and not name.startswith("_"))
    return {name.rstrip("_").replace("_", "-"): name for name in names}


class Verbs(click.Group):
    """The group of all verbs. Every error ends here, as one sentence on stderr and an exit code."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **{"subcommand_metavar": VERB_AND_ARGS, **settings})

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(modules())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = modules().get(cmd_name)
        if module is None:
            return None
        command: click.Command = import_module(f"{PACKAGE}.{module}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in modules() and not args[0].startswith("-"):
            raise click.UsageError(
                f"there is no verb {args[0]!r}; `lastword --help` lists them{_nearest(args[0])}", ctx
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of verbs, with the first paragraph of each module's docstring, without importing any."""
        rows = [(verb, _first_paragraph(module)) for verb, module in modules().items()]
        if rows:
            with formatter.section("Verbs"):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader of our output has gone: nothing failed, and nobody is left to be told. What is still buffered
            # must go nowhere, or the interpreter complains of it while shutting down.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        return result

    def main(  # type: ignore[override]  # this one always ends the process, so it promises less than click's
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a verb and end the process with its exit code: 0 fine, 1 something was found, 2 usage or bad input.

        A fault of the program ends with 2, too, and Ctrl-C with 130.
        """
        extra["standalone_mode"] = False
        try:
            code = super().main(args, prog_name or "lastword", **extra)
        except Exception as error:
            sys.exit(_explain(error, "--json" in (sys.argv[1:] if args is None else args)))
        sys.exit(code if isinstance(code, int) else 0)


def _first_paragraph(module: str) -> str:
    """Return the first paragraph of a module's docstring on one line, without its full stop."""
    source = (FOLDER / f"{module}.py").read_text(encoding="utf-8")
    found = _OPENING.match(source)
    return " ".join(found.group(1).split()).rstrip(".") if found else ""


def _nearest(word: str) -> str:
    """Return the hint which verb is spelled most like a word, or nothing."""
    from difflib import get_close_matches

    near = get_close_matches(word, modules(), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def _explain(error: Exception, as_json: bool = False) -> int:
    """Print what went wrong in one sentence on stderr, and return the exit code.

    The errors of a transcript are listed on stdout, too, where a verb was asked for data (`--json`). With
    LASTWORD_DEBUG set, the traceback is printed first.
    """
    if os.environ.get("LASTWORD_DEBUG"):
        import traceback

        traceback.print_exc()
    if isinstance(error, click.UsageError):
        error.show()
        return error.exit_code
    if as_json:
        _print_errors(error)
    click.echo(f"lastword: {_message(error)}", err=True)
    return STOPPED if isinstance(error, click.Abort) else USAGE


def _print_errors(error: Exception) -> None:
    """Print the errors of a transcript on stdout as data: where each is, its sentence, and the line as written."""
    from replays.cli._common import print_json
    from replays.cli._documents import TranscriptError, TranscriptErrors
    from replays.errors import NotationError

    if isinstance(error, NotationError):
        print_json(
            TranscriptErrors(
                [TranscriptError(e.file, e.line, e.column, e.says, e.source, e.known) for e in error.all()]
            )
        )


def _message(error: Exception) -> str:
    """Return an error in one sentence; one that is not ours is called a fault of the program."""
    from ledger.errors import LedgerError, UnknownGame
    from replays.errors import ReplayError
    from rules.errors import RulesError

    if isinstance(error, UnknownGame) and error.word and Path(error.word).is_file():
        return (
            f"{error.word} is a file, and this verb asks about a stored game: `lastword import {error.word}` stores it"
        )
    if isinstance(error, LedgerError | RulesError | ReplayError):
        return str(error)
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, click.Abort):
        return "stopped"
    if isinstance(error, FileNotFoundError) and error.filename:
        return f"there is no file {error.filename}{'' if os.path.dirname(error.filename) else ' in this folder'}"
    if isinstance(error, OSError):
        return f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}"
    return (
        f"a fault of the program, not of your input ({type(error).__name__}: {error}); "
        "set LASTWORD_DEBUG=1 to see where, and please report it"
    )


def _print_version(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Print the release, and for each pack the version of its rules with the digest that records carry; then exit."""
    if not asked or ctx.resilient_parsing:
        return
    from replays.cli._common import JSON_VERSION
    from replays.records.engine import engine_of
    from rules.catalogue import load, pack_ids

    engines = {pack: engine_of(pack).partition("+") for pack in pack_ids()}
    click.echo(f"lastword {next(iter(engines.values()))[0]}")
    for pack, (_, _, digest) in engines.items():
        click.echo(f"{pack:<6} rules {load(pack).version}  ({digest})  {load(pack).title}")
    click.echo(f"json   shapes {JSON_VERSION}")
    ctx.exit()


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--ledger",
    "ledger",
    envvar="LASTWORD_LEDGER",
    show_envvar=True,
    metavar="PATH|URL",
    help="The ledger: a file, `memory:`, or postgresql://USER@HOST/DATABASE (unless given: lastword.db in this folder "
    "if it is there, else your own, which is named when it is used).",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the release and the versions of each pack's rules and of the JSON shapes, and exit.",
)
@click.pass_context
def cli(ctx: click.Context, ledger: str | None) -> None:
    """Rules reference and replay analyser for judges of five table games.

    \b
    Examples:
      lastword demo                       one dispute, from the record to the ruling
      lastword list                       the games in the ledger
      lastword state table-7 --at 120     the table after event 120
      lastword ledger check               was anything in the record changed afterwards?

    Results go to stdout, everything else to stderr. Exit 0: fine; 1: something was found; 2: usage or unreadable input.
    """
    from replays.cli._ledger_place import ledger_place

    ctx.obj = ledger or ledger_place()
    folder = cache_folder()
    if folder:
        remember_in(ParsedFiles(folder))


if __name__ == "__main__":
    cli()
