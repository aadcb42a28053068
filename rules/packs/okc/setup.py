"""Setting up, steps A to O, with the four steps the advanced setup adds (`okc/setup#2`, `okc/advanced-setup#1`)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Attached, Counted, Move, Moved, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Form, Say, together
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.context import Use
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.packs.okc import board as holdings
from rules.packs.okc import board as reading
from rules.packs.okc import components
from rules.packs.okc.chapters import year
from rules.resolution.moments import begin

DEALT, HAND, SUPPORTERS = 5, 6, 5
SLOT = Slot("setup", "okc/setup-k#2", "setup instructions of tactics", ("setup",))


def lay_out(pos: Position, frame: Frame) -> Ask | None:
    """The board and everything that belongs to it and to the factions (`okc/setup-a#1`)."""
    twice = components.led_twice(pos.table.seats.values())
    if twice:
        raise ValueError(twice)
    if not pos.table.zones["map"]:
        components.bring(pos, components.whole_game(pos))
    return None


def deal_five(pos: Position, frame: Frame) -> Ask | None:
    """Advanced: five facedown Kingdom cards each, from the shuffled deck (`okc/advanced-setup-i#1`)."""
    if not reading.advanced_setup(pos):
        return None
    if "dealt" not in frame.data:
        return Shuffle("okc/advanced-setup-i#1", frame, "dealt", "kingdom")
    for player in pos.order():
        for number in pos.table.zones["kingdom"][:DEALT]:
            pos.emit(Moved(number, f"{player}.dealt"))
    return None


def lay_road(pos: Position, frame: Frame) -> Ask | None:
    """The Kingdom deck is shuffled and four cards lie open on the Great Road (`okc/setup-c#1` to `#3`)."""
    if "shuffled" not in frame.data:
        return Shuffle("okc/setup-c#1", frame, "shuffled", "kingdom")
    for number in pos.table.zones["kingdom"][: reading.ROAD]:
        pos.emit(Moved(number, "road", 0, "up"))
    return None


def player_boards(pos: Position, frame: Frame) -> Ask | None:
    """Five Supporters on each board and the hand limit at its starting value (`okc/setup-i#1`, `okc/setup-j#1`)."""
    for player in pos.order():
        pos.emit(Counted(player, "supporters", SUPPORTERS))
        board = pos.zone(player, "faction")
        start = pos.card(board[0]).number("limit") if board else 0
        pos.emit(Counted(player, "limit", start or HAND))
    return None


def tactics(pos: Position, frame: Frame) -> Ask | None:
    """Setup instructions on tactics are carried out now (`okc/setup-k#2`)."""
    todo = [
        (number, ability)
        for player in pos.order()
        for number in pos.zone(player, "tactics")
        for ability in pos.card(number).abilities
        if ability.kind == "setup"
    ]
    done = frame.number("instructions")
    if done < len(todo):
        number, ability = todo[done]
        pos.patch(frame, {"instructions": done + 1})
        begin(pos, Use(pos, pos.entity(number).controller, number, ability, SLOT, frame, -1))
    return None


def places_of_power(pos: Position, frame: Frame) -> Ask | None:
    """Advanced and seat cards are known by their lore cost and go to the place of power (`okc/setup-m#2`)."""
    for player in pos.order():
        for number in list(pos.zone(player, "deck")):
            if pos.card(number).type in ("advanced", "seat"):
                pos.emit(Moved(number, f"{player}.power"))
    return None


def hands(pos: Position, frame: Frame) -> Ask | None:
    """The Heir in hand, the rest shuffled, six cards each (`okc/setup-n#1` to `#3`)."""
    for player in pos.order():
        for number in list(pos.zone(player, "deck")):
            if pos.card(number).facts.get("starting"):
                pos.emit(Moved(number, f"{player}.hand"))
        slot = f"shuffled {player}"
        if slot not in frame.data:
            return Shuffle("okc/setup-n#2", frame, slot, f"{player}.deck")
    for player in pos.order():
        _draw_to(pos, player, HAND)
    return None


def _draw_to(pos: Position, player: str, count: int) -> None:
    for number in pos.zone(player, "deck")[: max(0, count - len(pos.zone(player, "hand")))]:
        pos.emit(Moved(number, f"{player}.hand"))


def mulligans(pos: Position, frame: Frame) -> Ask | None:
    """Advanced: all decide before anyone redraws; cards with the starting symbol stay (`okc/advanced-setup-ii#1` to
    `#3`).
    """
    if not reading.advanced_setup(pos):
        return None
    rule, words = "okc/advanced-setup-ii#1", ("keep", "mulligan")
    waiting = [
        Say(player, rule, "keep this hand or take a mulligan", frame, f"mulligan {player}", words, verb="hand")
        for player in pos.order()
        if f"mulligan {player}" not in frame.data
    ]
    if waiting:
        return together(waiting)
    for player in pos.order():
        if frame.data[f"mulligan {player}"] != "mulligan" or frame.data.get(f"redrawn {player}"):
            continue
        if f"reshuffled {player}" not in frame.data:
            for number in list(pos.zone(player, "hand")):
                if not pos.card(number).facts.get("starting"):
                    pos.emit(Moved(number, f"{player}.deck", 0))
            return Shuffle("okc/advanced-setup-ii#2", frame, f"reshuffled {player}", f"{player}.deck")
        pos.remember(frame, f"redrawn {player}", True)
        _draw_to(pos, player, holdings.limit(pos, player))
    return None


def choose_kingdom(pos: Position, frame: Frame) -> Ask | None:
    """Advanced: one of the five on the board with a facedown card from hand on it (`okc/advanced-setup-ii#4`)."""
    if not reading.advanced_setup(pos):
        return None
    waiting = [_choose_for(pos, player) for player in pos.order() if not pos.zone(player, "board")]
    if waiting:
        return together(waiting)
    if "returned" not in frame.data:
        for player in pos.order():
            for number in list(pos.zone(player, "dealt")):
                pos.emit(Moved(number, "kingdom"))
        return Shuffle("okc/advanced-setup-ii#5", frame, "returned", "kingdom")
    return None


def _choose_for(pos: Position, player: str) -> Ask:
    dealt, hand = pos.zone(player, "dealt"), pos.zone(player, "hand")

    def judge(move: Move) -> list[Check]:
        own = move.subject in dealt and len(move.picks) == 1 and move.picks[0] in hand
        says = "one of the five Kingdom cards and one card from hand"
        return [Check("cards", "okc/advanced-setup-ii#4", says, own)]

    def does(move: Move) -> None:
        pos.emit(Moved(move.subject, f"{player}.board", face="down"))
        pos.emit(Moved(move.picks[0], f"{player}.occupying", face="down"))
        pos.emit(Attached(move.picks[0], move.subject))

    def offers() -> Iterator[Move]:
        return (Move("start", kingdom, picks=(card,)) for kingdom in dealt for card in hand)

    says = "a Kingdom card to start with and the card that occupies it"
    return Form(player, "start", "okc/advanced-setup-ii#4", says, judge, offers, does)


def starting_order(pos: Position, frame: Frame) -> Ask | None:
    """Eldest first, or drawn at random (`okc/setup-o#1`)."""
    if "order" not in frame.data:
        players = list(pos.table.players)
        return Chance("okc/setup-o#1", "the starting order", frame, "order", "starting order", players, len(players))
    year.seat_in(pos, frame.names("order"))
    return None


def reveal_start(pos: Position, frame: Frame) -> Ask | None:
    """Advanced: all are revealed and occupied; bold instructions in turn order (`okc/advanced-setup-iii#1` to `#3`)."""
    if not reading.advanced_setup(pos):
        return None
    parts = tuple(
        Occurrence("acquired", number, player, other=holdings.occupier(pos, number), note="setup")
        for player in pos.order()
        for number in pos.zone(player, "board")
    )
    pos.open_next(frame, "moment", None, parts)
    return None


def last_draw(pos: Position, frame: Frame) -> Ask | None:
    """Advanced: up to the hand limit again (`okc/advanced-setup-iv#1`)."""
    return year.draw_up(pos, frame) if reading.advanced_setup(pos) else None
