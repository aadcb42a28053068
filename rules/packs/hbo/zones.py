"""The zones of the game, and leaving play with everything that goes at the same moment (`hbo/leaving-play`)."""

from __future__ import annotations

from ledger.events import Attached, ControlChanged, Counted, EffectEnded, FrameAdvanced, Marked, Moved
from rules.kernel.pack import ZoneTable
from rules.kernel.position import Position
from rules.packs.hbo import board
from rules.shared import by_hand

ZONES = ZoneTable(
    owned=(
        ("hand", "owner", False),
        ("deck", "none", False),
        ("plots", "owner", False),
        ("chosen", "owner", False),
        ("offer", "owner", False),
        ("box", "none", False),
        ("play", "all", True),
        ("plot", "all", True),
        ("banner", "all", True),
        ("discard", "all", False),
        ("dead", "all", False),
        ("used", "all", False),
    ),
    shared=((board.DRAFT, "none", False),),
    homes={
        **dict.fromkeys(("attachment", "character", "event", "location"), "hand deck play discard dead"),
        "plot": f"plots chosen plot used offer box {board.DRAFT}",
        "banner": "banner",
    },
)
"""Every zone: its kind, who may look into it, and whether what lies there is in play.

Every player has own piles (`hbo/discard-and-dead-piles#1`), open to all (`hbo/discard-and-dead-piles#2`); hands are not
(`hbo/hand#1`). The draft deck is shared.
"""


def leave(pos: Position, number: int, zone: str) -> None:
    """Move a card out of play to its owner's zone of a kind (`hbo/discard-and-dead-piles#3`, `hbo/owner#1`).

    Its attachments and duplicates are discarded (`hbo/leaving-play#1`, `hbo/attachment#2`), its power goes to the pool
    (`hbo/leaving-play#2`), effects on it end, it leaves the challenge, and its owner controls it again.
    """
    entity = pos.table.entities[number]
    for part in list(entity.attached):
        leave(pos, part, "discard")
    for what, amount in list(entity.counters.items()):
        pos.emit(Counted(number, what, -amount))
    for effect in list(pos.table.effects.values()):
        if number in effect.affects:
            pos.emit(EffectEnded(effect.id, number if len(effect.affects) > 1 else 0))
    leave_challenge(pos, number)
    if entity.host:
        pos.emit(Attached(number, 0))
    for mark in list(entity.marks):
        pos.emit(Marked(number, mark, False))
    if entity.controller != entity.owner:
        pos.emit(ControlChanged(number, entity.owner))
    pos.emit(Moved(number, f"{entity.owner}.{zone}"))


def put_by_hand(pos: Position, number: int, zone: str, player: str) -> None:
    """Put a card into a zone under a player's control because somebody corrects the table; see `rules/shared/by_hand`.

    A card that leaves play takes nothing along: what is on it goes where `leave` puts it.
    """
    by_hand.put_by_hand(pos, number, zone, player, leave, leave_challenge)


def leave_challenge(pos: Position, number: int) -> None:
    """Take a character out of the challenge being resolved (`hbo/participating#2`, `hbo/participating#3`).

    Nothing is done if it does not participate.
    """
    frame = board.challenge(pos)
    if frame is None:
        return
    for side in ("attackers", "defenders"):
        here = frame.numbers(side)
        if number in here:
            pos.emit(FrameAdvanced(frame.id, frame.step, {side: [other for other in here if other != number]}))
