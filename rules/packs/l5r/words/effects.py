"""Words that make something happen: each makes the occurrences it would cause, to cards, tokens, the conflict, effects.

Each word is declared with the sentence and the example of its page in `docs/words`.
"""

from __future__ import annotations

from typing import Any

from ledger.events import Occurrence
from rules.kernel.context import Context
from rules.language.lexicon import Lexicon
from rules.packs.l5r import board, values
from rules.shared.words import numbers

WORDS = Lexicon()

_TO_TOKENS = ("unfated", "status-lost")
"""The kinds of occurrence that happen to tokens on a card, which are not immune with it (`l5r/immune#2`)."""


def _each(ctx: Context, kind: str, several: Any, **more: Any) -> list[Occurrence]:
    """Make an occurrence of a kind for each of several cards that the effect can affect."""
    return [
        Occurrence(kind, number, ctx.controller(number), source=ctx.self, **more)
        for number in numbers(several)
        if kind in _TO_TOKENS or not _is_unaffected(ctx, number)
    ]


def _is_unaffected(ctx: Context, number: int) -> bool:
    """Whether a card is immune to this effect; not while a cost is being paid.

    Immunity is against effects, and costs are none (`l5r/immune#4`, `l5r/effects#2`).
    """
    frame = ctx.frame
    if frame is None or (frame.kind == "ability" and frame.step == 0):
        return False
    return values.immune(ctx.pos, number, ctx.self)


def _as_players(value: Any) -> list[str]:
    """Return one player or several as a list."""
    return [value] if isinstance(value, str) else list(value)


def _card_word(word: str, kind: str, says: str) -> None:
    """Declare a word that makes an occurrence of a kind for each card it is given."""

    @WORDS.effect(word, "value", says, f"{word}(target)")
    def effect(ctx: Context, several: Any) -> list[Occurrence]:
        return _each(ctx, kind, several)


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
    _card_word(_word, _kind, _says)


@WORDS.effect("put_into_play", "value", "put cards into play under your control", "put_into_play(target)")
def _put_into_play(ctx: Context, several: Any) -> list[Occurrence]:
    """Make cards enter play without being played: they cost nothing, get no fate, and do not count as limited.

    `l5r/play-and-put-into-play#4`, `l5r/play-and-put-into-play#6`, `l5r/limited#2`
    """
    return [Occurrence("entered", number, ctx.you, source=ctx.self, note="put") for number in numbers(several)]


@WORDS.effect("put_into_conflict", "value", "put characters into play in the conflict", "put_into_conflict(target)")
def _put_into_conflict(ctx: Context, several: Any) -> list[Occurrence]:
    return [
        Occurrence("entered", number, ctx.you, source=ctx.self, note="put", to="conflict")
        for number in numbers(several)
    ]


@WORDS.effect(
    "put_into_province",
    "value value",
    "put a holding into play in the province another card lies in or was taken from to pay",
    "put_into_province(target, paid)",
)
def _put_into_province(ctx: Context, several: Any, where: Any) -> list[Occurrence]:
    """Make holdings enter play in the province another card lies in, or was in before it paid the cost.

    Before the cost is paid any province will do: then the question is only whether the holding could enter play.
    """
    zone = ctx.frame.text("emptied") if ctx.frame is not None else ""
    zones = [zone] if zone else [ctx.entity(number).zone for number in numbers(where)]
    to = zones[0].partition(".")[2] if zones else board.SLOTS[0]
    return [Occurrence("entered", number, ctx.you, source=ctx.self, note="put", to=to) for number in numbers(several)]


@WORDS.effect("play_on", "value value", "play an attachment on a card, for its cost", "play_on(self, chosen)")
def _play_on(ctx: Context, number: int, host: Any) -> list[Occurrence]:
    return [Occurrence("playing", number, ctx.you, source=ctx.self, other=to) for to in numbers(host)]


@WORDS.effect("attach", "value value", "attach a card to another, under your control", "attach(target, chosen)")
def _attach(ctx: Context, several: Any, host: Any) -> list[Occurrence]:
    to = numbers(host)
    return [
        Occurrence("reattached", number, ctx.you, source=ctx.self, other=to[0]) for number in numbers(several) if to
    ]


@WORDS.effect(
    "take_control",
    "value symbol?",
    "take control of cards, until the end of a period if one is named",
    "take_control(target, conflict)",
)
def _take_control(ctx: Context, several: Any, period: str = "") -> list[Occurrence]:
    return [Occurrence("controlled", number, ctx.you, source=ctx.self, to=period) for number in numbers(several)]


