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
    State,
)
from ledger.table import Entity, Frame
from rules.kernel.asks import Ask, Say
from rules.kernel.context import Context
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.agot2 import board, values
from rules.packs.agot2.zones import leave, may_attach
from rules.resolution.foresight import outcomes

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
    removed = _removals(pos, changed)
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


def _removals(pos: Position, changed: set[type[Any]]) -> list[Occurrence]:
    """Return the removals that standing conditions ask for now, of characters and of illegal attachments.

    While one of them is imminent, the condition is not looked at again. Then it is as if `changed` had just come about:
    a save that lifts nothing leaves the card to the same condition (`agot2/save#4`).
    """
    found = _due(pos, "standing", changed) if _any_standing(pos) else []
    if not changed.isdisjoint(_ATTACHMENTS) or (
        not _BLANKING.isdisjoint(pos.index.constants) and not changed.isdisjoint(_BLANKS)
    ):
        found += _due(pos, "illegal", changed)
    return found


def _due(pos: Position, note: str, changed: set[type[Any]]) -> list[Occurrence]:
    """Return the removals by one standing condition; keep `changed` for later where it is not the time to look."""
    if _imminent(pos, note):
        pos.unsettled |= changed
        return []
    parts = [_CONDITIONS[note](pos, entity) for entity in board.in_play(pos)]
    due = [part for part in parts if part is not None and pos.pack.happenings[part.kind].could(pos, part)]
    waiting = [part for part in due if _being_saved(pos, part.subject)]
    if waiting:
        pos.unsettled |= changed
    return [part for part in due if part not in waiting]


def _imminent(pos: Position, note: str) -> bool:
    """Whether a removal by a standing condition of this kind is imminent in an open frame."""
    return any(
        part.note == note and part.state is State.IMMINENT for frame in pos.table.frames for part in frame.occurrences
    )


def _being_saved(pos: Position, number: int) -> bool:
    """Whether an ability that has saved a card is still resolving, so that the rest of it may lift the condition.

    The condition takes hold again only after the whole attempt to save (`agot2/save#4`).
    """
    end = pos.pack.procedures["ability"].step("finish")
    return any(
        part.kind == "saving" and part.subject == number
        for frame in pos.kinds.get("ability", ())
        if frame.step < end
        for part in frame.occurrences
    )


def _standing_removal(pos: Position, entity: Entity) -> Occurrence | None:
    """Return how a standing condition removes a character, or None."""
    if not board.is_character(pos, entity.id):
        return None
    if has(pos, entity.id, "dies_at_zero", "text") and values.strength(pos, entity.id) == 0:
        return Occurrence("killed", entity.id, entity.controller, note="standing")
    if has(pos, entity.id, "sacrificed_at_once", "text"):
        return Occurrence("sacrificed", entity.id, entity.controller, note="standing")
    return None


def _illegal_attachment(pos: Position, entity: Entity) -> Occurrence | None:
    """Return the discard of an attachment that may not be where it is (`agot2/attachment-cards#7`), or None."""
    attached = entity.host and not board.is_duplicate(entity) and entity.card
    if not attached or not may_attach(pos, entity.id, entity.host):
        return None
    return Occurrence("discarded", entity.id, entity.controller, note="illegal")


def lifted(context: Context) -> bool:
    """Whether a save, with the whole of its effect, lifts the standing condition that would remove the card.

    True also if no standing condition removes it. Whether one is lifted is seen from the table as it would be after
    the effect: a save that also gives STR lifts a condition that kills at 0 STR. The cost is not part of that
    (`agot2/abilities#9`).
    """
    answered, pos = context.occ, context.pos
    if answered is None or answered.note not in _CONDITIONS:
        return True
    still = _CONDITIONS[answered.note]
    return any(still(after, after.entity(answered.subject)) is None for after in outcomes(pos, context))


_CONDITIONS = {"standing": _standing_removal, "illegal": _illegal_attachment}
"""The standing conditions, by the note of the removal they ask for: how each removes a card."""
