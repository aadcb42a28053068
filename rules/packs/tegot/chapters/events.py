"""Playing an event from hand, and Whisper: cards given up for gold and a new hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from ledger.events import Counted, Move, Moved, Occurrence
from ledger.table import Frame
from rules.eligibility.uses import eligible
from rules.kernel.asks import Ask, Check, Choose, Form, Pick, Say
from rules.kernel.context import Use
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.packs.tegot import board
from rules.packs.tegot.chapters import alliances, retreat
from rules.packs.tegot.chapters.armies import event_rule
from rules.packs.tegot.chapters.windows import Action, Event
from rules.packs.tegot.zones import put_by_hero

EVENT = Slot("event", "tegot/event-action#1", "play a card for its event", ("event",))


def events(pos: Position, player: str, frame: Frame) -> Iterator[Use]:
    """The events a player could play now."""
    for number in board.hand(pos, player):
        for ability in pos.card(number).abilities:
            if ability.kind == "event":
                use = Use(pos, player, number, ability, EVENT, frame, -1)
                if eligible(pos, use):
                    yield use


def play_event(pos: Position, frame: Frame) -> Ask | None:
    """An event from hand, or none (`tegot/event-action#1`, `tegot/actions#4`)."""
    player = frame.text("player")
    if frame.turn:
        turn = pos.enclosing("turn")
        if turn is not None and turn.text("player") == player and not frame.passes:
            pos.patch(turn, {"event": True})  # others may look back on it (`tegot/survival#2`)
        return None
    uses = list(events(pos, player, frame))
    window = Event(player, frame, EVENT, uses, 0)
    if uses:
        return window
    pos.skip(window)
    return None


def possible(pos: Position, frame: Frame) -> bool:
    """Whether another event is in hand; whether it can be played is judged when it is."""
    player = frame.text("player")
    return any(ability.kind == "event" for n in board.hand(pos, player) for ability in pos.card(n).abilities)


def whisper(pos: Position, frame: Frame) -> Ask | None:
    """Any number of plot cards from hand, never a hero card; the order counts when they go onto the deck.

    Keeps `tegot/whisper#1`, `tegot/whisper#2`, `tegot/cannot#2`.
    """
    player = frame.text("player")
    held = board.plots(pos, player)

    def judge(move: Move) -> list[Check]:
        heroes = any(number in pos.table.entities and pos.card(number).type == "hero-card" for number in move.picks)
        mine = all(number in board.hand(pos, player) for number in move.picks)
        once = len(set(move.picks)) == len(move.picks)
        return [
            Check("cards", "tegot/whisper#1", "the cards are in the player's hand, each named once", mine and once),
            Check("hero", "tegot/whisper#2", "no hero card is discarded", not heroes),
        ]

    def offers() -> Iterator[Move]:
        several = permutations if frame.data.get("onto") else combinations
        for count in range(len(held) + 1):
            for picks in several(held, count):
                yield Move("whisper", picks=picks)

    def does(move: Move) -> None:
        pos.go(frame, "gold", {"cards": list(move.picks)})

    def declines() -> None:
        pos.go(frame, "done")

    def guess(pick: Pick) -> Move:
        return Move("whisper", picks=tuple(number for number in held if pick(2)))

    says = "plot cards to give up for gold before drawing"
    return Action(frame, "whisper", "tegot/whisper#1", says, judge, offers, does, declines, guess, alike=True)


def whisper_gold(pos: Position, frame: Frame) -> Ask | None:
    """The cards go to the discard pile, or on top of the deck, and each pays 1 gold (`tegot/whisper#1`, `#3`)."""
    cards, player = frame.numbers("cards"), frame.text("player")
    onto = bool(frame.data.get("onto"))
    for number in reversed(cards) if onto else cards:
        pos.emit(Moved(number, "deck", 0) if onto else Moved(number, "discard"))
    if cards:
        pos.open_next(frame, "moment", None, (Occurrence("gained", player=player, amount=len(cards)),))
    return None


def whisper_draw(pos: Position, frame: Frame) -> Ask | None:
    """Then up to the hand limit."""
    pos.open_next(frame, "draw", {"player": frame.text("player"), "left": board.HAND})
    return None


def nothing(pos: Position, frame: Frame) -> Ask | None:
    """A step to jump to."""
    return None


EGG, FINE = 2, 4

# --- an alliance at once (A Timely Alliance) ----------------------------------------------------------------------------


def qualified(pos: Position, player: str) -> list[str]:
    """Houses a player has two tokens and more than anyone else of, without being their ally
    (`tegot/a-timely-alliance#2`).
    """
    found = []
    for house in board.neutral_houses(pos):
        mine = board.influence(pos, player, house)
        rest = max((board.influence(pos, other, house) for other in pos.opponents(player)), default=0)
        if mine >= alliances.NEEDED and mine > rest and board.ally(pos, house) != player:
            found.append(house)
    return found


def timely(pos: Position, frame: Frame) -> Ask | None:
    """Which alliance is gained at once."""
    found = qualified(pos, frame.text("player"))
    if "house" not in frame.data:
        says = "which house becomes an ally"
        ask = Say(frame.text("player"), "tegot/a-timely-alliance#2", says, frame, "house", found, verb="ally")
        if len(found) > 1:
            return ask
        pos.skip(ask)
    house = frame.text("house") or next(iter(found), "")
    if house:
        data = {"house": house, "player": frame.text("player"), "former": board.ally(pos, house)}
        pos.open_next(frame, "alliance", {name: value for name, value in data.items() if value})
    return None


# --- a hero goes somewhere, and others make way ---------------------------------------------------------------------------


def travellers(pos: Position, frame: Frame) -> list[int]:
    """The heroes who could go: the own one, or any the player controls."""
    player, to = frame.text("player"), board.aim(pos, frame)
    found = board.heroes(pos, player)
    if frame.text("whose") == "own":
        found = [number for number in found if board.faction(pos, number) == board.house_of(pos, player)]
    return [n for n in found if board.domain_of(pos, n) != to and board.room(pos, player, to, [n])]


def choose_hero(pos: Position, frame: Frame) -> Ask | None:
    """Which hero goes, if there is a choice."""
    found = travellers(pos, frame)
    if "hero" not in frame.data:
        ask = Choose(frame.text("player"), event_rule(pos, frame), "which hero goes", frame, "hero", found)
        if len(found) > 1:
            return ask
        pos.skip(ask)
        pos.remember(frame, "hero", list(found))
    pos.patch(frame, {"domain": board.aim(pos, frame)})
    return None


def make_way(pos: Position, frame: Frame) -> Ask | None:
    """Whoever occupies the domain retreats; there is no battle (`tegot/banished-to-the-watch#2`)."""
    return retreat.drive_out(pos, frame) if frame.numbers("hero") else None


def go_there(pos: Position, frame: Frame) -> Ask | None:
    """The hero moves in, if the domain is free of others."""
    player, domain = frame.text("player"), frame.text("domain")
    for number in frame.numbers("hero"):
        if board.holder(pos, domain) in ("", player):
            pos.emit(Moved(number, domain))
    return None


# --- Resurrection -------------------------------------------------------------------------------------------------------


def places(pos: Position, frame: Frame) -> list[str]:
    """Where the own hero could be placed."""
    player = frame.text("player")
    figure = board.on_mat(pos, board.house_of(pos, player), "hero")
    return [domain for domain in board.controlled(pos, player) if figure and board.room(pos, player, domain, figure)]


def place_hero(pos: Position, frame: Frame) -> Ask | None:
    """The hero comes from the mat into a controlled domain (`tegot/resurrection#2`)."""
    player, found = frame.text("player"), places(pos, frame)
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


def march_with(pos: Position, frame: Frame) -> Ask | None:
    """And marches, with any units of that domain (`tegot/resurrection#3`)."""
    if frame.text("start"):
        names = ("player", "event", "start", "with")
        pos.open_next(frame, "march", {name: frame.data[name] for name in names if name in frame.data})
    return None


# --- The Element of Surprise, Unjust Trial --------------------------------------------------------------------------------


def near_enemies(pos: Position, frame: Frame) -> list[str]:
    """Hostile domains next to a controlled one, never King's Landing (`tegot/the-element-of-surprise#1`)."""
    player, world = frame.text("player"), board.world(pos)
    near = {border for domain in board.controlled(pos, player) for border in world.domains[domain].borders}
    return [
        name for name in world.domains if name in near and name != world.capital and board.hostile(pos, player, name)
    ]


