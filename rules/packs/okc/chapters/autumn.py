"""Governing and travelling, in Autumn from hand or wherever a reward or ability allows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement

from ledger.events import Counted, Move, Occurrence, UseCounted
from ledger.table import Frame
from rules.kernel.asks import Ask, Check, Form, Say
from rules.kernel.pack import Action
from rules.kernel.position import Position
from rules.packs.okc import board, values
from rules.packs.okc.chapters.windows import in_step, names
from rules.packs.okc.rulebook import used


def _sources(pos: Position, player: str, places: list[str]) -> list[int]:
    """The cards a player may use, from hand, among active ones or both (`okc/govern#2`, `okc/travel#3`)."""
    cards = board.active_cards(pos, player) if "active" in places else []
    return cards + (list(pos.zone(player, "hand")) if "hand" in places else [])


def _govern_moves(pos: Position, player: str, places: list[str]) -> Iterator[Move]:
    for number in _sources(pos, player, places):
        if values.votes(pos, number):
            for council in board.COUNCILS:
                yield Move("govern", picks=(number,), words=(council,))


def _allowed_by(pos: Position, rule: str) -> str:
    """The clause on where the card comes from: that of the reward which lets the player do this, if one does
    (`okc/castle#1`, `okc/wilds#1`).
    """
    frame = pos.enclosing("ability")
    ability = pos.pack.ability(frame.text("ability")) if frame is not None else None
    return (ability.rule if ability is not None else "") or rule


def _govern_checks(pos: Position, player: str, places: list[str], move: Move, source: str) -> list[Check]:
    own = len(move.picks) == 1 and move.picks[0] in _sources(pos, player, places)
    voting = values.votes(pos, move.picks[0]) > 0 if own else None
    council = len(move.words) == 1 and move.words[0] in board.COUNCILS
    return [
        Check("source", source, f"it is one card of the player, from {' or '.join(places)}", own),
        Check("votes", "okc/govern#1", "the card has at least one vote", voting),
        Check("council", "okc/govern#1", "it goes to one council", council),
    ]


def _govern(pos: Position, player: str, move: Move, clear: bool) -> tuple[Occurrence, ...]:
    """The Castle's card clears the council it enters, own cards included (`okc/castle#2`)."""
    council = move.words[0]
    parts = [Occurrence("governed", move.picks[0], player, to=council)]
    if clear:
        there = [number for other in pos.order() for number in pos.zone(other, council)]
        parts += [Occurrence("unseated", number, pos.entity(number).owner) for number in there]
    return tuple(parts)


def _travel_moves(pos: Position, player: str, places: list[str]) -> Iterator[Move]:
    for number in _sources(pos, player, places):
        if values.lore(pos, number):
            yield Move("travel", picks=(number,))


def _travel_checks(pos: Position, player: str, places: list[str], move: Move, source: str) -> list[Check]:
    own = len(move.picks) == 1 and move.picks[0] in _sources(pos, player, places)
    learned = values.lore(pos, move.picks[0]) > 0 if own else None
    return [
        Check("source", source, f"it is one card of the player, from {' or '.join(places)}", own),
        Check("lore", "okc/travel#1", "the card has at least one lore", learned),
    ]


# --- offered by a reward or an ability ------------------------------------------------------------------------------


def offer_govern(pos: Position, frame: Frame) -> Ask | None:
    """A player may govern now with a card from the places named."""
    player, places = frame.text("player"), frame.names("from")

    def judge(move: Move) -> list[Check]:
        return _govern_checks(pos, player, places, move, _allowed_by(pos, "okc/govern#2"))

    def does(move: Move) -> None:
        pos.open_next(frame, "moment", None, _govern(pos, player, move, frame.text("to") == "clear"))

    offers = lambda: _govern_moves(pos, player, places)  # noqa: E731
    return _offered(
        pos, Form(player, "govern", "okc/govern#1", "govern or not", judge, offers, does, _close(pos, frame))
    )


def offer_travel(pos: Position, frame: Frame) -> Ask | None:
    """A player may travel now with a card from the places named."""
    player, places = frame.text("player"), frame.names("from")

    def judge(move: Move) -> list[Check]:
        return _travel_checks(pos, player, places, move, _allowed_by(pos, "okc/travel#3"))

    def does(move: Move) -> None:
        pos.open_next(frame, "travel", {"player": player, "card": move.picks[0]})

    offers = lambda: _travel_moves(pos, player, places)  # noqa: E731
    return _offered(
        pos, Form(player, "travel", "okc/travel#1", "travel or not", judge, offers, does, _close(pos, frame))
    )


def _offered(pos: Position, form: Form) -> Ask | None:
    """Nobody is asked who has no card for it; whoever names one all the same is told what it lacks."""
    if next(iter(form.offers()), None) is not None:
        return form
    pos.skip(form)
    return None


def _close(pos: Position, frame: Frame) -> Callable[[], None]:
    return lambda: pos.go(frame, "done")


