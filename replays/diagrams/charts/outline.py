"""The outline of a timing chart, read from a pack's procedures: boxes in order, loops around some of them, a column a
phase.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from replays.diagrams.labels import Labels
from replays.diagrams.step_names import label_of, slot_number, step_number, translated, without_number
from replays.errors import ReplayError
from rules.errors import nearest
from rules.kernel.pack import Pack
from rules.kernel.timing import Look, Procedure, Slot, Step

FORCED = "forced"
HAPPENS = "happens"


class Box(msgspec.Struct):
    """One step. `look` is a `Look`, or `forced` or `happens` for slots of a sequence; `key` tells it from others in a
    picture.
    """

    name: str
    number: str
    label: str
    look: str
    rule: str = ""
    mark: str = ""
    key: str = ""


class Loop(msgspec.Struct):
    """Steps that repeat."""

    label: str
    items: list[Box | Loop]


class Column(msgspec.Struct):
    """One phase, or one sequence."""

    title: str
    items: list[Box | Loop]
    rule: str = ""


Marks = dict[tuple[str, str], list[int]]
"""For a procedure's kind and a step's name, the events at which something there broke a rule."""


class ChartReader:
    """Reads columns from a pack."""

    def __init__(self, pack: Pack, labels: Labels, marks: Marks | None = None) -> None:
        self.pack, self.labels, self.marks = pack, labels, marks or {}

    def round(self, phase: str = "") -> list[Column]:
        """A column for each phase of the round, or for one of them."""
        main = self._round_procedure()
        phase = self._phase(main, phase)
        columns: list[Column] = []
        loose: list[Box | Loop] = []
        for step in main.steps:
            child = self._opens(step, main)
            if child is None:
                loose += self._boxes(main, step, set())
                continue
            if loose:
                columns.append(Column(translated(main.title, main.rule, self.labels), loose, main.rule))
                loose = []
            title = translated(step.label or child.title, step.rule, self.labels)
            columns.append(Column(title, self.items(child, {main.kind}), step.rule))
            if phase == step.name:
                return columns[-1:]
        if loose:
            columns.append(Column(translated(main.title, main.rule, self.labels), loose, main.rule))
        return columns

    def _phase(self, main: Procedure, word: str) -> str:
        """The phase a word means: its name, or the beginning of one."""
        names = [step.name for step in main.steps if self._opens(step, main) is not None]
        meant = [name for name in names if name == word] or [name for name in names if name.startswith(word.lower())]
        if word and len(meant) != 1:
            raise ReplayError(f"{self.pack.id} has no phase {word!r}{nearest(word, names)}; it has {', '.join(names)}")
        return meant[0] if word else ""

    def sequence(self, name: str) -> Column:
        """A template: `trigger` is the sequence around an occurrence, any other name a procedure of the pack."""
        if name == "trigger":
            return self._trigger()
        found = self.pack.procedures.get(name)
        if found is None:
            names = ["trigger", *sorted(self.pack.procedures)]
            raise ReplayError(
                f"{self.pack.id} has no sequence {name!r}{nearest(name, names)}; it has {', '.join(names)}"
            )
        title = self.labels.ability if name == "ability" else translated(found.title, found.rule, self.labels)
        return Column(title, self.items(found, set()), found.rule)

    def items(self, procedure: Procedure, above: set[str]) -> list[Box | Loop]:
        """The boxes of a procedure, those that repeat inside their loops."""
        return self._range(procedure, 0, len(procedure.steps), above | {procedure.kind})

    def _range(self, procedure: Procedure, start: int, stop: int, above: set[str]) -> list[Box | Loop]:
        found: list[Box | Loop] = []
        at = start
        while at < stop:
            end = _loop_from(procedure, at, stop)
            if end is None:
                found += self._boxes(procedure, procedure.steps[at], above)
                at += 1
            else:
                found.append(self._loop(procedure, at, end, above))
                at = end + 1
        return found

    def _loop(self, procedure: Procedure, start: int, end: int, above: set[str]) -> Loop:
        """The step that passes the turn on stands last in its loop, where a reader expects it, though it also begins
        it.
        """
        first = procedure.steps[start]
        label = step_number(first.label) if first.look is Look.LOOP else ""
        if first.look is Look.LOOP:
            items = self._range(procedure, start + 1, end + 1, above) + self._boxes(procedure, first, above)
        else:
            items = self._boxes(procedure, first, above) + self._range(procedure, start + 1, end + 1, above)
        return Loop(label or self.labels.loop, items)

    def _boxes(self, procedure: Procedure, step: Step, above: set[str]) -> list[Box | Loop]:
        """A step, and what it opens right after it."""
        found: list[Box | Loop] = []
        if step.look is not Look.HIDDEN:
            found.append(self._box(procedure, step))
        child = self._opens(step, procedure)
        if child is not None and child.kind not in above:
            inside = self.items(child, above)
            found += inside[1:] if found and _same(found[-1], inside) else inside
        return found

    def _box(self, procedure: Procedure, step: Step) -> Box:
        number = slot_number(self.pack, step)
        label = without_number(label_of(step, self.labels))
        look = _slot_look(step.slot) if step.slot is not None else str(step.look)
        events = self.marks.get((procedure.kind, step.name), [])
        mark = f"⚠ {self.labels.log} {', '.join(str(number) for number in events[:4])}" if events else ""
        return Box(f"{procedure.kind}/{step.name}", number, label, look, step.rule, mark)

    def _opens(self, step: Step, procedure: Procedure) -> Procedure | None:
        kind = step.opens or (step.name if step.name != procedure.kind else "")
        return self.pack.procedures.get(kind)

    def _round_procedure(self) -> Procedure:
        found = self.pack.procedures.get(self.pack.dialect.periods.get("round", "round")) or self.pack.procedures.get(
            "game"
        )
        if found is None:
            raise ReplayError(f"the pack {self.pack.id} declares no round")
        return found

    def _trigger(self) -> Column:
        sequence = getattr(self.pack, "sequence", None)
        if sequence is None or not sequence.slots:
            raise ReplayError(f"{self.pack.id} has no trigger sequence")
        items: list[Box | Loop] = []
        if sequence.imminent:
            items.append(Box("trigger/imminent", "1", self.labels.legend["imminent"], "step", sequence.imminent))
        shift = 2 if sequence.imminent else 1
        for index, slot in enumerate(sequence.slots):
            number = step_number(slot.label) or str(index + shift)
            label = without_number(translated(slot.label, "", self.labels))
            items.append(Box(f"trigger/{slot.name}", number, label, _slot_look(slot), slot.rule))
        return Column(self.labels.trigger, items)


def _same(box: Box | Loop, inside: list[Box | Loop]) -> bool:
    """Whether what a step opens begins with a box that would only repeat it, as it may in a language with one name for
    both.
    """
    first = inside[0] if inside else None
    if not isinstance(box, Box) or not isinstance(first, Box) or (box.number, box.label) != (first.number, first.label):
        return False
    box.mark = box.mark or first.mark
    return True


def _loop_from(procedure: Procedure, at: int, stop: int) -> int | None:
    """The last step that goes back to this one, if that is a loop of several steps inside the range."""
    name = procedure.steps[at].name
    ends = [index for index in range(at + 1, stop) if procedure.steps[index].loop == name]
    return ends[-1] if ends else None


def _slot_look(slot: Slot) -> str:
    if not slot.listens:
        return HAPPENS
    return FORCED if slot.forced else str(Look.WINDOW)


def boxes(items: list[Box | Loop]) -> Iterator[Box]:
    """Every box, loops flattened."""
    for item in items:
        if isinstance(item, Loop):
            yield from boxes(item.items)
        else:
            yield item
