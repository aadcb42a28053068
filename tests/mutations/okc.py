"""okc: ways to break the rules, each with the clauses that forbid it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import msgspec

from ledger.events import Move
from rules.kernel.asks import Ask, Form, Say, Together
from rules.kernel.position import Position
from rules.packs.okc import board, values
from rules.packs.okc.chapters.windows import ActionStep
from tests.mutations import Mutation, Mutator

REGIONS = tuple(board.REGIONS)


def _any(found: Iterable[int], generator: random.Random) -> int:
    numbers = list(found)
    return numbers[generator.randrange(len(numbers))] if numbers else 0


def _kind(ask: Ask) -> str:
    """Return the kind of action step a decision belongs to, or an empty string."""
    return ask.frame.kind if isinstance(ask, ActionStep) else ""


def _used(position: Position, key: str) -> bool:
    """Whether a use with this key has been counted in any period."""
    return any(key in uses for uses in position.table.uses.values())


def _region(position: Position) -> str:
    frame = board.clash(position)
    return frame.text("region") if frame else ""


# --- orders ---------------------------------------------------------------------------------------------------------


def order_again(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a card ambush a second time in a clash."""
    if _kind(ask) != "day" or not position.zone(ask.player, "hand"):
        return None
    done = [n for n in board.clash_cards(position, ask.player) if _used(position, f"ambush {n}")]
    number = _any(done, generator)
    bad = Move("ambush", number, picks=(position.zone(ask.player, "hand")[0],))
    return Mutation("ambush again", ask.player, bad, ("okc/ambush#3",)) if number else None


