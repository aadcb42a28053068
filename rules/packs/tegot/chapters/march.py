"""Moving armies: March in up to two steps, Sail, and the movements that only event cards grant.

An army that enters a hostile domain fights at once. The conditions of a movement are in `armies.py`, the battle is in
`battle.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations, product

from ledger.events import Move, Moved, Occurrence, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Pick, Say
from rules.kernel.names import card_names
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters import armies
from rules.packs.tegot.chapters.windows import ClosedWindow, OfferedAction
from rules.packs.tegot.rulebook import event_rule, whose

WAYS = {
    "march": "tegot/march#1",
    "sail": "tegot/sail#1",
    "move": "tegot/event-action#1",
    "gather": "tegot/stannis-baratheon#1",
}
"""The ways of moving, each with its clause."""
_BATTLE_SLOTS = ("event", "strength", "siege", "second", "glass", "champion", "steal")
"""The slots of a movement's frame that the battle it starts takes over (`tegot/plot-cards-list#3`)."""
_MOST_BY_SEA = 4
"""The most strength that the length of a voyage adds to the battle at its end."""


def set_out(pos: Position, frame: Frame) -> Ask | None:
    """Ask which army moves and where to. Where nothing can move, the movement is over."""
    form = _movement_form(pos, frame)
    if next(iter(form.offers()), None) is not None:
        return form
    pos.skip(form)
    pos.go(frame, "arrive")
    return None


def second_leg(pos: Position, frame: Frame) -> Ask | None:
    """Ask whether a march goes one domain further, leaving units or taking others along (`tegot/march-rules#1`).

    Where the army may not stay in the first domain, the player cannot decline.
    """
    if not frame.text("at"):
        return None
    form = _movement_form(pos, frame)
    if next(iter(form.offers()), None) is not None:
        return form
    pos.skip(form)
    return None


def clash(pos: Position, frame: Frame) -> Ask | None:
    """Open the battle for the hostile domain that the army has entered; a capture takes the enemy without a battle.

    Keeps `tegot/battle#1`, `tegot/captured-at-sea#1`, `tegot/initiator#1`.
    """
    enemy = frame.text("enemy")
    if not enemy:
        return None
    pos.patch(frame, {"enemy": None, "moving": None, "fought": True})
    if frame.data.get("capture"):
        _capture(pos, frame, frame.text("at"))
        return None
    extra = min(_MOST_BY_SEA, frame.number("cards")) if frame.data.get("voyage") else 0
    data: Slots = {"attacker": frame.text("player"), "defender": enemy, "domain": frame.text("at"), "extra": extra}
    data.update({name: frame.data[name] for name in _BATTLE_SLOTS if name in frame.data})
    pos.open_next(frame, "battle", data)
    return None


def _capture(pos: Position, frame: Frame, domain: str) -> None:
    """Open the moment in which the one enemy unit is taken: a rival's goes to its mat, another to the ally pool."""
    player = frame.text("player")
    number = next(n for n in pos.table.zones[domain] if board.side(pos, board.faction(pos, n)) != player)
    led = board.player_of(pos, board.faction(pos, number))
    pos.open_next(frame, "moment", None, (Occurrence("returned" if led else "took", number, player),))


def arrive(pos: Position, frame: Frame) -> Ask | None:
    """End the movement: castles and throne follow from here on, and some event cards pay gold for a voyage's length."""
    if frame.data.get("moving"):
        pos.patch(frame, {"moving": None})
    if frame.text("at"):
        pos.skip(_movement_over(pos, frame))
    if frame.data.get("toll") and frame.number("cards"):
        amount = frame.number("cards")
        pos.patch(frame, {"toll": None})
        pos.open("moment", None, (Occurrence("gained", player=frame.text("player"), amount=amount),))
    return None


def _movement_over(pos: Position, frame: Frame) -> ClosedWindow:
    """Return the closed window of a finished movement, which tells why an army goes no further.

    It has fought, or the movement has ended (`tegot/march-rules#4`, `tegot/march#1`).
    """
    way, player = frame.kind, frame.text("player")
    rule, says, saw = WAYS[way], f"an army moves while its {way} is not over", f"the {way} is over"
    if frame.data.get("fought") and way == "march":
        rule, says, saw = "tegot/march-rules#4", "a battle ends a march", "this army has fought"

    def judge(move: Move) -> list[Check]:
        if any(board.side(pos, board.faction(pos, number)) != player for number in move.picks):
            turn = whose(frame) or event_rule(pos, frame)
            who = pos.player_name(player)
            theirs = f"{card_names(pos, move.picks)} {'is' if len(move.picks) == 1 else 'are'} not theirs"
            return [Check(name, turn, f"it is the {way} of {who}", False, theirs) for name in ("window", "army")]
        if not any(number in frame.numbers("army") for number in move.picks):
            one = armies.ONE_ARMY_RULES.get(way, rule)
            return [Check("one army", one, f"one army moves in a {way}", False, "another army has moved")]
        return [Check("over", rule, says, False, saw)]

    return ClosedWindow("", way, rule, says, judge, saw=saw)


