"""The row builder: a visitor that turns a stretch of a record into the rows of a sequence diagram."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ledger.events import (
    Corrected,
    Event,
    FrameClosed,
    FrameOpened,
    GameEnded,
    MoveMade,
    MoveRetracted,
    Occurrence,
    OccurrenceChanged,
    Outcome,
    Passed,
    Rolled,
    Shuffled,
    State,
    ViolationNoted,
)
from ledger.table import Frame
from replays.diagrams import step_names
from replays.diagrams.labels import Labels
from replays.diagrams.row_kinds import GLYPHS, Kind
from replays.diagrams.sequences import titles
from replays.diagrams.sequences.story import ABOUT, NOTHING, PASS, TOOK, Row
from replays.meaning.frame_kinds import TRIGGER_FRAMES
from replays.meaning.steps import USES, is_window
from replays.records.reasons import in_words
from replays.records.recording import is_impossible
from replays.records.walk import Visitor, Walk
from replays.wording.events import Describer
from replays.wording.naming import seat_name
from rules.kernel.timing import Look, Step

Violations = dict[int, list[tuple[int, ViolationNoted]]]
"""Violations with the numbers of their events, by the event after which the move was attempted."""

_TOOK_PLACE = (State.HAPPENED, State.PARTLY)

_RESULTS_SHOWN = 6
"""Results of one random outcome that a row lists; an ellipsis stands for more."""


class OpenFrame(msgspec.Struct):
    """The row builder's state for one open frame.

    `attempt` counts the occurrences that stand for initiating an ability, and is 0 once it is initiated. `acted`,
    `passes` and `since` are about the window the frame stands at: whether anybody acted in it, who has passed since,
    and the event of the first of those passes. `heading` is the heading of the present step, which is shown only if
    something comes of the step; `last_heading` is that of the step before. `waiting` are rows to be shown after the
    frame inside this one is closed. `happened` are the places of occurrences that happened ahead of the rest.
    """

    depth: int
    attempt: int = 0
    acted: bool = False
    passes: list[str] = []
    since: int = 0
    heading: Row | None = None
    last_heading: Row | None = None
    waiting: list[Row] = []
    happened: list[int] = []


class RowBuilder(Visitor):
    """Collects `rows` during a walk. Their depth counts from `base`, the depth of the diagram's root in the record."""

    def __init__(self, labels: Labels, base: int, violations: Violations | None = None) -> None:
        self.labels, self.base = labels, base
        self.violations = violations or {}
        self.rows: list[Row] = []
        self._frames: dict[int, OpenFrame] = {}
        self._order = 0
        self._used: Row | None = None
        self._imminent: list[Occurrence] = []

    # --- events, as the walk comes to them ---------------------------------------------------------------------------

    def before(self, walk: Walk, event: Event) -> None:
        """Keep what is imminent before that changes; add a row for a retraction, a random outcome or the game's end."""
        if isinstance(event, OccurrenceChanged):
            self._imminent = _imminent(walk, event)
            return
        words = _EVENT_WORDS.get(type(event))
        if words is not None:
            self._add_alone(walk, *words(walk, event, self.labels))

    def after(self, walk: Walk, event: Event) -> None:
        """Add a row for each violation that was attempted after this event."""
        for seq, violation in self.violations.get(walk.seq, ()):
            self.rows.append(_violation_row(walk, seq, violation, self.base, self.labels))

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        """Add rows for what set the frame off and for what it begins with, and keep its state."""
        opener = walk.stack[-2] if len(walk.stack) > 1 else None
        if frame.kind in USES:
            self._add_ability(walk, frame, opener)
        elif opener is not None and opener.id in self._frames:
            self._add_heading(opener, walk.seq, moved_on=walk.openers[frame.id] is not walk.step(opener))
        attempt = len(event.occurrences) if frame.kind == "ability" else 0
        self._frames[frame.id] = OpenFrame(len(walk.stack) - 1 - self.base, attempt)
        if frame.kind not in TRIGGER_FRAMES:
            self._begin_procedure(walk, frame)
        elif event.occurrences:
            self._begin_sequence(walk, frame)

    def leaving(self, walk: Walk, frame: Frame, to: int) -> None:
        """Add a row for a window that the frame leaves: who passed in it, or that nobody could use anything."""
        state = self._state(walk, frame)
        step = walk.step(frame)
        if state is None or step is None or not is_window(step):
            return
        if state.passes:
            self._add_passes(walk, frame, state, step, closed=True)
            return
        lanes = dict.fromkeys(walk.pos.table.players, NOTHING)
        row = self._row(walk, frame, Kind.EMPTY, self._window_words(step, self.labels.nothing), lanes)
        row.quiet = state.acted or bool(step.slot and step.slot.forced)
        self.rows.append(row)

    def stepped(self, walk: Walk, frame: Frame) -> None:
        """Forget what happened in the last step's window, and prepare the heading of the new step."""
        state = self._state(walk, frame)
        if state is None:
            return
        state.acted, state.passes = False, []
        if frame.kind not in TRIGGER_FRAMES:
            state.last_heading, state.heading = state.heading, self._heading(walk, frame)

    def changed(self, walk: Walk, frame: Frame, event: OccurrenceChanged) -> None:
        """Add rows for what became of all imminent occurrences, or of one; one that happened is shown with the rest."""
        state = self._state(walk, frame)
        if state is None:
            return
        if event.index < 0:
            self._add_all_changed(walk, frame, state, event)
        elif event.state in _TOOK_PLACE:
            state.happened.append(event.index)
        else:
            self._add_one_changed(walk, frame, state, event)

    def closed(self, walk: Walk, frame: Frame, event: FrameClosed) -> None:
        """Add a row if the frame was prevented, and then the rows that waited for it to close."""
        if frame.id not in self._frames:
            return
        if event.outcome is Outcome.PREVENTED:
            text = f"{titles.frame_title(walk.pos, frame, self.labels)} – {self.labels.states['prevented']}"
            self.rows.append(self._row(walk, frame, Kind.CANCELLED, text))
        del self._frames[frame.id]
        around = self._state(walk, walk.stack[-1]) if walk.stack else None
        if around is not None:
            for row in around.waiting:
                row.seq = walk.seq
                self.rows.append(row)
            around.waiting = []

    def decided(self, walk: Walk, event: MoveMade) -> None:
        """Add a row for the passes before a move in the same window, then one for the use or the choice."""
        frame = walk.stack[-1] if walk.stack else None
        state = self._state(walk, frame)
        if frame is None or state is None:
            return
        step = walk.step(frame)
        if state.passes and step is not None:
            self._add_passes(walk, frame, state, step, closed=False)
        state.acted = True
        move = event.move
        if move.verb == "use":
            text = titles.ability_words(walk.pos, move.subject, move.ability, self.labels)
            row = self._row(walk, frame, Kind.USED, text, {event.player: TOOK})
            self._used = row
        else:
            said = titles.move_words(walk.pos, event.player, move, self.labels)
            text = f"{seat_name(walk.pos, event.player)}: {said}"
            row = self._row(walk, frame, Kind.CHOSE, text, {event.player: GLYPHS[Kind.CHOSE]})
        self._add_with_heading(row, state)

    def passed(self, walk: Walk, event: Passed) -> None:
        """Keep who has passed in the window; all passes get one row later."""
        state = self._state(walk, walk.stack[-1])
        if state is None:
            return
        if not state.passes:
            state.since = walk.seq
        state.passes.append(event.player)

    def finish(self, walk: Walk) -> None:
        """Add a row for each window that is still open at the end of the stretch and in which somebody has passed."""
        for frame in walk.stack:
            state, step = self._frames.get(frame.id), walk.step(frame)
            if state is not None and state.passes and step is not None:
                self._add_passes(walk, frame, state, step, closed=False)

    # --- what a frame begins with ------------------------------------------------------------------------------------

    def _add_ability(self, walk: Walk, frame: Frame, opener: Frame | None) -> None:
        """Link an ability to the row of the use that set it off; if no player chose it, add a row for it."""
        used, self._used = self._used, None
        ability = walk.pack.ability(str(frame.data["ability"]))
        forced = frame.kind == "delayed" or (ability is not None and ability.kind.startswith("forced"))
        if used is not None:
            used.opens = frame.id
            used.kind = Kind.FORCED if forced else used.kind
            return
        state = self._state(walk, opener)
        if opener is None or state is None:
            return
        state.acted = True
        text = titles.ability_words(walk.pos, frame.number("entity"), str(frame.data["ability"]), self.labels)
        row = self._row(walk, opener, Kind.FORCED, text)
        row.opens = frame.id
        self._add_with_heading(row, state)

    def _begin_sequence(self, walk: Walk, frame: Frame) -> None:
        """Add the row a trigger sequence begins with: what is about to happen."""
        parts = frame.occurrences[:1] if frame.kind == "ability" else frame.occurrences
        row = self._row(walk, frame, Kind.IMMINENT, titles.occurrence_list(walk.pos, parts, self.labels))
        if walk.pack.sequence.imminent:
            row.rule, row.step = walk.pack.sequence.imminent, "1"
        if frame.data.get("cost"):
            row.aside = self.labels.cost
        if frame.kind in USES:
            row.lanes = {str(frame.data.get("player", "")): ABOUT}
        self.rows.append(row)

    def _begin_procedure(self, walk: Walk, frame: Frame) -> None:
        """Add the heading of a procedure, unless the last row says the same, and prepare that of its first step."""
        procedure = walk.pack.procedures.get(frame.kind)
        title = procedure.title if procedure else frame.kind
        rule = procedure.rule if procedure else ""
        label = step_names.without_number(step_names.translated(title, rule, self.labels))
        state = self._frames[frame.id]
        last = self.rows[-1] if self.rows else None
        if last is None or last.kind is not Kind.STEP or last.text != label:
            self.rows.append(Row(walk.seq, Kind.STEP, frame.id, state.depth, label, rule=rule))
        state.heading = self._heading(walk, frame)

    # --- what becomes of occurrences ---------------------------------------------------------------------------------

    def _add_all_changed(self, walk: Walk, frame: Frame, state: OpenFrame, event: OccurrenceChanged) -> None:
        """Add rows for what a change of all imminent occurrences announces, and for what has happened by it."""
        announced = [part for part in event.added if part.state is State.IMMINENT]
        if announced:
            self.rows.append(
                self._row(walk, frame, Kind.IMMINENT, titles.occurrence_list(walk.pos, announced, self.labels))
            )
        if event.state not in _TOOK_PLACE:
            return
        parts = [frame.occurrences[index] for index in state.happened] + self._imminent
        state.happened = []
        if state.attempt:
            # The attempt succeeded: the effects are initiated, which the row that announced them has said.
            state.attempt = 0
            return
        if parts:
            self._order += 1
            row = self._row(walk, frame, Kind.HAPPENED, titles.occurrence_list(walk.pos, parts, self.labels))
            row.order = self._order
            row.aside = self.labels.cost if frame.data.get("cost") else row.aside
            self.rows.append(row)

    def _add_one_changed(self, walk: Walk, frame: Frame, state: OpenFrame, event: OccurrenceChanged) -> None:
        """Add a row for what became of one occurrence; if another frame is open inside, after that is closed."""
        by = titles.quoted_name(walk.pos, event.by, self.labels) if event.by else ""
        if event.state is State.CANCELLED and event.index < state.attempt:
            text = self.labels.cancelled + (f" – {self.labels.cancelled_by.format(by=by)}" if by else "")
            row = self._row(walk, frame, Kind.CANCELLED, text)
            row.rule = walk.pack.rules.get("cancel", row.rule)
        else:
            kind = Kind.CANCELLED if event.state is State.FAILED else Kind.CHANGED
            row = self._row(walk, frame, kind, self._change_words(walk, frame, event, by))
        if frame is walk.stack[-1]:
            self.rows.append(row)
        else:
            state.waiting.append(row)

    def _change_words(self, walk: Walk, frame: Frame, event: OccurrenceChanged, by: str) -> str:
        """Return an occurrence, what became of it, and by which card: "Ned is killed – saved (“Duplicate”)"."""
        old = titles.occurrence_words(walk.pos, frame.occurrences[event.index], self.labels)
        word = self.labels.states.get(event.state, "") or (self.labels.instead if event.to else "")
        if event.to and " " not in event.to:
            word += f": {titles.place_words(walk.pos, event.to, self.labels)}"
        return " – ".join(part for part in (old, word) if part) + (f" ({by})" if by else "")

    # --- windows -----------------------------------------------------------------------------------------------------

    def _add_passes(self, walk: Walk, frame: Frame, state: OpenFrame, step: Step, closed: bool) -> None:
        """Add a row for those who have passed in a window, at the event of the first pass, and forget those passes."""
        names = ", ".join(dict.fromkeys(seat_name(walk.pos, player) for player in state.passes))
        text = f"{self.labels.passes}: {names}" + (f" · {self.labels.closed}" if closed else "")
        lanes = dict.fromkeys(walk.pos.table.players, NOTHING) if closed else {}
        lanes |= dict.fromkeys(state.passes, PASS)
        row = self._row(walk, frame, Kind.PASSED, self._window_words(step, text), lanes)
        row.seq = state.since
        self.rows.append(row)
        state.passes = []

    def _window_words(self, step: Step, text: str) -> str:
        """Return what came of a window, with the window's name before it unless it is a slot of a trigger sequence."""
        return text if step.slot is not None else f"{step_names.label_of(step, self.labels)}: {text}"

    # --- rows and headings -------------------------------------------------------------------------------------------

    def _state(self, walk: Walk, frame: Frame | None) -> OpenFrame | None:
        """Return the state of an open frame, or None if it is not part of the diagram.

        A frame that was open before the stretch began gets its state here, unless it lies around the diagram's root.
        """
        if frame is None:
            return None
        found = self._frames.get(frame.id)
        if found is None and frame in walk.stack:
            depth = walk.stack.index(frame) - self.base
            if depth >= 0:
                found = self._frames[frame.id] = OpenFrame(depth)
        return found

    def _row(self, walk: Walk, frame: Frame, kind: Kind, text: str, lanes: dict[str, str] | None = None) -> Row:
        """Return a row for the present event, with the step of its frame and, as an aside, who reported the move."""
        row = Row(walk.seq, kind, frame.id, self._frames[frame.id].depth, text, lanes=lanes or {})
        step = walk.step(frame)
        if step is not None:
            row.step, row.rule = step_names.slot_number(walk.pack, step), step.rule
        entry = walk.entry
        if entry is not None and (entry.by or entry.uncertain):
            who = self.labels.says.format(who=seat_name(walk.pos, entry.by)) if entry.by else ""
            row.aside = f"{who}?" if entry.uncertain else who
        return row

    def _heading(self, walk: Walk, frame: Frame) -> Row | None:
        """Return the heading of the step a frame stands at; a window, or a hidden step, has none."""
        step = walk.step(frame)
        if step is None or step.look is Look.HIDDEN or is_window(step):
            return None
        text = step_names.without_number(step_names.label_of(step, self.labels))
        return self._row(walk, frame, Kind.STEP, text)

    def _add_heading(self, frame: Frame, seq: int, moved_on: bool) -> None:
        """Add the heading of the step that opens another frame; that is the step before if the frame has `moved_on`."""
        state = self._frames[frame.id]
        row = state.last_heading if moved_on else state.heading
        if row is not None:
            row.seq = seq
            self.rows.append(row)
        if moved_on:
            state.last_heading = None
        else:
            state.heading = None

    def _add_with_heading(self, row: Row, state: OpenFrame) -> None:
        """Add a row, and before it the heading of its step if that has not been shown."""
        if state.heading is not None:
            state.heading.seq = row.seq
            self.rows.append(state.heading)
            state.heading = None
        self.rows.append(row)

    def _add_alone(self, walk: Walk, kind: Kind, text: str) -> None:
        """Add a row for an event that stands for itself, in the innermost frame or outside all frames."""
        frame = walk.stack[-1] if walk.stack else None
        state = self._state(walk, frame)
        if frame is not None and state is not None:
            self._add_with_heading(self._row(walk, frame, kind, text), state)
        elif frame is None:
            self.rows.append(Row(walk.seq, kind, 0, 0, text))


