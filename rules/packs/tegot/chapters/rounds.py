"""The game's six rounds: rolling and choosing dice, everyone's turn, the extra dice, and the end of a round."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import FrameAdvanced, FrameOpened, GameEnded, Marked, Moved, Occurrence, SeatChanged
from ledger.table import Frame
from rules.kernel.asks import Ask, Say
from rules.kernel.chance import Chance
from rules.kernel.position import Position
from rules.kernel.timing import Run
from rules.packs.tegot import board
from rules.packs.tegot.chapters import scoring
from rules.packs.tegot.chapters.windows import BOTTOM, closed_window

ROUNDS = 6
SCORING = (3, 5, 6)
"""The rounds after which everyone scores (`tegot/round-track#1`, `tegot/scoring-phase#1`)."""
DICE = 5


def setup(pos: Position, frame: Frame) -> Ask | None:
    """The ten steps of setup."""
    pos.open_next(frame, "setup")
    return None


def next_round(pos: Position, frame: Frame) -> Ask | None:
    """Six rounds, with scoring after the third, fifth and sixth.

    Keeps `tegot/game-overview#1`, `tegot/end-of-round#2`, `tegot/stage-1#1`, `tegot/stage-2#1`, `tegot/stage-3#1`,
    `tegot/stage-4#1`, `tegot/stage-5#1`, `tegot/final-scoring#1`, `tegot/crown#1`, `tegot/setup-2a#1`, `tegot/end-of-round#1`.
    """
    number = frame.number("round")
    if number in SCORING and frame.number("scored") != number:
        pos.patch(frame, {"scored": number})
        pos.open("scoring", {"round": number})
    elif number < ROUNDS:
        pos.emit(FrameAdvanced(frame.id, frame.step, {"round": number + 1}))
        pos.emit(FrameOpened("round", {"round": number + 1}))
    return None


def crown(pos: Position, frame: Frame) -> Ask | None:
    """Most points, then throne, castles, recruited tokens, gold; still tied players share it (`tegot/end-of-game#1`,
    `tegot/tie-break#3`).
    """
    ranks = {player: scoring.rank(pos, player) for player in pos.table.players}
    best = max(ranks.values())
    winners = tuple(player for player, rank in ranks.items() if rank == best)
    level = (
        max(_alike(best, rank) for player, rank in ranks.items() if player not in winners)
        if len(winners) < len(ranks)
        else 0
    )
    pos.emit(GameEnded(winners, "tegot/tie-break#3" if len(winners) > 1 else _DECIDED[level]))
    return None


_DECIDED = ("tegot/end-of-game#1", "tegot/tie-break#1", "tegot/tie-break#1", "tegot/tie-break#2", "tegot/tie-break#2")
"""The rule that decides, by how many things the best and the next have alike."""


def _alike(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return next(at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)


def part(kind: str) -> Run:
    """A part of the round in a frame of its own, once (`tegot/round-overview#1`)."""

    def run(pos: Position, frame: Frame) -> Ask | None:
        if kind not in frame.names("begun"):
            pos.patch(frame, {"begun": [*frame.names("begun"), kind]})
            pos.open(kind)
        return None

    return run


# --- dice -----------------------------------------------------------------------------------------------------------


def show(pos: Position, number: int, face: str) -> None:
    """Turn a die to a face."""
    for mark in board.ACTIONS:
        if mark != face and mark in pos.entity(number).marks:
            pos.emit(Marked(number, mark, False))
    if face not in pos.entity(number).marks:
        pos.emit(Marked(number, face))


def showing(pos: Position, zone: str, face: str) -> int:
    """A die in a zone that shows a face; dice of one face are alike (`tegot/actions#1`)."""
    return next((number for number in pos.table.zones[zone] if board.face_of(pos, number) == face), 0)


def roll(pos: Position, frame: Frame) -> Ask | None:
    """The holder of the Hand rolls all five (`tegot/dice-draft#1`, `tegot/action-dice#1`, `tegot/next-round#2`)."""
    if "dice" not in frame.data:
        return Chance(
            "tegot/dice-draft#1", "the faces of the five dice", frame, "dice", "dice", board.ACTIONS, DICE, repeats=True
        )
    for number, face in zip(pos.table.zones["dice"], frame.names("dice"), strict=True):
        show(pos, number, face)
    return None


def drafting(pos: Position) -> list[tuple[str, str, str]]:
    """Who takes a die for which place: counter-clockwise from the Hand's right, with the bottom slots for two or three
    players.
    """
    order = pos.order()
    right = list(reversed(order[1:]))
    found = [(player, f"{player}.dice", "tegot/dice-draft#2") for player in right]
    if len(order) == 3:
        found.insert(0, (right[0], "bottom.left", "tegot/dice-draft-3#1"))
    if len(order) == 2:
        found.insert(0, (right[0], "bottom.left", "tegot/dice-draft-2#1"))
        found.append((order[0], "bottom.right", "tegot/dice-draft-2#2"))
    return found


def draft(pos: Position, frame: Frame) -> Ask | None:
    """Each takes one die as rolled; the Hand gets the two that are left.

    Keeps `tegot/dice-draft#2`, `tegot/dice-draft#3`, `tegot/dice-draft-3#2`.
    """
    for at, (player, zone, rule) in enumerate(drafting(pos)):
        slot = f"draft {at}"
        if slot not in frame.data:
            faces = dict.fromkeys(board.face_of(pos, number) for number in pos.table.zones["dice"])
            return Say(player, rule, f"a die for {zone}", frame, slot, list(faces), verb="draft")
        if not pos.table.zones[zone]:
            pos.emit(Moved(showing(pos, "dice", frame.text(slot)), zone))
    for number in list(pos.table.zones["dice"]):
        pos.emit(Moved(number, f"{pos.first}.dice"))
    pos.skip(
        closed_window(
            pos.first, "draft", "tegot/dice-draft#3", "the Hand of the King chooses none of the two dice left"
        )
    )
    return None


def next_turn(pos: Position, frame: Frame) -> Ask | None:
    """Everyone is the active player once, clockwise from the Hand.

    Keeps `tegot/round-overview#1`, `tegot/game-overview#2`, `tegot/hand-of-the-king#1`, `tegot/end-sequence#1`,
    `tegot/turn-4#2`.
    """
    done = frame.names("turns")
    for player in pos.order():
        if player not in done:
            pos.patch(frame, {"turns": [*done, player]})
            pos.emit(SeatChanged("active", (player,)))
            pos.open("turn", {"player": player})
            return None
    return None


def extra_dice(pos: Position, frame: Frame) -> Ask | None:
    """With two or three players all may follow the bottom dice, the left one first.

    Keeps `tegot/extra-dice#1`, `tegot/extra-dice#2`, `tegot/extra-dice#3`, `tegot/extra-dice#4`.
    """
    for zone in BOTTOM:
        for number in pos.table.zones[zone]:
            for player in pos.order():
                key = f"{zone} {player}"
                if key not in frame.names("extra"):
                    pos.patch(frame, {"extra": [*frame.names("extra"), key]})
                    pos.open(board.face_of(pos, number), {"player": player, "extra": zone})
                    return None
    return None


# --- the end of a round -------------------------------------------------------------------------------------------------


def collect(income: Callable[[Position, str], int]) -> Run:
    """A step of the taxes: everyone gains what a source pays them (`tegot/taxes#1`, `tegot/taxes#3`, `tegot/taxes#4`)."""

    def run(pos: Position, frame: Frame) -> Ask | None:
        paid = {player: income(pos, player) for player in pos.order()}
        parts = tuple(
            Occurrence("gained", player=player, amount=gold, note="taxes") for player, gold in paid.items() if gold
        )
        if parts:
            pos.open_next(frame, "moment", None, parts)
        return None

    return run


def tax_cards(pos: Position, frame: Frame) -> Ask | None:
    """Plot cards of the track, in player order (`tegot/taxes#2`)."""
    for player in pos.order():
        if player not in frame.names("carded"):
            pos.patch(frame, {"carded": [*frame.names("carded"), player]})
            cards = scoring.yields(pos, player).count("card")
            if cards:
                pos.open("draw", {"player": player, "left": cards})
                return None
    return None


def heroes_return(pos: Position, frame: Frame) -> Ask | None:
    """Played hero cards come back to hand (`tegot/hero-card#3`)."""
    for player in pos.order():
        for number in list(pos.zone(player, "played")):
            pos.emit(Moved(number, f"{player}.hand"))
    return None


def pass_hand(pos: Position, frame: Frame) -> Ask | None:
    """The Hand of the King goes one seat clockwise and the dice come together again.

    Keeps `tegot/end-sequence#3`, `tegot/next-round#2`, `tegot/next-round#1`.
    """
    zones = ["bottom.left", "bottom.right", *(f"slot.{name}" for name in board.ACTIONS)]
    for zone in [*zones, *(f"{player}.dice" for player in pos.table.seats)]:
        for number in list(pos.table.zones[zone]):
            pos.emit(Moved(number, "dice"))
    pos.emit(SeatChanged("active", ()))
    pos.emit(SeatChanged("first", (pos.after(pos.first),)))
    return None