def choose_domain(pos: Position, frame: Frame) -> Ask | None:
    """The domain that is surprised."""
    if "domain" in frame.data:
        return None
    found = near_enemies(pos, frame)
    says = "which domain is surprised"
    ask = Say(frame.text("player"), "tegot/the-element-of-surprise#1", says, frame, "domain", found, verb="surprise")
    if len(found) > 1:
        return ask
    pos.skip(ask)
    pos.remember(frame, "domain", next(iter(found), ""))
    return None


def choose_victim(pos: Position, frame: Frame) -> Ask | None:
    """One token there is eliminated, if that is possible (`tegot/the-element-of-surprise#2`)."""
    domain = frame.text("domain")
    if not domain:
        return None
    found = [n for n in pos.table.zones[domain] if not board.is_hero(pos, n) and not board.last(pos, n)]
    if "victim" not in frame.data and found:
        says = "which token is eliminated"
        ask = Choose(frame.text("player"), "tegot/the-element-of-surprise#2", says, frame, "victim", found)
        if len({pos.entity(number).card for number in found}) > 1:
            return ask
        pos.skip(ask)
    victims = frame.numbers("victim") or found[:1]
    if victims:
        pos.open_next(frame, "moment", None, (Occurrence("returned", victims[0]),))
    return None


