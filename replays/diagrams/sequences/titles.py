"""How components, abilities, moves, occurrences and frames are called in a sequence diagram."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from ledger.events import Move, Occurrence
from ledger.table import Frame
from replays.diagrams import step_names
from replays.diagrams.labels import Labels, said
from replays.meaning.steps import USES
from replays.wording.events import Describer
from replays.wording.naming import seat_name
from replays.wording.plain_moves import affected
from rules.kernel.names import happening, readable, zone_words
from rules.kernel.position import Position

_PICKS_SHOWN = 6
"""Components of one move that are listed; of more, their number is given."""


def component_name(pos: Position, number: int, labels: Labels) -> str:
    """Return a component's name, or #NUMBER if it is not on the table. English words in it are translated."""
    return _translated(pos.pack.name(pos, number), labels) if number in pos.table.entities else f"#{number}"


def quoted_name(pos: Position, number: int, labels: Labels) -> str:
    """Return a component's name in quotes, such as “Eddard Stark”, or #NUMBER if it is not on the table."""
    name = component_name(pos, number, labels)
    return f"“{name}”" if number in pos.table.entities else name


def ability_words(pos: Position, entity: int, key: str, labels: Labels) -> str:
    """Return the card an ability is on and the ability's kind: “The Hand's Judgment” – interrupt."""
    ability = pos.pack.ability(key)
    kind = ability.kind if ability else ""
    name = quoted_name(pos, entity, labels)
    return f"{name} – {labels.kinds.get(kind, kind)}" if kind else name


def move_words(pos: Position, player: str, move: Move, labels: Labels) -> str:
    """Return a move other than the use of an ability, as its game says it in English.

    In another language it is a word for the move, and the cards, players, places or number that it names. Of cards
    with many names the first six names are listed, and how many cards there are.
    """
    if not labels.moves:
        return Describer(pos).move(player, move)
    first = move.words[0] if move.words else ""
    verb = said(labels.moves, pos.pack.id, move.verb, first)
    words = move.words[1:] if first and verb != said(labels.moves, pos.pack.id, move.verb) else move.words
    parts = [component_name(pos, move.subject, labels)] if move.subject in pos.table.entities else []
    parts += [word_of(pos, word, labels) for word in words]
    picks = affected(pos, move) if move.verb == "delayed" else move.picks
    alike = Counter(component_name(pos, number, labels) for number in picks)
    names = [f"{count} × {name}" if count > 1 else name for name, count in alike.items()]
    parts += names[:_PICKS_SHOWN] + ([f"… ({len(picks)})"] if len(names) > _PICKS_SHOWN else [])
    if move.amount and move.verb != "delayed" and not move.picks and not move.words:
        parts.append(str(move.amount))
    if not parts and _asks_for_cards(pos, move):
        parts = ["–"]
    return f"{verb}: {', '.join(parts)}" if parts else verb


def _asks_for_cards(pos: Position, move: Move) -> bool:
    """Whether cards can be named in a move of this kind."""
    phrases = (phrase for phrase in pos.pack.notation.phrases if phrase.verb == move.verb)
    return any(part.kind == "cards" for phrase in phrases for part in phrase.parts)


def word_of(pos: Position, word: str, labels: Labels) -> str:
    """Return a word of a move or an occurrence: translated, or the name of a card, place or player, with a capital."""
    if word in labels.words:
        return labels.words[word]
    if "." in word and word in pos.table.specs:
        return place_words(pos, word, labels)
    if word in pos.pack.cards:
        return _translated(pos.pack.cards[word].name, labels)
    name = seat_name(pos, word)
    return name[:1].upper() + name[1:] if labels.words else name


def occurrence_words(pos: Position, part: Occurrence, labels: Labels) -> str:
    """Return an occurrence as a sentence of its pack, with a capital letter: "Eddard Stark is killed".

    In a language that has a template for the kind, it is filled: "Zabicie: Eddard Stark".
    """
    template = said(labels.occurrences, pos.pack.id, part.kind, part.note)
    if template:
        return _filled(pos, part, labels, template)
    kind = pos.pack.happenings.get(part.kind)
    text = happening(pos, part) if kind else part.kind
    if kind and _entry(kind.rule) == _entry(pos.pack.rules.get("cancel", "-")):
        text += _cancelled_words(pos, part, labels, " of ")
    return text[:1].upper() + text[1:]


def place_words(pos: Position, zone: str, labels: Labels) -> str:
    """Return a zone in words: "Anna's deck", or "Anna, talia" in a language that has a word for it."""
    player, dot, name = zone.rpartition(".")
    if labels.words:
        return f"{seat_name(pos, player)}, {word_of(pos, name, labels)}" if dot else word_of(pos, name, labels)
    return zone_words(pos, zone) if zone in pos.table.specs else readable(pos, zone)


def _filled(pos: Position, part: Occurrence, labels: Labels, template: str) -> str:
    """Return the template of an occurrence with what it names: `it`, `who`, `holder` (one of them), `to`, and so on."""
    it = component_name(pos, part.subject, labels) if part.subject in pos.table.entities else ""
    who = seat_name(pos, part.player) if part.player else ""
    return template.format(
        it=it or who,
        who=who or it,
        holder=it or who,
        other=component_name(pos, part.other, labels),
        to=word_of(pos, part.to, labels),
        n=part.amount,
        token=labels.tokens.get(part.note) or word_of(pos, part.note, labels),
        period=said(labels.periods, pos.pack.id, part.note) or word_of(pos, part.note, labels),
        of=_cancelled_words(pos, part, labels, ": "),
    )


def _translated(name: str, labels: Labels) -> str:
    """Return a name with the English words that are not part of a title translated: `duplikat – Eddard Stark`."""
    for pattern, told in labels.names.items():
        found = re.fullmatch(pattern, name)
        if found:
            return found.expand(told)
    return name


def _cancelled_words(pos: Position, part: Occurrence, labels: Labels, of: str) -> str:
    """Return whose effects an occurrence cancels: ` of “The Hand's Judgment”`; an empty text if it is not known."""
    frame = next((frame for frame in pos.table.frames if frame.id == part.other and frame.kind in USES), None)
    return f"{of}{quoted_name(pos, frame.number('entity'), labels)}" if frame else ""


def _entry(rule: str) -> str:
    return rule.partition("#")[0]


def occurrence_list(pos: Position, parts: Iterable[Occurrence], labels: Labels) -> str:
    """Return several occurrences in one line, with semicolons between them; the same words stand only once."""
    return "; ".join(dict.fromkeys(occurrence_words(pos, part, labels) for part in parts))


def frame_title(pos: Position, frame: Frame, labels: Labels) -> str:
    """Return the occurrences of a frame in words, or, if it has none, the title of its procedure."""
    if frame.occurrences:
        return occurrence_list(pos, frame.occurrences, labels)
    procedure = pos.pack.procedures.get(frame.kind)
    title = procedure.title if procedure else frame.kind
    return step_names.translated(title, "", labels)
