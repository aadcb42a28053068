"""Where armies could go: each movement a march, a sail or an event's movement may try, before its conditions are judged."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from ledger.events import Move
from ledger.table import Frame
from rules.asking import Pick
from rules.packs.tegot import armies, reading
from rules.position import Position


def _starts(pos: Position, frame: Frame) -> dict[str, list[int]]:
    """The units that could set out, by domain."""
    player, only = frame.text("player"), frame.text("at") or frame.text("start")
    domains = [only] if only else list(reading.world(pos).domains)
    marching = frame.numbers("army")
    found = {}
    for domain in domains:
        units = reading.sided(pos, domain, player)
        if units:
            found[domain] = sorted(units, key=lambda number: number not in marching)
    return found


def _targets(pos: Position, frame: Frame, way: str, start: str) -> list[str]:
    world = reading.world(pos)
    if way == "march":
        return list(world.domains[start].borders)
    aim = reading.aim(pos, frame)
    return [aim] if aim else [domain for domain in world.domains if domain != start]


def candidates(pos: Position, frame: Frame, way: str) -> Iterator[Move]:
    """The movements worth judging: every army that could set out, to every domain it might be led to."""
    if way == "gather":
        yield from _gatherings(pos, frame)
        return
    for start, units in _starts(pos, frame).items():
        targets = _targets(pos, frame, way, start)
        if frame.data.get("must") and way != "march":
            targets = [target for target in targets if reading.hostile(pos, frame.text("player"), target)]
        for army in armies.armies(pos, units):
            if frame.data.get("alone") and len(army) > 1:
                continue
            for target in targets:
                yield Move(way, picks=army, words=(target,))


def _gatherings(pos: Position, frame: Frame) -> Iterator[Move]:
    player = frame.text("player")
    starts = _starts(pos, frame)
    aims = [domain for domain in reading.world(pos).domains if reading.hostile(pos, player, domain)]
    for hero in reading.heroes(pos, player):
        home = reading.domain_of(pos, hero)
        tokens = [_each_kind(pos, units) for start, units in starts.items() if start != home]
        helpers = [some for count in range(3) for domains in combinations(tokens, count) for some in product(*domains)]
        for some, target in product(helpers, aims):
            yield Move("gather", picks=(hero, *some), words=(target,))


def _each_kind(pos: Position, units: list[int]) -> list[int]:
    """One token of each house: those of one house in one domain are alike."""
    found: dict[str, int] = {}
    for number in units:
        if not reading.is_hero(pos, number):
            found.setdefault(reading.faction(pos, number), number)
    return list(found.values())


def guess(pos: Position, frame: Frame, way: str, pick: Pick) -> Move:
    """One movement picked at random, legal or not."""
    if way == "gather":
        found = list(_gatherings(pos, frame))
        return found[pick(len(found))] if found else Move("gather")
    starts = _starts(pos, frame)
    if not starts:
        return Move(way)
    start = list(starts)[pick(len(starts))]
    units = starts[start]
    army = tuple(number for number in units if pick(2)) or (units[pick(len(units))],)
    targets = _targets(pos, frame, way, start)
    return Move(way, picks=army[:1] if frame.data.get("alone") else army, words=(targets[pick(len(targets))],))
