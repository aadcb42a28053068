"""Words that ask: about units, ally pools, what a player has, and what the event card has done so far."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.language.lexicon import Lexicon
from rules.packs.tegot import board
from rules.shared.words import numbers

WORDS = Lexicon()


def _house(ctx: Context) -> str:
    """Return the house of the piece being judged."""
    return board.faction(ctx.pos, ctx.it)


def _side(ctx: Context) -> str:
    """Return whom the piece being judged fights for."""
    return board.side(ctx.pos, _house(ctx))


def _domain(ctx: Context) -> str:
    """Return the domain of the piece being judged; an empty string if it is not on the map."""
    return board.domain_of(ctx.pos, ctx.it)


# --- pieces --------------------------------------------------------------------------------------------------------


@WORDS.value("token", "", "it is a power token", "token and yours")
def _token(ctx: Context) -> bool:
    return ctx.card(ctx.it).type == "token"


@WORDS.value("hero", "", "it is a hero", "hero and yours")
def _hero(ctx: Context) -> bool:
    return ctx.card(ctx.it).type == "hero"


@WORDS.value("unit", "", "it is a unit", "unit and yours")
def _unit(ctx: Context) -> bool:
    return board.is_unit(ctx.pos, ctx.it)


@WORDS.value(
    "yours",
    "",
    "you control it: your house's or an ally's",
    "hero and yours",
    told="{it} is under the control of {you}",
)
def _yours(ctx: Context) -> bool:
    return _side(ctx) == ctx.you


@WORDS.value("own", "", "it is of your own house", "token and own", told="{it} belongs to {you}'s own house")
def _own(ctx: Context) -> bool:
    return _house(ctx) == board.house_of(ctx.pos, ctx.you)


@WORDS.value("rivals", "", "another player controls it", "token and rivals", told="{it} belongs to another player")
def _rivals(ctx: Context) -> bool:
    return _side(ctx) in ctx.pos.opponents(ctx.you)


@WORDS.value(
    "rival_house",
    "",
    "it is of another player's own house",
    "token and rival_house",
    told="{it} belongs to another player's own house",
)
def _rival_house(ctx: Context) -> bool:
    return board.player_of(ctx.pos, _house(ctx)) in ctx.pos.opponents(ctx.you)


@WORDS.value(
    "neutral", "", "it is of a non-player house", "token and neutral", told="{it} belongs to a non-player house"
)
def _neutral(ctx: Context) -> bool:
    return _house(ctx) in board.neutral_houses(ctx.pos)


@WORDS.value("in_capital", "", "it stands in King's Landing", "token and in_capital")
def _in_capital(ctx: Context) -> bool:
    return _domain(ctx) == board.world(ctx.pos).capital


@WORDS.value(
    "near", "", "it stands next to a domain you control", "token and near", told="{it} stands next to a domain of {you}"
)
def _near(ctx: Context) -> bool:
    borders = board.world(ctx.pos).domains[_domain(ctx)].borders if _domain(ctx) else ()
    return any(board.holder(ctx.pos, border) == ctx.you for border in borders)


@WORDS.value(
    "leverage",
    "",
    "you have a token of a house allied with whoever controls it",
    "token and rivals and leverage",
    told="{it} belongs to a player allied with a house of which {you} has a token",
)
def _leverage(ctx: Context) -> bool:
    return _side(ctx) in ctx.table.seats and board.has_leverage(ctx.pos, ctx.you, _side(ctx))


@WORDS.value(
    "leaders",
    "",
    "it is of the house of the one other player with the most points",
    "not leaders",
    told="{it} belongs to the house of the one other player with the most points",
)
def _leaders(ctx: Context) -> bool:
    return board.player_of(ctx.pos, _house(ctx)) in board.leaders(ctx.pos, ctx.you)


# --- pools ---------------------------------------------------------------------------------------------------------


def _pool_owner(ctx: Context, number: int) -> str:
    """Return the player whose ally pool a piece is in, or an empty string."""
    owner, _, kind = ctx.entity(number).zone.partition(".")
    return owner if kind == "pool" else ""


@WORDS.value("mine", "", "it is in your ally pool", "token and mine", told="{it} is in {you}'s ally pool")
def _mine(ctx: Context) -> bool:
    return _pool_owner(ctx, ctx.it) == ctx.you


@WORDS.value("theirs", "", "it is in another player's ally pool", "token and theirs")
def _theirs(ctx: Context) -> bool:
    return _pool_owner(ctx, ctx.it) in ctx.pos.opponents(ctx.you)


@WORDS.value(
    "of_the_crowned", "", "it is in the pool of the player who controls King's Landing", "token and of_the_crowned"
)
def _of_the_crowned(ctx: Context) -> bool:
    holder = board.holder(ctx.pos, board.world(ctx.pos).capital)
    return bool(holder) and _pool_owner(ctx, ctx.it) == holder


@WORDS.value("pool_of", "value", "whose ally pool a token is in", 'give(chosen("ours"), pool_of(target))')
def _pool_of(ctx: Context, several: Any) -> str:
    found = numbers(several)
    return _pool_owner(ctx, found[0]) if found else ""


@WORDS.value(
    "one_pool",
    "value",
    "the tokens are of one house and in one pool",
    "one_pool(target)",
    told="all of them are of one house and in one pool",
)
def _one_pool(ctx: Context, several: Any) -> bool:
    found = numbers(several)
    return len({(ctx.entity(n).zone, board.faction(ctx.pos, n)) for n in found}) <= 1


@WORDS.value(
    "other_house",
    "value",
    "it is of another house than those",
    "other_house(target)",
    told="{it} is of another house than {0}, chosen first",
)
def _other_house(ctx: Context, several: Any) -> bool:
    return _house(ctx) not in [board.faction(ctx.pos, number) for number in numbers(several)]


@WORDS.value(
    "allied", "", "you are allied with its house", "not allied", told="{it} belongs to a house allied with {you}"
)
def _allied(ctx: Context) -> bool:
    return _house(ctx) in board.allies(ctx.pos, ctx.you)


@WORDS.value("two_of", "value", "two tokens of the house of one on a mat", "take(two_of(chosen))")
def _two_of(ctx: Context, several: Any) -> list[int]:
    found = numbers(several)
    return board.on_mat(ctx.pos, board.faction(ctx.pos, found[0]))[:2] if found else []


@WORDS.value("size", "value", "how many there are", "score(every(size(target), 2))")
def _size(ctx: Context, several: Any) -> int:
    return len(numbers(several))


# --- what you have -------------------------------------------------------------------------------------------------


@WORDS.value("gold", "", "your gold", "gold == 0", told="the gold of {you}")
def _gold(ctx: Context) -> int:
    return board.gold(ctx.pos, ctx.you)


@WORDS.value("purse", "", "your gold, and what no line states of it", "purse >= 3", told="the gold of {you}")
def _purse(ctx: Context) -> int:
    return board.may_pay(ctx.pos, ctx.you)


@WORDS.value("castles", "", "how many castles you control", "castles >= 4", told="the number of castles of {you}")
def _castles(ctx: Context) -> int:
    return board.castles(ctx.pos, ctx.you)


@WORDS.value(
    "alliances", "", "how many alliances you have", "gain(2 + 2 * alliances)", told="the number of alliances of {you}"
)
def _alliances(ctx: Context) -> int:
    return len(board.allies(ctx.pos, ctx.you))


@WORDS.value("domains", "", "how many domains you control", "gain(domains)", told="the number of domains of {you}")
def _domains(ctx: Context) -> int:
    return len(board.controlled(ctx.pos, ctx.you))


@WORDS.value("crowned", "", "you control King's Landing", "if_so(crowned, 1, 0)", told="{you} controls King's Landing")
def _crowned(ctx: Context) -> bool:
    return board.holder(ctx.pos, board.world(ctx.pos).capital) == ctx.you


@WORDS.value(
    "pool",
    "",
    "how many tokens are in your ally pool, the throne included",
    "gain(pool)",
    told="the number of tokens in {you}'s ally pool",
)
def _pool(ctx: Context) -> int:
    return len(ctx.pos.zone(ctx.you, "pool"))


@WORDS.value(
    "on_track",
    "",
    "how many tokens are on your force track",
    "on_track >= 7",
    told="the number of tokens on {you}'s force track",
)
def _on_track(ctx: Context) -> int:
    return len(board.on_mat(ctx.pos, board.house_of(ctx.pos, ctx.you)))


@WORDS.value(
    "tokens_in",
    "symbol",
    "how many power tokens lie in a place: a mat, a pool, a domain",
    'tokens_in("arryn.mat") == 6',
    told="the number of power tokens in {0}",
)
def _tokens_in(ctx: Context, place: str) -> int:
    return sum(1 for number in ctx.table.zones[place] if ctx.card(number).type == "token")


@WORDS.value(
    "round_reached",
    "",
    "the number of the round the Crown has reached",
    "round_reached == 6",
    told="the round that the Crown has reached",
)
def _round_reached(ctx: Context) -> int:
    game = ctx.pos.enclosing("game")
    return game.number("round") if game is not None else 0


@WORDS.value(
    "hero_on_mat", "", "your house's hero is on your mat", "hero_on_mat", told="the hero of {you}'s house is on its mat"
)
def _hero_on_mat(ctx: Context) -> bool:
    return bool(board.on_mat(ctx.pos, board.house_of(ctx.pos, ctx.you), "hero"))


@WORDS.value(
    "lone_hero",
    "",
    "a hero you control is the only unit in its domain",
    "lone_hero",
    told="a hero of {you} is alone in its domain",
)
def _lone_hero(ctx: Context) -> bool:
    pos = ctx.pos
    return any(len(ctx.table.zones[board.domain_of(pos, number)]) == 1 for number in board.heroes(pos, ctx.you))


@WORDS.value(
    "own_hero_card",
    "symbol",
    "your house's hero card, if it is in this zone",
    'own_hero_card("played")',
    told="{you}'s hero card",
)
def _own_hero_card(ctx: Context, zone: str) -> list[int]:
    figure = board.hero_figure(ctx.pos, board.house_of(ctx.pos, ctx.you))
    cards = ctx.entity(figure).attached if figure else []
    return [number for number in cards if ctx.entity(number).zone == f"{ctx.you}.{zone}"]


# --- what the event has done ---------------------------------------------------------------------------------------


@WORDS.value("won", "", "you won the battle this event started", "won", told="{you} won the battle")
def _won(ctx: Context) -> bool:
    return ctx.frame is not None and bool(ctx.frame.data.get("won"))


@WORDS.value("fought", "", "this event led to a battle", "not fought", told="a battle was fought")
def _fought(ctx: Context) -> bool:
    return ctx.frame is not None and bool(ctx.frame.data.get("fought"))


@WORDS.value(
    "took_castle",
    "",
    "the battle this event started brought you a castle",
    "took_castle",
    told="{you} won a castle in the battle",
)
def _took_castle(ctx: Context) -> bool:
    place = ctx.frame.text("domain") if ctx.frame is not None else ""
    return bool(place) and board.world(ctx.pos).domains[place].castle and board.holder(ctx.pos, place) == ctx.you


@WORDS.value(
    "beaten_house",
    "",
    "a token on the mat of the non-player house the event's battle was against",
    "take(beaten_house)",
)
def _beaten_house(ctx: Context) -> list[int]:
    house = ctx.frame.text("enemy") if ctx.frame is not None else ""
    return board.on_mat(ctx.pos, house)[:1] if house in board.neutral_houses(ctx.pos) else []


@WORDS.value(
    "following_event",
    "",
    "you follow an event the active player carried out this turn",
    "following_event",
    told="{you} follows the event of the active player",
)
def _following_event(ctx: Context) -> bool:
    frame, turn = ctx.pos.enclosing("event"), ctx.pos.enclosing("turn")
    return frame is not None and turn is not None and bool(frame.data.get("following") and turn.data.get("event"))
