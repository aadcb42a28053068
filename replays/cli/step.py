"""Step through a game: by event, decision, window or phase, forward and back."""

from __future__ import annotations

import os
import sys

import click

from ledger.errors import LedgerError
from replays.cli._common import as_option, json_option, note, opened, print_json_line, split_address
from replays.cli._completion import at_option, complete_record
from replays.cli._dates import scribe, today
from replays.cli._documents import StepAnswer
from replays.cli._records import is_file, record_of
from replays.errors import ReplayError
from replays.meaning.frame_kinds import framework_kinds
from replays.records.record import Record
from replays.watching.stepper import Stepper
from replays.watching.words import branch_labels, greeting
from rules.errors import RulesError


@click.command("step")
@click.argument("record", metavar="GAME|FILE", shell_complete=complete_record)
@at_option("Begin after event N (unless given: before the first).", 0)
@click.option("--typed", is_flag=True, help="Type commands, one a line, instead of the full-screen reader.")
@as_option
@json_option
@click.pass_context
def command(ctx: click.Context, record: str, at: int | None, typed: bool, player: str, as_json: bool) -> None:
    """Step through a recorded GAME or a transcript FILE, forward and back.

    At a terminal this is a full-screen reader; `h` shows its keys. With --typed, or where commands are piped in, each
    line is a command: `help` lists them, and an empty line moves on by one event. Exit 2 if a command was not
    understood. With --json, each command is answered by one line of JSON: where it led, and what was shown there.

    \b
    Examples:
      lastword step table-7
      lastword step table-7@120 --as A
      lastword step dispute.lw --at 81
      printf 'window\\nstate A\\nquit\\n' | lastword step dispute.lw
      printf 'find killed\\noptions\\n' | lastword step dispute.lw --json
    """
    found = record_of(ctx, record)
    seq = found.at if at is None else at
    if not typed and not as_json and sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        _read_full_screen(ctx, found, record, seq, player)
        return
    stepper = Stepper(found.name, found.entries, found.pack, framework_kinds(found.pack), _branches(ctx, record))
    for first in ([f"as {player}"] if player else []) + ([f"jump {seq}"] if seq is not None else []):
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


def _read_full_screen(ctx: click.Context, found: Record, word: str, seq: int | None, player: str) -> None:
    """Open the full-screen reader at an event (None: before the first), as a player knows the game if one is named."""
    from replays.screen.answers import ReadGame
    from replays.screen.reader import Reader
    from replays.watching.replay import Replay

    if seq is not None and seq > found.last:
        raise ReplayError(f"{found.name} has no event {seq}; its last is event {found.last}")
    viewer = found.viewer_of(player)
    if is_file(word):
        game = ReadGame(word, today())
    else:
        address: str = ctx.find_root().obj
        game = ReadGame(found.name, today(), address, tuple(_branches(ctx, word)), scribe())
    Reader(Replay(found), game, viewer, seq or 0).run()


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
        place = stepper.place
        print_json_line(StepAnswer(line, place.seq, stepper.last, place.viewer, lines, problem))
    return not problem
