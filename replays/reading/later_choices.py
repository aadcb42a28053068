"""Choices written behind a use, such as `on low` in `A play song on low`: made as soon as they are asked for.

A choice that is asked for and not allowed refuses the use it belongs to. One that is never asked for, because the use
was cancelled or its cost prevented, accuses nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import msgspec

from ledger.events import FrameOpened, Move
from replays.errors import NotationError
from replays.meaning.fit import MATCHED, JudgedPoint, where_of
from replays.meaning.written_moves import UnknownCard, choice_line
from replays.reading.ground import Ground
from replays.reading.prices import StepKind
from replays.reading.readings import LineWalk, Misfit, PendingChoice, Step
from rules.engine import advance, decide, legal
from rules.kernel.asks import PASS, Ask, Choose, Say
from rules.kernel.position import Position
from rules.resolution.moments import Window


class Answer(Enum):
    """What a decision does to the choices that wait: one is made, none is meant, or one is not allowed."""

    MADE = "made"
    NOT_MEANT = "not meant"
    NOT_ALLOWED = "not allowed"


def make(
    ground: Ground, walk: LineWalk, player: str, move: Move, step: Step, new: Sequence[PendingChoice] = ()
) -> None:
    """Make a decision on a walk; choices that decide themselves while it is carried out are made by that.

    `new` are the choices written behind this very move. `step` is the step to keep, without its events.
    """
    pos = walk.pos
    assert pos is not None
    left = [*new, *walk.pending]
    start = pos.table.seq
    advance(pos)
    pos.log.clear()
    if left:
        pos.observer = lambda ask: _decided_itself(ground, walk, left, pos, ask)
    ground.spent += 1
    decide(pos, player, move)
    pos.observer = None
    events = tuple(pos.log)
    pos.log.clear()
    if new:
        inside = next((start + 1 + at for at, event in enumerate(events) if isinstance(event, FrameOpened)), 0)
        left = [msgspec.structs.replace(one, inside=inside) if one in new else one for one in left]
    walk.pending = tuple(left)
    waits = {(one.said.number, one.part.column) for one in left}
    if walk.misfit is not None and (walk.misfit.line, walk.misfit.column) not in waits:
        walk.misfit = None
    walk.steps.append(msgspec.structs.replace(step, events=events))


def _decided_itself(ground: Ground, walk: LineWalk, left: list[PendingChoice], pos: Position, ask: Ask) -> None:
    """Strike the choice off that says what has just been decided by itself; keep one that was meant and not allowed."""
    for choice in [one for one in left if may_answer(one, ask)]:
        asked, ask.player = ask.player, ask.player or choice.said.player
        made = any(legal(checks) for _, checks in _judged(ground, choice, pos, ask))
        if not made and isinstance(ask, Choose | Say) and ask.player == choice.said.player:
            _keep_misfit(ground, walk, choice, pos, ask, silent=True)
        elif not made and isinstance(ask, Choose | Say) and walk.misfit is None:  # what another player had to choose
            ask.player = choice.said.player
            made = any(legal(checks) for _, checks in _judged(ground, choice, pos, ask))
        ask.player = asked
        if made:
            left.remove(choice)
            return


def _judged(ground: Ground, choice: PendingChoice, pos: Position, ask: Ask):  # type: ignore[no-untyped-def]
    """Yield the moves that a choice may mean at a decision, each with its conditions."""
    try:
        word = ground.word(choice_line(choice.said, choice.part, ground.names, pos), pos)
        for move in word.moves(pos, ask, every=True):
            yield move, ask.checks(pos, choice.said.player, move)
    except (NotationError, UnknownCard):
        return


def answer(ground: Ground, walk: LineWalk, pos: Position, ask: Ask) -> Answer:
    """Make a waiting choice at a decision if it is asked for there; drop those whose use is over."""
    frames = {frame.id for frame in pos.table.frames}
    kept = tuple(one for one in walk.pending if not one.inside or one.inside in frames)
    if len(kept) < len(walk.pending):
        gone = {one.said.number for one in walk.pending if one not in kept}
        if walk.misfit is not None and walk.misfit.line in gone:
            return Answer.NOT_ALLOWED
        walk.cost += StepKind.NEVER_ASKED.cost * (len(walk.pending) - len(kept))
        walk.unasked += tuple(
            one for one in walk.pending if one not in kept and not says_what_it_answers(ground, pos, one)
        )
        walk.pending = kept
    for choice in [one for one in kept if may_answer(one, ask)]:
        move = ground.meaning(choice_line(choice.said, choice.part, ground.names, pos), pos, ask)
        if move is not None:
            walk.pending = tuple(one for one in kept if one is not choice)
            said = choice.said
            if walk.misfit is not None and (walk.misfit.line, walk.misfit.column) == (said.number, choice.part.column):
                walk.misfit = None
            make(ground, walk, said.player, move, Step(StepKind.READ, said.player, move, (), said.number))
            return Answer.MADE
    return _refused(ground, walk, tuple(one for one in kept if may_answer(one, ask)), pos, ask)


def says_what_it_answers(ground: Ground, pos: Position, choice: PendingChoice) -> bool:
    """Whether a choice behind a use only names what the use answers: `A use save on ned`, where ned is saved."""
    named = [ground.names.components(pos.table, ref, choice.said.player) for ref in choice.part.items]
    return bool(choice.about) and all(choice.about in one for one in named)


def about(ask: Ask | None, move: Move) -> int:
    """Return the component of the occurrence that a use answers, or 0."""
    if not isinstance(ask, Window) or not 0 <= move.amount < len(ask.frame.occurrences):
        return 0
    return ask.frame.occurrences[move.amount].subject


def may_answer(choice: PendingChoice, ask: Ask) -> bool:
    """Whether a choice may be meant for a question: `paying` answers what a cost is paid with, and only that."""
    return (choice.part.lead == "paying") == (isinstance(ask, Choose) and ask.slot == "paid")


def _refused(ground: Ground, walk: LineWalk, kept: tuple[PendingChoice, ...], pos: Position, ask: Ask) -> Answer:
    """Return whether the first waiting choice is asked for here and not allowed, or is asked of another player."""
    if not kept or not isinstance(ask, Choose | Say):
        return Answer.NOT_MEANT
    choice = kept[0]
    if ask.player != choice.said.player and not _names_word_of(choice, ask):
        return Answer.NOT_MEANT
    if "no" in getattr(ask, "words", ()) or ask.allows(pos, ask.player, PASS):
        return Answer.NOT_MEANT
    verb = choice_line(choice.said, choice.part, ground.names, pos).verb
    if (isinstance(ask, Say) and verb == "choose") or (isinstance(ask, Choose) and choice.part.lead == "naming"):
        return Answer.NOT_MEANT
    walk.misfit = None
    _keep_misfit(ground, walk, choice, pos, ask, silent=False)
    return Answer.NOT_ALLOWED


def _names_word_of(choice: PendingChoice, ask: Ask) -> bool:
    """Whether a choice names a word that another player is asked for."""
    words = {ref.text for ref in choice.part.items}
    return choice.part.lead == "naming" and isinstance(ask, Say) and words <= {*ask.words}


def _keep_misfit(ground: Ground, walk: LineWalk, choice: PendingChoice, pos: Position, ask: Ask, silent: bool) -> None:
    """Keep what forbids a choice at a decision; the first such decision counts."""
    if walk.misfit is not None:
        return
    for move, checks in _judged(ground, choice, pos, ask):
        if not legal(checks):
            point = JudgedPoint(
                MATCHED, 1, 0, pos.table.seq, 0, move, tuple(checks), ask.says, silent, (), ask.player,
                where_of(pos, ask),
            )  # fmt: skip
            walk.misfit = Misfit(
                choice.said.number, choice.part.column, point, choice_line(choice.said, choice.part, ground.names, pos)
            )
            return
