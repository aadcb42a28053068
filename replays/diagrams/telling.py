"""The visitor that turns a stretch of a record into the rows of a sequence diagram."""

from __future__ import annotations

from ledger.events import (
    Event,
    FrameClosed,
    FrameOpened,
    MoveMade,
    Occurrence,
    OccurrenceChanged,
    Outcome,
    Passed,
    State,
    ViolationNoted,
)
from ledger.table import Frame
from replays.diagrams import wording
from replays.diagrams.asides import ASIDES, violation_row
from replays.diagrams.labels import Labels
from replays.diagrams.model import NOTHING, TOOK, Kind, Row
from replays.diagrams.rows import Rows, Scene
from replays.opportunities import is_window
from replays.walking import USES, Visitor, Walk

NESTED = USES | {"moment"}
"""Frames whose steps are the slots of a sequence; other frames are procedures, whose steps have names of their own."""

_TOOK_PLACE = (State.HAPPENED, State.PARTLY)

Violations = dict[int, list[tuple[int, ViolationNoted]]]


class Teller(Visitor):
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
            text = f"{wording.frame_title(walk.pos, frame)} – {self.labels.states['prevented']}"
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
            text = wording.ability_words(walk.pos, move.subject, move.ability, self.labels)
            row = self.told.row(walk, frame, Kind.USED, text, lanes={event.player: TOOK})
            self._used = row
        else:
            text = f"{wording.seat_name(walk.pos, event.player)}: {wording.move_words(walk.pos, move)}"
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
        text = wording.ability_words(walk.pos, frame.number("entity"), str(frame.data["ability"]), self.labels)
        row = self.told.row(walk, opener, Kind.FORCED, text)
        row.opens = frame.id
        self.told.add(row, scene)

    def _all_changed(self, walk: Walk, frame: Frame, scene: Scene, event: OccurrenceChanged) -> None:
        announced = [part for part in event.added if part.state is State.IMMINENT]
        if announced:
            self.rows.append(self.told.row(walk, frame, Kind.IMMINENT, wording.occurrences(walk.pos, announced)))
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
            row = self.told.row(walk, frame, Kind.HAPPENED, wording.occurrences(walk.pos, parts))
            row.order = self.order
            row.aside = self.labels.cost if frame.data.get("cost") else row.aside
            self.rows.append(row)

    def _one_changed(self, walk: Walk, frame: Frame, scene: Scene, event: OccurrenceChanged) -> None:
        by = wording.name(walk.pos, event.by) if event.by else ""
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
        old = wording.says(walk.pos, frame.occurrences[event.index])
        word = self.labels.states.get(event.state, "") or (self.labels.instead if event.to else "")
        if event.to and " " not in event.to:
            word += f": {event.to}"
        return " – ".join(part for part in (old, word) if part) + (f" ({by})" if by else "")


def _imminent(walk: Walk, event: OccurrenceChanged) -> list[Occurrence]:
    """What an index of -1 is about to change."""
    if event.index >= 0:
        return []
    return [part for part in walk.pos.table.frame(event.frame).occurrences if part.state is State.IMMINENT]
