"""Occurrences that open something of their own or change the conflict: a duel, a ring effect, a card being played."""

from __future__ import annotations

from ledger.events import Counted, EffectBegan, FrameAdvanced, Marked, Move, Moved, Occurrence, Slots, UseCounted
from ledger.table import Frame
from rules.kernel.position import Position
from rules.packs.l5r import board, values
from rules.packs.l5r.chapters.conflicts import DeclareNow
from rules.packs.l5r.chapters.playing import begin_playing, could_play_on
from rules.packs.l5r.chapters.rings import could_resolve, resolve_ring
from rules.packs.l5r.happenings.tokens import Row, contest_ring


def may_duel(pos: Position, number: int, kind: str) -> bool:
    """Whether a character may be in a duel of this type: it participates and has no dash for it.

    `l5r/duel#1`, `l5r/dash#6`
    """
    frame = board.conflict(pos)
    return frame is not None and number in board.participants(frame) and not board.dash(pos, number, kind)


def _can_challenge(pos: Position, part: Occurrence) -> bool:
    """Whether both characters may be in the duel and have different controllers."""
    one, other = part.subject, part.other
    if one not in pos.table.entities or other not in pos.table.entities:
        return False
    if pos.entity(one).controller == pos.entity(other).controller:
        return False
    return may_duel(pos, one, part.note) and may_duel(pos, other, part.note)


