"""Setting up the game in eight steps (`l5r/setup-1` to `l5r/setup-8`)."""

from __future__ import annotations

from functools import partial

from ledger.events import Component, Counted, Introduced, Marked, Moved, Revealed, SeatChanged
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, ChooseOrNothing, Placement
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.names import whereabouts
from rules.kernel.position import Position
from rules.packs.l5r import board

HAND = 4
"""How many cards a player begins with."""
DECKS = ("dynasty_deck", "conflict_deck")


def make_pools(pos: Position, frame: Frame) -> Ask | None:
    """Put the five rings and the Imperial Favor into the unclaimed pools (`l5r/setup-2#1`, `l5r/imperial-favor#1`).

    Unknown provinces are marked as such: their backs tell them from dynasty cards (`l5r/facedown-province#1`).
    """
    bring_pools(pos)
    for player in pos.order():
        for number in pos.zone(player, "provinces"):
            if not pos.entity(number).card:
                pos.emit(Marked(number, "province"))
    return None


def bring_pools(pos: Position) -> None:
    """Bring the rings and the Imperial Favor to the table, those that are not on it already."""
    there = {entity.card for entity in pos.table.entities.values()}
    needed = [(f"{element}-ring", "rings") for element in board.ELEMENTS] + [("imperial-favor", "favor")]
    missing = [(card, zone) for card, zone in needed if card not in there]
    start = max(pos.table.entities, default=0) + 1
    if missing:
        pos.emit(Introduced(tuple(Component(start + at, card, "", zone) for at, (card, zone) in enumerate(missing))))


def choose_first(pos: Position, frame: Frame) -> Ask | None:
    """Ask chance for the first player; the other player gains 1 fate (`l5r/setup-3#2`).

    Before that nobody has any fate (`l5r/fate#2`).
    """
    if "starts" not in frame.data:
        return Chance("l5r/setup-3#1", "the first player", frame, "starts", "first player", pos.table.players, 1)
    first = frame.names("starts")[0]
    pos.emit(SeatChanged("first", (first,)))
    pos.emit(Counted(pos.after(first), "fate", 1))
    return None


def shuffle_decks(pos: Position, frame: Frame) -> Ask | None:
    """Ask for the order of both decks of each player after their shuffles, one deck at a time (`l5r/setup-4#1`)."""
    for player in pos.order():
        for deck in DECKS:
            slot = f"shuffled {player} {deck}"
            if slot not in frame.data and len(pos.zone(player, deck)) > 1:
                return Shuffle("l5r/setup-4#1", frame, slot, f"{player}.{deck}")
    return None


