"""Battle: the cards of both sides, their icons, the count of strength, and what the loser loses.

The functions stand in the order of the battle's steps, each followed by its helpers.
"""

from __future__ import annotations

from ledger.events import Move, Moved, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Check
from rules.kernel.position import Position
from rules.kernel.timing import Run
from rules.packs.tegot import board
from rules.packs.tegot.chapters import retreat
from rules.packs.tegot.chapters.windows import (
    BattleCardChoice,
    ChooseUnit,
    ClosedWindow,
    another_card,
    no_side,
    played_already,
)
from rules.packs.tegot.zones import put_away

STRENGTH_PARTS = (
    ("tokens", "tegot/battle-3#1", "3 Strength of power tokens"),
    ("heroes", "tegot/battle-3#2", "Strength of heroes"),
    ("castle", "tegot/battle-3#3", "The defender's castle"),
    ("throne", "tegot/battle-3#4", "The Iron Throne"),
    ("cards", "tegot/special-battle-actions#1", "Cards and companions"),
    ("conscripts", "tegot/conscripts-icon#1", "Conscripts"),
    ("grant", "tegot/battle-3#6", "What the event grants"),
)
"""The parts of strength in the order they are counted, each with its clause and the label of its step."""
_HERO, _CASTLE, _THRONE = 2, 1, 2
"""The strength of a hero, of the defender's castle, and of the Iron Throne."""
_NEUTRAL_CARDS = "neutral"
"""The zone for battle cards of a house without a player."""
_PAYABLE = "the defender pays the gold shown on the card"


def begin(pos: Position, frame: Frame) -> Ask | None:
    """Start the battle: the attacker scores a point for each vengeance token, and an event card may steal gold.

    The frame of the event card that led to the battle keeps where and whom it is against.
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
    stolen = min(frame.number("steal"), board.may_pay(pos, defender)) if defender in pos.table.seats else 0
    if stolen:
        parts += [
            Occurrence("lost", player=defender, amount=stolen),
            Occurrence("gained", player=attacker, amount=stolen),
        ]
    if parts:
        pos.open_next(frame, "moment", None, tuple(parts))
    return None


def attacker_card(pos: Position, frame: Frame) -> Ask | None:
    """Ask the attacker for a card, or none, and lay it face down; it is free, and some event cards allow two.

    Nothing is asked if the hand is empty or a side has no unit left.
    Keeps `tegot/battle-1#1`, `tegot/battle-1#2`, `tegot/initiator#2`, `tegot/hero-card#1`.
    """
    player = frame.text("attacker")
    if "attack cards" not in frame.data and not _is_over(pos, frame):
        most = 1 + frame.number("second")
        says = f"a card face down for the attack on {board.domain_name(pos, frame.text('domain'))}"
        held = board.hand(pos, player)
        ask = BattleCardChoice(
            player,
            "tegot/battle-1#1",
            says,
            frame,
            "attack cards",
            held,
            1,
            most,
            verb="fight",
            reject=lambda number: played_already(pos, player, number),
        )
        if held:
            return ask
        pos.skip(ask)
    _lay_face_down(pos, player, frame.numbers("attack cards"))
    return None


def defender_card(pos: Position, frame: Frame) -> Ask | None:
    """Ask the defender for a card, or none, take its cost and lay it face down; for a house without a player, draw one.

    Nothing is asked if no card can be paid for or a side has no unit left. The card of a house without a player is face
    up.
    Keeps `tegot/battle-2#1`, `tegot/battle-2#2`, `tegot/battle-icon#2`, `tegot/secret-icon#2`.
    """
    player = frame.text("defender")
    if _is_over(pos, frame):
        return None
    if player not in pos.table.seats:
        pos.open_next(frame, "draw", {"player": "", "left": 1, "to": _NEUTRAL_CARDS})
        return None
    if "defence cards" not in frame.data:
        return _defender_choice(pos, frame, player)
    for number in frame.numbers("defence cards"):
        board.pay(pos, player, pos.card(number).number("cost"))
    _lay_face_down(pos, player, frame.numbers("defence cards"))
    return None


def _defender_choice(pos: Position, frame: Frame, player: str) -> Ask | None:
    """Return the defender's choice of a card; None, with the choice skipped, if no card in hand can be paid for."""
    held = board.hand(pos, player)
    gold = board.may_pay(pos, player)
    payable = [number for number in held if pos.card(number).number("cost") <= gold]

    def too_dear(number: int) -> list[Check]:
        paid = number not in held or number in payable
        saw = "" if paid else f"it costs {pos.card(number).number('cost')}, and {board.gold_told(pos, player)}"
        return [*played_already(pos, player, number), Check("cost", "tegot/battle-2#1", _PAYABLE, paid, saw)]

    says = f"a card face down for the defence of {board.domain_name(pos, frame.text('domain'))}"
    if payable:
        return BattleCardChoice(
            player, "tegot/battle-2#1", says, frame, "defence cards", payable, 1, 1, verb="fight", reject=too_dear
        )
    pos.skip(
        BattleCardChoice(
            player, "tegot/battle-2#1", says, frame, "defence cards", held, 1, 1, lambda picks: False, _PAYABLE, "fight"
        )
    )
    return None


