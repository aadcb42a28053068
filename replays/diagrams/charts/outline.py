"""The outline of a timing chart, read from a pack's procedures.

A chart has columns, one for each phase or sequence; a column has boxes in order, one for each step, and loops around
boxes that repeat.
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
"""Looks of slots beyond those of `Look`: one for forced abilities, and the one where the occurrence happens."""


class Box(msgspec.Struct):
    """One step on a chart.

    `name` is PROCEDURE/STEP, `number` and `label` are what is shown, and `look` is a `Look`, `FORCED` or `HAPPENS`.
    `mark` is a remark about violations at this step. `key` is the box's name in its picture, set when the chart is
    drawn.
    """

    name: str
    number: str
    label: str
    look: str
    rule: str = ""
    mark: str = ""
    key: str = ""


class Loop(msgspec.Struct):
    """Boxes and inner loops that repeat, with a label that says for whom or how often."""

    label: str
    items: list[Box | Loop]


class Column(msgspec.Struct):
    """The boxes of one phase or one sequence, under a title."""

    title: str
    items: list[Box | Loop]
    rule: str = ""


Marks = dict[tuple[str, str], list[int]]
"""The numbers of the violation events at each step, by the procedure's kind and the step's name."""


class ChartReader:
    """Reads the columns of charts from a pack's procedures, in the language of `labels`, with `marks` on the boxes."""

    def __init__(self, pack: Pack, labels: Labels, marks: Marks | None = None) -> None:
        self.pack, self.labels, self.marks = pack, labels, marks or {}

    def round(self, phase: str = "") -> list[Column]:
        """Return a column for each phase of the round, or only that of one `phase`; a prefix of its name is enough.

        Steps of the round outside its phases are put in columns of their own. In a pack without rounds, the steps of
        the game take the place of phases. Raise `ReplayError` for an unknown phase, or a prefix that several have.
        """
        main = self._round_procedure()
        phase = self._phase(phase)
        columns: list[Column] = []
        between: list[Box | Loop] = []
        for step in main.steps:
            child = self._opens(step, main)
            if child is None:
                between += self._boxes(main, step, set())
                continue
            if between:
                columns.append(Column(translated(main.title, main.rule, self.labels), between, main.rule))
                between = []
            title = translated(step.label or child.title, step.rule, self.labels)
            columns.append(Column(title, self.items(child, {main.kind}), step.rule))
            if phase == step.name:
                return columns[-1:]
        if between:
            columns.append(Column(translated(main.title, main.rule, self.labels), between, main.rule))
        return columns

    def phases(self) -> list[str]:
        """Return the names of the phases of the round."""
        main = self._round_procedure()
        return [step.name for step in main.steps if self._opens(step, main) is not None]

    def sequences(self) -> list[str]:
        """Return the names of the sequences that can be charted."""
        return ["trigger", *sorted(self.pack.procedures)]

    def _phase(self, word: str) -> str:
        """Return the name of the phase a word means, the word being its name or a beginning of it; "" for none."""
        names = self.phases()
        meant = [name for name in names if name == word] or [name for name in names if name.startswith(word.lower())]
        if word and len(meant) != 1:
            raise ReplayError(f"{self.pack.id} has no phase {word!r}; it has {', '.join(names)}{nearest(word, names)}")
        return meant[0] if word else ""

    def sequence(self, name: str) -> Column:
        """Return the column of a named sequence: "trigger", the one around an occurrence, or a procedure of the pack.

        Raise `ReplayError` for a sequence the pack does not have.
        """
        if name == "trigger":
            return self._trigger()
        found = self.pack.procedures.get(name)
        if found is None:
            names = self.sequences()
            raise ReplayError(
                f"{self.pack.id} has no sequence {name!r}; it has {', '.join(names)}{nearest(name, names)}"
            )
        title = self.labels.ability if name == "ability" else translated(found.title, found.rule, self.labels)
        return Column(title, self.items(found, set()), found.rule)

    def items(self, procedure: Procedure, above: set[str]) -> list[Box | Loop]:
        """Return the boxes of a procedure and of those its steps open, with boxes that repeat inside loops.

        `above` holds the kinds of the procedures around it, which are not drawn inside it once more.
        """
        return self._range(procedure, 0, len(procedure.steps), above | {procedure.kind})

    def _range(self, procedure: Procedure, start: int, stop: int, above: set[str]) -> list[Box | Loop]:
        """Return the boxes of the steps from `start` to before `stop`."""
        found: list[Box | Loop] = []
        at = start
        while at < stop:
            end = _loop_end(procedure, at, stop)
            if end is None:
                found += self._boxes(procedure, procedure.steps[at], above)
                at += 1
            else:
                found.append(self._loop(procedure, at, end, above))
                at = end + 1
        return found

    def _loop(self, procedure: Procedure, start: int, end: int, above: set[str]) -> Loop:
        """Return the loop of the steps from `start` to `end`.

        A step that passes the turn on begins the loop in the rules, but stands last in it, where a reader expects it.
        """
        first = procedure.steps[start]
        label = step_number(first.label) if first.look is Look.LOOP else ""
        if first.look is Look.LOOP:
            items = self._range(procedure, start + 1, end + 1, above) + self._boxes(procedure, first, above)
        else:
            items = self._boxes(procedure, first, above) + self._range(procedure, start + 1, end + 1, above)
        return Loop(label or self.labels.loop, items)

    def _boxes(self, procedure: Procedure, step: Step, above: set[str]) -> list[Box | Loop]:
        """Return the box of a step, unless it is hidden, and after it the boxes of the procedure it opens."""
        found: list[Box | Loop] = []
        if step.look is not Look.HIDDEN:
            found.append(self._box(procedure, step))
        child = self._opens(step, procedure)
        if child is not None and child.kind not in above:
            inside = self.items(child, above)
            found += _without_repetition(found[-1], inside) if found else inside
        return found

    def _box(self, procedure: Procedure, step: Step) -> Box:
        """Return the box of a step, with a mark if violations happened there."""
        number = slot_number(self.pack, step)
        label = without_number(label_of(step, self.labels))
        look = _slot_look(step.slot) if step.slot is not None else str(step.look)
        events = self.marks.get((procedure.kind, step.name), [])
        mark = f"⚠ {self.labels.log} {', '.join(str(number) for number in events[:4])}" if events else ""
        return Box(f"{procedure.kind}/{step.name}", number, label, look, step.rule, mark)

    def _opens(self, step: Step, procedure: Procedure) -> Procedure | None:
        """Return the procedure a step opens: the one it names, or the one that is named like the step."""
        kind = step.opens or (step.name if step.name != procedure.kind else "")
        return self.pack.procedures.get(kind)

    def _round_procedure(self) -> Procedure:
        """Return the procedure of the round, or of the game in a pack without rounds."""
        procedures, round_kind = self.pack.procedures, self.pack.dialect.periods.get("round", "round")
        found = procedures.get(round_kind) or procedures.get("game")
        if found is None:
            raise ReplayError(f"the pack {self.pack.id} declares no round")
        return found

    def _trigger(self) -> Column:
        """Return the column of the sequence around an occurrence."""
        sequence = self.pack.sequence
        if not sequence.slots:
            raise ReplayError(f"{self.pack.id} has no trigger sequence")
        items: list[Box | Loop] = []
        if sequence.imminent:
            items.append(Box("trigger/imminent", "1", self.labels.legend["imminent"], "step", sequence.imminent))
        for place, slot in enumerate(sequence.slots, 2 if sequence.imminent else 1):
            number = step_number(slot.label) or str(place)
            label = without_number(translated(slot.label, "", self.labels))
            items.append(Box(f"trigger/{slot.name}", number, label, _slot_look(slot), slot.rule))
        return Column(self.labels.trigger, items)


def _without_repetition(box: Box | Loop, inside: list[Box | Loop]) -> list[Box | Loop]:
    """Return the boxes of the procedure that `box` opens, without the first one if it has the same number and label.

    A language may have one name for both. `box` then takes over the mark of the box that is left out.
    """
    first = inside[0] if inside else None
    if not isinstance(box, Box) or not isinstance(first, Box) or (box.number, box.label) != (first.number, first.label):
        return inside
    box.mark = box.mark or first.mark
    return inside[1:]


def _loop_end(procedure: Procedure, at: int, stop: int) -> int | None:
    """Return the last step before `stop` that goes back to the step `at`, or None if no later step does."""
    name = procedure.steps[at].name
    ends = [index for index in range(at + 1, stop) if procedure.steps[index].loop == name]
    return ends[-1] if ends else None


def _slot_look(slot: Slot) -> str:
    """Return the look of a slot of the trigger sequence."""
    if not slot.listens:
        return HAPPENS
    return FORCED if slot.forced else str(Look.WINDOW)


def boxes(items: list[Box | Loop]) -> Iterator[Box]:
    """Yield every box in order, also those inside loops."""
    for item in items:
        if isinstance(item, Loop):
            yield from boxes(item.items)
        else:
            yield item
