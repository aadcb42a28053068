"""Completion of the word being written: cards, zones, verbs, short names and rule ids, by where in a line it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from replays.notation.parser import DIRECTIVES
from replays.notation.setup_words import faction_words, note_words, position_words, shared_words, zone_words
from rules.books.folding import plain
from rules.books.shelf import load_book
from rules.catalogue import load, pack_ids
from rules.errors import RulesError
from rules.kernel.pack import Pack

MOST = 12
"""The most words that are offered."""
_WORD = re.compile(r"[^\s,()=:@?\"“”„«»]*$")
_QUOTE = re.compile(r"[\"“”„«][^\"“”„«»]*$")
_SHORT = re.compile(r"([^\W\d][\w-]*)\s*=")
_HEADER = re.compile(r"^lastword\s+1\s+(\S+)", re.MULTILINE)
_PLAYER = re.compile(r"^\s*[A-Z]\s+")


class Completion(msgspec.Struct, frozen=True):
    """A word that could be meant: what it is, the text that takes the place of what was written, and since where.

    `start` is the column, from 0, from which on the line is replaced.
    """

    word: str
    kind: str
    start: int


def completions(text: str, line: int, column: int) -> tuple[Completion, ...]:
    """Return the words that may be meant at a place of a text: line from 1, column from 0. Best first.

    completions('lastword 1 agot2 joust\\nA play "Edd', 2, 11)[0].word == '"Eddard Stark"'
    """
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return ()
    before = lines[line - 1][:column]
    if "#" in before and re.search(r"#(?![0-9])", before):
        return ()
    pack = _pack_of(text)
    quote = _QUOTE.search(before) if before.count('"') % 2 or re.search("[“„«]", before) else None
    if pack is not None and quote is not None:
        return _chosen(quote.group()[1:], quote.start(), ((f'"{name}"', "card") for name in _titles(pack)))
    start = _WORD.search(before)
    written = start.group() if start else ""
    begins = column - len(written)
    return _chosen(written, begins, _words_at(before[:begins], pack, text))


def _words_at(before: str, pack: Pack | None, text: str) -> list[tuple[str, str]]:
    """Return the words that may stand after the beginning of a line, each with what it is."""
    if pack is None:
        return [*((name, "game") for name in pack_ids()), ("lastword 1", "heading")]
    first = before.split()
    if not first:
        shared = ((word, "zone") for word in shared_words(pack))
        return [*((word, "line") for word in DIRECTIVES), *shared, *_short_names(text)]
    if first[0] == "position":
        return [(word, "position") for word in position_words(pack)]
    if first[0] == "players":
        return [(word, "faction") for word in faction_words(pack)]
    if first[0] == "expect":
        rules = _rules(pack) if "illegal" in first else [("illegal", "line"), ("legal", "line")]
        return [*rules, *_short_names(text)]
    if before.count("(") > before.count(")"):
        return [(word, "note") for word in note_words(pack)]
    if _PLAYER.match(before) and len(first) == 1:
        verbs = ((word, "verb") for word in pack.notation.verbs())
        return [*verbs, *((word, "zone") for word in zone_words(pack, position=True))]
    cards = ((f'"{name}"', "card") for name in _titles(pack))
    return [*_short_names(text), *((word, "word") for word in _lead_words(pack, first)), *cards]


def _chosen(written: str, start: int, words: Iterable[tuple[str, str]]) -> tuple[Completion, ...]:
    """Return the words that begin with what was written, then those in which another word of theirs does."""
    wanted = plain(written)
    ranked: list[tuple[int, int, Completion]] = []
    for order, (word, kind) in enumerate(dict.fromkeys(words)):
        folded = plain(word.strip('"'))
        place = 0 if folded.startswith(wanted) else 1 if f" {wanted}" in folded else -1
        if wanted and place >= 0 and folded != wanted:
            ranked.append((place, order, Completion(word, kind, start)))
    return tuple(found for _, _, found in sorted(ranked, key=lambda item: item[:2])[:MOST])


def _pack_of(text: str) -> Pack | None:
    """Return the game that a text's heading names; None if it names none."""
    found = _HEADER.search(text)
    try:
        return load(found[1]) if found and found[1] in pack_ids() else None
    except RulesError:
        return None


def _titles(pack: Pack) -> list[str]:
    return sorted({card.name for card in pack.cards.values()})


def _short_names(text: str) -> list[tuple[str, str]]:
    return [(name, "short name") for name in dict.fromkeys(_SHORT.findall(text))]


def _lead_words(pack: Pack, before: list[str]) -> list[str]:
    """Return the lead words and the known words of the parts that a move's verb may have."""
    verb = before[1] if len(before) > 1 else ""
    found = []
    for phrase in pack.notation.named(verb):
        for part in phrase.parts:
            found += [part.lead, *part.known]
    return [word for word in dict.fromkeys(found) if word]


def _rules(pack: Pack) -> list[tuple[str, str]]:
    entries = load_book(pack.id)
    return [(f"{pack.id}/{entry.id}", "rule") for entry in entries]
