"""Event cards: playing one from hand, and the procedures that single event cards start.

The six actions an event card may grant are in modules of their own. What only one card does is here: an alliance at
once, a hero's journey, Resurrection, The Element of Surprise, Unjust Trial and Daenerys Targaryen's dragon eggs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import msgspec

from ledger.events import Counted, Move, Moved, Occurrence
from ledger.table import Frame
from rules.eligibility.uses import eligible
from rules.kernel.asks import Ask, Check, Choose, Form, Say
from rules.kernel.context import Use, ability_of, context_of, sentences_of
from rules.kernel.names import listed, times
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.packs.tegot import board
from rules.packs.tegot.chapters import alliances, retreat
from rules.packs.tegot.chapters.windows import ChooseUnit, no_die_to_place, other_action
from rules.packs.tegot.rulebook import event_rule
from rules.packs.tegot.zones import put_by_hero, resting_place
from rules.resolution.moments import Window
from rules.shared import unstated

EVENT = Slot("event", "tegot/event-action#1", "play a card for its event", ("event",))
_FINE = 4
"""The gold that Unjust Trial takes."""
_EGG = 2
"""The price of a dragon egg."""


def play_event(pos: Position, frame: Frame) -> Ask | None:
    """Ask which event card the player plays from hand, or none (`tegot/event-action#1`, `tegot/actions#4`).

    Nothing is asked if none can be played, unless nobody has said what the player holds. Once the active player has
    played one, the turn's frame keeps that under `event`.
    """
    player = frame.text("player")
    if frame.turn:
        turn = pos.enclosing("turn")
        if turn is not None and turn.text("player") == player and not frame.passes:
            pos.patch(turn, {"event": True})  # for those who follow (`tegot/survival#2`)
        return None
    uses = list(_playable_events(pos, player, frame))
    window = EventWindow(player, frame, EVENT, uses, 0)
    if uses or board.may_hold_more(pos, player):
        return window
    pos.skip(window)
    return None


class EventWindow(Window):
    """The Event action: a player plays an event card or passes. Another action or a die is refused by what is taken."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        if move.verb == "place":
            return [no_die_to_place(pos, player)]
        if move.verb in ("use", "pass"):
            return found
        if move.verb in board.ACTIONS and not self.frame.number("event"):
            if player != self.player:
                return [check for check in found if check.name != "window"]
            other = msgspec.structs.replace(other_action(pos, self.frame, move.verb), name="window")
        else:
            needed = f"{pos.player_name(self.player)} plays a card for its event here, or passes"
            other = Check("window", self.rule, needed, False, f"“{move.verb}” is neither")
        return [other if check.name == "window" else check for check in found]


def _playable_events(pos: Position, player: str, frame: Frame) -> Iterator[Use]:
    """Yield a use for each event that a player could play from hand now."""
    for number in board.hand(pos, player):
        for ability in pos.card(number).abilities:
            if ability.kind == "event":
                use = Use(pos, player, number, ability, EVENT, frame, -1)
                if eligible(pos, use):
                    yield use


def possible(pos: Position, frame: Frame) -> bool:
    """Whether the player has an event card in hand, be it playable or not."""
    player = frame.text("player")
    return any(ability.kind == "event" for n in board.hand(pos, player) for ability in pos.card(n).abilities)


def timely(pos: Position, frame: Frame) -> Ask | None:
    """Ask which house becomes an ally at once by A Timely Alliance, if there is a choice, and open that alliance."""
    found = _houses_to_ally(pos, frame.text("player"))
    if "house" not in frame.data:
        says = "which house becomes an ally"
        ask = AllyChoice(frame.text("player"), "tegot/a-timely-alliance#2", says, frame, "house", found, verb="ally")
        if len(found) > 1:
            return ask
        pos.skip(ask)
    house = frame.text("house") or next(iter(found), "")
    if house:
        data = {"house": house, "player": frame.text("player"), "former": board.ally(pos, house)}
        pos.open_next(frame, "alliance", {name: value for name, value in data.items() if value})
    return None


