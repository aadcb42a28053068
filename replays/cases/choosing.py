"""Choosing cases: by words or a rule, by a card, by pack, by judge, and by the days they were opened on."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ledger.store import Ledger
from replays.cards.lookup import matching
from replays.cases.case import Case
from replays.cases.search import FoundCase, search
from replays.cases.touching import dispute_of
from rules.books.folding import plain


class WantedCases(msgspec.Struct, frozen=True):
    """Which cases are wanted; what is empty does not matter.

    `query` is words or a rule, as `search` takes it. `card` is a card's title or its beginning. `judge` is a part of
    the name of a judge who ruled, upheld or overturned in the case. `since` and `until` are days, YYYY-MM-DD.
    """

    query: str = ""
    card: str = ""
    pack: str = ""
    judge: str = ""
    since: str = ""
    until: str = ""

    def __bool__(self) -> bool:
        """Whether anything in particular is wanted."""
        return any(msgspec.structs.astuple(self))


def chosen_cases(ledger: Ledger, cases: Iterable[Case], wanted: WantedCases) -> list[FoundCase]:
    """Return the cases that are wanted, each with what matched; without a query the newest first.

    A rule that cannot be one, or a query without words, raises `ReplayError` or `RulesError`.
    """
    left = [case for case in cases if _plainly_wanted(case, wanted)]
    if wanted.card:
        left = _with_card(ledger, left, wanted.card)
    if wanted.query:
        return search(left, wanted.query)
    return [FoundCase(case, ()) for case in reversed(left)]


def _plainly_wanted(case: Case, wanted: WantedCases) -> bool:
    """Whether a case is of the pack, the judge and the days that are wanted."""
    opened = case.opened.recorded[:10]
    return (
        wanted.pack in ("", case.head.about.pack)
        and (not wanted.judge or any(plain(wanted.judge) in plain(judge) for judge in _judges(case)))
        and (not wanted.since or opened >= wanted.since)
        and (not wanted.until or opened <= wanted.until)
    )


def _judges(case: Case) -> set[str]:
    return {getattr(event, "judge", "") for _, event in case.acts}


def _with_card(ledger: Ledger, cases: Iterable[Case], title: str) -> list[Case]:
    """Return the cases in which one of the cards that a title may mean takes part."""
    found = []
    for case in cases:
        cards = [item.card for item in matching(title, (case.head.about.pack,))]
        dispute = dispute_of(ledger, case)
        if any(dispute.has(card) for card in cards):
            found.append(case)
    return found
