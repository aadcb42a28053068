"""The resolution of a battle: who wins and scores, the unit that losing costs, the retreat, and the cards put away."""

from __future__ import annotations

from ledger.events import Moved, Occurrence
from ledger.table import Frame
from rules.asking import Ask, Check, Choose
from rules.packs.tegot import reading, retreating
from rules.packs.tegot.heroes import put_away
from rules.packs.tegot.strength import zone_of
from rules.position import Position


def count(pos: Position, frame: Frame) -> Ask | None:
    """The greater total wins, the defender wins a tie (`tegot/battle-resolution#1`, `tegot/battle-resolution#2`)."""
    won = frame.number("attack") > frame.number("defence")
    winner, loser = ("attacker", "defender") if won else ("defender", "attacker")
    pos.patch(frame, {"winner": frame.text(winner), "loser": frame.text(loser)})
    return None


def resolve(pos: Position, frame: Frame) -> Ask | None:
    """A player who wins scores 1 point, in attack as in defence (`tegot/battle-resolution#3`)."""
    winner = frame.text("winner")
    event = reading.event_frame(pos, frame)
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
    units = [number for number in reading.sided(pos, domain, loser) if not reading.last(pos, number)]
    neutral = reading.neutral_houses(pos)
    allied = [n for n in units if reading.faction(pos, n) in neutral and not reading.is_hero(pos, n)]
    return allied or units


def _spared(pos: Position, loser: str, domain: str, number: int) -> list[Check]:
    """Why a unit of the losing side is not the one to be lost."""
    there = number in reading.sided(pos, domain, loser)
    allied = number in casualties(pos, loser, domain) or reading.last(pos, number)
    return [
        Check("there", "tegot/battle-resolution#5", "it is a unit of the losing side in this domain", there),
        Check("last unit", "tegot/last-unit#1", "it is not the last of its house", not there or not reading.last(pos, number)),
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
    allied = reading.faction(pos, number) in reading.neutral_houses(pos) and not reading.is_hero(pos, number)
    if allied and winner in pos.table.seats:
        return Occurrence("took", number, winner)
    return Occurrence("returned", number, loser if loser in pos.table.seats else "")


def losers_retreat(pos: Position, frame: Frame) -> Ask | None:
    """After that loss everything left of the losing side retreats (`tegot/battle-resolution#6`)."""
    loser, domain = frame.text("loser"), frame.text("domain")
    units = reading.sided(pos, domain, loser)
    if units and not frame.data.get("routed"):
        pos.patch(frame, {"routed": True})
        retreating.open_retreat(pos, loser, domain, units, frame.text("attacker"))
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
