"""Income and scoring: taxes from track and fiefs, castles by rank, house goals, throne, alliances, vengeance, and who is ahead."""

from __future__ import annotations

from ledger.events import Moved, Occurrence
from ledger.table import Frame
from rules.asking import Ask
from rules.packs.tegot import reading
from rules.position import Position

CAPITAL = 2
CASTLE_POINTS = (4, 2, 1, 0)
"""Points by rank. The score mat's figures are not in the text (`tegot/score-mat#1`): these are illustrative."""


def yields(pos: Position, player: str) -> list[str]:
    """What the uncovered spaces of the force track show (`tegot/taxes#1`)."""
    house = reading.house_of(pos, player)
    shown = reading.house_fact(pos, house, "yields")
    assert isinstance(shown, list)
    return [str(part) for part in shown[: reading.SPACES - len(reading.on_mat(pos, house))]]


def income(pos: Position, player: str) -> int:
    """Gold from the track, 1 for each fief controlled, 2 for King's Landing (`tegot/taxes#3`, `#4`)."""
    world = reading.world(pos)
    held = [world.domains[name] for name in reading.controlled(pos, player)]
    fiefs = sum(domain.gold for domain in held)
    return yields(pos, player).count("gold") + fiefs + (CAPITAL if any(domain.throne for domain in held) else 0)


def companions_leave(pos: Position, frame: Frame) -> Ask | None:
    """A Loyal Companion stays until the next scoring phase (`tegot/loyal-companion#2`)."""
    for player in pos.order():
        for number in list(pos.zone(player, "kept")):
            pos.emit(Moved(number, "discard"))
    return None


def castle_points(pos: Position) -> dict[str, int]:
    """Points by rank, the tied sharing the full points of theirs (`tegot/scoring-castles#1` to `#3`)."""
    counts = {player: reading.castles(pos, player) for player in pos.order()}
    ranks = sorted(set(counts.values()), reverse=True)
    return {player: CASTLE_POINTS[min(ranks.index(count), 3)] if count else 0 for player, count in counts.items()}


def goal_points(pos: Position, player: str) -> int:
    """Goals whose tokens are recruited and whose domains are controlled (`tegot/house-goals#2`, `#3`, `#4`)."""
    goals = reading.house_fact(pos, reading.house_of(pos, player), "goals")
    held, out = set(reading.controlled(pos, player)), reading.recruited(pos, player)
    assert isinstance(goals, list)
    return sum(int(goal["points"]) for goal in goals if out >= goal["tokens"] and held.issuperset(goal["domains"]))


def throne_points(pos: Position, player: str) -> int:
    """The Iron Throne scores 1, if enough units are recruited (`tegot/iron-throne#3`)."""
    needed = reading.house_fact(pos, reading.house_of(pos, player), "throne")
    enough = isinstance(needed, int) and reading.recruited(pos, player) >= needed
    return 1 if reading.throned(pos) == player and enough else 0


def score(pos: Position, frame: Frame) -> Ask | None:
    """All parts of a scoring phase, for everyone (`tegot/scoring-phase#2`)."""
    ranked = castle_points(pos)
    parts = []
    for player in pos.order():
        points = {
            "castles": ranked[player],
            "goals": goal_points(pos, player),
            "the throne": throne_points(pos, player),
            "alliances": len(reading.allies(pos, player)),
        }
        parts += [Occurrence("scored", player=player, amount=amount, note=note) for note, amount in points.items() if amount]
    if parts:
        pos.open_next(frame, "moment", None, tuple(parts))
    return None


def vengeance(pos: Position, frame: Frame) -> Ask | None:
    """The token of this phase goes to the lowest score, or out of the game if it is shared (`tegot/vengeance#1`, `#2`)."""
    waiting = pos.table.zones["vengeance"]
    if not waiting or frame.number("round") not in (3, 5):
        return None
    points = {player: pos.table.count(player, "points") for player in pos.table.players}
    lowest = [player for player, count in points.items() if count == min(points.values())]
    pos.emit(Moved(waiting[0], f"{lowest[0]}.vengeance" if len(lowest) == 1 else "box"))
    return None


def rank(pos: Position, player: str) -> tuple[int, ...]:
    """Points and the tie-breaks, in order (`tegot/tie-break#1`, `#2`)."""
    throne = 1 if reading.throned(pos) == player else 0
    points = pos.table.count(player, "points")
    return points, throne, reading.castles(pos, player), reading.recruited(pos, player), reading.gold(pos, player)