class AllyChoice(Say):
    """The choice of a house, which may be named by its shield, too."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        return super().checks(pos, player, _by_house(move))

    def means(self, pos: Position, move: Move) -> bool:
        return super().means(pos, _by_house(move))

    def accept(self, pos: Position, move: Move) -> None:
        super().accept(pos, _by_house(move))


def _by_house(move: Move) -> Move:
    """Return a move with the house in place of the shield by which it names one."""
    named = move.verb == "ally" and len(move.words) == 1
    return msgspec.structs.replace(move, words=(alliances.house_named(move),)) if named else move


def _houses_to_ally(pos: Position, player: str) -> list[str]:
    """Return the houses a player is no ally of but has at least two tokens of, and more than anyone else.

    Keeps `tegot/a-timely-alliance#2`.
    """
    found = []
    for house in board.neutral_houses(pos):
        mine = board.influence(pos, player, house)
        rest = max((board.influence(pos, other, house) for other in pos.opponents(player)), default=0)
        if mine >= alliances.TOKENS_NEEDED and mine > rest and board.ally(pos, house) != player:
            found.append(house)
    return found


def choose_hero(pos: Position, frame: Frame) -> Ask | None:
    """Ask which hero goes to the event card's domain, if there is a choice, and keep hero and domain in the frame."""
    found = _travellers(pos, frame)
    if "hero" not in frame.data:
        ask = Traveller(
            frame.text("player"), event_rule(pos, frame), "which hero goes", frame, "hero", found, verb="move"
        )
        if len(found) > 1:
            return ask
        pos.skip(ask)
        pos.remember(frame, "hero", list(found))
    pos.patch(frame, {"domain": board.event_domain(pos, frame)})
    return None


class Traveller(Choose):
    """The choice of the hero who goes to the event's domain; a line may name that domain, too."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        to = board.event_domain(pos, self.frame)
        needed = f"the hero goes to {board.domain_name(pos, to)}"
        saw = f"{board.domain_name(pos, move.words[0])} is named" if move.words else ""
        return [*found, Check("domain", self.rule, needed, set(move.words) <= {to}, saw)]


def _travellers(pos: Position, frame: Frame) -> list[int]:
    """Return the heroes who could go to the event's domain: that of the player's house, or any the player controls."""
    player, to = frame.text("player"), board.event_domain(pos, frame)
    found = board.heroes(pos, player)
    if frame.text("whose") == "own":
        found = [number for number in found if board.faction(pos, number) == board.house_of(pos, player)]
    return [n for n in found if board.domain_of(pos, n) != to and board.has_room(pos, player, to, [n])]


def make_way(pos: Position, frame: Frame) -> Ask | None:
    """Open the retreat of the next other side in the hero's new domain, without a battle.

    The step runs again until each has had its retreat (`tegot/banished-to-the-watch#2`).
    """
    return retreat.drive_out(pos, frame) if frame.numbers("hero") else None


def go_there(pos: Position, frame: Frame) -> Ask | None:
    """Move the hero into the domain, unless others still hold it."""
    player, domain = frame.text("player"), frame.text("domain")
    for number in frame.numbers("hero"):
        if board.holder(pos, domain) in ("", player):
            pos.emit(Moved(number, domain))
    return None


def place_hero(pos: Position, frame: Frame) -> Ask | None:
    """Place the player's own hero from the mat in a controlled domain, and ask which if there are several.

    Nothing happens if the hero is not on the mat or no domain has room.
    Keeps `tegot/resurrection#2`.
    """
    player, found = frame.text("player"), _domains_for_hero(pos, frame)
    if "placed" not in frame.data:
        says = "where the hero is placed"
        ask = Say(player, "tegot/resurrection#2", says, frame, "placed", found, verb="place-hero")
        if len(found) > 1:
            return ask
        pos.skip(ask)
    where = frame.text("placed") or next(iter(found), "")
    if where:
        figure = board.on_mat(pos, board.house_of(pos, player), "hero")[0]
        pos.emit(Moved(figure, where))
        put_by_hero(pos, figure)
        pos.patch(frame, {"start": where, "with": figure})
    return None


def _domains_for_hero(pos: Position, frame: Frame) -> list[str]:
    """Return the controlled domains with room for the player's own hero; none if the hero is not on the mat."""
    player = frame.text("player")
    figure = board.on_mat(pos, board.house_of(pos, player), "hero")
    return [
        domain for domain in board.controlled(pos, player) if figure and board.has_room(pos, player, domain, figure)
    ]


def march_with(pos: Position, frame: Frame) -> Ask | None:
    """Open the march of the hero just placed, with any units of that domain (`tegot/resurrection#3`)."""
    if frame.text("start"):
        names = ("player", "event", "start", "with")
        pos.open_next(frame, "march", {name: frame.data[name] for name in names if name in frame.data})
    return None


def choose_domain(pos: Position, frame: Frame) -> Ask | None:
    """Ask which domain The Element of Surprise strikes; a single one is kept without asking."""
    if "domain" in frame.data:
        return None
    found = _enemies_near(pos, frame)
    says = "which domain is surprised"
    ask = Say(frame.text("player"), "tegot/the-element-of-surprise#1", says, frame, "domain", found, verb="surprise")
    if len(found) > 1:
        return ask
    pos.skip(ask)
    pos.remember(frame, "domain", next(iter(found), ""))
    return None


