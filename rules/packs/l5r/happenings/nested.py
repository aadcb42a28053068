"""Occurrences that open something of their own: a duel, a ring's effect, a second resolution, another ring or type of
conflict.
"""

from __future__ import annotations

from ledger.events import Counted, EffectBegan, FrameAdvanced, Marked, Move, Moved, Occurrence, Slots, UseCounted
from ledger.table import Frame
from rules.kernel.position import Position
from rules.packs.l5r import board, values
from rules.packs.l5r.chapters.conflicts import DeclareNow
from rules.packs.l5r.chapters.playing import begin_playing, could_play_on
from rules.packs.l5r.chapters.rings import could_resolve, resolve_ring
from rules.packs.l5r.happenings.tokens import Row, contest


def may_duel(pos: Position, number: int, kind: str) -> bool:
    """A duelist participates in the conflict and has no dash for the duel's skill (`l5r/duel#1`, `l5r/dash#6`)."""
    frame = board.conflict(pos)
    return frame is not None and number in board.participants(frame) and not board.dash(pos, number, kind)


def _duels(pos: Position, part: Occurrence) -> bool:
    one, other = part.subject, part.other
    if one not in pos.table.entities or other not in pos.table.entities:
        return False
    if pos.entity(one).controller == pos.entity(other).controller:
        return False
    return may_duel(pos, one, part.note) and may_duel(pos, other, part.note)


def _duel(pos: Position, part: Occurrence, frame: Frame) -> None:
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


def _resolves(pos: Position, part: Occurrence) -> bool:
    return could_resolve(pos, part.subject, part.player)


def _resolve(pos: Position, part: Occurrence, frame: Frame) -> None:
    resolve_ring(pos, part.subject, part.player)


def _repeats(pos: Position, part: Occurrence) -> bool:
    frame = pos.open_frame(part.other)
    return frame is None or not frame.data.get("repeated")


