"""Any event in one line of plain words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

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
    GameEnded,
    GameStarted,
    Identified,
    Introduced,
    Marked,
    Move,
    Moved,
    MoveMade,
    MoveRetracted,
    Occurrence,
    OccurrenceChanged,
    Outcome,
    Passed,
    Revealed,
    Rolled,
    SeatChanged,
    Shuffled,
    Slots,
    State,
    UseCounted,
    ViolationNoted,
)
from ledger.table import Frame
from replays.meaning.steps import is_window, step_at
from replays.records.reasons import in_words
from replays.records.recording import is_impossible
from replays.wording.naming import FEW, Namer
from replays.wording.plain_moves import PlainWriter
from replays.wording.remembered import RESULT, frame_title, result_words, slot_words, use_words, value_words
from rules.kernel.names import happening

_ROLES = {"first": "the first player", "active": "the active player"}
"""What the roles are called that every game has."""
_BECAME = {
    State.PARTLY: "this happens only in part",
    State.CANCELLED: "this is cancelled",
    State.REPLACED: "something else happens instead",
    State.PREVENTED: "this is prevented",
    State.SAVED: "this is stopped by a save",
    State.FAILED: "this could change nothing",
}
"""What became of an occurrence that did not simply happen."""
_ADJECTIVE = re.compile(r"\w+(?:ed|ing|en)")


class Describer(Namer):
    """A describer of events in words, with names in place of letters, ids and numbers.

    `following` is the event that comes after the one being described, if it is known.
    """

    following: Event | None = None

    def words(self, event: Event, following: Event | None = None) -> str:
        """Return an event in one line.

        The Hound is kneeling
        Borys: gold -3
        VIOLATION by Borys: use The Hand's Judgment – A duplicate cannot be … (agot2/duplicates#5)
        """
        self.following = following
        found: str = _WORDS[type(event)](self, event)
        return found

    def move(self, player: str, move: Move) -> str:
        """Return a player's move in the words of the game: `challenge military with The Hound against Anna`."""
        return PlainWriter(self).words(player, move)

    def occurrence(self, part: Occurrence) -> str:
        """Return an occurrence in the words of its pack; only its kind if its subject is hidden."""
        if part.kind not in self.pos.pack.happenings or part.subject < 0:
            return self.plain(part.kind)
        return happening(self.pos, part)

    def _opened(self, event: FrameOpened) -> str:
        if event.occurrences:
            return f"about to happen: {self._occurrences(event.occurrences)}"
        return f"begins: {frame_title(self, event.kind)}" if self.pos.table.frames else "play begins"

    def _occurrences(self, parts: Iterable[Occurrence]) -> str:
        """Return several occurrences in one line; the same words stand only once."""
        return "; ".join(dict.fromkeys(self.occurrence(part) for part in parts))

    def _frame(self, frame: Frame) -> str:
        """Return what an open frame is called: what happens in it, the card whose ability it is, or its title."""
        if frame.occurrences:
            return "; ".join(dict.fromkeys(map(self._result, frame.occurrences)))
        card = frame.data.get("entity") if "ability" in frame.data else None
        return (
            f"{frame_title(self, frame.kind)} of {self.name(card)}"
            if isinstance(card, int)
            else frame_title(self, frame.kind)
        )

    def _result(self, part: Occurrence) -> str:
        """Return an occurrence, with what became of it if it did not simply happen."""
        usual = part.state in (State.HAPPENED, State.IMMINENT)
        return self.occurrence(part) if usual else f"{self.occurrence(part)} ({part.state})"

    def _advanced(self, event: FrameAdvanced) -> str:
        frame = self.pos.table.frame(event.frame)
        patch = event.patch or {}
        if frame.step == event.step:
            kept = self._remembered(frame, patch)
            return kept or ("the note is no longer needed" if patch else "something is chosen in secret")
        set_now = {name: value for name, value in patch.items() if value or name in RESULT}
        kept = self._remembered(frame, set_now)
        return f"{f'{kept}; ' if kept else ''}{self._step(frame, event.step)}"

    def _step(self, frame: Frame, number: int) -> str:
        """Return the step that a frame goes to; a frame that opens another has gone to the step that comes after it.

        A label in small letters is a phrase of its own; if an ability is resolving, it is told which card's.

        step: 4.2.1 Declare defenders
        window: interrupts
        Dracarys!: the effect resolves
        after this: 5 Dominance
        """
        step = step_at(self.pos.pack, frame.kind, number)
        opens = isinstance(self.following, FrameOpened)
        if opens and frame is self.pos.table.frames[0] and step is not None and step.loop:
            return "the rounds begin"
        if step is None:
            return f"{'after this, ' if opens else ''}{self._frame(frame)} is over"
        if opens:
            return f"after this: {step.label}"
        if step.label.endswith("window"):
            return step.label
        if is_window(step):
            return f"window: {step.label}"
        if not step.label[:1].islower():
            return f"step: {step.label}"
        card = frame.data.get("entity") if "ability" in frame.data else None
        return f"{self.name(card)}: {step.label}" if isinstance(card, int) else step.label

    def _remembered(self, frame: Frame, patch: Slots) -> str:
        """Return what a frame remembers from now on, and what is settled and forgotten; a result in one phrase."""
        result = result_words(self, frame, patch)
        if result:
            rest = self._remembered(frame, {name: value for name, value in patch.items() if name not in RESULT})
            return f"{result}; {rest}" if rest else result
        kept = [slot_words(self, frame, name, value) for name, value in sorted(patch.items()) if value is not None]
        gone = [slot_words(self, frame, name, None) for name, value in sorted(patch.items()) if value is None]
        return "; ".join(dict.fromkeys(filter(None, kept or gone)))

    def _changed(self, event: OccurrenceChanged) -> str:
        parts = self.pos.table.frame(event.frame).occurrences
        chosen = [part for part in parts if part.state is State.IMMINENT] if event.index < 0 else [parts[event.index]]
        said, added = self._occurrences(chosen), self._occurrences(event.added)
        if event.state is State.IMMINENT:
            if event.added and all(part.state is not State.IMMINENT for part in event.added):
                return f"still to be answered: {added}"
            return f"about to happen: {added or said}" + (f" (to {self.zone(event.to)})" if event.to else "")
        how = ", because of" if event.state is State.REPLACED else " by"
        by = f"{how} {self._source(event.by, chosen)}" if event.by else ""
        what = f"{event.state}: {said}" if event.state is State.HAPPENED else f"{said}: {_BECAME[event.state]}{by}"
        return what + (f"; about to happen: {added}" if added else "")

    def _source(self, number: int, parts: Iterable[Occurrence]) -> str:
        """Return the component that stopped something; if it has the name of what it saved, it is "a copy" of that."""
        name = self.name(number)
        alike = any(part.subject not in (0, number) and self.name(part.subject) == name for part in parts)
        return f"a copy of {name}" if alike else name

    def _closed(self, event: FrameClosed) -> str:
        how = "" if event.outcome is Outcome.RESOLVED else f" ({event.outcome})"
        frame = self.pos.table.frame(event.frame)
        usual = [part for part in frame.occurrences if part.state in (State.HAPPENED, State.IMMINENT)]
        if not usual:
            return f"ends: {self._frame(frame)}{how}"
        first, rest = self.occurrence(usual[0]), self._occurrences(usual[1:])
        unusual = dict.fromkeys(self._result(part) for part in frame.occurrences if part not in usual)
        return "; ".join((f"ends: {first}{' and what came with it' if rest not in ('', first) else ''}{how}", *unusual))

    def _marked(self, event: Marked) -> str:
        pack = self.pos.pack
        own = pack.sayings.marks.get(event.mark)
        if own:
            name = self.name(event.entity)
            is_noun = name.startswith(own) and event.entity in self.pos.table.entities
            return _marked_words(self.pos.card(event.entity).name if is_noun else name, own, event.on)
        word = (pack.layout.marks.get(event.mark) or self.plain(event.mark)).lstrip("▲▼ ")
        marked = word if _ADJECTIVE.fullmatch(word) else f"marked “{word}”"
        return f"{self.name(event.entity)} is {'' if event.on else 'no longer '}{marked}"

    def _attached(self, event: Attached) -> str:
        if not event.host:
            return f"{self.name(event.entity)} is detached"
        entities = self.pos.table.entities
        known = event.entity in entities and event.host in entities and entities[event.host].card
        if known and self.pos.card(event.entity).name == self.pos.card(event.host).name:
            return f"a duplicate goes under {self.name(event.host)}"
        return f"{self.name(event.entity)} is attached to {self.name(event.host)}"

    def _violation(self, event: ViolationNoted) -> str:
        why = in_words(event.reasons, cite=True)
        says = f" – {why}" if why else ""
        became = "carried out all the same" if event.applied else "ignored"
        tried = f" (tried after event {event.at} and {became})" if event.at else f" ({became})"
        return f"VIOLATION by {self.player(event.player)}: {self.move(event.player, event.move)}{tried}{says}"

    def _retracted(self, event: MoveRetracted) -> str:
        if is_impossible(event):
            return f"{self.player(event.player)}: the move of event {event.seq} is {event.why}"
        return f"{self.player(event.player)} takes back event {event.seq}{f' ({event.why})' if event.why else ''}"

    def _counted(self, event: Counted) -> str:
        holder = self.player(event.holder) if isinstance(event.holder, str) else self.name(event.holder)
        if not isinstance(event.holder, str) and event.holder in self.pos.table.entities:
            stands_for = self.pos.entity(event.holder).owner
            if stands_for and self.pos.card(event.holder).type in self.pos.pack.sayings.players:
                holder = self.player(stands_for)
        return f"{holder}: {self._token(event.what)} {event.by:+d}"

    def _token(self, token: str) -> str:
        """Return what a kind of token is called: as the pack or table calls it, by whose it is, or in plain words."""
        counts = {shown.name: shown.word for shown in self.pos.pack.layout.counts} | dict(self.pos.pack.sayings.tokens)
        return counts.get(token) or self._whose(token)

    def _whose(self, key: str) -> str:
        """Return a key in plain words, with a player it ends with first: "Gus's markers", "Borys's claim"."""
        what, _, player = key.replace(" ", "-").rpartition("-")
        owned = what and player in self.pos.table.seats
        return f"{self.player(player)}'s {self.plain(what)}" if owned else self.plain(key)

    def _moved(self, event: Moved) -> str:
        spec, entity = self.pos.table.specs.get(event.zone), self.pos.table.entities.get(event.entity)
        if spec is not None and entity is not None and entity.zone == event.zone:
            up = event.face == "up" if event.face else spec.seen == "all"
            if up != entity.up:
                how = "is turned" if self.pos.table.frames else "lies"
                return f"{self.name(event.entity)} {how} face {'up' if up else 'down'} in {self.zone(event.zone)}"
        if spec is not None and spec.owner and event.zone == f"{spec.owner}.play":
            return f"{self.name(event.entity)} goes into play on {self.player(spec.owner)}'s side"
        return f"{self.name(event.entity)} goes to {self.zone(event.zone)}"

    def _identified(self, event: Identified) -> str:
        if event.entity < 0:
            return "a card is identified"
        card = self.pos.pack.cards.get(event.card)
        return f"an unknown card turns out to be {card.name if card else self.plain(event.card)}"

    def _used(self, event: UseCounted) -> str:
        """Return what is counted for limits: "Anna has won a military challenge this phase"."""
        return use_words(self, event.key, event.scope)

    def _effect_ended(self, event: EffectEnded) -> str:
        effect = self.pos.table.effects.get(event.effect)
        of = f" of {self.name(effect.source)}" if effect and effect.source else ""
        return f"an effect{of} ends{f' for {self.name(event.entity)}' if event.entity else ''}"

    def _seat(self, event: SeatChanged) -> str:
        if event.role in _ROLES:
            return f"{_players(self, event.players)} is {_ROLES[event.role]}"
        own = self.pos.pack.sayings.roles.get(event.role)
        if own:
            return own.format(value=_players(self, event.players))
        title = "in the game, in this order" if event.role == "players" else self.plain(event.role)
        return f"{title}: {_players(self, event.players)}"

    def _corrected(self, event: Corrected) -> str:
        """Return who corrected what: "corrected by the judge: Anna's power is 3 (it was 2)"."""
        return f"corrected by {self.player(event.by)}: {self.correction(event)}"

    def correction(self, event: Corrected) -> str:
        """Return what a correction says, what was so before, and what went along with it."""
        holder = self.player(event.holder) if isinstance(event.holder, str) else self.name(event.holder)
        if event.aspect in ("tokens", "total"):
            says = f"{holder}'s {self._token(event.what)} is {event.new} (it was {event.old})"
        elif event.aspect == "mark":
            now, before = (self._mark_words(event.what, on) for on in (event.new, event.old))
            says = f"{holder} is {now} (it was {before})"
        elif event.aspect == "face":
            says = f"{holder} lies face{event.new} (it lay face{event.old})"
        elif event.aspect == "place":
            says = f"{holder} is in {self.zone(str(event.new))} (it was in {self.zone(str(event.old))})"
        else:
            says = f"{holder} is attached to {self._host(event.new)} (it was attached to {self._host(event.old)})"
        along = [
            self.words(change)
            for change in event.changes
            if (isinstance(change, Moved) and change.entity != event.holder)
            or (isinstance(change, Counted) and event.aspect != "tokens")
        ]
        return "; ".join((says, *along))

    def _mark_words(self, mark: str, on: int | str) -> str:
        """Return a mark, or the word for a card without it: "standing", or else "not exhausted"."""
        plain = {other: word for word, other in self.pos.pack.notation.plain.items()}
        return mark if on else plain.get(mark, f"not {mark}")

    def _host(self, number: int | str) -> str:
        return self.name(int(number)) if number else "nothing"

    def _rolled(self, event: Rolled) -> str:
        parts = [
            self.name(part)
            if isinstance(part, int) and (part < 0 or part in self.pos.table.entities)
            else value_words(self, part, False)
            for part in event.result
        ]
        return f"at random, {self._whose(event.what)}: {', '.join(parts[:FEW])}"


