"""Battle up to its count of strength: how it starts, the cards of both sides, and the icons among them."""

from __future__ import annotations

from ledger.events import Counted, Move, Moved, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, ChooseOrPass
from rules.kernel.position import Position
from rules.kernel.timing import Run
from rules.packs.tegot import board
from rules.packs.tegot.chapters import retreat
from rules.packs.tegot.chapters.windows import BattleCardChoice, ClosedWindow
from rules.packs.tegot.zones import put_away

HERO, CASTLE, THRONE = 2, 1, 2
NEUTRAL = "neutral"
"""The zone for cards drawn for a house without a player."""

PARTS = (
    ("tokens", "tegot/battle-3#1", "3 Strength of power tokens"),
    ("heroes", "tegot/battle-3#2", "Strength of heroes"),
    ("castle", "tegot/battle-3#3", "The defender's castle"),
    ("throne", "tegot/battle-3#4", "The Iron Throne"),
    ("cards", "tegot/special-battle-actions#1", "Cards and companions"),
    ("conscripts", "tegot/conscripts-icon#1", "Conscripts"),
    ("grant", "tegot/battle-3#6", "What the event grants"),
)
"""What adds to strength, in the order it is counted."""


def attackers(pos: Position, frame: Frame) -> list[int]:
    """The initiator's units in the domain."""
    return board.units_in(pos, frame.text("domain"), frame.text("attacker"))


def defenders(pos: Position, frame: Frame) -> list[int]:
    """The defender's units in the domain."""
    return board.units_in(pos, frame.text("domain"), frame.text("defender"))


def zone_of(pos: Position, who: str) -> str:
    """Where a side's battle cards lie."""
    return f"{who}.battle" if who in pos.table.seats else NEUTRAL


def icons(pos: Position, who: str, icon: str) -> list[int]:
    """The cards of a side that show an icon."""
    return [number for number in pos.table.zones[zone_of(pos, who)] if icon in pos.card(number).icons]


def adding(part: str) -> Run:
    """A step that adds one part to both totals, so that the record shows where strength came from."""

    def run(pos: Position, frame: Frame) -> Ask | None:
        attack, defence = (strength(pos, frame, frame.text(who), part) for who in ("attacker", "defender"))
        if attack or defence:
            pos.patch(frame, {"attack": frame.number("attack") + attack, "defence": frame.number("defence") + defence})
        return None

    return run


def strength(pos: Position, frame: Frame, who: str, part: str) -> int:
    """What one part adds for one side.

    Keeps `tegot/battle-3#1`, `tegot/battle-3#2`, `tegot/battle-3#3`, `tegot/battle-3#4`, `tegot/battle-3#5`,
    `tegot/battle-3#6`, `tegot/hero#1`.
    """
    attacking = who == frame.text("attacker")
    domain = board.world(pos).domains[frame.text("domain")]
    units = attackers(pos, frame) if attacking else defenders(pos, frame)
    heroes = sum(board.is_hero(pos, number) for number in units)
    if part == "tokens":
        return len(units) - heroes
    if part == "heroes":
        return heroes * ((frame.number("champion") if attacking else 0) or HERO)
    if part == "castle":
        return CASTLE if domain.castle and not attacking else 0
    if part == "throne":
        return THRONE if domain.throne and not attacking else 0
    if part == "cards":
        return _cards(pos, who)
    if part == "conscripts":
        return len(icons(pos, who, "conscripts")) * _conscripts(pos, domain.borders, who)
    siege = frame.number("siege") if domain.castle or domain.throne else 0
    return frame.number("extra") + frame.number("strength") + siege if attacking else 0


def _cards(pos: Position, who: str) -> int:
    """Printed strength of the cards played, and 1 for a Loyal Companion (`tegot/loyal-companion#1`,
    `tegot/battle-icon#1`).
    """
    total = sum(pos.card(number).number("strength") for number in pos.table.zones[zone_of(pos, who)])
    kept = pos.zone(who, "kept") if who in pos.table.seats else []
    return total + sum(1 for number in kept if pos.card(number).facts.get("battle"))


