"""Setting up a game: the steps of the setup (`tegot/setup#1`)."""

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
"""The house that is always a non-player house, and how many others are."""
_FIRST_TOKENS, _FIRST_GOLD = 3, 3
"""The tokens of a non-player house in its home, and the gold of each player, at the beginning."""


def unpack(pos: Position, frame: Frame) -> Ask | None:
    """Bring everything in the box to the table (`tegot/setup-1#1`, `tegot/setup-3#1`).

    Raises `RulesError` if what is there already cannot be part of this game.
    """
    wrong = components.wrong(pos)
    if wrong:
        raise RulesError(wrong)
    components.bring_missing(pos)
    return None


def draw_houses(pos: Position, frame: Frame) -> Ask | None:
    """Ask chance which three houses that no player leads become non-player houses, as Arryn always is.

    If only three are left, they are taken without asking. The pieces on the mats of all other houses go into the box.
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
    """Attach each hero card to its figure (`tegot/heroes-and-houses#1`)."""
    attach_heroes(pos)
    return None


def attach_heroes(pos: Position) -> None:
    """Attach each hero card that has no figure yet to the figure of its house.

    A card on a mat goes with the house of the mat. A card of no house that a player has goes with that player's house.
    Where there is no figure, the card stays as it is.
    """
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
    """Move the first token of each player's track to the home domain (`tegot/setup-5b#1`, `tegot/home-domain#1`)."""
    for player in pos.table.seats:
        house = board.house_of(pos, player)
        pos.emit(Moved(board.on_mat(pos, house)[0], board.world(pos).homes[house]))
    return None


def first_heroes(pos: Position, frame: Frame) -> Ask | None:
    """Move each player's hero to the home domain and its card to the hand (`tegot/setup-5c#1`)."""
    for player in pos.table.seats:
        house = board.house_of(pos, player)
        figure = board.hero_figure(pos, house)
        pos.emit(Moved(figure, board.world(pos).homes[house]))
        put_by_hero(pos, figure)
    return None


def first_gold(pos: Position, frame: Frame) -> Ask | None:
    """Give every player 3 gold (`tegot/setup-5e#1`)."""
    for player in pos.table.seats:
        pos.emit(Counted(player, "gold", _FIRST_GOLD))
    return None


def other_houses(pos: Position, frame: Frame) -> Ask | None:
    """Move three tokens of each non-player house to its home domain; six stay on its mat.

    Keeps `tegot/setup-6b#1`, `tegot/setup-6c#1`.
    """
    for house in board.neutral_houses(pos):
        for number in board.on_mat(pos, house)[:_FIRST_TOKENS]:
            pos.emit(Moved(number, board.world(pos).homes[house]))
    return None


def deal(pos: Position, frame: Frame) -> Ask | None:
    """Ask for the order of the deck after its shuffle, then deal to each player up to four plot cards in hand.

    Keeps `tegot/setup-7#1`, `tegot/setup-7#2`.
    """
    if "shuffled" not in frame.data:
        return Shuffle("tegot/setup-7#1", frame, "shuffled", "deck")
    for player in pos.table.seats:
        for number in pos.table.zones["deck"][: board.HAND_LIMIT - len(board.plot_cards(pos, player))]:
            pos.emit(Moved(number, f"{player}.hand"))
    return None


def first_castles(pos: Position, frame: Frame) -> Ask | None:
    """Give players the castles of the domains they control, which are their homes (`tegot/setup-9a#1`)."""
    for number in list(pos.table.zones["castles"]):
        holder = board.holder(pos, str(pos.card(number).facts["domain"]))
        if holder in pos.table.seats:
            pos.emit(Moved(number, f"{holder}.castles"))
    return None


def first_player(pos: Position, frame: Frame) -> Ask | None:
    """Ask chance who gets the Hand of the King, and make that player the first (`tegot/setup-10#1`).

    Players may use any method they like, so the result is only recorded.
    """
    if "first" not in frame.data:
        return Chance(
            "tegot/setup-10#1", "who has the Hand of the King", frame, "first", "first player", list(pos.table.seats), 1
        )
    pos.emit(SeatChanged("first", tuple(frame.names("first"))))
    return None
