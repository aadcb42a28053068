"""The reference in words: entries, versions of clauses, comparisons and coverage, as `rules` and `games` print them.

A line is a text, or a pair: the beginning that is set off (bold on a terminal) and the rest.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from replays.reference.checks import Checks
from replays.reference.comparison import Cell, Comparison
from replays.reference.coverage import Coverage
from replays.reference.pack_list import PackRow
from replays.reference.passages import HEADING, MENTION, NEAR, Passage, Placement
from replays.reference.shown_entry import CitingRuling, ShownClause, ShownEntry
from replays.reference.versions import ClauseDifference, Version
from rules.books.entries import Book, Clause, Entry, Reading
from rules.books.search import Hit

Line = str | tuple[str, str]

WIDTH = 96
"""Characters of a line of an entry; longer clauses are wrapped."""
MOST_EXAMPLES = 3
"""The most playthroughs that are named for one clause and way; the others are counted."""
NARROWEST = 24
"""Characters a column of a comparison has at least."""


# --- one entry ------------------------------------------------------------------------------------------------------


def entry_lines(shown: ShownEntry, proof: bool = False) -> Iterator[Line]:
    """Yield an entry as `rules show` prints it: title, clauses, readings, links, rulings, the own copy.

    With `proof`, what is known of how the engine keeps each clause follows last.
    """
    entry = shown.entry
    yield f"{entry.address}  {entry.title}", ""
    yield f"{entry.term}  ({entry.kind}; {entry.source}; since {entry.effective})"
    yield ""
    for item in shown.clauses:
        revised = f" [since {item.clause.version}]" if item.revised else ""
        yield from _hanging(f"#{item.clause.n}", f"{item.clause.says}{revised}{_ours(item)}")
    for reading in entry.readings:
        yield ""
        yield from _hanging("!", f"The source contradicts itself. {reading.where}:")
        yield from _hanging("  a", reading.a)
        yield from _hanging("  b", reading.b)
        yield from _hanging("  =", f"We follow {reading.follows}: {reading.because}")
    yield from _link_lines(shown)
    if shown.passage:
        yield from _own_copy_lines(shown.passage)
    if proof:
        yield ""
        yield "How the engine keeps it:"
        yield from (line for item in shown.clauses for line in _hanging(f"#{item.clause.n}", proof_words(item)))
        if shown.checks.exercised is None:
            yield "This installation does not know which examples show it."


def _ours(item: ShownClause) -> str:
    """Return the mark of a clause that is ours and not the source's, with the reason."""
    return f" [ours: {item.clause.ours}]" if item.clause.ours else ""


def proof_words(item: ShownClause) -> str:
    """Return how a clause is proved: why it is for reading only, or which playthroughs judge it, do it or pass it."""
    if item.clause.only:
        return f"For reading only: {item.clause.only}."
    found = item.exercise
    ways = (("judged in", found.judged), ("done in", found.done), ("stepped through in", found.stepped))
    told = [f"{way} {_some(names)}" for way, names in ways if names]
    places = f"{len(item.checks)} place{'s' if len(item.checks) != 1 else ''} of the engine"
    return "; ".join([f"kept in {places}" if item.checks else "kept in no place of the engine", *told]) + "."


def _some(names: Sequence[str]) -> str:
    """Return the first few names, and how many more there are."""
    more = len(names) - MOST_EXAMPLES
    return ", ".join(names[:MOST_EXAMPLES]) + (f" and {more} more" if more > 0 else "")


def _link_lines(shown: ShownEntry) -> Iterator[str]:
    """Yield the entries it sees and is seen by, the examples it names, and its rulings."""
    links = shown.links
    groups = [
        ("Sees and is seen by", [entry.id for entry in links.both]),
        ("Sees", [entry.id for entry in links.sees]),
        ("Is seen by", [entry.id for entry in links.seen_by]),
        ("Examples", list(shown.entry.examples)),
    ]
    for label, names in groups:
        if names:
            yield ""
            yield from _hanging(f"{label}:", ", ".join(names))
    if shown.rulings:
        yield ""
        yield "Rulings:"
        yield from (line for ruling in shown.rulings for line in _hanging("", ruling_words(ruling)))