def _lay_face_down(pos: Position, player: str, numbers: list[int]) -> None:
    for number in numbers:
        pos.emit(Moved(number, f"{player}.battle", face="down"))


def reveal(pos: Position, frame: Frame) -> Ask | None:
    """Turn the battle cards of both sides face up (`tegot/battle-3#5`)."""
    pos.skip(ClosedBattle(frame))
    for who in (frame.text("attacker"), frame.text("defender")):
        zone = _card_zone(pos, who)
        for number in list(pos.table.zones[zone]):
            if not pos.entity(number).up:
                pos.emit(Moved(number, zone, face="up"))
    return None


class ClosedBattle(ClosedWindow):
    """The closed window of a battle whose cards have been revealed: nobody plays another.

    A player who neither attacks nor defends could play none at all (`tegot/initiator#1`).
    """

    def __init__(self, frame: Frame) -> None:
        says, saw = "battle cards are played before they are turned up", "they have been turned up"
        fails = lambda move: [Check("window", self.rule, says, False, saw)]  # noqa: E731
        super().__init__("", "fight", "tegot/battle-3#5", says, fails, saw=saw)
        self.frame, self.sides = frame, (frame.text("attacker"), frame.text("defender"))

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if move.verb == self.verb and player not in self.sides:
            return [no_side(pos, self.frame, player)]
        another = another_card(pos, self.frame, player) if move.verb == self.verb else None
        if another is not None:
            return [another]
        return super().checks(pos, player, move)


def secrets(pos: Position, frame: Frame) -> Ask | None:
    """Draw another card for each Secret among the battle cards, drawn ones included (`tegot/secret-icon#1`).

    Each counts as if it had been played. Stash of Dragonglass adds its card after them.
    """
    if _is_over(pos, frame):
        return None
    done = frame.numbers("secrets")
    for who in (frame.text("attacker"), frame.text("defender")):
        zone = _card_zone(pos, who)
        for number in pos.table.zones[zone]:
            if "secret" in pos.card(number).icons and number not in done:
                pos.patch(frame, {"secrets": [*done, number]})
                pos.open("draw", {"player": "", "left": 1, "to": zone})
                return None
    return _dragonglass(pos, frame)


