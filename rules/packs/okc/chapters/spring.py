"""Spring: bids for Kingdom cards, refilling the Great Road, Heralds, cards beside regions, and Supporters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations

import msgspec

from ledger.events import FrameAdvanced, Move, Moved, Occurrence, UseCounted
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Choose, ChooseOrPass, Form, Say, together
from rules.kernel.chance import Shuffle
from rules.kernel.names import card_names, is_or_are, whereabouts
from rules.kernel.pack import Action
from rules.kernel.position import Position
from rules.packs.okc import board, values
from rules.packs.okc.chapters.windows import names_only, step_check
from rules.packs.okc.rulebook import used
from rules.packs.okc.zones import discard_kingdom, free, occupy, to_hand

_REGIONS = tuple(board.REGIONS)


def bids(pos: Position, frame: Frame) -> Ask | None:
    """Ask every player who holds cards for a bid: one card from hand, laid facedown (`okc/spring-1#1`)."""
    players = [player for player in pos.order() if pos.zone(player, "hand") and not pos.zone(player, "bid")]
    return together([_ask_bid(pos, player) for player in players])


def _ask_bid(pos: Position, player: str) -> Form:
    """Return the question for a player's bid card.

    The chosen card is laid facedown at once, so that nobody sees which it is (`okc/private-information#1`).
    """
    rule = "okc/spring-1#1"
    hand = pos.zone(player, "hand")

    def judge(move: Move) -> list[Check]:
        own = len(move.picks) == 1 and move.picks[0] in hand
        saw = whereabouts(pos, move.picks[0]) if len(move.picks) == 1 else f"{len(move.picks)} cards are named"
        return [Check("hand", rule, f"{pos.player_name(player)} bids one card from hand", own, "" if own else saw)]

    def offers() -> Iterator[Move]:
        return (Move("bid", picks=(number,)) for number in hand)

    def does(move: Move) -> None:
        pos.emit(Moved(move.picks[0], f"{player}.bid", face="down"))

    return Form(player, "bid", rule, "a bid card", judge, offers, does)


def reveal_bids(pos: Position, frame: Frame) -> Ask | None:
    """Reveal all bids at once and record the order in which they resolve (`okc/spring-2#1` to `#3`).

    The highest Bid Strength comes first; tied bids follow the order track.
    """
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
    """Ask the next bidder to take a Kingdom card, steal one or take the bid back (`okc/spring-2#4`)."""
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
        return _resolution_checks(pos, player, move)

    strength = values.bid_strength(pos, player)
    tied = [other for other in waiting[1:] if values.bid_strength(pos, other) == strength]
    says, offers = f"how the bid of Strength {strength} resolves", lambda: _resolution_offers(pos, player)
    form = ResolveBid(player, "take steal return", "okc/spring-2#4", says, judge, offers, does, whose="okc/spring-2#2")
    form.tied = tied
    return form


class ResolveBid(Form):
    """The decision how a bid resolves.

    A player who answers out of turn is told why the other goes first: the order track if the bids are equal, otherwise
    the higher bid (`okc/spring-2#2`, `#3`).
    """

    tied: Sequence[str] = ()
    """The players who bid as much and come later by the order track."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        return [
            msgspec.structs.replace(check, rule="okc/spring-2#3") if self._by_track(player, check) else check
            for check in found
        ]

    def _by_track(self, player: str, check: Check) -> bool:
        return check.name == "decider" and player in self.tied


def _resolution_offers(pos: Position, player: str) -> Iterator[Move]:
    """Yield every way to resolve a player's bid. A full board must give a card up, a board with room need not."""
    yield Move("return")
    occupied = pos.zone(player, "board")
    spaces: list[tuple[int, ...]] = [(number,) for number in occupied]
    if len(occupied) < board.SPACES:
        spaces.insert(0, ())
    theirs = [number for other in pos.opponents(player) for number in pos.zone(other, "board")]
    for verb, cards in (("take", pos.table.zones["road"]), ("steal", theirs)):
        for number in cards:
            for space in spaces:
                move = Move(verb, number, picks=space)
                if all(check.holds for check in _resolution_checks(pos, player, move)):
                    yield move


