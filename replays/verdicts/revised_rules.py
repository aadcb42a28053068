"""Verdicts under the rules of another date: which violations fall away with a withdrawn clause, and which rest on words
that changed.

The engine checks the rules as published. A revision in the ledger changes what a clause says, not what the engine does.
So a clause that is withdrawn or suspended on the date takes its violations with it, unless conditions that depended on
it were never judged; such a violation, and one that rests only on clauses with other words, is for a person to judge;
one that breaks any clause as it was published stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

import msgspec

from ledger.verdicts import GameJudged
from replays.reference.shelf import Shelf
from rules.books.addresses import parse_address
from rules.books.entries import Entry
from rules.books.shelf import load_book
from rules.errors import RulesError

GONE = ("withdrawn", "suspended")
"""How the words of a clause begin that is no longer in force."""


class ClauseStanding(StrEnum):
    """What a clause is on the date, next to how it was published."""

    SAME = "as published"
    REWORDED = "reworded"
    WITHDRAWN = "withdrawn"


class DatedVerdict(StrEnum):
    """What becomes of a violation on the date."""

    STANDS = "a violation"
    LIFTED = "no violation"
    OPEN = "to be judged by a person"


class Changed(msgspec.Struct, frozen=True):
    """A violation whose verdict is another one on the date."""

    game: str
    name: str
    seq: int
    player: str
    says: str
    rules: dict[str, str]
    before: str
    after: str


def changes(found: Iterable[GameJudged], names: dict[str, str], shelf: Shelf) -> Iterator[Changed]:
    """Every event whose verdict changes, game by game."""
    for game in sorted(found, key=lambda item: names.get(item.game, item.game)):
        for broken in game.broken:
            after, rules = verdict(broken.rules, broken.unjudged, shelf)
            if after is not DatedVerdict.STANDS:
                name = names.get(game.game, game.game)
                shown = {rule: str(standing) for rule, standing in rules.items()}
                yield Changed(
                    game.game, name, broken.seq, broken.player, broken.says, shown, str(DatedVerdict.STANDS), str(after)
                )


def verdict(
    broken: Iterable[str], unjudged: Iterable[str] | None, shelf: Shelf
) -> tuple[DatedVerdict, dict[str, ClauseStanding]]:
    """What becomes of a violation of these rules, when conditions by those others were never judged (None: it is not
    known which).
    """
    rules = {rule: standing(rule, shelf) for rule in broken}
    if not rules or ClauseStanding.SAME in rules.values():
        return DatedVerdict.STANDS, rules
    waiting = unjudged is None or any(standing(rule, shelf) is not ClauseStanding.WITHDRAWN for rule in unjudged)
    return (DatedVerdict.OPEN if waiting or ClauseStanding.REWORDED in rules.values() else DatedVerdict.LIFTED), rules


def standing(rule: str, shelf: Shelf) -> ClauseStanding:
    """What a rule is on the shelf's date; an entry cited without a clause is what its clauses are."""
    try:
        address = parse_address(rule)
        published, current = load_book(address.game).entry(address.entry), shelf.book(address.game).entry(address.entry)
    except RulesError:
        return ClauseStanding.SAME
    numbers = [address.clause] if address.clause else [clause.n for clause in published.clauses]
    found = [_clause(published, current, number) for number in numbers]
    if all(item is ClauseStanding.WITHDRAWN for item in found):
        return ClauseStanding.WITHDRAWN
    return ClauseStanding.SAME if all(item is ClauseStanding.SAME for item in found) else ClauseStanding.REWORDED


def _clause(published: Entry, current: Entry, number: int) -> ClauseStanding:
    before, now = published.clause(number), current.clause(number)
    if now is None or (before is not None and before.says == now.says):
        return ClauseStanding.SAME
    return ClauseStanding.WITHDRAWN if now.says.casefold().startswith(GONE) else ClauseStanding.REWORDED
