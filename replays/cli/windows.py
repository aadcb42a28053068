"""Audit the windows of a game: who used an opportunity, passed, had nothing to use, or was never offered one."""

from __future__ import annotations

import click

from replays.cli._common import as_option, json_option, print_json, print_lines
from replays.cli._completion import at_option, complete_record
from replays.cli._records import record_of
from replays.watching.window_audit import audit
from replays.watching.words import audit_data, audit_lines


@click.command("windows")
@click.argument("record", metavar="GAME|FILE", shell_complete=complete_record)
@click.option("--all", "everything", is_flag=True, help="Also list the windows in which nobody could use anything.")
@at_option("Only up to event N (unless given: to the end).")
@as_option
@json_option
@click.pass_context
def command(ctx: click.Context, record: str, everything: bool, at: int | None, player: str, as_json: bool) -> None:
    """List every window that the rules required in a GAME or a transcript FILE.

    Each is shown with what opened it and with each player's opportunity, in order: who used what, passed, had nothing
    to use, or was never offered the opportunity. With --as, it is not said whether another player who used nothing
    could have. Exit 1 if somebody was never offered an opportunity, or if a forced ability was left out.

    \b
    Examples:
      lastword windows dispute.lw
      lastword windows dispute.lw --as B
      lastword windows table-7 --all
      lastword windows table-7 --json | jq '.windows[] | select(.missed != [])'
    """
    asked = record_of(ctx, record, at)
    found = asked.up_to(asked.at)
    windows = audit(found.entries, found.pack, found.viewer_of(player))
    if as_json:
        print_json(audit_data(found.name, windows))
    else:
        print_lines(audit_lines(windows, everything, found.players()))
    if any(window.wrong for window in windows):
        ctx.exit(1)
