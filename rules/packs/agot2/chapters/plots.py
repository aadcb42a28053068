"""The plot phase: plots chosen in secret (1.2) and revealed together (1.3), and the sub-steps of revealing.

The sub-steps are initiative, the first player and when-revealed abilities; then used piles return, and reactions to
revealing come last (`agot2/1.2`, `agot2/1.3`).
"""

from __future__ import annotations

from ledger.events import FrameAdvanced, Moved, Occurrence, SeatChanged, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask, Choose, Say, together
from rules.kernel.chance import Chance
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.packs.agot2 import board, values
from rules.packs.agot2.zones import leave_plot
from rules.shared.revealed import resolve_revealed

_WHEN_REVEALED = Slot(
    "when revealed", "agot2/resolve-when-revealed#1", "when-revealed abilities", ("when revealed",), forced=True
)


def choose_plots(pos: Position, frame: Frame) -> Ask | None:
    """Ask every player at the same time for a plot, and set each chosen one aside facedown (step 1.2).

    A player chooses among the plots left in the plot deck (`agot2/1.2#1`) and shows the choice to nobody
    (`agot2/1.2#2`); a player whose plot deck is empty is not asked. The step ends when all have chosen (`agot2/1.2#3`).
    """
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
    """Reveal all chosen plots at once (step 1.3, `agot2/1.3#1`); the plots they replace go to the used piles.

    A plot leaves play as its player reveals the next one (`agot2/plot-cards#3`). The frame remembers the new plots as
    `revealed`.
    """
    patch: Slots = {}
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
    """Count initiative (first sub-step of 1.3) and remember its winner in the frame.

    The highest initiative wins (`agot2/count-initiative#1`, `agot2/initiative#2`), among tied players the one with the
    least power (`agot2/count-initiative#2`). If they tie again, chance is asked for one of them.
    """
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
    """Ask the winner of initiative who is first player, and give that player the role (second sub-step of 1.3).

    The winner may choose any player (`agot2/choose-first-player#1`, `agot2/first-player#1`). The chosen player keeps
    the role until another is chosen (`agot2/choose-first-player#2`, `agot2/first-player#2`).
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
    """Resolve the when-revealed abilities of the plots just revealed (third sub-step of 1.3).

    All that could change anything must resolve (`agot2/abilities#3`), one after another
    (`agot2/resolve-when-revealed#3`), in the order the first player chooses.
    """
    return resolve_revealed(pos, frame, _WHEN_REVEALED, "agot2/resolve-when-revealed#2")


def recycle(pos: Position, frame: Frame) -> Ask | None:
    """Return the used pile of each player with an empty plot deck to that deck (`agot2/1.3#3`, `agot2/used-pile#2`).

    The plot just revealed is not part of the used pile (`agot2/used-pile#4`), so each plot is in the plot deck,
    revealed or used (`agot2/plot-cards#2`).
    """
    for player in pos.order():
        if not pos.zone(player, "plots"):
            for number in list(pos.zone(player, "used")):
                pos.emit(Moved(number, f"{player}.plots"))
    return None


def plots_revealed(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which players may react to the plots just revealed (end of step 1.3).

    Reactions wait until all when-revealed abilities have resolved (`agot2/1.3#4`).
    """
    revealed = frame.numbers("revealed")
    parts = tuple(Occurrence("plotted", number, pos.entity(number).controller) for number in revealed)
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"revealed": None}))
    if parts:
        pos.open("moment", None, parts)
    return None
