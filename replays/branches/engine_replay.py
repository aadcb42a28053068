"""The decisions of a record played again by this engine, for records that another engine made.

Another version of Last Word may have derived other events from the same decisions. So the decisions are played one
after another, and before each the table of this engine is compared with the recorded one. What differs is a finding
about the engines, never about a player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from ledger.entries import Entry
from ledger.events import Corrected, Event, Move, ViolationNoted
from ledger.folding import fold
from ledger.table import Table, clone
from replays.meaning.corrections import corrected_at
from replays.reading.implied import may_pass
from replays.records.engine import FAULTS, EngineFinding
from replays.records.reasons import in_words, reasons
from replays.records.record import Record
from replays.records.recording import evidence_of
from replays.records.rejudging import answer
from rules.engine import advance, correct, decide, explain, force, legal
from rules.kernel.asks import PASS, Ask
from rules.kernel.pack import Pack
from rules.kernel.position import Position

MOST_STEPS = 12
"""Decisions of this engine that may lie before a recorded one: windows the other engine did not ask about."""

MOST_FINDINGS = 5
"""Findings that are kept of one record: after the first few everything differs."""


class _Stopped(Exception):
    """Raised to stop the engine at a decision that decides itself, where the record applied an illegal move."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask.says)
        self.ask = ask


