"""Written passes. Each is made where its player may pass, confirmed if it happened by itself, or refused.

A pass does not look for its point as other moves do: it would find one somewhere, in a window nobody spoke of. It is
what its player says when next asked. Players who are asked before pass as well, unless they do something else there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from replays.notation.lines import Said
from replays.reading.assumptions import may_pass
from replays.reading.search import Search, outer_frame
from replays.reading.violations import break_rules
from replays.records.results import Confirmed
from rules.engine import legal
from rules.kernel.asks import CHANCE, PASS, Ask
from rules.kernel.position import Position
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow

if TYPE_CHECKING:
    from replays.reading.runner import Runner


def say_pass(runner: Runner, said: Said) -> bool:
    """Make, confirm or refuse a written pass, and return True; or return False, for the caller to judge it like any
    other move.

    False if it is a wrong answer to its own player's question and either every pass must be written, or that question
    refuses passes and the player was not passed over before.
    """
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
    """Whether a player may pass at a decision."""
    return ask.player != CHANCE and legal(ask.checks(pos, player, PASS))


def _refused(runner: Runner, said: Said) -> bool:
    """Refuse a pass that is a wrong answer to its player's question, where the player was passed over before.

    Returns whether it was refused. Otherwise it would be taken for the pass that happened by itself.
    """
    if runner.strict or not _happened(runner, said):
        return False
    break_rules(runner, said, None, len(runner.recording))
    return True


def _meant_before(runner: Runner, ask: Ask, said: Said) -> bool:
    """Whether a pass only says that a window closed in which its player had nothing to use; then it is confirmed.

    Everybody must pass in writing here, and a player must go on with something a pass would give up. A pass alone is
    the player's own. So is one before that of the player who leads the window, if all can be made as they are written.
    """
    recording = runner.recording
    if runner.strict or not runner.coming.all_pass(said.number, recording.table.players):
        return False
    led = _led(runner, said) if runner.coming.does_later(ask, said.number, recording.pos) else ""
    if not led or (led != said.player and _once_more(runner, said)):
        return False
    runner.confirmed.append(Confirmed(said.number, said.words()))
    return True


def _once_more(runner: Runner, said: Said) -> bool:
    """Whether all passes in a row can be made as written, and the player who goes on is asked right after them."""
    recording, start, line, again = runner.recording, len(runner.recording), said, False
    while (ask := recording.ask()) is not None and _passes(recording.pos, ask, line.player):
        recording.decide(line.player, PASS)
        number, line = line.number, next(iter(runner.coming.after(line.number)), line)
        if line.verb != "pass" or line.number == number:
            ask = recording.ask()
            again = ask is not None and runner.coming.next_is(ask, number, recording.pos) is not None
            break
    recording.rewind(start)
    return again


def _happened(runner: Runner, said: Said) -> bool:
    """Whether the player was passed over in a window, with nothing to use: then this pass happened already."""
    return bool(_led(runner, said))


def _led(runner: Runner, said: Said) -> str:
    """Return who led the window in which the player was passed over with nothing to use; empty if there was none.

    Passes that follow one another are one exchange, so this looks back to the last move that is no pass.
    """
    recording = runner.recording
    start = len(recording)
    since = min(runner.anchor.place, start - 1)
    while since > runner.own and (recording.decisions[since] or ("", PASS))[1] == PASS:
        since -= 1
    if since < runner.own:  # what a record holds before these lines leave it, it has said itself
        return ""
    walk, led = Search(recording, runner.word(said), runner.supposed()), ""

    def watch(ask: Ask) -> None:
        nonlocal led
        walk.watched(ask)
        if walk.settled and not led:
            pos, window = recording.pos, isinstance(ask, ActionWindow | Window)
            led = pos.pack.leads(pos, ask.frame) if window else said.player  # type: ignore[attr-defined]

    recording.rerun(since, watch)
    recording.pos.observer = None
    return led


def _in_turn(runner: Runner, said: Said) -> bool:
    """Make the pass when its player is next asked, the others passing before; return whether that could be done.

    Passes in a row are one exchange, in whatever order they are written. It cannot be done if the next question is none
    to pass at, or if a player who would be passed for goes on with what only that opportunity allows.
    """
    recording = runner.recording
    start, outer, anchor = len(recording), outer_frame(recording.pos), runner.anchor
    waits, early = False, set[int]()
    for _ in recording.table.seats:
        ask = recording.ask()
        if ask is None or outer_frame(recording.pos) != outer:
            break
        if _passes(recording.pos, ask, said.player):
            runner.make(said, PASS)
            if not waits or _still(runner, said):
                return True
            break
        if ask.player == said.player or not may_pass(recording.pos, ask):
            break
        following = runner.coming.next_is(ask, said.number, recording.pos)
        if following is not None and following.verb == "pass":
            runner.make(following, PASS)
            early.add(following.number)
            runner.coming.done.add(following.number)
            continue
        waits = waits or following is not None
        recording.decide(ask.player, PASS)
    # nothing was left to do for this player once the others had passed
    if early and not waits and _happened(runner, said):
        runner.confirmed.append(Confirmed(said.number, said.words()))
        return True
    runner.anchor = anchor
    runner.coming.done -= early
    recording.rewind(start)
    return False


def _still(runner: Runner, said: Said) -> bool:
    """Whether the next line can be made just as well after this pass, by the player who was passed for."""
    ask = runner.recording.ask()
    return ask is not None and runner.coming.next_is(ask, said.number, runner.recording.pos) is not None


def _ends_refused(runner: Runner, said: Said) -> bool:
    """Whether the line before is the same player's and was ignored: then there is no turn left to pass in."""
    before = next((line for line in reversed(runner.coming.moves) if line.number < said.number), None)
    ignored = {bad.line for bad in runner.violations if not bad.applied}
    return before is not None and before.player == said.player and before.number in ignored
