"""Drawing with attrition, hands over their limit, and lore spent in the moment it is gained.

Frames of these kinds serve several players in a row; the slot `queue` holds those still waiting.
"""

from __future__ import annotations

from ledger.events import FrameAdvanced, Move, Moved, Occurrence, State
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, ChooseOrPass
from rules.kernel.chance import Shuffle
from rules.kernel.names import quantity, whereabouts
from rules.kernel.pack import Action
from rules.kernel.position import Position
from rules.kernel.timing import Run
from rules.packs.okc import board
from rules.packs.okc.rulebook import outside_hand


def draw(pos: Position, frame: Frame) -> Ask | None:
    """Draw cards for each player in the queue, up to the hand limit; stop for attrition when a deck is empty.

    `okc/causing-attrition#1`
    """
    queue = _waiting(frame)
    while queue:
        player, left = str(queue[0]), queue[1]
        room = board.limit(pos, player) - len(pos.zone(player, "hand"))
        wanted = room if isinstance(left, str) else left
        if wanted > 0 and not pos.zone(player, "deck"):
            return None
        if wanted <= 0 or room <= 0:
            # A card drawn to a full hand would go on top of the deck, where it came from (`okc/hand-limit-excess#1`).
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
    """Make the player's whole discard pile a new deck and ask for its shuffle (`okc/resolving-attrition#1`).

    The losses are not shuffled back (`okc/losses-pile#3`).
    """
    player = str(_waiting(frame)[0])
    for number in list(pos.zone(player, "discard")):
        pos.emit(Moved(number, f"{player}.deck"))
    if not frame.data.get("shuffled") and len(pos.zone(player, "deck")) > 1:
        return Shuffle("okc/resolving-attrition#1", frame, "shuffled", f"{player}.deck")
    return None


def lower(pos: Position, frame: Frame) -> Ask | None:
    """Lower the player's hand limit by one, never below three, and go back to drawing up to the new limit.

    A player whose deck is still empty at a limit of three draws no more. `okc/resolving-attrition#2` to `#4`
    """
    queue = _waiting(frame)
    player = str(queue[0])
    stuck = not pos.zone(player, "deck") and board.limit(pos, player) == board.LEAST_LIMIT
    waiting = queue[2:] if stuck else [player, "limit", *queue[2:]]
    pos.emit(FrameAdvanced(frame.id, pos.pack.procedures["drawing"].step("draw"), {"queue": waiting, "shuffled": None}))
    pos.open("moment", None, (Occurrence("attrition", player=player, amount=-1),))
    return None


def excess(pos: Position, frame: Frame) -> Ask | None:
    """Ask a player whose hand is above its limit what to discard, and discard it (`okc/hand-limit-excess#2`)."""
    player = frame.text("player")
    hand = pos.zone(player, "hand")
    over = len(hand) - board.limit(pos, player)
    if "discards" not in frame.data:
        if over <= 0:
            return None
        says = f"{over} card{'s' if over > 1 else ''} to discard down to the hand limit"
        rule = "okc/hand-limit-excess#2"
        reject = outside_hand(pos, f"{pos.player_name(player)} discards cards from hand", rule)
        return Choose(player, rule, says, frame, "discards", hand, over, over, verb="discard", reject=reject)
    parts = tuple(Occurrence("discarded", number, player) for number in frame.numbers("discards"))
    pos.open_next(frame, "moment", None, parts)
    return None


def bring_to_hand(pos: Position, player: str, parts: tuple[Occurrence, ...]) -> None:
    """Let a moment happen in which cards come to a player's hand, and then the choice of those that find no room.

    No clause says which of several cards are the excess ones (`okc/hand-limit-excess#1`), so their player does. They
    come in the order in which they are named, and the player may put others on top of the deck instead. (Cards of a
    place of power are acquired one after another: `okc/acquiring-from-place-of-power#2`.)
    """
    comes = [part.subject for part in parts if part.kind == "returned"]
    cards = [number for number in comes if board.is_faction_card(pos, number) and pos.entity(number).owner == player]
    room = board.limit(pos, player) - len(pos.zone(player, "hand"))
    if 0 < room < len(cards):
        pos.open("surplus", {"player": player, "cards": list(cards)})
    pos.open("moment", None, parts)


def surplus(pos: Position, frame: Frame) -> Ask | None:
    """Ask which of the cards that came at once go on top of the deck, and change those that lie there."""
    player, cards = frame.text("player"), frame.numbers("cards")
    kept = [number for number in cards if pos.entity(number).zone == f"{player}.hand"]
    over = [number for number in pos.zone(player, "deck") if number in cards]
    if "over" not in frame.data:
        if not (kept and over):
            return None
        says = f"which {quantity(len(over), 'card')} of these go on top of the deck"
        rule = "okc/hand-limit-excess#1"
        return Choose(player, rule, says, frame, "over", [*over, *kept], len(over), len(over))
    chosen = frame.numbers("over")
    for number in [number for number in kept if number in chosen]:
        pos.emit(Moved(number, f"{player}.deck", 0))
    for number in [number for number in over if number not in chosen]:
        pos.emit(Moved(number, f"{player}.hand"))
    return None


