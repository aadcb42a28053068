"""What each kind of occurrence does to the table, and whether it could change anything now."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import (
    ControlChanged,
    FrameAdvanced,
    Marked,
    Moved,
    Occurrence,
    Revealed,
    UseCounted,
)
from ledger.table import Frame
from rules.pack import Happening
from rules.packs.agot2 import answering, reading, tokens
from rules.packs.agot2.leaving import DESTINATION, barred, copy_in_play, leave, leave_challenge, leave_plot, place
from rules.position import Position
from rules.values import has


def _leaves(pos: Position, occurrence: Occurrence) -> bool:
    """A card can go if it is there; not a faction card (`agot2/in-play-and-out-of-play#3`), a revealed plot
    (`agot2/in-play-and-out-of-play#4`) or an agenda (`agot2/agenda-cards#4`)."""
    entity = pos.table.entities.get(occurrence.subject)
    if entity is None or entity.zone.endswith((".faction", ".plot", ".title", ".agenda", ".out")):
        return False
    if has(pos, entity.id, "cannot", f"be_{occurrence.kind}"):
        return False
    if occurrence.kind == "killed":
        return pos.in_play(entity.id) and reading.is_character(pos, entity.id)
    return occurrence.kind != "sacrificed" or pos.in_play(entity.id)


def _go(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """To its pile, or where a replacement sends it, now that it happens (`agot2/replacement-effects#3`,
    `agot2/replacement-effects#5`, `agot2/kill#2`)."""
    entity = pos.table.entities[occurrence.subject]
    kind = occurrence.to or DESTINATION[occurrence.kind]
    if pos.in_play(entity.id):
        leave(pos, entity.id, kind)
    elif entity.zone != f"{entity.owner}.{kind}":
        pos.emit(Moved(entity.id, f"{entity.owner}.{kind}"))
    if kind == "deck":
        _needs_shuffle(pos, frame, f"{entity.owner}.deck")


def _needs_shuffle(pos: Position, frame: Frame, zone: str) -> None:
    waiting = frame.data.get("shuffle") or []
    assert isinstance(waiting, list)
    if zone not in waiting:
        pos.emit(FrameAdvanced(frame.id, frame.step, {"shuffle": [*waiting, zone]}))


def _kneels(pos: Position, occurrence: Occurrence) -> bool:
    return (
        pos.in_play(occurrence.subject)
        and not reading.kneeling(pos, occurrence.subject)
        and not has(pos, occurrence.subject, "cannot", "kneel")
    )


def _kneel(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """This card alone, not what it is attached to (`agot2/attachment-cards#9`)."""
    pos.emit(Marked(occurrence.subject, "kneeling"))


def _stands(pos: Position, occurrence: Occurrence) -> bool:
    number = occurrence.subject
    if not pos.in_play(number) or not reading.kneeling(pos, number) or has(pos, number, "cannot", "stand_up"):
        return False
    return not reading.is_character(pos, number) or reading.stands_left(pos, occurrence.player) > 0


def _stand(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """In the standing phase it is counted, for cards that limit how many a player stands."""
    pos.emit(Marked(occurrence.subject, "kneeling", False))
    phase = pos.enclosing("standing")
    if phase is not None and reading.is_character(pos, occurrence.subject):
        pos.emit(UseCounted(f"stood {occurrence.player}", phase.id))


def _draws(pos: Position, occurrence: Occurrence) -> bool:
    return (
        bool(pos.zone(occurrence.player, "deck"))
        and occurrence.amount > 0
        and not reading.forbidden(pos, occurrence.player, "draw")
    )


def _draw(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """As many as there are (`agot2/effects#4`), at the same time (`agot2/drawing-cards#2`), into the hand
    (`agot2/drawing-cards#3`), however many already were (`agot2/drawing-cards#4`)."""
    for number in pos.zone(occurrence.player, "deck")[: occurrence.amount]:
        pos.emit(Moved(number, f"{occurrence.player}.hand"))


def _enters(pos: Position, occurrence: Occurrence) -> bool:
    """A card of a type that can be in play, no event (`agot2/event-cards#6`), placed as marshaling it would require
    (`agot2/put-into-play#2`)."""
    number, player = occurrence.subject, occurrence.player
    entity = pos.table.entities[number]
    if pos.in_play(number) or barred(pos, player, number):
        return False
    if occurrence.note == "duplicate" or copy_in_play(pos, player, number):
        return entity.owner == player
    kind = pos.card(number).type
    return kind in ("character", "location") or (kind == "attachment" and bool(occurrence.other))


def _enter(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Into play, as a duplicate if a copy one owns and controls is there (`agot2/put-into-play#4`)."""
    entity = pos.table.entities[occurrence.subject]
    copy = copy_in_play(pos, occurrence.player, entity.id)
    kneeling = not copy and _enters_kneeling(pos, entity.id)
    place(pos, entity, occurrence.player, copy or occurrence.other, as_duplicate=bool(copy), kneeling=kneeling)
    phase = pos.enclosing("challenges")
    if occurrence.note == "ambush" and phase is not None:
        pos.emit(UseCounted(f"ambushed {entity.id}.{entity.since}", phase.id))


