"""The course of a game: rounds, Year Start, the cleanup of Winter, and the end of the game."""

from __future__ import annotations

from ledger.events import Counted, FrameAdvanced, FrameOpened, GameEnded, Marked, Moved, Occurrence, SeatChanged
from ledger.table import Frame
from rules.kernel.asks import Ask
from rules.kernel.chance import Chance
from rules.kernel.position import Position
from rules.packs.okc import board, zones


def nothing(pos: Position, frame: Frame) -> Ask | None:
    """Do nothing: the step only stands in the procedure to be seen on a chart or to be jumped to."""
    return None


def next_round(pos: Position, frame: Frame) -> Ask | None:
    """Open the next round, until the number of rounds agreed on is played (`okc/winter-3#1`, `#2`)."""
    number = frame.number("round")
    if number < board.rounds(pos):
        pos.emit(FrameAdvanced(frame.id, frame.step, {"round": number + 1}))
        pos.emit(FrameOpened("round", {"round": number + 1}))
    return None


def year_start(pos: Position, frame: Frame) -> Ask | None:
    """Open Year Start, except in the first round (`okc/year-start#2`)."""
    if frame.number("round") > 1:
        pos.open_next(frame, "year start")
    return None


def draw_up(pos: Position, frame: Frame) -> Ask | None:
    """Let all players draw up to their hand limits (`okc/year-start-1#1`, `#2`)."""
    parts = tuple(
        Occurrence(
            "drew", player=player, amount=board.limit(pos, player) - len(pos.zone(player, "hand")), note="to limit"
        )
        for player in pos.order()
        if len(pos.zone(player, "hand")) < board.limit(pos, player)
    )
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None


def set_order(pos: Position, frame: Frame) -> Ask | None:
    """Set the order track: most influence first, and players who tied in reverse of the order they had.

    `okc/year-start-2#1` to `#3`. In a position that states nobody's influence the order is not known: then
    the record has to say it, and the order that was stated stays if it does not.
    """
    if board.unstated(pos, "influence"):
        if "order" not in frame.data:
            rule, says = "okc/year-start-2#1", "the order track, since nobody's influence is stated"
            return Chance(rule, says, frame, "order", "order track", list(pos.order()), len(pos.order()))
        seat_in(pos, frame.names("order"))
        return None
    reversed_order = pos.order()[::-1]
    seat_in(pos, sorted(reversed_order, key=lambda player: -pos.table.count(player, "influence")))
    return None


def seat_in(pos: Position, order: list[str]) -> None:
    """Record a new order track; its first player takes the active player marker (`okc/year-start-2#4`)."""
    if order != pos.table.players:
        pos.emit(SeatChanged("players", tuple(order)))
    if pos.first != order[0]:
        pos.emit(SeatChanged("first", (order[0],)))


def pawns_home(pos: Position, frame: Frame) -> Ask | None:
    """Return Heralds to their player boards and put Supporters on the map into the losses (`okc/winter-2a#1`, `#2`)."""
    for player in pos.order():
        herald = board.herald(pos, player)
        if herald and not pos.zone(player, "herald"):
            pos.emit(Moved(herald, f"{player}.herald"))
        for region in board.REGIONS:
            for counter in (f"supporters-{region}", f"fought-{region}"):
                amount = pos.table.count(player, counter)
                if amount:
                    pos.emit(Counted(player, counter, -amount))
                    pos.emit(Counted(player, "supporters-lost", amount))
    return None


def active_cards_away(pos: Position, frame: Frame) -> Ask | None:
    """Discard the cards beside regions that have no influence; the others stay and lose one (`okc/winter-2c#1`, `#2`).

    The marks of cards that fought this round are removed.
    """
    for player in pos.order():
        for region in board.REGIONS:
            for number in list(pos.zone(player, region)):
                if pos.entity(number).counters.get("influence", 0):
                    pos.emit(Counted(number, "influence", -1))
                else:
                    zones.send(pos, number, "discard")
    for entity in pos.table.entities.values():
        for mark in [mark for mark in entity.marks if mark.startswith("fought-")]:
            pos.emit(Marked(entity.id, mark, False))
    return None


def convert_lore(pos: Position, frame: Frame) -> Ask | None:
    """Give each player with an empty place of power 1 influence for every 2 lore (`okc/empty-place-of-power#2`)."""
    parts = tuple(
        Occurrence(
            "gained", player=player, amount=pos.table.count(player, "lore") // 2, note="influence", to="place of power"
        )
        for player in pos.order()
        if not pos.zone(player, "power") and pos.table.count(player, "lore") >= 2
    )
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None


def crown(pos: Position, frame: Frame) -> Ask | None:
    """End the game: the player with the most influence wins.

    Of players who tied, the one with the Favour wins, or else the first on the order track (`okc/victory-ties#1`,
    `#2`).
    """
    best = max(pos.table.count(player, "influence") for player in pos.order())
    tied = [player for player in pos.order() if pos.table.count(player, "influence") == best]
    if len(tied) == 1:
        winner, rule = tied[0], "okc/victory#3"
    elif board.favoured(pos) in tied:
        winner, rule = board.favoured(pos), "okc/victory-ties#1"
    else:
        winner, rule = tied[0], "okc/victory-ties#2"
    pos.emit(GameEnded((winner,), rule))
    return None
