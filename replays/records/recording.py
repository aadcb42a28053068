"""A game while it is recorded: a position, and the entries that led to it, which can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from ledger.entries import Entry, Origin
from ledger.events import Corrected, Event, Move, MoveRetracted
from ledger.folding import fold
from ledger.table import Table, thaw
from rules.engine import advance, correct, decide, force
from rules.kernel.asks import Ask
from rules.kernel.pack import Pack
from rules.kernel.position import Position

IMPOSSIBLE = "no longer possible"
"""The beginning of the reason in a `MoveRetracted` event where nobody took the move back: it was no longer possible."""


def is_impossible(event: MoveRetracted) -> bool:
    """Whether a retracted move is one that could not be made on this branch, rather than one its player took back."""
    return event.why.startswith(IMPOSSIBLE)


Decision = tuple[str, Move] | None
"""The player and the move that an entry decided; None for an entry without a legal decision."""


def evidence_of(entry: Entry) -> dict[str, object]:
    """Return the evidence of an entry (who claims it, doubt, remark, line) as arguments for making it again."""
    return {"by": entry.by, "uncertain": entry.uncertain, "remark": entry.remark, "line": entry.line}


class _Stopped(Exception):
    """Raised to stop the engine at a decision that it is about to make by itself."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask.says)
        self.ask = ask


class RecordedPast(NamedTuple):
    """Entries to go on from: with the decision of each, and the table after them as `freeze` writes it."""

    entries: tuple[Entry, ...]
    decisions: tuple[Decision, ...]
    table: bytes


