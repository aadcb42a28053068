"""Retreat: the nearest friendly or free domain with room, through anything, with what to do when there is none; and
leaving the throne.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ledger.events import Move, Moved, Occurrence, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Form
from rules.kernel.position import Position
from rules.packs.tegot import board


def still_there(pos: Position, frame: Frame) -> list[int]:
    """The retreating units that have not gone yet."""
    return [number for number in frame.numbers("units") if board.domain_of(pos, number) == frame.text("domain")]


def targets(pos: Position, who: str, start: str, units: Sequence[int]) -> list[str]:
    """The nearest domains a side's units may retreat to together (`tegot/retreat#1`, `#4`, `#7`)."""
    world = board.world(pos)
    plain: dict[str, int] = {}
    guarded: dict[str, int] = {}
    for domain in world.domains.values():
        holder = board.holder(pos, domain.id)
        if domain.id == start or holder not in ("", who) or not board.has_room(pos, who, domain.id, units):
            continue
        if not domain.castle and not domain.throne:
            plain[domain.id] = world.distance(start, domain.id)
        elif holder == who:
            guarded[domain.id] = world.distance(start, domain.id)
    nearest = min((*plain.values(), *guarded.values()), default=0)
    found = [name for name, steps in plain.items() if steps == nearest]
    return found or [name for name, steps in guarded.items() if steps == nearest]


def shelter(pos: Position, start: str) -> list[str]:
    """Where a house's last unit goes when nothing else is left: it may not leave the map (`tegot/last-unit#1`)."""
    world = board.world(pos)
    free = [name for name in world.domains if not pos.table.zones[name] and name not in (start, world.capital)]
    return sorted(free, key=lambda name: world.distance(start, name))[:1]


def overflow(pos: Position, frame: Frame) -> Ask | None:
    """If no domain has room for all, units above the limit return to their mats, with their bonuses
    (`tegot/retreat#5`).
    """
    units = still_there(pos, frame)
    who, start = frame.text("side"), frame.text("domain")
    if not units or targets(pos, who, start, units):
        return None
    if frame.numbers("returning"):
        number = frame.numbers("returning")[0]
        pos.patch(frame, {"returning": None})
        pos.open("moment", None, (Occurrence("returned", number, who if who in pos.table.seats else ""),))
        return None
    out = surplus(pos, who, start, units)
    if not out:
        return None
    says = "which unit returns to its mat, for no domain has room for all"
    ask = Choose(frame.text("decider"), "tegot/retreat#5", says, frame, "returning", out)
    if len(out) > 1:
        return ask
    pos.skip(ask)
    pos.patch(frame, {"returning": list(out)})
    return overflow(pos, frame)


def surplus(pos: Position, who: str, start: str, units: Sequence[int]) -> list[int]:
    """The units above the limit: those of the smallest parties without which the rest finds room (`tegot/retreat#5`)."""
    out = [number for number in units if not board.is_last_unit(pos, number)]
    for count in range(1, len(out)):
        parties = [
            party
            for party in combinations(out, count)
            if targets(pos, who, start, [number for number in units if number not in party])
        ]
        if parties:
            return [number for number in out if any(number in party for party in parties)]
    return out


def where_to(pos: Position, frame: Frame) -> Ask | None:
    """Between domains equally near the retreating player chooses (`tegot/retreat#6`)."""
    units = still_there(pos, frame)
    if not units or "target" in frame.data:
        return None
    start = frame.text("domain")
    found = targets(pos, frame.text("side"), start, units) or shelter(pos, start)
    if not found:
        return None
    ask = _choice(pos, frame, found)
    if len(found) > 1:
        return ask
    pos.skip(ask)
    pos.remember(frame, "target", found[0])
    return None


def _choice(pos: Position, frame: Frame, found: list[str]) -> Form:
    def judge(move: Move) -> list[Check]:
        return _judge(pos, frame, found, move.words[0] if len(move.words) == 1 else "")

    def offers() -> Iterator[Move]:
        return (Move("retreat", words=(name,)) for name in found)

    def does(move: Move) -> None:
        pos.remember(frame, "target", move.words[0])

    says = f"where the units in {frame.text('domain')} retreat to"
    return Form(
        frame.text("decider"), "retreat", "tegot/retreat#6", says, judge, offers, does, whose=frame.text("whose")
    )


def _judge(pos: Position, frame: Frame, found: list[str], name: str) -> list[Check]:
    """Why units may or may not retreat to a domain."""
    world, who, start = board.world(pos), frame.text("side"), frame.text("domain")
    if name not in world.domains:
        return [Check("domain", "tegot/domain#1", "a domain of the map is named", False)]
    domain, holder = world.domains[name], board.holder(pos, name)
    nearest = world.distance(start, found[0])
    guarded = domain.castle or domain.throne
    return [
        Check("friendly", "tegot/retreat#1", "the domain is friendly or free", name != start and holder in ("", who)),
        Check(
            "room",
            "tegot/retreat#4",
            "it has room for all the units",
            board.has_room(pos, who, name, still_there(pos, frame)),
        ),
        Check(
            "free throne",
            "tegot/sitting-the-iron-throne#3",
            "it is not King's Landing without a holder",
            not (domain.throne and not holder),
        ),
        Check(
            "castle",
            "tegot/retreat#7",
            "a castle or King's Landing is the player's own, and nothing else is as near",
            not guarded or name in found,
        ),
        Check("nearest", "tegot/retreat#2", "no other domain is nearer", world.distance(start, name) <= nearest),
    ]


def go(pos: Position, frame: Frame) -> Ask | None:
    """They move over land through anything, and no battle starts (`tegot/retreat#3`)."""
    for number in still_there(pos, frame):
        if frame.text("target"):
            pos.emit(Moved(number, frame.text("target")))
    return None


def open_retreat(pos: Position, who: str, domain: str, units: Sequence[int], decider: str, whose: str = "") -> None:
    """Begin a retreat; for a house without a player, the player who made it retreat decides. `whose` is the rule that
    lets it go first.
    """
    decides = who if who in pos.table.seats else decider
    data: Slots = {"side": who, "domain": domain, "units": list(units), "decider": decides}
    pos.open("retreat", {**data, "whose": whose} if whose else data)


def leave_capital(pos: Position, frame: Frame) -> Ask | None:
    """A player with fewer than three castles leaves King's Landing at once (`tegot/losing-kings-landing#1`)."""
    player, capital = frame.text("player"), board.world(pos).capital
    units = board.units_in(pos, capital, player)
    if units and not frame.data.get("left"):
        pos.patch(frame, {"left": True})
        open_retreat(pos, player, capital, units, player)
    return None


def drive_out(pos: Position, frame: Frame) -> Ask | None:
    """Everybody but the player in a domain retreats, one side after another, without a battle."""
    player, domain = frame.text("player"), frame.text("domain")
    others = [side for n in pos.table.zones[domain] if (side := board.side(pos, board.faction(pos, n))) != player]
    gone = frame.names("driven")
    for side in dict.fromkeys(others):
        if side not in gone:
            pos.patch(frame, {"driven": [*gone, side]})
            open_retreat(pos, side, domain, board.units_in(pos, domain, side), player)
            return None
    return None
