"""Whether an army may go somewhere: every condition of a march, a sail or an event's own movement, with its rule."""

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

LIMIT, ALLIES = "tegot/domain-unit-limit#1", "tegot/domain-unit-limit#3"
ALONE, PROTECTED = "tegot/last-unit#2", "tegot/last-unit#3"
_ARMY = {"march": "tegot/march#2", "sail": "tegot/army#2"}
ONE = {"march": "tegot/march-rules#2", "sail": "tegot/sail#1"}
_LIMIT = {"sail": "tegot/sail-rules#8"}
_CAPITAL = {"march": "tegot/march-rules#6", "sail": "tegot/sail-rules#7"}
_DOMAIN = {"sail": "tegot/sea#2"}
_ON_THE_WAY = {"capital": "tegot/march-rules#7", "limit": "tegot/domain-unit-limit#4", "allies": "tegot/army#2"}
"""What holds for a domain an army only passes through."""
BESIDE = "tegot/last-unit#6"
SEAS = 2
_NOWHERE: Mapping[int, str] = {}


def judge(pos: Position, frame: Frame, way: str, move: Move) -> list[Check]:
    """Every condition of one movement."""
    player, world = frame.text("player"), board.world(pos)
    target = move.words[0] if len(move.words) == 1 else ""
    own = bool(move.picks) and len(set(move.picks)) == len(move.picks)
    own = own and all(board.is_unit(pos, n) and board.side(pos, board.faction(pos, n)) == player for n in move.picks)
    army = _ARMY.get(way) or event_rule(pos, frame)
    found = [
        Check("army", army, "the army is one or more units on the map that the player controls", own),
        Check("domain", _DOMAIN.get(way, "tegot/domain#1"), "a domain of the map is named", target in world.domains),
    ]
    if not own or target not in world.domains:
        return found
    found += _start(pos, frame, way, move.picks, target)
    if not all(check.holds for check in found):
        return found
    found += _entry(pos, player, move.picks, target)
    ends = stops(pos, frame, way, move.picks, target)
    if not all(check.holds for check in ends) and _goes_on(pos, frame, way, move.picks, target):
        ends = [
            Check(check.name, _ON_THE_WAY.get(check.name, check.rule), f"{check.says}, or it marches on", True)
            for check in ends
        ]
    return found + ends


def _start(pos: Position, frame: Frame, way: str, picks: Sequence[int], target: str) -> list[Check]:
    """Where the army comes from, and whether it can get there."""
    starts = [board.domain_of(pos, number) for number in picks]
    if way == "gather":
        return _gathering(pos, frame, picks, starts, target)
    one = len(set(starts)) == 1
    rule = ONE.get(way) or event_rule(pos, frame)
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
    return found + (_reach(pos, frame, way, starts[0], target) if one else [])


def _gathering(pos: Position, frame: Frame, picks: Sequence[int], starts: list[str], target: str) -> list[Check]:
    heroes = [number for number in picks if board.is_hero(pos, number)]
    shape = len(heroes) == 1 and len(picks) <= 3 and len(set(starts)) == len(starts) and target not in starts
    return [
        Check("gathering", event_rule(pos, frame), "one hero and up to two tokens, each from another domain", shape)
    ]


def _reach(pos: Position, frame: Frame, way: str, start: str, target: str) -> list[Check]:
    """How far each way of moving goes: over a border, round the coast from any domain, or as an event allows.

    Keeps `tegot/adjacent#2`, `tegot/adjacent#3`, `tegot/sail#2`, `tegot/card-over-rule#1`.
    """
    world = board.world(pos)
    if way == "march":
        says = f"{target} borders {start}"
        return [Check("adjacent", "tegot/adjacent#1", says, target in world.domains[start].borders)]
    if way == "sail":
        cards, most = world.by_sea(start, target), frame.number("seas") or SEAS
        north = len(RING) - cards <= most < cards
        return [
            Check("other card", "tegot/sail-rules#2", "it ends on another map card than it began", cards > 0),
            Check("north", "tegot/sail-rules#3", "it does not pass over the north", not north),
            Check("seas", "tegot/sail-rules#1", f"it is at most {most} map cards away", cards <= most),
        ]
    most = frame.number("reach") or len(world.domains)
    found = [
        Check(
            "reach", event_rule(pos, frame), f"it is within {most} domains", 0 < world.distance(start, target) <= most
        )
    ]
    aim = board.aim(pos, frame)
    if aim:
        found.append(Check("aim", event_rule(pos, frame), f"the army goes to {aim}", target == aim))
    return found


