"""Start a branch from any event of a game; the game itself is never changed."""

from __future__ import annotations

import click

from replays.branches.new_line import new_line
from replays.branches.storage import store_branch
from replays.branches.words import NOT_KEPT, branch_note, new_line_data, new_line_lines
from replays.cli._common import Number, json_option, note, opened, print_json, print_lines
from replays.cli._completion import at_option, complete_record
from replays.cli._dates import scribe
from replays.cli._records import is_file, read_text
from replays.cli._what_if import head_of, record_at
from replays.errors import ReplayError
from replays.records.inside_action import inside_action
from replays.records.record import Record
from replays.wording.records import inside_action_note, leaving_words, meant_words

NUMBER = Number(min=1)


@click.command("branch")
@click.argument("game", metavar="GAME|FILE", shell_complete=complete_record)
@click.argument("file", required=False, metavar="[MOVES]")
@at_option("Branch off after the move that event N belongs to (unless given: the last).")
@click.option(
    "-m",
    "--move",
    "moves",
    multiple=True,
    metavar="MOVE",
    help="A move on the branch, as in a transcript; repeatable.",
)
@click.option(
    "--replace",
    "other",
    type=(NUMBER, str),
    metavar="N MOVE",
    help="Make this move instead of that of event N, and play the rest again.",
)
@click.option(
    "--skip", "left_out", type=NUMBER, metavar="N", help="Leave out the move of event N, and play the rest again."
)
@click.option(
    "--insert",
    "before",
    type=(NUMBER, str),
    metavar="N MOVE",
    help="Make this move before that of event N, and play the rest again.",
)
@click.option(
    "--reorder", "after", type=(NUMBER, NUMBER), metavar="N M", help="Make the move of event N after that of event M."
)
@click.option("--name", default="", help="Name of the branch (unless given: the game's name and a number).")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    file: str | None,
    at: int | None,
    moves: tuple[str, ...],
    other: tuple[int, str] | None,
    left_out: int | None,
    before: tuple[int, str] | None,
    after: tuple[int, int] | None,
    name: str,
    as_json: bool,
) -> None:
    """Start a branch from an event of a GAME: with other moves, or with one move changed and the rest played again.

    Moves are given with -m or in a file MOVES. A recorded move that is no longer legal is marked impossible, with the
    rule, and the later ones are still tried. The branch is stored, and may be branched again. From a
    transcript FILE nothing is stored: the branch is only shown.

    \b
    Examples:
      lastword branch table-7 --at 62 -m "A use duplicate of ned" -m "B pass"
      lastword branch table-7 --skip 254 --name without-the-cancel
      lastword branch table-7 --replace 40 "B defend with nobody"
    """
    if file and not is_file(file):
        raise ReplayError(f"there is no file {file!r} with moves; a move itself is given with -m")
    text = "\n".join(moves) + ("\n" + read_text(file) if file else "")
    ways = [way for way in (other, left_out, before, after) if way is not None]
    if len(ways) + bool(text) > 1:
        raise click.UsageError("give only one of -m or MOVES, --replace, --skip, --insert, --reorder")
    record, place = record_at(ctx, game, at)
    if not text and not ways and at is None and "@" not in game:
        raise click.UsageError(
            "what changes? Give moves with -m or a file MOVES, change one with --replace, --skip, --insert or "
            "--reorder, or name with --at the event to branch off after"
        )
    _say_where(record, ways)
    line = new_line(record, place, text, other, left_out, before, after)
    parent = head_of(ctx, game)
    stored = ""
    if parent is not None:
        with opened(ctx) as ledger:
            why = branch_note(bool(text), bool(ways))
            stored = store_branch(ledger, ledger.head(parent), line.branch, name, why, scribe()).name
    if as_json:
        print_json(new_line_data(line, stored))
        return
    print_lines(new_line_lines(line, stored))
    if not stored:
        note(NOT_KEPT)


def _say_where(record: Record, ways: list[tuple[int, str] | int | tuple[int, int]]) -> None:
    """Note which move is meant, or from where the branch leaves, if an event that was named lies inside an action."""
    if not ways:
        inside = inside_action(record, record.at)
        if inside is not None:
            note(inside_action_note(inside, leaving_words(inside)))
        return
    named = [part for way in ways for part in (way if isinstance(way, tuple) else (way,)) if isinstance(part, int)]
    for inside in filter(None, (inside_action(record, seq) for seq in named)):
        if inside.tried:
            note(inside_action_note(inside, meant_words(inside)))