def _resolution_checks(pos: Position, player: str, move: Move) -> list[Check]:
    """Return the conditions of taking or stealing a Kingdom card, and of the space it goes to; taking back has none."""
    if move.verb == "return":
        return []
    found = _road_checks(pos, move) if move.verb == "take" else _theft_checks(pos, player, move)
    others = [number for number in pos.zone(player, "board") if number != move.subject]
    taken = len(others) - len(move.picks)
    room = taken < board.SPACES
    there = all(check.holds for check in found)
    return [
        *found,
        Check(
            "space",
            "okc/occupying-kingdom-cards#2",
            "a new Kingdom card replaces one on the player's own board",
            set(move.picks) <= set(others),
            f"{card_names(pos, move.picks)} is not there",
        ),
        Check(
            "one",
            "okc/occupying-kingdom-cards#3",
            "it replaces one card at most",
            len(move.picks) <= 1,
            f"{len(move.picks)} are named",
        ),
        Check(
            "room",
            "okc/kingdom-card-spaces#1",
            f"one of the {board.SPACES} spaces must be empty, or the move names the Kingdom card that is replaced",
            room if there or move.picks else None,
            f"{taken} {is_or_are(taken)} taken",
        ),
    ]


def _road_checks(pos: Position, move: Move) -> list[Check]:
    there = move.subject in pos.table.zones["road"]
    saw = "" if there else whereabouts(pos, move.subject)
    return [Check("road", "okc/taking-kingdom-card#1", "a Kingdom card is taken from the Great Road", there, saw)]


def _theft_checks(pos: Position, player: str, move: Move) -> list[Check]:
    """Return the conditions of a theft: an opponent occupies the card, with less Strength than the bid has."""
    entity = pos.table.entities.get(move.subject)
    kind = entity.zone.partition(".")[2] if entity else ""
    theirs = entity is not None and kind == "board" and entity.controller != player
    rule = "okc/supply#3" if kind == "supply" else "okc/stealing-kingdom-card#1"
    bid = values.bid_strength(pos, player)
    occupier = board.occupier(pos, move.subject) if theirs else 0
    guard = values.strength(pos, occupier) if occupier else 0
    stronger = bid > guard if theirs else None
    return [
        Check(
            "occupied",
            rule,
            "a Kingdom card that an opponent occupies is stolen",
            theirs,
            "" if theirs else whereabouts(pos, move.subject),
        ),
        Check(
            "stronger",
            "okc/stealing-kingdom-card#2",
            f"the bid must be more than the Strength that guards the card, which is {guard}",
            stronger,
            f"the bid is {bid}",
        ),
    ]


def clear_road(pos: Position, frame: Frame) -> Ask | None:
    """Discard the rightmost card of the Great Road if a bid took one, otherwise the two rightmost; then refill it.

    `okc/refilling-great-road#2`, `#3`
    """
    count = 1 if frame.number("taken") else 2
    for number in list(reversed(pos.table.zones["road"]))[:count]:
        discard_kingdom(pos, number)
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"bidders": None, "taken": None}))
    pos.open("refill")
    return None


def refill(pos: Position, frame: Frame) -> Ask | None:
    """Fill the Great Road up to four cards: its cards slide right and new ones come from the left.

    An empty Kingdom deck is made anew from its discard pile (`okc/kingdom-deck#3`). The zone is kept from left to
    right; its first card is the faceup top of the Kingdom deck.
    """
    table = pos.table
    while len(table.zones["road"]) < board.ROAD:
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


def choose_space(pos: Position, frame: Frame) -> Ask | None:
    """Put a Kingdom card that an ability brings on the player's board, and the card that occupies it under it.

    A full board must give a card up for it, a board with a free space may (`okc/occupying-kingdom-cards#2`, `#3`).
    """
    player, kingdom = frame.text("player"), frame.number("kingdom")
    occupied = pos.zone(player, "board")
    if occupied and "space" not in frame.data:
        rule, says = "okc/occupying-kingdom-cards#2", "the Kingdom card it replaces"
        if len(occupied) < board.SPACES:
            return ChooseOrPass(player, rule, f"{says}, if any", frame, "space", list(occupied))

        def reject(number: int) -> list[Check]:
            needed = "a new Kingdom card replaces one on the player's own board"
            return [Check("space", rule, needed, False, whereabouts(pos, number))]

        ask = Choose(player, "okc/kingdom-card-spaces#1", says, frame, "space", list(occupied), 1, 1, reject=reject)
        ask.whose = rule
        return ask
    for number in frame.numbers("space"):
        discard_kingdom(pos, number)
    free(pos, kingdom)
    occupy(pos, kingdom, player, frame.number("card"))
    return None


def heralds(pos: Position, frame: Frame) -> Ask | None:
    """Ask each player in turn order where their Herald goes, and move it to that location (`okc/spring-3a#1`, `#2`)."""
    for player in pos.order():
        slot = f"herald {player}"
        if slot not in frame.data:
            return Say(player, "okc/spring-3a#1", "where the Herald goes", frame, slot, board.LOCATIONS, verb="herald")
        if pos.zone(player, "herald"):
            pos.open("moment", None, (Occurrence("heralded", player=player, to=frame.text(slot)),))
            return None
    return None


