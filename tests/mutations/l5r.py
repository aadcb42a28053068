"""l5r: ways to break the rules, each with the clauses that forbid it."""

from __future__ import annotations

import random

import msgspec

from ledger.events import Move
from rules.kernel.asks import Ask, Choose, Say
from rules.kernel.position import Position
from rules.packs.l5r import board
from rules.packs.l5r.chapters.conflicts import Declare
from rules.packs.l5r.chapters.dynasty import DynastyWindow
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow
from tests.mutations import Mutation, Mutator


def _any(numbers: list[int], generator: random.Random) -> int:
    return numbers[generator.randrange(len(numbers))] if numbers else 0


def _declaring(ask: Ask, move: Move) -> bool:
    return isinstance(ask, Declare) and move.verb == "conflict"


def _with(move: Move, number: int) -> Move:
    return msgspec.structs.replace(move, picks=(*move.picks, number))


def bowed_attacker(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a bowed character attack."""
    if not _declaring(ask, move):
        return None
    number = _any([n for n in board.characters(position, ask.player) if board.bowed(position, n)], generator)
    return Mutation("bowed attacker", ask.player, _with(move, number), ("l5r/3.2#6",)) if number else None


def attacker_with_a_dash(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a character attack in a type of conflict it has a dash for."""
    if not _declaring(ask, move):
        return None
    mine = [n for n in board.characters(position, ask.player) if position.card(n).numbers.get(move.words[0], 0) is None]
    number = _any(mine, generator)
    return Mutation("dash", ask.player, _with(move, number), ("l5r/dash#2",)) if number else None


def opponents_attacker(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let the opponent's character attack for the player."""
    if not _declaring(ask, move):
        return None
    number = _any(board.characters(position, position.after(ask.player)), generator)
    return Mutation("opponent's attacker", ask.player, _with(move, number), ("l5r/3.2#6",)) if number else None


def nobody_attacks(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Declare a conflict without an attacker."""
    if not _declaring(ask, move):
        return None
    return Mutation("no attacker", ask.player, msgspec.structs.replace(move, picks=(), pairs=()), ("l5r/3.2#6",))


def second_of_a_type(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Declare a second conflict of a type already declared this phase."""
    phase = position.enclosing("conflicts")
    if not _declaring(ask, move) or phase is None:
        return None
    done = [kind for kind in board.KINDS if position.table.uses.get(phase.id, {}).get(f"declared {kind} {ask.player}")]
    if not done:
        return None
    bad = msgspec.structs.replace(move, words=(done[0], move.words[1]))
    return Mutation("second of a type", ask.player, bad, ("l5r/3.2#1",))


def not_the_active_player(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let the other player declare the conflict."""
    if not _declaring(ask, move):
        return None
    return Mutation("not the active player", position.after(ask.player), move, ("l5r/active-player#3",))


def claimed_ring(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Contest a ring that is not in the unclaimed pool."""
    if not _declaring(ask, move):
        return None
    claimed = [n for player in position.table.players for n in position.table.zones[f"{player}.rings"]]
    number = _any(claimed, generator)
    if not number:
        return None
    element = str(position.card(number).facts["element"])
    return Mutation(
        "claimed ring", ask.player, msgspec.structs.replace(move, words=(move.words[0], element)), ("l5r/3.2#3",)
    )


def wrong_province(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Attack a broken province, the stronghold's too early, or one's own."""
    if not _declaring(ask, move):
        return None
    opponent = position.after(ask.player)
    theirs = board.provinces(position, opponent)
    broken = [n for n in theirs if "broken" in position.entity(n).marks]
    keep = [n for n in theirs if position.entity(n).zone == f"{opponent}.stronghold"]
    if broken and generator.randrange(2):
        number, rule = _any(broken, generator), "l5r/3.2#4"
    elif len(broken) < 3 and generator.randrange(2):
        number, rule = keep[0], "l5r/break-broken-province#5"
    else:
        number, rule = _any(board.provinces(position, ask.player), generator), "l5r/3.2#4"
    return Mutation("wrong province", ask.player, msgspec.structs.replace(move, subject=number), (rule,))


def wrong_covert(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Bypass one's own character by covert, or nobody although somebody could be bypassed."""
    if not _declaring(ask, move) or not move.pairs:
        return None
    if generator.randrange(2):
        return Mutation("covert unused", ask.player, msgspec.structs.replace(move, pairs=()), ("l5r/3.2#7",))
    own = _any(board.characters(position, ask.player), generator)
    bad = msgspec.structs.replace(move, pairs=(move.pairs[0], own, *move.pairs[2:]))
    return Mutation("wrong covert", ask.player, bad, ("l5r/covert#1",))


def wrong_defender(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a bowed or bypassed character defend, or one with a dash."""
    frame = position.enclosing("conflict")
    if not isinstance(ask, Choose) or ask.verb != "defend" or frame is None:
        return None
    number = _any([n for n in board.characters(position, ask.player) if n not in ask.candidates], generator)
    if not number:
        return None
    rules = []
    if board.bowed(position, number):
        rules.append("l5r/3.2.1#1")
    if position.card(number).numbers.get(frame.text("type"), 0) is None:
        rules.append("l5r/dash#2")
    if number in frame.numbers("covert"):
        rules.append("l5r/covert#2")
    return Mutation("wrong defender", ask.player, Move("defend", picks=(number,)), tuple(rules)) if rules else None


def wrong_bid(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Bid 0 or 6."""
    if not isinstance(ask, Say) or ask.verb != "bid":
        return None
    rule = "l5r/d.3#1" if position.table.top.kind == "duel" else "l5r/2.2#1"
    return Mutation("wrong bid", ask.player, Move("bid", words=("06"[generator.randrange(2)],)), (rule,))


def unpayable(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Play a character for more fate than there is, or put more on it than there is."""
    if (
        not isinstance(ask, ActionWindow)
        or move.verb != "play"
        or position.card(move.subject).type != "character"
        or move.picks
    ):
        return None
    return Mutation("too much fate", ask.player, msgspec.structs.replace(move, amount=99), ("l5r/fate#5",))


def played_from_hand_in_dynasty(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Play a card from hand in the dynasty window."""
    if not isinstance(ask, DynastyWindow):
        return None
    hand = [n for n in position.zone(ask.player, "hand") if position.card(n).type == "character"]
    number = _any(hand, generator)
    return Mutation("from hand", ask.player, Move("play", number), ("l5r/1.4#5",)) if number else None


def played_from_province_later(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Play a character from a province outside the dynasty window."""
    if not isinstance(ask, ActionWindow) or isinstance(ask, DynastyWindow):
        return None
    number = _any([n for n in board.lying(position, ask.player) if position.card(n).type == "character"], generator)
    return Mutation("from a province", ask.player, Move("play", number), ("l5r/action-windows#4",)) if number else None


def after_passing(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a player act again who has passed in the dynasty window."""
    if not isinstance(ask, DynastyWindow) or move.verb == "pass":
        return None
    out = position.table.top.names("out")
    return Mutation("after passing", out[0], move, ("l5r/pass#2",)) if out else None


def second_unique(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Play a second copy of a unique character."""
    if not isinstance(ask, DynastyWindow):
        return None
    names = {position.card(n).name for n in board.characters(position, ask.player) if position.card(n).unique}
    ready = [n for n in board.lying(position, ask.player) if position.entity(n).up and position.card(n).name in names]
    number = _any(ready, generator)
    return Mutation("second unique", ask.player, Move("play", number), ("l5r/unique-cards#1",)) if number else None


def action_in_a_window(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use an action where only interrupts or reactions may be used."""
    if not isinstance(ask, Window):
        return None
    actions = [
        key for key in position.index.listening("action", "") if position.entity(key[0]).controller == ask.player
    ]
    if not actions:
        return None
    number, ability = sorted(actions)[generator.randrange(len(actions))]
    rule = "l5r/d.9#2" if position.enclosing("duel") else "l5r/action-windows#1"
    return Mutation("action in a window", ask.player, Move("use", number, ability, amount=-1), (rule,))


def twice_a_round(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use an action again that was already used this round."""
    rounds = position.enclosing("round")
    if not isinstance(ask, ActionWindow) or rounds is None:
        return None
    used = position.table.uses.get(rounds.id, {})
    for number, key in sorted(position.index.listening("action", "")):
        entity = position.entity(number)
        stated = len(position.pack.ability(key).limits) != 1 or position.pack.ability(key).limits[0].period != "round"  # type: ignore[union-attr]
        again = any(position.card(part).name == "Way of the Dragon" for part in entity.attached)
        if (
            entity.controller == ask.player
            and not stated
            and not again
            and used.get(f"{number}.{entity.since}.{key} {ask.player}")
        ):
            limit = position.pack.ability(key).limits[0].count  # type: ignore[union-attr]
            if limit == 1:
                return Mutation(
                    "twice a round", ask.player, Move("use", number, key, amount=-1), ("l5r/triggered-abilities#2",)
                )
    return None


def reaction_as_action(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use a reaction or interrupt when nothing has happened that it answers."""
    if not isinstance(ask, ActionWindow):
        return None
    found = [
        key
        for slot, kinds in position.index.listeners.items()
        for listeners in kinds.values()
        if slot in ("reaction", "interrupt", "interrupt!")
        for key in listeners
        if position.entity(key[0]).controller == ask.player
    ]
    if not found:
        return None
    number, ability = sorted(found)[generator.randrange(len(found))]
    reaction = position.pack.ability(ability).slot == "reaction"  # type: ignore[union-attr]
    rule = "l5r/reactions#3" if reaction else "l5r/interrupts#3"
    return Mutation("nothing to answer", ask.player, Move("use", number, ability, amount=-1), (rule,))


def bowed_cost(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use an ability whose cost is to bow its own card, which is bowed already."""
    if not isinstance(ask, ActionWindow):
        return None
    for (number, key), ability in sorted(position.index.listening("action", "").items()):
        bows = any(effect.text == "bow(self)" for effect in ability.cost)
        if position.entity(number).controller == ask.player and bows and board.bowed(position, number):
            return Mutation("bowed cost", ask.player, Move("use", number, key, amount=-1), ("l5r/bow-bowed#6",))
    return None


def wrong_ring_effect(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Choose an element that the ring does not have."""
    if not isinstance(ask, Say) or ask.verb != "ring":
        return None
    others = [element for element in board.ELEMENTS if element not in ask.words]
    word = others[generator.randrange(len(others))]
    return Mutation("wrong ring effect", ask.player, Move("ring", words=(word,)), ("l5r/3.2.6#1",))


MUTATORS: list[Mutator] = [
    bowed_attacker,
    attacker_with_a_dash,
    opponents_attacker,
    nobody_attacks,
    second_of_a_type,
    not_the_active_player,
    claimed_ring,
    wrong_province,
    wrong_covert,
    wrong_defender,
    wrong_bid,
    unpayable,
    played_from_hand_in_dynasty,
    played_from_province_later,
    after_passing,
    second_unique,
    action_in_a_window,
    twice_a_round,
    reaction_as_action,
    bowed_cost,
    wrong_ring_effect,
]
