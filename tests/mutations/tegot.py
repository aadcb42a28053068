"""tegot: ways to break the rules, each with the clauses that forbid it."""

from __future__ import annotations

import random

from ledger.events import Move
from rules.kernel.asks import Ask, ChooseOrPass, Form
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters import turn
from rules.resolution.moments import Window
from tests.mutations import Mutation, Mutator


def _moving(ask: Ask, move: Move, verb: str) -> bool:
    return isinstance(ask, Form) and ask.verb == verb and move.verb == verb


def _any(found: list[str], generator: random.Random) -> str:
    return found[generator.randrange(len(found))] if found else ""


def march_too_far(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a march step over a domain."""
    if not _moving(ask, move, "march"):
        return None
    world, start = board.world(position), board.domain_of(position, move.picks[0])
    far = _any([name for name in world.domains if world.distance(start, name) > 1], generator)
    return Mutation("too far", ask.player, Move("march", picks=move.picks, words=(far,)), ("tegot/adjacent#1",))


def foreign_army(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let units of somebody else march along."""
    if not _moving(ask, move, "march"):
        return None
    others = [
        n
        for d in board.world(position).domains
        for n in position.table.zones[d]
        if n not in board.units(position, ask.player)
    ]
    if not others:
        return None
    picks = (*move.picks, others[generator.randrange(len(others))])
    return Mutation("foreign army", ask.player, Move("march", picks=picks, words=move.words), ("tegot/march#2",))


def sail_along_the_card(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a sail end on its own map card."""
    if not _moving(ask, move, "sail"):
        return None
    world, start = board.world(position), board.domain_of(position, move.picks[0])
    near = _any([name for name in world.domains if world.by_sea(start, name) == 0], generator)
    return Mutation("same card", ask.player, Move("sail", picks=move.picks, words=(near,)), ("tegot/sail-rules#2",))


def throne_without_castles(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Sail into King's Landing without three castles."""
    if not _moving(ask, move, "sail") or board.castles(position, ask.player) >= board.NEEDED:
        return None
    world, start = board.world(position), board.domain_of(position, move.picks[0])
    if not 0 < world.by_sea(start, world.capital) <= 2:
        return None
    bad = Move("sail", picks=move.picks, words=(world.capital,))
    return Mutation("no three castles", ask.player, bad, ("tegot/sail-rules#7",))


def recruit_abroad(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Recruit a unit into a domain the player does not control."""
    frame = position.table.frames[-1]
    if not _moving(ask, move, "recruit") or frame.text("at"):
        return None
    others = [name for name in board.world(position).domains if board.holder(position, name) != ask.player]
    bad = Move("recruit", words=(move.words[0], _any(others, generator)))
    return Mutation("recruited abroad", ask.player, bad, ("tegot/recruit#3",))


def recruit_into_the_full(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Recruit a fourth unit of a house in one domain."""
    frame = position.table.frames[-1]
    if not _moving(ask, move, "recruit") or frame.text("at"):
        return None
    house = move.words[0].removeprefix("hero-")
    full = [
        name
        for name in board.controlled(position, ask.player)
        if sum(board.faction(position, n) == house for n in position.table.zones[name]) == board.UNIT_LIMIT
    ]
    bad = Move("recruit", words=(move.words[0], _any(full, generator)))
    return Mutation("fourth unit", ask.player, bad, ("tegot/domain-unit-limit#1",)) if full else None


def recruit_strangers(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Recruit a token of a house that is no ally."""
    if not _moving(ask, move, "recruit"):
        return None
    houses = [house for house in board.neutral_houses(position) if board.ally(position, house) != ask.player]
    bad = Move("recruit", words=(_any(houses, generator), move.words[1]))
    return Mutation("recruited strangers", ask.player, bad, ("tegot/recruit#2",)) if houses else None


def covered_slot(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Place a die on a die."""
    if not _moving(ask, move, "place"):
        return None
    covered = [name for name in board.ACTIONS if name not in turn.open_slots(position)]
    bad = Move("place", words=(move.words[0], _any(covered, generator)))
    return Mutation("covered slot", ask.player, bad, ("tegot/turn-1#2",)) if covered else None


def whispered_hero(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Discard a hero card for gold."""
    if not _moving(ask, move, "whisper"):
        return None
    heroes = [n for n in board.hand(position, ask.player) if position.card(n).type == "hero-card"]
    bad = Move("whisper", picks=(*move.picks, *heroes[:1]))
    return Mutation("whispered hero", ask.player, bad, ("tegot/whisper#2",)) if heroes else None


def unpaid_defence(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a defender play a card that cannot be paid."""
    if not isinstance(ask, ChooseOrPass) or ask.slot != "defence cards":
        return None
    dear = [n for n in board.hand(position, ask.player) if n not in ask.candidates]
    return (
        Mutation("unpaid defence", ask.player, Move("fight", picks=(dear[0],)), ("tegot/battle-2#1",)) if dear else None
    )


def _offered_by(position: Position, ask: Ask) -> tuple[str, ...]:
    """Return the clause by which a player has the action: a slot's, an event's, the extra dice's or the turn's.

    A march that must go on stands on the rule of its own question.
    """
    frame, turns = position.table.frames[-1], position.enclosing("turn")
    if position.enclosing("ability") is not None or (frame.text("at") and "march on, for" in ask.says):
        return (ask.rule,)
    if turns is None:
        return ("tegot/extra-dice#2",)
    of_slot = (
        position.pack.procedures["turn"].steps[turns.step].name == "die"
    )  # the slot's action is open while the die's is next
    if of_slot:
        return ("tegot/optional-action#2",)
    return ("tegot/turn-3#1",) if ask.player != position.table.role("active") else ("tegot/turn-2#1",)


def somebody_elses_march(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let another player move in a player's action."""
    others = [player for player in position.table.players if player != ask.player]
    if not (_moving(ask, move, "march") or _moving(ask, move, "sail")):
        return None
    return Mutation("not the one who acts", others[0], move, _offered_by(position, ask))


_DEAR = ("enlist-the-faceless-men", "dangerous-voyage", "hire-sellswords")
"""Events that cost gold: what is said of those that cannot be paid for is a general rule."""


def coffers_not_empty(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Play an event whose precondition does not hold."""
    if not isinstance(ask, Window):
        return None
    broken = {
        "drain-the-coffers": board.gold(position, ask.player) > 0,
        "a-debt-to-the-iron-bank": not position.table.count(ask.player, "points"),
        "inspire-your-army": len(board.on_mat(position, board.house_of(position, ask.player))) < 7,
        "enlist-the-faceless-men": board.gold(position, ask.player) < 2,
        "dangerous-voyage": board.gold(position, ask.player) < 3,
        "hire-sellswords": board.gold(position, ask.player) < 3,
    }
    for number in board.hand(position, ask.player):
        card = position.entity(number).card
        if broken.get(card):
            bad = Move("use", number, f"{card}#1", amount=-1)
            rule = "tegot/event-action#2" if card in _DEAR else f"tegot/{card}#1"
            return Mutation("event not playable", ask.player, bad, (rule,))
    return None


MUTATORS: list[Mutator] = [
    march_too_far,
    foreign_army,
    sail_along_the_card,
    throne_without_castles,
    recruit_abroad,
    recruit_into_the_full,
    recruit_strangers,
    covered_slot,
    whispered_hero,
    unpaid_defence,
    somebody_elses_march,
    coffers_not_empty,
]