def _dragonglass(pos: Position, frame: Frame) -> Ask | None:
    """Draw the top card of the deck for Stash of Dragonglass; a Retreat is discarded and another card drawn.

    Keeps `tegot/stash-of-dragonglass#1`, `#2`.
    """
    if not frame.data.get("glass"):
        return None
    zone = _card_zone(pos, frame.text("attacker"))
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
    """Make each side that shows a Retreat icon retreat, the defender first; the battle then ends without a winner.

    It also ends without a winner if a side has no unit left.
    Keeps `tegot/retreat-icon#1`, `tegot/retreat-icon#2`, `tegot/retreat-icon#3`.
    """
    for who, units in (
        (frame.text("defender"), _defenders(pos, frame)),
        (frame.text("attacker"), _attackers(pos, frame)),
    ):
        if _cards_with(pos, who, "retreat") and who not in frame.names("retreated"):
            pos.patch(frame, {"retreated": [*frame.names("retreated"), who]})
            if units:
                both = who == frame.text("defender") and _cards_with(pos, frame.text("attacker"), "retreat")
                first = "tegot/retreat-icon#3" if both else ""
                retreat.open_retreat(pos, who, frame.text("domain"), units, frame.text("attacker"), first)
                return None
            return icon_retreats(pos, frame)
    if frame.names("retreated") or _is_over(pos, frame):
        pos.go(frame, "end")
    return None


def add_strength(part: str) -> Run:
    """Return a step that adds one part of strength to both totals, so that the record shows where it came from."""

    def run(pos: Position, frame: Frame) -> Ask | None:
        attack, defence = (_strength(pos, frame, frame.text(who), part) for who in ("attacker", "defender"))
        if attack or defence:
            pos.patch(frame, {"attack": frame.number("attack") + attack, "defence": frame.number("defence") + defence})
        return None

    return run


def _strength(pos: Position, frame: Frame, who: str, part: str) -> int:
    """Return what one of the `STRENGTH_PARTS` adds for one side.

    Keeps `tegot/battle-3#1`, `tegot/battle-3#2`, `tegot/battle-3#3`, `tegot/battle-3#4`, `tegot/battle-3#5`,
    `tegot/battle-3#6`, `tegot/hero#1`.
    """
    attacking = who == frame.text("attacker")
    domain = board.world(pos).domains[frame.text("domain")]
    units = _attackers(pos, frame) if attacking else _defenders(pos, frame)
    heroes = sum(board.is_hero(pos, number) for number in units)
    if part == "tokens":
        return len(units) - heroes
    if part == "heroes":
        return heroes * ((frame.number("champion") if attacking else 0) or _HERO)
    if part == "castle":
        return _CASTLE if domain.castle and not attacking else 0
    if part == "throne":
        return _THRONE if domain.throne and not attacking else 0
    if part == "cards":
        return _card_strength(pos, who)
    if part == "conscripts":
        return len(_cards_with(pos, who, "conscripts")) * _conscript_strength(pos, domain.borders, who)
    siege = frame.number("siege") if domain.castle or domain.throne else 0
    return frame.number("extra") + frame.number("strength") + siege if attacking else 0


def _card_strength(pos: Position, who: str) -> int:
    """Return the printed strength of a side's battle cards, and 1 for each Loyal Companion beside its mat.

    Keeps `tegot/loyal-companion#1`, `tegot/battle-icon#1`.
    """
    total = sum(pos.card(number).number("strength") for number in pos.table.zones[_card_zone(pos, who)])
    kept = pos.zone(who, "kept") if who in pos.table.seats else []
    return total + sum(1 for number in kept if pos.card(number).facts.get("battle"))


def _conscript_strength(pos: Position, near: tuple[str, ...], who: str) -> int:
    """Return the strength of a side's units in the domains next to the battle. They lend it and stay where they are.

    Keeps `tegot/conscripts-icon#1`, `tegot/conscripts-icon#2`.
    """
    return sum(_HERO if board.is_hero(pos, n) else 1 for domain in near for n in board.units_in(pos, domain, who))


