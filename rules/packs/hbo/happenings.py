"""What each kind of occurrence does to the table, and whether it could change anything now."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import (
    Attached,
    ControlChanged,
    Counted,
    EffectBegan,
    FrameAdvanced,
    Marked,
    Moved,
    Occurrence,
    OccurrenceChanged,
    State,
)
from ledger.table import Frame
from rules.kernel.pack import Happening
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.hbo import board
from rules.packs.hbo.zones import leave, leave_challenge
from rules.resolution.effects import lasting_data

DESTINATION = {"killed": "dead", "discarded": "discard", "returned": "hand"}


def _goes(pos: Position, occurrence: Occurrence) -> bool:
    """A card can go from play or hand; only a character in play can be killed (`hbo/character#2`)."""
    entity = pos.table.entities.get(occurrence.subject)
    if entity is None:
        return False
    if occurrence.kind == "killed":
        return (
            pos.in_play(entity.id)
            and board.is_character(pos, entity.id)
            and not has(pos, entity.id, "cannot", "be_killed")
        )
    return entity.zone.endswith((".play", ".hand"))


def _go(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The dead and the discarded go to different piles (`hbo/discard-and-dead-piles#4`, `hbo/discard#2`)."""
    zone = DESTINATION[occurrence.kind]
    if pos.in_play(occurrence.subject):
        leave(pos, occurrence.subject, zone)
    else:
        pos.emit(Moved(occurrence.subject, f"{pos.entity(occurrence.subject).owner}.{zone}"))


def _kneels(pos: Position, occurrence: Occurrence) -> bool:
    number = occurrence.subject
    return pos.in_play(number) and not board.kneeling(pos, number) and not has(pos, number, "cannot", "kneel")


