"""Exporting games without people's names, so that they can be shared.

The games are recorded anew with other ids, names and digests: nobody can tell from a digest which game it was. Seals
and cases stay behind, since both say who vouched, asked and ruled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import structs

from ledger.codec import GAME
from ledger.entries import Entry
from ledger.events import Event, GameStarted, MoveRetracted, Reason, ViolationNoted
from ledger.exchange import export, with_ancestors
from ledger.facts import Seat
from ledger.queries import LedgerReader
from ledger.store import Ledger
from ledger.streams import Head, new_id

SETTINGS_KEPT = frozenset({"cards", "names", "seed", "unstated"})
"""Settings of a game that say nothing about people: own cards, short names of components, the seed of a random game,
the zones a position does not state.

All others are left out: tournament, round and table would name the players by the pairings.
"""

SHORTEST = 3
"""Letters that a part of a name has at least to be looked for in a text."""


def export_with_pseudonyms(ledger: LedgerReader, heads: Iterable[Head]) -> Iterator[bytes]:
    """Yield the lines of an export of these games and of all they branch from, without people's names.

    Players are called after their letters, games after their ids, and a player's name in a remark or a reason is
    replaced, too. Other people who are named in a remark stay named there. Streams that are no games are left out.
    """
    with ledger.at_one_moment() as still, Ledger.open("memory:") as copy:
        wanted = [still.head(head) for head in heads if head.kind == GAME.name]
        ids: dict[str, str] = {}
        for head in with_ancestors(still, wanted):
            ids[head.id] = _record_anew(still, head, copy, ids).id
        yield from export(copy, copy.heads())


def _record_anew(ledger: LedgerReader, head: Head, copy: Ledger, ids: dict[str, str]) -> Head:
    """Record one game in another ledger under pseudonyms; `ids` has the new ids of those it may branch from."""
    about, fresh = head.about, new_id()
    people = _People(_seats(ledger, head))
    own = (ledger.decode(stored, head) for page in ledger.pages(head, -1, head.last) for stored in page)
    return copy.start(
        f"game-{fresh[:8]}",
        id=fresh,
        pack=about.pack,
        pack_version=about.pack_version,
        parent=ids[about.parent] if about.parent else None,
        at=about.at if about.parent else None,
        entries=[people.hide_in_entry(entry) for entry in own],
    )


def _seats(ledger: LedgerReader, head: Head) -> tuple[Seat, ...]:
    """Return the seats of a game as it began."""
    for entry in ledger.entries(head, 1, 1):
        for event in entry.events:
            if isinstance(event, GameStarted):
                return event.seats
    return ()


class _People:
    """The people of one game, and what they are called instead."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        self.letters = {seat.player for seat in seats}
        self.instead: dict[str, str] = {}
        for seat in seats:
            for part in (seat.name, *seat.name.split()):
                if part == seat.name or len(part) >= SHORTEST:
                    self.instead.setdefault(part, _pseudonym(seat))
        self.instead.pop("", None)
        longest_first = sorted(self.instead, key=len, reverse=True)
        self._pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in longest_first) or "(?!)")

    def hide_in_entry(self, entry: Entry) -> Entry:
        """Return an entry without people's names."""
        changes: dict[str, Any] = {"events": tuple(map(self.hide_in_event, entry.events))}
        for field in ("by", "recorded_by"):
            if hasattr(entry, field):
                changes[field] = self._who(getattr(entry, field))
        for field in ("note", "remark"):
            if hasattr(entry, field):
                changes[field] = self._hide(getattr(entry, field))
        return structs.replace(entry, **changes)

    def hide_in_event(self, event: Event) -> Event:
        """Return an event without people's names; all other events know players by their letters alone."""
        if isinstance(event, GameStarted):
            seats = tuple(structs.replace(seat, name=_pseudonym(seat)) for seat in event.seats)
            settings = {name: value for name, value in event.settings.items() if name in SETTINGS_KEPT}
            return structs.replace(event, seats=seats, settings=settings)
        if isinstance(event, ViolationNoted):
            reasons = tuple(
                Reason(reason.rule, self._hide(reason.needed), self._hide(reason.saw)) for reason in event.reasons
            )
            return structs.replace(event, reasons=reasons)
        if isinstance(event, MoveRetracted):
            return structs.replace(event, why=self._hide(event.why))
        return event

    def _hide(self, text: str) -> str:
        return self._pattern.sub(lambda found: self.instead[found[0]], text)

    def _who(self, name: str) -> str:
        """Return who did something: a player's letter stays, and anybody else is somebody."""
        return name if not name or name in self.letters else self.instead.get(name, "somebody")


def _pseudonym(seat: Seat) -> str:
    return f"Player {seat.player}"