def place_stronghold(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player, in player order, for the province under the stronghold; then lay all of these facedown.

    `l5r/setup-5#1`. A role lies beside the stronghold from the beginning (`l5r/setup-5#2`).
    """
    for player in pos.order():
        slot = f"keep {player}"
        if slot not in frame.data:
            options = pos.zone(player, "provinces")
            says = "the province under the stronghold"
            reject = partial(_not_brought, pos, player, "l5r/setup-5#1")
            return Placement(player, "l5r/setup-5#1", says, frame, slot, options, verb="stronghold", reject=reject)
    for player in pos.order():
        for number in frame.numbers(f"keep {player}"):
            _lay(pos, player, board.KEEP, number)
    return None


def place_provinces(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player for the order of the other four provinces, and lay them facedown (`l5r/setup-5#3`)."""
    for player in pos.order():
        slot = f"row {player}"
        if slot not in frame.data:
            left = pos.zone(player, "provinces")
            says = "the order of the other provinces, from left to right"
            return Placement(
                player,
                "l5r/setup-5#3",
                says,
                frame,
                slot,
                left,
                len(left),
                len(left),
                verb="provinces",
                reject=partial(_not_brought, pos, player, "l5r/setup-5#3"),
            )
    for player in pos.order():
        for place, number in zip(board.SLOTS, frame.numbers(f"row {player}"), strict=False):
            _lay(pos, player, place, number)
    return None


def _lay(pos: Position, player: str, place: str, number: int) -> None:
    """Lay a province facedown at its place."""
    pos.emit(Moved(number, f"{player}.{place}", face="down"))


def _not_brought(pos: Position, player: str, rule: str, number: int) -> list[Check]:
    """Return the condition that a province is one the player has still to place, as it fails for another card.

    The player has named it, so that it is told by its title though it lies facedown.
    """
    if number not in pos.table.entities:
        return []
    entity, who, name = pos.entity(number), pos.player_name(player), pos.card(number).name
    others = [seat for seat in pos.table.seats if seat != player and entity.zone == f"{seat}.provinces"]
    if entity.zone == f"{player}.{board.KEEP}":
        saw = f"{name} lies under {who}'s stronghold already"
    else:
        saw = f"{name} is one of {pos.player_name(others[0])}'s provinces" if others else whereabouts(pos, number)
    return [Check("brought", rule, f"{who} places provinces that are not placed yet", False, saw)]


def fill_provinces(pos: Position, frame: Frame) -> Ask | None:
    """Put the top card of the dynasty deck facedown into each outer province.

    Its player sees it now, but may not look at facedown dynasty cards after this step (`l5r/setup-6#3`).
    """
    for player in pos.order():
        for place in board.SLOTS:
            _fill(pos, player, place)
    return None


def _fill(pos: Position, player: str, place: str) -> None:
    """Put the top dynasty card facedown into one province, and show it to its player."""
    number = pos.zone(player, "dynasty_deck")[0]
    pos.emit(Moved(number, f"{player}.{place}", face="down"))
    pos.emit(Revealed(number, (player,)))


class MulliganChoice(ChooseOrNothing, Placement):
    """The choice of cards to replace; a player may pass it (`l5r/mulligan#3`)."""


def mulligan_provinces(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player once, in player order, which cards in provinces to replace, and replace them.

    `l5r/mulligan#1`, `l5r/mulligan#3`, `l5r/mulligan#4`
    """
    for player in pos.order():
        slot = f"mulligan {player}"
        if slot not in frame.data:
            cards = board.lying(pos, player)
            says = "which cards in provinces are replaced"
            return MulliganChoice(player, "l5r/setup-6#2", says, frame, slot, cards, 0, len(cards), verb="mulligan")
        ask = _replace(pos, frame, player, frame.numbers(slot), "dynasty_deck")
        if ask is not None:
            return ask
    return None


def _replace(pos: Position, frame: Frame, player: str, aside: list[int], deck: str) -> Ask | None:
    """Replace the cards set aside from the top of the deck; only then put them back and have the deck shuffled.

    Return the shuffle until it is recorded, then None (`l5r/mulligan#2`).
    """
    done, shuffled = f"replaced {player} {deck}", f"reshuffled {player} {deck}"
    if not aside:
        return None
    if done not in frame.data:
        places = [pos.entity(number).zone for number in aside]
        for number in aside:
            pos.emit(Moved(number, f"{player}.out"))
        for zone in places:
            top = pos.zone(player, deck)[0]
            pos.emit(Moved(top, zone, face="down" if deck == "dynasty_deck" else ""))
            pos.emit(Revealed(top, (player,)))
        for number in aside:
            pos.emit(Moved(number, f"{player}.{deck}"))
        pos.remember(frame, done, True)
    if shuffled not in frame.data:
        return Shuffle("l5r/mulligan#2", frame, shuffled, f"{player}.{deck}")
    return None


def draw_hands(pos: Position, frame: Frame) -> Ask | None:
    """Deal each player four cards from the conflict deck, or all it has (`l5r/setup-7#1`)."""
    for player in pos.order():
        for number in pos.zone(player, "conflict_deck")[:HAND]:
            pos.emit(Moved(number, f"{player}.hand"))
    return None


def mulligan_hands(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player, in player order, which cards in hand to replace, and replace them (`l5r/setup-7#2`)."""
    for player in pos.order():
        slot = f"hand {player}"
        if slot not in frame.data:
            hand = pos.zone(player, "hand")
            says = "which cards in hand are replaced"
            return MulliganChoice(player, "l5r/setup-7#2", says, frame, slot, hand, 0, len(hand), verb="mulligan")
        ask = _replace(pos, frame, player, frame.numbers(slot), "conflict_deck")
        if ask is not None:
            return ask
    return None


def starting_honor(pos: Position, frame: Frame) -> Ask | None:
    """Give each player the starting honor printed on the stronghold (`l5r/setup-8#1`)."""
    for player in pos.order():
        pos.emit(Counted(player, "honor", pos.card(board.stronghold(pos, player)).number("honor")))
    return None
