"""The record of a reading: its steps become entries, its refused lines notes, and what it supposed assumptions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ledger.events import Corrected, Event, ViolationNoted
from replays.meaning.fit import ELSEWHERE
from replays.meaning.unknown_participants import SAYS, hangs_on_unknown
from replays.notation.lines import Correction, Said
from replays.reading.ground import Ground
from replays.reading.readings import Fate, ReadingNode, Step
from replays.reading.telling.judging import RefusalPlace, noted_before, place_of, place_of_forced
from replays.records.reasons import reasons
from replays.records.recording import Recording
from replays.records.results import Assumption, Confirmed, Violation
from rules.engine import advance
from rules.kernel.asks import Ask


class Retelling:
    """Tells a reading on a recording, line by line.

    `ends` is the number of entries after each line that was told, by the number of the line.
    """

    def __init__(self, ground: Ground, recording: Recording, path: Sequence[ReadingNode]) -> None:
        self.ground, self.recording, self.path = ground, recording, list(path)
        self.violations: list[Violation] = []
        self.assumed: list[Assumption] = []
        self.confirmed: list[Confirmed] = []
        self.unasked: list[Confirmed] = []
        """Choices written behind a use that nothing asked for."""
        self.places: dict[int, int] = {}
        self._said = {line.number: line for line in ground.lines}
        self._waiting: list[tuple[Said, RefusalPlace]] = []
        self._notes: list[int] = []
        """For each note, the number that the last event before it has in the reading, which has no notes."""
        self._at = 1
        """The index of the next node to tell."""

    def raise_errors(self) -> None:
        """Raise the error of a line that could not be understood on this reading, if there is one."""
        errors = [node.error for node in self.path if node.error is not None]
        if errors:
            raise errors[0]

    def tell(self, line: int) -> None:
        """Tell the reading up to and including a line."""
        while self._at < len(self.path) and self.path[self._at].line <= line:
            self._node(self._at)
            self._at += 1
        self.places[line] = len(self.recording)

    def finish(self) -> None:
        """Tell what is left of the reading, and the notes that still wait."""
        while self._at < len(self.path):
            self._node(self._at)
            self._at += 1
        made: list[Step] = []
        for said, place in sorted(self._waiting, key=lambda item: item[1].steps):
            for step in self._left(place.extra[: place.steps], made):
                self._step(step, said.number)
                made.append(step)
            self._note(said, place)
        self._waiting.clear()

    def _left(self, steps: Sequence[Step], made: Sequence[Step]) -> Iterator[Step]:
        """Yield what is left of some steps once others were made, as long as each is still possible.

        What was supposed for one line may have been decided otherwise for another.
        """
        if any((one.player, one.move) != (other.player, other.move) for one, other in zip(made, steps, strict=False)):
            return
        for step in steps[len(made) :]:
            ask = advance(self.recording.pos)
            if step.move is not None and (ask is None or not ask.allows(self.recording.pos, step.player, step.move)):
                return
            yield step

    @property
    def strict(self) -> bool:
        """Whether every pass is written, as far as the reading has been told."""
        return self.path[self._at - 1].strict

    def note(self, *events: Event, **evidence: object) -> None:
        """Record events that change nothing of the reading."""
        self.recording.note(*events, **evidence)
        self._count_notes(len(events))

    def _count_notes(self, count: int) -> None:
        """Remember that the last events of the recording are notes, which are no part of the reading."""
        before = self.recording.last - len(self._notes) - count
        self._notes += [before] * count

    def _told(self, seq: int) -> int:
        """Return the number in the recording of an event of the reading."""
        return seq + sum(1 for before in self._notes if before < seq)

    def _node(self, at: int) -> None:
        """Tell one node of the reading."""
        node = self.path[at]
        line = self._said.get(node.line)
        if node.fate is Fate.FORCED and isinstance(line, Said):
            self._forced(at, line)
            return
        told = any(bad.line == node.line for bad in self.violations)
        if node.fate is Fate.WRONG_ORDER and isinstance(line, Said) and not told:  # before the line that was made first
            self._refused(at, line)
        for done, step in enumerate(node.steps):
            self._notes_due(at, done)
            self._step(step, node.line)
        self._notes_due(at, len(node.steps))
        for one in node.unasked:
            words = f"{one.part.lead} {', '.join(ref.text for ref in one.part.items)}".strip()
            self.unasked.append(Confirmed(one.said.number, words, "nothing asked for it"))
        if node.fate is Fate.REFUSED and isinstance(line, Said) and not told:
            self._refused(at, line)
        elif node.fate is Fate.CHOICE_REFUSED and node.choice is not None and node.point is not None:
            self._note(_alone(node.choice), RefusalPlace(node.point))
        elif node.fate is Fate.BY_ITSELF and line is not None:
            self.confirmed.append(Confirmed(line.number, line.words()))
        elif node.fate in (Fate.NO_OUTCOME, Fate.HANGS, Fate.NOT_ASKED) and line is not None:
            self.confirmed.append(Confirmed(line.number, line.words(), node.says))
        elif node.fate is Fate.NEVER_ASKED and line is not None:
            self.confirmed.append(Confirmed(line.number, line.words(), "what asks for it was cancelled"))
        elif node.fate is Fate.BELONGS and line is not None and node.refused is not None:
            says = f"it belongs to line {node.refused[1]}, which was refused"
            self.confirmed.append(Confirmed(line.number, line.words(), says))

    def _step(self, step: Step, line: int) -> None:
        """Record a step, and what the report says of it."""
        if step.says:
            self.assumed.append(Assumption(self.recording.last + 1, line, step.player, step.says))
        said = self._said.get(step.line)
        if step.move is None:
            if isinstance(said, Correction):
                by = said.by if said.by in self.recording.table.seats else ""
                assert isinstance(step.events[0], Corrected)
                self.recording.correct(step.events[0], by=by, line=said.number)
            else:
                self.recording.note(*step.events)
            return
        evidence: dict[str, object] = {"line": step.line} if step.line else {}
        if isinstance(said, Said):
            evidence |= {"by": said.by, "uncertain": said.uncertain}
        if self._notes or not step.events:
            move = step.move
            if move.verb == "delayed":  # it names an effect by the event that began it
                move = msgspec.structs.replace(move, amount=self._told(move.amount))
            self.recording.decide(step.player, move, **evidence)
        else:
            self.recording.keep(step.events, (step.player, step.move), **evidence)

    # --- lines that were refused --------------------------------------------------------------------------------------

    def _refused(self, at: int, said: Said) -> None:
        """Note a refused line, at once or when the reading has come to the point where it is judged."""
        place = place_of(self.ground, self.path, at)
        if self._is_not_known(at, said, place):
            self.assumed.append(Assumption(self.recording.last, said.number, said.player, f"`{said.words()}`: {SAYS}"))
            return
        if place.node or place.extra:
            self._waiting.append((said, place))
        else:
            self._note(said, place)

    def _is_not_known(self, at: int, said: Said, place: RefusalPlace) -> bool:
        """Whether a refused use or choice may hang on participants nobody knows, or belongs to a use that does."""
        if said.verb in ("choose", "say"):
            doubted = {item.line for item in self.assumed if item.says.endswith(SAYS)}
            made = [line.number for line in self._said.values() if isinstance(line, Said) and line.number < said.number]
            if made and made[-1] in doubted:
                return True
        parent = self.path[at].parent
        assert parent is not None
        table = self.ground.position_at(parent).table
        return place.point.move.verb in ("use", "choose") and hangs_on_unknown(table, place.point.checks)

    def _notes_due(self, at: int, done: int) -> None:
        """Note the refused lines that are judged after this many steps of a node."""
        due = [item for item in self._waiting if (item[1].node, item[1].steps) == (at, done)]
        for said, place in due:
            self._waiting.remove((said, place))
            self._note(said, place)

    def _note(self, said: Said, place: RefusalPlace) -> None:
        """Record the note of a refused line, as written: the move alone lacks the choices behind it."""
        point = place.point
        seq = self._told(point.seq) if point.silent else self.recording.last
        self._note_violation(said, noted(said, place, False, seq))
        self._violation(said, place, seq, False)

    def _note_violation(self, said: Said, event: ViolationNoted) -> None:
        """Record the event that notes a violation."""
        self.note(event, by=said.by, uncertain=said.uncertain, remark=said.words(), line=said.number)

    def _violation(self, said: Said, place: RefusalPlace, seq: int, applied: bool) -> None:
        point = place.point
        self.violations.append(
            Violation(
                seq,
                said.number,
                said.player,
                said.words(),
                point.move,
                point.checks,
                point.where or point.says,
                applied,
                place.legal,
                point.fit < ELSEWHERE,
            )
        )

    def _forced(self, at: int, said: Said) -> None:
        """Record an illegal move that was made all the same, with the choices behind it."""
        node = self.path[at]
        place, first = place_of_forced(self.ground, self.path, at), noted_before(node)
        for number, step in enumerate(node.steps):
            ask = self._stop_inside(node.silent) if number == first and node.silent >= 0 else None
            if ask is not None:
                ask.player = ask.player or said.player
            if number == first:
                self._violation(said, place, self.recording.pos.table.seq, step.forced)
            if number == first and not step.forced:  # a choice behind a use that could not be made
                self._note_violation(said, noted(said, place, False, self.recording.pos.table.seq))
            if not step.forced:
                self._step(step, node.line)
                continue
            assert step.move is not None
            note = msgspec.structs.replace(noted(said, place, True, self.recording.pos.table.seq), move=step.move)
            evidence = {"by": said.by, "uncertain": said.uncertain, "line": said.number, "remark": said.words()}
            self.recording.force(said.player, step.move, note, ask, **evidence)
            self._count_notes(1)

    def _stop_inside(self, number: int) -> Ask | None:
        """Take back the last decision as far as the one with this number that it decided by itself, and return that.

        What was noted after that decision is noted there again.
        """
        recording = self.recording
        at = next((at for at in range(len(recording) - 1, 0, -1) if recording.decisions[at] is not None), 0)
        again = recording.entries[at + 1 :]
        ask = recording.stop_inside(at, number)
        for entry in again:
            del self._notes[-len(entry.events) :]
        for entry in again:
            evidence = {"by": entry.by, "uncertain": entry.uncertain, "line": entry.line, "remark": entry.remark}
            self.note(*(_not_after(event, recording.last) for event in entry.events), **evidence)
        last = recording.last
        self.violations = [msgspec.structs.replace(bad, seq=min(bad.seq, last)) for bad in self.violations]
        return ask


def _not_after(event: Event, last: int) -> Event:
    """Return a noted violation as one that was attempted no later than after this event; other events as they are."""
    if isinstance(event, ViolationNoted) and event.at > last:
        return msgspec.structs.replace(event, at=last)
    return event


def _alone(said: Said) -> Said:
    """Return a choice with its own words as the text of its line: the use stands, and only the choice is refused."""
    refs = (ref for part in said.parts for ref in part.items)
    names = [f"{ref.owner}." * bool(ref.owner) + (f'"{ref.text}"' if ref.quoted else ref.text) for ref in refs]
    return msgspec.structs.replace(said, source=f"{said.player} {said.verb} {', '.join(names)}", remark="")


def noted(said: Said, place: RefusalPlace, applied: bool, seq: int) -> ViolationNoted:
    """Return the event that notes which conditions a move does not meet."""
    point = place.point
    return ViolationNoted(said.player, point.move, reasons(point.checks), applied, said.number, seq)
