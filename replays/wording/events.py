"""Any event in one line of plain words."""

from __future__ import annotations

from collections.abc import Callable
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
    Passed,
    Revealed,
    Rolled,
    SeatChanged,
    Shuffled,
    State,
    UseCounted,
    ViolationNoted,
)
from replays.meaning.steps import step_at
from replays.records.reasons import in_words
from replays.records.recording import is_impossible
from rules.kernel.position import Position

FEW = 6
"""The most names that are listed one by one."""


class Describer:
    """A describer of events in words. Its position must stand before the event that is described.

    For a player's view, position and event are as that player sees them. `after` is then the position after the event:
    a card that the event shows is named by it. A hidden component, whose number is negative, is "a card".
    """

    def __init__(self, pos: Position, after: Position | None = None) -> None:
        self.pos, self.after = pos, after

    def words(self, event: Event) -> str:
        """Return an event in one line.

        The Hound is kneeling
        Borys: gold -3
        VIOLATION by Borys: use The Hand's Judgment – A duplicate cannot be … (agot2/duplicates#5)
        """
        found: str = _WORDS[type(event)](self, event)
        return found

    def name(self, number: int) -> str:
        """Return a component's name; "a card" if it is hidden, `#12` if it is not on the table."""
        if number < 0:
            return "a card"
        for pos in (self.pos, self.after):
            if pos is not None and number in pos.table.entities:
                return pos.pack.name(pos, number)
        return f"#{number}"

    def player(self, player: str) -> str:
        """Return the name of a player, or the letter if the seat has no name."""
        seat = self.pos.table.seats.get(player)
        return seat.name or player if seat else player

    def names(self, numbers: tuple[int, ...] | list[int]) -> str:
        """Return the names of some components, the first six and how many there are if there are more."""
        shown = ", ".join(self.name(number) for number in numbers[:FEW])
        return f"{shown} … {len(numbers)} in all" if len(numbers) > FEW else shown

    def move(self, move: Move) -> str:
        """Return a move in words: its verb, its subject, its words and the components picked.

        Its ability, its amount and its pairs are left out.
        """
        parts = [move.verb]
        if move.subject:
            parts.append(self.name(move.subject))
        parts += [self.player(word) for word in move.words]
        if move.picks:
            parts.append(self.names(move.picks))
        return " ".join(parts)

    def occurrence(self, part: Occurrence) -> str:
        """Return an occurrence in the words of its pack; only its kind if its subject is hidden."""
        happening = self.pos.pack.happenings.get(part.kind)
        return part.kind if happening is None or part.subject < 0 else happening.says(self.pos, part)

    def _opened(self, event: FrameOpened) -> str:
        if event.occurrences:
            return "about to happen: " + "; ".join(dict.fromkeys(self.occurrence(part) for part in event.occurrences))
        procedure = self.pos.pack.procedures.get(event.kind)
        return f"begins: {procedure.title if procedure else event.kind}"

    def _advanced(self, event: FrameAdvanced) -> str:
        frame = self.pos.table.frame(event.frame)
        if frame.step == event.step:
            return f"noted: {', '.join(sorted(event.patch))}" if event.patch else "noted in secret"
        step = step_at(self.pos.pack, frame.kind, event.step)
        return f"step: {step.label}" if step else f"step {event.step}"

    def _changed(self, event: OccurrenceChanged) -> str:
        parts = self.pos.table.frame(event.frame).occurrences
        chosen = [part for part in parts if part.state is State.IMMINENT] if event.index < 0 else [parts[event.index]]
        said = "; ".join(dict.fromkeys(self.occurrence(part) for part in chosen))
        added = "; ".join(dict.fromkeys(self.occurrence(part) for part in event.added))
        if event.state is State.IMMINENT:
            return f"about to happen: {added or said}" + (f" (to {event.to})" if event.to else "")
        by = f" by {self.name(event.by)}" if event.by else ""
        return f"{event.state}: {said}{by}" + (f"; about to happen: {added}" if added else "")

    def _closed(self, event: FrameClosed) -> str:
        frame = self.pos.table.frame(event.frame)
        procedure = self.pos.pack.procedures.get(frame.kind)
        return f"ends: {procedure.title if procedure else frame.kind} ({event.outcome})"

    def _marked(self, event: Marked) -> str:
        return f"{self.name(event.entity)} is {'' if event.on else 'no longer '}{event.mark}"

    def _attached(self, event: Attached) -> str:
        if not event.host:
            return f"{self.name(event.entity)} is detached"
        return f"{self.name(event.entity)} is attached to {self.name(event.host)}"

    def _violation(self, event: ViolationNoted) -> str:
        why = in_words(event.reasons, cite=True)
        says = f" – {why}" if why else ""
        return f"VIOLATION by {self.player(event.player)}: {self.move(event.move)}{says}"

    def _retracted(self, event: MoveRetracted) -> str:
        if is_impossible(event):
            return f"{self.player(event.player)}: the move of event {event.seq} is {event.why}"
        return f"{self.player(event.player)} takes back event {event.seq}{f' ({event.why})' if event.why else ''}"

    def _counted(self, event: Counted) -> str:
        holder = self.player(event.holder) if isinstance(event.holder, str) else self.name(event.holder)
        return f"{holder}: {event.what} {event.by:+d}"

    def _corrected(self, event: Corrected) -> str:
        """Return who corrected what: "corrected by the judge: Anna's power is 3 (it was 2)"."""
        return f"corrected by {self.player(event.by)}: {self.correction(event)}"

    def correction(self, event: Corrected) -> str:
        """Return what a correction says, what was so before, and what went along with it."""
        holder = self.player(event.holder) if isinstance(event.holder, str) else self.name(event.holder)
        if event.aspect in ("tokens", "total"):
            says = f"{holder}'s {event.what} is {event.new} (it was {event.old})"
        elif event.aspect == "mark":
            now, before = (self._mark_words(event.what, on) for on in (event.new, event.old))
            says = f"{holder} is {now} (it was {before})"
        elif event.aspect == "face":
            says = f"{holder} lies face{event.new} (it lay face{event.old})"
        elif event.aspect == "place":
            says = f"{holder} is in {event.new} (it was in {event.old})"
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
            self.name(part) if isinstance(part, int) and (part < 0 or part in self.pos.table.entities) else str(part)
            for part in event.result
        ]
        return f"at random, {event.what}: {', '.join(parts[:FEW])}"


