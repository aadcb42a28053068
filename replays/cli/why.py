"""Explain why a move is legal or not, condition by condition."""

from __future__ import annotations

import click

from replays.cli._common import Number, as_option, json_option, note, print_json
from replays.cli._completion import at_option, complete_record
from replays.cli._dates import opened_shelf, rules_as_of
from replays.cli._records import print_styled, record_of
from replays.errors import ReplayError


@click.command("why")
@click.argument("target", metavar="GAME|FILE", shell_complete=complete_record)
@click.argument("move", metavar="[MOVE]", required=False)
@at_option("After event N (unless given: the last).")
@click.option("--line", type=Number(min=1), metavar="N", help="Explain the move in line N of the transcript.")
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
    """Explain why a MOVE is legal after an event, or why not.

    Each condition is shown with its rule and a mark: ✓ it holds, ✗ it does not, – it was not looked at. With --as-of, a
    condition whose clause is withdrawn on that date need not hold. With --as, only what that player knows is used; a
    move that rests on other cards cannot be explained. Exit 1 if the move is not legal.

    \b
    Examples:
      lastword why table-7 --at 81 'B play "The Hand'"'"'s Judgment"'
      lastword why dispute.lw --line 16
      lastword why dispute.lw "A use duplicate of ned"
      lastword why dispute.lw --line 16 --as-of 2026-01-31
      lastword why dispute.lw --line 16 --as B
    """
    from replays.records.inside_action import inside_action
    from replays.verdicts.on_date import Rules
    from replays.verdicts.verdict_data import explained_data
    from replays.verdicts.why import explain_line, why
    from replays.verdicts.words import explained_lines
    from replays.wording.records import decision_place, inside_action_note

    record = record_of(ctx, target, at)
    if line is None and move is None:
        raise ReplayError("say which move: write it, or give --line for one that is in the transcript")
    if line is not None:
        found = explain_line(record, line, player)
    else:
        assert move is not None
        found = why(record.seen_at(record.index(record.at), player), record.at, move)
    inside = inside_action(record, record.at) if line is None else None
    if inside is not None and found.snapped:
        note(inside_action_note(inside, decision_place(inside, found.seq)))
    with opened_shelf(ctx.find_root().obj, as_of) as shelf:
        rules = Rules(shelf, as_of is not None)
        if as_json:
            print_json(explained_data(found, rules))
        else:
            print_styled(explained_lines(found, rules))
        legal = rules.allow(found)
    if not legal:
        ctx.exit(1)
