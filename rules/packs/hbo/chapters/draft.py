"""The plot draft, a variant: each player keeps one of three plots and one of two, three times, then chooses seven.

`hbo/draft`
"""

from __future__ import annotations

from functools import partial

from ledger.events import ControlChanged, Moved
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Placement, together
from rules.kernel.chance import Shuffle
from rules.kernel.names import whereabouts
from rules.kernel.position import Position
from rules.packs.hbo.board import DRAFT

DEALT = 3
"""Plots dealt to each player at a time."""
PLOTS = 7
"""Plots in a plot deck."""


def shuffle_draft(pos: Position, frame: Frame) -> Ask | None:
    """Ask for the shuffle of the draft deck, which holds the plots of neither house (`hbo/draft#2`)."""
    if "shuffled" not in frame.data:
        return Shuffle("hbo/draft#2", frame, "shuffled", DRAFT)
    return None


def deal_three(pos: Position, frame: Frame) -> Ask | None:
    """Deal three plots face down to each player from the draft deck (`hbo/draft-1#1`)."""
    for player in pos.order():
        for number in pos.table.zones[DRAFT][:DEALT]:
            pos.emit(Moved(number, f"{player}.offer", face="down"))
    return None


def take_one(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player which of three plots to keep, in secret; the other two go to the opponent (`hbo/draft-2#1`).

    Plots that were kept lie face down in the plot deck (`hbo/draft-2#2`).
    """
    ask = _ask_which_to_keep(pos, frame, "hbo/draft-2#1")
    if ask is not None:
        return ask
    _keep(pos, frame)
    left = {player: list(pos.zone(player, "offer")) for player in pos.order()}
    for player, numbers in left.items():
        for number in numbers:
            pos.emit(Moved(number, f"{pos.after(player)}.offer", face="down"))
    return None


def take_second(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player which of the two plots received to keep (`hbo/draft-3#1`).

    The last one goes to the box (`hbo/draft-3#2`).
    """
    ask = _ask_which_to_keep(pos, frame, "hbo/draft-3#1")
    if ask is not None:
        return ask
    _keep(pos, frame)
    for player in pos.order():
        for number in list(pos.zone(player, "offer")):
            pos.emit(Moved(number, f"{player}.box", face="down"))
    return None


def repeat(pos: Position, frame: Frame) -> Ask | None:
    """Go back to the deal until the draft deck is empty (`hbo/draft-4#1`).

    With eighteen plots the deal comes three times (`hbo/draft#4`).
    """
    if pos.table.zones[DRAFT]:
        pos.go(frame, "deal")
    return None


def choose_seven(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player, in secret, which seven plots stay in the plot deck (`hbo/draft-5#1`).

    The others go to the box unseen (`hbo/draft-5#2`).
    """
    waiting = [
        Placement(
            one,
            "hbo/draft-5#1",
            "choose seven plots for the plot deck",
            frame,
            f"deck {one}",
            pos.zone(one, "plots"),
            PLOTS,
            PLOTS,
            verb="plotdeck",
            reject=partial(_not_among, pos, one),
        )
        for one in pos.order()
        if f"deck {one}" not in frame.data
    ]
    if waiting:
        return together(waiting)
    for player in pos.order():
        kept = frame.numbers(f"deck {player}")
        for number in [one for one in pos.zone(player, "plots") if one not in kept]:
            pos.emit(Moved(number, f"{player}.box", face="down"))
    return None


def _not_among(pos: Position, player: str, number: int) -> list[Check]:
    """Return why a card cannot be chosen for a player's plot deck: it is none of that player's plots."""
    needed = f"{pos.player_name(player)} chooses among their own {len(pos.zone(player, 'plots'))} plots"
    return [Check("own", "hbo/draft-5#1", needed, False, whereabouts(pos, number))]


def _ask_which_to_keep(pos: Position, frame: Frame, rule: str) -> Ask | None:
    """Ask every player who has not chosen yet which of the offered plots to keep; None when all have."""
    says = "which plot to keep"
    waiting = [player for player in pos.order() if f"take {player}" not in frame.data]

    def reject(number: int) -> list[Check]:
        needed = "a player keeps one of the plots offered to them"
        return [Check("offered", rule, needed, False, whereabouts(pos, number))]

    return together(
        [
            Placement(one, rule, says, frame, f"take {one}", pos.zone(one, "offer"), verb="draft", reject=reject)
            for one in waiting
        ]
    )


def _keep(pos: Position, frame: Frame) -> None:
    """Move each player's chosen plot to the plot deck, under that player's control, and forget the choices."""
    for player in pos.order():
        number = frame.numbers(f"take {player}")[0]
        pos.emit(Moved(number, f"{player}.plots", face="down"))
        pos.emit(ControlChanged(number, player))
    pos.patch(frame, {f"take {player}": None for player in pos.order()})
