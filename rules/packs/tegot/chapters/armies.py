"""Judging where an army may go: the conditions of a march, a sail or an event card's own movement, with their rules.

A *way* of moving is `march`, `sail`, `move` or `gather`; the last two are granted by event cards only. Nothing here
moves a unit: `march.py` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ledger.events import Move
from ledger.table import Frame
from rules.kernel.asks import Check
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.rulebook import event_rule
from rules.packs.tegot.worldmap import RING

LIMIT_RULE, ALLIES_RULE = "tegot/domain-unit-limit#1", "tegot/domain-unit-limit#3"
ONE_ARMY_RULES = {"march": "tegot/march-rules#2", "sail": "tegot/sail#1"}
"""The clauses that one action moves one army, by its way of moving."""
_ATTACKER_RULE, _DEFENDER_RULE = "tegot/last-unit#2", "tegot/last-unit#3"
_BESIDE_OTHERS_RULE = "tegot/last-unit#6"
"""The clause on a house's last unit that does not stand alone."""
_ARMY_RULES = {"march": "tegot/march#2", "sail": "tegot/army#2"}
_LIMIT_RULES = {"sail": "tegot/sail-rules#8"}
_CAPITAL_RULES = {"march": "tegot/march-rules#6", "sail": "tegot/sail-rules#7"}
_DOMAIN_RULES = {"sail": "tegot/sea#2"}
_PASSING_RULES = {"capital": "tegot/march-rules#7", "limit": "tegot/domain-unit-limit#4", "allies": "tegot/army#2"}
"""The clauses for a domain an army only passes through, by the condition that it breaks there."""
_SEAS = 2
"""How many map cards away a sail may end, unless an event says otherwise."""
_NOWHERE: Mapping[int, str] = {}


def judge_movement(pos: Position, frame: Frame, way: str, move: Move) -> list[Check]:
    """Return the conditions of one movement. The move picks the units and names the domain they enter.

    If the army, the domain or the way there fails, the conditions of entering and stopping are left out. A march that
    may not stop in its first domain is allowed there if it can go on to a second where all is right.
    """
    player, world = frame.text("player"), board.world(pos)
    target = move.words[0] if len(move.words) == 1 else ""
    own = bool(move.picks) and len(set(move.picks)) == len(move.picks)
    own = own and all(board.is_unit(pos, n) and board.side(pos, board.faction(pos, n)) == player for n in move.picks)
    army = _ARMY_RULES.get(way) or event_rule(pos, frame)
    place = _DOMAIN_RULES.get(way, "tegot/domain#1")
    found = [
        Check("army", army, "the army is one or more units on the map that the player controls", own),
        Check("domain", place, "a domain of the map is named", target in world.domains),
    ]
    if not own or target not in world.domains:
        return found
    found += _judge_start(pos, frame, way, move.picks, target)
    if not all(check.holds for check in found):
        return found
    found += _judge_entry(pos, player, move.picks, target)
    ends = judge_stop(pos, frame, way, move.picks, target)
    if not all(check.holds for check in ends) and _may_march_on(pos, frame, way, move.picks, target):
        ends = [
            Check(check.name, _PASSING_RULES.get(check.name, check.rule), f"{check.says}, or it marches on", True)
            for check in ends
        ]
    return found + ends


def _judge_start(pos: Position, frame: Frame, way: str, picks: Sequence[int], target: str) -> list[Check]:
    """Return the conditions on where the army starts, who is in it, and whether it can reach the domain."""
    starts = [board.domain_of(pos, number) for number in picks]
    if way == "gather":
        return _judge_gathering(pos, frame, picks, starts, target)
    one = len(set(starts)) == 1
    rule = ONE_ARMY_RULES.get(way) or event_rule(pos, frame)
    found = [Check("one army", rule, "all of the army comes from one domain", one)]
    begin = frame.text("at") or frame.text("start")
    if begin and one:
        found.append(Check("start", rule, f"the army starts from {begin}", starts[0] == begin))
    if frame.text("at"):
        kept = any(number in picks for number in frame.numbers("army"))
        found.append(Check("same army", "tegot/march-rules#2", "part of the army that marched goes on", kept))
    if frame.number("with"):
        says = "the hero that was placed marches too"
        found.append(Check("hero placed", event_rule(pos, frame), says, frame.number("with") in picks))
    if frame.data.get("alone"):
        found.append(Check("alone", event_rule(pos, frame), "one unit goes, without an army", len(picks) == 1))
    if frame.data.get("hero"):
        led = any(board.is_hero(pos, number) for number in picks)  # any hero will do: `tegot/hero-powers#2`
        found.append(Check("hero", event_rule(pos, frame), "a hero the player controls is in the army", led))
    return found + (_judge_reach(pos, frame, way, starts[0], target) if one else [])


