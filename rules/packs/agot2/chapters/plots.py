"""The plot phase: plots chosen in secret and revealed together, initiative, the first player, when-revealed abilities
(`agot2/1.2`, `agot2/1.3`)."""

from __future__ import annotations

from ledger.events import FrameAdvanced, Moved, Occurrence, SeatChanged
from ledger.table import Frame
from rules.kernel.asks import Ask, Choose, Say, together
from rules.kernel.chance import Chance
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.packs.agot2 import board, values
from rules.packs.agot2.zones import leave_plot
from rules.shared.revealed import resolve_revealed

SLOT = Slot(
    "when revealed", "agot2/resolve-when-revealed#1", "when-revealed abilities", ("when revealed",), forced=True
)


def choose_plots(pos: Position, frame: Frame) -> Ask | None:
    """Each player sets one plot aside facedown, all at the same time (`agot2/1.2#1`, `agot2/1.2#2`), until everyone has
    (`agot2/1.2#3`)."""
    waiting = []
    for player in pos.order():
        slot = f"plot {player}"
        if slot in frame.data:
            if pos.zone(player, "chosen") == []:
                pos.emit(Moved(frame.numbers(slot)[0], f"{player}.chosen", face="down"))
            continue
        deck = pos.zone(player, "plots")
        if deck:
            waiting.append(Choose(player, "agot2/1.2#1", "choose a plot", frame, slot, deck, 1, 1, verb="plot"))
    return together(waiting)


def reveal_plots(pos: Position, frame: Frame) -> Ask | None:
    """All chosen plots are revealed at once (`agot2/1.3#1`); each goes over the one before it, which joins the used
    pile (`agot2/plot-cards#3`)."""
    patch: dict[str, bool | int | str | list[int | str] | None] = {}
    revealed: list[int | str] = []
    for player in pos.order():
        for number in list(pos.zone(player, "chosen")):
            for old in list(pos.zone(player, "plot")):
                leave_plot(pos, old)
            pos.emit(Moved(number, f"{player}.plot", face="up"))
            revealed.append(number)
        patch[f"plot {player}"] = None
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {**patch, "revealed": revealed}))
    return None


def initiative(pos: Position, frame: Frame) -> Ask | None:
    """Highest initiative (`agot2/count-initiative#1`, `agot2/initiative#2`); among the tied the least power
    (`agot2/count-initiative#2`); then chance."""
    if "tied" in frame.data:
        winner = frame.names("tied")[0]
    else:
        totals = {player: values.plot_value(pos, player, "initiative") for player in pos.order()}
        best = [player for player, total in totals.items() if total == max(totals.values())]
        least = min(board.power_of(pos, player) for player in best)
        best = [player for player in best if board.power_of(pos, player) == least]
        if len(best) > 1:
            return Chance("agot2/count-initiative#3", "who wins initiative", frame, "tied", "initiative", best, 1)
        winner = best[0]
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"tied": None, "initiative": winner}))
    return None


def first_player(pos: Position, frame: Frame) -> Ask | None:
    """The winner of initiative chooses the first player (`agot2/choose-first-player#1`, `agot2/first-player#1`).

    That one remains so until another is chosen (`agot2/choose-first-player#2`, `agot2/first-player#2`).
    """
    if "first" not in frame.data:
        return Say(
            frame.text("initiative"),
            "agot2/choose-first-player#1",
            "who is the first player",
            frame,
            "first",
            pos.table.players,
            verb="first",
        )
    first = frame.text("first")
    pos.emit(SeatChanged("first", (first,)))
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"first": None, "initiative": None}))
    return None


def when_revealed(pos: Position, frame: Frame) -> Ask | None:
    """Every when-revealed ability of the plots just revealed must resolve (`agot2/abilities#3`), one after another in
    the first player's order (`agot2/resolve-when-revealed#3`)."""
    return resolve_revealed(pos, frame, SLOT, "agot2/resolve-when-revealed#2")


def recycle(pos: Position, frame: Frame) -> Ask | None:
    """A player whose plot deck is empty takes the used pile back (`agot2/1.3#3`, `agot2/used-pile#2`).

    The plot just revealed is not of it (`agot2/used-pile#4`); so each plot is in the plot deck, revealed or used
    (`agot2/plot-cards#2`).
    """
    for player in pos.order():
        if not pos.zone(player, "plots"):
            for number in list(pos.zone(player, "used")):
                pos.emit(Moved(number, f"{player}.plots"))
    return None


def plots_revealed(pos: Position, frame: Frame) -> Ask | None:
    """Reactions to revealing wait until here (`agot2/1.3#4`)."""
    revealed = frame.numbers("revealed")
    parts = tuple(Occurrence("plotted", number, pos.entity(number).controller) for number in revealed)
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"revealed": None}))
    if parts:
        pos.open("moment", None, parts)
    return None
