"""agot2: ways to break the rules, each with the clauses that forbid it."""

from __future__ import annotations

import random

import msgspec

from ledger.events import Move
from rules.kernel.asks import Ask, Choose
from rules.kernel.position import Position
from rules.packs.agot2 import board, values
from rules.packs.agot2.chapters.challenges import ChallengeInitiation
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow
from tests.mutations import Mutation, Mutator


def _any(numbers: list[int], generator: random.Random) -> int:
    return numbers[generator.randrange(len(numbers))] if numbers else 0


def kneeling_attacker(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a kneeling character attack."""
    if not isinstance(ask, ChallengeInitiation) or move.verb != "challenge":
        return None
    number = _any([n for n in board.characters(position, ask.player) if board.kneeling(position, n)], generator)
    bad = msgspec.structs.replace(move, picks=(*move.picks, number))
    return Mutation("kneeling attacker", ask.player, bad, ("agot2/4.2#7",)) if number else None


def attacker_without_icon(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a character attack in a kind of challenge it has no icon for."""
    if not isinstance(ask, ChallengeInitiation) or move.verb != "challenge":
        return None
    mine = board.characters(position, ask.player)
    number = _any(
        [n for n in mine if not values.has_icon(position, n, move.words[0]) and n not in move.picks], generator
    )
    bad = msgspec.structs.replace(move, picks=(*move.picks, number))
    return Mutation("attacker without icon", ask.player, bad, ("agot2/4.2#8",)) if number else None


def opponents_attacker(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let an opponent's character attack for the player."""
    if not isinstance(ask, ChallengeInitiation) or move.verb != "challenge":
        return None
    number = _any(board.characters(position, move.words[1]), generator)
    bad = msgspec.structs.replace(move, picks=(*move.picks, number))
    return Mutation("opponent's attacker", ask.player, bad, ("agot2/4.2#6",)) if number else None


def second_of_a_kind(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Initiate a second challenge of a kind already initiated this phase."""
    if not isinstance(ask, ChallengeInitiation) or move.verb != "challenge":
        return None
    phase = position.enclosing("challenges")
    uses = position.table.uses.get(phase.id, {}) if phase else {}
    done = [kind for kind in board.KINDS if uses.get(f"initiated {kind} {ask.player}")]
    extra = [
        kind for kind in done if any(True for _ in position.index.constant("allow", kind)) or position.table.effects
    ]
    done = [kind for kind in done if kind not in extra]
    if not done:
        return None
    bad = msgspec.structs.replace(move, words=(done[0], move.words[1]), pairs=())
    return Mutation("second of a kind", ask.player, bad, ("agot2/4.2#2",))


def not_the_active_player(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let somebody else initiate the challenge."""
    others = [player for player in position.table.players if player != ask.player]
    if not isinstance(ask, ChallengeInitiation) or move.verb != "challenge" or not others:
        return None
    return Mutation("not the active player", others[0], move, ("agot2/active-player#3",))


def unpayable(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Marshal a card for more gold than there is."""
    if not isinstance(ask, ActionWindow) or move.verb != "marshal":
        return None
    gold = position.table.count(ask.player, "gold")
    hand = [n for n in position.zone(ask.player, "hand") if position.card(n).type == "character"]
    held = {position.card(n).name for n in board.characters(position, ask.player)}
    dear = [n for n in hand if position.card(n).number("cost") > gold + 4 and position.card(n).name not in held]
    number = _any(dear, generator)
    return (
        Mutation("unpayable cost", ask.player, Move("marshal", number), ("agot2/initiating-abilities#3",))
        if number
        else None
    )


def marshaled_event(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Marshal an event."""
    if not isinstance(ask, ActionWindow) or move.verb != "marshal":
        return None
    number = _any([n for n in position.zone(ask.player, "hand") if position.card(n).type == "event"], generator)
    return Mutation("marshaled event", ask.player, Move("marshal", number), ("agot2/marshaling#4",)) if number else None


def closed_window(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use an action in a reaction or interrupt window."""
    if not isinstance(ask, Window):
        return None
    actions = [
        key for key in position.index.listening("action", "") if position.entity(key[0]).controller == ask.player
    ]
    if not actions:
        return None
    number, ability = sorted(actions)[generator.randrange(len(actions))]
    return Mutation("closed window", ask.player, Move("use", number, ability, amount=-1), ("agot2/actions#2",))


def reaction_as_action(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use a reaction when nothing has happened that it answers."""
    if not isinstance(ask, ActionWindow):
        return None
    found = [
        key
        for listeners in position.index.listeners.get("reaction", {}).values()
        for key in listeners
        if position.entity(key[0]).controller == ask.player
    ]
    if not found:
        return None
    number, ability = sorted(found)[generator.randrange(len(found))]
    return Mutation("no condition", ask.player, Move("use", number, ability, amount=-1), ("agot2/reaction#3",))


def second_use(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let the same instance answer the same occurrence again, or go over its limit."""
    if not isinstance(ask, Window | ActionWindow):
        return None
    frame = position.table.frames[-1]
    for key in position.table.uses.get(frame.id, {}):
        instance, at, occurrence = key.partition("@")
        entity, since, ability = [*instance.split(".", 2), "", ""][:3]
        if not at or not entity.isdigit() or str(position.entity(int(entity)).since) != since:
            continue
        if position.entity(int(entity)).controller != ask.player:
            continue
        if "forced" in getattr(position.pack.ability(ability), "kind", "forced"):
            continue  # its slot is over: that is another reason
        reaction = position.pack.ability(ability).slot == "reaction"  # type: ignore[union-attr]
        rule = "agot2/reaction#9" if reaction else "agot2/interrupt#9"
        return Mutation("second use", ask.player, Move("use", int(entity), ability, amount=int(occurrence)), (rule,))
    return None


def bypassed_or_wrong_defender(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a kneeling or bypassed character defend, or one without the icon."""
    frame = position.enclosing("challenge")
    if not isinstance(ask, Choose) or ask.verb != "defend" or frame is None:
        return None
    mine = [n for n in board.characters(position, ask.player) if n not in ask.candidates]
    number = _any(mine, generator)
    if not number:
        return None
    rules = []
    if board.kneeling(position, number):
        rules.append("agot2/4.2.1#2")
    if not values.has_icon(position, number, frame.text("type")):
        rules.append("agot2/4.2.1#3")
    if number in frame.numbers("stealth"):
        rules.append("agot2/4.2.1#4")
    return Mutation("wrong defender", ask.player, Move("defend", picks=(number,)), tuple(rules)) if rules else None


MUTATORS: list[Mutator] = [
    kneeling_attacker,
    attacker_without_icon,
    opponents_attacker,
    second_of_a_kind,
    not_the_active_player,
    unpayable,
    marshaled_event,
    closed_window,
    reaction_as_action,
    second_use,
    bypassed_or_wrong_defender,
]
