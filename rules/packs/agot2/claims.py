"""Claim: what losing a challenge as the defender costs (`agot2/4.2.4`)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ledger.events import Move, Occurrence
from ledger.table import Frame
from rules.asking import Ask, Check, Choose
from rules.chance import Chance
from rules.packs.agot2 import reading
from rules.packs.agot2.titles import claim_opponents
from rules.position import Position
from rules.values import value


def claim(pos: Position, frame: Frame) -> Ask | None:
    """If the attacking player won, the claim of the challenge's kind is applied (`agot2/4.2.4#1`), otherwise none (`agot2/4.2.4#2`).

    It is scaled by the claim value of the attacker's plot as modified (`agot2/4.2.4#3`, `agot2/claim#2`). What it does comes
    from no card: it is a framework effect (`agot2/framework-effects#2`).
    """
    if frame.data.get("winner") != frame.data["attacker"] or not frame.data.get("winner"):
        pos.skip(NobodyChosen("agot2/4.2.4#2", "the attacking player won"))
        return None
    attacker = frame.text("attacker")
    amount = value(pos, attacker, f"claim_{frame.text('type')}", reading.plot_value(pos, attacker, "claim"))
    return _CLAIMS[frame.text("type")](pos, frame, amount)


class Killed(Choose):
    """Who is killed for claim: each only once (`agot2/military-claim#5`)."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        return [msgspec.structs.replace(c, rule="agot2/military-claim#5") if c.name == "distinct" else c for c in found]


def _military(pos: Position, frame: Frame, amount: int) -> Ask | None:
    """The loser chooses different characters (`agot2/military-claim#5`, `agot2/claim#3`), participating or not (`agot2/military-claim#2`).

    As many as possible (`agot2/military-claim#4`), killed at once (`agot2/military-claim#3`, `agot2/kill#1`); they are chosen
    once, so that a saved one still counts (`agot2/military-claim#6`).
    """
    player = frame.text("defender")
    people = reading.characters(pos, player)
    if "claimed" not in frame.data:
        says = f"choose {amount} to be killed for claim"
        ask = Killed(player, "agot2/military-claim#1", says, frame, "claimed", people, amount, amount, verb="claim")
        if len(people) > amount > 0:
            return ask
        pos.skip(ask)
        if not people or not amount:
            return None
        pos.remember(frame, "claimed", list(people))
    chosen = frame.numbers("claimed")
    parts = tuple(Occurrence("killed", number, player) for number in chosen)
    pos.open_next(frame, "moment", {"claim": True}, parts)
    return None


def _intrigue(pos: Position, frame: Frame, amount: int) -> Ask | None:
    """Random cards from the loser's hand, as many as possible (`agot2/intrigue-claim#2`); the Master of Whispers may include
    other opponents."""
    if not amount:
        return None
    ask = claim_opponents(pos, frame)
    if ask is not None:
        return ask
    players = [frame.text("defender"), *frame.names("claim also")]
    for player in players:
        slot = f"random {player}"
        hand = pos.zone(player, "hand")
        if slot in frame.data:
            continue
        if len(hand) > amount:
            return Chance(
                "agot2/intrigue-claim#1", f"{amount} at random from {player}'s hand", frame, slot, f"claim {player}", hand, amount
            )
        pos.remember(frame, slot, list(hand))
    parts = tuple(Occurrence("discarded", number, player) for player in players for number in frame.numbers(f"random {player}"))
    if parts:
        pos.open_next(frame, "moment", {"claim": True}, parts)
    return None


def _power(pos: Position, frame: Frame, amount: int) -> Ask | None:
    """Power moves from the loser's faction card to the winner's (`agot2/power-claim#1`), as much as there is
    (`agot2/power-claim#2`)."""
    loser, winner = frame.text("defender"), frame.text("attacker")
    source = reading.faction_card(pos, loser)
    if amount and pos.table.count(source, "power"):
        part = Occurrence("moved", source, loser, amount, other=reading.faction_card(pos, winner), note="power")
        pos.open_next(frame, "moment", {"claim": True}, (part,))
    return None


_CLAIMS = {"military": _military, "intrigue": _intrigue, "power": _power}


class NobodyChosen(Ask):
    """Nobody is asked who dies where claim kills nobody, or nobody else: who was chosen counts, saved or not."""

    def __init__(self, rule: str, unmet: str) -> None:
        super().__init__("", "claim", rule, "nobody is chosen for claim")
        self.unmet = unmet

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        return [Check("decider", self.rule, self.unmet, False)]

    def moves(self, pos: Position) -> Iterator[Move]:
        return iter(())


def satisfied(frame: Frame) -> NobodyChosen | None:
    """Why nobody is chosen once the claim of a challenge has been applied."""
    if frame.text("type") != "military" and frame.data.get("winner") == frame.data["attacker"]:
        return NobodyChosen("agot2/claim#3", "the challenge is military")
    chosen = NobodyChosen("agot2/military-claim#6", "somebody is still to be chosen for the claim")
    return chosen if frame.data.get("claimed") else None
