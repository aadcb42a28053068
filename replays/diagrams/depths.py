"""What a timeline shows of a record: the depth of its stack, names for the deepest moments, the phases beneath."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.entries import Entry
from ledger.events import FrameOpened
from ledger.table import Frame
from replays.diagrams import wording
from replays.diagrams.choosing import Stretch, framework_kinds
from replays.diagrams.labels import Labels
from replays.diagrams.timeline import NAMED, Bump, Timeline, deepest, envelope
from replays.walking import USES, Visitor, Walk, spans
from rules.kernel.pack import Pack

LONGEST = 34


class Namer(Visitor):
    """Keeps the names of some frames, as they are at their opening."""

    def __init__(self, wanted: set[int], labels: Labels) -> None:
        self.wanted, self.labels = wanted, labels
        self.names: dict[int, str] = {}

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        if frame.id not in self.wanted:
            return
        text = wording.frame_title(walk.pos, frame)
        if frame.kind in USES:
            text = wording.ability_words(walk.pos, frame.number("entity"), frame.text("ability"), self.labels)
        step = walk.openers.get(frame.id)
        if not frame.occurrences and step is not None and frame.kind in (step.name, step.opens):
            text = wording.label_of(step, self.labels)
        self.names[frame.id] = text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def tell_depth(entries: Sequence[Entry], pack: Pack, stretch: Stretch, labels: Labels, title: str) -> Timeline:
    """The timeline of a stretch of a record."""
    found = spans(entries)
    peaks = deepest(found, stretch.first, stretch.last, stretch.base)[:NAMED]
    phases = [span for span in found if span.last >= stretch.first and span.id <= stretch.last and _is_phase(span.kind, pack)]
    namer = Namer({span.id for span in [*peaks, *phases]}, labels)
    Walk(pack, namer).run(entries, stretch.last)
    bumps = tuple(Bump(span.id, span.depth - stretch.base, namer.names.get(span.id, span.kind)) for span in peaks)
    bands = tuple((span.id, span.last, namer.names.get(span.id, span.kind)) for span in phases)
    depths = envelope(found, stretch.first, stretch.last, stretch.base)
    return Timeline(title, stretch.first, stretch.last, depths, bumps, bands)


def _is_phase(kind: str, pack: Pack) -> bool:
    return kind in framework_kinds(pack) - {"game", pack.periods.get("round", "round")}
