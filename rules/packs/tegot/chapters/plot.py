"""Plot: a card's shields take tokens from non-player houses, from any of them, or from a rival's ally pool."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Counted, Move, Moved, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters.armies import event_rule
from rules.packs.tegot.chapters.windows import Action, PlotCard, too_late, whose
from rules.packs.tegot.zones import resting_place

NEUTRAL, OWN, RIVAL = 1, 2, 3
EMPTY = "tegot/plot-nonplayer#2"
_RULES = {NEUTRAL: "tegot/plot-nonplayer#1", OWN: "tegot/plot-own#1", RIVAL: "tegot/plot-rival#1"}


def shields(pos: Position, number: int) -> list[str]:
    """The houses in the upper right corner of a card (`tegot/shield-icon#1`)."""
    return [str(house) for house in pos.card(number).facts.get("shields", ())]


def cost(pos: Position, player: str, house: str) -> int:
    """What a shield costs: 1 for a non-player house, 2 for the own or an absent one, 3 for a rival's."""
    if house in board.neutral_houses(pos):
        return NEUTRAL
    rival = board.player_of(pos, house)
    return RIVAL if rival and rival != player else OWN


def tokens(pos: Position, player: str, house: str) -> list[int]:
    """The tokens a shield can move."""
    kind = cost(pos, player, house)
    if kind == RIVAL:
        return board.pool(pos, board.player_of(pos, house))
    if kind == OWN:
        return [number for np in board.neutral_houses(pos) for number in board.on_mat(pos, np)]
    there = board.on_mat(pos, house)
    return there or [number for who in pos.order() for number in board.pool(pos, who, house)]


def usable(pos: Position, frame: Frame, house: str) -> bool:
    """Whether a shield could do something the player can pay for."""
    player = frame.text("player")
    price = 0 if frame.data.get("free") else cost(pos, player, house)
    return price <= board.gold(pos, player) and bool(tokens(pos, player, house))


def choose_card(pos: Position, frame: Frame) -> Ask | None:
    """One card from hand, or leave the action (`tegot/plot-action#1`, `tegot/hero-card#1`)."""
    if "card" in frame.data:
        return None
    player = frame.text("player")

    def useless(number: int) -> list[Check]:
        can = number not in board.hand(pos, player) or any(usable(pos, frame, house) for house in shields(pos, number))
        return [Check("shields", "tegot/plot-action#1", "a shield of the card can be used and paid for", can)]

    held = [n for n in board.hand(pos, player) if any(usable(pos, frame, house) for house in shields(pos, n))]
    says = "a card to plot with"
    ask = PlotCard(player, "tegot/plot-action#1", says, frame, "card", held, verb="plot", reject=useless)
    ask.whose = whose(frame) or event_rule(pos, frame)
    if held:
        return ask
    pos.skip(ask)
    pos.go(frame, "finish")
    return None


def unused(pos: Position, frame: Frame) -> list[str]:
    """The shields of the card that have not been used yet, the cheapest first; their order is the player's
    (`tegot/plot-action#2`).
    """
    cards, player = frame.numbers("card"), frame.text("player")
    found = [house for house in (shields(pos, cards[0]) if cards else []) if house not in frame.names("used")]
    return sorted(found, key=lambda house: cost(pos, player, house))


def use_shields(pos: Position, frame: Frame) -> Ask | None:
    """Each shield once, or not at all, in any order, paying for each (`tegot/plot-action#1`, `#2`)."""
    left = unused(pos, frame)
    if not frame.numbers("card") or frame.data.get("enough"):
        return None
    form = _form(pos, frame, left)
    if any(usable(pos, frame, house) for house in left):
        return form
    pos.skip(form)
    return None


