"""Whether somebody is passed for who does later what a pass gives up: only where that comes again, and all that is written is legal then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from replays.notation.lines import Said
from replays.searching import Walk, outer_frame
from rules.asking import PASS, Ask
from rules.engine import legal

if TYPE_CHECKING:
    from replays.running import Runner


def stays(runner: Runner, ask: Ask, inside: int) -> bool:
    """Whether nobody passes here for whoever is asked, since one of the next lines goes on with what a pass would give up."""
    pos, line = runner.recording.pos, runner.line
    if inside:
        return runner.coming.answers_now(ask, line, pos) is not None
    later = runner.coming.goes_on(ask, line, pos)
    return later is not None and not (ask.recurs and _all_legal(runner, ask, later))


def _all_legal(runner: Runner, ask: Ask, later: Said) -> bool:
    """Whether after a pass here every line is legal, up to the one that goes on: then that one speaks of another opportunity."""
    recording = runner.recording
    start, watching, period = len(recording), recording.pos.observer, outer_frame(recording.pos)
    recording.pos.observer = None
    recording.decide(ask.player, PASS)
    lines = [said for said in runner.coming.after(runner.line - 1) if said.number <= later.number]
    found = all(_made(runner, said, period) for said in lines)
    recording.rewind(start)
    recording.pos.observer = watching
    return found


def _made(runner: Runner, said: Said, period: int) -> bool:
    recording = runner.recording
    if said.verb == "pass":
        ask = recording.ask()
        if ask is not None and legal(ask.checks(recording.pos, said.player, PASS)):
            recording.decide(said.player, PASS)
        return True
    move = Walk(recording, runner.word(said), runner.supposed()).find()
    if move is None or outer_frame(recording.pos) != period:
        return False
    recording.decide(said.player, move)
    return True
