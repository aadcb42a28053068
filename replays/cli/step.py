"""Step through a game: by event, decision, window or phase, forward and back."""

from __future__ import annotations

import sys

import click

from ledger.errors import LedgerError
from replays.cli._common import note, opened, split_address
from replays.cli._targets import is_file, record_of
from replays.diagrams.choosing import framework_kinds
from replays.errors import ReplayError
from replays.stepping import Stepper
from rules.errors import RulesError


@click.command("step")
@click.argument("record", metavar="GAME|FILE")
@click.option("--as", "player", metavar="PLAYER", help="Only what this player knows.")
@click.pass_context
def command(ctx: click.Context, record: str, player: str | None) -> None:
    """Step through a recorded GAME or a transcript FILE.

    Type `help` for the commands; an empty line goes on by one event. Commands may also be piped in, one a line.

    \b
    Examples:
      lastword step table-7
      lastword step table-7@120 --as A
      printf 'window\\nstate A\\nquit\\n' | lastword step dispute.lw
    """
    found = record_of(ctx, record)
    stepper = Stepper(found.name, found.entries, found.pack, framework_kinds(found.pack), _lines(ctx, record))
    if player:
        _run(stepper, f"as {player}")
    if found.at is not None:
        _run(stepper, f"jump {found.at}")
    talking = sys.stdin.isatty()
    if talking:
        click.echo(f"{found.name}: {found.last} events, {len(found.entries)} actions; `help` lists the commands, `quit` leaves")
    failed = False
    while (line := _ask(stepper.prompt() if talking else None)) is not None:
        word = line.strip().lower()
        if word in ("q", "quit", "exit"):
            break
        if not talking and not word:
            continue
        failed = not _run(stepper, line) or failed
    if failed and not talking:
        ctx.exit(2)


def _lines(ctx: click.Context, word: str) -> list[tuple[str, int]]:
    """The lines that leave a stored game, and the one it leaves, each with the event where they part."""
    if is_file(word):
        return []
    with opened(ctx) as ledger:
        head = ledger.head(split_address(word)[0])
        games = ledger.games()
    names = {other.id: other.name for other in games}
    found = [(f"branch {other.name}", other.about.at) for other in games if other.about.parent == head.id]
    if head.about.parent:
        found.insert(0, (f"leaves {names.get(head.about.parent, head.about.parent)}", head.about.at))
    return found


def _ask(prompt: str | None) -> str | None:
    """The next line; None at the end of the input. Plain reading, so that any terminal and any pipe will do."""
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


def _run(stepper: Stepper, line: str) -> bool:
    try:
        for shown in stepper.do(line):
            click.echo(shown)
    except (ReplayError, LedgerError, RulesError) as error:
        note(str(error))
        return False
    return True
