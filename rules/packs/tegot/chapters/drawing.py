"""Drawing plot cards: from the top of the deck up to the hand limit, with a new deck when the deck is empty."""

from __future__ import annotations

from ledger.events import Moved
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose
from rules.kernel.chance import Shuffle
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters.windows import from_hand


def refill(pos: Position, frame: Frame) -> Ask | None:
    """Move the discard pile into an empty deck if cards are still to be drawn (`tegot/plot-card#3`)."""
    if _cards_wanted(pos, frame) > 0 and not pos.table.zones["deck"] and pos.table.zones["discard"]:
        for number in list(pos.table.zones["discard"]):
            pos.emit(Moved(number, "deck"))
        pos.patch(frame, {"shuffle": True, "shuffled": None})
    return None


def shuffle(pos: Position, frame: Frame) -> Ask | None:
    """Ask for the order of a new deck of two or more cards after its shuffle."""
    if frame.data.get("shuffle") and "shuffled" not in frame.data and len(pos.table.zones["deck"]) > 1:
        return Shuffle("tegot/plot-card#3", frame, "shuffled", "deck")
    if frame.data.get("shuffle"):
        pos.patch(frame, {"shuffle": None, "shuffled": None})
    return None


def draw(pos: Position, frame: Frame) -> Ask | None:
    """Move the cards wanted from the deck to the hand, or face up to the zone that the frame names under `to`.

    If the deck runs out, go back to the step that refills it.
    """
    count, player = _cards_wanted(pos, frame), frame.text("player")
    zone = frame.text("to") or f"{player}.hand"
    drawn = pos.table.zones["deck"][: max(0, count)]
    for number in drawn:
        pos.emit(Moved(number, zone, face="up" if frame.text("to") else ""))
    left = frame.number("left") - len(drawn)
    if drawn and left and pos.table.zones["discard"]:
        pos.go(frame, "refill", {"left": left})
    else:
        pos.patch(frame, {"left": left})
    return None


def discard_down(pos: Position, frame: Frame) -> Ask | None:
    """Ask which plot cards to discard, and discard them, after an event card let a draw go over the hand limit.

    Keeps `tegot/a-shocking-discovery#1`, `tegot/cannot#2`.
    """
    if not frame.data.get("over"):
        return None
    player = frame.text("player")
    held = board.plot_cards(pos, player)
    over = len(held) - board.HAND_LIMIT
    if over <= 0 or "down" in frame.data:
        for number in frame.numbers("down"):
            pos.emit(Moved(number, "discard"))
        return None
    says = f"{over} plot cards to discard, down to the hand limit"

    def reject(number: int) -> list[Check]:
        hero = number in pos.table.entities and pos.card(number).type == "hero-card"
        saw = f"{pos.pack.name(pos, number)} is one" if hero else ""
        return [
            Check("hand", "tegot/hand-limit#1", *from_hand(pos, player, number, "discards plot cards")),
            Check("hero", "tegot/whisper#2", "hero cards are not discarded", not hero, saw),
        ]

    return Choose(player, "tegot/hand-limit#1", says, frame, "down", held, over, over, verb="discard", reject=reject)


def _cards_wanted(pos: Position, frame: Frame) -> int:
    """Return how many cards are still to be drawn: not beyond the hand limit (`tegot/hand-limit#1`).

    The limit does not hold for a battle's cards, nor for a draw that an event lets go over it.
    """
    left = frame.number("left")
    if frame.text("to") or frame.data.get("over"):
        return left
    return min(left, board.HAND_LIMIT - len(board.plot_cards(pos, frame.text("player"))))
