"""Battle up to its count of strength: how it starts, the cards of both sides, and the icons among them."""

from __future__ import annotations

from ledger.events import Counted, Move, Moved, Occurrence
from ledger.table import Frame
from rules.asking import Ask, Check
from rules.forms import ChooseOrPass
from rules.packs.tegot import holdings, reading, retreating
from rules.packs.tegot.offered import BattleCard, Closed
from rules.packs.tegot.strength import NEUTRAL, attackers, defenders, icons, zone_of
from rules.position import Position

PAID = "the defender has the gold shown on the card to pay for it"


def over(pos: Position, frame: Frame) -> bool:
    """Whether a side has left, so that there is nothing to fight about."""
    return not attackers(pos, frame) or not defenders(pos, frame)


def begin(pos: Position, frame: Frame) -> Ask | None:
    """Vengeance scores for starting a battle; an event may steal first.

    Keeps `tegot/vengeance#3`, `tegot/aeron-greyjoy#2`, `tegot/vengeance#4`, `tegot/vengeance#5`, `tegot/gold#2`.
    """
    attacker, defender = frame.text("attacker"), frame.text("defender")
    event = reading.event_frame(pos, frame)
    if event is not None:
        pos.patch(event, {"fought": True, "won": None, "domain": frame.text("domain"), "enemy": defender})
    parts = []
    tokens = len(pos.zone(attacker, "vengeance"))
    if tokens:
        parts.append(Occurrence("scored", player=attacker, amount=tokens, note="vengeance"))
    stolen = min(frame.number("steal"), holdings.gold(pos, defender)) if defender in pos.table.seats else 0
    if stolen:
        parts += [Occurrence("lost", player=defender, amount=stolen), Occurrence("gained", player=attacker, amount=stolen)]
    if parts:
        pos.open_next(frame, "moment", None, tuple(parts))
    return None


def attacker_card(pos: Position, frame: Frame) -> Ask | None:
    """The attacker may play a card face down, free of charge; some events allow two.

    Keeps `tegot/battle-1#1`, `tegot/battle-1#2`, `tegot/initiator#2`, `tegot/hero-card#1`.
    """
    player = frame.text("attacker")
    if "attack cards" not in frame.data and not over(pos, frame):
        most = 1 + frame.number("second")
        says = f"a card face down for the attack on {frame.text('domain')}"
        held = holdings.hand(pos, player)
        ask = BattleCard(player, "tegot/battle-1#1", says, frame, "attack cards", held, 1, most, verb="fight")
        if held:
            return ask
        pos.skip(ask)
    _lay(pos, player, frame.numbers("attack cards"))
    return None


def defender_card(pos: Position, frame: Frame) -> Ask | None:
    """The defender may then play one and pay for it; a house without a player turns up the top card.

    Keeps `tegot/battle-2#1`, `tegot/battle-2#2`, `tegot/battle-icon#2`, `tegot/secret-icon#2`.
    """
    player = frame.text("defender")
    if over(pos, frame):
        return None
    if player not in pos.table.seats:
        pos.open_next(frame, "draw", {"player": "", "left": 1, "to": NEUTRAL})
        return None
    if "defence cards" not in frame.data:
        return _defence(pos, frame, player)
    for number in frame.numbers("defence cards"):
        price = pos.card(number).number("cost")
        if price:
            pos.emit(Counted(player, "gold", -price))
    _lay(pos, player, frame.numbers("defence cards"))
    return None


def _defence(pos: Position, frame: Frame, player: str) -> Ask | None:
    held = holdings.hand(pos, player)
    gold = holdings.gold(pos, player)
    payable = [number for number in held if pos.card(number).number("cost") <= gold]

    def dear(number: int) -> list[Check]:
        paid = number not in held or number in payable
        return [Check("cost", "tegot/battle-2#1", PAID, paid)]

    says = f"a card face down for the defence of {frame.text('domain')}"
    if payable:
        return ChooseOrPass(player, "tegot/battle-2#1", says, frame, "defence cards", payable, 1, 1, verb="fight", reject=dear)
    pos.skip(
        ChooseOrPass(player, "tegot/battle-2#1", says, frame, "defence cards", held, 1, 1, lambda picks: False, PAID, "fight")
    )
    return None