def _enters_kneeling(pos: Position, number: int) -> bool:
    """A card's own text says how it enters play, although it is not in play to say it."""
    abilities = pos.card(number).abilities
    return any(grant.word == "enters" and grant.about == "kneeling" for ability in abilities for grant in ability.grants)


def _taken(pos: Position, occurrence: Occurrence) -> bool:
    entity = pos.table.entities[occurrence.subject]
    return pos.in_play(entity.id) and entity.controller != occurrence.player and not barred(pos, occurrence.player, entity.id)


def _take(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Control changes for the card and its duplicates (`agot2/ownership-and-control#2`); attachments stay their controllers'
    (`agot2/attachment-cards#8`)."""
    leave_challenge(pos, occurrence.subject)
    pos.emit(ControlChanged(occurrence.subject, occurrence.player))
    for part in pos.entity(occurrence.subject).attached:
        if reading.is_duplicate(pos.entity(part)):
            pos.emit(ControlChanged(part, occurrence.player))
            _may_look(pos, part)


def _joins(pos: Position, occurrence: Occurrence) -> bool:
    frame = reading.challenge(pos)
    return frame is not None and occurrence.subject not in reading.participants(pos, frame)


def _join(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    challenge = reading.challenge(pos)
    assert challenge is not None
    here = challenge.data[occurrence.note]
    assert isinstance(here, list)
    pos.emit(FrameAdvanced(challenge.id, challenge.step, {occurrence.note: [*here, occurrence.subject]}))


def _participates(pos: Position, occurrence: Occurrence) -> bool:
    frame = reading.challenge(pos)
    return frame is not None and occurrence.subject in reading.participants(pos, frame)


def _withdraw(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    leave_challenge(pos, occurrence.subject)


def _reveal(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Everyone is shown the card (`agot2/reveal#1`, `agot2/reveal#2`, `agot2/search#4`), which stays where it is
    (`agot2/reveal#3`)."""
    pos.emit(Revealed(occurrence.subject, tuple(pos.table.players)))


def _look(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """One player sees the card and nobody else (`agot2/look-at#1`, `agot2/search#1`); it stays where it is (`agot2/look-at#2`,
    `agot2/search#5`)."""
    pos.emit(Revealed(occurrence.subject, (occurrence.player,)))


def _under_deck(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Moved(occurrence.subject, f"{pos.entity(occurrence.subject).owner}.deck", -1 if occurrence.note == "bottom" else 0))


def _underneath(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """A card laid facedown under another as its duplicate, and nothing else (`agot2/facedown-cards#1`)."""
    entity = pos.entity(occurrence.subject)
    place(pos, entity, occurrence.player, occurrence.other, as_duplicate=True, face="down")
    _may_look(pos, entity.id)


def _may_look(pos: Position, number: int) -> None:
    """Whoever controls a facedown card may look at it (`agot2/facedown-cards#2`)."""
    entity = pos.entity(number)
    if not entity.up:
        pos.emit(Revealed(number, (entity.controller,)))


def _shuffle_deck(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    _needs_shuffle(pos, frame, f"{occurrence.player}.deck")


def _remember(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Marked(occurrence.subject, occurrence.note))


def _pile(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    pos.emit(Moved(occurrence.subject, f"{pos.entity(occurrence.subject).owner}.{occurrence.to}"))


def _turns(pos: Position, occurrence: Occurrence) -> bool:
    return occurrence.other in pos.table.entities and pos.in_play(occurrence.other)


def _turn(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """An event that becomes an attachment: it is one as long as it stays in play."""
    pos.emit(Marked(occurrence.subject, "attachment"))
    place(pos, pos.entity(occurrence.subject), occurrence.player, occurrence.other)


def _replots(pos: Position, occurrence: Occurrence) -> bool:
    return pos.entity(occurrence.subject).zone == f"{occurrence.player}.plots"


def _replot(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """A plot revealed outside its step: when-revealed abilities, and neither initiative nor a new first player."""
    for old in list(pos.zone(occurrence.player, "plot")):
        leave_plot(pos, old)
    pos.emit(Moved(occurrence.subject, f"{occurrence.player}.plot", face="up"))
    pos.open("revealing", {"revealed": [occurrence.subject]})


def _note_use(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Remember who won or lost which kind of challenge, for cards that ask."""
    scope = "challenges" if occurrence.kind == "won" else "round"
    enclosing = pos.enclosing(scope)
    pos.emit(UseCounted(f"{occurrence.kind} {occurrence.note} {occurrence.player}", enclosing.id if enclosing else 0))
    phase, challenge = pos.enclosing("challenges"), reading.challenge(pos)
    if occurrence.kind == "lost" and phase and challenge and challenge.text("defender") == occurrence.player:
        pos.emit(UseCounted(f"lost defending {occurrence.player}", phase.id))


def _whole_draw(pos: Position, occurrence: Occurrence) -> bool:
    return len(pos.zone(occurrence.player, "deck")) >= occurrence.amount


_WHOLE = {"drew": _whole_draw, "moved": tokens.enough, "lost-tokens": tokens.enough}
"""What may be carried out in part only; a "then" after it needs all of it."""


_RULES = {
    "killed": "agot2/dead-pile#2",
    "discarded": "agot2/discard-pile#2",
    "sacrificed": "agot2/sacrifice#1",
    "removed": "agot2/removed-from-game#2",
    "knelt": "agot2/kneel#3",
    "paid": "agot2/treasury#2",
    "moved": "agot2/move#1",
    "income": "agot2/income#1",
    "drew": "agot2/drawing-cards#1",
    "entered": "agot2/enters-play#1",
    "controlled": "agot2/ownership-and-control#5",
    "saving": "agot2/save#1",
    "cancelling": "agot2/cancel#1",
    "replacing": "agot2/replacement-effects#1",
    "lasting": "agot2/lasting-effects#4",
    "withdrawn": "agot2/participating#3",
    "piled": "agot2/ownership-and-control#3",
    "turned": "agot2/card-types#1",
    "replotted": "agot2/plot-cards#3",
}
"""The clause that says what it does, or when it can."""


def _nothing(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """The framework already did what this occurrence names."""


def _always(pos: Position, occurrence: Occurrence) -> bool:
    return True


def _says(text: str) -> Callable[[Position, Occurrence], str]:
    def says(pos: Position, occurrence: Occurrence) -> str:
        subject = pos.pack.name(pos, occurrence.subject) if occurrence.subject else ""
        other = pos.pack.name(pos, occurrence.other) if occurrence.other in pos.table.entities else ""
        who, holder, what = occurrence.player, subject or occurrence.player, occurrence.note
        some, period = f"{'an' if what == 'intrigue' else 'a'} {what}", f"{what} phase" if what in reading.PHASES else what
        names = {"it": subject, "who": who, "holder": holder, "other": other, "to": occurrence.to}
        return text.format(**names, n=occurrence.amount, what=what, some=some, period=period)

    return says


HAPPENINGS: dict[str, Happening] = {
    kind: Happening(kind, apply, could, _says(text), _WHOLE.get(kind), _RULES.get(kind, ""))
    for kind, apply, could, text in (
        ("killed", _go, _leaves, "{it} is killed"),
        ("discarded", _go, _leaves, "{it} is discarded"),
        ("sacrificed", _go, _leaves, "{it} is sacrificed"),
        ("returned", _go, _leaves, "{it} returns to its owner's hand"),
        ("shuffled", _go, _leaves, "{it} is shuffled into its owner's deck"),
        ("removed", _go, _leaves, "{it} is removed from the game"),
        ("knelt", _kneel, _kneels, "{it} kneels"),
        ("stood", _stand, _stands, "{it} stands"),
        ("gained", tokens.gain, tokens.gains, "{holder} gains {n} {what}"),
        ("token", tokens.gain, tokens.gains, "{n} {what} token on {it}"),
        ("lost-tokens", tokens.lose, tokens.loses, "{holder} loses {n} {what}"),
        ("paid", tokens.lose, tokens.enough, "{who} pays {n} {what}"),
        ("moved", tokens.move, tokens.moves, "{n} {what} moves from {it}"),
        ("drew", _draw, _draws, "{who} draws {n}"),
        ("entered", _enter, _enters, "{it} enters play ({what})"),
        ("controlled", _take, _taken, "{who} takes control of {it}"),
        ("saving", answering.save, answering.saves, "save {it}"),
        ("saved", _nothing, _always, "{it} is saved"),
        ("cancelling", answering.cancel, answering.cancels, "cancel the effects"),
        ("replacing", answering.replace, answering.replaces, "{it} goes to the {to} instead"),
        ("lasting", answering.begin_lasting, answering.lasts, "{holder} is given a lasting effect"),
        ("delaying", answering.delay, answering.delays, "something will happen at the end of the {to}"),
        ("reducing", answering.reduce, _always, "the next one costs {who} {n} less"),
        ("joined", _join, _joins, "{it} joins the challenge"),
        ("withdrawn", _withdraw, _participates, "{it} is removed from the challenge"),
        ("shown", _reveal, _always, "{it} is revealed"),
        ("looked", _look, _always, "{who} looks at {it}"),
        ("placed", _under_deck, _always, "{it} is placed on the {what} of its owner's deck"),
        ("underneath", _underneath, _always, "a card is placed under {other} as a duplicate"),
        ("remembered", _remember, _always, "{it} remembers: {what}"),
        ("piled", _pile, _always, "{it} is put on its owner's {to} pile"),
        ("turned", _turn, _turns, "{it} becomes an attachment on {other}"),
        ("replotted", _replot, _replots, "{who} reveals {it} outside the plot phase"),
        ("reshuffled", _shuffle_deck, _always, "{who} shuffles"),
        ("income", tokens.gain, _always, "{who} collects {n} {what}"),
        ("won", _note_use, _always, "{who} wins the {what} challenge"),
        ("lost", _note_use, _always, "{who} loses the {what} challenge"),
        ("attacked", _nothing, _always, "{it} is declared as an attacker"),
        ("defended", _nothing, _always, "{it} is declared as a defender"),
        ("bypassed", _nothing, _always, "{it} is bypassed by stealth"),
        ("challenge", _nothing, _always, "{who} initiates {some} challenge against {to}"),
        ("began", _nothing, _always, "the {what} phase begins"),
        ("ended", _nothing, _always, "the {period} ends"),
        ("strengthened", _nothing, _always, "{it} has {n} STR more"),
        ("dominated", _nothing, _always, "{who} wins dominance"),
        ("plotted", _nothing, _always, "{who} reveals {it}"),
        ("played", _nothing, _always, "{who} plays {it}"),
        ("initiated", _nothing, _always, "the effects of {it} would initiate"),
    )
}
