"""What is looked at after every change: victory, empty decks, standing conditions, illegal attachments, raised STR."""

from __future__ import annotations

from typing import Any

from ledger.events import (
    Attached,
    ControlChanged,
    Counted,
    EffectBegan,
    EffectEnded,
    FrameAdvanced,
    FrameClosed,
    FrameOpened,
    GameEnded,
    Marked,
    Moved,
    Occurrence,
    SeatChanged,
)
from ledger.table import Frame
from rules.kernel.asks import Ask, Say
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.agot2 import board, values
from rules.packs.agot2.zones import leave, may_attach

_POWER: frozenset[type[Any]] = frozenset({Counted, ControlChanged})
_ATTACHMENTS: frozenset[type[Any]] = frozenset({Attached, ControlChanged, EffectBegan, EffectEnded})

_BLANKS: frozenset[type[Any]] = frozenset({Moved, Marked})
"""Events that may begin or end a blank text box, and with it a "no attachments" or a trait."""

_BLANKING = frozenset({"blank:text", "blank:traits"})


def settle(pos: Position, changed: set[type[Any]]) -> bool:
    """End the game, or open the frame of what a standing condition asks for; return whether anything was done.

    `changed` are the types of events since the last look; conditions these cannot touch are passed over. During setup,
    an elimination or the choice of a winner nothing is done, but a new survey of STR becomes `pos.watch`.
    """
    table = pos.table
    if table.frames and table.frames[-1].kind in ("victory", "elimination", "setup"):
        pos.watch = values.survey(pos)
        return False
    if not changed.isdisjoint(_POWER) and _victory(pos):
        return True
    if Moved in changed and _empty_decks(pos):
        pos.emit(FrameOpened("elimination", {}))
        return True
    removed = _standing_removals(pos) if _any_standing(pos) else []
    if not changed.isdisjoint(_ATTACHMENTS) or (
        not _BLANKING.isdisjoint(pos.index.constants) and not changed.isdisjoint(_BLANKS)
    ):
        removed += _illegal_attachments(pos)
    if removed:
        pos.open("moment", {"standing": True}, tuple(removed))
        return True
    return values.look(pos)


def _victory(pos: Position) -> bool:
    """End the game if one player has 15 power (`agot2/power#1`); say whether anybody has.

    If several have it at once, open the frame in which the first player chooses (`agot2/winning-the-game#2`).
    """
    winners = [player for player in pos.order() if board.power_of(pos, player) >= board.VICTORY]
    if len(winners) == 1:
        pos.emit(GameEnded((winners[0],), "agot2/winning-the-game#1"))
    elif winners:
        pos.emit(FrameOpened("victory", {"players": list(winners)}))
    return bool(winners)


def _empty_decks(pos: Position) -> list[str]:
    """Return the players who have no deck left; they are out at once (`agot2/2.2#2`)."""
    return [player for player in pos.order() if not pos.zone(player, "deck")]


def eliminate_empty(pos: Position, frame: Frame) -> Ask | None:
    """Eliminate the players with empty decks, and end the game if only one player is left.

    If the decks of all players left are empty, the first player is asked who is eliminated last and so wins; then the
    game ends (`agot2/winning-the-game#5`, `agot2/2.2#3`).
    """
    out = _empty_decks(pos)
    if frame.kind != "elimination":
        return None
    if set(out) == set(pos.table.players) and len(out) > 1:
        if "last" not in frame.data:
            return Say(pos.first, "agot2/winning-the-game#5", "who is eliminated last and so wins", frame, "last", out)
        pos.emit(FrameClosed(frame.id))
        pos.emit(GameEnded((frame.text("last"),), "agot2/winning-the-game#5"))
        return None
    pos.emit(FrameClosed(frame.id))
    for player in out:
        _eliminate(pos, player)
    if len(pos.table.players) == 1:
        pos.emit(GameEnded((pos.table.players[0],), "agot2/winning-the-game#4"))
    return None


def _eliminate(pos: Position, player: str) -> None:
    """Take a player, with what they own except the empty deck, out of the game.

    A first player's role passes to the left (`agot2/first-player#4`).
    """
    left = pos.after(player)
    for number in [entity.id for entity in board.in_play(pos) if entity.owner == player]:
        if pos.entity(number).zone.endswith(".play"):
            leave(pos, number, "out")
    for zone in ("hand", "discard", "dead", "plots", "used", "plot", "chosen"):
        for number in list(pos.zone(player, zone)):
            pos.emit(Moved(number, f"{player}.out"))
    for number in list(pos.zone(player, "title")):
        pos.emit(Moved(number, "titles"))
    first = pos.first
    pos.emit(SeatChanged("players", tuple(other for other in pos.table.players if other != player)))
    if first == player:
        pos.emit(SeatChanged("first", (left,)))
    _end_challenge_of(pos, player)


def _end_challenge_of(pos: Position, player: str) -> None:
    frame = board.challenge(pos)
    if frame is not None and player in (frame.data["attacker"], frame.data["defender"]):
        pos.emit(FrameAdvanced(frame.id, pos.pack.procedures["challenge"].step("end"), {"abandoned": True}))


def _any_standing(pos: Position) -> bool:
    constants = pos.index.constants
    if constants.get("dies_at_zero:text") or constants.get("sacrificed_at_once:text"):
        return True
    return any("dies_at_zero:text:has" in effect.data for effect in pos.table.effects.values())


def _standing_removals(pos: Position) -> list[Occurrence]:
    """Return the removals of characters under a standing condition; nothing while one is imminent already.

    Only a save that lifts the condition helps (`agot2/save#4`).
    """
    if any(
        part.note == "standing" and part.state == "imminent" for frame in pos.table.frames for part in frame.occurrences
    ):
        return []
    found = []
    for entity in board.in_play(pos):
        if not board.is_character(pos, entity.id):
            continue
        if has(pos, entity.id, "dies_at_zero", "text") and values.strength(pos, entity.id) == 0:
            found.append(Occurrence("killed", entity.id, entity.controller, note="standing"))
        elif has(pos, entity.id, "sacrificed_at_once", "text"):
            found.append(Occurrence("sacrificed", entity.id, entity.controller, note="standing"))
    return found


def _illegal_attachments(pos: Position) -> list[Occurrence]:
    """Return the discards of attachments that may not be where they are (`agot2/attachment-cards#7`)."""
    if any(
        part.note == "illegal" and part.state == "imminent" for frame in pos.table.frames for part in frame.occurrences
    ):
        return []
    return [
        Occurrence("discarded", entity.id, entity.controller, note="illegal")
        for entity in board.in_play(pos)
        if entity.host and not board.is_duplicate(entity) and entity.card and may_attach(pos, entity.id, entity.host)
    ]
