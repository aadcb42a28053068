"""Step through a game: by event, decision, window or phase, forward and back."""

from __future__ import annotations

import sys

import click

from ledger.errors import LedgerError
from replays.cli._common import as_option, json_option, note, opened, print_json_line, split_address
from replays.cli._records import is_file, record_of
from replays.errors import ReplayError
from replays.meaning.frame_kinds import framework_kinds
from replays.watching.stepper import Stepper
from replays.watching.words import branch_labels, greeting
from rules.errors import RulesError


@click.command("step")
@click.argument("record", metavar="GAME|FILE")
@as_option
@json_option
@click.pass_context
def command(ctx: click.Context, record: str, player: str, as_json: bool) -> None:
    """Step through a recorded GAME or a transcript FILE.

    Type `help` for the commands; an empty line goes on by one event. Commands may also be piped in, one a line; exit 2
    if one of them was not understood. With --json, each command is answered by one line of JSON: where it led, and what
    was shown there.

    \b
    Examples:
      lastword step table-7
      lastword step table-7@120 --as A
      printf 'window\\nstate A\\nquit\\n' | lastword step dispute.lw
      printf 'find killed\\noptions\\n' | lastword step dispute.lw --json
    """
    found = record_of(ctx, record)
    stepper = Stepper(found.name, found.entries, found.pack, framework_kinds(found.pack), _branches(ctx, record))
    for first in ([f"as {player}"] if player else []) + ([f"jump {found.at}"] if found.at is not None else []):
        if not _run(stepper, first, as_json):
            ctx.exit(2)
    interactive = sys.stdin.isatty() and not as_json
    if interactive:
        click.echo(greeting(found.name, found.last, len(found.entries)))
    failed = False
    while (line := _ask(stepper.prompt() if interactive else None)) is not None:
        word = line.strip().lower()
        if word in ("q", "quit", "exit"):
            break
        if not interactive and not word:
            continue
        failed = not _run(stepper, line, as_json) or failed
    if failed and not interactive:
        ctx.exit(2)


def _branches(ctx: click.Context, word: str) -> list[tuple[str, int]]:
    """Return the branches of a stored game and the game it leaves, in words, each with its event; none for a file."""
    if is_file(word):
        return []
    with opened(ctx) as ledger:
        head = ledger.head(split_address(word)[0])
        games = ledger.games()
    return branch_labels(head, games)


def _ask(prompt: str | None) -> str | None:
    """Return the next line of standard input, after a prompt if one is given; None at its end or after Ctrl-C."""
    if prompt is not None:
        sys.stdout.write(prompt)
        sys.stdout.flush()
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        click.echo()
        return None
    if not line:
        if prompt is not None:
            click.echo()
        return None
    return line.rstrip("\n")


def _run(stepper: Stepper, line: str, as_json: bool) -> bool:
    """Run a command of the stepper and print what it shows; return whether it was understood."""
    lines: list[str] = []
    problem = ""
    try:
        for shown in stepper.do(line):
            lines.append(shown)
            if not as_json:
                click.echo(shown)
    except (ReplayError, LedgerError, RulesError) as error:
        problem = str(error)
        note(problem)
    if as_json:
        place = {"at": stepper.place.seq, "last": stepper.last, "as": stepper.place.viewer}
        print_json_line({"command": line, **place, "shown": lines, "error": problem})
    return not problem