def ruling_words(ruling: CitingRuling) -> str:
    """Return a ruling that cites an entry: `case-7 (stands, by Maria, 2026-01-31, cites #5): May it be cancelled?`."""
    judge = f"by {ruling.judge}" if ruling.judge else ""
    facts = [ruling.standing, judge, ruling.date, cited_clauses(ruling.clauses)]
    return f"{ruling.case} ({', '.join(fact for fact in facts if fact)}): {ruling.question}"


def cited_clauses(clauses: Iterable[int]) -> str:
    """Return which clauses of an entry are cited: `cites #3, #5`, or an empty text for the entry as a whole."""
    numbers = ", ".join(f"#{n}" for n in clauses if n)
    return f"cites {numbers}" if numbers else ""


def _own_copy_lines(passage: Passage) -> Iterator[str]:
    how = "mentioned in" if passage.found == MENTION else "under its heading in"
    yield ""
    yield f"Your copy ({how} line {passage.line} and on):"
    yield from (f"  | {line}" for line in passage.text.splitlines())


def _hanging(mark: str, text: str) -> Iterator[str]:
    """Yield a text behind a mark, wrapped so that later lines stand under the text."""
    lead = f"{mark:<5} " if mark else " " * 6
    yield from textwrap.wrap(text, WIDTH, initial_indent=lead, subsequent_indent=" " * 6, break_on_hyphens=False)


class ShownClauseData(msgspec.Struct, frozen=True):
    """A clause of an entry. `only` says why it is for reading only, `ours` why we added it; else they are empty.

    `checks` are the places of the engine that keep it, `playthroughs` the examples that exercise it.
    """

    n: int
    says: str
    only: str
    ours: str
    version: str
    citation: str
    checks: Sequence[str]
    playthroughs: Sequence[str]


class EntryData(msgspec.Struct, frozen=True):
    """An entry, as `rules show --json` prints it; `passage` is its passage in your own copy, null without one."""

    id: str
    title: str
    kind: str
    term: str
    aliases: tuple[str, ...]
    source: str
    effective: str
    clauses: list[ShownClauseData]
    readings: tuple[Reading, ...]
    see: list[str]
    seen_by: list[str]
    examples: list[str]
    rulings: tuple[CitingRuling, ...]
    passage: Passage | None


def entry_data(shown: ShownEntry) -> EntryData:
    """Return an entry for `rules show --json`."""
    entry = shown.entry
    return EntryData(
        *(entry.address, entry.title, entry.kind, entry.term, entry.aliases, entry.source, entry.effective),
        clauses=[_clause_data(item) for item in shown.clauses],
        readings=entry.readings,
        see=[f"{entry.game}/{name}" for name in entry.see],
        seen_by=[f"{entry.game}/{name}" for name in shown.book.seen_by.get(entry.id, ())],
        examples=[example.name for example in shown.examples],
        rulings=tuple(shown.rulings),
        passage=shown.passage,
    )


def _clause_data(item: ShownClause) -> ShownClauseData:
    clause = item.clause
    says = (clause.n, clause.says, clause.only, clause.ours, clause.version)
    return ShownClauseData(*says, item.citation, item.checks, item.playthroughs)


# --- lists of entries, and of games ---------------------------------------------------------------------------------


def contents_lines(book: Book) -> Iterator[Line]:
    """Yield every entry of a book under the title of its chapter, as `rules list` prints them."""
    for chapter in book.chapters:
        yield chapter.title, ""
        for entry in chapter.entries:
            yield f"  {entry.address:<44} {entry.title} / {entry.term}"


class ListedEntry(msgspec.Struct, frozen=True):
    """An entry, as `rules list --json` prints it; `checks` are the places of the engine that cite it."""

    id: str
    title: str
    term: str
    aliases: tuple[str, ...]
    source: str
    clauses: tuple[Clause, ...]
    see: list[str]
    checks: Sequence[str]


def listing_data(entry: Entry, checks: Checks) -> ListedEntry:
    """Return an entry as one item of `rules list --json`."""
    names = (entry.address, entry.title, entry.term, entry.aliases, entry.source)
    return ListedEntry(*names, entry.clauses, [f"{entry.game}/{name}" for name in entry.see], checks.citing(entry))


