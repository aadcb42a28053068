"""Moving armies: March in up to two steps, Sail, the movements only events allow, and the battle that entering a
hostile domain is.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations, product

from ledger.events import Move, Moved, Occurrence, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Pick, Say
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters import armies
from rules.packs.tegot.chapters.windows import Action, Closed, whose


def _starts(pos: Position, frame: Frame) -> dict[str, list[int]]:
    """The units that could set out, by domain."""
    player, only = frame.text("player"), frame.text("at") or frame.text("start")
    domains = [only] if only else list(board.world(pos).domains)
    marching = frame.numbers("army")
    found = {}
    for domain in domains:
        units = board.sided(pos, domain, player)
        if units:
            found[domain] = sorted(units, key=lambda number: number not in marching)
    return found


def _targets(pos: Position, frame: Frame, way: str, start: str) -> list[str]:
    world = board.world(pos)
    if way == "march":
        return list(world.domains[start].borders)
    aim = board.aim(pos, frame)
    return [aim] if aim else [domain for domain in world.domains if domain != start]


def candidates(pos: Position, frame: Frame, way: str) -> Iterator[Move]:
    """The movements worth judging: every army that could set out, to every domain it might be led to."""
    if way == "gather":
        yield from _gatherings(pos, frame)
        return
    for start, units in _starts(pos, frame).items():
        targets = _targets(pos, frame, way, start)
        if frame.data.get("must") and way != "march":
            targets = [target for target in targets if board.hostile(pos, frame.text("player"), target)]
        for army in armies.armies(pos, units):
            if frame.data.get("alone") and len(army) > 1:
                continue
            for target in targets:
                yield Move(way, picks=army, words=(target,))


def _gatherings(pos: Position, frame: Frame) -> Iterator[Move]:
    player = frame.text("player")
    starts = _starts(pos, frame)
    aims = [domain for domain in board.world(pos).domains if board.hostile(pos, player, domain)]
    for hero in board.heroes(pos, player):
        home = board.domain_of(pos, hero)
        tokens = [_each_kind(pos, units) for start, units in starts.items() if start != home]
        helpers = [some for count in range(3) for domains in combinations(tokens, count) for some in product(*domains)]
        for some, target in product(helpers, aims):
            yield Move("gather", picks=(hero, *some), words=(target,))


def _each_kind(pos: Position, units: list[int]) -> list[int]:
    """One token of each house: those of one house in one domain are alike."""
    found: dict[str, int] = {}
    for number in units:
        if not board.is_hero(pos, number):
            found.setdefault(board.faction(pos, number), number)
    return list(found.values())


def random_movement(pos: Position, frame: Frame, way: str, pick: Pick) -> Move:
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


WAYS = {
    "march": "tegot/march#1",
    "sail": "tegot/sail#1",
    "move": "tegot/event-action#1",
    "gather": "tegot/stannis-baratheon#1",
}
MOST_PASSED = 4
GRANTS = ("event", "strength", "siege", "second", "glass", "champion", "steal")
"""What an event's movement hands on to the battle it starts (`tegot/plot-cards-list#3`)."""


def set_out(pos: Position, frame: Frame) -> Ask | None:
    """The army and where it goes; an action may be left, what an event demands may not."""
    form = leg(pos, frame)
    if next(iter(form.offers()), None) is not None:
        return form
    pos.skip(form)
    pos.go(frame, "arrive")
    return None


def second_leg(pos: Position, frame: Frame) -> Ask | None:
    """A march may go one domain further, dropping off and picking up units (`tegot/march-rules#1`)."""
    if not frame.text("at"):
        return None
    form = leg(pos, frame)
    if next(iter(form.offers()), None) is not None:
        return form
    pos.skip(form)
    return None


def leg(pos: Position, frame: Frame) -> Action:
    """The form of one movement."""
    way = frame.kind

    def judge(move: Move) -> list[Check]:
        found = armies.judge(pos, frame, way, move)
        return found + _left_behind(pos, frame, move) if frame.text("at") else found

    def offers() -> Iterator[Move]:
        for move in candidates(pos, frame, way):
            if all(check.holds for check in judge(move)):
                yield move

    def does(move: Move) -> None:
        _go(pos, frame, move)

    def declines() -> None:
        pos.go(frame, "arrive")

    def guess(pick: Pick) -> Move:
        return random_movement(pos, frame, way, pick)

    against = _no_way_to_decline(pos, frame)
    on = "march on, for the army may not stop here" if against else "march on, or stop here"
    says = on if frame.text("at") else f"{way} with which units, and where to"
    form = Action(
        frame, way, against or WAYS[way], says, judge, offers, does, None if against else declines, guess, alike=True
    )
    if against and frame.text("at"):
        form.whose, form.guessed, form.refuses = against, False, True  # to stop here is what the rule is against
    return form


def _no_way_to_decline(pos: Position, frame: Frame) -> str:
    """An action is optional, and a march may stop where its army may stay (`tegot/actions#4`); else the rule against
    it.
    """
    if not frame.text("at"):
        return armies.event_rule(pos, frame) if frame.data.get("must") else ""
    army = [number for number in frame.numbers("army") if board.domain_of(pos, number) == frame.text("at")]
    ends = armies.stops(pos, frame, frame.kind, army, frame.text("at"))
    return next((check.rule for check in ends if not check.holds), "")


