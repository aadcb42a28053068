"""Spring 1 and 2: secret bids, their order, and taking, stealing or taking back; then the Great Road is refilled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations

import msgspec

from ledger.events import FrameAdvanced, Move, Moved, Occurrence, UseCounted
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, ChooseOrPass, Form, Say, together
from rules.kernel.chance import Shuffle
from rules.kernel.pack import Action
from rules.kernel.position import Position
from rules.packs.okc import board, values
from rules.packs.okc import board as holdings
from rules.packs.okc import board as reading
from rules.packs.okc.chapters.windows import in_step, names
from rules.packs.okc.rulebook import used
from rules.packs.okc.zones import discard_kingdom, free, occupy, to_hand


def bids(pos: Position, frame: Frame) -> Ask | None:
    """Everyone lays one card from hand facedown (`okc/spring-1#1`)."""
    players = [player for player in pos.order() if pos.zone(player, "hand") and not pos.zone(player, "bid")]
    return together([_bid(pos, player) for player in players])


def _bid(pos: Position, player: str) -> Form:
    """The card goes facedown at once: nothing but its back is kept of the choice (`okc/private-information#1`)."""
    rule = "okc/spring-1#1"
    hand = pos.zone(player, "hand")

    def judge(move: Move) -> list[Check]:
        own = len(move.picks) == 1 and move.picks[0] in hand
        return [Check("hand", rule, "it is one card from the player's own hand", own)]

    def offers() -> Iterator[Move]:
        return (Move("bid", picks=(number,)) for number in hand)

    def does(move: Move) -> None:
        pos.emit(Moved(move.picks[0], f"{player}.bid", face="down"))

    return Form(player, "bid", rule, "a bid card", judge, offers, does)


def reveal_bids(pos: Position, frame: Frame) -> Ask | None:
    """All at once; they resolve from the highest Bid Strength, ties by the track (`okc/spring-2#1` to `#3`)."""
    players = [player for player in pos.order() if pos.zone(player, "bid")]
    for player in players:
        for number in pos.zone(player, "bid"):
            pos.emit(Moved(number, f"{player}.bid", face="up"))
    strengths = {player: values.bid_strength(pos, player) for player in players}
    players.sort(key=lambda player: -strengths[player])
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"bidders": list(players), "taken": 0}))
    if players:
        parts = tuple(Occurrence("bid", pos.zone(player, "bid")[0], player, strengths[player]) for player in players)
        pos.open("moment", None, parts)
    return None


def resolve_bids(pos: Position, frame: Frame) -> Ask | None:
    """One bidder after another takes, steals or takes back (`okc/spring-2#4`)."""
    waiting = frame.names("bidders")
    if not waiting:
        return None
    player = waiting[0]
    bid = pos.zone(player, "bid")[0]

    def does(move: Move) -> None:
        taken = frame.number("taken") + (move.verb == "take")
        pos.patch(frame, {"bidders": list(waiting[1:]), "taken": taken})
        if move.verb == "return":
            to_hand(pos, bid)
            return
        parts = [Occurrence("vacated", number, player) for number in move.picks]
        parts.append(Occurrence("acquired", move.subject, player, other=bid, note=move.verb))
        pos.open("moment", None, tuple(parts))

    def judge(move: Move) -> list[Check]:
        return _checks(pos, player, move)

    strength = values.bid_strength(pos, player)
    tied = [other for other in waiting[1:] if values.bid_strength(pos, other) == strength]
    says, offers = f"how the bid of Strength {strength} resolves", lambda: _offers(pos, player)
    form = Resolving(player, "take steal return", "okc/spring-2#4", says, judge, offers, does, whose="okc/spring-2#2")
    form.tied = tied
    return form


class Resolving(Form):
    """Whoever bid as much comes later by the track, whoever bid less by the lower bid (`okc/spring-2#2`, `#3`)."""

    tied: Sequence[str] = ()
    refuses = True  # who wants nothing takes the bid back: that is an answer, and a pass is none (`okc/spring-2#4`)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        return [
            msgspec.structs.replace(check, rule="okc/spring-2#3") if self._by_track(player, check) else check
            for check in found
        ]

    def _by_track(self, player: str, check: Check) -> bool:
        return check.name == "decider" and player in self.tied


def _checks(pos: Position, player: str, move: Move) -> list[Check]:
    if move.verb == "return":
        return []
    found = _road_checks(pos, move) if move.verb == "take" else _theft_checks(pos, player, move)
    board = [number for number in pos.zone(player, "board") if number != move.subject]
    room = len(board) - len(move.picks) < reading.SPACES
    return [
        *found,
        Check(
            "space",
            "okc/occupying-kingdom-cards#2",
            "what it replaces is on the player's own board",
            set(move.picks) <= set(board),
        ),
        Check("one", "okc/occupying-kingdom-cards#3", "it replaces one card at most", len(move.picks) <= 1),
        Check("room", "okc/kingdom-card-spaces#1", "a space is empty or emptied for it", room),
    ]


def _road_checks(pos: Position, move: Move) -> list[Check]:
    says = "it lies faceup on the Great Road"
    return [Check("road", "okc/taking-kingdom-card#1", says, move.subject in pos.table.zones["road"])]


def _theft_checks(pos: Position, player: str, move: Move) -> list[Check]:
    entity = pos.table.entities.get(move.subject)
    kind = entity.zone.partition(".")[2] if entity else ""
    theirs = entity is not None and kind == "board" and entity.controller != player
    rule = "okc/supply#3" if kind == "supply" else "okc/stealing-kingdom-card#1"
    bid = values.bid_strength(pos, player)
    guard = (
        values.strength(pos, holdings.occupier(pos, move.subject))
        if theirs and holdings.occupier(pos, move.subject)
        else 0
    )
    stronger = bid > guard if theirs else None
    return [
        Check("occupied", rule, "it is a Kingdom card an opponent occupies", theirs),
        Check(
            "stronger",
            "okc/stealing-kingdom-card#2",
            f"the bid of {bid} is more than the {guard} that guards it",
            stronger,
        ),
    ]


def _offers(pos: Position, player: str) -> Iterator[Move]:
    """Every way to resolve this bid; a full board must give a card up, a board with room need not."""
    yield Move("return")
    board = pos.zone(player, "board")
    spaces: list[tuple[int, ...]] = [(number,) for number in board]
    if len(board) < reading.SPACES:
        spaces.insert(0, ())
    theirs = [number for other in pos.opponents(player) for number in pos.zone(other, "board")]
    for verb, cards in (("take", pos.table.zones["road"]), ("steal", theirs)):
        for number in cards:
            for space in spaces:
                move = Move(verb, number, picks=space)
                if all(check.holds for check in _checks(pos, player, move)):
                    yield move


def choose_space(pos: Position, frame: Frame) -> Ask | None:
    """A Kingdom card an ability brings takes an empty space, or that of a card given up for it
    (`okc/occupying-kingdom-cards#2`, `#3`).
    """
    player, kingdom = frame.text("player"), frame.number("kingdom")
    board = pos.zone(player, "board")
    if board and "space" not in frame.data:
        rule, says = "okc/occupying-kingdom-cards#2", "the Kingdom card it replaces"
        if len(board) < reading.SPACES:
            return ChooseOrPass(player, rule, f"{says}, if any", frame, "space", list(board))

        def reject(number: int) -> list[Check]:
            return [Check("space", rule, "what it replaces is on the player's own board", False)]

        ask = Choose(player, "okc/kingdom-card-spaces#1", says, frame, "space", list(board), 1, 1, reject=reject)
        ask.whose = rule
        return ask
    for number in frame.numbers("space"):
        discard_kingdom(pos, number)
    free(pos, kingdom)
    occupy(pos, kingdom, player, frame.number("card"))
    return None


def clear_road(pos: Position, frame: Frame) -> Ask | None:
    """The rightmost card goes if something was taken, the two rightmost if nothing was (`okc/refilling-great-road#2`,
    `#3`).
    """
    count = 1 if frame.number("taken") else 2
    for number in list(reversed(pos.table.zones["road"]))[:count]:
        discard_kingdom(pos, number)
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"bidders": None, "taken": None}))
    pos.open("refill")
    return None


def refill(pos: Position, frame: Frame) -> Ask | None:
    """Cards slide right and new ones come from the left; an empty Kingdom deck is made anew (`okc/kingdom-deck#3`).

    The Great Road is kept from left to right, its first card the faceup top of the Kingdom deck.
    """
    table = pos.table
    while len(table.zones["road"]) < reading.ROAD:
        if not table.zones["kingdom"]:
            for number in list(table.zones["kingdom-discard"]):
                pos.emit(Moved(number, "kingdom"))
            if not table.zones["kingdom"]:
                return None
            pos.patch(frame, {"shuffled": None})
            pos.remember(frame, "anew", True)
        if frame.data.get("anew") and not frame.data.get("shuffled"):
            return Shuffle("okc/kingdom-deck#3", frame, "shuffled", "kingdom")
        pos.emit(Moved(table.zones["kingdom"][0], "road", 0, "up"))
    return None


_REGIONS = tuple(board.REGIONS)


def heralds(pos: Position, frame: Frame) -> Ask | None:
    """In turn order each Herald goes to any location (`okc/spring-3a#1`, `#2`)."""
    for player in pos.order():
        slot = f"herald {player}"
        if slot not in frame.data:
            return Say(player, "okc/spring-3a#1", "where the Herald goes", frame, slot, board.LOCATIONS, verb="herald")
        if pos.zone(player, "herald"):
            pos.open("moment", None, (Occurrence("heralded", player=player, to=frame.text(slot)),))
            return None
    return None


def cards(pos: Position, frame: Frame) -> Ask | None:
    """One facedown card beside each region; who has fewer than three goes before the others (`okc/spring-3b#1`, `#2`)."""
    done = frame.names("placed")
    waiting = [player for player in pos.order() if player not in done and pos.zone(player, "hand")]
    if not waiting:
        return None
    short = [player for player in waiting if len(pos.zone(player, "hand")) < len(_REGIONS)]
    rule = "okc/spring-3b#2" if short else "okc/spring-3b#1"
    return together([_placing(pos, frame, player, rule) for player in short[:1] or waiting])


def _placing(pos: Position, frame: Frame, player: str, rule: str) -> Form:
    def does(move: Move) -> None:
        pos.patch(frame, {"placed": [*frame.names("placed"), player]})
        for number, region in zip(move.picks, move.words, strict=True):
            pos.emit(Moved(number, f"{player}.{region}", face="down"))

    says = "which card lies beside which region"
    return Form(player, "place", rule, says, partial(_placement, pos, player), partial(_placements, pos, player), does)


def _placement(pos: Position, player: str, move: Move) -> list[Check]:
    hand = pos.zone(player, "hand")
    count = min(len(hand), len(_REGIONS))
    own = all(number in hand for number in move.picks) and len(set(move.picks)) == len(move.picks)
    regions = names(move, _REGIONS) and len(set(move.words)) == len(move.words) == len(move.picks)
    return [
        Check("hand", "okc/spring-3b#1", "they are different cards from the player's own hand", own),
        Check("regions", "okc/spring-3b#1", "each lies beside another region", regions),
        Check(
            "count", "okc/spring-3b#1", f"exactly {count} are placed ({len(move.picks)} were)", len(move.picks) == count
        ),
    ]


def _placements(pos: Position, player: str) -> Iterator[Move]:
    hand = pos.zone(player, "hand")
    count = min(len(hand), len(_REGIONS))
    for picks in permutations(hand, count):
        if count == len(_REGIONS):
            yield Move("place", picks=picks, words=_REGIONS)
        else:
            for regions in permutations(_REGIONS, count):
                yield Move("place", picks=picks, words=regions)


# --- Supporters -----------------------------------------------------------------------------------------------------


def _supporter_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    if frame.kind != "spring" or used(pos, f"supporters {player}", board.round_frame(pos)):
        return
    count = pos.table.count(player, "supporters")
    for amount in range(1, count + 1):
        for region in _REGIONS:
            yield Move("supporters", words=(region,) * amount)
    if count >= len(_REGIONS):
        yield Move("supporters", words=_REGIONS)


def _standing(have: int) -> str:
    return (
        f"one or more are placed, of the {have} on the player board"
        if have
        else "a Supporter stands on the player board"
    )


def _supporter_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    have = pos.table.count(player, "supporters")
    fresh = not used(pos, f"supporters {player}", board.round_frame(pos))
    return [
        in_step(frame, "spring", "okc/placing-supporters#1"),
        Check("once", "okc/placing-supporters#1", "Supporters were not placed yet this round", fresh),
        Check("board", "okc/supporter-spaces#1", _standing(have), 0 < len(move.words) <= have),
        Check("regions", "okc/placing-supporters#3", "they go on regions", names(move, _REGIONS)),
    ]


def _place_supporters(pos: Position, player: str, move: Move, frame: Frame) -> None:
    pos.emit(UseCounted(f"supporters {player}", board.round_frame(pos)))
    parts = tuple(
        Occurrence("supported", player=player, amount=move.words.count(region), to=region)
        for region in _REGIONS
        if region in move.words
    )
    pos.open("moment", None, parts)


ACTIONS = (Action("supporters", _supporter_offers, _supporter_checks, _place_supporters),)