def scatter(pos: Position, frame: Frame) -> Ask | None:
    """Then every enemy unit left there retreats."""
    return retreat.drive_out(pos, frame) if frame.text("domain") else None


def defendant(pos: Position) -> str:
    """The player who controls King's Landing, or nobody."""
    holder = board.holder(pos, board.world(pos).capital)
    return holder if holder in pos.table.seats else ""


def trial(pos: Position, frame: Frame) -> Ask | None:
    """The player in King's Landing loses 4 gold, or with less the army there retreats.

    Keeps `tegot/unjust-trial#1`, `tegot/unjust-trial#2`, `tegot/unjust-trial#3`.
    """
    player = defendant(pos)
    if not player:
        return None
    if board.gold(pos, player) >= FINE:
        pos.open_next(frame, "moment", None, (Occurrence("lost", player=player, amount=FINE),))
        return None
    if frame.data.get("tried"):
        return None
    pos.patch(frame, {"tried": True})
    capital = board.world(pos).capital
    retreat.open_retreat(pos, player, capital, board.sided(pos, capital, player), frame.text("player"))
    return None


# --- Daenerys Targaryen ---------------------------------------------------------------------------------------------------


def eggs(pos: Position, frame: Frame) -> Ask | None:
    """Dragon eggs in controlled domains, 2 gold each, as many as can be paid for (`tegot/daenerys-targaryen#1`)."""
    player = frame.text("player")
    if frame.data.get("stop") or board.gold(pos, player) < EGG:
        return None

    def judge(move: Move) -> list[Check]:
        where = move.words[0] if len(move.words) == 1 else ""
        mine = where in board.controlled(pos, player)
        return [Check("domain", "tegot/daenerys-targaryen#1", "an egg lies in a domain the player controls", mine)]

    def offers() -> Iterator[Move]:
        return (Move("egg", words=(domain,)) for domain in board.controlled(pos, player))

    def does(move: Move) -> None:
        pos.emit(Counted(player, "gold", -EGG))
        pos.emit(Counted(player, f"egg {move.words[0]}", 1))

    def declines() -> None:
        pos.patch(frame, {"stop": True})

    return Form(player, "egg", "tegot/daenerys-targaryen#1", "where an egg is placed", judge, offers, does, declines)


POSSIBLE: dict[str, Callable[[Position, Frame], bool]] = {
    "timely": lambda pos, frame: bool(qualified(pos, frame.text("player"))),
    "journey": lambda pos, frame: bool(travellers(pos, frame)),
    "placing": lambda pos, frame: bool(places(pos, frame)),
    "surprise": lambda pos, frame: bool(near_enemies(pos, frame)),
    "trial": lambda pos, frame: bool(defendant(pos)),
    "eggs": lambda pos, frame: bool(board.controlled(pos, frame.text("player"))),
}
