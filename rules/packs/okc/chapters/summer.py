"""Summer: clash markers, then region by region a clash, new clashes after ties, and the winner's rewards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from zlib import crc32

import msgspec

from ledger.events import FrameAdvanced, Move, Occurrence, Slots, State
from ledger.table import Frame
from rules.eligibility.uses import uses_in_slot
from rules.kernel.asks import Ask, Check, ChooseOrPass, Form, Say
from rules.kernel.context import Use
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.packs.okc import board, values
from rules.packs.okc.chapters.windows import names_only
from rules.packs.okc.rulebook import outside_hand
from rules.packs.okc.zones import mark_fought
from rules.resolution.moments import begin

_REGIONS = tuple(board.REGIONS)
SLOT = Slot("reward", "okc/location-rewards#2", "the location's reward", ("reward",))
"""The slot in which the text of a location's reward is used."""


def place_markers(pos: Position, frame: Frame) -> Ask | None:
    """Ask the last player on the order track in which order the regions are resolved (`okc/summer-1#1`)."""
    if "markers" in frame.data:
        return None

    def judge(move: Move) -> list[Check]:
        each = names_only(move, _REGIONS) and len(move.words) == len(set(move.words)) == len(_REGIONS)
        saw = f"these are named: {', '.join(move.words)}"
        return [Check("regions", "okc/summer-1#1", "each region gets one marker", each, saw)]

    def does(move: Move) -> None:
        pos.patch(frame, {"markers": list(move.words)})

    def offers() -> Iterator[Move]:
        return (Move("markers", words=order) for order in permutations(_REGIONS))

    last = pos.order()[-1]
    return Form(last, "markers", "okc/summer-1#1", "the order in which regions are resolved", judge, offers, does)


def next_region(pos: Position, frame: Frame) -> Ask | None:
    """Open the next region, in the order of the clash markers, until all are resolved (`okc/clash-markers#1`)."""
    waiting = [region for region in frame.names("markers") if region not in frame.names("resolved")]
    if waiting:
        pos.open("region", {"region": waiting[0], "participants": list(pos.order()), "number": 1})
    return None


def begin_clash(pos: Position, frame: Frame) -> Ask | None:
    """Open a clash in the region, among all players (`okc/clash#3`) or after a tie among the tied.

    `okc/ties-in-clashes#2`
    """
    data = {key: frame.data[key] for key in ("region", "participants", "number")}
    pos.open_next(frame, "clash", data)
    return None


def reveal(pos: Position, frame: Frame) -> Ask | None:
    """Turn up every facedown card of the region at once; each becomes active (`okc/summer-2a#1`, `#2`)."""
    cards = _facedown_cards(pos, frame.text("region"))
    if cards:
        parts = tuple(Occurrence("revealed", number, pos.entity(number).controller) for number in cards)
        pos.open_next(frame, "moment", None, parts)
    return None


def day(pos: Position, frame: Frame) -> Ask | None:
    """Open the Day action step of this clash (`okc/day#2`)."""
    pos.open_next(frame, "day")
    return None


def reveal_added(pos: Position, frame: Frame) -> Ask | None:
    """Reveal the cards added facedown during Day, all together, once everyone has finished (`okc/added-cards#1`).

    If there are none, go to the end of Day.
    """
    clash = board.clash(pos)
    assert clash is not None
    cards = _facedown_cards(pos, clash.text("region"))
    if not cards:
        pos.go(frame, "done")
        return None
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"revealed": list(cards)}))
    pos.open("moment", None, tuple(Occurrence("revealed", number, pos.entity(number).controller) for number in cards))
    return None


def more_added(pos: Position, frame: Frame) -> Ask | None:
    """Go back to `reveal`, for facedown cards that the cards just revealed have added."""
    pos.go(frame, "reveal")
    return None


def _facedown_cards(pos: Position, region: str) -> list[int]:
    """Return the facedown cards beside a region, in turn order of their players."""
    return [number for player in pos.order() for number in pos.zone(player, region) if not pos.entity(number).up]


def count_strength(pos: Position, frame: Frame) -> Ask | None:
    """Record the total Strength of every participant, all at the same time (`okc/summer-2d#1`)."""
    totals = {player: values.total_strength(pos, player) for player in board.participants(pos)}
    pos.patch(frame, {f"strength {player}": total for player, total in totals.items()})
    parts = tuple(Occurrence("totalled", player=player, amount=total) for player, total in totals.items())
    pos.open_next(frame, "moment", None, parts)
    return None


