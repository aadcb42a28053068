"""The words of this game's cards that ask about a card, a player or the clash; triggers; and what can be given.

The words for effects are in `effects`.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.context import Context
from rules.language.lexicon import Lexicon
from rules.packs.okc import board, values
from rules.shared.words import COMMON

WORDS = Lexicon(COMMON)
"""The words of this module, with those that all games share."""

SYMBOLS = frozenset(
    """influence lore strength votes clash_strength bid_strength votes_relics votes_secrets votes_oaths limit markers
    spy captain cavalry champion supporter heir trickster merchant war_machine
    untouchable resistant guide ambush retreat flank rally rally_any deploy assassinate
    highlands plateau lowlands castle wilds farmlands battlefield temple necropolis
    relics secrets oaths clans nobility uprising gathering
    hand deck discard losses supply board road power tactics active council play map clear
    orders traits text everything spring summer autumn winter day clash round phase game""".split()
)
"""The names that cards may use as plain words: tokens, archetypes, traits, orders, places, zones, phases, periods."""


def _declare_type(name: str, says: str) -> None:
    """Declare the word that asks whether a card is of a type."""

    @WORDS.value(name, "", says, f"{name} and controller == you")
    def is_type(ctx: Context) -> bool:
        return ctx.card(ctx.it).type == name


for _type, _says in (
    ("basic", "the card is a basic faction card"),
    ("advanced", "the card is an advanced faction card"),
    ("seat", "the card is a seat card"),
    ("kingdom", "the card is a Kingdom card"),
    ("tactic", "it is a tactic"),
):
    _declare_type(_type, _says)


@WORDS.value(
    "faction_card",
    "",
    "the card is a faction card, basic or advanced",
    "faction_card and controller == you",
    told="{it} is a faction card",
)
def _faction_card(ctx: Context) -> bool:
    return board.is_faction_card(ctx.pos, ctx.it)


@WORDS.value(
    "active",
    "value?",
    "the card lies faceup beside a region",
    "active and controller == you",
    told="{it} lies faceup beside a region",
)
def _active(ctx: Context, number: int = 0) -> bool:
    return board.active(ctx.pos, number or ctx.it)


@WORDS.value("in_clash", "value?", "the card is active in the current clash", "in_clash and controller != you")
def _in_clash(ctx: Context, number: int = 0) -> bool:
    return board.in_clash(ctx.pos, number or ctx.it)


@WORDS.value("occupying", "", "the card occupies a Kingdom card", "occupying and controller == you")
def _occupying(ctx: Context) -> bool:
    return bool(ctx.entity(ctx.it).host)


@WORDS.value("exhausted", "", "the tactic is exhausted", "tactic and exhausted")
def _exhausted(ctx: Context) -> bool:
    return "exhausted" in ctx.entity(ctx.it).marks


@WORDS.value("archetype", "symbol", "the card has this archetype", "archetype(spy)", told="{it} has the archetype {0}")
def _archetype(ctx: Context, name: str) -> bool:
    return board.archetype(ctx.pos, ctx.it) == name


@WORDS.value(
    "asset", "symbol", "the Kingdom card bears this asset", "kingdom and asset(relics)", told="{it} bears the asset {0}"
)
def _asset(ctx: Context, name: str) -> bool:
    return ctx.card(ctx.it).facts.get("asset") == name


@WORDS.value(
    "has_order",
    "symbol value?",
    "the card has an order, printed or gained",
    "has_order(ambush)",
    told="{it} has the order {0}",
)
def _has_order(ctx: Context, name: str, number: int = 0) -> bool:
    return values.order_of(ctx.pos, number or ctx.it, name) > 0


@WORDS.value(
    "has_trait",
    "symbol value?",
    "the card has a trait, printed or gained",
    "has_trait(resistant)",
    told="{it} has the trait {0}",
)
def _has_trait(ctx: Context, name: str, number: int = 0) -> bool:
    return values.has_trait(ctx.pos, number or ctx.it, name)


@WORDS.value(
    "prints_order",
    "symbol value?",
    "the order is printed on the card",
    "prints_order(flank)",
    told="{it} has the order {0} printed on it",
)
def _prints_order(ctx: Context, name: str, number: int = 0) -> bool:
    return any(word.split("(")[0].strip() == name for word in ctx.card(number or ctx.it).keywords)


@WORDS.value(
    "prints_trait",
    "symbol value?",
    "the trait is printed on the card",
    "prints_trait(untouchable)",
    told="{it} has the trait {0} printed on it",
)
def _prints_trait(ctx: Context, name: str, number: int = 0) -> bool:
    return name in ctx.card(number or ctx.it).traits


def _declare_number(name: str, says: str, told: str, compute: Callable[..., int]) -> None:
    """Declare a word for a number of a card: of the one judged, or of the one given."""

    @WORDS.value(name, "value?", says, f"{name} >= 1", told=told)
    def number(ctx: Context, card: int = 0) -> int:
        return compute(ctx.pos, card or ctx.it)


_declare_number("strength", "a card's Strength now", "the Strength of {it}", values.strength)
_declare_number("votes", "a card's votes", "the votes of {it}", values.votes)
_declare_number("lore", "the lore a card gives when it travels", "the lore of {it}", values.lore)


@WORDS.value(
    "beside", "symbol", "the card lies beside a region", "active and beside(highlands)", told="{it} lies beside the {0}"
)
def _beside(ctx: Context, region: str) -> bool:
    return board.beside(ctx.entity(ctx.it)) == region


@WORDS.value(
    "same_region",
    "",
    "the card lies beside the same region as this one",
    "active and same_region",
    told="{it} lies beside the same region as {self}",
)
def _same_region(ctx: Context) -> bool:
    here = board.beside(ctx.entity(ctx.self))
    return bool(here) and board.beside(ctx.entity(ctx.it)) == here


@WORDS.value(
    "clash_in",
    "symbol",
    "the current clash is in this region",
    "clash_in(lowlands)",
    told="the current clash is in the {0}",
)
def _clash_in(ctx: Context, region: str) -> bool:
    frame = board.clash(ctx.pos)
    return frame is not None and frame.text("region") == region


@WORDS.value("in_zone", "symbol", "the card is in a zone of this kind", "in_zone(losses)", told="{it} is in the {0}")
def _in_zone(ctx: Context, kind: str) -> bool:
    zone = ctx.entity(ctx.it).zone
    return zone == kind or zone.partition(".")[2] == kind


@WORDS.value(
    "supply_of", "symbol value?", "how much of a token a player has", "supply_of(influence) >= 3", told="the {0} of {1}"
)
def _supply_of(ctx: Context, what: str, player: str = "") -> int:
    return ctx.table.count(player or ctx.you, what)


@WORDS.value(
    "votes_in",
    "symbol value?",
    "a player's votes in a council",
    "votes_in(oaths) >= 2",
    told="the votes of {1} in the {0} council",
)
def _votes_in(ctx: Context, council: str, player: str = "") -> int:
    return values.council_votes(ctx.pos, player or ctx.you, council)


@WORDS.value(
    "supporters_on",
    "symbol value?",
    "a player's Supporters on a region, or on the board or in the losses",
    "supporters_on(losses)",
    told="the number of Supporters of {1} on the {0}",
)
def _supporters_on(ctx: Context, where: str, player: str = "") -> int:
    who = player or ctx.you
    if where in board.REGIONS:
        return board.supporters_on(ctx.pos, who, where)
    return ctx.table.count(who, "supporters-lost" if where == "losses" else "supporters")


@WORDS.value(
    "markers_on",
    "symbol value?",
    "a player's markers on a location",
    "markers_on(temple) >= 2",
    told="the number of markers of {1} on the {0}",
)
def _markers_on(ctx: Context, location: str, player: str = "") -> int:
    return board.markers(ctx.pos, player or ctx.you, location)


@WORDS.value(
    "cards_in_hand",
    "value?",
    "how many cards a player holds",
    "cards_in_hand <= 3",
    told="the number of cards in {0}'s hand",
)
def _cards_in_hand(ctx: Context, player: str = "") -> int:
    return len(ctx.pos.zone(player or ctx.you, "hand"))


@WORDS.value(
    "herald_at",
    "value value?",
    "a player's Herald stands on a location",
    "herald_at(temple)",
    told="the Herald of {1} is at the {0}",
)
def _herald_at(ctx: Context, location: str, player: str = "") -> bool:
    return board.herald_at(ctx.pos, player or ctx.you, location)


@WORDS.value(
    "place_of",
    "value?",
    "a player's place on the order track, from 1",
    "place_of(you) == 1",
    told="the place of {0} on the order track",
)
def _place_of(ctx: Context, player: str = "") -> int:
    return ctx.pos.order().index(player or ctx.you) + 1


@WORDS.value(
    "total",
    "value?",
    "a player's total Strength in the current clash",
    "total >= 8",
    told="the total Strength of {0} in the clash",
)
def _total(ctx: Context, player: str = "") -> int:
    return values.total_strength(ctx.pos, player or ctx.you)


@WORDS.value(
    "last_in_order", "", "you are last on the order track", "last_in_order", told="{you} is last on the order track"
)
def _last_in_order(ctx: Context) -> bool:
    return ctx.pos.order()[-1] == ctx.you


@WORDS.value("favoured", "", "you control the Kingdom's Favour", "favoured", told="{you} controls the Kingdom's Favour")
def _favoured(ctx: Context) -> bool:
    return board.favoured(ctx.pos) == ctx.you


@WORDS.value(
    "region", "", "the region the occurrence is about", 'region == "plateau"', told="the region is the {value}"
)
def _region(ctx: Context) -> str:
    return ctx.occ.to if ctx.occ else ""


@WORDS.value("victim", "", "from whom tokens were stolen", "was_robbed and victim == you", told="{value} was robbed")
def _victim(ctx: Context) -> str:
    return ctx.occ.to if ctx.occ else ""


@WORDS.value("by_self", "", "this card did it", "eliminated and by_self", told="this is the doing of {self}")
def _by_self(ctx: Context) -> bool:
    return ctx.occ is not None and ctx.occ.source == ctx.self


@WORDS.value(
    "about", "symbol", "the occurrence is about this kind of token", "gained and about(lore)", told="it is about {0}"
)
def _about(ctx: Context, what: str) -> bool:
    return ctx.occ is not None and ctx.occ.note == what


for _name, _kinds, _means in (
    ("revealed", "revealed", "a card was revealed"),
    ("eliminated", "eliminated", "a card was eliminated"),
    ("won_clash", "won", "a player won a clash"),
    ("clash_tied", "tied", "a clash was tied"),
    ("governed", "governed", "a player governed with a card"),
    ("travelled", "travelled", "a player travelled with a card"),
    ("acquired", "acquired", "a player acquired a Kingdom card"),
    ("bought", "bought", "a player acquired a card from the place of power"),
    ("gained", "gained", "a player gained tokens"),
    ("was_robbed", "stolen", "tokens were stolen from an opponent"),
    ("claimed", "claimed", "a player claimed a location's reward"),
    ("attrition", "attrition", "attrition struck a player"),
    ("deployed", "deployed", "a card was deployed"),
    ("flanked", "flanked", "a card flanked"),
    ("returned", "returned", "a card returned to hand"),
    ("bids_revealed", "bid", "a bid was revealed"),
):
    WORDS.trigger(_name, _kinds, _means, f"{_name} and who == you")

WORDS.grant("order", "symbol value?", "an order, with its number if it has one", "order(flank)")
WORDS.grant("trait", "symbol", "a trait", "trait(untouchable)")
WORDS.grant("blank", "symbol?", "its rules text is cleared", "blank")
WORDS.grant("clear", "symbol", "content of this kind is ignored, printed or gained", "clear(orders)")
WORDS.grant("clear_printed", "symbol", "printed content of this kind is ignored", "clear_printed(traits)")
