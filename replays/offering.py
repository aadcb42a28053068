"""Whether what may be done was done: a player who writes what is chosen for it has said so without saying yes."""

from __future__ import annotations

from ledger.events import Move
from replays.recording import Recording
from replays.wording import Wording
from rules.engine import legal
from rules.kernel.asks import Ask, Choose, Say


def taken_up(recording: Recording, wording: Wording, ask: Say, wrongly: bool) -> bool:
    """Whether the move is what is chosen next by a player who takes up what is offered; if it is legal nowhere, `wrongly`, also a choice
    that is none of those so asked for."""
    said = wording.said
    if ask.player != said.player or "yes" not in ask.words:
        return False
    watching, start, found = recording.pos.observer, len(recording), [False]

    def judge(asked: Ask) -> None:
        if isinstance(asked, Choose | Say) and asked.player == said.player:
            moves = wording.moves(recording.pos, asked)
            found.append(any(legal(asked.checks(recording.pos, said.player, move)) for move in moves))

    recording.pos.observer = judge
    recording.decide(ask.player, Move(ask.verb, words=("yes",)))
    following = recording.ask()
    if following is not None:
        judge(following)
    recording.rewind(start)
    recording.pos.observer = watching
    return any(found) or (wrongly and said.verb == "choose" and isinstance(following, Choose))