def announce(pos: Position, frame: Frame) -> Ask | None:
    """Record in the region's frame who won the clash or who tied for the highest total, and announce it in a moment.

    `okc/summer-2d#4`, `okc/ties-in-clashes#1`
    """
    totals = {player: frame.number(f"strength {player}") for player in board.participants(pos)}
    best = [player for player, total in totals.items() if total == max(totals.values())]
    region = pos.enclosing("region")
    assert region is not None
    winner = best[0] if len(best) == 1 else ""
    known = {f"total {player}": total for player, total in totals.items()}
    pos.patch(region, {"winner": winner or None, "tied": None if winner else list(best), **known})
    place = frame.text("region")
    part = (
        Occurrence("won", player=winner, amount=max(totals.values()), to=place)
        if winner
        else Occurrence("tied", to=place)
    )
    pos.open_next(frame, "moment", None, (part,))
    return None


def end_clash(pos: Position, frame: Frame) -> Ask | None:
    """Mark the cards and Supporters that fought.

    They do not count in a new clash of this region (`okc/new-clash#2`).
    """
    mark_fought(pos)
    return None


def break_tie(pos: Position, frame: Frame) -> Ask | None:
    """Ask each tied player in turn order for a facedown card or a pass, and begin a new clash if anybody adds a card.

    A player with an empty hand is not asked. If all pass, the region is resolved without a winner
    (`okc/ties-in-clashes#1`).
    """
    tied = [player for player in pos.order() if player in frame.names("tied")]
    if not tied:
        return None
    region = frame.text("region")
    for player in tied:
        slot = f"tie {player}"
        if slot not in frame.data:
            if pos.zone(player, "hand"):
                return _ask_tied(pos, frame, player, region)
            pos.remember(frame, slot, [])
        for number in frame.numbers(slot):
            if pos.entity(number).zone == f"{player}.hand":
                pos.open("moment", None, (Occurrence("joined", number, player, to=region, note="tie"),))
                return None
    played = any(frame.numbers(f"tie {player}") for player in tied)
    forget = {f"tie {player}": None for player in tied}
    if played:
        passed = [player for player in tied if not frame.numbers(f"tie {player}")]
        number = frame.number("number") + 1
        again: Slots = {"participants": list(tied), "tied": None, "number": number, "passed": [*passed] or None}
        pos.go(frame, "clash", {**forget, **again})
    else:
        pos.skip(NothingToClaim(""))
        pos.go(frame, "resolved", {**forget, "tied": None})
    return None


def _ask_tied(pos: Position, frame: Frame, player: str, region: str) -> Ask:
    """Return the question to a tied player: a facedown card for a new clash, or a pass."""
    slot = f"tie {player}"
    if _is_unstated(pos, region):
        return _ask_to_pass(pos, frame, player, slot)
    says = f"a facedown card for a new clash of the {region}"
    hand = list(pos.zone(player, "hand"))
    rule = "okc/ties-in-clashes#1"
    reject = outside_hand(pos, f"{pos.player_name(player)} plays one card from hand or passes", rule)
    return CardForTie(player, rule, says, frame, slot, hand, verb="play", reject=reject)


class CardForTie(ChooseOrPass):
    """A tied player's choice of a facedown card; a player who did not tie is told the totals."""

    def decider(self, pos: Position, player: str) -> Check:
        check = super().decider(pos, player)
        said, tied = _totals(pos, self.frame), self.frame.names("tied")
        if not said or player in tied or player not in pos.table.seats:
            return check
        needed = "only players who tied for the highest Strength play a card here"
        return msgspec.structs.replace(check, needed=needed, saw=f"the totals were {said}")


def _is_unstated(pos: Position, region: str) -> bool:
    """Whether the written position says nothing of a region and nobody has cards or Supporters there.

    Whether anybody would play a card there is then not known.
    """
    summer = pos.enclosing("summer")
    unstated = summer is not None and region in summer.names("unstated")
    return unstated and not any(
        pos.zone(player, region) or board.supporters_on(pos, player, region) for player in pos.order()
    )