def _conscripts(pos: Position, near: tuple[str, ...], who: str) -> int:
    """Friendly units next to the battle lend their strength and stay where they are.

    Keeps `tegot/conscripts-icon#1`, `tegot/conscripts-icon#2`.
    """
    return sum(HERO if board.is_hero(pos, n) else 1 for domain in near for n in board.units_in(pos, domain, who))


PAID = "the defender has the gold shown on the card to pay for it"


def over(pos: Position, frame: Frame) -> bool:
    """Whether a side has left, so that there is nothing to fight about."""
    return not attackers(pos, frame) or not defenders(pos, frame)


def begin(pos: Position, frame: Frame) -> Ask | None:
    """Vengeance scores for starting a battle; an event may steal first.

    Keeps `tegot/vengeance#3`, `tegot/aeron-greyjoy#2`, `tegot/vengeance#4`, `tegot/vengeance#5`, `tegot/gold#2`.
    """
    attacker, defender = frame.text("attacker"), frame.text("defender")
    event = board.event_frame(pos, frame)
    if event is not None:
        pos.patch(event, {"fought": True, "won": None, "domain": frame.text("domain"), "enemy": defender})
    parts = []
    tokens = len(pos.zone(attacker, "vengeance"))
    if tokens:
        parts.append(Occurrence("scored", player=attacker, amount=tokens, note="vengeance"))
    stolen = min(frame.number("steal"), board.gold(pos, defender)) if defender in pos.table.seats else 0
    if stolen:
        parts += [
            Occurrence("lost", player=defender, amount=stolen),
            Occurrence("gained", player=attacker, amount=stolen),
        ]
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
        held = board.hand(pos, player)
        ask = BattleCardChoice(player, "tegot/battle-1#1", says, frame, "attack cards", held, 1, most, verb="fight")
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
    held = board.hand(pos, player)
    gold = board.gold(pos, player)
    payable = [number for number in held if pos.card(number).number("cost") <= gold]

    def dear(number: int) -> list[Check]:
        paid = number not in held or number in payable
        return [Check("cost", "tegot/battle-2#1", PAID, paid)]

    says = f"a card face down for the defence of {frame.text('domain')}"
    if payable:
        return ChooseOrPass(
            player, "tegot/battle-2#1", says, frame, "defence cards", payable, 1, 1, verb="fight", reject=dear
        )
    pos.skip(
        ChooseOrPass(
            player, "tegot/battle-2#1", says, frame, "defence cards", held, 1, 1, lambda picks: False, PAID, "fight"
        )
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


class Fought(ClosedWindow):
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
    """Stash of Dragonglass adds the deck's top card, and another one for a Retreat (`tegot/stash-of-dragonglass#1`,
    `#2`).
    """
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
    for who, units in (
        (frame.text("defender"), defenders(pos, frame)),
        (frame.text("attacker"), attackers(pos, frame)),
    ):
        if icons(pos, who, "retreat") and who not in frame.names("retreated"):
            pos.patch(frame, {"retreated": [*frame.names("retreated"), who]})
            if units:
                both = who == frame.text("defender") and icons(pos, frame.text("attacker"), "retreat")
                first = "tegot/retreat-icon#3" if both else ""
                retreat.open_retreat(pos, who, frame.text("domain"), units, frame.text("attacker"), first)
                return None
            return icon_retreats(pos, frame)
    if frame.names("retreated") or over(pos, frame):
        pos.go(frame, "end")
    return None


def count(pos: Position, frame: Frame) -> Ask | None:
    """The greater total wins, the defender wins a tie (`tegot/battle-resolution#1`, `tegot/battle-resolution#2`)."""
    won = frame.number("attack") > frame.number("defence")
    winner, loser = ("attacker", "defender") if won else ("defender", "attacker")
    pos.patch(frame, {"winner": frame.text(winner), "loser": frame.text(loser)})
    return None


def resolve(pos: Position, frame: Frame) -> Ask | None:
    """A player who wins scores 1 point, in attack as in defence (`tegot/battle-resolution#3`)."""
    winner = frame.text("winner")
    event = board.event_frame(pos, frame)
    if event is not None and winner == frame.text("attacker"):
        pos.patch(event, {"won": True})
    part = Occurrence("won", player=winner if winner in pos.table.seats else "", to=frame.text("domain"), note=winner)
    pos.open_next(frame, "moment", None, (part,))
    return None


def lose_unit(pos: Position, frame: Frame) -> Ask | None:
    """The loser loses one unit: an allied token to the winner, else an own unit of its choice.

    Keeps `tegot/loss-of-player#1`, `tegot/loss-of-player#2`.
    """
    found = casualties(pos, frame.text("loser"), frame.text("domain"))
    if "lost unit" not in frame.data and found:
        if frame.text("loser") in pos.table.seats:
            ask = _which(pos, frame, found)
            if len({pos.entity(number).card for number in found}) > 1:
                return ask
            pos.skip(ask)
        pos.remember(frame, "lost unit", [found[0]])
    for number in frame.numbers("lost unit"):
        pos.open_next(frame, "moment", None, (_loss(pos, frame, number),))
    return None


def _which(pos: Position, frame: Frame, found: list[int]) -> Choose:
    loser, domain = frame.text("loser"), frame.text("domain")

    def spared(number: int) -> list[Check]:
        return _spared(pos, loser, domain, number)

    says = f"which unit is lost in {domain}"
    return Choose(loser, "tegot/loss-of-player#2", says, frame, "lost unit", found, verb="lose", reject=spared)


def casualties(pos: Position, loser: str, domain: str) -> list[int]:
    """What may be lost: allied tokens before anything else, and never the last unit of a house (`tegot/last-unit#1`)."""
    units = [number for number in board.units_in(pos, domain, loser) if not board.is_last_unit(pos, number)]
    neutral = board.neutral_houses(pos)
    allied = [n for n in units if board.faction(pos, n) in neutral and not board.is_hero(pos, n)]
    return allied or units


def _spared(pos: Position, loser: str, domain: str, number: int) -> list[Check]:
    """Why a unit of the losing side is not the one to be lost."""
    there = number in board.units_in(pos, domain, loser)
    allied = number in casualties(pos, loser, domain) or board.is_last_unit(pos, number)
    return [
        Check("there", "tegot/battle-resolution#5", "it is a unit of the losing side in this domain", there),
        Check(
            "last unit",
            "tegot/last-unit#1",
            "it is not the last of its house",
            not there or not board.is_last_unit(pos, number),
        ),
        Check(
            "allied first",
            "tegot/loss-of-player#1",
            "it is an allied token, or there is none to be lost first",
            not there or allied,
        ),
    ]


def _loss(pos: Position, frame: Frame, number: int) -> Occurrence:
    """A non-player house's token goes to the winner's pool, anything else to its mat.

    Keeps `tegot/loss-of-player#1`, `tegot/loss-of-player#3`, `tegot/loss-of-nonplayer#1`.
    """
    winner, loser = frame.text("winner"), frame.text("loser")
    allied = board.faction(pos, number) in board.neutral_houses(pos) and not board.is_hero(pos, number)
    if allied and winner in pos.table.seats:
        return Occurrence("took", number, winner)
    return Occurrence("returned", number, loser if loser in pos.table.seats else "")


def losers_retreat(pos: Position, frame: Frame) -> Ask | None:
    """After that loss everything left of the losing side retreats (`tegot/battle-resolution#6`)."""
    loser, domain = frame.text("loser"), frame.text("domain")
    units = board.units_in(pos, domain, loser)
    if units and not frame.data.get("routed"):
        pos.patch(frame, {"routed": True})
        retreat.open_retreat(pos, loser, domain, units, frame.text("attacker"))
    return None


def end(pos: Position, frame: Frame) -> Ask | None:
    """Battle cards are put away; a Loyal Companion leaves a player who lost (`tegot/loyal-companion#2`)."""
    for who in dict.fromkeys((frame.text("attacker"), frame.text("defender"))):
        put_away(pos, zone_of(pos, who))
    loser = frame.text("loser")
    if loser in pos.table.seats:
        for number in list(pos.zone(loser, "kept")):
            if pos.card(number).facts.get("battle"):
                pos.emit(Moved(number, "discard"))
    return None
