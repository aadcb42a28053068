"""A written pass: made where its player may pass, confirmed where it happened by itself, and otherwise told as the
wrong word it is.

A pass does not go looking for its point as other moves do: it would find one somewhere, in a window nobody spoke of. It
is what its player says when next asked, those who are asked before passing, unless they do something else there.
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
    """Do with a pass what can be done with it; False where it is the wrong answer to its player's own question, like
    any move.
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
    return ask.player != CHANCE and legal(ask.checks(pos, player, PASS))


def _refused(runner: Runner, said: Said) -> bool:
    """A wrong answer to its player's own question, though there was an opportunity before with nothing to use: that was
    not spoken of.
    """
    if runner.strict or not _happened(runner, said):
        return False
    break_rules(runner, said, None, len(runner.recording))
    return True


def _meant_before(runner: Runner, ask: Ask, said: Said) -> bool:
    """Whether everybody passes here in writing, and a player who goes on with what a pass would give up had passed
    already, with nothing to use: then the line says just that. A pass alone is the player's own; so is one before that
    of the player who leads the window, if all of them can be made as they are written."""
    recording = runner.recording
    if runner.strict or not runner.coming.all_pass(said.number, recording.table.players):
        return False
    led = _led(runner, said) if runner.coming.does_later(ask, said.number, recording.pos) else ""
    if not led or (led != said.player and _once_more(runner, said)):
        return False
    runner.confirmed.append(Confirmed(said.number, said.words()))
    return True


def _once_more(runner: Runner, said: Said) -> bool:
    """Whether all these passes can be made as they are written, and whoever goes on is asked again right after them."""
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
    """Whether the player has had an opportunity and nothing to use it for: then it was passed already."""
    return bool(_led(runner, said))


def _led(runner: Runner, said: Said) -> str:
    """Who was the first in the window where the player has been passed over with nothing to use ("": in none).

    Those that follow one another are one exchange, in whatever order it is written; so this looks back to the last move
    that is none.
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
    """Make the pass when its player is next asked, the others passing before; False if that is no question to pass at,
    or if somebody who would have passed goes on with what only that opportunity allows. Passes are an exchange, in
    whatever order they are written."""
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
    if (
        early and not waits and _happened(runner, said)
    ):  # nothing was left to do for this player once the others had passed
        runner.confirmed.append(Confirmed(said.number, said.words()))
        return True
    runner.anchor = anchor
    runner.coming.done -= early
    recording.rewind(start)
    return False


def _still(runner: Runner, said: Said) -> bool:
    """Whether who was passed for can make the next move just as well after this pass."""
    ask = runner.recording.ask()
    return ask is not None and runner.coming.next_is(ask, said.number, runner.recording.pos) is not None


def _ends_refused(runner: Runner, said: Said) -> bool:
    """Whether the line before is the player's own and was ignored: who was refused a turn has nothing left to pass in
    it.
    """
    before = next((line for line in reversed(runner.coming.moves) if line.number < said.number), None)
    ignored = {bad.line for bad in runner.violations if not bad.applied}
    return before is not None and before.player == said.player and before.number in ignored
