"""The effect words about cards: each makes the occurrences it would cause."""

from __future__ import annotations

from typing import Any

from ledger.events import Occurrence
from rules.context import Context
from rules.packs.l5r import reading
from rules.packs.l5r.triggers import WORDS
from rules.words import numbers

__all__ = ["WORDS", "as_players", "each"]


_TOKENS = ("unfated", "status-lost")
"""What happens to tokens on a card, which are not immune with it (`l5r/immune#2`)."""


def each(ctx: Context, kind: str, several: Any, **more: Any) -> list[Occurrence]:
    """An occurrence of a kind for each of several cards the effect can touch."""
    return [
        Occurrence(kind, number, ctx.controller(number), source=ctx.self, **more)
        for number in numbers(several)
        if kind in _TOKENS or not _untouched(ctx, number)
    ]


def _untouched(ctx: Context, number: int) -> bool:
    """An immune card is not affected, but may pay costs, which are no effects (`l5r/immune#4`, `l5r/effects#2`)."""
    frame = ctx.frame
    if frame is None or (frame.kind == "ability" and frame.step == 0):
        return False
    return reading.immune(ctx.pos, number, ctx.self)


def as_players(value: Any) -> list[str]:
    """One player or several, as a list."""
    return [value] if isinstance(value, str) else list(value)


for _word, _kind, _says in (
    ("discard", "discarded", "discard cards from play or from wherever they are"),
    ("sacrifice", "sacrificed", "sacrifice a card you control"),
    ("return_to_hand", "returned", "return cards to their owners' hands"),
    ("remove_from_game", "removed", "remove cards from the game"),
    ("shuffle_into_deck", "shuffled", "shuffle cards into their owners' decks"),
    ("bow", "bowed", "bow cards"),
    ("ready", "readied", "ready cards"),
    ("honor", "honored", "honor characters"),
    ("dishonor", "dishonored", "dishonor characters"),
    ("discard_status", "status-lost", "discard the status token of characters"),
    ("move_to_conflict", "joined", "move characters to the conflict"),
    ("move_home", "sent", "move characters home"),
    ("turn_up", "turned", "turn facedown cards faceup"),
    ("reveal", "shown", "show cards to everyone"),
    ("break_province", "broken", "break a province"),
):

    def _declare(word: str = _word, kind: str = _kind, says: str = _says) -> None:
        @WORDS.effect(word, "value", says, f"{word}(target)")
        def effect(ctx: Context, several: Any) -> list[Occurrence]:
            return each(ctx, kind, several)

    _declare()


@WORDS.effect("draw", "value value?", "draw cards", "draw(1)")
def _draw(ctx: Context, amount: int, players: Any = "") -> list[Occurrence]:
    return [Occurrence("drew", player=player, amount=amount, source=ctx.self) for player in as_players(players or ctx.you)]


@WORDS.effect("put_into_play", "value", "put cards into play under your control", "put_into_play(target)")
def _put_into_play(ctx: Context, several: Any) -> list[Occurrence]:
    """No cost, no fate, and no playing (`l5r/play-and-put-into-play#4`, `l5r/play-and-put-into-play#6`, `l5r/limited#2`)."""
    return [Occurrence("entered", number, ctx.you, source=ctx.self, note="put") for number in numbers(several)]


@WORDS.effect("put_into_conflict", "value", "put characters into play in the conflict", "put_into_conflict(target)")
def _put_into_conflict(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("entered", number, ctx.you, source=ctx.self, note="put", to="conflict") for number in numbers(several)]


@WORDS.effect(
    "put_into_province",
    "value value",
    "put a holding into play in the province another card lies in or was taken from to pay",
    "put_into_province(target, paid)",
)
def _put_into_province(ctx: Context, several: Any, where: Any) -> list[Occurrence]:
    """Before anything is paid every place will do: the question is only whether the holding could enter play."""
    zone = ctx.frame.text("emptied") if ctx.frame is not None else ""
    zones = [zone] if zone else [ctx.entity(number).zone for number in numbers(where)]
    to = zones[0].partition(".")[2] if zones else reading.SLOTS[0]
    return [Occurrence("entered", number, ctx.you, source=ctx.self, note="put", to=to) for number in numbers(several)]


@WORDS.effect("switch_places", "value value", "two cards in provinces change places", "switch_places(self, target)")
def _switch_places(ctx: Context, one: int, other: Any) -> list[Occurrence]:
    return [Occurrence("exchanged", one, ctx.you, source=ctx.self, other=number) for number in numbers(other)]


@WORDS.effect("take_control", "value", "take control of cards", "take_control(target)")
def _take_control(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("controlled", number, ctx.you, source=ctx.self) for number in numbers(several)]


@WORDS.effect("return_control", "value", "control goes back to the owner", "return_control(target)")
def _return_control(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("controlled", number, ctx.entity(number).owner, source=ctx.self) for number in numbers(several)]


@WORDS.effect("attach", "value value", "attach a card to another, under your control", "attach(target, chosen)")
def _attach(ctx: Context, several: Any, host: Any) -> list[Occurrence]:
    to = numbers(host)
    return [Occurrence("reattached", number, ctx.you, source=ctx.self, other=to[0]) for number in numbers(several) if to]


@WORDS.effect("play_on", "value value", "play an attachment on a card, for its cost", "play_on(self, chosen)")
def _play_on(ctx: Context, number: int, host: Any) -> list[Occurrence]:
    return [Occurrence("playing", number, ctx.you, source=ctx.self, other=to) for to in numbers(host)]


@WORDS.effect("put_on_deck", "symbol value", "put cards on the top or bottom of their decks", "put_on_deck(top, target)")
def _put_on_deck(ctx: Context, where: str, several: Any) -> list[Occurrence]:
    return each(ctx, "decked", several, note=where)


@WORDS.effect("add_to_hand", "value", "put cards into their owners' hands", "add_to_hand(chosen)")
def _add_to_hand(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("returned", number, ctx.entity(number).owner, source=ctx.self) for number in numbers(several)]


@WORDS.effect("look", "value", "look at cards yourself", "look(hand_of(opponent))")
def _look(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("looked", number, ctx.you, source=ctx.self) for number in numbers(several)]


@WORDS.effect("shuffle_deck", "symbol value?", "shuffle a deck", "shuffle_deck(conflict)")
def _shuffle_deck(ctx: Context, deck: str, players: Any = "") -> list[Occurrence]:
    return [Occurrence("reshuffled", player=player, source=ctx.self, note=deck) for player in as_players(players or ctx.you)]


@WORDS.effect("refill_faceup", "value", "refill the province a card came from, faceup", "refill_faceup(self)")
def _refill_faceup(ctx: Context, number: int) -> list[Occurrence]:
    last = ctx.last(number)
    owner, _, slot = last.zone.partition(".") if last else ("", "", "")
    return [Occurrence("refilled", player=owner, source=ctx.self, to=slot)] if slot in reading.SLOTS else []
