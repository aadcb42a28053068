"""The three councils: Relics with a Herald reward, Secrets and Oaths as Autumn actions (`okc/councils#2`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from ledger.events import Counted, Move, Occurrence, UseCounted
from ledger.table import Frame
from rules.asking import Ask, Check, Say
from rules.forms import Form
from rules.pack import Action
from rules.packs.okc import holdings, reading
from rules.packs.okc.prohibitions import used
from rules.packs.okc.steps import in_step, names
from rules.position import Position

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
        gain = sum(reading.votes(pos, number) for number in move.picks) + move.amount
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
    return Form(player, "relics", "okc/council-of-relics#1", says, judge, offers, does, lambda: pos.go(frame, "influence"))


# --- Secrets --------------------------------------------------------------------------------------------------------


def _unused(pos: Position, player: str, council: str) -> bool:
    return not used(pos, f"{council} {player}", reading.round_frame(pos))


def _secrets_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    if frame.kind != "autumn" or not _unused(pos, player, "secrets"):
        return
    count = holdings.council_votes(pos, player, "secrets")
    if count:
        for location in reading.LOCATIONS:
            yield Move("secrets", words=(location,) * count)
        for words in combinations_with_replacement(reading.LOCATIONS, count):
            if len(set(words)) > 1:
                yield Move("secrets", words=words)


def _secrets_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    count = holdings.council_votes(pos, player, "secrets")
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
        Check("locations", "okc/council-of-secrets#1", "they go on locations", names(move, reading.LOCATIONS)),
    ]


def _place_markers(pos: Position, player: str, move: Move, frame: Frame) -> None:
    pos.emit(UseCounted(f"secrets {player}", reading.round_frame(pos)))
    pos.open("secrets", {"player": player, "words": list(move.words)})


def place_markers(pos: Position, frame: Frame) -> Ask | None:
    """Markers go on locations and stay from round to round (`okc/council-of-secrets#2`)."""
    player, words = frame.text("player"), frame.names("words")
    parts = tuple(
        Occurrence("marked", player=player, amount=words.count(location), to=location)
        for location in reading.LOCATIONS
        if location in words
    )
    pos.open_next(frame, "moment", None, parts)
    return None


def claim_marked(pos: Position, frame: Frame) -> Ask | None:
    """Each location with four or more is claimed, in the order the player likes (`okc/four-markers#1`, `#4`)."""
    player = frame.text("player")
    full = [location for location in reading.LOCATIONS if holdings.markers(pos, player, location) >= ENOUGH]
    if not full:
        return None
    if len(full) > 1 and "next" not in frame.data:
        return Say(player, "okc/four-markers#4", "which location is claimed first", frame, "next", full, verb="claim")
    location = frame.text("next") or full[0]
    place = reading.location_entity(pos, location)
    pos.emit(Counted(place, f"markers-{player}", -holdings.markers(pos, player, location)))
    pos.patch(frame, {"next": None})
    pos.open("claim", {"player": player, "location": location, "markers": True})
    return None


# --- Oaths ----------------------------------------------------------------------------------------------------------


def _reach(pos: Position, player: str) -> int:
    """As many Supporters as votes, one more with the most votes (`okc/council-of-oaths#1`, `#2`)."""
    count = holdings.council_votes(pos, player, "oaths")
    return count + (1 if holdings.most_votes(pos, player, "oaths") else 0)


def _pawns(pos: Position, player: str) -> list[str]:
    """Where each Supporter that could come back is, one word each."""
    found = ["losses"] * pos.table.count(player, "supporters-lost")
    for region in reading.REGIONS:
        found += [region] * holdings.supporters_on(pos, player, region)
    return found


def _oaths_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    if frame.kind != "autumn" or not _unused(pos, player, "oaths") or not holdings.council_votes(pos, player, "oaths"):
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
            "votes", "okc/councils#2", "the player has a vote in this council", holdings.council_votes(pos, player, "oaths") > 0
        ),
        Check(
            "count",
            "okc/council-of-oaths#1",
            f"at least 1 and at most {reach} Supporters return",
            0 < len(move.words) <= reach if reach else None,
        ),
        Check("pawns", "okc/council-of-oaths#1", "so many of the player's Supporters are on the map or among the losses", there),
    ]


def _recall(pos: Position, player: str, move: Move, frame: Frame) -> None:
    pos.emit(UseCounted(f"oaths {player}", reading.round_frame(pos)))
    parts = tuple(
        Occurrence("recalled", player=player, amount=move.words.count(place), to=place) for place in dict.fromkeys(move.words)
    )
    pos.open("moment", None, parts)


def _no_reward(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    """Relics are redeemed with a Herald reward, never in an action step (`okc/council-of-relics#1`)."""
    return [Check("reward", "okc/council-of-relics#5", "the player is claiming a Herald reward", False)]


ACTIONS = (
    # Nothing that can be done in an action step: it is here so that an attempt is told which rule stands against it.
    Action("relics", lambda pos, player, frame: (), _no_reward, lambda pos, player, move, frame: None),
    Action("secrets", _secrets_offers, _secrets_checks, _place_markers),
    Action("oaths", _oaths_offers, _oaths_checks, _recall),
)
