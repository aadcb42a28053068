"""The course of a game: its rounds and phases, and in each what players did, what chance decided, what came of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ledger.entries import Entry
from ledger.events import (
    Corrected,
    Event,
    FrameOpened,
    GameEnded,
    Move,
    MoveMade,
    MoveRetracted,
    Occurrence,
    OccurrenceChanged,
    Rolled,
    State,
    ViolationNoted,
)
from ledger.folding import fold
from ledger.table import Frame, Table, clone
from ledger.views import knows
from replays.meaning.frame_kinds import TRIGGER_FRAMES
from replays.records.views import Onlooker
from replays.records.walk import Visitor, Walk
from replays.wording.events import Describer
from replays.wording.naming import Namer
from replays.wording.plain_moves import PlainWriter
from rules.kernel.pack import Pack
from rules.kernel.position import Position

_KINDS: dict[type[Event], str] = {
    MoveMade: "move",
    Rolled: "chance",
    OccurrenceChanged: "outcome",
    ViolationNoted: "violation",
    MoveRetracted: "retracted",
    Corrected: "corrected",
    GameEnded: "end",
}
"""The events that a course tells, and the kind of row each makes."""
_NUMERAL = re.compile(r"^(?:[IVX]+|\d+[A-Za-z]?)[. ]+")
"""The number before the title of a phase, as its book writes it."""


class CourseRow(msgspec.Struct, frozen=True):
    """One thing worth telling: `kind` is `move`, `chance`, `outcome`, `violation`, `retracted`, `corrected` or `end`.

    `seq` is the event a reader goes to. `fate` says what became of an illegal move, and `rules` are those it broke.
    """

    seq: int
    kind: str
    player: str
    text: str
    fate: str = ""
    rules: tuple[str, ...] = ()


class CoursePhase(msgspec.Struct, frozen=True):
    """A phase, or a part of the game that has none: its first and last event, its title, one letter, and its rows."""

    first: int
    last: int
    title: str
    letter: str
    round: str
    rows: tuple[CourseRow, ...] = ()


class CourseRound(msgspec.Struct, frozen=True):
    """A round, or the setup: the event it begins with, and its title."""

    first: int
    title: str


class Course(msgspec.Struct, frozen=True):
    """The course of a whole game up to event `last`.

    `violations` are the events after which illegal moves were made; `illegal` has the components of those that were
    applied all the same, each with the event that notes the move.
    """

    last: int
    rounds: tuple[CourseRound, ...]
    phases: tuple[CoursePhase, ...]
    violations: tuple[int, ...]
    illegal: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def phase_at(self, seq: int) -> CoursePhase | None:
        """Return the phase that an event belongs to, or None before the first."""
        return next((phase for phase in reversed(self.phases) if phase.first <= seq), None)


def course(pack: Pack, entries: Sequence[Entry], viewer: str = "") -> Course:
    """Return the course of a game as a player may read it, or as it was without a viewer."""
    teller = _Teller(pack, viewer)
    Walk(pack, teller).run(entries)
    last = entries[-1].seq + len(entries[-1].events) - 1 if entries else 0
    return teller.course(last)


def open_words(pack: Pack, entries: Sequence[Entry], place: int) -> str:
    """Return the words of a move that everybody at the table reads alike, or its verb alone.

    `place` is the index of the entry that begins with the move. A card that one player does not know makes the words
    differ, so that they would tell a secret.
    """
    event = entries[place].events[0]
    if not isinstance(event, MoveMade):
        return ""
    before = fold(event for entry in entries[:place] for event in entry.events)
    found = set[str]()
    for player in before.seats:
        teller = _Teller(pack, player)
        Walk(pack, teller, clone(before)).run([entries[place]], stop=entries[place].seq)
        found.update(row.text for row in teller.rows)
    return found.pop() if len(found) == 1 else event.move.verb


class _Seen(NamedTuple):
    """An event as the viewer sees it, and the position as they know it before it."""

    event: Event
    pos: Position


class _Teller(Visitor):
    """A visitor of a walk that notes rounds and phases as they begin, and rows as they happen.

    It walks over the record as it is, and looks as the viewer only at the events that it tells: making a view of every
    event would take seconds for a long game.
    """

    def __init__(self, pack: Pack, viewer: str) -> None:
        self.pack, self.onlooker = pack, Onlooker(pack, viewer)
        self.rounds: list[CourseRound] = []
        self.begun: list[tuple[int, str, str]] = []
        self.rows: list[CourseRow] = []
        self.illegal: list[tuple[int, tuple[int, ...]]] = []

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        """Note the round or phase that begins with a frame."""
        depth = len(walk.stack) - 1
        if depth not in (1, 2) or frame.kind in TRIGGER_FRAMES:
            return
        title = self._title(walk, frame)
        is_round = self.pack.dialect.periods.get("round", "round") == walk.stack[1].kind
        if depth == 1:
            self.rounds.append(CourseRound(walk.seq, title))
        if (depth == 2) == is_round:
            self.begun.append((walk.seq, title, self.rounds[-1].title))

    def _title(self, walk: Walk, frame: Frame) -> str:
        """Return the title of a round or phase: `Round 3`, `III Conflict phase`, `Turn, Ada`."""
        procedure = self.pack.procedures.get(frame.kind)
        title = procedure.title if procedure else frame.kind
        if frame.number("round"):
            return f"{title} {frame.number('round')}"
        seat = walk.pos.table.seats.get(frame.text("player"))
        return f"{title}, {seat.name or seat.player}" if seat else title

    def before(self, walk: Walk, event: Event) -> None:
        """Note what an event tells, in words from before it."""
        kind = _KINDS.get(type(event))
        if kind is None or (isinstance(event, OccurrenceChanged) and not self._is_outcome(walk, event)):
            return
        seen = self._seen(walk, event)
        if isinstance(seen.event, MoveMade):
            text = PlainWriter(Namer(seen.pos)).words(seen.event.player, seen.event.move)
            self.rows.append(CourseRow(walk.seq, kind, seen.event.player, text))
        elif isinstance(seen.event, ViolationNoted):
            self._add_violation(walk, seen.event, seen.pos)
        elif isinstance(seen.event, OccurrenceChanged):
            self.rows.append(CourseRow(walk.seq, kind, "", self._outcome(seen.event, seen.pos)))
        else:
            player = seen.event.player if isinstance(seen.event, MoveRetracted) else ""
            text = Describer(seen.pos).words(seen.event).removeprefix("at random, ")
            self.rows.append(CourseRow(walk.seq, kind, player, text))

    def _seen(self, walk: Walk, event: Event) -> _Seen:
        """Return an event as the viewer sees it. What a move's own action then shows is named in it already."""
        if not self.onlooker.player:
            return _Seen(event, walk.pos)
        assert walk.entry is not None
        table, rest = walk.pos.table, walk.entry.events[walk.seq - walk.entry.seq :]
        seen = next(iter(self.onlooker.events(rest[:2], clone(table))))
        if not isinstance(seen, MoveMade) or not isinstance(event, MoveMade) or not _hides(seen.move, event.move):
            return _Seen(seen, self.onlooker.position(table))
        later = fold(rest, clone(table))
        shown = replace(seen, move=_restored(seen.move, event.move, later, self.onlooker.player))
        if shown == seen:
            return _Seen(seen, self.onlooker.position(table))
        return _Seen(shown, self.onlooker.position(later))

    def _is_outcome(self, walk: Walk, event: OccurrenceChanged) -> bool:
        """Whether something happened that the game's layout tells."""
        told = self.pack.layout.outcomes
        return event.state is State.HAPPENED and any(part.kind in told for part in _happened(walk.pos, event))

    def _outcome(self, event: OccurrenceChanged, pos: Position) -> str:
        describer = Describer(pos)
        told = [part for part in _happened(pos, event) if part.kind in self.pack.layout.outcomes]
        return "; ".join(dict.fromkeys(describer.occurrence(part) for part in told))

    def _add_violation(self, walk: Walk, event: ViolationNoted, pos: Position) -> None:
        fate = "applied as recorded" if event.applied else "noted and ignored"
        text = PlainWriter(Namer(pos)).words(event.player, event.move)
        self.rows.append(CourseRow(event.at or walk.seq, "violation", event.player, text, fate, event.rules))
        if event.applied:
            self.illegal.append((walk.seq, event.move.picks))

    def course(self, last: int) -> Course:
        """Return all that was noted: each row in the phase it belongs to."""
        rows = sorted(self.rows, key=lambda row: row.seq)
        starts = [first for first, _, _ in self.begun]
        often = Counter(plain_title(title) for _, title, _ in self.begun)
        letters = letters_of(sorted(often, key=lambda title: often[title] == 1))
        ends = [first - 1 for first in starts[1:]] + [last]
        phases = [
            CoursePhase(first, end, title, letters[plain_title(title)], round_title, _between(rows, first, end))
            for (first, title, round_title), end in zip(self.begun, ends, strict=True)
        ]
        early = _between(rows, 1, starts[0] - 1 if starts else last)
        if early or not phases:
            phases.insert(0, CoursePhase(1, starts[0] - 1 if starts else last, "Beginning", "B", "", early))
        wrong = tuple(dict.fromkeys(row.seq for row in rows if row.kind == "violation"))
        return Course(last, tuple(self.rounds), tuple(phases), wrong, tuple(self.illegal))


