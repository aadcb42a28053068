"""The dynasty phase: revealing cards, collecting fate, and the window in which a pass is final.

`l5r/1.2` to `l5r/1.4`
"""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import FrameAdvanced, Move, Occurrence, Passed, SeatChanged
from ledger.table import Frame
from rules.kernel.asks import Ask, Check
from rules.kernel.names import whereabouts
from rules.kernel.pack import Action
from rules.kernel.position import Position
from rules.kernel.values import value
from rules.packs.l5r import board
from rules.packs.l5r.zones import copy_in_play
from rules.resolution.moments import owner_first
from rules.resolution.windows import ActionWindow


def reveal(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the next facedown card in a province is turned up; the step runs again until all are.

    It goes in player order, from left to right (`l5r/1.2#2`).
    """
    for player in pos.order():
        for number in board.lying(pos, player):
            if not pos.entity(number).up:
                pos.open("moment", None, (Occurrence("turned", number, player),))
                return None
    return None


def income(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which each player gains the fate printed on the stronghold, as modified (`l5r/1.3#1`)."""
    parts = []
    for player in pos.order():
        printed = pos.card(board.stronghold(pos, player)).number("fate")
        parts.append(Occurrence("gained", player=player, amount=value(pos, player, "income", printed), note="fate"))
    pos.open_next(frame, "moment", None, tuple(parts))
    return None


def window(pos: Position, frame: Frame) -> Ask | None:
    """Make the next player active and ask for an action or a pass; None once both have passed.

    The first player begins, then players alternate. A player who has passed is out, and the other goes on alone.
    `l5r/1.4#1`, `l5r/1.4#10`, `l5r/active-player#1`, `l5r/active-player#2`, `l5r/first-player#2`
    """
    out = frame.names("out")
    waiting = [player for player in pos.order() if player not in out]
    if not waiting:
        pos.emit(SeatChanged("active", ()))
        return None
    player = pos.after(frame.turn) if frame.turn else pos.first
    if player not in waiting:
        player = waiting[0]
    if pos.table.role("active") != player:
        pos.emit(SeatChanged("active", (player,)))
    return DynastyWindow(player, frame)


class DynastyWindow(ActionWindow):
    """The special action window of the dynasty phase, in which a pass is final.

    A player may play a character from a province, use an action (`l5r/1.4#3`), discard a duplicate, or pass.
    """

    def __init__(self, player: str, frame: Frame) -> None:
        super().__init__(player, frame, "l5r/1.4#1", 0)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        out = player in self.frame.names("out")
        saw = f"{pos.player_name(player)} has passed already"
        passed = Check("not passed", "l5r/pass#2", "a pass in the dynasty phase is final", not out, saw)
        return owner_first([passed, *super().checks(pos, player, move)])

    def pass_brings(self, pos: Position) -> str:
        """Return words for the fate the first player to pass gains, or an empty string for the second (`l5r/1.4#8`)."""
        return "" if self.frame.names("out") else "the first to pass gains 1 fate"

    def passed(self, pos: Position) -> None:
        """Record a final pass; the first player to pass gains 1 fate (`l5r/1.4#8`)."""
        out = self.frame.names("out")
        pos.emit(Passed(self.player, 1))
        pos.emit(FrameAdvanced(self.frame.id, self.frame.step, {"out": [*out, self.player]}))
        if not out:
            pos.open(
                "moment", None, (Occurrence("gained", player=self.player, amount=1, note="fate", to="first pass"),)
            )


# --- duplicates -------------------------------------------------------------------------------------------------------


def _held(pos: Position, player: str) -> list[int]:
    """Return the cards a player may look among for duplicates: those in hand and faceup in provinces."""
    return [*pos.zone(player, "hand"), *(number for number in board.lying(pos, player) if pos.entity(number).up)]


def _phase_now(pos: Position) -> str:
    """Return what the phase that is going on is called, such as "conflict phase"; before the first it is "setup"."""
    kind = next((kind for kind in board.PHASES if pos.enclosing(kind) is not None), "")
    return pos.pack.procedures[kind].title.partition(" ")[2].lower() if kind else "setup"


def _duplicate_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Judge whether a player may discard a card as a duplicate of a unique character in play."""
    number = move.subject
    held = number in _held(pos, player)
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    character = held and pos.card(number).type == "character"
    copy, who = copy_in_play(pos, player, number) if character else 0, pos.player_name(player)
    return [
        Check(
            "window",
            "l5r/duplicates#2",
            "duplicates are discarded in the dynasty phase",
            frame.kind == "dynasty",
            f"it is the {_phase_now(pos)} now",
        ),
        Check(
            "held",
            "l5r/duplicates#1",
            f"a duplicate is in {who}'s hand or faceup in a province",
            held,
            "" if held else board.lies(pos, number),
        ),
        Check(
            "character",
            "l5r/duplicates#1",
            "a duplicate is a character",
            character if held else None,
            "" if character else whereabouts(pos, number),
        ),
        Check(
            "copy",
            "l5r/duplicates#1",
            f"{who} must control another copy in play, which is unique",
            bool(copy) if character else None,
            f"no copy of {name} is there",
        ),
    ]


def _duplicate_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    """Yield every duplicate a player may discard in this window."""
    if frame.kind != "dynasty":
        return
    for number in _held(pos, player):
        if copy_in_play(pos, player, number) and pos.card(number).type == "character":
            yield Move("duplicate", number)


def _duplicate(pos: Position, player: str, move: Move, frame: Frame) -> None:
    """Discard a duplicate and place 1 fate on the copy in play (`l5r/1.4#4`, `l5r/duplicates#3`)."""
    copy = copy_in_play(pos, player, move.subject)
    parts = (Occurrence("discarded", move.subject, player, note="duplicate"), Occurrence("placed", copy, player))
    pos.open("moment", None, parts)


DUPLICATE = Action("duplicate", _duplicate_offers, _duplicate_checks, _duplicate)
"""Discarding a copy of a unique character in play, to place 1 fate on that character."""