@WORDS.effect("switch_places", "value value", "two cards in provinces change places", "switch_places(self, target)")
def _switch_places(ctx: Context, one: int, other: Any) -> list[Occurrence]:
    return [Occurrence("exchanged", one, ctx.you, source=ctx.self, other=number) for number in numbers(other)]


@WORDS.effect(
    "put_on_deck", "symbol value", "put cards on the top or bottom of their decks", "put_on_deck(top, target)"
)
def _put_on_deck(ctx: Context, where: str, several: Any) -> list[Occurrence]:
    return _each(ctx, "decked", several, note=where)


@WORDS.effect("add_to_hand", "value", "put cards into their owners' hands", "add_to_hand(chosen)")
def _add_to_hand(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("returned", number, ctx.entity(number).owner, source=ctx.self) for number in numbers(several)]


@WORDS.effect("draw", "value value?", "draw cards", "draw(1)")
def _draw(ctx: Context, amount: int, players: Any = "") -> list[Occurrence]:
    return [
        Occurrence("drew", player=player, amount=amount, source=ctx.self) for player in _as_players(players or ctx.you)
    ]


@WORDS.effect("look", "value", "look at cards yourself", "look(hand_of(opponent))")
def _look(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("looked", number, ctx.you, source=ctx.self) for number in numbers(several)]


@WORDS.effect("shuffle_deck", "symbol value?", "shuffle a deck", "shuffle_deck(conflict)")
def _shuffle_deck(ctx: Context, deck: str, players: Any = "") -> list[Occurrence]:
    return [
        Occurrence("reshuffled", player=player, source=ctx.self, note=deck)
        for player in _as_players(players or ctx.you)
    ]


@WORDS.effect("refill_faceup", "value", "refill the province a card came from, faceup", "refill_faceup(self)")
def _refill_faceup(ctx: Context, number: int) -> list[Occurrence]:
    last = ctx.last(number)
    owner, _, slot = last.zone.partition(".") if last else ("", "", "")
    return [Occurrence("refilled", player=owner, source=ctx.self, to=slot)] if slot in board.SLOTS else []


@WORDS.effect("gain", "symbol value value?", "a player gains honor or fate", "gain(honor, 1)")
def _gain(ctx: Context, what: str, amount: int, players: Any = "") -> list[Occurrence]:
    return [
        Occurrence("gained", player=player, amount=amount, source=ctx.self, note=what)
        for player in _as_players(players or ctx.you)
    ]


@WORDS.effect("lose", "symbol value value?", "a player loses honor or fate", "lose(honor, 1, opponent)")
def _lose(ctx: Context, what: str, amount: int, players: Any = "") -> list[Occurrence]:
    return [
        Occurrence("lost-tokens", player=player, amount=amount, source=ctx.self, note=what)
        for player in _as_players(players or ctx.you)
    ]


@WORDS.effect("take", "symbol value value", "take honor or fate from a player", "take(honor, 1, opponent)")
@WORDS.effect("give_back", "symbol value value", "a player gives you honor or fate", "give_back(fate, 1, opponent)")
def _take_from(ctx: Context, what: str, amount: int, player: str) -> list[Occurrence]:
    return [Occurrence("moved", player=player, amount=amount, source=ctx.self, to=ctx.you, note=what)]


@WORDS.effect("give", "symbol value value", "give honor or fate to a player", "give(fate, 1, opponent)")
def _give(ctx: Context, what: str, amount: int, player: str) -> list[Occurrence]:
    return [Occurrence("moved", player=ctx.you, amount=amount, source=ctx.self, to=player, note=what)]


@WORDS.effect("pay", "symbol value", "pay or lose tokens from your pool as a cost", "pay(honor, 3)")
def _pay(ctx: Context, what: str, amount: int) -> list[Occurrence]:
    return [Occurrence("paid", player=ctx.you, amount=amount, source=ctx.self, note=what)]


@WORDS.effect("pay_opponent", "symbol value", "give tokens to your opponent as a cost", "pay_opponent(fate, 1)")
def _pay_opponent(ctx: Context, what: str, amount: int) -> list[Occurrence]:
    return [Occurrence("moved", player=ctx.you, amount=amount, source=ctx.self, to=ctx.pos.after(ctx.you), note=what)]


@WORDS.effect("spend_to", "value", "spend 1 fate to a ring", "spend_to(paid)")
def _spend_to(ctx: Context, rings: Any) -> list[Occurrence]:
    return [Occurrence("paid", player=ctx.you, source=ctx.self, other=ring, note="fate") for ring in numbers(rings)]


@WORDS.effect("place_fate", "value value", "place fate on cards from the general pool", "place_fate(1, target)")
def _place_fate(ctx: Context, amount: int, several: Any) -> list[Occurrence]:
    return _each(ctx, "placed", several, amount=amount)


