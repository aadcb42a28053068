"""Answering decisions from clicks, as far as it is the same for every source: windows, words, which card is meant."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ledger.events import Move
from ledger.table import Frame
from rules.kernel.asks import PASS, Ask, Say
from rules.resolution.moments import Order, Window
from rules.shared.revealed import WhenRevealed
from tests.second_opinion.meanings import Sense
from tests.second_opinion.playing import Driver
from tests.second_opinion.reading import Act


class ClickDriver(Driver):
    """Finds the click that answers a window or a question, and the card it names."""

    zones: Mapping[str, str] = {}
    """The other engine's names for zones, and ours."""
    in_turn = 0
    """The first phase in which players act one after the other, so that clicks are played in their order."""

    def looks(self, number: int) -> str:
        """Return what tells a card from another copy of it."""
        raise NotImplementedError

    def under(self, number: int) -> bool:
        """Whether a card lies under another as its duplicate."""
        return False

    def next(self, ask: Ask) -> Act | None:
        """The player's next click, if it was made at this place and nobody else was to act before."""
        self.drop_leftovers()
        act = self.reading.next_of(self.names[ask.player], self.place())
        while act is not None and self._idle(act, ask):
            self.reading.take([act])
            act = self.reading.next_of(self.names[ask.player], self.place())
        if act is None or any(self._goes_first(other) for other in self.reading.earlier_of_others(act)):
            return None
        return act

    def drop_leftovers(self) -> None:
        """Drop clicks that chose for an ability which is over, such as one that was cancelled before it asked."""
        if self.place()[1] < self.in_turn:
            return
        resolving = {frame.text("player") for frame in self.pos.table.frames if frame.kind == "ability"}
        over = [act for act in self.reading.acts if act.number < self.reading.last and self.is_over(act)]
        self.reading.take([act for act in over if act.sense in (Sense.PASS, Sense.WORD)])
        self.reading.take([a for a in over if a.sense is Sense.PICK and self.letters[a.player] not in resolving])

    def is_over(self, act: Act) -> bool:
        """Whether a click made before the last one played has nothing to answer any more."""
        return True

    def _idle(self, act: Act, ask: Ask) -> bool:
        """Whether a click answers something nobody asks for here: a selection, or an order."""
        return act.sense is Sense.DONE or (act.sense is Sense.ORDER and not isinstance(ask, WhenRevealed | Order))

    def _goes_first(self, act: Act) -> bool:
        """Whether another player's earlier click comes first: not one that chooses for an ability being answered."""
        resolving = {frame.text("player") for frame in self.pos.table.frames if frame.kind == "ability"}
        return self.letters[act.player] not in resolving

    def _tried(self, ask: Ask) -> list[Act]:
        """The clicks that may answer a window: the next one, and those after clicks that choose for an ability of the
        same player, which our engine may ask for later.
        """
        first = self.next(ask)
        if first is None or first.sense is not Sense.PICK or not any(self._mine(ask, f) for f in self.pos.table.frames):
            return [first] if first else []
        place = self.place()
        return [act for act in self.reading.of(first.player) if act.place == place][:4]

    def _mine(self, ask: Ask, frame: Frame) -> bool:
        return frame.kind == "ability" and frame.text("player") == ask.player

    def resolve(self, act: Act, candidates: Sequence[int], chosen: Sequence[int]) -> int:
        """The candidate a click names: by name, then by where it lies; one not chosen yet before one that is."""
        where, _, whose = act.click.where.partition(" of ")
        zone = self.zones.get(where, "")
        holder = self.letters.get(whose, self.letters[act.player])
        named = [number for number in candidates if self.is_named(act, number)]
        if zone == "hand":
            named = [number for number in named if self.pos.entity(number).zone.endswith(".hand")]
        if not named:
            return 0

        def fit(number: int) -> tuple[bool, bool, bool, bool]:
            entity = self.pos.entity(number)
            duplicate = self.under(number)
            return (
                number in chosen,
                not entity.zone.endswith(f".{zone}"),
                entity.controller != holder,
                duplicate != (where == "duplicate"),
            )

        best = min(fit(number) for number in named)
        alike: dict[str, int] = {}
        for number in named:
            if fit(number) == best:
                alike.setdefault(self.looks(number), number)
        return self.pick_copy(act, list(alike.values()))

    def is_named(self, act: Act, number: int) -> bool:
        """Whether a click names this component."""
        return self.pos.card(number).name == act.click.what

    def use(self, ask: Window | Order | WhenRevealed) -> Move | None:
        for act in self._tried(ask):
            move = self._use_by(ask, act)
            if move is not None:
                return move
        return None

    def _use_by(self, ask: Window | Order | WhenRevealed, act: Act) -> Move | None:
        if act.sense is Sense.PASS and isinstance(ask, Window) and act.click.where.startswith("Any "):
            self.reading.take([act])
            return PASS
        uses = ask.waiting if isinstance(ask, WhenRevealed) else ask.uses
        subjects = [use.entity for use in uses]
        if act.click.kind == "button" and " - " in act.click.what:
            owner, _, name = act.click.what.partition(" - ")
            named = [n for n in subjects if self.pos.card(n).name == name]
            mine = [n for n in named if self.names[self.pos.entity(n).controller] == owner]
            subject = (mine or named or [0])[0]
        else:
            subject = self.resolve(act, subjects, ()) if act.sense is Sense.PICK else 0
            if not subject and act.sense is Sense.PICK:
                subject = self.duplicate(act, subjects)
        if not subject:
            return None
        self.reading.take([act])
        return next(use.move() for use in uses if use.entity == subject)

    def say(self, ask: Say) -> Move | None:
        """Return the word a player's next button says, and take the click; passes before it are left over."""
        place = self.place()
        acts = [act for act in self.reading.of(self.names[ask.player]) if act.place >= place]
        for at, act in enumerate(acts):
            if act.place != place or act.sense not in (Sense.DONE, Sense.PASS, Sense.ORDER, Sense.WORD):
                return None
            word = self._word(ask, act)
            if word:
                self.reading.take(acts[: at + 1])
                return Move(ask.verb, words=(word,))
            if act.sense is Sense.WORD:
                return None
        return None

    def _word(self, ask: Say, act: Act) -> str:
        """Return the word of a question that a button means: as the table says, by its text, or by a word in it."""
        if act.sense not in (Sense.WORD, Sense.ORDER):
            return ""
        text = act.meaning.says or act.click.what
        for word in (self.letters.get(text, ""), text, text.lower()):
            if word in ask.words:
                return word
        inside = [word for word in ask.words if re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)]
        return inside[0] if len(inside) == 1 else ""

    def duplicate(self, act: Act, subjects: Sequence[int]) -> int:
        """Return the duplicate whose save a click on the card above it means; 0 for none."""
        return 0