def _judge_gathering(pos: Position, frame: Frame, picks: Sequence[int], starts: list[str], target: str) -> list[Check]:
    heroes = [number for number in picks if board.is_hero(pos, number)]
    shape = len(heroes) == 1 and len(picks) <= 3 and len(set(starts)) == len(starts) and target not in starts
    return [
        Check("gathering", event_rule(pos, frame), "one hero and up to two tokens, each from another domain", shape)
    ]


def _judge_reach(pos: Position, frame: Frame, way: str, start: str, target: str) -> list[Check]:
    """Return the conditions on the distance: one border for a march, the coast for a sail, else what the event allows.

    Keeps `tegot/adjacent#2`, `tegot/adjacent#3`, `tegot/sail#2`, `tegot/card-over-rule#1`.
    """
    world = board.world(pos)
    if way == "march":
        says = f"{target} borders {start}"
        return [Check("adjacent", "tegot/adjacent#1", says, target in world.domains[start].borders)]
    if way == "sail":
        cards, most = world.by_sea(start, target), frame.number("seas") or _SEAS
        north = len(RING) - cards <= most < cards
        return [
            Check("other card", "tegot/sail-rules#2", "it ends on another map card than it began", cards > 0),
            Check("north", "tegot/sail-rules#3", "it does not pass over the north", not north),
            Check("seas", "tegot/sail-rules#1", f"it is at most {most} map cards away", cards <= most),
        ]
    most = frame.number("reach") or len(world.domains)
    near = 0 < world.distance(start, target) <= most
    found = [Check("reach", event_rule(pos, frame), f"it is within {most} domains", near)]
    named = board.event_domain(pos, frame)
    if named:
        found.append(Check("aim", event_rule(pos, frame), f"the army goes to {named}", target == named))
    return found


def _judge_entry(pos: Position, player: str, picks: Sequence[int], target: str) -> list[Check]:
    """Return the conditions of an attack; none if the domain is not hostile.

    Entering a domain that others hold is an attack (`tegot/march-rules#4`). The last unit of a house does not attack
    alone, and is not attacked alone.
    """
    if not board.is_hostile(pos, player, target):
        return []
    free = [not board.is_last_unit(pos, number) for number in picks]
    struck = [not board.is_last_unit(pos, number) for number in pos.table.zones[target]]
    attacker = _BESIDE_OTHERS_RULE if _differ(free) else _ATTACKER_RULE
    defender = _BESIDE_OTHERS_RULE if _differ(struck) else _DEFENDER_RULE
    return [
        Check("attacker", attacker, "more than the last unit of a house attacks", any(free)),
        Check("defender", defender, "more than the last unit of a house is attacked", any(struck)),
    ]


def _differ(flags: list[bool]) -> bool:
    """Whether some of the flags are true and some are not."""
    return any(flags) and not all(flags)


