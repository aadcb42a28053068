"""The clause behind each condition: the general one, what forbids an event card, and closer clauses for what failed."""

from __future__ import annotations

from textwrap import shorten

from ledger.table import Entity, Frame
from rules.eligibility.targets import in_zones, legal_targets, target_problem
from rules.kernel.names import card_names, listed, place, with_article
from rules.kernel.pack import CloserClause, CloserWords, Failure
from rules.kernel.position import Position
from rules.language.cards import Ability
from rules.packs.tegot import board
from rules.packs.tegot.worldmap import HOUSES

_LAST_UNIT = "tegot/last-unit#1"

RULES: dict[str, str] = {
    "priority": "tegot/event-action#1",
    "action window": "tegot/actions#4",
    "controls": "tegot/event-action#1",
    "placed": "tegot/event-action#1",
    "offered": "tegot/plot-card#1",
    "text": "tegot/plot-card#1",
    "window": "tegot/event-action#1",
    "phase": "tegot/event-action#1",
    "trigger": "tegot/event-action#1",
    "once": "tegot/event-action#1",
    "restriction": "tegot/event-action#2",
    "limit": "tegot/event-action#1",
    "maximum": "tegot/event-action#1",
    "cannot": "tegot/event-action#3",
    "cancellable": "tegot/event-action#1",
    "cost": "tegot/event-action#2",
    "paid": "tegot/event-action#2",
    "targets": "tegot/event-action#2",
    "target fits": "tegot/plot-cards-list#2",
    "target placed": "tegot/plot-cards-list#2",
    "target immune": "tegot/cannot#1",
    "target change": "tegot/last-unit#4",
    "change": "tegot/event-action#2",
    "effect": "tegot/event-action#5",
    "finish": "tegot/event-action#4",
    "may": "tegot/plot-cards-list#2",
    "simultaneous": "tegot/event-action#5",
    "shuffle": "tegot/plot-card#3",
    "random": "tegot/a-surprising-coalition#1",
    "over": "tegot/end-of-game#1",
}


def forbidden(pos: Position, player: str, entity: Entity, ability: Ability) -> str:
    """Return the clause that forbids playing an event card, or "" if nothing does.

    A hero shown on the card must be on the map and fight for the player (`tegot/event-action#3`).
    """
    house = str(pos.pack.cards[entity.card].facts.get("hero", ""))
    if not house:
        return ""
    figure = board.hero_figure(pos, house) if house in HOUSES else 0
    commands = bool(figure) and board.is_unit(pos, figure) and board.side(pos, house) == player
    return "" if commands else "tegot/event-action#3"


def event_rule(pos: Position, frame: Frame) -> str:
    """Return the clause of the event card that started what this frame does, for conditions that only the card states.

    A card may name the clause under `action`; otherwise it is the first of the card's entry. Where no event card
    started the frame, or its ability has closed, it is the general clause on event cards.
    """
    event = board.event_frame(pos, frame)
    key = event.text("ability").partition("#")[0] if event is not None else ""
    return str(pos.pack.cards[key].facts.get("action", f"tegot/{key}#1")) if key else "tegot/event-action#1"


def whose(frame: Frame) -> str:
    """Return the rule that makes this action one player's: of a slot, of a placed die, or of a bottom die.

    The placed die's is the active player's first, then the others' who follow. It is empty for an action that an event
    card started.
    Keeps `tegot/optional-action#2`, `tegot/turn-2#1`, `tegot/turn-3#1`, `tegot/extra-dice#2`.
    """
    if frame.data.get("slot"):
        return "tegot/optional-action#2"
    if frame.number("event"):
        return ""
    if frame.data.get("extra"):
        return "tegot/extra-dice#2"
    return "tegot/turn-3#1" if frame.data.get("following") else "tegot/turn-2#1"


def _hero_card(pos: Position, failure: Failure) -> str:
    """A hero card is in hand while its hero is on the map, until it is played for an event, a plot or a battle."""
    entity = pos.entity(failure.of_use.entity)
    if pos.pack.cards[entity.card].type != "hero-card":
        return ""
    played = entity.zone.endswith((".played", ".battle")) or entity.id in pos.playing
    return "tegot/hero-card#2" if played else "tegot/hero-card#4"


def _holder(pos: Position, failure: Failure) -> str:
    """A card in another player's hand or play area is not played (`tegot/event-action#1`)."""
    owner = pos.table.specs[pos.entity(failure.of_use.entity).zone].owner
    return "" if owner else _hero_card(pos, failure)


