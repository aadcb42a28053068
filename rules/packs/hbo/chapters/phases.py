"""Steps of the phases other than plots, marshalling and challenges, and steps that several phases share."""

from __future__ import annotations

from ledger.events import FrameAdvanced, Occurrence, SeatChanged
from ledger.table import Frame
from rules.kernel.asks import Ask
from rules.kernel.position import Position
from rules.kernel.timing import Run
from rules.kernel.values import value
from rules.packs.hbo import board, values


def draw_two(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which each player draws two cards, or as many as modifiers say (`hbo/draw-1#1`)."""
    parts = tuple(Occurrence("drew", player=player, amount=value(pos, player, "draw", 2)) for player in pos.order())
    pos.open_next(frame, "moment", None, parts)
    return None


def next_active(pos: Position, frame: Frame) -> Ask | None:
    """Make the next player active: first the first player, then the opponent (`hbo/active-player#2`), one turn each.

    When both have had a turn, nobody is active and the phase goes to its end. The player whose turn it is, is the
    active player (`hbo/active-player#1`), in marshalling (`hbo/marshalling-phase#1`) as in challenges
    (`hbo/challenges-phase#2`).
    """
    done = frame.names("active done")
    waiting = [player for player in pos.order() if player not in done]
    if not waiting:
        pos.emit(SeatChanged("active", ()))
        pos.go(frame, "end")
        return None
    pos.emit(SeatChanged("active", (waiting[0],)))
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"active done": [*done, waiting[0]]}))
    return None


def back_to(step: str) -> Run:
    """Return the function of a step that ends a loop: it goes back to the step of this name."""

    def run(pos: Position, frame: Frame) -> Ask | None:
        pos.go(frame, step)
        return None

    return run


def over(pos: Position, frame: Frame) -> Ask | None:
    """Do nothing: the step only stands in the procedure to be seen on a chart or to be jumped to."""
    return None


def dominance_total(pos: Position, player: str) -> int:
    """Return a player's total for dominance: strength of standing characters, gold left, and modifiers to the total.

    Kneeling characters count nothing (`hbo/dominance-1#1`); each gold in the pool counts one (`hbo/dominance-1#2`),
    since it need not be spent in marshalling (`hbo/marshalling-2#5`).
    """
    standing = sum(values.strength(pos, one) for one in board.characters(pos, player) if not board.kneeling(pos, one))
    return value(pos, player, "dominance_strength", standing + pos.table.count(player, "gold"))


def count_dominance(pos: Position, frame: Frame) -> Ask | None:
    """Remember both players' totals for dominance in the frame, before anybody may act in the phase."""
    totals = {f"total {player}": dominance_total(pos, player) for player in pos.order()}
    pos.patch(frame, dict(totals))
    return None


def win_dominance(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the player with the higher total wins dominance and 1 power (`hbo/dominance-2#1`).

    The totals are those `count_dominance` remembered. If they are equal, nobody wins, and no moment opens
    (`hbo/dominance-2#2`).
    """
    totals = {player: frame.number(f"total {player}") for player in pos.order()}
    best = max(totals.values())
    winners = [player for player, total in totals.items() if total == best]
    if len(winners) == 1:
        winner = winners[0]
        gained = Occurrence("gained", board.banner(pos, winner), winner, 1, note="power")
        pos.open_next(frame, "moment", None, (Occurrence("dominated", player=winner, amount=best), gained))
    return None


def stand_all(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which all kneeling cards stand (`hbo/standing-1#1`), locations too (`hbo/location#2`).

    Those that a card forbids to stand stay kneeling.
    """
    parts = tuple(Occurrence("stood", one.id, one.controller) for one in board.in_play(pos) if "kneeling" in one.marks)
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None


def return_gold(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which all unspent gold goes back to the treasury (`hbo/taxation-1#1`).

    A player's pool of gold serves for one round (`hbo/gold-pool#1`).
    """
    held = {player: pos.table.count(player, "gold") for player in pos.order()}
    parts = tuple(
        Occurrence("lost-tokens", player=player, amount=gold, note="gold") for player, gold in held.items() if gold
    )
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None
