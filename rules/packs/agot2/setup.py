"""The steps of setup in which somebody decides or cards move, in their order (`agot2/setup-1` to `agot2/setup-10`)."""

from __future__ import annotations

from functools import partial

from ledger.events import Attached, Marked, Move, Moved, SeatChanged
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, Placement, Say
from rules.kernel.chance import Chance
from rules.kernel.context import Context
from rules.kernel.names import listed, whereabouts, with_article
from rules.kernel.position import Position
from rules.packs.agot2 import board
from rules.packs.agot2.zones import hosts, may_attach, refuses, why_not_attached
from rules.shared.hands import draw_up, new_hand, shuffle_each

HAND = 7
"""How many cards a player draws for setup, and up to how many after it."""
GOLD = 8
"""The most a player's setup cards may cost together."""


def choose_first(pos: Position, frame: Frame) -> Ask | None:
    """Have chance name a first player for the setup and give that player the role (`agot2/setup-2`)."""
    if "starts" not in frame.data:
        return Chance(
            "agot2/setup-2#1", "the first player during setup", frame, "starts", "first player", pos.table.players, 1
        )
    pos.emit(SeatChanged("first", (frame.names("starts")[0],)))
    return None


def shuffle_decks(pos: Position, frame: Frame) -> Ask | None:
    """Ask for the shuffled order of each player's draw deck, one after another (`agot2/setup-6`)."""
    return shuffle_each(pos, frame, "agot2/setup-6#1")


def draw_hands(pos: Position, frame: Frame) -> Ask | None:
    """Draw each player's hand up to seven cards, or fewer if the deck runs out (`agot2/setup-7`)."""
    for player in pos.order():
        draw_up(pos, player, HAND)
    return None


