"""The reference in words: entries, versions of clauses, comparisons and coverage, as `rules` and `games` print them.

A line is a text, or a pair: the beginning that is set off (bold on a terminal) and the rest.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from replays.reference.checks import Checks
from replays.reference.comparison import Cell, Comparison
from replays.reference.coverage import Coverage
from replays.reference.pack_list import PackRow
from replays.reference.passages import MENTION, Passage, Placement
from replays.reference.versions import ClauseDifference, Version
from rules.books.entries import Book, Entry
from rules.books.search import Hit

Line = str | tuple[str, str]

WIDTH = 96
"""Characters of a line of an entry; longer clauses are wrapped."""
NARROWEST = 24
"""Characters a column of a comparison has at least."""


# --- one entry ------------------------------------------------------------------------------------------------------


class ShownEntry(msgspec.Struct, frozen=True):
    """An entry with everything known about it: its book, its checks, the cases that cite it, the user's own copy."""

    entry: Entry
    book: Book
    checks: Checks
    rulings: tuple[str, ...] = ()
    passage: Passage | None = None

    @property
    def examples(self) -> list[str]:
        """The transcripts that show the rule at work: those it names, then playthroughs that exercise a clause."""
        played = (name for clause in self.entry.clauses for name in self.checks.playthroughs(self.entry, clause.n))
        return list(dict.fromkeys((*self.entry.examples, *played)))


def entry_lines(shown: ShownEntry) -> Iterator[Line]:
    """Yield an entry as `rules show` prints it: title, clauses with what checks them, links, rulings, the own copy."""
    entry = shown.entry
    yield f"{entry.address}  {entry.title}", ""
    yield f"{entry.term}  ({entry.kind}; {entry.source}; since {entry.effective})"
    yield ""
    for clause in entry.clauses:
        revised = f" [since {clause.version}]" if clause.version != entry.effective else ""
        yield from _hanging(f"#{clause.n}", f"{clause.says}{revised}")
        yield from _proof_lines(shown, clause.n, clause.only)
    for reading in entry.readings:
        yield ""
        yield from _hanging("!", f"The source contradicts itself. {reading.where}:")
        yield from _hanging("  a", reading.a)
        yield from _hanging("  b", reading.b)
        yield from _hanging("  =", f"We follow {reading.follows}: {reading.because}")
    yield from _link_lines(shown)
    if shown.passage:
        yield from _own_copy_lines(shown.passage)


def _proof_lines(shown: ShownEntry, n: int, only: str) -> Iterator[str]:
    """Yield why clause `n` is for reading only (`only`), where the engine checks it, and what exercises it."""
    if only:
        yield f"      reference only: {only}"
    checks, played = shown.checks.of_clause(shown.entry, n), shown.checks.playthroughs(shown.entry, n)
    if checks:
        yield from _hanging("", f"checked in {', '.join(checks)}")
    if played:
        yield from _hanging("", f"exercised by {', '.join(played)}")


def _link_lines(shown: ShownEntry) -> Iterator[str]:
    """Yield the entries it sees and is seen by, its examples and its rulings.

    In a finished book links go both ways, so that the first list holds them all.
    """
    see, back = set(shown.entry.see), set(shown.book.seen_by.get(shown.entry.id, ()))
    groups = [
        ("Sees and is seen by", [name for name in shown.entry.see if name in back]),
        ("Sees", [name for name in shown.entry.see if name not in back]),
        ("Is seen by", sorted(back - see)),
        ("Examples", shown.examples),
        ("Rulings", list(shown.rulings)),
    ]
    for label, names in groups:
        if names:
            yield ""
            yield from _hanging(f"{label}:", ", ".join(names))


def _own_copy_lines(passage: Passage) -> Iterator[str]:
    how = "mentioned in" if passage.found == MENTION else "under its heading in"
    yield ""
    yield f"Your copy ({how} line {passage.line} and on):"
    yield from (f"  | {line}" for line in passage.text.splitlines())


def _hanging(mark: str, text: str) -> Iterator[str]:
    """Yield a text behind a mark, wrapped so that later lines stand under the text."""
    lead = f"{mark:<5} " if mark else " " * 6
    yield from textwrap.wrap(text, WIDTH, initial_indent=lead, subsequent_indent=" " * 6, break_on_hyphens=False)


