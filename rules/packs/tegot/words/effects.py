"""Words for what an event card does: each effect word returns the occurrences it would cause."""

from __future__ import annotations

from typing import Any

from ledger.events import Occurrence
from rules.kernel.context import Context
from rules.language.lexicon import Lexicon
from rules.packs.tegot.chapters.actions import FLAGS
from rules.packs.tegot.chapters.march import possible_without
from rules.shared.words import COMMON, numbers

WORDS = Lexicon(COMMON)
SYMBOLS = frozenset({*FLAGS, "nothing", "double"})
"""The bare names that a card may use: what changes an action, and how often a returning unit's bonus is given."""


def _players(ctx: Context, whom: Any) -> list[str]:
    """Return the players that an argument names: one, several, or the card's own player if it names nobody."""
    if isinstance(whom, list):
        return [player for player in whom if isinstance(player, str)]
    return [whom] if isinstance(whom, str) and whom else [ctx.you]


@WORDS.effect("gain", "value value?", "a player (you, unless said) gains gold", "gain(3)")
def _gain(ctx: Context, amount: int, whom: Any = "") -> list[Occurrence]:
    return [Occurrence("gained", player=player, amount=amount) for player in _players(ctx, whom)]


@WORDS.effect("pay", "value", "you pay gold", "pay(2)")
def _pay(ctx: Context, amount: int) -> list[Occurrence]:
    return [Occurrence("paid", player=ctx.you, amount=amount, note="gold")]


@WORDS.effect("give_up_points", "value", "you lose points", "give_up_points(1)")
def _points(ctx: Context, amount: int) -> list[Occurrence]:
    return [Occurrence("paid", player=ctx.you, amount=amount, note="points")]


@WORDS.effect("fill_gold", "", "your gold rises to the highest open space", "fill_gold()")
def _fill(ctx: Context) -> list[Occurrence]:
    return [Occurrence("filled", player=ctx.you)]


@WORDS.effect("score", "value", "you score points", "score(1)")
def _score(ctx: Context, amount: int) -> list[Occurrence]:
    return [Occurrence("scored", player=ctx.you, amount=amount)]


@WORDS.effect("draw", "value", "you draw plot cards up to the hand limit", "draw(1)")
def _draw(ctx: Context, amount: int) -> list[Occurrence]:
    return [Occurrence("drew", player=ctx.you, amount=amount)]


@WORDS.effect("draw_over", "value", "you draw plot cards, then discard down to the hand limit", "draw_over(5)")
def _draw_over(ctx: Context, amount: int) -> list[Occurrence]:
    return [Occurrence("drew", player=ctx.you, amount=amount, note="over")]


@WORDS.effect(
    "send_home",
    "value symbol?",
    "pieces return to their mats, with the usual bonus, none or double",
    "send_home(target, nothing)",
)
def _send_home(ctx: Context, several: Any, bonus: str = "") -> list[Occurrence]:
    return [Occurrence("returned", number, ctx.you, source=ctx.self, note=bonus) for number in numbers(several)]


@WORDS.effect("take", "value", "tokens go to your ally pool", "take(target)")
def _take(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("took", number, ctx.you, source=ctx.self) for number in numbers(several)]


@WORDS.effect("give", "value value", "tokens go to another player's ally pool", 'give(target, said("whom"))')
def _give(ctx: Context, several: Any, whom: str) -> list[Occurrence]:
    players = _players(ctx, whom) if whom else ctx.pos.opponents(ctx.you)
    return [
        Occurrence("took", number, player, source=ctx.self) for number in numbers(several) for player in players[:1]
    ]


@WORDS.effect("keep", "value", "a card stays beside your mat", "keep(self)")
def _keep(ctx: Context, number: int) -> list[Occurrence]:
    return [Occurrence("kept", number, ctx.you)]


@WORDS.effect("regain", "value", "a card comes back to your hand", 'regain(own_hero_card("played"))')
def _regain(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("regained", number, ctx.you) for number in numbers(several)]


@WORDS.effect(
    "promote", "value", "a token returns without bonus and a hero is recruited in its place, free", "promote(target)"
)
def _promote(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("promoted", number, ctx.you) for number in numbers(several)]


@WORDS.value(
    "dispensable",
    "",
    "with it gone you could still march or sail to a battle",
    "unit and own and dispensable",
    told="{it} is one that {you} can spare and still reach a battle",
)
def _dispensable(ctx: Context) -> bool:
    return possible_without(ctx.pos, ctx.you, ctx.it)


def _add_undertaking(kind: str, says: str, example: str) -> None:
    """Declare an effect word that starts an action or a procedure of the same name; its arguments are flags."""

    def make(ctx: Context, *flags: str) -> list[Occurrence]:
        return [Occurrence("undertook", player=ctx.you, note=kind, to=" ".join(flags), source=ctx.self)]

    WORDS.effect(kind, "symbol*", says, example)(make)


_add_undertaking("recruit", "you take a Recruit action, changed as said", "recruit(free, one)")
_add_undertaking("march", "you take a March action, changed as said", "march(to_battle)")
_add_undertaking("sail", "you take a Sail action, changed as said", "sail(four_seas)")
_add_undertaking("expedition", "you march or sail, changed as said", "expedition(to_battle)")
_add_undertaking("move", "units move straight to any domain, as said", "move(to_battle)")
_add_undertaking("gather", "a hero and up to two tokens from different domains attack together", "gather(to_battle)")
_add_undertaking("whisper", "you take a Whisper action", "whisper()")
_add_undertaking("plot", "you take a Plot action", "plot(free)")
_add_undertaking("event", "you may play another event", "event()")
_add_undertaking("timely", "you gain an alliance you qualify for at once", "timely()")
_add_undertaking("journey", "a hero goes to a domain; others there retreat", 'journey(own_hero, "the-reach")')
_add_undertaking("placing", "your hero is placed from the mat and marches", "placing()")
_add_undertaking("surprise", "a token next to you is eliminated and the rest retreats", "surprise()")
_add_undertaking("trial", "the player in King's Landing loses 4 gold or retreats", "trial()")
_add_undertaking("eggs", "you place dragon eggs for 2 gold each", "eggs()")
