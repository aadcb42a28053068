"""A replay: one record at any event, with the table, the stack, what happened there, and who decides next."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

import msgspec

from ledger.events import FrameAdvanced
from replays.meaning.frame_kinds import framework_kinds
from replays.records.record import Record
from replays.records.views import Onlooker
from replays.tables.laid_out import of_position
from replays.tables.shown import ShownTable
from replays.watching.course import Course, course
from replays.watching.stack import StackRow, stack_rows
from replays.watching.stepper import UNITS, Stepper
from replays.wording.events import Describer
from rules.kernel.asks import CHANCE
from rules.kernel.position import Position

MOST_MOVES = 200
"""The most legal moves that are looked through for the places they name."""


class Decides(msgspec.Struct, frozen=True):
    """The decision after an event: who decides (empty: chance), what, and by which rule.

    `legal` is the number of moves worth listing, `places` the places of the map that they name, and `origins` other
    places that the decision is about; all are empty for a viewer who is not the one that decides. `more` says that
    there are further moves.
    """

    player: str
    name: str
    says: str
    rule: str
    legal: int = 0
    more: bool = False
    places: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()


class ReplayPoint(msgspec.Struct, frozen=True):
    """What a replay shows after event `seq`: `says` is that event in words, and `round` and `phase` where it lies."""

    seq: int
    last: int
    viewer: str
    table: ShownTable
    stack: tuple[StackRow, ...]
    says: str
    round: str
    phase: str
    decides: Decides | None = None


class Replay:
    """A record that is looked at event by event. It never changes: a game that goes on needs a new one.

    `players` are the names by letter. `stops` has, for each unit that a reader goes by (`event`, `decision`, `window`,
    `phase`), the events to stop at. `depths` has for each event the number of frames open before it. `told` puts a
    stretch of events into words, as `Stepper.described` does.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        stepper = Stepper(record.name, record.entries, record.pack, framework_kinds(record.pack))
        self.events, self.table, self.openers = stepper.events, stepper.table, stepper.openers
        self.depths, self.told = stepper.depths, stepper.described
        self.players = {player: seat.name or player for player, seat in stepper.seats.items()}
        self.last = stepper.last
        self.stops = stepper.stops
        self.table(self.last)  # every table that is kept is kept from now on, so that several readers may ask at a time
        self.ends = {record.end(at) for at in range(len(record.entries))}
        self.course = lru_cache(maxsize=8)(self._course)
        self.stops["phase"] = [phase.first for phase in self.course("").phases]

    def _course(self, viewer: str) -> Course:
        return course(self.record.pack, self.record.entries, viewer)

    def at(self, seq: int, viewer: str = "") -> ReplayPoint:
        """Return what is shown after an event (0: before the first), as a player knows it or as it was."""
        told = self.course(viewer)
        whole = self.table(seq)
        seen = Onlooker(self.record.pack, viewer).position(whole)
        phase = told.phase_at(seq)
        rows = stack_rows(seen, self.openers)
        return ReplayPoint(
            seq,
            self.last,
            viewer,
            of_position(seen, viewer, self._illegal(told, seen, seq)),
            rows,
            self._says(seq, viewer, rows),
            phase.round if phase else "",
            phase.title if phase else "",
            self._decides(seq, viewer) if seq in self.ends else None,
        )

    def _says(self, seq: int, viewer: str, rows: tuple[StackRow, ...]) -> str:
        """Return what happens at an event: of a step, what is being resolved and the step it comes to."""
        event = self.events[seq - 1] if seq else None
        if isinstance(event, FrameAdvanced) and rows and rows[0].step and rows[0].seq == event.frame:
            return f"{rows[0].title}: {rows[0].step}"
        return self.words(seq, viewer)

    def words(self, seq: int, viewer: str = "") -> str:
        """Return an event in words, as the viewer may read it."""
        if not seq:
            return "before the first event"
        onlooker, table = Onlooker(self.record.pack, viewer), self.table(seq - 1)
        before = onlooker.position(table)
        # Two events: whether a choice was secret is seen from what follows it.
        event = next(iter(onlooker.events(tuple(self.events[seq - 1 : seq + 1]), table)))
        return Describer(before, onlooker.position(table) if viewer else None).words(event)

    def step(self, unit: str, seq: int, by: int) -> int | None:
        """Return the event of the next (`by` 1) or last (`by` -1) event, decision, window, phase or violation."""
        stops = list(self.course("").violations) if unit == "violation" else self.stops[unit]
        at = bisect_right(stops, seq) if by > 0 else bisect_left(stops, seq) - 1
        return stops[at] if 0 <= at < len(stops) else None

    def steps(self, seq: int) -> dict[str, int | None]:
        """Return where each unit leads from an event: `next window`, `last window` and so on."""
        units = (*UNITS, "violation")
        return {
            f"{word} {unit}": self.step(unit, seq, by) for unit in units for word, by in (("next", 1), ("last", -1))
        }

    def _illegal(self, told: Course, pos: Position, seq: int) -> frozenset[int]:
        """Return the components that take part in the present contest because an illegal move was applied."""
        contest = pos.pack.layout.contest(pos) if pos.pack.layout.contest is not None else None
        if contest is None:
            return frozenset()
        return frozenset(number for noted, picks in told.illegal if contest.frame < noted <= seq for number in picks)

    def _decides(self, seq: int, viewer: str) -> Decides | None:
        """Return the decision that is pending after an action; None if the game is over."""
        found = Onlooker(self.record.pack, viewer).decision(self.table(seq))
        if found is None:
            return None
        player = "" if found.player == CHANCE else found.player
        name = Describer(found.pos).player(player) if player else "chance"
        if found.ask is None:
            return Decides(player, name, found.step, found.rule)
        pos, plain = found.pos, Decides(player, name, found.ask.says, found.rule)
        if not player or not found.open:
            return plain
        moves = list(islice(found.ask.moves(pos), MOST_MOVES + 1))
        places = _places(pos, [word for move in moves for word in move.words])
        about = _places(pos, pos.table.top.data.values()) if places else ()
        return msgspec.structs.replace(
            plain,
            legal=min(len(moves), MOST_MOVES),
            more=len(moves) > MOST_MOVES,
            places=places,
            origins=tuple(place for place in about if place not in places),
        )


def _places(pos: Position, words: Iterable[object]) -> tuple[str, ...]:
    """Return those of some words that are places of the map, each once."""
    if pos.pack.layout.places is None:
        return ()
    known = {place.id for place in pos.pack.layout.places(pos)}
    return tuple(dict.fromkeys(word for word in words if isinstance(word, str) and word in known))