def _ask_to_pass(pos: Position, frame: Frame, player: str, slot: str) -> Ask:
    """Return a question that can only be passed, for a tie in a region of which the position states nothing.

    A card written for another tie is then not taken to be meant for this one.
    """
    says = f"players who tied pass, since the position says nothing of the {frame.text('region')}"

    def declines() -> None:
        pos.remember(frame, slot, [])

    return Form(player, "tied", "okc/ties-in-clashes#1", says, lambda move: [], lambda: (), lambda move: None, declines)


def choose_location(pos: Position, frame: Frame) -> Ask | None:
    """Ask the winner for one of the region's two locations and open the claim of its rewards.

    Without a winner the region goes straight to its end. `okc/choosing-location#1`
    """
    winner = frame.text("winner")
    if not winner:
        pos.go(frame, "resolved")
        return None
    if "location" not in frame.data:
        pair = board.REGIONS[frame.text("region")]
        return Claim(
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


def begin_claim(pos: Position, frame: Frame) -> Ask | None:
    """Begin a claim: record its location and whether there is a Herald reward; without one, go on to the influence.

    A claim that an ability offers names its location in `to`. Only a won clash gives a Herald reward, and only with the
    player's Herald on the location.
    """
    if "location" not in frame.data:
        pos.patch(frame, {"location": frame.text("to")})
    won = bool(frame.data.get("herald"))
    herald = won and board.herald_at(pos, frame.text("player"), frame.text("location"))
    pos.patch(frame, {"herald": herald or None})
    if not herald:
        if pos.observer is not None:
            pos.skip(NoHeraldReward(frame.text("player"), frame.text("location"), won))
        pos.go(frame, "influence")
    return None


class NoHeraldReward(Ask):
    """A question that is never asked: which relics are redeemed, where the claim brings no Herald reward.

    Its one condition is the reason, for a player who redeems some all the same (`okc/council-of-relics#5`).
    """

    def __init__(self, claimer: str, location: str, won: bool) -> None:
        super().__init__("", "relics", "okc/council-of-relics#5", "no Herald reward is claimed")
        self.claimer, self.location, self.won = claimer, location, won

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        needed = "relics are redeemed with a Herald reward"
        who, claimer = pos.player_name(player), pos.player_name(self.claimer)
        if player != self.claimer:
            saw = f"{claimer} claims the {self.location.title()}, not {who}"
        elif not self.won:
            saw = f"{who} claims the {self.location.title()}, but has won no clash for it"
        else:
            saw = f"{who}'s Herald is not on the {self.location.title()}"
        return [Check("reward", self.rule, needed, False, saw)]

    def moves(self, pos: Position) -> Iterator[Move]:
        return iter(())


def herald(pos: Position, frame: Frame) -> Ask | None:
    """Give the player 1 influence for the Herald on the location (`okc/herald-reward#1`)."""
    player = frame.text("player")
    pos.open_next(frame, "moment", None, (Occurrence("gained", player=player, note="influence", to="herald"),))
    return None


def steal(pos: Position, frame: Frame) -> Ask | None:
    """Steal 1 influence from each opponent whose Herald stands there too and who has any (`okc/herald-reward#2`)."""
    player, location = frame.text("player"), frame.text("location")
    rivals = [other for other in pos.opponents(player) if board.herald_at(pos, other, location)]
    if rivals:
        parts = tuple(Occurrence("stolen", player=player, to=rival, note="influence") for rival in rivals)
        pos.open_next(frame, "moment", None, parts)
    return None


def influence(pos: Position, frame: Frame) -> Ask | None:
    """Claim the location and gain the influence printed with it, which is mandatory (`okc/location-rewards#1`).

    A claim by markers gives no influence (`okc/four-markers#2`).
    """
    player, location = frame.text("player"), frame.text("location")
    amount = pos.card(board.location_entity(pos, location)).number("influence")
    parts = [Occurrence("claimed", board.location_entity(pos, location), player, to=location)]
    if amount and not frame.data.get("markers"):
        parts.append(Occurrence("gained", player=player, amount=amount, note="influence", to=location))
    pos.open_next(frame, "moment", None, tuple(parts))
    return None


def reward(pos: Position, frame: Frame) -> Ask | None:
    """Begin the next ability of the location's reward, which the player may use or skip (`okc/location-rewards#2`)."""
    number = board.location_entity(pos, frame.text("location"))
    abilities = [ability for ability in pos.card(number).abilities if ability.kind == "reward"]
    done = frame.number("abilities")
    if done < len(abilities):
        listened = not done and pos.index.listening("may", "claimed")
        pos.patch(frame, {"abilities": done + 1, **({"before": _what_lies_where(pos)} if listened else {})})
        begin(pos, Use(pos, frame.text("player"), number, abilities[done], SLOT, frame, -1))
    elif "before" in frame.data and frame.number("before") != _what_lies_where(pos):
        _claimed_in_full(pos, frame, number)
    return None


def _claimed_in_full(pos: Position, frame: Frame, number: int) -> None:
    """Let players answer the claim behind the text of the location, too, where anybody can (`okc/resolved-region#1`).

    The rewards of a location are its influence and its text (`okc/location-rewards#1`, `#2`), and no clause says
    whether an ability that waits for the claim is used before the text or after it. So it may be used at either point;
    its limit is one use a claim. Where the text did nothing, both are one point, and nobody is asked twice.
    """
    part = Occurrence("claimed", number, frame.text("player"), to=frame.text("location"))
    happened = msgspec.structs.replace(part, state=State.HAPPENED)
    slot = next(slot for slot in pos.pack.sequence.slots if slot.name == "may")
    would_be = Frame(frame.id, "moment", occurrences=[happened])
    pos.patch(frame, {"before": None})
    if any(uses_in_slot(pos, would_be, slot)):
        pos.open("moment", None, (part,))


def _what_lies_where(pos: Position) -> int:
    """Return a number that is another one once a component lies elsewhere or anybody has more or fewer tokens."""
    parts = [(one.id, one.zone, one.controller, *sorted(one.counters.items())) for one in pos.table.entities.values()]
    tokens = [(player, *sorted(pos.table.counters[player].items())) for player in pos.table.seats]
    return crc32(repr((parts, tokens)).encode())


def resolved(pos: Position, frame: Frame) -> Ask | None:
    """Record that the region is resolved: there are no more clashes in it this round (`okc/resolved-region#1`)."""
    summer = pos.enclosing("summer")
    assert summer is not None
    pos.patch(summer, {"resolved": [*summer.names("resolved"), frame.text("region")]})
    if frame.text("winner"):
        pos.skip(NothingToClaim(frame.text("winner")))
    return None


class Claim(Say):
    """The winner's choice of a location; another player who claims one is told who won (`okc/summer-2e#2`)."""

    def decider(self, pos: Position, player: str) -> Check:
        check = super().decider(pos, player)
        said = _totals(pos, self.frame)
        if check.holds or not said or player not in pos.table.seats:
            return check
        needed = f"{pos.player_name(self.player)} won the last clash of the region, and only its winner claims rewards"
        return msgspec.structs.replace(check, rule="okc/summer-2e#2", needed=needed, saw=f"the totals were {said}")


def _totals(pos: Position, region: Frame) -> str:
    """Return the totals of a region's last clash in words, the highest first: `Ewa 1, Jan 0`."""
    slots = {player: f"total {player}" for player in region.names("participants")}
    totals = {player: region.number(slot) for player, slot in slots.items() if slot in region.data}
    ranked = sorted(totals, key=lambda player: -totals[player])
    return ", ".join(f"{pos.player_name(player)} {totals[player]}" for player in ranked)


class NothingToClaim(Ask):
    """A question that is never asked, since nobody won the region or the winner has claimed a location there.

    Its one condition is the reason, for a player who claims one all the same.
    """

    def __init__(self, winner: str) -> None:
        super().__init__(
            "", "claim", "okc/summer-2e#2" if winner else "okc/tied-region#2", "no location is claimed any more"
        )
        self.winner = winner

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if not self.winner:
            needed = "a location is claimed by the winner of its region"
            return [Check("won", "okc/tied-region#2", needed, False, "nobody won this region")]
        who, winner = pos.player_name(player), pos.player_name(self.winner)
        if player != self.winner:
            needed = "the winner of the last clash of a region claims a location"
            return [Check("won", "okc/summer-2e#2", needed, False, f"{winner} won it")]
        needed = "the winner claims one location of a region"
        return [Check("one", "okc/choosing-location#1", needed, False, f"{who} has claimed one")]

    def moves(self, pos: Position) -> Iterator[Move]:
        return iter(())