def hit_lines(hits: Iterable[Hit]) -> Iterator[Line]:
    """Yield each entry that a search found, and under it the clauses that matched, or the first one."""
    for hit in hits:
        yield hit.entry.address, f"  {hit.entry.title} / {hit.entry.term}"
        clauses = [hit.entry.clause(n) for n in (hit.clause or 1, hit.also) if n]
        yield from (f"    #{clause.n} {clause.says}" for clause in clauses if clause)


def nothing_found_line(query: str, nearest: Sequence[str]) -> str:
    """Return that a query found nothing, with the names in the books that are spelt most like it."""
    hint = f"; the nearest names are {', '.join(nearest)}" if nearest else ""
    return f"nothing found for {query!r}{hint}"


class FoundClause(msgspec.Struct, frozen=True):
    """An entry that a search found, as `rules search --json` prints it, the best first.

    `clause` is null if the query named the entry by its id or number; `also` is the clause that agrees next best.
    """

    id: str
    clause: int | None
    also: int | None
    score: float
    game: str


def hit_data(hit: Hit) -> FoundClause:
    """Return an entry that a search found for `rules search --json`."""
    return FoundClause(hit.entry.address, hit.clause, hit.also, hit.score, hit.entry.game)


PACK_TITLES = ("PACK", "GAME", "FORMATS", "CARDS", "ENTRIES", "CLAUSES", "CHECKED", "PLAYTHROUGHS")
"""The titles over the cells of `pack_cells`."""


def pack_cells(row: PackRow) -> tuple[object, ...]:
    """Return a game's row of `lastword games`, under `PACK_TITLES`."""
    formats = ", ".join(row.formats) or "-"
    return (row.id, row.title, formats, row.cards, row.entries, row.clauses, row.checked, row.playthroughs)


# --- versions -------------------------------------------------------------------------------------------------------


def version_lines(version: Version) -> Iterator[str]:
    """Yield a pinned citation and what it meant, as `rules show ID@VERSION` prints it."""
    yield version.citation
    yield f"  {version.says}"


class VersionData(msgspec.Struct, frozen=True):
    """A version of a clause with its citation, as `rules revise --json` and `rules history --json` print it.

    A published version has no date: `effective`, `because` and `recorded` are empty.
    """

    rule: str
    clause: int
    version: str
    says: str
    effective: str
    because: str
    recorded: str
    citation: str


def version_data(version: Version) -> VersionData:
    """Return a version of a clause with its citation, for `rules revise --json` and `rules history --json`."""
    return VersionData(**msgspec.structs.asdict(version), citation=version.citation)


def history_lines(versions: Iterable[Version]) -> Iterator[Line]:
    """Yield each version with what it says and the reason for it, as `rules history` prints them."""
    for version in versions:
        yield version.citation, ""
        yield f"    {version.says}"
        if version.because:
            yield f"    because: {version.because}"


def clause_difference_lines(differences: Iterable[ClauseDifference]) -> Iterator[Line]:
    """Yield each clause that changed between two dates: `-` what it said, `+` what it says, and the reasons."""
    for item in differences:
        yield f"{item.rule}#{item.clause}", ""
        yield f"  - {item.before or '(no such clause)'}"
        yield f"  + {item.after}"
        for reason in item.because:
            yield f"    because: {reason}"


# --- the user's own copy, and whole books ---------------------------------------------------------------------------


class PlacementData(msgspec.Struct, frozen=True):
    """How a rulebook text was laid beside a book, as `rules attach --json` prints it.

    It counts the entries and clauses of the book, those that have a passage, and how the passages were found; and it
    lists the entries without one.
    """

    pack: str
    entries: int
    entries_found: int
    clauses: int
    clauses_found: int
    by_heading: int
    by_damaged_heading: int
    by_mention: int
    without_passage: tuple[str, ...]


def placement_data(book: Book, placed: Placement) -> PlacementData:
    """Return how much of a book found its passage in an attached text and how, for `rules attach --json`."""
    return PlacementData(
        book.game,
        entries=len(book.entries),
        entries_found=len(placed.passages),
        clauses=sum(len(entry.clauses) for entry in book),
        clauses_found=placed.clauses(book),
        by_heading=placed.count(HEADING),
        by_damaged_heading=placed.count(NEAR),
        by_mention=placed.count(MENTION),
        without_passage=placed.missing,
    )


_MISSING_SHOWN = 12
"""Entries without a passage that are listed."""


