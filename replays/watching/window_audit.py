"""The window audit: every window the rules required, and what became of each player's opportunity in it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from ledger.entries import Entry
from ledger.events import FrameOpened, MoveMade, Passed
from ledger.table import Frame
from replays.meaning.steps import USES
from replays.records.walk import Visitor, Walk
from replays.watching.opportunities import denied, is_window, rules_agree, waiting
from rules.kernel.asks import CHANCE
from rules.kernel.pack import Pack
from rules.kernel.timing import Step

__all__ = ["Held", "Opened", "Status", "Turn", "audit"]


class Status(StrEnum):
    """What became of a player's opportunity, the gravest first."""

    NEVER_OFFERED = "never offered"
    USED = "used"
    PASSED = "passed"
    OPEN = "still open"
    NOTHING = "nothing available"


class Turn(msgspec.Struct):
    """One player in one window: what was used and, if never offered or still to come, what could be."""

    player: str
    status: Status = Status.NOTHING
    used: list[str] = []
    events: list[int] = []
    could: list[str] = []


class Held(msgspec.Struct, frozen=True):
    """One opportunity, at its time: what was used in which event, or that it was passed; `implied` if nobody wrote that
    pass.
    """

    player: str
    status: Status
    used: str = ""
    seq: int = 0
    implied: bool = False


class Opened(msgspec.Struct):
    """One window of the record. `seq` is the event that opened it, `closed` the one that left it (0: it is still open)."""

    seq: int
    frame: int
    step: str
    label: str
    rule: str
    because: str
    forced: bool
    order: list[str]
    turns: list[Turn]
    resolved: list[str] = []
    missed: list[str] = []
    skipped: bool = False
    closed: int = 0
    held: list[Held] = []

    @property
    def in_time(self) -> list[Held]:
        """Every opportunity in the order in which they were held. Who had nothing to use is told once, before whoever
        came next.
        """
        told: list[Held] = []
        for item in self.held:
            told += self._silent(self.order[: self.order.index(item.player)] if item.player in self.order else [], told)
            told.append(item)
        return told + self._silent(self.order, told)

    def _silent(self, players: list[str], told: list[Held]) -> list[Held]:
        heard = {item.player for item in (*self.held, *told)}
        return [Held(player, Status.NOTHING) for player in players if player not in heard]

    @property
    def quiet(self) -> bool:
        """Whether nobody could do anything in it."""
        return not self.resolved and not self.missed and all(turn.status is Status.NOTHING for turn in self.turns)

    @property
    def wrong(self) -> bool:
        """Whether the record denied somebody an opportunity or left out what was forced."""
        return bool(self.missed) or any(turn.status is Status.NEVER_OFFERED for turn in self.turns)


def audit(entries: Iterable[Entry], pack: Pack) -> list[Opened]:
    """Every window of a record, in the order of opening."""
    recorded = list(entries)
    auditor = Auditor(any(entry.line for entry in recorded))
    walk = Walk(pack, auditor)
    walk.run(recorded)
    auditor.unfinished(walk)
    return auditor.windows


