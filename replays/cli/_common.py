"""Parts that all verbs share: opening the ledger, addresses, printing, and a progress bar for people."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
import msgspec

from replays.cli import VERB_AND_ARGS
from replays.errors import ReplayError

if TYPE_CHECKING:
    from ledger.store import Ledger

PATIENCE = 1.0
"""Seconds of work after which a progress bar is shown."""


class Number(click.IntRange):
    """A whole number within a range, called N in help texts, which tell the range in words."""

    name = "whole number"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str | None:
        """Return what help texts call it."""
        return "N"

    def _describe_range(self) -> str:
        return range_words(self.min, self.max)


class Amount(click.FloatRange):
    """A number within a range, called N in help texts, which tell the range in words."""

    name = "n"

    def _describe_range(self) -> str:
        return range_words(self.min, self.max)


class VerbGroup(click.Group):
    """A verb that has verbs of its own. Its help lists each with its whole first sentence, however long."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **{"subcommand_metavar": VERB_AND_ARGS, **settings})

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the verb of the first word; an unknown one is refused as the verbs of `lastword` itself are."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.commands, n=1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise click.UsageError(f"there is no verb {args[0]!r}; `{ctx.command_path} --help` lists them{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of verbs."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, verb.get_short_help_str(limit=1000)) for name, verb in self.commands.items()])


def range_words(least: float | None, most: float | None) -> str:
    """Return a range as it stands behind the text of an option: "1 or more", "1 to 8"."""
    return f"{least} or more" if most is None else f"{least} to {most}"


as_option = click.option(
    "--as", "player", default="", metavar="PLAYER", help="Only what this player knows, by letter or name: --as B."
)
JSON_VERSION = 1
"""The version of the shapes that `--json` prints, as docs/json.md describes them."""
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


@contextmanager
def opened(ctx: click.Context, *, create: bool = False) -> Iterator[Ledger]:
    """Open the ledger that `--ledger` names, for a `with`; one that does not exist is made only if `create`.

    If a server goes away meanwhile, that is said at once on stderr, and again when it is back.
    """
    from ledger.store import Ledger  # the library behind it is slow to import, and judging a file needs no ledger

    address: str = ctx.find_root().obj
    say_which_ledger(ctx.find_root(), address)
    with Ledger.open(address, create=create) as ledger:
        ledger.recorder.on_outage(lambda says: note(f"the server of the ledger {ledger.address} {says}"))
        yield ledger


def say_which_ledger(root: click.Context, address: str) -> None:
    """Say once on stderr which ledger is used, if the user named none."""
    if not root.params.get("ledger") and not root.meta.setdefault("lastword.ledger said", False):
        root.meta["lastword.ledger said"] = True
        note(f"using the ledger {address}")


def split_address(word: str, at: int | None = None) -> tuple[str, int | None]:
    """Return the game and the event that `GAME@N` names; without `@N`, the event is `at`, the value of `--at`.

    Refuse an N that is no number, and an `--at` that names another event.
    """
    game, sign, number = word.partition("@")
    if not sign:
        return game, at
    if not number.isdecimal():
        raise ReplayError(f"{word!r} is no address: write GAME@N, N being the number of an event")
    if at is not None and at != int(number):
        raise ReplayError(f"{word} and --at {at} name two different events")
    return game, int(number)


def print_json(value: object) -> None:
    """Print one JSON document on stdout, indented for reading."""
    click.echo(msgspec.json.format(_document(value), indent=2).decode())


def print_json_line(value: object) -> None:
    """Print one JSON document on one line of stdout, for verbs that print many."""
    click.echo(_document(value).decode())


def _document(value: object) -> bytes:
    """Return a value as JSON with every field named, those of the ledger too, which it stores as arrays."""
    from replays.wording.tables import named  # a verb that prints text needs none of it

    return msgspec.json.encode(named(value))


def print_lines(lines: Iterable[str | tuple[str, str]]) -> None:
    """Print lines on stdout, never wrapped. A pair is a beginning, bold on a terminal, and the rest of its line."""
    for line in lines:
        click.echo(line if isinstance(line, str) else click.style(line[0], bold=True) + line[1])


def print_columns(rows: Iterable[Sequence[Any]], titles: Sequence[str]) -> None:
    """Print rows as left-aligned columns under their titles; without rows print nothing, no titles either."""
    cells = [[str(cell) for cell in row] for row in rows]
    if not cells:
        return
    widths = [max(len(row[column]) for row in [list(titles), *cells]) for column in range(len(titles))]
    for row in [list(titles), *cells]:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def print_faults(ctx: click.Context, faults: Sequence[str]) -> None:
    """Name the streams that could not be read on stderr, and exit with 1; do nothing if there are none."""
    for fault in faults:
        note(fault)
    if faults:
        note(f"{len(faults)} of the streams could not be read; everything else is above")
        ctx.exit(1)


def note(text: str) -> None:
    """Print something on stderr that is worth knowing but no result."""
    click.echo(text, err=True)


@contextmanager
def progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show progress within a `with`: give a function to call with each amount of work done.

    On a terminal a bar appears once the work has taken `PATIENCE` seconds; elsewhere nothing is shown.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(label, total=total)
    began = time.monotonic()

    def advance(done: int) -> None:
        bar.advance(task, done)
        if not bar.live.is_started and time.monotonic() - began > PATIENCE:
            bar.start()

    try:
        yield advance
    finally:
        bar.stop()
