"""List, find and show cards, check card files and decks, import a public list of cards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import UNSET

from replays.cli._cases_in_books import disputes_in
from replays.cli._common import VerbGroup, json_option, note, print_columns, print_json, print_lines
from replays.cli._completion import complete_card, complete_pack, pack_option
from replays.cli._dates import opened_shelf
from replays.cli._documents import ImportedCards, ListedCard
from replays.cli._outputs import write_output
from replays.errors import ReplayError

if TYPE_CHECKING:
    from replays.cards.lookup import FoundCard

any_pack = pack_option("The pack, such as agot2 (unless given: every pack).")
USAGE = 2


@click.group("cards", cls=VerbGroup)
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
@any_pack
@json_option
@click.pass_context
def check_file(ctx: click.Context, file: str, pack: str, as_json: bool) -> None:
    """Check a card FILE for errors.

    Each error is shown with its line and the nearest known words. `-` reads standard input. Exit 2 if there is any
    error.

    \b
    Examples:
      lastword cards check my-cards.toml --pack agot2
      lastword cards check my-cards.toml --json
    """
    from replays.cards.checks import check
    from replays.cards.words import card_file_data, card_file_line

    report = check(_read(file), file, pack)
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
@any_pack
@json_option
@click.pass_obj
def show_verb(ledger: str, card: tuple[str, ...], pack: str, as_json: bool) -> None:
    """Print a CARD, with the rules and cases about it.

    CARD is a title, some words of it, or an id; a pack may stand before it. Below the card stand the rules it falls
    under, the examples that name it, and the cases in the ledger in which it takes part.

    \b
    Examples:
      lastword cards show eddard
      lastword cards show "The Wall" --pack agot2 --json
      lastword cards show tegot Ashemark
    """
    from replays.cards.lookup import find
    from replays.cards.shown_card import show_card
    from replays.cards.words import found_lines, shown_data
    from replays.cases.touching import cases_with_card

    found = find(" ".join(card), _games(pack))
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
@any_pack
@json_option
@click.pass_context
def find_verb(ctx: click.Context, words: tuple[str, ...], pack: str, as_json: bool) -> None:
    """List the cards that have all WORDs in their title or text. Exit 1 if there are none.

    \b
    Examples:
      lastword cards find judgment
      lastword cards find cancel --pack agot2
    """
    from replays.cards.lookup import titles_like, with_words

    found = with_words(words, _games(pack))
    _print_found(found, as_json)
    if not found:
        near = titles_like(" ".join(words), _games(pack))
        if near:
            note(f"the titles most like it are {', '.join(near)}")
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
@click.option("-o", "--output", metavar="FILE", help="The card file to write (unless given: standard output).")
@pack_option("The pack the cards belong to (unless given: agot2).", "agot2")
@json_option
def import_list(file: str, output: str | None, pack: str, as_json: bool) -> None:
    """Turn a public JSON list of cards into a card file.

    The card file has the facts of each card: title, type, cost and so on. Abilities cannot be taken over: each card
    that has some is marked, and you write them. `-` reads standard input.

    \b
    Examples:
      lastword cards import core.json -o core.toml
      lastword cards import core.json --json
    """
    from replays.cards.public_lists import card_file
    from replays.cards.words import imported_note
    from rules.catalogue import load

    text, count = card_file(load(pack), _read(file), file)
    if output is not None:
        write_output(Path(output), text)
    if as_json:
        print_json(ImportedCards(pack, count, output, UNSET if output else text))
    elif output is None:
        click.echo(text, nl=False)
    note(imported_note(count, pack, output))


@command.command("deck")
@click.argument("file", metavar="FILE")
@pack_option("The pack the deck is for (unless given: agot2).", "agot2")
@json_option
@click.pass_context
def check_deck(ctx: click.Context, file: str, pack: str, as_json: bool) -> None:
    """Say whether the deck in a FILE is legal.

    Each problem is shown with its line and its rule. `-` reads standard input. Exit 1 if the deck is not legal.

    \b
    A deck file has headings, and below them a line for each card: how many copies, and its title.
      faction House Stark
      agenda Fealty
      plots
      2 A Storm of Swords
      cards
      3 Eddard Stark

    \b
    Examples:
      lastword cards deck wolves.txt
      lastword cards deck cranes.txt --pack l5r --json
    """
    from click.core import ParameterSource

    from replays.cards.decks import judge_deck, read_deck
    from replays.cards.words import deck_data, deck_lines
    from rules.catalogue import load, pack_ids
    from rules.errors import RulesError

    loaded = load(pack)
    try:
        deck = read_deck(loaded, _read(file), file)
    except RulesError as error:
        if ctx.get_parameter_source("pack") is not ParameterSource.DEFAULT:
            raise
        others = " or ".join(f"--pack {name}" for name in pack_ids() if name != pack)
        raise ReplayError(f"{error} (if this is a deck of another game, say which: {others})") from None
    checks = judge_deck(loaded, deck)
    if as_json:
        print_json(deck_data(pack, checks))
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


def _games(pack: str) -> tuple[str, ...]:
    """Return the games to look in: the one named, or none for all of them; refuse a game there is not."""
    from rules.catalogue import load

    return (load(pack).id,) if pack else ()
