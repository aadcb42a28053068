"""Plot: each shield on a card moves a token from a non-player house's mat, or from a rival's ally pool.

A shield of a non-player house whose mat is empty sends one of its tokens back from somebody's ally pool.
"""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Move, Moved, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose
from rules.kernel.names import listed, whereabouts
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters.windows import CardChoice, OfferedAction, closed_window, played_already
from rules.packs.tegot.rulebook import event_rule, whose
from rules.packs.tegot.worldmap import HOUSES
from rules.packs.tegot.zones import resting_place

_NEUTRAL, _OWN, _RIVAL = 1, 2, 3
"""The cost of a shield, which also names its kind: non-player house, the player's own or an absent house, a rival's."""
_RULES = {_NEUTRAL: "tegot/plot-nonplayer#1", _OWN: "tegot/plot-own#1", _RIVAL: "tegot/plot-rival#1"}
_SOURCES = {
    _NEUTRAL: "on the mat of that house or in an ally pool",
    _OWN: "on the mat of a non-player house",
    _RIVAL: "in the ally pool of that rival",
}
"""Where the token lies that a shield of each kind moves."""
_EMPTY_MAT_RULE = "tegot/plot-nonplayer#2"


def choose_card(pos: Position, frame: Frame) -> Ask | None:
    """Ask for one card from hand, or none (`tegot/plot-action#1`, `tegot/hero-card#1`).

    Where no card in hand has a usable shield, the action is over, unless nobody has said what the player holds.
    """
    if "card" in frame.data:
        return None
    player = frame.text("player")

    def useless(number: int) -> list[Check]:
        if number not in board.hand(pos, player):
            return played_already(pos, player, number)
        return _why_useless(pos, frame, number)

    held = [number for number in board.hand(pos, player) if _has_usable_shield(pos, frame, number)]
    says = "a card to plot with"
    ask = CardChoice(player, "tegot/plot-action#1", says, frame, "card", held, verb="plot", reject=useless)
    ask.whose = whose(frame) or event_rule(pos, frame)
    if held or board.may_hold_more(pos, player):
        return ask
    pos.skip(ask)
    pos.go(frame, "finish")
    return None


def use_shields(pos: Position, frame: Frame) -> Ask | None:
    """Ask for a token for each shield of the card, in any order, until the player declines or no shield can be used.

    Each shield is used once and paid for (`tegot/plot-action#1`, `#2`).
    """
    left = _unused_shields(pos, frame)
    if not frame.numbers("card") or frame.data.get("enough"):
        return None
    form = _shield_form(pos, frame, left)
    if any(_is_usable(pos, frame, house) for house in left):
        return form
    pos.skip(form)
    return None


def repay(pos: Position, frame: Frame) -> Ask | None:
    """Ask for another token to return to its house for each one stolen by Edmure Tully (`tegot/edmure-tully#2`).

    It ends early when the ally pool holds only stolen tokens.
    """
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
    """Put the card away as `resting_place` says; a plot card is discarded (`tegot/plot-action#3`).

    The event card of Olenna leaves it in hand.
    """
    if frame.numbers("card"):
        says = "one card is played for a plot"
        pos.skip(closed_window(frame.text("player"), "plot", "tegot/plot-action#1", says, "one has been played"))
    for number in frame.numbers("card"):
        if not frame.data.get("keep"):
            pos.emit(Moved(number, resting_place(pos, number)))
    return None


def possible(pos: Position, frame: Frame) -> bool:
    """Whether any card in the player's hand has a shield that the player can pay for and that can move a token."""
    return any(_has_usable_shield(pos, frame, number) for number in board.hand(pos, frame.text("player")))


def _shields(pos: Position, number: int) -> list[str]:
    """Return the houses shown in the upper right corner of a card (`tegot/shield-icon#1`)."""
    return [str(house) for house in pos.card(number).facts.get("shields", ())]


def _unused_shields(pos: Position, frame: Frame) -> list[str]:
    """Return the shields of the card that have not been used yet, the cheapest first.

    The player may use them in any order (`tegot/plot-action#2`).
    """
    cards, player = frame.numbers("card"), frame.text("player")
    found = [house for house in (_shields(pos, cards[0]) if cards else []) if house not in frame.names("used")]
    return sorted(found, key=lambda house: _cost(pos, player, house))


def _cost(pos: Position, player: str, house: str) -> int:
    """Return a shield's cost: 1 for a non-player house, 2 for the player's own or an absent one, 3 for a rival's."""
    if house in board.neutral_houses(pos):
        return _NEUTRAL
    rival = board.player_of(pos, house)
    return _RIVAL if rival and rival != player else _OWN


def _tokens(pos: Position, player: str, house: str) -> list[int]:
    """Return the tokens that a shield of this house can move."""
    kind = _cost(pos, player, house)
    if kind == _RIVAL:
        return board.pool(pos, board.player_of(pos, house))
    if kind == _OWN:
        return [number for neutral in board.neutral_houses(pos) for number in board.on_mat(pos, neutral)]
    there = board.on_mat(pos, house)
    return there or [number for who in pos.order() for number in board.pool(pos, who, house)]


def _sends_back(pos: Position, player: str, house: str) -> bool:
    """Whether a shield of this house returns a token from an ally pool, for none is on the mat of the house."""
    return _cost(pos, player, house) == _NEUTRAL and not board.on_mat(pos, house)


def _is_usable(pos: Position, frame: Frame, house: str) -> bool:
    """Whether a shield of this house could move a token and the player can pay for it."""
    player = frame.text("player")
    price = 0 if frame.data.get("free") else _cost(pos, player, house)
    return price <= board.may_pay(pos, player) and bool(_tokens(pos, player, house))


