"""The orders given in Autumn: Rally and Deploy."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Move, Occurrence
from ledger.table import Frame
from rules.asking import Check
from rules.pack import Action
from rules.packs.okc import reading
from rules.packs.okc.orders import common, givers, performing, returning
from rules.position import Position

# --- Rally ----------------------------------------------------------------------------------------------------------


def _rally_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in givers(pos, player, frame, "rally"):
        yield Move("rally", number, picks=(number,))
        if reading.rallies_any(pos, number):
            reach = reading.order_of(pos, number, "rally")
            others = [card for card in reading.active_cards(pos, player) if card != number]
            for card in others:
                yield Move("rally", number, picks=(card,))
                if reach > 1:
                    yield Move("rally", number, picks=(number, card))


def _rally_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    found, picks = common(pos, player, move, frame, "rally"), returning(move)
    if move.subject not in pos.table.entities:
        return found
    wide = reading.rallies_any(pos, move.subject)
    reach = reading.order_of(pos, move.subject, "rally") if wide else 1
    mine = all(number in reading.active_cards(pos, player) for number in picks)
    fits = len(set(picks)) == len(picks) <= reach
    rule = "okc/rally-any#1" if wide else "okc/rally-self#1"
    return [
        *found,
        Check("reach", rule, f"at most {reach} different cards return" if wide else "one card returns", fits),
        Check("cards", rule, "they are active cards of the player", mine),
        Check(
            "self",
            "okc/rally-self#1",
            "that card and only it returns, as Rally (self) says",
            wide or set(picks) == {move.subject},
        ),
    ]


def _rally(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    return tuple(Occurrence("returned", number, player, source=move.subject, note="rally") for number in returning(move))


# --- Deploy ---------------------------------------------------------------------------------------------------------


def _deploy_offers(pos: Position, player: str, frame: Frame) -> Iterator[Move]:
    for number in givers(pos, player, frame, "deploy"):
        for region in reading.REGIONS:
            yield Move("deploy", number, words=(region,))


def _deploy_checks(pos: Position, player: str, move: Move, frame: Frame) -> list[Check]:
    region = len(move.words) == 1 and move.words[0] in reading.REGIONS
    return [*common(pos, player, move, frame, "deploy"), Check("region", "okc/deploy#1", "it is put beside a region", region)]


def _deploy(pos: Position, player: str, move: Move) -> tuple[Occurrence, ...]:
    amount = reading.order_of(pos, move.subject, "deploy")
    return (Occurrence("deployed", move.subject, player, amount, move.subject, to=move.words[0]),)


ACTIONS = (
    Action("rally", _rally_offers, _rally_checks, performing("rally", _rally)),
    Action("deploy", _deploy_offers, _deploy_checks, performing("deploy", _deploy)),
)