def _repeat(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Steps 5 to 7 once more, before any reaction to the first (`l5r/resolve-this-ability-twice#2`)."""
    pos.patch(frame, {"repeat": True})


def _in_conflict(pos: Position, part: Occurrence) -> bool:
    frame = board.conflict(pos)
    return frame is not None and (part.note in ("", "switch") or frame.text("type") != part.note)


def _retype(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The ring is turned over: the conflict has the other type, its element stays.

    From then on it is one of that type, also when those of a round are counted, but each conflict once (`l5r/rings#1`).
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


def _swaps(pos: Position, part: Occurrence) -> bool:
    """A switch needs something on both sides (`l5r/switch#1`)."""
    return board.conflict(pos) is not None and pos.entity(part.subject).zone == "rings"


def _swap(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Another ring is contested; its fate goes to the attacking player, the type stays."""
    conflict = board.conflict(pos)
    assert conflict is not None
    pos.emit(Moved(conflict.number("ring"), "rings"))
    contest(pos, part.subject, conflict.text("type"))
    fate = pos.table.count(part.subject, "fate")
    if fate:
        pos.emit(Counted(part.subject, "fate", -fate))
        pos.emit(Counted(conflict.text("attacker"), "fate", fate))
    pos.emit(FrameAdvanced(conflict.id, conflict.step, {"ring": part.subject}))


def _ring_due(pos: Position, part: Occurrence) -> bool:
    frame = board.conflict(pos)
    return frame is not None and frame.text("winner") == frame.text("attacker") and not frame.data.get("ring cancelled")


def _cancel_ring(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The winner's ring effect will not resolve; the claim goes on (`l5r/cancel#6`)."""
    conflict = board.conflict(pos)
    assert conflict is not None
    pos.emit(FrameAdvanced(conflict.id, conflict.step, {"ring cancelled": True}))


def _exchanges(pos: Position, part: Occurrence) -> bool:
    """Both lie in provinces of one player, and not in the same (`l5r/switch#1`, `l5r/move#1`)."""
    one, other = pos.entity(part.subject), pos.entity(part.other)
    inside = all(board.zone_kind(entity) in board.SLOTS for entity in (one, other))
    return inside and one.zone != other.zone and one.controller == other.controller


def _exchange(pos: Position, part: Occurrence, frame: Frame) -> None:
    """They change places and stay what they are, faceup or facedown, used or not."""
    one, other = pos.entity(part.subject), pos.entity(part.other)
    for entity, zone in ((one, other.zone), (other, one.zone)):
        since = entity.since
        pos.emit(Moved(entity.id, zone, face="up" if entity.up else "down"))
        _carry_uses(pos, f"{entity.id}.{since}.", f"{entity.id}.{entity.since}.")


def _carry_uses(pos: Position, before: str, now: str) -> None:
    """A card that never left play is no new copy: what was used of it stays used."""
    for scope, uses in list(pos.table.uses.items()):
        for key, count in list(uses.items()):
            if key.startswith(before):
                for _ in range(count):
                    pos.emit(UseCounted(now + key[len(before) :], scope))


def _lesson(pos: Position, part: Occurrence) -> str:
    """The key of the triggered ability, by its number on the other character, or an empty string."""
    abilities = [
        ability
        for ability in pos.card(part.other).abilities
        if pos.pack.dialect.kinds[ability.kind] in ("action", "triggered")
    ]
    at = int(part.note) - 1
    return abilities[at].key if at < len(abilities) else ""


def _learns(pos: Position, part: Occurrence) -> bool:
    there = part.other != part.subject and pos.in_play(part.other) and board.is_character(pos, part.other)
    phase = pos.open_frame(pos.period("phase"))
    return there and bool(_lesson(pos, part)) and phase is not None and not phase.data.get("ended")


def _learn(pos: Position, part: Occurrence, frame: Frame) -> None:
    """It is treated as having the ability until the phase ends (`l5r/gains#2`)."""
    scope = pos.period("phase")
    data: Slots = {"learned": _lesson(pos, part)}
    pos.emit(EffectBegan(part.source, frame.text("ability"), part.player, (part.subject,), scope, data))


def _presses(pos: Position, part: Occurrence) -> bool:
    phase = pos.enclosing("conflicts")
    if phase is None or values.opportunities(pos, part.player) < 1:
        return False
    return next(DeclareNow(part.player, phase).moves(pos), None) is not None


def _press(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.open("pressed", {"player": part.player})


def _plays(pos: Position, part: Occurrence) -> bool:
    there = part.subject in pos.table.entities and not pos.in_play(part.subject)
    return there and could_play_on(pos, part.player, part.subject, part.other)


def _play(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The ability only says where from: everything else is playing, with its cost and its limits
    (`l5r/play-and-put-into-play#2`).
    """
    begin_playing(pos, part.player, Move("play", part.subject, picks=(part.other,)))


OPENING: tuple[Row, ...] = (
    ("dueling", _duel, _duels, "{it} challenges {other} to a {what} duel", "l5r/challenge#1"),
    ("resolving", _resolve, _resolves, "{who} resolves the effect of {it}", "l5r/ring-effects#1"),
    ("repeating", _repeat, _repeats, "the ability resolves a second time", "l5r/resolve-this-ability-twice#1"),
    ("retyped", _retype, _in_conflict, "the conflict changes its type", "l5r/rings#1"),
    ("ring-cancelled", _cancel_ring, _ring_due, "the ring effect of this conflict is cancelled", "l5r/cancel#6"),
    ("swapped", _swap, _swaps, "{it} becomes the contested ring", "l5r/switch#1"),
    ("exchanged", _exchange, _exchanges, "{it} and {other} change places", "l5r/switch#1"),
    ("learned", _learn, _learns, "{it} gains an ability of {other}", "l5r/gains#2"),
    ("playing", _play, _plays, "{who} plays {it} on {other}", "l5r/play-and-put-into-play#2"),
    ("pressing", _press, _presses, "{who} declares a conflict at once", "l5r/3.2#1"),
)
