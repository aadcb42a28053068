"""Plan how to take a table back: what to take back, what players have learned, and whether that can be repaired."""

from __future__ import annotations

import click

from replays.branches.storage import store_branch
from replays.cli._common import Number, json_option, note, opened, print_json, print_lines
from replays.cli._completion import complete_record
from replays.cli._dates import scribe
from replays.cli._records import record_of
from replays.cli._what_if import head_of
from replays.errors import ReplayError
from replays.records.inside_action import inside_action
from replays.records.record import Record
from replays.records.views import player_of
from replays.whatif.rewind import LAST_ILLEGAL, RewindVerdict, back_to, last_illegal, undo
from replays.whatif.words import going_back_words, plan_data, plan_lines, rewind_note, taking_back_words
from replays.wording.records import inside_action_note


@click.command("rewind")
@click.argument("game", metavar="GAME|FILE", shell_complete=complete_record)
@click.option(
    "--to",
    "to",
    type=Number(min=1),
    metavar="N",
    help="Take back everything after the action that holds event N.",
)
@click.option(
    "--undo",
    "what",
    metavar="N|LAST-ILLEGAL",
    help="Take back the move of event N, or the last illegal one, and what depends on it.",
)
@click.option(
    "--fault",
    default="",
    metavar="PLAYER",
    help="The player who erred (unless given: with --undo the one who made the move). "
    "Cards this player has shown count as known.",
)
@click.option(
    "--record", "keep", is_flag=True, help="Store the game as it then goes on as a branch; nothing is deleted."
)
@click.option(
    "--name", default="", metavar="TEXT", help="Name of that branch (unless given: the game's name and a number)."
)
@json_option
@click.pass_context
def command(
    ctx: click.Context, game: str, to: int | None, what: str | None, fault: str, keep: bool, name: str, as_json: bool
) -> None:
    """Say what must be done to take a table back to an earlier point. Exit 1 if it cannot be done cleanly.

    The verdict is clean, clean with a fix (a shuffle, a card returned at random), or not clean, with the reason: a
    player has seen something that cannot be hidden again.

    \b
    Examples:
      lastword rewind table-7 --to 40
      lastword rewind table-7 --undo LAST-ILLEGAL
      lastword rewind table-7 --undo 62 --record --name after-the-ruling
    """
    if (to is None) == (what is None):
        raise click.UsageError("give either --to or --undo")
    record = record_of(ctx, game)
    fault = player_of(record.table(1).seats, fault) if fault else ""
    seq = to if to is not None else _undone_event(record, what or "")
    plan = back_to(record, seq, fault) if to is not None else undo(record, seq, fault)
    stored = ""
    if keep:
        parent = head_of(ctx, game)
        if parent is None:
            raise ReplayError(
                "--record stores a branch of a game in the ledger: `lastword import` the transcript first"
            )
        with opened(ctx) as ledger:
            kept = store_branch(ledger, ledger.head(parent), plan.branch, name, rewind_note(plan), scribe())
            stored = kept.name
    if as_json:
        print_json(plan_data(plan, stored))
    else:
        inside = inside_action(record, seq)
        if inside is not None and (to is not None or seq != inside.first):
            then = going_back_words(inside) if to is not None else taking_back_words(inside, plan)
            note(inside_action_note(inside, then))
        print_lines(plan_lines(plan, stored, record.players()))
    if plan.verdict is RewindVerdict.NOT:
        ctx.exit(1)


def _undone_event(record: Record, what: str) -> int:
    """Return the event whose move `--undo` takes back: the one of that number, or the last illegal move's."""
    if what.isdecimal():
        return int(what)
    if what.upper() != LAST_ILLEGAL:
        raise click.UsageError(f"--undo takes the number of an event or {LAST_ILLEGAL}, not {what!r}")
    return last_illegal(record)
