"""The plot phase: plots picked in secret and revealed together, initiative, the first player, plots' abilities."""

from __future__ import annotations

from ledger.events import FrameAdvanced, Move, Moved, SeatChanged, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Say, together
from rules.kernel.chance import Chance
from rules.kernel.names import whereabouts
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.packs.hbo import board, values
from rules.shared.revealed import resolve_revealed

SLOT = Slot("when revealed", "hbo/plot-6#1", "when-revealed abilities", ("when revealed",), forced=True)
"""The slot in which when-revealed abilities of plots resolve."""


def choose_plots(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player for any plot of the plot deck, in secret (`hbo/plot-1#1`, `hbo/plot-deck#2`).

    A player whose plot deck is empty is not asked. When all have picked, the chosen plots are laid aside face down;
    none is shown before (`hbo/plot-1#3`).
    """
    holders = [player for player in pos.order() if pos.zone(player, "plots")]
    waiting = [PickPlot(pos, player, frame) for player in holders if f"plot {player}" not in frame.data]
    if waiting:
        return together(waiting)
    for player in holders:
        pos.emit(Moved(frame.numbers(f"plot {player}")[0], f"{player}.chosen", face="down"))
    return None


class PickPlot(Choose):
    """The choice of a plot: one of the player's own plot deck, in which used plots are not."""

    def __init__(self, pos: Position, player: str, frame: Frame) -> None:
        says, deck = "pick a plot from the plot deck", pos.zone(player, "plots")

        def reject(number: int) -> list[Check]:
            entity, name = pos.entity(number), pos.pack.name(pos, number)
            used = entity.zone in (f"{player}.plot", f"{player}.used")
            needed = f"{pos.player_name(player)} picks from their own plot deck"
            return [
                Check("own", "hbo/plot-1#1", needed, used, "" if used else whereabouts(pos, number)),
                Check("unused", "hbo/plot-1#2", "a used plot is not picked again", not used, f"{name} has been used"),
            ]

        super().__init__(player, "hbo/plot-1#1", says, frame, f"plot {player}", deck, verb="plot", reject=reject)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of an answer.

        A response to entering play that is used before any plot was revealed answers the setup.
        """
        found = super().checks(pos, player, move)
        ability = pos.pack.ability(move.ability)
        placed = move.subject in pos.table.entities and pos.in_play(move.subject)
        before_all = not any(pos.zone(one, "plot") or pos.zone(one, "used") for one in pos.order())
        kinds = {kind for trigger in ability.triggers for kind in trigger.kinds} if ability is not None else set()
        if move.verb != "use" or not placed or not before_all or not kinds & {"entered", "played"}:
            return found
        needed = "no card ability becomes active during setup"
        saw = f"{pos.pack.name(pos, move.subject)} was placed in setup"
        return [Check("setup", "hbo/setup-6#6", needed, False, saw), *found]


def reveal_plots(pos: Position, frame: Frame) -> Ask | None:
    """Turn up the chosen plots at once (`hbo/plot-2#1`) in place of the previous ones (`hbo/plot-2#2`).

    The previous plots become used (`hbo/plot-2#3`). The frame remembers the new plots as `revealed`.
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
    """Return the used plots of each player whose plot deck is empty to that deck (`hbo/plot-3#1`).

    The plot just revealed stays out (`hbo/plot-3#2`), and each player's plots return on their own (`hbo/plot-3#3`).
    """
    for player in pos.order():
        if not pos.zone(player, "plots"):
            for number in list(pos.zone(player, "used")):
                pos.emit(Moved(number, f"{player}.plots"))
    return None


def initiative(pos: Position, frame: Frame) -> Ask | None:
    """Remember in the frame who wins initiative: the player with the higher total (`hbo/plot-4#1`).

    On a tie it is the player with less power (`hbo/plot-4#2`); if power is equal too, chance is asked (`hbo/plot-4#3`).
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
    """Ask the winner of initiative to name the first player, then give that player the role.

    Either player may be named (`hbo/plot-5#1`). The first player stays the same for the whole round (`hbo/plot-5#2`).
    """
    if "first" not in frame.data:
        winner = frame.text("initiative")
        return Say(winner, "hbo/plot-5#1", "who is the first player", frame, "first", pos.table.players, verb="first")
    pos.emit(SeatChanged("first", (frame.text("first"),)))
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"first": None, "initiative": None}))
    return None


def when_revealed(pos: Position, frame: Frame) -> Ask | None:
    """Resolve the when-revealed abilities of the plots just revealed, those that could change anything.

    If there are several, the first player chooses the order (`hbo/plot-6#2`).
    """
    return resolve_revealed(pos, frame, SLOT, "hbo/plot-6#2", "hbo/plot-6#3")
