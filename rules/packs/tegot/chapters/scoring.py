"""Income and scoring: the gold that taxes bring, the points of a scoring phase, and the ranking at the end."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Moved, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask
from rules.kernel.position import Position
from rules.kernel.timing import Run
from rules.packs.tegot import board

_CAPITAL_GOLD = 2
_CASTLE_POINTS = (4, 2, 1, 0)
"""Points for castles by rank. The score mat's figures are not in the text (`tegot/score-mat#1`): these are
illustrative.
"""


def yields(pos: Position, player: str) -> list[str]:
    """Return what the uncovered spaces of a player's force track show, such as `gold` or `card` (`tegot/taxes#1`)."""
    house = board.house_of(pos, player)
    shown = board.house_fact(pos, house, "yields")
    assert isinstance(shown, list)
    return [str(part) for part in shown[: board.SPACES - len(board.on_mat(pos, house))]]


def track_gold(pos: Position, player: str) -> int:
    """Return the gold that the uncovered spaces of a player's force track pay (`tegot/taxes#1`)."""
    return yields(pos, player).count("gold")


def fief_gold(pos: Position, player: str) -> int:
    """Return the gold of the fiefs that a player controls.

    Keeps `tegot/taxes#3`, `tegot/fief-domain#1`, `tegot/castle-icon#1`.
    """
    world = board.world(pos)
    return sum(world.domains[name].gold for name in board.controlled(pos, player))


def capital_gold(pos: Position, player: str) -> int:
    """Return the gold a player gets for King's Landing: 2, or 0 without it (`tegot/taxes#4`)."""
    return _CAPITAL_GOLD if board.holder(pos, board.world(pos).capital) == player else 0


def companions_leave(pos: Position, frame: Frame) -> Ask | None:
    """Discard the cards beside the mats: a Loyal Companion leaves when scoring begins (`tegot/loyal-companion#2`)."""
    for player in pos.order():
        for number in list(pos.zone(player, "kept")):
            pos.emit(Moved(number, "discard"))
    return None


def castle_points(pos: Position, player: str) -> int:
    """Return a player's points for castles, by rank. Players who tied have the same rank and all its points.

    Keeps `tegot/scoring-castles#1`, `tegot/scoring-castles#2`, `tegot/scoring-castles#3`.
    """
    mine = board.castles(pos, player)
    ahead = {count for other in pos.table.players if (count := board.castles(pos, other)) > mine}
    return _CASTLE_POINTS[len(ahead)]


def goal_points(pos: Position, player: str) -> int:
    """Return the points of the house goals that a player has met: enough tokens recruited, all domains controlled.

    Keeps `tegot/house-goals#2`, `tegot/house-goals#3`, `tegot/house-goals#4`, `tegot/house-goals#1`,
    `tegot/house-lannister#2`.
    """
    goals = board.house_fact(pos, board.house_of(pos, player), "goals")
    held, out = set(board.controlled(pos, player)), board.tokens_recruited(pos, player)
    assert isinstance(goals, list)
    return sum(int(goal["points"]) for goal in goals if out >= goal["tokens"] and held.issuperset(goal["domains"]))


def throne_points(pos: Position, player: str) -> int:
    """Return 1 if a player has the Iron Throne and has recruited enough tokens, else 0 (`tegot/iron-throne#3`)."""
    needed = board.house_fact(pos, board.house_of(pos, player), "throne")
    enough = isinstance(needed, int) and board.tokens_recruited(pos, player) >= needed
    return 1 if board.throned(pos) == player and enough else 0


def alliance_points(pos: Position, player: str) -> int:
    """Return a player's points for alliances: 1 for each (`tegot/scoring-alliances#1`)."""
    return len(board.allies(pos, player))


def score(note: str, points: Callable[[Position, str], int]) -> Run:
    """Return a step that scores one part of a scoring phase, for all players at once (`tegot/scoring-phase#2`).

    `points` computes the points of a player; `note` names the part in the record.
    """

    def run(pos: Position, frame: Frame) -> Ask | None:
        scored = {player: points(pos, player) for player in pos.order()}
        parts = tuple(Occurrence("scored", player=player, amount=n, note=note) for player, n in scored.items() if n)
        if parts:
            pos.open_next(frame, "moment", None, parts)
        return None

    return run


def vengeance(pos: Position, frame: Frame) -> Ask | None:
    """Give this phase's vengeance token to the player with the fewest points; a tie puts it out of the game.

    There is none in the last phase.
    Keeps `tegot/vengeance#1`, `tegot/vengeance#2`, `tegot/setup-2b#1`.
    """
    waiting = pos.table.zones["vengeance"]
    if not waiting or frame.number("round") not in (3, 5):
        return None
    points = {player: pos.table.count(player, "points") for player in pos.table.players}
    lowest = [player for player, count in points.items() if count == min(points.values())]
    pos.emit(Moved(waiting[0], f"{lowest[0]}.vengeance" if len(lowest) == 1 else "box"))
    return None


def rank(pos: Position, player: str) -> tuple[int, ...]:
    """Return what decides the game for a player, in order: points, throne, castles, recruited tokens, gold.

    Keeps `tegot/tie-break#1`, `#2`.
    """
    throne = 1 if board.throned(pos) == player else 0
    points = pos.table.count(player, "points")
    return points, throne, board.castles(pos, player), board.tokens_recruited(pos, player), board.gold(pos, player)
