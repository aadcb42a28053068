"""What the winner of a region claims: a location, the Herald reward, then the location's reward (`okc/summer-2e#1`)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Move, Occurrence
from ledger.table import Frame
from rules.asking import Ask, Check, Say
from rules.moments import begin
from rules.packs.okc import holdings, reading
from rules.position import Position
from rules.timing import Slot
from rules.uses import Use

SLOT = Slot("reward", "okc/location-rewards#2", "the location's reward", ("reward",))


def choose_location(pos: Position, frame: Frame) -> Ask | None:
    """The winner chooses one of the region's two locations (`okc/choosing-location#1`)."""
    winner = frame.text("winner")
    if not winner:
        pos.go(frame, "resolved")
        return None
    if "location" not in frame.data:
        pair = reading.REGIONS[frame.text("region")]
        return Say(
            winner, "okc/choosing-location#1", "which location's rewards are claimed", frame, "location", pair, verb="claim"
        )
    pos.open_next(frame, "claim", {"player": winner, "location": frame.text("location"), "herald": True})
    return None


class NothingToClaim(Ask):
    """Nobody is asked for a location where nobody won, or once the winner has claimed one: who claims one all the same is told why not."""

    def __init__(self, winner: str) -> None:
        super().__init__("", "claim", "okc/summer-2e#2" if winner else "okc/tied-region#2", "no location is claimed any more")
        self.winner = winner

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if not self.winner:
            return [Check("won", "okc/tied-region#2", "somebody won this region", False)]
        if player != self.winner:
            return [Check("won", "okc/summer-2e#2", f"{player} won the last clash of this region", False)]
        return [Check("one", "okc/choosing-location#1", f"{player} has not claimed a location of this region", False)]

    def moves(self, pos: Position) -> Iterator[Move]:
        return iter(())


def begin_claim(pos: Position, frame: Frame) -> Ask | None:
    """A claim offered by an ability names its location in `to`; without a won clash there is no Herald reward."""
    if "location" not in frame.data:
        pos.patch(frame, {"location": frame.text("to")})
    herald = bool(frame.data.get("herald")) and holdings.herald_at(pos, frame.text("player"), frame.text("location"))
    pos.patch(frame, {"herald": herald or None})
    if not herald:
        pos.go(frame, "influence")
    return None


def herald(pos: Position, frame: Frame) -> Ask | None:
    """With one's Herald on the chosen location: 1 influence (`okc/herald-reward#1`)."""
    player = frame.text("player")
    pos.open_next(frame, "moment", None, (Occurrence("gained", player=player, note="influence", to="herald"),))
    return None


def steal(pos: Position, frame: Frame) -> Ask | None:
    """Then 1 from each opponent whose Herald stands there too, where there is any (`okc/herald-reward#2`)."""
    player, location = frame.text("player"), frame.text("location")
    rivals = [other for other in pos.opponents(player) if holdings.herald_at(pos, other, location)]
    if rivals:
        parts = tuple(Occurrence("stolen", player=player, to=rival, note="influence") for rival in rivals)
        pos.open_next(frame, "moment", None, parts)
    return None


def influence(pos: Position, frame: Frame) -> Ask | None:
    """The influence printed with the location is mandatory; markers ignore it (`okc/location-rewards#1`, `okc/four-markers#2`)."""
    player, location = frame.text("player"), frame.text("location")
    amount = pos.card(reading.location_entity(pos, location)).number("influence")
    parts = [Occurrence("claimed", reading.location_entity(pos, location), player, to=location)]
    if amount and not frame.data.get("markers"):
        parts.append(Occurrence("gained", player=player, amount=amount, note="influence", to=location))
    pos.open_next(frame, "moment", None, tuple(parts))
    return None


def reward(pos: Position, frame: Frame) -> Ask | None:
    """The rest of the reward is its text, which may be used or skipped (`okc/location-rewards#2`)."""
    number = reading.location_entity(pos, frame.text("location"))
    abilities = [ability for ability in pos.card(number).abilities if ability.kind == "reward"]
    done = frame.number("abilities")
    if done < len(abilities):
        pos.patch(frame, {"abilities": done + 1})
        begin(pos, Use(pos, frame.text("player"), number, abilities[done], SLOT, frame, -1))
    return None