def _imminent(walk: Walk, event: OccurrenceChanged) -> list[Occurrence]:
    """Return the occurrences that an event with index -1 is about to change: all that are imminent in its frame."""
    if event.index >= 0:
        return []
    return [part for part in walk.pos.table.frame(event.frame).occurrences if part.state is State.IMMINENT]


def _violation_row(walk: Walk, seq: int, event: ViolationNoted, base: int, labels: Labels) -> Row:
    """Return the row of a violation, at the event after which the move was attempted.

    It was noted as event `seq`, which may be later; the aside then says so, after the other rules it breaks.
    """
    frame = walk.stack[-1] if walk.stack else None
    pos, move = walk.pos, event.move
    known = move.subject in pos.table.entities
    name = titles.quoted_name(pos, move.subject, labels) if known else ""
    what = name or titles.move_words(pos, event.player, move, labels)
    depth = max(0, len(walk.stack) - 1 - base)
    said = _against_rule(event, labels) if labels.not_allowed else in_words(event.reasons)
    row = Row(walk.seq, Kind.VIOLATION, frame.id if frame else 0, depth, f"{what} – {said}" if said else what)
    step = walk.step(frame) if frame else None
    row.step = step_names.slot_number(walk.pack, step) if step else ""
    row.rule = event.rules[0] if event.rules else ""
    row.lanes = {event.player: GLYPHS[Kind.VIOLATION]}
    others = [rule.partition("/")[2] for rule in event.rules[1:]]
    row.aside = " · ".join([*others, *([f"{labels.log} {seq}"] if seq != walk.seq else [])])
    return row