def _open_duel(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Open the frame of a duel; it keeps the ability that started it, which says what the result brings."""
    data: Slots = {
        "type": part.note,
        "challenger": part.subject,
        "challenged": part.other,
        "player": part.player,
        "entity": frame.number("entity"),
        "ability": frame.text("ability"),
        "discards": part.to == "discards",
    }
    pos.open("duel", data)


def _can_resolve_ring(pos: Position, part: Occurrence) -> bool:
    """Whether there is an attacking player, named in `to`, and the ring's effect could change something."""
    return bool(part.to) and could_resolve(pos, part.subject, part.to)


def _resolve_ring(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Open a ring's effect, resolved by one player and worded for the attacking player named in `to`."""
    resolve_ring(pos, part.subject, part.player, part.to)


def _can_repeat(pos: Position, part: Occurrence) -> bool:
    """Whether the ability has not been resolved a second time yet.

    The second resolution repeats the whole effect, so it comes here again, but twice is not three times
    (`l5r/resolve-this-ability-twice#1`).
    """
    frame = pos.open_frame(part.other)
    return frame is None or not frame.data.get("repeated")


def _repeat(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Have steps 5 to 7 of the ability done once more, before any reaction (`l5r/resolve-this-ability-twice#2`)."""
    pos.patch(frame, {"repeat": True})


def _can_change_type(pos: Position, part: Occurrence) -> bool:
    """Whether a conflict is being resolved, and is not already of the type it is to have."""
    frame = board.conflict(pos)
    return frame is not None and (part.note in ("", "switch") or frame.text("type") != part.note)


def _change_type(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Turn the contested ring over: the conflict gets the other type, and keeps its element (`l5r/rings#1`).

    It then counts among the round's conflicts of that type, too, but only once.
    """
    conflict = board.conflict(pos)
    assert conflict is not None
    kind = "political" if conflict.text("type") == "military" else "military"
    had = conflict.names("had") or [conflict.text("type")]
    if kind not in had:
        rounds = pos.enclosing("round")
        pos.emit(UseCounted(f"conflict {kind}", rounds.id if rounds else 0))
    pos.emit(FrameAdvanced(conflict.id, conflict.step, {"type": kind, "had": sorted({*had, kind})}))
    ring = conflict.number("ring")
    for other in board.KINDS:
        if (other in pos.entity(ring).marks) != (other == kind):
            pos.emit(Marked(ring, other, other == kind))


def _can_switch_ring(pos: Position, part: Occurrence) -> bool:
    """Whether there is a contested ring, and the other one is unclaimed: a switch needs both (`l5r/switch#1`)."""
    return board.conflict(pos) is not None and pos.entity(part.subject).zone == "rings"


def _switch_ring(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Make another ring the contested one, for the same type; the fate on it goes to the attacking player."""
    conflict = board.conflict(pos)
    assert conflict is not None
    pos.emit(Moved(conflict.number("ring"), "rings"))
    contest_ring(pos, part.subject, conflict.text("type"))
    fate = pos.table.count(part.subject, "fate")
    if fate:
        pos.emit(Counted(part.subject, "fate", -fate))
        pos.emit(Counted(conflict.text("attacker"), "fate", fate))
    pos.emit(FrameAdvanced(conflict.id, conflict.step, {"ring": part.subject}))


def _can_cancel_ring(pos: Position, part: Occurrence) -> bool:
    """Whether the attacking player won the conflict and its ring effect is not cancelled yet."""
    frame = board.conflict(pos)
    return frame is not None and frame.text("winner") == frame.text("attacker") and not frame.data.get("ring cancelled")


def _cancel_ring(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Keep the winner's ring effect from resolving; the ring is claimed all the same (`l5r/cancel#6`)."""
    conflict = board.conflict(pos)
    assert conflict is not None
    pos.emit(FrameAdvanced(conflict.id, conflict.step, {"ring cancelled": True}))


def _can_take_ring(pos: Position, part: Occurrence) -> bool:
    """Whether a conflict is being resolved whose ring effect nobody has taken yet."""
    frame = board.conflict(pos)
    return frame is not None and not frame.text("ring taken")


def _take_ring(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Keep who resolves the ring effect and claims the ring of this conflict in the winner's stead."""
    conflict = board.conflict(pos)
    assert conflict is not None
    pos.emit(FrameAdvanced(conflict.id, conflict.step, {"ring taken": part.player}))


def _can_exchange(pos: Position, part: Occurrence) -> bool:
    """Whether two cards lie in different provinces of one player (`l5r/switch#1`, `l5r/move#1`)."""
    one, other = pos.entity(part.subject), pos.entity(part.other)
    inside = all(board.zone_kind(entity) in board.SLOTS for entity in (one, other))
    return inside and one.zone != other.zone and one.controller == other.controller


def _exchange(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Let two cards in provinces change places; each stays faceup or facedown, and keeps what was used of it."""
    one, other = pos.entity(part.subject), pos.entity(part.other)
    for entity, zone in ((one, other.zone), (other, one.zone)):
        since = entity.since
        pos.emit(Moved(entity.id, zone, face="up" if entity.up else "down"))
        _carry_uses(pos, f"{entity.id}.{since}.", f"{entity.id}.{entity.since}.")


def _carry_uses(pos: Position, before: str, now: str) -> None:
    """Count what was used of a card under its new key, too: a card that only changed its place is no new one."""
    for scope, uses in list(pos.table.uses.items()):
        for key, count in list(uses.items()):
            if key.startswith(before):
                for _ in range(count):
                    pos.emit(UseCounted(now + key[len(before) :], scope))


def _ability_to_gain(pos: Position, part: Occurrence) -> str:
    """Return the key of the other character's triggered ability of the number in `note`, or an empty string."""
    abilities = [
        ability
        for ability in pos.card(part.other).abilities
        if pos.pack.dialect.kinds[ability.kind] in ("action", "triggered")
    ]
    at = int(part.note) - 1
    return abilities[at].key if at < len(abilities) else ""


def _can_gain_ability(pos: Position, part: Occurrence) -> bool:
    """Whether the other character is in play and has such an ability, and the phase is running."""
    there = part.other != part.subject and pos.in_play(part.other) and board.is_character(pos, part.other)
    phase = pos.open_frame(pos.period("phase"))
    return there and bool(_ability_to_gain(pos, part)) and phase is not None and not phase.data.get("ended")


def _gain_ability(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Give a character a triggered ability of another until the phase ends (`l5r/gains#2`)."""
    scope = pos.period("phase")
    data: Slots = {"learned": _ability_to_gain(pos, part)}
    pos.emit(EffectBegan(part.source, frame.text("ability"), part.player, (part.subject,), scope, data))


def _can_declare(pos: Position, part: Occurrence) -> bool:
    """Whether a player has an opportunity left in the conflict phase and could declare a conflict now."""
    phase = pos.enclosing("conflicts")
    if phase is None or values.opportunities(pos, part.player) < 1:
        return False
    return next(DeclareNow(part.player, phase).moves(pos), None) is not None


def _declare_at_once(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.open("pressed", {"player": part.player})


def _can_play(pos: Position, part: Occurrence) -> bool:
    """Whether a card that is not in play could be played on the host the occurrence names."""
    there = part.subject in pos.table.entities and not pos.in_play(part.subject)
    return there and could_play_on(pos, part.player, part.subject, part.other)


def _play(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Begin playing a card on a host, at its cost and under its limits: the ability only says where it is played from.

    `l5r/play-and-put-into-play#2`
    """
    begin_playing(pos, part.player, Move("play", part.subject, picks=(part.other,)))


NESTED: tuple[Row, ...] = (
    ("dueling", _open_duel, _can_challenge, "{it} challenges {other} to a {what} duel", "l5r/challenge#1"),
    ("resolving", _resolve_ring, _can_resolve_ring, "{who} resolves the effect of {it}", "l5r/ring-effects#1"),
    ("repeating", _repeat, _can_repeat, "the ability resolves a second time", "l5r/resolve-this-ability-twice#1"),
    ("retyped", _change_type, _can_change_type, "the conflict changes its type", "l5r/rings#1"),
    ("ring-cancelled", _cancel_ring, _can_cancel_ring, "the ring effect of this conflict is cancelled", "l5r/cancel#6"),
    ("ring-taken", _take_ring, _can_take_ring, "{who} takes the ring effect of this conflict", "l5r/ring-effects#1"),
    ("swapped", _switch_ring, _can_switch_ring, "{it} becomes the contested ring", "l5r/switch#1"),
    ("exchanged", _exchange, _can_exchange, "{it} and {other} change places", "l5r/switch#1"),
    ("learned", _gain_ability, _can_gain_ability, "{it} gains an ability of {other}", "l5r/gains#2"),
    ("playing", _play, _can_play, "{who} plays {it} on {other}", "l5r/play-and-put-into-play#2"),
    ("pressing", _declare_at_once, _can_declare, "{who} declares a conflict at once", "l5r/3.2#1"),
)
"""The kinds of occurrence that open something of their own or change the conflict."""
