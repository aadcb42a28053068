"""The words of the card language that every game has."""

from __future__ import annotations

from typing import Any

from ledger.events import State
from ledger.table import knows
from rules.kernel.context import Context
from rules.language.expressions import Closure, truth
from rules.language.lexicon import Lexicon


def numbers(value: Any) -> list[int]:
    """Return one component or several as a list of numbers; a 0 alone is none, and other values are left out."""
    if isinstance(value, list):
        return [number for number in value if isinstance(number, int)]
    return [value] if isinstance(value, int) and value else []


COMMON = Lexicon()
"""The shared words; a pack's own lexicon begins with them."""


@COMMON.value("self", "", "the card this text is on", "kneel(self)")
def _self(ctx: Context) -> int:
    return ctx.self


@COMMON.value("it", "", "the card being judged by a filter, or the one it happened to", "controller(it) == you")
def _it(ctx: Context) -> int:
    return ctx.it


@COMMON.value("you", "", "the player who controls this card", "controller == you")
def _you(ctx: Context) -> str:
    return ctx.you


@COMMON.value(
    "who", "", "the player the occurrence is about, or the one being judged", "who == you", told="the player is {value}"
)
def _who(ctx: Context) -> str:
    return ctx.player or (ctx.occ.player if ctx.occ else "")


@COMMON.value(
    "players_where", "filter", "every player of whom a condition holds, as `who`", "players_where(who != first_player)"
)
def _players_where(ctx: Context, condition: Closure) -> list[str]:
    before, found = ctx.player, []
    for player in ctx.pos.order():
        ctx.player = player
        if truth(condition(ctx), ctx):
            found.append(player)
    ctx.player = before
    return found


@COMMON.value("opponents", "", "every other player", "draw(1, opponents)")
def _opponents(ctx: Context) -> list[str]:
    return ctx.pos.opponents(ctx.you)


@COMMON.value("everyone", "", "every player, the first player first", "draw(1, everyone)")
def _everyone(ctx: Context) -> list[str]:
    return ctx.pos.order()


@COMMON.value("first_player", "", "the first player", "first_player == you", told="{value} is the first player")
def _first_player(ctx: Context) -> str:
    return ctx.pos.first


@COMMON.value("amount", "", "how many or how much the occurrence was about", "amount >= 1", told="the amount")
def _amount(ctx: Context) -> int:
    return ctx.occ.amount if ctx.occ else 0


@COMMON.value("target", "", "the chosen target or targets", "kill(target)", told="the target")
def _target(ctx: Context) -> list[int]:
    return ctx.chosen.get("target", [])


@COMMON.value(
    "chosen", "symbol?", "what was chosen later, or under a name", "kill(chosen)", told="one of the cards chosen"
)
def _chosen(ctx: Context, name: str = "chosen") -> Any:
    return ctx.chosen.get(name, [])


@COMMON.value(
    "said",
    "symbol",
    "the word that was named under a name",
    'said("kind") == military',
    told="the word that was named is {value}",
)
def _said(ctx: Context, name: str) -> str:
    if name in ctx.said:
        return ctx.said[name]
    return str(ctx.frame.data.get(name, "")) if ctx.frame else ""


@COMMON.value("paid", "", "what the cost was paid with", "kneel(paid)", told="the payment")
def _paid(ctx: Context) -> list[int]:
    return ctx.chosen.get("paid", [])


@COMMON.value("attached", "", "the card this one is attached to", "stand(attached)")
def _attached(ctx: Context) -> int:
    host = ctx.entity(ctx.self).host
    last = ctx.last(ctx.self)
    return last.host if last and not host else host


@COMMON.value("controller", "value?", "who controls a card", "controller == you", told="{value} controls {it}")
def _controller(ctx: Context, number: int = 0) -> str:
    return ctx.controller(number or ctx.it)


@COMMON.value("owner", "value?", "who owns a card", "owner == you", told="{value} owns {it}")
def _owner(ctx: Context, number: int = 0) -> str:
    return ctx.entity(number or ctx.it).owner


@COMMON.value(
    "known_to", "value value", "a player knows which card it is", "known_to(self, you)", told="{0} is known to {1}"
)
def _known_to(ctx: Context, number: int, player: str) -> bool:
    return knows(ctx.table, player, ctx.entity(number))


@COMMON.value("unique", "", "the card is unique", "character and unique")
def _unique(ctx: Context) -> bool:
    return ctx.card(ctx.it).unique


