"""Judging where an army may go: the conditions of a march, a sail or an event card's own movement, with their rules.

A *way* of moving is `march`, `sail`, `move` or `gather`; the last two are granted by event cards only. Nothing here
moves a unit: `march.py` does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from ledger.events import Move
from ledger.table import Frame
from rules.kernel.asks import Check
from rules.kernel.names import card_names, listed
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
_ABSENT_RULES = {"march": "tegot/march#2", "sail": "tegot/sail#1"}
"""The clauses by which a piece that is not on the map is no part of an army."""
_LIMIT_RULES = {"sail": "tegot/sail-rules#8"}
_CAPITAL_RULES = {"march": "tegot/march-rules#6", "sail": "tegot/sail-rules#7"}
_DOMAIN_RULES = {"sail": "tegot/sea#2"}
_PASSING_RULES = {"capital": "tegot/march-rules#7", "limit": "tegot/domain-unit-limit#4", "allies": "tegot/army#2"}
"""The clauses for a domain an army only passes through, by the condition that it breaks there."""
_CAPTURE_RULES = {True: "tegot/captured-at-sea#2", False: "tegot/captured-at-sea#3"}
"""The clauses on the unit that Captured at Sea takes: of a house that a player leads, and of another."""
_STEPS = 2
"""How many domains far a march goes at most."""
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
    absent = any(number in pos.table.entities and not board.is_unit(pos, number) for number in move.picks)
    army = (_ABSENT_RULES if absent else _ARMY_RULES).get(way) or event_rule(pos, frame)
    place = _DOMAIN_RULES.get(way, "tegot/domain#1")
    found = [
        Check(
            "army",
            army,
            f"an army is one or more units of {pos.player_name(player)} on the map",
            own,
            "" if own else _no_army(pos, player, move.picks),
        ),
        named_domain(pos, place, target),
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
            Check(check.name, _PASSING_RULES.get(check.name, check.rule), f"{check.needed}, or it marches on", True)
            for check in ends
        ]
    return found + ends


def _no_army(pos: Position, player: str, picks: Sequence[int]) -> str:
    """Return why some components are no army of the player: those that are the reason, not the others."""
    why = []
    for number in dict.fromkeys(picks):
        side = board.side(pos, board.faction(pos, number)) if board.is_unit(pos, number) else ""
        if not board.is_unit(pos, number):
            why.append(f"{card_names(pos, [number])} is not on the map")
        elif side != player:
            why.append(f"{card_names(pos, [number])} fights for {board.side_name(pos, side)}")
        elif picks.count(number) > 1:
            why.append(f"{card_names(pos, [number])} is named twice")
    return listed(why, "no unit is named")


def named_domain(pos: Position, rule: str, name: str) -> Check:
    """Return the condition that a domain of the map is named."""
    needed = "a domain of the map must be named"
    return Check("domain", rule, needed, name in board.world(pos).domains, f"“{name}” is none")


def _judge_start(pos: Position, frame: Frame, way: str, picks: Sequence[int], target: str) -> list[Check]:
    """Return the conditions on where the army starts, who is in it, and whether it can reach the domain."""
    starts = [board.domain_of(pos, number) for number in picks]
    if way == "gather":
        return _judge_gathering(pos, frame, picks, starts, target)
    one = len(set(starts)) == 1
    rule = ONE_ARMY_RULES.get(way) or event_rule(pos, frame)
    saw = "" if one else f"these come from {listed([board.domain_name(pos, name) for name in dict.fromkeys(starts)])}"
    found = [Check("one army", rule, "all of an army comes from one domain", one, saw)]
    begin = frame.text("at") or frame.text("start")
    if begin and one:
        needed = f"the army that marches is in {board.domain_name(pos, begin)}"
        saw = f"the units named are in {board.domain_name(pos, starts[0])}"
        found.append(Check("start", rule, needed, starts[0] == begin, saw))
    if frame.text("at"):
        kept = any(number in picks for number in frame.numbers("army"))
        needed = "the army that marched goes on, or a part of it"
        found.append(Check("same army", "tegot/march-rules#2", needed, kept, "none of it is named"))
    if frame.number("with"):
        needed = "the hero that was placed marches too"
        found.append(
            Check("hero placed", event_rule(pos, frame), needed, frame.number("with") in picks, "it is not named")
        )
    if frame.data.get("alone"):
        needed, saw = "the event lets one unit go, without an army", f"{len(picks)} units are named"
        found.append(Check("alone", event_rule(pos, frame), needed, len(picks) == 1, saw))
    if frame.data.get("hero"):
        led = any(board.is_hero(pos, number) for number in picks)  # any hero will do: `tegot/hero-powers#2`
        needed = "the event needs a hero in the army"
        found.append(Check("hero", event_rule(pos, frame), needed, led, "none is in it"))
    return found + (_judge_reach(pos, frame, way, starts[0], target) if one else [])


def _judge_gathering(pos: Position, frame: Frame, picks: Sequence[int], starts: list[str], target: str) -> list[Check]:
    heroes = [number for number in picks if board.is_hero(pos, number)]
    shape = len(heroes) == 1 and len(picks) <= 3 and len(set(starts)) == len(starts) and target not in starts
    needed = "one hero and up to two tokens gather, each from another domain than the one they go to"
    saw = f"{len(heroes)} heroes and {len(picks) - len(heroes)} tokens are named, from {len(set(starts))} domains"
    return [Check("gathering", event_rule(pos, frame), needed, shape, saw)]


def _judge_reach(pos: Position, frame: Frame, way: str, start: str, target: str) -> list[Check]:
    """Return the conditions on the distance: one border for a march, the coast for a sail, else what the event allows.

    Keeps `tegot/adjacent#2`, `tegot/adjacent#3`, `tegot/sail#2`, `tegot/card-over-rule#1`.
    """
    world = board.world(pos)
    if way == "march":
        if target in world.domains[start].borders:
            return [
                Check(
                    "adjacent", "tegot/adjacent#1", "an army marches from one domain to another that borders it", True
                )
            ]
        return _judge_distance(pos, frame, start, target)
    if way == "sail":
        cards, most = world.by_sea(start, target), frame.number("seas") or _SEAS
        north = len(RING) - cards <= most < cards
        return [
            Check(
                "other card",
                "tegot/sail-rules#2",
                "an army sails to another map card",
                cards > 0,
                f"{board.domain_name(pos, target)} is on the same map card",
            ),
            Check("north", "tegot/sail-rules#3", "no army sails over the north", not north, "the way leads over it"),
            Check(
                "seas",
                "tegot/sail-rules#1",
                f"an army sails at most {most} map cards far",
                cards <= most,
                f"{board.domain_name(pos, target)} is {cards} away",
            ),
        ]
    most = frame.number("reach") or len(world.domains)
    near = 0 < world.distance(start, target) <= most
    saw = f"{board.domain_name(pos, target)} is {world.distance(start, target)} away"
    found = [Check("reach", event_rule(pos, frame), f"the army goes 1 to {most} domains far", near, saw)]
    named = board.event_domain(pos, frame)
    if named:
        needed = f"the event sends the army to {board.domain_name(pos, named)}"
        saw = f"{board.domain_name(pos, target)} is named"
        found.append(Check("aim", event_rule(pos, frame), needed, target == named, saw))
    return found


def _judge_distance(pos: Position, frame: Frame, start: str, target: str) -> list[Check]:
    """Return the failed conditions of a march to a domain that does not border the one it is in.

    A march goes two domains far at most (`tegot/march#1`). Where enemies stand in every domain between the two, it
    would pass through them (`tegot/march-rules#3`).
    """
    world, player = board.world(pos), frame.text("player")
    found, far = [], world.distance(start, target)
    if _STEPS < far < len(world.domains) and not frame.text("at"):
        needed = f"a march goes at most {_STEPS} domains far"
        saw = f"{board.domain_name(pos, target)} is {far} domains from {board.domain_name(pos, start)}"
        found.append(Check("march", "tegot/march#1", needed, False, saw))
    between = [name for name in world.domains[start].borders if name in world.domains[target].borders]
    hostile = [name for name in between if board.is_hostile(pos, player, name)]
    if between and len(hostile) == len(between) and start != target and not frame.text("at"):
        needed = f"a march to {board.domain_name(pos, target)} needs a way free of enemies"
        saw = f"enemies are in {listed([board.domain_name(pos, name) for name in hostile])}"
        return [Check("adjacent", "tegot/march-rules#3", needed, False, saw)]
    if far == _STEPS and not frame.text("at"):
        free = [name for name in between if not board.is_hostile(pos, player, name)]
        needed = "a march goes from one domain into the next, two at most"
        saw = f"{board.domain_name(pos, target)} lies behind {listed([board.domain_name(pos, name) for name in free])}"
        found.append(Check("march", "tegot/march#1", needed, False, saw))
    saw = f"{board.domain_name(pos, target)} does not border {board.domain_name(pos, start)}"
    needed = "an army marches from one domain to another that borders it"
    return [*found, Check("adjacent", "tegot/adjacent#1", needed, False, saw)]


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
        Check(
            "attacker", attacker, "the last unit of a house does not attack alone", any(free), "only last units attack"
        ),
        Check(
            "defender",
            defender,
            "the last unit of a house is not attacked alone",
            any(struck),
            f"only last units are in {board.domain_name(pos, target)}",
        ),
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
        needed = f"an army may end in King's Landing only if its player then controls {board.NEEDED} castles"
        found.append(
            Check("capital", rule, needed, held >= board.NEEDED, f"{pos.player_name(player)} would have {held}")
        )
    together = ({*board.units_in(pos, target, player)} - set(via)) | set(picks)
    found += room_checks(pos, _LIMIT_RULES.get(way, LIMIT_RULE), target, together)
    if frame.data.get("must"):
        left = [board.domain_of(pos, number) for number in via]
        battle = board.is_hostile(pos, player, target) and target not in left
        saw = f"nobody is attacked in {board.domain_name(pos, target)}"
        found.append(Check("battle", event_rule(pos, frame), "the event demands a battle", battle, saw))
    return found + _judge_enemy(pos, frame, target)


def room_checks(pos: Position, rule: str, domain: str, together: Collection[int]) -> list[Check]:
    """Return the conditions that units may stand together in a domain: how many, and of which allied houses."""
    where, count = board.domain_name(pos, domain), board.most_of_a_house(pos, together)
    most = f"a house has at most {board.UNIT_LIMIT} units in a domain"
    alone = not board.mixes_allies(pos, together)
    return [
        Check("limit", rule, most, count <= board.UNIT_LIMIT, f"there would be {count} in {where}"),
        Check("allies", ALLIES_RULE, "one allied house at most stands in a domain", alone, f"two would be in {where}"),
    ]


def _judge_enemy(pos: Position, frame: Frame, target: str) -> list[Check]:
    """Return what the event that grants the movement asks of the battle it leads to; none if it asks nothing."""
    player, world, against = frame.text("player"), board.world(pos), frame.text("against")
    if against == "castle":
        place = world.domains[target].castle or world.domains[target].throne
        needed = "the event demands a battle for a castle or for King's Landing"
        saw = f"there is no castle in {board.domain_name(pos, target)}"
        return [Check("castle", event_rule(pos, frame), needed, place, saw)]
    if against == "neutral":
        neutral = board.holder(pos, target) in board.neutral_houses(pos)
        needed = "the event demands a battle against a non-player house"
        saw = f"{board.side_name(pos, board.holder(pos, target))} controls {board.domain_name(pos, target)}"
        return [Check("neutral", event_rule(pos, frame), needed, neutral, saw)]
    if against != "single":
        return []
    enemies = [n for n in pos.table.zones[target] if board.side(pos, board.faction(pos, n)) != player]
    needed = "the event leads to a domain with exactly one enemy unit"
    saw = f"{len(enemies) or 'none'} {'is' if len(enemies) < 2 else 'are'} in {board.domain_name(pos, target)}"
    found = [Check("single", event_rule(pos, frame), needed, len(enemies) == 1, saw)]
    if frame.data.get("capture"):
        tokens = all(pos.card(number).type == "token" for number in enemies)
        led = any(board.player_of(pos, board.faction(pos, number)) for number in enemies)
        needed = "the event captures a power token"
        found.append(Check("token", _CAPTURE_RULES[led], needed, tokens, "the unit there is a hero"))
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
