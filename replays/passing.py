"""A written pass: made where its player may pass, confirmed where it happened by itself, and otherwise told as the wrong word it is.

A pass does not go looking for its point as other moves do: it would find one somewhere, in a window nobody spoke of. It is what its
player says when next asked, those who are asked before passing, unless they do something else there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from replays.assuming import may_pass
from replays.notation.lines import Said
from replays.results import Confirmed
from replays.searching import Walk, outer_frame
from replays.violations import break_rules
from rules.asking import CHANCE, PASS, Ask
from rules.engine import legal
from rules.position import Position

if TYPE_CHECKING:
    from replays.running import Runner


def say_pass(runner: Runner, said: Said) -> bool:
    """Do with a pass what can be done with it; False where it is the wrong answer to its player's own question, like any move."""
    ask = runner.recording.ask()
    if ask is not None and _passes(runner.recording.pos, ask, said.player):
        if not _meant_before(runner, ask, said):
            runner.make(said, PASS)
        return True
    if ask is not None and ask.player == said.player and (runner.strict or ask.refuses):
        return _refused(runner, said)
    if (ask is not None and said.player in ask.over) or _happened(runner, said):
        runner.confirmed.append(Confirmed(said.number, said.words()))
    elif not runner.strict and _in_turn(runner, said):
        pass
    elif _ends_refused(runner, said):
        runner.confirmed.append(Confirmed(said.number, said.words(), "it ends a move that was ignored"))
    else:
        break_rules(runner, said, None, len(runner.recording))
    return True


def _passes(pos: Position, ask: Ask, player: str) -> bool:
    return ask.player != CHANCE and legal(ask.checks(pos, player, PASS))


def _refused(runner: Runner, said: Said) -> bool:
    """A wrong answer to its player's own question, though there was an opportunity before with nothing to use: that was not spoken of."""
    if runner.strict or not _happened(runner, said):
        return False
    break_rules(runner, said, None, len(runner.recording))
    return True


def _meant_before(runner: Runner, ask: Ask, said: Said) -> bool:
    """Whether everybody passes here in writing, and a player who goes on with what a pass would give up had passed already, with nothing
    to use: then the line says just that. A pass alone is the player's own."""
    recording = runner.recording
    if runner.strict or not runner.coming.all_pass(said.number, recording.table.players):
        return False
    if not runner.coming.does_later(ask, said.number, recording.pos) or not _happened(runner, said):
        return False
    runner.confirmed.append(Confirmed(said.number, said.words()))
    return True


def _happened(runner: Runner, said: Said) -> bool:
    """Whether the player has had an opportunity and nothing to use it for: then it was passed already.

    Those that follow one another are one exchange, in whatever order it is written; so this looks back to the last move that is none.
    """
    recording = runner.recording
    start = len(recording)
    since = min(runner.anchor.place, start - 1)
    while since > runner.own and (recording.decisions[since] or ("", PASS))[1] == PASS:
        since -= 1
    if since < runner.own:  # what a record holds before these lines leave it, it has said itself
        return False
    walk = Walk(recording, runner.word(said), runner.supposed())
    recording.again(since, walk.watched)
    recording.pos.observer = None
    return bool(walk.settled)


def _in_turn(runner: Runner, said: Said) -> bool:
    """Make the pass when its player is next asked, the others passing before; False if that is no question to pass at, or if somebody
    who would have passed goes on with what only that opportunity allows."""
    recording = runner.recording
    start, outer = len(recording), outer_frame(recording.pos)
    waits, anchor = False, runner.anchor
    for _ in recording.table.seats:
        ask = recording.ask()
        if ask is None or outer_frame(recording.pos) != outer:
            break
        if _passes(recording.pos, ask, said.player):
            runner.make(said, PASS)
            if not waits or _still(runner, said):
                return True
            runner.anchor = anchor
            break
        if ask.player == said.player or not may_pass(recording.pos, ask):
            break
        waits = waits or runner.coming.next_is(ask, said.number, recording.pos) is not None
        recording.decide(ask.player, PASS)
    recording.rewind(start)
    return False


def _still(runner: Runner, said: Said) -> bool:
    """Whether who was passed for can make the next move just as well after this pass."""
    ask = runner.recording.ask()
    return ask is not None and runner.coming.next_is(ask, said.number, runner.recording.pos) is not None


def _ends_refused(runner: Runner, said: Said) -> bool:
    """Whether the line before is the player's own and was ignored: who was refused a turn has nothing left to pass in it."""
    before = next((line for line in reversed(runner.coming.moves) if line.number < said.number), None)
    ignored = {bad.line for bad in runner.violations if not bad.applied}
    return before is not None and before.player == said.player and before.number in ignored
