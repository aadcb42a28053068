"""Two readings of what nobody wrote: where all that is written is legal after a pass, or in the round that has begun,
it belongs there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from replays.notation.lines import Said
from replays.reading.later_lines import GENERIC, IDLE
from replays.reading.search import Search, outer_frame
from rules.engine import legal
from rules.kernel.asks import PASS, Ask

if TYPE_CHECKING:
    from replays.reading.runner import Runner

FAR = 12
"""Moves that are looked at for one that says how far the round has come."""


def stays(runner: Runner, ask: Ask, inside: int) -> bool:
    """Whether nobody passes here for whoever is asked, since one of the next lines goes on with what a pass would give
    up.
    """
    pos, line = runner.recording.pos, runner.line
    if inside:
        return runner.coming.answers_now(ask, line, pos) is not None
    later = runner.coming.goes_on(ask, line, pos)
    return later is not None and not (ask.recurs and _all_legal(runner, ask, later))


def _all_legal(runner: Runner, ask: Ask, later: Said) -> bool:
    """Whether after a pass here every line is legal, up to the one that goes on: then that one speaks of another
    opportunity.
    """
    recording = runner.recording
    start, watching, period = len(recording), recording.pos.observer, outer_frame(recording.pos)
    recording.pos.observer = None
    recording.decide(ask.player, PASS)
    lines = [said for said in runner.coming.after(runner.line - 1) if said.number <= later.number]
    found = all(_made(runner, said, period) for said in lines)
    recording.rewind(start)
    recording.pos.observer = watching
    return found


def begun(runner: Runner, said: Said) -> bool:
    """Whether a move is legal in the round that has begun here, and so is what the lines after it come to: then it is
    no move of the round before, though the same can be done there. A use is: what it answers has happened."""
    after = [line for line in runner.coming.after(said.number) if line.verb != "pass"][:FAR]
    further = [line for line in after if line.verb not in IDLE]
    if said.verb in (*GENERIC, "use") or not further:
        return False
    recording = runner.recording
    start, watching, period = len(recording), recording.pos.observer, outer_frame(recording.pos)
    recording.pos.observer = None
    found = _made(runner, said, period)
    then = len(recording)
    while found and further and not _made(runner, further[0], period):
        recording.rewind(then)
        del further[0]
    recording.rewind(start)
    recording.pos.observer = watching
    return found and bool(further)


def _made(runner: Runner, said: Said, period: int) -> bool:
    recording = runner.recording
    if said.verb == "pass":
        ask = recording.ask()
        if ask is not None and legal(ask.checks(recording.pos, said.player, PASS)):
            recording.decide(said.player, PASS)
        return True
    move = Search(recording, runner.word(said), runner.supposed()).find()
    if move is None or outer_frame(recording.pos) != period:
        return False
    recording.decide(said.player, move)
    return True