class Auditor(Visitor):
    """Keeps the windows of a walk. Where moves were `written`, those without a line were implied."""

    def __init__(self, written: bool = False) -> None:
        self.written = written
        self.windows: list[Opened] = []
        self._open: dict[int, Opened] = {}
        self._passed: dict[int, set[str]] = {}
        self._moved: MoveMade | None = None

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        if frame.kind in USES and len(walk.stack) > 1:
            self._resolved(walk, walk.stack[-2], frame)
        self._moved = None
        self._enter(walk, frame)

    def stepped(self, walk: Walk, frame: Frame) -> None:
        self._enter(walk, frame)

    def leaving(self, walk: Walk, frame: Frame, to: int) -> None:
        window = self._open.pop(frame.id, None)
        over = walk.pos.table.winners is not None
        step = walk.step(frame)
        if window is not None and step is not None:
            window.closed = walk.seq
            if not over:
                self._judge(walk, frame, step, window)
        if not over and frame.kind == "moment" and to != frame.step + 1:
            self._skipped(walk, frame, to)

    def decided(self, walk: Walk, event: MoveMade) -> None:
        self._moved = event
        frame = walk.stack[-1] if walk.stack else None
        window = self._open.get(frame.id) if frame else None
        if frame is None or window is None:
            return
        move = event.move
        if move.verb == "use" and (window.forced or _forced(walk.pack, move.ability)):
            return
        self._check_turn(walk, frame, window, event.player)
        turn = _turn(window, event.player)
        if turn.status is not Status.NEVER_OFFERED:
            turn.status = Status.USED
        name = walk.pack.name(walk.pos, move.subject) if move.subject in walk.pos.table.entities else ""
        turn.used.append(name if move.verb == "use" else " ".join(part for part in (move.verb, name) if part))
        turn.events.append(walk.seq)
        window.held.append(Held(event.player, Status.USED, turn.used[-1], walk.seq))
        step = walk.step(frame)
        if step is None or step.slot is None or not step.slot.own:
            self._passed[frame.id] = set()

    def passed(self, walk: Walk, event: Passed) -> None:
        frame = walk.stack[-1]
        window = self._open.get(frame.id)
        if window is None:
            return
        self._passed[frame.id].add(event.player)
        turn = _turn(window, event.player)
        if turn.status is Status.NOTHING:
            turn.status = Status.PASSED
        implied = self.written and walk.entry is not None and not walk.entry.line
        window.held.append(Held(event.player, Status.PASSED, "", walk.seq, implied))

    def unfinished(self, walk: Walk) -> None:
        """Where the record ends inside a window, those who could still use something in it have not had their say."""
        frame = walk.stack[-1] if walk.stack and walk.pos.table.winners is None else None
        window, step = (self._open.get(frame.id), walk.step(frame)) if frame is not None else (None, None)
        if frame is None or window is None or step is None:
            return
        if step.slot is None:
            player, could = waiting(walk, frame, step)
            left = [(player, name) for name in could]
        else:
            left = denied(walk.pos, frame, step.slot, self._passed[frame.id])
        for player, name in left:
            if not player or player == CHANCE:
                continue
            turn = _turn(window, player)
            if not turn.could:
                window.held.append(Held(player, Status.OPEN))
            turn.could.append(name)
            if turn.status is Status.NOTHING:
                turn.status = Status.OPEN

    # --- the parts ---------------------------------------------------------------------------------------------------

    def _enter(self, walk: Walk, frame: Frame) -> None:
        step = walk.step(frame)
        if step is None or not is_window(step):
            return
        window = _window(walk, frame, step)
        self._open[frame.id] = window
        self._passed[frame.id] = set()
        self.windows.append(window)

    def _resolved(self, walk: Walk, around: Frame, frame: Frame) -> None:
        """A forced ability began by itself, or because the player who orders them named it."""
        window = self._open.get(around.id)
        if window is None or frame.kind != "ability":
            return
        if self._moved is None or window.forced or _forced(walk.pack, frame.text("ability")):
            window.resolved.append(walk.pack.name(walk.pos, frame.number("entity")))

    def _check_turn(self, walk: Walk, frame: Frame, window: Opened, player: str) -> None:
        """Somebody acts: was it their opportunity, or was another passed over?"""
        step = walk.step(frame)
        expected, could = waiting(walk, frame, step) if step is not None else ("", [])
        if expected and expected not in (player, CHANCE):
            _report([(expected, name) for name in could], window)

    def _judge(self, walk: Walk, frame: Frame, step: Step, window: Opened) -> None:
        """The window is left: who could still have used something, and what was still forced?"""
        passed = self._passed.pop(frame.id, set())
        if step.slot is None:
            player, could = waiting(walk, frame, step)
            _report([(player, name) for name in could], window)
            return
        left = denied(walk.pos, frame, step.slot, passed)
        if left and not rules_agree(walk):
            _report(left, window)

    def _skipped(self, walk: Walk, frame: Frame, to: int) -> None:
        """Slots of a moment that the record does not have at all; in going back to its first slot a moment skips
        nothing.
        """
        steps = walk.pack.procedures[frame.kind].steps
        left_out = [
            step
            for step in steps[frame.step + 1 : len(steps) if to < 0 else to]
            if step.slot is not None and step.slot.listens
        ]
        if not left_out or rules_agree(walk):
            return
        for step in left_out:
            window = _window(walk, frame, step)
            window.skipped, window.closed = True, walk.seq
            self.windows.append(window)
            if step.slot is not None:
                _report(denied(walk.pos, frame, step.slot, set()), window)


def _forced(pack: Pack, key: str) -> bool:
    ability = pack.ability(key)
    return ability is not None and ability.kind.startswith("forced")


def _window(walk: Walk, frame: Frame, step: Step) -> Opened:
    pos = walk.pos
    order = pos.order() if step.slot is not None else pos.order(walk.pack.leads(pos, frame))
    return Opened(
        walk.seq,
        frame.id,
        step.name,
        step.label,
        step.rule,
        _because(walk, frame),
        bool(step.slot and step.slot.forced),
        order,
        [Turn(player) for player in order],
    )


def _because(walk: Walk, frame: Frame) -> str:
    """What opened the window: what is about to happen or happened, and in which step of the round."""
    pos = walk.pos
    opener = walk.openers.get(frame.id)
    place = f" ({opener.label})" if opener is not None and opener.slot is None else ""
    if frame.occurrences:
        happenings = [walk.pack.happenings[part.kind].says(pos, part) for part in frame.occurrences]
        return "; ".join(dict.fromkeys(happenings)) + place
    procedure = walk.pack.procedures.get(frame.kind)
    return (procedure.title if procedure else frame.kind) + place


def _report(left: list[tuple[str, str]], window: Opened) -> None:
    for player, name in left:
        if not player:
            window.missed.append(name)
            continue
        turn = _turn(window, player)
        if turn.status is not Status.NEVER_OFFERED:
            window.held.append(Held(player, Status.NEVER_OFFERED))
        turn.status = Status.NEVER_OFFERED
        if name not in turn.could:
            turn.could.append(name)


def _turn(window: Opened, player: str) -> Turn:
    for turn in window.turns:
        if turn.player == player:
            return turn
    window.turns.append(Turn(player))
    return window.turns[-1]
