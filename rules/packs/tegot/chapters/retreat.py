"""Retreat: units go to the nearest domain that is friendly or free and has room, over land through anything.

A domain with a castle or the throne counts only if the side holds it already. Units that no domain has room for return
to their mats. Losing King's Landing is a retreat, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ledger.events import Move, Moved, Occurrence, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Form
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters.armies import named_domain
from rules.packs.tegot.chapters.windows import ChooseUnit


def open_retreat(
    pos: Position, who: str, domain: str, units: Sequence[int], decider: str, whose: str = "", to: str = ""
) -> None:
    """Open the retreat of a side's units from a domain, to a domain if it is known already.

    A player decides for their own side. For a house without a player, `decider` does: the player who made it retreat.
    `whose` is the rule that lets this side go first, if another retreats as well.
    """
    decides = who if who in pos.table.seats else decider
    data: Slots = {"side": who, "domain": domain, "units": list(units), "decider": decides}
    known: Slots = {name: text for name, text in (("whose", whose), ("target", to)) if text}
    pos.open("retreat", {**data, **known})


def places(pos: Position, who: str, domain: str, units: Sequence[int]) -> list[str]:
    """Return the domains between which a side chooses where its units retreat to, as far as they have room."""
    return _nearest_domains(pos, who, domain, units) or _shelter(pos, domain)


def drive_out(pos: Position, frame: Frame) -> Ask | None:
    """Open the retreat of the next side, other than the frame's player, from the frame's domain, without a battle.

    The step runs again until each such side has had its retreat.
    """
    player, domain = frame.text("player"), frame.text("domain")
    others = [side for n in pos.table.zones[domain] if (side := board.side(pos, board.faction(pos, n))) != player]
    gone = frame.names("driven")
    for side in dict.fromkeys(others):
        if side not in gone:
            pos.patch(frame, {"driven": [*gone, side]})
            open_retreat(pos, side, domain, board.units_in(pos, domain, side), player)
            return None
    return None


def leave_capital(pos: Position, frame: Frame) -> Ask | None:
    """Open the retreat of the player who loses King's Landing for want of castles (`tegot/losing-kings-landing#1`)."""
    player, capital = frame.text("player"), board.world(pos).capital
    units = board.units_in(pos, capital, player)
    if units and not frame.data.get("left"):
        pos.patch(frame, {"left": True})
        open_retreat(pos, player, capital, units, player)
    return None


def overflow(pos: Position, frame: Frame) -> Ask | None:
    """Send a unit back to its mat, with its bonus, while no domain has room for all (`tegot/retreat#5`).

    The step runs again until there is room. Which unit goes is asked if there is a choice; the last unit of a house
    never does.
    """
    units = _still_there(pos, frame)
    who, start = frame.text("side"), frame.text("domain")
    if not units or _nearest_domains(pos, who, start, units):
        return None
    if frame.numbers("returning"):
        number = frame.numbers("returning")[0]
        pos.patch(frame, {"returning": None})
        pos.open("moment", None, (Occurrence("returned", number, who if who in pos.table.seats else ""),))
        return None
    out = _surplus(pos, who, start, units)
    if not out:
        return None
    says = "which unit returns to its mat, for no domain has room for all"
    ask = ChooseUnit(frame.text("decider"), "tegot/retreat#5", says, frame, "returning", out)
    if len(out) > 1:
        return ask
    pos.skip(ask)
    pos.patch(frame, {"returning": list(out)})
    return overflow(pos, frame)


def _surplus(pos: Position, who: str, start: str, units: Sequence[int]) -> list[int]:
    """Return the units of which one must return to its mat so that the rest may find room (`tegot/retreat#5`).

    They are those of the smallest groups without which some domain has room; all units if no group helps. The last
    unit of a house is never among them.
    """
    out = [number for number in units if not board.is_last_unit(pos, number)]
    for count in range(1, len(out)):
        groups = [
            group
            for group in combinations(out, count)
            if _nearest_domains(pos, who, start, [number for number in units if number not in group])
        ]
        if groups:
            return [number for number in out if any(number in group for group in groups)]
    return out


