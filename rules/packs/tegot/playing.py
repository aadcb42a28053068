"""Playing an event from hand, and Whisper: cards given up for gold and a new hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from ledger.events import Move, Moved, Occurrence
from ledger.table import Frame
from rules.asking import Ask, Check, Pick
from rules.packs.tegot import holdings
from rules.packs.tegot.offered import Action, Event
from rules.position import Position
from rules.timing import Slot
from rules.uses import Use, eligible

EVENT = Slot("event", "tegot/event-action#1", "play a card for its event", ("event",))


def events(pos: Position, player: str, frame: Frame) -> Iterator[Use]:
    """The events a player could play now."""
    for number in holdings.hand(pos, player):
        for ability in pos.card(number).abilities:
            if ability.kind == "event":
                use = Use(pos, player, number, ability, EVENT, frame, -1)
                if eligible(pos, use):
                    yield use


def play_event(pos: Position, frame: Frame) -> Ask | None:
    """An event from hand, or none (`tegot/event-action#1`, `tegot/actions#4`)."""
    player = frame.text("player")
    if frame.turn:
        turn = pos.enclosing("turn")
        if turn is not None and turn.text("player") == player and not frame.passes:
            pos.patch(turn, {"event": True})  # others may look back on it (`tegot/survival#2`)
        return None
    uses = list(events(pos, player, frame))
    window = Event(player, frame, EVENT, uses, 0)
    if uses:
        return window
    pos.skip(window)
    return None


def possible(pos: Position, frame: Frame) -> bool:
    """Whether another event is in hand; whether it can be played is judged when it is."""
    player = frame.text("player")
    return any(ability.kind == "event" for n in holdings.hand(pos, player) for ability in pos.card(n).abilities)


def whisper(pos: Position, frame: Frame) -> Ask | None:
    """Any number of plot cards from hand, never a hero card; the order counts when they go onto the deck.

    Keeps `tegot/whisper#1`, `tegot/whisper#2`, `tegot/cannot#2`.
    """
    player = frame.text("player")
    held = holdings.plots(pos, player)

    def judge(move: Move) -> list[Check]:
        heroes = any(number in pos.table.entities and pos.card(number).type == "hero-card" for number in move.picks)
        mine = all(number in holdings.hand(pos, player) for number in move.picks)
        once = len(set(move.picks)) == len(move.picks)
        return [
            Check("cards", "tegot/whisper#1", "the cards are in the player's hand, each named once", mine and once),
            Check("hero", "tegot/whisper#2", "no hero card is discarded", not heroes),
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

    def guess(pick: Pick) -> Move:
        return Move("whisper", picks=tuple(number for number in held if pick(2)))

    says = "plot cards to give up for gold before drawing"
    return Action(frame, "whisper", "tegot/whisper#1", says, judge, offers, does, declines, guess, alike=True)


def whisper_gold(pos: Position, frame: Frame) -> Ask | None:
    """The cards go to the discard pile, or on top of the deck, and each pays 1 gold (`tegot/whisper#1`, `#3`)."""
    cards, player = frame.numbers("cards"), frame.text("player")
    onto = bool(frame.data.get("onto"))
    for number in reversed(cards) if onto else cards:
        pos.emit(Moved(number, "deck", 0) if onto else Moved(number, "discard"))
    if cards:
        pos.open_next(frame, "moment", None, (Occurrence("gained", player=player, amount=len(cards)),))
    return None


def whisper_draw(pos: Position, frame: Frame) -> Ask | None:
    """Then up to the hand limit."""
    pos.open_next(frame, "draw", {"player": frame.text("player"), "left": holdings.HAND})
    return None


def nothing(pos: Position, frame: Frame) -> Ask | None:
    """A step to jump to."""
    return None