def _happened(pos: Position, event: OccurrenceChanged) -> list[Occurrence]:
    """Return the occurrences that happen with an event."""
    parts = pos.table.frame(event.frame).occurrences
    return [part for part in parts if part.state is State.IMMINENT] if event.index < 0 else [parts[event.index]]


def _hides(seen: Move, made: Move) -> bool:
    """Whether a move as it is seen has stand-ins, but is not kept secret as a whole."""
    return seen != made and len(seen.picks) == len(made.picks) and bool(seen.subject) == bool(made.subject)


def _restored(seen: Move, made: Move, later: Table, viewer: str) -> Move:
    """Return a move as it is seen, with the components that the viewer knows once the action is over."""

    def known(number: int, stand_in: int) -> int:
        entity = later.entities.get(number)
        return number if entity is not None and knows(later, viewer, entity) else stand_in

    subject = known(made.subject, seen.subject)
    picks = tuple(known(number, stand_in) for number, stand_in in zip(made.picks, seen.picks, strict=True))
    return replace(seen, subject=subject, picks=picks, ability=made.ability if subject == made.subject else "")


def _between(rows: Sequence[CourseRow], first: int, last: int) -> tuple[CourseRow, ...]:
    return tuple(row for row in rows if first <= row.seq <= last)


def plain_title(title: str) -> str:
    """Return the title of a phase without its number and without whose it is: `conflict phase`, `turn`."""
    return _NUMERAL.sub("", title).partition(",")[0].lower()


def letters_of(titles: Sequence[str]) -> dict[str, str]:
    """Return a letter for each phase, all of them different: the first of its title, unless another phase has it.

    Then it is the last letter that no phase begins with: D for dynasty phase, W for draw phase. The first titles have
    the first choice.
    """
    named = [title.removesuffix(" phase") for title in titles]
    found: dict[str, str] = {}
    for title in named:
        first, others = title[:1].upper(), {name[:1].upper() for name in named} | set(found.values())
        left = [letter for letter in reversed(title.upper()) if letter.isalpha() and letter not in others]
        found[title] = first if first not in found.values() else next(iter(left), first)
    return {title: found[title.removesuffix(" phase")] for title in titles}
