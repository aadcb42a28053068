"""List, find and show cards, check card files and decks, import a public list of cards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import UNSET

from replays.cli._cases_in_books import disputes_in
from replays.cli._common import json_option, note, print_columns, print_json, print_lines
from replays.cli._completion import complete_card, complete_pack
from replays.cli._dates import opened_shelf
from replays.cli._documents import ImportedCards, ListedCard
from replays.cli._outputs import write_output
from replays.errors import ReplayError

if TYPE_CHECKING:
    from replays.cards.lookup import FoundCard

game_option = click.option(
    "--pack",
    "--game",
    "game",
    metavar="PACK",
    default="",
    help="The PACK, such as agot2 (unless given: any).",
    shell_complete=complete_pack,
)
USAGE = 2


@click.group("cards")
def command() -> None:
    """List, find and show cards, check card files and decks, import a public list of cards.

    \b
    Examples:
      lastword cards list agot2
      lastword cards find judgment
      lastword cards show "the hand's judgment"
      lastword cards check my-cards.toml
      lastword cards deck wolves.txt
      lastword cards import list.json -o cards.toml
    """


@command.command("check")
@click.argument("file", metavar="FILE")
@game_option
@json_option
@click.pass_context
def check_file(ctx: click.Context, file: str, game: str, as_json: bool) -> None:
    """Check a card FILE (or `-`): every error with its line and the nearest known words. Exit 2 if there is any.

    \b
    Examples:
      lastword cards check my-cards.toml --game agot2
      lastword cards check my-cards.toml --json
    """
    from replays.cards.checks import check
    from replays.cards.words import card_file_data, card_file_line

    report = check(_read(file), file, game)
    if as_json:
        print_json(card_file_data(file, report))
    else:
        for problem in report.problems:
            note(str(problem))
        click.echo(card_file_line(file, report))
    if report.problems:
        ctx.exit(USAGE)


@command.command("show")
@click.argument("card", nargs=-1, required=True, metavar="CARD", shell_complete=complete_card)
@game_option
@json_option
@click.pass_obj
def show_verb(ledger: str, card: tuple[str, ...], game: str, as_json: bool) -> None:
    """Print a CARD as a person reads it: by its title, its id or some of its words, in any game.

    Below it stand the rules it falls under, the examples that name it, and the cases of the ledger it takes part in.

    \b
    Examples:
      lastword cards show eddard
      lastword cards show "The Wall" --game agot2 --json
    """
    from replays.cards.lookup import find
    from replays.cards.shown_card import show_card
    from replays.cards.words import found_lines, shown_data
    from replays.cases.touching import cases_with_card

    found = find(" ".join(card), _games(game))
    with opened_shelf(ledger, None) as shelf:
        disputes = disputes_in(shelf)
        shown = [
            show_card(one.card, shelf.book(one.game), cases_with_card(disputes, one.game, one.card)) for one in found
        ]
    if as_json:
        print_json([shown_data(one) for one in shown])
    else:
        print_lines(found_lines(shown))


@command.command("list")
@click.argument("pack", metavar="PACK", shell_complete=complete_pack)
@click.option("--type", "kind", default="", metavar="TYPE", help="Only cards of this type, such as event.")
@json_option
def list_verb(pack: str, kind: str, as_json: bool) -> None:
    """List the cards of a PACK by title, each with its type and id.

    \b
    Examples:
      lastword cards list agot2
      lastword cards list l5r --type event --json
    """
    from replays.cards.lookup import listed

    _print_found(listed(pack, kind), as_json)


@command.command("find")
@click.argument("words", nargs=-1, required=True, metavar="WORD…")
@game_option
@json_option
@click.pass_context
def find_verb(ctx: click.Context, words: tuple[str, ...], game: str, as_json: bool) -> None:
    """Find cards by WORDs of their title or text, in any game, and list them. Exit 1 if there are none.

    \b
    Examples:
      lastword cards find judgment
      lastword cards find cancel --game agot2
    """
    from replays.cards.lookup import with_words

    found = with_words(words, _games(game))
    _print_found(found, as_json)
    if not found:
        ctx.exit(1)


def _print_found(found: list[FoundCard], as_json: bool) -> None:
    """Print cards as rows: the game, the title, the type and the id."""
    rows = [(one.game, one.card.name, one.card.type, one.card.id) for one in found]
    if as_json:
        print_json([ListedCard(*row) for row in rows])
    else:
        if not rows:
            note("no card has these words")
        print_columns(rows, ("PACK", "TITLE", "TYPE", "ID"))


@command.command("import")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", metavar="FILE", help="Write the card file here instead of to stdout.")
@click.option(
    "--pack",
    "--game",
    "game",
    metavar="PACK",
    default="agot2",
    help="The PACK the list is of (unless given: agot2).",
    shell_complete=complete_pack,
)
@json_option
def import_list(file: str, output: str | None, game: str, as_json: bool) -> None:
    """Turn a public JSON list of cards (FILE or `-`) into a card file.

    It has the facts of each card; abilities are left to be written, and marked so.

    \b
    Examples:
      lastword cards import core.json -o core.toml
      lastword cards import core.json --json
    """
    from replays.cards.public_lists import card_file
    from replays.cards.words import imported_note
    from rules.catalogue import load

    text, count = card_file(load(game), _read(file), file)
    if output is not None:
        write_output(Path(output), text)
    if as_json:
        print_json(ImportedCards(game, count, output, UNSET if output else text))
    elif output is None:
        click.echo(text, nl=False)
    note(imported_note(count, game, output))


@command.command("deck")
@click.argument("file", metavar="FILE")
@click.option(
    "--pack",
    "--game",
    "game",
    metavar="PACK",
    default="agot2",
    help="The PACK the deck is for (unless given: agot2).",
    shell_complete=complete_pack,
)
@json_option
@click.pass_context
def check_deck(ctx: click.Context, file: str, game: str, as_json: bool) -> None:
    """Say whether a deck FILE (or `-`) is legal, each problem with its line and rule. Exit 1 if it is not.

    \b
    The file has headings and lines of a number and a title:
      faction House Stark
      agenda Fealty
      plots
      2 A Storm of Swords
      cards
      3 Eddard Stark

    \b
    Examples:
      lastword cards deck wolves.txt
      lastword cards deck cranes.txt --game l5r --json
    """
    from replays.cards.decks import judge_deck, read_deck
    from replays.cards.words import deck_data, deck_lines
    from rules.catalogue import load

    pack = load(game)
    checks = judge_deck(pack, read_deck(pack, _read(file), file))
    if as_json:
        print_json(deck_data(game, checks))
    else:
        print_lines(deck_lines(file, checks))
    if not all(check.holds for check in checks):
        ctx.exit(1)


def _read(file: str) -> str:
    """Return the text of a file the user named, or of standard input for `-`; refuse what is not UTF-8."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ReplayError(f"{file}:{line}: this is not text in UTF-8 (byte {error.start + 1})") from None


def _games(game: str) -> tuple[str, ...]:
    """Return the games to look in: the one named, or none for all of them; refuse a game there is not."""
    from rules.catalogue import load

    return (load(game).id,) if game else ()