def _not_in_hand(pos: Position, failure: Failure) -> tuple[str, str]:
    """Return that an event is played from the player's hand, and where the card is instead."""
    use = failure.of_use
    name, who = pos.pack.name(pos, use.entity), pos.player_name(use.player)
    needed = f"{who} must have {name} in hand to play it"
    if _holder(pos, failure) == "tegot/hero-card#4":
        needed = f"{who} has {name} in hand only while {who} controls this hero on the map"
    where = "it is being played already" if use.entity in pos.playing else f"the card is {place(pos, use.entity)}"
    return needed, where


def _window(pos: Position, failure: Failure) -> str:
    """Return why no event is played here: what another event started is carried out whole first."""
    return "tegot/event-action#5" if pos.enclosing("ability") is not None else ""


def _no_event(pos: Position, failure: Failure) -> tuple[str, str]:
    """Return when an event is played, where it was tried at another question."""
    needed = f"{pos.pack.name(pos, failure.of_use.entity)} is played for its event only as an Event action"
    event = pos.enclosing("ability")
    resolving = pos.pack.name(pos, event.number("entity")) if event is not None else ""
    return needed, f"{resolving} is being carried out" if resolving else "no Event action is being taken"


def _event(pos: Position, failure: Failure) -> str:
    """A condition only the event itself makes stands in the event's own entry."""
    return failure.of_use.ability.rule


def _targets(pos: Position, failure: Failure) -> str:
    """Why an event card finds no target: what its own text asks of the players is told before what it asks of units.

    Where only last units fit, it is the clause that these never leave the map.
    """
    use = failure.of_use
    if _last_units(pos, failure):
        return _LAST_UNIT
    needs = _NEEDS.get(use.ability.key)
    rivals = [number for who in pos.opponents(use.player) for number in board.units(pos, who)]
    closer = next(filter(None, (needs(pos, use.player, number) for number in rivals)), "") if needs else ""
    return closer or _event(pos, failure)


