"""A position that tells when a phase begins, so that tables can be compared in the middle of a run of steps."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Event, FrameClosed, FrameOpened, Moved
from ledger.table import Table
from rules.kernel.pack import Pack
from rules.kernel.position import Position


class WatchedPosition(Position):
    """A position whose `opened` is called with the kind of each frame right after it is opened, and with nothing when
    one closes or something happens in set-up.

    `refilled` is called with each card that comes from a dynasty deck into a province.

    `left` is called with a zone of `missing` that a dynasty card has left for another place than a province.

    `instead` returns the event that happens by the other engine's rules in place of one of ours.

    `seen` is called with each event right after it.

    `unseen` are cards that were discarded facedown from a province.

    `missing` are the zones of provinces whose card their record does not show in its place.

    A card without identity stands for the rest of a small deck: it goes back under it as soon as it is drawn, so that a
    situation with few cards is no game with an empty deck.
    """

    def __init__(self, pack: Pack, table: Table) -> None:
        self.opened: Callable[[str], None] | None = None
        self.missing: frozenset[str] = frozenset()
        self.refilled: Callable[[int], None] | None = None
        self.left: Callable[[str], None] | None = None
        self.instead: Callable[[Event], Event] | None = None
        self.seen: Callable[[Event], None] | None = None
        self.unseen: set[int] = set()
        super().__init__(pack, table)

    def emit(self, event: Event) -> None:
        """Apply an event as any position does, and tell of frames that open and of provinces that are refilled."""
        event = self.instead(event) if self.instead is not None else event
        before = self.table.entities[event.entity].zone if isinstance(event, Moved) else ""
        if ".province" in before and isinstance(event, Moved) and not self.table.entities[event.entity].up:
            self.unseen.add(event.entity)
        super().emit(event)
        if self.seen is not None:
            self.seen(event)
        refilled = before.endswith(".dynasty_deck") and isinstance(event, Moved) and ".province" in event.zone
        if refilled and isinstance(event, Moved) and self.refilled is not None:
            self.refilled(event.entity)
        if (
            before in self.missing
            and isinstance(event, Moved)
            and ".province" not in event.zone
            and self.left is not None
        ):
            self.left(before)
        in_setup = bool(self.table.frames) and self.table.top.kind == "setup"
        if (in_setup or isinstance(event, FrameOpened | FrameClosed)) and self.opened is not None:
            self.opened(event.kind if isinstance(event, FrameOpened) else "")
        if isinstance(event, Moved) and event.zone.endswith((".hand", ".discard")):
            entity = self.table.entities[event.entity]
            if not entity.card:
                super().emit(Moved(event.entity, f"{entity.owner}.{self._home(entity.owner)}"))

    def _home(self, owner: str) -> str:
        return "deck" if f"{owner}.deck" in self.table.zones else "conflict_deck"
