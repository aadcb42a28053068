"""Violations by the rules of another date: each stands, is lifted, or has to be judged by a person.

The engine checks the rules as published. A revision in the ledger changes what a clause says, not what the engine does.
So a violation stands if any clause it breaks is in force as published. If all of them were withdrawn or suspended, it
is lifted. A person has to judge it if one of them was only reworded, or if further conditions of the move were never
judged because the withdrawn one failed first.
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
"""The first word of a revised clause that is no longer in force."""


class ClauseStanding(StrEnum):
    """How a clause on a date compares with the clause as published."""

    SAME = "as published"
    REWORDED = "reworded"
    WITHDRAWN = "withdrawn"


class DatedVerdict(StrEnum):
    """The verdict on a violation by the rules of a date, when the published rules forbid the move."""

    STANDS = "a violation"
    LIFTED = "no violation"
    OPEN = "to be judged by a person"


class ChangedVerdict(msgspec.Struct, frozen=True):
    """A violation by the published rules that is none by the rules of a date, or that a person has to judge.

    `game` and `name` are the game's id and name. `rules` gives the standing of each rule it breaks; `before` and
    `after` are the verdicts.
    """

    game: str
    name: str
    seq: int
    player: str
    says: str
    rules: dict[str, str]
    before: str
    after: str


def changes(found: Iterable[GameJudged], names: dict[str, str], shelf: Shelf) -> Iterator[ChangedVerdict]:
    """Yield every violation whose verdict changes by the rules of the shelf's date, game by game, sorted by name.

    `found` are kept verdicts by the rules as published; `names` gives the name of each game id.
    """
    for game in sorted(found, key=lambda item: names.get(item.game, item.game)):
        for broken in game.broken:
            after, rules = verdict(broken.rules, broken.unjudged, shelf)
            if after is not DatedVerdict.STANDS:
                name = names.get(game.game, game.game)
                shown = {rule: str(standing) for rule, standing in rules.items()}
                yield ChangedVerdict(
                    game.game, name, broken.seq, broken.player, broken.says, shown, str(DatedVerdict.STANDS), str(after)
                )


def verdict(
    broken: Iterable[str], unjudged: Iterable[str] | None, shelf: Shelf
) -> tuple[DatedVerdict, dict[str, ClauseStanding]]:
    """Return what becomes of a violation by the rules of the shelf's date, and the standing of each rule it breaks.

    `broken` are the rules it breaks; if there are none, it stands. `unjudged` are those of the conditions that were
    never judged (None: nobody knows which they are).
    """
    rules = {rule: standing(rule, shelf) for rule in broken}
    if not rules or ClauseStanding.SAME in rules.values():
        return DatedVerdict.STANDS, rules
    waiting = unjudged is None or any(standing(rule, shelf) is not ClauseStanding.WITHDRAWN for rule in unjudged)
    return (DatedVerdict.OPEN if waiting or ClauseStanding.REWORDED in rules.values() else DatedVerdict.LIFTED), rules


def standing(rule: str, shelf: Shelf) -> ClauseStanding:
    """Return how a rule on the shelf's date compares with the rule as published.

    A rule without a clause number stands for all clauses its entry has as published: it is withdrawn, or the same, if
    all of them are, and else reworded. A clause that a revision added counts as reworded, or as withdrawn. A rule that
    no book has counts as the same.
    """
    try:
        address = parse_address(rule)
        published, current = load_book(address.game).entry(address.entry), shelf.book(address.game).entry(address.entry)
    except RulesError:
        return ClauseStanding.SAME
    numbers = [address.clause] if address.clause else [clause.n for clause in published.clauses]
    found = [_clause_standing(published, current, number) for number in numbers]
    if all(item is ClauseStanding.WITHDRAWN for item in found):
        return ClauseStanding.WITHDRAWN
    return ClauseStanding.SAME if all(item is ClauseStanding.SAME for item in found) else ClauseStanding.REWORDED


def _clause_standing(published: Entry, current: Entry, number: int) -> ClauseStanding:
    """Return how one clause of an entry compares with the clause as published."""
    before, now = published.clause(number), current.clause(number)
    if now is None or (before is not None and before.says == now.says):
        return ClauseStanding.SAME
    return ClauseStanding.WITHDRAWN if now.says.casefold().startswith(GONE) else ClauseStanding.REWORDED
