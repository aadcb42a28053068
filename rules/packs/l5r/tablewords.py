"""What can be asked of the table around a card: players, rings, provinces, the phase, the ability that resolves."""

from __future__ import annotations

from rules.context import Context
from rules.packs.l5r import reading
from rules.packs.l5r.words import WORDS

__all__ = ["WORDS"]


@WORDS.value("opponent", "", "your opponent", "controller == opponent")
def _opponent(ctx: Context) -> str:
    return ctx.pos.after(ctx.you)


@WORDS.value("honor_of", "value", "how much honor a player has", "honor_of(you) > honor_of(opponent)")
def _honor_of(ctx: Context, player: str) -> int:
    """What "more honorable" compares (`l5r/honor#4`)."""
    return ctx.table.count(player, "honor")


@WORDS.value("fate_of", "value", "how much fate a player has", "fate_of(you) >= 1")
def _fate_of(ctx: Context, player: str) -> int:
    return ctx.table.count(player, "fate")


@WORDS.value("dial_of", "value", "the number on a player's honor dial", "dial_of(you) < dial_of(opponent)")
def _dial_of(ctx: Context, player: str) -> int:
    return ctx.table.count(player, "dial")


@WORDS.value("has_favor", "value", "a player holds the Imperial Favor", "has_favor(opponent)")
def _has_favor(ctx: Context, player: str) -> bool:
    return bool(ctx.pos.zone(player, "favor"))


@WORDS.value("hand_of", "value", "the cards in a player's hand", "hand_of(opponent)")
def _hand_of(ctx: Context, player: str) -> list[int]:
    return list(ctx.pos.zone(player, "hand"))


@WORDS.value("hand_size", "value", "how many cards a player holds", "hand_size(opponent) > 4")
def _hand_size(ctx: Context, player: str) -> int:
    return len(ctx.pos.zone(player, "hand"))


@WORDS.value("top_of", "symbol value value?", "the top cards of a deck (yours unless said)", "top_of(conflict_deck, 5)")
def _top_of(ctx: Context, deck: str, amount: int, player: str = "") -> list[int]:
    """As many as there are (`l5r/effects#4`)."""
    return ctx.pos.zone(player or ctx.you, deck)[:amount]


@WORDS.value("unclaimed", "", "the ring is in the unclaimed pool", "ring and unclaimed")
def _unclaimed(ctx: Context) -> bool:
    return ctx.entity(ctx.it).zone == "rings"


@WORDS.value("claimed", "value?", "the ring is in a player's claimed pool", "ring and claimed(you)")
def _claimed(ctx: Context, player: str = "") -> bool:
    zone = ctx.entity(ctx.it).zone
    return zone == f"{player}.rings" if player else zone.endswith(".rings")


@WORDS.value("element", "symbol", "the ring or province has this element", "ring and element(earth)")
def _element(ctx: Context, element: str) -> bool:
    if ctx.card(ctx.it).type == "ring":
        return element in reading.elements(ctx.pos, ctx.it)
    return element in ctx.card(ctx.it).facts.get("elements", ())


@WORDS.value(
    "in_provinces", "value?", "the card lies in a province of a player (yours unless said)", "character and in_provinces"
)
def _in_provinces(ctx: Context, player: str = "") -> bool:
    owner, _, kind = ctx.entity(ctx.it).zone.partition(".")
    return kind in reading.SLOTS and owner == (player or ctx.you)


@WORDS.value("in_unbroken", "", "the card lies in an unbroken province of yours", "in_unbroken")
def _in_unbroken(ctx: Context) -> bool:
    zone = ctx.table.zones[ctx.entity(ctx.it).zone]
    return _in_provinces(ctx) and not any(reading.broken(ctx.pos, number) for number in zone)


@WORDS.value("during", "symbol", "it is this phase", "during(conflicts)")
def _during(ctx: Context, phase: str) -> bool:
    return ctx.pos.enclosing(phase) is not None


@WORDS.value("repeated", "", "the ability is resolving a second time", "not repeated")
def _repeated(ctx: Context) -> bool:
    return ctx.frame is not None and bool(ctx.frame.data.get("repeated"))


@WORDS.value("matches_role", "", "the ring has an element of your role", "ring_claimed(who == you) and matches_role")
def _matches_role(ctx: Context) -> bool:
    traits = [trait for number in ctx.pos.zone(ctx.you, "role") for trait in ctx.card(number).traits]
    return any(element.title() in traits for element in reading.elements(ctx.pos, ctx.it))


@WORDS.value("happening_to", "", "the card the occurrence happens to", "it != happening_to")
def _happening_to(ctx: Context) -> int:
    return ctx.occ.subject if ctx.occ else 0
