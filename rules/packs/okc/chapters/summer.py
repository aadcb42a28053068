"""Summer: clash markers, and in each region reveal, Day, Night, Strength, ties that open new clashes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from ledger.events import FrameAdvanced, Move, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, ChooseOrPass, Form, Say
from rules.kernel.context import Use
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.packs.okc import board, values
from rules.packs.okc.chapters.windows import names
from rules.packs.okc.zones import mark_fought
from rules.resolution.moments import begin

SLOT = Slot("reward", "okc/location-rewards#2", "the location's reward", ("reward",))


def choose_location(pos: Position, frame: Frame) -> Ask | None:
    """The winner chooses one of the region's two locations (`okc/choosing-location#1`)."""
    winner = frame.text("winner")
    if not winner:
        pos.go(frame, "resolved")
        return None
    if "location" not in frame.data:
        pair = board.REGIONS[frame.text("region")]
        return Say(
            winner,
            "okc/choosing-location#1",
            "which location's rewards are claimed",
            frame,
            "location",
            pair,
            verb="claim",
        )
    pos.open_next(frame, "claim", {"player": winner, "location": frame.text("location"), "herald": True})
    return None


class NothingToClaim(Ask):
    """Nobody is asked for a location where nobody won, or once the winner has claimed one: who claims one all the same
    is told why not.
    """

    def __init__(self, winner: str) -> None:
        super().__init__(
            "", "claim", "okc/summer-2e#2" if winner else "okc/tied-region#2", "no location is claimed any more"
        )
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
    herald = bool(frame.data.get("herald")) and board.herald_at(pos, frame.text("player"), frame.text("location"))
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
    rivals = [other for other in pos.opponents(player) if board.herald_at(pos, other, location)]
    if rivals:
        parts = tuple(Occurrence("stolen", player=player, to=rival, note="influence") for rival in rivals)
        pos.open_next(frame, "moment", None, parts)
    return None


def influence(pos: Position, frame: Frame) -> Ask | None:
    """The influence printed with the location is mandatory; markers ignore it (`okc/location-rewards#1`,
    `okc/four-markers#2`).
    """
    player, location = frame.text("player"), frame.text("location")
    amount = pos.card(board.location_entity(pos, location)).number("influence")
    parts = [Occurrence("claimed", board.location_entity(pos, location), player, to=location)]
    if amount and not frame.data.get("markers"):
        parts.append(Occurrence("gained", player=player, amount=amount, note="influence", to=location))
    pos.open_next(frame, "moment", None, tuple(parts))
    return None


def reward(pos: Position, frame: Frame) -> Ask | None:
    """The rest of the reward is its text, which may be used or skipped (`okc/location-rewards#2`)."""
    number = board.location_entity(pos, frame.text("location"))
    abilities = [ability for ability in pos.card(number).abilities if ability.kind == "reward"]
    done = frame.number("abilities")
    if done < len(abilities):
        pos.patch(frame, {"abilities": done + 1})
        begin(pos, Use(pos, frame.text("player"), number, abilities[done], SLOT, frame, -1))
    return None


_REGIONS = tuple(board.REGIONS)


def place_markers(pos: Position, frame: Frame) -> Ask | None:
    """The last player on the track sets the order of the regions (`okc/summer-1#1`)."""
    if "markers" in frame.data:
        return None

    def judge(move: Move) -> list[Check]:
        each = names(move, _REGIONS) and len(move.words) == len(set(move.words)) == len(_REGIONS)
        return [Check("regions", "okc/summer-1#1", "each region gets one marker", each)]

    def does(move: Move) -> None:
        pos.patch(frame, {"markers": list(move.words)})

    def offers() -> Iterator[Move]:
        return (Move("markers", words=order) for order in permutations(_REGIONS))

    last = pos.order()[-1]
    return Form(last, "markers", "okc/summer-1#1", "the order in which regions are resolved", judge, offers, does)


def next_region(pos: Position, frame: Frame) -> Ask | None:
    """Regions are resolved one at a time, I to III (`okc/clash-markers#1`)."""
    waiting = [region for region in frame.names("markers") if region not in frame.names("resolved")]
    if waiting:
        pos.open("region", {"region": waiting[0], "participants": list(pos.order()), "number": 1})
    return None


def begin_clash(pos: Position, frame: Frame) -> Ask | None:
    """A clash among all players, or a new one among the tied (`okc/clash#3`, `okc/ties-in-clashes#2`)."""
    data = {key: frame.data[key] for key in ("region", "participants", "number")}
    pos.open_next(frame, "clash", data)
    return None


def _facedown(pos: Position, region: str) -> list[int]:
    return [number for player in pos.order() for number in pos.zone(player, region) if not pos.entity(number).up]


def reveal(pos: Position, frame: Frame) -> Ask | None:
    """Every facedown card of the region is turned up at once and becomes active (`okc/summer-2a#1`, `#2`)."""
    cards = _facedown(pos, frame.text("region"))
    if cards:
        parts = tuple(Occurrence("revealed", number, pos.entity(number).controller) for number in cards)
        pos.open_next(frame, "moment", None, parts)
    return None


