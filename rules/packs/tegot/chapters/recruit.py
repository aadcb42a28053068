"""Recruit: tokens from the player's force track or an ally's mat, and heroes, into domains the player controls."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Move, Moved, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask, Check
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters.armies import LIMIT_RULE, named_domain, room_checks
from rules.packs.tegot.chapters.windows import OfferedAction
from rules.packs.tegot.rulebook import event_rule
from rules.packs.tegot.worldmap import HOUSES
from rules.packs.tegot.zones import put_by_hero

_MOST = 2
"""How many units one action brings, unless an event says otherwise."""
_ALLIED_TOKEN, _OWN_HERO, _ALLIED_HERO = 1, 3, 2
"""What these cost, in gold."""
_MAT_RULES = {
    (True, False): "tegot/recruit-own#2",
    (True, True): "tegot/recruit-own#3",
    (False, False): "tegot/recruit-ally#2",
    (False, True): "tegot/recruit-ally#3",
}
"""The clauses by which a unit must be on its mat: whether it is of the player's own house, and whether it is a hero."""
_KINDS = {
    "own": "tokens of the player's own house",
    "allied": "tokens of allied houses",
    "token": "power tokens",
    "hero": "heroes",
}
"""What the units are called that an event may restrict a Recruit action to."""


def recruit(pos: Position, frame: Frame) -> Ask | None:
    """Ask for one unit at a time, up to two unless an event card says otherwise (`tegot/recruit#1`).

    It ends when the player declines or can recruit nothing. A unit that an event card placed among enemies fights first
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
    form = _recruit_form(pos, frame)
    if _units_left(frame) and next(iter(form.offers()), None) is not None:
        return form
    pos.skip(form)
    return None


def possible(pos: Position, frame: Frame) -> bool:
    """Whether the player could recruit any unit as this frame asks."""
    return any(all(check.holds for check in _judge_recruiting(pos, frame, move)) for move in _candidates(pos, frame))


def _recruit_form(pos: Position, frame: Frame) -> OfferedAction:
    """Return the question which unit is recruited, and where."""

    def judge(move: Move) -> list[Check]:
        return _judge_recruiting(pos, frame, move)

    def offers() -> Iterator[Move]:
        for move in _candidates(pos, frame):
            if all(check.holds for check in judge(move)):
                yield move

    def does(move: Move) -> None:
        _place_unit(pos, frame, move)

    def declines() -> None:
        pos.patch(frame, {"stop": True})

    def meant(move: Move) -> bool:
        return (
            len(move.words) == 2 and _unit_named(pos, move.words[0]) > 0 and move.words[1] in board.world(pos).domains
        )

    says = "recruit a unit, or leave it"
    return OfferedAction(frame, "recruit", "tegot/recruit#1", says, judge, offers, does, declines, meant=meant)


def _candidates(pos: Position, frame: Frame) -> Iterator[Move]:
    """Yield one token and the hero of each house that the player can pay for, into every domain, allowed or not."""
    player = frame.text("player")
    if _units_left(frame) <= 0:
        return
    for house in (board.house_of(pos, player), *board.allies(pos, player)):
        for what in (house, f"hero-{house}"):
            number = _unit_named(pos, what)
            if number and _price(pos, frame, number) <= board.may_pay(pos, player):
                yield from (Move("recruit", words=(what, domain)) for domain in board.world(pos).domains)


def _place_unit(pos: Position, frame: Frame, move: Move) -> None:
    """Pay for the unit and put it on the map; if it stands among enemies, the frame keeps that a battle follows."""
    number, where = _unit_named(pos, move.words[0]), move.words[1]
    cost = _price(pos, frame, number)
    enemy = board.holder(pos, where) if frame.text("at") == "enemy" else ""
    board.pay(pos, frame.text("player"), max(0, cost))
    pos.emit(Moved(number, where))
    if board.is_hero(pos, number):
        put_by_hero(pos, number)
    pos.patch(frame, {"done": frame.number("done") + 1, "house": board.faction(pos, number)})
    if enemy:
        pos.patch(frame, {"battle": where, "enemy": enemy})


def _unit_named(pos: Position, what: str) -> int:
    """Return the piece on a mat that a word asks for: a house's next token, or with `hero-` its hero; 0 if none.

    Keeps `tegot/power-token#3`, `tegot/power-token#5`, `tegot/hero#3`.
    """
    house = what.removeprefix("hero-")
    if house not in HOUSES:
        return 0
    return next(iter(board.on_mat(pos, house, "hero" if house != what else "token")), 0)


def _price(pos: Position, frame: Frame, number: int) -> int:
    """Return what a unit costs in gold; nothing if the event says so.

    A token of the player's house costs what the leftmost covered space of the force track shows
    (`tegot/force-track#1`), an allied token 1. The player's own hero costs 3, an allied hero 2, less a discount.
    """
    if frame.data.get("free"):
        return 0
    house = board.faction(pos, number)
    own = house == board.house_of(pos, frame.text("player"))
    if board.is_hero(pos, number):
        return (_OWN_HERO if own else _ALLIED_HERO) - frame.number("discount")
    if not own:
        return _ALLIED_TOKEN
    costs = board.house_fact(pos, house, "costs")
    assert isinstance(costs, list)
    return int(costs[board.SPACES - len(board.on_mat(pos, house))])


def _units_left(frame: Frame) -> int:
    """Return how many more units the action may bring (`tegot/recruit#1`)."""
    return (frame.number("most") or _MOST) - frame.number("done")


def _judge_recruiting(pos: Position, frame: Frame, move: Move) -> list[Check]:
    """Return every condition of recruiting one unit; the move names it and the domain (`tegot/alliance#5`)."""
    player = frame.text("player")
    what, where = move.words if len(move.words) == 2 else ("", "")
    house = what.removeprefix("hero-")
    own = house == board.house_of(pos, player)
    number = _unit_named(pos, what)
    mine = own or house in board.allies(pos, player)
    rule = event_rule(pos, frame) if frame.number("most") else "tegot/recruit#1"
    most = frame.number("most") or _MOST
    unit = f"the hero of House {house.title()}" if what != house else f"a token of House {house.title()}"
    needed = f"{pos.player_name(player)} recruits units of their own house or an allied one"
    found = [
        Check("number", rule, f"at most {most} units come by one action", _units_left(frame) > 0, "so many have come"),
        Check("house", "tegot/recruit#2", needed, mine, f"House {house.title()} is neither"),
        _on_its_mat(pos, house, what != house, own),
        named_domain(pos, "tegot/domain#1", where),
    ]
    if not all(check.holds for check in found):
        return found
    price, saw = _price(pos, frame, number), board.gold_told(pos, player)
    paid = price <= board.may_pay(pos, player)
    found.append(Check("gold", _price_rule(pos, own, number), f"{unit} costs {price} gold", paid, saw))
    found += _judge_domain(pos, frame, number, where)
    return found + _judge_event(pos, frame, number)


def _on_its_mat(pos: Position, house: str, hero: bool, own: bool) -> Check:
    """Return the condition that a house has a piece to recruit on its mat: its hero, or else a token."""
    name, rule = f"House {house.title()}", _MAT_RULES[own, hero]
    found = house in HOUSES and bool(board.on_mat(pos, house, "hero" if hero else "token"))
    if not hero:
        saw = f"the force track of {name} is empty" if own else f"the mat of {name} has no token left"
        return Check("mat", rule, "a token is recruited from the mat of its house", found, saw)
    figure = board.hero_figure(pos, house) if house in HOUSES else 0
    there = bool(figure) and board.is_unit(pos, figure)
    saw = f"{pos.pack.name(pos, figure)} is on the map already" if there else f"the mat of {name} has no hero"
    return Check("mat", rule, "a hero is recruited while it is on its mat", found, saw)


def _price_rule(pos: Position, own: bool, number: int) -> str:
    if board.is_hero(pos, number):
        return "tegot/recruit-own#3" if own else "tegot/recruit-ally#3"
    return "tegot/recruit-own#1" if own else "tegot/recruit-ally#1"


def _judge_domain(pos: Position, frame: Frame, number: int, where: str) -> list[Check]:
    """Return the conditions on the domain: the player controls it and has room, or it is where the event allows."""
    player, at = frame.text("player"), frame.text("at")
    if at == "enemy":
        enemy = board.is_hostile(pos, player, where)
        open_to_attack = enemy and board.is_attackable(pos, where)
        castles = where != board.world(pos).capital or board.castles(pos, player) >= board.NEEDED
        return [
            Check(
                "enemy",
                event_rule(pos, frame),
                "the event sends the unit to a domain that an enemy controls",
                enemy,
                f"{board.side_name(pos, board.holder(pos, where))} controls {board.domain_name(pos, where)}",
            ),
            Check(
                "defender",
                "tegot/last-unit#3",
                "the last unit of a house is not attacked alone",
                open_to_attack,
                f"only last units are in {board.domain_name(pos, where)}",
            ),
            Check(
                "capital",
                "tegot/sitting-the-iron-throne#2",
                f"King's Landing is entered with {board.NEEDED} castles",
                castles,
                f"{pos.player_name(player)} has {board.castles(pos, player)}",
            ),
        ]
    together = {*board.units_in(pos, where, player), number}
    found = [
        Check(
            "control",
            "tegot/recruit#3",
            f"a recruited unit goes to a domain that {pos.player_name(player)} controls",
            _controls(pos, player, where, at),
            f"{board.side_name(pos, board.holder(pos, where))} controls {board.domain_name(pos, where)}",
        ),
        *room_checks(pos, LIMIT_RULE, where, together),
    ]
    if at:
        allowed = where in _allowed_domains(pos, player, at)
        saw = f"{board.domain_name(pos, where)} is none of them"
        found.append(Check("place", event_rule(pos, frame), "the event names domains for the unit", allowed, saw))
    return found


def _controls(pos: Position, player: str, where: str, at: str) -> bool:
    """Whether a player controls a domain, or the event names it and nobody else does.

    The only token there may just have made room for the hero (`tegot/lordly-promotion#1`).
    """
    return board.holder(pos, where) == player or (where == at and not board.is_hostile(pos, player, where))


def _allowed_domains(pos: Position, player: str, at: str) -> list[str]:
    """Return the domains an event allows: those of the player's own hero, those of all the player's heroes, or `at`."""
    heroes = board.heroes(pos, player)
    if at == "own hero":
        heroes = [number for number in heroes if board.faction(pos, number) == board.house_of(pos, player)]
    elif at != "hero":
        return [at]
    return [board.domain_of(pos, number) for number in heroes]


def _judge_event(pos: Position, frame: Frame, number: int) -> list[Check]:
    """Return what the event that grants the action asks of the unit: its kind, or the house of the one before."""
    found = []
    own = board.faction(pos, number) == board.house_of(pos, frame.text("player"))
    hero, only = board.is_hero(pos, number), frame.text("only")
    kinds = {"own": own and not hero, "allied": not own and not hero, "token": not hero, "hero": hero}
    if only:
        needed, saw = f"the event recruits only {_KINDS[only]}", f"{pos.pack.name(pos, number)} is none of these"
        found.append(Check("kind", event_rule(pos, frame), needed, kinds[only], saw))
    if frame.data.get("same") and frame.text("house"):
        same = board.faction(pos, number) == frame.text("house")
        saw = f"{pos.pack.name(pos, number)} is of another"
        found.append(Check("same house", event_rule(pos, frame), "all units are of one allied house", same, saw))
    return found
