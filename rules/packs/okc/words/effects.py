"""The effect words of this game's cards: each makes the occurrences it would cause, but does not carry them out."""

from __future__ import annotations

from typing import Any

from ledger.events import Occurrence
from rules.kernel.context import Context
from rules.language.lexicon import Lexicon
from rules.packs.okc import board, values
from rules.shared.words import numbers

WORDS = Lexicon()


def _players(value: Any) -> list[str]:
    """Return one player or several as a list."""
    return [value] if isinstance(value, str) else list(value)


def _declare(word: str, kind: str, says: str) -> None:
    """Declare an effect word that makes one occurrence of a kind for each card it is given."""

    @WORDS.effect(word, "value", says, f"{word}(target)")
    def effect(ctx: Context, several: Any) -> list[Occurrence]:
        return [Occurrence(kind, number, ctx.you, source=ctx.self) for number in numbers(several)]


for _word, _kind, _says in (
    ("discard", "discarded", "discard cards"),
    ("to_hand", "returned", "return cards to their owners' hands"),
    ("unseat", "unseated", "remove cards from their councils"),
    ("burn", "burned", "burn cards: they are out of the game"),
    ("refresh", "refreshed", "turn exhausted tactics back"),
    ("look", "looked", "look at cards yourself"),
):
    _declare(_word, _kind, _says)


@WORDS.effect("eliminate", "value", "eliminate active cards", "eliminate(target)")
def _eliminate(ctx: Context, several: Any) -> list[Occurrence]:
    return [values.elimination(ctx.pos, number, ctx.you, ctx.self) for number in numbers(several)]


@WORDS.effect("gain", "symbol value value?", "gain influence or lore from the reserve", "gain(influence, 1)")
def _gain(ctx: Context, what: str, amount: int, players: Any = "") -> list[Occurrence]:
    return [
        Occurrence("gained", player=who, amount=amount, source=ctx.self, note=what)
        for who in _players(players or ctx.you)
    ]


@WORDS.effect("lose", "symbol value value?", "players return tokens to the reserve", "lose(influence, 1, opponents)")
def _lose(ctx: Context, what: str, amount: int, players: Any = "") -> list[Occurrence]:
    return [
        Occurrence("lost", player=who, amount=amount, source=ctx.self, note=what)
        for who in _players(players or ctx.you)
    ]


@WORDS.effect("pay", "symbol value", "pay tokens from your supply", "pay(influence, 1)")
def _pay(ctx: Context, what: str, amount: int) -> list[Occurrence]:
    return [Occurrence("paid", player=ctx.you, amount=amount, source=ctx.self, note=what)]


@WORDS.effect(
    "steal", "symbol value value", "steal tokens from opponents' supplies", 'steal(influence, 1, said("opponent"))'
)
def _steal(ctx: Context, what: str, amount: int, victims: Any) -> list[Occurrence]:
    return [
        Occurrence("stolen", player=ctx.you, amount=amount, source=ctx.self, to=who, note=what)
        for who in _players(victims or ctx.pos.opponents(ctx.you))
        if who != ctx.you
    ]


@WORDS.effect("draw", "value value?", "draw cards, with attrition on an empty deck", "draw(1)")
def _draw(ctx: Context, amount: int, players: Any = "") -> list[Occurrence]:
    return [Occurrence("drew", player=who, amount=amount, source=ctx.self) for who in _players(players or ctx.you)]


@WORDS.effect("change_limit", "value value?", "change a hand limit, within 3 and 8", "change_limit(1)")
def _change_limit(ctx: Context, amount: int, players: Any = "") -> list[Occurrence]:
    return [Occurrence("limited", player=who, amount=amount, source=ctx.self) for who in _players(players or ctx.you)]


@WORDS.effect("put_on", "symbol value value", "put tokens on cards", "put_on(markers, 2, self)")
def _put_on(ctx: Context, what: str, amount: int, several: Any) -> list[Occurrence]:
    return [Occurrence("token", number, ctx.you, amount, ctx.self, note=what) for number in numbers(several)]


@WORDS.effect("move_to", "value value", "move an active card to another region", "move_to(target, plateau)")
def _move_to(ctx: Context, several: Any, region: str) -> list[Occurrence]:
    return [Occurrence("flanked", number, ctx.you, source=ctx.self, to=region) for number in numbers(several)]


