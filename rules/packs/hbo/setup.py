"""Setting the game up from step 3 on: plot decks, shuffles, setup hand and mulligan, setup cards, starting hand."""

from __future__ import annotations

from ledger.events import Move, Moved
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Say, together
from rules.kernel.position import Position
from rules.packs.hbo.board import DRAFT
from rules.shared.hands import draw_up, new_hand, shuffle_each

HAND = 7
GOLD = 5
_TYPES = ("character", "location")
"""What may be placed in setup: locations (`hbo/location#1`), but no attachments (`hbo/attachment#1`)."""


def plot_decks(pos: Position, frame: Frame) -> Ask | None:
    """Each house has its seven plots; the draft variant goes on from here (`hbo/setup-3`, `hbo/draft#3`).

    Otherwise the plots of neither house stay in the box (`hbo/setup-3#2`): the variant is a choice (`hbo/draft#1`).
    """
    if pos.table.zones[DRAFT]:
        pos.open_next(frame, "draft")
    return None


def shuffle_decks(pos: Position, frame: Frame) -> Ask | None:
    """Each player shuffles the draw deck (`hbo/setup-4#1`); plot decks stay as they are (`hbo/setup-4#2`)."""
    return shuffle_each(pos, frame, "hbo/setup-4#1")


def draw_hands(pos: Position, frame: Frame) -> Ask | None:
    """Seven cards each, at setup and as the starting hand (`hbo/setup-5`, `hbo/setup-7`)."""
    for player in pos.order():
        draw_up(pos, player, HAND)
    return None


def mulligans(pos: Position, frame: Frame) -> Ask | None:
    """One mulligan each, whoever says so first; the second hand is kept (`hbo/mulligan#1`, `hbo/mulligan#2`)."""
    for player in pos.order():
        if frame.data.get(f"mulligan {player}") == "mulligan":
            shuffle = new_hand(pos, frame, player, "hbo/mulligan#1", HAND)
            if shuffle is not None:
                return shuffle
    return together([HandChoice(player, frame) for player in pos.order() if f"mulligan {player}" not in frame.data])


class HandChoice(Say):
    """Keep the setup hand or take a mulligan; whoever has done either is not asked again (`hbo/mulligan#2`)."""

    personal = False  # what is taken is kept as the taker's

    def __init__(self, player: str, frame: Frame) -> None:
        says = "keep the setup hand or take a mulligan"
        super().__init__(player, "hbo/mulligan#1", says, frame, f"mulligan {player}", ("keep", "mulligan"), verb="hand")

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if player != self.player and move.verb == self.verb:
            return [Check("once", "hbo/mulligan#2", f"{player} has not kept a hand yet", False)]
        return super().checks(pos, player, move)

    def answered_by(self, player: str) -> Ask:
        return self

    def accept(self, pos: Position, move: Move) -> None:
        """A mulligan that was taken once too often is the doing of whoever took it, and nobody else's answer."""
        pos.patch(
            self.frame,
            {
                f"mulligan {self.player}": move.words[0],
                f"new hand {self.player}": None,
                f"reshuffled {self.player}": None,
            },
        )


def place_cards(pos: Position, frame: Frame) -> Ask | None:
    """Characters and locations for at most 5 gold, placed face down (`hbo/setup-6#1`)."""
    waiting = [
        SetupChoice(pos, player, frame, f"setup {player}")
        for player in pos.order()
        if f"setup {player}" not in frame.data
    ]
    if waiting:
        return together(waiting)
    for player in pos.order():
        for number in frame.numbers(f"setup {player}"):
            pos.emit(Moved(number, f"{player}.play", face="down"))
    return None


class SetupChoice(Choose):
    """What may be placed together: 5 gold in all, one Limited card, no attachment, event or duplicate (`hbo/setup-6`)."""

    def __init__(self, pos: Position, player: str, frame: Frame, slot: str) -> None:
        hand = [number for number in pos.zone(player, "hand") if pos.card(number).type in _TYPES]

        def fits(picks: tuple[int, ...]) -> bool:
            return all(check.holds for check in jointly(pos, picks))

        def reject(number: int) -> list[Check]:
            held = number in pos.zone(player, "hand")
            name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
            fitting = pos.card(number).type in _TYPES if held else None
            return [
                Check("in hand", "hbo/setup-6#1", f"{name} is in {player}'s setup hand", held),
                Check("type", "hbo/setup-6#4", f"{name} is a character or location", fitting),
            ]

        says = "setup cards, or none"
        super().__init__(
            player, "hbo/setup-6#1", says, frame, slot, hand, 0, len(hand), fits, "", verb="setup", reject=reject
        )

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = [check for check in super().checks(pos, player, move) if check.name != "fits"]
        if move.verb == "hand":
            found.append(Check("mulligan", "hbo/mulligan#2", "setup cards are not being placed yet", False))
        known = all(number in pos.table.entities for number in move.picks)
        return found + jointly(pos, move.picks) if known else found


def jointly(pos: Position, picks: tuple[int, ...]) -> list[Check]:
    """The conditions on the placed cards as a whole."""
    cards = [pos.card(number) for number in picks]
    cost = sum(card.number("cost") for card in cards)
    limited = sum(1 for card in cards if "limited" in card.keywords)
    names = [card.name for card in cards if card.unique]
    return [
        Check("cost", "hbo/setup-6#2", f"together they cost at most {GOLD} gold (they cost {cost})", cost <= GOLD),
        Check("limited", "hbo/setup-6#3", f"at most one is Limited ({limited} are)", limited <= 1),
        Check(
            "duplicates", "hbo/setup-6#4", "no duplicate of a unique card is among them", len(set(names)) == len(names)
        ),
    ]


def reveal_cards(pos: Position, frame: Frame) -> Ask | None:
    """All placed cards are turned up at once; no ability is triggered (`hbo/setup-6#5`, `hbo/setup-6#6`)."""
    for player in pos.order():
        for number in frame.numbers(f"setup {player}"):
            pos.emit(Moved(number, f"{player}.play", face="up"))
    return None