def order_it_lacks(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a card without Flank flank."""
    if _kind(ask) != "day":
        return None
    plain = [n for n in board.clash_cards(position, ask.player) if not values.order_of(position, n, "flank")]
    number = _any(plain, generator)
    there = next(region for region in REGIONS if region != _region(position))
    return (
        Mutation("order it lacks", ask.player, Move("flank", number, words=(there,)), ("okc/orders#2",))
        if number
        else None
    )


def flank_to_resolved(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a card flank to a region that is resolved."""
    done = board.resolved(position)
    if move.verb != "flank" or not done:
        return None
    bad = msgspec.structs.replace(move, words=(done[0],))
    return Mutation("flank to a resolved region", ask.player, bad, ("okc/flank#1",))


def flank_nowhere(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a card flank to the region it is in."""
    if move.verb != "flank":
        return None
    bad = msgspec.structs.replace(move, words=(_region(position),))
    return Mutation("flank nowhere", ask.player, bad, ("okc/flank#1",))


def outside_the_clash(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a card that is not in the current clash retreat."""
    if _kind(ask) != "day":
        return None
    number = _any(position.zone(ask.player, "hand") + position.zone(ask.player, "discard"), generator)
    bad = Move("retreat", number, picks=(number,))
    return Mutation("order outside the clash", ask.player, bad, ("okc/summer-2b#2",)) if number else None


def opponents_card(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Give an order to an opponent's card."""
    if _kind(ask) != "day":
        return None
    theirs = [n for n in board.clash_cards(position) if position.entity(n).controller != ask.player]
    number = _any(theirs, generator)
    bad = Move("retreat", number, picks=(number,))
    return Mutation("opponent's card", ask.player, bad, ("okc/own-powers#1",)) if number else None


_STEP = {"rally": "okc/rally#4", "ambush": "okc/ambush#1", "govern": "okc/autumn-1#1", "travel": "okc/autumn-1#2"}


def wrong_step(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Do something that belongs to another action step."""
    kind = _kind(ask)
    if not kind:
        return None
    verb = {"spring": "govern", "day": "rally", "autumn": "ambush"}[kind]
    number = _any(position.zone(ask.player, "hand"), generator)
    if not number:
        return None
    bad = Move(verb, 0 if verb == "govern" else number, picks=(number,), words=("oaths",) if verb == "govern" else ())
    return Mutation("wrong step", ask.player, bad, (_STEP[verb],))


def ambush_from_nowhere(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Add a card to the clash by Ambush that is not from hand."""
    number = _any(position.zone(ask.player, "discard"), generator)
    if move.verb != "ambush" or not number:
        return None
    return Mutation(
        "ambush from nowhere", ask.player, msgspec.structs.replace(move, picks=(number,)), ("okc/ambush#1",)
    )


def rally_too_wide(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Return another card by Rally (self)."""
    if move.verb != "rally" or values.rallies_any(position, move.subject):
        return None
    number = _any([n for n in board.active_cards(position, ask.player) if n != move.subject], generator)
    bad = msgspec.structs.replace(move, picks=(number,))
    return Mutation("rally too wide", ask.player, bad, ("okc/rally-self#1",)) if number else None


# --- spring ---------------------------------------------------------------------------------------------------------


def weak_theft(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Steal a Kingdom card with a bid that is not stronger than its guard."""
    if not isinstance(ask, Form) or "steal" not in ask.verb:
        return None
    bid = values.bid_strength(position, ask.player)
    theirs = [n for other in position.opponents(ask.player) for n in position.zone(other, "board")]
    guarded = [n for n in theirs if board.occupier(position, n)]
    strong = [n for n in guarded if values.strength(position, board.occupier(position, n)) >= bid]
    number = _any(strong, generator)
    return (
        Mutation("weak theft", ask.player, Move("steal", number), ("okc/stealing-kingdom-card#2",)) if number else None
    )


def not_on_the_road(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Take a Kingdom card that does not lie on the Great Road."""
    number = _any(position.table.zones["kingdom"], generator)
    if move.verb != "take" or not number:
        return None
    bad = msgspec.structs.replace(move, subject=number)
    return Mutation("not on the road", ask.player, bad, ("okc/taking-kingdom-card#1",))


def third_kingdom_card(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Put a third Kingdom card on a full board."""
    if move.verb != "take" or len(move.picks) != 1 or len(position.zone(ask.player, "board")) < 2:
        return None
    bad = msgspec.structs.replace(move, picks=())
    return Mutation("third Kingdom card", ask.player, bad, ("okc/kingdom-card-spaces#1",))


def _placing(wrong: Callable[[Move], Move]) -> Mutator:
    """Return a mutator that changes how cards are placed beside regions."""

    def mutate(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
        if move.verb != "place" or len(move.picks) < 2:
            return None
        return Mutation(f"wrong placing {wrong.__name__}", ask.player, wrong(move), ("okc/spring-3b#1",))

    return mutate


def _too_few(move: Move) -> Move:
    return msgspec.structs.replace(move, picks=move.picks[1:], words=move.words[1:])


def _one_region(move: Move) -> Move:
    return msgspec.structs.replace(move, words=(move.words[0],) * len(move.words))


def _same_card(move: Move) -> Move:
    return msgspec.structs.replace(move, picks=(move.picks[0],) * len(move.picks))


def _supporting(kind: str, rule: str, wrong: Callable[[Position, str], tuple[str, ...]]) -> Mutator:
    """Return a mutator that places Supporters wrongly, in these regions."""

    def mutate(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
        if _kind(ask) != "spring":
            return None
        words = wrong(position, ask.player)
        return Mutation(kind, ask.player, Move("supporters", words=words), (rule,)) if words else None

    return mutate


def _too_many(position: Position, player: str) -> tuple[str, ...]:
    return ("plateau",) * (position.table.count(player, "supporters") + 1)


def _on_a_location(position: Position, player: str) -> tuple[str, ...]:
    return ("temple",) if position.table.count(player, "supporters") else ()


def _once_more(position: Position, player: str) -> tuple[str, ...]:
    fresh = position.table.count(player, "supporters")
    return ("plateau",) if fresh and _used(position, f"supporters {player}") else ()


def herald_to_a_region(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Send a Herald to a region instead of a location."""
    if not isinstance(ask, Say) or ask.verb != "herald":
        return None
    return Mutation("herald to a region", ask.player, Move("herald", words=("plateau",)), ("okc/spring-3a#1",))


def anothers_markers(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let somebody else than the last player set the clash markers."""
    if move.verb != "markers":
        return None
    return Mutation("another's markers", position.order()[0], move, ("okc/summer-1#1",))


def anothers_bid(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Bid with a card that is not in hand."""
    number = _any(position.zone(ask.player, "discard"), generator)
    if not isinstance(ask, Form | Together) or move.verb != "bid" or not number:
        return None
    return Mutation("bid from the discard pile", ask.player, Move("bid", picks=(number,)), ("okc/spring-1#1",))


# --- autumn ---------------------------------------------------------------------------------------------------------


def no_votes(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Govern with a card without votes."""
    plain = [n for n in position.zone(ask.player, "hand") if not values.votes(position, n)]
    number = _any(plain, generator)
    if move.verb != "govern" or not number:
        return None
    return Mutation("no votes", ask.player, msgspec.structs.replace(move, picks=(number,)), ("okc/govern#1",))


def no_lore(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Travel with a card without lore."""
    plain = [n for n in position.zone(ask.player, "hand") if not values.lore(position, n)]
    number = _any(plain, generator)
    if move.verb != "travel" or not number:
        return None
    return Mutation("no lore", ask.player, Move("travel", picks=(number,)), ("okc/travel#1",))


def twice_in_autumn(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Govern or travel a second time in the step."""
    hand = position.zone(ask.player, "hand")
    if _kind(ask) != "autumn" or not hand:
        return None
    if _used(position, f"govern {ask.player}"):
        return Mutation(
            "governs twice", ask.player, Move("govern", picks=(hand[0],), words=("oaths",)), ("okc/autumn-1#1",)
        )
    if _used(position, f"travel {ask.player}"):
        return Mutation("travels twice", ask.player, Move("travel", picks=(hand[0],)), ("okc/autumn-1#2",))
    return None


def from_the_discard_pile(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Govern or travel with a card from the discard pile."""
    number = _any(position.zone(ask.player, "discard"), generator)
    if move.verb not in ("govern", "travel") or not number:
        return None
    bad = msgspec.structs.replace(move, picks=(number,))
    rules = {"govern": ("okc/autumn-1#1", "okc/castle#1"), "travel": ("okc/autumn-1#2", "okc/wilds#1")}
    rule = rules[move.verb][0 if _kind(ask) else 1]
    return Mutation("from the discard pile", ask.player, bad, (rule,))


def wrong_markers(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Place more markers than there are votes."""
    if move.verb != "secrets":
        return None
    bad = msgspec.structs.replace(move, words=(*move.words, "temple"))
    return Mutation("too many markers", ask.player, bad, ("okc/council-of-secrets#1",))


def council_without_votes(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use a council without a vote in it."""
    if _kind(ask) != "autumn" or values.council_votes(position, ask.player, "secrets"):
        return None
    return Mutation("no vote in the council", ask.player, Move("secrets"), ("okc/councils#2",))


def council_twice(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use a council's action twice in a round."""
    if _kind(ask) != "autumn" or not _used(position, f"oaths {ask.player}"):
        return None
    return Mutation("council twice", ask.player, Move("oaths", words=("losses",)), ("okc/action#4",))


def too_many_oaths(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Take back more Supporters than votes allow."""
    if move.verb != "oaths":
        return None
    bad = msgspec.structs.replace(move, words=move.words + ("losses",) * 6)
    return Mutation("too many Supporters", ask.player, bad, ("okc/council-of-oaths#1",))


def unaffordable(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Acquire more than the lore pays for."""
    everything = tuple(position.zone(ask.player, "power"))
    cost = sum(position.card(n).number("cost") for n in everything)
    if move.verb != "acquire" or cost <= position.table.count(ask.player, "lore"):
        return None
    rule = "okc/acquiring-from-place-of-power#1"
    return Mutation("unaffordable", ask.player, msgspec.structs.replace(move, picks=everything), (rule,))


# --- actions of components ------------------------------------------------------------------------------------------


def _actions(position: Position, player: str, zones: tuple[str, ...], phases: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return the actions of a player's components in these zones that belong to one of these phases."""
    return [
        (number, ability.key)
        for zone in zones
        for number in position.zone(player, zone)
        for ability in position.card(number).abilities
        if ability.kind == "action" and ability.phase in phases
    ]


def action_in_another_step(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Activate an action of a tactic or Kingdom card in a step it does not belong to."""
    kind = _kind(ask)
    if not kind:
        return None
    others = tuple(name for name in ("spring", "day", "autumn") if name != kind)
    for number, key in _actions(position, ask.player, ("tactics", "board"), others):
        if "exhausted" not in position.entity(number).marks:
            return Mutation(
                "action in another step", ask.player, Move("use", number, key, amount=-1), ("okc/action#2",)
            )
    return None


def exhausted_tactic(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use an exhausted tactic."""
    kind = _kind(ask)
    for number, key in _actions(position, ask.player, ("tactics",), (kind,)) if kind else ():
        if "exhausted" in position.entity(number).marks:
            return Mutation("exhausted tactic", ask.player, Move("use", number, key, amount=-1), ("okc/exhausted#1",))
    return None


def action_twice(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Activate an action a second time in a round."""
    kind = _kind(ask)
    for number, key in _actions(position, ask.player, ("board", "supply"), (kind,)) if kind else ():
        if _used(position, f"action {number} {key} {ask.player}"):
            return Mutation("action twice", ask.player, Move("use", number, key, amount=-1), ("okc/action#4",))
    return None


def without_the_favour(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use the Favour action without the Favour."""
    kind = _kind(ask)
    if board.favoured(position) == ask.player:
        return None
    for number, key in _actions(position, ask.player, ("faction",), (kind,)) if kind else ():
        return Mutation("without the Favour", ask.player, Move("use", number, key, amount=-1), ("okc/favour-action#1",))
    return None


def not_just_revealed(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """After added cards were revealed, let a card act that was revealed before them."""
    if not isinstance(ask, ActionStep) or "revealed" not in ask.frame.data:
        return None
    old = [n for n in board.clash_cards(position, ask.player) if n not in ask.frame.numbers("revealed")]
    number = _any(old, generator)
    bad = Move("retreat", number, picks=(number,))
    return Mutation("not just revealed", ask.player, bad, ("okc/added-cards#3",)) if number else None


MUTATORS: list[Mutator] = [
    order_again, order_it_lacks, flank_to_resolved, flank_nowhere, outside_the_clash, opponents_card, wrong_step,
    ambush_from_nowhere, rally_too_wide, weak_theft, not_on_the_road, third_kingdom_card,
    _placing(_too_few), _placing(_one_region), _placing(_same_card),
    _supporting("too many Supporters placed", "okc/supporter-spaces#1", _too_many),
    _supporting("Supporters on a location", "okc/placing-supporters#3", _on_a_location),
    _supporting("Supporters again", "okc/placing-supporters#1", _once_more),
    herald_to_a_region, anothers_markers, anothers_bid, no_votes, no_lore, twice_in_autumn, from_the_discard_pile,
    wrong_markers, council_without_votes, council_twice, too_many_oaths, unaffordable, action_in_another_step,
    exhausted_tactic, action_twice, without_the_favour, not_just_revealed,
]  # fmt: skip
