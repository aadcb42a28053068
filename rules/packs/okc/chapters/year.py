"""The round's frame: rounds and phases, Year Start, Winter and the end of the game."""

from __future__ import annotations

from ledger.events import Counted, FrameAdvanced, FrameOpened, GameEnded, Marked, Moved, Occurrence, SeatChanged
from ledger.table import Frame
from rules.kernel.asks import Ask
from rules.kernel.position import Position
from rules.packs.okc import board, zones


def nothing(pos: Position, frame: Frame) -> Ask | None:
    """A step to jump to."""
    return None


def next_round(pos: Position, frame: Frame) -> Ask | None:
    """Another round, until the agreed number is played (`okc/winter-3#1`, `#2`)."""
    number = frame.number("round")
    if number < board.rounds(pos):
        pos.emit(FrameAdvanced(frame.id, frame.step, {"round": number + 1}))
        pos.emit(FrameOpened("round", {"round": number + 1}))
    return None


def year_start(pos: Position, frame: Frame) -> Ask | None:
    """Skipped in the first round (`okc/year-start#2`)."""
    if frame.number("round") > 1:
        pos.open_next(frame, "year start")
    return None


def draw_up(pos: Position, frame: Frame) -> Ask | None:
    """All players draw up to their hand limits (`okc/year-start-1#1`, `#2`)."""
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
    """Most influence first; the tied reverse the order they had (`okc/year-start-2#1` to `#3`)."""
    reversed_order = pos.order()[::-1]
    seat_in(pos, sorted(reversed_order, key=lambda player: -pos.table.count(player, "influence")))
    return None


def seat_in(pos: Position, order: list[str]) -> None:
    """The order track; the player at its top takes the active player marker (`okc/year-start-2#4`)."""
    if order != pos.table.players:
        pos.emit(SeatChanged("players", tuple(order)))
    if pos.first != order[0]:
        pos.emit(SeatChanged("first", (order[0],)))


# --- Winter ---------------------------------------------------------------------------------------------------------


def pawns_home(pos: Position, frame: Frame) -> Ask | None:
    """Heralds return to their boards, Supporters on the map go to the losses (`okc/winter-2a#1`, `#2`)."""
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
    """Without influence to the discard pile; with influence they stay and lose one (`okc/winter-2c#1`, `#2`)."""
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


# --- the end --------------------------------------------------------------------------------------------------------


def convert_lore(pos: Position, frame: Frame) -> Ask | None:
    """An empty place of power turns every 2 lore into 1 influence (`okc/empty-place-of-power#2`)."""
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
    """Most influence wins; among the tied the Favour, then the higher place on the track (`okc/victory-ties#1`, `#2`)."""
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