def _against_rule(event: ViolationNoted, labels: Labels) -> str:
    """Return that a move is against the rules, with their titles if the book has them in the labels' language.

    The reasons themselves are English.
    """
    titled = dict.fromkeys(step_names.rule_title(rule, labels) for rule in event.rules)
    return ": ".join(filter(None, (labels.not_allowed, ", ".join(filter(None, titled)))))


# --- events that stand for themselves: the kind and the text of their row ---------------------------------------------


def _retraction_words(walk: Walk, event: MoveRetracted, labels: Labels) -> tuple[Kind, str]:
    """Return the kind and text of the row for a move that was taken back, or could not be made on this line."""
    who = seat_name(walk.pos, event.player)
    if is_impossible(event):
        return Kind.RETRACTED, f"{who}: {labels.impossible or event.why} ({labels.log} {event.seq})"
    return Kind.RETRACTED, f"{who} {labels.taken_back.format(n=event.seq)}"


def _correction_words(walk: Walk, event: Corrected, labels: Labels) -> tuple[Kind, str]:
    """Return the kind and text of the row for a correction of the table by hand."""
    return Kind.CORRECTED, labels.corrected or Describer(walk.pos).words(event)


def _end_words(walk: Walk, event: GameEnded, labels: Labels) -> tuple[Kind, str]:
    """Return the kind and text of the row for the end of the game."""
    who = ", ".join(seat_name(walk.pos, player) for player in event.winners) or "–"
    return Kind.ENDED, labels.wins.format(who=who) + (f" ({event.reason})" if event.reason else "")