def choose_way(pos: Position, frame: Frame) -> Ask | None:
    """Ask whether the player marches or sails; a single way that is possible is kept without asking.

    If neither is possible, nothing is kept. A line that goes the other way all the same is refused by what forbids it.
    """
    if "way" in frame.data:
        return None
    ways = [way for way in ("march", "sail") if possible(pos, Frame(0, way, data=frame.data))]
    for way in ("march", "sail"):
        if way not in ways:
            pos.skip(_impossible_way(pos, frame, way))
    if not ways:
        return None
    ask = Say(frame.text("player"), event_rule(pos, frame), "march or sail", frame, "way", ways, verb="way")
    if len(ways) > 1:
        return ask
    pos.skip(ask)
    pos.remember(frame, "way", ways[0])
    return None


def _impossible_way(pos: Position, frame: Frame, way: str) -> OfferedAction:
    """Return the question that nobody is asked: which army marches, or sails, where none may."""
    form = _movement_form(pos, Frame(frame.id, way, data=frame.data))

    def goes_all_the_same(move: Move) -> None:
        pos.open_next(frame, way, dict(frame.data))
        _go(pos, pos.table.top, move)

    form.does = goes_all_the_same
    return form


def go_way(pos: Position, frame: Frame) -> Ask | None:
    """Open the march or sail that was chosen, with everything the event card says of it."""
    way = frame.text("way")
    if way:
        pos.open_next(frame, way, {name: value for name, value in frame.data.items() if name != "way"})
    return None


def possible(pos: Position, frame: Frame) -> bool:
    """Whether any army could move as this frame asks; an expedition is a march or a sail."""
    if frame.kind == "expedition":
        return any(possible(pos, Frame(0, way, data=frame.data)) for way in ("march", "sail"))
    return next(iter(_movement_form(pos, frame).offers()), None) is not None


def possible_without(pos: Position, player: str, number: int) -> bool:
    """Whether a player could still march or sail to a battle if this unit were gone (`tegot/event-action#2`)."""
    supposed = Position(pos.pack, deepcopy(pos.table))
    supposed.emit(Moved(number, board.mat(board.faction(pos, number))))
    return possible(supposed, Frame(0, "expedition", data={"player": player, "must": True}))


def _movement_form(pos: Position, frame: Frame) -> OfferedAction:
    """Return the question which army moves and where to, for the first or the second step of a movement."""
    way = frame.kind

    def judge(move: Move) -> list[Check]:
        found = armies.judge_movement(pos, frame, way, move)
        return found + _judge_left_behind(pos, frame, move) if frame.text("at") else found

    def offers() -> Iterator[Move]:
        for move in _candidates(pos, frame, way):
            if all(check.holds for check in judge(move)):
                yield move

    def does(move: Move) -> None:
        _go(pos, frame, move)

    def declines() -> None:
        pos.go(frame, "arrive")

    def guess(pick: Pick) -> Move:
        return _random_movement(pos, frame, way, pick)

    def meant(move: Move) -> bool:
        return _could_be_made(pos, frame, move)

    against = _against_stopping(pos, frame)
    says, rule = f"{way} with which units, and where to", event_rule(pos, frame) if _demanded(frame) else WAYS[way]
    if frame.text("at"):
        why = f", for the army may not stop here: {against.needed}, and {against.saw}" if against else ", or stop here"
        says = f"march on{why}"
    form = OfferedAction(
        frame, way, rule, says, judge, offers, does, None if against else declines, guess, True, meant, against
    )
    if against and frame.text("at"):
        form.whose = against.rule
    return form


def _demanded(frame: Frame) -> bool:
    """Whether an event demands this movement, so that it may not be declined."""
    return bool(frame.data.get("must"))


def _could_be_made(pos: Position, frame: Frame, move: Move) -> bool:
    """Whether a movement, legal or not, can be made: it names units on the map and a domain.

    Where a unit is to be captured, an enemy must be there.
    """
    if not move.picks or len(move.words) != 1 or not all(board.is_unit(pos, number) for number in move.picks):
        return False
    target = move.words[0]
    captures = not frame.data.get("capture") or board.is_hostile(pos, frame.text("player"), target)
    return target in board.world(pos).domains and captures