def _enemies_near(pos: Position, frame: Frame) -> list[str]:
    """Return the hostile domains next to one the player controls, without King's Landing.

    Keeps `tegot/the-element-of-surprise#1`.
    """
    player, world = frame.text("player"), board.world(pos)
    near = {border for domain in board.controlled(pos, player) for border in world.domains[domain].borders}
    return [
        name for name in world.domains if name in near and name != world.capital and board.is_hostile(pos, player, name)
    ]


def choose_victim(pos: Position, frame: Frame) -> Ask | None:
    """Eliminate one token in the surprised domain, and ask which if there are several.

    The last unit of a house is spared.
    Keeps `tegot/the-element-of-surprise#2`.
    """
    domain = frame.text("domain")
    if not domain:
        return None
    found = [n for n in pos.table.zones[domain] if not board.is_hero(pos, n) and not board.is_last_unit(pos, n)]
    if "victim" not in frame.data and found:
        says, rule = "which token is eliminated", "tegot/the-element-of-surprise#2"
        spared = partial(_why_spared, pos, domain)
        ask = ChooseUnit(frame.text("player"), rule, says, frame, "victim", found, reject=spared)
        if len(found) > 1:
            return ask
        pos.skip(ask)
    victims = frame.numbers("victim") or found[:1]
    if victims:
        pos.open_next(frame, "moment", None, (Occurrence("returned", victims[0]),))
    return None


def _why_spared(pos: Position, domain: str, number: int) -> list[Check]:
    """Return the conditions for a token to be the one that The Element of Surprise eliminates."""
    there = number in pos.table.zones[domain] and not board.is_hero(pos, number)
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    needed = f"a power token in {board.domain_name(pos, domain)} is eliminated"
    free = not there or not board.is_last_unit(pos, number)
    last = "the last unit of a house is not eliminated by an event"
    return [
        Check("there", "tegot/the-element-of-surprise#2", needed, there, f"{name} is none of these"),
        Check("last unit", "tegot/last-unit#4", last, free, f"{name} is the last"),
    ]


def scatter(pos: Position, frame: Frame) -> Ask | None:
    """Open the retreat of the next side left in the surprised domain; the step runs again until all have gone."""
    return retreat.drive_out(pos, frame) if frame.text("domain") else None


def trial(pos: Position, frame: Frame) -> Ask | None:
    """Take 4 gold from the player in King's Landing; with less gold, that player's army there retreats instead.

    Where a position does not state the gold, a retreat that is written says that it was less.
    Keeps `tegot/unjust-trial#1`, `tegot/unjust-trial#2`, `tegot/unjust-trial#3`.
    """
    player = _defendant(pos)
    if not player or frame.data.get("tried"):
        return None
    if board.gold(pos, player) >= _FINE or (board.may_pay(pos, player) >= _FINE and frame.data.get("stop")):
        pos.open_next(frame, "moment", None, (Occurrence("lost", player=player, amount=_FINE),))
        return None
    capital = board.world(pos).capital
    units = board.units_in(pos, capital, player)
    if board.may_pay(pos, player) >= _FINE:
        return _leaving(pos, frame, player, retreat.places(pos, player, capital, units))
    pos.patch(frame, {"tried": True})
    retreat.open_retreat(pos, player, capital, units, frame.text("player"), to=frame.text("to"))
    return None


def _leaving(pos: Position, frame: Frame, player: str, found: Sequence[str]) -> Form:
    """Return the question where a player goes who may have had too little gold; who says nothing has paid."""

    def judge(move: Move) -> list[Check]:
        where, near = move.words[0] if move.words else "", listed([board.domain_name(pos, name) for name in found])
        needed = f"units retreat to the nearest domain with room: {near or 'there is none'}"
        return [
            Check("nearest", "tegot/retreat#1", needed, where in found, f"{board.domain_name(pos, where)} is named")
        ]

    def offers() -> Iterator[Move]:
        return (Move("retreat", words=(domain,)) for domain in found)

    def does(move: Move) -> None:
        unstated.limit(pos, player, "gold", _FINE - 1)
        pos.patch(frame, {"to": move.words[0]})

    def declines() -> None:
        pos.patch(frame, {"stop": True})

    def meant(move: Move) -> bool:
        return len(move.words) == 1 and move.words[0] in board.world(pos).domains

    says, rule = "where the army in King's Landing retreats for want of gold", "tegot/unjust-trial#2"
    return Form(player, "retreat", rule, says, judge, offers, does, declines, meant=meant)