def day(pos: Position, frame: Frame) -> Ask | None:
    """The Day action step of this clash (`okc/day#2`)."""
    pos.open_next(frame, "day")
    return None


def reveal_added(pos: Position, frame: Frame) -> Ask | None:
    """Cards added facedown are revealed together once everyone has finished (`okc/added-cards#1`)."""
    clash = board.clash(pos)
    assert clash is not None
    cards = _facedown(pos, clash.text("region"))
    if not cards:
        pos.go(frame, "done")
        return None
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"revealed": list(cards)}))
    pos.open("moment", None, tuple(Occurrence("revealed", number, pos.entity(number).controller) for number in cards))
    return None


def more_added(pos: Position, frame: Frame) -> Ask | None:
    """What the cards just revealed added is revealed in turn."""
    pos.go(frame, "reveal")
    return None


def count_strength(pos: Position, frame: Frame) -> Ask | None:
    """Everyone's total Strength, at the same time (`okc/summer-2d#1`)."""
    totals = {player: values.total_strength(pos, player) for player in board.participants(pos)}
    pos.patch(frame, {f"strength {player}": total for player, total in totals.items()})
    parts = tuple(Occurrence("totalled", player=player, amount=total) for player, total in totals.items())
    pos.open_next(frame, "moment", None, parts)
    return None


def announce(pos: Position, frame: Frame) -> Ask | None:
    """The highest total wins; a tie leaves the tied to decide (`okc/summer-2d#4`, `okc/ties-in-clashes#1`)."""
    totals = {player: frame.number(f"strength {player}") for player in board.participants(pos)}
    best = [player for player, total in totals.items() if total == max(totals.values())]
    region = pos.enclosing("region")
    assert region is not None
    winner = best[0] if len(best) == 1 else ""
    pos.patch(region, {"winner": winner or None, "tied": None if winner else list(best)})
    place = frame.text("region")
    part = (
        Occurrence("won", player=winner, amount=max(totals.values()), to=place)
        if winner
        else Occurrence("tied", to=place)
    )
    pos.open_next(frame, "moment", None, (part,))
    return None


def end_clash(pos: Position, frame: Frame) -> Ask | None:
    """Whatever took part counts no more in a new clash of this region (`okc/new-clash#2`)."""
    mark_fought(pos)
    return None


class TieBreak(ChooseOrPass):
    """A card for a new clash, or a pass: in turn order, each tied player once (`okc/ties-in-clashes#1`)."""

    recurs = True  # the new clash may be tied as well

    def gives_up(self, pos: Position) -> tuple[str, ...]:
        """Who passes plays no card before the new clash."""
        return ("play",)


def break_tie(pos: Position, frame: Frame) -> Ask | None:
    """Each tied player in turn order adds a facedown card or passes; one card is enough for a new clash
    (`okc/ties-in-clashes#1`).
    """
    tied = [player for player in pos.order() if player in frame.names("tied")]
    if not tied:
        return None
    region = frame.text("region")
    for player in tied:
        slot = f"tie {player}"
        if slot not in frame.data:
            hand = list(pos.zone(player, "hand"))
            if hand:
                says = f"a facedown card for a new clash of the {region}"
                if _blank(pos, region):
                    return _only_pass(pos, player, frame, slot)
                return TieBreak(player, "okc/ties-in-clashes#1", says, frame, slot, hand, verb="play")
            pos.remember(frame, slot, [])
        for number in frame.numbers(slot):
            if pos.entity(number).zone == f"{player}.hand":
                pos.open("moment", None, (Occurrence("joined", number, player, to=region, note="tie"),))
                return None
    played = any(frame.numbers(f"tie {player}") for player in tied)
    forget = {f"tie {player}": None for player in tied}
    if played:
        pos.go(
            frame, "clash", {**forget, "participants": list(tied), "tied": None, "number": frame.number("number") + 1}
        )
    else:
        pos.skip(NothingToClaim(""))
        pos.go(frame, "resolved", {**forget, "tied": None})
    return None


def _blank(pos: Position, region: str) -> bool:
    """Whether the position said nothing of a region and nobody came since: who would play a card there is not known."""
    summer = pos.enclosing("summer")
    unstated = summer is not None and region in summer.names("unstated")
    return unstated and not any(
        pos.zone(player, region) or board.supporters_on(pos, player, region) for player in pos.order()
    )


def _only_pass(pos: Position, player: str, frame: Frame, slot: str) -> Ask:
    """A tie of nothing: it is passed over, and no card written for another tie is taken to be meant for this one."""
    says = f"nothing is stated of the {frame.text('region')}: the tied pass"
    declines = lambda: pos.remember(frame, slot, [])  # noqa: E731
    return Form(player, "tied", "okc/ties-in-clashes#1", says, lambda move: [], lambda: (), lambda move: None, declines)


def resolved(pos: Position, frame: Frame) -> Ask | None:
    """The region's marker is turned over: no more clashes there this round (`okc/resolved-region#1`)."""
    summer = pos.enclosing("summer")
    assert summer is not None
    pos.patch(summer, {"resolved": [*summer.names("resolved"), frame.text("region")]})
    if frame.text("winner"):
        pos.skip(NothingToClaim(frame.text("winner")))
    return None
