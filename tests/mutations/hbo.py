"""hbo: ways to break the rules, each with the clauses that forbid it."""

from __future__ import annotations

import random

import msgspec

from ledger.events import Move
from rules.kernel.asks import Ask, Choose
from rules.kernel.position import Position
from rules.packs.hbo import board, values
from rules.packs.hbo.chapters.challenges import StartChallenge
from rules.packs.hbo.setup import SetupChoice
from rules.resolution.moments import Order, Window
from rules.resolution.windows import ActionWindow
from tests.mutations import Mutation, Mutator


def _any(numbers: list[int], generator: random.Random) -> int:
    return numbers[generator.randrange(len(numbers))] if numbers else 0


def _with(move: Move, number: int) -> Move:
    """Return the move with one more attacker and without stealth picks."""
    return msgspec.structs.replace(move, picks=(*move.picks, number), pairs=())


def kneeling_attacker(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a kneeling character attack."""
    if not isinstance(ask, StartChallenge) or move.verb != "challenge":
        return None
    number = _any([n for n in board.characters(position, ask.player) if board.kneeling(position, n)], generator)
    return Mutation("kneeling attacker", ask.player, _with(move, number), ("hbo/challenges-1#3",)) if number else None


def attacker_without_icon(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a character attack in a kind of challenge it has no icon for."""
    if not isinstance(ask, StartChallenge) or move.verb != "challenge":
        return None
    kind = move.words[0]
    mine = [n for n in board.characters(position, ask.player) if not values.has_icon(position, n, kind)]
    number = _any(mine, generator)
    rule = {
        "military": "hbo/military-challenge#1",
        "intrigue": "hbo/intrigue-challenge#1",
        "power": "hbo/power-challenge#1",
    }[kind]
    return Mutation("attacker without icon", ask.player, _with(move, number), (rule,)) if number else None


def opponents_attacker(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let the opponent's character attack for the player."""
    if not isinstance(ask, StartChallenge) or move.verb != "challenge":
        return None
    number = _any(board.characters(position, position.after(ask.player)), generator)
    return Mutation("opponent's attacker", ask.player, _with(move, number), ("hbo/challenges-1#1",)) if number else None


def nobody_attacks(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Start a challenge without an attacker."""
    if not isinstance(ask, StartChallenge) or move.verb != "challenge":
        return None
    bad = msgspec.structs.replace(move, picks=(), pairs=())
    return Mutation("no attacker", ask.player, bad, ("hbo/challenges-1#2",))


def second_of_a_kind(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Start a second challenge of a kind already started this phase."""
    phase = position.enclosing("challenges")
    if not isinstance(ask, StartChallenge) or move.verb != "challenge" or phase is None:
        return None
    done = [kind for kind in board.KINDS if position.table.uses.get(phase.id, {}).get(f"started {kind} {ask.player}")]
    if not done:
        return None
    bad = msgspec.structs.replace(move, words=(done[0], *move.words[1:]), pairs=())
    return Mutation("second of a kind", ask.player, bad, ("hbo/challenge#2",))


def not_the_active_player(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let the other player start a challenge."""
    if not isinstance(ask, StartChallenge) or move.verb != "challenge":
        return None
    return Mutation("not the active player", position.after(ask.player), move, ("hbo/challenges-phase#1",))


def stealth_against_stealth(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let stealth pick a character that has it, or one's own."""
    if not isinstance(ask, StartChallenge) or not move.pairs:
        return None
    theirs = [
        n for n in board.characters(position, position.after(ask.player)) if values.has_keyword(position, n, "stealth")
    ]
    number, rule = _any(theirs, generator), "hbo/stealth#2"
    if not number:
        number, rule = _any(board.characters(position, ask.player), generator), "hbo/stealth#1"
    bad = msgspec.structs.replace(move, pairs=(move.pairs[0], number))
    return Mutation("wrong stealth", ask.player, bad, (rule,))


def wrong_defender(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let a kneeling character defend, one picked by stealth, or one without the icon."""
    frame = position.enclosing("challenge")
    if not isinstance(ask, Choose) or ask.verb != "defend" or frame is None:
        return None
    number = _any([n for n in board.characters(position, ask.player) if n not in ask.candidates], generator)
    if not number:
        return None
    kind, rules = frame.text("type"), []
    if board.kneeling(position, number):
        rules.append("hbo/challenges-2#2")
    if not values.has_icon(position, number, kind):
        rules.append(f"hbo/{kind}-challenge#1")
    if number in frame.numbers("stealth"):
        rules.append("hbo/stealth#4")
    return Mutation("wrong defender", ask.player, Move("defend", picks=(number,)), tuple(rules)) if rules else None


def unpayable(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Play a card for more gold than there is."""
    if not isinstance(ask, ActionWindow) or move.verb != "marshal":
        return None
    gold = position.table.count(ask.player, "gold")
    held = {position.card(n).name for n in board.characters(position, ask.player)}
    hand = [n for n in position.zone(ask.player, "hand") if position.card(n).type == "character"]
    number = _any(
        [n for n in hand if position.card(n).number("cost") > gold and position.card(n).name not in held], generator
    )
    return Mutation("unpayable cost", ask.player, Move("marshal", number), ("hbo/cost#1",)) if number else None


def marshalled_event(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Play an event like a character."""
    if not isinstance(ask, ActionWindow) or move.verb != "marshal":
        return None
    number = _any([n for n in position.zone(ask.player, "hand") if position.card(n).type == "event"], generator)
    return (
        Mutation("marshalled event", ask.player, Move("marshal", number), ("hbo/marshalling-2#1",)) if number else None
    )


def card_outside_marshalling(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Play a character in another phase, or in the opponent's turn."""
    if not isinstance(ask, ActionWindow) or position.table.role("active") == ask.player:
        return None
    number = _any([n for n in position.zone(ask.player, "hand") if position.card(n).type == "character"], generator)
    return Mutation("not one's turn", ask.player, Move("marshal", number), ("hbo/marshalling-2#1",)) if number else None


def barred_unique(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Play a unique card whose copy is dead, or a unique location that is already in play."""
    if not isinstance(ask, ActionWindow) or move.verb != "marshal":
        return None
    dead = {position.card(n).name for n in position.zone(ask.player, "dead")}
    placed = {position.card(n).name for n in position.zone(ask.player, "play") if position.card(n).type == "location"}
    for number in position.zone(ask.player, "hand"):
        card = position.card(number)
        if card.unique and card.name in dead:
            return Mutation("dead unique", ask.player, Move("marshal", number), ("hbo/unique#3",))
        if card.unique and card.name in placed:
            return Mutation("second location", ask.player, Move("marshal", number), ("hbo/unique#2",))
    return None


def second_limited(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Play a second Limited card in a round."""
    rounds = position.enclosing("round")
    if not isinstance(ask, ActionWindow) or move.verb != "marshal" or rounds is None:
        return None
    if not position.table.uses.get(rounds.id, {}).get(f"limited {ask.player}"):
        return None
    hand = position.zone(ask.player, "hand")
    number = _any(
        [n for n in hand if "limited" in position.card(n).keywords and position.card(n).type == "location"], generator
    )
    return Mutation("second limited", ask.player, Move("marshal", number), ("hbo/limited#1",)) if number else None


def action_in_the_middle(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use an action where only saves or responses may be used."""
    if not isinstance(ask, Window):
        return None
    actions = [
        key for key in position.index.listening("action", "") if position.entity(key[0]).controller == ask.player
    ]
    if not actions:
        return None
    number, ability = sorted(actions)[generator.randrange(len(actions))]
    # while nothing is being resolved, only responses may be used after a happening, and actions in their windows
    clauses = ("hbo/action#3", "hbo/response#3", "hbo/challenge-windows#1")
    return Mutation("action in the middle", ask.player, Move("use", number, ability, amount=-1), clauses)


def response_as_action(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use a response or a save when nothing has happened that it answers."""
    if not isinstance(ask, ActionWindow):
        return None
    found = [
        (slot, key)
        for slot, kinds in position.index.listeners.items()
        for listeners in kinds.values()
        if slot.startswith("response")
        for key in listeners
        if position.entity(key[0]).controller == ask.player
    ]
    if not found:
        return None
    slot, (number, ability) = sorted(found)[generator.randrange(len(found))]
    rule = "hbo/save-response#1" if slot == "response!" else "hbo/response#3"
    return Mutation("nothing to answer", ask.player, Move("use", number, ability, amount=-1), (rule,))


def second_use(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use the same copy of a response again for the same occurrence."""
    if not isinstance(ask, Window):
        return None
    for key in position.table.uses.get(position.table.top.id, {}):
        instance, at, occurrence = key.partition("@")
        entity, since, ability = ([*instance.split(".", 2), "", ""])[:3]
        if (
            not at
            or str(position.entity(int(entity)).since) != since
            or position.entity(int(entity)).controller != ask.player
        ):
            continue
        found = position.pack.ability(ability)
        if found is not None and found.slot in ask.slot.listens:
            bad = Move("use", int(entity), ability, amount=int(occurrence))
            return Mutation("second use", ask.player, bad, ("hbo/using-abilities#5",))
    return None


def passive_order(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Let the second player order the passives."""
    if not isinstance(ask, Order):
        return None
    return Mutation("order of passives", position.after(ask.player), move, ("hbo/passive#6",))


def dear_setup(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Place setup cards for more than five gold."""
    if not isinstance(ask, SetupChoice):
        return None
    picks = tuple(ask.candidates)
    cost = sum(position.card(number).number("cost") for number in picks)
    return Mutation("dear setup", ask.player, Move("setup", picks=picks), ("hbo/setup-6#2",)) if cost > 5 else None


def setup_of_the_wrong_type(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Place an event or an attachment in setup."""
    if not isinstance(ask, SetupChoice):
        return None
    number = _any([n for n in position.zone(ask.player, "hand") if n not in ask.candidates], generator)
    return Mutation("setup type", ask.player, Move("setup", picks=(number,)), ("hbo/setup-6#4",)) if number else None


def used_plot(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Pick a used plot again."""
    if ask.verb != "plot":
        return None
    number = _any(position.zone(ask.player, "used"), generator)
    return Mutation("used plot", ask.player, Move("plot", picks=(number,)), ("hbo/plot-1#2",)) if number else None


def kneeling_cost(position: Position, ask: Ask, move: Move, generator: random.Random) -> Mutation | None:
    """Use an ability whose cost cannot be paid: its card kneels already, or gold is missing."""
    if not isinstance(ask, ActionWindow):
        return None
    for (number, key), ability in sorted(position.index.listening("action", "").items()):
        phase = not ability.phase or position.enclosing(ability.phase) is not None
        if position.entity(number).controller != ask.player or not phase:
            continue
        words = {effect.text for effect in ability.cost}
        poor = "pay(gold, 2)" in words and position.table.count(ask.player, "gold") < 2
        if poor or ("kneel(self)" in words and board.kneeling(position, number)):
            return Mutation("cost", ask.player, Move("use", number, key, amount=-1), ("hbo/cost-of-effect#2",))
    return None


MUTATORS: list[Mutator] = [
    kneeling_attacker,
    attacker_without_icon,
    opponents_attacker,
    nobody_attacks,
    second_of_a_kind,
    not_the_active_player,
    stealth_against_stealth,
    wrong_defender,
    unpayable,
    marshalled_event,
    card_outside_marshalling,
    barred_unique,
    second_limited,
    action_in_the_middle,
    response_as_action,
    second_use,
    passive_order,
    dear_setup,
    setup_of_the_wrong_type,
    used_plot,
    kneeling_cost,
]
