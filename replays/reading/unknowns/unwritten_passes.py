"""Passes that are missing where every pass is written: a player with unknown cards was to act, and wrote nothing.

A window passes over a player who can use nothing that is known. A player with unknown cards might have used one of
them: so if every pass is written, and that player's are elsewhere, the next player may have acted out of turn.
"""

from __future__ import annotations

from ledger.events import Move
from replays.meaning.fit import MATCHED, JudgedPoint, where_of
from replays.notation.lines import Said
from replays.reading.ground import Ground, ReadLine, is_pass
from replays.reading.readings import Fate, ReadingNode
from replays.reading.unknowns.unknown_cards import unknown_in
from rules.kernel.asks import Ask, Check
from rules.kernel.pack import Failure
from rules.kernel.position import Position
from rules.resolution.windows import ActionWindow


def acted_too_soon(ground: Ground, node: ReadingNode, pos: Position, ask: Ask, move: Move) -> JudgedPoint | None:
    """Return the point at which a legal move is out of turn if a pass is missing before it; None if none is missing."""
    if not node.strict or not isinstance(ask, ActionWindow):
        return None
    for player in ask.over:
        might_act = any(unknown_in(pos, f"{player}.hand"))
        if might_act and _writes_passes(ground, player) and not _has_passed(ground, node, player):
            return _point(pos, ask, move, player)
    return None


def _writes_passes(ground: Ground, player: str) -> bool:
    """Whether passes of a player are written at all."""
    return any(_is_pass_of(line, player) for line in ground.lines)


def _is_pass_of(line: ReadLine, player: str) -> bool:
    return isinstance(line, Said) and is_pass(line) and line.player == player


def _has_passed(ground: Ground, node: ReadingNode, player: str) -> bool:
    """Whether a pass of a player is written since the last move was made, or no move has been made yet."""
    here: ReadingNode | None = node
    while here is not None and here.fate is not Fate.READ:
        line = ground.lines[here.at - 1] if here.at else None
        if line is None or _is_pass_of(line, player):
            return True
        here = here.parent
    return False


def _point(pos: Position, ask: ActionWindow, move: Move, player: str) -> JudgedPoint:
    """Return the point at which a move is out of turn, since a player with unknown cards has not passed."""
    name = pos.player_name(player)
    rule = pos.pack.clause(pos, "priority", Failure(player, frame=ask.frame))
    needed = f"{name} acts or passes first, since {name}'s hand is unknown and every pass is written"
    saw = f"no pass of {name} is written, and {pos.player_name(ask.player)} acts"
    check = Check("priority", rule, needed, False, saw)
    where = where_of(pos, ask)
    return JudgedPoint(MATCHED, 1, 0, pos.table.seq, 0, move, (check,), ask.says, player=player, where=where)
