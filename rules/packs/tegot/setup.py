"""Setting up, steps 4 to 10 (`tegot/setup#1`)."""

from __future__ import annotations

from ledger.events import Attached, Counted, Moved, SeatChanged
from ledger.table import Frame
from rules.errors import RulesError
from rules.kernel.asks import Ask
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.position import Position
from rules.packs.tegot import board, components
from rules.packs.tegot.worldmap import HOUSES
from rules.packs.tegot.zones import put_by_hero

ALWAYS, OTHERS = "arryn", 3
STANDING, GOLD = 3, 3


def unpack(pos: Position, frame: Frame) -> Ask | None:
    """Everything is on the table (`tegot/setup-1#1`, `tegot/setup-3#1`)."""
    wrong = components.wrong(pos)
    if wrong:
        raise RulesError(wrong)
    components.bring_missing(pos)
    return None


def draw_houses(pos: Position, frame: Frame) -> Ask | None:
    """Three unchosen houses at random, and Arryn, are the non-player houses.

    Keeps `tegot/setup-6#1`, `tegot/setup-6#2`, `tegot/house-arryn#1`.
    """
    taken = [board.house_of(pos, player) for player in pos.table.seats]
    left = [house for house in HOUSES if house not in taken and house != ALWAYS]
    if len(left) > OTHERS and "houses" not in frame.data:
        return Chance("tegot/setup-6#1", "the non-player houses", frame, "houses", "houses", left, OTHERS)
    chosen = frame.names("houses") or left
    pos.emit(SeatChanged("houses", (*chosen, ALWAYS)))
    for house in left:
        if house not in chosen:
            for number in list(pos.table.zones[board.mat(house)]):
                pos.emit(Moved(number, "box"))
    return None


def tie_heroes(pos: Position, frame: Frame) -> Ask | None:
    """Each hero card belongs to its figure (`tegot/heroes-and-houses#1`)."""
    attach_heroes(pos)
    return None


def attach_heroes(pos: Position) -> None:
    """Hero cards that lie with no hero yet go with their house's."""
    for entity in list(pos.table.entities.values()):
        card = pos.card(entity.id)
        if card.type != "hero-card" or entity.host:
            continue
        place, _, kind = entity.zone.partition(".")
        house = place if kind == "mat" else card.faction
        if house == components.ANY and place in pos.table.seats:
            house = board.house_of(pos, place)
        figure = board.hero_figure(pos, house) if house in HOUSES else 0
        if figure:
            pos.emit(Attached(entity.id, figure))


def first_tokens(pos: Position, frame: Frame) -> Ask | None:
    """The leftmost token of each track in the home domain (`tegot/setup-5b#1`, `tegot/home-domain#1`)."""
    for player in pos.table.seats:
        house = board.house_of(pos, player)
        pos.emit(Moved(board.on_mat(pos, house)[0], board.world(pos).homes[house]))
    return None


def first_heroes(pos: Position, frame: Frame) -> Ask | None:
    """The hero in the home domain, its card the first in hand (`tegot/setup-5c#1`)."""
    for player in pos.table.seats:
        house = board.house_of(pos, player)
        figure = board.hero_figure(pos, house)
        pos.emit(Moved(figure, board.world(pos).homes[house]))
        put_by_hero(pos, figure)
    return None


def first_gold(pos: Position, frame: Frame) -> Ask | None:
    """Everyone begins with 3 gold (`tegot/setup-5e#1`)."""
    for player in pos.table.seats:
        pos.emit(Counted(player, "gold", GOLD))
    return None


def other_houses(pos: Position, frame: Frame) -> Ask | None:
    """Three tokens of each non-player house in its home domain, six on its mat (`tegot/setup-6b#1`,
    `tegot/setup-6c#1`).
    """
    for house in board.neutral_houses(pos):
        for number in board.on_mat(pos, house)[:STANDING]:
            pos.emit(Moved(number, board.world(pos).homes[house]))
    return None


def deal(pos: Position, frame: Frame) -> Ask | None:
    """The plot cards are shuffled and four are dealt to each (`tegot/setup-7#1`, `tegot/setup-7#2`)."""
    if "shuffled" not in frame.data:
        return Shuffle("tegot/setup-7#1", frame, "shuffled", "deck")
    for player in pos.table.seats:
        for number in pos.table.zones["deck"][: board.HAND_LIMIT - len(board.plot_cards(pos, player))]:
            pos.emit(Moved(number, f"{player}.hand"))
    return None


def first_castles(pos: Position, frame: Frame) -> Ask | None:
    """Everyone controls the castle at home (`tegot/setup-9a#1`)."""
    for number in list(pos.table.zones["castles"]):
        holder = board.holder(pos, str(pos.card(number).facts["domain"]))
        if holder in pos.table.seats:
            pos.emit(Moved(number, f"{holder}.castles"))
    return None


def first_player(pos: Position, frame: Frame) -> Ask | None:
    """The Hand of the King, by any method the players like (`tegot/setup-10#1`)."""
    if "first" not in frame.data:
        return Chance(
            "tegot/setup-10#1", "who has the Hand of the King", frame, "first", "first player", list(pos.table.seats), 1
        )
    pos.emit(SeatChanged("first", tuple(frame.names("first"))))
    return None