def _form(pos: Position, frame: Frame, left: list[str]) -> Action:
    player = frame.text("player")

    def meant(move: Move) -> str:
        """The shield named, or else the cheapest that can move the token."""
        able = [house for house in left if move.subject in tokens(pos, player, house)]
        return move.words[0] if move.words else next(iter(able or left), "")

    def judge(move: Move) -> list[Check]:
        return _judge(pos, frame, left, move.subject, meant(move))

    def offers() -> Iterator[Move]:
        for house in left:
            seen = set()
            for number in tokens(pos, player, house) if usable(pos, frame, house) else ():
                key = (pos.entity(number).card, pos.entity(number).zone)
                if key not in seen:
                    seen.add(key)
                    yield Move("take", number, words=(house,))

    def does(move: Move) -> None:
        """The shield is paid for, to nobody (`tegot/plot-rival#2`)."""
        house = meant(move)
        if not frame.data.get("free"):
            pos.emit(Counted(player, "gold", -cost(pos, player, house)))
        pos.patch(frame, {"used": [*frame.names("used"), house]})
        _move_token(pos, frame, move.subject, cost(pos, player, house))

    def declines() -> None:
        pos.patch(frame, {"enough": True})

    says = f"a token for a shield: {', '.join(left) or 'none is left'}"
    return Action(frame, "take", "tegot/plot-action#2", says, judge, offers, does, declines)


def _judge(pos: Position, frame: Frame, left: list[str], number: int, house: str) -> list[Check]:
    """Why a shield may or may not move a token."""
    player = frame.text("player")
    found = [Check("shield", "tegot/plot-action#1", "the card has this shield, not used yet", house in left)]
    if house not in left:
        return found
    kind = cost(pos, player, house)
    rule = EMPTY if kind == NEUTRAL and not board.on_mat(pos, house) else _RULES[kind]
    paid = bool(frame.data.get("free")) or kind <= board.gold(pos, player)
    return [
        *found,
        Check("gold", _RULES[kind], f"the shield of {house} costs {kind} gold, which can be paid", paid),
        Check("token", rule, f"the shield of {house} can move this token", number in tokens(pos, player, house)),
    ]


def _move_token(pos: Position, frame: Frame, number: int, kind: int) -> None:
    """Into the own pool; with an empty mat, one goes back from somebody's pool instead.

    Keeps `tegot/plot-nonplayer#2`, `tegot/plot-nonplayer#3`.
    """
    player = frame.text("player")
    back = kind == NEUTRAL and pos.entity(number).zone.endswith(".pool")
    if kind == RIVAL and frame.data.get("repay"):
        pos.patch(frame, {"repaying": frame.number("repaying") + 1, "stolen": [*frame.numbers("stolen"), number]})
    part = Occurrence("returned", number) if back else Occurrence("took", number, player)
    pos.open("moment", None, (part,))


def repay(pos: Position, frame: Frame) -> Ask | None:
    """Edmure Tully: another token back to its house for each one stolen (`tegot/edmure-tully#2`)."""
    if not frame.number("repaying"):
        return None
    player = frame.text("player")
    if frame.numbers("repaid"):
        number = frame.numbers("repaid")[0]
        pos.patch(frame, {"repaid": None, "repaying": frame.number("repaying") - 1})
        pos.open("moment", None, (Occurrence("returned", number),))
        return None
    found = [number for number in board.pool(pos, player) if number not in frame.numbers("stolen")]
    if not found:
        return None
    return Choose(player, "tegot/edmure-tully#2", "another token to return", frame, "repaid", found, verb="return")


def finish(pos: Position, frame: Frame) -> Ask | None:
    """The card is discarded; a hero's stays in the play area; Olenna's comes back to hand (`tegot/plot-action#3`)."""
    if frame.numbers("card"):
        pos.skip(
            too_late(frame.text("player"), "plot", "tegot/plot-action#1", "no card has been played for this plot yet")
        )
    for number in frame.numbers("card"):
        if not frame.data.get("keep"):
            pos.emit(Moved(number, resting_place(pos, number)))
    return None


def possible(pos: Position, frame: Frame) -> bool:
    """Whether any card in hand has a shield that could be used."""
    held = board.hand(pos, frame.text("player"))
    return any(usable(pos, frame, house) for number in held for house in shields(pos, number))