def _kneel(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """A card bears the mark or not: there is no third way to lie (`hbo/kneel#1`)."""
    pos.emit(Marked(occurrence.subject, "kneeling"))


def _stands(pos: Position, occurrence: Occurrence) -> bool:
    number = occurrence.subject
    return pos.in_play(number) and board.kneeling(pos, number) and not has(pos, number, "cannot", "stand_up")


def _stand(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Marked(occurrence.subject, "kneeling", False))


def _holder(occurrence: Occurrence) -> int | str:
    return occurrence.subject or occurrence.player


def _gains(pos: Position, occurrence: Occurrence) -> bool:
    return occurrence.amount > 0 and (not occurrence.subject or pos.in_play(occurrence.subject))


def _gain(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Out of the stock, which is nobody's (`hbo/treasury#1`, `hbo/power-pool#1`)."""
    pos.emit(Counted(_holder(occurrence), occurrence.note, occurrence.amount))


def _has_some(pos: Position, occurrence: Occurrence) -> bool:
    return pos.table.count(_holder(occurrence), occurrence.note) > 0


def _can_pay(pos: Position, occurrence: Occurrence) -> bool:
    return pos.table.count(_holder(occurrence), occurrence.note) >= occurrence.amount


def _taken(pos: Position, occurrence: Occurrence) -> int:
    """As much as there is, up to the amount: claim is fulfilled as far as possible (`hbo/claim#2`, `hbo/cannot#2`)."""
    return min(occurrence.amount, pos.table.count(_holder(occurrence), occurrence.note))


def _lose(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Counted(_holder(occurrence), occurrence.note, -_taken(pos, occurrence)))


def _move_tokens(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    amount = _taken(pos, occurrence)
    pos.emit(Counted(_holder(occurrence), occurrence.note, -amount))
    pos.emit(Counted(occurrence.other or occurrence.to, occurrence.note, amount))


def _draws(pos: Position, occurrence: Occurrence) -> bool:
    """An empty deck gives nothing, and that is all (`hbo/draw-1#2`)."""
    return bool(pos.zone(occurrence.player, "deck")) and occurrence.amount > 0


def _draw(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """To the hand, however full (`hbo/hand#1`, `hbo/hand#2`); the discard pile never fills the deck again
    (`hbo/draw-1#3`).
    """
    for number in pos.zone(occurrence.player, "deck")[: occurrence.amount]:
        pos.emit(Moved(number, f"{occurrence.player}.hand"))


def _enters(pos: Position, occurrence: Occurrence) -> bool:
    """A unique card of which its player has a copy in play cannot be put there (`hbo/unique#2`); one that is played was
    judged before.
    """
    number = occurrence.subject
    barred = occurrence.note == "put" and board.copy_in_play(pos, occurrence.player, number)
    return not pos.in_play(number) and not barred and pos.card(number).type in board.PLAYABLE


def _enter(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """In the owner's area, under the control of whoever played it or put it there."""
    entity = pos.entity(occurrence.subject)
    pos.emit(Moved(entity.id, f"{entity.owner}.play", face="up"))
    if entity.controller != occurrence.player:
        pos.emit(ControlChanged(entity.id, occurrence.player))
    if occurrence.note == "duplicate":
        pos.emit(Marked(occurrence.subject, "duplicate"))
    if occurrence.other:
        pos.emit(Attached(occurrence.subject, occurrence.other))


def _saves(pos: Position, occurrence: Occurrence) -> bool:
    """A save answers a kill that is still imminent, and nothing but a kill (`hbo/save-response#1`,
    `hbo/save-response#4`).
    """
    frame = pos.open_frame(occurrence.other)
    if frame is None or not 0 <= occurrence.amount < len(frame.occurrences):
        return False
    answered = frame.occurrences[occurrence.amount]
    if answered.state is not State.IMMINENT or answered.kind != "killed" or answered.subject != occurrence.subject:
        return False
    return _goes(pos, answered)  # nobody is about to be killed who cannot be


def _save(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Only the kill is undone: what was paid for it stays paid (`hbo/save-response#3`)."""
    new = Occurrence("saved", occurrence.subject, occurrence.player, source=occurrence.source)
    pos.emit(OccurrenceChanged(occurrence.other, occurrence.amount, State.SAVED, by=occurrence.source, added=(new,)))


def _lasts(pos: Position, occurrence: Occurrence) -> bool:
    frame = pos.open_frame(occurrence.other)
    if frame is None:
        return True
    return _period(pos, frame, int(occurrence.note)) >= 0 and (
        not occurrence.subject or pos.in_play(occurrence.subject)
    )


def _period(pos: Position, frame: Frame, wave: int) -> int:
    """The frame whose end ends the effect, none for the whole game (`hbo/lasting-effect#2`); -1 if that period is not
    running.
    """
    ability = pos.pack.ability(frame.text("ability"))
    assert ability is not None
    until = ability.sentences[wave].until
    return 0 if until == "game" else pos.period(until) or -1


def _last(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    wave = int(occurrence.note)
    data = lasting_data(pos, frame, wave)
    affects: tuple[int, ...] = (occurrence.subject,) if occurrence.subject else ()
    if not occurrence.subject:
        data["player"] = occurrence.player
    scope = _period(pos, frame, wave)
    pos.emit(EffectBegan(occurrence.source, frame.text("ability"), occurrence.player, affects, scope, data))


def _joins(pos: Position, occurrence: Occurrence) -> bool:
    frame = board.challenge(pos)
    return frame is not None and pos.in_play(occurrence.subject) and occurrence.subject not in board.participants(frame)


def _join(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    challenge = board.challenge(pos)
    assert challenge is not None
    here = challenge.numbers(occurrence.note)
    pos.emit(FrameAdvanced(challenge.id, challenge.step, {occurrence.note: [*here, occurrence.subject]}))


def _participates(pos: Position, occurrence: Occurrence) -> bool:
    frame = board.challenge(pos)
    return frame is not None and occurrence.subject in board.participants(frame)


def _withdraw(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    leave_challenge(pos, occurrence.subject)


def _nothing(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The framework already did what this occurrence names."""


def _always(pos: Position, occurrence: Occurrence) -> bool:
    return True


def _says(text: str) -> Callable[[Position, Occurrence], str]:
    def says(pos: Position, occurrence: Occurrence) -> str:
        it = pos.pack.name(pos, occurrence.subject) if occurrence.subject else ""
        if occurrence.note == "duplicate" and not it.startswith("duplicate of "):
            it = f"duplicate of {it}"
        return text.format(it=it, who=occurrence.player, n=occurrence.amount, what=occurrence.note, to=occurrence.to)

    return says


HAPPENINGS: dict[str, Happening] = {
    kind: Happening(kind, apply, could, _says(text), rule=rule)
    for kind, apply, could, text, rule in (
        ("killed", _go, _goes, "{it} is killed", "hbo/kill#1"),
        ("discarded", _go, _goes, "{it} is discarded", "hbo/discard#1"),
        ("returned", _go, _goes, "{it} returns to its owner's hand", ""),
        ("knelt", _kneel, _kneels, "{it} kneels", "hbo/kneel#2"),
        ("stood", _stand, _stands, "{it} stands", "hbo/kneel#3"),
        ("gained", _gain, _gains, "{it} ({who}) gains {n} {what}", ""),
        ("income", _gain, _always, "{who} collects {n} gold", "hbo/marshalling-1#2"),
        ("lost-tokens", _lose, _has_some, "{it} ({who}) loses {n} {what}", ""),
        ("paid", _lose, _can_pay, "{who} pays {n} {what}", "hbo/cost#2"),
        ("moved", _move_tokens, _has_some, "{n} {what} moves from {it}", ""),
        ("drew", _draw, _draws, "{who} draws {n}", "hbo/draw-deck#1"),
        ("entered", _enter, _enters, "{it} enters play ({what})", ""),
        ("saving", _save, _saves, "save {it}", ""),
        ("saved", _nothing, _always, "{it} is saved", ""),
        ("lasting", _last, _lasts, "{it} ({who}) is given a lasting effect", "hbo/lasting-effect#1"),
        ("joined", _join, _joins, "{it} joins the challenge", ""),
        ("withdrawn", _withdraw, _participates, "{it} is removed from the challenge", "hbo/participating#2"),
        ("challenge", _nothing, _always, "{who} starts a challenge: {what}", ""),
        ("attacked", _nothing, _always, "{it} attacks", "hbo/participating#1"),
        ("bypassed", _nothing, _always, "{it} is picked by stealth", ""),
        ("defended", _nothing, _always, "{it} defends", "hbo/participating#1"),
        ("won", _nothing, _always, "{who} wins the {what} challenge", ""),
        ("lost", _nothing, _always, "{who} loses the {what} challenge", ""),
        ("dominated", _nothing, _always, "{who} wins dominance", ""),
        ("initiated", _nothing, _always, "{it} is used", ""),
        ("played", _nothing, _always, "{who} plays {it}", ""),
    )
}
