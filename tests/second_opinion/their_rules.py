"""Rules of ringteki and jigoku that differ from ours, done on our table, too, so that a game goes on as theirs did.

Each is noted with the clause it departs from; explanations.toml says whose fault it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ledger.events import Event, FrameAdvanced, FrameOpened, Marked, Moved, Slots
from rules.kernel.asks import Ask
from rules.packs.l5r import board
from tests.second_opinion import l5r
from tests.second_opinion.answering import ClickDriver
from tests.second_opinion.playing import Refused


class TheirRules(ClickDriver):
    """A driver of l5r games whose table follows the other engine where its rules are known to differ."""

    start = 0
    """The line of the chat at which the game is taken up."""

    def __init__(self, *given: Any) -> None:
        self.hidden: dict[int, str] = {}
        self.whole: set[int] = set()
        super().__init__(*given)

    def watch(self) -> None:
        super().watch()
        self.pos.instead = self.by_their_rules
        self.pos.left = self.pile_up

    def by_their_rules(self, event: Event) -> Event:
        """Return what happens by their rules in place of an event of ours, and note that ours differ."""
        if isinstance(event, FrameOpened) and event.kind == "ring effect" and event.data is not None:
            return self._for_its_player(event, event.data)
        if isinstance(event, FrameAdvanced) and event.patch is not None and "margin" in event.patch:
            return self._without_holding(event, event.patch)
        return event

    def _for_its_player(self, event: FrameOpened, data: Slots) -> Event:
        """Let a ring effect that a card of the defending player resolves work for that player, as later rules say."""
        if data["attacker"] != data["player"]:
            self.bend_here("a ring effect works for the attacking player", "l5r/ring-effects#3")
        return msgspec.structs.replace(event, data={**data, "attacker": data["player"]})

    def _without_holding(self, event: FrameAdvanced, patch: Slots) -> Event:
        """Let a province break that lies in no place of theirs, where the chat says so: no holding is in it there."""
        conflict = board.conflict(self.pos)
        assert conflict is not None
        number, place = conflict.number("province"), self.place()[:4]
        told = f"{self.names[conflict.text('attacker')]} has broken {self.pos.card(number).name}!"
        lines = [line for at, line in enumerate(self.game.lines) if self.reading.places[at][:4] == place]
        breaks = self.pos.entity(number).zone in self.pos.missing and told in lines
        if not breaks or int(str(patch["margin"])) >= int(str(patch["strength"])):
            return event
        self.bend_here("a holding adds to the strength of the province it is in", "l5r/holding-cards#2")
        return msgspec.structs.replace(event, patch={**patch, "strength": patch["margin"]})

    def note_beginning(self) -> None:
        """Note the places in which their set-up laid no province: from then on theirs handles them by other rules."""
        if self.pos.missing:
            reason, rule = "every province is laid out", "l5r/setup-5#3"
            self.refused[-1] = Refused("the set-up", self.start, (reason,), (rule,), True)

    def opened(self, kind: str) -> None:
        if kind in ("regroup", "round"):
            self._mend_bare_places(kind == "round")
        super().opened(kind)
        if kind == "dynasty":
            self._hide_second_cards()

    def _mend_bare_places(self, over: bool) -> None:
        """Let the faceup cards stay where no province lies while provinces are cleared: theirs finds none that is
        broken. Afterwards lay a second card there.
        """
        for zone in sorted(self.pos.missing):
            number = next((one for one in self.pos.table.zones[zone] if board.is_province(self.pos, one)), 0)
            if over:
                self.pile_up(zone)
            if number in (self.whole if over else self.pos.table.entities) and over != board.broken(self.pos, number):
                self.pos.emit(Marked(number, "broken", over))
                self.whole ^= {number}

    def pile_up(self, zone: str) -> None:
        """Lay a second card where no province lies, if one is left.

        Theirs takes a place for full when it has two cards, which usually are the province and the card in it.
        """
        held = [number for number in self.pos.table.zones[zone] if not board.is_province(self.pos, number)]
        deck = self.pos.zone(zone[0], "dynasty_deck")
        if len(held) == 1 and deck and not self._listed_twice(zone):
            self.pos.emit(Moved(deck[0], zone, face="down"))

    def _listed_twice(self, zone: str) -> bool:
        """Whether their last state lists a card of this place two times, so that they take it for full."""
        state = list(self.states.values())[max(self.passed - 1, 0)]
        where = next(there for there, here in l5r.PLACES.items() if here == zone[2:])
        return any(text.endswith(f" in {where} of {self.names[zone[0]]}") for text in state.get("twice", ()))

    def _hide_second_cards(self) -> None:
        """Take the facedown cards but the first from each place without a province until cards have been turned up.

        Theirs turns up the first card in each place.
        """
        state = self.states.get((self.rounds, "dynasty"), {})
        for zone in sorted(self.pos.missing):
            held = [number for number in self.pos.table.zones[zone] if not board.is_province(self.pos, number)]
            names = [name for name, _ in l5r.held_in(state, self.names[zone[0]], zone[2:])]
            first = next((one for one in held if names and self.pos.card(one).name == names[0]), held[0])
            for number in held:
                if number != first and not self.pos.entity(number).up:
                    self.hidden[number] = zone
                    self._quietly(Moved(number, f"{zone[0]}.dynasty_deck"))

    def _show_second_cards(self) -> None:
        for number, zone in self.hidden.items():
            self._quietly(Moved(number, zone, face="down"))
        self.hidden.clear()

    def _quietly(self, event: Event) -> None:
        """Apply an event that is no refill."""
        self.pos.left = self.pos.refilled = None
        self.pos.emit(event)
        self.watch()

    def asked(self, ask: Ask) -> Iterable[Ask]:
        self._show_second_cards()
        return super().asked(ask)