def acquire(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player who has just gained lore which cards of their place of power to buy, and let them acquire those.

    Lore is spent in the moment of adding lore (`okc/acquiring-from-place-of-power#1`). Nobody is asked who can afford
    nothing.
    """
    queue = _waiting(frame)
    while queue:
        player = str(queue[0])
        purse = pos.table.count(player, "lore")
        shelf = [number for number in pos.zone(player, "power") if pos.card(number).number("cost")]
        if shelf and "acquired" not in frame.data:
            shop = _shop(pos, frame, player, shelf, purse)
            if board.unstated(pos, "lore", player) or any(pos.card(number).number("cost") <= purse for number in shelf):
                return shop
            pos.skip(shop)
        parts = tuple(Occurrence("bought", number, player) for number in frame.numbers("acquired"))
        queue = queue[1:]
        pos.patch(frame, {"queue": queue, "acquired": None})
        if parts:
            pos.open("moment", None, parts)
            return None
    return None


def with_lore_left(run: Run, pos: Position, frame: Frame) -> Ask | None:
    """Run the window of abilities that may be used, then offer once more what lore buys to whoever gained lore.

    Lore is spent in the moment of adding it (`okc/lore#2`), and no clause says whether that is before or after what
    players use in the same moment. Where nobody used anything, nobody is asked again.
    """
    ask = run(pos, frame)
    if ask is not None or pos.table.frames[-1] is not frame or frame.data.get("spent"):
        return ask
    if any("@" in key for key in pos.table.uses.get(frame.id, ())):
        parts = [part for part in frame.occurrences if part.kind == "gained" and part.note == "lore"]
        players = dict.fromkeys(part.player for part in parts if part.state is State.HAPPENED)
        queue = [player for player in players if _affordable(pos, player)]
        if queue:
            pos.patch(frame, {"spent": True})
            pos.open("acquiring", {"queue": [*queue]})
    return None


def _affordable(pos: Position, player: str) -> bool:
    """Whether a player has a card on the place of power that their lore may pay for."""
    costs = [pos.card(number).number("cost") for number in pos.zone(player, "power")]
    return any(
        cost and (board.unstated(pos, "lore", player) or cost <= pos.table.count(player, "lore")) for cost in costs
    )


def _shop(pos: Position, frame: Frame, player: str, shelf: list[int], purse: int) -> Ask:
    """Return the question which cards to buy: any that cost no more together than the player's lore, or none."""

    def cost(picks: tuple[int, ...]) -> int:
        return sum(pos.card(number).number("cost") for number in picks)

    def affordable(picks: tuple[int, ...]) -> bool:
        return cost(picks) <= purse or board.unstated(pos, "lore", player)

    def reject(number: int) -> list[Check]:
        needed = f"{pos.player_name(player)} acquires cards of their own place of power that have a cost"
        return [Check("candidate", "okc/acquiring-from-place-of-power#1", needed, False, whereabouts(pos, number))]

    return ChooseOrPass(
        player,
        "okc/acquiring-from-place-of-power#1",
        "cards to acquire for lore" if board.unstated(pos, "lore", player) else f"cards to acquire for {purse} lore",
        frame,
        "acquired",
        shelf,
        1,
        len(shelf),
        affordable,
        f"they may cost at most {purse} lore together",
        verb="acquire",
        reject=reject,
        fits_saw=lambda picks: f"these cost {cost(picks)}",
    )


def _acquire_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Return the condition that fails in an action step: lore is spent only as it is gained (`okc/lore#2`)."""
    needed = "lore is spent only as it is added to the supply"
    return [Check("moment", "okc/lore#2", needed, False, "no lore is being added now")]


def _waiting(frame: Frame) -> list[int | str]:
    """Return the queue of a frame: the players still waiting, in a drawing frame each followed by a number of cards.

    The word `limit` instead of a number means up to the hand limit.
    """
    queue = frame.data["queue"]
    assert isinstance(queue, list)
    return queue


ACTIONS = (Action("acquire", lambda pos, player, frame: (), _acquire_checks, lambda pos, player, move, frame: None),)
"""A move that is never possible in an action step, kept here so that an attempt is told which rule forbids it."""


def refill_road(pos: Position, frame: Frame) -> None:
    """Open the refilling of a Great Road with fewer than four cards, outside bids (`okc/refilling-outside-bids#1`).

    Nothing is discarded. Outside a round, or without Kingdom cards left, nothing happens.
    """
    short = len(pos.table.zones["road"]) < board.ROAD and pos.enclosing("round") is not None
    spring = pos.enclosing("spring")
    cards_left = bool(pos.table.zones["kingdom"] or pos.table.zones["kingdom-discard"])
    if short and not (spring is not None and "bidders" in spring.data) and cards_left:
        pos.open("refill")
