"""The rows of a sequence diagram as they are collected, and what is remembered of each open frame meanwhile."""

from __future__ import annotations

import msgspec

from ledger.table import Frame
from replays.diagrams import wording
from replays.diagrams.labels import Labels
from replays.diagrams.model import ABOUT, NOTHING, PASS, Kind, Row
from replays.opportunities import is_window
from replays.walking import USES, Walk
from rules.kernel.timing import Look, Step


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
        self, walk: Walk, frame: Frame, kind: Kind, text: str, lanes: dict[str, str] | None = None, depth: int | None = None
    ) -> Row:
        """A row at the present event, in the step its frame stands at, with the evidence the record has for it."""
        step = walk.step(frame)
        at = self.scenes[frame.id].depth if depth is None else depth
        row = Row(walk.seq, kind, frame.id, at, text, lanes=lanes or {})
        if step is not None:
            row.step, row.rule = wording.slot_number(walk.pack, step), step.rule
        entry = walk.entry
        if entry is not None and (entry.by or entry.uncertain):
            who = self.labels.says.format(who=wording.seat_name(walk.pos, entry.by)) if entry.by else ""
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
        row = self.row(walk, frame, Kind.IMMINENT, wording.occurrences(walk.pos, parts))
        sequence = getattr(walk.pack, "sequence", None)
        if sequence is not None and sequence.imminent:
            row.rule, row.step = sequence.imminent, "1"
        if frame.data.get("cost"):
            row.aside = self.labels.cost
        if frame.kind in USES:
            row.lanes = {str(frame.data.get("player", "")): ABOUT}
        self.rows.append(row)

    def procedure(self, walk: Walk, frame: Frame) -> None:
        """The heading of a procedure, unless the row before says the same; that of its first step waits for what comes of it."""
        procedure = walk.pack.procedures.get(frame.kind)
        title = procedure.title if procedure else frame.kind
        rule = procedure.rule if procedure else ""
        label = wording.without_number(wording.translated(title, rule, self.labels))
        last = self.rows[-1] if self.rows else None
        if last is None or last.kind is not Kind.STEP or last.text != label:
            self.rows.append(Row(walk.seq, Kind.STEP, frame.id, self.scenes[frame.id].depth, label, rule=rule))
        self.scenes[frame.id].step = self.step_row(walk, frame)

    def step_row(self, walk: Walk, frame: Frame) -> Row | None:
        """The heading of a step; a window is told by what comes of it."""
        step = walk.step(frame)
        if step is None or step.look is Look.HIDDEN or is_window(step):
            return None
        row = self.row(walk, frame, Kind.STEP, wording.label_of(step, self.labels))
        row.text = wording.without_number(row.text)
        return row

    def window_words(self, step: Step, text: str) -> str:
        """What came of a window, named where it is no slot of a sequence."""
        if step.slot is not None:
            return text
        return f"{wording.label_of(step, self.labels)}: {text}"

    def passes(self, walk: Walk, frame: Frame, scene: Scene, step: Step, closed: bool) -> None:
        """Who has passed in a window, which is closed by that or goes on."""
        names = ", ".join(dict.fromkeys(wording.seat_name(walk.pos, player) for player in scene.passes))
        text = f"{self.labels.passes}: {names}" + (f" · {self.labels.closed}" if closed else "")
        lanes = dict.fromkeys(walk.pos.table.players, NOTHING) if closed else {}
        lanes |= dict.fromkeys(scene.passes, PASS)
        row = self.row(walk, frame, Kind.PASSED, self.window_words(step, text), lanes=lanes)
        row.seq = scene.since
        self.add(row, scene, plain=True)
        scene.passes = []
