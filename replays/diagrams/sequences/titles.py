"""How components, abilities, moves, occurrences and frames are called in a sequence diagram."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.events import Move, Occurrence
from ledger.table import Frame
from replays.diagrams import step_names
from replays.diagrams.labels import Labels
from replays.meaning.steps import USES
from replays.wording.naming import place_name, readable, seat_name
from rules.kernel.position import Position

_PICKS_SHOWN = 6
"""Components of one move that are listed; of more, their number is given."""


def quoted_name(pos: Position, number: int) -> str:
    """Return a component's name in quotes, such as “Eddard Stark”, or #NUMBER if it is not on the table."""
    return f"“{pos.pack.name(pos, number)}”" if number in pos.table.entities else f"#{number}"


def ability_words(pos: Position, entity: int, key: str, labels: Labels) -> str:
    """Return the card an ability is on and the ability's kind: “The Hand's Judgment” – interrupt."""
    ability = pos.pack.ability(key)
    kind = ability.kind if ability else ""
    return f"{quoted_name(pos, entity)} – {labels.kinds.get(kind, kind)}" if kind else quoted_name(pos, entity)


def move_words(pos: Position, move: Move, labels: Labels) -> str:
    """Return a move other than the use of an ability: its verb, and the cards, players or number it names.

    Of many components the first six are named, and how many there are.
    """
    parts = [labels.moves.get(move.verb, move.verb)]
    if move.subject in pos.table.entities:
        parts.append(pos.pack.name(pos, move.subject))
    parts += [readable(pos, seat_name(pos, labels.words.get(word, word))) for word in move.words]
    picks = [
        pos.pack.name(pos, number) if number in pos.table.entities else f"#{number}"
        for number in move.picks[:_PICKS_SHOWN]
    ]
    if picks:
        parts.append(", ".join(picks) + (f" … ({len(move.picks)})" if len(move.picks) > _PICKS_SHOWN else ""))
    if move.amount and not move.picks and not move.words:
        parts.append(str(move.amount))
    return " ".join(parts)


def occurrence_words(pos: Position, part: Occurrence, labels: Labels | None = None) -> str:
    """Return an occurrence as a sentence of its pack, with a capital letter: "Eddard Stark is killed".

    In a language that has a noun for the kind, it is the noun with the names: "Zabicie: Eddard Stark".
    """
    if labels is not None and part.kind in labels.occurrences:
        return _named_occurrence(pos, part, labels)
    happening = pos.pack.happenings.get(part.kind)
    text = readable(pos, happening.says(pos, part)) if happening else part.kind
    if happening and _entry(happening.rule) == _entry(pos.pack.rules.get("cancel", "-")):
        text += _cancelled_words(pos, part)
    return text[:1].upper() + text[1:]


def place_words(zone: str, labels: Labels) -> str:
    """Return a zone, such as `A.deck`, with the word that the language has for it."""
    player, dot, name = zone.rpartition(".")
    return f"{player}{dot}{labels.words.get(name, name)}"


def _named_occurrence(pos: Position, part: Occurrence, labels: Labels) -> str:
    """Return the noun for a kind of occurrence, what it happens to, and how many of what."""
    noun = labels.occurrences[part.kind]
    names = [pos.pack.name(pos, part.subject)] if part.subject in pos.table.entities else []
    names += [seat_name(pos, part.player)] if part.player in pos.table.seats and not names else []
    token = labels.tokens.get(part.note, "")
    amount = f"{part.amount} {token}" if token else str(part.amount) if part.amount > 1 else ""
    place = place_name(pos, part.to) if part.to in pos.table.specs else ""
    to = seat_name(pos, part.to) if part.to in pos.table.seats else place if place != part.to else ""
    names += [word for word in (amount, labels.words.get(part.note, ""), f"→ {to}" if to else "") if word]
    return noun[:1].upper() + noun[1:] + (f": {', '.join(names)}" if names else "")


def _cancelled_words(pos: Position, part: Occurrence) -> str:
    """Return whose effects an occurrence cancels: ` of “The Hand's Judgment”`; an empty text if it is not known."""
    frame = next((frame for frame in pos.table.frames if frame.id == part.other and frame.kind in USES), None)
    return f" of {quoted_name(pos, frame.number('entity'))}" if frame else ""


def _entry(rule: str) -> str:
    return rule.partition("#")[0]


def occurrence_list(pos: Position, parts: Iterable[Occurrence], labels: Labels | None = None) -> str:
    """Return several occurrences in one line, with semicolons between them; the same words stand only once."""
    return "; ".join(dict.fromkeys(occurrence_words(pos, part, labels) for part in parts))


def frame_title(pos: Position, frame: Frame, labels: Labels | None = None) -> str:
    """Return the occurrences of a frame in words, or, if it has none, the title of its procedure."""
    if frame.occurrences:
        return occurrence_list(pos, frame.occurrences, labels)
    procedure = pos.pack.procedures.get(frame.kind)
    title = procedure.title if procedure else frame.kind
    return step_names.translated(title, "", labels) if labels is not None else title