def mulligans(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player in player order to keep the hand or take a mulligan, and draw the new hands.

    Each player may take one (`agot2/mulligan#1`, `agot2/mulligan#3`).
    """
    for player in pos.order():
        slot = f"mulligan {player}"
        if slot not in frame.data:
            return Mulligan(
                player, "agot2/mulligan#1", "take a mulligan", frame, slot, ("keep", "mulligan"), verb="hand"
            )
        if frame.data[slot] == "mulligan":
            shuffle = new_hand(pos, frame, player, "agot2/mulligan#2", HAND)
            if shuffle is not None:
                return shuffle
    return None


class Mulligan(Say):
    """A player's decision to keep the hand or take a mulligan; players decide in player order (`agot2/mulligan#3`)."""

    whose = "agot2/mulligan#3"


def place_cards(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player in player order for setup cards, then place all of them facedown (`agot2/setup-8#1`).

    Characters, locations and attachments may be placed (`agot2/setup-8#4`).
    """
    for player in pos.order():
        slot = f"setup {player}"
        if slot in frame.data:
            continue
        hand = [number for number in pos.zone(player, "hand") if pos.card(number).type in board.MARSHALED_TYPES]
        return SetupPlacement(pos, player, frame, slot, hand)
    for player in pos.order():
        for number in frame.numbers(f"setup {player}"):
            pos.emit(Moved(number, f"{player}.play", face="down"))
    return None


class SetupPlacement(Placement):
    """A player's choice of setup cards from hand; players choose in player order (`agot2/setup-8#1`)."""

    whose = "agot2/setup-8#1"

    def __init__(self, pos: Position, player: str, frame: Frame, slot: str, hand: list[int]) -> None:
        super().__init__(
            player,
            "agot2/setup-8#1",
            "setup cards",
            frame,
            slot,
            hand,
            0,
            len(hand),
            partial(fits_setup, pos),
            verb="setup",
            reject=partial(_card_checks, pos, player),
        )

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        """Return the conditions of a choice: those of the single cards, then three on all of them together.

        The three are cost, limited cards and hosts, met or not. They are left out if a card may not be chosen at all.
        The word for a mulligan comes too late here: whoever took one keeps the new hand (`agot2/mulligan#2`).
        """
        if move.verb == "hand":
            return [_mulligan_over(pos, player)]
        found = [check for check in super().checks(pos, player, move) if check.name != "fits"]
        if any(number not in self.candidates for number in move.picks):
            return found
        return found + _together_checks(pos, move.picks)


def _mulligan_over(pos: Position, player: str) -> Check:
    """Return the failed condition of a word about the hand while setup cards are placed."""
    setup, who = pos.enclosing("setup"), pos.player_name(player)
    if setup is not None and setup.data.get(f"mulligan {player}") == "mulligan":
        return Check("once", "agot2/mulligan#2", "the hand drawn by a mulligan is kept", False, f"{who} has taken one")
    saw = "setup cards are being placed"
    return Check("once", "agot2/mulligan#1", "mulligans are taken before setup cards are placed", False, saw)


def _card_checks(pos: Position, player: str, number: int) -> list[Check]:
    """Return the conditions for placing one card: it is in the player's hand and of a type that may be placed."""
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    held = number in pos.zone(player, "hand")
    kind = pos.card(number).type in board.MARSHALED_TYPES if held else None
    return [
        Check(
            "in hand",
            "agot2/setup-8#1",
            f"{pos.player_name(player)} places cards from hand",
            held,
            "" if held else whereabouts(pos, number),
        ),
        Check(
            "type",
            "agot2/setup-8#4",
            "setup cards are characters, locations and attachments",
            kind,
            f"{name} is {with_article(pos.card(number).type)}" if kind is False else "",
        ),
    ]


def fits_setup(pos: Position, picks: tuple[int, ...]) -> bool:
    """Whether these cards may be placed together during setup: cost, limited cards, a host for each attachment."""
    return all(check.holds for check in _together_checks(pos, picks))


def _together_checks(pos: Position, picks: tuple[int, ...]) -> list[Check]:
    """Return the conditions on setup cards together: their cost, one limited card, a host for each attachment.

    A further copy of a unique card is free (`agot2/setup-8#6`).
    """
    cards = [pos.card(number) for number in picks]
    names = [card.name for card in cards]
    cost = sum(card.number("cost") for at, card in enumerate(cards) if not (card.unique and card.name in names[:at]))
    limited = sum(1 for card in cards if "limited" in card.keywords)
    homeless = [pos.pack.name(pos, number) for number in picks if not _has_host(pos, number, picks)]
    bare = f"{listed(homeless)} {'has' if len(homeless) == 1 else 'have'} none"
    return [
        Check(
            "cost",
            "agot2/setup-8#2",
            f"setup cards cost at most {GOLD} gold together",
            cost <= GOLD,
            f"these cost {cost}",
        ),
        Check("limited", "agot2/setup-8#3", "at most one of them may be limited", limited <= 1, f"{limited} are"),
        Check("hosts", "agot2/setup-8#5", "each attachment must have a card to be attached to", not homeless, bare),
    ]


def _has_host(pos: Position, number: int, picks: tuple[int, ...]) -> bool:
    """Whether a card is no attachment, or another of the picks could bear it.

    Hosts are judged by what is printed, since nothing is in play yet.
    """
    return pos.card(number).type != "attachment" or any(
        _could_bear(pos, number, other) for other in picks if other != number
    )


def _could_bear(pos: Position, number: int, host: int) -> bool:
    """Whether an attachment in hand could be attached to another card in hand once both are revealed."""
    where = pos.card(number).facts.get("attaches")
    if not where:
        return pos.card(host).type == "character" and not refuses(pos, number, host)
    context = Context(pos, number, pos.entity(number).owner)
    return context.judge(pos.pack.filter(str(where)), host) and not refuses(pos, number, host)


def reveal_cards(pos: Position, frame: Frame) -> Ask | None:
    """Reveal the setup cards (`agot2/setup-9#1`), place duplicates and attach attachments, player by player.

    A player is asked where an attachment goes if there is a choice; one that nothing can bear is discarded. The cards
    do not enter play, they are already there (`agot2/setup-9#3`, `agot2/setup-9#4`).
    """
    for player in pos.order():
        placed = frame.numbers(f"setup {player}")
        for number in placed:
            if not pos.entity(number).up:
                pos.emit(Moved(number, f"{player}.play", face="up"))
        _place_duplicates(pos, placed)
        ask = _place_attachments(pos, frame, player, placed)
        if ask is not None:
            return ask
    return None


def _place_duplicates(pos: Position, placed: list[int]) -> None:
    """Put each further copy of a unique setup card under the first as its duplicate."""
    first: dict[str, int] = {}
    for number in placed:
        card = pos.card(number)
        if card.unique and card.name in first and not board.is_duplicate(pos.entity(number)):
            pos.emit(Marked(number, "duplicate"))
            pos.emit(Attached(number, first[card.name]))
        first.setdefault(card.name, number)


def _place_attachments(pos: Position, frame: Frame, player: str, placed: list[int]) -> Ask | None:
    """Attach a player's setup attachments, or ask where if several cards could bear one (`agot2/setup-9#2`).

    An attachment that nothing can bear is discarded.
    """
    for number in placed:
        entity = pos.entity(number)
        if pos.card(number).type != "attachment" or entity.host or board.is_duplicate(entity):
            continue
        where = [host for host in hosts(pos, number) if pos.entity(host).controller == player]
        slot = f"host {number}"
        if not where:
            pos.emit(Moved(number, f"{player}.discard"))
        elif slot in frame.data or len(where) == 1:
            pos.emit(Attached(number, frame.numbers(slot)[0] if slot in frame.data else where[0]))
        else:
            return Choose(
                player,
                "agot2/setup-9#2",
                f"where {pos.pack.name(pos, number)} is attached",
                frame,
                slot,
                where,
                verb="attach",
                reject=partial(_host_checks, pos, player, number),
            )
    return None


def _host_checks(pos: Position, player: str, number: int, host: int) -> list[Check]:
    """Return the conditions for attaching a setup attachment: the player controls the host, and it may be there."""
    name, own = pos.pack.name(pos, host), pos.in_play(host) and pos.entity(host).controller == player
    wrong = may_attach(pos, number, host)
    needed = f"{pos.pack.name(pos, number)} must be allowed on {name}"
    saw = why_not_attached(pos, number, host, wrong) if wrong else ""
    who = pos.player_name(player)
    return [
        Check(
            "own host",
            "agot2/setup-8#5",
            f"{who} attaches {pos.pack.name(pos, number)} to a card in play of their own",
            own,
            whereabouts(pos, host),
        ),
        Check("attaches", wrong or "agot2/attachment-cards#3", needed, not wrong if own else None, saw),
    ]


def refill(pos: Position, frame: Frame) -> Ask | None:
    """Draw each player's hand up to seven cards again, or fewer if the deck runs out (`agot2/setup-10`)."""
    return draw_hands(pos, frame)
