"""Spring 3 and the Supporters of Spring 4: Heralds in turn order, facedown cards beside regions, pawns on regions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations

from ledger.events import Move, Moved, Occurrence, UseCounted
from ledger.table import Frame
from rules.asking import Ask, Check, Say, together
from rules.forms import Form
from rules.pack import Action
from rules.packs.okc import reading
from rules.packs.okc.prohibitions import used
from rules.packs.okc.steps import in_step, names
from rules.position import Position

_REGIONS = tuple(reading.REGIONS)


def heralds(pos: Position, frame: Frame) -> Ask | None:
    """In turn order each Herald goes to any location (`okc/spring-3a#1`, `#2`)."""
    for player in pos.order():
        slot = f"herald {player}"
        if slot not in frame.data:
            return Say(player, "okc/spring-3a#1", "where the Herald goes", frame, slot, reading.LOCATIONS, verb="herald")
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
        Check("count", "okc/spring-3b#1", f"exactly {count} are placed ({len(move.picks)} were)", len(move.picks) == count),
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
    if frame.kind != "spring" or used(pos, f"supporters {player}", reading.round_frame(pos)):
        return
    count = pos.table.count(player, "supporters")
    for amount in range(1, count + 1):
        for region in _REGIONS:
            yield Move("supporters", words=(region,) * amount)
    if count >= len(_REGIONS):
        yield Move("supporters", words=_REGIONS)


def _standing(have: int) -> str:
    return f"one or more are placed, of the {have} on the player board" if have else "a Supporter stands on the player board"


def _supporter_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    have = pos.table.count(player, "supporters")
    fresh = not used(pos, f"supporters {player}", reading.round_frame(pos))
    return [
        in_step(frame, "spring", "okc/placing-supporters#1"),
        Check("once", "okc/placing-supporters#1", "Supporters were not placed yet this round", fresh),
        Check("board", "okc/supporter-spaces#1", _standing(have), 0 < len(move.words) <= have),
        Check("regions", "okc/placing-supporters#3", "they go on regions", names(move, _REGIONS)),
    ]


def _place_supporters(pos: Position, player: str, move: Move, frame: Frame) -> None:
    pos.emit(UseCounted(f"supporters {player}", reading.round_frame(pos)))
    parts = tuple(
        Occurrence("supported", player=player, amount=move.words.count(region), to=region)
        for region in _REGIONS
        if region in move.words
    )
    pos.open("moment", None, parts)


ACTIONS = (Action("supporters", _supporter_offers, _supporter_checks, _place_supporters),)