def where_to(pos: Position, frame: Frame) -> Ask | None:
    """Ask which of several equally near domains the units retreat to (`tegot/retreat#6`); keep a single one unasked.

    Where no domain has room, it is the nearest empty one but King's Landing; without such a domain nothing is kept.
    """
    units = _still_there(pos, frame)
    if not units or "target" in frame.data:
        return None
    start = frame.text("domain")
    found = places(pos, frame.text("side"), start, units)
    if not found:
        return None
    ask = _domain_form(pos, frame, found)
    if len(found) > 1:
        return ask
    pos.skip(ask)
    pos.remember(frame, "target", found[0])
    return None


def go(pos: Position, frame: Frame) -> Ask | None:
    """Move the units to the domain that was found, through anything and without a battle (`tegot/retreat#3`).

    If none was found, they stay.
    """
    for number in _still_there(pos, frame):
        if frame.text("target"):
            pos.emit(Moved(number, frame.text("target")))
    return None


def _still_there(pos: Position, frame: Frame) -> list[int]:
    """Return the retreating units that have not left the domain yet."""
    return [number for number in frame.numbers("units") if board.domain_of(pos, number) == frame.text("domain")]


def _nearest_domains(pos: Position, who: str, start: str, units: Sequence[int]) -> list[str]:
    """Return the nearest domains that a side's units may retreat to together; none if no domain has room.

    Domains with a castle or the throne count only if the side holds them, and only if nothing else is as near.
    Keeps `tegot/retreat#1`, `#4`, `#7`.
    """
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


def _shelter(pos: Position, start: str) -> list[str]:
    """Return the nearest empty domain but King's Landing, for a house's last unit that has nowhere else to go.

    It may not leave the map (`tegot/last-unit#1`).
    """
    world = board.world(pos)
    free = [name for name in world.domains if not pos.table.zones[name] and name not in (start, world.capital)]
    return sorted(free, key=lambda name: world.distance(start, name))[:1]


def _domain_form(pos: Position, frame: Frame, found: list[str]) -> Form:
    """Return the question which of the domains found the units retreat to."""

    def judge(move: Move) -> list[Check]:
        return _judge_domain(pos, frame, found, move.words[0] if len(move.words) == 1 else "")

    def offers() -> Iterator[Move]:
        return (Move("retreat", words=(name,)) for name in found)

    def does(move: Move) -> None:
        pos.remember(frame, "target", move.words[0])

    says = f"where the units in {board.domain_name(pos, frame.text('domain'))} retreat to"
    ask = Form(
        frame.text("decider"),
        "retreat",
        "tegot/retreat#6",
        says,
        judge,
        offers,
        does,
        whose=frame.text("whose"),
        meant=lambda move: len(move.words) == 1 and move.words[0] in board.world(pos).domains,
    )
    ask.asking = "tegot/retreat#1"
    return ask


def _judge_domain(pos: Position, frame: Frame, found: list[str], name: str) -> list[Check]:
    """Return the conditions for the units to retreat to the domain of this name; `found` are those that meet them."""
    world, who, start = board.world(pos), frame.text("side"), frame.text("domain")
    if name not in world.domains:
        return [named_domain(pos, "tegot/domain#1", name)]
    domain, holder = world.domains[name], board.holder(pos, name)
    nearest = world.distance(start, found[0])
    room = board.has_room(pos, who, name, _still_there(pos, frame))
    free_throne = domain.throne and not holder
    guarded = domain.castle or domain.throne
    own = "units retreat to a castle or King's Landing only if it is their own and nothing else is as near"
    where, friendly = board.domain_name(pos, name), name != start and holder in ("", who)
    away = world.distance(start, name)
    held = f"{board.side_name(pos, holder)} holds {where}" if name != start else f"they are in {where}"
    return [
        Check("friendly", "tegot/retreat#1", "units retreat to a friendly or free domain", friendly, held),
        Check("room", "tegot/retreat#4", "the domain must have room for all the units", room, f"{where} has not"),
        Check(
            "free throne",
            "tegot/sitting-the-iron-throne#3",
            "nobody retreats to King's Landing while nobody holds it",
            not free_throne,
            "nobody holds it",
        ),
        Check("castle", "tegot/retreat#7", own, not guarded or name in found, f"{where} is not such a one"),
        Check(
            "nearest",
            "tegot/retreat#1",
            f"units retreat to the nearest domain, here {nearest} away",
            away <= nearest,
            f"{where} is {away} away",
        ),
    ]