def count(pos: Position, frame: Frame) -> Ask | None:
    """Keep who wins: the greater total, and the defender on a tie.

    Keeps `tegot/battle-resolution#1`, `tegot/battle-resolution#2`.
    """
    won = frame.number("attack") > frame.number("defence")
    winner, loser = ("attacker", "defender") if won else ("defender", "attacker")
    pos.patch(frame, {"winner": frame.text(winner), "loser": frame.text(loser)})
    return None


def resolve(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment of the victory: a player who wins scores 1 point, in attack as in defence.

    If the attacker wins, the frame of the event card that led to the battle keeps it.
    Keeps `tegot/battle-resolution#3`.
    """
    winner = frame.text("winner")
    event = board.event_frame(pos, frame)
    if event is not None and winner == frame.text("attacker"):
        pos.patch(event, {"won": True})
    part = Occurrence("won", player=winner if winner in pos.table.seats else "", to=frame.text("domain"), note=winner)
    pos.open_next(frame, "moment", None, (part,))
    return None


def lose_unit(pos: Position, frame: Frame) -> Ask | None:
    """Make the loser lose one unit: an allied token if there is one, else any unit.

    Where a player has a choice, the loss is opened as a frame of its own. The last unit of a house is never lost, so
    there may be no loss at all.
    Keeps `tegot/loss-of-player#1`.
    """
    found = _casualties(pos, frame.text("loser"), frame.text("domain"))
    if frame.text("loser") in pos.table.seats and found:
        if len(found) > 1:
            pos.open_next(frame, "loss", {name: frame.text(name) for name in ("winner", "loser", "domain")})
            return None
        pos.skip(_loss_choice(pos, frame, found))
    if found:
        pos.open_next(frame, "moment", None, (_loss(pos, frame, found[0]),))
    return None


def choose_loss(pos: Position, frame: Frame) -> Ask | None:
    """Ask the loser of a battle which unit is lost (`tegot/loss-of-player#2`).

    Units that are alike are asked about, too: the transcript of a game may name them.
    """
    if "lost unit" in frame.data:
        return None
    return _loss_choice(pos, frame, _casualties(pos, frame.text("loser"), frame.text("domain")))


def chosen_unit_goes(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the unit that the loser chose is lost."""
    pos.open_next(frame, "moment", None, (_loss(pos, frame, frame.numbers("lost unit")[0]),))
    return None


def _casualties(pos: Position, loser: str, domain: str) -> list[int]:
    """Return the units that may be lost: allied tokens if there are any, and never the last unit of a house.

    Keeps `tegot/last-unit#1`.
    """
    units = [number for number in board.units_in(pos, domain, loser) if not board.is_last_unit(pos, number)]
    neutral = board.neutral_houses(pos)
    allied = [n for n in units if board.faction(pos, n) in neutral and not board.is_hero(pos, n)]
    return allied or units


def _loss_choice(pos: Position, frame: Frame, found: list[int]) -> ChooseUnit:
    """Return the loser's choice of the unit to lose among those found."""
    loser, domain = frame.text("loser"), frame.text("domain")

    def spared(number: int) -> list[Check]:
        return _judge_loss(pos, loser, domain, number)

    says = f"which unit is lost in {board.domain_name(pos, domain)}"
    return LossChoice(loser, "tegot/loss-of-player#2", says, frame, "lost unit", found, verb="lose", reject=spared)


class LossChoice(ChooseUnit):
    """The loser's choice of the unit that is lost. A winner who names an own one is told why none of those is lost."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found, battle = super().checks(pos, player, move), pos.enclosing("battle")
        sides = {board.side(pos, board.faction(pos, n)) for n in move.picks if n in pos.table.entities}
        if move.verb != self.verb or battle is None or player != battle.text("winner") or sides != {player}:
            return found
        attack, defence, who = battle.number("attack"), battle.number("defence"), pos.player_name(player)
        rule, needed = "tegot/battle-resolution#4", "the winner of a battle loses no unit"
        saw = f"{who} has won with {max(attack, defence)} to {min(attack, defence)}"
        if attack == defence:
            rule, needed = (
                "tegot/battle-resolution#2",
                "the defender wins if both are equally strong, and loses no unit",
            )
            saw = f"it is {attack} to {defence}, and {who} is the defender"
        return [Check("decider", rule, needed, False, saw)]


def _judge_loss(pos: Position, loser: str, domain: str, number: int) -> list[Check]:
    """Return the conditions for a unit to be the one that is lost."""
    there = number in board.units_in(pos, domain, loser)
    last = board.is_last_unit(pos, number)
    allied = number in _casualties(pos, loser, domain) or last
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    needed = f"{board.side_name(pos, loser)} has lost, so the unit is one of {board.side_name(pos, loser)}'s in "
    needed += board.domain_name(pos, domain)
    free = not there or not last
    return [
        Check("there", "tegot/battle-resolution#5", needed, there, "" if there else f"{name} is not one of them"),
        Check("last unit", "tegot/last-unit#1", "the last unit of a house is not lost", free, f"{name} is the last"),
        Check(
            "allied first",
            "tegot/loss-of-player#1",
            "allied tokens are lost first",
            not there or allied,
            f"{name} is none, and there is one",
        ),
    ]


def _loss(pos: Position, frame: Frame, number: int) -> Occurrence:
    """Return the loss of a unit: a non-player house's token goes to a winning player's pool, others to their mats.

    Keeps `tegot/loss-of-player#1`, `tegot/loss-of-player#3`, `tegot/loss-of-nonplayer#1`.
    """
    winner, loser = frame.text("winner"), frame.text("loser")
    allied = board.faction(pos, number) in board.neutral_houses(pos) and not board.is_hero(pos, number)
    if allied and winner in pos.table.seats:
        return Occurrence("took", number, winner)
    return Occurrence("returned", number, loser if loser in pos.table.seats else "")


def losers_retreat(pos: Position, frame: Frame) -> Ask | None:
    """Open the retreat of every unit that the losing side has left in the domain (`tegot/battle-resolution#6`)."""
    loser, domain = frame.text("loser"), frame.text("domain")
    units = board.units_in(pos, domain, loser)
    if units and not frame.data.get("routed"):
        pos.patch(frame, {"routed": True})
        retreat.open_retreat(pos, loser, domain, units, frame.text("attacker"))
    return None


def end(pos: Position, frame: Frame) -> Ask | None:
    """Put the battle cards away; a Loyal Companion leaves a player who lost (`tegot/loyal-companion#2`)."""
    for who in dict.fromkeys((frame.text("attacker"), frame.text("defender"))):
        put_away(pos, _card_zone(pos, who))
    loser = frame.text("loser")
    if loser in pos.table.seats:
        for number in list(pos.zone(loser, "kept")):
            if pos.card(number).facts.get("battle"):
                pos.emit(Moved(number, "discard"))
    return None


def _attackers(pos: Position, frame: Frame) -> list[int]:
    """Return the attacker's units in the domain."""
    return board.units_in(pos, frame.text("domain"), frame.text("attacker"))


def _defenders(pos: Position, frame: Frame) -> list[int]:
    """Return the defender's units in the domain."""
    return board.units_in(pos, frame.text("domain"), frame.text("defender"))


def _is_over(pos: Position, frame: Frame) -> bool:
    """Whether a side has no unit left in the domain, so that there is nothing to fight for."""
    return not _attackers(pos, frame) or not _defenders(pos, frame)


def _card_zone(pos: Position, who: str) -> str:
    """Return the zone where a side's battle cards lie."""
    return f"{who}.battle" if who in pos.table.seats else _NEUTRAL_CARDS


def _cards_with(pos: Position, who: str, icon: str) -> list[int]:
    """Return a side's battle cards that show an icon."""
    return [number for number in pos.table.zones[_card_zone(pos, who)] if icon in pos.card(number).icons]
