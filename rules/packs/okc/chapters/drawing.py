"""Drawing with attrition, hands over their limit, and lore spent in the moment it is gained."""

from __future__ import annotations

from ledger.events import FrameAdvanced, Move, Moved, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, ChooseOrPass
from rules.kernel.chance import Shuffle
from rules.kernel.pack import Action
from rules.kernel.position import Position
from rules.packs.okc import board


def _queue(frame: Frame) -> list[int | str]:
    queue = frame.data["queue"]
    assert isinstance(queue, list)
    return queue


def draw(pos: Position, frame: Frame) -> Ask | None:
    """Those who draw are served one after another; a draw from an empty deck goes on to attrition
    (`okc/causing-attrition#1`).
    """
    queue = _queue(frame)
    while queue:
        player, left = str(queue[0]), queue[1]
        room = board.limit(pos, player) - len(pos.zone(player, "hand"))
        wanted = room if isinstance(left, str) else left
        if wanted > 0 and not pos.zone(player, "deck"):
            return None
        if wanted <= 0 or room <= 0:
            # A card that would join a full hand goes on top of the deck, where it came from (`okc/hand-limit-excess#1`).
            queue = queue[2:]
        else:
            drawn = pos.zone(player, "deck")[: min(wanted, room)]
            for number in drawn:
                pos.emit(Moved(number, f"{player}.hand"))
            queue = [player, left if isinstance(left, str) else wanted - len(drawn), *queue[2:]]
        pos.patch(frame, {"queue": queue})
    pos.go(frame, "done")
    return None


def reshuffle(pos: Position, frame: Frame) -> Ask | None:
    """The whole discard pile becomes a new facedown deck (`okc/resolving-attrition#1`); the losses do not
    (`okc/losses-pile#3`).
    """
    player = str(_queue(frame)[0])
    for number in list(pos.zone(player, "discard")):
        pos.emit(Moved(number, f"{player}.deck"))
    if not frame.data.get("shuffled") and len(pos.zone(player, "deck")) > 1:
        return Shuffle("okc/resolving-attrition#1", frame, "shuffled", f"{player}.deck")
    return None


def lower(pos: Position, frame: Frame) -> Ask | None:
    """The limit drops by one, never below three, and the draw goes on up to the new limit (`okc/resolving-attrition#2`
    to `#4`).
    """
    queue = _queue(frame)
    player = str(queue[0])
    stuck = not pos.zone(player, "deck") and board.limit(pos, player) == board.LEAST_LIMIT
    waiting = queue[2:] if stuck else [player, "limit", *queue[2:]]
    pos.emit(FrameAdvanced(frame.id, pos.pack.procedures["drawing"].step("draw"), {"queue": waiting, "shuffled": None}))
    pos.open("moment", None, (Occurrence("attrition", player=player, amount=-1),))
    return None


def excess(pos: Position, frame: Frame) -> Ask | None:
    """A hand above its limit is discarded down to it at once (`okc/hand-limit-excess#2`)."""
    player = frame.text("player")
    hand = pos.zone(player, "hand")
    over = len(hand) - board.limit(pos, player)
    if "discards" not in frame.data:
        if over <= 0:
            return None
        says = f"{over} card{'s' if over > 1 else ''} to discard down to the hand limit"
        return Choose(player, "okc/hand-limit-excess#2", says, frame, "discards", hand, over, over, verb="discard")
    parts = tuple(Occurrence("discarded", number, player) for number in frame.numbers("discards"))
    pos.open_next(frame, "moment", None, parts)
    return None


def acquire(pos: Position, frame: Frame) -> Ask | None:
    """In the moment of adding lore its player may buy any cards of their place of power
    (`okc/acquiring-from-place-of-power#1`).
    """
    queue = _queue(frame)
    while queue:
        player = str(queue[0])
        purse = pos.table.count(player, "lore")
        shelf = [number for number in pos.zone(player, "power") if pos.card(number).number("cost")]
        if shelf and "acquired" not in frame.data:
            shop = _shop(pos, frame, player, shelf, purse)
            if any(pos.card(number).number("cost") <= purse for number in shelf):
                return shop
            pos.skip(shop)
        parts = tuple(Occurrence("bought", number, player) for number in frame.numbers("acquired"))
        queue = queue[1:]
        pos.patch(frame, {"queue": queue, "acquired": None})
        if parts:
            pos.open("moment", None, parts)
            return None
    return None


def _not_now(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Lore is spent only in the moment it is gained, never in an action step (`okc/lore#2`)."""
    return [Check("moment", "okc/lore#2", "lore is being added to the player's supply", False)]


def _shop(pos: Position, frame: Frame, player: str, shelf: list[int], purse: int) -> Ask:
    def affordable(picks: tuple[int, ...]) -> bool:
        return sum(pos.card(number).number("cost") for number in picks) <= purse

    return ChooseOrPass(
        player,
        "okc/acquiring-from-place-of-power#1",
        f"cards to acquire for {purse} lore",
        frame,
        "acquired",
        shelf,
        1,
        len(shelf),
        affordable,
        f"their cost together is at most {purse} lore",
        verb="acquire",
    )


ACTIONS = (Action("acquire", lambda pos, player, frame: (), _not_now, lambda pos, player, move, frame: None),)
"""Nothing that can be done in an action step: it is here so that an attempt is told which rule stands against it."""


def refill_road(pos: Position, frame: Frame) -> None:
    """Refill a Great Road that was emptied outside bids at once, discarding nothing (`okc/refilling-outside-bids#1`)."""
    short = len(pos.table.zones["road"]) < board.ROAD and pos.enclosing("round") is not None
    spring = pos.enclosing("spring")
    cards_left = bool(pos.table.zones["kingdom"] or pos.table.zones["kingdom-discard"])
    if short and not (spring is not None and "bidders" in spring.data) and cards_left:
        pos.open("refill")
