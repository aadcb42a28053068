"""The window audit: every window of a record, and what became of each player's opportunity in it.

Windows that the rules require and the record skips are listed, too, as far as they belong to a moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from ledger.entries import Entry
from ledger.events import FrameOpened, MoveMade, Passed
from ledger.table import Frame
from replays.meaning.steps import USES, is_window
from replays.records.walk import Visitor, Walk
from replays.watching.opportunities import opportunity_at, rules_go_on_as_recorded, uses_left
from rules.kernel.asks import CHANCE
from rules.kernel.names import happening
from rules.kernel.pack import Pack
from rules.kernel.timing import Step


class Status(StrEnum):
    """The outcome of a player's opportunity in a window, the gravest first.

    `IDLE` is in the audit as one player knows it: another player used nothing; whether they could have is not known.
    """

    NEVER_OFFERED = "never offered"
    USED = "used"
    PASSED = "passed"
    OPEN = "still open"
    NOTHING = "nothing available"
    IDLE = "used nothing"


_QUIET = (Status.NOTHING, Status.IDLE)
_COULD_ACT = (Status.PASSED, Status.NOTHING)
"""The statuses that tell whether a player could have acted."""


class Turn(msgspec.Struct):
    """One player in one window, in sum: the status, what was used, and by which events.

    `could` is what the player could have used, if it was never offered, or may still use, if the window is still open.
    """

    player: str
    status: Status = Status.NOTHING
    used: list[str] = []
    events: list[int] = []
    could: list[str] = []


class Held(msgspec.Struct, frozen=True):
    """One opportunity of a player in a window, in the order of play.

    `used` is what was used, in event `seq`. For a pass, `seq` is its event, and `implied` says that no line of the
    transcript wrote it.
    """

    player: str
    status: Status
    used: str = ""
    seq: int = 0
    implied: bool = False


class Opened(msgspec.Struct):
    """One window of a record.

    - `seq` is the event that opened it, `closed` the one that left it (0: it is still open).
    - `frame`, `step`, `label` and `rule` say where it is; `because` says what opened it.
    - `order` is the order of the players, `turns` what became of each, `held` every opportunity as it came.
    - `resolved` are the forced abilities that resolved, `missed` those that should have. `forced` says that the window
      is for forced abilities alone.
    - `skipped` says that the rules require the window and the record does not have it. `seq` is then the event that
      skipped it.
    """

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
        """Every opportunity in the order of play, players with nothing to use included.

        A player who had nothing to use is listed once, before the next player in order who had an opportunity.
        """
        found: list[Held] = []
        for item in self.held:
            before = self.order[: self.order.index(item.player)] if item.player in self.order else []
            found += self._with_nothing(before, found)
            found.append(item)
        return found + self._with_nothing(self.order, found)

    def _with_nothing(self, players: list[str], found: list[Held]) -> list[Held]:
        """Return an opportunity with nothing to use for each of some players who is not listed yet."""
        listed = {item.player for item in (*self.held, *found)}
        return [Held(player, Status.NOTHING) for player in players if player not in listed]

    @property
    def quiet(self) -> bool:
        """Whether nobody could do anything in it: nothing was used, passed, forced or missed, nor can be used now."""
        return not self.resolved and not self.missed and all(turn.status in _QUIET for turn in self.turns)

    @property
    def wrong(self) -> bool:
        """Whether the record denied somebody an opportunity, or left out a forced ability."""
        return bool(self.missed) or any(turn.status is Status.NEVER_OFFERED for turn in self.turns)


def audit(entries: Iterable[Entry], pack: Pack, viewer: str = "") -> list[Opened]:
    """Return every window of a record in the order of opening, with the windows of moments that it wrongly skips.

    `viewer` is the player as whom it is audited; "" sees everything. The entries must begin at the beginning of the
    record; an event that cannot be applied raises BrokenEvent.
    """
    recorded = list(entries)
    auditor = Auditor(any(entry.line for entry in recorded))
    walk = Walk(pack, auditor, viewer=viewer)
    walk.run(recorded)
    auditor.mark_still_open(walk)
    return _as_known(auditor.windows, audit(recorded, pack), viewer) if viewer else auditor.windows


def _as_known(windows: list[Opened], whole: list[Opened], viewer: str) -> list[Opened]:
    """Return windows that were audited on a player's view, without what only a look at everything could tell.

    Nobody is accused on a view: an opportunity counts as denied only if it is in the `whole` audit, too. Of another
    player who used nothing it is not told whether they could have.
    """
    wrong = {(window.seq, window.frame, window.step) for window in whole if window.wrong}
    skipped = {(window.seq, window.frame, window.step) for window in whole if window.skipped}
    found = []
    for window in windows:
        place = (window.seq, window.frame, window.step)
        if window.skipped and place not in skipped:
            continue
        if place not in wrong:
            _acquit(window)
        _hide_idle(window, viewer)
        found.append(window)
    return found


def _acquit(window: Opened) -> None:
    """Take back that opportunities of a window were denied and forced abilities left out."""
    window.missed = []
    window.held = [item for item in window.held if item.status is not Status.NEVER_OFFERED]
    for turn in window.turns:
        if turn.status is Status.NEVER_OFFERED:
            passed = any(item.player == turn.player and item.status is Status.PASSED for item in window.held)
            turn.status = Status.USED if turn.used else Status.PASSED if passed else Status.NOTHING
            turn.could = []


def _hide_idle(window: Opened, viewer: str) -> None:
    """Say of other players who used nothing only that; they are listed once, after all opportunities."""
    held = [item for item in window.in_time if item.player == viewer or item.status not in _COULD_ACT]
    listed = {item.player for item in held}
    window.held = held + [Held(player, Status.IDLE) for player in window.order if player not in listed]
    for turn in window.turns:
        if turn.player != viewer and turn.status in _COULD_ACT:
            turn.status = Status.IDLE


class Auditor(Visitor):
    """A visitor of a walk that collects the windows of a record.

    `written` says that the record comes from a transcript: then a pass without a line was implied.
    """

    def __init__(self, written: bool = False) -> None:
        self.written = written
        self.windows: list[Opened] = []
        self._open: dict[int, Opened] = {}
        self._passed: dict[int, set[str]] = {}
        self._last_move: MoveMade | None = None

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        """Open the window of a new frame's first step, and keep a forced ability that begins to resolve."""
        if frame.kind in USES and len(walk.stack) > 1:
            self._keep_forced(walk, walk.stack[-2], frame)
            self._name_use(walk, walk.stack[-2], frame)
        self._last_move = None
        self._open_window(walk, frame)

    def stepped(self, walk: Walk, frame: Frame) -> None:
        """Open the window of the step that a frame came to."""
        self._open_window(walk, frame)

    def leaving(self, walk: Walk, frame: Frame, to: int) -> None:
        """Close the window of the step that a frame leaves, judge it, and add the windows that the frame skips."""
        window = self._open.pop(frame.id, None)
        over = walk.pos.table.winners is not None
        step = walk.step(frame)
        if window is not None and step is not None:
            window.closed = walk.seq
            if not over:
                self._judge_left(walk, frame, step, window)
        if not over and frame.kind == "moment" and to != frame.step + 1:
            self._add_skipped(walk, frame, to)

    def decided(self, walk: Walk, event: MoveMade) -> None:
        """Keep a use, or another move, as an opportunity of its player; the order of forced abilities is none."""
        self._last_move = event
        frame = walk.stack[-1] if walk.stack else None
        window = self._open.get(frame.id) if frame else None
        if frame is None or window is None:
            return
        move = event.move
        if move.verb == "use" and (window.forced or _is_forced(walk.pack, move.ability)):
            return
        self._check_turn(walk, frame, window, event.player)
        turn = _turn_of(window, event.player)
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
        """Keep a pass as an opportunity of its player."""
        frame = walk.stack[-1]
        window = self._open.get(frame.id)
        if window is None:
            return
        self._passed[frame.id].add(event.player)
        turn = _turn_of(window, event.player)
        if turn.status is Status.NOTHING:
            turn.status = Status.PASSED
        implied = self.written and walk.entry is not None and not walk.entry.line
        window.held.append(Held(event.player, Status.PASSED, "", walk.seq, implied))

    def mark_still_open(self, walk: Walk) -> None:
        """Mark the players who may still use something in the window in which the record ends."""
        frame = walk.stack[-1] if walk.stack and walk.pos.table.winners is None else None
        window, step = (self._open.get(frame.id), walk.step(frame)) if frame is not None else (None, None)
        if frame is None or window is None or step is None:
            return
        if step.slot is None:
            player, could = opportunity_at(walk, frame, step)
            left = [(player, name) for name in could]
        else:
            left = uses_left(walk.pos, frame, step.slot, self._passed[frame.id])
        for player, name in left:
            if not player or player == CHANCE:
                continue
            turn = _turn_of(window, player)
            if not turn.could:
                window.held.append(Held(player, Status.OPEN))
            turn.could.append(name)
            if turn.status is Status.NOTHING:
                turn.status = Status.OPEN

    def _open_window(self, walk: Walk, frame: Frame) -> None:
        """Add a window if the step that a frame stands at is one."""
        step = walk.step(frame)
        if step is None or not is_window(step):
            return
        window = _new_window(walk, frame, step)
        self._open[frame.id] = window
        self._passed[frame.id] = set()
        self.windows.append(window)

    def _name_use(self, walk: Walk, around: Frame, frame: Frame) -> None:
        """Name the card that was just used by what is known of it now: the viewer did not know it before."""
        window = self._open.get(around.id)
        if window is None or self._last_move is None or self._last_move.move.subject >= 0 or not window.held:
            return
        turn = _turn_of(window, self._last_move.player)
        turn.used[-1] = walk.pack.name(walk.pos, frame.number("entity"))
        window.held[-1] = msgspec.structs.replace(window.held[-1], used=turn.used[-1])

    def _keep_forced(self, walk: Walk, around: Frame, frame: Frame) -> None:
        """Keep a forced ability that begins to resolve in a window, by itself or because its player named it next."""
        window = self._open.get(around.id)
        if window is None or frame.kind != "ability":
            return
        if self._last_move is None or window.forced or _is_forced(walk.pack, frame.text("ability")):
            window.resolved.append(walk.pack.name(walk.pos, frame.number("entity")))

    def _check_turn(self, walk: Walk, frame: Frame, window: Opened, player: str) -> None:
        """Mark the player whose opportunity it was as never offered it, if another player acts."""
        step = walk.step(frame)
        expected, could = opportunity_at(walk, frame, step) if step is not None else ("", [])
        if expected and expected not in (player, CHANCE):
            _mark_never_offered([(expected, name) for name in could], window)

    def _judge_left(self, walk: Walk, frame: Frame, step: Step, window: Opened) -> None:
        """Mark what could still be used, and what was forced, in a window that the record leaves.

        Nothing is marked if the rules, too, leave the window here.
        """
        passed = self._passed.pop(frame.id, set())
        if step.slot is None:
            player, could = opportunity_at(walk, frame, step)
            _mark_never_offered([(player, name) for name in could], window)
            return
        left = uses_left(walk.pos, frame, step.slot, passed)
        if left and not rules_go_on_as_recorded(walk):
            _mark_never_offered(left, window)

    def _add_skipped(self, walk: Walk, frame: Frame, to: int) -> None:
        """Add the windows that a moment's frame jumps over on its way to step `to` (-1: to its end).

        A moment that goes back to its first slot skips nothing, nor does one that the rules close early.
        """
        steps = walk.pack.procedures[frame.kind].steps
        left_out = [
            step
            for step in steps[frame.step + 1 : len(steps) if to < 0 else to]
            if step.slot is not None and step.slot.listens
        ]
        if not left_out or rules_go_on_as_recorded(walk):
            return
        for step in left_out:
            window = _new_window(walk, frame, step)
            window.skipped, window.closed = True, walk.seq
            self.windows.append(window)
            if step.slot is not None:
                _mark_never_offered(uses_left(walk.pos, frame, step.slot, set()), window)


