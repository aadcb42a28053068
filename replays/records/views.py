"""The door to players' views: tables, positions and events of a record as one player knows them, or with everything.

`Onlooker(pack, "B")` sees what B knows; `Onlooker(pack)` sees everything. What it returns holds nothing else, so
whatever is made of it, text, JSON or a picture, cannot tell more. The ledger makes views (`ledger/views.py`); this
module adds what only a game knows: the meanings of its slots, and what the back of a card tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from ledger.entries import Entry
from ledger.errors import LedgerError
from ledger.events import Event, Seat
from ledger.table import Table, clone
from ledger.viewed_events import viewed_entries, viewed_events
from ledger.views import Sight
from replays.meaning.steps import step_at
from replays.notation.players import sitting
from rules.engine import advance
from rules.kernel.asks import Ask, Together
from rules.kernel.pack import Pack
from rules.kernel.position import Position


class Decision(msgspec.Struct, frozen=True):
    """The decision at a table, as an onlooker knows it: who is asked, the rule, and the step it stands at in words.

    `ask` is the question itself, on the position `pos`; None if it comes of cards that the onlooker does not know.
    `open` says whether the onlooker may read the answers: those of another player would tell what that player holds.
    """

    player: str
    rule: str
    step: str
    pos: Position
    ask: Ask | None
    open: bool = True


class Onlooker:
    """Somebody who looks at a game of a pack: a player, or (without one) somebody who sees everything."""

    def __init__(self, pack: Pack, player: str = "") -> None:
        self.pack, self.player = pack, player

    def table(self, table: Table) -> Table:
        """Return a table as the onlooker knows it; the table itself if they see everything, or before the game began.

        A player who does not sit at it raises `LedgerError`.
        """
        if not self.player or not table.seats:
            return table
        sight = Sight(table, self.player, self.pack.meanings)
        seen = sight.table()
        for number, stand_in in sight.stand_ins.items():
            card = self.pack.cards.get(table.entities[number].card)
            if card is not None and card.type in self.pack.backs:
                seen.entities[stand_in].marks[self.pack.backs[card.type]] = 1
        return seen

    def position(self, table: Table) -> Position:
        """Return a new position as the onlooker knows it; the rules can go on from it with hidden cards unknown."""
        return Position(self.pack, self.table(clone(table) if not self.player else table))

    def decision(self, table: Table) -> Decision | None:
        """Return the decision that is next at a table, as the onlooker knows it; None if the game is over.

        A player's own question is asked on their view, so that its answers rest on nothing they do not know.
        """
        whole = Position(self.pack, clone(table))
        asked = advance(whole)
        if asked is None:
            return None
        step = step_at(self.pack, whole.table.top.kind, whole.table.top.step) if whole.table.frames else None
        label = step.label if step is not None else ""
        if not self.player:
            return Decision(asked.player, asked.rule, label, whole, asked)
        asked = _own_question(asked, self.player)
        pos = self.position(table)
        ask = advance(pos)
        ask = None if ask is None else _own_question(ask, self.player)
        same = ask is not None and (ask.player, ask.verb, ask.rule) == (asked.player, asked.verb, asked.rule)
        return Decision(asked.player, asked.rule, label, pos, ask if same else None, asked.player == self.player)

    def events(self, events: tuple[Event, ...], table: Table) -> Iterator[Event]:
        """Return an iterator over the events of an action as the onlooker sees them.

        `table` is the one before them; the real events are applied to it. For somebody who sees everything it is left
        alone.
        """
        if not self.player:
            return iter(events)
        return viewed_events(events, table, self.player, self.pack.meanings)

    def entries(self, entries: Iterable[Entry], table: Table | None = None) -> Iterator[Entry]:
        """Yield entries that follow one another as the onlooker sees them; `table` is the one before the first."""
        if not self.player:
            return iter(entries)
        return viewed_entries(entries, self.player, self.pack.meanings, table)


def _own_question(ask: Ask, player: str) -> Ask:
    """Return the player's own of several questions that are asked at the same time; else the question itself."""
    return ask.answered_by(player) if isinstance(ask, Together) else ask


def player_of(seats: Mapping[str, Seat], word: str) -> str:
    """Return the letter of the player with this letter or name, in any case; raises `LedgerError` for a stranger."""
    for player, seat in seats.items():
        if word.casefold() in (player.casefold(), seat.name.casefold()):
            return player
    raise LedgerError(f"nobody at this table is {word!r}; at it sit {sitting(seats)}")