def _defendant(pos: Position) -> str:
    """Return the player who controls King's Landing, or an empty string."""
    holder = board.holder(pos, board.world(pos).capital)
    return holder if holder in pos.table.seats else ""


def eggs(pos: Position, frame: Frame) -> Ask | None:
    """Ask where the player places dragon eggs, one at a time, in controlled domains for 2 gold each.

    It ends when the player declines or has less than 2 gold.
    Keeps `tegot/daenerys-targaryen#1`.
    """
    player = frame.text("player")
    if frame.data.get("stop") or board.may_pay(pos, player) < _EGG:
        return None

    def judge(move: Move) -> list[Check]:
        where = move.words[0] if len(move.words) == 1 else ""
        mine = where in board.controlled(pos, player)
        needed = f"an egg lies in a domain of {pos.player_name(player)}"
        saw = f"{board.domain_name(pos, where)} is none"
        return [Check("domain", "tegot/daenerys-targaryen#1", needed, mine, saw)]

    def offers() -> Iterator[Move]:
        return (Move("egg", words=(domain,)) for domain in board.controlled(pos, player))

    def does(move: Move) -> None:
        board.pay(pos, player, _EGG)
        pos.emit(Counted(player, f"egg {move.words[0]}", 1))

    def declines() -> None:
        pos.patch(frame, {"stop": True})

    def meant(move: Move) -> bool:
        return len(move.words) == 1 and move.words[0] in board.world(pos).domains

    says, rule = "where an egg is placed", "tegot/daenerys-targaryen#1"
    return Form(player, "egg", rule, says, judge, offers, does, declines, meant=meant)


POSSIBLE: dict[str, Callable[[Position, Frame], bool]] = {
    "timely": lambda pos, frame: bool(_houses_to_ally(pos, frame.text("player"))),
    "journey": lambda pos, frame: bool(_travellers(pos, frame)),
    "placing": lambda pos, frame: bool(_domains_for_hero(pos, frame)),
    "surprise": lambda pos, frame: bool(_enemies_near(pos, frame)),
    "trial": lambda pos, frame: bool(_defendant(pos)),
    "eggs": lambda pos, frame: bool(board.controlled(pos, frame.text("player"))),
}
"""Whether each procedure of a single event card has something to act on, by its kind.

For `eggs` that is a domain; their price is not asked for.
"""


class NoOffer(Say):
    """What an event card offers, when it is offered no more: too often already, or for more gold than there is.

    To say no to it is no mistake.
    """

    def __init__(self, pos: Position, frame: Frame) -> None:
        rule = ability_of(pos, frame).rule
        card = pos.pack.name(pos, frame.number("entity"))
        super().__init__(frame.text("player"), rule, f"whether to do what {card} offers", frame, "", ["yes", "no"])
        self.card = card

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        return found if move.words == ("no",) else [*found, self._offered(pos)]

    def means(self, pos: Position, move: Move) -> bool:
        return False

    def _offered(self, pos: Position) -> Check:
        """Return the failed condition of taking the offer up once more."""
        context = context_of(pos, self.frame)
        offers = [sentence for sentence in sentences_of(pos, self.frame) if sentence.may]
        open_ = [one for one in offers if one.condition is None or one.condition(context)]
        if len(open_) == len(offers):
            needed = f"{self.card} offers this {times(len(offers))}"
            return Check("offers", self.rule, needed, False, "it has been offered as often")
        missing = next(one for one in offers if one not in open_)
        parts = [part for effect in missing.effects for part in effect.make(context)]
        price = sum(part.amount for part in parts if part.kind == "paid" and part.note == "gold")
        if price > board.may_pay(pos, self.player):
            needed = f"what {self.card} offers costs {price} gold"
            return Check("gold", self.rule, needed, False, board.gold_told(pos, self.player))
        return Check("offers", self.rule, f"{self.card} must offer this", False, "it offers nothing more")


def discard_played(pos: Position, frame: Frame) -> None:
    """Put away the event card that has resolved, if it is still in the player's hand: a plot card is discarded.

    A hero card goes where `resting_place` says (`tegot/event-action#4`, `tegot/hero-card#2`).
    """
    number = frame.number("entity")
    if pos.observer is not None and any(sentence.may for sentence in ability_of(pos, frame).sentences):
        pos.skip(NoOffer(pos, frame))
    if pos.entity(number).zone == f"{frame.text('player')}.hand":
        pos.emit(Moved(number, resting_place(pos, number)))
