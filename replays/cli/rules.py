"""Search, read, compare, print and revise the rules, and lay your own rulebook beside them."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from ledger.revisions import ClauseRevised, RulebookAttached
from replays.cards.card_rules import card_rules
from replays.cards.lookup import named_in
from replays.cards.words import found_card_lines
from replays.cli._cases_in_books import rulings_in
from replays.cli._common import json_option, note, print_json, print_lines
from replays.cli._completion import complete_pack, complete_rule
from replays.cli._dates import date_of, now, opened_shelf
from replays.cli._documents import WrittenBook
from replays.cli._outputs import write_output
from replays.diagrams.charts.book import timing_charts
from replays.errors import ReplayError
from replays.reference import words
from replays.reference.book import Edition, as_html, as_markdown
from replays.reference.checks import checks_of
from replays.reference.comparison import compare
from replays.reference.coverage import cover, parse_headings
from replays.reference.shown_entry import show_entry
from replays.reference.versions import cited, differences, history
from rules.books.addresses import parse_address
from rules.books.search import Search
from rules.books.shelf import load_book, packs_with_books, title_of
from rules.data import source_text

as_of_option = click.option(
    "--as-of", metavar="DATE", help="The rules as in force on this date, YYYY-MM-DD (unless given: today)."
)
pack_argument = click.argument("pack", metavar="PACK", shell_complete=complete_pack)


@click.group()
def command() -> None:
    """Search, read, compare, print and revise the rules of the five games.

    \b
    Examples:
      lastword rules search przerwanie --game agot2
      lastword rules show agot2/cancel
      lastword rules compare trigger-sequence agot2 l5r hbo
      lastword rules book okc -o okc.html
    """


@command.command("search")
@click.argument("query", nargs=-1, required=True)
@click.option("--game", metavar="PACK", multiple=True, help="Search this game only; may be given more than once.")
@click.option("--limit", default=10, type=click.IntRange(1, 1000), help="The most answers (unless given: 10).")
@as_of_option
@json_option
@click.pass_obj
def search_verb(
    ledger: str, query: tuple[str, ...], game: tuple[str, ...], limit: int, as_of: str | None, as_json: bool
) -> None:
    """Find the clauses that answer a question, or entries by any name, form or misspelling, by id or step number.

    A card that is named in the query comes first, with the clauses it turns on. In English or the language of the
    rulebook, with or without diacritics. Exit 1 when nothing is found. In JSON, a
    null clause means that the query named the entry by its id or number.

    \b
    Examples:
      lastword rules search przerwanie --game agot2
      lastword rules search "ownrship and contol" --json
      lastword rules search cancel --as-of 2026-01-31
    """
    asked = " ".join(query)
    with opened_shelf(ledger, as_of) as shelf:
        search = Search.of_books(shelf.books(game))
        named = named_in(asked, game)
        cards = [(found.game, found.card, card_rules(found.card, shelf.book(found.game))) for found in named]
    hits = search.search(asked, limit)
    if as_json:
        print_json([words.hit_data(hit) for hit in hits])
    else:
        print_lines(line for found in cards for line in found_card_lines(*found))
        print_lines(words.hit_lines(hits))
    if not hits and not cards:
        note(words.nothing_found_line(asked, search.nearest(asked)))
        raise SystemExit(1)


@command.command("show")
@click.argument("address", metavar="ID", shell_complete=complete_rule)
@click.option("--proof", is_flag=True, help="Also say how the engine keeps each clause, and what shows it.")
@as_of_option
@json_option
@click.pass_obj
def show_verb(ledger: str, address: str, proof: bool, as_of: str | None, as_json: bool) -> None:
    """Read one entry: its clauses, links both ways, rulings, and your own copy if you attached one.

    A clause marked "ours" is not in the rulebook: we added it, and the mark says why.

    A pinned citation (PACK/ENTRY#CLAUSE@VERSION) shows the clause as it was then.

    \b
    Examples:
      lastword rules show agot2/cancel
      lastword rules show agot2/cancel --proof
      lastword rules show agot2/cancel#2@1.0
      lastword rules show okc/ambush --as-of 2026-01-31 --json
    """
    asked = parse_address(address)
    with opened_shelf(ledger, as_of) as shelf:
        if asked.version:
            found = cited(asked, load_book(asked.game), shelf.versions(asked.game))
            print_json(found) if as_json else print_lines(words.version_lines(found))
            return
        shown = show_entry(shelf, asked, rulings_in(shelf, f"{asked.game}/{asked.entry}"))
    if as_json:
        print_json(words.entry_data(shown))
    else:
        print_lines(words.entry_lines(shown, proof))


@command.command("list")
@pack_argument
@as_of_option
@json_option
@click.pass_obj
def list_verb(ledger: str, pack: str, as_of: str | None, as_json: bool) -> None:
    """List every entry of a game, chapter by chapter.

    \b
    Examples:
      lastword rules list hbo
      lastword rules list hbo --json
    """
    with opened_shelf(ledger, as_of) as shelf:
        book = shelf.book(pack)
    if as_json:
        checks = checks_of(pack)
        print_json([words.listing_data(entry, checks) for entry in book])
    else:
        print_lines(words.contents_lines(book))


@command.command("compare")
@click.argument("topic")
@click.argument("packs", metavar="PACK…", nargs=-1)
@as_of_option
@json_option
@click.pass_obj
def compare_verb(ledger: str, topic: str, packs: tuple[str, ...], as_of: str | None, as_json: bool) -> None:
    """Show what games say on a TOPIC side by side: what all of them have, and what some lack.

    \b
    Examples:
      lastword rules compare trigger-sequence agot2 l5r hbo
      lastword rules compare mulligan
    """
    with opened_shelf(ledger, as_of) as shelf:
        result = compare(topic, shelf.books(packs))
    if as_json:
        print_json(result)
    else:
        print_lines(words.comparison_lines(result, max(80, shutil.get_terminal_size((120, 40)).columns)))


@command.command("book")
@pack_argument
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="FILE.html or FILE.md."
)
@as_of_option
@json_option
@click.pass_obj
def book_verb(ledger: str, pack: str, output: Path, as_of: str | None, as_json: bool) -> None:
    """Write a whole book as one HTML page or as Markdown, by the ending of the file's name.

    \b
    Examples:
      lastword rules book okc -o okc.html
      lastword rules book okc -o okc.md --as-of 2026-01-31
    """
    makers = {".html": as_html, ".htm": as_html, ".md": as_markdown}
    maker = makers.get(output.suffix.lower())
    if maker is None:
        raise click.UsageError(f"{output} should end in .html or .md")
    with opened_shelf(ledger, as_of) as shelf:
        edition = Edition(shelf.book(pack), title_of(pack), shelf.date, timing_charts(pack))
    write_output(output, maker(edition))
    if as_json:
        print_json(WrittenBook(str(output), pack, edition.title, len(edition.book.entries), edition.date))
    note(f"{output}: {len(edition.book.entries)} entries of {edition.title}")


@command.command("attach")
@pack_argument
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
@click.pass_obj
def attach_verb(ledger: str, pack: str, file: Path, as_json: bool) -> None:
    """Lay a rulebook text of your own beside the entries. It stays in your ledger.

    Letters known to be misread in scans are repaired, the text is cut at its headings, and `rules show` prints each
    passage under its entry. Printed is how many entries and clauses found theirs.

    \b
    Examples:
      lastword rules attach agot2 my-rulebook.txt
    """
    load_book(pack)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ReplayError(f"{file} is not a UTF-8 text: {error.reason} at byte {error.start}") from None
    with opened_shelf(ledger, None, writing=True) as shelf:
        placed = shelf.attach(RulebookAttached(pack, file.name, text, now()))
    found = words.placement_data(load_book(pack), placed)
    if as_json:
        print_json(found)
    else:
        print_lines(words.placement_lines(found))


@command.command("coverage")
@pack_argument
@click.option("--details", is_flag=True, help="Also list every clause that lacks something.")
@json_option
@click.pass_obj
def coverage_verb(ledger: str, pack: str, details: bool, as_json: bool) -> None:
    """Count how much of a game's rules has an entry, a check and an example.

    A clause is judged if a verdict of a playthrough cites it, done if the engine does what it says in one, and only
    stepped through if playthroughs just pass its step.

    Exit 1 when a heading has no entry or a check cites a rule that does not exist.

    \b
    Examples:
      lastword rules coverage agot2
      lastword rules coverage agot2 --details --json
    """
    with opened_shelf(ledger, None) as shelf:
        headings = parse_headings(source_text(pack, "headings.txt"))
        found = cover(shelf.book(pack), headings, checks_of(pack))
    if as_json:
        print_json(found)
    else:
        print_lines(words.coverage_lines(found, details))
    if not found.sound:
        raise SystemExit(1)


# --- versions ---------------------------------------------------------------------------------------------------------


@command.command("revise")
@click.argument("address", metavar="ID", shell_complete=complete_rule)
@click.option("--effective", required=True, metavar="DATE", help="The first day the revision is in force (YYYY-MM-DD).")
@click.option(
    "--clause", required=True, type=click.IntRange(1), help="The clause to revise; one more than the last adds one."
)
@click.option("--says", required=True, help="What the clause says from then on.")
@click.option("--because", required=True, help="Why: the announcement, erratum or ruling behind it.")
@json_option
@click.pass_obj
def revise_verb(ledger: str, address: str, effective: str, clause: int, says: str, because: str, as_json: bool) -> None:
    """Record that a clause says something else from a date on. Nothing is overwritten.

    \b
    Examples:
      lastword rules revise okc/ambush --clause 1 --says "It springs at dusk." --because "FAQ 3" --effective 2026-03-01
      lastword rules revise okc/ambush --clause 2 --says "Withdrawn." --because "FAQ 4" --effective 2026-06-01
    """
    rule = parse_address(address)
    if rule.clause or rule.version:
        raise click.UsageError("give the entry's id alone, and the clause with --clause")
    load_book(rule.game).entry(rule.entry)
    event = ClauseRevised(f"{rule.game}/{rule.entry}", clause, says.strip(), because.strip(), date_of(effective), now())
    with opened_shelf(ledger, None, writing=True) as shelf:
        made = shelf.revise(event, rule.game)
    print_json(words.version_data(made)) if as_json else click.echo(made.citation)


@command.command("history")
@click.argument("address", metavar="ID", shell_complete=complete_rule)
@json_option
@click.pass_obj
def history_verb(ledger: str, address: str, as_json: bool) -> None:
    """Show everything the clauses of an entry have said or will say, clause by clause, oldest first, with the reasons.

    \b
    Examples:
      lastword rules history okc/ambush
      lastword rules history okc/ambush#1 --json
    """
    rule = parse_address(address)
    with opened_shelf(ledger, None) as shelf:
        found = history(load_book(rule.game).entry(rule.entry), shelf.versions(rule.game))
    found = [version for version in found if rule.clause in (0, version.clause)]
    if not found:
        raise ReplayError(f"{rule.game}/{rule.entry} never had a clause {rule.clause}")
    if as_json:
        print_json([words.version_data(version) for version in found])
    else:
        print_lines(words.history_lines(found))


@command.command("diff")
@click.argument("first", metavar="DATE")
@click.argument("second", metavar="DATE")
@click.option("--game", metavar="PACK", multiple=True, help="This game only; may be given more than once.")
@json_option
@click.pass_obj
def diff_verb(ledger: str, first: str, second: str, game: tuple[str, ...], as_json: bool) -> None:
    """Show what the rules say on the second date that they did not on the first. Exit 1 if anything differs.

    \b
    Examples:
      lastword rules diff 2026-01-01 2026-04-01
      lastword rules diff 2026-01-01 2026-04-01 --game okc --json
    """
    dates = date_of(first), date_of(second)
    with opened_shelf(ledger, None) as shelf:
        games = game or packs_with_books()
        found = [item for name in games for item in differences(load_book(name), shelf.versions(name), *dates)]
    if as_json:
        print_json(found)
    else:
        print_lines(words.clause_difference_lines(found))
    if found:
        raise SystemExit(1)
