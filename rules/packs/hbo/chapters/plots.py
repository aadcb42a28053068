"""The plot phase: plots picked in secret and revealed together, initiative, the first player, plots' abilities."""

from __future__ import annotations

from ledger.events import FrameAdvanced, Moved, SeatChanged, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Say, together
from rules.kernel.chance import Chance
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.packs.hbo import board, values
from rules.shared.revealed import resolve_revealed

SLOT = Slot("when revealed", "hbo/plot-6#1", "when-revealed abilities", ("when revealed",), forced=True)
"""The slot in which when-revealed abilities of plots resolve."""


def choose_plots(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player for any of the unused plots, in secret (`hbo/plot-1#1`, `hbo/plot-deck#2`).

    Nothing is shown before both have picked (`hbo/plot-1#3`): the chosen plots are laid aside face down.
    """
    holders = [player for player in pos.order() if pos.zone(player, "plots")]
    waiting = [PickPlot(pos, player, frame) for player in holders if f"plot {player}" not in frame.data]
    if waiting:
        return together(waiting)
    for player in holders:
        pos.emit(Moved(frame.numbers(f"plot {player}")[0], f"{player}.chosen", face="down"))
    return None


class PickPlot(Choose):
    """The choice of a plot: one of the player's own that has not been used."""

    def __init__(self, pos: Position, player: str, frame: Frame) -> None:
        says, deck = "pick a plot from the plot deck", pos.zone(player, "plots")

        def reject(number: int) -> list[Check]:
            entity, name = pos.entity(number), pos.pack.name(pos, number)
            used = entity.zone in (f"{player}.plot", f"{player}.used")
            return [
                Check("own", "hbo/plot-1#1", f"{name} is from {player}'s own plot deck", used),
                Check("unused", "hbo/plot-1#2", f"{name} has not been used, or has returned", not used),
            ]

        super().__init__(player, "hbo/plot-1#1", says, frame, f"plot {player}", deck, verb="plot", reject=reject)


def reveal_plots(pos: Position, frame: Frame) -> Ask | None:
    """Turn up both chosen plots at once (`hbo/plot-2#1`) in place of the previous ones (`hbo/plot-2#2`).

    The previous plots become used (`hbo/plot-2#3`).
    """
    patch: Slots = {}
    revealed: list[int | str] = []
    for player in pos.order():
        for number in list(pos.zone(player, "chosen")):
            for old in list(pos.zone(player, "plot")):
                pos.emit(Moved(old, f"{player}.used"))
            pos.emit(Moved(number, f"{player}.plot", face="up"))
            revealed.append(number)
        patch[f"plot {player}"] = None
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {**patch, "revealed": revealed}))
    return None


def recycle(pos: Position, frame: Frame) -> Ask | None:
    """Give each player who has just revealed the last unused plot the used ones back (`hbo/plot-3#1`).

    The plot just revealed stays out (`hbo/plot-3#2`), and each player's plots return on their own (`hbo/plot-3#3`).
    """
    for player in pos.order():
        if not pos.zone(player, "plots"):
            for number in list(pos.zone(player, "used")):
                pos.emit(Moved(number, f"{player}.plots"))
    return None


def initiative(pos: Position, frame: Frame) -> Ask | None:
    """Record who wins initiative: the higher total, then the player with less power, then chance.

    `hbo/plot-4#1`, `hbo/plot-4#2`, `hbo/plot-4#3`
    """
    tied = frame.names("tied")
    if not tied:
        totals = {player: values.total(pos, player, "initiative") for player in pos.order()}
        tied = [player for player, total in totals.items() if total == max(totals.values())]
        least = min(board.power_of(pos, player) for player in tied)
        tied = [player for player in tied if board.power_of(pos, player) == least]
        if len(tied) > 1:
            return Chance("hbo/plot-4#3", "who wins initiative", frame, "tied", "initiative", tied, 1)
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"tied": None, "initiative": tied[0]}))
    return None


def first_player(pos: Position, frame: Frame) -> Ask | None:
    """Ask the winner of initiative to name the first player, either one (`hbo/plot-5#1`).

    The first player stays the same for the whole round (`hbo/plot-5#2`).
    """
    if "first" not in frame.data:
        winner = frame.text("initiative")
        return Say(winner, "hbo/plot-5#1", "who is the first player", frame, "first", pos.table.players, verb="first")
    pos.emit(SeatChanged("first", (frame.text("first"),)))
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"first": None, "initiative": None}))
    return None


def when_revealed(pos: Position, frame: Frame) -> Ask | None:
    """Resolve the plots' when-revealed abilities, in the first player's order if both have one (`hbo/plot-6#2`)."""
    return resolve_revealed(pos, frame, SLOT, "hbo/plot-6#2", "hbo/plot-6#3")
