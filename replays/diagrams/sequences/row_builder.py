"""The visitor that turns a stretch of a record into the rows of a sequence diagram."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ledger.events import (
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
from replays.diagrams.frame_kinds import NESTED
from replays.diagrams.labels import Labels
from replays.diagrams.row_kinds import GLYPHS, Kind
from replays.diagrams.sequences import titles
from replays.diagrams.sequences.story import ABOUT, NOTHING, PASS, TOOK, Row
from replays.meaning.steps import USES
from replays.records.recording import is_impossible
from replays.records.walk import Visitor, Walk
from replays.watching.opportunities import is_window
from rules.kernel.timing import Look, Step

FEW = 6


def violation_row(walk: Walk, seq: int, event: ViolationNoted, base: int, labels: Labels) -> Row:
    """A violation, at the point where the move was attempted; it may have been noted later, as event `seq`."""
    frame = walk.stack[-1] if walk.stack else None
    pos, move = walk.pos, event.move
    what = titles.name(pos, move.subject) if move.subject in pos.table.entities else titles.move_words(pos, move)
    depth = max(0, len(walk.stack) - 1 - base)
    said = "; ".join(dict.fromkeys(event.says.split("; ")))
    row = Row(walk.seq, Kind.VIOLATION, frame.id if frame else 0, depth, f"{what} – {said}" if said else what)
    step = walk.step(frame) if frame else None
    row.step = step_names.slot_number(walk.pack, step) if step else ""
    row.rule = event.rules[0] if event.rules else ""
    row.lanes = {event.player: GLYPHS[Kind.VIOLATION]}
    others = [rule.partition("/")[2] for rule in event.rules[1:]]
    row.aside = " · ".join([*others, *([f"{labels.log} {seq}"] if seq != walk.seq else [])])
    return row


def _retraction(walk: Walk, event: MoveRetracted, labels: Labels) -> tuple[Kind, str]:
    who = titles.seat_name(walk.pos, event.player)
    if is_impossible(event):
        return Kind.RETRACTED, f"{who}: {event.why} ({labels.log} {event.seq})"
    return Kind.RETRACTED, f"{who} {labels.taken_back.format(n=event.seq)}"


def _end(walk: Walk, event: GameEnded, labels: Labels) -> tuple[Kind, str]:
    who = ", ".join(titles.seat_name(walk.pos, player) for player in event.winners) or "–"
    return Kind.ENDED, labels.wins.format(who=who) + (f" ({event.reason})" if event.reason else "")


def _roll(walk: Walk, event: Rolled, labels: Labels) -> tuple[Kind, str]:
    names = [_outcome(walk, part) for part in event.result[:FEW]]
    more = " …" if len(event.result) > FEW else ""
    return Kind.CHANCE, f"{labels.random}: {event.what} – {', '.join(names)}{more}"


def _outcome(walk: Walk, part: int | str) -> str:
    return walk.pack.name(walk.pos, part) if isinstance(part, int) and part in walk.pos.table.entities else str(part)


def _shuffle(_: Walk, event: Shuffled, labels: Labels) -> tuple[Kind, str]:
    return Kind.CHANCE, f"{labels.random}: {event.zone}"


ASIDES: dict[type[Any], Callable[[Walk, Any, Labels], tuple[Kind, str]]] = {
    MoveRetracted: _retraction,
    GameEnded: _end,
    Rolled: _roll,
    Shuffled: _shuffle,
}


class Scene(msgspec.Struct):
    """What is remembered of an open frame while it is told."""

    depth: int
    attempt: int = 0
    acted: bool = False
    passes: list[str] = []
    since: int = 0
    step: Row | None = None
    before: Row | None = None
    waiting: list[Row] = []
    partly: list[int] = []


class Rows:
    """What has been told so far. Depth counts from `base`, the depth of the diagram's root in the record."""

    def __init__(self, labels: Labels, base: int) -> None:
        self.labels, self.base = labels, base
        self.rows: list[Row] = []
        self.scenes: dict[int, Scene] = {}

    def scene(self, walk: Walk, frame: Frame | None) -> Scene | None:
        """The scene of a frame; a frame that was open before the stretch began gets one when it is first spoken of."""
        if frame is None:
            return None
        found = self.scenes.get(frame.id)
        if found is None and frame in walk.stack:
            depth = walk.stack.index(frame) - self.base
            if depth >= 0:
                found = self.scenes[frame.id] = Scene(depth)
        return found

    def row(
        self,
        walk: Walk,
        frame: Frame,
        kind: Kind,
        text: str,
        lanes: dict[str, str] | None = None,
        depth: int | None = None,
    ) -> Row:
        """A row at the present event, in the step its frame stands at, with the evidence the record has for it."""
        step = walk.step(frame)
        at = self.scenes[frame.id].depth if depth is None else depth
        row = Row(walk.seq, kind, frame.id, at, text, lanes=lanes or {})
        if step is not None:
            row.step, row.rule = step_names.slot_number(walk.pack, step), step.rule
        entry = walk.entry
        if entry is not None and (entry.by or entry.uncertain):
            who = self.labels.says.format(who=titles.seat_name(walk.pos, entry.by)) if entry.by else ""
            row.aside = f"{who}?" if entry.uncertain else who
        return row

    def add(self, row: Row, scene: Scene, plain: bool = False) -> None:
        """Add a row, with the heading of its step before it unless the row names the step itself."""
        if scene.step is not None and not plain:
            scene.step.seq = row.seq
            self.rows.append(scene.step)
            scene.step = None
        self.rows.append(row)

    def flush(self, frame: Frame, seq: int, earlier: bool) -> None:
        """The heading of the step that opens a child is shown before it; `open_next` has moved the frame on already."""
        scene = self.scenes[frame.id]
        row = scene.before if earlier else scene.step
        if row is not None:
            row.seq = seq
            self.rows.append(row)
        if earlier:
            scene.before = None
        else:
            scene.step = None

    def begin(self, walk: Walk, frame: Frame) -> None:
        """What a sequence begins with: what is about to happen."""
        parts = frame.occurrences[:1] if frame.kind == "ability" else frame.occurrences
        row = self.row(walk, frame, Kind.IMMINENT, titles.occurrences(walk.pos, parts))
        sequence = getattr(walk.pack, "sequence", None)
        if sequence is not None and sequence.imminent:
            row.rule, row.step = sequence.imminent, "1"
        if frame.data.get("cost"):
            row.aside = self.labels.cost
        if frame.kind in USES:
            row.lanes = {str(frame.data.get("player", "")): ABOUT}
        self.rows.append(row)

    def procedure(self, walk: Walk, frame: Frame) -> None:
        """The heading of a procedure, unless the row before says the same; that of its first step waits for what comes
        of it.
        """
        procedure = walk.pack.procedures.get(frame.kind)
        title = procedure.title if procedure else frame.kind
        rule = procedure.rule if procedure else ""
        label = step_names.without_number(step_names.translated(title, rule, self.labels))
        last = self.rows[-1] if self.rows else None
        if last is None or last.kind is not Kind.STEP or last.text != label:
            self.rows.append(Row(walk.seq, Kind.STEP, frame.id, self.scenes[frame.id].depth, label, rule=rule))
        self.scenes[frame.id].step = self.step_row(walk, frame)

    def step_row(self, walk: Walk, frame: Frame) -> Row | None:
        """The heading of a step; a window is told by what comes of it."""
        step = walk.step(frame)
        if step is None or step.look is Look.HIDDEN or is_window(step):
            return None
        row = self.row(walk, frame, Kind.STEP, step_names.label_of(step, self.labels))
        row.text = step_names.without_number(row.text)
        return row

    def window_words(self, step: Step, text: str) -> str:
        """What came of a window, named where it is no slot of a sequence."""
        if step.slot is not None:
            return text
        return f"{step_names.label_of(step, self.labels)}: {text}"

    def passes(self, walk: Walk, frame: Frame, scene: Scene, step: Step, closed: bool) -> None:
        """Who has passed in a window, which is closed by that or goes on."""
        names = ", ".join(dict.fromkeys(titles.seat_name(walk.pos, player) for player in scene.passes))
        text = f"{self.labels.passes}: {names}" + (f" · {self.labels.closed}" if closed else "")
        lanes = dict.fromkeys(walk.pos.table.players, NOTHING) if closed else {}
        lanes |= dict.fromkeys(scene.passes, PASS)
        row = self.row(walk, frame, Kind.PASSED, self.window_words(step, text), lanes=lanes)
        row.seq = scene.since
        self.add(row, scene, plain=True)
        scene.passes = []