def _against_stopping(pos: Position, frame: Frame) -> Check | None:
    """Return the failed condition by which the movement may not be declined here; None if it may.

    An action is optional, and a march may stop where its army may stay (`tegot/actions#4`). A movement that an event
    demands may not be declined before it begins.
    """
    if not frame.text("at"):
        if not _demanded(frame):
            return None
        return Check("battle", event_rule(pos, frame), "the event demands a battle", False, "nobody is attacked")
    army = [number for number in frame.numbers("army") if board.domain_of(pos, number) == frame.text("at")]
    ends = armies.judge_stop(pos, frame, frame.kind, army, frame.text("at"))
    return next((check for check in ends if not check.holds), None)


def _judge_left_behind(pos: Position, frame: Frame, move: Move) -> list[Check]:
    """Return the condition that units left behind by the second step of a march may stay where they are."""
    player, here = frame.text("player"), frame.text("at")
    left = [number for number in board.units_in(pos, here, player) if number not in move.picks]
    crowded = not board.may_stand_together(pos, left)
    rule = armies.LIMIT_RULE if crowded or here != board.world(pos).capital else "tegot/march-rules#6"
    going = dict.fromkeys(move.picks, move.words[0] if move.words else "")
    may = armies.may_stay(pos, player, here, left, going)
    where = board.domain_name(pos, here)
    return [Check("left behind", rule, f"what stays in {where} must be allowed there", may, "it is not")]


def _go(pos: Position, frame: Frame, move: Move) -> None:
    """Move the army, and jump to the step that follows.

    A hostile domain ends the movement with a battle (`tegot/march-rules#4`, `tegot/march-rules#3`). After the first
    step of a march that meets nobody comes the second.
    """
    player, target = frame.text("player"), move.words[0]
    start = board.domain_of(pos, move.picks[0]) if move.picks and board.is_unit(pos, move.picks[0]) else ""
    enemy = board.holder(pos, target) if board.is_hostile(pos, player, target) else ""
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


def _candidates(pos: Position, frame: Frame, way: str) -> Iterator[Move]:
    """Yield the movements worth judging: every army that could set out, to every domain it might be led to."""
    if way == "gather":
        yield from _gatherings(pos, frame)
        return
    for start, units in _starts(pos, frame).items():
        targets = _targets(pos, frame, way, start)
        if frame.data.get("must") and way != "march":
            targets = [target for target in targets if board.is_hostile(pos, frame.text("player"), target)]
        for army in armies.possible_armies(pos, units):
            if frame.data.get("alone") and len(army) > 1:
                continue
            for target in targets:
                yield Move(way, picks=army, words=(target,))


def _random_movement(pos: Position, frame: Frame, way: str, pick: Pick) -> Move:
    """Return one movement built from random numbers, legal or not."""
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


def _starts(pos: Position, frame: Frame) -> dict[str, list[int]]:
    """Return the units that could set out, by domain; units that already march come first."""
    player, only = frame.text("player"), frame.text("at") or frame.text("start")
    domains = [only] if only else list(board.world(pos).domains)
    marching = frame.numbers("army")
    found = {}
    for domain in domains:
        units = board.units_in(pos, domain, player)
        if units:
            found[domain] = sorted(units, key=lambda number: number not in marching)
    return found


def _targets(pos: Position, frame: Frame, way: str, start: str) -> list[str]:
    """Return the domains that an army from `start` might be led to."""
    world = board.world(pos)
    if way == "march":
        return list(world.domains[start].borders)
    named = board.event_domain(pos, frame)
    return [named] if named else [domain for domain in world.domains if domain != start]


def _gatherings(pos: Position, frame: Frame) -> Iterator[Move]:
    """Yield every gathering: a hero and up to two tokens, from different domains, into a hostile one."""
    player = frame.text("player")
    starts = _starts(pos, frame)
    hostile = [domain for domain in board.world(pos).domains if board.is_hostile(pos, player, domain)]
    for hero in board.heroes(pos, player):
        home = board.domain_of(pos, hero)
        tokens = [_each_kind(pos, units) for start, units in starts.items() if start != home]
        helpers = [some for count in range(3) for domains in combinations(tokens, count) for some in product(*domains)]
        for some, target in product(helpers, hostile):
            yield Move("gather", picks=(hero, *some), words=(target,))


def _each_kind(pos: Position, units: list[int]) -> list[int]:
    """Return one token of each house: those of one house in one domain are alike."""
    found: dict[str, int] = {}
    for number in units:
        if not board.is_hero(pos, number):
            found.setdefault(board.faction(pos, number), number)
    return list(found.values())