@WORDS.effect("add_facedown", "value", "add cards from hand facedown to the current clash", "add_facedown(chosen)")
def _add_facedown(ctx: Context, several: Any) -> list[Occurrence]:
    frame = board.clash(ctx.pos)
    region = frame.text("region") if frame else ""
    return [Occurrence("joined", number, ctx.you, source=ctx.self, to=region) for number in numbers(several) if region]


@WORDS.effect("to_council", "value value", "move cards to a council without governing", "to_council(target, oaths)")
def _to_council(ctx: Context, several: Any, council: str) -> list[Occurrence]:
    return [Occurrence("seated", number, ctx.you, source=ctx.self, to=council) for number in numbers(several)]


@WORDS.effect(
    "recover", "value symbol?", "take cards from the losses to the discard pile, or to hand", "recover(target, hand)"
)
def _recover(ctx: Context, several: Any, to: str = "discard") -> list[Occurrence]:
    return [Occurrence("recovered", number, ctx.you, source=ctx.self, to=to) for number in numbers(several)]


@WORDS.effect("recall", "value value", "take Supporters back from a region or the losses", "recall(losses, 1)")
def _recall(ctx: Context, where: str, amount: int) -> list[Occurrence]:
    return [Occurrence("recalled", player=ctx.you, amount=amount, source=ctx.self, to=where)]


@WORDS.effect("support", "value value", "place Supporters from your board on a region", "support(plateau, 1)")
def _support(ctx: Context, region: str, amount: int) -> list[Occurrence]:
    return [Occurrence("supported", player=ctx.you, amount=amount, source=ctx.self, to=region)]


@WORDS.effect(
    "mark", "value value", "put faction markers on a location or, as votes, into a council", "mark(temple, 1)"
)
def _mark(ctx: Context, where: str, amount: int) -> list[Occurrence]:
    return [Occurrence("marked", player=ctx.you, amount=amount, source=ctx.self, to=where)]


@WORDS.effect(
    "take_from_road",
    "value value?",
    "acquire a Kingdom card of the Great Road, occupied by a card",
    "take_from_road(target, chosen)",
)
def _take_from_road(ctx: Context, kingdom: Any, card: Any = 0) -> list[Occurrence]:
    guard = numbers(card)
    return [
        Occurrence("acquired", number, ctx.you, source=ctx.self, other=guard[0] if guard else 0, note="ability")
        for number in numbers(kingdom)
    ]


@WORDS.effect("to_supply", "value", "Kingdom cards go to your supply instead of being occupied", "to_supply(self)")
def _to_supply(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("relocated", number, ctx.you, source=ctx.self, to="supply") for number in numbers(several)]


@WORDS.effect("to_map", "value value", "Kingdom cards go to a region or location of the map", "to_map(self, temple)")
def _to_map(ctx: Context, several: Any, place: str) -> list[Occurrence]:
    return [Occurrence("relocated", number, ctx.you, source=ctx.self, to=place) for number in numbers(several)]


@WORDS.effect(
    "may_govern",
    "symbol symbol?",
    "you may govern from places such as hand or active; `clear` empties the council first",
    """may_govern("active hand", clear)""",
)
def _may_govern(ctx: Context, places: str, how: str = "") -> list[Occurrence]:
    return [Occurrence("may-govern", player=ctx.you, source=ctx.self, to=how, note=places)]


@WORDS.effect(
    "may_travel", "symbol", "you may travel from places such as hand or active", """may_travel("active hand")"""
)
def _may_travel(ctx: Context, places: str) -> list[Occurrence]:
    return [Occurrence("may-travel", player=ctx.you, source=ctx.self, note=places)]


@WORDS.effect("take_favour", "", "take the Kingdom's Favour, set to III", "take_favour")
def _take_favour(ctx: Context) -> list[Occurrence]:
    return [Occurrence("favoured", player=ctx.you, source=ctx.self)]


@WORDS.effect("claim", "value", "claim a location's reward, without a Herald reward", "claim(temple)")
def _claim(ctx: Context, location: str) -> list[Occurrence]:
    return [Occurrence("rewarded", player=ctx.you, source=ctx.self, to=location)]


@WORDS.value("occupier", "", "the card that occupies this Kingdom card", "discard(occupier)")
def _occupier(ctx: Context) -> int:
    return board.occupier(ctx.pos, ctx.self)