@WORDS.effect("remove_fate", "value value", "remove fate from cards", "remove_fate(1, target)")
def _remove_fate(ctx: Context, amount: int, several: Any) -> list[Occurrence]:
    return _each(ctx, "unfated", several, amount=amount)


@WORDS.effect("return_fate", "value", "all fate on cards goes to their owners' pools", "return_fate(target)")
def _return_fate(ctx: Context, several: Any) -> list[Occurrence]:
    return [
        Occurrence(
            "unfated", number, amount=ctx.table.count(number, "fate"), source=ctx.self, to=ctx.entity(number).owner
        )
        for number in numbers(several)
    ]


@WORDS.effect("move_fate", "value value value", "move fate from one card to another", "move_fate(1, target, attached)")
def _move_fate(ctx: Context, amount: int, source: Any, to: int) -> list[Occurrence]:
    return [
        Occurrence("moved", number, amount=amount, source=ctx.self, other=to, note="fate") for number in numbers(source)
    ]


@WORDS.effect("take_fate", "value", "take all fate from a ring", "take_fate(target)")
def _take_fate(ctx: Context, rings: Any) -> list[Occurrence]:
    return [
        Occurrence("moved", ring, amount=ctx.table.count(ring, "fate"), source=ctx.self, to=ctx.you, note="fate")
        for ring in numbers(rings)
        if ctx.table.count(ring, "fate")
    ]


@WORDS.effect("declare_conflict", "", "you declare a conflict at once", "declare_conflict")
def _declare_conflict(ctx: Context) -> list[Occurrence]:
    return [Occurrence("pressing", player=ctx.you, source=ctx.self)]


@WORDS.effect("switch_type", "symbol?", "the conflict changes its type", "switch_type")
def _switch_type(ctx: Context, kind: str = "switch") -> list[Occurrence]:
    return [Occurrence("retyped", player=ctx.you, source=ctx.self, note=kind)]


@WORDS.effect("switch_ring", "value", "another ring becomes the contested one", "switch_ring(chosen)")
def _switch_ring(ctx: Context, rings: Any) -> list[Occurrence]:
    return [Occurrence("swapped", ring, ctx.you, source=ctx.self) for ring in numbers(rings)]


@WORDS.effect("return_ring", "value", "a ring goes back to the unclaimed pool", "return_ring(chosen)")
def _return_ring(ctx: Context, rings: Any) -> list[Occurrence]:
    return [Occurrence("ring-returned", ring, ctx.you, source=ctx.self) for ring in numbers(rings)]


@WORDS.effect("claim_ring", "value", "claim a ring", "claim_ring(contested_ring)")
def _claim_ring(ctx: Context, rings: Any) -> list[Occurrence]:
    return [Occurrence("claimed", ring, ctx.you, source=ctx.self) for ring in numbers(rings)]


@WORDS.effect("resolve_ring", "value", "resolve a ring's effect: it works for the attacking player", "resolve_ring(it)")
def _resolve_ring(ctx: Context, rings: Any) -> list[Occurrence]:
    """Make a ring's effect resolve for the attacking player, whoever's card says so (`l5r/ring-effects#3`)."""
    frame = board.conflict(ctx.pos)
    return _resolving(ctx, rings, frame.text("attacker") if frame is not None else "")


@WORDS.effect(
    "resolve_ring_as_attacker",
    "value",
    "resolve a ring's effect as if you were the attacking player",
    "resolve_ring_as_attacker(contested_ring)",
)
def _resolve_ring_as_attacker(ctx: Context, rings: Any) -> list[Occurrence]:
    return _resolving(ctx, rings, ctx.you)


def _resolving(ctx: Context, rings: Any, attacker: str) -> list[Occurrence]:
    """Make the occurrences of resolving rings: `attacker` is the player the effects work for."""
    return [Occurrence("resolving", ring, ctx.you, source=ctx.self, to=attacker) for ring in numbers(rings)]


@WORDS.effect(
    "take_ring_effect",
    "",
    "in this conflict resolve the ring effect, or decline, as its winning attacker would, and claim the ring",
    "take_ring_effect",
)
def _take_ring_effect(ctx: Context) -> list[Occurrence]:
    return [Occurrence("ring-taken", player=ctx.you, source=ctx.self)]


@WORDS.effect("cancel_ring", "", "the ring effect of this conflict is cancelled", "cancel_ring")
def _cancel_ring(ctx: Context) -> list[Occurrence]:
    return [Occurrence("ring-cancelled", player=ctx.you, source=ctx.self)]


