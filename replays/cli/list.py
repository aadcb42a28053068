"""List the games in the ledger."""

from __future__ import annotations

import click

from ledger.codec import GAME
from ledger.errors import LedgerError
from ledger.store import Ledger
from ledger.streams import Head
from replays.cli._common import Number, json_option, note, opened, print_columns, print_faults, print_json
from replays.cli._completion import pack_option
from replays.records.summaries import GameSummary, summary
from replays.wording.ledgers import (
    NO_GAMES,
    NOTHING_FITS,
    STREAM_TITLES,
    by_descent,
    page_note,
    searched_text,
    stream_data,
    stream_row,
)

SORTS = ("opened", "name", "when", "events", "violations")


@click.command("list")
@click.argument("words", nargs=-1, metavar="[WORD]…")
@pack_option("Only games of this PACK.")
@click.option("--illegal", is_flag=True, help="Only games with violations.")
@click.option(
    "--sort",
    type=click.Choice(SORTS),
    default="opened",
    help="The order (unless given: as they were opened, branches under their game).",
)
@click.option("--page", type=Number(min=1), default=1, metavar="N", help="The page to show (unless given: 1).")
@click.option("--rows", type=Number(min=0), default=50, metavar="N", help="Games on a page (unless given: 50; 0: all).")
@click.option(
    "--all", "everything", is_flag=True, help="Also list what is no game: cases, revisions of books, verdicts."
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    words: tuple[str, ...],
    pack: str,
    illegal: bool,
    sort: str,
    page: int,
    rows: int,
    everything: bool,
    as_json: bool,
) -> None:
    """List the games in the ledger: when each was recorded, who played, who won, and how many violations it has.

    With WORDs, only games that have all of them in their name, pack, date or file are listed. With --json
    all of them are printed at once.

    \b
    Examples:
      lastword list
      lastword list kyiv --pack agot2 --illegal
      lastword list --sort when --page 2
      lastword --ledger tournament.db list --json
    """
    with opened(ctx) as ledger:
        known, faults = ledger.readable_heads()
        names = {head.id: head.name for head in known}
        found = [head for head in known if everything or head.kind == GAME.name]
        fitting = [head for head in found if _fits(head, words, pack)]
        brief = {head.id: _summary(ledger, head) for head in fitting} if illegal or sort == "violations" else {}
        fitting = [head for head in fitting if not illegal or brief[head.id].violations]
        ordered = _ordered(fitting, sort, brief)
        if as_json:
            rows = 0
        shown = ordered[(page - 1) * rows : page * rows] if rows else ordered
        cells = [(head, depth, brief.get(head.id) or _summary(ledger, head)) for head, depth in shown]
    if as_json:
        print_json([stream_data(head, about) for head, _, about in cells])
    else:
        if not fitting:
            note(NOTHING_FITS if found else NO_GAMES)
        print_columns([stream_row(head, depth, names, about) for head, depth, about in cells], STREAM_TITLES)
        if len(ordered) > len(cells):
            note(page_note(page, rows, len(ordered)))
    print_faults(ctx, faults)


def _fits(head: Head, words: tuple[str, ...], pack: str) -> bool:
    """Whether a stream is of the pack, if one is asked for, and has every word."""
    return (not pack or head.about.pack == pack) and all(word.casefold() in searched_text(head) for word in words)


def _ordered(heads: list[Head], sort: str, brief: dict[str, GameSummary]) -> list[tuple[Head, int]]:
    """Return the streams in the order asked for, each with how deep it is indented under what it branches from."""
    if sort == "opened":
        return by_descent(heads)
    if sort == "name":
        heads = sorted(heads, key=lambda head: head.name.casefold())
    elif sort == "when":
        heads = sorted(heads, key=lambda head: (head.about.created, head.number), reverse=True)
    elif sort == "events":
        heads = sorted(heads, key=lambda head: -head.last)
    else:
        heads = sorted(heads, key=lambda head: -brief[head.id].violations)
    return [(head, 0) for head in heads]


def _summary(ledger: Ledger, head: Head) -> GameSummary:
    """Return a game in brief; an empty one for another stream, and for a record that cannot be read."""
    if head.kind != GAME.name:
        return GameSummary()
    try:
        return summary(ledger, head)
    except LedgerError:  # it is listed all the same; `ledger check` says what is wrong with it
        return GameSummary()