class EngineReplay:
    """Plays the decisions of a record on this engine.

    `findings` are the differences. `entries` are the actions as this engine makes them; they are a whole game of its
    own as long as `faithful` holds. `stopped` is the event from which on the record cannot be followed (0: to its end).
    """

    def __init__(self, record: Record) -> None:
        self.record, self.pack = record, record.pack
        self.pos = Position(self.pack, Table())
        self.findings: list[EngineFinding] = []
        self.entries: list[Entry] = []
        self.faithful = True
        self.stopped = 0
        self._numbers: dict[int, int] = {}
        self._skipped: list[Ask] = []
        self._cut_at: Table | None = None
        self._interrupted: Ask | None = None

    def run(self) -> None:
        """Play the whole record, as far as this engine can follow it."""
        recorded = Table()
        for place, entry in enumerate(self.record.entries):
            try:
                self._cut_at = fold(entry.events, clone(recorded)) if self._is_cut_short(place) else None
                if place == 0:
                    self._open(entry)
                else:
                    self._play(entry, recorded)
                fold(entry.events, recorded)
            except FAULTS as fault:
                self._stop(entry, fault)
                return
            self._numbers[recorded.seq] = self.pos.table.seq
        self._compare(recorded, recorded.seq)

    def _open(self, entry: Entry) -> None:
        """Begin as the record begins, and run this engine on to its first decision."""
        for event in entry.events[: entry.own]:
            self.pos.emit(event)
        self.pos.observer = self._watch
        self._carry_out(lambda: advance(self.pos))
        self._keep(entry, entry.own)

    def _is_cut_short(self, place: int) -> bool:
        """Whether the next entry applies an illegal move: then this one may end where a decision decided itself."""
        following = self.record.entries[place + 1].events[0] if place + 1 < len(self.record.entries) else None
        return isinstance(following, ViolationNoted) and following.applied

    def _watch(self, ask: Ask) -> None:
        """Note a decision that decided itself; stop there if the record's illegal move was applied at that point."""
        self._skipped.append(ask)
        cut = self._cut_at
        if cut is None or not _same_place(self.pos.table, cut):
            return
        if next(differing_facts(self.pack, self.pos.table, cut), None) is None:
            raise _Stopped(ask)

    def _carry_out(self, action: Callable[[], object]) -> None:
        """Let the engine run; if it is stopped for an illegal move, remember the decision that move answers."""
        self._interrupted = None
        try:
            action()
        except _Stopped as stopped:
            self._interrupted = stopped.ask

    def _play(self, entry: Entry, recorded: Table) -> None:
        """Play one recorded action; `recorded` is the recorded table before it."""
        said, first = answer(entry), entry.events[0]
        if said is not None:
            self._decide(entry, *said, recorded)
        elif isinstance(first, ViolationNoted) and first.applied:
            self._compare(recorded, entry.seq)
            self.pos.emit(self._renumbered(first))
            interrupted = self._interrupted
            move = first.move if interrupted else self._same_move(first.move)
            self._carry_out(lambda: force(self.pos, first.player, move, interrupted))
            self._keep(entry, 2)
        elif isinstance(first, Corrected):
            self._correct(entry, first, recorded)
        else:
            self._note(entry)

    def _correct(self, entry: Entry, event: Corrected, recorded: Table) -> None:
        """Make a recorded correction at the table of this engine, with this engine's numbers of frames and effects."""
        self._compare(recorded, entry.seq)
        advance(self.pos)
        made = corrected_at(self.pos, event)
        self._carry_out(lambda: correct(self.pos, made))
        self._keep(entry, 1)

    def _note(self, entry: Entry) -> None:
        """Keep an entry that decides nothing: an ignored move, a card that became known, a move taken back."""
        ask = self.pos.ask
        for event in entry.events:
            self.pos.emit(self._renumbered(event))
        self.pos.ask = ask
        self._keep(entry, len(entry.events))

    def _decide(self, entry: Entry, player: str, move: Move, recorded: Table) -> None:
        found = self._reach(player, move)
        if found is None and self._decided_itself(player, move):
            return
        if not self._compare(recorded, entry.seq):
            found = self._legal_here(player, move)
        if found is None:
            says = self._refusal(player, move)
            self._find(EngineFinding(entry.seq, f"the decision of {player}", "legal when it was recorded", says))
            self._adopt(fold(entry.events, clone(recorded)))
            return
        self._skipped.clear()
        made = found
        self._carry_out(lambda: decide(self.pos, player, made))
        self._keep(entry, entry.own)

    def _reach(self, player: str, move: Move) -> Move | None:
        """Go on to the decision this move answers, passing where the other engine did not ask, and return the move as
        it is made there. If there is none, everything stays as it was.
        """
        found = self._legal_here(player, move)
        if found is not None:
            return found
        before, entries, skipped = clone(self.pos.table), len(self.entries), list(self._skipped)
        for _ in range(MOST_STEPS):
            if not self._step_over():
                break
            found = self._legal_here(player, move)
            if found is not None:
                return found
        self.pos = self._position(before)
        del self.entries[entries:]
        self._skipped[:] = skipped
        return None

    def _step_over(self) -> bool:
        """Answer a decision nobody recorded: by a pass, or by its only answer; return whether that was possible."""
        ask = advance(self.pos)
        if ask is None:
            return False
        move = PASS if may_pass(self.pos, ask) else _only(ask.moves(self.pos))
        if move is None:
            return False
        seq = self.pos.table.seq + 1
        self.pos.log.clear()
        events = decide(self.pos, ask.player, move)
        self.entries.append(Entry(seq, tuple(events), remark="not asked by the engine that recorded the game"))
        return True

    def _legal_here(self, player: str, move: Move) -> Move | None:
        """Return the move as it is legal at the pending decision, or None."""
        if advance(self.pos) is None:
            return None
        same = self._same_move(move)
        return same if legal(explain(self.pos, player, same)) else None

    def _same_move(self, move: Move) -> Move:
        """Return a recorded move with this engine's numbers: which occurrence a use answers, which effect is meant."""
        if move.verb not in ("use", "delayed"):
            return move
        ask = advance(self.pos)
        offered = list(ask.moves(self.pos)) if ask is not None else []
        if move in offered:
            return move
        alike = (
            one for one in offered if (one.verb, one.subject, one.ability) == (move.verb, move.subject, move.ability)
        )
        return next(alike, move)

    def _decided_itself(self, player: str, move: Move) -> bool:
        """Whether this engine does not ask for a recorded decision: nobody could act, or only one answer was
        possible.
        """
        if move == PASS:
            return True
        return any(ask.verb == move.verb and ask.player in ("", player) for ask in self._skipped)

    def _compare(self, recorded: Table, seq: int) -> bool:
        """Compare the tables before a decision, and return whether they agree. If not, keep the difference and go on
        from the recorded table.
        """
        found = next(differing_facts(self.pack, self.pos.table, recorded), None)
        if found is None:
            return True
        self._find(EngineFinding(seq, *found))
        self._adopt(clone(recorded))
        return False

    def _refusal(self, player: str, move: Move) -> str:
        """Return in words why this engine does not take a recorded move at the pending decision."""
        ask = advance(self.pos)
        if ask is None:
            return "the game is over"
        verbs = (one.verb for one in ask.moves(self.pos) if move.subject and one.subject == move.subject)
        other = next(verbs, move.verb)
        if other != move.verb:
            return f"asks for the same card in another way here (`{other}`, not `{move.verb}`)"
        return in_words(reasons(tuple(explain(self.pos, player, move))), cite=True)

    def _stop(self, entry: Entry, fault: Exception) -> None:
        self.stopped, self.faithful = entry.seq, False
        says = f"it cannot go on from here ({type(fault).__name__}: {fault})"
        self._find(EngineFinding(entry.seq, "the game", "goes on", says))

    def _find(self, finding: EngineFinding) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(finding)

    def _adopt(self, table: Table) -> None:
        """Go on from the recorded table, since the two differ."""
        self.pos, self.faithful = self._position(table), False
        self._skipped.clear()

    def _position(self, table: Table) -> Position:
        pos = Position(self.pack, table)
        pos.observer = self._watch
        return pos

    def _keep(self, entry: Entry, own: int) -> None:
        """Keep the events since the last action as an entry of this engine, with the evidence of the recorded one."""
        events = tuple(self.pos.log)
        self.pos.log.clear()
        if events:
            seq = self.pos.table.seq - len(events) + 1
            evidence = evidence_of(entry)
            self.entries.append(Entry(seq, events, entry.origin, min(own, len(events)), **evidence))  # type: ignore[arg-type]

    def _renumbered(self, event: Event) -> Event:
        """Return an event with the number of the recorded event it names replaced by this engine's."""
        if isinstance(event, ViolationNoted) and event.at:
            return msgspec.structs.replace(event, at=self._numbers.get(event.at, event.at))
        return event