def _left_behind(pos: Position, frame: Frame, move: Move) -> list[Check]:
    player, here = frame.text("player"), frame.text("at")
    left = [number for number in board.sided(pos, here, player) if number not in move.picks]
    crowded = board.crowded(pos, left) or board.mixed(pos, left)
    rule = armies.LIMIT if crowded or here != board.world(pos).capital else "tegot/march-rules#6"
    may = armies.stays(pos, player, here, left, dict.fromkeys(move.picks, move.words[0] if move.words else ""))
    return [Check("left behind", rule, f"what stays in {here} may stay there", may)]


def _go(pos: Position, frame: Frame, move: Move) -> None:
    """The army moves; a hostile domain ends the movement (`tegot/march-rules#4`, `tegot/march-rules#3`)."""
    player, target = frame.text("player"), move.words[0]
    start = board.domain_of(pos, move.picks[0]) if move.picks and board.is_unit(pos, move.picks[0]) else ""
    enemy = board.holder(pos, target) if board.hostile(pos, player, target) else ""
    passed = board.world(pos).by_sea(start, target) if start else 0
    for number in move.picks:
        pos.emit(Moved(number, target))
    patch: Slots = {"army": list(move.picks), "at": target, "cards": passed}
    if enemy:
        pos.go(frame, "battle", {**patch, "enemy": enemy})
    elif frame.kind == "march" and not frame.text("at"):
        pos.go(frame, "second leg", {**patch, "moving": True})
    else:
        pos.go(frame, "battle", patch)


def clash(pos: Position, frame: Frame) -> Ask | None:
    """Entering a hostile domain is a battle, fought at once; a capture is none.

    Keeps `tegot/battle#1`, `tegot/captured-at-sea#1`, `tegot/initiator#1`.
    """
    enemy = frame.text("enemy")
    if not enemy:
        return None
    pos.patch(frame, {"enemy": None, "moving": None, "fought": True})
    if frame.data.get("capture"):
        _capture(pos, frame, frame.text("at"))
        return None
    extra = min(MOST_PASSED, frame.number("cards")) if frame.data.get("voyage") else 0
    data: Slots = {"attacker": frame.text("player"), "defender": enemy, "domain": frame.text("at"), "extra": extra}
    data.update({name: frame.data[name] for name in GRANTS if name in frame.data})
    pos.open_next(frame, "battle", data)
    return None


def _capture(pos: Position, frame: Frame, domain: str) -> None:
    player = frame.text("player")
    number = next(n for n in pos.table.zones[domain] if board.side(pos, board.faction(pos, n)) != player)
    led = board.player_of(pos, board.faction(pos, number))
    pos.open_next(frame, "moment", None, (Occurrence("returned" if led else "took", number, player),))


def arrive(pos: Position, frame: Frame) -> Ask | None:
    """The movement is over: what follows from where the army stands follows now, and a voyage may pay."""
    if frame.data.get("moving"):
        pos.patch(frame, {"moving": None})
    if frame.text("at"):
        pos.skip(_over(pos, frame))
    if frame.data.get("toll") and frame.number("cards"):
        amount = frame.number("cards")
        pos.patch(frame, {"toll": None})
        pos.open("moment", None, (Occurrence("gained", player=frame.text("player"), amount=amount),))
    return None


def _over(pos: Position, frame: Frame) -> Closed:
    """Why the army goes no further: it has fought, or the movement has ended (`tegot/march-rules#4`, `tegot/march#1`)."""
    way, player = frame.kind, frame.text("player")
    fought = bool(frame.data.get("fought")) and way == "march"
    rule, says = (
        ("tegot/march-rules#4", "no battle has ended the march")
        if fought
        else (WAYS[way], f"the {way} is not over yet")
    )

    def judge(move: Move) -> list[Check]:
        if any(board.side(pos, board.faction(pos, number)) != player for number in move.picks):
            turn = whose(frame) or armies.event_rule(pos, frame)
            return [
                Check(name, turn, f"the units are {player}'s, whose {way} this is", False)
                for name in ("window", "army")
            ]
        if not any(number in frame.numbers("army") for number in move.picks):
            return [
                Check("one army", armies.ONE.get(way, rule), f"the one army of this {way} has not moved yet", False)
            ]
        return [Check("over", rule, says, False)]

    return Closed("", way, rule, says, judge)


def choose_way(pos: Position, frame: Frame) -> Ask | None:
    """March or Sail, whichever could be carried out."""
    ways = [way for way in ("march", "sail") if possible(pos, Frame(0, way, data=frame.data))]
    if "way" in frame.data or not ways:
        return None
    ask = Say(frame.text("player"), armies.event_rule(pos, frame), "march or sail", frame, "way", ways, verb="way")
    if len(ways) > 1:
        return ask
    pos.skip(ask)
    pos.remember(frame, "way", ways[0])
    return None


def go_way(pos: Position, frame: Frame) -> Ask | None:
    """The movement that was chosen, with everything the event says of it."""
    way = frame.text("way")
    if way:
        pos.open_next(frame, way, {name: value for name, value in frame.data.items() if name != "way"})
    return None


def possible(pos: Position, frame: Frame) -> bool:
    """Whether anything could move as this frame asks."""
    if frame.kind == "expedition":
        return any(possible(pos, Frame(0, way, data=frame.data)) for way in ("march", "sail"))
    return next(iter(leg(pos, frame).offers()), None) is not None


def possible_without(pos: Position, player: str, number: int) -> bool:
    """Whether a player could still march or sail to a battle with a unit gone (`tegot/event-action#2`)."""
    supposed = Position(pos.pack, deepcopy(pos.table))
    supposed.emit(Moved(number, board.mat(board.faction(pos, number))))
    return possible(supposed, Frame(0, "expedition", data={"player": player, "must": True}))
