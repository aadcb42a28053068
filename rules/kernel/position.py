"""A position: a table with its pack, an index of abilities kept up to date, and the events emitted since it was taken.

Everything the engine knows is in the table. The rest of a position can be thrown away and computed again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ledger.events import (
    Attached,
    ControlChanged,
    Corrected,
    Counted,
    EffectBegan,
    EffectEnded,
    Event,
    FrameAdvanced,
    FrameClosed,
    FrameOpened,
    Identified,
    Introduced,
    Marked,
    Moved,
    Occurrence,
    SeatChanged,
    Slot,
    Slots,
)
from ledger.folding import HANDLERS
from ledger.table import Entity, Frame, Table
from rules.kernel.listeners import AbilityIndex
from rules.language.cards import UNKNOWN, Card

if TYPE_CHECKING:
    from rules.kernel.asks import Ask
    from rules.kernel.pack import Pack

_TOUCHING: frozenset[type[Any]] = frozenset({Moved, Marked, ControlChanged, Attached})
_UNSETTLING: frozenset[type[Any]] = frozenset(
    {Moved, Counted, Marked, ControlChanged, EffectBegan, EffectEnded, Attached, SeatChanged}
)

UNSTATED = "unstated"
"""The setting of a game that lists the hidden zones its position does not state: each may hold any card."""


class Position:
    """A game in progress: the table, its pack, the index of abilities by trigger, and the events emitted so far.

    - `log`: the events emitted since the position was taken.
    - `ask`: the decision that is pending, if it was computed already.
    - `observer`: called with each decision that decided itself, for the window audit.
    - `unsettled`: the types of events since standing conditions were last looked at.
    - `values`, `zoned`: caches, emptied by every event that could change them.
    - `kinds`, `playing`: the open frames by kind, and the cards being played.
    - `watch`: what the game's `Watch` measured before the current move; None if it measures nothing.
    """

    __slots__ = (
        "ask",
        "index",
        "kinds",
        "log",
        "observer",
        "pack",
        "playing",
        "table",
        "unsettled",
        "values",
        "watch",
        "zoned",
    )

    def __init__(self, pack: Pack, table: Table) -> None:
        self.pack = pack
        self.table = table
        self.log: list[Event] = []
        self.ask: Ask | None = None
        self.observer: Callable[[Ask], None] | None = None
        self.unsettled: set[type[Any]] = set(_UNSETTLING)
        self.values: dict[tuple[int | str, str], int] = {}
        self.zoned: dict[tuple[str, str], list[int]] = {}
        self.kinds: dict[str, list[Frame]] = {}
        self.watch: Any = None
        self.playing: list[int] = []
        for frame in table.frames:
            self._entered(frame)
        self.index = AbilityIndex(self)

    # --- reading ------------------------------------------------------------------------------------------------

    def entity(self, number: int) -> Entity:
        """Return the component with this number."""
        return self.table.entities[number]

    def card(self, number: int) -> Card:
        """Return the printed card of a component, or the unknown card."""
        return self.pack.cards.get(self.table.entities[number].card, UNKNOWN)

    def in_play(self, number: int) -> bool:
        """Whether a component is in play."""
        return self.pack.in_play(self, self.table.entities[number])

    def zone(self, player: str, kind: str) -> list[int]:
        """Return the components in a player's zone of this kind, top first. It is the table's own list."""
        return self.table.zones[f"{player}.{kind}"]

    def player_name(self, player: str) -> str:
        """Return what a player is called in sentences for people: by name, else by letter; "nobody" for ""."""
        seat = self.table.seats.get(player)
        return (seat.name if seat else "") or player or "nobody"

    @property
    def first(self) -> str:
        """The first player; "" if nobody has that role."""
        return self.table.role("first")

    def order(self, start: str = "") -> list[str]:
        """Return the players still in the game, clockwise from `start` (the first player unless given).

        If that player has left the game, the order is that of the seats.
        """
        players = self.table.players
        start = start or self.first
        if start not in players:
            return list(players)
        at = players.index(start)
        return players[at:] + players[:at]

    def after(self, player: str) -> str:
        """Return the next player still in the game, clockwise; the player themselves if there is no other."""
        players = self.table.players
        if player in players:
            return players[(players.index(player) + 1) % len(players)]
        seats = list(self.table.seats)
        at = seats.index(player)
        for seat in seats[at + 1 :] + seats[:at]:
            if seat in players:
                return seat
        return player

    def opponents(self, player: str) -> list[str]:
        """Return everyone else still in the game, clockwise from the first player."""
        return [other for other in self.order() if other != player]

    def enclosing(self, kind: str) -> Frame | None:
        """Return the innermost open frame of a kind, or None."""
        frames = self.kinds.get(kind)
        return frames[-1] if frames else None

    def open_frame(self, number: int) -> Frame | None:
        """Return the open frame with this number, or None if it has closed."""
        for frame in reversed(self.table.frames):
            if frame.id <= number:
                return frame if frame.id == number else None
        return None

    def period(self, name: str) -> int:
        """Return the number of the frame that a period (phase, round …) is now, or 0 if it is not running.

        Uses are counted in it, and effects expire with it.
        """
        kinds = self.pack.dialect.periods.get(name, "" if name == "phase" else name).split()
        found = [frame.id for frame in map(self.enclosing, kinds) if frame is not None]
        return max(found, default=0)

    def still_to_act(self, frame: Frame) -> list[str]:
        """Return the players who may still act in this step, in order, where each finishes before the next begins.

        The first of them is the player who acted last, unless that player passed.
        """
        players = self.order()
        if frame.turn not in players:
            return players
        return players[players.index(frame.turn) + (1 if frame.passes else 0) :]

    # --- writing ------------------------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Apply an event to the table, keep it in the log, and bring the index and the caches up to date."""
        table = self.table
        kind = type(event)
        touched: tuple[int, ...] = ()
        if kind is FrameClosed:
            self._leaves(table.frames[-1])
        elif kind is EffectBegan:
            touched = event.affects  # type: ignore[union-attr]
        elif kind is EffectEnded and event.effect in table.effects:  # type: ignore[union-attr]
            touched = tuple(table.effects[event.effect].affects)  # type: ignore[union-attr]
        HANDLERS[kind](table, event)
        table.seq += 1
        self.log.append(event)
        if kind is FrameAdvanced and event.patch is None:  # type: ignore[union-attr]
            return
        if self.values:
            self.values.clear()
        if self.zoned:
            self.zoned.clear()
        if self.watch is not None:
            self.unsettled.add(kind)
        if kind is FrameOpened:
            self._entered(table.frames[-1])
            return
        if kind in _UNSETTLING:
            self.unsettled.add(kind)
            if kind in _TOUCHING:
                self.index.touch(event.entity)  # type: ignore[union-attr]
            for number in touched:
                self.index.touch(number)
        elif kind is Identified:
            self.index.touch(event.entity)  # type: ignore[union-attr]
        elif kind is Introduced:
            for part in event.components:  # type: ignore[union-attr]
                self.index.touch(part.entity)
        elif kind is Corrected:
            self._corrected(event)  # type: ignore[arg-type]

    def _corrected(self, event: Corrected) -> None:
        """Look at everything again that a correction may have touched: abilities, cards being played, conditions."""
        self.unsettled |= {type(change) for change in event.changes} & _UNSETTLING
        self.index = AbilityIndex(self)

    def _entered(self, frame: Frame) -> None:
        """Note an open frame by kind, and the card being played in it, so that asking for them does not depend on the
        depth.
        """
        frames = self.kinds.get(frame.kind)
        if frames is None:
            self.kinds[frame.kind] = [frame]
        else:
            frames.append(frame)
        playing = frame.data.get("playing")
        if isinstance(playing, int):
            self.playing.append(playing)

    def _leaves(self, frame: Frame) -> None:
        self.kinds[frame.kind].pop()
        playing = frame.data.get("playing")
        if isinstance(playing, int):
            self.playing.remove(playing)

    def skip(self, ask: Ask) -> None:
        """Tell the observer, if there is one, that a decision decided itself.

        Nobody could do anything, or only one answer was possible.
        """
        if self.observer is not None:
            self.observer(ask)

    def open(self, kind: str, data: Slots | None = None, occurrences: tuple[Occurrence, ...] = ()) -> None:
        """Open a frame inside the innermost one."""
        self.emit(FrameOpened(kind, data, occurrences))

    def open_next(
        self, frame: Frame, kind: str, data: Slots | None = None, occurrences: tuple[Occurrence, ...] = ()
    ) -> None:
        """Move a frame on by a step and open another inside it. When that one closes, this one goes on from there."""
        self.emit(FrameAdvanced(frame.id, frame.step + 1))
        self.emit(FrameOpened(kind, data, occurrences))

    def go(self, frame: Frame, step: str, patch: Slots | None = None) -> None:
        """Move a frame to a named step of its procedure, and patch what it remembers."""
        self.emit(FrameAdvanced(frame.id, self.pack.procedures[frame.kind].step(step), patch))

    def remember(self, frame: Frame, slot: str, value: Slot) -> None:
        """Keep a value in a frame under the name `slot`; None forgets it."""
        self.emit(FrameAdvanced(frame.id, frame.step, {slot: value}))

    def patch(self, frame: Frame, patch: Slots) -> None:
        """Keep several values in a frame, each under its name; None forgets one."""
        self.emit(FrameAdvanced(frame.id, frame.step, patch))