_TOOK_PLACE = (State.HAPPENED, State.PARTLY)

Violations = dict[int, list[tuple[int, ViolationNoted]]]


class RowBuilder(Visitor):
    """Collects rows. Depth counts from `base`, the depth of the diagram's root in the record."""

    def __init__(self, labels: Labels, base: int, violations: Violations | None = None) -> None:
        self.labels, self.base = labels, base
        self.violations = violations or {}
        self.told = Rows(labels, base)
        self.rows, self.scenes = self.told.rows, self.told.scenes
        self.order = 0
        self._used: Row | None = None
        self._imminent: list[Occurrence] = []

    # --- what the walk tells -----------------------------------------------------------------------------------------

    def before(self, walk: Walk, event: Event) -> None:
        kind = type(event)
        if kind is OccurrenceChanged:
            self._imminent = _imminent(walk, event)  # type: ignore[arg-type]
        elif kind in ASIDES:
            self._aside(walk, *ASIDES[kind](walk, event, self.labels))

    def after(self, walk: Walk, event: Event) -> None:
        for seq, violation in self.violations.get(walk.seq, ()):
            self.rows.append(violation_row(walk, seq, violation, self.base, self.labels))

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        opener = walk.stack[-2] if len(walk.stack) > 1 else None
        if frame.kind in USES:
            self._ability(walk, frame, opener)
        elif opener is not None and opener.id in self.scenes:
            self.told.flush(opener, walk.seq, earlier=walk.openers[frame.id] is not walk.step(opener))
        self.scenes[frame.id] = Scene(
            len(walk.stack) - 1 - self.base, attempt=len(event.occurrences) if frame.kind == "ability" else 0
        )
        if frame.kind in NESTED:
            if event.occurrences:
                self.told.begin(walk, frame)
        else:
            self.told.procedure(walk, frame)

    def leaving(self, walk: Walk, frame: Frame, to: int) -> None:
        scene = self.told.scene(walk, frame)
        step = walk.step(frame)
        if scene is None or step is None or not is_window(step):
            return
        if scene.passes:
            self.told.passes(walk, frame, scene, step, closed=True)
        else:
            lanes = dict.fromkeys(walk.pos.table.players, NOTHING)
            row = self.told.row(walk, frame, Kind.EMPTY, self.told.window_words(step, self.labels.nothing), lanes=lanes)
            row.quiet = scene.acted or bool(step.slot and step.slot.forced)
            self.told.add(row, scene, plain=True)

    def stepped(self, walk: Walk, frame: Frame) -> None:
        scene = self.told.scene(walk, frame)
        if scene is None:
            return
        scene.acted, scene.passes = False, []
        if frame.kind not in NESTED:
            scene.before, scene.step = scene.step, self.told.step_row(walk, frame)

    def changed(self, walk: Walk, frame: Frame, event: OccurrenceChanged) -> None:
        scene = self.told.scene(walk, frame)
        if scene is None:
            return
        if event.index < 0:
            self._all_changed(walk, frame, scene, event)
        elif event.state in _TOOK_PLACE:
            scene.partly.append(event.index)
        else:
            self._one_changed(walk, frame, scene, event)

    def closed(self, walk: Walk, frame: Frame, event: FrameClosed) -> None:
        scene = self.scenes.pop(frame.id, None)
        if scene is None:
            return
        if event.outcome is Outcome.PREVENTED:
            text = f"{titles.frame_title(walk.pos, frame)} – {self.labels.states['prevented']}"
            self.rows.append(self.told.row(walk, frame, Kind.CANCELLED, text, depth=scene.depth))
        if walk.stack:
            parent = self.told.scene(walk, walk.stack[-1])
            if parent is not None and parent.waiting:
                for row in parent.waiting:
                    row.seq = walk.seq
                    self.rows.append(row)
                parent.waiting = []

    def decided(self, walk: Walk, event: MoveMade) -> None:
        frame = walk.stack[-1] if walk.stack else None
        scene = self.told.scene(walk, frame)
        if frame is None or scene is None:
            return
        step = walk.step(frame)
        if scene.passes and step is not None:
            self.told.passes(walk, frame, scene, step, closed=False)
        scene.acted = True
        move = event.move
        if move.verb == "use":
            text = titles.ability_words(walk.pos, move.subject, move.ability, self.labels)
            row = self.told.row(walk, frame, Kind.USED, text, lanes={event.player: TOOK})
            self._used = row
        else:
            text = f"{titles.seat_name(walk.pos, event.player)}: {titles.move_words(walk.pos, move)}"
            row = self.told.row(walk, frame, Kind.CHOSE, text, lanes={event.player: "◆"})
        self.told.add(row, scene)

    def passed(self, walk: Walk, event: Passed) -> None:
        frame = walk.stack[-1]
        scene = self.told.scene(walk, frame)
        if scene is None:
            return
        if not scene.passes:
            scene.since = walk.seq
        scene.passes.append(event.player)

    def finish(self, walk: Walk) -> None:
        """The stretch is over: windows still open show who has passed so far."""
        for frame in walk.stack:
            scene, step = self.scenes.get(frame.id), walk.step(frame)
            if scene is not None and scene.passes and step is not None:
                self.told.passes(walk, frame, scene, step, closed=False)

    def _aside(self, walk: Walk, kind: Kind, text: str) -> None:
        frame = walk.stack[-1] if walk.stack else None
        scene = self.told.scene(walk, frame)
        if frame is not None and scene is not None:
            self.told.add(self.told.row(walk, frame, kind, text), scene)
        elif frame is None:
            self.rows.append(Row(walk.seq, kind, 0, 0, text))

    def _ability(self, walk: Walk, frame: Frame, opener: Frame | None) -> None:
        """What set an ability off: a player's use just before, or nobody, if it is forced or delayed."""
        used, self._used = self._used, None
        ability = walk.pack.ability(str(frame.data["ability"]))
        forced = frame.kind == "delayed" or (ability is not None and ability.kind.startswith("forced"))
        if used is not None:
            used.opens = frame.id
            used.kind = Kind.FORCED if forced else used.kind
            return
        scene = self.told.scene(walk, opener)
        if opener is None or scene is None:
            return
        scene.acted = True
        text = titles.ability_words(walk.pos, frame.number("entity"), str(frame.data["ability"]), self.labels)
        row = self.told.row(walk, opener, Kind.FORCED, text)
        row.opens = frame.id
        self.told.add(row, scene)

    def _all_changed(self, walk: Walk, frame: Frame, scene: Scene, event: OccurrenceChanged) -> None:
        announced = [part for part in event.added if part.state is State.IMMINENT]
        if announced:
            self.rows.append(self.told.row(walk, frame, Kind.IMMINENT, titles.occurrences(walk.pos, announced)))
        if event.state not in _TOOK_PLACE:
            return
        parts = [frame.occurrences[index] for index in scene.partly] + self._imminent
        scene.partly = []
        if scene.attempt:
            # The attempt succeeded: the effects are initiated, which the row that announced them has said.
            scene.attempt = 0
            return
        if parts:
            self.order += 1
            row = self.told.row(walk, frame, Kind.HAPPENED, titles.occurrences(walk.pos, parts))
            row.order = self.order
            row.aside = self.labels.cost if frame.data.get("cost") else row.aside
            self.rows.append(row)

    def _one_changed(self, walk: Walk, frame: Frame, scene: Scene, event: OccurrenceChanged) -> None:
        by = titles.name(walk.pos, event.by) if event.by else ""
        if event.state is State.CANCELLED and event.index < scene.attempt:
            row = self.told.row(
                walk,
                frame,
                Kind.CANCELLED,
                self.labels.cancelled + (f" – {self.labels.cancelled_by.format(by=by)}" if by else ""),
            )
            row.rule = walk.pack.rules.get("cancel", row.rule)
        else:
            row = self.told.row(walk, frame, Kind.CHANGED, self._change_words(walk, frame, event, by))
            if event.state is State.FAILED:
                row.kind = Kind.CANCELLED
        if frame is walk.stack[-1]:
            self.rows.append(row)
        else:
            scene.waiting.append(row)

    def _change_words(self, walk: Walk, frame: Frame, event: OccurrenceChanged, by: str) -> str:
        old = titles.says(walk.pos, frame.occurrences[event.index])
        word = self.labels.states.get(event.state, "") or (self.labels.instead if event.to else "")
        if event.to and " " not in event.to:
            word += f": {event.to}"
        return " – ".join(part for part in (old, word) if part) + (f" ({by})" if by else "")


def _imminent(walk: Walk, event: OccurrenceChanged) -> list[Occurrence]:
    """What an index of -1 is about to change."""
    if event.index >= 0:
        return []
    return [part for part in walk.pos.table.frame(event.frame).occurrences if part.state is State.IMMINENT]