def judge_stop(
    pos: Position, frame: Frame, way: str, picks: Sequence[int], target: str, via: Mapping[int, str] = _NOWHERE
) -> list[Check]:
    """Return the conditions for an army to end its movement in a domain.

    These are three castles for King's Landing, the unit limit, a single non-player house, and what an event card asks
    for. A castle that the army leaves empty is none of the three. `via` says where units would stand after the first
    step of a march that is only being considered.
    Keeps `tegot/card-over-rule#2`, `tegot/sitting-the-iron-throne#5`.
    """
    player = frame.text("player")
    found = []
    if target == board.world(pos).capital:
        rule = _CAPITAL_RULES.get(way, "tegot/sitting-the-iron-throne#2")
        held = board.castles_after(pos, player, {**via, **dict.fromkeys(picks, target)})
        says = "the player controls 3 castles when the army is there"
        found.append(Check("capital", rule, says, held >= board.NEEDED))
    together = ({*board.units_in(pos, target, player)} - set(via)) | set(picks)
    within = not board.over_unit_limit(pos, together)
    found.append(Check("limit", _LIMIT_RULES.get(way, LIMIT_RULE), "no house has more than 3 units there", within))
    alone = not board.mixes_allies(pos, together)
    found.append(Check("allies", ALLIES_RULE, "only one allied house stands there", alone))
    if frame.data.get("must"):
        left = [board.domain_of(pos, number) for number in via]
        battle = board.is_hostile(pos, player, target) and target not in left
        found.append(Check("battle", event_rule(pos, frame), "it starts a battle", battle))
    return found + _judge_enemy(pos, frame, target)


def _judge_enemy(pos: Position, frame: Frame, target: str) -> list[Check]:
    """Return what the event that grants the movement asks of the battle it leads to; none if it asks nothing."""
    player, world, against = frame.text("player"), board.world(pos), frame.text("against")
    if against == "castle":
        place = world.domains[target].castle or world.domains[target].throne
        return [Check("castle", event_rule(pos, frame), "the battle is in a castle domain or King's Landing", place)]
    if against == "neutral":
        neutral = board.holder(pos, target) in board.neutral_houses(pos)
        return [Check("neutral", event_rule(pos, frame), "the battle is against a non-player house", neutral)]
    if against != "single":
        return []
    enemies = [n for n in pos.table.zones[target] if board.side(pos, board.faction(pos, n)) != player]
    found = [Check("single", event_rule(pos, frame), "exactly one enemy unit is there", len(enemies) == 1)]
    if frame.data.get("capture"):
        tokens = all(pos.card(number).type == "token" for number in enemies)
        found.append(Check("token", event_rule(pos, frame), "that unit is a power token", tokens))
    return found


def _may_march_on(pos: Position, frame: Frame, way: str, picks: Sequence[int], target: str) -> bool:
    """Whether a march that may not stop in its first domain has a second step after which all is right.

    Keeps `tegot/domain-unit-limit#4`.
    """
    player = frame.text("player")
    if way != "march" or frame.text("at") or board.is_hostile(pos, player, target):
        return False
    there = [*picks, *(n for n in board.units_in(pos, target, player) if n not in picks)]
    via = dict.fromkeys(picks, target)
    for army in possible_armies(pos, there):
        led = not frame.data.get("hero") or any(board.is_hero(pos, number) for number in army)
        if not led or not any(number in picks for number in army):
            continue
        left = [number for number in there if number not in army]
        for beyond in board.world(pos).domains[target].borders:
            checks = [*_judge_entry(pos, player, army, beyond), *judge_stop(pos, frame, way, army, beyond, via)]
            going = {**via, **dict.fromkeys(army, beyond)}
            if all(check.holds for check in checks) and may_stay(pos, player, target, left, going):
                return True
    return False


def may_stay(pos: Position, player: str, domain: str, left: Sequence[int], going: Mapping[int, str]) -> bool:
    """Whether the units `left` may stay behind in a domain when the march is over.

    `going` says where each unit that marched stands then, for the castles that King's Landing needs.
    """
    if left and domain == board.world(pos).capital and board.castles_after(pos, player, going) < board.NEEDED:
        return False
    return board.may_stand_together(pos, left)


def possible_armies(pos: Position, numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the armies that can be made of some units, beginning with all of them.

    Units of one house and type are alike, so only their number varies.
    """
    groups: dict[tuple[str, str], list[int]] = {}
    for number in numbers:
        card = pos.card(number)
        groups.setdefault((card.faction, card.type), []).append(number)
    kinds = list(groups.values())
    for counts in product(*(range(len(group), -1, -1) for group in kinds)):
        army = tuple(number for group, count in zip(kinds, counts, strict=True) for number in group[:count])
        if army:
            yield army
