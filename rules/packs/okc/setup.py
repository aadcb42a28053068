"""Setup, steps A to O, with the four steps that the advanced setup adds (`okc/setup#2`, `okc/advanced-setup#1`).

Steps of the advanced setup do nothing in a game without it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Attached, Counted, Move, Moved, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Form, Say, together
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.context import Use
from rules.kernel.names import whereabouts
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.packs.okc import board, components
from rules.packs.okc.chapters import year
from rules.resolution.moments import begin

DEALT, HAND, SUPPORTERS = 5, 6, 5
"""Kingdom cards dealt in the advanced setup, cards in the first hand, and Supporters of each player."""
SLOT = Slot("setup", "okc/setup-k#2", "setup instructions of tactics", ("setup",))
"""The slot in which setup instructions on tactics are carried out."""


def lay_out(pos: Position, frame: Frame) -> Ask | None:
    """Put the board and the components of all factions on the table, unless they are there already (`okc/setup-a#1`).

    Raises ValueError if two players have the same faction.
    """
    wrong = components.faction_conflict(pos.table.seats.values())
    if wrong:
        raise ValueError(wrong)
    if not pos.table.zones["map"]:
        components.bring(pos, components.whole_game(pos))
    return None


def deal_five(pos: Position, frame: Frame) -> Ask | None:
    """In the advanced setup, shuffle the Kingdom deck and deal five facedown cards to each player.

    Keeps `okc/advanced-setup-i#1`.
    """
    if not board.advanced_setup(pos):
        return None
    if "dealt" not in frame.data:
        return Shuffle("okc/advanced-setup-i#1", frame, "dealt", "kingdom")
    for player in pos.order():
        for number in pos.table.zones["kingdom"][:DEALT]:
            pos.emit(Moved(number, f"{player}.dealt"))
    return None


def lay_road(pos: Position, frame: Frame) -> Ask | None:
    """Shuffle the Kingdom deck and lay four cards faceup on the Great Road (`okc/setup-c#1` to `#3`)."""
    if "shuffled" not in frame.data:
        return Shuffle("okc/setup-c#1", frame, "shuffled", "kingdom")
    for number in pos.table.zones["kingdom"][: board.ROAD]:
        pos.emit(Moved(number, "road", 0, "up"))
    return None


def player_boards(pos: Position, frame: Frame) -> Ask | None:
    """Give each player five Supporters and the starting hand limit (`okc/setup-i#1`, `okc/setup-j#1`)."""
    for player in pos.order():
        pos.emit(Counted(player, "supporters", SUPPORTERS))
        faction_boards = pos.zone(player, "faction")
        start = pos.card(faction_boards[0]).number("limit") if faction_boards else 0
        pos.emit(Counted(player, "limit", start or HAND))
    return None


def tactics(pos: Position, frame: Frame) -> Ask | None:
    """Begin the next setup instruction of a tactic; the step runs again until all are done (`okc/setup-k#2`)."""
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
    """Move the advanced and seat cards from every deck to its player's place of power (`okc/setup-m#2`)."""
    for player in pos.order():
        for number in list(pos.zone(player, "deck")):
            if pos.card(number).type in ("advanced", "seat"):
                pos.emit(Moved(number, f"{player}.power"))
    return None


def hands(pos: Position, frame: Frame) -> Ask | None:
    """Put each player's Heir into hand, ask for the order of the deck, and draw up to six cards.

    `okc/setup-n#1` to `#3`
    """
    for player in pos.order():
        for number in list(pos.zone(player, "deck")):
            if pos.card(number).facts.get("starting"):
                pos.emit(Moved(number, f"{player}.hand"))
        slot = f"shuffled {player}"
        if slot not in frame.data:
            return Shuffle("okc/setup-n#2", frame, slot, f"{player}.deck")
    for player in pos.order():
        _draw_up_to(pos, player, HAND)
    return None


def _draw_up_to(pos: Position, player: str, count: int) -> None:
    """Draw from a player's deck until the hand has this many cards."""
    for number in pos.zone(player, "deck")[: max(0, count - len(pos.zone(player, "hand")))]:
        pos.emit(Moved(number, f"{player}.hand"))