def _has_usable_shield(pos: Position, frame: Frame, number: int) -> bool:
    return any(_is_usable(pos, frame, house) for house in _shields(pos, number))


def _why_useless(pos: Position, frame: Frame, number: int) -> list[Check]:
    """Return why no shield of a card can be used: one failed condition for each shield; nothing if one can be used.

    A shield is too dear, or there is no token that it can move.
    """
    if _has_usable_shield(pos, frame, number):
        return []
    player, name, found = frame.text("player"), pos.pack.name(pos, number), []
    for house in _shields(pos, number):
        kind, gold = _cost(pos, player, house), board.may_pay(pos, player)
        shield = f"the shield of House {house.title()} on {name}"
        if kind > gold and not frame.data.get("free"):
            saw = board.gold_told(pos, player)
            found.append(Check("gold", _RULES[kind], f"{shield} costs {kind} gold", False, saw))
        else:
            found.append(
                Check("token", _RULES[kind], f"{shield} needs a token {_SOURCES[kind]}", False, "there is none")
            )
    if not found:
        needed = "a card is plotted with for a shield on it"
        found.append(Check("shields", "tegot/plot-action#1", needed, False, f"{name} shows none"))
    return found


def _shield_form(pos: Position, frame: Frame, left: list[str]) -> OfferedAction:
    """Return the question which token one of the shields `left` moves."""
    player = frame.text("player")
    emptied = [house for house in left if _sends_back(pos, player, house)]

    def token_named(move: Move) -> int:
        """Return the token that a move names: `return` takes one as what it picks."""
        return next(iter(move.picks), 0) if move.verb == "return" else move.subject

    def shield_meant(move: Move) -> str:
        """Return the shield a move names, or else the cheapest that can move its token."""
        able = [house for house in left if token_named(move) in _tokens(pos, player, house)]
        if move.verb == "return":
            return next((house for house in able if house in emptied), emptied[0])
        return move.words[0] if move.words else next(iter(able or left), "")

    def judge(move: Move) -> list[Check]:
        one = Check("token", _EMPTY_MAT_RULE, "a shield moves one token", len(move.picks) < 2, "more are named")
        return [*_judge_token(pos, frame, left, token_named(move), shield_meant(move)), one]

    def offers() -> Iterator[Move]:
        for house in left:
            seen = set()
            for number in _tokens(pos, player, house) if _is_usable(pos, frame, house) else ():
                key = (pos.entity(number).card, pos.entity(number).zone)
                if key not in seen:
                    seen.add(key)
                    yield Move("take", number, words=(house,))

    def does(move: Move) -> None:
        """Pay for the shield, to nobody (`tegot/plot-rival#2`), and move the token."""
        house = shield_meant(move)
        if not frame.data.get("free"):
            board.pay(pos, player, _cost(pos, player, house))
        pos.patch(frame, {"used": [*frame.names("used"), house]})
        _move_token(pos, frame, token_named(move), _cost(pos, player, house))

    def declines() -> None:
        pos.patch(frame, {"enough": True})

    def meant(move: Move) -> bool:
        number = token_named(move)
        token = number in pos.table.entities and pos.card(number).type == "token"
        return token and shield_meant(move) in HOUSES

    says = f"a token for a shield: {', '.join(name.title() for name in left) or 'none is left'}"
    verbs = "take return" if emptied else "take"
    return OfferedAction(frame, verbs, "tegot/plot-action#2", says, judge, offers, does, declines, meant=meant)


def _judge_token(pos: Position, frame: Frame, left: list[str], number: int, house: str) -> list[Check]:
    """Return the conditions for a shield of this house to move a token."""
    player = frame.text("player")
    free = f"these are left: {listed([name.title() for name in left])}" if left else "none is left"
    needed = f"a shield of House {house.title()} must be unused on the card" if house else "a shield must be unused"
    found = [Check("shield", "tegot/plot-action#1", needed, house in left, free)]
    if house not in left:
        return found
    kind = _cost(pos, player, house)
    rule = _EMPTY_MAT_RULE if _sends_back(pos, player, house) else _RULES[kind]
    paid = bool(frame.data.get("free")) or kind <= board.may_pay(pos, player)
    shield = f"the shield of House {house.title()}"
    there = number in _tokens(pos, player, house)
    saw = "" if there or number not in pos.table.entities else whereabouts(pos, number)
    source = _SOURCES[kind]
    if kind == _NEUTRAL:
        source = "in an ally pool, as none is on its mat" if rule == _EMPTY_MAT_RULE else "on its mat"
        source = f"of House {house.title()} {source}"
    return [
        *found,
        Check("gold", _RULES[kind], f"{shield} costs {kind} gold", paid, board.gold_told(pos, player)),
        Check("token", rule, f"{shield} moves a token {source}", there, saw or "no token is named"),
    ]


def _move_token(pos: Position, frame: Frame, number: int, kind: int) -> None:
    """Open the moment in which a token goes to the player's pool.

    If the mat of a non-player house is empty, a token goes back from somebody's pool instead. Tokens taken from a rival
    are counted if the event demands that they be repaid.
    Keeps `tegot/plot-nonplayer#2`, `tegot/plot-nonplayer#3`.
    """
    player = frame.text("player")
    back = kind == _NEUTRAL and pos.entity(number).zone.endswith(".pool")
    if kind == _RIVAL and frame.data.get("repay"):
        pos.patch(frame, {"repaying": frame.number("repaying") + 1, "stolen": [*frame.numbers("stolen"), number]})
    part = Occurrence("returned", number) if back else Occurrence("took", number, player)
    pos.open("moment", None, (part,))
