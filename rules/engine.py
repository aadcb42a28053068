"""The engine: a loop over the step of the innermost frame. It says which moves are legal and why, and what they cause.

All state is in the table, so any decision can be resumed from events alone, at any depth, without recursion.
"""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Corrected, Event, FrameAdvanced, FrameClosed, Move, MoveMade, Outcome
from ledger.folding import HANDLERS
from ledger.table import Frame
from rules.errors import StuckError
from rules.kernel.asks import CHANCE, Ask, Check
from rules.kernel.names import listed
from rules.kernel.position import Position
from rules.resolution.moments import begin, find_use, measure


def advance(pos: Position) -> Ask | None:
    """Run steps until somebody must decide, and return that decision; None if the game is over.

    The table changes on the way; the events are in `pos.log`. A decision that is pending already is returned as it is.
    """
    if pos.ask is not None:
        return pos.ask
    pos.watch = measure(pos)
    return _run(pos)


def _run(pos: Position) -> Ask | None:
    """Run the loop itself. `pos.watch` must hold what the game's watch measured before it."""
    table, procedures = pos.table, pos.pack.procedures
    frames, log, stepped = table.frames, pos.log, HANDLERS[FrameAdvanced]
    while frames and table.winners is None:
        if pos.unsettled:
            changed = pos.unsettled
            pos.unsettled = set()
            if pos.pack.settle(pos, changed):
                continue
        frame = frames[-1]
        procedure = procedures[frame.kind]
        at = frame.step
        if at >= len(procedure.steps):
            _close(pos, frame)
            continue
        ask = procedure.steps[at].run(pos, frame)
        if ask is not None:
            pos.ask = ask
            return ask
        if frames and frames[-1] is frame and frame.step == at:
            if at + 1 >= len(procedure.steps):
                _close(pos, frame)
            else:  # what `emit` does for an event that changes nothing but the step: three quarters of all events
                event = FrameAdvanced(frame.id, at + 1)
                stepped(table, event)
                table.seq += 1
                log.append(event)
    return None


def _close(pos: Position, frame: Frame) -> None:
    closing = pos.pack.procedures[frame.kind].closing
    if closing is not None:
        closing(pos, frame)
    results = tuple(part.state for part in frame.occurrences)
    outcome = Outcome.CANCELLED if results and results[0] == "cancelled" else Outcome.RESOLVED
    pos.emit(FrameClosed(frame.id, outcome, results))


def options(pos: Position) -> Iterator[Move]:
    """Run on to the next decision, and return an iterator over the legal moves worth listing; none if the game is over.

    Other moves may be legal: only `explain` judges a move.
    """
    ask = advance(pos)
    return iter(()) if ask is None else ask.moves(pos)


def explain(pos: Position, player: str, move: Move) -> list[Check]:
    """Run on to the next decision, and judge a move there: its conditions, each with its rule and whether it holds.

    A condition that means nothing once another one failed may be unjudged or left out.
    """
    ask = advance(pos)
    if ask is None:
        return [game_over(pos)]
    return ask.checks(pos, player, move)


def game_over(pos: Position) -> Check:
    """Return the condition that a game is still going on, as it fails after the end."""
    winners = listed([pos.player_name(player) for player in pos.table.winners or ()], "nobody")
    return Check("over", pos.pack.rule("over"), "the game must still be going on", False, f"it is over: {winners} won")


def legal(checks: list[Check]) -> bool:
    """Whether every condition holds; one that was not judged does not."""
    return all(check.holds for check in checks)


def cannot_force(pos: Position, player: str, move: Move, ask: Ask | None = None) -> str:
    """Return why a move that the rules do not allow cannot be made all the same: it means nothing here; "" if it can.

    `ask` is the decision it would answer, as `force` takes it.
    """
    ask = ask or advance(pos)
    if ask is None:
        return "nothing can be done any more: the game is over"
    if not ask.takes(player):
        return f"{ask.player} is asked alone: {ask.says}"
    ask = ask.answered_by(player)
    named = {move.subject, *move.picks, *move.pairs} - {0}
    if not named <= pos.table.entities.keys():
        return "it names what is not there"
    if ask.personal and ask.player != player:
        return f"nobody answers for {ask.player}: {ask.says}"
    if _is_answer(pos, ask, move):
        meant = ask.means(pos, move) and _has_known_words(pos, move) and _names_its_card(pos, move)
        return "" if meant else f"such an answer means nothing here: {ask.says}"
    if move.verb == "use" and find_use(pos, player, move, None, pos.table.top) is not None:
        return ""
    return f"`{move.verb}` means nothing here: {ask.says}"