def _roll_words(walk: Walk, event: Rolled, labels: Labels) -> tuple[Kind, str]:
    """Return the kind and text of the row for a random outcome, with its first results."""
    names = ", ".join(_result_name(walk, part, labels) for part in event.result[:_RESULTS_SHOWN])
    more = " …" if len(event.result) > _RESULTS_SHOWN else ""
    what = f"{event.what} – " if not labels.words else ""
    return Kind.CHANCE, f"{labels.random}: {what}{names}{more}"


def _result_name(walk: Walk, part: int | str, labels: Labels) -> str:
    """Return one result of chance: the name of a component or player, or the result itself."""
    known = isinstance(part, int) and part in walk.pos.table.entities
    return titles.component_name(walk.pos, int(part), labels) if known else titles.word_of(walk.pos, str(part), labels)


def _shuffle_words(walk: Walk, event: Shuffled, labels: Labels) -> tuple[Kind, str]:
    """Return the kind and text of the row for a shuffled pile."""
    return Kind.CHANCE, f"{labels.random}: {titles.place_words(walk.pos, event.zone, labels)}"


_EVENT_WORDS: dict[type[Any], Callable[[Walk, Any, Labels], tuple[Kind, str]]] = {
    MoveRetracted: _retraction_words,
    Corrected: _correction_words,
    GameEnded: _end_words,
    Rolled: _roll_words,
    Shuffled: _shuffle_words,
}