def differing_facts(pack: Pack, derived: Table, recorded: Table) -> Iterator[tuple[str, str, str]]:
    """Yield what differs between two tables: what it is about, the recorded side, and the derived side, in words.

    Numbers of events (of frames, effects, and since when a card lies where it lies) do not count.
    """
    if derived.winners != recorded.winners:
        yield "the winners", _listed(recorded.winners), _listed(derived.winners)
    for number, theirs in recorded.entities.items():
        ours = derived.entities.get(number)
        name = _component(pack, recorded, number)
        if ours is None:
            yield name, f"in {theirs.zone}", "not there"
            continue
        for what in ("zone", "controller", "host", "up", "card"):
            mine, other = getattr(ours, what), getattr(theirs, what)
            if mine != other:
                yield f"{name}, {what}", str(other) or "none", str(mine) or "none"
        yield from _amounts(name, ours.counters, theirs.counters)
        marks = (
            sorted(mark for mark, on in ours.marks.items() if on),
            sorted(mark for mark, on in theirs.marks.items() if on),
        )
        if marks[0] != marks[1]:
            yield f"{name}, marks", _listed(marks[1]), _listed(marks[0])
    for player, counters in recorded.counters.items():
        yield from _amounts(player, derived.counters.get(player, {}), counters)
    for role, players in recorded.roles.items():
        if derived.roles.get(role, []) != players:
            yield f"the role {role}", _listed(players), _listed(derived.roles.get(role))
    for zone, spec in recorded.specs.items():
        if spec.seen == "none" and derived.zones.get(zone) != recorded.zones[zone]:
            yield f"the order of {zone}", "as recorded", "another one"


def _same_place(derived: Table, recorded: Table) -> bool:
    """Whether the same kinds of frames are open at the same steps."""
    ours, theirs = ([(frame.kind, frame.step) for frame in table.frames] for table in (derived, recorded))
    return ours == theirs


def _amounts(holder: str, derived: dict[str, int], recorded: dict[str, int]) -> Iterator[tuple[str, str, str]]:
    for what in sorted({*derived, *recorded}):
        mine, other = derived.get(what, 0), recorded.get(what, 0)
        if mine != other:
            yield f"{holder}, {what}", str(other), str(mine)


def _component(pack: Pack, table: Table, number: int) -> str:
    entity = table.entities[number]
    card = pack.cards.get(entity.card)
    return f"{card.name if card is not None else 'a card nobody has identified'} of {entity.owner or 'nobody'}"


def _listed(words: list[str] | None) -> str:
    return ", ".join(words) if words else "none"


def _only(moves: Iterator[Move]) -> Move | None:
    """Return the only move there is; None if there are several or none."""
    first, second = next(moves, None), next(moves, None)
    return first if second is None else None