def _nothing_to_do(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return that nothing fits the text of an event that starts an action, or of which no sentence applies now.

    None for other events.
    """
    use = failure.of_use
    active = [one for one in use.ability.sentences if one.condition is None or one.condition(use.context)]
    parts = [part for sentence in active for effect in sentence.effects for part in effect.make(use.context)]
    if parts and not any(part.kind == "undertook" for part in parts):
        return None
    needed = f"{pos.pack.name(pos, use.entity)} is played only if what it says can be done"
    who = pos.player_name(use.player)
    if any(part.note in _PAID_ACTIONS and "free" not in part.to.split() for part in parts):
        who += f", with {board.may_pay(pos, use.player)} gold,"
    says = shorten(use.ability.says.removesuffix("."), LONGEST_QUOTE, placeholder=" …")
    return needed, f"{who} can do nothing of “{says}”"


_PAID_ACTIONS = ("recruit", "plot", "eggs")
"""The actions that an event starts and that cost gold, unless it says that they are free."""
LONGEST_QUOTE = 80
"""The most characters of a card's text that a reason quotes."""


def _last_units(pos: Position, failure: Failure) -> list[int]:
    """Return the units that an event card could choose if they were not the last of their houses on the map.

    None if it could choose another.
    """
    use = failure.of_use
    found = []
    for choice in use.ability.targets:
        if choice.words or legal_targets(pos, use.context, use.ability, choice):
            continue
        for number in in_zones(pos, use.player, choice):
            if target_problem(pos, use.context, use.ability, choice, number) == "change":
                found.append(number)
    return found if all(board.is_last_unit(pos, number) for number in found) else []


def _no_target(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return that a house's last unit stays on the map, where an event card could choose only such units.

    Else what the card asks of the players, where it asks that; None for other cards.
    """
    found = _last_units(pos, failure)
    if not found:
        tell = _NEEDS_WORDS.get(failure.of_use.ability.key)
        return tell(pos, failure) if tell is not None else None
    card, only = pos.pack.name(pos, failure.of_use.entity), "each the last unit of its house on the map"
    if len(found) == 1:
        only = "the last unit of its house on the map"
    return "the last unit of a house cannot leave the map", f"{card} could choose only {card_names(pos, found)}, {only}"


def _target_fits(pos: Position, failure: Failure) -> str:
    assert failure.ability is not None
    needs = _NEEDS.get(failure.ability.key)
    return needs(pos, failure.player, failure.number) if needs else ""


def _own_text(pos: Position, failure: Failure) -> str:
    """Where an event looks for its targets stands in the event's own entry."""
    return failure.ability.rule if failure.ability is not None else ""


def _target_elsewhere(pos: Position, failure: Failure) -> tuple[str, str]:
    """Return where an event looks for what it chooses, and where the piece named is instead."""
    assert failure.ability is not None
    assert failure.choice is not None
    card = pos.pack.cards[failure.ability.key.partition("#")[0]].name
    name = pos.pack.name(pos, failure.number)
    zone = pos.entity(failure.number).zone
    if failure.choice.zones == ("mats",) and zone in map(board.mat, board.neutral_houses(pos)):
        house = board.faction(pos, failure.number).title()
        return f"{card} asks for one token of a house on its mat", f"{name} is another token of House {house} there"
    needed = f"{card} asks for {' or '.join(_LOOKED_AT[kind] for kind in failure.choice.zones)}"
    leader = next((who for who in pos.order() if zone == board.mat(board.house_of(pos, who))), "")
    if leader and "mats" in failure.choice.zones:
        return needed, f"{pos.player_name(leader)} leads the house of {name}"
    kind = pos.card(failure.number).type
    if kind not in ("token", "hero", "plot", "hero-card"):  # a castle token, say, which lies on the map as well
        return needed, f"{name} is {with_article(pos.pack.type_names.get(kind, kind))}"
    return needed, f"{name} is {'on the map' if board.is_unit(pos, failure.number) else place(pos, failure.number)}"


_LOOKED_AT = {
    "units": "a unit on the map",
    "pools": "a token in an ally pool",
    "mats": "a token on the mat of a non-player house",
    "hand": "a card in hand",
    "play": "a unit on the map",
}
"""What an event chooses, by the kind of zones it looks at."""


def _sole_leader(pos: Position, player: str, number: int) -> str:
    """Kingslayer needs one other player with the most points (`tegot/kingslayer#2`)."""
    return "" if board.leaders(pos, player) else "tegot/kingslayer#2"


def _leverage(pos: Position, player: str, number: int) -> str:
    """Poisoning a rival's token needs a token of a house allied with that rival (`tegot/poisoning#2`)."""
    rival = board.side(pos, board.faction(pos, number)) if number in pos.table.entities else ""
    if rival not in pos.opponents(player) or board.is_hero(pos, number) or board.has_leverage(pos, player, rival):
        return ""
    return "tegot/poisoning#2"


def _tied_leaders(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return that several other players have the most points, where Kingslayer needs one of them; None if one has."""
    player = failure.of_use.player
    if board.leaders(pos, player):
        return None
    most = max((pos.table.count(who, "points") for who in pos.opponents(player)), default=0)
    tied = [pos.player_name(who) for who in pos.opponents(player) if pos.table.count(who, "points") == most]
    return "one other player alone must have the most points", f"{listed(tied)} have {most} each"


def _no_hero_to_promote(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return that no hero could come, where Lordly Promotion has a token to send back; None if there is no token."""
    use = failure.of_use
    problems = [
        target_problem(pos, use.context, use.ability, choice, number)
        for choice in use.ability.targets
        for number in in_zones(pos, use.player, choice)
    ]
    if "change" not in problems:
        return None
    needed = f"a hero on the mat of {pos.player_name(use.player)}'s house or of an ally takes the place of a token"
    return needed, "no such hero can come into a domain where a token may go"


_NEEDS_WORDS: dict[str, CloserWords] = {"kingslayer#1": _tied_leaders, "lordly-promotion#1": _no_hero_to_promote}
"""For event cards that ask something beyond a fitting unit: the function that says it where they have no target."""
_NEEDS = {"kingslayer#1": _sole_leader, "poisoning#1": _leverage}
"""For event cards that ask something of the players: the function that names the clause against a unit as target."""


def _priority(pos: Position, failure: Failure) -> str:
    frame = failure.frame
    return (whose(frame) or event_rule(pos, frame)) if frame is not None else ""


CLOSER_WORDS: dict[str, CloserWords] = {
    "controls": _not_in_hand,
    "placed": _not_in_hand,
    "window": _no_event,
    "targets": _no_target,
    "change": _nothing_to_do,
    "target placed": _target_elsewhere,
}
"""For a condition of a use that failed, the function that says it closer than the shared words."""

CLOSER: dict[str, CloserClause] = {
    "controls": _holder,
    "placed": _hero_card,
    "restriction": _event,
    "targets": _targets,
    "target fits": _target_fits,
    "target placed": _own_text,
    "change": _event,
    "priority": _priority,
    "window": _window,
}
"""For a condition that failed, the function that names a closer clause than `RULES` does."""
