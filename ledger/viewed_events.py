"""Events as one player sees them happen: what is hidden from them before and after an event is a stand-in in it, too.

A player sees which card moves if they know it before the event or after it: a card played from a hand is named as it
comes into play. A choice that is still secret keeps its verb and nothing else. Sentences that the record holds about
another player's move are left out, since they may name any card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from ledger.entries import Entry
from ledger.events import (
    Attached,
    Component,
    ControlChanged,
    Corrected,
    Counted,
    EffectBegan,
    EffectEnded,
    Event,
    FrameAdvanced,
    FrameOpened,
    GameStarted,
    Identified,
    Introduced,
    Marked,
    Move,
    Moved,
    MoveMade,
    MoveRetracted,
    OccurrenceChanged,
    Reason,
    Revealed,
    Rolled,
    Shuffled,
    UseCounted,
    ViolationNoted,
)
from ledger.fold_components import is_laid_down, turned_up
from ledger.folding import apply
from ledger.table import Meanings, Table, clone
from ledger.views import CAUTIOUS, HIDDEN, Sight, in_occurrence, in_slots, knows


def viewed_entries(
    entries: Iterable[Entry], player: str, meanings: Meanings = CAUTIOUS, table: Table | None = None
) -> Iterator[Entry]:
    """Yield entries that follow one another as one player sees them: each event with stand-ins, remarks left out.

    `table` is the table before the first of them; it is left alone. The numbers of events and frames stay.
    """
    now = Table() if table is None else clone(table)
    for entry in entries:
        events = tuple(viewed_events(entry.events, now, player, meanings))
        yield replace(entry, events=events, remark="")


def viewed_events(events: tuple[Event, ...], table: Table, player: str, meanings: Meanings) -> Iterator[Event]:
    """Yield the events of one action as one player sees them, and apply the real ones to the table."""
    laid = _laid_down(events, table, player)
    for at, event in enumerate(events):
        if type(event) is GameStarted:
            apply(table, event)
            yield replace(event, settings=Sight(table, player, meanings).settings(event.settings))
            continue
        if type(event) not in _BLANKED or (type(event) is FrameAdvanced and event.patch is None):
            apply(table, event)
            yield event
            continue
        glance = Glance(table, player, meanings, event, {zone for moved, zone in laid if moved >= at})
        secret = glance.is_secret(events[at + 1 : at + 2])
        apply(table, event)
        yield glance.event(secret)


def _laid_down(events: tuple[Event, ...], table: Table, player: str) -> list[tuple[int, str]]:
    """Return the moves of an action by which a component leaves a hidden zone of another player unseen.

    Each is the place of the event among those of the action, and the zone.
    """
    found: list[tuple[int, str]] = []
    now: dict[int, tuple[str, bool]] = {}
    for at, event in enumerate(events):
        if type(event) is not Moved or (event.entity not in now and event.entity not in table.entities):
            continue
        entity = table.entities.get(event.entity)
        zone, up = now[event.entity] if entity is None or event.entity in now else (entity.zone, entity.up)
        if table.specs[zone].owner != player and is_laid_down(table, zone, up, event):
            found.append((at, zone))
        now[event.entity] = event.zone, turned_up(table.specs[event.zone], event)
    return found


class Glance:
    """One player's sight of one event. It is taken before the event; `event` is asked for after it was applied.

    Of the zones in `laid` the player knows nothing: something goes out of each unseen in the same action, and it may be
    a card that they were shown.
    """

    def __init__(self, table: Table, player: str, meanings: Meanings, event: Event, laid: Iterable[str] = ()) -> None:
        self.now, self.player, self.seen = table, player, event
        self.laid = frozenset(laid)
        self.sight = Sight(table, player, meanings, _mentioned(event, meanings), self.laid)

    def is_secret(self, following: tuple[Event, ...]) -> bool:
        """Whether the event is another player's secret choice: the next event keeps it, and it stays secret after."""
        made = self.seen
        if type(made) is ViolationNoted:
            return made.player != self.player and made.move.verb in (self.sight.meanings.secrets or ())
        if type(made) is not MoveMade or not following or type(following[0]) is not FrameAdvanced:
            return False
        kept = following[0].patch or {}
        told = {**self.now.frame(following[0].frame).data, **kept}
        return any(self.sight.is_secret(slot, told) for slot in kept)

    def event(self, secret: bool = False) -> Event:
        """Return the event as the player sees it; the table must be the one after it."""
        if secret and isinstance(self.seen, MoveMade | ViolationNoted):
            return self._decision(replace(self.seen, move=Move(self.seen.move.verb)))
        seen: Event = _BLANKED[type(self.seen)](self, self.seen)
        return seen

    def number(self, number: int) -> int:
        """Return a component's number if the player knows it before or after the event, else its stand-in."""
        if number not in self.sight.hidden or self._known_after(number):
            return number
        return self.sight.number(number)

    def _known_after(self, number: int) -> bool:
        after = self.now.entities.get(number)
        return after is not None and after.zone not in self.laid and knows(self.now, self.player, after)

    def numbers(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Return components as the player sees them."""
        return tuple(self.number(number) for number in numbers)

    def _decision(self, event: MoveMade | ViolationNoted) -> Event:
        """Return a move with stand-ins; sentences about it are for its player alone.

        A move with a hidden card, such as one that its own player took from a deck, has neither sentences nor rules:
        sentences may name the card, and the rules that it breaks may be that card's own.
        """
        move = self._move(event.move)
        if not isinstance(event, ViolationNoted):
            return replace(event, move=move)
        if any(number < 0 for number in (move.subject, *move.picks, *move.pairs)):
            return replace(event, move=move, reasons=())
        reasons = event.reasons if event.player == self.player else tuple(map(Reason, event.rules))
        return replace(event, move=move, reasons=reasons)

    def _retracted(self, event: MoveRetracted) -> MoveRetracted:
        return event if event.player == self.player else replace(event, why="")

    def _move(self, move: Move) -> Move:
        subject = self.number(move.subject)
        return replace(
            move,
            subject=subject,
            ability="" if subject < 0 else move.ability,
            picks=self.numbers(move.picks),
            pairs=self.numbers(move.pairs),
        )

    # --- one method for each type of event that names components ------------------------------------------------------

    def _introduced(self, event: Introduced) -> Introduced:
        sight = Sight(self.now, self.player, self.sight.meanings)
        return Introduced(
            tuple(
                Component(sight.number(part.entity), HIDDEN, part.owner, part.zone)
                if part.entity in sight.hidden
                else part
                for part in event.components
            )
        )

    def _opened(self, event: FrameOpened) -> FrameOpened:
        data = None if event.data is None else self.sight.slots(event.data, None, event.data)
        return replace(event, data=data, occurrences=tuple(self.sight.occurrence(item) for item in event.occurrences))

    def _advanced(self, event: FrameAdvanced) -> FrameAdvanced:
        if event.patch is None:
            return event
        told = self.now.frame(event.frame).data
        return replace(event, patch=self.sight.slots(event.patch, None, told) or None)

    def _changed(self, event: OccurrenceChanged) -> OccurrenceChanged:
        return replace(
            event,
            by=self.number(event.by),
            subject=None if event.subject is None else self.number(event.subject),
            added=tuple(self.sight.occurrence(item) for item in event.added),
        )

    def _of_entity(self, event: Moved | Marked | ControlChanged | Revealed) -> Event:
        return replace(event, entity=self.number(event.entity))

    def _counted(self, event: Counted) -> Counted:
        return event if isinstance(event.holder, str) else replace(event, holder=self.number(event.holder))

    def _attached(self, event: Attached) -> Attached:
        return replace(event, entity=self.number(event.entity), host=self.number(event.host))

    def _identified(self, event: Identified) -> Identified:
        entity = self.number(event.entity)
        return Identified(entity, HIDDEN if entity < 0 else event.card)

    def _shuffled(self, event: Shuffled) -> Shuffled:
        return replace(event, order=tuple(Sight(self.now, self.player, self.sight.meanings).zone(event.zone)))

    def _rolled(self, event: Rolled) -> Rolled:
        result = tuple(self.number(part) if isinstance(part, int) else part for part in event.result)
        return replace(event, result=result)

    def _began(self, event: EffectBegan) -> EffectBegan:
        return replace(
            event,
            source=self.number(event.source),
            affects=self.numbers(event.affects),
            data=None if event.data is None else self.sight.slots(event.data),
        )

    def _ended(self, event: EffectEnded) -> EffectEnded:
        return replace(event, entity=self.number(event.entity))

    def _use(self, event: UseCounted) -> UseCounted:
        return replace(event, key=self.sight.key(event.key))

    def _corrected(self, event: Corrected) -> Corrected:
        host = event.aspect == "host"
        return replace(
            event,
            holder=event.holder if isinstance(event.holder, str) else self.number(event.holder),
            old=self.number(event.old) if host and isinstance(event.old, int) else event.old,
            new=self.number(event.new) if host and isinstance(event.new, int) else event.new,
            changes=tuple(_BLANKED[type(change)](self, change) for change in event.changes),
        )


_BLANKED: dict[type[Any], Callable[[Glance, Any], Any]] = {
    MoveMade: Glance._decision,
    ViolationNoted: Glance._decision,
    MoveRetracted: Glance._retracted,
    Introduced: Glance._introduced,
    FrameOpened: Glance._opened,
    FrameAdvanced: Glance._advanced,
    OccurrenceChanged: Glance._changed,
    Moved: Glance._of_entity,
    Marked: Glance._of_entity,
    ControlChanged: Glance._of_entity,
    Revealed: Glance._of_entity,
    Counted: Glance._counted,
    Attached: Glance._attached,
    Identified: Glance._identified,
    Shuffled: Glance._shuffled,
    Rolled: Glance._rolled,
    EffectBegan: Glance._began,
    EffectEnded: Glance._ended,
    UseCounted: Glance._use,
    Corrected: Glance._corrected,
}
"""For each type of event that may name components, the function that puts stand-ins into it."""


def _mentioned(event: Event, meanings: Meanings) -> Iterator[int]:
    """Yield the components that an event mentions, in order."""
    if isinstance(event, FrameOpened):
        yield from in_slots(event.data or {}, meanings)
        yield from (number for item in event.occurrences for number in in_occurrence(item, meanings))
    elif isinstance(event, FrameAdvanced):
        yield from in_slots(event.patch or {}, meanings)
    elif isinstance(event, OccurrenceChanged):
        yield from (number for item in event.added for number in in_occurrence(item, meanings))
        yield from (event.by, event.subject or 0)
    elif isinstance(event, MoveMade | ViolationNoted):
        yield from (event.move.subject, *event.move.picks, *event.move.pairs)
    elif isinstance(event, EffectBegan):
        yield from (event.source, *event.affects)
    elif isinstance(event, Rolled):
        yield from (part for part in event.result if isinstance(part, int))
    elif isinstance(event, Corrected):
        yield from (number for change in event.changes for number in _mentioned(change, meanings))
    else:
        parts = (getattr(event, name, None) for name in ("entity", "holder", "host"))
        yield from (part for part in parts if isinstance(part, int))
