"""Written moves that are not legal: the point each is judged at, the note of what it breaks, and making it anyway."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ledger.errors import BrokenEvent
from ledger.events import Move, ViolationNoted
from replays.meaning.fit import ELSEWHERE, SHOWN, JudgedPoint, where_of
from replays.notation.lines import Said
from replays.reading.ignored_moves import waiting_for
from replays.reading.search import Anchor
from replays.records.reasons import in_words, reasons
from replays.records.results import Violation
from rules.errors import RulesError, StuckError
from rules.kernel.asks import CHANCE, Ask, Check

if TYPE_CHECKING:
    from replays.reading.runner import Runner


def break_rules(runner: Runner, said: Said, pin: JudgedPoint | None, start: int) -> None:
    """Record that a written move is illegal: it is made all the same, or noted and ignored.

    `pin` is the point it fits best (None: none), `start` the number of entries before the move was looked for.
    """
    if pin is not None and pin.fit >= ELSEWHERE:
        runner.back(start)
        if runner.recording.ask() is None:  # whatever it was: the game is over
            pin = msgspec.structs.replace(_nowhere(runner, said, start), move=pin.move)
    best = pin or _nowhere(runner, said, start)
    legal_moves = _legal(runner, best)
    waiting = waiting_for(runner, said.number, start, best.kept, best.seq)
    # what is ignored moves nothing: others may still do what they could when it was said
    runner.back(max(start, best.kept) if runner.applying else start)
    best = msgspec.structs.replace(best, seq=min(best.seq, runner.recording.table.seq))
    applied = runner.applying and _apply(runner, said, best)
    if not applied:
        note = noted(said, best.move, best.checks, False, best.seq)
        note_ignored(runner, said, note)
    if waiting is not None and not runner.applying:
        runner.waiting.append(waiting)
    violation = Violation(
        best.seq,
        said.number,
        said.player,
        said.words(),
        best.move,
        best.checks,
        best.where or best.says,
        applied,
        legal_moves,
    )
    runner.violations.append(violation)
    runner.last = violation


def ignore_use(runner: Runner, said: Said, before: int) -> None:
    """Ignore a whole use because a choice written behind it is not allowed.

    All but the first `before` entries are taken back.
    """
    violation = runner.violations.pop()
    runner.waiting = [item for item in runner.waiting if item.line != said.number]
    entries = runner.recording.entries
    use = next(at for at in range(before, len(entries)) if entries[at].line == said.number)
    waiting = waiting_for(runner, said.number, before, use, entries[use].seq - 1)
    runner.waiting += [waiting] if waiting else []
    runner.back(before)
    seq = runner.recording.table.seq
    note_ignored(runner, said, noted(said, violation.move, violation.checks, False, seq))
    runner.last = msgspec.structs.replace(violation, seq=seq)
    runner.violations.append(runner.last)


def note_ignored(runner: Runner, said: Said, note: ViolationNoted) -> None:
    """Record the note of an ignored move, with the line as written: the move alone lacks the choices behind it."""
    runner.recording.note(note, by=said.by, uncertain=said.uncertain, remark=said.words(), line=said.number)


def best_point(pins: list[JudgedPoint], start: int, lead: str = "") -> JudgedPoint | None:
    """Return the point that a move fits best, or None if there is none.

    A move that fits nowhere is judged at a point no later than the first `start` entries, where it was written. `lead`
    is the word before a written choice: among points that fit equally well, `paying` prefers questions about costs, and
    any other word prefers the rest.
    """
    fitting = [pin for pin in pins if pin.fit < ELSEWHERE]
    if lead and fitting:
        return min(fitting, key=lambda pin: (pin.fit, pin.pays != (lead == "paying"), pin.order))
    here = [pin for pin in pins if pin.kept <= start]
    asked = [pin for pin in here if not pin.silent and pin.move.verb != "use"]  # windows that closed are for uses alone
    return min(fitting or asked or here, key=lambda pin: pin.rank, default=None)


def _nowhere(runner: Runner, said: Said, start: int) -> JudgedPoint:
    """Return a point for a move that nothing ever asked for: the decision where it was written."""
    runner.back(start)
    ask, seq = runner.recording.ask(), runner.recording.table.seq
    if ask is None:
        check = Check("over", runner.document.pack.rule("over"), "the game goes on", False)
        return JudgedPoint(ELSEWHERE, 1, 0, seq, start, Move(said.verb), (check,), "the game is over")
    checks = [] if said.step else ask.checks(runner.recording.pos, said.player, Move(said.verb))
    if all(check.holds is not False for check in checks):
        when = f"at {said.step}" if said.step else "here or later"
        checks = [Check("asked", ask.rule, f"something asks {said.player} for this {when}", False)]
    where = where_of(runner.recording.pos, ask)
    return JudgedPoint(ELSEWHERE, 1, 0, seq, start, Move(said.verb), tuple(checks), ask.says, where=where)


def _legal(runner: Runner, pin: JudgedPoint) -> tuple[str, ...]:
    """Return legal moves at a point as they are written, with "…" if there are more."""
    if pin.silent or not pin.options or pin.player == CHANCE:
        return ()
    words = [runner.writer.move(runner.recording.pos, pin.player, move, "") for move in pin.options[:SHOWN]]
    return (*dict.fromkeys(words), *(("…",) if len(pin.options) > SHOWN else ()))


def _apply(runner: Runner, said: Said, pin: JudgedPoint) -> bool:
    """Make an illegal move as it was recorded; return whether it could mean anything.

    If it could not, the recording is as before.
    """
    count = len(runner.recording)
    kept, decisions = list(runner.recording.entries), list(runner.recording.decisions)
    evidence = {"by": said.by, "uncertain": said.uncertain, "line": said.number, "remark": said.words()}
    ask = None
    try:
        if pin.silent:
            ask = runner.recording.stop_inside(pin.kept - 1, pin.seq, pin.says)
            ask = _answerable(ask, said)
        place = len(runner.recording)
        note = noted(said, pin.move, pin.checks, True, pin.seq)
        runner.recording.force(said.player, pin.move, note, ask, **evidence)
    except (RulesError, BrokenEvent, LookupError, AssertionError, TypeError, ValueError):
        # A forced move may lack what the rules would have made sure of: then there is nothing it could mean.
        runner.recording.entries[:], runner.recording.decisions[:] = kept, decisions
        runner.recording.rewind(count)
        return False
    runner.anchor = Anchor(place, runner.anchor.outer)
    return True


def _answerable(ask: Ask | None, said: Said) -> Ask:
    """Return a decision that came again, as one of the player who made the move."""
    if ask is None:
        raise StuckError("the decision did not come again")
    ask.player = ask.player or said.player
    return ask


def noted(said: Said, move: Move, checks: tuple[Check, ...], applied: bool, seq: int) -> ViolationNoted:
    """Return the event that notes which rules a move breaks."""
    found = reasons(checks)
    return ViolationNoted(
        said.player, move, tuple(item.rule for item in found), in_words(found), applied, said.number, seq
    )