def cards(pos: Position, frame: Frame) -> Ask | None:
    """Ask every player with cards in hand for a facedown card beside each region (`okc/spring-3b#1`, `#2`).

    Players with fewer than three cards lay all they have, before the others and one at a time.
    """
    done = frame.names("placed")
    waiting = [player for player in pos.order() if player not in done and pos.zone(player, "hand")]
    if not waiting:
        return None
    short = [player for player in waiting if len(pos.zone(player, "hand")) < len(_REGIONS)]
    rule = "okc/spring-3b#2" if short else "okc/spring-3b#1"
    return together([_ask_placement(pos, frame, player, rule) for player in short[:1] or waiting])


def _ask_placement(pos: Position, frame: Frame, player: str, rule: str) -> Form:
    """Return the question which card a player lays beside which region."""

    def does(move: Move) -> None:
        pos.patch(frame, {"placed": [*frame.names("placed"), player]})
        for number, region in zip(move.picks, move.words, strict=True):
            pos.emit(Moved(number, f"{player}.{region}", face="down"))

    says = "which card lies beside which region"
    return Form(
        player,
        "place",
        rule,
        says,
        partial(_placement_checks, pos, player),
        partial(_placement_offers, pos, player),
        does,
    )


def _placement_offers(pos: Position, player: str) -> Iterator[Move]:
    """Yield every way to lay the player's cards beside regions: three of them, or all if there are fewer."""
    hand = pos.zone(player, "hand")
    count = min(len(hand), len(_REGIONS))
    for picks in permutations(hand, count):
        if count == len(_REGIONS):
            yield Move("place", picks=picks, words=_REGIONS)
        else:
            for regions in permutations(_REGIONS, count):
                yield Move("place", picks=picks, words=regions)


def _not_from_hand(pos: Position, hand: list[int], picks: tuple[int, ...]) -> str:
    """Return why picks are not different cards of a hand."""
    wrong = [number for number in picks if number not in hand]
    return whereabouts(pos, wrong[0]) if wrong else f"{card_names(pos, picks)} are named"


def _placement_checks(pos: Position, player: str, move: Move) -> list[Check]:
    hand = pos.zone(player, "hand")
    count = min(len(hand), len(_REGIONS))
    own = all(number in hand for number in move.picks) and len(set(move.picks)) == len(move.picks)
    regions = names_only(move, _REGIONS) and len(set(move.words)) == len(move.words) == len(move.picks)
    return [
        Check(
            "hand",
            "okc/spring-3b#1",
            f"{pos.player_name(player)} places different cards from hand",
            own,
            "" if own else _not_from_hand(pos, hand, move.picks),
        ),
        Check(
            "regions",
            "okc/spring-3b#1",
            "each card lies beside a region of its own",
            regions,
            f"these are named: {', '.join(move.words)}",
        ),
        Check(
            "count",
            "okc/spring-3b#1",
            f"exactly {count} cards must be placed",
            len(move.picks) == count,
            f"{len(move.picks)} {'was' if len(move.picks) == 1 else 'were'} placed",
        ),
    ]


def _supporter_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    """Yield ways to place Supporters: any number on one region, or one on each. Other divisions are legal too."""
    if frame.kind != "spring" or used(pos, f"supporters {player}", board.round_frame(pos)):
        return
    count = pos.table.count(player, "supporters")
    for amount in range(1, count + 1):
        for region in _REGIONS:
            yield Move("supporters", words=(region,) * amount)
    if count >= len(_REGIONS):
        yield Move("supporters", words=_REGIONS)


def _supporter_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    have = pos.table.count(player, "supporters")
    fresh = not used(pos, f"supporters {player}", board.round_frame(pos))
    return [
        step_check(pos, frame, "spring", "okc/placing-supporters#1", "Supporters are placed"),
        Check(
            "once",
            "okc/placing-supporters#1",
            "Supporters are placed once in a round",
            fresh,
            f"{pos.player_name(player)} has placed some",
        ),
        Check(
            "board",
            "okc/supporter-spaces#1",
            "Supporters are placed from the player board",
            0 < len(move.words) <= have,
            f"{have} {is_or_are(have)} there, and the move places {len(move.words)}",
        ),
        Check(
            "regions",
            "okc/placing-supporters#3",
            "Supporters go on regions",
            names_only(move, _REGIONS),
            f"these are named: {', '.join(move.words)}",
        ),
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
"""The action of this chapter: to place Supporters in the Spring action step."""