def _players(describer: Describer, players: tuple[str, ...]) -> str:
    """Return the names of players between commas; "nobody" for none."""
    return ", ".join(describer.player(player) for player in players) or "nobody"


_WORDS: dict[type[Any], Callable[[Describer, Any], str]] = {
    GameStarted: lambda _, e: (
        f"a game of {e.pack} ({e.format}) with {', '.join(seat.name or seat.player for seat in e.seats)}"
    ),
    FrameOpened: Describer._opened,
    FrameAdvanced: Describer._advanced,
    OccurrenceChanged: Describer._changed,
    FrameClosed: Describer._closed,
    MoveMade: lambda d, e: f"{d.player(e.player)}: {d.move(e.move)}",
    Passed: lambda d, e: f"{d.player(e.player)} passes",
    MoveRetracted: Describer._retracted,
    ViolationNoted: Describer._violation,
    Introduced: lambda _, e: f"{len(e.components)} components are brought to the table",
    Moved: lambda d, e: f"{d.name(e.entity)} goes to {e.zone}",
    Counted: Describer._counted,
    Marked: Describer._marked,
    Attached: Describer._attached,
    ControlChanged: lambda d, e: f"{d.player(e.controller)} controls {d.name(e.entity)}",
    Identified: lambda _, e: f"#{e.entity} turns out to be {e.card}" if e.entity > 0 else "a card is identified",
    Revealed: lambda d, e: f"{d.name(e.entity)} is shown to {_players(d, e.to)}",
    Shuffled: lambda _, e: f"{e.zone} is shuffled",
    Rolled: Describer._rolled,
    EffectBegan: lambda d, e: f"an effect of {d.name(e.source)} begins",
    EffectEnded: lambda _, e: f"effect {e.effect} ends",
    UseCounted: lambda _, e: f"counted: {e.key or 'a use'}",
    SeatChanged: lambda d, e: f"{e.role}: {_players(d, e.players)}",
    Corrected: Describer._corrected,
    GameEnded: lambda d, e: f"the game is over: {_players(d, e.winners)} won{f' ({e.reason})' if e.reason else ''}",
}
"""For each type of event, the function that puts it into words."""
