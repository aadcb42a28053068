"""Setup from step 3 on: plot decks, shuffles, the setup hand and its mulligan, setup cards, the starting hand.

Steps 1 and 2 (the pools and the houses) need no decision of anybody: `components` deals the houses.
"""

from __future__ import annotations

from ledger.events import Move, Moved
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Placement, Say, together
from rules.kernel.names import listed, whereabouts, with_article
from rules.kernel.position import Position
from rules.packs.hbo.board import DRAFT
from rules.shared.hands import draw_up, new_hand, shuffle_each

HAND = 7
"""Cards in the setup hand and in the starting hand."""
GOLD = 5
"""The most that the cards a player places in setup may cost together."""
_PLACEABLE = ("character", "location")
"""The card types that may be placed in setup.

Locations are among them (`hbo/location#1`), attachments are not (`hbo/attachment#1`).
"""


def plot_decks(pos: Position, frame: Frame) -> Ask | None:
    """Open the plot draft if there is a draft deck; otherwise do nothing (`hbo/setup-3`, `hbo/draft#3`).

    The houses already have their seven plots. The draft is a variant that players choose (`hbo/draft#1`); without it
    the other plots stay in the box (`hbo/setup-3#2`).
    """
    if pos.table.zones[DRAFT]:
        pos.open_next(frame, "draft")
    return None


def shuffle_decks(pos: Position, frame: Frame) -> Ask | None:
    """Ask for the shuffle of each player's draw deck (`hbo/setup-4#1`).

    Plot decks are not shuffled (`hbo/setup-4#2`).
    """
    return shuffle_each(pos, frame, "hbo/setup-4#1")


def draw_hands(pos: Position, frame: Frame) -> Ask | None:
    """Draw each player's hand up to seven cards, or fewer if the deck runs out.

    This is the setup hand (`hbo/setup-5`), and later the starting hand (`hbo/setup-7`).
    """
    for player in pos.order():
        draw_up(pos, player, HAND)
    return None


def mulligans(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player to keep the setup hand or take a mulligan, and give a new hand to whoever takes one.

    The players may answer in any order. A mulligan is taken once, and the second hand is kept (`hbo/mulligan#1`,
    `hbo/mulligan#2`).
    """
    for player in pos.order():
        if frame.data.get(f"mulligan {player}") == "mulligan":
            shuffle = new_hand(pos, frame, player, "hbo/mulligan#1", HAND)
            if shuffle is not None:
                return shuffle
    return together([HandChoice(player, frame) for player in pos.order() if f"mulligan {player}" not in frame.data])


class HandChoice(Say):
    """The decision to keep the setup hand or take a mulligan.

    A player who has decided is not asked again (`hbo/mulligan#2`).
    """

    personal = False  # a mulligan is recorded for the player who takes it, even if the other was asked

    def __init__(self, player: str, frame: Frame) -> None:
        says = "keep the setup hand or take a mulligan"
        super().__init__(player, "hbo/mulligan#1", says, frame, f"mulligan {player}", ("keep", "mulligan"), verb="hand")

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if player != self.player and move.verb == self.verb:
            saw = f"{pos.player_name(player)} has kept a hand already"
            return [Check("once", "hbo/mulligan#2", "a hand that was kept is not replaced", False, saw)]
        return super().checks(pos, player, move)

    def takes(self, player: str) -> bool:
        return True

    def accept(self, pos: Position, move: Move) -> None:
        """Record the choice, and forget an earlier new hand so that a mulligan draws another one.

        That matters for an illegal second mulligan that is applied: it is recorded for the player who takes it,
        although the other is being asked.
        """
        pos.patch(
            self.frame,
            {
                f"mulligan {self.player}": move.words[0],
                f"new hand {self.player}": None,
                f"reshuffled {self.player}": None,
            },
        )


def place_cards(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player for setup cards, in any order; then lay them face down in the play areas (`hbo/setup-6#1`)."""
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


class SetupChoice(Placement):
    """The choice of setup cards: characters and locations for at most 5 gold in all, at most one of them Limited.

    Attachments, events and duplicates cannot be placed (`hbo/setup-6`).
    """

    def __init__(self, pos: Position, player: str, frame: Frame, slot: str) -> None:
        hand = [number for number in pos.zone(player, "hand") if pos.card(number).type in _PLACEABLE]

        def fits(picks: tuple[int, ...]) -> bool:
            return all(check.holds for check in joint_checks(pos, picks))

        def reject(number: int) -> list[Check]:
            held = number in pos.zone(player, "hand")
            name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
            fitting = pos.card(number).type in _PLACEABLE if held else None
            needed = f"{pos.player_name(player)} places cards from hand"
            saw = f"{name} is {with_article(pos.card(number).type)}" if fitting is False else ""
            return [
                Check("in hand", "hbo/setup-6#1", needed, held, "" if held else whereabouts(pos, number)),
                Check("type", "hbo/setup-6#4", "setup cards are characters and locations", fitting, saw),
            ]

        says = "place setup cards, or none"
        super().__init__(
            player, "hbo/setup-6#1", says, frame, slot, hand, 0, len(hand), fits, "", verb="setup", reject=reject
        )

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = [check for check in super().checks(pos, player, move) if check.name != "fits"]
        if not all(number in pos.table.entities for number in move.picks):
            return found
        joint = joint_checks(pos, move.picks)
        failed = any(check.holds is False and check.rule != self.rule for check in (*joint, *found))
        if failed and not all(pos.entity(number).card for number in pos.zone(player, "hand")):
            # a card named twice may be two copies, and more may have been in the hand than are known
            found = [check for check in found if check.name not in ("distinct", "count")]
        return found + joint


def joint_checks(pos: Position, picks: tuple[int, ...]) -> list[Check]:
    """Return the conditions on setup cards together, met or not: their cost, one Limited card, no duplicates."""
    cards = [pos.card(number) for number in picks]
    cost = sum(card.number("cost") for card in cards)
    limited = sum(1 for card in cards if "limited" in card.keywords)
    names = [card.name for card in cards if card.unique]
    twice = list(dict.fromkeys(name for name in names if names.count(name) > 1))
    return [
        Check(
            "cost",
            "hbo/setup-6#2",
            f"setup cards cost at most {GOLD} gold together",
            cost <= GOLD,
            f"these cost {cost}",
        ),
        Check("limited", "hbo/setup-6#3", "at most one of them may be Limited", limited <= 1, f"{limited} are"),
        Check(
            "duplicates",
            "hbo/setup-6#4",
            "no duplicate of a unique card is placed during setup",
            not twice,
            f"{listed(twice)} is there twice",
        ),
    ]


def reveal_cards(pos: Position, frame: Frame) -> Ask | None:
    """Turn up all setup cards at once. No ability is triggered by it (`hbo/setup-6#5`, `hbo/setup-6#6`)."""
    for player in pos.order():
        for number in frame.numbers(f"setup {player}"):
            pos.emit(Moved(number, f"{player}.play", face="up"))
    return None