def _entry(pos: Position, player: str, picks: Sequence[int], target: str) -> list[Check]:
    """Entering a domain others hold is an attack (`tegot/march-rules#4`), which a last unit neither makes alone nor
    suffers.
    """
    if not board.hostile(pos, player, target):
        return []
    free = [not board.last(pos, number) for number in picks]
    struck = [not board.last(pos, number) for number in pos.table.zones[target]]
    return [
        Check("attacker", BESIDE if _partly(free) else ALONE, "more than the last unit of a house attacks", any(free)),
        Check(
            "defender",
            BESIDE if _partly(struck) else PROTECTED,
            "more than the last unit of a house is attacked",
            any(struck),
        ),
    ]


def _partly(flags: list[bool]) -> bool:
    """Whether a last unit stands beside one that is not."""
    return any(flags) and not all(flags)


def stops(
    pos: Position, frame: Frame, way: str, picks: Sequence[int], target: str, via: Mapping[int, str] = _NOWHERE
) -> list[Check]:
    """Whether the army may end there: three castles for King's Landing, the unit limit, what the event asks for.

    `via` are units a first step would have taken somewhere by then. A castle the army leaves empty is none of the three.

    Keeps `tegot/card-over-rule#2`, `tegot/sitting-the-iron-throne#5`.
    """
    player = frame.text("player")
    world = board.world(pos)
    found = []
    if target == world.capital:
        rule = _CAPITAL.get(way, "tegot/sitting-the-iron-throne#2")
        held = board.castles_after(pos, player, {**via, **dict.fromkeys(picks, target)})
        found.append(
            Check("capital", rule, "the player controls 3 castles when the army is there", held >= board.NEEDED)
        )
    together = ({*board.sided(pos, target, player)} - set(via)) | set(picks)
    found.append(
        Check("limit", _LIMIT.get(way, LIMIT), "no house has more than 3 units there", not board.crowded(pos, together))
    )
    found.append(Check("allies", ALLIES, "only one allied house stands there", not board.mixed(pos, together)))
    if frame.data.get("must"):
        battle = board.hostile(pos, player, target) and target not in [board.domain_of(pos, number) for number in via]
        found.append(Check("battle", event_rule(pos, frame), "it starts a battle", battle))
    if frame.text("against") == "castle":
        place = world.domains[target].castle or world.domains[target].throne
        found.append(
            Check("castle", event_rule(pos, frame), "the battle is in a castle domain or King's Landing", place)
        )
    if frame.text("against") == "neutral":
        neutral = board.holder(pos, target) in board.neutral_houses(pos)
        found.append(Check("neutral", event_rule(pos, frame), "the battle is against a non-player house", neutral))
    if frame.text("against") == "single":
        enemies = [n for n in pos.table.zones[target] if board.side(pos, board.faction(pos, n)) != player]
        found.append(Check("single", event_rule(pos, frame), "exactly one enemy unit is there", len(enemies) == 1))
        if frame.data.get("capture"):
            tokens = all(pos.card(number).type == "token" for number in enemies)
            found.append(Check("token", event_rule(pos, frame), "that unit is a power token", tokens))
    return found


def _goes_on(pos: Position, frame: Frame, way: str, picks: Sequence[int], target: str) -> bool:
    """Whether a first step that could not be the last has a second that puts everything right
    (`tegot/domain-unit-limit#4`).
    """
    player = frame.text("player")
    if way != "march" or frame.text("at") or board.hostile(pos, player, target):
        return False
    there = [*picks, *(n for n in board.sided(pos, target, player) if n not in picks)]
    via = dict.fromkeys(picks, target)
    for army in armies(pos, there):
        led = not frame.data.get("hero") or any(board.is_hero(pos, number) for number in army)
        if not led or not any(number in picks for number in army):
            continue
        left = [number for number in there if number not in army]
        for beyond in board.world(pos).domains[target].borders:
            checks = [*_entry(pos, player, army, beyond), *stops(pos, frame, way, army, beyond, via)]
            going = {**via, **dict.fromkeys(army, beyond)}
            if all(check.holds for check in checks) and stays(pos, player, target, left, going):
                return True
    return False


def stays(pos: Position, player: str, domain: str, left: Sequence[int], going: Mapping[int, str]) -> bool:
    """Whether units may be left behind in a domain when the march is over and the others have gone on."""
    if left and domain == board.world(pos).capital and board.castles_after(pos, player, going) < board.NEEDED:
        return False
    return not board.crowded(pos, left) and not board.mixed(pos, left)


def armies(pos: Position, numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The armies that can be made of some units, units of one kind being alike."""
    groups: dict[tuple[str, str], list[int]] = {}
    for number in numbers:
        card = pos.card(number)
        groups.setdefault((card.faction, card.type), []).append(number)
    kinds = list(groups.values())
    for counts in product(*(range(len(group), -1, -1) for group in kinds)):
        army = tuple(number for group, count in zip(kinds, counts, strict=True) for number in group[:count])
        if army:
            yield army
