"""Two ways to read what nobody wrote, tried against each other: with and without a pass, in this round or the next."""

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
"""The most later moves that are looked at for one that shows how far the round has come."""


def stays(runner: Runner, ask: Ask, inside: int) -> bool:
    """Whether no pass is implied here for the player who is asked, since later lines go on with what it would give up.

    `inside` is the frame of a use whose choice is being looked for; there, only the very next line counts. Where the
    same opportunity comes again by other means, a pass is implied all the same if every line up to that one is legal
    then.
    """
    pos, line = runner.recording.pos, runner.line
    if inside:
        return runner.coming.answers_now(ask, line, pos) is not None
    later = runner.coming.goes_on(ask, line, pos)
    return later is not None and not (ask.recurs and _all_legal(runner, ask, later))


def _all_legal(runner: Runner, ask: Ask, later: Said) -> bool:
    """Whether every line up to `later` is legal if the player who is asked passes here.

    Then that line is about another opportunity. Nothing of the trial is kept.
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
    """Whether a move belongs to the round that has just begun, though its verb fitted something in the round before.

    It must be legal here, and so must one of the next lines that show how far the round has come. A use or an answer
    never does: its trigger or question was in the round before.
    """
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
    """Try to make a line in the round of this frame, and return whether it was made; a pass always counts as made."""
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
