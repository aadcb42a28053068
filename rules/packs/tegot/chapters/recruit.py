"""Recruit: tokens from the own track or an allied mat, and heroes, into domains the player controls."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Counted, Move, Moved, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask, Check
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters.armies import ALLIES, LIMIT, event_rule
from rules.packs.tegot.chapters.windows import Action
from rules.packs.tegot.worldmap import HOUSES
from rules.packs.tegot.zones import put_by_hero

MOST, ALLIED_TOKEN, OWN_HERO, ALLIED_HERO = 2, 1, 3, 2


def price(pos: Position, frame: Frame, number: int) -> int:
    """What a unit costs: the leftmost space of the own track, 1 for an allied token, 3 and 2 for heroes
    (`tegot/force-track#1`).
    """
    if frame.data.get("free"):
        return 0
    house = board.faction(pos, number)
    own = house == board.house_of(pos, frame.text("player"))
    if board.is_hero(pos, number):
        return (OWN_HERO if own else ALLIED_HERO) - frame.number("discount")
    if not own:
        return ALLIED_TOKEN
    costs = board.house_fact(pos, house, "costs")
    assert isinstance(costs, list)
    return int(costs[board.SPACES - len(board.on_mat(pos, house))])


def unit(pos: Position, what: str) -> int:
    """The piece a word asks for: a house's next token, or `hero-` and a house for its hero; 0 if its mat has none.

    Keeps `tegot/power-token#3`, `tegot/power-token#5`, `tegot/hero#3`.
    """
    house = what.removeprefix("hero-")
    if house not in HOUSES:
        return 0
    return next(iter(board.on_mat(pos, house, "hero" if house != what else "token")), 0)


def left(frame: Frame) -> int:
    """How many more units the action may bring (`tegot/recruit#1`)."""
    return (frame.number("most") or MOST) - frame.number("done")


def judge(pos: Position, frame: Frame, move: Move) -> list[Check]:
    """Every condition of recruiting one unit (`tegot/alliance#5`)."""
    player = frame.text("player")
    what, where = move.words if len(move.words) == 2 else ("", "")
    house = what.removeprefix("hero-")
    own = house == board.house_of(pos, player)
    number = unit(pos, what)
    mine = own or house in board.allies(pos, player)
    rule = event_rule(pos, frame) if frame.number("most") else "tegot/recruit#1"
    found = [
        Check("number", rule, f"no more than {frame.number('most') or MOST} units come by one action", left(frame) > 0),
        Check("house", "tegot/recruit#2", "the unit is of the own house or an allied one", mine),
        Check("mat", "tegot/recruit-own#2" if own else "tegot/recruit-ally#2", "the unit is on its mat", bool(number)),
        Check("domain", "tegot/domain#1", "a domain of the map is named", where in board.world(pos).domains),
    ]
    if not all(check.holds for check in found):
        return found
    paid = price(pos, frame, number) <= board.gold(pos, player)
    found.append(Check("gold", _price_rule(pos, own, number), "its cost can be paid", paid))
    found += _where(pos, frame, number, where)
    return found + _asked(pos, frame, number)


def _price_rule(pos: Position, own: bool, number: int) -> str:
    if board.is_hero(pos, number):
        return "tegot/recruit-own#3" if own else "tegot/recruit-ally#3"
    return "tegot/recruit-own#1" if own else "tegot/recruit-ally#1"


def _where(pos: Position, frame: Frame, number: int, where: str) -> list[Check]:
    player, at = frame.text("player"), frame.text("at")
    if at == "enemy":
        enemy = board.hostile(pos, player, where)
        protected = enemy and board.attackable(pos, where)
        castles = where != board.world(pos).capital or board.castles(pos, player) >= board.NEEDED
        return [
            Check("enemy", event_rule(pos, frame), "an enemy controls the domain", enemy),
            Check("defender", "tegot/last-unit#3", "more than the last unit of a house is attacked", protected),
            Check("capital", "tegot/sitting-the-iron-throne#2", "the player controls 3 castles", castles),
        ]
    together = {*board.sided(pos, where, player), number}
    found = [
        Check("control", "tegot/recruit#3", "the player controls the domain", _controls(pos, player, where, at)),
        Check("limit", LIMIT, "no house has more than 3 units there", not board.crowded(pos, together)),
        Check("allies", ALLIES, "only one allied house stands there", not board.mixed(pos, together)),
    ]
    if at:
        found.append(
            Check(
                "place", event_rule(pos, frame), "it is a domain the event allows", where in _allowed(pos, player, at)
            )
        )
    return found


def _controls(pos: Position, player: str, where: str, at: str) -> bool:
    """A domain the event itself names need not be held any more: its only token may just have gone
    (`tegot/lordly-promotion#1`).
    """
    return board.holder(pos, where) == player or (where == at and not board.hostile(pos, player, where))


def _allowed(pos: Position, player: str, at: str) -> list[str]:
    heroes = board.heroes(pos, player)
    if at == "own hero":
        heroes = [number for number in heroes if board.faction(pos, number) == board.house_of(pos, player)]
    elif at != "hero":
        return [at]
    return [board.domain_of(pos, number) for number in heroes]


def _asked(pos: Position, frame: Frame, number: int) -> list[Check]:
    """What the event that grants the action asks of the unit."""
    found = []
    own = board.faction(pos, number) == board.house_of(pos, frame.text("player"))
    hero, only = board.is_hero(pos, number), frame.text("only")
    kinds = {"own": own and not hero, "allied": not own and not hero, "token": not hero, "hero": hero}
    if only:
        found.append(
            Check("kind", event_rule(pos, frame), f"the event is about this kind of unit: {only}", kinds[only])
        )
    if frame.data.get("same") and frame.text("house"):
        same = board.faction(pos, number) == frame.text("house")
        found.append(Check("same house", event_rule(pos, frame), "all are of one allied house", same))
    return found


def candidates(pos: Position, frame: Frame) -> Iterator[Move]:
    """One token and the hero of each house the player may recruit, into every domain."""
    player = frame.text("player")
    for house in (board.house_of(pos, player), *board.allies(pos, player)):
        for what in (house, f"hero-{house}"):
            if unit(pos, what):
                yield from (Move("recruit", words=(what, domain)) for domain in board.world(pos).domains)


def recruit(pos: Position, frame: Frame) -> Ask | None:
    """One unit at a time, up to two unless an event says otherwise (`tegot/recruit#1`); among enemies it fights
    (`tegot/ellaria-sand#1`).
    """
    if frame.text("battle"):
        data: Slots = {
            "attacker": frame.text("player"),
            "defender": frame.text("enemy"),
            "domain": frame.text("battle"),
        }
        pos.patch(frame, {"battle": None, "enemy": None})
        pos.open("battle", {**data, "event": frame.number("event")})
        return None
    if frame.data.get("stop"):
        return None
    form = _form(pos, frame)
    if left(frame) and next(iter(form.offers()), None) is not None:
        return form
    pos.skip(form)
    return None


def _form(pos: Position, frame: Frame) -> Action:
    player = frame.text("player")

    def offers() -> Iterator[Move]:
        for move in candidates(pos, frame):
            if all(check.holds for check in judge(pos, frame, move)):
                yield move

    def does(move: Move) -> None:
        _recruit(pos, frame, player, move)

    def declines() -> None:
        pos.patch(frame, {"stop": True})

    says = "recruit a unit, or leave it"
    return Action(
        frame, "recruit", "tegot/recruit#1", says, lambda move: judge(pos, frame, move), offers, does, declines
    )


def _recruit(pos: Position, frame: Frame, player: str, move: Move) -> None:
    number, where = unit(pos, move.words[0]), move.words[1]
    cost = price(pos, frame, number)
    enemy = board.holder(pos, where) if frame.text("at") == "enemy" else ""
    if cost > 0:
        pos.emit(Counted(player, "gold", -cost))
    pos.emit(Moved(number, where))
    if board.is_hero(pos, number):
        put_by_hero(pos, number)
    pos.patch(frame, {"done": frame.number("done") + 1, "house": board.faction(pos, number)})
    if enemy:
        pos.patch(frame, {"battle": where, "enemy": enemy})


def possible(pos: Position, frame: Frame) -> bool:
    """Whether any unit could be recruited."""
    return any(all(check.holds for check in judge(pos, frame, move)) for move in candidates(pos, frame))