def _is_answer(pos: Position, ask: Ask, move: Move) -> bool:
    """Whether a move answers a question, legal or not, and does not begin something of its own."""
    acts = ask.verb == "act" and any(action.verb == move.verb for action in pos.pack.actions)
    return acts or move.verb in ask.verb.split()


def _names_its_card(pos: Position, move: Move) -> bool:
    """Whether a move has the card that every way to write its verb begins with, if there is one."""
    phrases = [phrase for phrase in pos.pack.notation.phrases if phrase.verb == move.verb]
    needs = bool(phrases) and all(any(part.into == "subject" for part in phrase.parts) for phrase in phrases)
    return bool(move.subject) or not needs


def _has_known_words(pos: Position, move: Move) -> bool:
    """Whether every word of a move is one that the notation knows for its verb; for some verbs that is any word."""
    parts = [part for phrase in pos.pack.notation.phrases if phrase.verb == move.verb for part in phrase.parts]
    said = [part for part in parts if part.kind in ("word", "words", "player")]
    if not said or any(part.kind != "player" and not part.known and not part.known_types for part in said):
        return True
    cards, types = pos.pack.cards, {kind for part in said for kind in part.known_types}
    known = {word for part in said for word in part.known} | pos.table.seats.keys()
    known |= {word for phrase in pos.pack.notation.phrases if phrase.verb == move.verb for word in phrase.words}
    return all(word in known or (word in cards and cards[word].type in types) for word in move.words)


def force(pos: Position, player: str, move: Move, ask: Ask | None = None) -> list[Event]:
    """Make a move the rules do not allow, because it was made at the table; run on to the next decision.

    Returns the events. An answer to the question is taken as it is; a use begins although it may not. `ask` is the
    decision the move answers, where that is one that would have decided itself.

    Raises `StuckError` where `cannot_force` says why that cannot be.
    """
    ask = ask or advance(pos)
    why = cannot_force(pos, player, move, ask)
    if ask is None or why:
        raise StuckError(why)
    ask = ask.answered_by(player)
    before, last = len(pos.log), pos.table.seq
    pos.ask, pos.watch = None, measure(pos)
    pos.emit(MoveMade(player, move))
    ask.player = player
    if _is_answer(pos, ask, move):
        ask.accept(pos, move)
    else:
        use = find_use(pos, player, move, None, pos.table.top)
        assert use is not None
        begin(pos, use)
    if pos.table.top.id > last and pos.table.top.kind in pos.pack.paid_frames:
        pos.patch(pos.table.top, {"forced": True})
    _run(pos)
    return pos.log[before:]


def correct(pos: Position, event: Corrected) -> list[Event]:
    """Put the table right by hand, run on to the next decision, and return the events, the correction first.

    What the rules ask for of the table as it is now follows at once: a player with enough power wins. A pending
    decision is asked again. Nothing answers the correction itself. Raises `StuckError` if the game is over.
    """
    if pos.table.winners is not None:
        raise StuckError("nothing can be corrected any more: the game is over")
    before = len(pos.log)
    pos.ask = None
    pos.emit(event)
    advance(pos)
    return pos.log[before:]


def decide(pos: Position, player: str, move: Move) -> list[Event]:
    """Make a move, run on to the next decision, and return the events. The caller must know that the move is legal.

    The first event is the move, the pass, or the outcome of chance. A pass counts as the asked player's. Raises
    `StuckError` if the game is over, or for a pass where nobody may pass.
    """
    ask = advance(pos)
    if ask is None:
        raise StuckError("nobody decides anything here: the game is over")
    before = len(pos.log)
    pos.ask, pos.watch = None, measure(pos)
    if move.verb == "pass":
        ask.passed(pos)
    else:
        if player != CHANCE:
            pos.emit(MoveMade(player, move))
        ask.answered_by(player).accept(pos, move)
    _run(pos)
    return pos.log[before:]