def placement_lines(found: PlacementData) -> Iterator[str]:
    """Yield how much of a book found its passage in an attached text, in which ways, and the entries without one."""
    yield f"{found.pack}: {_rate(found.entries_found, found.entries)} entries have their passage in the text"
    yield f"  with them {_rate(found.clauses_found, found.clauses)} clauses"
    ways = (found.by_heading, found.by_damaged_heading, found.by_mention)
    yield "  found by a heading {}, by a damaged heading {}, by a mention {}".format(*ways)
    if found.without_passage:
        shown, more = found.without_passage[:_MISSING_SHOWN], len(found.without_passage) - _MISSING_SHOWN
        rest = f" and {more} more, which --json lists" if more > 0 else ""
        yield f"  without a passage: {', '.join(shown)}{rest}"


def _rate(part: int, whole: int) -> str:
    """Return an amount of a whole, with the percentage: `117 of 145 (81 percent)`."""
    return f"{part} of {whole} ({100 * part // whole if whole else 0} percent)"


def comparison_lines(comparison: Comparison, width: int) -> Iterator[str]:
    """Yield a comparison as columns, one a game, within `width` characters if the columns are not too narrow for it."""
    column = max(NARROWEST, (width - 3 * (len(comparison.games) - 1)) // len(comparison.games))
    for label, rows in (("The same place in each", comparison.same), ("Not in all of them", comparison.differs)):
        if rows:
            yield f"{label}:"
            yield from _columns([[game] for game in comparison.games], column)
            yield "-+-".join("-" * column for _ in comparison.games)
            for row in rows:
                if row.aspect:
                    yield f"[{row.aspect.replace('-', ' ')}]"
                yield from _columns([_cell_lines(row.cells.get(game, ()), column) for game in comparison.games], column)
            yield ""


def _cell_lines(cells: Sequence[Cell], column: int) -> list[str]:
    if not cells:
        return ["–"]
    wrapper = textwrap.TextWrapper(column - 2, initial_indent="  ", subsequent_indent="  ")
    return [line for cell in cells for line in (cell.id, *wrapper.wrap(cell.says))]


def _columns(cells: Sequence[list[str]], column: int) -> Iterator[str]:
    height = max(len(cell) for cell in cells)
    for at in range(height):
        yield " | ".join(f"{cell[at] if at < len(cell) else '':<{column}}" for cell in cells).rstrip()


def coverage_lines(found: Coverage, details: bool) -> Iterator[str]:
    """Yield the counts of `rules coverage`, headings and checks that lead nowhere, and contradictions of the source.

    With `details`, every clause that lacks a check or a playthrough, or is for reference only, is listed, too.
    """
    checked = found.executable - len(found.clauses_without_check)
    yield f"{found.game}: {found.entries} entries, {found.clauses} clauses"
    yield f"  source headings with an entry   {found.headings - len(found.headings_without_entry)} of {found.headings}"
    yield f"  executable clauses with a check {checked} of {found.executable}"
    if found.judged is None:
        yield "  shown by playthroughs           this installation does not know them"
    else:
        yield f"  judged: a verdict cites it      {found.judged} of {found.executable}"
        yield f"  done by the engine              {found.done} of {found.executable}"
        yield f"  only stepped through            {len(found.stepped)} of {found.executable}"
    yield f"  reference only, with a reason   {len(found.reference_only)}"
    yield f"  contradictions of the source    {len(found.contradictions)}"
    yield f"  ours, not the source's          {len(found.ours)}"
    yield from (f"  HEADING WITHOUT AN ENTRY  {heading}" for heading in found.headings_without_entry)
    yield from (f"  CHECK OF NO RULE  {rule} in {', '.join(places)}" for rule, places in found.dangling_checks.items())
    if details:
        yield from (f"  no check       {rule}" for rule in found.clauses_without_check)
        yield from (f"  not exercised  {rule}" for rule in found.clauses_not_exercised)
        yield from (f"  stepped through {rule}" for rule in found.stepped)
        yield from (f"  reference only {rule} ({reason})" for rule, reason in found.reference_only.items())
        yield from (f"  ours           {rule} ({reason})" for rule, reason in found.ours.items())
    yield from (f"  contradiction  {item.id}: {item.reading.where}" for item in found.contradictions)
    if found.contradictions:
        yield "`lastword rules show ENTRY` shows both sides of a contradiction, and which of them we follow and why"