@WORDS.effect(
    "duel", "symbol value value symbol?", "one character challenges another to a duel", "duel(military, self, target)"
)
def _duel(ctx: Context, kind: str, challenger: Any, challenged: Any, how: str = "") -> list[Occurrence]:
    """Make a duel begin; the first character, the initiating player's, is the challenger (`l5r/d.2#2`)."""
    one = numbers(challenger)
    return [
        Occurrence("dueling", one[0], ctx.you, source=ctx.self, other=number, to=how, note=kind)
        for number in numbers(challenged)
        if one
    ]


@WORDS.effect("change_bid", "value value?", "a player's bid counts as more or less", "change_bid(1)")
def _change_bid(ctx: Context, amount: int, player: str = "") -> list[Occurrence]:
    return [Occurrence("rebid", player=player or ctx.you, amount=amount, source=ctx.self)]


@WORDS.effect(
    "learn",
    "value value",
    "this card gains a triggered ability of another, by its number, until the phase ends",
    'learn(target, said("which"))',
)
def _learn(ctx: Context, several: Any, nth: str) -> list[Occurrence]:
    return [
        Occurrence("learned", ctx.self, ctx.you, source=ctx.self, other=number, note=nth) for number in numbers(several)
    ]


@WORDS.effect("repeat", "", "resolve this ability a second time, and not a third time", "repeat")
def _repeat(ctx: Context) -> list[Occurrence]:
    return [Occurrence("repeating", player=ctx.you, source=ctx.self, other=ctx.frame.id if ctx.frame else 0)]


@WORDS.effect(
    "reduce_next",
    "value text symbol value?",
    "the next card of a kind you play costs less",
    "reduce_next(1, event, phase)",
)
def _reduce_next(ctx: Context, amount: int, which: str, period: str, host: int = 0) -> list[Occurrence]:
    return [Occurrence("reducing", player=ctx.you, amount=amount, source=ctx.self, to=period, note=which, other=host)]


@WORDS.effect(
    "at_end_of",
    "symbol value?",
    "the ability's `later` part happens by itself at the end of a period",
    "at_end_of(conflict, target)",
)
def _at_end_of(ctx: Context, period: str, several: Any = 0) -> list[Occurrence]:
    return _delaying(ctx, several, period, "ended")


@WORDS.effect(
    "after_conflict_won",
    "value?",
    "the ability's `later` part happens when this conflict is won",
    "after_conflict_won(target)",
)
def _after_conflict_won(ctx: Context, several: Any = 0) -> list[Occurrence]:
    return _delaying(ctx, several, "conflict", "won")


def _delaying(ctx: Context, several: Any, period: str, kind: str) -> list[Occurrence]:
    """Make the occurrence that delays an ability's `later` part until an occurrence of a kind about a period."""
    found = numbers(several)
    return [Occurrence("delaying", found[0] if found else 0, ctx.you, source=ctx.self, to=period, note=kind)]


@WORDS.effect("cancel", "", "cancel the effects that would initiate", "cancel")
def _cancel(ctx: Context) -> list[Occurrence]:
    moment = ctx.moment.id if ctx.moment else 0
    return [Occurrence("cancelling", player=ctx.you, source=ctx.self, other=moment)]


def _replacing(ctx: Context, subject: int, to: str, note: str = "") -> list[Occurrence]:
    """Make the occurrence that replaces what would happen: `to` says what happens instead, `note` what changes."""
    moment = ctx.moment.id if ctx.moment else 0
    return [Occurrence("replacing", subject, ctx.you, ctx.occ_index, ctx.self, moment, to, note)]


@WORDS.effect(
    "discard_instead", "value", "a card is discarded instead of what would leave play", "discard_instead(self)"
)
def _discard_instead(ctx: Context, number: int) -> list[Occurrence]:
    return _replacing(ctx, number, f"instead discard {number}")


@WORDS.effect(
    "lose_status_instead",
    "value",
    "the status token is discarded instead of the character leaving play",
    "lose_status_instead(it)",
)
def _lose_status_instead(ctx: Context, number: int) -> list[Occurrence]:
    return _replacing(ctx, number, f"instead status {number}")


@WORDS.effect("keep_instead", "", "the first player token is kept instead", "keep_instead")
def _keep_instead(ctx: Context) -> list[Occurrence]:
    return _replacing(ctx, 0, "instead keep")


@WORDS.effect(
    "receive_instead", "value", "another character receives the honor or dishonor instead", "receive_instead(target)"
)
def _receive_instead(ctx: Context, several: Any) -> list[Occurrence]:
    return [part for number in numbers(several)[:1] for part in _replacing(ctx, number, "", "subject")]