@COMMON.value("named", "symbol", "the card has this title", 'named("Robb Stark")', told="{it} is called {0}")
def _named(ctx: Context, name: str) -> bool:
    return ctx.card(ctx.it).name == name


@COMMON.value(
    "tokens",
    "symbol value?",
    "how many tokens of a kind lie on a card",
    "tokens(poison) >= 1",
    told="the number of {0} tokens on {it}",
)
def _tokens(ctx: Context, what: str, several: Any = 0) -> int:
    return sum(ctx.entity(number).counters.get(what, 0) for number in numbers(several or ctx.it))


@COMMON.value(
    "printed", "symbol value?", "a number printed on a card", "printed(cost) <= 5", told="the printed {0} of {it}"
)
def _printed(ctx: Context, name: str, number: int = 0) -> int:
    return ctx.card(number or ctx.it).number(name)


@COMMON.value(
    "other", "", "it is another card than this one", "character and other", told="{it} is another card than {self}"
)
def _other(ctx: Context) -> bool:
    return ctx.it != ctx.self


@COMMON.value(
    "count",
    "filter symbol?",
    "how many cards in a zone (in play unless said) fit a filter",
    "count(character and kneeling)",
)
def _count(ctx: Context, accepts: Closure, zone: str = "play") -> int:
    return sum(1 for number in ctx.pos.pack.candidates(ctx.pos, ctx.you, zone) if ctx.judge(accepts, number))


@COMMON.value(
    "exists",
    "filter symbol?",
    "a card in a zone (in play unless said) fits a filter",
    'exists(named("Right") and controller == you)',
)
def _exists(ctx: Context, accepts: Closure, zone: str = "play") -> bool:
    return any(ctx.judge(accepts, number) for number in ctx.pos.pack.candidates(ctx.pos, ctx.you, zone))


@COMMON.value(
    "each",
    "filter symbol?",
    "every card in a zone (in play unless said) that fits a filter",
    "discard(each(character))",
)
def _each(ctx: Context, accepts: Closure, zone: str = "play") -> list[int]:
    return [number for number in ctx.pos.pack.candidates(ctx.pos, ctx.you, zone) if ctx.judge(accepts, number)]


@COMMON.value(
    "fits",
    "value filter",
    "there are such cards and all of them fit a filter",
    "fits(target, unique)",
    told="{0} is a {1}",
)
def _fits(ctx: Context, several: Any, accepts: Closure) -> bool:
    found = numbers(several)
    return bool(found) and all(ctx.judge(accepts, number) for number in found)


@COMMON.value(
    "same_title",
    "value",
    "the card has the same title as one of these",
    "same_title(affected)",
    told="{it} has the same title as {0}",
)
def _same_title(ctx: Context, several: Any) -> bool:
    name = ctx.card(ctx.it).name
    return bool(ctx.card(ctx.it).id) and any(ctx.card(number).name == name for number in numbers(several))


@COMMON.value(
    "affected",
    "",
    "the cards this effect has dealt with so far",
    "same_title(affected)",
    told="a card dealt with by the effect",
)
def _affected(ctx: Context) -> list[int]:
    if ctx.frame is None:
        return []
    return [part.subject for part in ctx.frame.occurrences if part.subject and part.kind not in ("initiated", "played")]


@COMMON.value(
    "if_so", "value value value", "one value if a condition holds, else the other", "if_so(first_player == you, 2, 1)"
)
def _if_so(ctx: Context, condition: Any, yes: int, no: int) -> int:
    return yes if truth(condition, ctx) else no


@COMMON.value(
    "every", "value value", "how many full times the second goes into the first", "gain(power, every(6, 5), self)"
)
def _every(ctx: Context, amount: int, step: int) -> int:
    return amount // step if step > 0 else 0


@COMMON.value("x", "", "the X that was named while paying; before that, the most it could be", "pay(gold, x)")
def _x(ctx: Context) -> int:
    if "x" in ctx.said:
        return int(ctx.said["x"])
    if ctx.frame is not None and "x" in ctx.frame.data:
        return int(ctx.frame.text("x"))
    most = ctx.ability.x if ctx.ability is not None else None
    return int(most(ctx)) if most is not None else 0


@COMMON.value("happened", "", "everything this effect did before this sentence happened", "happened")
def _happened(ctx: Context) -> bool:
    if ctx.frame is None:
        return True
    return all(
        part.state is State.HAPPENED for part in ctx.frame.occurrences if part.kind not in ("initiated", "played")
    )
