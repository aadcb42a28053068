"""Explain why a move is legal or not, condition by condition."""

from __future__ import annotations

import click

from replays.cli._common import as_option, json_option, note, print_json
from replays.cli._completion import complete_record
from replays.cli._dates import opened_shelf, rules_as_of
from replays.cli._records import print_styled, record_of
from replays.errors import ReplayError


@click.command("why")
@click.argument("target", metavar="GAME|FILE", shell_complete=complete_record)
@click.argument("move", metavar="[MOVE]", required=False)
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="After event N (unless given: the last).")
@click.option("--line", type=click.IntRange(min=1), help="The move written in this line of a transcript.")
@as_option
@rules_as_of
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    target: str,
    move: str | None,
    at: int | None,
    line: int | None,
    player: str,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Explain MOVE at a point: each condition, whether it holds (✓ ✗, or – where it was not evaluated), and its rule.

    A condition whose clause is withdrawn on the date need not hold. With --as, it is explained with what that player
    knows at the point, and refused where it rests on cards they do not know. Exit 1 if the move is not legal.

    \b
    Examples:
      lastword why table-7 --at 81 'B play "The Hand'"'"'s Judgment"'
      lastword why dispute.lw --line 16
      lastword why dispute.lw "A use duplicate of ned"
      lastword why dispute.lw --line 16 --as-of 2026-01-31
      lastword why dispute.lw --line 16 --as B
    """
    from replays.verdicts.on_date import Rules
    from replays.verdicts.verdict_data import explained_data
    from replays.verdicts.why import explain_line, why
    from replays.verdicts.words import explained_lines
    from replays.wording.records import inside_action_note

    record = record_of(ctx, target)
    if line is None and move is None:
        raise ReplayError("say which move: write it, or give --line for one that is in the transcript")
    if line is not None:
        found = explain_line(record, line, player)
    else:
        assert move is not None
        seq = record.at if at is None else at
        found = why(record.seen_at(record.index(seq), player), seq, move)
    if found.snapped:
        note(inside_action_note("the event asked for", found.seq))
    with opened_shelf(ctx.find_root().obj, as_of) as shelf:
        rules = Rules(shelf, as_of is not None)
        if as_json:
            print_json(explained_data(found, rules))
        else:
            print_styled(explained_lines(found, rules))
        legal = rules.allow(found)
    if not legal:
        ctx.exit(1)