class Recording:
    """A game while it is recorded: entries, the decision of each (`decisions`), and the position after them (`pos`).

    `opening` returns a new position with the opening events in its log; the rules are run on from there to the first
    decision. `origin` is where the opening events come from. With a `past`, which holds the opening, the recording goes
    on from there.
    """

    def __init__(
        self, pack: Pack, opening: Callable[[], Position], origin: Origin, past: RecordedPast | None = None
    ) -> None:
        self.pack, self.opening, self.origin = pack, opening, origin
        self.entries: list[Entry] = []
        self.decisions: list[Decision] = []
        self._pos: Position | None = None
        self._table = Table()
        if past is None:
            self._record_opening(None)
        else:
            self.entries[:], self.decisions[:], self._table = past.entries, past.decisions, thaw(past.table)

    @property
    def pos(self) -> Position:
        """The position after the last entry."""
        if self._pos is None:
            self._pos = Position(self.pack, self._table)
        return self._pos

    @pos.setter
    def pos(self, pos: Position) -> None:
        self._pos, self._table = pos, pos.table

    @property
    def last(self) -> int:
        """The number of the last event."""
        entry = self.entries[-1]
        return entry.seq + len(entry.events) - 1

    def _record_opening(self, observer: Callable[[Ask], None] | None) -> None:
        """Record the opening and what follows from it up to the first decision; `observer` may watch that."""
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
        """The table after the last entry."""
        return self._table

    def ask(self) -> Ask | None:
        """Return the decision that is pending, or None once the game is over."""
        return advance(self.pos)

    def decide(self, player: str, move: Move, **evidence: object) -> Entry:
        """Make a legal move at the pending decision, and record it with everything that follows.

        Whether the move is legal is not checked. `evidence` are fields of the entry: `by`, `uncertain`, `remark`,
        `line`.
        """
        return self._keep(decide(self.pos, player, move), (player, move), 1, evidence)

    def force(self, player: str, move: Move, noted: Event, ask: Ask | None, **evidence: object) -> Entry:
        """Record an illegal move that is applied as it was made, after the event that notes its violation.

        `ask` is the decision it answers if that is one the rules would have made by themselves; None: the pending one.
        If the move cannot be carried out, an error is raised, and the recording must be rewound.
        """
        self.pos.emit(noted)
        return self._keep([noted, *force(self.pos, player, move, ask)], None, 2, evidence)

    def keep(self, events: tuple[Event, ...], decision: tuple[str, Move], **evidence: object) -> Entry:
        """Record a decision whose events are known already; they must be what `decide` would have given."""
        fold(events, self._table)
        self._pos = None
        return self._append(events, decision, 1, evidence)

    def stop_inside(self, at: int, number: int) -> Ask | None:
        """Carry out an entry again, by its index, but stop at a decision that was made by itself inside it.

        The decision is the one with this number, from 0, among those that were made by themselves. Later entries are
        forgotten, and the entry is cut short there. Returns the decision; or None if it does not come again, and then
        the recording must be rewound.
        """
        entry, decision = self.entries[at], self.decisions[at]
        seen = -1

        def watch(ask: Ask) -> None:
            nonlocal seen
            seen += 1
            if seen == number:
                raise _Stopped(ask)

        try:
            if at == 0:
                del self.entries[:], self.decisions[:]
                self._record_opening(watch)
            else:
                self.rewind(at)
                self.pos.observer = watch
                if decision is not None:
                    decide(self.pos, *decision)
            self.pos.observer = None
        except _Stopped as stopped:
            events = entry.events[: self.pos.table.seq - entry.seq + 1]
            self.entries.append(msgspec.structs.replace(entry, events=events))
            self.decisions.append(decision)
            self.pos.observer = None
            self.pos.log.clear()
            return stopped.ask
        return None

    def note(self, *events: Event, **evidence: object) -> Entry:
        """Record events that nothing follows from, such as a violation that is ignored; the pending decision stays."""
        ask = self.pos.ask
        for event in events:
            self.pos.emit(event)
        self.pos.ask = ask
        return self._keep(list(events), None, len(events), evidence)

    def correct(self, event: Corrected, **evidence: object) -> Entry:
        """Put the table right by hand, and record that with everything that follows from the table as it is now."""
        return self._keep(correct(self.pos, event), None, 1, evidence)

    def _keep(self, events: list[Event], decision: Decision, own: int, evidence: dict[str, object]) -> Entry:
        """Append an entry of events that were just emitted, with the decision that caused them."""
        self.pos.log.clear()
        return self._append(tuple(events), decision, own, evidence)

    def _append(self, events: tuple[Event, ...], decision: Decision, own: int, evidence: dict[str, object]) -> Entry:
        origin = Origin.ASSERTED if evidence.get("by") else Origin.INPUT
        entry = Entry(self.last + 1, events, origin, own, **evidence)  # type: ignore[arg-type]
        self.entries.append(entry)
        self.decisions.append(decision)
        return entry

    def rewind(self, count: int) -> None:
        """Forget all but the first `count` entries (the opening always stays), and fold those to a new position."""
        count = max(1, count)
        del self.entries[count:]
        del self.decisions[count:]
        table = fold(event for entry in self.entries for event in entry.events)
        self.pos = Position(self.pack, table)

    def rerun(self, start: int, observer: Callable[[Ask], None]) -> None:
        """Carry out the entries from index `start` on again, so that an observer sees what is decided by itself.

        An entry without a legal decision is only folded, and the observer sees nothing of it. The entries stay as they
        were. The observer stays on the position afterwards.
        """
        kept, decisions = self.entries[start:], self.decisions[start:]
        if start == 0:
            del self.entries[:], self.decisions[:]
            self._record_opening(observer)
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
                self._decide_again(entry, decision)
            self.entries.append(entry)
            self.decisions.append(decision)
            self.pos.log.clear()
        self.pos.observer = observer

    def _decide_again(self, entry: Entry, decision: tuple[str, Move]) -> None:
        """Make a decision again, but only as far as its entry goes.

        An entry may be cut short: an illegal move was applied where a window would have closed by itself.
        """
        observer, last = self.pos.observer, entry.seq + len(entry.events) - 1

        def watch(ask: Ask) -> None:
            if self.pos.table.seq >= last:
                raise _Stopped(ask)
            if observer is not None:
                observer(ask)

        self.pos.observer = watch
        with suppress(_Stopped):
            decide(self.pos, *decision)
