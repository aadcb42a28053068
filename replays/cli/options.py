"""List the legal moves at a decision."""

from __future__ import annotations

import click

from replays.cli._common import as_option, json_option, note, print_json, print_lines
from replays.cli._completion import at_option, complete_record
from replays.cli._records import record_of


@click.command("options")
@click.argument("target", metavar="GAME|FILE", shell_complete=complete_record)
@at_option("After event N (unless given: the last).")
@as_option
@json_option
@click.pass_context
def command(ctx: click.Context, target: str, at: int | None, player: str, as_json: bool) -> None:
    """Say who must decide what after an event, and list the legal moves as a transcript writes them.

    For an event inside a longer action it is the decision at that event, if there was one, else the one after the
    action. Where very many moves are legal, some are left out; `lastword why` judges any move. With --as, only that
    player's own moves are listed, and only as far as the player can know that they are legal.

    \b
    Examples:
      lastword options table-7 --at 120
      lastword options table-7 --at 120 --as B
      lastword options dispute.lw --json
    """
    from replays.records.explanations import options
    from replays.records.inside_action import inside_action
    from replays.wording.records import decision_place, inside_action_note, numbered_cards, options_lines
    from rules.kernel.position import Position

    whole = record_of(ctx, target, at)
    record = whole.seen_at(whole.index(whole.at), player)
    found = options(record, whole.at)
    inside = inside_action(record, whole.at)
    if inside is not None:
        note(inside_action_note(inside, decision_place(inside, found.seq)))
    if as_json:
        print_json(found)
        return
    numbered = numbered_cards(Position(record.pack, record.table(found.seq)), found.moves)
    print_lines(options_lines(found, record.viewer, record.players(), numbered))