def entry_data(shown: ShownEntry) -> dict[str, Any]:
    """Return an entry for `rules show --json`."""
    entry = shown.entry
    clauses = [
        {
            "n": clause.n,
            "says": clause.says,
            "only": clause.only,
            "version": clause.version,
            "citation": f"{entry.address}#{clause.n}@{clause.version}",
            "checks": shown.checks.of_clause(entry, clause.n),
            "playthroughs": shown.checks.playthroughs(entry, clause.n),
        }
        for clause in entry.clauses
    ]
    return {
        "id": entry.address,
        "title": entry.title,
        "kind": entry.kind,
        "term": entry.term,
        "aliases": entry.aliases,
        "source": entry.source,
        "effective": entry.effective,
        "clauses": clauses,
        "readings": [msgspec.to_builtins(reading) for reading in entry.readings],
        "see": [f"{entry.game}/{name}" for name in entry.see],
        "seen_by": [f"{entry.game}/{name}" for name in shown.book.seen_by.get(entry.id, ())],
        "examples": shown.examples,
        "rulings": shown.rulings,
        "passage": msgspec.to_builtins(shown.passage) if shown.passage else None,
    }


# --- lists of entries, and of games ---------------------------------------------------------------------------------


def contents_lines(book: Book) -> Iterator[Line]:
    """Yield every entry of a book under the title of its chapter, as `rules list` prints them."""
    for chapter in book.chapters:
        yield chapter.title, ""
        for entry in chapter.entries:
            yield f"  {entry.address:<44} {entry.title} / {entry.term}"


def listing_data(entry: Entry, checks: Checks) -> dict[str, Any]:
    """Return an entry as one item of `rules list --json`."""
    return {
        "id": entry.address,
        "title": entry.title,
        "term": entry.term,
        "aliases": entry.aliases,
        "source": entry.source,
        "clauses": [msgspec.to_builtins(clause) for clause in entry.clauses],
        "see": [f"{entry.game}/{name}" for name in entry.see],
        "checks": checks.citing(entry),
    }


def hit_lines(hits: Iterable[Hit]) -> Iterator[Line]:
    """Yield each entry that a search found, and under it the clause that matched, or the first one."""
    for hit in hits:
        clause = hit.entry.clause(hit.clause or 1)
        yield hit.entry.address, f"  {hit.entry.title} / {hit.entry.term}"
        yield f"    #{clause.n} {clause.says}" if clause else ""


def hit_data(hit: Hit) -> dict[str, Any]:
    """Return an entry that a search found for `rules search --json`; `clause` is null if its heading matched."""
    return {"id": hit.entry.address, "clause": hit.clause, "score": hit.score, "game": hit.entry.game}


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


def version_data(version: Version) -> dict[str, Any]:
    """Return a version of a clause with its citation, for `rules revise --json` and `rules history --json`."""
    return {**msgspec.to_builtins(version), "citation": version.citation}


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


def placement_lines(placed: Placement) -> Iterator[str]:
    """Yield how many entries found their passage in an attached text and how, and the entries that found none."""
    counts = {how: count for how, count in placed.report().items() if isinstance(count, int)}
    yield "; ".join(f"{count} {how.replace('_', ' ')}" for how, count in counts.items())
    if placed.missing:
        yield f"without a passage: {', '.join(placed.missing)}"


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
    yield f"  exercised by a playthrough      {found.exercised} of {found.executable}"
    yield f"  reference only, with a reason   {len(found.reference_only)}"
    yield f"  contradictions of the source    {len(found.contradictions)}"
    yield from (f"  HEADING WITHOUT AN ENTRY  {heading}" for heading in found.headings_without_entry)
    yield from (f"  CHECK OF NO RULE  {rule} in {', '.join(places)}" for rule, places in found.dangling_checks.items())
    if details:
        yield from (f"  no check       {rule}" for rule in found.clauses_without_check)
        yield from (f"  not exercised  {rule}" for rule in found.clauses_not_exercised)
        yield from (f"  reference only {rule} ({reason})" for rule, reason in found.reference_only.items())
    for item in found.contradictions:
        yield f"  contradiction  {item.id}: {item.reading.where} (we follow {item.reading.follows})"