def _is_forced(pack: Pack, key: str) -> bool:
    """Whether the ability with this key is a forced one."""
    ability = pack.ability(key)
    return ability is not None and ability.kind.startswith("forced")


def _new_window(walk: Walk, frame: Frame, step: Step) -> Opened:
    """Return a window at the step that a frame stands at, with nothing recorded in it yet."""
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
    """Return what opened a window: the occurrences or the title of its frame, and the step that opened the frame."""
    pos = walk.pos
    opener = walk.openers.get(frame.id)
    place = f" ({opener.label})" if opener is not None and opener.slot is None else ""
    if frame.occurrences:
        return "; ".join(dict.fromkeys(happening(pos, part) for part in frame.occurrences)) + place
    procedure = walk.pack.procedures.get(frame.kind)
    return (procedure.title if procedure else frame.kind) + place


def _mark_never_offered(left: list[tuple[str, str]], window: Opened) -> None:
    """Mark players as never offered what they could use, and forced abilities (no player) as missed."""
    for player, name in left:
        if not player:
            window.missed.append(name)
            continue
        turn = _turn_of(window, player)
        if turn.status is not Status.NEVER_OFFERED:
            window.held.append(Held(player, Status.NEVER_OFFERED))
        turn.status = Status.NEVER_OFFERED
        if name not in turn.could:
            turn.could.append(name)


def _turn_of(window: Opened, player: str) -> Turn:
    """Return what became of a player in a window; a player who was not in its order is added."""
    for turn in window.turns:
        if turn.player == player:
            return turn
    window.turns.append(Turn(player))
    return window.turns[-1]