def mulligans(pos: Position, frame: Frame) -> Ask | None:
    """In the advanced setup, ask all players to keep or redraw, before anyone redraws.

    Cards with the starting symbol stay in hand. A new hand is drawn up to the hand limit. `okc/advanced-setup-ii#1` to
    `#3`
    """
    if not board.advanced_setup(pos):
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
        _draw_up_to(pos, player, board.limit(pos, player))
    return None


def choose_kingdom(pos: Position, frame: Frame) -> Ask | None:
    """In the advanced setup, ask each player for a Kingdom card and a card from hand that occupies it, both facedown.

    The Kingdom card is one of the five dealt to the player. Those not chosen go back into the deck, which is shuffled
    (`okc/advanced-setup-ii#4`).
    """
    if not board.advanced_setup(pos):
        return None
    waiting = [_ask_start(pos, player) for player in pos.order() if not pos.zone(player, "board")]
    if waiting:
        return together(waiting)
    if "returned" not in frame.data:
        for player in pos.order():
            for number in list(pos.zone(player, "dealt")):
                pos.emit(Moved(number, "kingdom"))
        return Shuffle("okc/advanced-setup-ii#5", frame, "returned", "kingdom")
    return None


def _ask_start(pos: Position, player: str) -> Ask:
    """Return the question to a player which Kingdom card to start with, and which card from hand occupies it."""
    dealt, hand = pos.zone(player, "dealt"), pos.zone(player, "hand")

    def fits(move: Move) -> bool:
        return move.subject in dealt and len(move.picks) == 1 and move.picks[0] in hand

    def judge(move: Move) -> list[Check]:
        who, mine = pos.player_name(player), move.subject in dealt
        own = len(move.picks) == 1 and move.picks[0] in hand
        saw = whereabouts(pos, move.picks[0]) if len(move.picks) == 1 else f"{len(move.picks)} are named"
        rule, kingdom = "okc/advanced-setup-ii#4", f"{who} starts with one of the Kingdom cards dealt to them"
        return [
            Check("dealt", rule, kingdom, mine, "" if mine else whereabouts(pos, move.subject)),
            Check("hand", rule, f"one card from {who}'s hand occupies it", own, "" if own else saw),
        ]

    def does(move: Move) -> None:
        pos.emit(Moved(move.subject, f"{player}.board", face="down"))
        pos.emit(Moved(move.picks[0], f"{player}.occupying", face="down"))
        pos.emit(Attached(move.picks[0], move.subject))

    def offers() -> Iterator[Move]:
        return (Move("start", kingdom, picks=(card,)) for kingdom in dealt for card in hand)

    says = "a Kingdom card to start with and the card that occupies it"
    return Form(player, "start", "okc/advanced-setup-ii#4", says, judge, offers, does, meant=fits)


def starting_order(pos: Position, frame: Frame) -> Ask | None:
    """Ask chance for the starting order, which may also be from eldest to youngest, and record it (`okc/setup-o#1`)."""
    if "order" not in frame.data:
        players = list(pos.table.players)
        return Chance("okc/setup-o#1", "the starting order", frame, "order", "starting order", players, len(players))
    year.seat_in(pos, frame.names("order"))
    return None


def reveal_start(pos: Position, frame: Frame) -> Ask | None:
    """In the advanced setup, reveal all starting Kingdom cards with the cards that occupy them.

    Bold instructions follow in turn order. `okc/advanced-setup-iii#1` to `#3`
    """
    if not board.advanced_setup(pos):
        return None
    parts = tuple(
        Occurrence("acquired", number, player, other=board.occupier(pos, number), note="setup")
        for player in pos.order()
        for number in pos.zone(player, "board")
    )
    pos.open_next(frame, "moment", None, parts)
    return None


def last_draw(pos: Position, frame: Frame) -> Ask | None:
    """In the advanced setup, let all players draw up to the hand limit again (`okc/advanced-setup-iv#1`)."""
    return year.draw_up(pos, frame) if board.advanced_setup(pos) else None
