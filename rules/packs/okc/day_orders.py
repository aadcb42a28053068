"""The orders given by Day: Ambush, Retreat and Flank."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from ledger.events import Move, Occurrence
from ledger.table import Frame
from rules.asking import Check
from rules.pack import Action
from rules.packs.okc import holdings, reading
from rules.packs.okc.orders import common, givers, performing, returning
from rules.position import Position


def _region(pos: Position) -> str:
    frame = reading.clash(pos)
    return frame.text("region") if frame else ""


# --- Ambush ---------------------------------------------------------------------------------------------------------


def _ambush_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in givers(pos, player, frame, "ambush"):
        for card in pos.zone(player, "hand"):
            yield Move("ambush", number, picks=(card,))


def _ambush_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    hidden = len(move.picks) == 1 and move.picks[0] in pos.zone(player, "hand")
    return [
        *common(pos, player, move, frame, "ambush"),
        Check("hand", "okc/ambush#1", "one facedown card from the player's hand is added", hidden),
    ]


def _ambush(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    return (Occurrence("joined", move.picks[0], player, source=move.subject, to=_region(pos), note="ambush"),)


# --- Retreat --------------------------------------------------------------------------------------------------------


def _own_active(pos: Position, player: str) -> list[int]:
    """Every active card of the player in the region, also one left from an earlier clash (`okc/retreat#3`)."""
    region = _region(pos)
    return [number for number in pos.zone(player, region) if pos.entity(number).up] if region else []


def _herald_here(pos: Position, player: str) -> bool:
    region = _region(pos)
    return bool(region) and any(holdings.herald_at(pos, player, place) for place in reading.REGIONS[region])


def _retreat_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    """Any of the cards, the Herald and any number of Supporters, in every combination (`okc/retreat#1`, `#2`)."""
    cards = _own_active(pos, player)
    words = [(), ("herald",)] if _herald_here(pos, player) else [()]
    for number in givers(pos, player, frame, "retreat"):
        pawns = holdings.supporters_on(pos, player, _region(pos))
        yield Move("retreat", number, picks=(number,))
        for count in range(len(cards) + 1):
            for picks, said, amount in product(combinations(cards, count), words, range(pawns + 1)):
                if (picks or said or amount) and (picks, said, amount) != ((number,), (), 0):
                    yield Move("retreat", number, picks=picks, words=said, amount=amount)


def _retreat_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    cards, picks = _own_active(pos, player), returning(move)
    own = all(number in cards for number in picks) and len(set(picks)) == len(picks)
    region = _region(pos)
    pawns = holdings.supporters_on(pos, player, region) if region else 0
    herald = not move.words or (move.words == ("herald",) and _herald_here(pos, player))
    return [
        *common(pos, player, move, frame, "retreat"),
        Check("cards", "okc/retreat#1", "the cards are active ones of the player in that region", own),
        Check("herald", "okc/retreat#2", "the Herald stands in that region", herald),
        Check(
            "supporters",
            "okc/retreat#2",
            f"no more Supporters return than the {pawns} that stand there",
            0 <= move.amount <= pawns,
        ),
    ]


def _retreat(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    parts = [Occurrence("returned", number, player, source=move.subject, note="retreat") for number in returning(move)]
    if move.words:
        parts.append(Occurrence("heralded", player=player, source=move.subject))
    if move.amount:
        parts.append(Occurrence("recalled", player=player, amount=move.amount, source=move.subject, to=_region(pos)))
    return tuple(parts)


# --- Flank ----------------------------------------------------------------------------------------------------------


def _flank_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in givers(pos, player, frame, "flank"):
        for region in reading.REGIONS:
            if region != _region(pos) and region not in reading.resolved(pos):
                yield Move("flank", number, words=(region,))


def _flank_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    other = len(move.words) == 1 and move.words[0] in reading.REGIONS and move.words[0] != _region(pos)
    done = reading.resolved(pos)
    open_yet = move.words[0] not in done if other else None
    some = any(region != _region(pos) and region not in done for region in reading.REGIONS)
    return [
        *common(pos, player, move, frame, "flank"),
        Check("region", "okc/flank#1", "it moves to another region", other),
        Check("unresolved", "okc/flank#1" if some else "okc/flank#3", "that region is not resolved yet this round", open_yet),
    ]


def _flank(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    return (Occurrence("flanked", move.subject, player, source=move.subject, to=move.words[0]),)


ACTIONS = (
    Action("ambush", _ambush_offers, _ambush_checks, performing("ambush", _ambush)),
    Action("retreat", _retreat_offers, _retreat_checks, performing("retreat", _retreat)),
    Action("flank", _flank_offers, _flank_checks, performing("flank", _flank)),
)
