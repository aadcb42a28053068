"""Search, read, compare, print and revise the rules, and attach your own rulebook."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from ledger.revisions import ClauseRevised, RulebookAttached
from replays.cards.card_rules import card_rules
from replays.cards.lookup import named_in
from replays.cards.words import found_card_lines
from replays.cli._cases_in_books import rulings_in
from replays.cli._common import Number, VerbGroup, json_option, note, print_json, print_lines
from replays.cli._completion import complete_pack, complete_rule, complete_topic, packs_option
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
from rules.books.shelf import find, load_book, packs_with_books, title_of
from rules.data import source_text

as_of_option = click.option(
    "--as-of", metavar="DATE", help="The rules in force on this date (YYYY-MM-DD; unless given: today)."
)
pack_argument = click.argument("pack", metavar="PACK", shell_complete=complete_pack)


@click.group(cls=VerbGroup)
def command() -> None:
    """Search, read, compare, print and revise the rules of the five games.

    \b
    Examples:
      lastword rules search przerwanie --pack agot2
      lastword rules show agot2/cancel
      lastword rules compare trigger-sequence agot2 l5r hbo
      lastword rules book okc -o okc.html
    """


@command.command("search")
@click.argument("query", nargs=-1, required=True, metavar="QUESTION")
@packs_option("Search the book of this pack only; repeatable.")
@click.option("--limit", default=10, type=Number(1, 1000), help="The most answers (unless given: 10).")
@as_of_option
@json_option
@click.pass_obj
def search_verb(
    ledger: str, query: tuple[str, ...], packs: tuple[str, ...], limit: int, as_of: str | None, as_json: bool
) -> None:
    """Find the clauses that answer a QUESTION.

    QUESTION is a sentence or some words, in English or in the language of the rulebook, with or without accents; the
    name of an entry, even misspelled; its id; or the number of a step. A card that is named in it comes first, with
    the clauses it turns on. Exit 1 if nothing is found. In JSON, a null clause means that the question named the entry
    by its id or number.

    \b
    Examples:
      lastword rules search przerwanie --pack agot2
      lastword rules search "ownrship and contol" --json
      lastword rules search cancel --as-of 2026-01-31
    """
    asked = " ".join(query)
    with opened_shelf(ledger, as_of) as shelf:
        search = Search.of_books(shelf.books(packs))
        named = named_in(asked, packs)
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
@click.argument("address", metavar="RULE", shell_complete=complete_rule)
@click.option(
    "--proof", is_flag=True, help="Also show which check enforces each clause, and which recorded examples prove it."
)
@as_of_option
@json_option
@click.pass_obj
def show_verb(ledger: str, address: str, proof: bool, as_of: str | None, as_json: bool) -> None:
    """Print one entry of a book: its clauses, related entries and rulings.

    RULE is PACK/ENTRY, or PACK/ENTRY#CLAUSE@VERSION for a clause as that version had it. A clause marked "ours" is not
    in the rulebook: we added it, and the mark says why. If you attached your own rulebook, its passage stands below.

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
        entry, _ = find(asked, [shelf.book(asked.game)])
        if entry.address != f"{asked.game}/{asked.entry}":
            note(f"{asked.game}/{asked.entry} is another name of {entry.address}, {entry.title}")
        shown = show_entry(shelf, asked, rulings_in(shelf, entry.address))
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
    """List every entry of a pack's book, chapter by chapter.

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
@click.argument("topic", shell_complete=complete_topic)
@click.argument("packs", metavar="[PACK]…", nargs=-1, shell_complete=complete_pack)
@as_of_option
@json_option
@click.pass_obj
def compare_verb(ledger: str, topic: str, packs: tuple[str, ...], as_of: str | None, as_json: bool) -> None:
    """Show what the books say on a TOPIC, side by side.

    What all of them have comes first, then what only some have. Without a PACK every book with that topic is shown.

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
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write: FILE.html or FILE.md.",
)
@as_of_option
@json_option
@click.pass_obj
def book_verb(ledger: str, pack: str, output: Path, as_of: str | None, as_json: bool) -> None:
    """Write a whole book as one HTML page or as Markdown.

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
    """Store the text of your own rulebook beside a pack's book, in your ledger alone.

    `rules show` then prints the passage of your text below each entry. The text is divided at its headings, and letters
    that scans often get wrong are mended. FILE is plain text in UTF-8.
    The answer says how many entries and clauses found their passage.

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
    """Count how much of a pack's rules has an entry, a check and an example.

    A clause is "judged" if the verdict on an example cites it, "done" if the engine does what it says in an example,
    and "stepped through" if examples only pass the step it is about. Exit 1 if a heading of the rulebook has no entry,
    or if a check cites a rule that does not exist.

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
@click.argument("address", metavar="RULE", shell_complete=complete_rule)
@click.option("--effective", required=True, metavar="DATE", help="The first day the revision is in force (YYYY-MM-DD).")
@click.option(
    "--clause", required=True, type=Number(1), help="The clause to revise; the number after the last adds a clause."
)
@click.option("--says", required=True, metavar="TEXT", help="What the clause says from then on.")
@click.option("--because", required=True, metavar="TEXT", help="Why: the announcement, erratum or ruling behind it.")
@json_option
@click.pass_obj
def revise_verb(ledger: str, address: str, effective: str, clause: int, says: str, because: str, as_json: bool) -> None:
    """Record that a clause of RULE says something else from a date on.

    RULE is PACK/ENTRY. The earlier wording is kept: `rules history` shows it.

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
@click.argument("address", metavar="RULE", shell_complete=complete_rule)
@json_option
@click.pass_obj
def history_verb(ledger: str, address: str, as_json: bool) -> None:
    """Show every wording the clauses of RULE have had or will have.

    RULE is PACK/ENTRY or PACK/ENTRY#CLAUSE. The oldest wording comes first, and each has its date and its reason.

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
@packs_option("Only the book of this pack; repeatable.")
@json_option
@click.pass_obj
def diff_verb(ledger: str, first: str, second: str, packs: tuple[str, ...], as_json: bool) -> None:
    """Show how the rules changed from one date to another. Exit 1 if anything differs.

    \b
    Examples:
      lastword rules diff 2026-01-01 2026-04-01
      lastword rules diff 2026-01-01 2026-04-01 --pack okc --json
    """
    dates = date_of(first), date_of(second)
    with opened_shelf(ledger, None) as shelf:
        games = packs or packs_with_books()
        found = [item for name in games for item in differences(load_book(name), shelf.versions(name), *dates)]
    if as_json:
        print_json(found)
    else:
        print_lines(words.clause_difference_lines(found))
    if found:
        raise SystemExit(1)