def _lay(pos: Position, player: str, numbers: list[int]) -> None:
    for number in numbers:
        pos.emit(Moved(number, f"{player}.battle", face="down"))


def reveal(pos: Position, frame: Frame) -> Ask | None:
    """Both sides turn their cards up (`tegot/battle-3#5`)."""
    pos.skip(Fought(frame))
    for who in (frame.text("attacker"), frame.text("defender")):
        zone = zone_of(pos, who)
        for number in list(pos.table.zones[zone]):
            if not pos.entity(number).up:
                pos.emit(Moved(number, zone, face="up"))
    return None


class Fought(Closed):
    """No more cards are played for this battle, and none by anybody but its two sides (`tegot/initiator#1`)."""

    def __init__(self, frame: Frame) -> None:
        says = "the cards of this battle have not been turned up yet"
        super().__init__("", "fight", "tegot/battle-3#5", says, lambda move: [Check("window", self.rule, says, False)])
        self.sides = (frame.text("attacker"), frame.text("defender"))

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if move.verb == self.verb and player not in self.sides:
            return [Check("side", "tegot/initiator#1", f"{player} attacks or defends in this battle", False)]
        return super().checks(pos, player, move)


def secrets(pos: Position, frame: Frame) -> Ask | None:
    """A Secret draws another card, used as if it had been played; so may that one (`tegot/secret-icon#1`)."""
    if over(pos, frame):
        return None
    done = frame.numbers("secrets")
    for who in (frame.text("attacker"), frame.text("defender")):
        zone = zone_of(pos, who)
        for number in pos.table.zones[zone]:
            if "secret" in pos.card(number).icons and number not in done:
                pos.patch(frame, {"secrets": [*done, number]})
                pos.open("draw", {"player": "", "left": 1, "to": zone})
                return None
    return _dragonglass(pos, frame)


def _dragonglass(pos: Position, frame: Frame) -> Ask | None:
    """Stash of Dragonglass adds the deck's top card, and another one for a Retreat (`tegot/stash-of-dragonglass#1`, `#2`)."""
    if not frame.data.get("glass"):
        return None
    zone = zone_of(pos, frame.text("attacker"))
    cards = pos.table.zones[zone]
    if "glass at" not in frame.data:
        pos.patch(frame, {"glass at": len(cards)})
        pos.open("draw", {"player": "", "left": 1, "to": zone})
        return None
    at = frame.number("glass at")
    if at < len(cards) and "retreat" in pos.card(cards[at]).icons:
        pos.emit(Moved(cards[at], "discard"))
        pos.open("draw", {"player": "", "left": 1, "to": zone})
    return None


def icon_retreats(pos: Position, frame: Frame) -> Ask | None:
    """Retreat icons: the defender first, nobody wins, nothing is lost.

    Keeps `tegot/retreat-icon#1`, `tegot/retreat-icon#2`, `tegot/retreat-icon#3`.
    """
    for who, units in ((frame.text("defender"), defenders(pos, frame)), (frame.text("attacker"), attackers(pos, frame))):
        if icons(pos, who, "retreat") and who not in frame.names("retreated"):
            pos.patch(frame, {"retreated": [*frame.names("retreated"), who]})
            if units:
                both = who == frame.text("defender") and icons(pos, frame.text("attacker"), "retreat")
                first = "tegot/retreat-icon#3" if both else ""
                retreating.open_retreat(pos, who, frame.text("domain"), units, frame.text("attacker"), first)
                return None
            return icon_retreats(pos, frame)
    if frame.names("retreated") or over(pos, frame):
        pos.go(frame, "end")
    return None