def _players(describer: Describer, players: tuple[str, ...]) -> str:
    """Return the names of players between commas; "nobody" for none. A house that nobody plays is named, too."""
    seats = describer.pos.table.seats
    return ", ".join(describer.player(one) if one in seats else one.capitalize() for one in players) or "nobody"


def _marked_words(name: str, mark: str, on: bool) -> str:
    """Return that a component has a mark or loses it, whose words are what it is or what it "has" done."""
    if mark.startswith("has "):
        return f"{name} {mark}" if on else f"{name} no longer counts as one that {mark}"
    return f"{name} is {'' if on else 'no longer '}{mark}"


def _began(describer: Describer, event: GameStarted) -> str:
    title = describer.pos.pack.title or event.pack
    return f"a game of {title}, {event.format}, with {', '.join(seat.name or seat.player for seat in event.seats)}"


def _laid_out(components: int) -> str:
    return "a card or piece is laid out" if components == 1 else f"{components} cards and pieces are laid out"


_WORDS: dict[type[Any], Callable[[Describer, Any], str]] = {
    GameStarted: _began,
    FrameOpened: Describer._opened,
    FrameAdvanced: Describer._advanced,
    OccurrenceChanged: Describer._changed,
    FrameClosed: Describer._closed,
    MoveMade: lambda d, e: f"{d.player(e.player)}: {d.move(e.player, e.move)}",
    Passed: lambda d, e: f"{d.player(e.player)} passes",
    MoveRetracted: Describer._retracted,
    ViolationNoted: Describer._violation,
    Introduced: lambda _, e: _laid_out(len(e.components)),
    Moved: Describer._moved,
    Counted: Describer._counted,
    Marked: Describer._marked,
    Attached: Describer._attached,
    ControlChanged: lambda d, e: (
        f"{d.player(e.controller)} controls {d.name(e.entity)}" if e.controller else f"{d.name(e.entity)} is nobody's"
    ),
    Identified: Describer._identified,
    Revealed: lambda d, e: f"{d.name(e.entity)} is shown to {_players(d, e.to)}",
    Shuffled: lambda d, e: f"shuffled: {d.zone(e.zone)}",
    Rolled: Describer._rolled,
    EffectBegan: lambda d, e: f"an effect of {d.name(e.source)} begins",
    EffectEnded: Describer._effect_ended,
    UseCounted: Describer._used,
    SeatChanged: Describer._seat,
    Corrected: Describer._corrected,
    GameEnded: lambda d, e: f"the game is over: {_players(d, e.winners)} won{f' ({e.reason})' if e.reason else ''}",
}
"""For each type of event, the function that puts it into words."""