def depart(pos: Position, frame: Frame) -> Ask | None:
    """The traveller goes to the losses (`okc/travel#1`)."""
    number, player = frame.number("card"), frame.text("player")
    amount = values.lore(pos, number)
    pos.patch(frame, {"lore": amount})
    pos.open_next(frame, "moment", None, (Occurrence("travelled", number, player, amount),))
    return None


def learn(pos: Position, frame: Frame) -> Ask | None:
    """Its lore is added to the supply, and may be spent at once (`okc/travel#2`)."""
    player = frame.text("player")
    pos.open_next(
        frame, "moment", None, (Occurrence("gained", player=player, amount=frame.number("lore"), note="lore"),)
    )
    return None


# --- in the Autumn action step --------------------------------------------------------------------------------------


def _once(pos: Position, player: str, what: str) -> bool:
    frame = pos.enclosing("autumn")
    return not used(pos, f"{what} {player}", frame.id if frame else 0)


def _count(pos: Position, player: str, what: str, frame: Frame) -> None:
    pos.emit(UseCounted(f"{what} {player}", frame.id))


def _may_govern(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    if frame.kind == "autumn" and _once(pos, player, "govern"):
        yield from _govern_moves(pos, player, ["hand"])


def _govern_here(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    return [
        in_step(frame, "autumn", "okc/autumn-1#1"),
        Check("once", "okc/autumn-1#1", "the player has not governed yet in this step", _once(pos, player, "govern")),
        *_govern_checks(pos, player, ["hand"], move, "okc/autumn-1#1"),
    ]


def _do_govern(pos: Position, player: str, move: Move, frame: Frame) -> None:
    _count(pos, player, "govern", frame)
    pos.open("moment", None, _govern(pos, player, move, clear=False))


def _may_travel(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    if frame.kind == "autumn" and _once(pos, player, "travel"):
        yield from _travel_moves(pos, player, ["hand"])


def _travel_here(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    return [
        in_step(frame, "autumn", "okc/autumn-1#2"),
        Check("once", "okc/autumn-1#2", "the player has not travelled yet in this step", _once(pos, player, "travel")),
        *_travel_checks(pos, player, ["hand"], move, "okc/autumn-1#2"),
    ]


def _do_travel(pos: Position, player: str, move: Move, frame: Frame) -> None:
    _count(pos, player, "travel", frame)
    pos.open("travel", {"player": player, "card": move.picks[0]})


_FIRST = (
    Action("govern", _may_govern, _govern_here, _do_govern),
    Action("travel", _may_travel, _travel_here, _do_travel),
)

ENOUGH = 4
"""Markers on a location that claim its reward (`okc/four-markers#1`)."""


# --- Relics ---------------------------------------------------------------------------------------------------------


def relics(pos: Position, frame: Frame) -> Ask | None:
    """With a Herald reward, cards and markers may leave this council for influence (`okc/council-of-relics#1`, `#2`)."""
    player = frame.text("player")
    cards, markers = pos.zone(player, "relics"), pos.table.count(player, "markers-relics")
    if not frame.data.get("herald") or not (cards or markers):
        return None

    def judge(move: Move) -> list[Check]:
        own = all(number in cards for number in move.picks) and len(set(move.picks)) == len(move.picks)
        return [
            Check("cards", "okc/council-of-relics#1", "they are the player's cards in this council", own),
            Check(
                "markers",
                "okc/council-of-relics#1",
                f"at most the {markers} markers there are removed",
                0 <= move.amount <= markers,
            ),
        ]

    def does(move: Move) -> None:
        gain = sum(values.votes(pos, number) for number in move.picks) + move.amount
        parts = [Occurrence("unseated", number, player) for number in move.picks]
        if move.amount:
            parts.append(Occurrence("marked", player=player, amount=-move.amount, to="relics"))
        parts.append(Occurrence("gained", player=player, amount=gain, note="influence"))
        pos.open_next(frame, "moment", None, tuple(parts))

    def offers() -> Iterator[Move]:
        yield Move("relics", picks=tuple(cards), amount=markers)
        for number in cards:
            yield Move("relics", picks=(number,))

    says = "cards and markers to remove from the Council of Relics"
    return Form(
        player, "relics", "okc/council-of-relics#1", says, judge, offers, does, lambda: pos.go(frame, "influence")
    )


# --- Secrets --------------------------------------------------------------------------------------------------------


def _unused(pos: Position, player: str, council: str) -> bool:
    return not used(pos, f"{council} {player}", board.round_frame(pos))


def _secrets_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    if frame.kind != "autumn" or not _unused(pos, player, "secrets"):
        return
    count = values.council_votes(pos, player, "secrets")
    if count:
        for location in board.LOCATIONS:
            yield Move("secrets", words=(location,) * count)
        for words in combinations_with_replacement(board.LOCATIONS, count):
            if len(set(words)) > 1:
                yield Move("secrets", words=words)


def _secrets_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    count = values.council_votes(pos, player, "secrets")
    return [
        in_step(frame, "autumn", "okc/council-of-secrets#1"),
        Check("once", "okc/action#4", "the action was not used yet this round", _unused(pos, player, "secrets")),
        Check("votes", "okc/councils#2", "the player has a vote in this council", count > 0),
        Check(
            "count",
            "okc/council-of-secrets#1",
            f"as many markers are placed as the player has votes there: {count}",
            len(move.words) == count if count else None,
        ),
        Check("locations", "okc/council-of-secrets#1", "they go on locations", names(move, board.LOCATIONS)),
    ]


def _place_markers(pos: Position, player: str, move: Move, frame: Frame) -> None:
    pos.emit(UseCounted(f"secrets {player}", board.round_frame(pos)))
    pos.open("secrets", {"player": player, "words": list(move.words)})


def place_markers(pos: Position, frame: Frame) -> Ask | None:
    """Markers go on locations and stay from round to round (`okc/council-of-secrets#2`)."""
    player, words = frame.text("player"), frame.names("words")
    parts = tuple(
        Occurrence("marked", player=player, amount=words.count(location), to=location)
        for location in board.LOCATIONS
        if location in words
    )
    pos.open_next(frame, "moment", None, parts)
    return None


def claim_marked(pos: Position, frame: Frame) -> Ask | None:
    """Each location with four or more is claimed, in the order the player likes (`okc/four-markers#1`, `#4`)."""
    player = frame.text("player")
    full = [location for location in board.LOCATIONS if board.markers(pos, player, location) >= ENOUGH]
    if not full:
        return None
    if len(full) > 1 and "next" not in frame.data:
        return Say(player, "okc/four-markers#4", "which location is claimed first", frame, "next", full, verb="claim")
    location = frame.text("next") or full[0]
    place = board.location_entity(pos, location)
    pos.emit(Counted(place, f"markers-{player}", -board.markers(pos, player, location)))
    pos.patch(frame, {"next": None})
    pos.open("claim", {"player": player, "location": location, "markers": True})
    return None


# --- Oaths ----------------------------------------------------------------------------------------------------------


def _reach(pos: Position, player: str) -> int:
    """As many Supporters as votes, one more with the most votes (`okc/council-of-oaths#1`, `#2`)."""
    count = values.council_votes(pos, player, "oaths")
    return count + (1 if values.most_votes(pos, player, "oaths") else 0)


def _pawns(pos: Position, player: str) -> list[str]:
    """Where each Supporter that could come back is, one word each."""
    found = ["losses"] * pos.table.count(player, "supporters-lost")
    for region in board.REGIONS:
        found += [region] * board.supporters_on(pos, player, region)
    return found


def _oaths_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    if frame.kind != "autumn" or not _unused(pos, player, "oaths") or not values.council_votes(pos, player, "oaths"):
        return
    away = _pawns(pos, player)
    for count in range(min(len(away), _reach(pos, player)), 0, -1):
        for words in dict.fromkeys(combinations(away, count)):
            yield Move("oaths", words=words)


def _oaths_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    reach, away = _reach(pos, player), _pawns(pos, player)
    there = all(move.words.count(word) <= away.count(word) for word in move.words)
    return [
        in_step(frame, "autumn", "okc/council-of-oaths#1"),
        Check("once", "okc/action#4", "the action was not used yet this round", _unused(pos, player, "oaths")),
        Check(
            "votes",
            "okc/councils#2",
            "the player has a vote in this council",
            values.council_votes(pos, player, "oaths") > 0,
        ),
        Check(
            "count",
            "okc/council-of-oaths#1",
            f"at least 1 and at most {reach} Supporters return",
            0 < len(move.words) <= reach if reach else None,
        ),
        Check(
            "pawns",
            "okc/council-of-oaths#1",
            "so many of the player's Supporters are on the map or among the losses",
            there,
        ),
    ]


def _recall(pos: Position, player: str, move: Move, frame: Frame) -> None:
    pos.emit(UseCounted(f"oaths {player}", board.round_frame(pos)))
    parts = tuple(
        Occurrence("recalled", player=player, amount=move.words.count(place), to=place)
        for place in dict.fromkeys(move.words)
    )
    pos.open("moment", None, parts)


def _no_reward(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Relics are redeemed with a Herald reward, never in an action step (`okc/council-of-relics#1`)."""
    return [Check("reward", "okc/council-of-relics#5", "the player is claiming a Herald reward", False)]


ACTIONS = (
    *_FIRST,
    # Nothing that can be done in an action step: it is here so that an attempt is told which rule stands against it.
    Action("relics", lambda pos, player, frame: (), _no_reward, lambda pos, player, move, frame: None),
    Action("secrets", _secrets_offers, _secrets_checks, _place_markers),
    Action("oaths", _oaths_offers, _oaths_checks, _recall),
)
