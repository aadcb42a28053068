"""A game being recorded: a position and the entries that led to it, which can be taken back to any earlier point by
folding again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import msgspec

from ledger.entries import Entry, Origin
from ledger.events import Event, Move, MoveRetracted
from ledger.folding import fold
from ledger.table import Table
from rules.engine import advance, decide, force
from rules.kernel.asks import Ask
from rules.kernel.pack import Pack
from rules.kernel.position import Position

IMPOSSIBLE = "no longer possible"
"""How the reason begins where nobody took a move back: on this line it could not be made."""


def is_impossible(event: MoveRetracted) -> bool:
    """Whether a move of the record is off this line because it could not be made, not because its player took it back."""
    return event.why.startswith(IMPOSSIBLE)


Decision = tuple[str, Move] | None


def evidence_of(entry: Entry) -> dict[str, object]:
    """What is kept with an entry besides its events, for one that is made again."""
    return {"by": entry.by, "uncertain": entry.uncertain, "note": entry.note, "line": entry.line}


class _Stopped(Exception):
    """A decision was reached at which the game is to be stopped."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask.says)
        self.ask = ask


class Recording:
    """Entries, what was decided in each, and the position after them."""

    def __init__(self, pack: Pack, opening: Callable[[], Position], origin: Origin) -> None:
        self.pack, self.opening, self.origin = pack, opening, origin
        self.entries: list[Entry] = []
        self.decisions: list[Decision] = []
        self._open(None)

    def _open(self, observer: Callable[[Ask], None] | None) -> None:
        pos = self.pos = self.opening()
        own = len(pos.log)
        pos.observer = observer
        advance(pos)
        self.entries.append(Entry(1, tuple(pos.log), self.origin, own))
        self.decisions.append(None)
        pos.log.clear()

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def table(self) -> Table:
        """The table now."""
        return self.pos.table

    def ask(self) -> Ask | None:
        """Who must decide what now; nobody once the game is over."""
        return advance(self.pos)

    def decide(self, player: str, move: Move, **evidence: object) -> Entry:
        """Make a legal move and keep it with everything that follows."""
        return self._keep(decide(self.pos, player, move), (player, move), 1, evidence)

    def force(self, player: str, move: Move, noted: Event, ask: Ask | None, **evidence: object) -> Entry:
        """Keep an illegal move that is noted and applied as it was made, as the answer to a decision if one is given."""
        self.pos.emit(noted)
        return self._keep([noted, *force(self.pos, player, move, ask)], None, 2, evidence)

    def stop_inside(self, place: int, seq: int, says: str) -> Ask | None:
        """Carry an entry out again, but only as far as a decision that decided itself after an event; give that
        decision.
        """
        entry, decision = self.entries[place], self.decisions[place]

        def watch(ask: Ask) -> None:
            if self.pos.table.seq == seq and ask.says == says:
                raise _Stopped(ask)

        try:
            if place == 0:
                del self.entries[:], self.decisions[:]
                self._open(watch)
            else:
                self.rewind(place)
                self.pos.observer = watch
                if decision is not None:
                    decide(self.pos, *decision)
        except _Stopped as stopped:
            self.entries.append(msgspec.structs.replace(entry, events=entry.events[: seq - entry.seq + 1]))
            self.decisions.append(decision)
            self.pos.observer = None
            self.pos.log.clear()
            return stopped.ask
        return None

    def note(self, *events: Event, **evidence: object) -> Entry:
        """Keep events nothing follows from, such as a violation that is ignored."""
        ask = self.pos.ask
        for event in events:
            self.pos.emit(event)
        self.pos.ask = ask
        return self._keep(list(events), None, len(events), evidence)

    def _keep(self, events: list[Event], decision: Decision, own: int, evidence: dict[str, object]) -> Entry:
        seq = self.pos.table.seq - len(events) + 1
        origin = Origin.ASSERTED if evidence.get("by") else Origin.INPUT
        entry = Entry(seq, tuple(events), origin, own, **evidence)  # type: ignore[arg-type]
        self.entries.append(entry)
        self.decisions.append(decision)
        self.pos.log.clear()
        return entry

    def rewind(self, count: int) -> None:
        """Forget everything after the first entries, at least the opening, and fold the rest again."""
        count = max(1, count)
        del self.entries[count:]
        del self.decisions[count:]
        table = fold(event for entry in self.entries for event in entry.events)
        self.pos = Position(self.pack, table)

    def again(self, start: int, observer: Callable[[Ask], None]) -> None:
        """Go through the entries from one on once more, with somebody watching what decides itself."""
        kept, decisions = self.entries[start:], self.decisions[start:]
        if start == 0:
            del self.entries[:], self.decisions[:]
            self._open(observer)
            kept, decisions = kept[1:], decisions[1:]
        else:
            self.rewind(start)
        for entry, decision in zip(kept, decisions, strict=True):
            self.pos.observer = observer
            if decision is None:
                for event in entry.events:
                    self.pos.emit(event)
                self.pos.ask = None
            else:
                self._once_more(entry, decision)
            self.entries.append(entry)
            self.decisions.append(decision)
            self.pos.log.clear()
        self.pos.observer = observer

    def _once_more(self, entry: Entry, decision: tuple[str, Move]) -> None:
        """Make a decision again, but only as far as its entry goes: what was forced where something decided itself cut
        it short.
        """
        told, last = self.pos.observer, entry.seq + len(entry.events) - 1

        def watch(ask: Ask) -> None:
            if self.pos.table.seq >= last:
                raise _Stopped(ask)
            if told is not None:
                told(ask)

        self.pos.observer = watch
        with suppress(_Stopped):
            decide(self.pos, *decision)
