"""What each kind of occurrence does to the table, whether it could change anything now, and how it reads.

`HAPPENINGS` at the end is the table; above it stand its functions, by subject.
"""

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
from rules.kernel.names import quantity, with_article
from rules.kernel.pack import Happening
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.hbo import board
from rules.packs.hbo.zones import leave, leave_challenge
from rules.resolution.effects import lasting_data
from rules.shared import unknown_plots

DESTINATION = {"killed": "dead", "discarded": "discard", "returned": "hand"}
"""The zone of its owner that a card goes to by each kind of occurrence."""


def _can_leave_zone(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a card can be killed, discarded or returned: a card in play or in hand can be discarded or returned.

    Only a character in play can be killed (`hbo/character#2`), unless something says it cannot be.
    """
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


def _leave_zone(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move a killed, discarded or returned card to its owner's pile or hand.

    The dead and the discarded go to different piles (`hbo/discard-and-dead-piles#4`, `hbo/discard#2`).
    """
    zone = DESTINATION[occurrence.kind]
    if pos.in_play(occurrence.subject):
        leave(pos, occurrence.subject, zone)
    else:
        pos.emit(Moved(occurrence.subject, f"{pos.entity(occurrence.subject).owner}.{zone}"))


def _can_kneel(pos: Position, occurrence: Occurrence) -> bool:
    number = occurrence.subject
    return pos.in_play(number) and not board.kneeling(pos, number) and not has(pos, number, "cannot", "kneel")


def _kneel(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Kneel a card. It bears the mark or not: it is always either kneeling or standing (`hbo/kneel#1`)."""
    pos.emit(Marked(occurrence.subject, "kneeling"))


def _can_stand(pos: Position, occurrence: Occurrence) -> bool:
    number = occurrence.subject
    return pos.in_play(number) and board.kneeling(pos, number) and not has(pos, number, "cannot", "stand_up")


def _stand(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Marked(occurrence.subject, "kneeling", False))


def _token_holder(occurrence: Occurrence) -> int | str:
    """Return who holds the tokens an occurrence is about: its card, or its player if it names no card."""
    return occurrence.subject or occurrence.player


def _can_gain(pos: Position, occurrence: Occurrence) -> bool:
    return occurrence.amount > 0 and (not occurrence.subject or pos.in_play(occurrence.subject))


def _gain(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Give tokens out of the common stock, which belongs to nobody (`hbo/treasury#1`, `hbo/power-pool#1`)."""
    pos.emit(Counted(_token_holder(occurrence), occurrence.note, occurrence.amount))


def _has_some(pos: Position, occurrence: Occurrence) -> bool:
    return unknown_plots.may_have(pos, _token_holder(occurrence), occurrence.note) > 0


def _can_pay(pos: Position, occurrence: Occurrence) -> bool:
    return unknown_plots.may_have(pos, _token_holder(occurrence), occurrence.note) >= occurrence.amount


def _amount_taken(pos: Position, occurrence: Occurrence) -> int:
    """Return how many tokens are taken: the amount, but no more than there are (`hbo/claim#2`, `hbo/cannot#2`)."""
    return min(occurrence.amount, pos.table.count(_token_holder(occurrence), occurrence.note))


def _lose(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Take tokens from a card or player, as many as there are; gold that nobody has written among them."""
    unknown_plots.collect_for(pos, _token_holder(occurrence), occurrence.amount, occurrence.note)
    pos.emit(Counted(_token_holder(occurrence), occurrence.note, -_amount_taken(pos, occurrence)))


def _move_tokens(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move tokens from one card or player to another, as many as there are."""
    unknown_plots.collect_for(pos, _token_holder(occurrence), occurrence.amount, occurrence.note)
    amount = _amount_taken(pos, occurrence)
    pos.emit(Counted(_token_holder(occurrence), occurrence.note, -amount))
    pos.emit(Counted(occurrence.other or occurrence.to, occurrence.note, amount))


def _can_draw(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a player has a card to draw. Whoever has none draws nothing and does not lose for it (`hbo/draw-1#2`)."""
    return bool(pos.zone(occurrence.player, "deck")) and occurrence.amount > 0


def _draw(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Draw from the deck to the hand, which has no limit (`hbo/hand#1`, `hbo/hand#2`).

    The discard pile never fills the deck again (`hbo/draw-1#3`).
    """
    for number in pos.zone(occurrence.player, "deck")[: occurrence.amount]:
        pos.emit(Moved(number, f"{occurrence.player}.hand"))


def _can_enter_play(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a card can enter play from outside play.

    A unique card of which its player has a copy in play cannot be put there (`hbo/unique#2`). For a card that is played
    this was judged before it was paid for.
    """
    number = occurrence.subject
    barred = occurrence.note == "put" and board.copy_in_play(pos, occurrence.player, number)
    return not pos.in_play(number) and not barred and pos.card(number).type in board.PLAYABLE


def _enter_play(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move a card into its owner's area, controlled by whoever played it or put it there.

    A duplicate is marked as one; duplicates and attachments are attached to their character.
    """
    entity = pos.entity(occurrence.subject)
    pos.emit(Moved(entity.id, f"{entity.owner}.play", face="up"))
    if entity.controller != occurrence.player:
        pos.emit(ControlChanged(entity.id, occurrence.player))
    if occurrence.note == "duplicate":
        pos.emit(Marked(occurrence.subject, "duplicate"))
    if occurrence.other:
        pos.emit(Attached(occurrence.subject, occurrence.other))


def _can_save(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a save can still stop a kill.

    The kill it answers must be imminent and about this character; nothing but a kill is saved from
    (`hbo/save-response#1`, `hbo/save-response#4`).
    """
    frame = pos.open_frame(occurrence.other)
    if frame is None or not 0 <= occurrence.amount < len(frame.occurrences):
        return False
    answered = frame.occurrences[occurrence.amount]
    if answered.state is not State.IMMINENT or answered.kind != "killed" or answered.subject != occurrence.subject:
        return False
    return _can_leave_zone(pos, answered)  # a character that cannot be killed is not about to be


def _save(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Save a character: only the kill is undone, what was paid for it stays paid (`hbo/save-response#3`)."""
    new = Occurrence("saved", occurrence.subject, occurrence.player, source=occurrence.source)
    pos.emit(OccurrenceChanged(occurrence.other, occurrence.amount, State.SAVED, by=occurrence.source, added=(new,)))


def _can_last(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a lasting effect can begin: its period is running, and its card is in play if it has one."""
    frame = pos.open_frame(occurrence.other)
    if frame is None:
        return True
    return _period(pos, frame, int(occurrence.note)) >= 0 and (
        not occurrence.subject or pos.in_play(occurrence.subject)
    )


def _period(pos: Position, frame: Frame, wave: int) -> int:
    """Return the frame whose end ends a lasting effect, or -1 if that period is not running.

    An effect for the whole game has no such frame: it returns 0 (`hbo/lasting-effect#2`).
    """
    ability = pos.pack.ability(frame.text("ability"))
    assert ability is not None
    until = ability.sentences[wave].until
    return 0 if until == "game" else pos.period(until) or -1


def _begin_lasting(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Begin a lasting effect on a card or a player; what it gives is computed now and kept."""
    wave = int(occurrence.note)
    data = lasting_data(pos, frame, wave)
    affects: tuple[int, ...] = (occurrence.subject,) if occurrence.subject else ()
    if not occurrence.subject:
        data["player"] = occurrence.player
    scope = _period(pos, frame, wave)
    pos.emit(EffectBegan(occurrence.source, frame.text("ability"), occurrence.player, affects, scope, data))


def _can_join(pos: Position, occurrence: Occurrence) -> bool:
    frame = board.challenge(pos)
    return frame is not None and pos.in_play(occurrence.subject) and occurrence.subject not in board.participants(frame)


def _join(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Add a character to the side of the challenge that the occurrence notes (`attackers` or `defenders`)."""
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
    """Change nothing: a step of the game has already done what this occurrence names."""


def _always(pos: Position, occurrence: Occurrence) -> bool:
    return True


def _sentence(text: str) -> Callable[[Position, Occurrence], str]:
    """Return a function that puts an occurrence into words by filling the places of a text."""

    def says(pos: Position, occurrence: Occurrence) -> str:
        it = pos.pack.name(pos, occurrence.subject) if occurrence.subject else ""
        if occurrence.note == "duplicate" and not it.startswith("duplicate of "):
            it = f"duplicate of {it}"
        template = text if it else text.replace("{it} ({who})", "{who}")
        who, n, what = occurrence.player, occurrence.amount, occurrence.note
        some, cards = with_article(what), quantity(n, "card")
        return template.format(it=it, who=who, n=n, cards=cards, what=what, some=some, to=occurrence.to)

    return says


_NEEDS = {
    "knelt": "only a standing card kneels",
    "stood": "only a kneeling card stands",
    "saving": "a save needs a character that is about to be killed",
    "joined": "only a character in play that does not take part joins the challenge",
    "withdrawn": "only a character that takes part is removed from the challenge",
    "drew": "a draw needs cards in the deck",
}
"""For some kinds, in words, what they need in order to change something."""

HAPPENINGS: dict[str, Happening] = {
    kind: Happening(kind, apply, could, _sentence(text), rule=rule, needs=_NEEDS.get(kind, ""))
    for kind, apply, could, text, rule in (
        ("killed", _leave_zone, _can_leave_zone, "{it} is killed", "hbo/kill#1"),
        ("discarded", _leave_zone, _can_leave_zone, "{it} is discarded", "hbo/discard#1"),
        ("returned", _leave_zone, _can_leave_zone, "{it} returns to its owner's hand", ""),
        ("knelt", _kneel, _can_kneel, "{it} kneels", "hbo/kneel#2"),
        ("stood", _stand, _can_stand, "{it} stands", "hbo/kneel#3"),
        ("gained", _gain, _can_gain, "{it} ({who}) gains {n} {what}", ""),
        ("income", _gain, _always, "{who} collects {n} gold", "hbo/marshalling-1#2"),
        ("lost-tokens", _lose, _has_some, "{it} ({who}) loses {n} {what}", ""),
        ("paid", _lose, _can_pay, "{who} pays {n} {what}", "hbo/cost#2"),
        ("moved", _move_tokens, _has_some, "{n} {what} moves from {it}", ""),
        ("drew", _draw, _can_draw, "{who} draws {cards}", "hbo/draw-deck#1"),
        ("entered", _enter_play, _can_enter_play, "{it} enters play ({what})", ""),
        ("saving", _save, _can_save, "save {it}", ""),
        ("saved", _nothing, _always, "{it} is saved", ""),
        ("lasting", _begin_lasting, _can_last, "{it} ({who}) is given a lasting effect", "hbo/lasting-effect#1"),
        ("joined", _join, _can_join, "{it} joins the challenge", ""),
        ("withdrawn", _withdraw, _participates, "{it} is removed from the challenge", "hbo/participating#2"),
        ("challenge", _nothing, _always, "{who} starts {some} challenge", ""),
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
"""For each kind of occurrence: what it does, whether it could, its sentence, and the clause it stands on."""
