"""Whisper: plot cards given up for gold, then drawing up to the hand limit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from ledger.events import Move, Moved, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Pick
from rules.kernel.names import card_names
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters.windows import OfferedAction, from_hand, is_held_card


def give_up_cards(pos: Position, frame: Frame) -> Ask | None:
    """Ask which plot cards from hand the player gives up: any number, never a hero card.

    A pass declines the whole action. The order of the cards counts where an event card puts them onto the deck.
    Keeps `tegot/whisper#1`, `tegot/whisper#2`, `tegot/cannot#2`.
    """
    player = frame.text("player")
    held = board.plot_cards(pos, player)

    def judge(move: Move) -> list[Check]:
        heroes = [n for n in move.picks if n in pos.table.entities and pos.card(n).type == "hero-card"]
        mine = all(number in board.hand(pos, player) for number in move.picks)
        once = len(set(move.picks)) == len(move.picks)
        return [
            Check(
                "cards",
                "tegot/whisper#1",
                f"{pos.player_name(player)} discards cards from hand, each named once",
                mine and once,
                _not_in_hand(pos, player, move.picks),
            ),
            Check(
                "hero",
                "tegot/whisper#2",
                "hero cards are not discarded",
                not heroes,
                f"{card_names(pos, heroes)} is one",
            ),
        ]

    def offers() -> Iterator[Move]:
        several = permutations if frame.data.get("onto") else combinations
        for count in range(len(held) + 1):
            for picks in several(held, count):
                yield Move("whisper", picks=picks)

    def does(move: Move) -> None:
        pos.go(frame, "gold", {"cards": list(move.picks)})

    def declines() -> None:
        pos.go(frame, "done")

    def meant(move: Move) -> bool:
        return all(number in pos.table.entities and is_held_card(pos, number) for number in move.picks)

    def guess(pick: Pick) -> Move:
        return Move("whisper", picks=tuple(number for number in held if pick(2)))

    says = "plot cards to give up for gold before drawing"
    return OfferedAction(frame, "whisper", "tegot/whisper#1", says, judge, offers, does, declines, guess, True, meant)


def gain_gold(pos: Position, frame: Frame) -> Ask | None:
    """Discard the cards, or put them on top of the deck, and gain 1 gold for each (`tegot/whisper#1`, `#3`)."""
    cards, player = frame.numbers("cards"), frame.text("player")
    onto = bool(frame.data.get("onto"))
    for number in reversed(cards) if onto else cards:
        pos.emit(Moved(number, "deck", 0) if onto else Moved(number, "discard"))
    if cards:
        pos.open_next(frame, "moment", None, (Occurrence("gained", player=player, amount=len(cards)),))
    return None


def draw_hand(pos: Position, frame: Frame) -> Ask | None:
    """Draw plot cards up to the hand limit."""
    pos.open_next(frame, "draw", {"player": frame.text("player"), "left": board.HAND_LIMIT})
    return None


def end(pos: Position, frame: Frame) -> Ask | None:
    """Do nothing: a player who declines jumps to this step, past the gold and the cards."""
    return None


def possible(pos: Position, frame: Frame) -> bool:
    """Whether a player has a plot card to give up or a card to draw."""
    cards = bool(pos.table.zones["deck"] or pos.table.zones["discard"])
    return bool(board.plot_cards(pos, frame.text("player"))) or cards


def _not_in_hand(pos: Position, player: str, picks: tuple[int, ...]) -> str:
    """Return where the first pick is that is not in this hand, or that a card is named twice; "" if all is right."""
    hand = board.hand(pos, player)
    wrong = [number for number in picks if number not in hand]
    if wrong:
        return from_hand(pos, player, wrong[0], "")[2]
    return "a card is named twice" if len(set(picks)) < len(picks) else ""
